"""Addresses and board names: what is read, what is refused, and that text comes back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexlos import UnknownHexError
from hexlos.address import (
    PLACES,
    SIDES,
    VERTICES,
    Address,
    board_name,
    hexside_vertices,
    strip_board,
)
from hexlos.hexgrid import column_name

hex_names = st.builds(
    lambda column, row: f"{column_name(column)}{row}", st.integers(0, 80), st.integers(0, 60)
)

places = st.one_of(st.just(""), st.integers(1, 99).map(str), st.sampled_from(PLACES))


@given(hex_=hex_names, place=places)
def test_parse_undoes_str(hex_: str, place: str) -> None:
    address = Address(hex_, place)
    assert Address.parse(str(address)) == address


#: Vertices, alone or with one of their two hexsides.
vertices = st.integers(0, 5).flatmap(
    lambda k: st.sampled_from(
        [("", VERTICES[k]), (SIDES[k], VERTICES[k]), (SIDES[k - 1], VERTICES[k])]
    )
)


@given(hex_=hex_names, vertex=vertices)
def test_parse_undoes_str_of_vertices(hex_: str, vertex: tuple[str, str]) -> None:
    address = Address(hex_, side=vertex[0], vertex=vertex[1])
    assert Address.parse(str(address)) == address
    assert eval(repr(address)) == address


def test_a_vertex_is_one_of_its_hexside() -> None:
    for side in SIDES:
        ends = [VERTICES[k] for k in hexside_vertices(SIDES.index(side))]
        for vertex in VERTICES:
            if vertex in ends:
                assert Address.parse(f"F4@{side}/{vertex}") == Address("F4", "", side, vertex)
            else:
                with pytest.raises(UnknownHexError, match=f"vertices of hexside {side}"):
                    Address.parse(f"F4@{side}/{vertex}")


@given(hex_=hex_names, place=places)
def test_repr_rebuilds_the_address(hex_: str, place: str) -> None:
    address = Address(hex_, place)
    assert eval(repr(address)) == address


@pytest.mark.parametrize(
    ("text", "hex_", "place"),
    [
        ("F4", "F4", ""),
        ("F4:1", "F4", "1"),
        ("GG10", "GG10", ""),
        ("B0:0", "B0", ""),
        ("A1:12", "A1", "12"),
        ("A1:roof", "A1", "roof"),
        ("A1:crest", "A1", "crest"),
    ],
)
def test_addresses_that_are_read(text: str, hex_: str, place: str) -> None:
    assert Address.parse(text) == Address(hex_, place)


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "F",
        "4",
        "f4",
        "AB3",
        "F4 ",
        " F4",
        "F4\n",
        "F4:",
        "F4:-1",
        "F-4",
        "F4:1:2",
        "F4::1",
        "F4:999",
    ],
)
def test_malformed_addresses_say_what_would_be_right(text: str) -> None:
    with pytest.raises(UnknownHexError, match="as F4"):
        Address.parse(text)


@pytest.mark.parametrize("text", ["F4:attic"])
def test_a_location_that_is_no_level_is_named(text: str) -> None:
    with pytest.raises(UnknownHexError, match=text):
        Address.parse(text)


@given(st.text(max_size=12))
def test_any_text_is_an_address_or_one_error(text: str) -> None:
    try:
        address = Address.parse(text)
    except UnknownHexError:
        return
    assert address.hex in text


@pytest.mark.parametrize(
    ("given_name", "name"),
    [
        ("5", "05"),
        ("05", "05"),
        ("bd05", "05"),
        ("bd5", "05"),
        ("1b", "1b"),
        ("bd1b", "1b"),
        ("10a", "10a"),
        ("BFPA", "BFPA"),
        ("bdBFPDW2a", "BFPDW2a"),
        ("a", "a"),
        ("bda", "a"),
        ("bdFrFA", "FrFA"),
        ("woodland", "woodland"),
        ("a board", "a board"),
    ],
)
def test_board_names(given_name: str, name: str) -> None:
    assert board_name(given_name) == name


@given(st.from_regex(r"(bd)?([0-9]{1,3}[a-z]?|[A-Z][A-Za-z0-9]{1,6})", fullmatch=True))
def test_a_board_name_is_its_own_name(name: str) -> None:
    assert board_name(board_name(name)) == board_name(name)


@pytest.mark.parametrize(
    ("address", "board", "plain"),
    [
        ("F4", "05", "F4"),
        ("5F4", "05", "F4"),
        ("05F4", "05", "F4"),
        ("5-F4", "05", "F4"),
        ("5F4:1", "05", "F4:1"),
        ("1bF4", "1b", "F4"),
        ("aF4", "a", "F4"),
        ("a-F4", "a", "F4"),
        ("BFPA-F4", "BFPA", "F4"),
        ("BFPA-F4:2", "BFPA", "F4:2"),
        ("BFPA-F4@N/NW", "BFPA", "F4@N/NW"),
        ("5F4@NW", "05", "F4@NW"),
        ("woodland-C3", "woodland", "C3"),
        ("6F4", "05", "6F4"),
        ("00A1", "00", "A1"),
    ],
)
def test_a_board_s_own_prefix_is_stripped(address: str, board: str, plain: str) -> None:
    assert strip_board(address, board) == plain


@given(hex_names, st.sampled_from(["05", "1b", "a", "BFPA", "made"]))
def test_a_plain_address_stays(address: str, board: str) -> None:
    assert strip_board(address, board) == address
