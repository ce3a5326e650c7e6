"""Jobs done by several cores: by the caller's thread and by others, kept for the next table."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from functools import partial
from threading import Lock

#: Threads that help, at most; they begin when they are first needed.
MOST_THREADS = 1024

_helpers = ThreadPoolExecutor(MOST_THREADS, thread_name_prefix="hexlos")


@dataclass(frozen=True)
class Job:
    """Part of a table, or of what it needs: what makes it, and about how many lines that is."""

    make: Callable[[], None]
    lines: int = 0


def end_pool(pool: ThreadPoolExecutor) -> None:
    """Drop what some threads have not begun, and wait for the rest."""
    try:
        pool.shutdown(wait=True, cancel_futures=True)
    finally:  # whoever interrupts twice still must not find it at work
        pool.shutdown(wait=True)


def _begin_anew() -> None:
    """Have no threads yet; a forked process has none of those of the first one."""
    global _helpers
    _helpers = ThreadPoolExecutor(MOST_THREADS, thread_name_prefix="hexlos")


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_begin_anew)


def _have_helped(work: Callable[[], None]) -> Future[None]:
    """Have another thread work too.

    Where that is interrupted a thread may have begun that nobody knows of, which would wait for
    work for ever, and the process for it: all are told to end once they have nothing to do.
    """
    while True:
        helpers = _helpers
        try:
            return helpers.submit(work)
        except RuntimeError:
            if helpers is _helpers:  # else another caller was interrupted meanwhile
                _let_go(helpers)
                raise
        except BaseException:
            _let_go(helpers)
            raise


def _let_go(helpers: ThreadPoolExecutor) -> None:
    if helpers is _helpers:
        _begin_anew()
    helpers.shutdown(wait=False)


def _tell_nothing(lines: int) -> None:
    """Progress is told by the caller's thread alone."""


def run_jobs(
    jobs: Sequence[Job], threads: int, tell: Callable[[int], None] = _tell_nothing
) -> None:
    """Do all jobs on some cores, telling after each how many lines are done.

    The caller's own thread works too, and may be interrupted between two jobs.
    """
    todo, done, lock = deque(jobs), 0, Lock()

    def work(tell: Callable[[int], None]) -> None:
        nonlocal done
        try:
            while todo:
                try:
                    job = todo.popleft()
                except IndexError:  # another has taken the last one
                    return
                job.make()
                with lock:
                    done += job.lines
                tell(done)
        except BaseException:
            todo.clear()
            raise

    others: list[Future[None]] = []
    try:
        for _ in range(min(threads, len(jobs)) - 1):
            others.append(_have_helped(partial(work, _tell_nothing)))
        work(tell)
        for other in others:
            if not other.cancel():
                other.result()
    except BaseException:
        todo.clear()
        raise
    finally:
        wait(others)
    if others:
        tell(done)
