"""Write a file so that it is there as a whole or not at all."""

from __future__ import annotations

import os
import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from hexlos.errors import HexlosError


def check_regular(path: str | os.PathLike[str]) -> None:
    """HexlosError when something that is no file has the name of one to write."""
    if os.path.exists(path) and not os.path.isfile(path):
        raise HexlosError(f"{os.fspath(path)} is no regular file: give the name of a file to write")


@contextmanager
def replacing(path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    """A stream whose content becomes ``path`` when the block ends without an exception.

    Until then it has a temporary name in the same folder, so that a failed or cancelled write
    leaves what was there before. HexlosError when the folder or the file cannot be written.
    """
    # of a symbolic link its target is replaced, not the link
    goal = Path(os.path.realpath(path))
    check_regular(path)
    draft = goal.with_name(f".{goal.name[:100]}.{secrets.token_hex(4)}.tmp")
    try:
        with draft.open("xb") as stream:
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
        if goal.exists():
            shutil.copymode(goal, draft)
        os.replace(draft, goal)
    except OSError as err:
        raise HexlosError(
            f"{os.fspath(path)} cannot be written ({err.strerror or err}): give a file in a "
            "folder that exists and is writable"
        ) from err
    finally:
        with suppress(OSError):  # it has been moved, or could not be made
            draft.unlink()
