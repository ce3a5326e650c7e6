"""From boards and what is asked of each to tasks, whose files have names of their own."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from hexlos.errors import HexlosError
from hexlos.maps.found import find_board_or_map
from hexlos.tasks.task import Failed, Table, Task

#: Between the rules of one set.
AND = "+"

#: Longest part of a file's name that rules make up.
_LONGEST = 100


@dataclass(frozen=True, slots=True)
class Variant:
    """A board with some more rules, perhaps reversed."""

    rules: tuple[str, ...] = ()
    reversed: bool = False

    @property
    def text(self) -> str:
        """What follows the board's name when it is spoken of, "" for the plain board."""
        turned = " reversed" if self.reversed else ""
        return turned + (f", {AND.join(self.rules)}" if self.rules else "")

    @property
    def suffix(self) -> str:
        """What follows the board's name in the name of a file, "" for the plain board."""
        rules = AND.join(map(_file_text, self.rules))
        if len(rules) > _LONGEST:
            rules = f"{rules[:_LONGEST]}-{hashlib.sha256(rules.encode()).hexdigest()[:8]}"
        turned = "-reversed" if self.reversed else ""
        return turned + (f"-{rules}" if rules else "")


def _file_text(rule: str) -> str:
    """A rule as a part of a file's name: ``pine:!C5,D6`` is ``pine_not-C5_D6``."""
    return re.sub(r"[^\w-]+", "_", rule.replace("!", "not-"))


def variants(sets: Iterable[str], flips: bool) -> list[Variant]:
    """The plain board and one for each set of rules, ``pine+no-roads``; all reversed as well.

    HexlosError for a set that names no rule.
    """
    chosen: list[tuple[str, ...]] = [()]
    for text in sets:
        rules = tuple(rule.strip() for rule in text.split(AND))
        if not all(rules):
            raise HexlosError(
                f"{text[:60]!r} is no set of rules: write one rule, or several as pine{AND}no-roads"
            )
        chosen.append(rules)
    return [Variant(rules, turned) for rules in chosen for turned in (False, True)[: 1 + flips]]


@dataclass(frozen=True, slots=True)
class Plan:
    """What one call computes of every board, and where it goes.

    rules apply to all tables. output is a folder where several tables are made, or the one file.
    """

    table: Table
    output: Path
    into_folder: bool
    suffix: str
    rules: tuple[str, ...]
    variants: Sequence[Variant]
    boards_dir: str | None


def planned(plan: Plan, boards: Iterable[str]) -> Iterator[Task | Failed]:
    """A task for every variant of every board; what cannot be computed instead."""
    taken: set[Path] = set()
    for given in boards:
        try:
            tasks = _tasks(plan, given)
        except HexlosError as err:
            yield Failed(given, str(err), plan.rules)
            continue
        for task in tasks:
            if task.file in taken:
                error = f"{given}: another table is written to {task.file}, so this one is left out"
                yield Failed(given, error, task.rules, task.reversed, task.variant)
            else:
                taken.add(task.file)
                yield task


def _tasks(plan: Plan, given: str) -> list[Task]:
    found = find_board_or_map(given, plan.boards_dir)
    name = found.open().name if plan.into_folder else ""
    return [
        Task(
            given=given,
            found=found,
            table=plan.table,
            file=_file(plan, name, variant) if plan.into_folder else plan.output,
            rules=(*plan.rules, *variant.rules),
            reversed=variant.reversed,
            variant=variant.text,
        )
        for variant in plan.variants
    ]


def _file(plan: Plan, name: str, variant: Variant) -> Path:
    plain = re.sub(r"[^\w-]", "_", name)  # a board's name may hold anything
    return plan.output / f"{plain}{variant.suffix}.{plan.suffix.lstrip('.')}"
