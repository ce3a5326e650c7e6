"""Work that is done in order behind the thread that makes it, while that one makes more."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from threading import Event
from types import TracebackType

from hexlos.cores import end_pool

#: How much may wait to be done.
_WAITING = 1

#: Seconds between two looks at how far the work is.
_LOOK = 0.1


class Behind:
    """Does what it is given in order: on a thread of its own, or, where one core is all, at once.

    What fails there is raised by the next call. When the block is left, what was not begun is
    dropped and halted is set, which work that takes long looks at; ``finish`` waits for all of it.
    """

    def __init__(self, cores: int, tell: Callable[[], None]) -> None:
        self.halted = Event()
        self._tell = tell
        self._pool = ThreadPoolExecutor(1) if cores > 1 else None
        self._given: deque[Future[None]] = deque()

    def __enter__(self) -> Behind:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, err: BaseException | None, at: TracebackType | None
    ) -> None:
        self.halted.set()
        if self._pool is not None:
            end_pool(self._pool)

    def give(self, do: Callable[[], None]) -> None:
        """Have something done; waits where too much is waiting already."""
        if self._pool is None:
            do()
            return
        self._given.append(self._pool.submit(do))
        self._wait_for_all_but(1 + _WAITING)

    def finish(self) -> None:
        """Wait until all is done."""
        self._wait_for_all_but(0)

    def _wait_for_all_but(self, most: int) -> None:
        while self._given:
            # what has failed is told at once
            if self._given[0].done():
                self._given.popleft().result()
            elif len(self._given) > most:
                wait([self._given[0]], timeout=_LOOK)
                self._tell()
            else:
                break
