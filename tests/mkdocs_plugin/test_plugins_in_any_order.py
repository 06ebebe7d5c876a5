"""Each plugin of others alone, listed before ours and after ours, and many of them together.

The sites are in repositories: what a plugin has made up gets no date, and no note each.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest

from tests.mkdocs_plugin.conftest import is_installed

COMMITTED = "2024-01-08T12:00:00Z"
DOCS = {
    "index.md": "# Home\n\nText.\n",
    "about.md": "# About\n",
    "guide/a.md": "---\nlastmod: 2024-02-03\n---\n# A\n",
}
DATES = {"": COMMITTED, "about/": COMMITTED, "guide/a/": "2024-02-03"}
NAV = ["index.md", "about.md", "guide/a.md"]


@dataclass(frozen=True, kw_only=True)
class Case:
    """A plugin of others, a site that needs it, and what is listed of it."""

    distribution: str
    plugins: Sequence[Any]
    docs: Mapping[str, str] = field(default_factory=dict)
    files: Mapping[str, str] = field(default_factory=dict)
    settings: Mapping[str, Any] = field(default_factory=dict)
    dates: Mapping[str, str | None] = field(default_factory=dict)
    """Of the pages that are listed besides the usual ones. None: listed without a date."""
    warnings: Sequence[str] = ()
    """What the plugin itself warns of, whatever else is there."""


NOTEBOOK = {
    "cells": [{"cell_type": "markdown", "id": "a", "metadata": {}, "source": ["# N"]}],
    "metadata": {
        "kernelspec": {"name": "python3", "display_name": "Python", "language": "python"},
        "language_info": {"name": "python"},
    },
    "nbformat": 4,
    "nbformat_minor": 5,
}
GENERATE = """
import mkdocs_gen_files

for name in ("api/x.md", "api/y.md"):
    with mkdocs_gen_files.open(name, "w") as page:
        page.write("# Made\\n")
"""
MATERIAL = {"theme": {"name": "material", "font": False}}
POST = """---
date: 2024-03-0{day}
categories: [News]
authors: [ann]
tags: [first]
draft: {draft}
---
# Post {day}

Text.

<!-- more -->
"""
BLOG = {
    "blog/index.md": "# Blog\n",
    "blog/.authors.yml": "authors: {ann: {name: Ann, description: x, avatar: https://ex.org/a.png}}",
    "tags.md": "# Tags\n\n<!-- material/tags -->\n",
    "guide/.meta.yml": "sitemap:\n  priority: 0.3\n",
    **{
        f"blog/posts/{day}.md": POST.format(day=day, draft="true" if day == 4 else "false")
        for day in range(1, 5)
    },
}

CASES = {
    "material": Case(
        distribution="mkdocs-material",
        plugins=[
            "search",
            "meta",
            "tags",
            {"privacy": {"assets": False}},
            {"social": {"cards": False}},
            {"blog": {"pagination_per_page": 2, "authors_profiles": True}},
        ],
        docs=BLOG,
        settings=MATERIAL,
        dates={
            "tags/": COMMITTED,
            "blog/": "2024-03-03",
            **{f"blog/2024/03/0{day}/post-{day}/": f"2024-03-0{day}" for day in (1, 2, 3)},
            "blog/archive/2024/": "2024-03-03",
            "blog/category/news/": "2024-03-03",
            "blog/author/ann/": "2024-03-03",
        },
    ),
    "redirects": Case(
        distribution="mkdocs-redirects",
        plugins=[{"redirects": {"redirect_maps": {"old.md": "about.md"}}}],
    ),
    "gen-files": Case(
        distribution="mkdocs-gen-files",
        plugins=[{"gen-files": {"scripts": ["generate.py"]}}],
        files={"generate.py": GENERATE},
        dates={"api/x/": None, "api/y/": None},
    ),
    "literate-nav": Case(
        distribution="mkdocs-literate-nav",
        plugins=["literate-nav"],
        docs={"SUMMARY.md": "* [H](index.md)\n* [A](about.md)\n* [G](guide/a.md)\n"},
    ),
    "section-index": Case(
        distribution="mkdocs-section-index",
        plugins=["section-index"],
        docs={"guide/index.md": "# Guide\n"},
        settings={"nav": ["index.md", "about.md", {"Guide": ["guide/index.md", "guide/a.md"]}]},
        dates={"guide/": COMMITTED},
        warnings=["section-index plugin couldn't detect a supported theme"],
    ),
    "awesome-nav": Case(
        distribution="mkdocs-awesome-nav",
        plugins=["awesome-nav"],
        docs={".nav.yml": "nav:\n  - index.md\n  - '*'\n"},
    ),
    "awesome-nav of another name": Case(
        distribution="mkdocs-awesome-nav",
        plugins=[{"awesome-nav": {"filename": "menu.md"}}],
        docs={"menu.md": "nav:\n  - index.md\n  - '*'\n"},
    ),
    "awesome-pages": Case(
        distribution="mkdocs-awesome-pages-plugin",
        plugins=["awesome-pages"],
        docs={".pages": "nav:\n  - index.md\n  - ...\n"},
    ),
    "awesome-pages of another name": Case(
        distribution="mkdocs-awesome-pages-plugin",
        plugins=[{"awesome-pages": {"filename": "menu.md"}}],
        docs={"menu.md": "nav:\n  - index.md\n  - ...\n"},
    ),
    "macros": Case(
        distribution="mkdocs-macros-plugin",
        plugins=["macros"],
        docs={"macro.md": "# {{ config.site_name }}\n"},
        dates={"macro/": COMMITTED},
    ),
    "mkdocs-jupyter": Case(
        distribution="mkdocs-jupyter",
        plugins=["mkdocs-jupyter"],
        docs={"book.ipynb": json.dumps(NOTEBOOK), "script.py": "# %% [markdown]\n# # Script\n"},
        dates={"book/": COMMITTED, "script/": COMMITTED},
    ),
    "rss": Case(
        distribution="mkdocs-rss-plugin",
        plugins=[{"rss": {"use_git": False, "date_from_meta": {"as_creation": "date"}}}],
    ),
    "git-revision-date-localized": Case(
        distribution="mkdocs-git-revision-date-localized-plugin",
        # Where it knows no date it gives that of the build, which is none for us.
        plugins=[{"git-revision-date-localized": {"fallback_to_build_date": True}}],
    ),
    "monorepo": Case(
        distribution="mkdocs-monorepo-plugin",
        plugins=["monorepo"],
        files={
            "sub/mkdocs.yml": "site_name: sub\nnav:\n  - Sub: index.md\n",
            "sub/docs/index.md": "# Sub\n",
        },
        settings={"nav": [*NAV, {"Sub": "!include ./sub/mkdocs.yml"}]},
        dates={"sub/": COMMITTED},
    ),
    "minify": Case(
        distribution="mkdocs-minify-plugin",
        plugins=[{"minify": {"minify_html": True}}],
    ),
    "print-site": Case(
        distribution="mkdocs-print-site-plugin",
        plugins=["print-site"],
        settings=MATERIAL,
        warnings=["[mkdocs-print-site] 'print-site' should be defined as the *last* plugin"],
    ),
    "exclude": Case(
        distribution="mkdocs-exclude",
        plugins=[{"exclude": {"glob": ["secret*"]}}],
        docs={"secret.md": "# Secret\n"},
    ),
    "mkdocstrings": Case(
        distribution="mkdocstrings-python",
        plugins=[{"mkdocstrings": {"handlers": {"python": {"paths": ["src"]}}}}],
        docs={"api.md": "# API\n\n::: module\n"},
        files={"src/module.py": '"""A module."""\n'},
        dates={"api/": COMMITTED},
    ),
    "encryptcontent": Case(
        distribution="mkdocs-encryptcontent-plugin",
        plugins=["encryptcontent"],
        docs={
            "locked.md": "---\npassword: a long and winding word 42\n---\n# Locked\n",
            "partly.md": (
                "---\npassword: a long and winding word 42\ninject_id: part\n---\n# Partly\n\n"
                '<div id="part"></div>\n'
            ),
        },
        warnings=[
            "mkdocs-encryptcontent-plugin will always be vulnerable",
            '"search" plugin wasn\'t enabled',
        ],
        # Of the other page a crawler gets nothing but a form.
        dates={"partly/": COMMITTED},
    ),
}


def skip_without(distribution: str) -> None:
    if not is_installed(distribution):
        pytest.skip(f"not installed: {distribution}")


def build(make_committed, case: Case, order: str):
    site, _ = make_committed(
        {**DOCS, **case.docs}, files=case.files, **{order: case.plugins}, **case.settings
    )
    # In a process of its own: some leave temporary folders to its end, some change logging.
    return site.build_apart()


@pytest.mark.parametrize("order", ["before", "after"])
@pytest.mark.parametrize("name", CASES)
def test_a_plugin_and_ours_stand_in_any_order(make_committed, name: str, order: str) -> None:
    case = CASES[name]
    skip_without(case.distribution)
    built = build(make_committed, case, order)
    assert built.exit_code == 0, built.output
    expected = {**DATES, **case.dates}
    assert sorted(built.locs()) == sorted(f"https://ex.org/{path}" for path in expected)
    assert built.values("lastmod") == {path: day for path, day in expected.items() if day}
    unexpected = [w for w in built.warnings if not w.startswith(tuple(case.warnings))]
    assert unexpected == []
    assert built.notes == []


# Each of these makes the navigation, and no two of them do it together.
NAVIGATIONS = {
    "literate-nav",
    "awesome-nav",
    "awesome-nav of another name",
    "awesome-pages",
    "awesome-pages of another name",
}
# Each wants its own theme, or takes pages away from the others.
ALONE = {"print-site", "encryptcontent", "exclude"}
TOGETHER = [name for name in CASES if name not in NAVIGATIONS | ALONE]


@pytest.mark.parametrize("order", ["before", "after"])
def test_many_plugins_together_list_what_each_lists_alone(make_committed, order: str) -> None:
    for name in TOGETHER:
        skip_without(CASES[name].distribution)
    cases = [CASES[name] for name in TOGETHER]
    nav = [*NAV, {"Guide": ["guide/index.md"]}, {"Sub": "!include ./sub/mkdocs.yml"}]
    together = Case(
        distribution="",
        plugins=[plugin for case in cases for plugin in case.plugins],
        docs={name: text for case in cases for name, text in case.docs.items()},
        files={name: text for case in cases for name, text in case.files.items()},
        settings={**MATERIAL, "nav": nav},
        dates={path: day for case in cases for path, day in case.dates.items()},
    )
    built = build(make_committed, together, order)
    assert built.exit_code == 0, built.output
    expected = {**DATES, **together.dates}
    assert sorted(built.locs()) == sorted(f"https://ex.org/{path}" for path in expected)
    assert built.values("lastmod") == {path: day for path, day in expected.items() if day}
    assert [line for line in built.warnings if "sitemap" in line] == []
    assert built.notes == []


@pytest.mark.parametrize("order", ["before", "after"])
def test_a_site_for_reading_from_a_disk_lists_its_files_at_their_address(
    make_committed, order: str
) -> None:
    skip_without("mkdocs-material")
    case = Case(distribution="mkdocs-material", plugins=["search", "offline"], settings=MATERIAL)
    built = build(make_committed, case, order)
    assert built.exit_code == 0, built.output
    assert built.locs() == [
        "https://ex.org/about.html",
        "https://ex.org/guide/a.html",
        "https://ex.org/index.html",
    ]
    assert built.warnings == []


def test_a_site_for_reading_from_a_disk_needs_no_address(make_site) -> None:
    skip_without("mkdocs-material")
    site = make_site(DOCS, before=["search", "offline"], **MATERIAL, site_url="")
    built = site.build_apart("--strict")
    assert built.exit_code == 0, built.output
    assert [note for note in built.notes if "site_url: is not set" in note] == built.notes != []
    assert not built.names & {"sitemap_index.xml", "robots.txt"}


def test_where_offline_is_off_a_missing_address_is_a_warning(make_site) -> None:
    skip_without("mkdocs-material")
    offline = {"offline": {"enabled": False}}
    built = make_site(DOCS, before=["search", offline], **MATERIAL, site_url="").build_apart()
    (warning,) = built.warnings
    assert "site_url: is not set" in warning


def test_an_encrypted_page_stays_out_of_a_dirty_build(make_committed) -> None:
    case = CASES["encryptcontent"]
    skip_without(case.distribution)
    site, _ = make_committed({**DOCS, **case.docs}, before=case.plugins)
    whole = site.build_apart()
    assert whole.exit_code == 0, whole.output
    assert site.build_apart("--dirty").files == whole.files
