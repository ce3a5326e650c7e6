"""Terrain told attribute by attribute, each with its rule number; as text and as data."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, NamedTuple

from hexlos.rules.cost import UNITS, WAYS, fraction
from hexlos.rules.tables import entries
from hexlos.rules.target import FIRES
from hexlos.rules.units import MOVEMENTS

if TYPE_CHECKING:
    from hexlos.rules.cost import Cost
    from hexlos.rules.tables import Fact
    from hexlos.rules.terrain import TerrainRules

#: What is told of every terrain; None in data, and named last in text, where it is not stated.
ATTRIBUTES = (
    "obstacle", "height", "half_level", "hindrance", "inherent", "kindle", "spread", "bog",
    "concealment", "season", "parachute",
)  # fmt: skip

_WIDTH = 100


class Row(NamedTuple):
    """One line: what it is about, what it says, the rule, and a sentence that may be empty."""

    label: str
    value: str
    rule: str
    text: str


def describe(rules: TerrainRules) -> str:
    """Several lines of text, which end with what is not stated."""
    table = list(rows(rules))
    widths = [max((len(row[k]) for row in table), default=0) for k in range(3)]
    lines = [f"{rules.name} ({rules.rule}, seeds/{rules.source})"]
    for row in table:
        cells = "  ".join(row[k].ljust(widths[k]) for k in range(3))
        lines += _with_text(cells, row.text, widths[0] + 4)
    if absent := _absent(rules):
        lines.append(f"not stated: {', '.join(absent)}")
    return "\n".join(lines)


def _with_text(cells: str, text: str, indent: int) -> list[str]:
    """Cells with a sentence after them where it fits, else on lines of its own below them."""
    if len(cells) + 2 + len(text) <= _WIDTH:
        return [f"{cells}  {text}".rstrip()]
    lines = textwrap.wrap(text, _WIDTH, initial_indent=" " * indent, subsequent_indent=" " * indent)
    return [cells.rstrip(), *lines]


def rows(rules: TerrainRules) -> Iterator[Row]:
    """Every fact, in the order in which people look for it."""
    if len(rules.lineage) > 1:
        like = entries("terrain")[rules.key].facts["like"]
        yield Row("like", str(like.value).replace("-", " "), like.rule, "but for what differs here")
    yield from _los_rows(rules)
    for fire in FIRES[:3]:
        if (fact := rules.tem_fact(fire)) is not None:
            yield Row(f"TEM {fire}", f"{fact.number:+d}", fact.rule, _against(fact))
    yield from _entry_rows(rules, "entry", "other")
    for way in WAYS:
        yield from _entry_rows(rules, f"by {way}", way)
    for path, label in (("kindle", "kindles on DR"), ("spread", "fire spreads on DR")):
        if (fact := rules.fact(path)) is not None:
            yield Row(label, f">= {fact.number}", fact.rule, fact.text)
    for path in ("bog", "concealment", "season", "parachute"):
        if (fact := rules.fact(path)) is not None:
            yield Row(path, _word(fact), fact.rule, fact.text)
    for path, fact in rules.facts.items():
        if path.startswith("restrictions."):
            yield Row("restriction", path.partition(".")[2], fact.rule, fact.text)
    for path, label in (("examples", "examples"), ("not_examples", "but not")):
        if (fact := rules.fact(path)) is not None:
            yield Row(label, _word(fact), fact.rule, fact.text)


def _los_rows(rules: TerrainRules) -> Iterator[Row]:
    obstacle, height = rules.fact("obstacle"), rules.fact("height")
    if obstacle is not None and height is not None and obstacle.value:
        levels = f"{fraction(height.number)} level{'s' if height.number > 1 else ''}"
        texts = [text for text in (obstacle.text, height.text) if text]
        yield Row("LOS obstacle", levels, height.rule, "; ".join(texts))
    elif obstacle is not None:
        yield Row("LOS obstacle", "no", obstacle.rule, obstacle.text)
    hinders = rules.fact("hindrance")
    if hinders is not None:
        value = f"{hinders.number:+d}" if hinders.value else "no"
        yield Row("LOS hindrance", value, hinders.rule, hinders.text)
    fact = rules.fact("inherent")
    if fact is not None and (rules.obstacle or rules.hindrance or fact.value):
        value = "the whole hex" if fact.value else "what is drawn"
        yield Row("LOS counts", value, fact.rule, fact.text)


def _against(fact: Fact) -> str:
    against = " or ".join(fact.words("against"))
    return f"against {against}; {fact.text}" if against else fact.text


def _entry_rows(rules: TerrainRules, label: str, way: str) -> Iterator[Row]:
    """Costs, units of the same cost together."""
    together: dict[tuple[str, str, str], list[str]] = {}
    for unit in UNITS:
        for cost in _stated(rules, unit, way):
            together.setdefault((str(cost), cost.rule, cost.text), []).append(unit)
    for (value, rule, text), units in together.items():
        shorter = MOVEMENTS if set(MOVEMENTS) <= set(units) else ("vehicle",)
        units = [unit for unit in units if unit not in shorter]
        who = "all units" if set(UNITS) <= {*units, *shorter} else ", ".join(units)
        yield Row(label, f"{who}: {value}", rule, text)


def _stated(rules: TerrainRules, unit: str, way: str) -> tuple[Cost, ...]:
    """Costs along a way that are stated for it, not those of the hex in general."""
    group = "entry" if way == "other" else f"by.{way}"
    known = any(f"{group}.{u}" in rules.facts for u in (unit, "vehicle"))
    return rules.costs(unit, way) if known else ()


def _word(fact: Fact) -> str:
    if isinstance(fact.value, tuple):
        return " ".join(fact.value)
    if isinstance(fact.value, bool):
        return "yes" if fact.value else "no"
    return str(fact.value)


def _absent(rules: TerrainRules) -> list[str]:
    """Names of the attributes that no rule at hand states."""
    names = {
        "TEM": rules.tem_fact(),
        "entry costs": next((p for p in rules.facts if p.startswith("entry.")), None),
        **{name: rules.fact(name) for name in ("kindle", "spread", "bog", "concealment")},
    }
    return [name for name, found in names.items() if found is None]


def as_dict(rules: TerrainRules) -> dict[str, Any]:
    """All of it, for JSON: each attribute as ``{value, rule}``, costs by way and unit."""
    data: dict[str, Any] = {
        "name": rules.name,
        "key": rules.key,
        "rule": rules.rule,
        "aliases": list(rules.aliases),
        "like": list(rules.lineage[1:]),
        "source": f"seeds/{rules.source}",
    }
    for name in ATTRIBUTES:
        data[name] = {"value": getattr(rules, name), "rule": rules.why(name)}
    data["tem"] = {fire: _tem(rules, fire) for fire in FIRES}
    data["entry"] = _costs(rules, "other")
    data["by"] = {way: _costs(rules, way) for way in WAYS if any(_costs(rules, way).values())}
    data["restrictions"] = [fact_dict(fact) for fact in rules.restrictions]
    data["facts"] = {path: fact_dict(fact) for path, fact in rules.facts.items()}
    return data


def _tem(rules: TerrainRules, fire: str) -> dict[str, Any]:
    fact = rules.tem_fact(fire)
    return {"value": rules.tem(fire), "rule": None if fact is None else fact.rule}


def _costs(rules: TerrainRules, way: str) -> dict[str, list[dict[str, Any]]]:
    return {unit: [asdict(cost) for cost in _stated(rules, unit, way)] for unit in UNITS}


def fact_dict(fact: Fact) -> dict[str, Any]:
    """A fact for JSON."""
    return {"value": fact.value, "rule": fact.rule, "text": fact.text, **fact.more}
