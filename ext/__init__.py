"""The compiled core: everything that Python may call of it is named here."""

from hexlos.ext._art import grow, mark_shown, share_within
from hexlos.ext._batch import (
    crosses,
    find_margin,
    trace_line,
    trace_notes,
    trace_pairs,
    trace_table,
)
from hexlos.ext._blind import fill_blind, find_shown
from hexlos.ext._codes import (
    PlaceFlag,
    PlaceKind,
    ReasonCode,
    Shade,
    Stance,
    StepKind,
    Verdict,
    VerdictFlag,
)
from hexlos.ext._field import Field
from hexlos.ext._hexes import (
    count_near_centres,
    levels_beside,
    own_pixels,
    share_inside,
    side_distances,
)
from hexlos.ext._paths import fill_paths, step_size
from hexlos.ext._planes import (
    codes_shown,
    count_pairs,
    count_wanted,
    find_wanted,
    look_up,
    number_pairs,
)
from hexlos.ext._rays import Rays
from hexlos.ext._reach import (
    Reach,
    fill_above,
    fill_plane,
    fill_same,
    has_soft,
    plane_size,
)
from hexlos.ext._sides import Sides, mark_acting
from hexlos.ext._strips import Strips
from hexlos.ext._vectors import trace_vectors

__all__ = [
    "Field",
    "PlaceFlag",
    "PlaceKind",
    "Rays",
    "Reach",
    "ReasonCode",
    "Shade",
    "Sides",
    "Stance",
    "StepKind",
    "Strips",
    "Verdict",
    "VerdictFlag",
    "codes_shown",
    "count_near_centres",
    "count_pairs",
    "count_wanted",
    "crosses",
    "fill_above",
    "fill_blind",
    "fill_paths",
    "fill_plane",
    "fill_same",
    "find_margin",
    "find_shown",
    "find_wanted",
    "grow",
    "has_soft",
    "levels_beside",
    "look_up",
    "mark_acting",
    "mark_shown",
    "number_pairs",
    "own_pixels",
    "plane_size",
    "share_inside",
    "share_within",
    "side_distances",
    "step_size",
    "trace_line",
    "trace_notes",
    "trace_pairs",
    "trace_table",
    "trace_vectors",
]
