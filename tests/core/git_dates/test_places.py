"""Where pages can lie, and what they can be called."""

from __future__ import annotations

import os
import sys
import unicodedata
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sitemap_plus.git_dates.places import covering_folders

Days = Callable[..., list[str | None]]

needs_posix_names = pytest.mark.skipif(
    sys.platform in {"win32", "darwin"}, reason="the disk takes only names that are text"
)


needs_links = pytest.mark.skipif(sys.platform == "win32", reason="not everyone may make links")

# Links


@pytest.fixture
def linked(repository: Any) -> Any:
    """docs/a.md of 2024-01-01, and links to it and to its folder, all of 2024-02-01."""
    repository.commit("2024-01-01", {"docs/a.md": "1"})
    (repository.root / "link.md").symlink_to("docs/a.md")
    (repository.root / "link-to-link.md").symlink_to("link.md")
    (repository.root / "folder").symlink_to("docs", target_is_directory=True)
    repository.commit("2024-02-01")
    return repository


@needs_links
@pytest.mark.parametrize(
    "name", ["docs/a.md", "link.md", "link-to-link.md", "folder/a.md", "docs/../folder/a.md"]
)
def test_a_link_has_the_date_of_the_file_that_it_leads_to(
    linked: Any, days_of: Days, name: str
) -> None:
    assert days_of([linked.root / name]) == ["2024-01-01"]


@needs_links
def test_pages_that_are_one_file_have_one_date(linked: Any, days_of: Days) -> None:
    names = ["docs/a.md", "link.md", "folder/a.md", "docs/a.md"]
    assert days_of([linked.root / name for name in names]) == ["2024-01-01"] * 4


@needs_links
def test_a_link_to_nothing_has_no_date(repository: Any, days_of: Days) -> None:
    (repository.root / "a.md").symlink_to("nowhere.md")
    (repository.root / "circle.md").symlink_to("circle.md")
    repository.commit("2024-01-01")
    assert days_of([repository.root / "a.md", repository.root / "circle.md"]) == [None, None]


@needs_links
def test_a_linked_folder_outside_of_the_repository_is_asked_in_its_own(
    repository: Any, make_repository: Any, days_of: Days
) -> None:
    other = make_repository("other")
    other.commit("2023-01-01", {"pages/a.md": "1"})
    (repository.root / "docs").symlink_to(other.root / "pages", target_is_directory=True)
    repository.commit("2024-01-01")
    assert days_of([repository.root / "docs/a.md"]) == ["2023-01-01"]


@needs_links
def test_a_repository_that_is_reached_through_a_link_is_the_same(
    repository: Any, days_of: Days
) -> None:
    repository.commit("2024-01-01", {"docs/a.md": "1"})
    link = repository.root.with_name("link")
    link.symlink_to(repository.root, target_is_directory=True)
    assert days_of([link / "docs/a.md"]) == ["2024-01-01"]


# Repositories


def test_pages_are_dated_in_another_repository_than_that_of_the_settings(
    repository: Any, make_repository: Any, days_of: Days
) -> None:
    repository.commit("2024-01-01", {"a.md": "1"})
    settings = make_repository("settings")
    settings.commit("2024-02-01", {"a.md": "1", "mkdocs.yml": ""})
    assert days_of([repository.root / "a.md"], folder=settings.root) == ["2024-01-01"]


def test_files_of_several_repositories_are_dated_each_in_its_own(
    make_repository: Any, days_of: Days
) -> None:
    files, days = [], [f"2024-0{number}-01" for number in range(1, 6)]
    for day in days:
        one = make_repository(day)
        one.commit(day, {"a.md": day})
        files.append(one.root / "a.md")
    assert days_of([*files, *reversed(files)]) == [*days, *reversed(days)]


def test_a_repository_inside_another_dates_its_own_files(
    repository: Any, make_repository: Any, days_of: Days
) -> None:
    inner = make_repository("repository/docs/inner")
    inner.commit("2024-02-01", {"a.md": "1"})
    repository.write(".gitignore", "inner")
    repository.commit("2024-01-01", {"docs/a.md": "1"})
    files = [repository.root / "docs/a.md", inner.root / "a.md"]
    assert days_of(files) == ["2024-01-01", "2024-02-01"]


def test_pages_in_deep_folders_and_at_the_root_have_dates(repository: Any, days_of: Days) -> None:
    deep = "/".join("abcdefghij" * 5)
    repository.commit("2024-01-01", {f"{deep}/deep.md": "1", "other/x.md": "1"})
    repository.commit("2024-02-01", {"root.md": "1"})
    repository.commit("2024-03-01", {"other/x.md": "2"})
    files = [repository.root / name for name in (f"{deep}/deep.md", "root.md")]
    assert days_of(files[:1]) == ["2024-01-01"]
    assert days_of(files[1:]) == ["2024-02-01"]
    assert days_of(files) == ["2024-01-01", "2024-02-01"]


def test_relative_paths_are_relative_to_where_the_build_runs(
    repository: Any, days_of: Days, monkeypatch: pytest.MonkeyPatch
) -> None:
    repository.commit("2024-01-01", {"docs/a.md": "1"})
    monkeypatch.chdir(repository.root / "docs")
    assert days_of([Path("a.md"), Path("../docs/a.md")]) == ["2024-01-01"] * 2


# Names


ODD_NAMES = [
    b"with space.md",
    b" spaces at the ends ",
    b'quote".md',
    b"apostrophe's.md",
    b"back\\slash.md",
    b"new\nline.md",
    b"\nfirst.md",
    b"tab\t.md",
    b"carriage\rreturn.md",
    b"\x01\x1b[31m.md",
    b"[x]*?.md",
    b"x.md",  # what the one before would match as a pattern
    b":(top)x.md",
    b":!x.md",
    b"-dash.md",
    b"--",
    b"=",
    b"=\n",
    b"#hash.md",
    b"~tilde.md",
    b"{brace}.md",
    b"%41.md",
    b"M",
    b"0123456789012345678901234567890123456789",  # like a commit's id
    b"a\xe7\xfdk latin-1 \xff.md",
    "açık.md".encode(),
    b'docs "b".md',
    "日本語 🎉.md".encode(),
    b"n" * 255,
]


@needs_posix_names
@pytest.mark.report("GIT-10")
@pytest.mark.parametrize("folder", [b"", b"docs/", b"[f]*/", b":(glob)**/", b"-d/", b"\xe9t\xe9/"])
def test_every_name_that_git_can_hold_is_found(
    repository: Any, days_of: Days, folder: bytes
) -> None:
    names = [folder + name for name in ODD_NAMES]
    repository.commit("2023-01-01", dict.fromkeys(names, "0"))
    repository.commit("2024-01-01", dict.fromkeys(names, "1"))
    repository.commit("2024-02-01", {names[5]: "2", names[10]: "2", names[-5]: "2"})
    repository.commit("2024-03-01", {"elsewhere.md": "1"})
    expected = ["2024-01-01"] * len(names)
    expected[5] = expected[10] = expected[-5] = "2024-02-01"
    assert days_of([repository.root / os.fsdecode(name) for name in names]) == expected


@needs_posix_names
@pytest.mark.parametrize("folder", [b"[f]*", b":(glob)**", b"-d", b"\xe9t\xe9", b":", b"new\nline"])
def test_an_odd_name_of_the_repositorys_own_folder_is_no_matter(
    make_repository: Any, days_of: Days, folder: bytes
) -> None:
    repository = make_repository(os.fsdecode(folder))
    repository.commit("2024-01-01", {"docs/a.md": "1"})
    assert days_of([repository.root / "docs/a.md"]) == ["2024-01-01"]


COMPOSED = unicodedata.normalize("NFC", "café.md")
DECOMPOSED = unicodedata.normalize("NFD", "café.md")
SPELLINGS = [
    pytest.param(COMPOSED, DECOMPOSED, id="decomposed on disk"),
    pytest.param(DECOMPOSED, COMPOSED, id="decomposed in Git"),
    pytest.param("README.md", "readme.md", id="smaller on disk"),
    pytest.param("readme.md", "README.md", id="larger on disk"),
    pytest.param("docs/Été.md", "DOCS/ÉTÉ.md", id="folder and accents"),
    pytest.param("Straße.md", "STRASSE.md", id="a letter that is two in capitals"),
]


def link(repository: Any, there: str, here: str) -> Path:
    """One file under two names, as a disk has it that knows no difference between them."""
    file: Path = repository.root / here
    if not file.exists():
        file.parent.mkdir(exist_ok=True)
        os.link(repository.root / there, file)
    return file


@pytest.mark.parametrize(("in_git", "on_disk"), SPELLINGS)
def test_another_spelling_of_one_file_is_found(
    repository: Any, days_of: Days, in_git: str, on_disk: str
) -> None:
    repository.commit("2024-01-01", {in_git: "1", "other.md": "1"})
    file = link(repository, in_git, on_disk)
    assert days_of([file, repository.root / "other.md"]) == ["2024-01-01", "2024-01-01"]


@pytest.mark.parametrize(("in_git", "on_disk"), SPELLINGS)
def test_another_file_of_a_similar_name_does_not_get_the_date(
    repository: Any, dates_of: Any, in_git: str, on_disk: str
) -> None:
    repository.commit("2024-01-01", {in_git: "1"})
    file = repository.root / on_disk
    if file.exists():
        pytest.skip("this disk takes both names for one")
    repository.write(on_disk, "another file")
    found = dates_of([file, repository.root / in_git])
    assert [value is None for value in found.values] == [True, False]
    assert "is not committed" in found.problems[0].message


def test_a_file_that_is_gone_gives_its_date_to_no_other_spelling(
    repository: Any, dates_of: Any
) -> None:
    repository.commit("2024-01-01", {"README.md": "1"})
    (repository.root / "README.md").unlink()
    found = dates_of([repository.write("readme.md", "another file")])
    assert found.values == (None,)


def test_both_spellings_in_git_are_two_files(repository: Any, days_of: Days) -> None:
    repository.write("README.md")
    if (repository.root / "readme.md").exists():
        pytest.skip("this disk takes both names for one")
    repository.commit("2024-01-01")
    repository.commit("2024-02-01", {"readme.md": "1"})
    files = [repository.root / "README.md", repository.root / "readme.md"]
    assert days_of(files) == ["2024-01-01", "2024-02-01"]


def test_a_change_of_case_alone_is_a_change(repository: Any, days_of: Days) -> None:
    repository.commit("2024-01-01", {"README.md": "1"})
    repository.git("mv", "README.md", "readme.md")
    repository.commit("2024-02-01")
    assert days_of([repository.root / "readme.md"]) == ["2024-02-01"]


# States of files


def test_what_git_does_not_have_yet_has_no_date_and_is_told_once(
    repository: Any, dates_of: Any
) -> None:
    repository.write(".gitignore", "ignored.md")
    repository.commit("2024-01-01", {"docs/a.md": "1"})
    names = ["untracked.md", "staged.md", "ignored.md", "new/folder/a.md", "docs/b.md"]
    files = [repository.write(name) for name in names]
    repository.git("add", "staged.md")
    found = dates_of([*files, repository.root / "docs/a.md"])
    assert [value is None for value in found.values] == [True] * 5 + [False]
    (problem,) = found.problems
    assert problem.level == "info"
    assert problem.where == "untracked.md, staged.md, ignored.md and 2 more"
    assert "not committed" in problem.message


def test_changes_that_are_not_committed_do_not_count(repository: Any, days_of: Days) -> None:
    repository.commit("2024-01-01", {"a.md": "1", "b.md": "1"})
    repository.write("a.md", "changed")
    repository.write("b.md", "changed")
    repository.git("add", "b.md")
    assert days_of([repository.root / "a.md", repository.root / "b.md"]) == ["2024-01-01"] * 2


def test_what_was_removed_from_git_alone_has_no_date(repository: Any, dates_of: Any) -> None:
    repository.commit("2024-01-01", {"a.md": "1"})
    repository.git("rm", "--quiet", "--cached", "a.md")
    repository.commit("2024-02-01", {".gitignore": "a.md"})
    found = dates_of([repository.root / "a.md"])
    assert found.values == (None,)
    assert [problem.where for problem in found.problems] == ["a.md"]


def test_a_page_whose_file_is_gone_has_no_date_and_is_no_problem(
    repository: Any, tmp_path: Path, days_of: Days
) -> None:
    repository.commit("2024-01-01", {"deleted.md": "1"})
    (repository.root / "deleted.md").unlink()
    names = ["deleted.md", "never/was.md"]
    files = [*(repository.root / name for name in names), tmp_path / "gone/a.md"]
    assert days_of(files) == [None] * 3


def test_a_page_without_a_file_has_no_date_and_is_no_problem(days_of: Days) -> None:
    assert days_of([None]) == [None]


def test_no_pages_at_all_ask_nothing(days_of: Days, commands_of: Any) -> None:
    assert commands_of(lambda: days_of([])) == []


def test_a_file_that_was_a_folder_before_is_dated_by_its_own_life(
    repository: Any, days_of: Days
) -> None:
    repository.commit("2024-01-01", {"a/x.md": "1"})
    repository.git("rm", "-r", "--quiet", "a")
    repository.commit("2024-02-01", {"a": "1"})
    repository.commit("2024-03-01", {"b": "1"})
    assert days_of([repository.root / "a"]) == ["2024-02-01"]


# Folders that cover paths


@pytest.mark.parametrize(
    ("paths", "expected"),
    [
        ([], ()),
        ([b"a.md"], ()),
        ([b"docs/a.md"], (b"docs",)),
        ([b"docs/a.md", b"docs/b/c.md"], (b"docs",)),
        ([b"docs/a.md", b"root.md"], ()),
        ([b"docs/a/1.md", b"docs/b/1.md"], (b"docs/a", b"docs/b")),
        ([b"docs/1.md", b"docs-x/1.md", b"docs/y/1.md"], (b"docs", b"docs-x")),
        ([b"a/b/c/d/e/f.md"], (b"a/b/c",)),
        ([b"a/%d/x.md" % number for number in range(8)], tuple(b"a/%d" % n for n in range(8))),
        ([b"a/%d/x.md" % number for number in range(9)], (b"a",)),
        ([b"%d/x.md" % number for number in range(9)], ()),
        ([b"a/b/%d/x.md" % number for number in range(50_000)], (b"a/b",)),
        ([b"/".join(b"%d" % (n % 7) for _ in range(n % 50 + 4)) for n in range(500)], 7),
        ([b"a \xff/\n/x.md"], (b"a \xff/\n",)),
    ],
)
def test_a_few_folders_cover_all_paths(
    paths: list[bytes], expected: tuple[bytes, ...] | int
) -> None:
    folders = covering_folders(paths)
    assert len(folders) == expected if isinstance(expected, int) else folders == expected
    assert len(folders) <= 8
    assert not folders or all(
        path.startswith(tuple(b"%b/" % each for each in folders)) for path in paths
    )


def test_pages_in_more_folders_than_git_takes_quickly_are_all_dated(
    repository: Any, days_of: Days
) -> None:
    names = [f"{number}/{number % 3}/a.md" for number in range(30)]
    repository.commit("2024-01-01", dict.fromkeys(names, "1"))
    repository.commit("2024-02-01", {names[17]: "2"})
    expected = ["2024-01-01"] * 30
    expected[17] = "2024-02-01"
    assert days_of([repository.root / name for name in names]) == expected
