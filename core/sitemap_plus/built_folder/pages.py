"""What the files of a built folder say of themselves, as the core's `Page`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from sitemap_plus.built_folder.addresses import (
    Style,
    address,
    canonical_address,
    derived_base,
    derived_style,
    linked_paths,
    style_named,
)
from sitemap_plus.built_folder.files import HtmlFile, html_files
from sitemap_plus.built_folder.heads import FRAGMENT, Document, Progress, read_documents
from sitemap_plus.built_folder.languages import Languages, default_language, languages_of
from sitemap_plus.built_folder.sources import Source, find_sources
from sitemap_plus.errors import Problem, shared_problem
from sitemap_plus.html import Head, read_links
from sitemap_plus.output import sitemaps_of_others
from sitemap_plus.pages import Page
from sitemap_plus.reader import NotASitemap, read_sitemap
from sitemap_plus.settings import SITEMAP, Settings

_LOOKED_INTO = 40
"""Pages whose links show the style of the site's addresses."""
_ALIKE = 5
"""Pages with one and the same time of change, from which on the build gave it to them."""


@dataclass(frozen=True, kw_only=True, slots=True)
class BuiltFolder:
    """What is known of a built site before anybody says where it is served."""

    folder: Path
    files: tuple[HtmlFile, ...]
    documents: Mapping[str, Document]
    """By the names of those files that may be pages."""
    site_url: str | None
    """The address that the pages' canonical links agree upon. None: they don't."""
    default_language: str | None
    """Language of the pages that most pages name for all other languages (`x-default`)."""

    @property
    def heads(self) -> dict[str, Head]:
        """What the heads of the pages say, by their files' names."""
        return {name: each.head for name, each in self.documents.items() if not each.unlisted}


@dataclass(frozen=True, kw_only=True, slots=True)
class BuiltPages:
    """The pages of a built site."""

    pages: Mapping[str, Page]
    """By the HTML files' names, also those that are not to be listed."""
    problems: tuple[Problem, ...]


def read_folder(folder: Path, progress: Progress) -> BuiltFolder:
    """Read the heads of all HTML files below the folder.

    Raises:
        OSError: a folder in it can't be read.
    """
    files = html_files(folder)
    names = [file.name for file in files if file.unlisted is None]
    documents = dict(zip(names, read_documents(folder, names, progress), strict=True))
    heads = {name: each.head for name, each in documents.items() if each.unlisted is None}
    staying = {name: head for name, head in heads.items() if head.refresh is None}
    canonicals = [(name, head.canonical) for name, head in staying.items() if head.canonical]
    return BuiltFolder(
        folder=folder,
        files=tuple(files),
        documents=documents,
        site_url=derived_base(canonicals, len(staying)),
        default_language=default_language(heads.values()),
    )


def pages_of(built: BuiltFolder, settings: Settings) -> BuiltPages:
    """The pages of the folder, served at the address that the settings say.

    Raises:
        OSError: the folder of the sources can't be read.
    """
    heads = built.heads
    addresses = _addresses(built, heads, settings)
    languages = languages_of({addresses[name]: head for name, head in heads.items()})
    folder = settings.source_folder
    sources = find_sources(list(heads), folder, settings.source_patterns) if folder else {}
    built_at = _times_of_the_build(heads.values())
    pages = {
        file.name: _page(built, file, addresses[file.name], languages, sources, built_at)
        for file in built.files
    }
    return BuiltPages(
        pages=pages,
        problems=(
            *_fragments(pages.values()),
            *_untrue_dates(heads, built_at),
            *languages.problems,
            *_unpaired(heads, sources, settings),
            *(problem for source in sources.values() for problem in source.problems),
        ),
    )


def _page(  # noqa: PLR0913, PLR0917
    built: BuiltFolder,
    file: HtmlFile,
    url: str,
    languages: Languages,
    sources: Mapping[str, Source],
    built_at: Collection[str],
) -> Page:
    document = built.documents.get(file.name, Document(head=Head(), unlisted=file.unlisted))
    source = sources.get(file.name)
    return Page(
        url=url,
        source=source.name if source else None,
        source_file=source.file if source else None,
        built_file=built.folder / file.name,
        head=document.head,
        metadata={**_dates(document.head, built_at), **(source.metadata if source else {})},
        language=languages.languages.get(url),
        translations=languages.translations.get(url, ()),
        unlisted=document.unlisted,
    )


def _addresses(built: BuiltFolder, heads: Mapping[str, Head], settings: Settings) -> dict[str, str]:
    """The URL of each file, in the words of its canonical link unless the user wants a style."""
    base, is_derived = settings.site_url, settings.url_style == "auto"
    style = _style(built, heads, base) if is_derived else style_named(settings.url_style)

    def url(name: str) -> str:
        own = address(name, base, style)
        canonical = heads[name].canonical if is_derived and name in heads else None
        return canonical_address(canonical, own, base)

    return {file.name: url(file.name) for file in built.files}


def _style(built: BuiltFolder, heads: Mapping[str, Head], base: str) -> Style:
    """The style that the site uses itself: its canonical links, or else the links in it."""
    names = frozenset(heads)
    for links in (_canonicals(heads), _listed(built.folder), _links(built, heads)):
        paths = [path for name, hrefs in links for path in linked_paths(name, hrefs, base, names)]
        if paths:
            return derived_style(paths)
    return Style()


def _canonicals(heads: Mapping[str, Head]) -> Iterator[tuple[str, list[str]]]:
    return ((name, [head.canonical]) for name, head in heads.items() if head.canonical)


def _listed(folder: Path) -> Iterator[tuple[str, list[str]]]:
    """What the generator's own sitemap lists."""
    if SITEMAP not in sitemaps_of_others(folder):
        return
    try:
        with (folder / SITEMAP).open("rb") as stream:
            yield "", [each.loc for each in read_sitemap(stream) if not each.is_sitemap]
    except (NotASitemap, OSError):
        return


def _links(built: BuiltFolder, heads: Mapping[str, Head]) -> Iterator[tuple[str, list[str]]]:
    """What some of the pages link to, from all parts of the site."""
    names = list(heads)
    every = max(1, len(names) // _LOOKED_INTO)
    return ((name, read_links(built.folder / name)) for name in names[::every])


def _dates(head: Head, built_at: Collection[str]) -> dict[str, str]:
    """The dates that the page states, under the names of front matter."""
    modified = None if head.modified in built_at else head.modified
    dates = {"modified": modified, "date": head.published}
    return {name: value for name, value in dates.items() if value}


def _times_of_the_build(heads: Iterable[Head]) -> frozenset[str]:
    """The time that more than half of the dated pages share: that of the build, not of a change."""
    stated = Counter(head.modified for head in heads if head.modified and "T" in head.modified)
    return frozenset(
        value
        for value, count in stated.items()
        if value and count >= _ALIKE and 2 * count > stated.total()
    )


def _fragments(pages: Iterable[Page]) -> Iterator[Problem]:
    names = [page.url for page in pages if page.unlisted == FRAGMENT]
    if names:
        yield shared_problem("info", names, f"is not listed: {FRAGMENT}")


def _untrue_dates(heads: Mapping[str, Head], built_at: Collection[str]) -> Iterator[Problem]:
    names = [name for name, head in heads.items() if head.modified in built_at]
    if names:
        message = (
            f"says that it was changed at {heads[names[0]].modified}, as most pages do: "
            "that is when the site was built, and no date of a change; it is left out"
        )
        yield shared_problem("info", names, message)


def _unpaired(
    heads: Mapping[str, Head], sources: Mapping[str, Source], settings: Settings
) -> Iterator[Problem]:
    """A folder of sources in which no page has its own is not the right one."""
    if settings.source_folder and heads and not sources:
        message = (
            f"no page has its source in {settings.source_folder}; "
            f"looked for {', '.join(settings.source_patterns)}"
        )
        yield Problem(level="warning", where="source_folder", message=message)
