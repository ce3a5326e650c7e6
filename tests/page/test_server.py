"""The server answers its own page only."""

from __future__ import annotations

import http.client
import json
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest

from hexlos import Board
from hexlos.page.server import PageServer

from serving import serving
from synthetic import make_board


@pytest.fixture(scope="module")
def board() -> Board:
    return make_board(terrain={"B1": "Woods", "D2": "Stone Building, 1 Level"})


@pytest.fixture(scope="module")
def server(board: Board) -> Iterator[PageServer]:
    with serving(board) as made:
        yield made


def ask(
    server: PageServer, path: str, method: str = "GET", **headers: str
) -> tuple[int, http.client.HTTPResponse, bytes]:
    connection = http.client.HTTPConnection("127.0.0.1", server.server_port, timeout=20)
    try:
        connection.request(method, path, headers=headers)
        response = connection.getresponse()
        return response.status, response, response.read()
    finally:
        connection.close()


def path(server: PageServer, rest: str = "") -> str:
    return f"/{server.token}/{rest}"


def test_the_address_is_of_this_machine_and_has_a_long_token(server: PageServer) -> None:
    parts = urlsplit(server.address)
    assert parts.hostname == server.server_address[0] == "127.0.0.1"
    assert len(parts.path.strip("/")) >= 24
    with serving(make_board()) as other:
        assert other.token != server.token
        assert other.server_port != server.server_port


def test_the_page_is_served_and_may_ask_nobody_else(server: PageServer) -> None:
    status, response, body = ask(server, path(server))
    assert status == 200
    assert str(response.headers["Content-Type"]).startswith("text/html")
    assert b"default-src 'none'" in body
    assert b"connect-src 'self'" in body
    assert response.headers["X-Content-Type-Options"] == "nosniff"
    assert response.headers["Referrer-Policy"] == "no-referrer"


@pytest.mark.parametrize("start", ["/", "/wrong/", "/wrong/row?from=A1", "/favicon.ico"])
def test_a_wrong_token_is_refused(server: PageServer, start: str) -> None:
    status, _, body = ask(server, start)
    assert status == 403
    assert server.token.encode() not in body


def test_a_token_that_is_nearly_right_is_refused(server: PageServer) -> None:
    assert ask(server, f"/{server.token[:-1]}/")[0] == 403
    assert ask(server, f"/{server.token}x/")[0] == 403
    assert ask(server, f"/{server.token}%C3%A9/")[0] == 403


@pytest.mark.parametrize("host", ["example.org", "127.0.0.1", "127.0.0.1:1", "localhost", ""])
def test_a_foreign_host_is_refused(server: PageServer, host: str) -> None:
    assert ask(server, path(server), Host=host)[0] == 403


def test_localhost_is_this_machine_too(server: PageServer) -> None:
    assert ask(server, path(server), Host=f"localhost:{server.server_port}")[0] == 200


@pytest.mark.parametrize("origin", ["http://example.org", "null", "https://127.0.0.1", ""])
def test_a_foreign_origin_is_refused(server: PageServer, origin: str) -> None:
    assert ask(server, path(server, "row?from=A1"), Origin=origin)[0] == 403


def test_its_own_origin_is_served(server: PageServer) -> None:
    own = f"http://127.0.0.1:{server.server_port}"
    assert ask(server, path(server, "row?from=A1"), Origin=own)[0] == 200


@pytest.mark.parametrize(
    "rest",
    ["../../etc/passwd", "..%2f..%2fetc/passwd", "page.css", "app.js", "row/", "/etc/passwd"],
)
def test_paths_outside_its_own_are_not_there(server: PageServer, rest: str) -> None:
    status, _, body = ask(server, path(server, rest))
    assert status == 404
    assert json.loads(body) == {"error": "no such thing here"}


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS", "HEAD"])
def test_other_methods_are_refused(server: PageServer, method: str) -> None:
    assert ask(server, path(server), method)[0] == 501


def test_answers_are_those_of_the_board(server: PageServer, board: Board) -> None:
    data = json.loads(ask(server, path(server, "line?from=A1&to=C1"))[2])
    los = board.los("A1", "C1")
    assert (data["blocked"], data["range"]) == (los.blocked, los.range)
    assert [step["hex"] for step in data["steps"]] == [step.hex for step in los.steps]
    assert ask(server, path(server, "picture?"))[2].startswith(b"\x89PNG")
    names = {rule["name"] for rule in json.loads(ask(server, path(server, "rules?"))[2])["rules"]}
    assert "pine" in names
    assert "olive-groves" not in names
    changed = json.loads(ask(server, path(server, "board?ssr=pine"))[2])
    assert changed["ssr"] == ["pine"]


@pytest.mark.parametrize(
    ("rest", "told"),
    [
        ("row?from=Z9", "Z9"),
        ("row", "which hex"),
        ("row?from=A1&ssr=frogs", "frogs"),
        ("line?from=A1", "which hex"),
        ("line?from=A1&to=D2:9", "D2:9"),
        ("row?" + "&".join(["a=1"] * 200), "fields"),
    ],
)
def test_bad_questions_are_told_in_a_sentence(server: PageServer, rest: str, told: str) -> None:
    status, _, body = ask(server, path(server, rest))
    assert status == 400
    assert told in json.loads(body)["error"]


def test_the_page_holds_no_tag_that_a_name_could_bring() -> None:
    from dataclasses import replace

    from hexlos.page.document import whole_page

    text = whole_page(replace(make_board(), name="</script><b>x"))
    assert "</script><b>" not in text
    assert "&lt;/script&gt;&lt;b&gt;" in text
