"""Saved games of VASL: which boards a game is played on, and how they lie."""

from __future__ import annotations

import re
import zipfile
import zlib
from dataclasses import dataclass
from pathlib import Path

from hexlos.errors import BoardFormatError

MEMBER = "savedGame"
MAX_MEMBER = 60_000_000
MAX_BOARDS = 100
_LAST_PLACE = 99

_HEAD = re.compile(r"!VCSK([0-9A-Fa-f]{2})")
#: Words that start a part of a board's entry.
_TAGS = ("VER", "OVR", "SSR", "ZOOM")


@dataclass(frozen=True, slots=True)
class SavedBoard:
    """One board of a saved game.

    name starts with "r" where it lies reversed; column and row are its place from the top left;
    crop is x, y, width and height in pixels of the board as it lies unreversed, None for all of it;
    overlays are named as the game names them.
    """

    name: str
    column: int
    row: int
    crop: tuple[int, int, int, int] | None = None
    version: str = ""
    overlays: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()


def is_saved_game(path: Path) -> bool:
    """Whether a file is a saved game, by its name or by what is in it."""
    if path.suffix.lower() == ".vsav":
        return True
    try:
        with zipfile.ZipFile(path) as archive:
            return MEMBER in archive.namelist()
    except (OSError, ValueError, zipfile.BadZipFile, NotImplementedError):
        return False


def read_saved_boards(path: Path) -> tuple[SavedBoard, ...]:
    """The boards of a saved game, in the order that it lists them.

    BoardFormatError for a file that is damaged or none, or names no boards.
    """
    try:
        return _boards(_commands(_member(path)))
    except BoardFormatError as err:
        raise BoardFormatError(f"{path.name}: {err}") from err


def _member(path: Path) -> bytes:
    try:
        with zipfile.ZipFile(path) as archive:
            size = archive.getinfo(MEMBER).file_size
            if size > MAX_MEMBER:
                raise BoardFormatError(f"its {MEMBER} unpacks to {size} bytes, too many")
            with archive.open(MEMBER) as stream:
                return stream.read(MAX_MEMBER)
    except KeyError as err:
        raise BoardFormatError(f"it is no saved game, for it holds no {MEMBER}") from err
    except FileNotFoundError as err:
        raise BoardFormatError("there is no such saved game") from err
    except (
        OSError, EOFError, zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError
    ) as err:  # fmt: skip
        raise BoardFormatError(f"the saved game is damaged ({err})") from err


def _commands(member: bytes) -> list[str]:
    """The commands of a game, unscrambled: pairs of hex digits, each XOR the key at the front."""
    text = member.decode("latin-1").strip()
    head = _HEAD.match(text)
    if head is None:
        raise BoardFormatError("it is no saved game, for it does not start with !VCSK and a key")
    try:
        scrambled = bytes.fromhex(text[head.end() :])
    except ValueError as err:
        raise BoardFormatError("the saved game is damaged: it breaks off in a byte") from err
    key = int(head[1], 16)
    table = bytes(byte ^ key for byte in range(256))
    return scrambled.translate(table).decode("utf-8", "replace").split("\x1b")


def _boards(commands: list[str]) -> tuple[SavedBoard, ...]:
    listed = [command for command in commands if command.startswith("bd\t")]
    if not listed:
        raise BoardFormatError("the saved game lists no boards")
    # a game may list its boards more than once: the last list is what it is played on
    tokens = listed[-1].split("\t")
    starts = [n for n, token in enumerate(tokens) if token == "bd" and n + 3 < len(tokens)]
    if not starts:
        raise BoardFormatError("the saved game lists no boards")
    if len(starts) > MAX_BOARDS:
        raise BoardFormatError(f"the saved game lists more than {MAX_BOARDS} boards")
    ends = [*starts[1:], len(tokens)]
    found = tuple(_board(tokens[start + 1 : end]) for start, end in zip(starts, ends, strict=True))
    places = [(board.row, board.column) for board in found]
    if len(set(places)) < len(places):
        raise BoardFormatError("the saved game lays two boards at one place")
    return found


def _board(tokens: list[str]) -> SavedBoard:
    column, row = (_place(token) for token in tokens[:2])
    name = tokens[2]
    if not re.fullmatch(r"[\w .+-]{1,40}", name, re.ASCII):
        raise BoardFormatError(f"the saved game has a board of the name {name[:40]!r}")
    numbers: list[str] = []
    parts: list[list[str]] = []
    for token in tokens[3:]:
        if token in _TAGS:
            parts.append([token])
        elif parts:
            parts[-1].append(token)
        elif token:
            numbers.append(token)
    crop = tuple(_number(token) for token in numbers)
    if crop and len(crop) != 4:
        raise BoardFormatError(f"the saved game crops board {name} to {len(crop)} numbers, not 4")
    said = {tag: [t for part in parts if part[0] == tag for t in part[1:] if t] for tag in _TAGS}
    return SavedBoard(
        name=name,
        column=column,
        row=row,
        crop=(crop[0], crop[1], crop[2], crop[3]) if crop else None,
        version=" ".join(said["VER"]),
        overlays=tuple(" ".join(t for t in part[1:] if t) for part in parts if part[0] == "OVR"),
        rules=tuple(said["SSR"]),
    )


def _place(token: str) -> int:
    place = _number(token)
    if not 0 <= place <= _LAST_PLACE:
        raise BoardFormatError(f"the saved game lays a board at place {place}")
    return place


def _number(token: str) -> int:
    if not re.fullmatch(r"-?\d{1,6}", token, re.ASCII):
        raise BoardFormatError(f"the saved game has {token[:40]!r} where a number belongs")
    return int(token)
