"""Reading a rule as it is written: its name, its argument, and the places that it names."""

from __future__ import annotations

from dataclasses import dataclass

from hexlos.errors import SsrError
from hexlos.ssr.registry import Ssr, find_ssr, key

#: Characters of the longest rule: the names of all hexes of a large map.
_LONGEST = 100_000


@dataclass(frozen=True, slots=True)
class Request:
    """A rule to apply: what it is, its argument, and places as hexes, regions, hexsides.

    text is how it was written. A place that starts with "!" is excluded.
    """

    text: str
    ssr: Ssr
    argument: str | None
    places: tuple[str, ...]

    def spelt(self, places: tuple[str, ...]) -> str:
        """The rule in canonical spelling, with these places."""
        parts = [self.ssr.name]
        if self.argument:
            parts.append(self.argument)
        if places:
            parts.append(",".join(places))
        return ":".join(parts)


def read_request(text: str) -> Request:
    """Read a rule such as ``forest:F4,J3``, ``pine:!C5`` or ``vineyard:brush:A1-F10``.

    SsrError for an unknown name or one that lacks what must follow it.
    """
    if not isinstance(text, str):
        raise SsrError(f"{text!r:.60} is no scenario special rule: write it as in 'forest:F4,J3'")
    if len(text) > _LONGEST:
        raise SsrError(f"{text[:40]!r}... is too long for a scenario special rule")
    name, *parts = (part.strip() for part in text.split(":"))
    if not name:
        raise SsrError(f"{text!r} names no scenario special rule: write it as in 'forest:F4,J3'")
    ssr, argument = find_ssr(name)
    if argument is None and parts and _is_argument(ssr, parts[0]):
        argument = parts.pop(0).casefold().replace("_", "-").replace(" ", "-")
    if ssr.needs_argument and not argument:
        raise SsrError(f"{text}: write what it acts on, as in {ssr.name}:{ssr.details['example']}")
    if len(parts) > 1:
        raise SsrError(f"{text}: places follow the rule once, as in {ssr.name}:F4,J3")
    places = tuple(p for p in (parts[0] if parts else "").replace(",", " ").split())
    if parts and not places:
        raise SsrError(f"{text}: no hex follows the colon; write {ssr.name}:F4,J3")
    return Request(text, ssr, argument, places)


def _is_argument(ssr: Ssr, word: str) -> bool:
    if ssr.needs_argument:
        return True
    return key(word) in {key(choice) for choice in ssr.choices}
