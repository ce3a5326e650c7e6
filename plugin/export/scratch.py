"""Tiles of a table that is being made, on disk beside the file that they will become."""

from __future__ import annotations

import fcntl
import os
import re
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType

from hexlos.errors import HexlosError
from hexlos.matrix import Slab
from hexlos.packing import DamagedError, pack, unpack

_TILE = re.compile(r"\d{6}-\d{6}\.tile\Z|\.\d{6}-\d{6}\.tile\.[0-9a-f]{8}\.tmp\Z|question\Z")


class Scratch:
    """The folder ``.NAME.part`` of a file NAME: what an interrupted run leaves for the next.

    resumed tells whether there was one of the same question; of another one it is emptied. The
    folder stays when the block is left, but for ``remove``. HexlosError when it cannot be used,
    or another process does.
    """

    def __init__(self, goal: Path, question: str) -> None:
        # of a symbolic link its target will be replaced
        real = Path(os.path.realpath(goal))
        self.folder = real.with_name(f".{real.name[:100]}.part")
        self.resumed = False
        self._goal, self._question = goal, question
        self._lock: int | None = None

    def __enter__(self) -> Scratch:
        with self._told():
            self.folder.mkdir(exist_ok=True)
            self._lock = os.open(self.folder, os.O_RDONLY)
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as err:
            self._release()
            raise HexlosError(f"{self._goal} is being written by another process") from err
        try:
            with self._told():
                self._begin()
        except BaseException:
            self._release()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, err: BaseException | None, at: TracebackType | None
    ) -> None:
        self._release()

    def _release(self) -> None:
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def _begin(self) -> None:
        note = self.folder / "question"
        with suppress(FileNotFoundError, UnicodeDecodeError):
            self.resumed = note.read_text(encoding="utf-8") == self._question
        if not self.resumed:
            self._empty()
            note.write_text(self._question, encoding="utf-8")

    def _empty(self) -> None:
        for path in self.folder.iterdir():
            if _TILE.match(path.name):
                path.unlink()

    def save(self, row: int, column: int, slab: Slab) -> None:
        """Keep a tile."""
        goal = self._tile(row, column)
        draft = goal.with_name(f".{goal.name}.{secrets.token_hex(4)}.tmp")
        try:
            with self._told():
                draft.write_bytes(pack({}, slab._asdict()))
                os.replace(draft, goal)
        finally:
            with suppress(OSError):
                draft.unlink()

    def load(self, row: int, column: int) -> Slab | None:
        """A tile; None where it is not there, or damaged."""
        try:
            _, arrays = unpack(self._tile(row, column).read_bytes())
            return Slab(**arrays)
        except (OSError, DamagedError, TypeError, KeyError, ValueError):
            return None

    def remove(self) -> None:
        """Remove the folder with all tiles; what is not of them stays."""
        with suppress(OSError):
            self._empty()
            self.folder.rmdir()

    def _tile(self, row: int, column: int) -> Path:
        return self.folder / f"{row:06d}-{column:06d}.tile"

    @contextmanager
    def _told(self) -> Iterator[None]:
        try:
            yield
        except OSError as err:
            raise HexlosError(
                f"{self._goal} cannot be written ({err.strerror or err}): give a file in a folder "
                "that exists and is writable, with room for the table"
            ) from err
