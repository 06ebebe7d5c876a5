"""What the commands that write sitemaps have in common: their options, and their last steps."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import click

from sitemap_plus.build import Plan, plan
from sitemap_plus.cli import console
from sitemap_plus.cli.settings_file import SettingsFile, read_settings_file
from sitemap_plus.errors import Problem
from sitemap_plus.output import read, sitemaps_of_others, write
from sitemap_plus.pages import Page
from sitemap_plus.settings import Settings, SettingsReading

F = TypeVar("F", bound=Callable[..., Any])

EXISTING_FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)


def options(command: F) -> F:
    """The argument and the options of each command that writes."""
    for decorate in (
        click.option("-v", "--verbose", is_flag=True, help="Say where each lastmod comes from."),
        click.option("--strict", is_flag=True, help="Exit with 1 if there is a warning."),
        click.option("--site-url", metavar="URL", help="The site's public address."),
        click.option(
            "--config",
            type=click.Path(exists=True, dir_okay=False, path_type=Path),
            metavar="FILE",
            help="The options, as YAML or TOML; else [tool.sitemap-plus] in pyproject.toml.",
        ),
        click.argument("folder", type=EXISTING_FOLDER),
    ):
        command = decorate(command)
    return command


def settings_file(config: Path | None, overrides: Mapping[str, object]) -> SettingsFile:
    """What the user has written in a file, and over it what the command line says.

    Raises:
        SettingsFileError: the file is not there, or is not what its name says.
    """
    return read_settings_file(config).with_options(overrides)


def settings_or_exit(reading: SettingsReading) -> Settings:
    """The settings; without them the command ends, and has said why."""
    if reading.settings is not None:
        return reading.settings
    console.tell(reading.problems)
    raise SystemExit(console.COULD_NOT_RUN if reading.problems else 0)


def plan_for(folder: Path, pages: Iterable[Page], settings: Settings) -> Plan:
    """The sitemaps of these pages in the root of this folder, beside those of others."""
    return plan(
        pages,
        settings,
        now=console.now(),
        existing=partial(read, folder),
        taken=sitemaps_of_others(folder),
        taken_is="info",
    )


def write_plan(folder: Path, made: Plan, problems: Iterable[Problem], *, verbose: bool) -> int:
    """Write the files and say so; how many warnings there were."""
    warnings = console.tell([*problems, *made.problems])
    write(folder, made.files, made.obsolete)
    if verbose:
        for each in made.dates:
            console.say(str(each))
    console.say(f"{folder}: {made.summary}")
    console.say(made.summary_of_dates)
    return warnings
