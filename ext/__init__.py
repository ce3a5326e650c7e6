"""The compiled core: everything that Python may call of it is named here."""

from hexlos.ext._batch import crosses, find_margin, trace_notes, trace_pairs, trace_table
from hexlos.ext._codes import PlaceKind, ReasonCode, Stance, StepKind, Verdict, VerdictFlag
from hexlos.ext._field import Field
from hexlos.ext._paths import fill_paths, step_size

__all__ = [
    "Field",
    "PlaceKind",
    "ReasonCode",
    "Stance",
    "StepKind",
    "Verdict",
    "VerdictFlag",
    "crosses",
    "fill_paths",
    "find_margin",
    "step_size",
    "trace_notes",
    "trace_pairs",
    "trace_table",
]
