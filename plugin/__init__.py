"""Line of sight on hex-grid wargame maps."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from hexlos.errors import (
    BoardFormatError,
    HexlosError,
    MapError,
    MissingExtraError,
    ResultFormatError,
    RuleError,
    SsrError,
    TraceOptionError,
    UnknownBoardError,
    UnknownHexError,
    UnknownTerrainError,
)

if TYPE_CHECKING:
    from hexlos.board import Board
    from hexlos.difference import Difference, HexDifference, compare
    from hexlos.export import load_matrix, save_matrix, stream_matrix
    from hexlos.hexinfo import Hex, HexsideInfo
    from hexlos.los import HexStep, LosResult
    from hexlos.maps import open_map
    from hexlos.matrix import LosMatrix
    from hexlos.opening import built_in_boards, open_board
    from hexlos.reasons import Reason
    from hexlos.rules.terrain import TerrainRules, terrain
    from hexlos.ssr import Ssr, list_ssrs

    __version__: str

#: Where names are that are not looked for before somebody wants them: the command line starts
#: several times as fast without numpy and Shapely.
_HOMES = {
    "Board": "board",
    "Difference": "difference",
    "HexDifference": "difference",
    "compare": "difference",
    "load_matrix": "export",
    "save_matrix": "export",
    "stream_matrix": "export",
    "Hex": "hexinfo",
    "HexsideInfo": "hexinfo",
    "HexStep": "los",
    "LosResult": "los",
    "open_map": "maps",
    "LosMatrix": "matrix",
    "built_in_boards": "opening",
    "open_board": "opening",
    "Reason": "reasons",
    "TerrainRules": "rules.terrain",
    "terrain": "rules.terrain",
    "Ssr": "ssr",
    "list_ssrs": "ssr",
}

__all__ = [
    "Board",
    "BoardFormatError",
    "Difference",
    "Hex",
    "HexDifference",
    "HexStep",
    "HexlosError",
    "HexsideInfo",
    "LosMatrix",
    "LosResult",
    "MapError",
    "MissingExtraError",
    "Reason",
    "ResultFormatError",
    "RuleError",
    "Ssr",
    "SsrError",
    "TerrainRules",
    "TraceOptionError",
    "UnknownBoardError",
    "UnknownHexError",
    "UnknownTerrainError",
    "__version__",
    "built_in_boards",
    "compare",
    "list_ssrs",
    "load_matrix",
    "open_board",
    "open_map",
    "save_matrix",
    "stream_matrix",
    "terrain",
]


def _found(name: str) -> Any:
    """A name of the package, or a module of it that was not imported yet."""
    if name == "__version__":
        from importlib.metadata import version

        return version("hexlos")
    if name in _HOMES:
        return getattr(import_module(f"hexlos.{_HOMES[name]}"), name)
    try:
        return import_module(f"hexlos.{name}")
    except ModuleNotFoundError as err:
        if err.name != f"hexlos.{name}":
            raise
        raise AttributeError(f"module 'hexlos' has no attribute {name!r}") from None


if not TYPE_CHECKING:  # which would believe in any name

    def __getattr__(name: str) -> Any:
        found = globals()[name] = _found(name)
        return found

    def __dir__() -> list[str]:
        return sorted({*globals(), *__all__})
