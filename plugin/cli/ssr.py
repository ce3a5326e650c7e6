"""hexlos ssr: the scenario special rules that change a board."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING, Any

import click

from hexlos.cli import options
from hexlos.cli.printing import print_json

if TYPE_CHECKING:
    from hexlos.ssr import Ssr

_WIDTH = 100


@click.command(
    short_help="Scenario special rules for --ssr.",
    epilog="\b\nExamples:\n  hexlos ssr\n  hexlos ssr forest\n  hexlos ssr BrokenTerrain",
)
@click.argument("name", required=False)
@options.as_json
def ssr(name: str | None, as_json: bool) -> None:
    """List the rules that --ssr takes, or tell of the one called NAME.

    A rule may be followed by a colon and places: hexes (forest:F4,J3), hexes left out (pine:!C5),
    regions (pine:A1-F10: columns A to F, numbers 1 to 10), and hexsides where it is about them
    (bocage:F4/NE). Case, hyphens and underscores do not matter, and VASL's names are understood.
    Rules are applied in the order in which they are given.
    """
    from hexlos.ssr import find_ssr, list_ssrs

    if name is not None:
        _show(find_ssr(name.partition(":")[0])[0], as_json)
    elif as_json:
        print_json([_as_dict(rule) for rule in list_ssrs()])
    else:
        width = max(len(rule.usage) for rule in list_ssrs())
        for rule in list_ssrs():
            click.echo(f"{rule.usage:{width}}  {rule.rule:6}  {rule.effect}")


def _show(rule: Ssr, as_json: bool) -> None:
    if as_json:
        print_json(_as_dict(rule))
        return
    lines = [
        ("name", rule.usage),
        ("rule", rule.rule),
        ("effect", rule.effect),
        ("against", ", ".join(rule.against)),
        ("also called", ", ".join(alias.partition(" = ")[0] for alias in rule.aliases)),
    ]
    for label, text in lines:
        if text:
            wrapped = textwrap.wrap(text, _WIDTH - 16)
            click.echo(f"{label + ':':16}" + f"\n{'':16}".join(wrapped))


def _as_dict(rule: Ssr) -> dict[str, Any]:
    return {
        "name": rule.name,
        "usage": rule.usage,
        "rule": rule.rule,
        "effect": rule.effect,
        "against": list(rule.against),
        "aliases": [alias.partition(" = ")[0] for alias in rule.aliases],
    }
