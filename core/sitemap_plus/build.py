"""The whole flow: a host's pages and the settings in, a plan of files and the problems out."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING

from sitemap_plus import render, robots, stylesheet, urls
from sitemap_plus.entries import Entry, LeftOut, PageDate, list_entries
from sitemap_plus.errors import Level, Problem
from sitemap_plus.output import OutputFile
from sitemap_plus.pages import Page
from sitemap_plus.sections import Sitemap, fits, free_names, sitemaps
from sitemap_plus.settings import INDEX, MAX_URLS, SITEMAP, Settings
from sitemap_plus.transform import transformed

if TYPE_CHECKING:
    from sitemap_plus.git_dates.memory import GitMemory

TEXT = "sitemap.txt"

_NUMBER = re.compile(r"\.\d+\.xml$")

ReadExisting = Callable[[str], bytes | None]
"""What a file of the output holds, by its path below the root; None: there is none."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Plan:
    """What a build is to write, and what there is to say about it."""

    files: tuple[OutputFile, ...] = ()
    obsolete: tuple[str, ...] = ()
    """Files that we once made and no longer want."""
    entries: tuple[Entry, ...]
    """Sorted by `loc`."""
    dates: tuple[PageDate, ...]
    """What has dated each page."""
    left_out: tuple[LeftOut, ...]
    problems: tuple[Problem, ...]

    @property
    def summary_of_dates(self) -> str:
        """One line for the log: `lastmod: 31 from git, 5 from metadata, 2 without`."""
        counts = Counter(each.source for each in self.dates)
        without = counts.pop(None, 0)
        parts = [f"{count} from {source}" for source, count in counts.most_common()]
        if without:
            parts.append(f"{without} without")
        return f"lastmod: {', '.join(parts) or 'no page'}"

    @property
    def summary(self) -> str:
        """One line for the log: `41 URLs in sitemap_index.xml, robots.txt, 3 section sitemaps`."""
        names = [file.name for file in self.files if not file.name.endswith((".gz", ".css"))]
        parts = [name for name in names if not name.startswith("sitemap-")]
        sections = len(names) - len(parts)
        if sections:
            parts.append(f"{sections} section sitemap{'s' if sections > 1 else ''}")
        count = len(self.entries)
        urls_written = f"{count} URL{'' if count == 1 else 's'}"
        return f"{urls_written} in {', '.join(parts)}" if parts else "nothing to write"


@dataclass(frozen=True, kw_only=True, slots=True)
class _Layout:
    """Which sitemaps there are, and how a crawler finds them."""

    sitemaps: tuple[Sitemap, ...]
    """Together every entry, once."""
    index: str | None
    """Name of the file that lists them. None: there is one sitemap, and it needs no index."""
    has_all_pages: bool = False
    """Whether `sitemap.xml` holds every entry as well, for the themes that read it."""

    @property
    def entrance(self) -> str:
        """Name of the file that leads to all others."""
        return self.index or self.sitemaps[0].name


def plan(  # noqa: PLR0913  # five of them by name only
    pages: Iterable[Page],
    settings: Settings,
    *,
    now: datetime,
    existing: ReadExisting,
    taken: Collection[str] = (),
    taken_is: Level = "warning",
    memory: GitMemory | None = None,
) -> Plan:
    """The sitemaps, the index and robots.txt of a site.

    `now` is the moment of the build, with a zone. `taken` are names in the root of the output
    that belong to others; what is there stays, and the user is told so at the level `taken_is`.
    `memory` is kept by who builds again and again, so that Git is asked again only after a new
    commit.
    """
    listing = transformed(list_entries(pages, settings, now, memory), settings, now)
    if not listing.entries:
        return Plan(
            entries=(),
            dates=listing.dates,
            left_out=listing.left_out,
            obsolete=_obsolete(existing, ()),
            problems=(*listing.problems, _no_pages(settings)),
        )
    layout = _layout(listing.entries, settings, taken)
    extra, extra_problems = _extra_sitemaps(settings, existing)
    styles, style_problems = _stylesheet(settings, existing, taken)
    files = [
        *_sitemap_files(layout, extra, settings, is_styled=bool(styles)),
        *_whole_files(layout, listing.entries, settings, is_styled=bool(styles)),
    ]
    robots_files, robots_problems = _robots_file(layout, settings, existing)
    files = [*_with_gzip(files, settings), *styles, *robots_files]
    return Plan(
        files=tuple(file for file in files if file.name not in taken),
        obsolete=_obsolete(existing, [file.name for file in files]),
        entries=listing.entries,
        dates=listing.dates,
        left_out=listing.left_out,
        problems=(
            *listing.problems,
            *extra_problems,
            *_limit_problems(layout, listing.entries, extra),
            *_taken_problems(layout, files, taken, taken_is),
            *style_problems,
            *robots_problems,
        ),
    )


def _layout(entries: Sequence[Entry], settings: Settings, taken: Collection[str]) -> _Layout:
    if settings.sitemap_xml == "alone":
        name = next(free_names(SITEMAP.removesuffix(".xml"), taken))
        return _Layout(sitemaps=(Sitemap(name=name, entries=entries),), index=None)
    may_be_one = settings.section_by == "none" and not settings.sections
    is_free = SITEMAP not in taken
    if may_be_one and is_free and not settings.extra_sitemaps and fits(entries, settings.max_urls):
        return _Layout(sitemaps=(Sitemap(name=SITEMAP, entries=entries),), index=None)
    is_index = is_free and settings.sitemap_xml == "index"
    return _Layout(
        sitemaps=sitemaps(entries, settings.max_urls, taken),
        index=SITEMAP if is_index else next(free_names(INDEX.removesuffix(".xml"), taken)),
        has_all_pages=is_free and settings.sitemap_xml == "pages",
    )


def _sitemap_files(
    layout: _Layout, extra: Sequence[str], settings: Settings, *, is_styled: bool
) -> Iterator[OutputFile]:
    """Each sitemap, and the index of all where there is one."""
    for sitemap in layout.sitemaps:
        chunks = partial(render.urlset, sitemap.entries, is_styled=is_styled)
        yield OutputFile(name=sitemap.name, chunks=chunks)
    if layout.index is not None:
        ours = {settings.site_url + each.name: each.lastmod for each in layout.sitemaps}
        listed = ours | {url: None for url in extra if url not in ours}
        chunks = partial(render.index, listed.items(), is_styled=is_styled)
        yield OutputFile(name=layout.index, chunks=chunks)


def _whole_files(
    layout: _Layout, entries: Sequence[Entry], settings: Settings, *, is_styled: bool
) -> Iterator[OutputFile]:
    """The files that hold every entry, however many there are."""
    if layout.has_all_pages:
        chunks = partial(render.urlset, entries, is_styled=is_styled)
        yield OutputFile(name=SITEMAP, chunks=chunks)
    if settings.text:
        yield OutputFile(name=TEXT, chunks=partial(render.text, entries))


def _with_gzip(files: Iterable[OutputFile], settings: Settings) -> Iterator[OutputFile]:
    for file in files:
        yield file
        is_xml = file.name.endswith(".xml")
        if is_xml and settings.gzip in {"all", file.name}:
            yield OutputFile(name=f"{file.name}.gz", chunks=partial(_gzipped, file))


def _gzipped(file: OutputFile) -> Iterator[bytes]:
    return render.gzipped(file.chunks())


def _extra_sitemaps(settings: Settings, existing: ReadExisting) -> tuple[list[str], list[Problem]]:
    """The extra sitemaps that are none of the output's own indexes, and a problem for those."""
    listed, problems = [], []
    for url in settings.extra_sitemaps:
        content = existing(urls.path_below(url, settings.site_url)) or b""
        if b"<sitemapindex" in content:
            message = f"{url} is an index, which an index can't list; put it into your robots.txt"
            problems.append(Problem(level="warning", where="extra_sitemaps", message=message))
        else:
            listed.append(url)
    return listed, problems


def _robots_file(
    layout: _Layout, settings: Settings, existing: ReadExisting
) -> tuple[list[OutputFile], tuple[Problem, ...]]:
    """The robots.txt that names the way in, where there has to be a new one."""
    if settings.robots == "never":
        return [], ()
    entrance = settings.site_url + layout.entrance
    if settings.robots == "auto" and not urls.is_at_host_root(settings.site_url):
        return [], (_unread_robots(entrance, settings),)
    merged = robots.with_sitemap(existing(robots.NAME), entrance)
    contents = [] if merged.content is None else [merged.content]
    files = [OutputFile(name=robots.NAME, chunks=partial(iter, [content])) for content in contents]
    return files, merged.problems


def _stylesheet(
    settings: Settings, existing: ReadExisting, taken: Collection[str]
) -> tuple[list[OutputFile], list[Problem]]:
    """The style sheet, where one is wanted and nobody else has a file of its name."""
    if not settings.stylesheet:
        return [], []
    before = existing(stylesheet.NAME)
    if stylesheet.NAME in taken or not (before is None or stylesheet.is_made_by_us(before)):
        message = "is somebody else's and stays as it is, so the sitemaps have no style sheet"
        return [], [Problem(level="info", where=stylesheet.NAME, message=message)]
    content = stylesheet.content()
    return [OutputFile(name=stylesheet.NAME, chunks=partial(iter, [content]))], []


def _obsolete(existing: ReadExisting, names: Collection[str]) -> tuple[str, ...]:
    """A robots.txt and a style sheet that an earlier build made, when this one wants none."""
    ours = {robots.NAME: robots.is_made_by_us, stylesheet.NAME: stylesheet.is_made_by_us}
    return tuple(
        name
        for name, is_made_by_us in ours.items()
        if name not in names and is_made_by_us(existing(name) or b"")
    )


def _no_pages(settings: Settings) -> Problem:
    message = f"no page of {settings.site_url} is listed, so there are no sitemaps"
    return Problem(level="warning", where="Sitemap Plus", message=message)


def _unread_robots(entrance: str, settings: Settings) -> Problem:
    root = urls.host_root(settings.site_url)
    return Problem(
        level="info",
        where=f"{root}{robots.NAME}",
        message=f"is the only robots.txt that crawlers read on this host, and is not part of this "
        f"site; put the line 'Sitemap: {entrance}' into it",
    )


def _limit_problems(
    layout: _Layout, entries: Sequence[Entry], extra: Sequence[str]
) -> Iterator[Problem]:
    if layout.has_all_pages and not fits(entries, MAX_URLS):
        message = (
            f"holds all {len(entries)} pages for the themes that read it, more than a crawler "
            f"takes; crawlers read {layout.index}, whose sitemaps are within the limits"
        )
        yield Problem(level="info", where=SITEMAP, message=message)
    if len(layout.sitemaps) + len(extra) > MAX_URLS:
        message = f"lists more than {MAX_URLS} sitemaps, the most that crawlers take"
        yield Problem(level="warning", where=f"{layout.index}, max_urls", message=message)


def _taken_problems(
    layout: _Layout, files: Iterable[OutputFile], taken: Collection[str], level: Level
) -> Iterator[Problem]:
    """One problem for each file of somebody else's that stands where one of ours would."""
    names = {SITEMAP, *(file.name for file in files)} - {robots.NAME}
    first_choices = names | {_NUMBER.sub(".xml", name) for name in names}
    for name in sorted(first_choices.intersection(taken)):
        message = (
            "is written by something else in this site and stays as it is; "
            f"the way to ours is {layout.entrance}"
        )
        yield Problem(level=level, where=name, message=message)
