"""The Pelican plugin: reads the settings, gathers pages, calls the core, logs and writes.

With i18n_subsites, sub-sites are built inside the main site's build: innermost first, the main
one last. A stack of builds tells which one a file is of; the sitemaps are the main site's.
"""

from __future__ import annotations

import logging
import os
import sys
import traceback
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timezone
from functools import partial
from pathlib import Path
from typing import Any

import pelican.log  # noqa: F401  # Its loggers count warnings for --fatal, if made after it.
from pelican import Pelican, signals
from pelican.generators import StaticGenerator

import sitemap_plus
from pelican_sitemap_plus.pages import Site, WrittenPage, remember_file_time, written_page
from sitemap_plus import GitMemory, Host, Problem, Settings, SettingsReading, SitemapPlusError
from sitemap_plus.errors import without_password
from sitemap_plus.urls import HOME, is_below, site_base

log = logging.getLogger(__name__)


_ELSEWHERE = "its sub-site has an address that is not below the main site's"

_Signature = tuple[int, int, int, int]


@dataclass(frozen=True, kw_only=True)
class _Build:
    """One run of a site or sub-site, from its start until its sitemaps are written."""

    pelican: Pelican
    settings: Settings | None
    """The main site's. None: nothing is to be written."""
    site: Site
    leftovers: Mapping[str, _Signature]
    """The sitemaps that were in the output before."""
    pages: dict[str, WrittenPage] = field(default_factory=dict)
    """Filled while it runs, by the path of the page's file."""
    names: set[str] = field(default_factory=set)
    """Filled while it runs: what Pelican has put at the root of the output."""


# The main site's build and, on top of it, the sub-sites that run inside it. Pelican's signals
# carry no state, and its receivers have to be functions of a module.
_builds: list[_Build] = []

# What Git has said, in this build and those before it, which autoreload runs in one process.
_memory = GitMemory()


def connect() -> None:
    """Listen to Pelican; doing so again changes nothing."""
    logging.getLogger("pelican").addFilter(without_traceback)
    signals.initialized.connect(check_settings)
    signals.get_generators.connect(start_build)
    signals.content_object_init.connect(remember_file_time)
    signals.static_generator_finalized.connect(note_static_files)
    signals.content_written.connect(note_page)
    signals.finalized.connect(end_build)


def without_traceback(record: logging.LogRecord) -> bool:
    """Our errors are written for the user; Pelican would log where in our code they come from."""
    if record.exc_info and isinstance(record.exc_info[1], SitemapPlusError):
        record.exc_info = None
    return True


def check_settings(pelican: Pelican) -> None:
    """The first chance to say that the settings are wrong.

    And the best one: autoreload tries a build that fails again and again, without a look at the
    settings, but doesn't begin with settings that fail here.

    Raises:
        SettingsError: Pelican lets it end the command.
    """
    if _running_build() is None:
        _read_settings(pelican)


def start_build(pelican: Pelican) -> None:
    """A site or sub-site begins."""
    if (before := _running_build()) and before.pelican is pelican:
        _builds.pop()  # It has failed, and autoreload runs it again.
    settings = _builds[0].settings if _builds else _settings(pelican)
    url = settings.site_url if settings else ""
    _builds.append(
        _Build(
            pelican=pelican,
            settings=settings,
            site=Site(pelican.settings, _sub_site_url(pelican, url) if _builds else url),
            leftovers=_signatures(_output(pelican)),
        )
    )


def note_static_files(generator: StaticGenerator) -> None:
    """Static files are about to be copied: a sitemap among them is the user's own."""
    if len(_builds) == 1:
        _builds[0].names.update(str(file.save_as) for file in generator.staticfiles)


def note_page(path: str, context: Mapping[str, Any]) -> None:
    """Pelican has written a page, or another file from a template."""
    build = _running_build()
    if build is None or build.settings is None:
        return
    if Path(path).parent == _output(build.pelican):
        build.names.add(Path(path).name)
    written = written_page(path, context, build.site)
    before = build.pages.get(path)
    if written is not None and not (before and before.is_override):
        build.pages[path] = written


def end_build(pelican: Pelican) -> None:
    """A site or sub-site is complete; the main one, which ends last, writes for all."""
    build = _running_build()
    if build is None or build.pelican is not pelican:
        return
    _builds.pop()
    if _builds:
        _builds[-1].pages.update(_pages_for_main_site(build))
    elif build.settings is not None:
        _write(build, build.settings)


def _pages_for_main_site(build: _Build) -> dict[str, WrittenPage]:
    """A sub-site's pages; those of one with an address out of the main site can't be listed."""
    settings = build.settings
    if settings is None or is_below(build.site.url, settings.site_url):
        return build.pages
    _log(_elsewhere(build, settings))
    return {
        path: replace(written, page=replace(written.page, unlisted=_ELSEWHERE))
        for path, written in build.pages.items()
    }


def _elsewhere(build: _Build, settings: Settings) -> Iterator[Problem]:
    """One problem for the sub-site, unless the user has left it out."""
    folder = _folder_in_main_site(build.pelican)
    if not settings.exclude.matches(f"{folder}/{HOME}"):
        message = (
            f"{without_password(build.pelican.settings['SITEURL'])} is not below "
            f"{settings.site_url}, so the pages in this language are not listed: sitemaps list the "
            f"pages of one site; build it as a site of its own, and exclude /{folder}/ here"
        )
        where = f"I18N_SUBSITES: {build.pelican.settings['DEFAULT_LANG']}: SITEURL"
        yield Problem(level="warning", where=where, message=message)


def _write(build: _Build, settings: Settings) -> None:
    folder = _output(build.pelican)
    plan = sitemap_plus.plan_sitemaps(
        (written.page for written in build.pages.values()),
        settings,
        now=_now(),
        existing=partial(sitemap_plus.read, folder),
        taken=_taken(build),
        memory=_memory,
    )
    _log(plan.problems)
    sitemap_plus.write(folder, plan.files, plan.obsolete)
    for each in plan.dates:
        log.debug("Sitemap Plus: %s", each)
    log.info("Sitemap Plus: %s", plan.summary)
    log.info("Sitemap Plus: %s", plan.summary_of_dates)


def _settings(pelican: Pelican) -> Settings | None:
    reading = _read_settings(pelican)
    _log(reading.problems)
    return reading.settings


def _read_settings(pelican: Pelican) -> SettingsReading:
    options = pelican.settings.get("SITEMAP_PLUS")
    host = Host(
        key="SITEMAP_PLUS",
        site_url_setting="SITEURL",
        site_url=pelican.settings["SITEURL"],
        sitemap_xml="index",
        section_by="kind",
        section_by_choices=("kind", "path", "none"),
        timezone=pelican.settings.get("TIMEZONE", "UTC"),
        default_language=pelican.settings["DEFAULT_LANG"],
        folder=_settings_folder(options),
    )
    return sitemap_plus.read_settings(options, host)


def _settings_folder(options: object) -> Path:
    """The folder of the settings file: Pelican keeps it only as a module, under any name."""
    for module in tuple(sys.modules.values()):
        names = getattr(module, "__dict__", {})
        if options and names.get("SITEMAP_PLUS") is options and names.get("__file__"):
            return Path(names["__file__"]).absolute().parent
    return Path.cwd()


def _log(problems: Iterable[Problem]) -> None:
    for problem in problems:
        # Before 4.12, only what goes through the method of that name counts for --fatal.
        tell = log.warning if problem.level == "warning" else log.info
        tell("Sitemap Plus: %s", problem)


def _running_build() -> _Build | None:
    """The innermost build; one that has failed never ended, and is forgotten here."""
    while _builds and not _is_running(_builds[-1].pelican):
        _builds.pop()
    return _builds[-1] if _builds else None


def _is_running(pelican: Pelican) -> bool:
    """Whether its `run` is among the calls that led here; Pelican has no other sign of it."""
    frames = (frame for frame, _ in traceback.walk_stack(None) if frame.f_code.co_name == "run")
    return any(frame.f_locals.get("self") is pelican for frame in frames)


def _output(pelican: Pelican) -> Path:
    return Path(pelican.output_path).absolute()


def _sub_site_url(pelican: Pelican, main_url: str) -> str:
    """The sub-site's own address where it has a whole one, else where it lies in the main one."""
    try:
        return site_base(str(pelican.settings["SITEURL"]))
    except ValueError:
        return f"{main_url}{_folder_in_main_site(pelican)}/"


def _folder_in_main_site(pelican: Pelican) -> str:
    return Path(os.path.relpath(_output(pelican), _output(_builds[0].pelican))).as_posix()


def _signatures(folder: Path) -> dict[str, _Signature]:
    """What tells a file that is there from one that is written anew under its name."""
    stats = {file.name: file.stat() for file in folder.glob("sitemap*") if file.is_file()}
    # A copy can take over the time of its original, but not the time of that change.
    return {
        name: (stat.st_mtime_ns, stat.st_ctime_ns, stat.st_size, stat.st_ino)
        for name, stat in stats.items()
    }


def _taken(build: _Build) -> set[str]:
    """Sitemaps that Pelican or another plugin has written in this build, or will yet write."""
    folder = _output(build.pelican)
    now_there = _signatures(folder)
    others = sitemap_plus.sitemaps_of_others(folder) if now_there else frozenset()
    fresh = {name for name in others if now_there[name] != build.leftovers.get(name)}
    own = {name for name in build.names if name.startswith("sitemap")}
    return fresh | own | _other_plugins_sitemaps(build.pelican)


def _other_plugins_sitemaps(pelican: Pelican) -> set[str]:
    """What pelican-sitemap or pelican-extended-sitemap write, before us or after us."""
    loaded = {str(name).rpartition(".")[2] for name in pelican.settings["PLUGINS"]}
    if loaded.isdisjoint({"sitemap", "extended_sitemap"}):
        return set()
    options = pelican.settings.get("SITEMAP")
    form = options.get("format", "xml") if isinstance(options, Mapping) else "xml"
    return {f"sitemap.{form}"}


def _now() -> datetime:
    """The moment of the build: https://reproducible-builds.org/specs/source-date-epoch/."""
    try:
        return datetime.fromtimestamp(int(os.environ["SOURCE_DATE_EPOCH"]), tz=timezone.utc)
    except (KeyError, ValueError, OverflowError, OSError):
        return datetime.now(tz=timezone.utc)
