"""The facts of one kind of terrain, out of its table, its drawing and the terrain it is like."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from hexlos.catalogue import TerrainType, catalogue
from hexlos.errors import RuleError
from hexlos.rules.cost import spread_units
from hexlos.rules.tables import Entry, Fact

_FIRES = ("direct", "indirect", "overrun")


def resolved(entry: Entry, parent: Mapping[str, Fact]) -> dict[str, Fact]:
    """Facts by path: those of the terrain that it is like, under what is drawn, under its own.

    A cost for ``any`` unit or ``vehicle`` and a TEM for ``all`` fire hold for each that they cover.
    """
    facts = {path: fact for path, fact in parent.items() if not path.endswith("examples")}
    drawn = entry.facts.get("drawn")
    if drawn is not None:
        facts.update(los_facts(_drawn(entry, drawn.listed[0])))
    facts.update(_spread_fires({p: f for p, f in entry.facts.items() if p != "like"}))
    return facts


def _drawn(entry: Entry, name: str) -> TerrainType:
    for kind in catalogue():
        if kind.known and kind.name == name:
            return kind
    raise RuleError(f"{entry.source}.toml: no terrain {name!r}, as which {entry.key} is drawn")


def _spread_fires(facts: Mapping[str, Fact]) -> Iterator[tuple[str, Fact]]:
    for path, fact in spread_units(facts):
        if path != "tem.all":
            yield path, fact
            continue
        for kind in _FIRES:
            if f"tem.{kind}" not in facts:
                yield f"tem.{kind}", fact


def los_facts(kind: TerrainType) -> dict[str, Fact]:
    """What a depiction does to LOS, with the rule of its code."""
    hinders = kind.los == "hindrance" or kind.lower == "hindrance"
    split = kind.lower is not None and kind.lower != kind.los
    text = "from above; not at its own level" if split else ""
    return {
        "obstacle": Fact(kind.los == "obstacle", kind.rule, text),
        "height": Fact(kind.height + (0.5 if kind.half else 0), kind.rule),
        "hindrance": Fact(kind.hindrance if hinders else 0, kind.rule),
        "inherent": Fact(kind.inherent, kind.rule),
    }
