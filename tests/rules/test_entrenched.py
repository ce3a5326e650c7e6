"""Units in foxholes and trenches, and with Wall Advantage, as options of a question."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import hexlos
from hexlos import Board, Reason, TraceOptionError, UnknownHexError

from synthetic import make_board, painted

threads = pytest.mark.parametrize("thread", ["exact", "vasl"])


def fenced(kind: str = "Wall", levels: dict[str, int] | None = None, level: int = 0) -> Board:
    """A wall along the hexside between C4 and C5."""
    return painted(make_board(5, 8, levels=levels), kind, (91, 253, 125, 259), level)


@threads
@pytest.mark.parametrize("kind", ["Wall", "Hedge", "Cactus Hedge", "Bocage"])
def test_b921_an_entrenched_unit_does_not_see_over_its_own_wall(thread: str, kind: str) -> None:
    """B9.21: to what is not adjacent, and no higher; from either end alike."""
    board = fenced(kind)
    assert board.los("C4", "C7", thread=thread).clear
    for ends in (("C4", "C7"), ("C7", "C4")):
        result = board.los(*ends, thread=thread, entrenched="C4")
        assert result.reason is Reason.ENTRENCHED_WALL
        assert result.entrenched == ("C4",)
        # the wall is not one of the other end's own
        assert board.los(*ends, thread=thread, entrenched="C7").clear
    assert board.los("C4", "C5", thread=thread, entrenched="all").clear
    assert board.los("C4", "C1", thread=thread, entrenched="C4").clear


@threads
def test_b921_height_restores_the_los(thread: str) -> None:
    """B9.21: half a level over the entrenchment is enough; lower is not."""
    higher = fenced(levels={"C7": 1})
    assert higher.los("C4", "C7", thread=thread, entrenched="C4").clear
    # a hillside wall, at the level of the hill (B9.61 EXC)
    hill = fenced(levels={"C3": 1, "C4": 1, "B4": 1}, level=1)
    assert hill.hex("C4").hexsides[3].level == 1
    assert hill.los("C4", "C7", thread=thread).clear
    assert hill.los("C4", "C7", thread=thread, entrenched=["C4"]).reason is Reason.ENTRENCHED_WALL
    # from below, it is at another level than the wall
    assert hill.los("C5", "C8", thread=thread, entrenched=["C5"]).clear


@threads
def test_b921_half_a_level_is_enough(thread: str) -> None:
    """B9.21: a rooftop, and one on a hillock (F6) where the entrenched end is on none."""
    wall, house = (91, 253, 125, 259), "Wooden Building, 1 Level"
    roof = painted(make_board(5, 8, dict.fromkeys(("C7", "C8"), house)), "Wall", wall)
    assert roof.los("C4", "C7", thread=thread, entrenched="C4").reason is Reason.ENTRENCHED_WALL
    assert roof.los("C4", "C7:roof", thread=thread, entrenched="C4").clear
    for hillocks, seen in (({"C7"}, True), ({"C4", "C7"}, False), ({"C4"}, False)):
        board = painted(make_board(5, 8, dict.fromkeys(hillocks, "Hillock")), "Wall", wall)
        assert board.los("C4", "C7", thread=thread).clear
        assert board.los("C4", "C7", thread=thread, entrenched="C4").clear == seen


@threads
def test_b921_not_in_other_places_of_the_hex(thread: str) -> None:
    """B9.21, B20.9: crest status, vertices and upper levels are no entrenchment."""
    board = painted(
        make_board(5, 8, {"C4": "Wooden Building, 1 Level"}), "Wall", (91, 253, 125, 259)
    )
    assert board.los("C4", "C7", thread=thread, entrenched="all").blocked
    assert board.los("C4:1", "C7", thread=thread, entrenched="C4").clear
    for end in ("C4@S/SE", "C4@S/SW"):
        assert board.los(end, "C7", thread=thread, entrenched="C4").clear


@threads
def test_b921_hexspines_of_its_own_hex_too(thread: str) -> None:
    """B9.21: a wall lengthwise along the LOS, from the hex's vertex on."""
    along = fenced()
    assert along.los("B4", "D4", thread=thread).clear
    result = along.los("B4", "D4", thread=thread, entrenched="B4")
    assert result.along_hexside
    assert result.reason is Reason.ENTRENCHED_WALL


def test_b921_a_gap_in_the_wall_has_no_effect() -> None:
    """B9.21, B9.1: only art and hexside where they are drawn."""
    gap = painted(fenced(), "Open Ground", (104, 250, 113, 262))
    assert "gap" in gap.hex("C4").hexsides[3].classes
    assert gap.los("C4", "C7", entrenched="C4").clear


@threads
def test_b9521_wall_advantage(thread: str) -> None:
    """B9.521: with it freely beyond; without, everything in the adjacent hex and nothing beyond."""
    board = fenced("Bocage", levels={"C8": 2})
    assert board.los("C4", "C7", thread=thread).clear
    assert board.los("C4", "C7", thread=thread, wall_advantage="C4").clear
    assert board.los("C4", "C7", thread=thread, wall_advantage="C7").blocked
    for ends in (("C4", "C7"), ("C7", "C4")):
        hidden = board.los(*ends, thread=thread, wall_advantage="none")
        assert hidden.reason is Reason.NO_WALL_ADVANTAGE
    assert board.los("C4", "C5", thread=thread, wall_advantage="none").clear
    # a higher viewer sees what is directly behind it
    assert board.los("C4", "C8", thread=thread, wall_advantage="none").clear
    # walls are none of it
    assert fenced().los("C4", "C7", thread=thread, wall_advantage="none").clear


def test_matrices_take_both_options() -> None:
    """B9.21, B9.521: of the hexes named, wherever they stand in the table; and say so."""
    for kind, option in (("Wall", "entrenched"), ("Bocage", "wall_advantage")):
        board = fenced(kind)
        hexes = "C4" if option == "entrenched" else [h for h in board.hexes if h != "C4"]
        matrix = board.los_matrix(**{option: hexes})
        plain = board.los_matrix()
        assert np.array_equal(matrix.blocked, matrix.blocked.T)
        row = matrix.locations.index("C4")
        changed = matrix.blocked != plain.blocked
        assert changed[row].any()
        assert not np.delete(np.delete(changed, row, 0), row, 1).any()
        for j in np.flatnonzero(changed[row]):
            both = [h for h in hexes if h in ("C4", matrix.locations[j])]
            los = board.los("C4", matrix.locations[j], **{option: both or "C4"})
            assert los.blocked
        assert matrix.info[option] == (["C4"] if hexes == "C4" else hexes)


def test_options_that_are_wrong() -> None:
    """B9.21: one clear sentence each."""
    board = fenced()
    for option in ("entrenched", "wall_advantage"):
        with pytest.raises(TraceOptionError, match="'E4': the question is not about that hex"):
            board.los("C4", "C7", **{option: "E4"})
        with pytest.raises(TraceOptionError, match="name a hex at its ground level"):
            board.los("C4", "C7", **{option: ["C4:1"]})
        with pytest.raises(UnknownHexError):
            board.los("C4", "C7", **{option: "Q99"})


def deir() -> Board:
    """A deir in C3 and C4 whose Lip is drawn in C5, across it, short of its lower hexside."""
    board = painted(make_board(5, 10), "Deir", (60, 100, 156, 270))
    return painted(board, "Deir Lip", (60, 270, 156, 300))


@threads
def test_f42_an_entrenched_unit_in_a_deir(thread: str) -> None:
    """F4.2: past a Lip hexside only to the same-level hex beyond it, and to higher hexes."""
    board = deir()
    assert board.los("C4", "C8", thread=thread).clear
    assert board.los("C4", "C8", thread=thread, entrenched="C4").reason is Reason.DEIR_LIP
    assert board.los("C8", "C4", thread=thread, entrenched="C4").reason is Reason.DEIR_LIP
    assert board.los("C4", "C6", thread=thread, entrenched="C4").clear
    assert board.los("C4", "C5", thread=thread, entrenched="C4").clear
    assert board.los("C5", "C8", thread=thread, entrenched="C5").clear  # on the Lip
    higher = painted(board, "Open Ground", (81, 448, 135, 512), level=1)
    assert higher.los("C4", "C8", thread=thread, entrenched="C4").clear


def test_b9521_on_a_real_board(peer: Path) -> None:
    """B9.521: the rulebook's AA8 on board 44, with and without Wall Advantage."""
    board = hexlos.open_board("44", boards_dir=peer / "boards", ssr=["hedges-to-bocage"])
    assert board.los("AA8", "Y7", wall_advantage="AA8").clear
    assert board.los("AA8", "Y7", wall_advantage="none").blocked
