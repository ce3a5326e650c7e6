"""hexlos plugins: what is registered, and for what."""

from __future__ import annotations

import click

from hexlos.cli import options
from hexlos.cli.printing import print_json


@click.command(short_help="List plugins and their hooks.", epilog="\b\nExample:\n  hexlos plugins")
@options.as_json
def plugins(as_json: bool) -> None:
    """List the plugins that are registered and the hooks that each implements.

    Readers and writers that come with hexlos are plugins as well.
    """
    found = _hooks_by_plugin()
    if as_json:
        print_json([{"name": name, "hooks": hooks} for name, hooks in found.items()])
        return
    width = max(map(len, found))
    for name, hooks in found.items():
        click.echo(f"{name:{width}}  {', '.join(hooks)}")


def _hooks_by_plugin() -> dict[str, list[str]]:
    from hexlos.plugins import manager

    return {
        name: sorted(hook.name for hook in manager().get_hookcallers(plugin) or ())
        for name, plugin in manager().list_name_plugin()
        if plugin is not None
    }
