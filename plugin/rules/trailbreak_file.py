"""Trail Breaks in a file: read whole, and written so that what was there is never lost."""

from __future__ import annotations

import os
from pathlib import Path

from hexlos.errors import HexlosError, RuleError
from hexlos.export.atomic import replacing
from hexlos.rules.trailbreak import TrailBreaks

#: More bytes than Trail Breaks of any map can take.
MAX_BYTES = 20_000_000


def read_file(path: str | os.PathLike[str], *, new: bool = False) -> TrailBreaks:
    """The state that a file holds; with new, none when there is no file yet.

    RuleError when the file is damaged, HexlosError when it cannot be read.
    """
    name = os.fspath(path)
    try:
        with Path(path).open("rb") as stream:
            data = stream.read(MAX_BYTES + 1)
    except FileNotFoundError:
        if new:
            return TrailBreaks()
        raise HexlosError(
            f"there is no file {name}: 'hexlos trail-break make' begins one"
        ) from None
    except (OSError, ValueError) as err:
        reason = getattr(err, "strerror", None) or err
        raise HexlosError(f"{name} cannot be read ({reason}): give a file of Trail Breaks") from err
    if len(data) > MAX_BYTES:
        raise RuleError(f"{name} is longer than a file of Trail Breaks can be")
    try:
        return TrailBreaks.from_json(data)
    except RuleError as err:
        raise RuleError(f"{name}: {err}") from err


def write_file(path: str | os.PathLike[str], state: TrailBreaks) -> None:
    """Write a state; HexlosError when it cannot be, and then the file is as it was."""
    with replacing(path) as stream:
        stream.write(state.to_json().encode())
