"""A browser, one for all tests of a file, and pages in it that note what went wrong."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from typing import Any

import pytest

#: Where Debian, Fedora, Arch and others put the browser.
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


@pytest.fixture(scope="module")  # its event loop must not run beneath the tests of others
def browser() -> Iterator[Any]:
    """Chromium without a window; HEXLOS_BROWSER=must makes its absence a failure."""
    path = next(filter(None, map(shutil.which, NAMES)), None)
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        path = None
    if path is None:
        if os.environ.get("HEXLOS_BROWSER") == "must":
            pytest.fail("no chromium or no playwright")
        pytest.skip("install chromium and playwright to test the page")
    with sync_playwright() as player:
        running = player.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield running
        running.close()


@pytest.fixture
def open_page(browser: Any) -> Iterator[Callable[..., Any]]:
    """Opens an address and waits for its first answer; no page may fail or ask elsewhere."""
    context = browser.new_context(viewport={"width": 1300, "height": 700})
    faults: list[str] = []
    asked: list[str] = []
    own: list[str] = ["data:"]

    def call(address: str) -> Any:
        page = context.new_page()
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("request", lambda request: asked.append(request.url))
        page.goto(address)
        page.wait_for_selector("body[data-ready]")
        own.append(address.partition("#")[0])
        return page

    yield call
    context.close()
    assert faults == []
    strange = [url for url in asked if not url.startswith(tuple(own))]
    assert strange == []
