"""What commands print: JSON, progress, and numbers for people."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import click

_PATIENCE = 1.0


def print_json(data: Any) -> None:
    """Print data as JSON on stdout."""
    click.echo(json.dumps(data, indent=2))


@contextmanager
def progress(label: str) -> Iterator[Callable[[int, int], None]]:
    """A callback for (done, total) that shows a bar, on a terminal, from the second second on."""
    start = time.monotonic()
    with ExitStack() as stack:
        bar: Any = None

        def show(done: int, total: int) -> None:
            nonlocal bar
            if bar is None and done < total and time.monotonic() - start > _PATIENCE:
                bar = stack.enter_context(
                    click.progressbar(length=total, label=label, file=sys.stderr)
                )
            if bar is not None:
                bar.update(done - bar.pos)

        yield show if sys.stderr.isatty() else _silent


def _silent(done: int, total: int) -> None:
    """Show nothing."""


def size_text(size: float) -> str:
    """Bytes for people.

    >>> size_text(247225)
    '247 kB'
    """
    for unit in ("B", "kB", "MB"):
        if size < 1000:
            return f"{size:.3g} {unit}"
        size /= 1000
    return f"{size:.3g} GB"
