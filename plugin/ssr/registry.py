"""The names of all scenario special rules, read from the table of them."""

from __future__ import annotations

import difflib
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any

from hexlos.errors import SsrError

#: VASL's and people's ways to write a level below 0 in a name: Level_1, level-1.
_MINUS = re.compile(r"level[_-](?=\d)", re.IGNORECASE)
_LEVEL = re.compile(r"level(minus)?(\d)")


@dataclass(frozen=True, slots=True)
class Ssr:
    """One scenario special rule.

    rule is a rulebook number; effect tells in a sentence what it does; does names the function
    that applies it, which takes what it needs from details; argument describes what must, in
    brackets may, follow the name after a colon; aliases are the names that VASL gives it; against
    are rules that contradict it, whole_board those that do so wherever they apply. from_ and to
    are set on the members of a family: words for terrain, or levels.
    """

    name: str
    rule: str
    effect: str
    does: str
    argument: str | None = None
    choices: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    against: tuple[str, ...] = ()
    whole_board: bool = False
    details: Mapping[str, Any] = field(default_factory=dict, hash=False)
    from_: str | int | None = None
    to: str | int | None = None

    @property
    def usage(self) -> str:
        """How it is written, as in ``vineyard:TERRAIN``."""
        if self.argument is None:
            return self.name
        return f"{self.name}:{self.argument}" if self.needs_argument else f"{self.name}[:grain]"

    @property
    def needs_argument(self) -> bool:
        """Whether something must follow the name."""
        return self.argument is not None and not self.choices

    @property
    def is_family(self) -> bool:
        """Whether it stands for many rules, one for each pair of words."""
        return "from" in self.details


@cache
def table() -> Mapping[str, Any]:
    """The table of scenario special rules, as it is written."""
    text = files("hexlos.seeds").joinpath("ssr.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


@cache
def list_ssrs() -> tuple[Ssr, ...]:
    """Every scenario special rule, in the order of the table; families once each."""
    return tuple(_entry(name, dict(values)) for name, values in table()["ssr"].items())


def _entry(name: str, values: dict[str, Any]) -> Ssr:
    return Ssr(
        name=name,
        rule=values.pop("rule"),
        effect=values.pop("effect"),
        does=values.pop("does"),
        argument=values.pop("argument", None),
        choices=tuple(values.pop("choices", ())),
        aliases=tuple(values.pop("aliases", ())),
        against=tuple(values.pop("against", ())),
        whole_board=values.pop("whole_board", False),
        details=values,
    )


def key(name: str) -> str:
    """A name without case, hyphens and underscores; levels below 0 stay apart from those above.

    >>> key("Broken_Terrain"), key("Level_1ToLevel0"), key("level1-to-level0")
    ('brokenterrain', 'levelminus1tolevel0', 'level1tolevel0')
    """
    return re.sub(r"[\s._-]+", "", _MINUS.sub("levelminus", name)).casefold()


@cache
def _by_key() -> dict[str, tuple[Ssr, str | None]]:
    """Rule, and argument that an alias brings along, by the key of every name."""
    found: dict[str, tuple[Ssr, str | None]] = {}
    for ssr in list_ssrs():
        if not ssr.is_family:
            found[key(ssr.name)] = (ssr, None)
        for alias in ssr.aliases:
            name, _, brings = alias.partition(" = ")
            found[key(name)] = (ssr, brings or None)
    return found


def find_ssr(name: str) -> tuple[Ssr, str | None]:
    """The rule of that name, and the argument that the name brings along, or None.

    Case, hyphens and underscores do not matter; SsrError for a name that no rule has.
    """
    wanted = key(name)
    found = _by_key().get(wanted) or _member(wanted) or _board_picture(name)
    if found is None:
        near = difflib.get_close_matches(name.casefold(), [s.name for s in list_ssrs()], n=1)
        hint = f"did you mean {near[0]!r}" if near else "'hexlos ssr' lists them all"
        raise SsrError(f"unknown scenario special rule {name[:60]!r}: {hint}")
    return found


def _board_picture(name: str) -> tuple[Ssr, str | None] | None:
    """A name in the form of those that a board gives its own overlay pictures."""
    entry = table()["overlay_names"]
    if not re.search(entry["pattern"], name):
        return None
    return Ssr(name, entry["rule"], entry["effect"], "picture"), None


def _member(wanted: str) -> tuple[Ssr, str | None] | None:
    """The member of a family with this key."""
    for family in (ssr for ssr in list_ssrs() if ssr.is_family):
        for start in family.details["from"]:
            for end in family.details["to"]:
                member = _match(family, start, end, wanted)
                if member is not None:
                    return member, None
    return None


def _match(family: Ssr, start: str, end: str, wanted: str) -> Ssr | None:
    source, target = (_LEVEL.pattern if word == "level" else word for word in (start, end))
    match = re.fullmatch(f"(?P<a>{source})to(?P<b>{target})", wanted)
    if match is None:
        return None
    from_, to = _word(match["a"]), _word(match["b"])
    if from_ == to:
        return None
    return Ssr(
        name=f"{_spelt(from_)}-to-{_spelt(to)}",
        rule=family.rule,
        effect=family.effect,
        does=family.does,
        from_=from_,
        to=to,
    )


def _word(text: str) -> str | int:
    match = _LEVEL.fullmatch(text)
    if match is None:
        return text
    return -int(match[2]) if match[1] else int(match[2])


def _spelt(word: str | int) -> str:
    return f"level{word}" if isinstance(word, int) else word
