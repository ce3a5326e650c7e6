"""A LOS told hex by hex."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hexlos.los import HexStep, LosResult


@dataclass(frozen=True, slots=True)
class Row:
    """One hex of a LOS as a table tells it: what it did, and the number of the rule, "" for none.

    acts is "blocks", "also" (would block too), "hinders" or "".
    """

    hex: str
    terrain: str
    level: int
    range: int
    meets: str
    did: str
    rule: str
    acts: str


def verdict_line(result: LosResult) -> str:
    """The question and the answer in one line."""
    return f"{result.source} -> {result.target}, range {result.range}: {verdict_text(result)}"


def verdict_text(result: LosResult) -> str:
    """The answer in one line."""
    if result.blocked:
        where = f" at {result.blocked_hex}" if result.blocked_hex else ""
        spot = " ({}, {})".format(*result.blocked_at) if result.blocked_at else ""
        return f"blocked{where}{spot}: {result.reason.text} ({result.reason.rule})"
    if not result.hindrance:
        return "clear"
    parts = ", ".join(f"{name} +{amount}" for name, amount in result.hindrances.items())
    return f"clear, hindrance +{result.hindrance} ({parts})"


def rows(result: LosResult) -> tuple[Row, ...]:
    """Every hex met, in order from the source."""
    counted = result.hindrances
    return tuple(
        Row(
            hex=step.hex,
            terrain=step.terrain,
            level=step.level,
            range=step.from_source,
            meets=step.meets,
            did=_did(step, counted, result.blocked_hex),
            rule=step.reason.rule if step.reason else "A6.7" if step.hindrance else "",
            acts=_acts(step, counted if result.clear else {}, result.blocked_hex),
        )
        for step in result.steps
    )


def _acts(step: HexStep, counted: dict[str, int], blocked: str | None) -> str:
    if step.reason is not None:
        return "blocks" if step.hex == blocked else "also"
    return "hinders" if step.hex in counted and step.hindrance else ""


def _did(step: HexStep, counted: dict[str, int], blocked: str | None) -> str:
    if step.reason is not None:
        word = "blocks" if step.hex == blocked else "would block too"
        return f"{word}: {step.reason.text}"
    if step.meets == "end":
        return "end of the LOS"
    if not step.hindrance:
        return "nothing"
    if step.hex in counted:
        return f"hinders +{step.hindrance}"
    return f"would hinder +{step.hindrance}, but not at this range or twice at one"


def explain(result: LosResult) -> str:
    """Several lines: the answer, how the line runs, and every hex met in order."""
    lines = [verdict_line(result)]
    if result.along_hexside:
        lines.append("The LOS runs along hexsides: terrain must show on both sides (A6.1).")
    if result.is_continuous_slope:
        lines.append("The LOS runs along a continuous slope (B.5).")
    table = [("hex", "terrain", "level", "range", "meets", "rule", "what it does")]
    for row in rows(result):
        cells = (row.hex, row.terrain, str(row.level), str(row.range), row.meets, row.rule, row.did)
        table.append(cells)
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    for cells in table:
        lines.append("  ".join(map(str.ljust, cells, widths)).rstrip())
    return "\n".join(lines)
