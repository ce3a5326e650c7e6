"""Tasks done by several processes of this machine, each with one task at a time.

A process that dies takes its own task with it and no other: each has a pipe of its own, and another
one is started in its place.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from threading import Thread
from types import FrameType, ModuleType
from typing import Any

from hexlos.tasks.task import Listener, Outcome, Task, Unfinished, attempt, failed, unexpected

#: Seconds that a process has to tidy up after it was told to stop.
_TIDYING = 5.0

#: Share of a task that is told of at least.
_STEP = 0.01


def run_in_processes(
    tasks: Sequence[Task], processes: int, threads: int, listener: Listener
) -> None:
    """Do all tasks, each on some cores of one process."""
    _Pool(tasks, threads, listener).run(min(processes, len(tasks)))


class _Pool:
    def __init__(self, tasks: Sequence[Task], threads: int, listener: Listener) -> None:
        self._tasks, self._threads, self._listener = tasks, threads, listener
        self._waiting = deque(range(len(tasks)))
        self._shares = [0.0] * len(tasks)
        self._workers: dict[Connection, _Worker] = {}

    def run(self, processes: int) -> None:
        try:
            for _ in range(processes):
                self._start()
            while self._workers:
                for pipe in wait(list(self._workers)):
                    assert isinstance(pipe, Connection)
                    self._hear(self._workers[pipe])
        finally:
            self._stop()

    def _start(self) -> None:
        """Start a process for the next task, where one is waiting."""
        if self._waiting:
            worker = _Worker(self._threads)
            self._workers[worker.pipe] = worker
            self._next(worker)

    def _next(self, worker: _Worker) -> None:
        """Give a process the next task, or let it go."""
        if not self._waiting:
            del self._workers[worker.pipe]
            worker.leave()
            return
        worker.number = self._waiting.popleft()
        # where the process is gone the pipe will tell
        with suppress(OSError):
            worker.pipe.send(self._tasks[worker.number])

    def _hear(self, worker: _Worker) -> None:
        try:
            kind, what = worker.pipe.recv()
        except (EOFError, OSError):
            del self._workers[worker.pipe]
            self._over(worker.number, failed(self._tasks[worker.number], worker.end()))
            self._start()
            return
        if kind == "share":
            self._tell(worker.number, what)
        elif kind in ("warning", "unfinished"):
            self._listener.warn(what)
        else:
            self._over(worker.number, what)
            self._next(worker)

    def _over(self, number: int, outcome: Any) -> None:
        self._listener.deliver(number, outcome)
        self._tell(number, 1.0)

    def _tell(self, number: int, share: float) -> None:
        self._shares[number] = share
        self._listener.tell(sum(self._shares) / len(self._shares))

    def _stop(self) -> None:
        """Stop what is still running; what it leaves to go on with is told."""
        workers = list(self._workers.values())
        self._workers.clear()
        for worker in workers:
            worker.process.terminate()
        for worker in workers:
            for kind, what in worker.last_words():
                if kind == "unfinished":
                    self._listener.warn(what)
            worker.end()


class _Worker:
    """One process, seen from the other end of its pipe."""

    def __init__(self, threads: int) -> None:
        context = multiprocessing.get_context("spawn")
        self.number = 0
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=_serve, args=(theirs, threads), daemon=True)
        resource_tracker.ensure_running()  # it would unblock what is blocked next
        with theirs, _undisturbed():
            self.process.start()

    def leave(self) -> None:
        """Let the process go once it has done what it was given."""
        self.pipe.close()
        self.process.join(_TIDYING)

    def last_words(self) -> Iterator[tuple[str, Any]]:
        """What a process that is about to end still says."""
        with suppress(EOFError, OSError):
            while self.pipe.poll(_TIDYING):
                yield self.pipe.recv()

    def end(self) -> str:
        """Have the process ended, and say how it did."""
        self.pipe.close()
        self.process.join(_TIDYING)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()
        code = self.process.exitcode or 0
        if code >= 0:
            return f"the process that computed it ended with status {code}"
        with suppress(ValueError):
            name = signal.Signals(-code).name
            hint = ", as when memory runs out" if name == "SIGKILL" else ""
            return f"the process that computed it was ended by {name}{hint}"
        return f"the process that computed it was ended by signal {-code}"


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Start a process that Ctrl-C does not reach, for it is told to stop by this one.

    Blocked signals stay so in the new process. It does not run the main script again either,
    which it has no use for and which may not expect it.
    """
    main = sys.modules["__main__"]
    old = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    sys.modules["__main__"] = ModuleType("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = main
        signal.pthread_sigmask(signal.SIG_SETMASK, old)


def _serve(pipe: Connection, threads: int) -> None:
    """What a process does: the tasks that come through the pipe, until it is closed."""
    Thread(target=_end_with_parent, daemon=True).start()
    last = 0.0

    def tell(share: float) -> None:
        nonlocal last
        if share - last >= _STEP:
            last = share
            pipe.send(("share", share))

    try:
        # until then it just ends: it has done nothing yet
        signal.signal(signal.SIGTERM, _interrupt)
        while True:
            task = pipe.recv()
            last = 0.0
            pipe.send(("outcome", _outcome(pipe, task, threads, tell)))
    except (EOFError, OSError):
        return  # whoever asked wants no more, or is gone
    except KeyboardInterrupt as stop:
        if isinstance(stop, Unfinished):
            with suppress(OSError):
                pipe.send(("unfinished", str(stop)))
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGTERM)


def _outcome(pipe: Connection, task: Task, threads: int, tell: Callable[[float], None]) -> Outcome:
    try:
        return attempt(task, threads, tell, lambda text: pipe.send(("warning", text)))
    except Exception as err:  # whatever it is, the other tasks go on
        return failed(task, unexpected(err))


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)


def _interrupt(number: int, frame: FrameType | None) -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)  # once is enough
    raise KeyboardInterrupt
