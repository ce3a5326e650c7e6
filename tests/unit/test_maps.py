"""Maps of several boards: layouts, what fits, what their seams show, rules and pictures."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

import hexlos
from hexlos import Board, BoardFormatError, HexlosError, MapError, SsrError, UnknownBoardError
from hexlos.catalogue import terrain_code
from hexlos.hexgrid import HexGrid
from hexlos.mapgrid import MapGrid
from hexlos.maps import open_board_or_map
from hexlos.render import picture, render

from synthetic import HEX_HEIGHT, PITCH, make_board, write_boards

WOODS = terrain_code("Woods")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Archives of small boards: 02 (woods), 04 (a hill), 1b, a, r (by that name), river."""
    woods = make_board(terrain={"B2": "Woods", "E2": "Woods"})
    boards = dict.fromkeys(("02", "1b", "a", "r", "river"), woods)
    boards["04"] = make_board(levels={"C2": 1})
    return write_boards(tmp_path_factory.mktemp("boards"), boards)


def opened(folder: Path, layout: Any, **how: Any) -> Board:
    return hexlos.open_map(layout, boards_dir=folder, **how)


def parts(board: Board) -> list[tuple[str, int, int]]:
    assert isinstance(board.grid, MapGrid)
    return [(part.label, part.left, part.top) for part in board.grid.parts]


# ---- layouts


WIDE, HIGH = 4 * PITCH, 4 * HEX_HEIGHT


def test_rows_from_the_top_and_boards_from_the_left(folder: Path) -> None:
    board = opened(folder, [["02", "4"], ["bd1b", "a"]])
    assert parts(board) == [("2", 0, 0), ("4", WIDE, 0), ("1b", 0, HIGH), ("a", WIDE, HIGH)]
    assert board.terrain.shape == (2 * WIDE, 2 * HIGH)
    assert board.name == "02+04/1b+a"


def test_a_layout_may_be_one_text(folder: Path) -> None:
    assert parts(opened(folder, "2+4/1b+a")) == parts(opened(folder, [["02", "04"], ["1b", "a"]]))
    assert parts(opened(folder, "r04")) == [("4", 0, 0)]


def test_layouts_of_any_iterables_paths_and_boards(folder: Path) -> None:
    rows = ((entry for entry in ("02", folder / "bd04")), (make_board(name="BFPA"),))
    board = opened(folder, (row for row in rows))
    assert [label for label, _, _ in parts(board)] == ["2", "4", "BFPA-"]


def test_a_map_of_one_board_has_its_answers(folder: Path) -> None:
    one = hexlos.open_board("02", boards_dir=folder)
    for board in (opened(folder, [["02"]]), opened(folder, "02"), opened(folder, folder / "bd02")):
        assert board.hexes == tuple(f"2{name}" for name in one.hexes)
        for thread in ("exact", "vasl"):
            np.testing.assert_array_equal(
                board.los_matrix(thread=thread).blocked, one.los_matrix(thread=thread).blocked
            )


@pytest.mark.parametrize("thread", ["exact", "vasl"])
def test_a_reversed_map_of_one_board_is_the_reversed_board(folder: Path, thread: str) -> None:
    board = opened(folder, [["r02"]])
    assert board.grid.flipped
    turned = hexlos.open_board("02", boards_dir=folder).rotated()
    np.testing.assert_array_equal(board.terrain, turned.terrain)
    one, two = board.los_matrix(thread=thread), turned.los_matrix(thread=thread)
    np.testing.assert_array_equal(one.blocked, two.blocked)
    np.testing.assert_array_equal(one.where, two.where)


def test_reversed_boards_in_a_map(folder: Path) -> None:
    board = opened(folder, [["r02"], ["04"]])
    turned = hexlos.open_board("02", boards_dir=folder).rotated()
    np.testing.assert_array_equal(board.terrain[:, :HIGH], turned.terrain)
    assert board.name == "r02/04"


def test_a_board_whose_name_starts_with_r_is_found_as_it_is(folder: Path) -> None:
    assert [p[0] for p in parts(opened(folder, [["r", "river"]]))] == ["r", "river-"]
    assert not opened(folder, [["river"]]).grid.flipped
    assert opened(folder, [["rriver"]]).grid.flipped
    assert opened(folder, [["rr"]]).grid.flipped


@pytest.mark.parametrize(
    "layout", [[["02", "04"], ["1b"]], [["02", None], ["04", "1b"]], [["-", "02"], ["04", "1b"]]]
)
def test_places_may_be_bare(folder: Path, layout: list[list[str | None]]) -> None:
    board = opened(folder, layout)
    assert isinstance(board.grid, MapGrid)
    assert board.grid.void is not None
    assert int(board.grid.void.sum()) == WIDE * HIGH
    assert board.terrain.shape == (2 * WIDE, 2 * HIGH)
    assert not board.los_matrix(thread="exact").where.any(where=False)


@pytest.mark.parametrize(
    ("layout", "told"),
    [
        (5, "is no map"), (None, "is no map"), ({"02": 1}, "is no map"), (b"02", "is no map"),
        ([], "no boards"), ([[]], "no boards"), ([[None, "-"]], "no boards"), ("", "no boards"),
        (["02", "04"], "no row of a map"), ([5], "no row of a map"), ([["02"], None], "no row"),
        ([[5]], "no board of a map"), ([[["02"]]], "no board of a map"),
        ([["02[A-C"]], "no board"), ([["02[]"]], "no range"), ([["02[nonsense]"]], "no range"),
        ([["02[A-Z]"]], "no column 'Z'"), ([["02[A1-Z9]"]], "no hex 'Z9'"),
        ([["99"]], "no board '99'"), ([["r99"]], "no board '99'"),
        ([["02", "99"]], "no board '99'"),
        ([["02"] * 101], "more than 100"), ("99/02", "no board '99'"),
        ("nowhere.vsav", "no such saved game"), (Path("nowhere.vsav"), "no such saved game"),
        ([["02\0"]], "no board"), ([["x" * 5000]], "no board"),
    ],
)  # fmt: skip
def test_what_is_no_map_is_told_in_a_sentence(folder: Path, layout: Any, told: str) -> None:
    with pytest.raises(HexlosError, match=told) as caught:
        opened(folder, layout)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 400


@pytest.mark.parametrize("where", ["/nowhere/at/all", 5, None, b"x"])
def test_a_folder_of_boards_that_is_none(where: Any) -> None:
    with pytest.raises(UnknownBoardError):
        hexlos.open_map([["02"]], boards_dir=where)


def test_a_flat_list_says_how_a_column_is_written(folder: Path) -> None:
    with pytest.raises(MapError, match=r"\[\['02'\], \['04'\]\]"):
        opened(folder, ["02", "04"])


# ---- what fits


def other_kind(columns: int = 5, rows: int = 4, pitch: int = 48, height: int = HEX_HEIGHT) -> Board:
    grid = HexGrid.from_layout(
        columns, rows, pitch * (columns - 1), height * rows, Fraction(pitch), Fraction(height)
    )
    flat = np.zeros((grid.width, grid.height))
    return Board("odd", grid, flat.astype(np.uint8), flat.astype(np.int8))


def test_boards_of_another_kind_do_not_fit() -> None:
    for odd in (other_kind(pitch=48), other_kind(pitch=PITCH, height=60)):
        with pytest.raises(MapError, match="only boards of one kind"):
            hexlos.open_map([[make_board(), odd]])


def test_columns_that_do_not_meet_do_not_fit() -> None:
    with pytest.raises(MapError, match="half a hex off"):
        hexlos.open_map([[make_board(4), make_board()]])


def test_an_edge_beside_the_hexes_does_not_join() -> None:
    grid = HexGrid.from_layout(
        5, 4, 4 * PITCH + 20, HIGH, Fraction(PITCH), Fraction(HEX_HEIGHT), Fraction(10)
    )
    wide = Board("wide", grid, np.zeros((236, HIGH), np.uint8), np.zeros((236, HIGH), np.int8))
    assert hexlos.open_map([[wide]]).terrain.shape == (236, HIGH)
    for row in ([wide, make_board()], [make_board(), wide]):
        with pytest.raises(MapError, match="board wide cannot be joined at its"):
            hexlos.open_map([row])


def test_boards_of_other_sizes_fit_where_they_meet() -> None:
    board = hexlos.open_map([[make_board(3, 4, name="02")], [make_board(5, 2, name="04")]])
    assert parts(board) == [("2", 0, 0), ("4", 0, HIGH)]
    assert board.terrain.shape == (WIDE, HIGH + 2 * HEX_HEIGHT)
    with pytest.raises(MapError, match="overlap"):
        hexlos.open_map([[make_board(3), make_board(rows=5)], [make_board(), make_board()]])


def test_a_map_is_no_board_of_a_map() -> None:
    two = hexlos.open_map([[make_board(name="02"), make_board(name="04")]])
    with pytest.raises(MapError, match="cannot be laid as one"):
        hexlos.open_map([[two]])


def test_a_map_that_is_too_large_is_refused() -> None:
    grid = HexGrid.from_layout(3, 1, 17000, 8500, Fraction(8500), Fraction(8500))
    huge = Board("x", grid, np.zeros((17000, 8500), np.uint8), np.zeros((17000, 8500), np.int8))
    with pytest.raises(MapError, match="too large"):
        hexlos.open_map([[huge, huge]])


# ---- seams


def test_a_seam_hex_shows_what_both_halves_show() -> None:
    left = make_board(name="02", terrain={"E2": "Woods"})
    right = make_board(name="04", terrain={"A2": "Woods"})
    for row, share in (([left, right], 1.0), ([left, make_board(name="04")], 0.5)):
        board = hexlos.open_map([row])
        own = board.grid.pixel_owner == board.grid.index("2E2")
        assert abs((board.terrain[own] == WOODS).mean() - share) < 0.03


def test_the_other_half_is_looked_at() -> None:
    """A line from the left board to the right one, through the right half of the half hex E2."""
    right = make_board(name="04", terrain={"A2": "Woods"})
    clear = hexlos.open_map([[make_board(name="02"), make_board(name="04")]])
    woods = hexlos.open_map([[make_board(name="02"), right]])
    assert clear.los("2D3", "4B1").clear
    assert woods.los("2D3", "4B1").blocked_hex == "2E2"
    assert woods.los("2D1", "4B3").clear


@pytest.mark.parametrize("reverse", [False, True])
def test_interior_woods_over_a_seam(reverse: bool) -> None:
    """B13.7: the half hex is interior woods when both boards show woods around it."""
    woods = {name: "Woods" for name in make_board().hexes}
    left, right = make_board(name="02", terrain=woods), make_board(name="04", terrain=woods)
    board = hexlos.open_map([[left, right.rotated() if reverse else right]])
    assert board.hex("2E2").is_interior_woods
    bare = {name: kind for name, kind in woods.items() if not name.startswith(("A", "B"))}
    other = make_board(name="04", terrain=bare)
    assert not hexlos.open_map([[left, other]]).hex("2E2").is_interior_woods


def test_a_wall_on_a_seam_belongs_to_the_hexes_of_both_boards() -> None:
    """B9.1: the hexside between A4 above and A1 below lies on the boards' edges."""
    lower = make_board(name="04")
    terrain = lower.terrain.copy()
    terrain[:18, :2] = terrain_code("Wall")
    lower = lower.with_planes(terrain, lower.level, "wall")
    board = hexlos.open_map([[make_board(name="02")], [lower]])
    assert board.hex("2A4").hexsides[3].terrain == "Wall"
    assert board.hex("4A1").hexsides[0].terrain == "Wall"
    assert board.los("2A3", "4A2").blocked
    assert board.los("2A4", "4A1").clear


def test_inherent_terrain_of_half_a_hex_is_that_of_the_hex() -> None:
    """B.6: graves drawn on one half count in the whole hex."""
    board = hexlos.open_map(
        [[make_board(name="02"), make_board(name="04", terrain={"A2": "Graveyard"})]]
    )
    assert board.hex("2E2").inherent == "Graveyard"
    assert board.los("2D1", "4B3").hindrance == 1


def test_slopes_stairways_and_whole_hexes_come_along() -> None:
    from dataclasses import replace

    one = replace(
        make_board(name="02", terrain={"C2": "Wooden Building, 2 Level"}),
        slopes={"B1": (0,), "E2": (1,)},
        stairways=frozenset({"C2"}),
        whole_hexes={"D2": WOODS},
    )
    two = replace(make_board(name="04"), slopes={"A2": (4,)})
    board = hexlos.open_map([[one, two.rotated()]])
    assert board.slopes == {"2B1": (0,), "2E2": (1,), "4A2": (1,)}
    assert board.stairways == {"2C2"}
    assert board.whole_hexes == {"2D2": WOODS}
    assert board.hex("2D2").terrain == "Woods"


# ---- rules


def ssr_map(**how: Any) -> Board:
    woods = {"C2": "Woods", "B1": "Woods"}
    one, two = make_board(name="02", terrain=woods), make_board(name="04", terrain=woods)
    return hexlos.open_map([[one, two]], **how)


def pines(board: Board) -> set[str]:
    return {
        name
        for name, owner in zip(board.hexes, range(len(board.hexes)), strict=True)
        if (board.terrain[board.grid.pixel_owner == owner] == terrain_code("Pine Woods")).any()
    }


@pytest.mark.parametrize(
    ("rule", "where", "spelt"),
    [
        ("pine", {"2B1", "2C2", "4B1", "4C2"}, "pine"),
        ("pine:2", {"2B1", "2C2"}, "pine:2"),
        ("pine:!2", {"4B1", "4C2"}, "pine:!2"),
        ("pine:2C2,4B1", {"2C2", "4B1"}, "pine:2C2,4B1"),
        ("pine:bd04-c2", {"4C2"}, "pine:4C2"),
        ("pine:2A1-B4", {"2B1"}, "pine:2A1-B4"),
        ("pine:4C1-4D3", {"4C2"}, "pine:4C1-D3"),
    ],
)
def test_rules_for_a_map(rule: str, where: set[str], spelt: str) -> None:
    board = ssr_map(ssr=[rule])
    assert pines(board) == where
    assert board.history == (spelt,)


def test_rules_by_board() -> None:
    board = ssr_map(ssr={"2": "pine:C2", "bd04": ["pine:!C2"]})
    assert pines(board) == {"2C2", "4B1"}
    assert board.history == ("pine:2C2", "pine:4,!4C2")
    assert board.plain is not None
    assert pines(board.plain) == set()
    assert board.plain.hexes == board.hexes


def test_rules_of_boards_and_of_the_map_contradict_where_both_apply() -> None:
    board = ssr_map(ssr={"2": ["no-woods-roads"]})
    assert board.history == ("no-woods-roads:2",)
    with pytest.raises(SsrError, match="contradicts"):
        board.with_ssr("roads-to-paths:2")
    board.with_ssr("roads-to-paths:4")


@pytest.mark.parametrize(
    ("rules", "told"),
    [
        ({"9": ["pine"]}, "not on the map of 2, 4"), ({5: ["pine"]}, "not on the map"),
        ({"2": 5}, "no list"), (5, "no list"), (["pine:C2"], "several hexes"),
        (["pine:9"], "no board '9'"), (["pine:7A1-B2"], "no board '7'"),
        (["pine:A1-B2"], "several hexes"),
    ],
)  # fmt: skip
def test_rules_that_do_not_fit_a_map(rules: Any, told: str) -> None:
    with pytest.raises(SsrError, match=told):
        ssr_map(ssr=rules)


def test_forest_over_a_seam_needs_the_whole_map() -> None:
    """B13.7: alone, each half hex has no interior; on the map it has."""
    woods = {name: "Woods" for name in make_board().hexes}
    boards = [make_board(name=name, terrain=woods) for name in ("02", "04")]
    board = hexlos.open_map([boards], ssr=["forest:2E2"])
    assert board.hex("2E2").terrain == "Forest"


# ---- pictures and the rest


def test_pictures_are_joined() -> None:
    from dataclasses import replace

    red = replace(make_board(name="02"), picture=lambda: Image.new("RGB", (WIDE, HIGH), "red"))
    plain = make_board(name="04")
    board = hexlos.open_map([[red, plain]])
    art = picture(board)
    assert art.size == (2 * WIDE, HIGH)
    assert art.getpixel((10, 10)) == (255, 0, 0)
    assert art.crop((WIDE, 0, 2 * WIDE, HIGH)).tobytes() == render(plain).tobytes()
    assert hexlos.open_map([[plain, plain]]).picture is None


def test_warnings_say_of_which_board() -> None:
    odd = make_board(name="02", terrain={"C2": 255})
    board = hexlos.open_map([[odd, make_board(name="04")]])
    assert any(w.startswith("board 2: terrain codes [255]") for w in board.warnings)


def test_all_that_a_board_can_do(folder: Path) -> None:
    board = opened(folder, [["02"], ["r04"]])
    result = board.los("2B2", "4C2")
    assert "2B2" in result.explain()
    assert result.margin is None or result.margin >= 0
    assert result.crosses("woods", "2B3") in (True, False)
    matrix = board.los_matrix("levels")
    assert set(board.hexes) <= set(matrix.locations)
    assert board.rotated().los("2B2", "4C2").blocked == result.blocked
    assert [one.name for one in board.boards] == ["02", "04"]
    from hexlos.fan import look
    from hexlos.summary import summary

    assert look(board, "2B2").draw(1).width == board.grid.width
    assert summary(board)["hexes"] == len(board.hexes)


def test_ranges_of_big_maps_are_uint16() -> None:
    row: Iterable[Board] = [make_board(21, 1, name=str(n)) for n in range(14)]
    matrix = hexlos.open_map([row]).los_matrix(["0A1"], ["13U1"])
    assert matrix.range.dtype == np.uint16
    assert int(matrix.range.max()) == 280


# ---- boards or maps


def test_a_text_is_a_board_before_it_is_a_map(folder: Path) -> None:
    def hexes(text: str) -> str:
        return open_board_or_map(text, (), folder).hexes[0]

    assert hexes("02") == hexes("river") == hexes(str(folder / "bd02")) == "A1"
    assert hexes("r02") == hexes("02/04") == hexes("2+4") == "2A1"
    assert hexes("02[B-D]") == "2B0"


@pytest.mark.parametrize(
    ("text", "told"),
    [("99", "no board '99'"), ("99/02", "no board '99'"), ("r99", "no board '99'")],
)
def test_a_text_that_is_neither(folder: Path, text: str, told: str) -> None:
    with pytest.raises(UnknownBoardError, match=told):
        open_board_or_map(text, (), folder)


def test_a_path_that_leads_nowhere_is_no_map(folder: Path) -> None:
    with pytest.raises(UnknownBoardError, match="bd99"):
        open_board_or_map(str(folder / "bd99"), (), folder)


def test_a_damaged_board_is_named(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "bd07").write_bytes(b"PK nonsense")
    with pytest.raises(BoardFormatError, match="bd07"):
        hexlos.open_map([["07"]], boards_dir=tmp_path)
