"""Which of the dates a page gets, and from where."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta, timezone

from sitemap_plus import dates
from sitemap_plus.page_settings import PageSettings
from sitemap_plus.pages import Page

_EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)


@dataclass(frozen=True, kw_only=True, slots=True)
class LastModified:
    """A page's date, and the dates that it can't have."""

    value: date | None = None
    """A date, or a datetime with a zone. None: nothing says when the page changed."""
    source: str | None = None
    """Which of `settings.LASTMOD_SOURCES` says so."""
    in_future: tuple[date, ...] = ()
    """Dates that were passed over because they are still to come."""
    before_1970: tuple[date, ...] = ()
    """Dates that were passed over because search engines call them invalid."""

    @property
    def is_stated(self) -> bool:
        """Whether the page itself says it; if not, the date is that of a file, or there is none."""
        return self.source in {"metadata", "published"}


def last_modified(
    page: Page,
    asked: PageSettings,
    sources: Sequence[str],
    now: datetime,
    committed: datetime | None = None,
) -> LastModified:
    """The date of the first of these sources that has a usable one.

    Never earlier than the page's publication, which also changed it. `committed`: what Git says.
    """
    in_future: list[date] = []
    before_1970: list[date] = []
    for source, value in _candidates(page, asked, sources, committed):
        if dates.is_in_future(value, now):
            in_future.append(value)
        elif dates.is_before_1970(value):
            before_1970.append(value)
        else:
            given = _not_before(value, asked.published, now)
            return LastModified(
                value=given,
                source=source if given is value else "published",
                in_future=tuple(in_future),
                before_1970=tuple(before_1970),
            )
    return LastModified(in_future=tuple(in_future), before_1970=tuple(before_1970))


def newest(values: Iterable[date | None]) -> date | None:
    """The latest of these dates, a date being its midnight in UTC. None: there is none."""
    return max(filter(None, values), key=dates.in_utc, default=None)


def _candidates(
    page: Page, asked: PageSettings, sources: Iterable[str], committed: datetime | None
) -> Iterator[tuple[str, date]]:
    """What each source says, in order; what is not asked for is not read."""
    for source in sources:
        value = committed if source == "git" else _READ[source](page, asked)
        if value is not None:
            yield source, value


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


# Git is not asked for one page, but for all that need it at once.
_READ: Mapping[str, Callable[[Page, PageSettings], date | None]] = {
    "metadata": lambda _, asked: asked.modified,
    "published": lambda _, asked: asked.published,
    "mtime": _modification_time,
}
