"""hexlos move."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

import pytest
from click.testing import Result

from hexlos import Board, open_board, opening

Run = Callable[..., Result]
Refused = Callable[..., str]

KEYS = {
    "board", "ssr", "from", "to", "unit", "name", "allowed", "points", "price", "total", "amount",
    "share", "way", "terrain", "hexside", "trail_break", "costs", "needs", "bog", "first_fire_drm",
    "demands", "notes", "forbidden",
}  # fmt: skip


@lru_cache(maxsize=16)
def opened(name: str, ssr: tuple[str, ...], boards_dir: str | None) -> Board:
    """A board, opened once for all tests."""
    return open_board(name, ssr, boards_dir)


@pytest.fixture(autouse=True)
def _open_each_board_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening, "open_board", opened)


def said(run: Run, *arguments: str) -> list[str]:
    """Lines that a move prints."""
    result = run("move", *arguments)
    assert result.exit_code == 0, result.output
    return result.stdout.splitlines()


def test_a_newcomer_asks_what_a_pine_woods_path_costs_a_squad(run: Run) -> None:
    """B13.6, B13.82: from the help alone."""
    assert "move " in run("-h").stdout
    shown = run("move", "-h").stdout
    assert "hexlos move woodland F1 F2 --unit infantry --ssr pine" in shown
    assert "a squad" in shown
    lines = said(run, *"woodland F1 F2 --unit infantry --ssr pine".split())
    assert lines == [
        "F1 -> F2, infantry: 1 MF",
        "cost:      1 MF for entering pine woods along a path (B13.6)",
        "otherwise: without the path 1 1/2 MF (B13.82)",
    ]


def test_json(run: Run) -> None:
    """B13.42."""
    words = "woodland E2 E3 --unit fully-tracked --allotment 13 --json --turn 1"
    data = json.loads("\n".join(said(run, *words.split())))
    assert set(data) == KEYS
    assert (data["total"], data["amount"], data["share"]) == (8.5, 2, 0.5)
    assert data["bog"] == [{"when": "in E3", "drm": 3, "drms": data["bog"][0]["drms"]}]
    assert data["bog"][0]["drms"][0]["rule"] == "B13.42"
    assert data["price"] == "half its MP + 2 MP = 8 1/2 MP"


@pytest.mark.parametrize(
    ("words", "first", "more"),
    [
        ("woodland E2 E3", "E2 -> E3, infantry: 2 MF", "woods (B13.4)"),
        ("woodland E2 E3 --unit cavalry", "E2 -> E3, cavalry: 4 MF", "(B13.4)"),
        ("woodland E2 E3 --unit wheeled", "E2 -> E3, wheeled: all its MP", "bog:       Bog DR in"),
        ("woodland E2 E3 --unit fully-tracked --all-mp", ": all its MP", "(B13.41)"),
        ("woodland E2 E3 --unit halftrack --reverse", ": all its MP", "(D2.2)"),
        ("woodland E2 E3 --unit motorcycle", ": ? MP", "give it as --base-cost"),
        ("woodland E5 F4 --unit cavalry --charge", ": forbidden", "(B13.4)"),
        ("woodland E2 E3 --unit halftrack --riders", ": forbidden", "(B13.43)"),
        ("woodland E5 F4 --unit fully-tracked --buttoned-up", ": 1 MP", "(B13.4, B3.4)"),
        ("woodland E5 F4 --unit wheeled --armoured --buttoned-up", ": 1 MP", "buttoned up"),
        ("woodland E5 F4 --unit wheeled --no-road", ": all its MP", "(B13.41)"),
        ("woodland E5 F4 --unit wheeled --wrecks 3/2", ": 3 1/2 MP", "(D2.14, B13.41)"),
        ("woodland F1 F2 --no-path", ": 2 MF", "(B13.4)"),
        ("woodland F4 F4 --unit halftrack --off-road", ": all its MP", "off the road"),
        ("woodland F4 --unit halftrack --off-road", ": all its MP", "off the road"),
        ("woodland E2 E3 --minimum-move", ": all its MF", "(A4.134)"),
        ("woodland E2 E3 --bypass --base-cost 1.5", ": 1 1/2 MF", "in bypass, as given (A4.3)"),
        ("woodland F4 F3 --unit wheeled --ssr forest", ": forbidden", "(B13.7)"),
        ("woodland F4 G5 --unit wheeled --ssr forest", ": 1/2 MP", "otherwise: without the road f"),
        ("hills D5 D6 --unit infantry", ": 2 MF", "(B10.4)"),
        ("village C1 C2", "C1 -> C2, infantry: 2 MF", "crossing the hedge at S (B9.4)"),
        ("village C1 C2 --ssr cactus-hedge", ": forbidden", "Low Crawl"),
        ("village C1 C2 --ssr cactus-hedge --low-crawl", ": all its MF", "(A10.52)"),
        ("village C1 C2 --ssr cactus-hedge --advance", ": 0 MF", "CX (A4.72)"),
        ("village C1 C2 --unit wheeled --base-cost 2 --hexside-cost 1", ": 3 MP", "as given"),
        (
            "desert C7 C8 --unit wheeled --ssr broken-terrain --base-cost 3",
            ": 6 MP",
            "Broken Ground is a Bog hex (F13.1)",
        ),
    ],
)
def test_what_is_told(run: Run, words: str, first: str, more: str) -> None:
    lines = said(run, *words.split())
    assert lines[0].endswith(first)
    assert more in "\n".join(lines[1:])


def test_all_hexes_around(run: Run) -> None:
    """B13.6, B13.82."""
    lines = said(run, "woodland", "F2", "--ssr", "pine")
    assert len(lines) == 6
    assert lines[0] == "F2 -> F1, infantry: 1 MF into pine woods by path (B13.6)"
    assert sum("1 1/2 MF into pine woods (B13.82)" in line for line in lines) == 4
    data = json.loads("\n".join(said(run, "woodland", "F2", "--json")))
    assert [one["to"] for one in data] == ["F1", "G2", "G3", "F3", "E3", "E2"]
    tank = said(run, "woodland", "F4", "--unit", "fully-tracked")
    assert any("Bog DR before leaving F4, Bog DR at +3 in F3" in line for line in tank)
    charge = said(run, "woodland", "F4", "--unit", "cavalry", "--charge")
    assert all("forbidden" in line for line in charge)


def test_trail_breaks_of_a_file(run: Run, tmp_path: Path) -> None:
    """B13.421, B13.4212."""
    path = tmp_path / "breaks.json"
    run("trail-break", "make", path, "woodland", "E2", "E3", "F3", "--name", "T1")
    along = ["--trail-breaks", str(path)]
    squad = said(run, "woodland", "E2", "E3", *along)
    assert squad[0] == "E2 -> E3, infantry: 1 1/2 MF"
    assert "DRM -1 in Defensive First Fire" in squad[2]
    assert squad[-1] == "otherwise: without the Trail Break 2 MF (B13.4)"
    assert said(run, "woodland", "E2", "E3", *along, "--no-trail-break")[0].endswith(": 2 MF")
    pine = said(run, "woodland", "E2", "E3", *along, "--along", "E3:SE-N", "--ssr", "pine")
    assert "Trail Break E3:N-SE" in pine[1]
    tank = ["woodland", "E2", "E3", "--unit", "fully-tracked", "--unarmoured", *along]
    assert said(run, *tank)[0] == "E2 -> E3, fully-tracked: half its MP"
    assert "bog" not in "".join(said(run, *tank)[:3])
    out = said(run, "woodland", "F3", "G3", "--unit", "fully-tracked", "--name", "T1", *along)
    assert "it makes a Trail Break" in "".join(out)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("woodland E2 E2", "the same hex"),
        ("woodland E2 G9", "not adjacent"),
        ("woodland E2 J99", "no hex 'J99'"),
        ("woodland J99", "no hex 'J99'"),
        ("woodland E2 E3 --unit tank", "no unit is 'tank': use infantry"),
        ("woodland E2 E3 --unit wheeled --advance", "only infantry does"),
        ("woodland E2 E3 --allotment many", "--allotment is a number such as 2"),
        ("woodland E2 E3 --allotment=-1", "--allotment is a number such as 2"),
        ("woodland E2 E3 --allotment 1001", "an allotment is a number from 0"),
        ("woodland E2 E3 --base-cost 1/0", "--base-cost is a number such as 2"),
        ("woodland E2 E3 --hexside-cost 1e999999999", "--hexside-cost"),
        ("woodland E2 E3 --along E3:N-SE", "no E3:N-SE at the N hexside"),
        ("woodland E2 E3 --along E3", "is no Trail Break"),
        ("woodland E2 E3 --trail-breaks no-such-file", "there is no file no-such-file"),
        ("woodland E2 E3 --trail-breaks .", "cannot be read"),
        ("woodland E2 E3 --off-road --unit wheeled", "name it twice"),
    ],
)
def test_bad_input(refused: Refused, words: str, says: str) -> None:
    assert says in refused("move", *words.split())


def test_every_example_of_the_help_works(run: Run) -> None:
    examples = [
        line.split("#")[0].split()[1:]
        for line in run("move", "-h").stdout.splitlines()
        if line.startswith("    hexlos ")
    ]
    assert len(examples) >= 5
    for example in examples:
        assert run(*example).exit_code == 0, example
