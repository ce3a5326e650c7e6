"""Things made side by side, and taken in the order in which they were asked for."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Lock
from types import TracebackType
from typing import Generic, TypeVar

from hexlos.cores import end_pool

Made = TypeVar("Made")

#: Threads at most: each has room for what it makes.
_MOST = 4

#: How many more may wait to be made than there are threads.
_WAITING = 1


class InOrder(Generic[Made]):
    """Makes things on some threads, or, where one core is all, at once; takes one after the other.

    What fails is raised by a later call, and nothing after it is taken. When the block is left,
    what was not begun is dropped; ``finish`` waits for all of it.
    """

    def __init__(self, cores: int, take: Callable[[Made], None]) -> None:
        self._take = take
        self._threads = min(cores, _MOST)
        self._pool = ThreadPoolExecutor(self._threads) if cores > 1 else None
        self._given: deque[Future[None]] = deque()
        self._made: dict[int, Made] = {}
        self._taking = Lock()
        self._asked = self._taken = 0

    def __enter__(self) -> InOrder[Made]:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, err: BaseException | None, at: TracebackType | None
    ) -> None:
        if self._pool is not None:
            end_pool(self._pool)

    def give(self, make: Callable[[], Made]) -> None:
        """Have something made and taken; waits where too much is waiting already."""
        if self._pool is None:
            self._take(make())
            return
        self._given.append(self._pool.submit(self._do, self._asked, make))
        self._asked += 1
        self._wait_for_all_but(self._threads + _WAITING)

    def finish(self) -> None:
        """Wait until all is taken."""
        self._wait_for_all_but(0)

    def _do(self, number: int, make: Callable[[], Made]) -> None:
        """Make the thing of a number, and take all whose turn it is then."""
        made = make()
        with self._taking:
            self._made[number] = made
            while self._taken in self._made:
                self._take(self._made.pop(self._taken))
                self._taken += 1

    def _wait_for_all_but(self, most: int) -> None:
        while self._given and (len(self._given) > most or self._given[0].done()):
            self._given.popleft().result()
