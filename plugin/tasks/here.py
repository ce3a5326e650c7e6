"""Tasks done one after the other in this process, each on several cores."""

from __future__ import annotations

from collections.abc import Sequence

from hexlos.tasks.task import Listener, Task, attempt


def run_here(tasks: Sequence[Task], threads: int, listener: Listener) -> None:
    """Do all tasks in order."""
    for number, task in enumerate(tasks):

        def tell(share: float, before: int = number) -> None:
            listener.tell((before + share) / len(tasks))

        listener.deliver(number, attempt(task, threads, tell, listener.warn))
