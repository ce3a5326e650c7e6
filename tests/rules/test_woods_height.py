"""How high woods stand: on level ground, on hills, in Depressions; Forest and pine woods."""

from __future__ import annotations

from pathlib import Path

import pytest

import hexlos
from hexlos import Reason, terrain
from hexlos.catalogue import terrain_code

from synthetic import make_board

KINDS = [("Woods", "B13.2"), ("Forest", "B13.7"), ("Pine Woods", "B13.8"), ("Pine Woods", "B13.81")]


@pytest.mark.parametrize(("kind", "rule"), KINDS, ids=[f"{r}-{k}" for k, r in KINDS])
@pytest.mark.parametrize("ground", [-1, 0, 1, 2])
def test_height_is_added_to_the_ground(kind: str, rule: str, ground: int) -> None:
    """B13.2: one level above its hex; Forest and pine two (B13.7, B13.81)."""
    top = ground + int(terrain(kind).height or 0)
    for level in range(ground, top + 2):
        levels = {"C1": level, "C2": ground, "C3": level}
        blocked = make_board(terrain={"C2": kind}, levels=levels).los("C1", "C3").blocked
        assert blocked == (level < top), (level, top)


@pytest.mark.parametrize(("kind", "rule"), KINDS, ids=[f"{r}-{k}" for k, r in KINDS])
def test_no_looking_down_past_woods_from_their_top(kind: str, rule: str) -> None:
    """B13.2, A6.2: from the level of its top an end sees over it to its own level only."""
    top = int(terrain(kind).height or 0)
    board = make_board(terrain={"C2": kind}, levels={"C1": top})
    assert board.los("C1", "C3").reason == Reason.NO_HEIGHT_ADVANTAGE


def test_woods_in_a_depression_rise_from_its_rim() -> None:
    """B13.2: a gully at -1 with woods on its banks is an obstacle up to level 1, not 0."""
    board = make_board(terrain={"C2": "Woods"})
    plane, level = board.terrain.copy(), board.level.copy()
    x, y = board.grid.centres_px[board.grid.index("C2")].astype(int)
    plane[x - 12 : x + 12, y - 4 : y + 4] = terrain_code("Gully")
    level[x - 12 : x + 12, y - 4 : y + 4] = -1
    gully = board.with_planes(plane, level, "gully")
    assert gully.hex("C2").is_depression
    assert gully.hex("C2").is_woods
    assert gully.los("C1", "C3").reason == Reason.OBSTACLE
    raised = level.copy()
    for hex_ in ("C1", "C3"):
        raised[board.grid.pixel_owner == board.grid.index(hex_)] = 1
    assert gully.with_planes(plane, raised, "banks").los("C1", "C3").clear


def test_gully_woods_of_a_real_board(peer: Path) -> None:
    """B13.2, B19.21: 5Z8 is woods and gully; its woods block at level 0, as level-1 woods do."""
    board = hexlos.open_board("05", boards_dir=peer / "boards")
    assert (board.hex("Z8").base_level, board.hex("Z8").is_woods) == (-1, True)
    result = board.los("Y7", "Z9")
    assert (result.blocked_hex, result.reason) == ("Z8", Reason.OBSTACLE)
