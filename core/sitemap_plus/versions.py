"""The root of a site that mike deploys: its versions, those that count, and what they list.

mike (2.x) keeps each version in a folder of its own, and their names and aliases in
`versions.json`, the newest first. An alias is a link to the version's folder, a copy of it, or a
folder of redirects. With mike's `canonical_version`, the sitemap of each version lists the URLs
of that version: https://github.com/jimporter/mike
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path

from sitemap_plus import html, urls
from sitemap_plus.alternates import X_DEFAULT
from sitemap_plus.errors import Problem, SitemapPlusError, shared_problem
from sitemap_plus.output import is_ours
from sitemap_plus.pages import Page
from sitemap_plus.reader import NotASitemap, UrlElement, read_sitemap
from sitemap_plus.settings import SITEMAP

VERSIONS = "versions.json"
_USUAL_ALIASES = ("latest", "stable")


class VersionsError(SitemapPlusError):
    """The folder is no root of versions, or does not have what was asked for."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Version:
    """One version of the site, as `versions.json` and its sitemap have it."""

    name: str
    """That of its folder: `2.0`."""
    aliases: tuple[str, ...] = ()
    entries: tuple[UrlElement, ...] = ()
    """What its own sitemap lists."""
    root: str | None = None
    """Encoded address of the whole site, as those URLs have it. None: they don't tell."""
    listed_under: str | None = None
    """Name of the version or alias whose folder those URLs lie in."""
    has_true_dates: bool = True
    """Whether its dates are more than the time of its build."""

    @property
    def names(self) -> tuple[str, ...]:
        """Its name and its aliases."""
        return (self.name, *self.aliases)


@dataclass(frozen=True, kw_only=True, slots=True)
class Versions:
    """All versions of a site, the newest first."""

    folder: Path
    versions: tuple[Version, ...]
    problems: tuple[Problem, ...]

    @property
    def site_url(self) -> str | None:
        """The site's address, as most of the sitemaps have it. None: none of them tells."""
        roots = Counter(version.root for version in self.versions if version.root)
        return next((root for root, _ in roots.most_common(1)), None)

    @property
    def default_language(self) -> str | None:
        """Language of the pages that stand for all other languages. None: there are none."""
        entries = (entry for version in self.versions for entry in version.entries[:1])
        return next(filter(None, map(_default_code, entries)), None)


def several_versions(folder: Path) -> Iterator[Problem]:
    """One problem where a folder that is taken for one site holds the versions of one."""
    try:
        names = [version.name for version in _named(folder)]
    except VersionsError:
        return
    if names:
        message = (
            f"the folder holds {len(names)} versions of a site, and pages of all of them are "
            "listed; 'sitemap-plus versions' lists the one that search engines should find"
        )
        yield Problem(level="warning", where=VERSIONS, message=message)


def read_versions(folder: Path) -> Versions:
    """The versions in the folder, with what their sitemaps list.

    Raises:
        VersionsError: there is no `versions.json`, or it is none of mike's.
    """
    named = _named(folder)
    all_names = [name for version in named for name in version.names]
    versions, problems = [], []
    for version in named:
        try:
            versions.append(_with_entries(version, folder, all_names))
        except (OSError, NotASitemap) as error:
            problems.append(_unread(version, error))
    return Versions(folder=folder, versions=tuple(versions), problems=tuple(problems))


def canonical_version(site: Versions) -> tuple[Version, str]:
    """The version that search engines should find, and what says so.

    Raises:
        VersionsError: no version has a sitemap.
    """
    if not site.versions:
        raise VersionsError(f"no version in {site.folder} has a {SITEMAP} that can be read")
    owners = {name: version for version in reversed(site.versions) for name in version.names}
    elsewhere = Counter(
        each.listed_under for each in site.versions if each.listed_under not in {each.name, None}
    )
    for name, _ in elsewhere.most_common():
        if name in owners:
            return owners[name], f"the sitemaps list the URLs of {name}"
    default = _default_name(site.folder)
    if default in owners:
        return owners[default], f"the site's home page leads to {default}"
    for name in _USUAL_ALIASES:
        if name in owners:
            return owners[name], f"it is called {name}"
    return site.versions[0], f"it is the first in {VERSIONS}"


def choose(site: Versions, patterns: Sequence[str], newest: int | None) -> tuple[Version, ...]:
    """The versions that one of the patterns names, by name or alias; of these the newest ones.

    Raises:
        VersionsError: there is none.
    """
    matching = [
        version
        for version in site.versions
        if not patterns
        or any(fnmatchcase(name, each) for name in version.names for each in patterns)
    ]
    if not matching:
        known = ", ".join("/".join(version.names) for version in site.versions)
        raise VersionsError(f"found no version {' or '.join(patterns)}; there are {known}")
    return tuple(matching[:newest])


def pages_of(site: Versions, chosen: Sequence[Version], site_url: str) -> list[Page]:
    """The pages of these versions, each at the address where it really is.

    With a single version, the folders below it make the sections; with several, they do.
    """
    is_single = len(chosen) == 1
    return [page for version in chosen for page in _pages(site, version, site_url, is_single)]


def date_problems(chosen: Iterable[Version]) -> Iterator[Problem]:
    """One problem for the versions whose dates say no more than when they were built."""
    names = [f"{version.name}/{SITEMAP}" for version in chosen if not version.has_true_dates]
    if names:
        message = (
            "gives all pages one date, that of the build; it is left out "
            "(versions that are built with Sitemap Plus keep their dates)"
        )
        yield shared_problem("info", names, message)


def _named(folder: Path) -> list[Version]:
    file = folder / VERSIONS
    try:
        listed = json.loads(file.read_text("utf-8"))
        return [_version(each) for each in _list(listed)]
    except FileNotFoundError as error:
        found = sorted(path.parent.name for path in folder.glob(f"*/{VERSIONS}"))
        hint = f"; it is in {', '.join(found)}" if found else ""
        message = f"there is no {file}, which mike writes{hint}; name the checked-out branch"
        raise VersionsError(message) from error
    except OSError as error:
        raise VersionsError(f"{file} can't be read: {error.strerror}") from error
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        message = f"{file} is no list of versions with their aliases, as mike writes it"
        raise VersionsError(message) from error


def _list(written: object) -> list[Mapping[str, object]]:
    if not isinstance(written, list):
        raise TypeError(written)
    return written


def _version(written: Mapping[str, object]) -> Version:
    name, aliases = written["version"], written.get("aliases", [])
    names = [name, *aliases]  # type: ignore[misc]
    if not all(isinstance(each, str) and _is_folder_name(each) for each in names):
        raise ValueError(names)
    return Version(name=names[0], aliases=tuple(names[1:]))


def _is_folder_name(name: str) -> bool:
    return name not in {"", ".", ".."} and "\0" not in name and Path(name).name == name


def _with_entries(version: Version, folder: Path, all_names: Sequence[str]) -> Version:
    entries = tuple(_entries(folder / version.name, SITEMAP))
    root, listed_under = _place(entries, version, all_names)
    return Version(
        name=version.name,
        aliases=version.aliases,
        entries=entries,
        root=root,
        listed_under=listed_under,
        has_true_dates=_has_true_dates(folder / version.name / SITEMAP, entries),
    )


def _entries(folder: Path, name: str, *, is_child: bool = False) -> Iterator[UrlElement]:
    """What a sitemap lists, and what those list that it names if it is an index."""
    with (folder / name).open("rb") as stream:
        for each in read_sitemap(stream):
            if not each.is_sitemap:
                yield each
            elif not is_child:
                yield from _entries(folder, Path(each.loc).name, is_child=True)


def _place(
    entries: Sequence[UrlElement], version: Version, all_names: Sequence[str]
) -> tuple[str | None, str | None]:
    """The address of the whole site, and the folder in it that the first of these URLs lies in."""
    for entry in entries[:1]:
        try:
            url = urls.encode(entry.loc)
        except ValueError:
            break
        root = urls.host_root(url)
        folders = url.removeprefix(root).split("/")[:-1]
        for names in (version.names, all_names):
            for position, folder in enumerate(folders):
                name = urls.decoded(folder)
                if name in names:
                    return root + "".join(f"{each}/" for each in folders[:position]), name
    return None, None


def _has_true_dates(file: Path, entries: Sequence[UrlElement]) -> bool:
    """MkDocs' own sitemap, unlike ours, gives each page the date of the build."""
    dates = {entry.lastmod for entry in entries}
    return is_ours(file) or len(dates) > 1 or dates <= {None}


def _default_name(folder: Path) -> str | None:
    """Where the root's home page leads: mike's `set-default`."""
    head = html.beginning(folder / "index.html")
    target = html.parse_head(head).refresh if head else None
    return target.removeprefix("./").partition("/")[0] if target else None


def _pages(site: Versions, version: Version, site_url: str, is_single: bool) -> Iterator[Page]:
    listed = f"{site_url}{_segment(version.listed_under or version.name)}/"
    served = f"{site_url}{_segment(_served_under(site.folder, version))}/"
    for entry in version.entries:
        url = _moved(entry.loc, listed, served)
        path = urls.decoded(url.removeprefix(served)) if url.startswith(served) else None
        yield Page(
            url=url,
            section_path=path if is_single else None,
            metadata={
                "sitemap": {
                    **_asked(entry, version),
                    "images": [_moved(each, listed, served) for each in entry.images],
                }
            },
            language=next((code for code, href in entry.alternates if href == entry.loc), None),
            translations=tuple(
                _moved(href, listed, served)
                for code, href in entry.alternates
                if href != entry.loc and code != X_DEFAULT
            ),
        )


def _served_under(folder: Path, version: Version) -> str:
    """The version's own folder, or its alias that the URLs name if it holds more than redirects."""
    alias = version.listed_under
    is_whole = alias in version.aliases and (folder / str(alias) / SITEMAP).is_file()
    return alias if alias and is_whole else version.name


def _moved(url: str, listed: str, served: str) -> str:
    return served + url.removeprefix(listed) if url.startswith(listed) else url


def _segment(name: str) -> str:
    return urls.encode(f"https://x/{name}").removeprefix("https://x/")


def _asked(entry: UrlElement, version: Version) -> dict[str, object]:
    fields = {
        "lastmod": entry.lastmod if version.has_true_dates else None,
        "changefreq": entry.changefreq,
        "priority": entry.priority,
    }
    return {name: value for name, value in fields.items() if value}


def _default_code(entry: UrlElement) -> str | None:
    default = next((href for code, href in entry.alternates if code == X_DEFAULT), None)
    codes = (code for code, href in entry.alternates if href == default and code != X_DEFAULT)
    return next(codes, None)


def _unread(version: Version, error: OSError | NotASitemap) -> Problem:
    reason = error.strerror if isinstance(error, OSError) else str(error)
    message = f"can't be read ({reason}), so this version is left out"
    return Problem(level="warning", where=f"{version.name}/{SITEMAP}", message=message)
