from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitemap_plus import Page, Settings
from sitemap_plus.section_names import matching_rule, section_namer

MakeSettings = Callable[..., Settings]
PAGE = Page(url="https://ex.org/")


def by_path(settings: Settings, *paths: str) -> dict[str, str]:
    name_of = section_namer(settings, paths)
    return {path: name_of(path, PAGE) for path in paths}


def test_a_folder_is_a_section_if_anything_lies_in_it(settings_of: MakeSettings) -> None:
    assert by_path(
        settings_of(section_by="path"),
        "index.html",
        "about/",
        "about.html",
        "blog/",
        "blog.html",
        "blog/a/",
        "guide/part/a.html",
    ) == {
        "index.html": "main",
        "about/": "main",
        "about.html": "main",
        "blog/": "blog",
        "blog.html": "main",
        "blog/a/": "blog",
        "guide/part/a.html": "guide",
    }


def test_a_path_that_begins_with_a_slash_has_no_folder(settings_of: MakeSettings) -> None:
    assert by_path(settings_of(section_by="path"), "/a/b/") == {"/a/b/": "main"}


@pytest.mark.parametrize(
    ("folder", "name"),
    [
        ("Blog", "blog"),
        ("über uns", "uber-uns"),
        ("v1.2_x", "v1-2-x"),
        ("新闻", "xin-wen"),
        ("2024", "2024"),
        ("C++", "c"),
        ("...", "main"),
        ("Main", "main"),
        ("--a--", "a"),
    ],
)
def test_a_folders_name_is_made_fit_for_a_file(
    settings_of: MakeSettings, folder: str, name: str
) -> None:
    assert by_path(settings_of(section_by="path"), f"{folder}/a/") == {f"{folder}/a/": name}


@given(st.text(min_size=1, max_size=300) | st.sampled_from(["a" * 300, "新" * 250, "x y" * 100]))
def test_every_name_is_short_and_of_letters_digits_and_hyphens(
    settings_of: MakeSettings, title: str
) -> None:
    name_of = section_namer(settings_of(section_by="nav"), ())
    name = name_of("a/", Page(url="https://ex.org/a/", nav_section=title))
    assert re.fullmatch("[a-z0-9-]{1,100}", name)
    assert name_of("a/", Page(url="https://ex.org/a/", nav_section=name)) == name


def test_by_navigation_the_title_of_the_top_entry_names_it(settings_of: MakeSettings) -> None:
    name_of = section_namer(settings_of(section_by="nav"), ["a/b/"])
    assert name_of("a/b/", Page(url="u", nav_section="User &amp; Guide")) == "user-guide"
    assert name_of("a/b/", PAGE) == "main"


def test_by_kind_the_host_names_it(settings_of: MakeSettings) -> None:
    name_of = section_namer(settings_of(section_by="kind"), ["a/b/"])
    assert name_of("a/b/", Page(url="u", kind="articles")) == "articles"
    assert name_of("a/b/", PAGE) == "main"


def test_without_sections_everything_is_in_one(settings_of: MakeSettings) -> None:
    name_of = section_namer(settings_of(section_by="none"), ["a/b/"])
    assert name_of("a/b/", Page(url="u", kind="articles", nav_section="A")) == "main"


def test_the_first_rule_that_matches_the_path_or_the_source_takes_the_page(
    settings_of: MakeSettings,
) -> None:
    settings = settings_of(
        sections={
            "empty": {"priority": 0.5},
            "api": "/reference/",
            "notes": ["*.ipynb", "!kept.ipynb"],
            "all": "*",
        }
    )

    def name(path: str, source: str | None = None) -> str | None:
        rule = matching_rule(path, Page(url="u", source=source), settings)
        return rule and rule.name

    assert name("reference/a/") == "api"
    assert name("reference/a/", "a.ipynb") == "api"
    assert name("b/", "b.ipynb") == "notes"
    assert name("kept/", "kept.ipynb") == "all"
    assert name("index.html") == "all"
    assert matching_rule("a/", PAGE, settings_of()) is None
