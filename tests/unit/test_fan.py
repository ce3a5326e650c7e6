"""What a location sees, by hex."""

from __future__ import annotations

from itertools import pairwise

import pytest

import hexlos
from hexlos import HexlosError
from hexlos.fan import BLOCKED, look
from hexlos.pictures import scene
from hexlos.pictures.fan import TINTS

from synthetic import make_board


@pytest.fixture(scope="module")
def board() -> hexlos.Board:
    return make_board(9, 6, terrain={"C2": "Grain", "D3": "Stone Building, 2 Level"})


def test_kinds_are_the_answers(board: hexlos.Board) -> None:
    found = look(board, "C1")
    for name, kind in zip(board.hexes, found.kinds.tolist(), strict=True):
        los = board.los("C1", name)
        assert kind == (-1 if name == "C1" else BLOCKED if los.blocked else los.hindrance)
    assert found.clear + sum(found.hindered.values()) + found.blocked == len(board.hexes) - 1
    assert found.hindered[1] > 0
    assert found.blocked > 0


def test_size_is_that_of_the_board_between_two_strips(board: hexlos.Board) -> None:
    for scale in (1, 2):
        image = look(board, "A1").draw(scale)
        assert image.mode == "RGB"
        assert image.width == board.grid.width * scale
        assert image.height > board.grid.height * scale + 60
    assert look(board, "A1").draw().width >= 1200


@pytest.mark.parametrize("scale", [0, 9, -1])
def test_scales_out_of_bounds(board: hexlos.Board, scale: int) -> None:
    with pytest.raises(HexlosError, match=f"a scale of {scale}"):
        look(board, "A1").draw(scale)


def test_a_picture_too_large_is_not_drawn(
    board: hexlos.Board, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scene, "MOST_PIXELS", 1000)
    with pytest.raises(HexlosError, match="too large"):
        look(board, "A1").draw(1)


def test_tints_differ_in_lightness_or_hue_for_all_eyes() -> None:
    """Brightness falls from +1 to blocked, and clear is the only blue."""
    light = [0.299 * r + 0.587 * g + 0.114 * b for r, g, b in TINTS]
    assert light[1:] == sorted(light[1:], reverse=True)
    assert min(a - b for a, b in pairwise(light[1:])) > 15
    assert TINTS[0][2] > TINTS[0][0]
    assert all(tint[2] < tint[0] for tint in TINTS[1:BLOCKED])
