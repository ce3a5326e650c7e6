"""Fixtures that tests share: the real boards, where there are any, and boards made on the spot."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from hexlos import Board

from synthetic import make_board

ROOT = Path(__file__).resolve().parents[1]

# boards are read, not recalled: what an earlier run kept is nobody's business here
os.environ["HEXLOS_CACHE"] = "off"


def peer_folder() -> Path | None:
    """Folder of real boards and a peer engine's answers: HEXLOS_PEER, or beside the checkout."""
    given = os.environ.get("HEXLOS_PEER")
    folder = Path(given) if given else ROOT.parent / "shared" / "peer"
    return folder if folder.is_dir() else None


@pytest.fixture(scope="session")
def peer() -> Path:
    """The folder of real boards; skips the test where there is none."""
    folder = peer_folder()
    if folder is None:
        pytest.skip("no real boards: set HEXLOS_PEER to their folder")
    return folder


@pytest.fixture
def board_factory() -> Callable[..., Board]:
    """Maker of small boards: see synthetic.make_board."""
    return make_board


@pytest.fixture(autouse=True)
def _no_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests start without the user's own settings."""
    for name in ("HEXLOS_BOARDS", "HEXLOS_THREAD"):
        monkeypatch.delenv(name, raising=False)
