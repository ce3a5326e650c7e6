"""A LOS told hex by hex."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hexlos.los import HexStep, LosResult


def verdict_line(result: LosResult) -> str:
    """The answer in one line."""
    head = f"{result.source} -> {result.target}, range {result.range}: "
    if result.blocked:
        where = f" at {result.blocked_hex}" if result.blocked_hex else ""
        spot = " ({}, {})".format(*result.blocked_at) if result.blocked_at else ""
        return f"{head}blocked{where}{spot}: {result.reason.text} ({result.reason.rule})"
    if not result.hindrance:
        return f"{head}clear"
    parts = ", ".join(f"{name} +{amount}" for name, amount in result.hindrances.items())
    return f"{head}clear, hindrance +{result.hindrance} ({parts})"


def _did(step: HexStep, counted: dict[str, int]) -> str:
    if step.reason is not None:
        return f"blocks: {step.reason.text} ({step.reason.rule})"
    if step.meets == "end":
        return "end of the LOS"
    if not step.hindrance:
        return "nothing"
    if step.hex in counted:
        return f"hinders +{step.hindrance} (A6.7)"
    return f"would hinder +{step.hindrance}, but not at this range or twice at one (A6.7)"


def explain(result: LosResult) -> str:
    """Several lines: the answer, how the line runs, and every hex met in order."""
    lines = [verdict_line(result)]
    if result.along_hexside:
        lines.append("The LOS runs along hexsides: terrain must show on both sides (A6.1).")
    if result.is_continuous_slope:
        lines.append("The LOS runs along a continuous slope (B.5).")
    if result.unsupported:
        lines.append(f"Not decided by its own rule yet: {', '.join(result.unsupported)}.")
    rows = [("hex", "terrain", "level", "range", "meets", "what it does")]
    counted = result.hindrances
    for step in result.steps:
        rows.append(
            (
                step.hex,
                step.terrain,
                str(step.level),
                str(step.from_source),
                step.meets,
                _did(step, counted),
            )
        )
    widths = [max(len(row[k]) for row in rows) for k in range(5)]
    for row in rows:
        lines.append("  ".join([*(row[k].ljust(widths[k]) for k in range(5)), row[5]]).rstrip())
    return "\n".join(lines)
