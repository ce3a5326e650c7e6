"""Tasks done by the workers of a Dask cluster, wherever they are."""

from __future__ import annotations

import asyncio
import logging
import pickle
import uuid
import warnings
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import CancelledError
from contextlib import contextmanager, suppress
from importlib import import_module
from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as installed_version
from time import monotonic
from typing import Any

from hexlos import __version__
from hexlos.errors import HexlosError, MissingExtraError
from hexlos.tasks.parcel import other_version, packed, unpacked
from hexlos.tasks.task import Listener, Outcome, Task, failed, unexpected

#: Seconds for a scheduler to answer, and for all of its workers.
_CONNECTING = 4.0
_ANSWERING = 30.0

#: Seconds that a cluster may be without workers, and between two looks at it.
_WITHOUT_WORKERS = 60.0
_LOOKING = 1.0

#: Seconds that leaving the cluster may take.
_LEAVING = 1.0

#: Tasks that are with the cluster for each thread of its workers: few, for they hold board files.
_AHEAD = 2

_LOST = "the connection to the scheduler was lost"


def run_on_cluster(tasks: Sequence[Task], address: str, threads: int, listener: Listener) -> None:
    """Do all tasks by the workers of the scheduler at an address, each on some of their cores.

    Tasks of a worker that goes away are given to others. HexlosError when there is no scheduler,
    or workers have no hexlos or another version; MissingExtraError without dask.distributed.
    """
    try:
        distributed = import_module("distributed")
    except ImportError as err:
        raise MissingExtraError(
            "a scheduler needs dask.distributed: install it with pip install 'hexlos[dask]'"
        ) from err
    with _quiet():
        asyncio.run(_Run(distributed, tasks, address, threads, listener).run())


@contextmanager
def _quiet() -> Iterator[None]:
    """Without the library's own messages: what matters is told in a sentence."""
    names = ("distributed", "distributed.client", "tornado", "tornado.application", "asyncio")
    levels = {name: logging.getLogger(name).level for name in names}
    try:
        for name in names:
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        for name, level in levels.items():
            logging.getLogger(name).setLevel(level)


class _LostError(HexlosError):
    """The cluster can do no more."""


class _Run:
    def __init__(
        self,
        distributed: Any,
        tasks: Sequence[Task],
        address: str,
        threads: int,
        listener: Listener,
    ) -> None:
        self._distributed, self._tasks, self._address = distributed, tasks, address
        self._threads, self._listener = threads, listener
        self._waiting = deque(range(len(tasks)))
        self._running: dict[asyncio.Task[Outcome], int] = {}
        self._done = 0
        self._empty_since: float | None = None

    async def run(self) -> None:
        self._client = await self._connected()
        try:
            await self._check_workers()
            await self._hand_out()
        finally:
            # what was not begun is forgotten with the client
            await self._leave(self._client)

    async def _leave(self, client: Any) -> None:
        with suppress(Exception):
            async with asyncio.timeout(_LEAVING):
                await client.close(timeout=_LEAVING)

    async def _connected(self) -> Any:
        client = self._distributed.Client(
            self._address, asynchronous=True, set_as_default=False, timeout=_CONNECTING
        )
        try:
            async with asyncio.timeout(_CONNECTING):
                return await client
        except Exception as err:  # whatever answers at an address that is none of a scheduler
            await self._leave(client)
            raise HexlosError(
                f"no Dask scheduler answers at {self._address[:60]!r}: give the address that it "
                "printed when it started, as in tcp://host:8786"
            ) from err

    async def _check_workers(self) -> None:
        """HexlosError when a worker has no hexlos, or another version."""
        try:
            async with asyncio.timeout(_ANSWERING):
                found = await self._client.run(installed_version, "hexlos", on_error="return")
        except Exception as err:
            raise HexlosError(
                f"the workers of {self._address[:60]} do not answer ({_text(err)})"
            ) from err
        for worker, version in found.items():
            if isinstance(version, PackageNotFoundError):
                raise HexlosError(
                    f"the worker {worker} has no hexlos: install {__version__} where it runs"
                )
            if isinstance(version, str) and version != __version__:
                raise HexlosError(other_version(version, __version__))

    async def _hand_out(self) -> None:
        """Keep the cluster busy until all tasks are over."""
        try:
            looked, room = -_LOOKING, 0
            while self._waiting or self._running:
                if monotonic() - looked >= _LOOKING:
                    room, looked = await self._room(), monotonic()
                while self._waiting and len(self._running) < room:
                    number = self._waiting.popleft()
                    self._running[asyncio.create_task(self._one(number))] = number
                if not self._running:
                    await asyncio.sleep(_LOOKING)
                    continue
                over, _ = await asyncio.wait(
                    self._running, timeout=_LOOKING, return_when=asyncio.FIRST_COMPLETED
                )
                for one in over:
                    self._over(self._running.pop(one), one.result())
        except _LostError as err:
            for number in sorted([*self._running.values(), *self._waiting]):
                self._over(number, failed(self._tasks[number], str(err)))
        finally:
            for one in self._running:
                one.cancel()

    async def _room(self) -> int:
        """How many tasks the cluster may have; _LostError when it cannot do them."""
        try:
            async with asyncio.timeout(_ANSWERING):
                threads = await self._client.nthreads()
        except Exception as err:
            raise _LostError(_LOST) from err
        if threads:
            self._empty_since = None
        elif self._empty_since is None:
            self._empty_since = monotonic()
            self._listener.warn(
                f"the scheduler at {self._address[:60]} has no workers; "
                f"waiting {_WITHOUT_WORKERS:g} s for one"
            )
        elif monotonic() - self._empty_since > _WITHOUT_WORKERS:
            raise _LostError(f"the cluster had no worker for {_WITHOUT_WORKERS:g} s")
        total: int = sum(threads.values())
        return max(1, _AHEAD * total)

    def _over(self, number: int, outcome: Outcome) -> None:
        self._done += 1
        self._listener.deliver(number, outcome)
        self._listener.tell(self._done / len(self._tasks))

    async def _one(self, number: int) -> Outcome:
        """Have one task done."""
        task = self._tasks[number]
        try:
            future = self._client.submit(
                pickle.loads,
                packed(task, self._threads),
                key=f"hexlos-{uuid.uuid4()}",
                pure=False,
            )
            reply = await future.result()
        except HexlosError as err:
            return failed(task, str(err))
        except CancelledError:
            return failed(task, _LOST)
        except self._distributed.KilledWorker:
            return failed(task, "the workers that were to compute it died, one after the other")
        except ImportError as err:
            error = f"a worker lacks what this needs ({err}): install hexlos {__version__} there"
            return failed(task, error)
        except Exception as err:  # whatever it is, the other tasks go on
            return failed(task, unexpected(err))
        if isinstance(reply, str):
            return failed(task, reply)
        for text in reply.warnings:
            self._listener.warn(text)
        return unpacked(task, reply)


def _text(err: BaseException) -> str:
    return " ".join(str(err).split())[:200] or type(err).__name__
