"""`sitemap-plus build FOLDER`: sitemaps for a site that any generator has built."""

from __future__ import annotations

from pathlib import Path

import click

from sitemap_plus.built_folder.pages import BuiltFolder, pages_of, read_folder
from sitemap_plus.built_folder.why import Answer, answer
from sitemap_plus.cli import console, writing
from sitemap_plus.cli.settings_file import SettingsFile
from sitemap_plus.settings import Host, SettingsReading, read_settings
from sitemap_plus.versions import several_versions


@click.command("build")
@writing.options
@click.option(
    "--source-folder",
    type=writing.EXISTING_FOLDER,
    metavar="FOLDER",
    help="Where the pages' sources are, for their front matter and their dates.",
)
@click.option(
    "--source-pattern",
    "source_patterns",
    multiple=True,
    metavar="PATTERN",
    help="Where in that folder a page's source is, such as 'posts/{name}.md'. Can be given more "
    "than once; then only these count.",
)
@click.option(
    "--url-style",
    type=click.Choice(["auto", "html", "clean", "slash", "bare"]),
    help="How a.html and b/index.html are served: as /a.html and /b/ (html), /a and /b/ (clean), "
    "/a/ and /b/ (slash), /a and /b (bare).",
)
@click.option(
    "--why",
    multiple=True,
    metavar="URL_OR_FILE",
    help="Write nothing; say why this is listed, or why not. Can be given more than once.",
)
def command(  # noqa: PLR0913, PLR0917
    folder: Path,
    config: Path | None,
    site_url: str | None,
    source_folder: Path | None,
    source_patterns: tuple[str, ...],
    url_style: str | None,
    why: tuple[str, ...],
    strict: bool,
    verbose: bool,
) -> None:
    """Write sitemaps for the built site in FOLDER, by the HTML files in it.

    The site's address is taken from the pages' canonical links where they have them.
    """
    overrides = {
        "site_url": site_url,
        "source_folder": source_folder and str(source_folder.absolute()),
        "source_patterns": list(source_patterns) or None,
        "url_style": url_style,
    }
    with console.errors_end_the_command():
        written = writing.settings_file(config, overrides)
        _read_settings(written, None)  # faults are told before the work begins
        built = _read_folder(folder)
        reading = _read_settings(written, built)
        settings = writing.settings_or_exit(reading)
        pages = pages_of(built, settings)
        made = writing.plan_for(folder, pages.pages.values(), settings)
        if why:
            for asked in why:
                _say(answer(asked, folder, pages.pages, made, settings))
            return
        problems = (*reading.problems, *several_versions(folder), *pages.problems)
        warnings = writing.write_plan(folder, made, problems, verbose=verbose)
    raise SystemExit(console.FOUND_WARNINGS if strict and warnings else 0)


def _read_settings(written: SettingsFile, built: BuiltFolder | None) -> SettingsReading:
    said = built.site_url if built else None
    host = Host(
        key=written.name,
        site_url_setting="the canonical link of most pages" if said else "--site-url",
        site_url=said,
        sitemap_xml="pages",
        section_by="path",
        section_by_choices=("path", "none"),
        default_language=built.default_language if built else None,
        folder=written.folder,
        own_options=("url_style", "source_folder", "source_patterns"),
    )
    return read_settings(written.options, host)


def _read_folder(folder: Path) -> BuiltFolder:
    with console.progress("Reading pages") as advance:
        return read_folder(folder, advance)


def _say(answer: Answer) -> None:
    console.say(f"{answer.asked}: {'listed' if answer.is_listed else 'not listed'}")
    lines = {
        "url": answer.url,
        "file": answer.file,
        "because" if not answer.is_listed else "as": answer.reason,
    }
    for name, value in lines.items():
        if value:
            console.say(f"  {name}: {value}")
