"""Dates from Git, in real builds of blogs in real repositories."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.pelican_plugin.conftest import Blog, Build, Repository, post
from tests.pelican_plugin.test_rebuilds import autoreload

SAMPLE = Path(__file__).parents[2] / "sample_sites" / "pelican"
ONLY_CONTENT: dict[str, Any] = {"DIRECT_TEMPLATES": [], "CATEGORY_SAVE_AS": ""}
Committed = Callable[..., tuple[Blog, Repository]]
MakeRepository = Callable[[Path], Repository]


def days(build: Build) -> dict[str, str]:
    """The day of each page that has a date, by its path."""
    assert build.exit_code == 0, build.printed
    assert build.warnings == []
    return {path: date[:10] for path, date in build.lastmods.items()}


def summary(build: Build) -> str:
    """How many dates are from where, as the last line says."""
    *_, last = [text for _, text in build.messages if text.startswith("Sitemap Plus: ")]
    return last.removeprefix("Sitemap Plus: ")


CONTENT = {
    "plain.md": post("Plain", "Date: 2023-05-05"),
    "later.md": post("Later", "Date: 2023-05-05 10:00"),
    "ahead.md": post("Ahead", "Date: 2024-06-06"),
    "modified.md": post("Modified", "Date: 2023-05-05", "Modified: 2023-06-06"),
    "own.md": post("Own", "Date: 2023-05-05", "Sitemap_lastmod: 2023-07-07"),
    "pages/about.md": post("About"),
}
CHANGED = {"content/later.md": CONTENT["later.md"] + "More.\n"}


@pytest.fixture
def committed(make_committed: Committed) -> tuple[Blog, Repository]:
    """A blog of which one article has changed again."""
    blog, repository = make_committed(CONTENT, **ONLY_CONTENT)
    repository.commit("2024-02-02", CHANGED)
    return blog, repository


def test_what_does_not_say_when_it_was_modified_has_the_time_of_its_last_commit(
    committed: tuple[Blog, Repository],
) -> None:
    build = committed[0].build()

    assert build.lastmods == {
        "plain.html": "2024-01-08T12:00:00Z",
        "later.html": "2024-02-02T12:00:00Z",
        "ahead.html": "2024-06-06",
        "modified.html": "2023-06-06",
        "own.html": "2023-07-07",
        "pages/about.html": "2024-01-08T12:00:00Z",
    }
    assert build.notes == []
    assert summary(build) == "lastmod: 3 from git, 2 from metadata, 1 from published"


@pytest.mark.report("DATE-22")
def test_who_has_old_dates_in_metadata_can_let_git_win(
    committed: tuple[Blog, Repository],
) -> None:
    blog, _ = committed
    blog.write({"new.md": post("New", "Date: 2024-01-01", "Modified: 2024-05-05")})
    build = blog.build(SITEMAP_PLUS={"lastmod": ["git", "metadata"]})

    assert days(build) == {
        **dict.fromkeys(("plain.html", "modified.html", "own.html"), "2024-01-08"),
        "pages/about.html": "2024-01-08",
        "later.html": "2024-02-02",
        "ahead.html": "2024-06-06",
        "new.html": "2024-05-05",
    }


def test_a_default_date_hides_nothing_that_git_knows(make_committed: Committed) -> None:
    content = {"none.md": post("None"), "own.md": post("Own", "Date: 2024-05-05")}
    blog, _ = make_committed(content, DEFAULT_DATE="fs", **ONLY_CONTENT)

    assert days(blog.build()) == {"none.html": "2024-01-08", "own.html": "2024-05-05"}


@pytest.mark.report("GIT-05")
def test_what_is_not_committed_has_the_date_of_its_publication_or_none(
    committed: tuple[Blog, Repository],
) -> None:
    blog, _ = committed
    blog.write({"new.md": post("New", "Date: 2024-03-03"), "pages/new.md": post("New page")})
    build = blog.run("--fatal", "warnings", "--verbose")

    assert days(build)["new.html"] == "2024-03-03"
    assert "pages/new-page.html" in build.paths - build.lastmods.keys()
    assert build.notes == ["new.md, pages/new.md: is not committed, so Git has no date for it"]


@pytest.mark.report("GIT-03")
@pytest.mark.report("GIT-14")
@pytest.mark.parametrize("vendor", [{}, {"CI": "true", "GITLAB_CI": "true", "GIT_DEPTH": "20"}])
def test_in_a_shallow_clone_one_note_names_the_cure_and_nothing_is_fatal(
    committed: tuple[Blog, Repository], vendor: dict[str, str]
) -> None:
    blog, repository = committed
    clone = repository.clone(f"{blog.folder.name}-shallow", "--depth=1")
    build = replace(blog, folder=clone.folder).run("--fatal", "warnings", "--verbose", **vendor)

    assert days(build) == {
        "plain.html": "2023-05-05",
        "later.html": "2023-05-05",
        "ahead.html": "2024-06-06",
        "modified.html": "2023-06-06",
        "own.html": "2023-07-07",
    }
    (note,) = build.notes
    assert note.startswith(f"{clone.folder}: is a shallow clone, ")
    assert "to date 4 of 4 pages; " in note
    for cure in ("'fetch-depth: 0'", "'GIT_DEPTH: 0'", "'git fetch --unshallow'"):
        assert note.count(cure) == 1


def test_without_git_on_the_machine_one_note_says_so(
    committed: tuple[Blog, Repository], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    build = committed[0].build()

    assert days(build)["plain.html"] == "2023-05-05"
    assert build.notes == [
        "git: can't be started, so 4 pages get no date from Git; is it installed?"
    ]


def test_content_outside_of_a_repository_and_in_another_one(
    make_committed: Committed, make_repository: MakeRepository, tmp_path: Path
) -> None:
    blog, _ = make_committed({"unused.md": post("Unused")}, **ONLY_CONTENT)
    outside = Blog(folder=tmp_path / "outside")
    outside.write({"pages/a.md": post("A"), "b.md": post("B", "Date: 2023-05-05")})
    other = make_repository(tmp_path / "other")
    other.commit("2023-03-03", {"content/pages/a.md": post("A")})
    no_repository = blog.build(PATH=str(outside.folder / "content"))
    another_one = blog.build(PATH=str(other.folder / "content"))

    assert days(no_repository) == {"b.html": "2023-05-05"}
    assert no_repository.notes == [
        "b.md, pages/a.md: is in no Git repository, so Git has no date for it"
    ]
    assert days(another_one) == {"pages/a.html": "2023-03-03"}
    assert another_one.notes == []


def test_verbose_builds_say_for_each_page_what_has_dated_it(
    committed: tuple[Blog, Repository],
) -> None:
    build = committed[0].run("--debug")
    told = [text for level, text in build.messages if level == "DEBUG" and " lastmod " in text]

    assert told == [
        "Sitemap Plus: ahead.md: lastmod 2024-06-06 from published",
        "Sitemap Plus: later.md: lastmod 2024-02-02T12:00:00Z from git",
        "Sitemap Plus: modified.md: lastmod 2023-06-06 from metadata",
        "Sitemap Plus: own.md: lastmod 2023-07-07 from metadata",
        "Sitemap Plus: pages/about.md: lastmod 2024-01-08T12:00:00Z from git",
        "Sitemap Plus: plain.md: lastmod 2024-01-08T12:00:00Z from git",
    ]


def test_lists_have_the_newest_date_of_the_published_articles_that_they_list(
    make_committed: Committed,
) -> None:
    content = {
        "a.md": post("A", "Date: 2022-01-01", "Tags: x", "Category: one", "Author: Ada"),
        "b.md": post("B", "Date: 2023-01-01", "Tags: x, y", "Category: two", "Author: Bob"),
        "draft.md": post("Draft", "Date: 2023-01-01", "Tags: y", "Status: draft", "Category: two"),
        "hidden.md": post("Hidden", "Date: 2023-01-01", "Tags: y", "Status: hidden"),
    }
    blog, repository = make_committed(
        content, YEAR_ARCHIVE_SAVE_AS="{date:%Y}.html", YEAR_ARCHIVE_URL="{date:%Y}.html"
    )
    repository.commit("2024-02-02", {"content/a.md": content["a.md"] + "More.\n"})
    repository.commit(
        "2024-03-03",
        {f"content/{name}.md": content[f"{name}.md"] + "More.\n" for name in ("draft", "hidden")},
    )
    build = blog.build()

    younger = {"a.html", "tag/x.html", "category/one.html", "author/ada.html", "2022.html", ""}
    whole = {"archives.html", "tags.html", "categories.html", "authors.html"}
    older = {"b.html", "tag/y.html", "category/two.html", "author/bob.html", "2023.html"}
    assert days(build) == {
        **dict.fromkeys(younger | whole, "2024-02-02"),
        **dict.fromkeys(older, "2024-01-08"),
    }


def test_each_translation_has_the_date_of_its_own_file(make_committed: Committed) -> None:
    content = {
        "one.md": post("One", "Date: 2023-01-02", "Lang: en", "Slug: one"),
        "one.de.md": post("Eins", "Date: 2023-01-02", "Lang: de", "Slug: one"),
        "pages/about.md": post("About", "Slug: about"),
        "pages/about.de.md": post("Über", "Slug: about", "Lang: de"),
    }
    blog, repository = make_committed(content, **ONLY_CONTENT)
    repository.commit("2024-02-02", {"content/one.de.md": content["one.de.md"] + "Mehr.\n"})
    repository.commit("2024-03-03", {"content/pages/about.md": content["pages/about.md"] + "x\n"})

    assert days(blog.build()) == {
        "one.html": "2024-01-08",
        "one-de.html": "2024-02-02",
        "pages/about.html": "2024-03-03",
        "pages/about-de.html": "2024-01-08",
    }


def test_sub_sites_have_the_dates_of_their_own_files(make_committed: Committed) -> None:
    content = {
        "one.md": post("One", "Date: 2023-01-02", "Lang: en", "Slug: one"),
        "one.de.md": post("Eins", "Date: 2023-01-02", "Lang: de", "Slug: one"),
    }
    blog, repository = make_committed(
        content,
        PLUGINS=["i18n_subsites", "sitemap_plus"],
        I18N_SUBSITES={"de": {"SITENAME": "Beispiel"}},
        **{**ONLY_CONTENT, "DIRECT_TEMPLATES": ["index"]},
    )
    repository.commit("2024-02-02", {"content/one.de.md": content["one.de.md"] + "Mehr.\n"})
    build = blog.run("--fatal", "warnings", "--verbose")

    assert days(build) == {
        **dict.fromkeys(("", "one.html"), "2024-01-08"),
        **dict.fromkeys(("de/", "de/one.html"), "2024-02-02"),
    }
    assert build.notes == []


MADE_UP = """
from pelican import signals
from pelican.contents import Page

def add(generator):
    made = Page("Text", {"title": "Made"}, generator.settings, None, generator.context)
    found = Page("Text", {"title": "Found"}, generator.settings, "/no/a.md", generator.context)
    generator.pages.extend([made, found])

def register():
    signals.page_generator_finalized.connect(add)
"""


def test_content_that_a_plugin_has_made_has_no_date_without_a_word(
    make_committed: Committed,
) -> None:
    blog, _ = make_committed(
        {"pages/a.md": post("A")},
        files={"plugins/made_up.py": MADE_UP},
        PLUGIN_PATHS=["plugins"],
        PLUGINS=["made_up", "sitemap_plus"],
        **ONLY_CONTENT,
    )
    build = blog.run("--fatal", "warnings", "--verbose")

    assert days(build) == {"pages/a.html": "2024-01-08"}
    assert {"pages/made.html", "pages/found.html"} <= build.paths
    assert build.notes == []


REST = """{title}
#####

:sitemap_sources: {sources}

Text.
"""


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("pages/a.md", post("A", "Sitemap_sources: src/*.py")),
        ("pages/a.md", post("A", "Sitemap_sources: src/none.txt", "    src/a.py")),
        ("pages/a.rst", REST.format(title="A", sources="/src/a.*")),
        ("pages/a.rst", REST.format(title="A", sources="\n  src/none.txt\n  src/a.py")),
    ],
)
def test_sources_of_a_page_are_named_from_the_root_of_the_repository(
    make_committed: Committed, name: str, text: str
) -> None:
    files = {"src/a.py": "a = 1", "src/b.txt": "b", "src/none.txt": "c"}
    blog, repository = make_committed({name: text}, files=files, **ONLY_CONTENT)
    repository.commit("2024-02-02", {"src/a.py": "a = 2"})
    repository.commit("2024-03-03", {"src/b.txt": "c"})
    build = blog.build()

    assert days(build) == {"pages/a.html": "2024-02-02"}
    assert build.notes == []


def walks(trace: Path) -> int:
    """How often Git was asked for the history."""
    lines = trace.read_text("utf-8").splitlines()
    return sum(event.get("name") == "rev-list" for event in map(json.loads, lines))


def test_builds_in_one_process_ask_git_for_the_history_once_for_each_commit(
    committed: tuple[Blog, Repository], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    blog, repository = committed
    monkeypatch.setenv("GIT_TRACE2_EVENT", str(tmp_path / "trace"))
    first, second = blog.build(), blog.build()
    of_both = walks(tmp_path / "trace")
    repository.commit("2024-04-04", {"content/plain.md": CONTENT["plain.md"] + "More.\n"})
    third = blog.build()

    assert days(first) == days(second)
    assert of_both == 1
    assert days(third) == {**days(first), "plain.html": "2024-04-04"}
    assert walks(tmp_path / "trace") == 2


def test_autoreload_follows_commits_at_the_next_build(
    make_committed: Committed, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    blog, repository = make_committed({"a.md": post("A", "Date: 2023-01-02")}, **ONLY_CONTENT)
    blog.write({".gitignore": "output/\nprinted\n"}, below="")
    monkeypatch.setenv("GIT_TRACE2_EVENT", str(tmp_path / "trace"))
    with autoreload(blog) as running:
        first = running.built(lambda build: days(build) == {"a.html": "2024-01-08"})
        repository.commit("2024-02-02", {"content/a.md": post("A", "Date: 2023-01-02", "Tags: x")})
        second = running.built(lambda build: days(build)["a.html"] == "2024-02-02")

    assert days(first) == {"a.html": "2024-01-08"}
    assert days(second)["a.html"] == "2024-02-02"
    assert walks(tmp_path / "trace") == 2


def test_a_warm_cache_keeps_the_dates(make_committed: Committed) -> None:
    blog, repository = make_committed(
        CONTENT, CACHE_CONTENT=True, LOAD_CONTENT_CACHE=True, CACHE_PATH="cache", **ONLY_CONTENT
    )
    cold = blog.build()
    repository.commit("2024-02-02", CHANGED)
    warm = blog.build()

    assert days(warm) == {**days(cold), "later.html": "2024-02-02"}


def test_the_sample_blog_shows_dates_from_its_articles_and_from_git(
    make_repository: MakeRepository, tmp_path: Path
) -> None:
    blog = Blog(folder=tmp_path / "sample")
    shutil.copytree(SAMPLE, blog.folder, ignore=shutil.ignore_patterns("output", "__pycache__"))
    make_repository(blog.folder).commit("2025-01-08")
    build = blog.run("--fatal", "warnings", "--verbose")

    assert build.exit_code == 0, build.printed
    assert build.notes == []
    assert summary(build) == "lastmod: 15 from lists, 6 from git, 4 from metadata, 1 without"
