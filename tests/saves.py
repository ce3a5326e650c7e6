"""Saved games made on the spot."""

from __future__ import annotations

import zipfile
from pathlib import Path


def scrambled(text: str, key: int = 0x5A) -> bytes:
    """Commands as the savedGame member of a saved game."""
    pairs = "".join(f"{byte ^ key:02x}" for byte in text.encode())
    return f"!VCSK{key:02x}{pairs}".encode()


def write_save(
    path: Path, *boards: str, member: bytes | None = None, name: str = "savedGame"
) -> Path:
    """A saved game that lists these boards: "0 0 r05 VER 6.4", tabs written as spaces."""
    if member is None:
        listed = "".join("bd\t" + board.replace(" ", "\t") + "\t" for board in boards)
        member = scrambled(f"begin_save\x1b\x1b{listed}\x1b+/1/piece\x1bend_save")
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(name, member)
    return path
