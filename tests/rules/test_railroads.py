"""Railroads on embankments, above and below the ground (B32)."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from hexlos import Board, Reason
from hexlos.files.vasl import read_vasl

from synthetic import losdata_of, make_board, metadata, painted, write_archive

BANK, GROUND, SUNKEN = "Railroad, Embankment", "Railroad, Ground Level", "Railroad, Sunken"
threads = pytest.mark.parametrize("thread", ["exact", "vasl"])


def line_down(kind: str, level: int = 0) -> Board:
    """A railroad down column C from C2 to C5."""
    return painted(make_board(5, 7), kind, (98, 64, 118, 320), level)


@threads
def test_b321_an_embankment_is_a_half_level_obstacle_of_the_whole_hex(thread: str) -> None:
    board = line_down(BANK)
    assert board.hex("C3").inherent == BANK
    assert board.los("B2", "D3", thread=thread).reason is Reason.HALF_LEVEL
    assert board.los("C1", "C4", thread=thread).reason is Reason.HALF_LEVEL
    assert board.los("C3", "E3", thread=thread).clear


@threads
def test_b321_from_an_embankment_level_ground_does_not_block(thread: str) -> None:
    """F6: an end on it counts as on a hillock."""
    levels = {"C1": 1, "C2": 1, "C3": 1}
    plain = make_board(5, 6, levels=levels)
    assert plain.los("C1", "C5", thread=thread).reason is Reason.CREST_LINE
    raised = make_board(5, 6, {"C1": BANK}, levels)
    assert raised.los("C1", "C5", thread=thread).clear


@threads
def test_b3213_along_a_railroad_its_hexes_are_at_one_level(thread: str) -> None:
    board = line_down(BANK)
    assert board.los("C2", "C5", thread=thread).clear
    hill = painted(line_down(BANK), "Open Ground", (80, 128, 136, 192), 1)
    hill = painted(hill, GROUND, (98, 128, 118, 192), 1)
    # C3 is one level up; from C2 and C5, at level 0, it hides what is behind
    assert hill.los("C2", "C5", thread=thread).reason is Reason.GROUND
    assert hill.los("C3", "C5", thread=thread).clear


@threads
def test_b3213_crest_lines_along_a_railroad_do_not_block(thread: str) -> None:
    board = make_board(5, 8, levels={"C2": 1, "C3": 1, "C4": 1})
    assert board.los("C2", "C5", thread=thread).reason is Reason.CREST_LINE
    laid = board.terrain.copy()
    laid[98:118, 64:320] = painted(board, GROUND, (0, 0, 1, 1)).terrain[0, 0]
    railway = replace(board, terrain=laid)
    assert railway.los("C2", "C5", thread=thread).clear
    assert railway.los("C2", "C6", thread=thread).reason is Reason.CREST_LINE  # off the railroad


@threads
def test_b321_an_elevated_railroad_is_a_one_level_obstacle(thread: str) -> None:
    board = line_down("Railroad, Elevated", 1)
    assert board.los("B2", "D3", thread=thread).reason is Reason.GROUND
    assert board.los("C2", "C5", thread=thread).clear


@threads
def test_b321_a_sunken_railroad_is_a_depression(thread: str) -> None:
    board = line_down(SUNKEN, -1)
    assert board.hex("C3").is_depression
    assert board.los("C2", "C5", thread=thread).clear
    assert board.los("C3", "E3", thread=thread).reason is Reason.DEPRESSION


def test_b321_embankments_that_the_metadata_names_lie_along_their_hexsides(tmp_path: Path) -> None:
    named = (
        '<rrembankments><rrembankment hex="C2" hexsides="3"/>'
        '<rrembankment hex="Z9" hexsides="1"/></rrembankments>'
    )
    members = {
        "BoardMetadata.xml": metadata(5, 6, children=named),
        "LOSData": losdata_of(make_board(5, 6), 5, 6),
    }
    board = read_vasl(write_archive(tmp_path / "bdmade", members))
    assert board.hex("C2").hexsides[3].terrain == "Railroad Embankment Hexside"
    assert board.hex("C3").hexsides[0].terrain == "Railroad Embankment Hexside"
    assert board.los("C1", "C4").reason is Reason.WALL_HEDGE
    assert board.los("C2", "C4").clear
