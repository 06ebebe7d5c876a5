"""Dates from Git beside all other dates of a site's pages, in what is written of them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from sitemap_plus import Page, PageDate, Plan

SITE = "https://ex.org/"
PlanOf = Callable[..., Plan]


@pytest.fixture
def page(repository: Any) -> Callable[..., Page]:
    """A page made from a file of the repository, whose name is its path."""

    def make(name: str, **fields: Any) -> Page:
        file = repository.root / name
        return Page(url=SITE + name, source=name, source_file=file, **fields)

    return make


def dates(plan: Plan) -> dict[str, str | None]:
    return {entry.loc.removeprefix(SITE): entry.lastmod for entry in plan.entries}


def sources(plan: Plan) -> dict[str, str | None]:
    return {each.page: each.source for each in plan.dates}


def test_git_dates_what_does_not_date_itself(
    repository: Any, page: Callable[..., Page], plan_of: PlanOf
) -> None:
    repository.commit("2024-01-08", {"a": "1", "b": "1", "c": "1", "d": "1"})
    plan = plan_of(
        [
            page("a"),
            page("b", metadata={"lastmod": date(2023, 5, 1)}),
            page("c", metadata={"date": date(2023, 5, 1)}),
            page("d", metadata={"date": date(2024, 2, 1)}),
        ]
    )
    assert dates(plan) == {
        "a": "2024-01-08T12:00:00Z",
        "b": "2023-05-01",
        "c": "2024-01-08T12:00:00Z",
        "d": "2024-02-01",
    }
    assert sources(plan) == {"a": "git", "b": "metadata", "c": "git", "d": "published"}
    assert plan.problems == ()


@pytest.mark.report("DATE-22")
def test_the_order_of_the_sources_can_be_turned_round(
    repository: Any, page: Callable[..., Page], plan_of: PlanOf
) -> None:
    repository.commit("2024-01-08", {"a": "1"})
    old = page("a", metadata={"lastmod": date(2020, 10, 6)})
    assert dates(plan_of([old])) == {"a": "2020-10-06"}
    assert dates(plan_of([old], lastmod=["git", "metadata"])) == {"a": "2024-01-08T12:00:00Z"}


def test_git_is_not_started_where_nothing_is_left_for_it(
    repository: Any,
    page: Callable[..., Page],
    plan_of: PlanOf,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    repository.commit("2024-01-08", {"a": "1"})
    trace = tmp_path / "trace"
    monkeypatch.setenv("GIT_TRACE2_EVENT", str(trace))
    plan_of([page("a", metadata={"lastmod": date(2023, 5, 1)})])
    plan_of([page("a")], lastmod=["metadata", "published"])
    plan_of([Page(url=SITE + "made/")])
    assert not trace.exists()
    plan_of([page("a")])
    assert trace.exists()


def test_a_list_page_changes_with_its_own_file_and_with_what_it_lists(
    repository: Any, page: Callable[..., Page], plan_of: PlanOf
) -> None:
    repository.commit("2024-01-01", {"blog": "1", "news": "1", "said": "1", "post": "1"})
    repository.commit("2024-02-01", {"post": "2"})
    repository.commit("2024-03-01", {"news": "2"})
    lists = (SITE + "post",)
    plan = plan_of(
        [
            page("post"),
            page("blog", lists=lists),
            page("news", lists=lists),
            page("said", lists=lists, metadata={"lastmod": date(2023, 1, 1)}),
            Page(url=SITE + "tag/", lists=lists),
        ]
    )
    assert dates(plan) == {
        "blog": "2024-02-01T12:00:00Z",
        "news": "2024-03-01T12:00:00Z",
        "post": "2024-02-01T12:00:00Z",
        "said": "2023-01-01",
        "tag/": "2024-02-01T12:00:00Z",
    }
    assert sources(plan) == {
        "blog": "lists",
        "news": "git",
        "post": "git",
        "said": "metadata",
        SITE + "tag/": "lists",
    }


def test_the_plan_says_what_dated_each_page_and_counts_it(
    repository: Any, page: Callable[..., Page], plan_of: PlanOf
) -> None:
    repository.commit("2024-01-08", {"a": "1", "b": "1"})
    pages = [page("a"), page("b"), page("c", metadata={"date": "2023-05-01"}), Page(url=SITE)]
    plan = plan_of(pages, lastmod_format="date")
    assert plan.dates == (
        PageDate(page=SITE, lastmod=None, source=None),
        PageDate(page="a", lastmod="2024-01-08", source="git"),
        PageDate(page="b", lastmod="2024-01-08", source="git"),
        PageDate(page="c", lastmod="2023-05-01", source="published"),
    )
    assert [str(each) for each in plan.dates] == [
        "https://ex.org/: no lastmod",
        "a: lastmod 2024-01-08 from git",
        "b: lastmod 2024-01-08 from git",
        "c: lastmod 2023-05-01 from published",
    ]
    assert plan.summary_of_dates == "lastmod: 2 from git, 1 from published, 1 without"


def test_a_site_without_pages_has_no_dates(plan_of: PlanOf) -> None:
    assert plan_of([]).summary_of_dates == "lastmod: no page"
