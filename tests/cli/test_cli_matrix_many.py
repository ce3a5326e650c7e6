"""hexlos matrix for many tables: variants of boards, and several processes."""

from __future__ import annotations

import json
import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest
from click.testing import Result

import hexlos
from hexlos.errors import HexlosError
from hexlos.maps.found import Found
from hexlos.tasks import Done, Outcome, Table, Task, attempt, processes
from hexlos.tasks.processes import run_in_processes

Run = Callable[..., Result]
Refused = Callable[..., str]


def _contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_variants_of_a_board(run: Run, archive: Path, tmp_path: Path) -> None:
    """Plain, under a set of rules, both also reversed; --ssr applies to all."""
    result = run(
        "matrix", archive, "-o", tmp_path, "--ssr", "no-grain", "--each-ssr",
        "forest + no-roads", "--flips", "--json", "--threads", "1",
    )  # fmt: skip
    assert result.exit_code == 0, result.output
    rows = json.loads(result.stdout)["boards"]
    assert [(row["ssr"], row["reversed"]) for row in rows] == [
        (["no-grain"], False),
        (["no-grain"], True),
        (["no-grain", "forest", "no-roads"], False),
        (["no-grain", "forest", "no-roads"], True),
    ]
    assert [Path(row["file"]).name for row in rows] == [
        "made.npz",
        "made-reversed.npz",
        "made-forest+no-roads.npz",
        "made-reversed-forest+no-roads.npz",
    ]
    board = hexlos.open_board(archive, ["no-grain", "forest", "no-roads"])
    for file, expected in zip(rows[2:], (board, board.rotated()), strict=True):
        made = hexlos.load_matrix(file["file"])
        assert np.array_equal(made.blocked, expected.los_matrix().blocked)
        assert np.array_equal(made.source_px, expected.los_matrix().source_px)
        assert made.info.get("reversed", False) is file["reversed"]
        assert made.info["ssr"] == ["no-grain", "forest", "no-roads"]


def test_lines_name_variants(run: Run, archive: Path, tmp_path: Path) -> None:
    result = run(
        "matrix", archive, "-o", tmp_path, "--each-ssr", "no-grain", "--each-ssr", "nonsense",
        "--flips", "--threads", "1",
    )  # fmt: skip
    assert result.exit_code == 2
    *lines, last = result.stdout.splitlines()
    assert [line.partition(":")[0] for line in lines] == [
        "made", "made reversed", "made, no-grain", "made reversed, no-grain",
    ]  # fmt: skip
    assert last.startswith("4 tables, ")
    assert last.endswith(" 2 failed")
    told = [line for line in result.stderr.splitlines() if "warning" not in line]
    assert [line.partition(": unknown")[0] for line in told] == [
        "hexlos: bdmade, nonsense",
        "hexlos: bdmade reversed, nonsense",
    ]


def test_processes_write_what_one_process_writes(run: Run, archive: Path, tmp_path: Path) -> None:
    """Boards, variants, a damaged board and a refused rule; in order, with the same bytes."""
    (tmp_path / "bdbroken").write_bytes(b"PK\x03\x04 and no more")
    asked = (
        "matrix", archive, tmp_path / "bdbroken", "--each-ssr", "steppe", "--each-ssr", "no-grain",
        "--each-ssr", "no-roads",
    )  # fmt: skip
    one = run(*asked, "-o", tmp_path / "one", "--threads", "1")
    two = run(*asked, "-o", tmp_path / "two", "--threads", "2")
    assert one.exit_code == two.exit_code == 2
    assert _contents(tmp_path / "one") == _contents(tmp_path / "two")
    assert sorted(_contents(tmp_path / "one")) == [
        "made-no-grain.npz", "made-no-roads.npz", "made.npz",
    ]  # fmt: skip

    def told(result: Result) -> list[str]:
        return [line.partition(":")[0] for line in result.stdout.splitlines()]

    assert told(one) == told(two)
    assert sorted(one.stderr.splitlines()) == sorted(two.stderr.splitlines())


@contextmanager
def _killing(victims: int, with_signal: signal.Signals) -> Iterator[None]:
    """Ends the first processes that this one starts, before they can have done anything."""
    over = threading.Event()
    killed: set[int | None] = set()

    def kill() -> None:
        while not over.is_set() and len(killed) < victims:
            for child in multiprocessing.active_children():
                if len(killed) < victims and child.pid not in killed:
                    os.kill(child.pid or 0, with_signal)
                    killed.add(child.pid)
            time.sleep(0.005)

    thread = threading.Thread(target=kill)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()
    assert len(killed) == victims


def test_a_process_that_is_killed_fails_its_table_only(
    run: Run, archive: Path, tmp_path: Path
) -> None:
    with _killing(1, signal.SIGKILL):
        result = run(
            "matrix", archive, "-o", tmp_path, "--each-ssr", "no-grain", "--flips",
            "--threads", "2", "--json",
        )  # fmt: skip
    assert result.exit_code == 2, result.output
    data = json.loads(result.stdout)
    (failed,) = data["failed"]
    assert failed["board"] == str(archive)
    assert "ended by SIGKILL, as when memory runs out" in failed["error"]
    assert len(data["boards"]) == 3
    assert {path.name for path in tmp_path.iterdir()} == {
        Path(row["file"]).name for row in data["boards"]
    }


class _Listens:
    def __init__(self) -> None:
        self.outcomes: dict[int, Outcome] = {}
        self.shares: list[float] = []
        self.warnings: list[str] = []

    def deliver(self, number: int, outcome: Outcome) -> None:
        self.outcomes[number] = outcome

    def tell(self, share: float) -> None:
        self.shares.append(share)

    def warn(self, text: str) -> None:
        self.warnings.append(text)


def _tasks(archive: Path, folder: Path, count: int) -> list[Task]:
    return [
        Task(str(archive), Found(archive), Table(), folder / f"{n}.npz", ("pine",))
        for n in range(count)
    ]


def test_processes_that_cannot_start_fail_every_task_once(archive: Path, tmp_path: Path) -> None:
    heard = _Listens()
    with _killing(3, signal.SIGTERM):
        run_in_processes(_tasks(archive, tmp_path, 3), 2, 1, heard)
    assert sorted(heard.outcomes) == [0, 1, 2]
    assert all("ended by SIGTERM" in str(outcome) for outcome in heard.outcomes.values())
    assert heard.shares[-1] == 1.0
    assert list(tmp_path.iterdir()) == []


def test_progress_and_warnings_come_from_processes(archive: Path, tmp_path: Path) -> None:
    heard = _Listens()
    tasks = _tasks(archive, tmp_path, 2)
    tasks[1] = Task(tasks[1].given, tasks[1].found, Table(), tasks[1].file, ("no-cliffs",))
    run_in_processes(tasks, 2, 1, heard)
    assert all(isinstance(outcome, Done) for outcome in heard.outcomes.values())
    assert heard.shares == sorted(heard.shares)
    assert heard.shares[-1] == 1.0
    assert any("no-cliffs changes nothing" in text for text in heard.warnings)


def test_an_unforeseen_error_fails_its_table_only(
    archive: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a process says of an error that is none of hexlos'."""

    def broken(*arguments: object) -> Outcome:
        raise ZeroDivisionError("a fault")

    monkeypatch.setattr(processes, "attempt", broken)
    ours, theirs = multiprocessing.Pipe()
    (task,) = _tasks(archive, tmp_path, 1)
    outcome = processes._outcome(theirs, task, 1, lambda share: None)
    assert "it failed unexpectedly (ZeroDivisionError: a fault)" in str(outcome)
    ours.close()
    theirs.close()


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (HexlosError("a sentence"), "a sentence"),
        (OSError(28, "No space left on device", "x.npz"), "x.npz: No space left on device"),
        (MemoryError(), "0.npz: there is not enough memory for this table"),
    ],
)
def test_what_fails_a_task(
    archive: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception, told: str
) -> None:
    def fails(*arguments: object) -> None:
        raise error

    monkeypatch.setattr("hexlos.tasks.task.save_matrix", fails)
    (task,) = _tasks(archive, tmp_path, 1)
    outcome = attempt(task, 1, lambda share: None, lambda text: None)
    assert getattr(outcome, "error", None) == told


def test_ctrl_c_ends_all_processes_and_leaves_no_half_file(tmp_path: Path) -> None:
    call = [sys.executable, "-c", "from hexlos.cli import main; main()", "matrix"]
    many = ["woodland+hills", "hills+woodland", "village", "desert"]
    with subprocess.Popen(
        [*call, *many, "--levels", "-o", str(tmp_path), "--threads", "2"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, process_group=0, text=True,
    ) as process:  # fmt: skip
        while not [path for path in Path("/proc").glob("[0-9]*") if _child_of(path, process.pid)]:
            time.sleep(0.02)
        time.sleep(0.5)
        begun = time.monotonic()
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=20)
        assert time.monotonic() - begun < 10
    assert err == "\nhexlos: stopped\n"
    assert process.returncode == 130
    assert [path for path in tmp_path.iterdir() if path.suffix != ".npz"] == []
    assert len(out.splitlines()) <= len(list(tmp_path.iterdir())) < len(many)


def _child_of(path: Path, parent: int) -> bool:
    """Whether a folder of /proc is that of a process that computes for another."""
    try:
        text = (path / "stat").read_text()
        spawned = b"spawn_main" in (path / "cmdline").read_bytes()
    except OSError:
        return False
    return spawned and int(text.rpartition(")")[2].split()[1]) == parent


def test_a_folder_without_boards_is_told(refused: Refused, tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "README.md").write_text("no board")
    said = refused("matrix", tmp_path / "in", "-o", tmp_path / "out")
    assert said == f"hexlos: {tmp_path / 'in'}: the folder has no boards\n"
    assert not (tmp_path / "out").exists()


def test_a_set_without_rules_is_told(refused: Refused, archive: Path, tmp_path: Path) -> None:
    said = refused("matrix", archive, "-o", tmp_path / "out", "--each-ssr", "pine++forest")
    assert "'pine++forest' is no set of rules" in said
    assert not (tmp_path / "out").exists()
