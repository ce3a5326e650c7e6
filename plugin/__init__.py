"""Line of sight on hex-grid wargame maps."""

from importlib.metadata import version as _version

from hexlos.board import Board
from hexlos.difference import Difference, HexDifference, compare
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
from hexlos.export import load_matrix, save_matrix, stream_matrix
from hexlos.hexinfo import Hex, HexsideInfo
from hexlos.los import HexStep, LosResult
from hexlos.maps import open_map
from hexlos.matrix import LosMatrix
from hexlos.opening import built_in_boards, open_board
from hexlos.reasons import Reason
from hexlos.rules.terrain import TerrainRules, terrain
from hexlos.ssr import Ssr, list_ssrs

__version__ = _version("hexlos")

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
