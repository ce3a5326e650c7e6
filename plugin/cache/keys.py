"""What a board is kept under: its file's bytes, and the very hexlos that read them."""

from __future__ import annotations

import hashlib
import os
from functools import cache
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

from hexlos.cache.folder import cache_folder
from hexlos.packing import FORMAT
from hexlos.plugins import BUILT_IN, manager

#: Bytes of the largest board file that is kept.
_MAX_SOURCE = 100_000_000


def key_of(path: Path) -> str | None:
    """The key of a board file, 40 hex digits; None where it is not to be kept.

    Readers of others may read more than the file, and change without this one's knowledge.
    """
    if cache_folder() is None or not _own_readers_only():
        return None
    try:
        if path.stat().st_size > _MAX_SOURCE:
            return None
        data = path.read_bytes()
    except OSError:
        return None
    made = hashlib.sha256(program().encode())
    made.update(f"\0{path.name}\0{len(data)}\0".encode("utf-8", "surrogateescape"))
    made.update(data)
    return made.hexdigest()[:40]


def _own_readers_only() -> bool:
    readers = manager().hook.hexlos_read_board.get_hookimpls()
    return all(reader.plugin_name in BUILT_IN for reader in readers)


@cache
def program() -> str:
    """This hexlos: its version, and its files as they are, for a checkout's version tells less."""
    found = [str(FORMAT), version("hexlos")]
    specs = [find_spec(name) for name in ("hexlos", "hexlos.cache", "hexlos.files", "hexlos.ext")]
    for folder in (p for spec in specs if spec for p in spec.submodule_search_locations or ()):
        try:
            with os.scandir(folder) as entries:
                files = [(e.name, e.stat()) for e in entries if e.name.endswith((".py", ".so"))]
        except OSError:  # packed in an archive, which has a version
            continue
        found += sorted(f"{name} {it.st_size} {it.st_mtime_ns}" for name, it in files)
    return "\n".join(found)
