"""XML from strangers: no entities, no external references, a bounded size."""

from __future__ import annotations

from typing import NoReturn
from xml.etree.ElementTree import Element, TreeBuilder
from xml.parsers import expat

from hexlos.errors import BoardFormatError

MAX_BYTES = 8_000_000


def _refuse(*_args: object) -> NoReturn:
    raise BoardFormatError("its XML declares entities, which are refused")


def parse_xml(data: bytes) -> Element:
    """Parse an XML document to its root element; BoardFormatError when it is bad or hostile."""
    if len(data) > MAX_BYTES:
        raise BoardFormatError(f"its XML is larger than {MAX_BYTES} bytes")
    builder = TreeBuilder()
    parser = expat.ParserCreate()
    parser.EntityDeclHandler = _refuse
    parser.ExternalEntityRefHandler = _refuse
    parser.StartElementHandler = builder.start
    parser.EndElementHandler = builder.end
    try:
        parser.Parse(data, True)
        return builder.close()
    except (expat.ExpatError, AssertionError, ValueError, LookupError) as err:
        if isinstance(err, BoardFormatError):
            raise
        raise BoardFormatError(f"its XML is damaged ({err})") from err
