"""hexlos matrix --scheduler, with a real Dask scheduler and two workers on this machine."""

from __future__ import annotations

import json
import re
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Thread

import pytest
from click.testing import Result

from hexlos.tasks import cluster

Run = Callable[..., Result]
Refused = Callable[..., str]

HEXLOS = (sys.executable, "-c", "from hexlos.cli import main; main()")

#: A scheduler on a machine that has no hexlos, and a worker of another version of it.
SCHEDULER = "import sys; sys.modules['hexlos'] = None"
OTHER_WORKER = "import importlib.metadata as m; own = m.version; m.version = " \
    "lambda name: '0.0.1' if name == 'hexlos' else own(name)"  # fmt: skip


class Cluster:
    """A scheduler and workers, each a process with a folder of its own."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._begun: list[subprocess.Popen[str]] = []
        self._file = folder / "scheduler.json"
        listens = ("--host", "127.0.0.1", "--port", "0", "--scheduler-file", str(self._file))
        self._start("scheduler", *listens, before=SCHEDULER)

    @property
    def address(self) -> str:
        while not self._file.exists() or not self._file.read_text().endswith("}"):
            time.sleep(0.02)
        return str(json.loads(self._file.read_text())["address"])

    def add_worker(self, before: str = "") -> subprocess.Popen[str]:
        """Start one; ``joined`` tells when it is there."""
        tidy = ("--no-nanny", "--nthreads", "1", "--local-directory", str(self._folder))
        return self._start("worker", "--scheduler-file", str(self._file), *tidy, before=before)

    @staticmethod
    def joined(worker: subprocess.Popen[str]) -> None:
        assert worker.stderr is not None
        heard = ""
        for line in worker.stderr:
            heard += line
            if re.search(r"Registered to: +tcp", line):
                break
        else:
            raise AssertionError(heard)
        # what it says from now on must not fill the pipe
        Thread(target=worker.stderr.read, daemon=True).start()

    def _start(self, *words: str, before: str) -> subprocess.Popen[str]:
        code = f"{before}\nfrom dask.__main__ import main\nmain()"
        begun = subprocess.Popen(
            [sys.executable, "-c", code, *words, "--no-dashboard"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL if words[0] == "scheduler" else subprocess.PIPE,
            text=True,
            cwd=self._folder,
        )
        self._begun.append(begun)
        return begun

    def stop(self) -> None:
        for process in self._begun:
            process.kill()
        for process in self._begun:
            process.wait()
            if process.stderr is not None:
                process.stderr.close()


@pytest.fixture
def network(tmp_path: Path) -> Iterator[Cluster]:
    """A scheduler that workers can be added to."""
    folder = tmp_path / "cluster"
    folder.mkdir()
    made = Cluster(folder)
    yield made
    made.stop()


def _contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_a_cluster_does_what_one_process_does(
    run: Run, network: Cluster, archive: Path, tmp_path: Path
) -> None:
    """Failures are told and the rest is done; also when a worker dies; not by another version."""
    workers = [network.add_worker() for _ in range(2)]
    boards = tmp_path / "boards"
    boards.mkdir()
    for name in ("bdmade", "bdother"):
        shutil.copy(archive, boards / name)
    (boards / "bdbroken").write_bytes(b"PK\x03\x04 and no more")
    asked = (
        "matrix", boards / "bdmade", boards / "bdbroken", "bdmade+rbdother", "--boards-dir", boards,
        "--each-ssr", "no-grain", "--each-ssr", "nonsense", "--flips",
    )  # fmt: skip
    alone = run(*asked, "-o", tmp_path / "alone", "--threads", "1")
    for worker in workers:
        network.joined(worker)

    asked = (*asked, "--scheduler", network.address, "-o")

    def numbers(text: str) -> str:
        return re.sub(r"[\d,]+ LOS/s -> \S+", "", text)

    there = run(*asked, tmp_path / "there")
    assert there.exit_code == alone.exit_code == 2
    assert _contents(tmp_path / "there") == _contents(tmp_path / "alone")
    assert len(_contents(tmp_path / "there")) == 8
    assert numbers(there.stdout) == numbers(alone.stdout)
    assert sorted(there.stderr.splitlines()) == sorted(alone.stderr.splitlines())

    words = [*HEXLOS, *map(str, (*asked, tmp_path / "again"))]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
        assert process.stdout is not None
        assert process.stdout.readline()
        workers[0].kill()
        process.communicate(timeout=60)
    assert _contents(tmp_path / "again") == _contents(tmp_path / "alone")

    network.joined(network.add_worker(before=OTHER_WORKER))
    other = run(*asked, tmp_path / "not")
    assert other.exit_code == 2
    assert other.stderr.splitlines()[-1].startswith("hexlos: a worker has hexlos 0.0.1, here it is")
    assert _contents(tmp_path / "not") == {}


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:1", "foo", "", "http://127.0.0.1:80"])
def test_no_scheduler(
    refused: Refused,
    archive: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    address: str,
) -> None:
    monkeypatch.setattr(cluster, "_CONNECTING", 0.3)
    begun = time.monotonic()
    said = refused("matrix", archive, "-o", tmp_path / "x.npz", "--scheduler", address)
    assert time.monotonic() - begun < 5
    assert f"no Dask scheduler answers at {address!r}: give the address" in said
    assert list(tmp_path.iterdir()) == []


def test_what_is_no_scheduler(
    refused: Refused, archive: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Something that takes the call and then says nothing."""
    monkeypatch.setattr(cluster, "_CONNECTING", 0.3)
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = f"tcp://127.0.0.1:{server.getsockname()[1]}"
        said = refused("matrix", archive, "-o", tmp_path / "x.npz", "--scheduler", address)
    assert "no Dask scheduler answers" in said


def test_a_cluster_without_workers_is_not_waited_for_forever(
    run: Run, network: Cluster, archive: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is told at once, and after a time all tables have failed."""
    monkeypatch.setattr(cluster, "_WITHOUT_WORKERS", 0.5)
    done = run("matrix", archive, "desert", "-o", tmp_path, "--scheduler", network.address)
    assert done.exit_code == 2
    assert done.stderr.splitlines() == [
        f"hexlos: warning: the scheduler at {network.address} has no workers; "
        "waiting 0.5 s for one",
        "hexlos: bdmade: the cluster had no worker for 0.5 s",
        "hexlos: desert: the cluster had no worker for 0.5 s",
    ]
    assert not list(tmp_path.glob("*.npz"))


def test_without_the_extra(
    refused: Refused, archive: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    said = refused("matrix", archive, "-o", tmp_path / "x.npz", "--scheduler", "tcp://h:8786")
    assert "pip install 'hexlos[dask]'" in said
