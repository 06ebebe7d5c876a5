from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date, datetime
from typing import Any

import pytest

from sitemap_plus import Entry, Page, Plan

Transform = Callable[[Entry], Any]
PlanOf = Callable[..., Plan]
SITE = "https://ex.org/"


def locs(plan: Plan) -> list[str]:
    return [entry.loc.removeprefix(SITE) for entry in plan.entries]


def translated(*languages: str) -> list[Page]:
    urls = {language: f"{SITE}{language}/" for language in languages}
    return [
        Page(url=url, language=language, translations=tuple(urls.values()))
        for language, url in urls.items()
    ]


def test_without_a_transform_entries_are_as_they_are(plan_of: PlanOf) -> None:
    plan = plan_of(["a/", "b/"])
    assert locs(plan) == ["a/", "b/"]
    assert plan_of(["a/", "b/"], transform=lambda entry: entry).entries == plan.entries


def test_it_changes_what_is_written(plan_of: PlanOf, content_of: Callable[..., bytes]) -> None:
    def change(entry: Entry) -> Entry:
        return replace(
            entry,
            loc=entry.loc + "?v=ü&w",
            lastmod="2024-01-08T10:30:00Z",
            changefreq="Daily",
            priority="0,3",
            section="changed",
            alternates=[("pt_br", "https://other.org/ä/"), ("x-default", "https://ex.org/a/")],
        )

    plan = plan_of(["a/"], transform=change)
    assert plan.problems == ()
    assert plan.entries == (
        Entry(
            loc="https://ex.org/a/?v=%C3%BC&w",
            lastmod="2024-01-08T10:30:00Z",
            changefreq="daily",
            priority=0.3,
            alternates=(
                ("pt-BR", "https://other.org/%C3%A4/"),
                ("x-default", "https://ex.org/a/?v=%C3%BC&w"),
            ),
            section="changed",
        ),
    )
    assert b"<loc>https://ex.org/a/?v=%C3%BC&amp;w</loc>" in content_of(plan, "sitemap-changed.xml")


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (date(2024, 1, 8), "2024-01-08"),
        (datetime(2024, 1, 8, 10, 30), "2024-01-08T10:30:00Z"),
        ("8 January 2024", "2024-01-08"),
        ("2024-01-08T10:30:00+02:00", "2024-01-08T08:30:00Z"),
        (None, None),
    ],
)
def test_a_date_is_understood_as_that_of_a_page(
    plan_of: PlanOf, value: object, expected: str | None
) -> None:
    plan = plan_of(["a/"], transform=lambda entry: replace(entry, lastmod=value))
    assert [entry.lastmod for entry in plan.entries] == [expected]


def test_a_path_is_joined_to_the_sites_address(plan_of: PlanOf) -> None:
    plan = plan_of(["a/"], transform=lambda entry: replace(entry, loc="/b c/"))
    assert locs(plan) == ["b%20c/"]


def test_fields_can_be_taken_away(plan_of: PlanOf) -> None:
    pages = [
        replace(page, metadata={"sitemap": {"priority": 1, "changefreq": "daily"}})
        for page in translated("de", "en")
    ]
    nothing: dict[str, Any] = {"priority": None, "changefreq": None, "alternates": ()}
    plan = plan_of(pages, transform=lambda entry: replace(entry, **nothing))
    assert plan.entries == (
        Entry(loc=SITE + "de/"),
        Entry(loc=SITE + "en/"),
    )


def test_none_leaves_the_page_out(plan_of: PlanOf) -> None:
    plan = plan_of(["a/", "b/"], transform=lambda entry: None if "b/" in entry.loc else entry)
    assert locs(plan) == ["a/"]
    assert plan.problems == ()


def test_if_nothing_is_left_there_is_one_problem(plan_of: PlanOf) -> None:
    plan = plan_of(["a/", "b/"], transform=lambda _: None)
    assert plan.files == ()
    (problem,) = plan.problems
    assert "no page of https://ex.org/ is listed" in problem.message


def test_entries_are_sorted_by_what_they_became_and_no_address_is_there_twice(
    plan_of: PlanOf,
) -> None:
    moved = {"a/": "z/", "b/": "%7a/", "c/": "c/"}

    def move(entry: Entry) -> Entry:
        return replace(entry, loc=SITE + moved[entry.loc.removeprefix(SITE)])

    assert locs(plan_of(list(moved), transform=move)) == ["c/", "z/"]


def test_a_link_to_a_page_that_is_gone_goes_too(plan_of: PlanOf) -> None:
    plan = plan_of(
        translated("de", "en", "fr"),
        transform=lambda entry: None if "fr/" in entry.loc else entry,
        x_default="fr",
    )
    links = (("de", SITE + "de/"), ("en", SITE + "en/"))
    assert [entry.alternates for entry in plan.entries] == [links, links]


def test_one_language_that_is_left_needs_no_links(plan_of: PlanOf) -> None:
    plan = plan_of(
        translated("de", "en"),
        transform=lambda entry: None if "en/" in entry.loc else entry,
        x_default="de",
    )
    assert plan.entries == (Entry(loc=SITE + "de/"),)


def test_links_follow_a_page_that_moves(plan_of: PlanOf) -> None:
    def move(entry: Entry) -> Entry:
        return replace(entry, loc=SITE) if "en/" in entry.loc else entry

    plan = plan_of(translated("de", "en", "fr"), transform=move, x_default="en")
    links = (("de", SITE + "de/"), ("en", SITE), ("fr", SITE + "fr/"), ("x-default", SITE))
    assert {entry.loc: entry.alternates for entry in plan.entries} == dict.fromkeys(
        [SITE, SITE + "de/", SITE + "fr/"], links
    )


def test_links_follow_pages_that_change_places(plan_of: PlanOf) -> None:
    places = {SITE + "de/": SITE + "en/", SITE + "en/": SITE + "de/"}
    plan = plan_of(
        translated("de", "en"), transform=lambda entry: replace(entry, loc=places[entry.loc])
    )
    links = (("de", SITE + "en/"), ("en", SITE + "de/"))
    assert [entry.alternates for entry in plan.entries] == [links, links]


def test_a_link_to_a_page_that_became_another_one_goes(plan_of: PlanOf) -> None:
    def merge(entry: Entry) -> Entry:
        return replace(entry, loc=SITE + "de/") if "en/" in entry.loc else entry

    plan = plan_of(translated("de", "en", "fr"), transform=merge)
    links = (("de", SITE + "de/"), ("fr", SITE + "fr/"))
    assert [entry.alternates for entry in plan.entries] == [links, links]


def test_the_longest_address_is_one_that_a_page_could_have(plan_of: PlanOf) -> None:
    longest = SITE + "a" * (2047 - len(SITE))
    plan = plan_of(["a/"], transform=lambda entry: replace(entry, loc=longest))
    assert [entry.loc for entry in plan.entries] == [longest]


def test_where_it_raises_one_problem_names_it_and_the_pages_which_stay(plan_of: PlanOf) -> None:
    def shorten(entry: Entry) -> Entry:
        raise KeyError("title" if entry.loc.endswith("/5/") else "name")

    plan = plan_of([f"{n}/" for n in range(7)], transform=shorten)
    assert len(plan.entries) == 7
    assert {problem.level for problem in plan.problems} == {"warning"}
    assert [problem.where for problem in plan.problems] == [
        "https://ex.org/0/, https://ex.org/1/, https://ex.org/2/ and 3 more",
        "https://ex.org/5/",
    ]
    for problem, key in zip(plan.problems, ("name", "title"), strict=True):
        assert "shorten" in problem.message
        assert f"(KeyError: '{key}')" in problem.message


TOO_LONG = SITE + "a" * 2048


@pytest.mark.parametrize(
    ("field", "value", "expected"),
    [
        ("loc", None, "text"),
        ("loc", "", "text"),
        ("loc", "https://other.org/", "a URL below https://ex.org/"),
        ("loc", "https://ex.org:8443/", "a URL below https://ex.org/"),
        ("loc", "https:/ex.org/", "a URL below https://ex.org/ (it has no scheme"),
        ("loc", TOO_LONG, "a URL below https://ex.org/ of at most 2,047 characters"),
        ("lastmod", "2024-99-99", "a date such as"),
        ("lastmod", "Friday", "a date such as"),
        ("lastmod", "2099-01-01", "a date from 1970 to now"),
        ("lastmod", "1969-12-31T23:59:59Z", "a date from 1970 to now"),
        ("changefreq", "often", "one of always"),
        ("priority", 2, "a number from 0.0 to 1.0"),
        ("section", None, "a short name"),
        ("section", "../a", "a short name"),
        ("alternates", None, "a pair of a language code and an absolute URL"),
        ("alternates", [("de",)], "a pair of a language code and an absolute URL"),
        ("alternates", [["de", SITE]], "a pair of a language code and an absolute URL"),
        ("alternates", [("nonsense", SITE)], "a pair of a language code and an absolute URL"),
        ("alternates", [("de", "/de/")], "a pair of a language code and an absolute URL (it has"),
    ],
)
def test_a_value_that_no_entry_can_have_is_a_problem_and_the_entry_stays(
    plan_of: PlanOf, field: str, value: object, expected: str
) -> None:
    plan = plan_of(["a/"], transform=lambda entry: replace(entry, **{field: value}))
    assert plan.entries == (Entry(loc=SITE + "a/"),)
    (problem,) = plan.problems
    assert problem.where == SITE + "a/"
    assert f"failed ({field}" in problem.message
    assert f"expected {expected}" in problem.message


def test_all_wrong_values_of_an_entry_are_told(plan_of: PlanOf) -> None:
    plan = plan_of(["a/"], transform=lambda entry: replace(entry, priority=2, changefreq="often"))
    (problem,) = plan.problems
    assert "changefreq: found 'often', expected one of" in problem.message
    assert "; priority: found 2, expected a number from 0.0 to 1.0" in problem.message


@pytest.mark.parametrize("result", [True, "https://ex.org/", {"loc": "https://ex.org/"}, []])
def test_what_is_no_entry_is_a_problem(plan_of: PlanOf, result: object) -> None:
    plan = plan_of(["a/"], transform=lambda _: result)
    assert locs(plan) == ["a/"]
    (problem,) = plan.problems
    assert f"failed (found {result!r}, expected an Entry or None)" in problem.message


def test_a_transform_without_a_name_is_shown(plan_of: PlanOf) -> None:
    class Failing:
        def __call__(self, entry: Entry) -> Entry:
            raise RuntimeError("no")

        def __repr__(self) -> str:
            return "<my hook>"

    (problem,) = plan_of(["a/"], transform=Failing()).problems
    assert problem.message.startswith("the transform <my hook> failed (RuntimeError: no)")
