"""Running commands, and a small board file to run them on."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from hexlos.cli import main

from synthetic import losdata_of, make_board, metadata, write_archive

Run = Callable[..., Result]


@pytest.fixture
def run() -> Run:
    """Runs ``hexlos`` with arguments, which may be paths."""

    def call(*arguments: object, env: dict[str, str] | None = None) -> Result:
        return CliRunner().invoke(main, [str(a) for a in arguments], env=env)

    return call


@pytest.fixture
def refused(run: Run) -> Callable[..., str]:
    """Runs ``hexlos`` with bad input; the one line that it prints on stderr."""

    def call(*arguments: object, env: dict[str, str] | None = None) -> str:
        result = run(*arguments, env=env)
        assert result.exit_code == 2, result.output
        assert isinstance(result.exception, SystemExit), "a traceback would show"
        assert result.stderr.startswith("hexlos: ")
        assert result.stderr.count("\n") == 1
        return result.stderr

    return call


@pytest.fixture(scope="session")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A board of 5 x 4 hexes with woods, grain, a building and a hill."""
    terrain = {"B1": "Woods", "C2": "Grain", "D2": "Stone Building, 1 Level"}
    board = make_board(terrain=terrain, levels={"E2": 1})
    members = {"BoardMetadata.xml": metadata(), "LOSData": losdata_of(board)}
    return write_archive(tmp_path_factory.mktemp("boards") / "bdmade", members)
