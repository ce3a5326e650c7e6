"""The exceptions that hexlos raises; each is a HexlosError and a builtin."""


class HexlosError(Exception):
    """Root of every error that bad input can cause: one sentence that names it."""


class BoardFormatError(HexlosError, ValueError):
    """A board file that is damaged, incomplete or of an unknown kind."""


class UnknownBoardError(HexlosError, LookupError):
    """A board name that no folder searched holds."""


class MapError(HexlosError, ValueError):
    """A layout that names no boards, or boards and crops that do not fit together."""


class UnknownHexError(HexlosError, LookupError):
    """An address that is malformed or not on the board."""


class UnknownTerrainError(HexlosError, LookupError):
    """A terrain name that no rule table holds."""


class SsrError(HexlosError, ValueError):
    """A scenario special rule that is unknown or contradicts the board."""


class RuleError(HexlosError, ValueError):
    """A step that the rules do not allow, or a state of a game that they cannot lead to."""


class TraceOptionError(HexlosError, ValueError):
    """An option of a LOS question (thread, threads, range) out of its domain."""


class ResultFormatError(HexlosError, ValueError):
    """A result file that is damaged, of a later schema, or of an unknown kind."""


class MissingExtraError(HexlosError, ImportError):
    """A feature whose optional dependency is not installed."""
