"""`sitemap-plus versions FOLDER`: sitemaps for the root of a site that mike deploys."""

from __future__ import annotations

from pathlib import Path

import click

from sitemap_plus.cli import console, writing
from sitemap_plus.cli.settings_file import SettingsFile
from sitemap_plus.settings import Host, SettingsReading, read_settings
from sitemap_plus.versions import (
    Version,
    Versions,
    canonical_version,
    choose,
    date_problems,
    pages_of,
    read_versions,
)


@click.command("versions")
@writing.options
@click.option(
    "--version",
    "patterns",
    multiple=True,
    metavar="PATTERN",
    help="List the versions of this name or alias, such as '2.*'. Can be given more than once.",
)
@click.option(
    "--newest",
    type=click.IntRange(min=1),
    metavar="N",
    help="List the newest N versions, of those that --version names if it is given.",
)
def command(  # noqa: PLR0913, PLR0917
    folder: Path,
    config: Path | None,
    site_url: str | None,
    patterns: tuple[str, ...],
    newest: int | None,
    strict: bool,
    verbose: bool,
) -> None:
    """Write sitemaps into FOLDER, the checked-out branch that mike deploys to.

    They list what the sitemap of the canonical version lists, or of the versions asked for.
    """
    with console.errors_end_the_command():
        written = writing.settings_file(config, {"site_url": site_url})
        _read_settings(written, None)  # faults are told before the work begins
        site = read_versions(folder)
        reading = _read_settings(written, site)
        settings = writing.settings_or_exit(reading)
        chosen = _chosen(site, patterns, newest)
        made = writing.plan_for(folder, pages_of(site, chosen, settings.site_url), settings)
        problems = (*reading.problems, *site.problems, *date_problems(chosen))
        warnings = writing.write_plan(folder, made, problems, verbose=verbose)
    raise SystemExit(console.FOUND_WARNINGS if strict and warnings else 0)


def _read_settings(written: SettingsFile, site: Versions | None) -> SettingsReading:
    said = site.site_url if site else None
    host = Host(
        key=written.name,
        site_url_setting="the versions' own sitemap.xml" if said else "--site-url",
        site_url=said,
        # Themes read the sitemap.xml of the version that they are in, never the root's.
        sitemap_xml="index",
        section_by="path",
        section_by_choices=("path", "none"),
        default_language=site.default_language if site else None,
        folder=written.folder,
    )
    return read_settings(written.options, host)


def _chosen(site: Versions, patterns: tuple[str, ...], newest: int | None) -> tuple[Version, ...]:
    if patterns or newest:
        chosen = choose(site, patterns, newest)
        names = ", ".join(version.name for version in chosen)
        console.say(f"Lists {'version' if len(chosen) == 1 else 'versions'} {names}")
        return chosen
    version, reason = canonical_version(site)
    console.say(f"Lists version {version.name}: {reason}")
    return (version,)
