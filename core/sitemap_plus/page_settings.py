"""What a page's own front matter asks for; a bad value is a problem and counts as unset."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, tzinfo
from typing import TypeVar

from sitemap_plus import urls, values
from sitemap_plus.errors import Problem
from sitemap_plus.pages import Page
from sitemap_plus.values import Reader, Wrong, wrong

T = TypeVar("T")

PAGE_KEYS = ("lastmod", "changefreq", "priority", "section", "sources", "images")
"""Names inside a page's `sitemap:` mapping; flat, they are `sitemap_lastmod` and so on."""

MODIFIED_KEYS = (
    "lastmod",
    "last_modified",
    "last_updated",
    "updated",
    "modified",
    "date.updated",
)
"""Where a page says when it was changed, after `sitemap.lastmod`; the first one set counts."""

PUBLISHED_KEYS = ("date.created", "date")
"""Where a page says when it was published."""

_NO_IMAGE = re.compile(r"(?:data|blob|file|javascript):", re.IGNORECASE)

_DATE_KEYS = frozenset({*MODIFIED_KEYS, *PUBLISHED_KEYS})


@dataclass(frozen=True, kw_only=True, slots=True)
class PageSettings:
    """What one page asks for; None where it says nothing, or nothing of use."""

    is_listed: bool = True
    modified: date | None = None
    """A date, or a datetime with a zone."""
    published: date | None = None
    changefreq: str | None = None
    priority: float | None = None
    section: str | None = None
    sources: tuple[str, ...] = ()
    """Gitignore-style rules over the files that Git tracks: these files date the page, too."""
    images: tuple[str, ...] | bool | None = None
    """Its images, as URLs or paths below the site's address; or whether to look for them."""
    problems: tuple[Problem, ...] = ()


def read_page_settings(page: Page, zone: tzinfo) -> PageSettings:
    """What the page's metadata ask for; `zone` is for times that are written without one."""
    if not any(_is_ours(str(name).lower()) for name in page.metadata):
        return PageSettings()
    written = _Written(page)
    is_listed = written.is_listed()
    date_of = values.date_in(zone)
    return PageSettings(
        is_listed=is_listed,
        modified=written.first(("sitemap.lastmod", *MODIFIED_KEYS), date_of),
        published=written.first(PUBLISHED_KEYS, date_of),
        changefreq=written.first(("sitemap.changefreq",), values.changefreq),
        priority=written.first(("sitemap.priority",), values.priority),
        section=written.first(("sitemap.section",), values.section_name),
        sources=written.first(("sitemap.sources",), values.pattern_lines) or (),
        images=written.first(("sitemap.images",), _images),
        problems=tuple(written.problems),
    )


class _Written:
    """A page's metadata, read key by key; gathers the problems on the way."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.problems: list[Problem] = []
        self.metadata = dict(_flat(page.metadata))

    def is_listed(self) -> bool:
        """Whether the page lets itself be listed; also tells which keys nobody understands."""
        value = self.metadata.get("sitemap")
        self._report_unknown_keys()
        if isinstance(value, Mapping) or _is_nothing(value):
            return True
        return self._read("sitemap", value, _yes_no_or_mapping) is not False

    def first(self, keys: tuple[str, ...], read: Reader[T]) -> T | None:
        """What the first of these keys that has a good value means."""
        for key in keys:
            value = self.metadata.get(key)
            if not (_is_nothing(value) or (key == "date" and isinstance(value, Mapping))):
                result = self._read(key, value, read)
                if result is not None:
                    return result
        return None

    def _read(self, key: str, value: object, read: Reader[T]) -> T | None:
        try:
            return read(value)
        except Wrong as error:
            for fault in error.faults:
                message = f"found {fault.found}, expected {fault.expected}"
                self._report(f"{key}{fault.where}", message)
            return None

    def _report_unknown_keys(self) -> None:
        for key in self.metadata:
            name = key.removeprefix("sitemap.")
            if name != key and name not in PAGE_KEYS:
                self._report(key, f"no such key; {values.nearest(name, PAGE_KEYS)}")

    def _report(self, key: str, message: str) -> None:
        where = f"{self.page.name}: {key}"
        self.problems.append(Problem(level="warning", where=where, message=message))


def _flat(metadata: Mapping[str, object]) -> Iterator[tuple[str, object]]:
    """Every key with its value, `date` and `sitemap` with what is in them: `date.updated`.

    Hosts with flat metadata write `sitemap_priority` for `sitemap.priority`; where both are
    there, the mapping, which comes later here, counts.
    """
    named = [(_unflattened(str(name)), value) for name, value in metadata.items()]
    yield from named
    for name, value in named:
        if name in {"date", "sitemap"} and isinstance(value, Mapping):
            yield from ((f"{name}.{str(key).lower()}", inner) for key, inner in value.items())


def _unflattened(name: str) -> str:
    """The key in small letters: `sitemap.priority` for `Sitemap_priority`."""
    lower = name.lower()
    return f"sitemap.{lower.removeprefix('sitemap_')}" if lower.startswith("sitemap_") else lower


def _is_ours(name: str) -> bool:
    return name in _DATE_KEYS or name == "sitemap" or name.startswith("sitemap_")


def _is_nothing(value: object) -> bool:
    """Whether the key is there without a value; `0` is one, and so is `false`."""
    return value is None or (isinstance(value, str) and not value.strip())


def _images(value: object) -> tuple[str, ...] | bool:
    """Yes, no, or the addresses of images, as a list or one a line."""
    with suppress(Wrong):
        return values.yes_or_no(value)
    lines = list(filter(str.strip, value.splitlines())) if isinstance(value, str) else value
    return values.list_of(_image)(lines)


def _image(value: object) -> str:
    expected = "the address of an image, or its path in the site"
    text = value.strip() if isinstance(value, str) else ""
    try:
        # A path is good if it is good below any address.
        urls.absolute("https://site.invalid/", text)
    except ValueError as error:
        raise wrong(value, f"{expected} ({error})") from error
    if not text or _NO_IMAGE.match(text):
        raise wrong(value, expected)
    return text


def _yes_no_or_mapping(value: object) -> bool:
    try:
        return values.yes_or_no(value)
    except Wrong as error:
        raise wrong(value, f"true, false, or a mapping with {', '.join(PAGE_KEYS)}") from error
