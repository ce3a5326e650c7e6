"""The compiled core: everything that Python may call of it is named here."""

from hexlos.ext._batch import trace_notes, trace_pairs, trace_table
from hexlos.ext._codes import ReasonCode, StepKind, Verdict
from hexlos.ext._field import Field
from hexlos.ext._paths import fill_paths, step_size

__all__ = [
    "Field",
    "ReasonCode",
    "StepKind",
    "Verdict",
    "fill_paths",
    "step_size",
    "trace_notes",
    "trace_pairs",
    "trace_table",
]
