"""Which of the dates a page gets, and from where."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta, timezone

from sitemap_plus import dates
from sitemap_plus.page_settings import PageSettings
from sitemap_plus.pages import Page
from sitemap_plus.settings import Settings

_EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)


@dataclass(frozen=True, kw_only=True, slots=True)
class LastModified:
    """A page's date, and the dates that it can't have."""

    value: date | None = None
    """A date, or a datetime with a zone. None: nothing says when the page changed."""
    in_future: tuple[date, ...] = ()
    """Dates that were passed over because they are still to come."""
    before_1970: tuple[date, ...] = ()
    """Dates that were passed over because search engines call them invalid."""


def last_modified(
    page: Page, asked: PageSettings, settings: Settings, now: datetime
) -> LastModified:
    """The date of the first source in the settings' order that has a usable one.

    Never earlier than the page's publication, which also changed it.
    """
    in_future: list[date] = []
    before_1970: list[date] = []
    for value in _candidates(page, asked, settings):
        if dates.is_in_future(value, now):
            in_future.append(value)
        elif dates.is_before_1970(value):
            before_1970.append(value)
        else:
            return LastModified(
                value=_not_before(value, asked.published, now),
                in_future=tuple(in_future),
                before_1970=tuple(before_1970),
            )
    return LastModified(in_future=tuple(in_future), before_1970=tuple(before_1970))


def newest(values: Iterable[date | None]) -> date | None:
    """The latest of these dates, a date being its midnight in UTC. None: there is none."""
    return max(filter(None, values), key=dates.in_utc, default=None)


def _candidates(page: Page, asked: PageSettings, settings: Settings) -> Iterator[date]:
    """What each source says, in the settings' order; what is not asked for is not read."""
    for source in settings.lastmod:
        value = _SOURCES[source](page, asked)
        if value is not None:
            yield value


def _not_before(value: date, published: date | None, now: datetime) -> date:
    if published is None or dates.is_in_future(published, now):
        return value
    return max(value, published, key=dates.in_utc)


def _modification_time(page: Page, _: PageSettings) -> date | None:
    if page.source_file is None:
        return None
    try:
        # Not fromtimestamp(), which takes nothing before 1970 on Windows.
        return _EPOCH + timedelta(seconds=page.source_file.stat().st_mtime)
    except (OSError, OverflowError):
        return None


_SOURCES: Mapping[str, Callable[[Page, PageSettings], date | None]] = {
    "metadata": lambda _, asked: asked.modified,
    "published": lambda _, asked: asked.published,
    "mtime": _modification_time,
}
