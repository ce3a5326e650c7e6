"""Ground: which kind of terrain a hex of a real board is, and what crosses it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from hexlos.address import Address
from hexlos.catalogue import catalogue, terrain_code
from hexlos.hexinfo import drawn_share
from hexlos.rules.crossing import has_road, natural_terrain, woods_kind
from hexlos.rules.tables import rule_facts
from hexlos.rules.terrain import TerrainRules, terrain

if TYPE_CHECKING:
    from hexlos.board import Board

#: What else is drawn in a hex of nothing but open ground, a hex's printed edge, covers less.
_BARE_SHARE = 0.97


@dataclass(frozen=True, slots=True)
class Ground:
    """What a hex is: its terrain, and whether a road or a path crosses it.

    bare: nothing but open ground, roads and paths is drawn in it; whole: it is inherent terrain,
    whatever is drawn (B.6).
    """

    hex: str
    rules: TerrainRules
    road: bool
    path: bool
    bare: bool
    whole: bool

    @property
    def name(self) -> str:
        """Its terrain and what crosses it, as in "woods-road" (B13.1, B13.6)."""
        if self.is_woods_road:
            return f"{self.rules.name}-road"
        kinds = rule_facts("path")["terrain"].listed
        crossed = self.path and set(self.rules.lineage) & set(kinds)
        return f"{self.rules.name}-path" if crossed else self.rules.name

    @property
    def is_woods_road(self) -> bool:
        """Whether it is woods of any kind with a road (B13.1)."""
        return self.rules.is_woods and self.road


def hex_name(board: Board, address: str) -> str:
    """The hex of an address, without board or level; UnknownHexError when it is no address."""
    return Address.parse(board.plain_name(address)).hex


def ground(board: Board, address: str) -> Ground:
    """What a hex is, by its map and its SSRs; UnknownHexError when it is not on the board.

    The kind of terrain is the one that the hex counts as (B.1, B13.1); where its dot lies on a
    road or path, what else covers most of it.
    """
    name = hex_name(board, address)
    index = board.grid.index(name)
    shown = drawn_share(board, index)
    return Ground(
        hex=name,
        rules=terrain(woods_kind(board, name) or natural_terrain(board, name)),
        road=has_road(board, name),
        path=bool(shown[terrain_code("Path")] > 0),
        bare=bool(shown[_bare_codes()].sum() > _BARE_SHARE),
        whole=bool(board.facts.inherent[index] >= 0),
    )


@cache
def _bare_codes() -> list[int]:
    """Codes of open ground, roads and paths."""
    named = ("Open Ground", "Path")
    return [kind.code for kind in catalogue() if kind.is_road or kind.name in named]
