"""TerrainRules: everything that the rules say of one kind of terrain, by its name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cache
from types import MappingProxyType

from hexlos.catalogue import TerrainType, catalogue
from hexlos.errors import RuleError, UnknownTerrainError
from hexlos.rules.cost import WAYS, Cost, costs_of
from hexlos.rules.resolve import los_facts, resolved
from hexlos.rules.tables import Fact, entries
from hexlos.rules.target import Target, fire_type
from hexlos.rules.units import Unit

#: Where an attribute of another name is found among the facts.
_PATHS = {"tem": "tem.direct", "entry_cost": "entry.infantry"}


@dataclass(frozen=True, slots=True)
class TerrainRules:
    """One kind of terrain; what the rules at hand do not state is None.

    rule is the number of the rule that makes it; facts are all facts of it, those of the terrain
    that it is like too, by path as "height" or "tem.direct"; lineage are the keys of that terrain,
    its own first; source is the file of seeds/.
    """

    name: str
    rule: str
    key: str
    aliases: tuple[str, ...]
    source: str
    lineage: tuple[str, ...]
    facts: Mapping[str, Fact] = field(repr=False, hash=False)

    def why(self, attribute: str) -> str | None:
        """Rule number of an attribute or fact, as "height" or "tem.indirect"; None for no fact.

        ``tem`` and ``entry_cost`` stand for direct fire and Infantry, ``half_level`` for height.
        """
        path = _PATHS.get(attribute, attribute).replace("half_level", "height")
        path = path.replace("entry_cost.", "entry.")
        fact = self.facts.get(path)
        if fact is None and path == "restrictions" and self.restrictions:
            fact = self.restrictions[0]
        return None if fact is None else fact.rule

    def fact(self, path: str) -> Fact | None:
        """One fact, or None."""
        return self.facts.get(path)

    def _flag(self, path: str) -> bool | None:
        fact = self.facts.get(path)
        return None if fact is None else bool(fact.value)

    def _number(self, path: str) -> int | float | None:
        fact = self.facts.get(path)
        return None if fact is None else fact.number

    def _word(self, path: str) -> str | None:
        fact = self.facts.get(path)
        return None if fact is None else str(fact.value)

    @property
    def obstacle(self) -> bool | None:
        """Whether it is an obstacle to LOS, from some level at least (A6.2)."""
        return self._flag("obstacle")

    @property
    def height(self) -> float | None:
        """Levels that it rises above its hex's ground, 0.5 for half a level (B13.2, B13.81)."""
        found = self._number("height")
        return None if found is None else float(found)

    @property
    def half_level(self) -> bool | None:
        """Whether it is half a level high (A6.21)."""
        return None if self.height is None else self.height == 0.5

    @property
    def hindrance(self) -> int | None:
        """DRM for a same-level LOS through it, 0 for none (A6.7)."""
        found = self._number("hindrance")
        return None if found is None else int(found)

    @property
    def inherent(self) -> bool | None:
        """Whether the whole hex counts as it, drawn or not (B.6)."""
        return self._flag("inherent")

    @property
    def kindle(self) -> int | None:
        """Least DR on which it is kindled, before DRM (B13.5, F13.4)."""
        found = self._number("kindle")
        return None if found is None else int(found)

    @property
    def spread(self) -> int | None:
        """Least DR on which fire spreads to it, before DRM (B13.5, F13.4)."""
        found = self._number("spread")
        return None if found is None else int(found)

    @property
    def bog(self) -> bool | None:
        """Whether vehicles check for Bog in it."""
        return self._flag("bog")

    @property
    def concealment(self) -> bool | None:
        """Whether it is Concealment Terrain."""
        return self._flag("concealment")

    @property
    def season(self) -> str | None:
        """When it is in season: "always", or months as in "April-October"."""
        return self._word("season")

    @property
    def parachute(self) -> str | None:
        """The check that a parachute landing takes at once (E9.42)."""
        return self._word("parachute")

    @property
    def restrictions(self) -> tuple[Fact, ...]:
        """What may not be done in it or across it (B13.43, F13.3)."""
        return tuple(f for path, f in self.facts.items() if path.startswith("restrictions."))

    @property
    def is_woods(self) -> bool:
        """Whether it is woods or some kind of woods."""
        return "woods" in self.lineage

    def tem(self, fire: str = "direct", target: Target | None = None) -> int | None:
        """TEM for a kind of fire: direct, indirect, overrun or defensive-first.

        Without a target, one that the modifier is for is meant. RuleError for another fire.
        """
        fact = self.tem_fact(fire)
        if fact is None:
            return None
        against = fact.words("against")
        if target is not None and against and not set(against) & set(target.weaknesses):
            return 0
        return int(fact.number)

    def tem_fact(self, fire: str = "direct") -> Fact | None:
        """The fact behind ``tem``; overrun is direct fire where nothing is said of it."""
        kind = fire_type(fire)
        found = self.facts.get(f"tem.{kind}")
        if found is None and kind in ("overrun", "defensive-first"):
            found = self.facts.get("tem.direct")
        return found

    def costs(self, unit: Unit | str, by: str | None = None) -> tuple[Cost, ...]:
        """All ways for a unit to enter; see entry_cost. Empty where none is stated."""
        word = unit if isinstance(unit, str) else unit.type
        if by is not None and by not in (*WAYS, "other"):
            raise RuleError(f"no way into a hex is {by!r}: use {', '.join((*WAYS, 'other'))}")
        way = by or self._word("way") or "other"
        along = costs_of(self.facts, f"by.{way}", word, _base)
        return along or costs_of(self.facts, "entry", word, _base)

    def entry_cost(self, unit: Unit | str, by: str | None = None) -> int | float | None:
        """MF or MP for a unit to enter (B13.4, B13.6, B13.82); None where it is no number, or not
        stated.

        by is the kind of hexside crossed: "road", "path", "trail-break" or "other"; by default
        what the terrain's name says, as the path of woods-path. RuleError for another word.
        """
        found = self.costs(unit, by)
        return found[0].value if found else None

    def describe(self) -> str:
        """Every attribute in a line, with its rule number."""
        from hexlos.rules.describe import describe

        return describe(self)


def _base(name: str, unit: str) -> int | float | None:
    """Cost of another kind of terrain, of which a cost is a multiple."""
    return terrain(name).entry_cost(unit)


def plain(name: str) -> str:
    """A name as it is looked up: case, hyphens and spaces do not count.

    >>> plain("Cactus-Patch")
    'cactus patch'
    """
    return " ".join(name.casefold().replace("-", " ").replace("_", " ").split())


def terrain(name: str) -> TerrainRules:
    """The rules of a kind of terrain, by name in any case; UnknownTerrainError for another name.

    Among them woods (B13.1), Forest (B13.7), pine woods (B13.8), Broken Ground (F13.1), steppe
    terrain (F13.2), cactus hedges (F13.3), cactus patches (F13.4), olive groves (F13.5) and
    vineyards (F13.6).

    >>> terrain("cactus patch").kindle, terrain("cactus patch").why("kindle")
    (12, 'F13.4')
    """
    if not isinstance(name, str):
        raise UnknownTerrainError(f"{name!r:.60} is no terrain's name: write it as in 'woods'")
    key = _names().get(plain(name))
    if key is not None:
        return _resolve(key)
    for kind in catalogue():
        if kind.known and plain(kind.name) == plain(name):
            return _drawn_only(kind)
    near = get_close_matches(plain(name), _names(), n=3)
    hint = f"did you mean {' or '.join(near)}?" if near else "hexlos terrain lists all"
    raise UnknownTerrainError(f"no terrain is called {name[:60]!r}: {hint}")


def all_terrain() -> tuple[TerrainRules, ...]:
    """Every kind of terrain that has an entry of its own, in the order of the tables."""
    return tuple(_resolve(key) for key in entries("terrain"))


@cache
def _names() -> Mapping[str, str]:
    """Key of an entry by each of its names: titles before aliases before what is drawn for it."""
    found: dict[str, str] = {}
    for rank in range(3):
        for key, entry in entries("terrain").items():
            drawn = entry.facts.get("drawn")
            words = ((key, entry.title), entry.aliases, drawn.listed if drawn else ())[rank]
            for word in words:
                found.setdefault(plain(word), key)
    return MappingProxyType(found)


@cache
def _resolve(key: str) -> TerrainRules:
    entry = entries("terrain")[key]
    like = entry.facts.get("like")
    parent = _resolve(str(like.value)) if like is not None else None
    return TerrainRules(
        name=entry.title,
        rule=entry.rule,
        key=key,
        aliases=entry.aliases,
        source=f"{entry.source}.toml",
        lineage=(key, *(parent.lineage if parent else ())),
        facts=MappingProxyType(resolved(entry, parent.facts if parent else {})),
    )


def _drawn_only(kind: TerrainType) -> TerrainRules:
    """Terrain of which only the LOS facts are known."""
    key = plain(kind.name).replace(" ", "-")
    return TerrainRules(
        name=kind.name,
        rule=kind.rule,
        key=key,
        aliases=(),
        source="los_terrain.toml",
        lineage=(key,),
        facts=MappingProxyType(los_facts(kind)),
    )
