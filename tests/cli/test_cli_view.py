"""hexlos view."""

from __future__ import annotations

import json
import webbrowser
from collections.abc import Callable
from pathlib import Path
from urllib.request import urlopen

import pytest
from click.testing import Result

from hexlos.page import document
from hexlos.page.server import PageServer

Run = Callable[..., Result]
Refused = Callable[..., str]


def test_a_file_is_written(run: Run, archive: Path, tmp_path: Path) -> None:
    path = tmp_path / "made.html"
    result = run("view", archive, "-o", path, "--ssr", "pine")
    assert result.exit_code == 0, result.output
    assert result.stdout.startswith(f"made: 22 hexes -> {path} (")
    text = path.read_text(encoding="utf-8")
    assert '"ssr":["pine"]' in text
    assert "connect-src 'none'" in text
    assert "{{" not in text
    data = json.loads(run("view", archive, "-o", path, "--json").stdout)
    assert set(data) == {"board", "ssr", "thread", "hexes", "file", "bytes"}
    assert data["bytes"] == path.stat().st_size


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Addresses that a browser was sent to; the server ends as if by Ctrl-C."""
    found: list[str] = []

    def interrupted(self: PageServer, poll_interval: float = 0.5) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(PageServer, "serve_forever", interrupted)
    monkeypatch.setattr(webbrowser, "open", lambda address: found.append(address) or True)
    return found


def test_the_browser_is_opened_at_the_address(run: Run, archive: Path, opened: list[str]) -> None:
    result = run("view", archive)
    assert result.exit_code == 0, result.output
    (address,) = opened
    assert result.stdout == f"made is at {address} until Ctrl-C\n"


def test_no_browser(run: Run, archive: Path, opened: list[str]) -> None:
    data = json.loads(run("view", archive, "--no-browser", "--json").stdout)
    assert opened == []
    assert data["address"].startswith("http://127.0.0.1:")


def test_no_browser_could_be_started(
    run: Run, archive: Path, opened: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(webbrowser, "open", lambda address: False)
    result = run("view", archive)
    assert result.exit_code == 0
    assert "open the address" in result.stderr


def test_the_address_works(run: Run, archive: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import threading

    pages: list[bytes] = []

    def visit(address: str) -> bool:
        def look() -> None:
            with urlopen(address, timeout=20) as answer:
                pages.append(answer.read())
            servers[0].shutdown()

        threading.Thread(target=look).start()
        return True

    servers: list[PageServer] = []
    plain = PageServer.__init__

    def noted(self: PageServer, *arguments: object) -> None:
        plain(self, *arguments)  # type: ignore[arg-type]
        servers.append(self)

    monkeypatch.setattr(PageServer, "__init__", noted)
    monkeypatch.setattr(webbrowser, "open", visit)
    assert run("view", archive).exit_code == 0
    assert b'"board":"made"' in pages[0]


def test_bad_input(
    refused: Refused, archive: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "ends in .html" in refused("view", archive, "-o", tmp_path / "x.png")
    assert "cannot be written" in refused("view", archive, "-o", tmp_path / "no" / "x.html")
    monkeypatch.setattr(document, "MOST", 5)
    assert "too many" in refused("view", archive, "-o", tmp_path / "x.html")
    assert not list(tmp_path.iterdir())
