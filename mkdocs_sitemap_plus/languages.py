"""In which language MkDocs' pages are, and which of them are translations of each other.

With static-i18n, its files know that. Without it, Material's `extra.alternate` says in which folder
each language is; a page and its translations then have the same path in these folders.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

from sitemap_plus import Page, Problem, Settings
from sitemap_plus.errors import without_password
from sitemap_plus.urls import HOME, is_below, site_base

ELSEWHERE = "its language has a site_url of its own, which is not below this site's"


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a page is, in a site of several languages."""

    language: str
    path: str
    """In the folder of its language: the same for all translations of a page."""


_PlaceOf = Callable[[File], "_Place | None"]


def with_languages(
    pages: Iterable[Page], builds: Iterable[Files], config: MkDocsConfig, site_url: str
) -> Iterable[Page]:
    """The pages, with what is known of their languages.

    `builds`: the files of the build, and of those that static-i18n has nested in it.
    """
    place_of = _place_finder(config, site_url)
    if place_of is None:
        return pages
    documents = (file for build in builds for file in build.documentation_pages())
    files = {str(Path(file.abs_dest_path)): file for file in documents}
    found = [(page, files.get(str(page.built_file))) for page in pages]
    placed = _placed([(page, place_of(file) if file else None) for page, file in found])
    elsewhere = _elsewhere(config, site_url)
    return (
        replace(page, unlisted=ELSEWHERE) if _site_of(file) in elsewhere else page
        for page, (_, file) in zip(placed, found, strict=True)
    )


def _placed(pages: Sequence[tuple[Page, _Place | None]]) -> Iterator[Page]:
    """The pages with their languages and, where there is more than one, with their translations."""
    addresses = defaultdict(list)
    for page, place in pages:
        if place is not None:
            addresses[place.path].append(page.url)
    # One tuple for all members of a set: there can be very many sets.
    sets = {path: tuple(urls) if len(urls) > 1 else () for path, urls in addresses.items()}
    for page, place in pages:
        if place is None:
            yield page
        else:
            yield replace(page, language=place.language, translations=sets[place.path])


def languages_elsewhere(config: MkDocsConfig, settings: Settings) -> Iterator[Problem]:
    """One problem for each language that static-i18n gives an address out of the site.

    None for those that the user has left out.
    """
    for language, url in _elsewhere(config, settings.site_url).items():
        if not settings.exclude.matches(f"{language}/{HOME}"):
            message = (
                f"{without_password(url)} is not below {settings.site_url}, so the pages in this "
                "language are not listed: sitemaps list the pages of one site; build it as a site "
                f"of its own, and exclude /{language}/ here"
            )
            where = f"i18n: languages: {language}: site_url"
            yield Problem(level="warning", where=where, message=message)


def default_language(config: MkDocsConfig, site_url: object) -> str | None:
    """The language of the site as a whole: its main one, or the one at its root."""
    i18n = _static_i18n(config)
    if i18n is not None:
        return str(i18n.default_language)
    folders = _folders(config, _base(str(site_url or "")) or "")
    main = folders.get("") or config.theme.get("language")
    return main if main in folders.values() else None


def _place_finder(config: MkDocsConfig, site_url: str) -> _PlaceOf | None:
    """Finds the place of a file. None: the site is in one language, as far as is known."""
    i18n = _static_i18n(config)
    if i18n is not None:
        return _place_in_builds(i18n.default_language)
    folders = _folders(config, site_url)
    return _place_in_folders(folders) if len(folders) > 1 else None


def _place_in_builds(main: str) -> _PlaceOf:
    """Of static-i18n's files; one that stands in for a missing translation has no place."""

    def place(file: File) -> _Place | None:
        language = getattr(file, "locale", None)
        if language is None or language != _site_of(file):
            return None
        folder = "" if language == main else f"{language}/"
        return _Place(language, file.dest_uri.removeprefix(folder))

    return place


def _place_in_folders(folders: Mapping[str, str]) -> _PlaceOf:
    """The longest folder that a page is in tells its language."""
    deepest_first = sorted(folders.items(), key=lambda item: -len(item[0]))

    def place(file: File) -> _Place | None:
        url = file.url.removeprefix("./")
        for folder, language in deepest_first:
            if url.startswith(folder):
                return _Place(language, url[len(folder) :])
        return None

    return place


def _folders(config: MkDocsConfig, site_url: str) -> dict[str, str]:
    """Per folder of the site, encoded, the language that `extra.alternate` says is there.

    What leads out of the site is left out; so is `/de/` if the site is in a folder of its host.
    """
    folders: dict[str, str] = {}
    for link, language in _alternate_links(config):
        base = _base(link.removesuffix(HOME), site_url)
        if base is not None and base.startswith(site_url):
            folders.setdefault(base[len(site_url) :], language)
    return folders


def _alternate_links(config: MkDocsConfig) -> Iterator[tuple[str, str]]:
    """https://squidfunk.github.io/mkdocs-material/setup/changing-the-language/."""
    alternate = config.extra.get("alternate")
    for item in alternate if isinstance(alternate, list) else ():
        if isinstance(item, Mapping) and isinstance(item.get("link"), str) and "lang" in item:
            # YAML reads `no`, Norwegian, as False; the core says that this is no language.
            yield item["link"], str(item["lang"])


def _base(link: str, site_url: str = "") -> str | None:
    """The folder that the link leads to from the root of the site. None: it leads to none."""
    try:
        return site_base(urljoin(site_url, link))
    except ValueError:
        return None


def _elsewhere(config: MkDocsConfig, site_url: str) -> dict[str, str]:
    """Per language that is built out of the site, its address."""
    i18n = _static_i18n(config)
    built = [each for each in i18n.config.languages if each.build] if i18n is not None else []
    own = {each.locale: str(each.site_url) for each in built if each.site_url}
    bases = {language: _base(url) for language, url in own.items()}
    return {
        language: own[language]
        for language, base in bases.items()
        if base is None or not is_below(base, site_url)
    }


def _static_i18n(config: MkDocsConfig) -> Any:
    """The plugin; others have had its name. None: it is not there."""
    plugin = config.plugins.get("i18n")
    return plugin if hasattr(plugin, "i18n_files_per_language") else None


def _site_of(file: File | None) -> str | None:
    """The language of the site that static-i18n builds the file for."""
    return getattr(file, "locale_alternate_of", None)
