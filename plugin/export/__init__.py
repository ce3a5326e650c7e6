"""Results in files: LOS matrices written and read back through the writer plugins."""

from __future__ import annotations

import os
from pathlib import Path

from hexlos.errors import HexlosError, ResultFormatError
from hexlos.export.limits import check_listed_once
from hexlos.export.stream import stream_matrix
from hexlos.matrix import LosMatrix
from hexlos.plugins import manager


def save_matrix(matrix: LosMatrix, path: str | os.PathLike[str]) -> None:
    """Write a matrix to a file, in the format that its suffix names: .npz, or .parquet.

    The file appears as a whole or not at all; one that was there is replaced. HexlosError when
    no writer knows the suffix, the folder cannot be written or a location is listed twice,
    MissingExtraError when Parquet is asked for without pyarrow.
    """
    if not isinstance(matrix, LosMatrix):
        raise ResultFormatError(f"{matrix!r:.60} is no LOS matrix to save")
    check_listed_once(matrix)
    goal = _path(path)
    if not manager().hook.hexlos_write_matrix(matrix=matrix, path=goal):
        raise ResultFormatError(
            f"{goal.name[:60]}: no writer knows files {goal.suffix[:20]!r}, use .npz or .parquet"
        )


def load_matrix(path: str | os.PathLike[str]) -> LosMatrix:
    """Read a matrix that ``save_matrix`` wrote; ResultFormatError says what is wrong with a file.

    From .npz everything comes back as it was; from .parquet the points where LOS are blocked do
    to within two pixels or so, since it keeps their distance along the line.
    """
    file = _path(path)
    name = file.name[:60]
    try:
        matrix: LosMatrix | None = manager().hook.hexlos_read_matrix(path=file)
    except ResultFormatError as err:
        raise ResultFormatError(f"{name}: {err}") from err
    except HexlosError:
        raise
    except OSError as err:
        raise ResultFormatError(f"{name}: it cannot be read ({err.strerror or err})") from err
    except Exception as err:  # a reader must not crash its caller, whatever the file holds
        why = " ".join(str(err).split())
        raise ResultFormatError(f"{name}: it is damaged ({why})") from err
    if matrix is None:
        raise ResultFormatError(f"{name}: no reader knows this kind of file as a LOS matrix")
    return matrix


def _path(given: str | os.PathLike[str]) -> Path:
    if not isinstance(given, str | os.PathLike):
        raise ResultFormatError(f"{given!r:.60} is no path of a file")
    return Path(given)


__all__ = ["load_matrix", "save_matrix", "stream_matrix"]
