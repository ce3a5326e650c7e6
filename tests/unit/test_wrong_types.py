"""Whatever is handed to the library, only a HexlosError of one short sentence comes back."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import hexlos
from hexlos import HexlosError

from synthetic import make_board

WRONG = (
    None, 5, -1, 1.5, float("nan"), True, b"F4", "", "\0", "x" * 100_000, ("A1", 5), ["F4", None],
    [[]], {"F4": 1}, object(), lambda done, total: None,
)  # fmt: skip

BOARD = make_board(terrain={"C2": "Woods"})
RESULT = BOARD.los("A1", "C3")
MATRIX = BOARD.los_matrix(["A1"], ["A2"])

CALLS: dict[str, Callable[[Any], object]] = {
    "open_board": hexlos.open_board,
    "open_board ssr": lambda w: hexlos.open_board("woodland", ssr=w),
    "open_board a rule": lambda w: hexlos.open_board("woodland", ssr=[w]),
    "open_board boards_dir": lambda w: hexlos.open_board("nowhere", boards_dir=w),
    "open_map": hexlos.open_map,
    "open_map row": lambda w: hexlos.open_map([w]),
    "open_map place": lambda w: hexlos.open_map([[BOARD, w]]),
    "open_map ssr": lambda w: hexlos.open_map([[BOARD]], ssr=w),
    "open_map ssr by board": lambda w: hexlos.open_map([[BOARD]], ssr={"made": w}),
    "open_map boards_dir": lambda w: hexlos.open_map([["nowhere"]], boards_dir=w),
    "hex": BOARD.hex,
    "los source": lambda w: BOARD.los(w, "A1"),
    "los target": lambda w: BOARD.los("A1", w),
    "los thread": lambda w: BOARD.los("A1", "A2", thread=w),
    "los entrenched": lambda w: BOARD.los("A1", "A2", entrenched=w),
    "los wall_advantage": lambda w: BOARD.los("A1", "A2", wall_advantage=w),
    "los_matrix entrenched": lambda w: BOARD.los_matrix(["A1"], ["A2"], entrenched=w),
    "los_matrix wall_advantage": lambda w: BOARD.los_matrix(["A1"], ["A2"], wall_advantage=w),
    "los_matrix sources": lambda w: BOARD.los_matrix(w, ["A1"]),
    "los_matrix targets": lambda w: BOARD.los_matrix(["A1"], w),
    "los_matrix a source": lambda w: BOARD.los_matrix([w], ["A1"]),
    "los_matrix thread": lambda w: BOARD.los_matrix(["A1"], ["A2"], thread=w),
    "los_matrix threads": lambda w: BOARD.los_matrix(["A1"], ["A2"], threads=w),
    "los_matrix max_range": lambda w: BOARD.los_matrix(["A1"], ["A2"], max_range=w),
    "los_matrix progress": lambda w: BOARD.los_matrix(["A1"], ["A2"], progress=w),
    "with_ssr": BOARD.with_ssr,
    "cropped": BOARD.cropped,
    "cropped to": lambda w: BOARD.cropped("A1", w),
    "crosses terrain": lambda w: RESULT.crosses(w, "C2"),
    "crosses hex": lambda w: RESULT.crosses("woods", w),
    "terrain": hexlos.terrain,
    "compare": lambda w: hexlos.compare(w, BOARD),
    "compare with": lambda w: hexlos.compare(BOARD, w),
    "load_matrix": hexlos.load_matrix,
    "save_matrix": lambda w: hexlos.save_matrix(w, "never.npz"),
    "save_matrix to": lambda w: hexlos.save_matrix(MATRIX, w),
}


@pytest.mark.parametrize("name", CALLS)
def test_wrong_types_are_one_sentence(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    refused = 0
    for wrong in WRONG:
        try:
            CALLS[name](wrong)
        except HexlosError as err:
            refused += 1
            told = str(err)
            assert told, repr(wrong)[:60]
            assert "\n" not in told, told
            assert len(told) < 400, told[:400]
    assert refused >= 9
    assert not list(tmp_path.iterdir())


def test_locations_may_come_from_any_iterable() -> None:
    names = ["A1", "B2", "C3"]
    whole = BOARD.los_matrix(names, names)
    for some in (iter(names), (name for name in names), dict.fromkeys(names), np.array(names)):
        made = BOARD.los_matrix(some, names)
        assert made.sources == tuple(names)
        np.testing.assert_array_equal(made.blocked, whole.blocked)
    rules = (rule for rule in ("pine", "no-woods-roads"))
    assert hexlos.open_board("woodland", ssr=rules).history == ("pine", "no-woods-roads")
    assert hexlos.open_board("woodland", ssr=None).history == ()
