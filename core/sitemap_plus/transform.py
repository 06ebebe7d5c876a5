"""The user's own last word on each entry, held to the rules that all entries follow."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

from sitemap_plus import dates, urls, values
from sitemap_plus.alternates import X_DEFAULT, Alternate, language_tag
from sitemap_plus.entries import Entry, Listing
from sitemap_plus.errors import Problem, shared_problem, shown
from sitemap_plus.images import MAX_IMAGES
from sitemap_plus.settings import Settings
from sitemap_plus.values import Wrong, wrong

_NEEDED = frozenset({"loc", "alternates", "images", "section"})
"""The fields of an entry that can't be None."""


def transformed(listing: Listing, settings: Settings, now: datetime) -> Listing:
    """The listing as the settings' `transform` changes it; the same one where there is none.

    An entry on which it fails, or for which it returns no valid one, stays as it was.
    """
    if settings.transform is None:
        return listing
    results: dict[str, Entry] = {}
    became: dict[str, str | None] = {}
    failures: dict[str, list[str]] = defaultdict(list)
    for entry in listing.entries:
        result: Entry | None = entry
        try:
            result = _checked(settings.transform(entry), entry, settings, now)
        # The user's own code runs here, and may raise anything.
        except Exception as error:  # noqa: BLE001
            failures[_told(error)].append(entry.loc)
        is_kept = result and results.setdefault(urls.key(result.loc), result) is result
        became[entry.loc] = result.loc if result and is_kept else None
    entries = [_relinked(entry, became) for entry in results.values()]
    return replace(
        listing,
        entries=tuple(sorted(entries, key=lambda entry: entry.loc)),
        problems=(*listing.problems, *_problems(failures, settings.transform)),
    )


def _checked(result: object, entry: Entry, settings: Settings, now: datetime) -> Entry | None:
    """The entry that the user's function returned, its values read as those of any page."""
    if result is entry or result is None:
        return entry if result is entry else None
    if not isinstance(result, Entry):
        raise wrong(result, "an Entry or None")
    readers: Mapping[str, values.Reader[Any]] = {
        "loc": lambda loc: _loc(loc, settings),
        "lastmod": lambda lastmod: _lastmod(lastmod, settings, now),
        "changefreq": values.changefreq,
        "priority": values.priority,
        "alternates": values.list_of(_alternate),
        "images": _images,
        "section": values.section_name,
    }
    reads = {name: getattr(result, name) for name in readers}
    given = {name: value for name, value in reads.items() if value is not None or name in _NEEDED}
    read = values.all_or_wrong((name, readers[name], value) for name, value in given.items())
    return replace(result, **dict(zip(given, read, strict=True)))


def _loc(value: object, settings: Settings) -> str:
    try:
        url = urls.absolute(settings.site_url, values.text(value))
    except ValueError as error:
        raise wrong(value, f"a URL below {settings.site_url} ({error})") from error
    if len(url) > urls.MAX_LENGTH or not urls.is_below(url, settings.site_url):
        limit = f"at most {urls.MAX_LENGTH:,} characters"
        raise wrong(value, f"a URL below {settings.site_url} of {limit}")
    return url


def _lastmod(value: object, settings: Settings, now: datetime) -> str:
    moment = values.date_in(settings.timezone)(value)
    if dates.is_before_1970(moment) or dates.is_in_future(moment, now):
        raise wrong(value, "a date from 1970 to now")
    return dates.written(moment, settings.lastmod_format)


def _alternate(value: object) -> Alternate:
    expected = "a pair of a language code and an absolute URL"
    if not isinstance(value, tuple) or len(value) != 2:  # noqa: PLR2004
        raise wrong(value, expected)
    code, href = map(str, value)
    tag = X_DEFAULT if code == X_DEFAULT else language_tag(code)
    try:
        url = urls.encode(href)
    except ValueError as error:
        raise wrong(value, f"{expected} ({error})") from error
    if tag is None:
        raise wrong(value, expected)
    return tag, url


def _images(value: object) -> tuple[str, ...]:
    images = values.list_of(_image)(value)
    if len(images) > MAX_IMAGES:
        raise wrong(value, f"at most {MAX_IMAGES:,} images")
    return images


def _image(value: object) -> str:
    try:
        return urls.encode(values.text(value))
    except ValueError as error:
        raise wrong(value, f"the absolute URL of an image ({error})") from error


def _relinked(entry: Entry, became: Mapping[str, str | None]) -> Entry:
    """The entry with its alternates where they are now; one language alone needs no links."""
    links = ((code, became.get(href, href)) for code, href in entry.alternates)
    kept = tuple((code, href) for code, href in links if href is not None)
    if kept == entry.alternates:
        return entry
    is_set = len({href for _, href in kept}) > 1
    return replace(entry, alternates=kept if is_set else ())


def _told(error: Exception) -> str:
    if isinstance(error, Wrong):
        return str(error).removeprefix(": ")
    return f"{type(error).__name__}: {error}"


def _problems(
    failures: Mapping[str, list[str]], transform: Callable[[Any], Any]
) -> Iterator[Problem]:
    name = getattr(transform, "__qualname__", None) or shown(transform)
    for told, locs in failures.items():
        message = f"the transform {name} failed ({told}); the entry stays as it was"
        yield shared_problem("warning", locs, message)
