"""The one table of options, for every host and the command line; all faults at once."""

from __future__ import annotations

import pkgutil
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from datetime import timezone, tzinfo
from functools import partial
from pathlib import Path
from typing import Any, Literal
from zoneinfo import ZoneInfo

from sitemap_plus import dates, urls, values
from sitemap_plus.errors import Fault, Problem, SettingsError, shown
from sitemap_plus.values import Reader, Wrong, wrong

SitemapXml = Literal["pages", "index", "alone"]
"""What is at `/sitemap.xml`. `alone`: all pages, and no other sitemap, for a site whose index
another one has; that no user writes."""
SectionBy = Literal["path", "nav", "kind", "none"]
Gzip = Literal["sitemap.xml", "all", "none"]
Robots = Literal["auto", "always", "never"]
UrlStyle = Literal["auto", "html", "clean", "slash", "bare"]
"""How the files `a.html` and `b/index.html` are served: as `/a.html` and `/b/`, as `/a` and `/b/`,
as `/a/` and `/b/`, or as `/a` and `/b`. `auto`: as the site itself says."""
GitDate = Literal["committer", "landed"]

MAX_URLS = 50_000
"""https://www.sitemaps.org/protocol.html#index"""

LASTMOD_SOURCES = ("metadata", "git", "published", "mtime")

SOURCE_PATTERNS = (
    "{stem}.md",
    "{stem}/index.md",
    "{stem}/README.md",
    "{stem}/_index.md",
    "{stem}.mdx",
    "{stem}/index.mdx",
    "{stem}.rst",
    "{stem}/index.rst",
    "{stem}.ipynb",
    "{stem}.adoc",
    "{stem}/index.adoc",
)
"""Where generators have the source of the page `{stem}/index.html` or `{stem}.html`."""

SITEMAP = "sitemap.xml"
INDEX = "sitemap_index.xml"
OWN_NAMES = (SITEMAP, INDEX)
"""The names of an index, where it has them; no other sitemap can have one."""

_PLACEHOLDER = re.compile(r"\{([^}]*)\}")
_NAMED_INDEX = re.compile(r"(?:^|[-_.])index(?:[-_.]|$)")
# Stands in while the other options are read for their faults; nothing is ever written with it.
_NO_BASE = "https://site-url-is-missing.invalid/"


@dataclass(frozen=True, kw_only=True, slots=True)
class Host:
    """What the settings take from a host, and what they differ in there."""

    key: str
    """Where the user writes the options: `sitemap_plus`, `SITEMAP_PLUS`."""
    site_url_setting: str
    """What the host calls the site's address: `site_url`, `SITEURL`."""
    site_url: str | None
    """Its value, as the user wrote it. None or empty: not set."""
    sitemap_xml: SitemapXml
    section_by: SectionBy
    section_by_choices: tuple[SectionBy, ...]
    gzip: Gzip = "none"
    """What `gzip: auto` means there."""
    timezone: str = "UTC"
    default_language: str | None = None
    """The language of the site, as the host writes it: `pt_BR`."""
    folder: Path = field(default_factory=Path)
    """Folder of the settings file, from where the user's own modules are imported."""
    own_options: tuple[str, ...] = ()
    """Options of the table that other hosts don't have: `serve`."""


@dataclass(frozen=True, kw_only=True, slots=True)
class SectionRule:
    """One entry of `sections`."""

    name: str
    patterns: urls.Patterns = field(default=urls.Patterns(()))
    """What it takes. Without any, it says more of a section that `section_by` makes."""
    is_listed: bool = True
    changefreq: str | None = None
    priority: float | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class ExtraUrl:
    """One entry of `extra_urls`."""

    loc: str
    """Encoded, below the site's address."""
    asked: Mapping[str, object]
    """Its other fields, named as in a page's `sitemap:` mapping."""


@dataclass(frozen=True, kw_only=True, slots=True)
class GitSettings:
    """The option `git`: which commits count, and what may be done to know them."""

    date: GitDate = "committer"
    """`landed`: when the change came to the branch that is checked out, by its first parents."""
    ignore_revs_file: Path | None = Path(".git-blame-ignore-revs")
    """A list of commits that don't count; relative to the root of each repository."""
    ignore_revs: tuple[str, ...] = ()
    """More of them: ids in small letters, or their first digits."""
    ignore_moves: bool = False
    """Whether a commit that moves a file, and leaves it as it is, does not count."""
    fetch_history: bool = False
    """Whether to complete a shallow clone over the network."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Settings:
    """Every option, valid and resolved."""

    site_url: str
    """Encoded, with a final slash: `https://ex.org/docs/`."""
    sitemap_xml: SitemapXml
    section_by: SectionBy
    sections: tuple[SectionRule, ...] = ()
    """In the order written: the first whose patterns match takes the page."""
    exclude: urls.Patterns = field(default=urls.Patterns(()))
    paginated: bool = False
    lastmod: tuple[str, ...] = ("metadata", "git", "published")
    """Of `LASTMOD_SOURCES`, the first that has a date gives it. Empty: no dates at all."""
    lastmod_format: dates.LastmodFormat = "datetime"
    timezone: tzinfo = timezone.utc
    """For times that are written without a zone."""
    git: GitSettings = field(default_factory=GitSettings)
    changefreq: str | None = None
    priority: float | None = None
    alternates: bool = True
    x_default: str | None = None
    """Language whose page also stands for all other languages. None: no page does."""
    is_x_default_chosen: bool = False
    """Whether the user has named it, and not the host, in whose language there may be no page."""
    images: tuple[str, ...] | None = None
    """Hosts besides the site's own whose images are listed too. None: no images are listed."""
    text: bool = False
    extra_urls: tuple[ExtraUrl, ...] = ()
    extra_sitemaps: tuple[str, ...] = ()
    """Encoded URLs of sitemaps below the site's address."""
    robots: Robots = "auto"
    gzip: Gzip = "none"
    stylesheet: bool = True
    max_urls: int = MAX_URLS
    """Entries of one sitemap."""
    transform: Callable[[Any], Any] | None = None
    """Takes an `Entry`; returns one, or None to leave the page out."""
    serve: bool = False
    """Whether to write under the host's development server too."""
    url_style: UrlStyle = "auto"
    source_folder: Path | None = None
    """Where the sources of the pages of a built folder are. None: nowhere."""
    source_patterns: tuple[str, ...] = SOURCE_PATTERNS
    """Names of sources relative to that folder, with `{stem}`, `{folder}` and `{name}`."""
    folder: Path = field(default_factory=Path)
    """Folder of the settings file."""


@dataclass(frozen=True, kw_only=True, slots=True)
class SettingsReading:
    """What reading the settings gave."""

    settings: Settings | None
    """None: nothing is to be written. The problems say why, unless the user turned it off."""
    problems: tuple[Problem, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class _Site:
    """What the readers of single options need to know."""

    base: str
    zone: tzinfo
    host: Host


def read_settings(options: object, host: Host) -> SettingsReading:
    """The settings from what the user wrote under the host's key, and from the host itself.

    An unknown name is a problem, and so is a site without an address.

    Raises:
        SettingsError: at least one value is wrong; it holds every fault.
    """
    faults: list[Fault] = []

    def attempt(path: str, read: Callable[[], Any]) -> Any:
        try:
            return read()
        except Wrong as error:
            faults.extend(replace(fault, where=path + fault.where) for fault in error.faults)

    given = attempt(host.key, lambda: values.mapping(options or {})) or {}
    base, problem = attempt("site_url", lambda: _site_url(given, host)) or (None, None)
    zone = attempt("timezone", lambda: _time_zone(given.get("timezone", host.timezone)))
    site = _Site(base=base or _NO_BASE, zone=zone or timezone.utc, host=host)
    readers = {name: make(site) for name, make in _READERS.items() if _has_option(name, host)}
    read = {
        name: attempt(name, partial(reader, given[name]))
        for name, reader in readers.items()
        if name in given
    }
    problems = [_unknown_option(name, readers) for name in given if name not in readers]
    if faults:
        raise SettingsError(faults, problems)
    if not read.pop("enabled", True):
        return SettingsReading(settings=None, problems=tuple(problems))
    if problem is not None:
        return SettingsReading(settings=None, problems=(*problems, problem))
    return SettingsReading(settings=_settings(site, read), problems=tuple(problems))


def _settings(site: _Site, read: Mapping[str, Any]) -> Settings:
    host = site.host
    defaults: dict[str, Any] = {
        "sitemap_xml": host.sitemap_xml,
        "section_by": host.section_by,
        "gzip": host.gzip,
        "x_default": host.default_language,
    }
    chosen = {"is_x_default_chosen": read.get("x_default") not in {None, host.default_language}}
    return Settings(**{**defaults, **read, **chosen, **_resolved(site)})


def _resolved(site: _Site) -> dict[str, Any]:
    return {"site_url": site.base, "timezone": site.zone, "folder": site.host.folder}


def _has_option(name: str, host: Host) -> bool:
    return name not in _HOSTS_OWN or name in host.own_options


def _unknown_option(name: str, known: Mapping[str, object]) -> Problem:
    message = f"there is no such option; {values.nearest(name, known)}"
    return Problem(level="warning", where=name, message=message)


def _site_url(given: Mapping[str, Any], host: Host) -> tuple[str | None, Problem | None]:
    """The site's address, or the one problem that names the setting which lacks it."""
    written = str(host.site_url or "")
    try:
        host_base, reason = (urls.site_base(written) if written.strip(" /") else None), "is not set"
    except ValueError as error:
        host_base, reason = None, f"is {shown(written)}: {error}"
    if "site_url" in given:
        return _own_site_url(given["site_url"], host_base, host), None
    return host_base, None if host_base else _no_site_url(host, reason)


def _own_site_url(value: object, host_base: str | None, host: Host) -> str:
    expected = "the site's public address, for example https://example.org/"
    try:
        base = urls.site_base(values.text(value))
    except ValueError as error:
        raise wrong(value, f"{expected} ({error})") from error
    if host_base and urls.key(base) != urls.key(host_base):
        raise wrong(value, f"{host_base}, which {host.site_url_setting} says, or nothing")
    return base


def _no_site_url(host: Host, reason: str) -> Problem:
    return Problem(
        level="warning",
        where=host.site_url_setting,
        message=f"{reason}, so there are no sitemaps from Sitemap Plus; "
        "set it to the site's public address, for example https://example.org/",
    )


def _time_zone(value: object) -> tzinfo:
    name = values.text(value)
    if name.upper() == "UTC":
        return timezone.utc
    try:
        return ZoneInfo(name)
    # A name that leads out of the database is a ValueError, one of a folder an OSError.
    except (KeyError, ValueError, OSError) as error:
        raise wrong(value, "the name of a time zone such as Europe/Vienna") from error


def _x_default(site: _Site) -> Reader[str | None]:
    def read(value: object) -> str | None:
        if isinstance(value, bool):
            return site.host.default_language if value else None
        return values.language(value)

    return read


def _gzip(site: _Site) -> Reader[str]:
    def read(value: object) -> str:
        word = "none" if value is False else values.choice("auto", "all", "none")(value)
        return site.host.gzip if word == "auto" else word

    return read


def _robots(value: object) -> str:
    if isinstance(value, bool):
        return "always" if value else "never"
    if value != "auto":
        raise wrong(value, "auto, true or false")
    return "auto"


def _lastmod(value: object) -> tuple[str, ...]:
    return values.list_of(values.choice(*LASTMOD_SOURCES))([] if value is False else value)


def _images(value: object) -> tuple[str, ...] | None:
    with suppress(Wrong):
        return () if values.yes_or_no(value) else None
    if isinstance(value, Mapping):
        raise wrong(value, "true, false, or a list of hosts such as cdn.example.org")
    return values.list_of(_image_host)(value)


def _image_host(value: object) -> str:
    expected = "true, false, or a list of hosts such as cdn.example.org"
    name = values.text(value) if isinstance(value, str) and value.strip() else ""
    try:
        url = urls.encode(f"https://{name}/")
    except ValueError as error:
        raise wrong(value, expected) from error
    if url != urls.host_root(url):
        raise wrong(value, expected)
    return urls.host(url)


def _git(site: _Site) -> Reader[GitSettings]:
    read_fields = values.fields(
        {
            "date": values.choice("committer", "landed"),
            "ignore_revs_file": _ignore_revs_file(site),
            "ignore_revs": values.list_of(values.commit_id),
            "ignore_moves": values.yes_or_no,
            "fetch_history": values.yes_or_no,
        }
    )
    return lambda value: GitSettings(**read_fields(value))


def _ignore_revs_file(site: _Site) -> Reader[Path | None]:
    def read(value: object) -> Path | None:
        if value is False:
            return None
        file = site.host.folder.absolute() / values.text(value)
        if not file.is_file():
            raise wrong(value, f"a file below {site.host.folder.absolute()}, or false")
        return file

    return read


def _source_folder(site: _Site) -> Reader[Path]:
    def read(value: object) -> Path:
        folder = site.host.folder.absolute() / values.text(value)
        if not folder.is_dir():
            raise wrong(value, f"a folder below {site.host.folder.absolute()}")
        return folder

    return read


def _source_pattern(value: object) -> str:
    pattern = values.text(value)
    names = _PLACEHOLDER.findall(pattern)
    if not {"stem", "name"}.intersection(names) or not {"stem", "folder", "name"}.issuperset(names):
        expected = "a name with {stem} or {name}, and {folder} if need be, such as {stem}.md"
        raise wrong(value, expected)
    return pattern


def _sections(value: object) -> tuple[SectionRule, ...]:
    given = values.mapping(value, "a mapping of section names")
    reads = ((f".{name}", _section_rule(name), rule) for name, rule in given.items())
    return tuple(values.all_or_wrong(reads))


def _section_rule(name: str) -> Reader[SectionRule]:
    read_fields = values.fields(
        {"match": values.patterns, "changefreq": values.changefreq, "priority": values.priority}
    )

    def read(value: object) -> SectionRule:
        values.section_name(name)
        if isinstance(value, bool):
            return SectionRule(name=name, is_listed=value)
        if not isinstance(value, Mapping):
            return SectionRule(name=name, patterns=values.patterns(value))
        rule = read_fields(value)
        return SectionRule(name=name, patterns=rule.pop("match", urls.Patterns(())), **rule)

    return read


def _extra_url(site: _Site) -> Reader[ExtraUrl]:
    read_fields = values.fields(
        {
            "loc": _url_below(site),
            "lastmod": values.date_in(site.zone),
            "changefreq": values.changefreq,
            "priority": values.priority,
            "section": values.section_name,
        }
    )

    def read(value: object) -> ExtraUrl:
        if not isinstance(value, Mapping):
            return ExtraUrl(loc=_url_below(site)(value), asked={})
        asked = read_fields(value)
        if "loc" not in asked:
            raise wrong(value, "a mapping with loc")
        return ExtraUrl(loc=asked.pop("loc"), asked=asked)

    return read


def _url_below(site: _Site) -> Reader[str]:
    def read(value: object) -> str:
        expected = f"a path, or a URL below {site.base}"
        try:
            url = urls.absolute(site.base, values.text(value))
        except ValueError as error:
            raise wrong(value, f"{expected} ({error})") from error
        if site.base != _NO_BASE and not urls.is_below(url, site.base):
            raise wrong(value, expected)
        return url

    return read


def _extra_sitemap(site: _Site) -> Reader[str]:
    """Reads what an index may list: a sitemap of the same host and folder that isn't an index.

    https://www.sitemaps.org/protocol.html#index
    """

    def read(value: object) -> str:
        instead = "for any other, write a line 'Sitemap: URL' into your own robots.txt"
        try:
            url = _url_below(site)(value)
        except Wrong as error:
            raise wrong(value, f"{error.faults[0].expected}; {instead}") from error
        name = url.rpartition("/")[2]
        if url in {site.base + own for own in OWN_NAMES} or _NAMED_INDEX.search(name):
            raise wrong(value, f"a sitemap that is not an index; {instead}")
        return url

    return read


def _transform(site: _Site) -> Reader[Callable[[Any], Any]]:
    def read(value: object) -> Callable[[Any], Any]:
        expected = "package.module:function"
        if callable(value):
            return value
        if not isinstance(value, str) or not re.fullmatch(r"[\w.]+:[\w.]+", value):
            raise wrong(value, expected)
        try:
            with _importing_from(site.host.folder):
                function = pkgutil.resolve_name(value)
        # The user's own module runs here, and may raise anything.
        except Exception as error:
            raise wrong(value, f"{expected} ({type(error).__name__}: {error})") from error
        if not callable(function):
            raise wrong(value, f"{expected}; {value} is no function")
        return function  # type: ignore[no-any-return]

    return read


@contextmanager
def _importing_from(folder: Path) -> Iterator[None]:
    sys.path.insert(0, str(folder))
    try:
        yield
    finally:
        sys.path.remove(str(folder))


_READERS: Mapping[str, Callable[[_Site], Reader[Any]]] = {
    "enabled": lambda _: values.yes_or_no,
    "site_url": lambda site: lambda _: site.base,
    "sitemap_xml": lambda _: values.choice("pages", "index"),
    "section_by": lambda site: values.choice(*site.host.section_by_choices),
    "sections": lambda _: _sections,
    "exclude": lambda _: values.patterns,
    "paginated": lambda _: values.yes_or_no,
    "lastmod": lambda _: _lastmod,
    "lastmod_format": lambda _: values.choice("datetime", "date"),
    "timezone": lambda site: lambda _: site.zone,
    "git": _git,
    "changefreq": lambda _: values.changefreq,
    "priority": lambda _: values.priority,
    "alternates": lambda _: values.yes_or_no,
    "x_default": _x_default,
    "images": lambda _: _images,
    "text": lambda _: values.yes_or_no,
    "extra_urls": lambda site: values.list_of(_extra_url(site)),
    "extra_sitemaps": lambda site: values.list_of(_extra_sitemap(site)),
    "robots": lambda _: _robots,
    "gzip": _gzip,
    "stylesheet": lambda _: values.yes_or_no,
    "max_urls": lambda _: values.whole_number(1, MAX_URLS),
    "transform": _transform,
    "serve": lambda _: values.yes_or_no,
    "url_style": lambda _: values.choice("auto", "html", "clean", "slash", "bare"),
    "source_folder": _source_folder,
    "source_patterns": lambda _: values.list_of(_source_pattern),
}
_HOSTS_OWN = frozenset({"serve", "url_style", "source_folder", "source_patterns"})

OPTIONS = tuple(_READERS)
"""The names of all options, in the order of the manual."""
