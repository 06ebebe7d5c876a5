from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime, timezone
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitemap_plus import Page
from sitemap_plus.page_settings import PageSettings, read_page_settings

UTC = timezone.utc
A_DATE = "a date such as 2024-01-08 or 2024-01-08 10:30"


def read(metadata: Mapping[Any, object]) -> PageSettings:
    page = Page(url="https://ex.org/a/", source="docs/a.md", metadata=metadata)
    return read_page_settings(page, UTC)


def told(metadata: Mapping[Any, object]) -> list[str]:
    return [f"{problem.level} {problem}" for problem in read(metadata).problems]


def test_a_page_that_asks_for_nothing_gets_nothing() -> None:
    assert read({}) == PageSettings()
    assert read({"title": "A", "tags": ["lastmod"], "sitemaps": False, 5: 6}) == PageSettings()


def test_a_page_can_ask_for_everything_in_one_mapping() -> None:
    asked = read(
        {
            "sitemap": {
                "lastmod": date(2024, 1, 8),
                "changefreq": "Weekly",
                "priority": "0,8",
                "section": "guides",
            },
            "date": "2023-05-01",
        }
    )
    assert asked == PageSettings(
        modified=date(2024, 1, 8),
        published=date(2023, 5, 1),
        changefreq="weekly",
        priority=0.8,
        section="guides",
    )


def test_hosts_with_flat_metadata_write_the_same_with_underscores() -> None:
    asked = read(
        {
            "sitemap_lastmod": "2024-01-08",
            "Sitemap_Changefreq": "weekly",
            "sitemap_priority": "0.8",
            "sitemap_section": "guides",
        }
    )
    assert asked == PageSettings(
        modified=date(2024, 1, 8), changefreq="weekly", priority=0.8, section="guides"
    )


def test_where_both_are_written_the_mapping_counts() -> None:
    for metadata in (
        {"sitemap": {"priority": 0.1}, "sitemap_priority": 0.9},
        {"sitemap_priority": 0.9, "sitemap": {"priority": 0.1}},
    ):
        assert read(metadata).priority == 0.1


def test_keys_are_understood_in_any_case() -> None:
    asked = read({"SITEMAP": {"Priority": 0.3}, "Date": {"Updated": "2024-01-08"}})
    assert asked == PageSettings(priority=0.3, modified=date(2024, 1, 8))
    assert read({"LastMod": "2024-01-08"}).modified == date(2024, 1, 8)
    assert not read({"Sitemap": "No"}).is_listed


@pytest.mark.report("META-07")
@pytest.mark.parametrize("value", [False, "false", "no", "No", "off", "OFF", "0", 0, " no "])
def test_a_page_says_that_it_is_not_for_the_sitemap(value: object) -> None:
    assert read({"sitemap": value}) == PageSettings(is_listed=False)


@pytest.mark.report("META-07")
@pytest.mark.parametrize("value", [True, "true", "yes", "on", 1, None, "", " ", {}])
def test_a_page_that_does_not_say_no_is_listed(value: object) -> None:
    assert read({"sitemap": value}) == PageSettings()


@pytest.mark.parametrize("value", [2, "nope", [False], 0.5])
def test_an_answer_that_is_neither_is_a_problem_and_the_page_stays(value: object) -> None:
    asked = read({"sitemap": value})
    assert asked.is_listed
    (problem,) = asked.problems
    assert str(problem) == (
        f"docs/a.md: sitemap: found {value!r}, expected true, false, "
        "or a mapping with lastmod, changefreq, priority, section, sources, images"
    )


def test_a_page_that_is_not_listed_may_ask_for_more() -> None:
    asked = read({"sitemap": "no", "sitemap_priority": "0.5"})
    assert (asked.is_listed, asked.priority) == (False, 0.5)


@pytest.mark.parametrize(
    "key",
    ["lastmod", "last_modified", "last_updated", "updated", "modified", "date.updated"],
)
def test_each_key_that_people_use_for_a_change_is_read(key: str) -> None:
    assert read({key: "2024-01-08"}) == PageSettings(modified=date(2024, 1, 8))


def test_the_keys_for_a_change_have_an_order() -> None:
    keys = ["lastmod", "last_modified", "last_updated", "updated", "modified"]
    metadata: dict[str, object] = {"date": {"updated": date(2024, 1, 1)}}
    for day, key in enumerate(reversed(keys), start=2):
        metadata = {key: date(2024, 1, day), **metadata}
        assert read(metadata).modified == date(2024, 1, day)
    assert read({"sitemap": {"lastmod": date(2024, 2, 1)}, **metadata}).modified == date(2024, 2, 1)


@pytest.mark.parametrize(
    "metadata",
    [
        {"date": date(2024, 1, 8)},
        {"date": "2024-01-08"},
        {"date": {"created": date(2024, 1, 8)}},
    ],
)
def test_a_page_says_when_it_was_published(metadata: dict[str, object]) -> None:
    assert read(metadata) == PageSettings(published=date(2024, 1, 8))


@pytest.mark.report("DATE-07")
@pytest.mark.report("DATE-08")
def test_a_blog_posts_date_is_a_mapping_of_dates_and_times() -> None:
    asked = read(
        {
            "date": {
                "created": datetime(2022, 10, 23, tzinfo=UTC),
                "updated": "2023-04-20T00:00:00Z",
            }
        }
    )
    assert asked == PageSettings(
        published=datetime(2022, 10, 23, tzinfo=UTC), modified=datetime(2023, 4, 20, tzinfo=UTC)
    )


@pytest.mark.report("DATE-03")
def test_a_time_without_a_zone_gets_that_of_the_settings() -> None:
    page = Page(url="https://ex.org/", metadata={"lastmod": datetime(2024, 1, 8, 10, 30)})
    vienna = ZoneInfo("Europe/Vienna")
    asked = read_page_settings(page, vienna)
    assert asked.modified == datetime(2024, 1, 8, 10, 30, tzinfo=vienna)


@pytest.mark.report("META-09")
@pytest.mark.parametrize("nothing", [None, "", "  "])
def test_a_key_without_a_value_is_not_there(nothing: object) -> None:
    keys = ("lastmod", "changefreq", "priority", "section", "sources")
    assert read({"sitemap": dict.fromkeys(keys, nothing), "lastmod": nothing}) == PageSettings()
    assert read({"lastmod": nothing, "updated": "2024-01-08"}).modified == date(2024, 1, 8)


@pytest.mark.report("META-05")
def test_a_priority_of_nothing_is_a_priority() -> None:
    assert read({"sitemap": {"priority": 0}}) == PageSettings(priority=0.0)


@pytest.mark.parametrize(
    ("metadata", "problem"),
    [
        pytest.param(
            {"sitemap": {"priority": 1.5}},
            "sitemap.priority: found 1.5, expected a number from 0.0 to 1.0",
            marks=pytest.mark.report("META-02"),
        ),
        pytest.param(
            {"sitemap": {"priority": "high"}},
            "sitemap.priority: found 'high', expected a number from 0.0 to 1.0",
            marks=pytest.mark.report("META-03"),
        ),
        (
            {"sitemap": {"priority": True}},
            "sitemap.priority: found True, expected a number from 0.0 to 1.0",
        ),
        (
            {"sitemap_priority": "-1"},
            "sitemap.priority: found '-1', expected a number from 0.0 to 1.0",
        ),
        (
            {"sitemap": {"priority": {"value": 0.5}}},
            "sitemap.priority: found {'value': 0.5}, expected a number from 0.0 to 1.0",
        ),
        (
            {"sitemap": {"changefreq": "fortnightly"}},
            (
                "sitemap.changefreq: found 'fortnightly', "
                "expected one of always, hourly, daily, weekly, monthly, yearly, never"
            ),
        ),
        (
            {"sitemap": {"section": "My Guides"}},
            (
                "sitemap.section: found 'My Guides', "
                "expected a short name of the letters a to z, digits and hyphens"
            ),
        ),
        (
            {"sitemap": {"sources": 5}},
            "sitemap.sources: found 5, expected a pattern such as /drafts/",
        ),
        (
            {"sitemap_sources": "src/[z-a].py"},
            "sitemap.sources: found 'src/[z-a].py', expected patterns as in a .gitignore",
        ),
        (
            {"sitemap": {"prioritiy": 0.5}},
            "sitemap.prioritiy: no such key; did you mean 'priority'?",
        ),
        (
            {"sitemap": {"pictures_of": True}},
            (
                "sitemap.pictures_of: no such key; "
                "known are changefreq, images, lastmod, priority, section, sources"
            ),
        ),
        ({"Sitemap_Prio": "0.5"}, "sitemap.prio: no such key; did you mean 'priority'?"),
        ({"lastmod": 10}, f"lastmod: found 10, expected {A_DATE}"),
        ({"lastmod": "10"}, f"lastmod: found '10', expected {A_DATE}"),
        ({"updated": "Friday"}, f"updated: found 'Friday', expected {A_DATE}"),
        ({"modified": "some time ago"}, f"modified: found 'some time ago', expected {A_DATE}"),
        ({"last_updated": True}, f"last_updated: found True, expected {A_DATE}"),
        ({"lastmod": {"git": True}}, f"lastmod: found {{'git': True}}, expected {A_DATE}"),
        pytest.param(
            {"lastmod": ["2015-10-08", "2015-06-15"]},
            f"lastmod: found ['2015-10-08', '2015-06-15'], expected {A_DATE}",
            marks=pytest.mark.report("DATE-21"),
        ),
        (
            {"date": {"updated": "soon"}},
            f"date.updated: found 'soon', expected {A_DATE}",
        ),
        ({"date": "1/2/2024"}, f"date: found '1/2/2024', expected {A_DATE}: which of the numbers"),
    ],
)
def test_a_wrong_value_is_one_problem_with_file_and_key_and_the_field_goes(
    metadata: dict[str, object], problem: str
) -> None:
    (only,) = told(metadata)
    assert only.startswith(f"warning docs/a.md: {problem}")
    asked = read(metadata)
    assert asked == PageSettings(problems=asked.problems)


def test_after_a_wrong_date_the_next_key_counts() -> None:
    asked = read({"lastmod": "Friday", "updated": "2024-01-08"})
    assert asked.modified == date(2024, 1, 8)
    assert [problem.where for problem in asked.problems] == ["docs/a.md: lastmod"]


@pytest.mark.parametrize(
    "metadata",
    [
        {"sitemap": {"sources": ["src/a.py", "/inc/"]}},
        {"sitemap_sources": "src/a.py\n\n /inc/ \n"},
        {"Sitemap_Sources": ["src/a.py", "/inc/"]},
    ],
)
def test_sources_are_patterns_in_a_list_or_one_a_line(metadata: dict[str, object]) -> None:
    assert read(metadata) == PageSettings(sources=("src/a.py", "/inc/"))


def test_each_wrong_source_is_told_with_its_place() -> None:
    lines = told({"sitemap": {"sources": ["a.py", 5, ""]}})
    assert [line.split(": found")[0] for line in lines] == [
        "warning docs/a.md: sitemap.sources[1]",
        "warning docs/a.md: sitemap.sources[2]",
    ]


def test_each_wrong_value_of_a_page_is_told() -> None:
    assert [
        line.split(": found")[0]
        for line in told(
            {
                "sitemap": {"lastmod": "soon", "priority": 7, "changefreq": 7, "section": "A"},
                "date": 10,
            }
        )
    ] == [
        "warning docs/a.md: sitemap.lastmod",
        "warning docs/a.md: date",
        "warning docs/a.md: sitemap.changefreq",
        "warning docs/a.md: sitemap.priority",
        "warning docs/a.md: sitemap.section",
    ]


def test_a_page_without_a_source_is_called_by_its_url() -> None:
    page = Page(url="https://ex.org/tags/", metadata={"lastmod": "soon"})
    (problem,) = read_page_settings(page, UTC).problems
    assert problem.where == "https://ex.org/tags/: lastmod"


scalars = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=20)
    | st.dates()
    | st.datetimes(timezones=st.none() | st.timezones())
    | st.sampled_from(["2024-01-08", "10", "Friday", "0,8", "Weekly", "no", "0001-01-01T00+01"])
)
keys = (
    st.sampled_from(
        [
            "sitemap",
            "Sitemap",
            "date",
            "lastmod",
            "updated",
            "priority",
            "created",
            "section",
            "sitemap_lastmod",
            "sitemap_priority",
            "sitemap_section",
            "changefreq",
            "date.updated",
        ]
    )
    | scalars
)
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(keys, inner, max_size=4),
    max_leaves=10,
)


@given(st.dictionaries(keys, values, max_size=6))
def test_whatever_a_page_says_never_ends_the_build(metadata: dict[object, object]) -> None:
    asked = read(metadata)
    for moment in (asked.modified, asked.published):
        assert not isinstance(moment, datetime) or moment.tzinfo is not None
    assert asked.priority is None or 0 <= asked.priority <= 1
    assert all(problem.where.startswith("docs/a.md: ") for problem in asked.problems)


@pytest.mark.report("DATE-21")
def test_dates_are_told_as_people_write_them() -> None:
    (problem,) = read({"lastmod": [date(2015, 10, 8), date(2015, 6, 15)]}).problems
    assert str(problem) == (
        "docs/a.md: lastmod: found [2015-10-08, 2015-06-15], "
        "expected a date such as 2024-01-08 or 2024-01-08 10:30"
    )
