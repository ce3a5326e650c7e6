"""Tasks for machines that do not see this one's files: board files go along, the result comes back.

A parcel is bytes, so that a worker of another version can say so instead of misreading it, and so
that what only passes it on, a scheduler, needs no hexlos at all.
"""

from __future__ import annotations

import pickle
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hexlos.errors import HexlosError
from hexlos.export.atomic import replacing
from hexlos.tasks.task import Done, Failed, Outcome, Task, attempt, failed

#: Bytes of the largest file that is sent back, which both ends hold in memory.
MAX_RESULT = 1 << 30


@dataclass(frozen=True, slots=True)
class Reply:
    """What came of a task, what the user should know, and the finished file's bytes."""

    outcome: Outcome
    warnings: tuple[str, ...] = ()
    content: bytes = b""


class _Call:
    """What is, once pickled, a call of compute_packed: to unpickle it is to compute."""

    def __init__(self, *arguments: object) -> None:
        self._arguments = arguments

    def __reduce__(self) -> tuple[Any, ...]:
        return compute_packed, self._arguments


def packed(task: Task, threads: int) -> bytes:
    """A task with the files of its boards; ``pickle.loads`` computes it, as compute_packed does.

    HexlosError when a file cannot be read.
    """
    from hexlos import __version__

    try:
        files = [path.read_bytes() for path in task.found.files]
    except OSError as err:
        raise HexlosError(f"{task.given}: it cannot be read ({err.strerror or err})") from err
    return pickle.dumps(_Call(__version__, pickle.dumps((task, files)), threads))


def compute_packed(version: str, parcel: bytes, threads: int) -> Reply | str:
    """Do a packed task in a temporary folder; a sentence where it is of another hexlos."""
    from hexlos import __version__

    if version != __version__:
        return other_version(__version__, version)
    task, files = pickle.loads(parcel)
    try:
        with TemporaryDirectory(prefix="hexlos-") as folder:
            return _reply(task, files, Path(folder), threads)
    except OSError as err:
        return Reply(failed(task, f"its worker has no room for files ({err.strerror or err})"))


def other_version(theirs: str, ours: str) -> str:
    """That a worker cannot be used."""
    return f"a worker has hexlos {theirs}, here it is {ours}: install the same on all"


def _reply(task: Task, files: list[bytes], folder: Path, threads: int) -> Reply:
    places = {}
    for number, (path, content) in enumerate(zip(task.found.files, files, strict=True)):
        # a folder each: readers go by names, and two boards may have the same
        places[path] = folder / str(number) / path.name
        places[path].parent.mkdir()
        places[path].write_bytes(content)
    result = folder / task.file.name
    warnings: list[str] = []
    there = replace(task, found=task.found.moved(places), file=result)
    outcome = attempt(there, threads, lambda share: None, warnings.append)
    if isinstance(outcome, Failed):
        return Reply(outcome, tuple(warnings))
    if outcome.bytes > MAX_RESULT:
        error = f"{task.file.name} has {outcome.bytes:,} bytes, too many to send: compute it here"
        return Reply(failed(task, error), tuple(warnings))
    return Reply(replace(outcome, file=str(task.file)), tuple(warnings), result.read_bytes())


def unpacked(task: Task, reply: Reply) -> Outcome:
    """What came of a task, its file being written where it was asked for."""
    if isinstance(reply.outcome, Done):
        try:
            with replacing(task.file) as stream:
                stream.write(reply.content)
        except HexlosError as err:
            return failed(task, str(err))
    return reply.outcome
