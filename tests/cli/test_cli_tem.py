"""hexlos tem."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from click.testing import Result

Run = Callable[..., Result]
Refused = Callable[..., str]

KEYS = {
    "board", "ssr", "source", "target_hex", "fire", "terrain", "target", "components",
    "first_fire", "ffmo", "woods_crossed", "los_clear", "hindrance", "unknown", "total",
    "air_burst", "first_fire_drm",
}  # fmt: skip


def test_air_burst_on_a_foxhole(run: Run) -> None:
    """B13.3: +2 -1 = +1."""
    shown = run("tem", "woodland", "A6", "F4", "--fire", "indirect", "--foxhole").stdout
    assert shown.splitlines()[0] == "A6 -> F4 (woods-road), indirect fire: TEM +1"
    assert "foxhole    +2  B13.3" in shown
    assert "air burst  -1  B13.3" in shown


def test_a_road_in_woods(run: Run) -> None:
    """B13.31."""
    shown = run("tem", "woodland", "J6", "F4", "--moving", "--entered", "road").stdout
    assert "TEM 0" in shown
    assert "the LOS crosses no woods in F4 (B13.31)" in shown
    assert "FFMO/Interdiction: yes (B13.31: " in shown


def test_json(run: Run) -> None:
    """B13.31, B13.4212."""
    result = run(
        "tem", "woodland", "J6", "F4", "--fire", "defensive-first", "--target", "infantry",
        "--moving", "--entered", "road", "--uses-trail-break", "--json",
    )  # fmt: skip
    data = json.loads(result.stdout)
    assert set(data) == KEYS
    assert (data["total"], data["first_fire_drm"], data["woods_crossed"]) == (0, -1, False)
    assert data["ffmo"]["applies"] is True
    assert [part["rule"] for part in data["components"]] == ["B13.31"]
    assert data["first_fire"]["rule"] == "B13.4212"


@pytest.mark.parametrize(
    ("options", "total"),
    [
        (("--target", "fully-tracked", "--armoured"), 0),
        (("--target", "fully-tracked", "--armoured", "--crew-exposed"), -1),
        (("--target", "halftrack", "--armoured", "--open-topped", "--buttoned-up"), -1),
        (("--target", "wheeled"), -1),
        (("--target", "vehicle", "--claimed", "2"), 1),
    ],
    ids=["B13.3-closed", "B13.3-CE", "B13.3-OT-BU", "B13.3-unarmoured", "B13.3-claimed"],
)
def test_air_bursts_by_target(run: Run, options: tuple[str, ...], total: int) -> None:
    result = run("tem", "woodland", "A6", "F4", "--fire", "indirect", *options, "--json")
    assert json.loads(result.stdout)["total"] == total


@pytest.mark.parametrize(("options", "total"), [((), 0), (("--under-trail-break",), 1)])
def test_overruns(run: Run, options: tuple[str, ...], total: int) -> None:
    """B13.32."""
    shown = run("tem", "woodland", "E5", "F4", "--fire", "OVR", "--target", "vehicle", *options,
                "--json").stdout  # fmt: skip
    assert json.loads(shown)["total"] == total


def test_rules_change_the_terrain(run: Run) -> None:
    """B13.7, F13.1."""
    assert "TEM +2" in run("tem", "woodland", "A1", "E4", "--ssr", "forest").stdout
    shown = run("tem", "desert", "A1", "E7", "--ssr", "broken-terrain").stdout
    assert "Broken Ground  +1  F13.1" in shown


def test_what_no_table_states_is_told(run: Run) -> None:
    assert "no table states the TEM of grain" in run("tem", "woodland", "A1", "N4").stdout
    assert "there is no LOS" in run("tem", "woodland", "A1", "F4", "--moving").stdout


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("J6", "E4", "--entered", "road"), "E4 has no road"),
        (("J6", "F4", "--fire", "gossip"), "'gossip'"),
        (("J6", "F4", "--target", "boat"), "'boat'"),
        (("J6", "F4", "--target", "cavalry", "--armoured"), "armoured"),
        (("J6", "F4", "--entered", "magic"), "'magic'"),
        (("J6", "F99"), "no hex 'F99'"),
        (("J6", "F4", "--claimed", "99"), "0 to 10"),
        (("J6", "F4", "--fire", "overrun", "--foxhole"), "foxhole"),
    ],
)
def test_bad_input_is_one_line(refused: Refused, arguments: tuple[str, ...], says: str) -> None:
    assert says in refused("tem", "woodland", *arguments)


def test_help_has_examples(run: Run) -> None:
    assert "hexlos tem woodland J6 F4" in run("tem", "-h").stdout
