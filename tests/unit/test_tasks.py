"""Tables as tasks: the names of their files, and parcels for machines that see none of them."""

from __future__ import annotations

import pickle
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

import hexlos
from hexlos.errors import HexlosError
from hexlos.maps.found import find_board_or_map
from hexlos.tasks import (
    Done,
    Failed,
    Plan,
    Table,
    Task,
    Variant,
    attempt,
    parcel,
    planned,
    variants,
)
from hexlos.tasks.parcel import Reply, compute_packed, packed, unpacked

from synthetic import losdata_of, make_board, metadata, write_archive


def _archive(folder: Path, name: str, grain: str) -> Path:
    """A board file with a field in one hex."""
    folder.mkdir(exist_ok=True)
    board = make_board(terrain={grain: "Grain"})
    about = metadata().replace(b'name="made"', f'name="{name}"'.encode())
    members = {"BoardMetadata.xml": about, "LOSData": losdata_of(board)}
    return write_archive(folder / f"bd{name}", members)


def _plan(output: Path, *sets: str, flips: bool = False) -> Plan:
    return Plan(Table(), output, True, "npz", (), variants(sets, flips), None)


def test_variants_begin_with_the_plain_board() -> None:
    assert variants([], False) == [Variant()]
    assert variants(["pine + no-roads"], True) == [
        Variant(),
        Variant((), True),
        Variant(("pine", "no-roads")),
        Variant(("pine", "no-roads"), True),
    ]
    for nothing in ("", "+", "pine+", " "):
        with pytest.raises(HexlosError, match="is no set of rules"):
            variants([nothing], False)


@pytest.mark.parametrize(
    ("rules", "suffix"),
    [
        ((), ""),
        (("forest",), "-forest"),
        (("pine:F4,J3", "no-roads"), "-pine_F4_J3+no-roads"),
        (("pine:!F4",), "-pine_not-F4"),
        (("../../x/pine",), "-_x_pine"),
        (("bocage:F4/NE",), "-bocage_F4_NE"),
    ],
)
def test_names_of_files_tell_the_rules(rules: tuple[str, ...], suffix: str) -> None:
    assert Variant(rules).suffix == suffix
    assert Variant(rules, True).suffix == f"-reversed{suffix}"


def test_long_lists_of_hexes_still_have_names_of_their_own() -> None:
    hexes = ",".join(f"A{n}" for n in range(1, 60))
    names = {Variant((f"pine:{hexes},{last}",)).suffix for last in ("B1", "B2", "B3")}
    assert len(names) == 3
    assert max(map(len, names)) < 120


def test_tables_of_one_name_are_told_and_not_written(tmp_path: Path) -> None:
    first, second = (_archive(tmp_path / name, "made", "C2") for name in "ab")
    found = list(planned(_plan(tmp_path, "pine", "pine"), [str(first), "nowhere", str(second)]))
    assert [type(one) for one in found] == [Task, Task, Failed, Failed, Failed, Failed, Failed]
    assert [one.file.name for one in found if isinstance(one, Task)] == [
        "made.npz",
        "made-pine.npz",
    ]
    told = [one.error for one in found if isinstance(one, Failed)]
    assert "no board 'nowhere'" in told[1]
    assert all("another table is written to" in text for text in (told[0], *told[2:]))


def test_a_parcel_needs_none_of_the_files_it_was_made_of(tmp_path: Path) -> None:
    """A map of boards with one file name; the result is what the task itself writes."""
    boards = tmp_path / "boards"
    _archive(boards, "made", "C2")
    _archive(boards, "other", "B2")
    found = find_board_or_map("made+rother", boards)
    task = Task("made+rother", found, Table(), tmp_path / "here.npz", ("no-grain",), True)
    outcome = attempt(task, 1, lambda share: None, lambda text: None)
    expected = task.file.read_bytes()
    sent = packed(task, 1)
    shutil.rmtree(boards)
    task.file.unlink()
    reply = pickle.loads(sent)
    assert isinstance(reply, Reply)
    assert not task.file.exists()
    done = unpacked(task, reply)
    assert isinstance(done, Done)
    assert isinstance(outcome, Done)
    assert task.file.read_bytes() == expected
    assert replace(done, seconds=0, los_per_second=0) == replace(
        outcome, seconds=0, los_per_second=0
    )


def test_boards_of_one_file_name_do_not_mix_in_a_parcel(tmp_path: Path) -> None:
    paths = [_archive(tmp_path / name, "made", grain) for name, grain in (("a", "B2"), ("b", "C2"))]
    found = find_board_or_map("made+made", tmp_path / "a")
    assert isinstance(found.layout, list)
    (one, two), *_ = found.layout
    assert one is not None
    assert two is not None
    both = replace(found, layout=[[one, replace(two, board=paths[1])]])
    task = Task("made+made", both, Table(), tmp_path / "here.npz")
    reply = pickle.loads(packed(task, 1))
    attempt(task, 1, lambda share: None, lambda text: None)
    assert reply.content == task.file.read_bytes()


def test_warnings_and_failures_come_back(tmp_path: Path) -> None:
    path = _archive(tmp_path, "made", "C2")
    task = Task(
        str(path), find_board_or_map(str(path)), Table(), tmp_path / "x.npz", ("no-cliffs",)
    )
    reply = pickle.loads(packed(task, 1))
    assert any("no-cliffs changes nothing" in text for text in reply.warnings)
    refused = pickle.loads(packed(replace(task, rules=("nonsense",)), 1))
    assert "unknown scenario special rule" in refused.outcome.error
    assert unpacked(task, refused) == refused.outcome
    assert not task.file.exists()


def test_a_result_that_cannot_be_sent_or_written_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = _archive(tmp_path, "made", "C2")
    task = Task(str(path), find_board_or_map(str(path)), Table(), tmp_path / "no" / "x.npz")
    reply = pickle.loads(packed(task, 1))
    assert "cannot be written" in getattr(unpacked(task, reply), "error", "")
    monkeypatch.setattr(parcel, "MAX_RESULT", 100)
    assert "too many to send" in pickle.loads(packed(task, 1)).outcome.error
    path.unlink()
    with pytest.raises(HexlosError, match=r"cannot be read \(No such file"):
        packed(task, 1)


def test_a_parcel_of_another_version_is_not_opened() -> None:
    told = compute_packed("99.9", b"no pickle", 1)
    assert told == f"a worker has hexlos {hexlos.__version__}, here it is 99.9: install the same " \
        "on all"  # fmt: skip


def test_streamed_tables_come_back_as_well(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hexlos.export.stream.LARGE", 1)
    path = _archive(tmp_path, "made", "C2")
    task = Task(str(path), find_board_or_map(str(path)), Table(levels=True), tmp_path / "x.parquet")
    done = attempt(task, 2, lambda share: None, lambda text: None)
    reply = pickle.loads(packed(task, 1))
    assert isinstance(done, Done)
    assert reply.content == task.file.read_bytes()
    assert replace(reply.outcome, seconds=0, los_per_second=0) == replace(
        done, seconds=0, los_per_second=0
    )
    assert hexlos.load_matrix(task.file).sources == hexlos.open_board(path).los_matrix(
        "levels"
    ).sources  # fmt: skip
