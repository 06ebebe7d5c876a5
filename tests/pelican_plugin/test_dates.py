"""A page's date is the page's own word, or else there is none; a list's is its newest page's."""

from __future__ import annotations

import os
from collections.abc import Callable
from datetime import datetime, timedelta, timezone
from typing import Any

import pytest

from tests.pelican_plugin.conftest import Blog, Build, post

ONLY_CONTENT = {"DIRECT_TEMPLATES": [], "CATEGORY_SAVE_AS": "", "USE_FOLDER_AS_CATEGORY": False}
OLD = datetime(2020, 5, 6, 7, 8, 9, 123456).timestamp()


def touch(blog: Blog, seconds: float = OLD) -> None:
    """Give every source the time of a checkout."""
    for file in (blog.folder / "content").rglob("*.md"):
        os.utime(file, (seconds, seconds))


@pytest.fixture(scope="module")
def mixed(make_blog: Callable[..., Blog]) -> Build:
    """Dates beside times, with and without zones, in Pelican's keys and in everybody's."""
    content = {
        "date.md": post("Date", "Date: 2024-01-08"),
        "time.md": post("Time", "Date: 2024-01-08 10:30"),
        "modified.md": post("Modified", "Date: 2024-01-08", "Modified: 2024-02-03 04:05:06"),
        "day.md": post("Day", "Date: 2024-01-08 10:30", "Modified: 2024-02-03"),
        "earlier.md": post("Earlier", "Date: 2024-01-08", "Modified: 2023-01-01"),
        "offset.md": post("Offset", "Date: 2024-01-08T10:30:00+05:30"),
        "zulu.md": post("Zulu", "Date: 2024-01-08T10:30:00Z"),
        "zone.md": post("Zone", "Date: 2024-01-08 10:30", "Timezone: Asia/Tokyo"),
        "lastmod.md": post("Lastmod", "Date: 2024-01-08", "Lastmod: 2024-03-01 12:00"),
        "updated.md": post("Updated", "Date: 2024-01-08", "Updated: 2024-03-02"),
        "own.md": post(
            "Own", "Date: 2024-01-08", "Modified: 2024-03-05", "Sitemap_lastmod: 2024-03-03"
        ),
        "minutes.md": post("Minutes", "Date: 2023-01-01", "Lastmod: 2023-12-22T05:31-01:00"),
        "old.md": post("Old", "Date: 1927-09-08"),
        "epoch.md": post("Epoch", "Date: 0001-01-01"),
        "pages/undated.md": post("Undated"),
        "pages/dated.md": post("Dated", "Date: 2024-01-09", "Modified: 2024-01-10 01:00"),
        "pages/modified.md": post("Only modified", "Modified: 2024-01-11"),
        "pages/empty.md": post("Empty", "Lastmod:", "Updated:  "),
    }
    return make_blog(content, TIMEZONE="Europe/Vienna", **ONLY_CONTENT).build()


@pytest.mark.report("DATE-01")
@pytest.mark.report("DATE-02")
@pytest.mark.report("DATE-03")
@pytest.mark.report("DATE-04")
@pytest.mark.report("DATE-08")
@pytest.mark.report("DATE-11")
@pytest.mark.report("DATE-12")
@pytest.mark.report("DATE-13")
@pytest.mark.report("DATE-20")
@pytest.mark.report("META-09")
@pytest.mark.report("XML-10")
def test_each_page_has_the_date_that_it_gives_itself_or_none(mixed: Build) -> None:
    assert mixed.lastmods == {
        "date.html": "2024-01-08",
        "time.html": "2024-01-08T09:30:00Z",
        "modified.html": "2024-02-03T03:05:06Z",
        "day.html": "2024-02-03",
        "earlier.html": "2024-01-08",
        "offset.html": "2024-01-08T05:00:00Z",
        "zulu.html": "2024-01-08T10:30:00Z",
        "zone.html": "2024-01-08T01:30:00Z",
        "lastmod.html": "2024-03-01T11:00:00Z",
        "updated.html": "2024-03-02",
        "own.html": "2024-03-03",
        "minutes.html": "2023-12-22T06:31:00Z",
        "pages/dated.html": "2024-01-10T00:00:00Z",
        "pages/only-modified.html": "2024-01-11",
    }
    assert {"old.html", "epoch.html", "pages/undated.html", "pages/empty.html"} <= mixed.paths


@pytest.mark.report("DATE-25")
def test_the_index_has_the_newest_date_of_each_section(mixed: Build) -> None:
    dates = {
        element[0].text: element[1].text
        for element in mixed.root("sitemap.xml")
        if len(element) > 1
    }

    assert dates == {
        "https://ex.org/sitemap-articles.xml": "2024-03-03",
        "https://ex.org/sitemap-pages.xml": "2024-01-11",
    }


def test_dates_before_1970_are_noted_once(mixed: Build) -> None:
    note, without_git = mixed.notes

    assert note.startswith("old.md, epoch.md: has a date before 1970")
    assert "is in no Git repository" in without_git
    assert mixed.warnings == []


@pytest.mark.report("DATE-05")
@pytest.mark.report("DATE-06")
@pytest.mark.report("DATE-07")
@pytest.mark.report("BLD-09")
def test_a_list_has_the_newest_date_of_what_it_lists(make_blog: Callable[..., Blog]) -> None:
    content = {
        "a.md": post("A", "Date: 2024-01-08", "Tags: x", "Category: one", "Author: Ada"),
        "b.md": post("B", "Date: 2024-01-08 00:30", "Tags: x, y", "Category: two", "Author: Ada"),
        "c.md": post("C", "Date: 2023-05-05", "Modified: 2024-01-07", "Tags: z", "Category: one"),
        "d.md": post("D", "Date: 2024-06-01", "Category: two", "Sitemap: no"),
        "e.md": post("E", "Date: 2022-01-01T10:00:00-10:00", "Tags: z", "Category: three"),
    }
    build = make_blog(
        content,
        TIMEZONE=...,
        YEAR_ARCHIVE_SAVE_AS="{date:%Y}.html",
        MONTH_ARCHIVE_SAVE_AS="{date:%Y-%m}.html",
    ).build()

    assert "d.html" not in build.paths
    assert {name: date for name, date in build.lastmods.items() if len(name) > len("a.html")} == {
        "tag/x.html": "2024-01-08T00:30:00Z",
        "tag/y.html": "2024-01-08T00:30:00Z",
        "tag/z.html": "2024-01-07",
        "category/one.html": "2024-01-08",
        "category/two.html": "2024-01-08T00:30:00Z",
        "category/three.html": "2022-01-01T20:00:00Z",
        "author/ada.html": "2024-01-08T00:30:00Z",
        **dict.fromkeys(
            ("tags.html", "categories.html", "authors.html", "archives.html"),
            "2024-01-08T00:30:00Z",
        ),
        "2024.html": "2024-01-08T00:30:00Z",
        "2023.html": "2024-01-07",
        "2022.html": "2022-01-01T20:00:00Z",
        "2024-01.html": "2024-01-08T00:30:00Z",
        "2023-05.html": "2024-01-07",
        "2022-01.html": "2022-01-01T20:00:00Z",
    }
    assert build.lastmods[""] == "2024-01-08T00:30:00Z"


def test_a_page_of_a_list_has_the_newest_date_of_that_page(make_blog: Callable[..., Blog]) -> None:
    content = {f"{n}.md": post(f"P{n}", f"Date: 2024-01-0{n}") for n in (1, 2, 3)}
    build = make_blog(
        content,
        {"paginated": True},
        DEFAULT_PAGINATION=1,
        DIRECT_TEMPLATES=["index", "blog"],
        PAGINATED_TEMPLATES={"index": None, "blog": None, "category": None},
        files={"theme/blog.html": "<title>All</title>"},
        THEME_TEMPLATES_OVERRIDES=["theme"],
    ).build()
    dates = {path: date for path, date in build.lastmods.items() if not path.startswith("p")}

    assert dates == {
        f"{name}{number}.html".replace("index.html", ""): f"2024-01-0{day}"
        for name in ("index", "blog", "category/misc")
        for number, day in (("", 3), ("2", 2), ("3", 1))
    }


def test_templates_that_list_nothing_have_no_date(make_blog: Callable[..., Blog]) -> None:
    build = make_blog(
        {"a.md": post("A", "Date: 2024-01-08"), "t.html": "<title>T</title>"},
        TEMPLATE_PAGES={"t.html": "t.html"},
        DIRECT_TEMPLATES=["index", "search"],
        files={"theme/search.html": "<title>Search</title>"},
        THEME_TEMPLATES_OVERRIDES=["theme"],
    ).build()

    assert {"t.html", "search.html"} <= build.paths
    assert {"t.html", "search.html"}.isdisjoint(build.lastmods)


WORDLESS = {
    "none.md": post("None"),
    "own.md": post("Own", "Date: 2024-01-08"),
    "both.md": post("Both", "Date: 2024-01-08", "Modified: 2024-02-09 10:00"),
    "modified.md": post("Modified", "Modified: 2024-02-09"),
    "pages/none.md": post("No date"),
}
OWN_WORDS = {
    "own.html": "2024-01-08",
    "both.html": "2024-02-09T10:00:00Z",
    "modified.html": "2024-02-09",
}


@pytest.mark.parametrize(
    ("default", "zone"),
    [
        ("fs", "UTC"),
        ("fs", "America/New_York"),
        ((2020, 1, 1), "UTC"),
        ((2020, 1, 1, 13, 30), "America/New_York"),
        ("2020-01-01", "America/New_York"),
        ("2020-01-01T13:30:00+05:00", "UTC"),
    ],
)
def test_a_default_date_is_not_the_pages_own_word(
    make_blog: Callable[..., Blog], default: Any, zone: str
) -> None:
    blog = make_blog(WORDLESS, DEFAULT_DATE=default, TIMEZONE=zone, **ONLY_CONTENT)
    touch(blog)
    build = blog.build()

    assert {"none.html", "pages/no-date.html"} <= build.paths
    assert build.lastmods == {
        **OWN_WORDS,
        "both.html": "2024-02-09T10:00:00Z" if zone == "UTC" else "2024-02-09T15:00:00Z",
    }


@pytest.mark.parametrize(
    ("layer", "method", "seconds"),
    [
        ("reader", "mtime", OLD),
        ("reader", "md5", int(OLD)),
        ("generator", "mtime", int(OLD)),
        ("generator", "md5", OLD),
    ],
)
def test_a_default_date_from_a_warm_cache_is_not_the_pages_own_word(
    make_blog: Callable[..., Blog], layer: str, method: str, seconds: float
) -> None:
    blog = make_blog(
        WORDLESS,
        DEFAULT_DATE="fs",
        CACHE_CONTENT=True,
        LOAD_CONTENT_CACHE=True,
        CONTENT_CACHING_LAYER=layer,
        CHECK_MODIFIED_METHOD=method,
        CACHE_PATH="cache",
        **ONLY_CONTENT,
    )
    touch(blog, seconds)
    cold = blog.build()
    warm = blog.build()
    # The same bytes, checked out again.
    touch(blog, seconds + 86_400)
    again = blog.build()

    assert cold.lastmods == warm.lastmods == again.lastmods == OWN_WORDS


@pytest.mark.report("DATE-09")
@pytest.mark.report("DATE-18")
@pytest.mark.report("DATE-19")
@pytest.mark.parametrize("settings", [{}, {"ARTICLE_URL": "{slug}/"}])
def test_dates_that_are_still_to_come_are_left_out(
    make_blog: Callable[..., Blog], settings: dict[str, str]
) -> None:
    tomorrow = datetime.now(timezone.utc) + timedelta(hours=20)
    content = {
        "a.md": post("A", "Date: 2999-01-01", "Modified: 2024-01-08"),
        "b.md": post("B", "Date: 2024-01-08", "Modified: 2999-01-01 10:00"),
        "c.md": post("C", "Date: 9999-12-31 23:59", "Timezone: America/New_York"),
        "d.md": post("D", f"Date: {tomorrow:%Y-%m-%d %H:%M}"),
    }
    build = make_blog(content, **settings, **ONLY_CONTENT).build()

    assert [date[:10] for _, date in sorted(build.lastmods.items())] == [
        *("2024-01-08", "2024-01-08"),
        f"{tomorrow:%Y-%m-%d}",
    ]
    assert build.warnings == [
        "c.md, b.md: has a date in the future, 9999-12-31 23:59:00-05:00; it is left out"
    ]


def test_sources_of_dates_and_their_form_can_be_chosen(make_blog: Callable[..., Blog]) -> None:
    content = {
        "a.md": post("A", "Date: 2024-01-08 23:30", "Modified: 2024-02-09 23:30"),
        "b.md": post("B", "Date: 2024-01-08 23:30"),
    }
    blog = make_blog(content, TIMEZONE="America/New_York", **ONLY_CONTENT)
    touch(blog)
    forms: dict[str, Any] = {
        "none": [],
        "published": ["published"],
        "mtime": ["mtime"],
        "days": None,
    }
    builds = {
        name: blog.build(SITEMAP_PLUS={"lastmod": given, "lastmod_format": "date"}).lastmods
        for name, given in forms.items()
    }
    utc = blog.build(SITEMAP_PLUS={"timezone": "UTC"}).lastmods

    assert builds["none"] == {}
    assert builds["published"] == {"a.html": "2024-01-09", "b.html": "2024-01-09"}
    assert builds["mtime"] == {"a.html": "2024-01-09", "b.html": "2024-01-09"}
    assert builds["days"] == {"a.html": "2024-02-10", "b.html": "2024-01-09"}
    assert utc == {"a.html": "2024-02-10T04:30:00Z", "b.html": "2024-01-09T04:30:00Z"}


MADE_UP = """
from datetime import datetime

from pelican import signals
from pelican.contents import Article

SOURCES = {"made": None, "found": "/nowhere/found.md"}

def add(generator):
    category = generator.articles[0].category
    for name, source in SOURCES.items():
        metadata = {"title": name, "date": datetime(2024, 1, 9), "category": category}
        generator.articles.append(
            Article("", metadata, generator.settings, source, generator.context)
        )

def register():
    signals.article_generator_pretaxonomy.connect(add)
"""


def test_content_without_a_source_file_is_dated_by_what_it_says(
    make_blog: Callable[..., Blog],
) -> None:
    build = make_blog(
        {"a.md": post("A", "Date: 2024-01-08")},
        files={"plugins/made_up.py": MADE_UP},
        PLUGIN_PATHS=["plugins"],
        PLUGINS=["made_up", "sitemap_plus"],
        DEFAULT_DATE="fs",
    ).run()

    assert build.lastmods["made.html"] == "2024-01-09"
    assert build.lastmods["found.html"] == "2024-01-09"
