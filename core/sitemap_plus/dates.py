"""The dates that people write, read strictly; the two forms that we write."""

from __future__ import annotations

import re
from datetime import date, datetime, timedelta, timezone, tzinfo
from typing import Literal

LastmodFormat = Literal["datetime", "date"]

WRITTEN_DATE = re.compile(r"\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}:\d{2}Z)?")
"""The two forms of a written date; in either, a later one is the greater string."""

EPOCH_YEAR = 1970
"""Google calls a `lastmod` before 1970 invalid."""

_CALENDAR_START = datetime(1, 1, 1, tzinfo=timezone.utc)
_CALENDAR_END = datetime(9999, 12, 31, 23, 59, 59, tzinfo=timezone.utc)

_EXPECTED = "a date such as 2024-01-08 or 2024-01-08 10:30"
_YEAR = re.compile(r"(?<!\d)\d{4}(?!\d)")
_COMPACT_DATE = re.compile(r"\d{8}")
_NUMERIC_DATE = re.compile(r"\d+([-/.])\d+\1\d+")
# Three hours ahead to most people, and behind to POSIX and dateutil.
_NAMED_OFFSET = re.compile(r":[\d.]+\s*[A-Za-z]+[+-]\d")  # 10:30 GMT+3


class _UnknownZoneError(ValueError):
    """A time zone's abbreviation, which means one thing here and another there."""


def read_date(value: object, zone: tzinfo) -> date | datetime:
    """The date that a person wrote: a date stays a date, a time without a zone gets `zone`.

    Anything that leaves a part of the date to be guessed is refused: `10`, `Friday`, `2024-01`,
    `1/2/2024`, a time zone's abbreviation.

    Raises:
        ValueError: it is no date, or not a whole one; the text says what would be right.
    """
    if isinstance(value, datetime):
        return _with_zone(value, zone)
    if isinstance(value, date):
        return value
    if isinstance(value, int) and not isinstance(value, bool):
        value = str(value)  # YAML reads 20240108 as a number
    if not isinstance(value, str):
        raise ValueError(_EXPECTED)
    return _parsed(value.strip(), zone)


def in_utc(value: date | datetime) -> datetime:
    """The moment in UTC, a date being its midnight; the edges of the calendar don't overflow."""
    if not isinstance(value, datetime):
        return datetime(value.year, value.month, value.day, tzinfo=timezone.utc)
    try:
        return value.astimezone(timezone.utc)
    except OverflowError:
        return _CALENDAR_END if value.year > EPOCH_YEAR else _CALENDAR_START


def is_before_1970(value: date | datetime) -> bool:
    """Whether search engines would call it invalid."""
    return in_utc(value).year < EPOCH_YEAR


def is_in_future(value: date | datetime, now: datetime) -> bool:
    """Whether it is more than a day after `now`, so that no time zone explains it."""
    return in_utc(value) - now > timedelta(days=1)


def written(value: date | datetime, form: LastmodFormat) -> str:
    """`2024-01-08T10:30:00Z`, or `2024-01-08` for a date and where only dates are asked for.

    The forms that W3C's note, the schema and the engines all take: seconds and a zone, always.
    https://www.w3.org/TR/NOTE-datetime
    """
    if not isinstance(value, datetime):
        return value.isoformat()
    moment = in_utc(value).replace(tzinfo=None, microsecond=0)
    return moment.date().isoformat() if form == "date" else f"{moment.isoformat()}Z"


def _parsed(text: str, zone: tzinfo) -> date | datetime:
    if WRITTEN_DATE.fullmatch(text):
        return _read_back(text)
    if not (_YEAR.search(text) or _COMPACT_DATE.fullmatch(text)):
        raise ValueError(_EXPECTED)
    if len(_NUMERIC_DATE.findall(text)) > 1:  # dateutil takes the second one for a time
        raise ValueError(f"{_EXPECTED}, and one of them")
    if _NAMED_OFFSET.search(text):
        raise ValueError(f"{_EXPECTED}, with an offset from UTC such as +03:00")
    # A year in front leaves no doubt which number is the day; elsewhere both ways must agree.
    day_first = (False,) if text[:4].isdigit() else (False, True)
    readings = {_parsed_strictly(text, first) for first in day_first}
    if len(readings) != 1:
        raise ValueError(f"{_EXPECTED}: which of the numbers is the day?")
    (reading,) = readings
    return _with_zone(reading, zone) if isinstance(reading, datetime) else reading


def _read_back(text: str) -> date | datetime:
    """What one of the two forms that we write says; most people write them too."""
    try:
        moment = datetime.fromisoformat(text.removesuffix("Z"))
    except ValueError as error:
        raise ValueError(_EXPECTED) from error
    return moment.replace(tzinfo=timezone.utc) if text.endswith("Z") else moment.date()


def _parsed_strictly(text: str, day_first: bool) -> date | datetime:
    """What dateutil reads, refused where it would fill a part of the date from its default."""
    # Most dates come typed from YAML or Pelican, and dateutil costs time to load.
    from dateutil import parser

    # Without a zone, so that a zone in the result was in the text.
    defaults = datetime(2001, 1, 1), datetime(2004, 2, 2, 23, 59, 59, 1)  # noqa: DTZ001
    try:
        low, high = (
            parser.parse(text, default=default, dayfirst=day_first, tzinfos=_known_zone)
            for default in defaults
        )
    except _UnknownZoneError:
        raise
    except (ValueError, OverflowError) as error:
        raise ValueError(_EXPECTED) from error
    if low.date() != high.date():
        raise ValueError(_EXPECTED)
    return low.date() if low.hour != high.hour else low


def _known_zone(name: str | None, offset: int | None) -> tzinfo | None:
    if name is None and offset is None:
        return None
    if offset is None:
        raise _UnknownZoneError(f"{_EXPECTED}, with an offset such as +03:00 instead of {name}")
    return timezone(timedelta(seconds=offset))


def _with_zone(value: datetime, zone: tzinfo) -> datetime:
    # A plain datetime, whatever subclass of it a host or a parser made.
    return datetime(
        value.year,
        value.month,
        value.day,
        value.hour,
        value.minute,
        value.second,
        value.microsecond,
        tzinfo=value.tzinfo or zone,
        fold=value.fold,
    )
