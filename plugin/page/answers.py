"""Answers to what the page asks its server, for one board and whatever rules it chooses."""

from __future__ import annotations

import base64
import threading
from collections import OrderedDict
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import urlencode

from hexlos.errors import HexlosError
from hexlos.explain import rows, verdict_text
from hexlos.page.facts import facts, picture_bytes
from hexlos.page.table import verdicts
from hexlos.places import thread_name
from hexlos.ssr import list_ssrs

if TYPE_CHECKING:
    from hexlos.board import Board

Rules = tuple[str, ...]

T = TypeVar("T")

#: States of the board that are kept.
_KEPT = 24


def _kept(cache: OrderedDict[Rules, T], rules: Rules, found: T, lock: threading.Lock) -> T:
    """What a cache keeps for the rules, now the last to be dropped."""
    with lock:
        kept = cache.setdefault(rules, found)
        cache.move_to_end(rules)
        while len(cache) > _KEPT:
            cache.popitem(last=False)
        return kept


class Answers:
    """A board under any rules, each state made once; safe to ask from several threads."""

    def __init__(self, board: Board, thread: str | None = None) -> None:
        self.plain = board.plain or board
        self.rules: Rules = board.history
        self.thread = thread_name(thread)
        self._states: OrderedDict[Rules, Board] = OrderedDict({self.rules: board})
        self._pictures: OrderedDict[Rules, bytes] = OrderedDict()
        self._lock = threading.Lock()

    def board(self, rules: Rules) -> Board:
        """The board under these rules; SsrError when they cannot be applied."""
        with self._lock:
            found = self._states.get(rules)
        if found is None:
            found = self.plain.with_ssr(*rules)
            # now rather than at the first question
            found.los_matrix([found.hexes[0]], [found.hexes[0]], thread=self.thread)
        return _kept(self._states, rules, found, self._lock)

    def facts(self, rules: Rules) -> dict[str, Any]:
        """What the page knows of the board, with the address of its picture."""
        board = self.board(rules)
        query = urlencode([("ssr", rule) for rule in rules])
        return facts(board, self.thread) | {"picture": f"picture?{query}"}

    def picture(self, rules: Rules) -> bytes:
        """The picture as PNG."""
        board = self.board(rules)
        with self._lock:
            found = self._pictures.get(rules)
        return _kept(self._pictures, rules, found or picture_bytes(board), self._lock)

    def row(self, rules: Rules, source: str) -> dict[str, Any]:
        """Verdicts of every hex at ground level seen from a location."""
        board = self.board(rules)
        matrix = board.los_matrix([source], board.hexes, thread=self.thread)
        row = verdicts(matrix)[0].tobytes()
        return {"from": source, "verdicts": base64.b64encode(row).decode("ascii")}

    def line(self, rules: Rules, source: str, target: str) -> dict[str, Any]:
        """One line of sight, hex by hex."""
        los = self.board(rules).los(source, target, thread=self.thread)
        at = los.blocked_at
        return {
            "from": source,
            "to": target,
            "blocked": los.blocked,
            "range": los.range,
            "text": verdict_text(los),
            "at": None if at is None else [at[0] + 0.5, at[1] + 0.5],
            "ends": [list(end) for end in los.ends_px],
            "steps": [
                {"hex": row.hex, "terrain": row.terrain, "level": row.level, "rule": row.rule,
                 "did": row.did, "acts": row.acts}
                for row in rows(los)
            ],
        }  # fmt: skip

    def offered(self) -> list[dict[str, str]]:
        """The rules that change something of the whole board by themselves."""
        found = []
        for ssr in list_ssrs():
            if ssr.is_family or ssr.needs_argument or ssr.does in ("none", "picture"):
                continue
            try:
                made = self.plain.with_ssr(ssr.name)
            except HexlosError:
                continue
            if made.notes == self.plain.notes:
                found.append({"name": ssr.name, "effect": ssr.effect, "rule": ssr.rule})
        return found
