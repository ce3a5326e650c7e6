"""Where labels go: on the picture, and never one over another."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from hexlos.pictures.caption import font_of
from hexlos.pictures.scene import Label, Sheet

_CELL = 64
#: Pixels between the text and the edge of its plate, and between two plates.
_PAD = 2.0
_APART = 1.0

#: Shifts that are tried, in heights of the plate: down first, where hexes have room.
_TRIES = (0.0, 0.75, -0.75, 1.5, -1.5, 2.25, -2.25)


@dataclass(frozen=True, slots=True)
class Plate:
    """A label's box in pixels of the picture, and the size of its font there."""

    label: Label
    left: float
    top: float
    right: float
    bottom: float
    size: float

    @property
    def middle(self) -> tuple[float, float]:
        """Centre of the box."""
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2


def plates(sheet: Sheet) -> tuple[Plate, ...]:
    """The plates of all labels for which there is room, in their order."""
    taken: dict[tuple[int, int], list[Plate]] = defaultdict(list)
    found = []
    for label in sheet.labels:
        plate = next((p for p in _tries(label, sheet) if not _hit(p, taken)), None)
        if plate is None:
            continue
        found.append(plate)
        for cell in _cells(plate):
            taken[cell].append(plate)
    return tuple(found)


def _tries(label: Label, sheet: Sheet) -> Iterator[Plate]:
    size = round(label.size * sheet.scale, 2)
    left, top, right, bottom = font_of(size).getbbox(label.text)
    wide, high = (right - left) / 2 + _PAD, (bottom - top) / 2 + _PAD
    width, height = sheet.size
    x = (label.x - sheet.window.left) * sheet.scale
    y = (label.y - sheet.window.top) * sheet.scale
    x = min(max(x, wide), width - wide - 1)
    for tried in _TRIES:
        down = min(max(y + tried * 2 * high, high), height - high - 1)
        yield Plate(label, x - wide, down - high, x + wide, down + high, size)


def _cells(plate: Plate) -> Iterable[tuple[int, int]]:
    columns = range(int(plate.left) // _CELL, int(plate.right) // _CELL + 1)
    rows = range(int(plate.top) // _CELL, int(plate.bottom) // _CELL + 1)
    return [(column, row) for column in columns for row in rows]


def _hit(plate: Plate, taken: dict[tuple[int, int], list[Plate]]) -> bool:
    return any(
        plate.left < other.right + _APART
        and other.left < plate.right + _APART
        and plate.top < other.bottom + _APART
        and other.top < plate.bottom + _APART
        for cell in _cells(plate)
        for other in taken.get(cell, ())
    )
