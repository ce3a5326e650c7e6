"""The folder of the cache: files that appear as a whole, and no more of them than fit."""

from __future__ import annotations

import os
import re
import secrets
import stat
import time
from contextlib import suppress
from pathlib import Path

#: Bytes of the largest file that is read or written, and of all of them together.
MAX_FILE = 64_000_000
MAX_FOLDER = 256_000_000

#: Seconds after which an unfinished file is taken for one of a process that is gone.
_ABANDONED = 3600.0

_NAME = re.compile(r"[0-9a-f]{40}\.board\Z")
_DRAFT = re.compile(r"\.[0-9a-f]{40}\.board\.[0-9a-f]{8}\.tmp\Z")


def cache_folder() -> Path | None:
    """The folder: HEXLOS_CACHE, else hexlos in the user's cache folder; None for "off"."""
    given = os.environ.get("HEXLOS_CACHE", "")
    if given.strip().casefold() == "off":
        return None
    if given:
        return Path(given)
    base = os.environ.get("XDG_CACHE_HOME", "")
    if not os.path.isabs(base):  # as the XDG specification has it
        base = os.path.expanduser("~/.cache")
    return Path(base) / "hexlos" if os.path.isabs(base) else None


def load(key: str) -> bytes | None:
    """What was kept under a key; None where nothing is, or nothing that can be read."""
    folder = cache_folder()
    if folder is None:
        return None
    path = folder / f"{key}.board"
    try:
        # a name that is no file must not make anybody wait
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
        with os.fdopen(handle, "rb") as stream:
            found = os.fstat(handle)
            if not stat.S_ISREG(found.st_mode) or found.st_size > MAX_FILE:
                return None
            data = stream.read(MAX_FILE)
        with suppress(OSError):
            os.utime(path)  # what is used stays
    except (OSError, ValueError):
        return None
    return data


def save(key: str, data: bytes) -> None:
    """Keep data under a key, if that can be; a folder that cannot be written is no error."""
    folder = cache_folder()
    if folder is None or len(data) > MAX_FILE:
        return
    goal = folder / f"{key}.board"
    draft = folder / f".{goal.name}.{secrets.token_hex(4)}.tmp"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with draft.open("xb") as stream:
            stream.write(data)
        os.replace(draft, goal)
        _tidy(folder)
    except (OSError, ValueError):
        with suppress(OSError, ValueError):
            draft.unlink()


def _tidy(folder: Path) -> None:
    """Remove the files that were not used for longest, until the others fit, and dead drafts."""
    kept: list[tuple[float, int, str]] = []
    with os.scandir(folder) as entries:
        for entry in entries:
            with suppress(OSError):  # another process may tidy too
                found = entry.stat(follow_symlinks=False)
                if _NAME.match(entry.name):
                    kept.append((found.st_mtime, found.st_size, entry.path))
                elif _DRAFT.match(entry.name) and found.st_mtime < time.time() - _ABANDONED:
                    os.unlink(entry.path)
    total = sum(size for _, size, _ in kept)
    for _, size, path in sorted(kept):
        if total <= MAX_FOLDER:
            break
        with suppress(OSError):
            os.unlink(path)
        total -= size
