from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sitemap_plus import Page, Settings
from sitemap_plus.admission import Admission, admission_problems, admit

MakeSettings = Callable[..., Settings]
Admit = Callable[..., Admission]

ADDRESS = "its address is on another site or outside its folder"


@pytest.fixture
def admit_page(settings_of: MakeSettings, tmp_path: Path) -> Admit:
    """Decides on a page below https://ex.org/docs/, built from HTML if there is any."""

    def decide(
        url: str = "https://ex.org/docs/a/",
        html: str | None = None,
        options: dict[str, Any] | None = None,
        **page: Any,
    ) -> Admission:
        if html is not None:
            page["built_file"] = tmp_path / "a.html"
            page["built_file"].write_text(html)
        settings = settings_of(site_url_="https://ex.org/docs/", **(options or {}))
        return admit(Page(url=url, **page), settings)

    return decide


def test_a_page_is_listed_unless_something_speaks_against_it(admit_page: Admit) -> None:
    admission = admit_page("https://ex.org/docs/über/?a", html="<title>A</title>")
    assert admission.refusal is None
    assert admission.loc == "https://ex.org/docs/%C3%BCber/?a"
    assert admission.path == "über/"


@pytest.mark.report("MAT-02")
@pytest.mark.parametrize("url", ["None", "/docs/a/", "../a/", "", "https:/ex.org/docs/", "a.html"])
def test_what_is_no_absolute_url_is_never_listed(admit_page: Admit, url: str) -> None:
    admission = admit_page(url, source="a.md")
    assert admission.refusal == "its address is no absolute http or https URL"
    (problem,) = admission_problems([admission])
    assert (problem.level, problem.where) == ("warning", "a.md")


@pytest.mark.report("MAT-03")
@pytest.mark.parametrize(
    "url",
    [
        pytest.param("https://chat.ex.org/", marks=pytest.mark.report("EXC-18")),
        "http://ex.org/docs/a/",
        "https://ex.org:8443/docs/a/",
        "https://ex.org/",
        "https://ex.org/docs",
        "https://ex.org/docs/../secret/",
        "https://ex.org/docs/%2e%2e/secret/",
    ],
)
def test_an_address_outside_of_the_site_is_never_listed(admit_page: Admit, url: str) -> None:
    admission = admit_page(url, source="a.md")
    assert admission.refusal == ADDRESS
    (problem,) = admission_problems([admission])
    assert (problem.level, problem.where) == ("warning", "a.md")


def test_an_address_is_shorter_than_2048_characters(admit_page: Admit) -> None:
    longest = "https://ex.org/docs/" + "a" * (2047 - len("https://ex.org/docs/"))
    assert admit_page(longest).refusal is None
    assert admit_page(longest + "a").refusal == "its address has 2,048 characters or more"
    # It is the encoded address that counts.
    assert admit_page("https://ex.org/docs/" + "ü" * 400).refusal is not None


@pytest.mark.report("EXC-16")
@pytest.mark.report("DATE-18")
@pytest.mark.parametrize(
    "url",
    ["https://ex.org/docs/a/", "https://ex.org/docs/a.html", "https://de.ex.org/docs/a/", "de/a"],
)
def test_what_the_host_keeps_out_stays_out_without_a_word(admit_page: Admit, url: str) -> None:
    admission = admit_page(url, unlisted="it is a draft", metadata={"sitemap": True})
    assert admission.refusal == "it is a draft"
    assert admission_problems([admission]) == []


@pytest.mark.report("MAT-05")
def test_a_page_can_keep_itself_out(admit_page: Admit) -> None:
    admission = admit_page(metadata={"sitemap": "no"})
    assert admission.refusal == "its front matter says so"
    assert admission_problems([admission]) == []


@pytest.mark.report("EXC-09")
@pytest.mark.parametrize(
    "path",
    [
        "404.html",
        "404/",
        "404",
        "404/index.html",
        "de/404.html",
        "pt-BR/404/",
        "zh_Hans/404.html",
    ],
)
def test_a_hosts_error_page_is_not_listed(admit_page: Admit, path: str) -> None:
    assert admit_page(f"https://ex.org/docs/{path}").refusal == "it is the host's error page"


@pytest.mark.parametrize("path", ["errors/404/", "404-not-found/", "4040/", "a/404.html", "1404"])
def test_a_page_about_errors_is_listed(admit_page: Admit, path: str) -> None:
    assert admit_page(f"https://ex.org/docs/{path}").refusal is None


@pytest.mark.report("EXC-07")
def test_further_pages_of_a_list_are_listed_only_where_that_is_asked_for(
    admit_page: Admit,
) -> None:
    url = "https://ex.org/docs/index2.html"
    assert "the option paginated is off" in (admit_page(url, is_paginated=True).refusal or "")
    assert admit_page(url, is_paginated=True, options={"paginated": True}).refusal is None


@pytest.mark.parametrize(
    ("rules", "is_excluded"),
    [
        (["a/"], True),
        (["/a/"], True),
        (["*.md"], True),
        (["/guide/a.md"], True),
        (["*", "!a/"], False),
        (["docs/"], False),
        (["b/"], False),
        ([], False),
    ],
)
def test_rules_are_tried_on_the_path_and_on_the_source(
    admit_page: Admit, rules: list[str], is_excluded: bool
) -> None:
    admission = admit_page(source="guide/a.md", options={"exclude": rules})
    assert (admission.refusal is not None) is is_excluded
    assert admission_problems([admission]) == []


def test_the_home_page_can_be_excluded_by_its_files_name(admit_page: Admit) -> None:
    home = "https://ex.org/docs/"
    assert admit_page(home, options={"exclude": ["/index.html"]}).refusal is not None
    assert admit_page(home, options={"exclude": ["/a/index.html"]}).refusal is None


@pytest.mark.report("URL-17")
def test_a_page_that_was_not_written_is_not_listed(admit_page: Admit, tmp_path: Path) -> None:
    admission = admit_page(built_file=tmp_path / "missing.html")
    assert admission.refusal == "it was not written"
    assert admission_problems([admission]) == []


@pytest.mark.parametrize(
    ("html", "refusal"),
    [
        pytest.param(
            "<meta name=robots content='nofollow, NOINDEX'>",
            "it says noindex",
            marks=[pytest.mark.report("EXC-03"), pytest.mark.report("EXC-04")],
        ),
        ("<meta name=robots content=none>", "it says noindex"),
        pytest.param(
            "<link rel=canonical href=https://ex.org/docs/>",
            "its canonical link names another page",
            marks=pytest.mark.report("EXC-06"),
        ),
        (
            "<link rel=canonical href=https://other.org/docs/a/>",
            "its canonical link names another page",
        ),
        pytest.param(
            "<meta http-equiv=refresh content='0; url=../new/'><link rel=canonical href=../new/>",
            "it only sends its readers on to another page",
            marks=pytest.mark.report("EXC-08"),
        ),
        ("<meta http-equiv=refresh content='30'>", None),
        ("<meta http-equiv=refresh content='30; url=../a/'>", None),
        ("<meta name=googlebot content=noindex>", None),
        ("<link rel=canonical href=http://www.ex.org/docs/a/index.html>", None),
        ("<link rel=canonical href=/docs/a>", None),
        ("", None),
    ],
)
def test_a_built_page_has_its_say(admit_page: Admit, html: str, refusal: str | None) -> None:
    assert admit_page(html=html).refusal == refusal


@pytest.mark.report("EXC-05")
def test_each_cause_is_one_problem_that_names_three_pages(admit_page: Admit) -> None:
    tags = [
        admit_page(
            f"https://ex.org/docs/tag/{n}/",
            html="<meta name=robots content=noindex>",
            source=f"{n}.md",
        )
        for n in range(200)
    ]
    stub = admit_page(html="<meta http-equiv=refresh content='0; url=/docs/b/'>", source="stub.md")
    assert [str(problem) for problem in admission_problems([*tags, stub])] == [
        "0.md, 1.md, 2.md and 197 more: is not listed: it says noindex",
        "stub.md: is not listed: it only sends its readers on to another page",
    ]
    assert {problem.level for problem in admission_problems([*tags, stub])} == {"info"}


@pytest.mark.report("EXC-03")
def test_what_single_crawlers_are_told_is_told_to_the_user(admit_page: Admit) -> None:
    html = "<meta name=googlebot content=noindex><meta name=bingbot content=none>"
    (problem,) = admission_problems([admit_page(html=html, source="a.md")])
    assert problem.level == "info"
    assert str(problem) == "a.md: says noindex to bingbot, googlebot only, so it is listed"


def test_a_page_that_is_not_listed_is_not_said_to_be(admit_page: Admit) -> None:
    html = "<meta name=googlebot content=noindex><link rel=canonical href=/docs/b/>"
    (problem,) = admission_problems([admit_page(html=html)])
    assert problem.message == "is not listed: its canonical link names another page"


def test_a_wrong_value_is_told_also_of_a_page_that_is_not_listed(admit_page: Admit) -> None:
    admission = admit_page(unlisted="it is hidden", metadata={"sitemap": {"priority": "high"}})
    (problem,) = admission_problems([admission])
    assert problem.where == "https://ex.org/docs/a/: sitemap.priority"
