"""hexlos diff, the comparison behind it, and its picture."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from click.testing import Result
from PIL import Image

import hexlos
from hexlos import Board, Difference, HexlosError, compare
from hexlos.difference import HexDifference, against
from hexlos.pictures import caption
from hexlos.pictures.difference import TINTS, edges, kind, sheet, step
from hexlos.pictures.png import image as drawn

from synthetic import make_board

Run = Callable[..., Result]
Refused = Callable[..., str]

KEYS = {
    "board", "ssr", "versus", "thread", "pairs", "opened", "closed", "more", "less",
    "most_affected", "hexes",
}  # fmt: skip


def orchard() -> Board:
    """An orchard hex and a grain hex in the middle of open ground, and a hill."""
    return make_board(terrain={"C2": "Orchard", "D3": "Grain"}, levels={"A1": 1, "B0": 1})


@pytest.fixture(scope="module")
def found() -> Difference:
    board = orchard()
    return compare(board.with_ssr("cactus-patch", "no-grain"), board)


def test_pairs_are_compared_one_by_one(found: Difference) -> None:
    """Against single questions: opened, closed, more and less hindered."""
    counts = dict.fromkeys(("opened", "closed", "more", "less"), 0)
    for a, b in combinations(found.board.hexes, 2):
        new, old = found.board.los(a, b), found.versus.los(a, b)
        i, j = found.board.grid.index(a), found.board.grid.index(b)
        change = {
            "opened": new.clear and old.blocked,
            "closed": new.blocked and old.clear,
            "more": new.clear and old.clear and new.hindrance > old.hindrance,
            "less": new.clear and old.clear and new.hindrance < old.hindrance,
        }
        for name, is_so in change.items():
            assert getattr(found, name)[i, j] == getattr(found, name)[j, i] == is_so, (a, b, name)
            counts[name] += is_so
    assert found.counts == counts
    assert found.pairs == 22 * 21 // 2
    assert min(counts["opened"], counts["closed"], counts["less"]) > 0


def test_hexes_count_their_own_pairs(found: Difference) -> None:
    assert sum(one.opened for one in found.hexes) == 2 * found.counts["opened"]
    assert sum(one.closed for one in found.hexes) == 2 * found.counts["closed"]
    assert sum(one.hindrance for one in found.hexes) == 2 * found.counts["less"]
    ranked = found.most_affected(5)
    assert len(ranked) == 5
    assert [one.total for one in ranked] == sorted((o.total for o in found.hexes), reverse=True)[:5]


def test_turned_about_opened_is_closed(found: Difference) -> None:
    other = compare(found.versus, found.board)
    assert np.array_equal(other.opened, found.closed)
    assert np.array_equal(other.more, found.less)


def test_without_rules_nothing_changes() -> None:
    board = orchard()
    same = compare(board, board)
    assert not any(same.counts.values())
    assert same.most_affected(3) == ()


def test_maps_of_other_hexes_are_refused() -> None:
    with pytest.raises(HexlosError, match="not the same hexes"):
        compare(make_board(5, 4), make_board(5, 3))


def test_the_other_side_starts_from_the_plain_map() -> None:
    board = orchard()
    assert against(board.with_ssr("cactus-patch"), ["no-grain"]).history == ("no-grain",)
    assert against(board.with_ssr("cactus-patch"), []) is board
    assert against(board, []) is board


def test_progress_counts_both_sides() -> None:
    seen: list[tuple[int, int]] = []
    compare(orchard(), orchard(), progress=lambda done, total: seen.append((done, total)))
    assert seen[-1] == (44, 44)
    assert [done for done, _ in seen] == sorted(done for done, _ in seen)


def test_text(run: Run) -> None:
    result = run("diff", "hills", "--ssr", "pine", "--top", "2")
    lines = result.stdout.splitlines()
    board = hexlos.open_board("hills")
    counts = compare(board.with_ssr("pine"), board).counts
    assert lines[0] == "board hills: pine against no rules, 59,685 pairs of hexes"
    numbers = [int(line.split(":")[1].split()[0].replace(",", "")) for line in lines[1:5]]
    assert numbers == [counts["opened"], counts["closed"], counts["more"], counts["less"]]
    assert counts["closed"] > 0
    assert lines[5].split() == ["hex", "opened", "closed", "hindrance"]
    assert len(lines) == 8


def test_json(run: Run, archive: Path) -> None:
    data = json.loads(run("diff", archive, "--ssr", "no-grain", "--json").stdout)
    assert set(data) == KEYS
    assert (data["ssr"], data["versus"], data["thread"]) == (["no-grain"], [], "exact")
    assert data["less"] > 0
    assert data["opened"] == data["closed"] == data["more"] == 0
    assert data["hexes"][0].keys() == {"hex", "opened", "closed", "hindrance"}
    assert sum(one["hindrance"] for one in data["hexes"]) == 2 * data["less"]
    other = json.loads(run("diff", archive, "--versus", "no-grain", "--json").stdout)
    assert (other["ssr"], other["versus"], other["more"]) == ([], ["no-grain"], data["less"])


def test_several_rules_a_side(run: Run) -> None:
    sides = ("--ssr", "pine", "--ssr", "no-grain", "--versus", "pine", "--versus", "no-cliffs")
    first = run("diff", "hills", *sides).stdout.splitlines()[0]
    assert first.startswith("board hills: pine + no-grain against pine + no-cliffs, ")


def test_a_picture_is_written(run: Run, archive: Path, tmp_path: Path) -> None:
    path = tmp_path / "d.png"
    result = run("diff", archive, "--ssr", "no-grain", "-o", path, "--scale", "2", "--json")
    data = json.loads(result.stdout)
    assert set(data) == KEYS | {"file", "bytes"}
    with Image.open(path) as image:
        assert (image.format, image.width) == ("PNG", 2 * 216)
    assert [file.name for file in tmp_path.iterdir()] == ["d.png"]


def test_bad_input(refused: Refused, archive: Path, tmp_path: Path) -> None:
    assert "unknown scenario special rule" in refused("diff", archive, "--versus", "frogs")
    assert "scale of 9" in refused("diff", archive, "-o", tmp_path / "x.png", "--scale", "9")
    assert "cannot be written" in refused("diff", archive, "-o", tmp_path / "no" / "x.png")
    assert not list(tmp_path.iterdir())


# ---- the picture


@pytest.mark.parametrize(
    ("opened", "closed", "hindrance", "word"),
    [(2, 1, 9, "opened"), (1, 1, 0, "closed"), (0, 3, 0, "closed"), (0, 0, 4, "hindrance")],
)
def test_kinds(opened: int, closed: int, hindrance: int, word: str) -> None:
    assert kind(HexDifference("A1", opened, closed, hindrance)) == word


def test_steps_part_the_hexes_by_round_numbers() -> None:
    assert edges([]) == (1, 2)
    assert edges([0, 3, 3, 3]) == (3, 4)
    low, high = edges(list(range(300)))
    assert (low, high) == (100, 200)
    assert [step(total, (low, high)) for total in (1, 100, 101, 200, 201)] == [0, 0, 1, 1, 2]


def test_tints_differ_for_all_eyes() -> None:
    """Steps fall in lightness; opened is blue, the others have less blue than red."""
    for name, tints in TINTS.items():
        light = [0.299 * r + 0.587 * g + 0.114 * b for r, g, b in tints]
        assert light[0] - light[1] > 15
        assert light[1] - light[2] > 15
        assert all((b > r) == (name == "opened") for r, _, b in tints)


def test_picture_tints_changed_hexes_only(found: Difference) -> None:
    page = sheet(found, 2)
    image = np.asarray(drawn(page)).astype(int)
    top = caption.title(page.title, image.shape[1]).height
    same = [one.hex for one in found.hexes if not one.total]
    closed = max(found.hexes, key=lambda one: one.closed)
    x, y = found.board.grid.centres_px[found.board.grid.index(closed.hex)] * 2
    spot = image[int(top + y + 34), int(x)]
    assert spot[0] > spot[2] + 20
    for name in same[:3]:
        x, y = found.board.grid.centres_px[found.board.grid.index(name)] * 2
        spot = image[int(top + y + 34), int(x)]
        assert spot.max() - spot.min() < 60
