"""The examples of docs/cli.md are what the commands print."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

ROOT = Path(__file__).resolve().parents[2]
EXAMPLE = re.compile(r"```console\n\$ hexlos ([^\n]+)\n(.*?)```", re.DOTALL)

#: What differs from run to run or from machine to machine.
VARIES = re.compile(r"[\d,]+ LOS/s|\([\d.]+ [kMG]?B\)")


def examples() -> list[tuple[str, str]]:
    """Arguments and output of every example."""
    return EXAMPLE.findall((ROOT / "docs" / "cli.md").read_text(encoding="utf-8"))


@pytest.mark.parametrize(("arguments", "output"), examples())
def test_example(
    run: Callable[..., Result],
    arguments: str,
    output: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    shown = run(*shlex.split(arguments)).output
    assert VARIES.sub("~", shown) == VARIES.sub("~", output)


def test_there_are_examples() -> None:
    assert len(examples()) >= 6
