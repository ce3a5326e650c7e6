"""Jobs of a table: cut so that cores are done together, done once each, whatever fails."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor

import pytest

import hexlos
from hexlos import cores
from hexlos.cores import Job, run_jobs
from hexlos.jobs import Question, table_jobs
from hexlos.matrix import Slab, ask


def _table(board: hexlos.Board, threads: int) -> list[Job]:
    asked = ask(
        board,
        None,
        None,
        thread="exact",
        threads=threads,
        max_range=None,
        progress=None,
        entrenched=None,
        wall_advantage=None,
    )
    places = asked.source_rows, asked.target_rows
    question = Question(*places, True, None, tuple(Slab.empty(346, 346, None)), threads=threads)
    return table_jobs(board, "exact", question)


def test_the_longest_jobs_of_a_table_are_the_first() -> None:
    lines = [job.lines for job in _table(hexlos.open_board("hills"), 2)]
    assert len(lines) > 5
    assert lines == sorted(lines, reverse=True)
    assert lines[-1] < 0.05 * sum(lines)


@pytest.mark.parametrize("threads", [1, 2, 5, 400])
def test_every_job_is_done_once(threads: int) -> None:
    done: list[int] = []
    told: list[int] = []
    jobs = [Job(lambda n=n: done.append(n), n) for n in range(100)]
    run_jobs(jobs, threads, told.append)
    assert sorted(done) == list(range(100))
    assert told == sorted(told)
    assert told[-1] == sum(range(100))


def test_two_work_at_a_time_and_progress_is_told_by_the_caller() -> None:
    meet, own = threading.Barrier(2, timeout=30), threading.get_ident()
    tellers: set[int] = set()
    run_jobs([Job(meet.wait, 1)] * 6, 2, lambda done: tellers.add(threading.get_ident()))
    assert tellers == {own}


def _failing(when: Callable[[], bool]) -> Callable[[], None]:
    def trace() -> None:
        if when():
            raise IndexError("it fails")

    return trace


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("mine", [True, False])
def test_what_fails_is_raised_and_the_rest_left(threads: int, mine: bool) -> None:
    """In the caller's thread, or in another one."""
    own, met, left = threading.get_ident(), threading.Event(), []

    def when() -> bool:
        if (threading.get_ident() == own) is mine or threads == 1:
            met.set()
            return True
        assert met.wait(30)
        return False

    jobs = [Job(_failing(when), 1)] * 2 + [Job(lambda: left.append(1), 1)] * 500
    with pytest.raises(IndexError, match="it fails"):
        run_jobs(jobs, threads, lambda done: None)
    assert len(left) < 500


def test_a_caller_that_stops_stops_the_others() -> None:
    def stop(done: int) -> None:
        raise KeyboardInterrupt

    left: list[int] = []
    with pytest.raises(KeyboardInterrupt):
        run_jobs([Job(lambda: left.append(1), 1)] * 100_000, 2, stop)
    assert len(left) < 100_000


_FORKED = """
import os, warnings
from hexlos.cores import Job, run_jobs
import threading
warnings.simplefilter("ignore")
def meet():
    both = threading.Barrier(2, timeout=20)
    run_jobs([Job(both.wait, 1)] * 2, 2, lambda done: None)
meet()
child = os.fork()
meet()
if child:
    raise SystemExit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""


_INTERRUPTED = """
import threading
from hexlos.cores import Job, run_jobs
start = threading.Thread.start
def interrupted(thread):
    start(thread)
    raise KeyboardInterrupt
def meet():
    both = threading.Barrier(2, timeout=20)
    run_jobs([Job(both.wait, 1)] * 2, 2, lambda done: None)
threading.Thread.start = interrupted
try:
    run_jobs([Job(lambda: None, 1)] * 2, 2, lambda done: None)
except KeyboardInterrupt:
    threading.Thread.start = start
    if AGAIN:
        meet()
"""


@pytest.mark.parametrize("again", [False, True])
def test_a_process_ends_though_it_was_interrupted_while_a_thread_began(again: bool) -> None:
    done = subprocess.run(
        [sys.executable, "-c", _INTERRUPTED.replace("AGAIN", str(again))],
        timeout=60,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_callers_of_whom_one_is_interrupted_are_helped_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The threads that another caller is about to ask are let go just then."""
    gone = ThreadPoolExecutor(1)
    begun = ThreadPoolExecutor(2)

    def submit(work: Callable[[], None]) -> Future[None]:
        monkeypatch.setattr(cores, "_helpers", begun)
        gone.shutdown()
        return ThreadPoolExecutor.submit(gone, work)

    monkeypatch.setattr(gone, "submit", submit)
    monkeypatch.setattr(cores, "_helpers", gone)
    meet = threading.Barrier(2, timeout=30)
    with begun:
        run_jobs([Job(meet.wait, 1)] * 2, 2, lambda done: None)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no processes are forked here")
def test_a_forked_process_has_threads_of_its_own() -> None:
    done = subprocess.run(
        [sys.executable, "-c", _FORKED], timeout=60, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
