"""Line of sight on hex-grid wargame maps."""

from importlib.metadata import version as _version

from hexlos.board import Board
from hexlos.errors import (
    BoardFormatError,
    HexlosError,
    MissingExtraError,
    ResultFormatError,
    SsrError,
    TraceOptionError,
    UnknownBoardError,
    UnknownHexError,
)
from hexlos.hexinfo import Hex, HexsideInfo
from hexlos.los import HexStep, LosResult
from hexlos.maps import open_map
from hexlos.matrix import LosMatrix
from hexlos.opening import built_in_boards, open_board
from hexlos.reasons import Reason

__version__ = _version("hexlos")

__all__ = [
    "Board",
    "BoardFormatError",
    "Hex",
    "HexStep",
    "HexlosError",
    "HexsideInfo",
    "LosMatrix",
    "LosResult",
    "MissingExtraError",
    "Reason",
    "ResultFormatError",
    "SsrError",
    "TraceOptionError",
    "UnknownBoardError",
    "UnknownHexError",
    "__version__",
    "built_in_boards",
    "open_board",
    "open_map",
]
