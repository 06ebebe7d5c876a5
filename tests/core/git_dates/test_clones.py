"""What clones that lack something may say: what the full repository says, or nothing.

Failures that users of other tools have reported, and the test that keeps each away from us:

 1 shallow clone, one date for all: test_a_date_is_given_if_and_only_if_the_clone_can_know_it
 2 advice for the wrong build service: test_all_shallow_clones_are_told_with_one_advice
 3 "dubious ownership": test_another_users_repository_is_told_with_the_command_that_git_names
 4 no Git: test_without_git_there_are_no_dates_and_one_problem
   no repository: test_files_outside_of_any_repository_have_no_dates
   folder of pages not at the root: test_pages_in_deep_folders_and_at_the_root_have_dates
 5 new pages end a strict build: test_what_git_does_not_have_yet_has_no_date_and_is_told_once
 6 one process for each page: test_more_pages_start_no_more_processes
 7 a page that a merge has added: test_a_page_that_a_merge_adds_has_the_date_of_the_merge
 8 a mass move: test_a_folder_that_is_moved_keeps_the_dates_of_its_pages
 9 a mass reformat: test_a_mass_reformat_does_not_count_when_its_commit_is_ignored
10 dates of merges: test_a_merge_that_takes_one_side_does_not_count
   dates of merges wanted: test_landed_is_what_git_answers_for_first_parents
11 log.showSignature: test_no_configuration_of_the_user_bends_the_dates
12 names that Git quotes: test_every_name_that_git_can_hold_is_found
13 submodules: test_pages_in_a_submodule_have_dates_of_its_own_history
14 output too long for a buffer: test_a_commit_that_changes_very_many_files_fits
15 lazy fetches: test_a_clone_without_file_contents_fetches_none
16 links: test_a_link_has_the_date_of_the_file_that_it_leads_to
   another case: test_another_spelling_of_one_file_is_found
17 included files: test_an_included_file_dates_the_page
18 pages that a plugin copies elsewhere: test_files_outside_of_any_repository_have_no_dates
19 GIT_DIR and the like: test_what_a_hook_leaves_in_the_environment_does_not_count
20 history cut off behind a move: test_a_move_does_not_count_when_moves_are_ignored
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sitemap_plus import GitMemory, Problem

FOLDER = Path(__file__).parent
DAY = 86_400
START = 1_700_000_000
NAMES = [f"docs/{number}.md" for number in range(9)]


@pytest.fixture
def full(repository: Any) -> Any:
    """45 commits and 5 merges; each file was changed last at another depth, one by a merge."""
    commits: list[tuple[Any, ...]] = [(START, dict.fromkeys(NAMES, "new"))]
    for number in range(1, 41):
        time = START + number * DAY
        changed = NAMES[number // 5] if number < 40 else "README.md"
        commits.append((time, {changed: str(number)}))
        if number % 8 == 0:
            trunk = len(commits) - 1
            commits.append((time + 1, {NAMES[number // 8]: f"side {number}"}, (trunk,)))
            merged = {NAMES[number // 8]: f"side {number}"}
            merged |= {NAMES[8]: "by the merge"} if number == 24 else {}
            commits.append((time + 2, merged, (trunk, trunk + 1)))
    repository.import_commits(commits)
    return repository


def seconds(values: Any) -> list[int | None]:
    return [value and int(value.timestamp()) for value in values]


def in_(clone: Any) -> list[Path]:
    return [clone.root / name for name in NAMES]


def told_once(problems: tuple[Problem, ...], *words: str) -> None:
    (problem,) = problems
    assert problem.level == "info"
    for each in words:
        assert each in str(problem)
    assert "\n" not in str(problem)


def edge_of(clone: Any) -> list[str]:
    path = clone.root / clone.git("rev-parse", "--git-path", "shallow")
    return path.read_text().split() if path.exists() else []


def knowable(clone: Any, full: Any) -> list[int | None]:
    """The true date of each page whose last change the clone holds with its parents."""
    edge = edge_of(clone)
    last = [clone.git("log", "-1", "--format=%H", "--", name) for name in NAMES]
    return [
        None if commit in edge else full.last_change(name)
        for name, commit in zip(NAMES, last, strict=True)
    ]


def test_each_test_that_is_named_above_exists() -> None:
    named = re.findall(r": (test_\w+)$", __doc__ or "", re.MULTILINE)
    texts = [file.read_text("utf-8") for file in FOLDER.glob("test_*.py")]
    existing = re.findall(r"^def (test_\w+)", "".join(texts), re.MULTILINE)
    assert len(named) == 24
    assert set(named) <= set(existing)


def test_the_full_repository_dates_every_page(full: Any, dates_of: Any) -> None:
    found = dates_of(in_(full))
    assert seconds(found.values) == [full.last_change(name) for name in NAMES]
    assert found.problems == ()
    assert len(set(found.values)) == len(NAMES)


@pytest.mark.report("GIT-01")
@pytest.mark.parametrize(
    ("argument", "dated"),
    [
        ("--depth=1", 0),
        ("--depth=2", 0),
        ("--depth=12", 4),
        ("--depth=30", 7),
        ("--depth=1000", 9),
        (f"--shallow-since=@{START + 20 * DAY}", 6),
    ],
)
def test_a_date_is_given_if_and_only_if_the_clone_can_know_it(
    full: Any, dates_of: Any, argument: str, dated: int
) -> None:
    clone = full.clone("clone", argument)
    found = dates_of(in_(clone))
    assert seconds(found.values) == knowable(clone, full)
    assert sum(value is not None for value in found.values) == dated
    assert len(found.problems) == (dated < len(NAMES))


@pytest.mark.report("GIT-02")
def test_at_depth_1_no_page_has_a_date_and_one_problem_says_what_to_do(
    full: Any, dates_of: Any
) -> None:
    clone = full.clone("clone", "--depth=1")
    found = dates_of(in_(clone))
    assert found.values == (None,) * 9
    told_once(found.problems, str(clone.root), "shallow clone", "9 of 9 pages")
    told_once(found.problems, "fetch-depth: 0", "GIT_DEPTH: 0", "git fetch --unshallow")
    told_once(found.problems, "filter: blob:none", "git.fetch_history")


def test_the_problem_of_a_shallow_clone_counts_the_pages_that_it_cost(
    full: Any, dates_of: Any
) -> None:
    clone = full.clone("clone", "--depth=12")
    told_once(dates_of(in_(clone)).problems, "5 of 9 pages")


def test_all_shallow_clones_are_told_with_one_advice(full: Any, dates_of: Any) -> None:
    clones = [full.clone(name, "--depth=1") for name in ("one", "two")]
    found = dates_of([file for clone in clones for file in in_(clone)])
    assert [problem.where for problem in found.problems] == [str(each.root) for each in clones]
    text = " ".join(map(str, found.problems))
    assert text.count("9 of 9 pages") == 2
    for cure in ("fetch-depth: 0", "GIT_DEPTH: 0", "--unshallow"):
        assert text.count(cure) == 1


def test_a_shallow_clone_whose_pages_all_have_dates_is_not_told(full: Any, days_of: Any) -> None:
    clone = full.clone("clone", "--depth=12")
    assert None not in days_of([clone.root / NAMES[7]])


def test_a_shallow_clone_that_was_deepened_dates_what_it_knows_now(
    full: Any, dates_of: Any
) -> None:
    clone = full.clone("clone", "--depth=1")
    memory = GitMemory()
    assert set(dates_of(in_(clone), memory=memory).values) == {None}
    clone.git("fetch", "--quiet", "--deepen=20")
    deeper = dates_of(in_(clone), memory=memory)
    assert seconds(deeper.values) == knowable(clone, full)
    assert 0 < sum(value is None for value in deeper.values) < 9
    clone.git("fetch", "--quiet", "--unshallow")
    found = dates_of(in_(clone), memory=memory)
    assert seconds(found.values) == [full.last_change(name) for name in NAMES]
    assert found.problems == ()


def test_a_commit_on_top_of_a_shallow_clone_dates_its_pages(full: Any, dates_of: Any) -> None:
    clone = full.clone("clone", "--depth=1")
    clone.commit("2026-01-01", {NAMES[0]: "changed here"})
    values = dates_of(in_(clone)).values
    assert [value and value.date().isoformat() for value in values] == ["2026-01-01"] + [None] * 8


@pytest.mark.parametrize("option", [{}, {"ignore_moves": True}])
@pytest.mark.parametrize("arguments", [(), ("--no-checkout",)])
def test_a_clone_without_file_contents_fetches_none(
    full: Any, dates_of: Any, arguments: tuple[str, ...], option: Any
) -> None:
    clone = full.clone("clone", "--filter=blob:none", *arguments)
    for name in NAMES:
        clone.write(name)
    before = clone.git("count-objects", "-v")
    found = dates_of(in_(clone), git=option)
    assert clone.git("count-objects", "-v") == before
    assert seconds(found.values) == [full.last_change(name) for name in NAMES]
    assert found.problems == ()


@pytest.mark.parametrize("option", [{}, {"ignore_moves": True}])
def test_no_file_contents_are_fetched_to_find_moves(
    repository: Any, days_of: Any, option: Any
) -> None:
    long = "".join(f"line {number}\n" for number in range(100))
    repository.commit("2024-01-01", {"docs/a.md": long, "docs/b.md": f"{long}b"})
    repository.git("mv", "docs/a.md", "docs/edited.md")
    repository.git("mv", "docs/b.md", "docs/moved.md")
    repository.commit("2024-02-01", {"docs/edited.md": f"{long}changed"})
    clone = repository.clone("clone", "--filter=blob:none", "--no-checkout")
    files = [clone.write("docs/edited.md"), clone.write("docs/moved.md")]
    before = clone.git("count-objects", "-v")
    expected = ["2024-02-01", "2024-01-01" if option else "2024-02-01"]
    assert days_of(files, git=option) == expected
    assert clone.git("count-objects", "-v") == before


def test_a_clone_without_file_contents_needs_no_remote(full: Any, dates_of: Any) -> None:
    clone = full.clone("clone", "--filter=blob:none")
    expected = [full.last_change(name) for name in NAMES]
    full.root.rename(full.root.with_name("gone"))
    assert seconds(dates_of(in_(clone)).values) == expected


@pytest.mark.parametrize("filter_", ["tree:0", "combine:blob:none+tree:0"])
@pytest.mark.parametrize("depth", [(), ("--depth=20",)])
def test_a_clone_without_trees_has_no_dates_and_fetches_nothing(
    full: Any, dates_of: Any, filter_: str, depth: tuple[str, ...]
) -> None:
    clone = full.clone("clone", f"--filter={filter_}", *depth)
    before = clone.git("count-objects", "-v")
    found = dates_of(in_(clone))
    assert clone.git("count-objects", "-v") == before
    assert found.values == (None,) * 9
    told_once(found.problems, str(clone.root), "without trees", "9 pages", "filter: blob:none")


def test_a_shallow_clone_without_file_contents_dates_what_it_knows(
    full: Any, dates_of: Any
) -> None:
    clone = full.clone("clone", "--depth=12", "--filter=blob:none")
    before = clone.git("count-objects", "-v")
    found = dates_of(in_(clone))
    assert seconds(found.values) == knowable(clone, full)
    assert sum(value is not None for value in found.values) == 4
    assert clone.git("count-objects", "-v") == before
    told_once(found.problems, "5 of 9 pages")


@pytest.mark.parametrize(
    "arguments", [(), ("--depth=12",), ("--filter=blob:none",), ("--filter=tree:0",)]
)
def test_a_worktree_knows_what_its_repository_knows(
    full: Any, dates_of: Any, arguments: tuple[str, ...]
) -> None:
    clone = full.clone("clone", *arguments)
    clone.git("worktree", "add", "--quiet", "../worktree")
    expected = dates_of(in_(clone))
    worktree = clone.root.with_name("worktree")
    found = dates_of([worktree / name for name in NAMES])
    assert found.values == expected.values
    assert len(found.problems) == len(expected.problems)
    assert all(problem.where == str(worktree) for problem in found.problems)


def test_a_sparse_checkout_dates_the_pages_that_are_there(repository: Any, days_of: Any) -> None:
    repository.commit("2024-01-01", {"docs/a.md": "1", "code/b.md": "1"})
    repository.commit("2024-02-01", {"code/b.md": "2"})
    clone = repository.clone("clone", "--sparse", "--filter=blob:none")
    clone.git("sparse-checkout", "set", "docs")
    files = [clone.root / "docs/a.md", clone.root / "code/b.md"]
    assert [file.exists() for file in files] == [True, False]
    assert days_of(files) == ["2024-01-01", None]


# Submodules


@pytest.fixture
def with_submodule(repository: Any, make_repository: Any) -> Any:
    """A repository whose folder docs/lib is another one; its pin was moved last."""
    library = make_repository("library")
    library.commit("2023-01-01", {"old.md": "1"})
    library.commit("2023-02-01", {"new.md": "1"})
    repository.commit("2024-01-01", {"docs/a.md": "1"})
    add = ("submodule", "--quiet", "add", library.url, "docs/lib")
    repository.git(*add, GIT_ALLOW_PROTOCOL="file")
    repository.commit("2024-02-01")
    library.commit("2023-03-01", {"other.md": "1"})
    repository.git("-C", "docs/lib", "pull", "--quiet", GIT_ALLOW_PROTOCOL="file")
    repository.commit("2024-03-01")
    return repository


def submodule_pages(clone: Any) -> list[Path]:
    return [clone.root / "docs" / name for name in ("a.md", "lib/old.md", "lib/new.md")]


@pytest.mark.report("GIT-15")
def test_pages_in_a_submodule_have_dates_of_its_own_history(
    with_submodule: Any, days_of: Any
) -> None:
    assert with_submodule.last_change("docs/lib") == 1_709_294_400  # 2024-03-01: the pin
    assert days_of(submodule_pages(with_submodule)) == ["2024-01-01", "2023-01-01", "2023-02-01"]


@pytest.mark.report("GIT-15")
@pytest.mark.parametrize(
    ("depth", "expected"),
    [(1, [None, None]), (3, [None, "2023-02-01"]), (4, ["2023-01-01", "2023-02-01"])],
)
def test_a_shallow_submodule_is_a_shallow_clone_of_its_own(
    with_submodule: Any, dates_of: Any, depth: int, expected: list[str | None]
) -> None:
    clone = with_submodule.clone("clone")
    update = ("submodule", "--quiet", "update", "--init", f"--depth={depth}")
    clone.git(*update, GIT_ALLOW_PROTOCOL="file")
    found = dates_of(submodule_pages(clone))
    days = [value and value.date().isoformat() for value in found.values]
    assert days == ["2024-01-01", *expected]
    lacking = expected.count(None)
    told = [f"{clone.root / 'docs/lib'}: is a shallow clone", f"to date {lacking} of 2 pages"]
    assert bool(found.problems) == bool(lacking)
    assert all(words in str(problem) for problem in found.problems for words in told)


def test_pages_of_a_submodule_that_was_not_fetched_do_not_get_the_date_of_its_pin(
    with_submodule: Any, dates_of: Any
) -> None:
    clone = with_submodule.clone("clone")
    assert not any((clone.root / "docs/lib").iterdir())
    clone.write("docs/lib/new.md", "made by the build")
    found = dates_of(submodule_pages(clone))
    assert [value is None for value in found.values] == [False, True, True]
    told_once(found.problems, "new.md: is not committed")


# What can't be read


def test_without_git_there_are_no_dates_and_one_problem(
    full: Any, dates_of: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    clone = full.clone("clone")
    monkeypatch.setenv("PATH", str(tmp_path / "no such folder"))
    found = dates_of([*in_(full), *in_(clone)])
    assert found.values == (None,) * 18
    told_once(found.problems, "git: can't be started", "18 pages", "installed?")


def test_files_outside_of_any_repository_have_no_dates(tmp_path: Path, dates_of: Any) -> None:
    file = tmp_path / "a.md"
    file.write_text("text")
    found = dates_of([file])
    assert found.values == (None,)
    told_once(found.problems, "a.md: is in no Git repository")


@pytest.mark.parametrize("content", [[], ["config"], ["objects", "refs"]])
def test_a_folder_called_git_that_is_no_repository_does_not_hide_the_one_above(
    repository: Any, days_of: Any, content: list[str]
) -> None:
    repository.commit("2024-01-01", {"docs/a.md": "1"})
    for name in content:
        repository.write(f"docs/.git/{name}/x", "")
    (repository.root / "docs/.git").mkdir(exist_ok=True)
    assert days_of([repository.root / "docs/a.md"]) == ["2024-01-01"]


def test_a_broken_repository_inside_another_takes_no_dates_from_it(
    repository: Any, dates_of: Any
) -> None:
    repository.commit("2024-01-01", {"a.md": "of the outer one"})
    inner = repository.write("inner/a.md")
    repository.write("inner/.git/HEAD", "nonsense")
    found = dates_of([inner])
    assert found.values == (None,)
    told_once(found.problems, str(repository.root / "inner"))


def test_a_repository_without_a_commit_has_no_dates(repository: Any, dates_of: Any) -> None:
    found = dates_of([repository.write("a.md"), repository.write("b.md")])
    assert found.values == (None, None)
    told_once(found.problems, f"{repository.root}: has no commit yet", "2 pages get no date")


@pytest.mark.report("GIT-04")
def test_another_users_repository_is_told_with_the_command_that_git_names(
    full: Any, dates_of: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    configuration = tmp_path / "gitconfig"
    configuration.write_text("[core]\n")
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(configuration))
    monkeypatch.setenv("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1")
    found = dates_of(in_(full))
    assert found.values == (None,) * 9
    told_once(found.problems, f"{full.root}: belongs to another user", "9 pages get no date")
    told_once(found.problems, f"git config --global --add safe.directory {full.root.as_posix()}")
    assert configuration.read_text() == "[core]\n"


def test_another_users_repository_is_read_where_the_user_allows_it(
    full: Any, dates_of: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1")
    monkeypatch.setenv("GIT_CONFIG_COUNT", "1")
    monkeypatch.setenv("GIT_CONFIG_KEY_0", "safe.directory")
    monkeypatch.setenv("GIT_CONFIG_VALUE_0", full.root.as_posix())
    found = dates_of(in_(full))
    assert None not in found.values
    assert found.problems == ()


def test_each_repository_of_another_user_is_told(
    full: Any, dates_of: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    clone = full.clone("clone")
    monkeypatch.setenv("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1")
    found = dates_of([*in_(full), *in_(clone)])
    assert {problem.where for problem in found.problems} == {str(full.root), str(clone.root)}
    assert len(found.problems) == 2


def delete_object(repository: Any, name: str) -> None:
    digits = repository.git("rev-parse", name)
    file = repository.root / ".git/objects" / digits[:2] / digits[2:]
    file.chmod(0o600)
    file.unlink()


def break_head(repository: Any) -> None:
    (repository.root / ".git/HEAD").write_text("nonsense\n")


def break_branch(repository: Any) -> None:
    (repository.root / ".git/refs/heads/main").write_text("nonsense\n")


def lead_nowhere(repository: Any) -> None:
    (repository.root / ".git").rename(repository.root / "kept")
    (repository.root / ".git").write_text("gitdir: ../no/such/folder\n")


def truncate_objects(repository: Any) -> None:
    for file in (repository.root / ".git/objects").glob("??/*"):
        file.chmod(0o600)
        os.truncate(file, 5)


@pytest.mark.parametrize(
    "break_it",
    [
        lambda repository: delete_object(repository, "HEAD"),
        lambda repository: delete_object(repository, "HEAD~1"),
        lambda repository: delete_object(repository, "HEAD^{tree}"),
        lambda repository: delete_object(repository, "HEAD~1^{tree}"),
        lambda repository: delete_object(repository, "HEAD~1:docs"),
        break_head,
        break_branch,
        lead_nowhere,
        truncate_objects,
    ],
    ids=[
        "no commit of HEAD",
        "no older commit",
        "no tree of HEAD",
        "no older tree",
        "no older folder",
        "HEAD is nonsense",
        "the branch is nonsense",
        "leads nowhere",
        "objects are cut off",
    ],
)
def test_a_broken_repository_costs_its_own_pages_their_dates(
    repository: Any, make_repository: Any, dates_of: Any, break_it: Callable[[Any], None]
) -> None:
    repository.commit("2024-01-01", {"docs/a.md": "1"})
    repository.commit("2024-02-01", {"docs/b.md": "1"})
    repository.commit("2024-03-01", {"docs/c.md": "1"})
    other = make_repository("whole")
    other.commit("2024-04-01", {"d.md": "1"})
    break_it(repository)
    files = [*(repository.root / "docs" / name for name in ("a.md", "b.md", "c.md"))]
    found = dates_of([*files, other.root / "d.md"])
    assert [value is None for value in found.values] == [True, True, True, False]
    told_once(found.problems, f"{repository.root}: can't be read by Git", "3 pages get no date")
    assert "Traceback" not in str(found.problems)


def test_a_commit_that_changes_very_many_files_fits(repository: Any, dates_of: Any) -> None:
    names = [f"docs/{'folder-with-a-long-name-' * 4}/{number}.md" for number in range(5_000)]
    repository.import_commits([(START, dict.fromkeys(names, "1")), (START + 1, {"x": "2"})])
    found = dates_of([repository.root / name for name in names])
    assert set(seconds(found.values)) == {START}
    assert found.problems == ()
