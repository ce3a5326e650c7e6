"""The terrain that boards are made of, with what LOS needs to know of each kind."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from hexlos.errors import UnknownTerrainError

OPEN_GROUND = 0
CODES = 256


@dataclass(frozen=True, slots=True)
class TerrainType:
    """One kind of terrain depiction, as a board's terrain plane codes it.

    height is in full levels; half adds half a level; los and lower are "none", "hindrance" or
    "obstacle" (lower: the part beneath, of split terrain only); rule is a rulebook number.
    """

    code: int
    name: str
    category: str
    los: str
    height: int
    half: bool
    inherent: bool
    lower: str | None
    hindrance: int
    color: tuple[int, int, int]
    rule: str
    known: bool = True

    @property
    def is_building(self) -> bool:
        """Whether a hex that shows it is a building hex (B23.1)."""
        return self.category in ("building", "factory", "marketplace")

    @property
    def is_depression(self) -> bool:
        """Whether a hex whose centre lies on it is a Depression hex (A6.3)."""
        return self.category == "depression"

    @property
    def is_woods(self) -> bool:
        """Whether it is woods of any kind (B13)."""
        return self.name in WOODS

    @property
    def is_road(self) -> bool:
        """Whether it is a road depiction (B3)."""
        return self.category == "road"

    @property
    def is_hexside(self) -> bool:
        """Whether it lies along hexsides: wall, hedge, bocage, cliff ... (B9, B11)."""
        return self.category == "hexside"

    @property
    def is_wall(self) -> bool:
        """Whether it is a half-level hexside obstacle: wall, hedge, cactus hedge (B9.2)."""
        return self.is_hexside and self.los == "obstacle" and self.height == 0

    @property
    def inherent_as(self) -> int:
        """Code of what the whole of a hex that shows it is, -1 for nothing (B.6): of rubble of an
        upper level that of the ground level (B24.2)."""
        if " Rubble Level " in self.name:
            return terrain_code(self.name.partition(" Rubble Level ")[0] + " Rubble Ground Level")
        return self.code if self.inherent else -1

    @property
    def is_bare_orchard(self) -> bool:
        """Whether it hinders as an orchard out of season does: that, and huts (B14.2, G5.2)."""
        return self.code in (64, 130, 131)

    @property
    def is_light_woods(self) -> bool:
        """Whether it is light woods, which hinder also inside the hex of a vertex (B35.2)."""
        return self.is_woods and self.lower == "hindrance"

    @property
    def is_tall_hexside(self) -> bool:
        """Whether it is a hexside obstacle of a full level: bocage (B9.5)."""
        return self.is_hexside and self.los == "obstacle" and self.height > 0

    @property
    def is_factory_floor(self) -> bool:
        """Whether it is the inside of a factory, roofed (B23.74)."""
        return self.code in (47, 48, 57, 58)

    @property
    def is_roofless(self) -> bool:
        """Whether it is the inside of a factory without a roof or gutted (O5)."""
        return self.code in (170, 171, 180, 181)

    @property
    def is_rail(self) -> bool:
        """Whether it is a railroad (B32.1)."""
        return self.code in (153, 154, 155, 156)

    @property
    def is_rowhouse_bar(self) -> bool:
        """Whether it is the black bar between rowhouses (B23.71)."""
        return self.code in range(76, 81)

    @property
    def is_bar(self) -> bool:
        """Whether it is a wall inside a building: rowhouse bar, interior factory wall (B23.71)."""
        return self.is_rowhouse_bar or self.code in (172, 173)


@cache
def catalogue() -> tuple[TerrainType, ...]:
    """Every terrain code 0..255; a code without an entry reads as open ground (B1.2)."""
    text = files("hexlos.seeds").joinpath("los_terrain.toml").read_text(encoding="utf-8")
    table = tomllib.loads(text)["terrain"]
    kinds = []
    for code in range(CODES):
        entry = table.get(str(code))
        if entry is None:
            kinds.append(_unknown(code))
            continue
        red, green, blue = entry["color"]
        kinds.append(
            TerrainType(
                code=code,
                name=entry["name"],
                category=entry["category"],
                los=entry["los"],
                height=entry.get("height", 0),
                half=entry.get("half", False),
                inherent=entry.get("inherent", False),
                lower=entry.get("lower"),
                hindrance=entry.get("hindrance", 1),
                color=(red, green, blue),
                rule=entry["rule"],
            )
        )
    return tuple(kinds)


def _unknown(code: int) -> TerrainType:
    return TerrainType(
        code=code,
        name=f"Unknown terrain {code}",
        category="open",
        los="none",
        height=0,
        half=False,
        inherent=False,
        lower=None,
        hindrance=1,
        color=(255, 0, 255),
        rule="B1.2",
        known=False,
    )


@cache
def terrain_code(name: str) -> int:
    """Code of the terrain with this name, whatever its case; KeyError when there is none."""
    wanted = name.strip().casefold()
    for kind in catalogue():
        if kind.known and kind.name.casefold() == wanted:
            return kind.code
    raise KeyError(name)


#: Codes of fords (B20.8), sunken roads (B4) and cliffs (B11).
FORD = 12
SUNKEN_ROAD = 68
CLIFF = 75

#: Codes of hillocks, their summits and embankment railroads, which count as such (F6, B32.1).
HILLOCKS = (105, 106, 154)

#: Woods of any kind, as depicted (B13).
WOODS = ("Woods", "Forest", "Pine Woods", "Light Woods")


def depicted(name: str) -> tuple[int, ...]:
    """Codes drawn for a terrain: of its name, or of woods of any kind for "woods".

    HexlosError when no terrain has that name.
    """
    if not isinstance(name, str):
        raise UnknownTerrainError(f"{name!r:.60} is no terrain's name: write it as in 'woods'")
    if name.strip().casefold() == "woods":
        return tuple(terrain_code(word) for word in WOODS)
    try:
        return (terrain_code(name),)
    except KeyError:
        raise UnknownTerrainError(f"no terrain is named {name[:60]!r}") from None
