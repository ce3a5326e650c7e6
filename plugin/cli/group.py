"""The group of all commands: errors in one line, and commands that plugins add."""

from __future__ import annotations

import logging
from typing import IO, Any

import click

from hexlos.errors import HexlosError

log = logging.getLogger(__name__)

HOOK = "hexlos_register_commands"

#: Exit status after Ctrl-C, as shells have it.
STOPPED = 130


class BadInput(click.ClickException):
    """What was wrong with the input, shown as one line; exit status 2."""

    exit_code = 2

    def show(self, file: IO[Any] | None = None) -> None:
        """Print the line on stderr."""
        click.echo(f"hexlos: {' '.join(self.message.split())}", file=file, err=True)


class HexlosGroup(click.Group):
    """A group that turns every error of hexlos or in usage into BadInput, and ends on Ctrl-C."""

    _plugins_asked = False

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            click.echo("\nhexlos: stopped", err=True)
            ctx.exit(STOPPED)
        except HexlosError as err:
            raise BadInput(str(err)) from err
        except click.UsageError as err:
            where = err.ctx.command_path if err.ctx else "hexlos"
            raise BadInput(f"{err.format_message()} See {where} -h.") from err
        except BrokenPipeError:
            raise  # click ends quietly when the reader goes away
        except OSError as err:
            shown = f"{str(err.filename)[:60]}: " if err.filename else ""
            raise BadInput(f"{shown}{err.strerror or err}") from err

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """A command, of a plugin only when hexlos has none of the name."""
        found = super().get_command(ctx, cmd_name)
        if found is None:
            self._ask_plugins()
            found = super().get_command(ctx, cmd_name)
        return found

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Names of all commands, those of plugins too."""
        self._ask_plugins()
        return super().list_commands(ctx)

    def _ask_plugins(self) -> None:
        if self._plugins_asked:
            return
        self._plugins_asked = True
        from hexlos.plugins import manager

        own = dict(self.commands)
        known = manager().get_plugins()
        for plugin in known:
            ask = manager().subset_hook_caller(HOOK, remove_plugins=known - {plugin})
            try:
                ask(cli=self)
            except Exception as err:  # a stranger's code may fail in any way
                log.warning("commands of plugin %s are left out: %s", plugin, err)
        self.commands.update(own)
