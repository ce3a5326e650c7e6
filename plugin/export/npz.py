"""Matrices as compressed .npz: numpy alone reads them, and nothing in them is ever unpickled."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
import pluggy
from numpy.typing import NDArray

from hexlos.errors import ResultFormatError
from hexlos.export.atomic import replacing
from hexlos.export.limits import SCHEMA, check_names, check_schema, check_size, check_values
from hexlos.matrix import LosMatrix

hookimpl = pluggy.HookimplMarker("hexlos")

_PLAIN = ("hindrance", "reason", "range", "where", "source_px", "target_px")
_MEMBERS = ("sources", "targets", "blocked", "info", *_PLAIN)

#: Bytes that names and info may unpack to, and that a pair and the head of a member take.
_MAX_NAMES = 64_000_000
_PAIR_BYTES = 4
_HEAD_BYTES = 10_000


@hookimpl
def hexlos_write_matrix(matrix: LosMatrix, path: Path) -> bool | None:
    """Write path when it is called .npz."""
    if path.suffix.lower() != ".npz":
        return None
    check_size(len(matrix.sources), len(matrix.targets))
    with replacing(path) as stream:
        np.savez_compressed(
            stream,
            allow_pickle=False,
            sources=np.array(matrix.sources, dtype=np.str_),
            targets=np.array(matrix.targets, dtype=np.str_),
            blocked=np.packbits(matrix.blocked, axis=1),
            info=np.array(json.dumps({"schema": SCHEMA, **matrix.info})),
            **{name: getattr(matrix, name) for name in _PLAIN},
        )
    return True


@hookimpl
def hexlos_read_matrix(path: Path) -> LosMatrix | None:
    """Read path when it is a zip archive or called .npz."""
    with path.open("rb") as stream:
        head = stream.read(2)
        if head != b"PK" and path.suffix.lower() != ".npz":
            return None
        stream.seek(0)
        try:
            return _read(stream)
        except zipfile.BadZipFile as err:
            raise ResultFormatError("it is no .npz archive, or a damaged one") from err


def _read(stream: BinaryIO) -> LosMatrix:
    with zipfile.ZipFile(stream) as archive:
        sizes = {info.filename: info.file_size for info in archive.infolist()}
    missing = [name for name in _MEMBERS if f"{name}.npy" not in sizes]
    if missing:
        raise ResultFormatError(f"it lacks {', '.join(missing)}, so it is no LOS matrix")
    stream.seek(0)
    with np.load(stream, allow_pickle=False) as archive:
        if max(sizes[f"{name}.npy"] for name in ("sources", "targets", "info")) > _MAX_NAMES:
            raise ResultFormatError("its lists of locations are too long")
        sources = check_names(archive["sources"].tolist())
        targets = check_names(archive["targets"].tolist())
        check_size(len(sources), len(targets))
        # a small archive may claim to unpack to any size: read no more than its locations need
        room = _HEAD_BYTES + _PAIR_BYTES * (len(sources) + 8) * (len(targets) + 8)
        if max(sizes[f"{name}.npy"] for name in ("blocked", *_PLAIN)) > room:
            raise ResultFormatError("its tables do not fit its locations")
        return _assemble(sources, targets, {name: archive[name] for name in _MEMBERS})


def _assemble(
    sources: tuple[str, ...], targets: tuple[str, ...], read: dict[str, NDArray[Any]]
) -> LosMatrix:
    info = json.loads(str(read["info"]))
    if not isinstance(info, dict):
        raise ResultFormatError("its info is no table")
    check_schema(info.get("schema"))
    packed = read["blocked"]
    if packed.dtype != np.uint8 or packed.shape != (len(sources), (len(targets) + 7) // 8):
        raise ResultFormatError("its tables do not fit its locations")
    return check_values(
        LosMatrix(
            sources=sources,
            targets=targets,
            blocked=np.unpackbits(packed, axis=1, count=len(targets)).view(np.bool_),
            info=info,
            **{name: read[name] for name in _PLAIN},
        )
    )
