"""All answers of a board, packed for a page that has no one to ask."""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from hexlos.page.facts import edge_addresses

if TYPE_CHECKING:
    from hexlos.board import Board
    from hexlos.matrix import LosMatrix, Progress

#: A verdict is one byte: the hindrance of a clear LOS, or this plus the code of its reason.
BLOCKED = 8
_NOWHERE = 65535


def verdicts(matrix: LosMatrix) -> NDArray[np.uint8]:
    """(sources, targets) one byte each."""
    found: NDArray[np.uint8] = np.where(matrix.blocked, BLOCKED + matrix.reason, matrix.hindrance)
    return found.astype(np.uint8)


def packed(board: Board, thread: str, threads: int = 1, progress: Progress | None = None) -> bytes:
    """The table of all locations, as raw deflate.

    Of all pairs i < j of levels in order: verdicts; low, then high bytes of the distance in pixels
    from i to where the LOS is blocked, 65535 for nowhere. The same of all pairs (edge, hex) of
    crest status and vertices with plain locations. Then for each pair of plain locations that is
    clear but hindered a count, and of as many hexes index (low, high) and amount.
    """
    matrix = board.los_matrix("levels", thread=thread, threads=threads, progress=progress)
    edges = [address for addresses in edge_addresses(board) for address in addresses]
    seen = board.los_matrix(edges, board.hexes, thread=thread, threads=threads, progress=progress)
    first, second = np.triu_indices(len(matrix.sources), 1)
    verdict = verdicts(matrix)[first, second]
    plain = np.array([":" not in name for name in matrix.sources])
    hindered = (verdict > 0) & (verdict < BLOCKED) & plain[first] & plain[second]
    told = bytearray()
    for a, b in zip(first[hindered].tolist(), second[hindered].tolist(), strict=True):
        los = board.los(matrix.sources[a], matrix.sources[b], thread=thread)
        told.append(len(los.hindrances))
        for name, amount in los.hindrances.items():
            told += board.grid.index(name).to_bytes(2, "little") + bytes([amount])
    planes = _planes(matrix, first, second)
    planes += _planes(seen, *np.indices(seen.blocked.shape).reshape(2, -1))
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
    return deflate.compress(planes + bytes(told)) + deflate.flush()


def _planes(matrix: LosMatrix, first: NDArray[np.intp], second: NDArray[np.intp]) -> bytes:
    """Verdicts of pairs, then low bytes, then high bytes of distances."""
    far = _distances(matrix, first, second)
    return b"".join(
        plane.astype(np.uint8).tobytes()
        for plane in (verdicts(matrix)[first, second], far & 255, far >> 8)
    )


def _distances(
    matrix: LosMatrix, first: NDArray[np.intp], second: NDArray[np.intp]
) -> NDArray[np.uint16]:
    where = matrix.where[first, second].astype(np.float64)
    offset = where + 0.5 - matrix.source_px[first]
    far = np.minimum(np.rint(np.hypot(offset[:, 0], offset[:, 1])), _NOWHERE - 1)
    far[where[:, 0] < 0] = _NOWHERE
    return far.astype(np.uint16)
