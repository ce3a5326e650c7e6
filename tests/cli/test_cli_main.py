"""What all commands share: help, errors in one line, and commands of plugins."""

from __future__ import annotations

import logging
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import click
import pluggy
import pytest
from click.testing import CliRunner, Result

import hexlos
from hexlos import HexlosError
from hexlos.cli import COMMANDS, main
from hexlos.cli.group import HexlosGroup
from hexlos.plugins import manager

ROOT = Path(__file__).resolve().parents[2]
Run = Callable[..., Result]
Refused = Callable[..., str]
NAMES = sorted(command.name or "" for command in COMMANDS)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("option", ["-h", "--help"])
def test_every_command_has_help_with_an_example(run: Run, name: str, option: str) -> None:
    result = run(name, option)
    assert result.exit_code == 0
    assert f"\n    hexlos {name}" in result.stdout
    assert "Example" in result.stdout
    assert main.commands[name].get_short_help_str() in run("-h").stdout


@pytest.mark.parametrize("name", NAMES)
def test_every_command_has_json_and_help_for_each_option(name: str) -> None:
    command = main.commands[name]
    options = [p for p in command.params if isinstance(p, click.Option)]
    assert "--json" in [o for option in options for o in option.opts]
    assert all(option.help for option in options)


@pytest.mark.parametrize("name", NAMES)
def test_every_command_has_a_section_in_the_documentation(name: str) -> None:
    text = (ROOT / "docs" / "cli.md").read_text(encoding="utf-8")
    assert f"\n## hexlos {name}\n" in text
    section = text.split(f"\n## hexlos {name}\n")[1].split("\n## ")[0]
    for param in main.commands[name].params:
        if isinstance(param, click.Option):
            assert all(f"`{option}" in section for option in param.opts), param.opts


@pytest.mark.parametrize("name", NAMES)
def test_every_command_has_a_file(name: str) -> None:
    assert main.commands[name].callback.__module__ == f"hexlos.cli.{name.replace('-', '_')}"


def test_version(run: Run) -> None:
    assert hexlos.__version__ in run("--version").stdout


def test_without_arguments_help_is_shown(run: Run) -> None:
    assert "Commands:" in run().output


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("nothing",), "No such command 'nothing'"),
        (("los",), "Missing argument 'BOARD'. See hexlos los -h."),
        (("los", "--nothing"), "No such option"),
        (("los", "no-such-board", "A1", "B1"), "no board 'no-such-board'"),
        (("los", ".", "A1", "B1"), "is a folder"),
        (("los", __file__, "A1", "B1"), "test_cli_main.py: "),
        (("board", "no\nboard"), "no board"),
    ],
)
def test_bad_input_is_one_line(refused: Refused, arguments: tuple[str, ...], says: str) -> None:
    assert says in refused(*arguments)


def test_unknown_ssr_is_one_line(refused: Refused, archive: Path) -> None:
    assert "nonsense" in refused("board", archive, "--ssr", "nonsense")


def test_boards_are_found_by_name(run: Run, archive: Path) -> None:
    assert run("board", "made", "--boards-dir", archive.parent).exit_code == 0
    assert run("board", "made", env={"HEXLOS_BOARDS": str(archive.parent)}).exit_code == 0


def _group(fails_with: BaseException) -> HexlosGroup:
    group = HexlosGroup("hexlos")

    @group.command()
    def fail() -> None:
        raise fails_with

    return group


def test_errors_of_commands() -> None:
    result = CliRunner().invoke(_group(HexlosError("two\nlines")), ["fail"])
    assert (result.exit_code, result.stderr) == (2, "hexlos: two lines\n")
    result = CliRunner().invoke(_group(KeyboardInterrupt()), ["fail"])
    assert (result.exit_code, result.stderr) == (130, "\nhexlos: stopped\n")


def test_ctrl_c_while_the_command_starts() -> None:
    """The interrupt comes while modules are loaded, before there is a command to tell of it."""
    code = (
        "import sys\n"
        "class Interrupts:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name == 'hexlos.cli.move':\n"
        "            raise KeyboardInterrupt\n"
        "sys.meta_path.insert(0, Interrupts())\n"
        "from hexlos.cli import main\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"")


def test_the_command_starts_without_what_computes() -> None:
    """So that it is there at once, and little time is left to interrupt it in."""
    code = "import sys, hexlos.cli; print({'numpy', 'shapely', 'PIL'} & set(sys.modules))"
    assert subprocess.check_output([sys.executable, "-c", code], text=True) == "set()\n"


def test_a_reader_that_goes_away_is_no_error() -> None:
    call = [sys.executable, "-c", "from hexlos.cli import main; main()", "board", "woodland"]
    with subprocess.Popen(
        [*call, "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""


@pytest.fixture
def plugin() -> Iterator[Callable[[object], None]]:
    """Registers plugins for the time of a test."""
    made: list[object] = []

    def add(new: object) -> None:
        manager().register(new)
        made.append(new)

    yield add
    for old in made:
        manager().unregister(old)


def test_plugins_add_commands(
    plugin: Callable[[object], None], caplog: pytest.LogCaptureFixture
) -> None:
    hookimpl = pluggy.HookimplMarker("hexlos")

    @click.command()
    def greet() -> None:
        click.echo("hello")

    class Adds:
        @hookimpl
        def hexlos_register_commands(self, cli: click.Group) -> None:
            cli.add_command(greet)
            cli.add_command(greet, "los")

    class Fails:
        @hookimpl
        def hexlos_register_commands(self, cli: click.Group) -> None:
            raise ValueError("broken")

    plugin(Fails())
    plugin(Adds())
    group = HexlosGroup("hexlos", commands={"los": main.commands["los"]})
    with caplog.at_level(logging.WARNING):
        assert CliRunner().invoke(group, ["greet"]).output == "hello\n"
    assert "broken" in caplog.text
    assert "greet" in CliRunner().invoke(group, ["--help"]).output
    assert group.commands["los"] is main.commands["los"]


def test_names_too_long_for_the_system_are_told_in_a_line(run: Run, tmp_path: Path) -> None:
    for words in (
        ("los", "1" * 500, "F4", "J3", "--boards-dir", tmp_path),
        ("matrix", "woodland", "-o", tmp_path / ("q" * 300 + ".npz")),
    ):
        result = run(*words)
        assert result.exit_code == 2
        assert len(result.stderr.splitlines()) == 1
