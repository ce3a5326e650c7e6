"""The rule tables of seeds/: entries made of facts, each with its rule number."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any

from hexlos.errors import RuleError

#: Files that hold entries; a later one may add facts to an entry of an earlier one.
FILES = ("b13_woods", "f13_alternate_terrain", "terrain", "movement")

#: Words of an entry that are no facts, and so need no rule of their own.
WORDS = ("title", "aliases", "rule")

FactValue = bool | int | float | str | tuple[str, ...]

_NOTHING: Mapping[str, Any] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Fact:
    """One thing that a rule says: its value, the rule's number, a sentence that may be empty.

    more holds what only some facts have, as seeds/README.md lists it ("of", "bog_drm" ...).
    """

    value: FactValue
    rule: str
    text: str = ""
    more: Mapping[str, Any] = field(default_factory=lambda: _NOTHING, hash=False)

    @property
    def number(self) -> int | float:
        """The value, where it is a number; RuleError when it is none."""
        if isinstance(self.value, bool) or not isinstance(self.value, int | float):
            raise RuleError(f"{self.value!r} is no number ({self.rule})")
        return self.value

    @property
    def listed(self) -> tuple[str, ...]:
        """The value, where it is a list of words; RuleError when it is none."""
        if not isinstance(self.value, tuple):
            raise RuleError(f"{self.value!r} is no list ({self.rule})")
        return self.value

    def words(self, key: str) -> tuple[str, ...]:
        """A list of words in ``more``, empty where there is none."""
        return tuple(self.more.get(key, ()))


@dataclass(frozen=True, slots=True)
class Entry:
    """One table: its key, how it is called, its rule, the file it is from, its facts by path.

    A path is a name as "height", or names joined by dots as "tem.direct".
    """

    key: str
    title: str
    rule: str
    aliases: tuple[str, ...]
    source: str
    facts: Mapping[str, Fact]


def _fact(data: Mapping[str, Any]) -> Fact:
    more: dict[str, Any] = {
        key: tuple(item) if isinstance(item, list) else item for key, item in data.items()
    }
    return Fact(
        value=more.pop("value"),
        rule=more.pop("rule"),
        text=more.pop("text", ""),
        more=MappingProxyType(more),
    )


def _facts(data: Mapping[str, Any], path: str = "") -> Iterator[tuple[str, Fact]]:
    """Facts of a table, those of its groups too."""
    for name, item in data.items():
        if not path and name in WORDS:
            continue
        if not isinstance(item, dict):
            raise RuleError(f"{path}{name} has no rule number: write it as {{value, rule}}")
        if "value" in item:
            yield f"{path}{name}", _fact(item)
        else:
            yield from _facts(item, f"{path}{name}.")


def _entry(key: str, data: Mapping[str, Any], source: str, known: Entry | None) -> Entry:
    facts = dict(_facts(data))
    if known is None:
        title = data.get("title", key)
        return Entry(key, title, data["rule"], tuple(data.get("aliases", ())), source, facts)
    twice = sorted(set(facts) & set(known.facts))
    if twice:
        raise RuleError(f"{source}.toml: {key} has {twice[0]} already, in {known.source}.toml")
    facts = {**known.facts, **facts}
    return Entry(key, known.title, known.rule, known.aliases, known.source, facts)


def read_table(source: str) -> dict[str, Any]:
    """The whole of one file of seeds/, by its name without ``.toml``."""
    text = files("hexlos.seeds").joinpath(f"{source}.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


@cache
def entries(kind: str) -> Mapping[str, Entry]:
    """All entries of a kind, "terrain" or "rules", by key."""
    found: dict[str, Entry] = {}
    for source in FILES:
        for key, data in read_table(source).get(kind, {}).items():
            found[key] = _entry(key, data, source, found.get(key))
    return MappingProxyType(found)


def rule_facts(name: str) -> Mapping[str, Fact]:
    """Facts of a rule that is no kind of terrain; RuleError when no table has that name.

    >>> rule_facts("air-burst")["drm"].value, rule_facts("air-burst")["drm"].rule
    (-1, 'B13.3')
    """
    entry = entries("rules").get(name)
    if entry is None:
        raise RuleError(f"no rule table is called {name!r}")
    return entry.facts
