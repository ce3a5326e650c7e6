"""From the entries of a layout to the map: boards opened, changed, cropped, turned and joined."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from hexlos.address import board_name
from hexlos.board import Board
from hexlos.cache import remembered
from hexlos.errors import MapError, SsrError
from hexlos.mapgrid import labels_of
from hexlos.maps.crop import Sides, crop_pixels, cut, find_area
from hexlos.maps.joining import Tile, join
from hexlos.maps.layout import COLUMNS, ROWS, Entry, Rows
from hexlos.opening import open_board, rule_list


def assemble(
    rows: Rows, ssr: Iterable[str] | str | Mapping[str, Iterable[str] | str] | None = ()
) -> Board:
    """The map of a layout, with rules for all of it or for boards of it."""
    entries = [entry for row in rows for entry in row if entry is not None]
    boards = [_opened(entry) for entry in entries]
    if isinstance(ssr, Mapping):
        boards = _with_rules(boards, ssr)
    doubts = [doubt for entry in entries for doubt in entry.doubts]
    ready = iter([_granted(entry, b, doubts) for entry, b in zip(entries, boards, strict=True)])
    tiles = [
        [
            None if entry is None else _tile(entry, next(ready), _beside(rows, i, j))
            for j, entry in enumerate(row)
        ]
        for i, row in enumerate(rows)
    ]
    made = join(tiles, _name(tiles))
    if doubts:
        made = replace(made, notes=(*made.notes, *doubts))
    return remembered(made if isinstance(ssr, Mapping) else made.with_ssr(*rule_list(ssr)))


def _opened(entry: Entry) -> Board:
    return entry.board if isinstance(entry.board, Board) else open_board(entry.board)


def _with_rules(boards: list[Board], ssr: Mapping[str, Iterable[str] | str]) -> list[Board]:
    """The boards, each with the rules that are given for its name."""
    made = list(boards)
    labels = [label.removesuffix("-") for label in labels_of([board.name for board in boards])]
    for name, rules in ssr.items():
        wanted = name if isinstance(name, str) else ""
        found = [
            n
            for n, board in enumerate(boards)
            if wanted == labels[n] or board_name(wanted) == board_name(board.name)
        ]
        if not found:
            known = ", ".join(labels)
            raise SsrError(f"rules for board {name!r:.40}, which is not on the map of {known}")
        for n in found:
            made[n] = made[n].with_ssr(*rule_list(rules))
    return made


def _granted(entry: Entry, board: Board, doubts: list[str]) -> Board:
    """The board with those of a game's own rules that can be applied; doubts get the others."""
    for rule in entry.wishes:
        try:
            board = board.with_ssr(rule)
        except SsrError as err:
            doubts.append(f"rule {rule!r} of board {entry.text} is not applied ({err})")
    return board


def _beside(rows: Rows, i: int, j: int) -> Sides:
    """On which sides of a place another board lies."""

    def lies(row: int, column: int) -> bool:
        return 0 <= row < len(rows) and 0 <= column < len(rows[row]) and (
            rows[row][column] is not None)  # fmt: skip

    return Sides(
        left=lies(i, j - 1), right=lies(i, j + 1), top=lies(i - 1, j), bottom=lies(i + 1, j)
    )


def _tile(entry: Entry, board: Board, beside: Sides) -> Tile:
    """A board cropped, then turned, as it lies on the map."""
    if isinstance(entry.crop, str):
        half = beside
        if entry.half:
            half = Sides(True, True, True, True)
        elif entry.reversed:
            half = Sides(beside.right, beside.left, beside.bottom, beside.top)
        try:
            board = cut(board, find_area(board, entry.crop), half)
        except MapError as err:
            raise MapError(f"{entry.text}: {err}") from err
    elif entry.crop is not None:
        board = crop_pixels(board, *entry.crop)
    text = f"{'r' if entry.reversed else ''}{board.name}{_crop_text(entry)}"
    return Tile(text, _turned(board) if entry.reversed else board)


def _turned(board: Board) -> Board:
    """A board reversed, with the facts of its hexes where they are known."""
    made = board.rotated()
    made.take_facts(board, turned=True)
    return made


def _crop_text(entry: Entry) -> str:
    if entry.crop is None:
        return ""
    if isinstance(entry.crop, str):
        return f"[{entry.crop}{' half' if entry.half else ''}]"
    return "[{},{} {}x{}]".format(*entry.crop)


def _name(tiles: list[list[Tile | None]]) -> str:
    """The layout as one text."""
    texts = [["-" if tile is None else tile.text for tile in row] for row in tiles]
    return ROWS.join(COLUMNS.join(row) for row in texts)
