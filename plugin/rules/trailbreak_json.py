"""Trail Breaks as JSON, read with suspicion."""

from __future__ import annotations

import json
from typing import Any

from hexlos.errors import RuleError
from hexlos.rules.crossing import SIDES, side_number
from hexlos.rules.trailbreak import Standing, TrailBreak, TrailBreaks, Use
from hexlos.rules.units import MAX_NAME

FORMAT = 1

#: More entries of one kind than any board can carry.
MAX_ENTRIES = 100_000

_KEYS = {
    "": {"format", "trail_breaks", "vehicles", "uses"},
    "trail_breaks": {"hex", "hexsides"},
    "vehicles": {"name", "hex", "way", "hexside", "beneath"},
    "uses": {"trail_break", "towards", "unit"},
}


def write_state(state: TrailBreaks) -> str:
    """A state as a JSON text that ``read_state`` reads back."""
    data = {
        "format": FORMAT,
        "trail_breaks": [
            {"hex": t.hex, "hexsides": [SIDES[s] for s in t.sides]} for t in state.breaks
        ],
        "vehicles": [_vehicle(standing) for standing in state.standings],
        "uses": [
            {
                "trail_break": str(use.trail_break),
                "towards": "centre" if use.towards < 0 else SIDES[use.towards],
                "unit": use.unit,
            }
            for use in state.uses
        ],
    }
    return json.dumps(data, indent=2) + "\n"


def _vehicle(standing: Standing) -> dict[str, str]:
    data = {"name": standing.unit, "hex": standing.hex, "way": standing.way}
    if standing.side is not None:
        data["hexside"] = SIDES[standing.side]
    if standing.trail_break is not None:
        data["beneath"] = str(standing.trail_break)
    return data


def read_state(text: str | bytes) -> TrailBreaks:
    """A state from JSON; RuleError when it is damaged or contradicts the rules."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError, TypeError) as err:
        raise RuleError(f"Trail Breaks are kept as JSON, which this is not ({err})") from err
    if not isinstance(data, dict):
        raise RuleError("a JSON text of Trail Breaks is an object")
    _check_keys("", data)
    form = data.get("format")
    if isinstance(form, bool) or form != FORMAT:
        raise RuleError(f"format {_shown(form)} of Trail Breaks is unknown: use {FORMAT}")
    breaks = tuple(
        TrailBreak(_text(entry, "hex"), tuple(sorted(_sides(entry))))
        for entry in _entries(data, "trail_breaks")
    )
    standings = tuple(_standing(entry) for entry in _entries(data, "vehicles"))
    uses = tuple(_read_use(entry) for entry in _entries(data, "uses"))
    return TrailBreaks(breaks, standings, uses)


def _standing(entry: dict[str, Any]) -> Standing:
    return Standing(
        unit=_text(entry, "name"),
        hex=_text(entry, "hex"),
        way=_text(entry, "way"),
        side=side_number(_text(entry, "hexside")) if "hexside" in entry else None,
        trail_break=TrailBreak.parse(_text(entry, "beneath")) if "beneath" in entry else None,
    )


def _read_use(entry: dict[str, Any]) -> Use:
    towards = _text(entry, "towards")
    return Use(
        TrailBreak.parse(_text(entry, "trail_break")),
        -1 if towards == "centre" else side_number(towards),
        _text(entry, "unit"),
    )


def _sides(entry: dict[str, Any]) -> list[int]:
    names = entry.get("hexsides")
    if not isinstance(names, list) or len(names) > 2:
        raise RuleError("hexsides of a Trail Break is a list of one or two hexsides (B13.421)")
    return [side_number(_checked(name, "hexsides")) for name in names]


def _entries(data: dict[str, Any], key: str) -> list[dict[str, Any]]:
    entries = data.get(key, [])
    if not isinstance(entries, list) or not all(isinstance(e, dict) for e in entries):
        raise RuleError(f"{key} is a list of objects")
    if len(entries) > MAX_ENTRIES:
        raise RuleError(f"{key} has more than {MAX_ENTRIES} entries")
    for entry in entries:
        _check_keys(key, entry)
    return entries


def _check_keys(where: str, data: dict[str, Any]) -> None:
    unknown = sorted(set(data) - _KEYS[where])
    if unknown:
        allowed = ", ".join(sorted(_KEYS[where]))
        place = f" of {where}" if where else ""
        raise RuleError(f"unknown key {_shown(unknown[0])}{place}: the keys are {allowed}")


def _text(entry: dict[str, Any], key: str) -> str:
    return _checked(entry.get(key), key)


def _checked(value: object, key: str) -> str:
    if not isinstance(value, str) or not value or len(value) > MAX_NAME or not value.isprintable():
        raise RuleError(f"{key} must be a short text, not {_shown(value)}")
    return value


def _shown(value: object) -> str:
    """A value for an error, cut."""
    text = repr(value)
    return text if len(text) <= 40 else f"{text[:40]}..."
