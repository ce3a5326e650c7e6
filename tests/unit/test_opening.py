"""Opening boards: by path, by name, in a folder, built in; and readers that strangers bring."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace

import pluggy
import pytest

import hexlos
from hexlos import Board, BoardFormatError, SsrError, UnknownBoardError, built_in_boards, open_board
from hexlos import plugins as hexlos_plugins
from hexlos.plugins import BUILT_IN, manager

from synthetic import make_board, write_archive

hookimpl = pluggy.HookimplMarker("hexlos")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder of board archives."""
    for name in ("bd05", "bd1b", "bdBFPA", "bda"):
        write_archive(tmp_path / name)
    return tmp_path


def test_built_in_boards_are_listed_and_open() -> None:
    names = built_in_boards()
    assert names == tuple(sorted(set(names)))
    assert names
    for name in names:
        assert open_board(name).hexes


@pytest.mark.parametrize("kind", [str, Path])
def test_a_path_opens(folder: Path, kind: Callable[[Path], str | Path]) -> None:
    assert open_board(kind(folder / "bd05")).source == folder / "bd05"


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("5", "bd05"),
        ("05", "bd05"),
        ("bd05", "bd05"),
        ("bd5", "bd05"),
        ("1b", "bd1b"),
        ("BFPA", "bdBFPA"),
        ("bdBFPA", "bdBFPA"),
        ("a", "bda"),
    ],
)
def test_a_name_is_looked_up_in_the_folder(
    folder: Path, monkeypatch: pytest.MonkeyPatch, name: str, file: str
) -> None:
    assert open_board(name, boards_dir=folder).source == folder / file
    monkeypatch.setenv("HEXLOS_BOARDS", str(folder))
    assert open_board(name).source == folder / file


def test_the_argument_goes_before_the_environment(
    folder: Path, monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    monkeypatch.setenv("HEXLOS_BOARDS", str(tmp_path_factory.mktemp("empty")))
    assert open_board("5", boards_dir=str(folder)).source == folder / "bd05"


@pytest.mark.parametrize("name", ["99", "nowhere/bd05", "", "no such board", "x\x00y", "../bd05"])
def test_an_unknown_board_names_what_would_be_right(folder: Path, name: str) -> None:
    with pytest.raises((UnknownBoardError, BoardFormatError)) as caught:
        open_board(name, boards_dir=folder)
    message = str(caught.value)
    assert "\n" not in message
    if isinstance(caught.value, UnknownBoardError):
        assert str(folder) in message
        assert all(known in message for known in built_in_boards())


def test_a_name_does_not_leave_the_folder(folder: Path) -> None:
    inner = folder / "inner"
    inner.mkdir()
    for name in ("../05", "../bd05", f"{folder.name}/../bd05"):
        with pytest.raises(UnknownBoardError):
            open_board(name, boards_dir=inner)


def test_a_folder_is_no_board(folder: Path) -> None:
    with pytest.raises(BoardFormatError, match="is a folder, not a board file"):
        open_board(folder)


def test_a_file_that_no_reader_knows(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("A1")
    with pytest.raises(BoardFormatError, match=r"notes\.txt: no reader knows this kind of file"):
        open_board(path)


def test_an_unknown_ssr_is_named(folder: Path) -> None:
    with pytest.raises(SsrError, match="no-such-rule"):
        open_board(folder / "bd05", ssr=["no-such-rule"])


def test_every_built_in_module_is_registered() -> None:
    assert {name for name, _ in manager().list_name_plugin()} >= set(BUILT_IN)


class EggReader:
    """A stranger's reader of .egg files."""

    @hookimpl
    def hexlos_read_board(self, path: Path) -> Board | None:
        return make_board(name="egg") if path.suffix == ".egg" else None


class SpoiltReader:
    """A stranger's reader that fails on files of its own kind."""

    @hookimpl
    def hexlos_read_board(self, path: Path) -> Board | None:
        if path.suffix == ".egg":
            raise ZeroDivisionError("yolk")
        return None


class MismatchedPlugin:
    """A stranger's plugin of which one hook has an argument that does not exist."""

    @hookimpl
    def hexlos_read_board(self, path: Path) -> Board | None:
        return make_board(name="mismatched")

    @hookimpl
    def hexlos_write_matrix(self, matrix: object, colour: str) -> bool:
        return True


def entry(name: str, load: Callable[[], object]) -> SimpleNamespace:
    """An entry point as importlib.metadata gives it."""
    return SimpleNamespace(name=name, value=f"{name}_package:plugin", load=load)


Install = Callable[..., pluggy.PluginManager]


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """Maker of a manager that finds these entry points; the real one comes back afterwards."""

    def install(*entries: SimpleNamespace) -> pluggy.PluginManager:
        monkeypatch.setattr(hexlos_plugins, "entry_points", lambda group: list(entries))
        manager.cache_clear()
        return manager()

    yield install
    manager.cache_clear()


@pytest.fixture
def egg(tmp_path: Path) -> Path:
    """A file of a stranger's kind."""
    path = tmp_path / "board.egg"
    path.write_text("egg")
    return path


def test_a_reader_found_through_an_entry_point(installed: Install, egg: Path) -> None:
    installed(entry("eggs", EggReader))
    assert open_board(egg).name == "egg"


def test_a_reader_registered_by_hand(installed: Install, egg: Path) -> None:
    made = installed()
    with pytest.raises(BoardFormatError, match="no reader knows"):
        open_board(egg)
    made.register(EggReader())
    assert open_board(egg).name == "egg"


def test_a_stranger_s_reader_leaves_the_others_their_files(
    installed: Install, folder: Path
) -> None:
    installed(entry("eggs", EggReader))
    assert open_board(folder / "bd05").name == "made"


def test_a_plugin_that_fails_to_load_is_logged_and_left_out(
    installed: Install, egg: Path, folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    def load() -> object:
        raise ImportError("no module named shell")

    with caplog.at_level(logging.WARNING, logger="hexlos"):
        made = installed(entry("broken", load), entry("eggs", EggReader))
    assert [record.levelname for record in caplog.records] == ["WARNING"]
    assert "broken" in caplog.text
    assert "no module named shell" in caplog.text
    assert made.get_plugin("broken") is None
    assert open_board(egg).name == "egg"
    assert open_board(folder / "bd05").name == "made"


def test_a_plugin_with_a_wrong_hook_is_left_out_whole(
    installed: Install, folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING, logger="hexlos"):
        made = installed(entry("mismatched", MismatchedPlugin))
    assert "mismatched" in caplog.text
    assert made.get_plugin("mismatched") is None
    assert open_board(folder / "bd05").name == "made"


def test_a_reader_that_crashes_is_one_error(installed: Install, egg: Path) -> None:
    installed(entry("spoilt", SpoiltReader))
    with pytest.raises(BoardFormatError, match=r"board\.egg: .*yolk"):
        open_board(egg)


def test_a_map_of_one_board(folder: Path) -> None:
    board = hexlos.open_map([["05"]], boards_dir=folder)
    turned = hexlos.open_map([["r05"]], boards_dir=folder)
    assert board.hexes == turned.hexes
    assert turned.grid.flipped
