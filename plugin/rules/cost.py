"""Cost: what entering a hex of a kind of terrain takes of a unit."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from hexlos.errors import RuleError
from hexlos.rules.tables import Fact
from hexlos.rules.units import MOVEMENTS, TYPES

#: What a cost is given for: types of units, and any vehicle.
UNITS = (*TYPES, "vehicle")

#: The ways along which a hex may be entered that change its cost.
WAYS = ("road", "path", "trail-break")

_WORDS = {
    "all": "the whole allotment",
    "half": "half the allotment",
    "push": "pushed only",
    "road": "road rate",
    "forbidden": "forbidden",
}


@dataclass(frozen=True, slots=True)
class Cost:
    """One way for a unit to enter: a number of MF or MP, or a word of seeds/README.md.

    value is the number, None where it is none or the number that it is a multiple of is not
    known; word says it otherwise. bog: a Bog check goes with it, to which bog_drm is added.
    """

    unit: str
    value: int | float | None
    word: str
    rule: str
    bog: bool = False
    bog_drm: int = 0
    text: str = ""

    def __str__(self) -> str:
        points = "MF" if self.unit in ("infantry", "cavalry", "horse", "wagon") else "MP"
        amount = self.word if self.value is None else f"{fraction(self.value)} {points}"
        if not self.bog:
            return amount
        return f"{amount}, then Bog" + (f" at {self.bog_drm:+d}" if self.bog_drm else "")


def fraction(value: int | float) -> str:
    """A number of MF, MP or levels as the rules write it.

    >>> fraction(1.5), fraction(2), fraction(0.5)
    ('1 1/2', '2', '1/2')
    """
    whole, part = divmod(value, 1)
    if not part:
        return str(int(whole))
    half = "1/2" if part == 0.5 else f"{part:g}"
    return f"{int(whole)} {half}" if whole else half


def spread_units(facts: Mapping[str, Fact]) -> Iterator[tuple[str, Fact]]:
    """Facts of costs by path, those for ``any`` and ``vehicle`` given to every unit they cover."""
    for path, fact in facts.items():
        group, _, unit = path.rpartition(".")
        if not group.startswith(("entry", "by.")):
            yield path, fact
            continue
        covered = {"any": UNITS, "vehicle": (*MOVEMENTS, "vehicle")}.get(unit, (unit,))
        for each in covered:
            exact = f"{group}.{each}"
            if exact == path or exact not in facts:
                yield exact, fact


def costs_of(
    facts: Mapping[str, Fact], group: str, unit: str, base: Callable[[str, str], int | float | None]
) -> tuple[Cost, ...]:
    """All ways for a unit to enter by the costs of a group, the most exact first.

    group is "entry" or "by.WAY"; base tells the cost of another kind of terrain for a unit.
    RuleError when no unit is called so.
    """
    if unit not in UNITS:
        raise RuleError(f"no unit is {unit!r}: use {', '.join(UNITS)}")
    asked = (unit, "vehicle") if unit in MOVEMENTS else (unit,)
    found = [facts.get(f"{group}.{each}") for each in asked]
    distinct = dict.fromkeys(fact for fact in found if fact is not None)
    return tuple(_cost(unit, fact, base) for fact in distinct)


def _cost(unit: str, fact: Fact, base: Callable[[str, str], int | float | None]) -> Cost:
    value: int | float | None = None
    if isinstance(fact.value, str):
        word = _WORDS[fact.value]
        value = base("road", unit) if fact.value == "road" else None
    else:
        value, word = fact.number, fraction(fact.number)
        of = fact.more.get("of")
        if of is not None:
            word = f"{word} x {of.replace('-', ' ')}"
            each = base(of, unit)
            value = None if each is None else value * each
    return Cost(
        unit=unit,
        value=value,
        word=word,
        rule=fact.rule,
        bog=bool(fact.more.get("bog", False)),
        bog_drm=int(fact.more.get("bog_drm", 0)),
        text=fact.text,
    )
