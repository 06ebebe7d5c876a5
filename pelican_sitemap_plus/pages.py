"""What Pelican tells of a file that it has written, as the core's `Page`."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass
from datetime import date, datetime, time
from pathlib import Path, PurePosixPath
from typing import Any

from pelican.contents import Article, Content
from pelican.urlwrappers import URLWrapper
from pelican.utils import get_date

from sitemap_plus import Page
from sitemap_plus.urls import absolute
from sitemap_plus.values import Wrong, yes_or_no

_HTML_SUFFIXES = {".html", ".htm", ".xhtml", ""}

_PERIODS = {1: "YEAR", 2: "MONTH", 3: "DAY"}
_TAXONOMIES = {"tag": "tags", "category": "categories", "author": "authors"}
# Direct templates that list articles, by the kind of page they are. The home page is no archive:
# who leaves the archives out wants to keep it.
_LISTS = {
    "index": "pages",
    "archives": "archives",
    "tags": "tags",
    "categories": "categories",
    "authors": "authors",
}

_DATES = ("date", "modified")
_FILE_TIME = "sitemap_plus_file_time"
# Names that the older plugin pelican-sitemap has taught people to write.
_OLDER_KEYS = ("priority", "changefreq")


class Site:
    """The site or sub-site that files are of."""

    def __init__(self, settings: Mapping[str, Any], url: str) -> None:
        self.settings = settings
        self.url = url
        """Absolute, encoded, with a final slash."""
        self._addresses: dict[Content, str] = {}

    def absolute(self, url: str) -> str:
        """The address of what Pelican calls `url`; a sub-site's can lead out of it: `../a`.

        One that can't be resolved stays as it is, for the core to say so.
        """
        try:
            return absolute(self.url, url)
        except ValueError:
            return url

    def address(self, content: Content) -> str:
        """The address of an article or page, which many lists ask for."""
        if content not in self._addresses:
            self._addresses[content] = self.absolute(_content_url(content))
        return self._addresses[content]

    def is_in_its_language(self, content: Content) -> bool:
        """Whether it isn't there for want of a translation, as i18n_subsites can have it."""
        of_site = str(self.settings["DEFAULT_LANG"])
        return not self.settings.get("I18N_SUBSITES") or content.lang.lower() == of_site.lower()

    def direct_template(self, save_as: str) -> str | None:
        """Name of the direct template that makes this file."""
        for name in self.settings["DIRECT_TEMPLATES"]:
            if save_as == str(self.settings.get(f"{name.upper()}_SAVE_AS", f"{name}.html")):
                return str(name)
        return None


@dataclass(frozen=True, kw_only=True, slots=True)
class WrittenPage:
    """A page, and whether it keeps its file from others with the same `save_as`."""

    page: Page
    is_override: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class _Made:
    """What is known of a page that Pelican makes from articles, or from a template alone."""

    url: str
    """Of its first page, as Pelican has it."""
    kind: str = "pages"
    is_list: bool = True
    is_override: bool = False


def remember_file_time(content: Content) -> None:
    """Keep with the content what it gets from DEFAULT_DATE = "fs".

    A cache that knows files by their hashes brings the content back when its file has another time.
    """
    if content.settings.get("DEFAULT_DATE") == "fs":
        setattr(content, _FILE_TIME, _file_time(content))


def written_page(path: str, context: Mapping[str, Any], site: Site) -> WrittenPage | None:
    """The page in a file that Pelican has written. None: there is none in it.

    `context` is the template's. It says all but the URL, which is elsewhere for each kind of page.
    """
    if PurePosixPath(path).suffix.lower() not in _HTML_SUFFIXES:
        return None
    content = context.get("article") or context.get("page")
    if not isinstance(content, Content):
        return _made_page(path, context, site)
    # A plugin's file about a page, a redirect to it for example, is not that page.
    return _content_page(path, content, site) if content.save_as == context["output_file"] else None


def _content_page(path: str, content: Content, site: Site) -> WrittenPage:
    is_stand_in = not site.is_in_its_language(content)
    page = Page(
        url=site.absolute(_url_here(content)) if is_stand_in else site.address(content),
        source=content.relative_source_path,
        source_file=Path(content.source_path) if content.source_path else None,
        built_file=Path(path),
        metadata=_metadata(content),
        kind="articles" if isinstance(content, Article) else "pages",
        language=None if is_stand_in else content.lang,
        translations=tuple(map(site.address, content.translations)),
        unlisted=None if content.status == "published" else f"its status is {content.status}",
    )
    return WrittenPage(page=page, is_override=hasattr(content, "override_save_as"))


def _content_url(content: Content) -> str:
    """Pelican's `url`, which forgets that a page names its own file where it names no URL."""
    if hasattr(content, "override_save_as") and not hasattr(content, "override_url"):
        return _as_url(content.save_as)
    return str(content.url)


def _url_here(content: Content) -> str:
    """Its URL in the sub-site that keeps it untranslated.

    i18n_subsites, which links translations, points its `url` at the site in its language.
    """
    here = copy(content)
    vars(here).pop("override_url", None)
    if "url" in content.metadata:
        vars(here)["override_url"] = content.metadata["url"]
    return _content_url(here)


def _made_page(path: str, context: Mapping[str, Any], site: Site) -> WrittenPage | None:
    pagination = context.get("articles_page") or context.get("dates_page")
    save_as = pagination.full_name if pagination else context["output_file"]
    made = _period(context, save_as, site) or _taxonomy(context) or _template(save_as, site)
    if made is None:
        return None
    # PAGINATION_PATTERNS can move the first page away, too, from where its own settings say.
    moved = pagination if save_as != context["output_file"] else None
    listed = pagination.object_list if pagination else context.get("articles", ())
    page = Page(
        url=site.absolute(moved.url if moved else made.url),
        built_file=Path(path),
        kind=made.kind,
        lists=tuple(map(site.address, listed)) if made.is_list or pagination else (),
        is_paginated=pagination is not None and pagination.number > 1,
    )
    return WrittenPage(page=page, is_override=made.is_override)


def _period(context: Mapping[str, Any], save_as: str, site: Site) -> _Made | None:
    """The archive of a year, a month or a day; its URL is often left unset, and then empty."""
    if "period_num" not in context:
        return None
    url = str(site.settings[f"{_PERIODS[len(context['period_num'])]}_ARCHIVE_URL"] or "")
    return _Made(url=url.format(date=context["dates"][0].date) or _as_url(save_as), kind="archives")


def _taxonomy(context: Mapping[str, Any]) -> _Made | None:
    for name, kind in _TAXONOMIES.items():
        if isinstance(context.get(name), URLWrapper):
            return _Made(url=str(context[name].url), kind=kind)
    return None


def _template(save_as: str, site: Site) -> _Made | None:
    """A direct template, or else one of TEMPLATE_PAGES, which override what is there.

    None: it is no page but a file for the host, `_redirects` or `CNAME`.
    """
    name = site.direct_template(save_as)
    if name is None:
        is_page = bool(PurePosixPath(save_as).suffix)
        return _Made(url=_as_url(save_as), is_list=False, is_override=True) if is_page else None
    # Pelican's own default for a missing *_URL forgets a *_SAVE_AS that is set.
    url = str(site.settings.get(f"{name.upper()}_URL") or _as_url(save_as))
    return _Made(url=url, kind=_LISTS.get(name, "pages"), is_list=name in _LISTS)


def _as_url(save_as: str) -> str:
    """The URL of a file that has none of its own: hosts serve a folder's index as the folder."""
    url = save_as.replace("\\", "/")
    is_index = PurePosixPath(url).name == "index.html"
    return url.removesuffix("index.html") if is_index else url


def _metadata(content: Content) -> dict[str, Any]:
    """The page's own words, those of pelican-sitemap among them, and no date that has none."""
    own = {name: value for name, value in content.metadata.items() if name not in _DATES}
    older = {f"sitemap_{name}": own.pop(name) for name in _OLDER_KEYS if name in own}
    private = {"sitemap": False} if _is_yes(own.get("private")) else {}
    dates = {name: _own_date(content, name) for name in _DATES if name in content.metadata}
    return {**older, **own, **private, **dates}


def _is_yes(value: object) -> bool:
    try:
        return yes_or_no(value)
    except Wrong:
        return False


def _own_date(content: Content, name: str) -> date | None:
    """The date, where the page itself has it: not from DEFAULT_DATE, not from a file's time."""
    value: datetime = getattr(content, name)
    naive = value.replace(tzinfo=None)
    if naive in _dates_of_no_page(content):
        return None
    # Pelican reads a date as its midnight.
    return value.date() if naive.time() == time() else value


def _dates_of_no_page(content: Content) -> tuple[datetime | None, ...]:
    """The dates, in the site's time, that Pelican gives to content which has none."""
    default = content.settings.get("DEFAULT_DATE")
    if default == "fs":
        return (getattr(content, _FILE_TIME, None) or _file_time(content),)
    if isinstance(default, str):
        return (get_date(default).replace(tzinfo=None),)
    return (datetime(*default),) if default else ()  # noqa: DTZ001


def _file_time(content: Content) -> datetime | None:
    """The time of the content's file, as Pelican reads it: in the machine's zone, unnamed."""
    try:
        return datetime.fromtimestamp(Path(content.source_path or "").stat().st_mtime)  # noqa: DTZ006
    except OSError:  # A plugin has made the content, from no file.
        return None
