"""What hexlos matrix says of its tables: a line each, in the order in which they were asked for."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from dataclasses import asdict
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

import click

from hexlos.cli.printing import print_json, size_text
from hexlos.errors import HexlosError

if TYPE_CHECKING:
    from hexlos.tasks import Done, Failed, Outcome, Plan, Task

#: Steps of the progress bar.
_STEPS = 1000


class Report:
    """Listens to tasks, prints what became of them, and the sum or the JSON when it is left.

    Where only one table is asked for, a failure is an error like any other.
    """

    def __init__(self, as_json: bool, many: bool) -> None:
        self.show: Callable[[int, int], None] | None = None
        self.done: list[Done] = []
        self.failed: list[Failed] = []
        self._as_json, self._many = as_json, many
        self._waiting: dict[int, Outcome] = {}
        self._places: list[int] = []
        self._next = 0
        self._warned: set[str] = set()
        self._noun = "board"

    def expect(self, plan: Plan, boards: Iterable[str]) -> list[Task]:
        """The tasks of a plan; what cannot be one is reported."""
        from hexlos.tasks import Failed, planned

        self._noun = "board" if len(plan.variants) == 1 else "table"
        tasks = []
        for place, one in enumerate(planned(plan, boards)):
            if isinstance(one, Failed):
                self._take(place, one)
            else:
                self._places.append(place)
                tasks.append(one)
        return tasks

    def deliver(self, number: int, outcome: Outcome) -> None:
        """Print what became of a task, once all before it are over."""
        self._take(self._places[number], outcome)

    def tell(self, share: float) -> None:
        """Move the bar."""
        if self.show is not None:
            self.show(int(_STEPS * share), _STEPS)

    def warn(self, text: str) -> None:
        """Print a warning, once."""
        if text not in self._warned:
            self._warned.add(text)
            self._print(f"hexlos: warning: {text}", err=True)

    def _take(self, place: int, outcome: Outcome) -> None:
        self._waiting[place] = outcome
        while self._next in self._waiting:
            self._tell_of(self._waiting.pop(self._next))
            self._next += 1

    def _tell_of(self, outcome: Outcome) -> None:
        from hexlos.tasks import Failed

        if isinstance(outcome, Failed):
            if not self._many:
                raise HexlosError(outcome.error)
            self.failed.append(outcome)
            self._print(f"hexlos: {_failure(outcome)}", err=True)
            return
        self.done.append(outcome)
        if not self._as_json:
            self._print(_line(outcome))

    def _print(self, text: str, err: bool = False) -> None:
        if sys.stderr.isatty():
            click.echo("\r\x1b[K", nl=False, err=True)  # the bar, which is drawn again below
        click.echo(text, err=err)

    def __enter__(self) -> Report:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, err: BaseException | None, at: TracebackType | None
    ) -> None:
        if err is not None:
            self._interrupted(err)
        elif self._as_json:
            print_json(
                {
                    "boards": [_as_dict(one) for one in self.done],
                    "failed": [_as_dict(one) for one in self.failed],
                }
            )
        elif self._many:
            total = sum(one.pairs for one in self.done)
            made = f"{len(self.done)} {self._noun}{'' if len(self.done) == 1 else 's'}"
            click.echo(f"{made}, {total:,} pairs, {len(self.failed)} failed")

    def _interrupted(self, err: BaseException) -> None:
        """Tell of what is done although something before it is not."""
        from hexlos.tasks import Unfinished

        if isinstance(err, Unfinished):
            self.warn(str(err))
        for place in sorted(self._waiting):
            self._tell_of(self._waiting.pop(place))


def _line(done: Done) -> str:
    places = "" if done.locations == done.hexes else f", {done.locations:,} locations"
    return (
        f"{done.label}: {done.hexes:,} hexes{places}, {done.pairs:,} pairs, "
        f"{done.blocked_share:.1%} blocked, {done.los_per_second:,} LOS/s "
        f"-> {done.file} ({size_text(done.bytes)})"
    )


def _failure(failed: Failed) -> str:
    """What went wrong, and with which table where the error does not name its board."""
    path = Path(failed.given)
    name = path.name if path.is_file() else failed.given
    if failed.variant or name not in failed.error:
        return " ".join(f"{name}{failed.variant}: {failed.error}".split())
    return " ".join(failed.error.split())


def _as_dict(outcome: Outcome) -> dict[str, Any]:
    """What JSON says of an outcome."""
    from hexlos.tasks import Failed

    if isinstance(outcome, Failed):
        return {
            "board": outcome.given,
            "ssr": list(outcome.ssr),
            "reversed": outcome.reversed,
            "error": outcome.error,
        }
    return {key: value for key, value in asdict(outcome).items() if key != "label"}
