"""Dates from Git, in real builds of real repositories."""

from __future__ import annotations

import os
from dataclasses import replace

import pytest

from tests.mkdocs_plugin.conftest import needs


def days(build):
    """The day of each page that has a date, by its path below the site's address."""
    assert build.exit_code == 0, build.output
    return {path: date[:10] for path, date in build.values("lastmod").items()}


def last_line(build):
    """Our summary of the dates."""
    *_, last = [text for _, text in build.lines if text.startswith("sitemap_plus: ")]
    return last.removeprefix("sitemap_plus: ")


PAGES = {
    "index.md": "# Home\n",
    "about.md": "# About\n",
    "guide/a.md": "# A\n",
    "guide/b.md": "---\nlastmod: 2020-10-06\n---\n# B\n",
    "guide/c.md": "---\ndate: 2020-01-01\n---\n# C\n",
    "guide/d.md": "---\ndate: 2024-05-05\n---\n# D\n",
}


@pytest.fixture
def committed(make_committed):
    """A site of which two pages have changed again."""
    site, repository = make_committed(PAGES)
    repository.commit("2024-02-09", {"docs/about.md": "# About us\n"})
    repository.commit("2024-03-10", {"docs/guide/a.md": "# A, again\n"})
    return site, repository


def test_pages_have_the_time_of_their_last_commit_and_lists_of_them_the_newest(committed):
    build = committed[0].build("--strict")
    assert build.exit_code == 0, build.output
    assert build.values("lastmod") == {
        "": "2024-01-08T12:00:00Z",
        "about/": "2024-02-09T12:00:00Z",
        "guide/a/": "2024-03-10T12:00:00Z",
        "guide/b/": "2020-10-06",
        "guide/c/": "2024-01-08T12:00:00Z",
        "guide/d/": "2024-05-05",
    }
    assert build.values("lastmod", "sitemap_index.xml") == {
        "sitemap-guide.xml": "2024-05-05",
        "sitemap-main.xml": "2024-02-09T12:00:00Z",
    }
    assert build.notes == []


@pytest.mark.report("DATE-22")
def test_who_has_old_dates_in_front_matter_can_let_git_win(make_committed):
    site, _ = make_committed(PAGES, {"lastmod": ["git", "metadata"]})
    site.write({"docs/guide/new.md": "---\nlastmod: 2024-06-06\n---\n# New\n"})
    build = site.build("--strict")
    assert days(build) == {
        **dict.fromkeys(["", "about/", "guide/a/", "guide/b/", "guide/c/"], "2024-01-08"),
        "guide/d/": "2024-05-05",
        "guide/new/": "2024-06-06",
    }
    assert last_line(build) == "lastmod: 5 from git, 1 from published, 1 from metadata"


def test_without_git_among_the_sources_no_git_is_started(make_committed, monkeypatch, tmp_path):
    site, _ = make_committed(PAGES, {"lastmod": ["metadata", "published"]})
    monkeypatch.setenv("GIT_TRACE2_EVENT", str(tmp_path / "trace"))
    build = site.build("--strict")
    assert days(build).keys() == {"guide/b/", "guide/c/", "guide/d/"}
    assert build.notes == []
    assert not (tmp_path / "trace").exists()


@pytest.mark.report("GIT-05")
def test_pages_that_are_not_committed_have_no_date_and_strict_builds_pass(committed):
    site, repository = committed
    site.write({"docs/new.md": "# New\n", "docs/staged.md": "# Staged\n"})
    repository.git("add", "docs/staged.md")
    build = site.build("--strict")
    assert {"new/", "staged/"}.isdisjoint(days(build))
    assert build.notes == [
        "sitemap_plus: new.md, staged.md: is not committed, so Git has no date for it"
    ]
    assert last_line(build) == "lastmod: 4 from git, 1 from metadata, 1 from published, 2 without"


def test_what_is_edited_and_not_committed_has_the_date_of_its_last_commit(committed):
    site, _ = committed
    site.write({"docs/about.md": "# About them\n"})
    assert days(site.build("--strict"))["about/"] == "2024-02-09"


VENDORS = {
    "none": {},
    "GitLab": {"CI": "true", "GITLAB_CI": "true", "GIT_DEPTH": "20"},
    "GitHub": {"CI": "true", "GITHUB_ACTIONS": "true"},
}


@pytest.mark.report("GIT-03")
@pytest.mark.report("GIT-14")
@pytest.mark.parametrize("vendor", VENDORS.values(), ids=VENDORS)
def test_in_a_shallow_clone_one_note_names_the_cure_and_strict_builds_pass(
    committed, monkeypatch, vendor
):
    site, repository = committed
    clone = repository.clone(f"{site.folder.name}-shallow", "--depth=1")
    for name, value in vendor.items():
        monkeypatch.setenv(name, value)
    build = replace(site, folder=clone.folder).build("--strict")
    assert days(build) == {
        "guide/b/": "2020-10-06",
        "guide/c/": "2020-01-01",
        "guide/d/": "2024-05-05",
    }
    (note,) = build.notes
    assert note.startswith(
        f"sitemap_plus: {clone.folder}: is a shallow clone, whose history is too short to date "
        "5 of 5 pages; "
    )
    for cure in ("'fetch-depth: 0'", "'GIT_DEPTH: 0'", "'git fetch --unshallow'"):
        assert note.count(cure) == 1
    assert build.warnings == []


def test_a_clone_that_is_deep_enough_dates_what_it_knows(committed):
    site, repository = committed
    clone = repository.clone(f"{site.folder.name}-deep", "--depth=2")
    build = replace(site, folder=clone.folder).build("--strict")
    assert days(build)["guide/a/"] == "2024-03-10"
    assert "about/" not in days(build)
    (note,) = build.notes
    assert "to date 4 of 5 pages" in note


def test_without_git_on_the_machine_one_note_says_so(committed, monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    build = committed[0].build("--strict")
    assert days(build).keys() == {"guide/b/", "guide/c/", "guide/d/"}
    assert build.notes == [
        "sitemap_plus: git: can't be started, so 5 pages get no date from Git; is it installed?"
    ]


def test_outside_of_a_repository_one_note_says_so(make_site):
    build = make_site(PAGES).build("--strict")
    assert days(build).keys() == {"guide/b/", "guide/c/", "guide/d/"}
    (note,) = build.notes
    pages = "index.md, about.md, guide/a.md and 2 more"
    assert note == f"sitemap_plus: {pages}: is in no Git repository, so Git has no date for it"


def test_in_a_repository_without_a_commit_one_note_says_so(make_site, make_repository):
    site = make_site(PAGES)
    make_repository(site.folder)
    build = site.build("--strict")
    assert days(build).keys() == {"guide/b/", "guide/c/", "guide/d/"}
    (note,) = build.notes
    assert note.startswith(f"sitemap_plus: {site.folder}: has no commit yet, so 5 pages get no ")


def test_in_a_repository_of_another_user_one_note_repeats_what_git_advises(committed, monkeypatch):
    monkeypatch.setenv("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1")
    site, _ = committed
    build = site.build("--strict")
    assert days(build).keys() == {"guide/b/", "guide/c/", "guide/d/"}
    (note,) = build.notes
    assert f"git config --global --add safe.directory {site.folder}" in note


def test_a_shallow_clone_can_be_completed_by_the_build_itself(make_committed):
    site, repository = make_committed(PAGES, {"git": {"fetch_history": True}})
    repository.commit("2024-02-09", {"docs/about.md": "# About us\n"})
    clone = repository.clone(f"{site.folder.name}-shallow", "--depth=1")
    shallow = replace(site, folder=clone.folder)
    build = shallow.build("--strict")
    assert build.values("lastmod") == site.build().values("lastmod")
    (note,) = build.notes
    told = "git.fetch_history has fetched the history that this clone lacked"
    assert note == f"sitemap_plus: {clone.folder}: {told}"
    assert shallow.build("--strict").notes == []


def test_verbose_builds_say_for_each_page_what_has_dated_it(committed):
    site, _ = committed
    site.write({"docs/new.md": "# New\n"})
    build = site.build("--verbose")
    told = [text for level, text in build.lines if level == "DEBUG" and "lastmod" in text]
    assert told == [
        "sitemap_plus: index.md: lastmod 2024-01-08T12:00:00Z from git",
        "sitemap_plus: about.md: lastmod 2024-02-09T12:00:00Z from git",
        "sitemap_plus: guide/a.md: lastmod 2024-03-10T12:00:00Z from git",
        "sitemap_plus: guide/b.md: lastmod 2020-10-06 from metadata",
        "sitemap_plus: guide/c.md: lastmod 2024-01-08T12:00:00Z from git",
        "sitemap_plus: guide/d.md: lastmod 2024-05-05 from published",
        "sitemap_plus: new.md: no lastmod",
    ]
    assert "lastmod 20" not in site.build().output


def test_a_dirty_build_gives_the_same_bytes(committed):
    site, repository = committed
    whole = site.build("--strict").files
    assert site.build("--dirty").files == whole
    repository.commit("2024-06-06", {"README": "no page"})
    assert site.build("--dirty").files == whole


def test_the_list_of_ignored_commits_is_found_beside_mkdocs_yml(make_committed):
    site, repository = make_committed(
        PAGES, {"git": {"ignore_revs_file": "ignored"}}, files={"ignored": ""}
    )
    repository.commit("2024-02-09", {"docs/about.md": "# About\n\nReformatted\n"})
    repository.commit("2024-02-10", {"ignored": repository.git("rev-parse", "HEAD")})
    assert days(site.build("--strict"))["about/"] == "2024-01-08"


def test_options_of_git_are_those_of_the_manual(make_committed):
    site, repository = make_committed(PAGES, {"git": {"date": "landed", "ignore_moves": True}})
    repository.git("switch", "--quiet", "--create", "side")
    repository.commit("2024-02-09", {"docs/about.md": "# About us\n"})
    repository.git("switch", "--quiet", "main")
    noon = {"GIT_COMMITTER_DATE": "2024-03-03T12:00:00Z"}
    repository.git("merge", "--quiet", "--no-ff", "--no-edit", "side", **noon)
    repository.git("mv", "docs/guide/a.md", "docs/guide/moved.md")
    repository.commit("2024-04-04")
    build = days(site.build("--strict"))
    assert build["about/"] == "2024-03-03"
    assert build["guide/moved/"] == "2024-01-08"


# Where the files are.


def test_a_folder_of_pages_that_is_a_link_into_another_repository_has_its_dates(
    make_site, make_repository, tmp_path
):
    pages = make_repository(tmp_path / "pages")
    pages.commit("2023-03-03", {"index.md": "# Home\n", "a.md": "# A\n"})
    site = make_site({})
    (site.folder / "docs").symlink_to(pages.folder)
    make_repository(site.folder).commit("2024-01-08")
    assert days(site.build("--strict")) == {"": "2023-03-03", "a/": "2023-03-03"}


def test_a_page_that_is_a_link_has_the_date_of_what_it_shows(make_committed):
    site, repository = make_committed({"index.md": "# Home\n"}, files={"CHANGES.md": "# Changes\n"})
    (site.folder / "docs/changes.md").symlink_to("../CHANGES.md")
    repository.commit("2024-01-09")
    repository.commit("2024-02-02", {"CHANGES.md": "# More changes\n"})
    assert days(site.build("--strict")) == {"": "2024-01-08", "changes/": "2024-02-02"}


def test_pages_in_a_submodule_have_the_dates_of_its_own_history(
    make_site, make_repository, tmp_path
):
    pages = make_repository(tmp_path / "pages")
    pages.commit("2023-03-03", {"index.md": "# Part\n", "a.md": "# A\n"})
    pages.commit("2023-04-04", {"a.md": "# A, again\n"})
    site = make_site({"index.md": "# Home\n"})
    repository = make_repository(site.folder)
    repository.git("submodule", "--quiet", "add", f"file://{pages.folder}", "docs/part")
    repository.commit("2024-01-08")
    assert days(site.build("--strict")) == {
        "": "2024-01-08",
        "part/": "2023-03-03",
        "part/a/": "2023-04-04",
    }


def test_settings_may_lie_outside_of_the_pages_repository_and_deep_inside_of_it(
    make_site, make_repository, monkeypatch
):
    site = make_site({"index.md": "# Home\n"}, docs_dir="inner/docs")
    repository = make_repository(site.folder / "inner")
    repository.commit("2024-01-08", {"docs/index.md": "# Home\n"})
    monkeypatch.chdir("/")
    assert days(site.build("--strict")) == {"": "2024-01-08"}

    inside = replace(site, folder=site.folder / "inner/deep/site")
    inside.write({"mkdocs.yml": (site.folder / "mkdocs.yml").read_bytes().replace(b"inner/", b"")})
    inside.write({"theme/main.html": "x"})
    repository.commit("2024-02-02", {"deep/site/docs/index.md": "# Inside\n"})
    assert days(inside.build("--strict")) == {"": "2024-02-02"}


def test_names_of_every_kind_are_found(make_committed):
    names = ["[x] *?", 'it\'s "quoted"', "größe", ":(top)x", "-dash", "a'b", "日本"]
    docs = {f"{name}.md": "#" for name in names}
    site, repository = make_committed({"index.md": "#", "x.md": "#", **docs})
    for number, name in enumerate(names, start=1):
        repository.commit(f"2024-02-0{number}", {f"docs/{name}.md": "# Changed"})
    build = site.build("--strict")
    found = {
        text.partition(".md: lastmod ")[0].removeprefix("sitemap_plus: "): text.split()[-3][:10]
        for _, text in site.build("--verbose").lines
        if ": lastmod 2" in text
    }
    assert build.notes == []
    assert found == {
        "index": "2024-01-08",
        "x": "2024-01-08",
        **{name: f"2024-02-0{number}" for number, name in enumerate(names, start=1)},
    }


# Files that date a page beside its own.


def test_sources_of_a_page_are_named_from_the_root_of_the_repository(
    make_site, make_repository, tmp_path
):
    repository = make_repository(tmp_path / "project")
    site = make_site(front={"api.md": "sitemap:\n  sources: src/*.py\n  priority: 0.3"})
    folder = repository.folder / "documentation"
    site.folder.rename(folder)
    repository.commit("2024-01-08", {"src/a.py": "a = 1", "src/b.txt": "b"})
    repository.commit("2024-02-02", {"src/a.py": "a = 2"})
    repository.commit("2024-03-03", {"src/b.txt": "c"})
    build = replace(site, folder=folder).build("--strict")
    assert days(build)["api/"] == "2024-02-02"
    assert build.notes == []


def test_sources_that_match_nothing_are_one_note_for_the_page(make_committed):
    site, _ = make_committed(front={"a.md": "sitemap:\n  sources: [src/gone.py]"})
    build = site.build("--strict")
    assert days(build)["a/"] == "2024-01-08"
    assert build.notes == [
        "sitemap_plus: a.md: sitemap.sources: 'src/gone.py' matches no file that Git knows"
    ]


GENERATE = """
import mkdocs_gen_files

with mkdocs_gen_files.open("api/x.md", "w") as page:
    page.write("---\\nsitemap:\\n  sources: src/x.py\\n---\\n# X\\n")
for name in ("plain", "other"):
    with mkdocs_gen_files.open(f"api/{name}.md", "w") as page:
        page.write("# Made\\n")
"""


@needs("mkdocs-gen-files")
@pytest.mark.report("GIT-09")
def test_pages_that_are_made_up_have_the_dates_of_their_sources_or_none_without_a_word(
    make_committed,
):
    site, repository = make_committed(
        {"index.md": "# Home\n"},
        files={"generate.py": GENERATE, "src/x.py": "x = 1"},
        before=[{"gen-files": {"scripts": ["generate.py"]}}],
    )
    repository.commit("2024-02-02", {"src/x.py": "x = 2"})
    build = site.build("--strict")
    assert days(build) == {"": "2024-01-08", "api/x/": "2024-02-02"}
    assert build.notes == []
    assert site.build("--dirty").files == build.files


# Beside plugins that copy pages.


@needs("mkdocs-monorepo-plugin")
def test_pages_that_monorepo_copies_have_the_dates_of_their_originals(make_committed):
    project = {
        "project/mkdocs.yml": "site_name: part\nnav: [index.md, a.md]\n",
        "project/docs/index.md": "# Part\n",
        "project/docs/a.md": "# A\n",
    }
    nav = ["index.md", {"Part": "!include ./project/mkdocs.yml"}]
    site, repository = make_committed(
        {"index.md": "# Home\n"}, files=project, before=["monorepo"], nav=nav
    )
    repository.commit("2024-02-02", {"project/docs/a.md": "# A, again\n"})
    # In processes of their own: it leaves a temporary folder to the end of its process.
    build = site.build_apart("--strict")
    assert days(build) == {"": "2024-01-08", "part/": "2024-01-08", "part/a/": "2024-02-02"}
    assert build.notes == []
    assert site.build_apart("--dirty").files == build.files


@needs("mkdocs-multirepo-plugin")
@pytest.mark.report("GIT-11")
@pytest.mark.parametrize("cleanup", [True, False])
def test_pages_of_imported_repositories_have_no_date_and_the_others_keep_theirs(
    make_committed, make_repository, tmp_path, cleanup
):
    other = make_repository(tmp_path / "other")
    files = {"mkdocs.yml": "nav: [index.md, b.md]\n", "docs/index.md": "#", "docs/b.md": "#"}
    other.commit("2023-01-01", files)
    site, repository = make_committed(
        {"index.md": "# Home\n", "a.md": "# A\n"},
        before=[{"multirepo": {"cleanup": cleanup}}],
        nav=["index.md", "a.md", {"Other": f"!import file://{other.folder}?branch=main"}],
    )
    repository.commit("2024-02-02", {"docs/a.md": "# A, again\n"})
    build = site.build_apart("--strict", PYTHONIOENCODING="utf-8")
    assert days(build) == {"": "2024-01-08", "a/": "2024-02-02"}
    assert {"https://ex.org/other/", "https://ex.org/other/b/"} <= set(build.locs())
    assert last_line(build) == "lastmod: 2 from git, 2 without"


# Beside plugins that make lists and languages.

POSTS = {
    "old": "date: 2022-02-02\ncategories: [One]",
    "young": "date: 2023-03-03\ncategories: [One, Two]",
    "updated": "date:\n  created: 2023-04-04\n  updated: 2023-05-05\ncategories: [Two]",
}


@needs("mkdocs-material")
def test_posts_of_the_blog_are_dated_by_git_and_its_views_by_their_newest_post(make_committed):
    site, repository = make_committed(
        {"index.md": "# Home\n", "blog/index.md": "# Blog\n"},
        front={f"blog/posts/{name}.md": front for name, front in POSTS.items()},
        theme={"name": "material"},
        before=[{"blog": {"post_url_format": "{file}"}}],
    )
    changed = f"---\n{POSTS['old']}\n---\n# Old, again\n"
    repository.commit("2024-02-02", {"docs/blog/posts/old.md": changed})
    build = site.build("--strict")
    assert days(build) == {
        "": "2024-01-08",
        "blog/": "2024-02-02",
        "blog/archive/2022/": "2024-02-02",
        "blog/archive/2023/": "2024-01-08",
        "blog/category/one/": "2024-02-02",
        "blog/category/two/": "2024-01-08",
        "blog/old/": "2024-02-02",
        "blog/updated/": "2023-05-05",
        "blog/young/": "2024-01-08",
    }
    assert build.notes == []
    assert site.build("--dirty").files == build.files

    repository.commit("2024-03-03", {"docs/blog/index.md": "# Our blog\n"})
    after = days(site.build("--strict"))
    assert after["blog/"] == "2024-03-03"
    assert after["blog/archive/2022/"] == "2024-02-02"


LANGUAGES = [
    {"locale": "en", "default": True, "name": "English"},
    {"locale": "fr", "name": "Français"},
]


@needs("mkdocs-static-i18n")
@pytest.mark.parametrize(
    ("structure", "french", "names"),
    [
        ("suffix", "a.fr.md", ["index.md", "index.fr.md", "a.md", "a.fr.md"]),
        ("folder", "fr/a.md", ["en/index.md", "fr/index.md", "en/a.md", "fr/a.md"]),
    ],
)
def test_each_language_of_a_page_has_the_date_of_its_own_file(
    make_committed, structure, french, names
):
    site, repository = make_committed(
        dict.fromkeys(names, "# Text\n"),
        theme={"name": "mkdocs"},
        before=[{"i18n": {"docs_structure": structure, "languages": LANGUAGES}}],
    )
    repository.commit("2024-02-02", {f"docs/{french}": "# Texte\n"})
    build = site.build("--strict")
    assert days(build) == {
        "": "2024-01-08",
        "a/": "2024-01-08",
        "fr/": "2024-01-08",
        "fr/a/": "2024-02-02",
    }
    assert build.notes == []


@needs("mkdocs-static-i18n")
def test_a_page_that_is_not_translated_has_the_date_of_the_language_that_it_is_in(make_committed):
    site, repository = make_committed(
        {"index.md": "# Home\n", "only.md": "# Only\n"},
        theme={"name": "mkdocs"},
        before=[{"i18n": {"docs_structure": "suffix", "languages": LANGUAGES}}],
    )
    repository.commit("2024-02-02", {"docs/only.md": "# Only, again\n"})
    assert days(site.build("--strict"))["fr/only/"] == "2024-02-02"


def test_a_hook_that_makes_a_page_from_nothing_leaves_it_without_a_date(make_committed):
    hook = (
        "from mkdocs.structure.files import File\n\n"
        "def on_files(files, config):\n"
        "    files.append(File.generated(config, 'made.md', content='# Made'))\n"
    )
    site, _ = make_committed({"a.md": "#"}, files={"hook.py": hook}, hooks=["hook.py"])
    build = site.build()
    assert days(build) == {"a/": "2024-01-08"}
    assert build.notes == []


def test_hooks_of_git_that_leave_its_variables_behind_change_nothing(committed, monkeypatch):
    site, _ = committed
    expected = days(site.build())
    monkeypatch.setenv("GIT_DIR", str(site.folder / "nowhere"))
    monkeypatch.setenv("GIT_INDEX_FILE", os.devnull)
    build = site.build("--strict")
    assert days(build) == expected
    assert build.notes == []
