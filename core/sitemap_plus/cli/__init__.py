"""The command `sitemap-plus`."""

from __future__ import annotations

from importlib import import_module

import click

_COMMANDS = {
    "build": "sitemaps for a site that any generator has built",
    "versions": "sitemaps for the root of a site that mike deploys",
}
"""The commands, each in the module of its name, with what `--help` says of them."""


class _Commands(click.Group):
    """Loads only the command that is run: each takes time to load."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _COMMANDS:
            return None
        command: click.Command = import_module(f"sitemap_plus.cli.{cmd_name}").command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(_COMMANDS.items()))


@click.group(cls=_Commands)
@click.version_option(package_name="sitemap-plus")
def main() -> None:
    """Sitemaps by section, an index and the robots.txt line, with true dates."""
