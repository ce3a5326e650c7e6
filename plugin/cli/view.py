"""hexlos view: a page to explore a board."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from hexlos.cli import options
from hexlos.cli.printing import print_json, progress, size_text

if TYPE_CHECKING:
    from hexlos.board import Board


@click.command(
    short_help="Explore a board in the browser.",
    epilog="\b\nExamples:\n  hexlos view hills\n  hexlos view hills -o hills.html",
)
@options.board
@click.option(
    "-o",
    "--output",
    type=click.Path(),
    metavar="PATH",
    callback=options.html_name,
    help="Write the page to a file (.html) with all answers inside, for a friend.",
)
@click.option("--no-browser", is_flag=True, help="Only print the address of the page.")
@options.thread
@options.threads
@options.as_json
def view(
    board: Board,
    output: str | None,
    no_browser: bool,
    thread: str,
    threads: int,
    as_json: bool,
    ssr: tuple[str, ...],
    boards_dir: str | None,
) -> None:
    """Show BOARD in the browser: click a hex to see what it sees, another to see the line.

    A small server on this machine answers the page, until Ctrl-C ends it. With -o the page is
    written to one file that needs no server.
    """
    if output is None:
        _serve(board, thread, no_browser, as_json)
        return
    from hexlos.export.atomic import replacing
    from hexlos.page.document import whole_page

    with progress(board.name) as show:
        data = whole_page(board, thread, threads, show).encode("utf-8")
    with replacing(output) as stream:
        stream.write(data)
    if as_json:
        rules = list(board.history)
        told = {"board": board.name, "ssr": rules, "thread": thread, "hexes": len(board.hexes)}
        print_json(told | {"file": output, "bytes": len(data)})
        return
    click.echo(f"{board.name}: {len(board.hexes)} hexes -> {output} ({size_text(len(data))})")


def _serve(board: Board, thread: str, no_browser: bool, as_json: bool) -> None:
    from hexlos.page.answers import Answers
    from hexlos.page.server import PageServer

    answers = Answers(board, thread)
    answers.row(answers.rules, board.hexes[0])  # what can go wrong does so before the page opens
    with PageServer(answers) as server:
        if as_json:
            print_json({"board": board.name, "address": server.address})
        else:
            click.echo(f"{board.name} is at {server.address} until Ctrl-C")
        if not no_browser:
            _open(server.address)
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            return


def _open(address: str) -> None:
    import webbrowser

    if not webbrowser.open(address):
        click.echo("no browser could be started: open the address in one", err=True)
