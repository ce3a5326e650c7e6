"""hexlos plugins."""

from __future__ import annotations

import json
from collections.abc import Callable

from click.testing import Result

from hexlos.plugins import BUILT_IN

Run = Callable[..., Result]


def test_built_in_plugins_are_listed(run: Run) -> None:
    lines = run("plugins").stdout.splitlines()
    names = [line.split()[0] for line in lines]
    assert names[: len(BUILT_IN)] == list(BUILT_IN)
    vasl = next(line for line in lines if line.startswith("hexlos.files.vasl "))
    assert vasl.split()[1:] == ["hexlos_read_board"]


def test_json(run: Run) -> None:
    data = {row["name"]: row["hooks"] for row in json.loads(run("plugins", "--json").stdout)}
    assert data["hexlos.export.npz"] == ["hexlos_read_matrix", "hexlos_write_matrix"]
    assert set(BUILT_IN) <= set(data)
