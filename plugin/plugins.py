"""The one plugin manager: own readers and writers, then those of installed packages."""

from __future__ import annotations

import logging
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points

import pluggy

from hexlos import hookspecs

log = logging.getLogger(__name__)

ENTRY_POINT_GROUP = "hexlos"

#: Modules whose hook implementations come with hexlos.
BUILT_IN = (
    "hexlos.files.vasl",
    "hexlos.files.native",
    "hexlos.export.npz",
    "hexlos.export.parquet",
)


@cache
def manager() -> pluggy.PluginManager:
    """The plugin manager, made on first use; a plugin that fails to load is logged and left out."""
    made = pluggy.PluginManager("hexlos")
    made.add_hookspecs(hookspecs)
    for name in BUILT_IN:
        made.register(import_module(name), name=name)
    for entry in entry_points(group=ENTRY_POINT_GROUP):
        try:
            made.register(entry.load(), name=entry.name)
        except Exception as err:  # a stranger's module may fail in any way
            log.warning("plugin %s (%s) is left out: %s", entry.name, entry.value, err)
    return made
