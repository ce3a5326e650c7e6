"""Round numbers that part counts into steps of a scale."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np


def round_steps(counts: Sequence[int], number: int) -> tuple[int, ...]:
    """Largest counts of all steps but the last: rising round numbers that part them evenly.

    There are fewer than ``number`` steps where there are few different counts.

    >>> round_steps([3, 3, 4, 5], 3)
    (3, 4)
    """
    kinds = sorted(set(counts))
    if len(kinds) <= number:
        return tuple(kinds[:-1])
    found: list[int] = []
    for step in range(1, number):
        edge = rounded(float(np.quantile(np.array(counts), step / number)))
        if kinds[0] <= edge < kinds[-1] and edge not in found:
            found.append(edge)
    return tuple(found)


def rounded(value: float) -> int:
    """One or two digits of a number, the second 0 or 5."""
    if value < 10:
        return max(1, round(value))
    unit = 10 ** (int(math.log10(value)) - 1) * 5
    return int(round(value / unit) * unit)


def span(first: int, last: int) -> str:
    """Numbers from first to last.

    >>> span(3, 3), span(4, 9)
    ('3', '4-9')
    """
    return f"{first}" if first >= last else f"{first}-{last}"
