from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime, timezone
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitemap_plus import Entry, Page, Settings
from sitemap_plus.entries import Listing, list_entries

MakeSettings = Callable[..., Settings]
List = Callable[..., Listing]
UTC = timezone.utc
SITE = "https://ex.org/"


@pytest.fixture(scope="session")
def list_pages(settings_of: MakeSettings, now: datetime) -> List:
    def make(*pages: Page, **changes: Any) -> Listing:
        return list_entries(pages, settings_of(**changes), now)

    return make


def page(path: str, **fields: Any) -> Page:
    return Page(url=SITE + path, **fields)


def paths(listing: Listing) -> list[str]:
    return [entry.loc.removeprefix(SITE) for entry in listing.entries]


def lastmods(listing: Listing) -> dict[str, str | None]:
    return {entry.loc.removeprefix(SITE): entry.lastmod for entry in listing.entries}


def left_out(listing: Listing) -> dict[str, str]:
    return {each.page.url.removeprefix(SITE): each.reason for each in listing.left_out}


def told(listing: Listing) -> list[str]:
    return [f"{problem.level} {problem}" for problem in listing.problems]


@pytest.mark.report("URL-26")
def test_every_page_is_listed_however_deep_and_wherever_in_the_navigation(
    list_pages: List,
) -> None:
    deep = [page("a/" * depth, nav_section=None if depth % 2 else "A") for depth in range(9)]
    assert len(list_pages(*deep).entries) == 9


@pytest.mark.report("BLD-09")
@given(st.permutations(["", "a/", "a-b/", "a.html", "A/", "%C3%A4/", "b/", "?q=1"]))
def test_entries_are_sorted_by_their_address_whatever_the_order_of_the_pages(
    list_pages: List, order: list[str]
) -> None:
    same_date = {"date": date(2024, 1, 8)}
    listing = list_pages(*(page(path, metadata=same_date) for path in order))
    assert paths(listing) == sorted(order)


@pytest.mark.report("MAT-06")
def test_an_address_stays_as_the_host_wrote_it(list_pages: List) -> None:
    written = [
        "notes%20%28v1%29/",
        "it%27s%2C%20ok%402x%3D1/",
        "plus%2Bx/",
        "tilde~x/",
        "%C3%BCber/",
        "a(b)'c,d@e=f+g%7Eh/",
    ]
    assert set(paths(list_pages(*map(page, written)))) == set(written)


@pytest.mark.report("ENC-02")
@pytest.mark.report("ENC-03")
def test_pages_are_encoded_once_wherever_their_address_came_from(list_pages: List) -> None:
    listing = list_pages(
        page("%C3%BCber/"), page("zh/测试/"), extra_urls=["/größe/", "gr%C3%B6%C3%9Fer/"]
    )
    assert set(paths(listing)) == {
        "%C3%BCber/",
        "zh/%E6%B5%8B%E8%AF%95/",
        "gr%C3%B6%C3%9Fe/",
        "gr%C3%B6%C3%9Fer/",
    }


@pytest.mark.parametrize(
    "other",
    ["%C3%BC/", "%c3%bc/", "ü/#top", "./ü/", "a/../ü/", "%2E/%C3%BC/"],
)
def test_two_spellings_of_one_address_are_one_entry_the_first(list_pages: List, other: str) -> None:
    first, second = page("ü/", source="first.md"), page(other, source="second.md")
    listing = list_pages(first, second)
    assert paths(listing) == ["%C3%BC/"]
    assert left_out(listing) == {other: "another page has the same address"}
    assert listing.problems == ()


def test_of_two_spellings_the_one_that_may_be_listed_is(list_pages: List) -> None:
    listing = list_pages(page("a/", unlisted="it is a draft"), Page(url="https://EX.org:443/a/"))
    assert [entry.loc for entry in listing.entries] == ["https://EX.org:443/a/"]


def test_an_entry_holds_what_page_section_and_site_ask_for(list_pages: List) -> None:
    listing = list_pages(
        page("a/", metadata={"sitemap": {"priority": 0, "changefreq": "never", "section": "own"}}),
        page("blog/b/"),
        page("blog/c/", metadata={"sitemap": {"section": "blog"}, "lastmod": "2024-01-08"}),
        page("d/"),
        sections={"blog": {"match": "/blog/b/", "priority": 0.9, "changefreq": "daily"}},
        priority=0.5,
        changefreq="weekly",
    )
    assert listing.entries == (
        Entry(loc=SITE + "a/", changefreq="never", priority=0.0, section="own"),
        Entry(loc=SITE + "blog/b/", changefreq="daily", priority=0.9, section="blog"),
        Entry(
            loc=SITE + "blog/c/",
            lastmod="2024-01-08",
            changefreq="daily",
            priority=0.9,
            section="blog",
        ),
        Entry(loc=SITE + "d/", changefreq="weekly", priority=0.5, section="main"),
    )


def test_the_first_of_two_rules_for_a_section_says_what_it_gets(list_pages: List) -> None:
    listing = list_pages(
        page("new/"),
        page("old/"),
        sections={"news": {"match": ["/new/"], "priority": 0.9}, "main": {"priority": 0.1}},
    )
    assert [(entry.section, entry.priority) for entry in listing.entries] == [
        ("news", 0.9),
        ("main", 0.1),
    ]


def test_a_section_that_is_turned_off_is_not_listed_whoever_put_a_page_into_it(
    list_pages: List,
) -> None:
    listing = list_pages(
        page("blog/"),
        page("blog/a/"),
        page("a/", metadata={"sitemap": {"section": "blog"}}),
        page("b/"),
        sections={"blog": False, "main": True},
    )
    assert paths(listing) == ["b/"]
    assert left_out(listing) == dict.fromkeys(
        ["blog/", "blog/a/", "a/"], "its section is not listed"
    )


def test_a_folder_whose_pages_are_all_left_out_is_no_section(list_pages: List) -> None:
    listing = list_pages(page("blog/"), page("blog/a/", unlisted="it is a draft"))
    assert [entry.section for entry in listing.entries] == ["main"]


def test_extra_urls_are_pages_with_what_the_settings_say_of_them(list_pages: List) -> None:
    listing = list_pages(
        page("a/", metadata={"lastmod": "2024-01-08"}),
        extra_urls=[
            "/legacy/",
            "a/",
            "404.html",
            "drafts/b/",
            {"loc": "app/c/", "lastmod": "2024-01-08 10:30", "priority": 0, "section": "apps"},
        ],
        exclude=["drafts/"],
    )
    assert listing.entries == (
        Entry(loc=SITE + "a/", lastmod="2024-01-08"),
        Entry(loc=SITE + "app/c/", lastmod="2024-01-08T10:30:00Z", priority=0.0, section="apps"),
        Entry(loc=SITE + "legacy/"),
    )
    assert left_out(listing) == {
        "a/": "another page has the same address",
        "404.html": "it is the host's error page",
        "drafts/b/": "a rule of the option exclude matches it",
    }


@pytest.mark.report("ENC-05")
def test_a_query_stays_as_it_is(list_pages: List) -> None:
    assert paths(list_pages(extra_urls=["https://ex.org/list?page=1&sort=a"])) == [
        "list?page=1&sort=a"
    ]


def test_the_form_of_dates_is_the_settings_choice(list_pages: List) -> None:
    pages = [
        page("a/", metadata={"lastmod": "2024-01-08"}),
        page("b/", metadata={"lastmod": datetime(2024, 1, 8, 10, 30)}),
    ]
    assert lastmods(list_pages(*pages, timezone="Europe/Vienna")) == {
        "a/": "2024-01-08",
        "b/": "2024-01-08T09:30:00Z",
    }
    assert lastmods(list_pages(*pages, lastmod_format="date")) == {
        "a/": "2024-01-08",
        "b/": "2024-01-08",
    }


@pytest.mark.report("DATE-05")
def test_a_list_page_has_the_newest_date_of_what_it_lists_and_never_the_clocks(
    list_pages: List,
) -> None:
    listing = list_pages(
        page("a/", metadata={"date": date(2024, 1, 8)}),
        page("b/", metadata={"date": datetime(2024, 3, 1, 9, 30)}),
        page("c/", metadata={"date": date(2024, 5, 1)}, unlisted="it is a draft"),
        page("tag/x/", lists=(SITE + "a/", SITE + "b/", SITE + "c/", SITE + "gone/")),
        page("tag/y/", lists=("https://EX.org/%61/",)),
        page("tag/z/", lists=(SITE + "gone/",)),
        page("tag/own/", lists=(SITE + "b/",), metadata={"lastmod": date(2023, 1, 1)}),
        page("tags/", lists=()),
    )
    assert lastmods(listing) == {
        "a/": "2024-01-08",
        "b/": "2024-03-01T09:30:00Z",
        "tag/x/": "2024-03-01T09:30:00Z",
        "tag/y/": "2024-01-08",
        "tag/z/": None,
        "tag/own/": "2023-01-01",
        "tags/": None,
    }


def test_a_list_page_is_dated_also_by_pages_whose_section_is_not_listed(list_pages: List) -> None:
    listing = list_pages(
        page("notes/a/", metadata={"date": date(2024, 1, 8)}),
        page("tags/", lists=(SITE + "notes/a/",)),
        sections={"notes": False},
    )
    assert lastmods(listing) == {"tags/": "2024-01-08"}


def test_without_sources_no_list_page_gets_a_date_either(list_pages: List) -> None:
    listing = list_pages(
        page("a/", metadata={"date": date(2024, 1, 8)}),
        page("tags/", lists=(SITE + "a/",)),
        lastmod=[],
    )
    assert lastmods(listing) == {"a/": None, "tags/": None}


@pytest.mark.report("DATE-27")
def test_each_language_has_the_date_of_its_own_file(list_pages: List) -> None:
    listing = list_pages(
        page(
            "a/", language="en", translations=(SITE + "de/a/",), metadata={"updated": "2023-01-01"}
        ),
        page(
            "de/a/", language="de", translations=(SITE + "a/",), metadata={"updated": "2024-01-08"}
        ),
    )
    assert lastmods(listing) == {"a/": "2023-01-01", "de/a/": "2024-01-08"}


@pytest.mark.report("DATE-09")
def test_dates_in_the_future_are_one_warning(list_pages: List) -> None:
    pages = [page(f"{n}/", source=f"{n}.md", metadata={"date": "2099-01-01"}) for n in range(5)]
    listing = list_pages(*pages)
    assert set(lastmods(listing).values()) == {None}
    assert told(listing) == [
        "warning 0.md, 1.md, 2.md and 2 more: has a date in the future, 2099-01-01; it is left out"
    ]


@pytest.mark.report("DATE-11")
@pytest.mark.report("DATE-13")
def test_dates_before_1970_are_one_note(list_pages: List) -> None:
    listing = list_pages(
        page("a/", source="a.md", metadata={"lastmod": date(1900, 1, 1)}),
        page("b/", source="b.md", metadata={"date": "1927-09-08"}),
        page("c/", source="c.md", metadata={"lastmod": date(1900, 1, 1), "date": "2024-01-08"}),
    )
    assert lastmods(listing) == {"a/": None, "b/": None, "c/": "2024-01-08"}
    (note,) = told(listing)
    assert note.startswith("info a.md, b.md, c.md: has a date before 1970, 1900-01-01")


@pytest.mark.report("I18N-05")
def test_translations_are_linked_below_the_sites_folder(list_pages: List) -> None:
    bench = "https://ex.org/bench/"
    listing = list_pages(
        Page(url=bench, language="en", translations=(f"{bench}zh/",)),
        Page(url=f"{bench}zh/", language="zh", translations=(bench,)),
        site_url_=bench,
        default_language_="en",
    )
    links = (("en", bench), ("zh", f"{bench}zh/"), ("x-default", bench))
    assert [entry.alternates for entry in listing.entries] == [links, links]


def two_languages(**german: Any) -> list[Page]:
    return [
        page("a/", language="en", translations=(SITE + "de/ä/",)),
        page("de/ä/", **{"language": "de", "translations": (SITE + "a/",), **german}),
    ]


def alternates(listing: Listing) -> list[tuple[tuple[str, str], ...]]:
    return [entry.alternates for entry in listing.entries]


def test_translations_are_found_in_whatever_spelling(list_pages: List) -> None:
    links = (("de", SITE + "de/%C3%A4/"), ("en", SITE + "a/"))
    assert alternates(list_pages(*two_languages())) == [links, links]
    assert alternates(list_pages(*two_languages(translations=()))) == [links, links]
    respelled = page("a/", language="en", translations=("https://EX.org:443/de/x/../%c3%a4/",))
    assert alternates(list_pages(respelled, two_languages(translations=())[1])) == [links, links]


@pytest.mark.parametrize(
    "german",
    [
        {"unlisted": "it is a draft"},
        {"metadata": {"sitemap": False}},
        {"metadata": {"sitemap": {"section": "off"}}},
        {"language": None},
        {"built_file": Path("missing.html")},
    ],
)
def test_no_link_leads_to_a_page_that_is_not_listed(
    list_pages: List, german: dict[str, Any]
) -> None:
    listing = list_pages(*two_languages(**german), sections={"off": False})
    assert not any(alternates(listing))
    assert listing.problems == ()


@pytest.mark.report("MAT-02")
@pytest.mark.parametrize("url", ["../de/a/", "None", "", "https:/ex.org/", "http://["])
def test_a_link_of_the_host_that_is_no_address_is_passed_over(list_pages: List, url: str) -> None:
    listing = list_pages(
        page("a/", language="en", translations=(url, SITE + "de/a/"), lists=(url, SITE + "de/a/")),
        page("de/a/", language="de", translations=(url,), metadata={"date": "2024-01-08"}),
    )
    links = (("de", SITE + "de/a/"), ("en", SITE + "a/"))
    assert alternates(listing) == [links, links]
    assert lastmods(listing) == {"a/": "2024-01-08", "de/a/": "2024-01-08"}


@pytest.mark.parametrize(
    ("x_default", "host_default", "problems"),
    [
        ("fr", "en", ["warning x_default: no listed page has the language 'fr'"]),
        ("de", "en", []),
        (True, "fr", []),
        (False, "fr", []),
        ("fr", "fr", []),
    ],
)
def test_only_a_default_that_the_user_has_named_has_to_be_a_pages_language(
    list_pages: List, x_default: object, host_default: str, problems: list[str]
) -> None:
    pages = two_languages()
    options = {"x_default": x_default, "default_language_": host_default}
    assert told(list_pages(*pages, **options)) == problems
    assert told(list_pages(*pages, **options, alternates=False)) == []


def test_a_translation_that_is_not_listed_is_looked_for_in_every_spelling_of_its_address(
    list_pages: List,
) -> None:
    german = {"translations": (SITE + "en/x/", SITE + "A/../a/", SITE + "de/ä/")}
    links = (("de", SITE + "de/%C3%A4/"), ("en", SITE + "a/"))
    pages = [page("a/", language="en"), *two_languages(**german)[1:]]
    assert alternates(list_pages(*pages)) == [links, links]


def test_language_links_can_be_turned_off(list_pages: List) -> None:
    pages = two_languages(language="nonsense")
    assert alternates(list_pages(*pages, alternates=False)) == [(), ()]
    assert list_pages(*pages, alternates=False).problems == ()
    assert told(list_pages(*pages)) == [
        (
            "warning https://ex.org/de/ä/: has the language 'nonsense', which is no code "
            "such as en or pt-BR; it gets no language links"
        )
    ]


@pytest.mark.report("MAT-10")
@pytest.mark.parametrize(
    ("home", "options", "reason"),
    [
        ({"metadata": {"sitemap": False}}, {}, "its front matter says so"),
        ({}, {"exclude": ["/index.html"]}, "a rule of the option exclude matches it"),
        ({}, {"sections": {"main": False}}, "its section is not listed"),
    ],
)
def test_a_theme_that_misses_the_home_page_is_worth_a_warning(
    list_pages: List, home: dict[str, Any], options: dict[str, Any], reason: str
) -> None:
    pages = page("", source="index.md", **home), page("guide/"), page("guide/a/")
    listing = list_pages(*pages, **options)
    (warning,) = told(listing)
    assert warning.startswith(f"warning index.md: is the home page and not listed: {reason}; ")
    assert told(list_pages(*pages, **options, sitemap_xml_="alone")) == [warning]
    assert told(list_pages(*pages, **options, sitemap_xml="index")) == []


def test_a_home_page_that_is_listed_under_another_name_is_not_missed(list_pages: List) -> None:
    listing = list_pages(page("", unlisted="it is a copy"), page("index.html"))
    assert paths(listing) == ["index.html"]
    assert listing.problems == ()


def test_what_is_left_out_is_told_with_the_reason(list_pages: List) -> None:
    listing = list_pages(
        page("a/"),
        page("a/"),
        page("b/", unlisted="it is a draft"),
        page("404.html"),
        Page(url="nowhere"),
    )
    assert paths(listing) == ["a/"]
    assert left_out(listing) == {
        "a/": "another page has the same address",
        "b/": "it is a draft",
        "404.html": "it is the host's error page",
        "nowhere": "its address is no absolute http or https URL",
    }


@given(
    st.lists(
        st.builds(
            page,
            st.sampled_from(["a/", "b/", "%61/", "de/a/", "404.html", "../x"])
            | st.text(max_size=9),
            unlisted=st.sampled_from([None, None, None, "it is a draft"]),
            language=st.sampled_from([None, "en", "de", "x y"]),
            translations=st.lists(st.sampled_from([SITE + "a/", SITE + "b/", "x"])).map(tuple),
            metadata=st.dictionaries(st.sampled_from(["date", "sitemap"]), st.text(max_size=9)),
        ),
        max_size=12,
    )
)
def test_each_page_is_listed_or_left_out_and_no_address_is_there_twice(
    list_pages: List, pages: list[Page]
) -> None:
    listing = list_pages(*pages)
    assert len(listing.entries) + len(listing.left_out) == len(pages)
    locs = [entry.loc for entry in listing.entries]
    assert locs == sorted(set(locs))
    for entry in listing.entries:
        assert {href for _, href in entry.alternates} <= set(locs)
