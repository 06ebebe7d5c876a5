from __future__ import annotations

import re
from datetime import date, datetime, timedelta, timezone, tzinfo
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitemap_plus import dates

UTC = timezone.utc
VIENNA = ZoneInfo("Europe/Vienna")
PLUS_0530 = timezone(timedelta(hours=5, minutes=30))

zones = st.sampled_from([UTC, VIENNA, PLUS_0530, ZoneInfo("America/St_Johns")]) | st.integers(
    -24 * 60 + 1, 24 * 60 - 1
).map(lambda minutes: timezone(timedelta(minutes=minutes)))
# Years 1 to 9999, with a zone and without, and no date left out for not having existed.
moments = st.builds(lambda moment, zone: moment.replace(tzinfo=zone), st.datetimes(), zones)
values = st.dates() | st.datetimes() | moments


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        pytest.param(date(2024, 1, 8), date(2024, 1, 8), marks=pytest.mark.report("DATE-02")),
        pytest.param(
            datetime(2024, 1, 8, 10, 30),
            datetime(2024, 1, 8, 10, 30, tzinfo=VIENNA),
            marks=pytest.mark.report("DATE-03"),
        ),
        (datetime(2024, 1, 8, 10, 30, tzinfo=UTC), datetime(2024, 1, 8, 10, 30, tzinfo=UTC)),
        (20240108, date(2024, 1, 8)),
        ("20240108", date(2024, 1, 8)),
        ("2024-01-08", date(2024, 1, 8)),
        (" 2024-01-08 ", date(2024, 1, 8)),
        ("2024/1/8", date(2024, 1, 8)),
        ("2024.01.08", date(2024, 1, 8)),
        ("8 January 2024", date(2024, 1, 8)),
        ("Jan 8, 2024", date(2024, 1, 8)),
        ("Monday, 8 Jan 2024", date(2024, 1, 8)),
        ("31.1.2024", date(2024, 1, 31)),
        ("1/31/2024", date(2024, 1, 31)),
        ("5/5/2024", date(2024, 5, 5)),
        ("2024-01-08 10:30", datetime(2024, 1, 8, 10, 30, tzinfo=VIENNA)),
        ("2024-01-08T10:30:59", datetime(2024, 1, 8, 10, 30, 59, tzinfo=VIENNA)),
        ("2024-01-08 5pm", datetime(2024, 1, 8, 17, tzinfo=VIENNA)),
        ("2024-01-08T10:30:59Z", datetime(2024, 1, 8, 10, 30, 59, tzinfo=UTC)),
        ("2024-01-08 10:30 UTC", datetime(2024, 1, 8, 10, 30, tzinfo=UTC)),
        ("2024-01-08 10:30+05:30", datetime(2024, 1, 8, 10, 30, tzinfo=PLUS_0530)),
        ("2024-01-08T10:30:00.25+0530", datetime(2024, 1, 8, 10, 30, 0, 250000, PLUS_0530)),
        ("Mon, 08 Jan 2024 10:30:00 +0530", datetime(2024, 1, 8, 10, 30, tzinfo=PLUS_0530)),
        ("0001-01-01", date(1, 1, 1)),
        ("9999-12-31", date(9999, 12, 31)),
        pytest.param(
            "0001-01-01T00:00:00+01:00",
            datetime(1, 1, 1, tzinfo=timezone(timedelta(hours=1))),
            marks=pytest.mark.report("DATE-12"),
        ),
    ],
)
def test_a_whole_date_is_read_and_a_time_gets_a_zone(value: object, expected: date) -> None:
    read = dates.read_date(value, VIENNA)
    assert (type(read), read) == (type(expected), expected)
    assert getattr(read, "tzinfo", None) is not None or not isinstance(read, datetime)


@pytest.mark.parametrize(
    "value",
    [
        10,
        2024,
        202401,
        1704672000,
        -20240108,
        20241308,
        True,
        1.5,
        20240108.0,
        None,
        b"2024-01-08",
        (2024, 1, 8),
        {"created": "2024-01-08"},
        pytest.param([date(2015, 10, 8), date(2015, 6, 15)], marks=pytest.mark.report("DATE-21")),
        pytest.param("2015-10-08, 2015-06-15", marks=pytest.mark.report("DATE-21")),
        "2015-10-08 2015-06-15",
        "8.1.2024 - 9.1.2024",
        "10",
        "Friday",
        "today",
        "now",
        "",
        "2024",
        "2024-01",
        "January 2024",
        "Friday 2024",
        "10:30",
        "10:30 2024",
        "1/2/2024",
        "1.2.2024",
        "24-01-08",
        "2024-13-01",
        "2024-02-30",
        "2024-00-00",
        "0000-00-00",
        "2024-01-08 25:00",
        "2024-01-08T10:30:61Z",
        "2024-99-99T99:99:99Z",
        "2024-01-08 10:30 EST",
        "2024-01-08 10:30 GMT+3",
        "2024-01-08 10:30:00 UTC-03:00",
        "2024-01-08T10:30:00+99:00",
        "2024-01-08 (draft)",
        "version 1.2.2024",
        "٢٠٢٤-٠١-٠٨",
        "²⁰²⁴-01-08",
        "9" * 5000,
    ],
)
def test_what_leaves_a_part_to_be_guessed_is_no_date(value: object) -> None:
    with pytest.raises(ValueError, match="a date such as 2024-01-08"):
        dates.read_date(value, UTC)


@given(st.text() | st.from_regex(r"[0-9TZ:./+ -]{1,30}|[0-9]{1,4}([-/. ][0-9A-Za-z]{1,4}){1,5}"))
def test_any_text_is_a_date_or_refused(text: str) -> None:
    try:
        read = dates.read_date(text, UTC)
    except ValueError:
        return
    assert isinstance(read, date)


@given(values, zones)
def test_what_has_been_read_is_read_again_as_it_is(value: date, zone: tzinfo) -> None:
    read = dates.read_date(value, zone)
    assert dates.read_date(read, UTC) == read


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (date(2024, 1, 8), "2024-01-08"),
        (date(1, 1, 1), "0001-01-01"),
        (datetime(2024, 1, 8, 10, 30, tzinfo=UTC), "2024-01-08T10:30:00Z"),
        (datetime(2024, 1, 8, 10, 30, 59, 999999, UTC), "2024-01-08T10:30:59Z"),
        pytest.param(
            datetime(2024, 1, 8, 10, 30, tzinfo=PLUS_0530),
            "2024-01-08T05:00:00Z",
            marks=pytest.mark.report("DATE-04"),
        ),
        (datetime(2024, 7, 8, 10, 30, tzinfo=VIENNA), "2024-07-08T08:30:00Z"),
        (datetime(2023, 10, 29, 2, 30, tzinfo=VIENNA, fold=0), "2023-10-29T00:30:00Z"),
        (datetime(2023, 10, 29, 2, 30, tzinfo=VIENNA, fold=1), "2023-10-29T01:30:00Z"),
        (datetime(1, 1, 1, tzinfo=timezone(timedelta(hours=14))), "0001-01-01T00:00:00Z"),
        (datetime(9999, 12, 31, 23, 59, 59, tzinfo=timezone(timedelta(hours=-9))), "9999-12-31"),
    ],
)
def test_a_date_stays_a_date_and_a_time_is_written_in_utc(value: date, expected: str) -> None:
    assert dates.written(value, "datetime").startswith(expected)


@pytest.mark.report("XML-10")
def test_seconds_are_written_whatever_was_written_without_them() -> None:
    read = dates.read_date("2015-12-22T05:31-01:00", UTC)
    assert dates.written(read, "datetime") == "2015-12-22T06:31:00Z"


def test_where_only_dates_are_asked_for_the_day_is_that_in_utc() -> None:
    assert dates.written(datetime(2024, 1, 8, 0, 30, tzinfo=VIENNA), "date") == "2024-01-07"
    assert dates.written(date(2024, 1, 8), "date") == "2024-01-08"


@given(st.lists(values, min_size=2), zones)
def test_written_dates_compare_as_strings_in_the_order_of_time(
    written: list[date], zone: tzinfo
) -> None:
    read = sorted((dates.read_date(value, zone) for value in written), key=dates.in_utc)
    # Of two moments within one second the greater one need not be the later one.
    seconds = [dates.in_utc(value).replace(microsecond=0) for value in read]
    texts = [dates.written(value, "datetime") for value in read]
    for (second, text), (next_second, next_text) in zip(
        zip(seconds, texts, strict=True), list(zip(seconds, texts, strict=True))[1:], strict=False
    ):
        assert second == next_second or text < next_text


@given(values, zones, st.sampled_from(["datetime", "date"]))
def test_a_written_date_has_one_of_two_forms_and_is_read_again(
    value: date, zone: tzinfo, form: dates.LastmodFormat
) -> None:
    text = dates.written(dates.read_date(value, zone), form)
    assert re.fullmatch(r"\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\dZ)?", text)
    assert form == "datetime" or len(text) == len("2024-01-08")
    assert dates.written(dates.read_date(text, VIENNA), form) == text


@given(values, zones)
def test_every_date_there_is_can_be_judged(value: date, zone: tzinfo) -> None:
    now = datetime(2024, 6, 15, tzinfo=UTC)
    read = dates.read_date(value, zone)
    assert not (dates.is_before_1970(read) and dates.is_in_future(read, now))


@pytest.mark.parametrize(
    ("value", "is_too_early"),
    [
        (date(1969, 12, 31), True),
        (date(1970, 1, 1), False),
        (datetime(1970, 1, 1, tzinfo=timezone(timedelta(hours=1))), True),
        (datetime(1969, 12, 31, 23, tzinfo=timezone(timedelta(hours=-1))), False),
        (date.min, True),
        (datetime.min.replace(tzinfo=timezone(timedelta(hours=14))), True),
        (datetime.max.replace(tzinfo=timezone(timedelta(hours=-12))), False),
    ],
)
def test_what_lies_before_1970_is_known_also_at_the_edges(value: date, is_too_early: bool) -> None:
    assert dates.is_before_1970(value) is is_too_early


@pytest.mark.parametrize(
    ("value", "is_future"),
    [
        (date(2024, 6, 16), False),
        (date(2024, 6, 17), True),
        (datetime(2024, 6, 16, 12, tzinfo=UTC), False),
        (datetime(2024, 6, 16, 12, 0, 1, tzinfo=UTC), True),
        (datetime(2024, 6, 17, 2, tzinfo=timezone(timedelta(hours=14))), False),
        (date.max, True),
        (datetime.max.replace(tzinfo=timezone(timedelta(hours=-12))), True),
        (datetime.min.replace(tzinfo=timezone(timedelta(hours=14))), False),
    ],
)
def test_a_day_ahead_may_be_a_time_zone_and_more_is_the_future(
    value: date, is_future: bool
) -> None:
    now = datetime(2024, 6, 15, 14, tzinfo=timezone(timedelta(hours=2)))
    assert dates.is_in_future(value, now) is is_future
