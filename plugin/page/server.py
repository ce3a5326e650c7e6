"""A small server for the page: of this machine only, and of those who know its address only."""

from __future__ import annotations

import hmac
import json
import secrets
import threading
from collections.abc import Callable
from functools import cached_property
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

from hexlos.errors import HexlosError
from hexlos.page.answers import Answers
from hexlos.page.document import document

_HOST = "127.0.0.1"


class PageServer(ThreadingHTTPServer):
    """Serves one board on a loopback port; the token in its address is the key to it."""

    daemon_threads = True

    def __init__(self, answers: Answers, port: int = 0) -> None:
        super().__init__((_HOST, port), _Handler)
        self.answers = answers
        self.token = secrets.token_urlsafe(18)
        self._offering = threading.Lock()

    @property
    def address(self) -> str:
        """Where the page is."""
        return f"http://{_HOST}:{self.server_port}/{self.token}/"

    @property
    def names(self) -> tuple[str, str]:
        """What a browser on this machine may call the server."""
        return f"{_HOST}:{self.server_port}", f"localhost:{self.server_port}"

    @cached_property
    def _offered(self) -> list[dict[str, str]]:
        return self.answers.offered()

    @property
    def offered(self) -> list[dict[str, str]]:
        """The rules that the page offers, found once."""
        with self._offering:
            return self._offered


class _Handler(BaseHTTPRequestHandler):
    """Answers GET of /TOKEN/ and of what the page asks below it; refuses all else."""

    server: PageServer
    server_version = "hexlos"
    sys_version = ""
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True  # else each answer waits for the one before it to be confirmed
    wbufsize = -1
    timeout = 60

    def do_GET(self) -> None:
        """Refuse strangers, then answer."""
        if not self._is_own():
            self._send_json({"error": "not for you"}, HTTPStatus.FORBIDDEN)
            return
        address = urlsplit(self.path)
        name = address.path.removeprefix(f"/{self.server.token}/")
        answer = self._answers.get(name)
        if answer is None:
            self._send_json({"error": "no such thing here"}, HTTPStatus.NOT_FOUND)
            return
        try:
            answer(parse_qs(address.query, keep_blank_values=True, max_num_fields=100))
        except (HexlosError, ValueError) as err:
            self._send_json({"error": str(err)}, HTTPStatus.BAD_REQUEST)

    def _is_own(self) -> bool:
        """Whether the question has the token, is to this server, and from its own page if any."""
        origin = self.headers.get("Origin")
        if self.headers.get("Host") not in self.server.names:
            return False
        if origin is not None and origin not in {f"http://{name}" for name in self.server.names}:
            return False
        token = urlsplit(self.path).path.partition("/")[2].partition("/")[0]
        return hmac.compare_digest(token.encode(), self.server.token.encode())

    @property
    def _answers(self) -> dict[str, Callable[[dict[str, list[str]]], None]]:
        return {
            "": self._page,
            "board": self._board,
            "picture": self._picture,
            "row": self._row,
            "line": self._line,
            "rules": lambda _: self._send_json({"rules": self.server.offered}),
        }

    def _page(self, _: dict[str, list[str]]) -> None:
        answers = self.server.answers
        text = document(answers.facts(answers.rules), connect="'self'")
        self._send(text.encode("utf-8"), "text/html; charset=utf-8")

    def _board(self, query: dict[str, list[str]]) -> None:
        self._send_json(self.server.answers.facts(_rules(query)))

    def _picture(self, query: dict[str, list[str]]) -> None:
        self._send(self.server.answers.picture(_rules(query)), "image/png")

    def _row(self, query: dict[str, list[str]]) -> None:
        self._send_json(self.server.answers.row(_rules(query), _one(query, "from")))

    def _line(self, query: dict[str, list[str]]) -> None:
        ends = _one(query, "from"), _one(query, "to")
        self._send_json(self.server.answers.line(_rules(query), *ends))

    def _send_json(self, data: Any, status: HTTPStatus = HTTPStatus.OK) -> None:
        text = json.dumps(data, separators=(",", ":"))
        self._send(text.encode("utf-8"), "application/json", status)

    def _send(self, body: bytes, kind: str, status: HTTPStatus = HTTPStatus.OK) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "no-store")
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("X-Frame-Options", "DENY")
        self.send_header("Referrer-Policy", "no-referrer")
        self.send_header("Cross-Origin-Resource-Policy", "same-origin")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *arguments: Any) -> None:
        """Say nothing: the address, which holds the token, is nobody's business."""


def _rules(query: dict[str, list[str]]) -> tuple[str, ...]:
    return tuple(query.get("ssr", ()))


def _one(query: dict[str, list[str]], name: str) -> str:
    found = query.get(name, [""])[0]
    if not found:
        raise HexlosError(f"which hex? give {name}=F4")
    return found
