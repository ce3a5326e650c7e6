"""Colours and textures of drawn boards."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hexlos.catalogue import CODES, OPEN_GROUND, catalogue

RGB = tuple[int, int, int]

#: Open ground by level, on a green board and on a desert one; beyond the last, the last.
GROUND: dict[int, RGB] = {
    -2: (118, 146, 92),
    -1: (143, 168, 108),
    0: (188, 202, 138),
    1: (201, 178, 112),
    2: (178, 143, 84),
    3: (152, 114, 64),
    4: (126, 90, 50),
}
DESERT: dict[int, RGB] = {
    -2: (186, 152, 100),
    -1: (208, 176, 122),
    0: (238, 214, 158),
    1: (226, 190, 126),
    2: (207, 165, 100),
    3: (184, 140, 80),
    4: (160, 116, 64),
}

#: Terrain whose presence makes a board a desert.
_DESERT_KINDS = (
    "Scrub",
    "Hammada",
    "Deir",
    "Wadi",
    "Hillock",
    "Sand",
    "Sand Dune",
    "Broken Ground",
)

#: Colours that look better than those of the catalogue.
COLOURS: dict[str, RGB] = {
    "Woods": (86, 128, 62),
    "Forest": (58, 100, 50),
    "Pine Woods": (58, 104, 66),
    "Light Woods": (124, 156, 88),
    "Brush": (166, 184, 96),
    "Grain": (232, 208, 110),
    "Marsh": (140, 170, 140),
    "Crag": (184, 178, 160),
    "Graveyard": (150, 180, 120),
    "Orchard": (168, 196, 116),
    "Orchard, Out of Season": (178, 178, 128),
    "Vineyard": (172, 186, 112),
    "Dirt Road": (222, 200, 142),
    "Paved Road": (196, 194, 192),
    "Sunken Road": (198, 172, 118),
    "Path": (206, 180, 116),
    "Track": (214, 178, 116),
    "Gully": (150, 122, 78),
    "Dry Stream": (178, 152, 104),
    "Shallow Stream": (126, 178, 206),
    "Deep Stream": (92, 150, 192),
    "Wadi": (196, 148, 86),
    "Water": (104, 164, 204),
    "River": (104, 164, 204),
    "Scrub": (206, 186, 118),
    "Hammada": (190, 164, 124),
    "Sand": (247, 230, 180),
    "Lumberyard": (196, 164, 112),
    "Wooden Factory, 1.5 Level": (150, 104, 62),
    "Wooden Factory, 2.5 Level": (132, 88, 50),
    "Hillock": (214, 172, 104),
    "Hillock Summit": (228, 194, 128),
    "Wall": (132, 132, 130),
    "Hedge": (52, 96, 44),
    "Cliff": (70, 52, 34),
    "Stone Market Place": (150, 150, 158),
    "Wooden Market Place": (178, 136, 84),
    "Wooden Building": (176, 130, 80),
    "Wooden Building, 1 Level": (162, 110, 60),
    "Wooden Building, 2 Level": (140, 90, 46),
    "Wooden Building, 3 Level": (118, 74, 40),
    "Stone Building": (172, 172, 176),
    "Stone Building, 1 Level": (150, 150, 156),
    "Stone Building, 2 Level": (126, 126, 134),
    "Stone Building, 3 Level": (104, 104, 114),
    "Single Hex Stone Bridge": (118, 116, 112),
    "Stone Bridge": (118, 116, 112),
}


@dataclass(frozen=True, slots=True)
class Texture:
    """Marks strewn over terrain: spacing and jitter in pixels, size from..to, colours.

    shape is disc, dash (across), tuft (upright), cross or rock.
    """

    terrain: tuple[str, ...]
    shape: str
    spacing: float
    jitter: float
    size: tuple[float, float]
    colours: tuple[RGB, ...]
    shadow: RGB | None = None


_LEAVES = ((74, 118, 52), (94, 138, 66), (84, 128, 58), (106, 148, 74))
_PINES = ((44, 88, 52), (56, 102, 60), (66, 112, 68))

# fmt: off
TEXTURES = (
    Texture(("Woods", "Light Jungle", "Dense Jungle"), "disc", 9.0, 3.5, (4.0, 6.2), _LEAVES,
            (52, 88, 40)),
    Texture(("Forest", "Pine Woods"), "disc", 7.5, 2.5, (3.0, 4.6), _PINES, (30, 62, 36)),
    Texture(("Light Woods",), "disc", 13.0, 4.0, (3.4, 5.2), _LEAVES, (76, 112, 58)),
    Texture(("Orchard", "Olive Grove"), "disc", 12.0, 0.0, (3.6, 3.6),
            ((70, 124, 58), (78, 132, 62)), (110, 146, 80)),
    Texture(("Orchard, Out of Season",), "disc", 12.0, 0.0, (3.2, 3.2), ((142, 112, 78),),
            (146, 150, 108)),
    Texture(("Brush",), "tuft", 9.0, 4.0, (2.4, 4.0), ((104, 132, 58), (122, 148, 66))),
    Texture(("Vineyard",), "dash", 7.0, 0.0, (2.6, 2.6), ((92, 118, 56),)),
    Texture(("Grain", "Kunai"), "dash", 5.0, 0.9, (2.2, 3.4), ((206, 176, 76), (218, 190, 90))),
    Texture(("Marsh", "Swamp"), "dash", 10.0, 3.0, (3.0, 4.5), ((74, 118, 128), (84, 126, 84))),
    Texture(("Crag", "Crag, Broken Terrain"), "rock", 10.0, 3.5, (2.4, 4.2),
            ((140, 134, 122), (160, 154, 142))),
    Texture(("Stone Rubble", "Wooden Rubble", "Debris"), "rock", 6.0, 2.0, (1.6, 3.0),
            ((120, 112, 102), (150, 140, 126))),
    Texture(("Graveyard",), "cross", 11.0, 0.6, (2.6, 2.6), ((88, 92, 88),)),
    Texture(("Scrub", "Scrub (second code)"), "tuft", 10.0, 4.0, (2.2, 3.6),
            ((140, 128, 62), (122, 116, 58))),
    Texture(("Hammada",), "rock", 8.0, 3.0, (1.4, 2.8), ((132, 106, 74), (150, 124, 90))),
    Texture(("Broken Ground",), "rock", 13.0, 5.0, (0.9, 1.7), ((196, 164, 112), (180, 148, 98))),
    Texture(("Lumberyard",), "dash", 5.0, 1.0, (4.0, 6.0), ((146, 98, 54), (164, 116, 68))),
    Texture(("Sand", "Sand Dune"), "disc", 8.0, 3.5, (0.7, 1.0), ((216, 190, 134),)),
    Texture(("Cactus Patch",), "tuft", 8.0, 2.0, (3.0, 4.4), ((60, 112, 62),)),
)
# fmt: on


def palette(terrain: NDArray[np.uint8]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """(256, 3) colour of each code, and (7, 3) open ground at levels -2..4, for a board."""
    colours = np.array([COLOURS.get(k.name, k.color) for k in catalogue()], dtype=np.float32)
    arid = np.array([k.name in _DESERT_KINDS for k in catalogue()])
    shown = np.bincount(terrain.ravel(), minlength=CODES) > 0
    ground = DESERT if bool((shown & arid).any()) else GROUND
    colours[OPEN_GROUND] = ground[0]
    return colours, np.array([ground[level] for level in sorted(ground)], dtype=np.float32)
