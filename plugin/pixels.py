"""Planes of pixels read at one go: which codes they show and where, and a few pixels marked."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hexlos.catalogue import CODES, catalogue
from hexlos.ext import codes_shown, count_wanted, find_wanted


class Marks(NamedTuple):
    """Some pixels of a plane, each once, and a value of each; for planes that would be bare."""

    x: NDArray[np.int64]
    y: NDArray[np.int64]
    value: NDArray[Any]

    def where(self, kept: NDArray[np.bool_]) -> Marks:
        """Those of these marks that are kept."""
        return Marks(self.x[kept], self.y[kept], self.value[kept])

    def moved(self, x: int, y: int) -> Marks:
        """The marks so many pixels further across and down."""
        return Marks(self.x + x, self.y + y, self.value)

    @classmethod
    def together(cls, several: Iterable[Marks]) -> Marks:
        """All of several, which mark different pixels."""
        return cls(*map(np.concatenate, zip(*several, strict=True)))


@cache
def flags(name: str) -> NDArray[np.bool_]:
    """(256,) for which terrain codes a property of their kinds holds."""
    found = np.array([bool(getattr(kind, name)) for kind in catalogue()])
    found.setflags(write=False)
    return found


def codes_in(plane: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """(256,) which codes a (width, height) plane shows."""
    found = np.zeros(CODES, dtype=np.uint8)
    codes_shown(np.ascontiguousarray(plane), found)
    return found.view(np.bool_)


def pixels_showing(
    plane: NDArray[np.uint8], kinds: NDArray[Any]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """x and y, in order, of the pixels of a (width, height) plane with a code of (256,) kinds."""
    plane = np.ascontiguousarray(plane)
    wanted = as_table(kinds)
    count = count_wanted(plane, wanted)
    x, y = np.empty((2, count), dtype=np.int64)
    find_wanted(plane, wanted, x, y)
    return x, y


def as_table(kinds: NDArray[Any]) -> NDArray[np.uint8]:
    """(256,) flags of codes as the compiled core takes them."""
    return np.ascontiguousarray(kinds, dtype=np.bool_).view(np.uint8)
