"""Golden verdicts as text: ``woodland.los`` has one LOS a line, census.toml counts all pairs."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path

FOLDER = Path(__file__).parent


def verdicts() -> Iterator[tuple[str, int, str, str, str]]:
    """(board, line number, source, target, verdict) of every golden line."""
    for path in sorted(FOLDER.glob("*.los")):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
            fields = line.split("#")[0].split(maxsplit=2)
            if fields:
                yield path.stem, number, fields[0], fields[1], fields[2].strip()


def census() -> dict[str, dict[str, int]]:
    """Board (and thread) -> counts of verdicts over all pairs of hexes."""
    loaded: dict[str, dict[str, int]] = tomllib.loads(
        (FOLDER / "census.toml").read_text(encoding="utf-8")
    )
    return loaded
