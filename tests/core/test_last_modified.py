from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from datetime import date, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitemap_plus import Page
from sitemap_plus.last_modified import LastModified, last_modified, newest
from sitemap_plus.page_settings import PageSettings

UTC = timezone.utc
BEFORE, AFTER = date(2023, 5, 1), date(2024, 1, 8)
TODAY, IN_A_WEEK = date(2024, 6, 15), date(2024, 6, 22)

Dated = Callable[..., LastModified]


@pytest.fixture
def dated(now: datetime) -> Dated:
    def date_page(
        sources: Sequence[str] = ("metadata", "git", "published"),
        source_file: Path | None = None,
        committed: datetime | None = None,
        **asked: Any,
    ) -> LastModified:
        page = Page(url="https://ex.org/a/", source_file=source_file)
        return last_modified(page, PageSettings(**asked), sources, now, committed)

    return date_page


@pytest.mark.report("DATE-01")
@pytest.mark.report("DATE-20")
def test_a_page_without_a_date_has_none(dated: Dated) -> None:
    assert dated() == LastModified()


def test_the_first_source_that_has_a_date_gives_it(dated: Dated) -> None:
    assert dated(modified=AFTER, published=BEFORE).value == AFTER
    assert dated(published=BEFORE).value == BEFORE
    assert dated(["published", "metadata"], modified=AFTER, published=BEFORE).value == BEFORE
    assert dated(["published", "metadata"], modified=AFTER).value == AFTER
    assert dated(["published"], modified=AFTER).value is None


def test_git_is_asked_after_the_page_and_before_its_publication(dated: Dated) -> None:
    committed = datetime(2024, 1, 1, tzinfo=UTC)
    assert dated(committed=committed, modified=BEFORE).value == BEFORE
    assert dated(committed=committed, published=BEFORE).value == committed
    assert dated(["published", "metadata"], committed=committed).value is None


def test_what_git_says_is_never_earlier_than_the_publication(dated: Dated) -> None:
    found = dated(committed=datetime(2023, 1, 1, tzinfo=UTC), published=AFTER)
    assert found == LastModified(value=AFTER, source="published")


def test_the_source_that_gave_the_date_is_known(dated: Dated, tmp_path: Path) -> None:
    committed = datetime(2024, 1, 1, tzinfo=UTC)
    file = file_of(tmp_path, 1_700_000_000)
    found = [
        dated(modified=AFTER),
        dated(committed=committed),
        dated(published=AFTER),
        dated(["mtime"], source_file=file),
        dated(),
    ]
    sources = [(each.source, each.is_stated) for each in found]
    assert sources == [
        ("metadata", True),
        ("git", False),
        ("published", True),
        ("mtime", False),
        (None, False),
    ]


def test_without_sources_there_are_no_dates_at_all(dated: Dated) -> None:
    assert dated([], modified=AFTER, published=BEFORE) == LastModified()


@pytest.mark.report("DATE-19")
def test_no_page_was_changed_before_it_was_published(dated: Dated) -> None:
    assert dated(modified=BEFORE, published=AFTER).value == AFTER
    assert dated(["metadata"], modified=BEFORE, published=AFTER).value == AFTER


@pytest.mark.report("DATE-06")
@pytest.mark.report("DATE-07")
def test_dates_and_times_can_be_compared(dated: Dated) -> None:
    noon = datetime(2024, 1, 8, 12, tzinfo=timezone(timedelta(hours=-9)))
    assert dated(modified=date(2024, 1, 8), published=noon).value == noon
    assert dated(modified=noon, published=date(2024, 1, 9)).value == date(2024, 1, 9)


def test_tomorrow_may_be_a_time_zone_and_is_taken(dated: Dated) -> None:
    assert dated(modified=date(2024, 6, 16)).value == date(2024, 6, 16)


@pytest.mark.report("DATE-09")
@pytest.mark.parametrize(
    "future", [IN_A_WEEK, date(2099, 1, 1), date.max, datetime.max.replace(tzinfo=UTC)]
)
def test_a_date_in_the_future_is_passed_over_and_told(dated: Dated, future: date) -> None:
    assert dated(modified=future) == LastModified(in_future=(future,))
    assert dated(modified=future, published=AFTER) == LastModified(
        value=AFTER, source="published", in_future=(future,)
    )


def test_a_publication_to_come_changes_nothing(dated: Dated) -> None:
    assert dated(modified=AFTER, published=IN_A_WEEK).value == AFTER


@pytest.mark.parametrize(
    "early",
    [
        pytest.param(date(1900, 1, 1), marks=pytest.mark.report("DATE-11")),
        pytest.param(date(1, 1, 1), marks=pytest.mark.report("DATE-12")),
        pytest.param(
            datetime(1, 1, 1, tzinfo=timezone(timedelta(hours=1))),
            marks=pytest.mark.report("DATE-12"),
        ),
        pytest.param(date(1927, 9, 8), marks=pytest.mark.report("DATE-13")),
        date(1969, 12, 31),
    ],
)
def test_a_date_before_1970_is_passed_over_and_told(dated: Dated, early: date) -> None:
    assert dated(modified=early) == LastModified(before_1970=(early,))
    assert dated(published=early) == LastModified(before_1970=(early,))
    assert dated(modified=early, published=AFTER) == LastModified(
        value=AFTER, source="published", before_1970=(early,)
    )


def test_an_old_publication_does_not_hide_a_later_change(dated: Dated) -> None:
    found = dated(modified=AFTER, published=date(1927, 9, 8))
    assert found == LastModified(value=AFTER, source="metadata")


def file_of(folder: Path, seconds: float) -> Path:
    file = folder / "a.md"
    file.write_text("a")
    os.utime(file, (seconds, seconds))
    return file


def test_the_time_of_the_file_counts_only_where_it_is_asked_for(
    dated: Dated, tmp_path: Path
) -> None:
    file = file_of(tmp_path, 1_700_000_000)
    assert dated(source_file=file).value is None
    assert dated(["mtime"], source_file=file).value == datetime(2023, 11, 14, 22, 13, 20, 0, UTC)


def test_a_file_that_is_gone_has_no_time(dated: Dated, tmp_path: Path) -> None:
    assert dated(["mtime"]) == LastModified()
    assert dated(["mtime"], source_file=tmp_path / "a.md") == LastModified()


@pytest.mark.report("DATE-13")
def test_the_time_of_a_file_can_lie_before_1970(dated: Dated, tmp_path: Path) -> None:
    file = file_of(tmp_path, -86_400)
    assert dated(["mtime"], source_file=file).before_1970 == (
        datetime(1969, 12, 31, 0, 0, 0, 0, UTC),
    )


class FileOfTheFarFuture(type(Path())):  # type: ignore[misc]
    """What few file systems can keep: a time after the year 9999."""

    def stat(self, **_: Any) -> os.stat_result:
        return os.stat_result((0,) * 7 + (10**13,) * 3)


def test_the_time_of_a_file_can_lie_beyond_the_calendar(dated: Dated) -> None:
    assert dated(["mtime"], source_file=FileOfTheFarFuture("a.md")) == LastModified()


def test_the_newest_of_dates_and_times_is_found_and_of_none_there_is_none() -> None:
    morning = datetime(2024, 1, 8, 0, 30, tzinfo=UTC)
    assert newest([BEFORE, None, AFTER, morning]) == morning
    assert (
        newest([date.min, datetime.max.replace(tzinfo=timezone(timedelta(hours=-1)))]) is not None
    )
    assert newest([None, None]) is None
    assert newest([]) is None


moments = st.none() | st.dates() | st.datetimes(timezones=st.timezones(), allow_imaginary=True)


@given(moments, moments, st.permutations(["metadata", "published"]))
def test_no_mix_of_dates_ends_the_build_or_gets_out_of_range(
    now: datetime,
    modified: date | None,
    published: date | None,
    sources: list[str],
) -> None:
    asked = PageSettings(modified=modified, published=published)
    found = last_modified(Page(url="u"), asked, sources, now)
    assert found.value in (None, modified, published)
    if found.value is not None:
        assert 1970 <= found.value.year <= 2024
