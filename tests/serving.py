"""A server of a board's page, for tests."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from hexlos import Board
from hexlos.page.answers import Answers
from hexlos.page.server import PageServer


@contextmanager
def serving(board: Board) -> Iterator[PageServer]:
    """A server of the board's page, on a thread of its own."""
    answers = Answers(board)
    answers.row(answers.rules, board.hexes[0])  # compiles the board, as the command does
    with PageServer(answers) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()
