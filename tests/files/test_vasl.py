"""VASL archives: small good ones open, and bad or hostile ones are refused in one sentence."""

from __future__ import annotations

import io
import zipfile
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import numpy as np
import PIL.Image
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import hexlos
from hexlos import BoardFormatError, HexlosError
from hexlos.files import safexml, vasl
from hexlos.files.vasl import hexlos_read_board, read_vasl

from synthetic import HEX_HEIGHT, PITCH, losdata_of, make_board, metadata, write_archive

FLAT = losdata_of(make_board())


def archive_with(folder: Path, meta: bytes, losdata: bytes = FLAT) -> Path:
    """A board archive of this metadata."""
    return write_archive(folder / "bdmade", {"BoardMetadata.xml": meta, "LOSData": losdata})


def gif(width: int = 20, height: int = 10) -> bytes:
    """A picture of one colour."""
    stream = io.BytesIO()
    PIL.Image.new("RGB", (width, height), (10, 200, 30)).save(stream, "GIF")
    return stream.getvalue()


def test_a_minimal_archive_opens(tmp_path: Path) -> None:
    path = write_archive(tmp_path / "bdmade")
    board = read_vasl(path)
    assert (board.name, board.version, board.source) == ("made", "1.0", path)
    assert len(board.hexes) == 22
    assert board.warnings == ()
    assert board.picture is None
    assert (3 * board.grid.third / board.grid.units_x) == PITCH
    assert (2 * board.grid.half / board.grid.units_y) == HEX_HEIGHT
    assert board.los("A1", "E4").clear


def test_planes_slopes_and_stairways_arrive(tmp_path: Path) -> None:
    made = make_board(terrain={"C2": "Woods"}, levels={"D3": 2, "B1": -1})
    slopes = '<slopes><slope hex="c3" hexsides="31"/><slope hex="D0" hexsides="9"/></slopes>'
    board = read_vasl(archive_with(tmp_path, metadata(children=slopes), losdata_of(made)))
    assert np.array_equal(board.terrain, made.terrain)
    assert np.array_equal(board.level, made.level)
    assert board.hex("C2").terrain == "Woods"
    assert [board.hex(name).base_level for name in ("D3", "B1")] == [2, -1]
    assert board.slopes["C3"] == (1, 3)
    assert board.stairways == frozenset()


def test_a_board_without_spacing_is_a_standard_one(tmp_path: Path) -> None:
    grid = hexlos.board.HexGrid.from_layout(33, 10, 1800, 645)
    flat = np.zeros((1800, 645), dtype=np.uint8)
    board = hexlos.Board("x", grid, flat, flat.view(np.int8))
    root = b'<boardMetadata name="05" width="33" height="10"/>'
    opened = read_vasl(archive_with(tmp_path, root, losdata_of(board, 33, 10)))
    assert (opened.name, opened.hexes[0], opened.hexes[-1]) == ("05", "A1", "GG10")
    assert Fraction(3 * opened.grid.third, opened.grid.units_x) == Fraction(225, 4)


def test_member_names_may_have_any_case(tmp_path: Path) -> None:
    members = {"boardMETADATA.Xml": metadata(), "losdata": FLAT}
    assert read_vasl(write_archive(tmp_path / "bdmade", members)).name == "made"


def test_a_negative_a1_only_moves_the_names(tmp_path: Path) -> None:
    more = f'A1CenterX="{-4 * PITCH}"'
    board = read_vasl(archive_with(tmp_path, metadata(more=more)))
    assert (board.hexes[0], board.hexes[-1]) == ("E1", "I4")
    assert board.grid.centres_px[0].tolist() == [0, HEX_HEIGHT / 2]


@pytest.mark.parametrize(
    ("members", "lack"),
    [
        ({"BoardMetadata.xml": metadata()}, "lacks LOSData,"),
        ({"LOSData": FLAT}, r"lacks BoardMetadata\.xml,"),
        ({"data": b"legacy"}, r"lacks BoardMetadata\.xml and LOSData"),
        ({}, r"lacks BoardMetadata\.xml and LOSData"),
    ],
)
def test_an_archive_says_what_it_lacks(
    tmp_path: Path, members: dict[str, bytes], lack: str
) -> None:
    with pytest.raises(BoardFormatError, match=f"bdmade: .*{lack}"):
        read_vasl(write_archive(tmp_path / "bdmade", members))


def test_a_truncated_archive_is_refused(tmp_path: Path) -> None:
    whole = write_archive(tmp_path / "bdwhole").read_bytes()
    path = tmp_path / "bdmade"
    for end in range(0, len(whole), 23):
        path.write_bytes(whole[:end])
        with pytest.raises(BoardFormatError, match="bdmade"):
            read_vasl(path)


@given(st.lists(st.tuples(st.integers(0, 10**6), st.integers(0, 255)), min_size=1, max_size=4))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_flipped_bytes_open_or_are_refused(tmp_path: Path, flips: list[tuple[int, int]]) -> None:
    whole = bytearray(write_archive(tmp_path / "bdwhole").read_bytes())
    for at, value in flips:
        whole[at % len(whole)] = value
    path = tmp_path / "bdmade"
    path.write_bytes(whole)
    try:
        said = hexlos.open_board(path).source
    except HexlosError as err:
        said = err
    assert "bdmade" in str(said)


def test_a_member_that_unpacks_to_too_much_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(vasl, "MAX_MEMBER", 100_000)
    path = write_archive(
        tmp_path / "bdmade", {"BoardMetadata.xml": metadata(), "LOSData": bytes(1_000_000)}
    )
    assert path.stat().st_size < 10_000
    with pytest.raises(BoardFormatError, match="bdmade: its LOSData unpacks to 1000000 bytes"):
        read_vasl(path)


def test_an_archive_of_too_many_members_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(vasl, "MAX_MEMBERS", 3)
    with pytest.raises(BoardFormatError, match="more than 3 members"):
        read_vasl(write_archive(tmp_path / "bdmade", {f"m{n}": b"" for n in range(4)}))


LAUGHS = b"".join(
    b'<!ENTITY l%d "%s">' % (n, b"&l%d;" % (n - 1) * 10 if n else b"ha") for n in range(9)
)
HOSTILE = {
    "billion laughs": b"<!DOCTYPE b [" + LAUGHS + b"]><boardMetadata name='&l8;'/>",
    "external file": b'<!DOCTYPE b [<!ENTITY x SYSTEM "file:///etc/passwd">]>'
    b"<boardMetadata>&x;</boardMetadata>",
    "parameter entity": b'<!DOCTYPE b [<!ENTITY % x SYSTEM "http://localhost/x"> %x;]>'
    b"<boardMetadata/>",
    "unused entity": b'<!DOCTYPE b [<!ENTITY x "y">]><boardMetadata/>',
}


@pytest.mark.parametrize("xml", HOSTILE.values(), ids=HOSTILE.keys())
def test_entities_are_refused(tmp_path: Path, xml: bytes) -> None:
    with pytest.raises(BoardFormatError, match="bdmade: its XML declares entities"):
        read_vasl(archive_with(tmp_path, xml))


@pytest.mark.parametrize(
    "xml",
    [b"", b"   ", b"width=33", b"<boardMetadata", b"<a></b>", b"<a/><b/>", b"\xff\xfe\x00",
     b"<\x00/>",
     b"<?xml version='1.0' encoding='no-such'?><a/>", b"<a>&undeclared;</a>"],
)  # fmt: skip
def test_damaged_xml_is_refused(tmp_path: Path, xml: bytes) -> None:
    with pytest.raises(BoardFormatError, match="bdmade: its XML"):
        read_vasl(archive_with(tmp_path, xml))


def test_a_huge_document_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(safexml, "MAX_BYTES", 50)
    with pytest.raises(BoardFormatError, match="larger than 50 bytes"):
        read_vasl(archive_with(tmp_path, metadata()))


@pytest.mark.parametrize(
    "width", ["", "x", "-3", "33.5", "0", "1e3", "999999999", "\u00b2", "9" * 5000]
)
def test_a_bad_count_of_hexes_is_refused(tmp_path: Path, width: str) -> None:
    with pytest.raises(BoardFormatError, match="bdmade: "):
        read_vasl(archive_with(tmp_path, metadata(columns=width)))


@pytest.mark.parametrize(
    "value", ["x", "-1", "1/0", "nan", "inf", "1e30", "1,5", "1e6000", "9" * 5000]
)
def test_a_bad_hex_spacing_is_refused(tmp_path: Path, value: str) -> None:
    meta = metadata(more=f'hexWidth="{value}" hexHeight="{HEX_HEIGHT}"')
    with pytest.raises(BoardFormatError, match="bdmade: "):
        read_vasl(archive_with(tmp_path, meta))


@pytest.mark.parametrize("key", ["A1CenterX", "A1CenterY"])
@pytest.mark.parametrize("value", ["x", "1/0", "nan", "1e30", "-1e30", "1e6000"])
def test_a_bad_centre_is_refused(tmp_path: Path, key: str, value: str) -> None:
    with pytest.raises(BoardFormatError, match="bdmade: "):
        read_vasl(archive_with(tmp_path, metadata(more=f'{key}="{value}"')))


def test_other_counts_in_losdata_are_a_warning(tmp_path: Path) -> None:
    board = read_vasl(archive_with(tmp_path, metadata(), losdata_of(make_board(), 9, 9)))
    assert board.warnings == ("LOSData counts 9 x 9 hexes, the metadata 5 x 4",)


def test_planes_too_small_for_the_hexes_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BoardFormatError, match="bdmade: "):
        read_vasl(archive_with(tmp_path, metadata(33, 10)))


def test_an_unknown_terrain_code_is_a_warning(tmp_path: Path) -> None:
    made = make_board(terrain={"C2": 250, "C3": 99})
    board = read_vasl(archive_with(tmp_path, metadata(), losdata_of(made)))
    assert board.warnings == ("terrain codes [99, 250] are unknown and read as open ground",)
    assert board.los("C1", "C4").clear
    assert replace(board, name="other").warnings == board.warnings


def test_member_names_reach_nothing_outside_the_archive(tmp_path: Path) -> None:
    folder = tmp_path / "boards"
    folder.mkdir()
    (tmp_path / "secret.gif").write_bytes(gif())
    meta = metadata(more='boardImageFileName="../secret.gif"')
    members = {"../escaped": b"x", "/absolute": b"x", "BoardMetadata.xml": meta, "LOSData": FLAT}
    board = read_vasl(write_archive(folder / "bdmade", members))
    assert board.picture is not None
    with pytest.raises(BoardFormatError, match=r"lacks its picture \.\./secret\.gif"):
        board.picture()
    assert sorted(p.name for p in tmp_path.rglob("*")) == ["bdmade", "boards", "secret.gif"]


def board_with_picture(folder: Path, picture: bytes) -> hexlos.Board:
    """A board whose picture is this."""
    meta = metadata(more='boardImageFileName="BDmade.GIF"')
    members = {"BoardMetadata.xml": meta, "LOSData": FLAT, "bdmade.gif": picture}
    return read_vasl(write_archive(folder / "bdmade", members))


def test_the_picture_is_read_when_asked_for(tmp_path: Path) -> None:
    board = board_with_picture(tmp_path, gif())
    assert board.picture is not None
    image = board.picture()
    assert (image.size, image.mode, image.getpixel((0, 0))) == ((20, 10), "RGB", (10, 200, 30))


@pytest.mark.parametrize("picture", [b"", b"no picture", gif()[:30], gif()[:-9]])
def test_a_damaged_picture_is_an_error_only_then(tmp_path: Path, picture: bytes) -> None:
    board = board_with_picture(tmp_path, picture)
    assert board.picture is not None
    with pytest.raises(BoardFormatError, match=r"bdmade: its picture BDmade\.GIF is damaged"):
        board.picture()


def test_a_picture_too_large_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vasl, "MAX_PICTURE_PIXELS", 100)
    board = board_with_picture(tmp_path, gif())
    assert board.picture is not None
    with pytest.raises(BoardFormatError, match="too large"):
        board.picture()


def test_a_picture_that_pillow_calls_a_bomb_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(PIL.Image, "MAX_IMAGE_PIXELS", 50)
    board = board_with_picture(tmp_path, gif())
    assert board.picture is not None
    with pytest.raises(BoardFormatError, match=r"BDmade\.GIF"):
        board.picture()


@pytest.mark.parametrize("name", ["game.vsav", "module.vmod", "result.npz"])
def test_other_zips_are_left_to_other_readers(tmp_path: Path, name: str) -> None:
    assert hexlos_read_board(write_archive(tmp_path / name)) is None


def test_what_is_no_zip_is_left_to_other_readers(tmp_path: Path) -> None:
    path = tmp_path / "bdmade"
    path.write_bytes(b"name = 'x'")
    assert hexlos_read_board(path) is None
    assert hexlos_read_board(tmp_path) is None
    assert hexlos_read_board(tmp_path / "missing") is None


def test_an_encrypted_member_is_refused(tmp_path: Path) -> None:
    path = write_archive(tmp_path / "bdmade")
    raw = bytearray(path.read_bytes())
    with zipfile.ZipFile(path) as archive:
        start = archive.start_dir
    raw[start + 8] |= 1  # the "encrypted" bit of the first entry
    path.write_bytes(raw)
    with pytest.raises(BoardFormatError, match="bdmade: the archive is damaged"):
        read_vasl(path)
