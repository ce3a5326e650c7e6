"""Row groups encoded side by side become the file that one writer makes of them."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from hexlos.export.joined import Joined
from hexlos.export.thrift import Struct, read_struct, write_struct

RNG = np.random.default_rng(5)


def table(rows: int) -> Any:
    """Columns with and without a dictionary, gaps and statistics."""
    names = pa.array([f"hex {n}" for n in range(40)])
    return pa.table(
        {
            "name": pa.DictionaryArray.from_arrays(RNG.integers(40, size=rows), names),
            "flag": RNG.integers(2, size=rows).astype(bool),
            "far": pa.array(
                RNG.integers(3000, size=rows).astype(np.uint16), mask=RNG.random(rows) < 0.3
            ),
            "share": RNG.random(rows),
        },
        metadata={"note": "x" * 3000},
    )


def written(tables: list[Any], schema: Any, **how: Any) -> bytes:
    stream = io.BytesIO()
    with pq.ParquetWriter(stream, schema, **how) as writer:
        for one in tables:
            writer.write_table(one, row_group_size=max(1, len(one)))
    return stream.getvalue()


@pytest.mark.parametrize(
    "how",
    [
        {},
        {"compression": "zstd", "write_page_checksum": True, "write_statistics": ["far"]},
        {"use_dictionary": False, "data_page_size": 500},
        {"version": "1.0", "data_page_version": "2.0", "compression": "gzip"},
    ],
)
@pytest.mark.parametrize("groups", [[], [7], [2000, 1, 500], [11] * 40])
def test_joined_files_are_the_file_of_one_writer(groups: list[int], how: dict[str, Any]) -> None:
    tables = [table(rows) for rows in groups]
    schema = table(1).schema
    stream = io.BytesIO()
    joined = Joined(stream, written([], schema, **how))
    for one in tables:
        joined.append(written([one], schema, **how, store_schema=False))
    joined.finish()
    assert stream.getvalue() == written(tables, schema, **how)
    read = pq.read_table(io.BytesIO(stream.getvalue()))
    assert read.to_pydict() == pa.concat_tables([schema.empty_table(), *tables]).to_pydict()


def test_a_file_of_several_groups_is_appended() -> None:
    one, two, three = (table(rows) for rows in (30, 20, 10))
    stream = io.BytesIO()
    joined = Joined(stream, written([], one.schema))
    joined.append(written([one, two], one.schema))
    joined.append(written([three], one.schema))
    joined.finish()
    assert stream.getvalue() == written([one, two, three], one.schema)


def test_structures_are_written_as_they_were_read() -> None:
    values: Struct = {
        1: (5, -1),
        2: (6, -(1 << 62)),
        3: (4, 129),
        4: (8, b"text" * 50),
        5: (1, None),
        6: (2, None),
        40: (9, (12, [{1: (6, 7)}, {}, {200: (5, 1 << 30)}])),
        41: (9, (5, list(range(-20, 20)))),
        42: (10, (8, [b"", b"a"])),
        43: (9, (1, [1, 2])),
        44: (7, b"12345678"),
        45: (3, 255),
        300: (12, {15: (6, 0), 16: (6, 1), 33: (6, 2)}),
    }
    data = write_struct(values)
    assert read_struct(data) == values
    assert write_struct(read_struct(data)) == data


@pytest.mark.parametrize(
    ("number", "data"),
    [
        (0, b"\x15\x00\x00"),
        (-1, b"\x15\x01\x00"),
        (1, b"\x15\x02\x00"),
        (150, b"\x15\xac\x02\x00"),
        (-150, b"\x15\xab\x02\x00"),
    ],
)
def test_whole_numbers_are_zigzag_of_seven_bits_a_byte(number: int, data: bytes) -> None:
    assert write_struct({1: (5, number)}) == data
    assert read_struct(data) == {1: (5, number)}


@pytest.mark.parametrize("read", [lambda: read_struct(b"\x1e\x00"), lambda: read_struct(b"\x15")])
def test_what_is_no_structure_is_told(read: Callable[[], object]) -> None:
    with pytest.raises((ValueError, IndexError)):
        read()
