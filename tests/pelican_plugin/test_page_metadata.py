"""What a page's own metadata ask for, in each form that Pelican reads."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.pelican_plugin.conftest import Blog, Build, post

ONLY_CONTENT: dict[str, Any] = {"DIRECT_TEMPLATES": [], "CATEGORY_SAVE_AS": ""}

LEFT_OUT = {
    "sitemap-false": "Sitemap: false",
    "sitemap-no": "sitemap: No",
    "sitemap-off": "SITEMAP: off",
    "sitemap-0": "Sitemap: 0",
    "private-true": "Private: True",
    "private-yes": "private: yes",
    "private-1": "Private: 1",
}
KEPT = {
    "nothing": "Sitemap:",
    "sitemap-yes": "Sitemap: yes",
    "sitemap-true": "Sitemap: True",
    "private-false": "Private: False",
    "private-no": "Private: no",
    "private-word": "Private: members",
    "private-empty": "Private:",
}
GOOD = {
    "comma": "Priority: 0,8",
    "zero": "Priority: 0",
    "one": "Sitemap_priority: 1",
    "own-first": "Priority: 0.2\nSitemap_priority: 0.6",
    "weekly": "Changefreq: Weekly",
    "never": "Sitemap_changefreq: NEVER",
}
BAD = {
    "high": ("Priority: high", "sitemap.priority: found 'high'"),
    "large": ("Sitemap_priority: 1.5", "sitemap.priority: found '1.5'"),
    "below": ("Priority: -0.2", "sitemap.priority: found '-0.2'"),
    "nan": ("Priority: nan", "sitemap.priority: found 'nan'"),
    "fortnightly": ("ChangeFreq: fortnightly", "sitemap.changefreq: found 'fortnightly'"),
    "friday": ("Sitemap_lastmod: Friday", "sitemap.lastmod: found 'Friday'"),
    "ten": ("Updated: 10", "updated: found '10'"),
    "section": ("Sitemap_section: Über uns/../x", "sitemap.section: found 'Über uns/../x'"),
    "maybe": ("Sitemap: maybe", "sitemap: found 'maybe'"),
    "twice": (
        "Lastmod: 2015-10-08\nLastmod: 2015-06-15",
        "lastmod: found ['2015-10-08', '2015-06-15']",
    ),
}


def found(warnings: list[str]) -> list[str]:
    """What was found where, without what would be right."""
    return sorted(warning.partition(", expected ")[0] for warning in warnings)


@pytest.fixture(scope="module")
def blog(make_blog: Callable[..., Blog]) -> Build:
    headers = {**LEFT_OUT, **KEPT, **GOOD, **{name: header for name, (header, _) in BAD.items()}}
    content = {
        f"{name}.md": post(name, "Date: 2024-01-08", f"Slug: {name}", header)
        for name, header in headers.items()
    }
    return make_blog(content, **ONLY_CONTENT).build()


@pytest.mark.report("META-07")
@pytest.mark.report("META-11")
@pytest.mark.report("META-09")
def test_words_for_yes_and_no_are_understood_in_any_case(blog: Build) -> None:
    assert blog.paths == {f"{name}.html" for name in (*KEPT, *GOOD, *BAD)}


@pytest.mark.report("META-01")
@pytest.mark.report("META-05")
@pytest.mark.report("META-06")
def test_priority_and_changefreq_are_read_under_new_and_old_names(blog: Build) -> None:
    assert blog.values("priority") == {
        "comma.html": "0.8",
        "zero.html": "0.0",
        "one.html": "1.0",
        "own-first.html": "0.6",
    }
    assert blog.values("changefreq") == {"weekly.html": "weekly", "never.html": "never"}


@pytest.mark.report("META-02")
@pytest.mark.report("META-03")
@pytest.mark.report("DATE-21")
def test_a_bad_value_is_one_warning_that_names_file_and_key(blog: Build) -> None:
    assert found(blog.warnings) == sorted(
        f"{name}.md: {problem}" for name, (_, problem) in BAD.items()
    )
    assert all(", expected " in warning for warning in blog.warnings)


def test_a_bad_value_costs_the_page_only_that_field(blog: Build) -> None:
    dates = blog.lastmods

    assert {name: dates[f"{name}.html"] for name in BAD} == dict.fromkeys(BAD, "2024-01-08")
    assert "sitemap-articles.xml" in blog.sections
    assert len(blog.sections) == 1


RST = """One
###

:date: 2024-01-08 10:30
:modified: 2024-02-09
:sitemap_priority: 0.4
:changefreq: daily

Text.
"""
HTML = """<html><head><title>Two</title>
<meta name="date" content="2024-01-08">
<meta name="sitemap_priority" content="0,3">
<meta name="Sitemap_lastmod" content="2024-03-04">
</head><body>Text.</body></html>
"""


def test_restructured_text_and_html_say_the_same(make_blog: Callable[..., Blog]) -> None:
    content = {
        "one.rst": RST,
        "out.rst": RST.replace("One", "Out").replace(":date:", ":private: True\n:date:"),
        "no.rst": RST.replace("One", "No ").replace(":date:", ":sitemap: no\n:date:"),
        "two.html": HTML,
        "off.html": HTML.replace("Two", "Off")
        .replace("sitemap_priority", "sitemap")
        .replace("0,3", "off"),
    }
    build = make_blog(content, **ONLY_CONTENT).build()

    assert build.paths == {"one.html", "two.html"}
    assert build.values("priority") == {"one.html": "0.4", "two.html": "0.3"}
    assert build.values("changefreq") == {"one.html": "daily"}
    assert build.lastmods == {"one.html": "2024-02-09", "two.html": "2024-03-04"}


YAML = {
    "typed.md": "sitemap:\n  priority: 0.8\n  changefreq: daily\n  lastmod: 2024-03-04",
    "number.md": "priority: 1\nlastmod: 2024-03-05 10:30:00",
    "odd.md": "sitemap:\n  priority: true\n  colour: red",
    "false.md": "sitemap: false",
    "private.md": "private: yes",
    "empty.md": "sitemap:\npriority: ~\nchangefreq: ''",
    "list.md": "lastmod: [2024-03-04, 2024-03-05]\nsitemap: [1, 2]",
    "early.md": "lastmod: 0001-01-01",
}


@pytest.mark.report("META-07")
@pytest.mark.report("META-09")
@pytest.mark.report("DATE-21")
def test_yaml_gives_mappings_and_types(make_blog: Callable[..., Blog]) -> None:
    content = {
        name: f"---\ntitle: x\nslug: '{name[:-3]}'\ndate: 2024-01-08\n{text}\n---\n\nText.\n"
        for name, text in YAML.items()
    }
    build = make_blog(content, PLUGINS=["yaml_metadata", "sitemap_plus"], **ONLY_CONTENT).run()

    assert build.exit_code == 0
    assert build.paths == {
        *("typed.html", "number.html", "odd.html", "empty.html", "list.html", "early.html")
    }
    assert build.values("priority") == {"typed.html": "0.8", "number.html": "1.0"}
    assert build.values("changefreq") == {"typed.html": "daily"}
    assert build.lastmods == {
        "typed.html": "2024-03-04",
        "number.html": "2024-03-05T10:30:00Z",
        **dict.fromkeys(("odd.html", "empty.html", "list.html", "early.html"), "2024-01-08"),
    }
    keys = "changefreq, images, lastmod, priority, section, sources"
    assert found(build.warnings) == [
        "list.md: lastmod: found [2024-03-04, 2024-03-05]",
        "list.md: sitemap: found [1, 2]",
        f"odd.md: sitemap.colour: no such key; known are {keys}",
        "odd.md: sitemap.priority: found True",
    ]


def test_a_path_can_give_metadata_too(make_blog: Callable[..., Blog]) -> None:
    build = make_blog(
        {
            "a.md": post("A", "Date: 2024-01-08"),
            "b.md": post("B", "Date: 2024-01-08"),
            "2024-05-06-c.md": post("C"),
        },
        EXTRA_PATH_METADATA={"a.md": {"sitemap_priority": 0.9}, "b.md": {"sitemap": False}},
        **ONLY_CONTENT,
    ).build()

    assert build.values("priority") == {"a.html": "0.9"}
    assert build.lastmods == {"a.html": "2024-01-08", "c.html": "2024-05-06"}
