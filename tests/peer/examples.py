"""The rulebook's worked examples, as questions to a board."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Example:
    """One worked example: its id, its rule, and the entry itself."""

    id: str
    rule: str
    kind: str
    entry: dict[str, Any]

    @property
    def supported(self) -> bool:
        """Whether the archive's own data supports the answer."""
        return self.entry.get("data") == "ok"


def load_examples(folder: Path) -> list[Example]:
    """Every entry of examples.jsonl in a folder."""
    lines = (folder / "examples.jsonl").read_text(encoding="utf-8").splitlines()
    entries = [json.loads(line) for line in lines if line.strip()]
    return [Example(e["id"], e["rule"], e["kind"], e) for e in entries]


def plain_hex(board: str, name: str) -> str:
    """A hex's name without its board's number or letters: ``5F4`` of board 05 is ``F4``."""
    return name.removeprefix(board.lstrip("0"))
