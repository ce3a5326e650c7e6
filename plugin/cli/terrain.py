"""hexlos terrain: what the rules say of a kind of terrain."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from hexlos.cli import options
from hexlos.cli.printing import print_json

if TYPE_CHECKING:
    from hexlos.rules.terrain import TerrainRules


@click.command(
    name="terrain",
    short_help="What the rules say of a kind of terrain.",
    epilog='\b\nExamples:\n  hexlos terrain\n  hexlos terrain "pine woods"\n'
    "  hexlos terrain cactus-patch --json",
)
@click.argument("name", required=False)
@options.as_json
def terrain(name: str | None, as_json: bool) -> None:
    """Tell all that the rules say of terrain called NAME, with rule numbers; without NAME list all.

    Upper and lower case, spaces and hyphens do not matter. Among it: LOS, TEM by kind of fire,
    what units pay to enter, also along a road, path or Trail Break, fire, Bog, season.
    """
    from hexlos.rules.describe import as_dict
    from hexlos.rules.terrain import all_terrain
    from hexlos.rules.terrain import terrain as find

    if name is None:
        known = all_terrain()
        if as_json:
            print_json([as_dict(rules) for rules in known])
        else:
            _list(known)
        return
    rules = find(name)
    if as_json:
        print_json(as_dict(rules))
    else:
        click.echo(rules.describe())


def _list(known: tuple[TerrainRules, ...]) -> None:
    width = max(len(rules.name) for rules in known)
    for rules in known:
        also = f"  also {', '.join(rules.aliases)}" if rules.aliases else ""
        click.echo(f"{rules.name:{width}}  {rules.rule:7}{also}".rstrip())
