"""Which commits count: ignore_revs, ignore_revs_file, ignore_moves and date."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Days = Callable[..., list[str | None]]


def in_(repository: Any, *names: str) -> list[Path]:
    return [repository.root / name for name in names]


# Commits that are ignored


@pytest.fixture
def reformatted(repository: Any) -> tuple[Any, str]:
    """Two pages of January, of which one was changed in February; and their reformat in March."""
    repository.commit("2024-01-01", {"docs/a.md": "1", "docs/b.md": "1"})
    repository.commit("2024-02-01", {"docs/a.md": "2"})
    reformat = {"docs/a.md": "2.", "docs/b.md": "1.", "docs/new.md": "1"}
    return repository, repository.commit("2024-03-01", reformat)


NAMES = ("docs/a.md", "docs/b.md")
BEFORE = ["2024-02-01", "2024-01-01"]
AFTER = ["2024-03-01", "2024-03-01"]


@pytest.mark.parametrize(
    "spelling",
    [str, str.upper, lambda name: name[:7], lambda name: name[:12].upper(), lambda n: f" {n} "],
    ids=["whole", "large letters", "seven digits", "twelve large ones", "with spaces"],
)
def test_an_ignored_commit_does_not_count(
    reformatted: Any, days_of: Days, spelling: Callable[[str], str]
) -> None:
    repository, commit = reformatted
    assert days_of(in_(repository, *NAMES)) == AFTER
    ignore = {"ignore_revs": [spelling(commit)]}
    assert days_of(in_(repository, *NAMES), git=ignore) == BEFORE


@pytest.mark.report("GIT-12")
def test_a_mass_reformat_does_not_count_when_its_commit_is_ignored(
    repository: Any, days_of: Days
) -> None:
    names = [f"docs/{number}.md" for number in range(200)]
    days = [f"2024-01-{number + 1:02}" for number in range(20)]
    for number, day in enumerate(days):
        repository.commit(day, dict.fromkeys(names[number::20], "wide"))
    reformat = repository.commit("2024-02-01", dict.fromkeys(names, "narrow"))
    repository.commit("2024-03-01", {".git-blame-ignore-revs": f"# rewrapped\n{reformat}\n"})
    assert days_of(in_(repository, *names)) == days * 10


def test_an_ignored_commit_that_adds_the_page_counts(reformatted: Any, days_of: Days) -> None:
    repository, commit = reformatted
    files = in_(repository, "docs/new.md")
    assert days_of(files, git={"ignore_revs": [commit]}) == ["2024-03-01"]


def test_ignored_commits_one_after_the_other_do_not_count(repository: Any, days_of: Days) -> None:
    commits = [repository.commit(f"2024-0{n}-01", {"a.md": str(n)}) for n in range(1, 7)]
    (page,) = files = in_(repository, "a.md")
    assert page.exists()
    assert days_of(files, git={"ignore_revs": commits[2:]}) == ["2024-02-01"]
    assert days_of(files, git={"ignore_revs": commits}) == ["2024-01-01"]
    assert days_of(files, git={"ignore_revs": commits[:-1]}) == ["2024-06-01"]


def test_a_page_that_was_deleted_and_added_again_is_not_older_than_that(
    repository: Any, days_of: Days
) -> None:
    repository.commit("2024-01-01", {"a.md": "1", "b.md": "1"})
    (repository.root / "a.md").unlink()
    repository.commit("2024-02-01")
    again = repository.commit("2024-03-01", {"a.md": "1"})
    assert days_of(in_(repository, "a.md"), git={"ignore_revs": [again]}) == ["2024-03-01"]


def test_an_ignored_merge_passes_on_to_the_parent_that_has_the_page(
    repository: Any, days_of: Days
) -> None:
    repository.import_commits(
        [
            (1_704_067_200, {"a.md": "1"}),  # 2024-01-01
            (1_706_745_600, {"a.md": "side", "b.md": "side"}, (0,)),  # 2024-02-01
            (1_709_251_200, {"a.md": "trunk"}, (0,)),  # 2024-03-01
            (1_711_929_600, {"a.md": "both", "b.md": "both"}, (2, 1)),  # 2024-04-01
        ]
    )
    files = in_(repository, "a.md", "b.md")
    assert days_of(files) == ["2024-04-01"] * 2
    ignore = {"ignore_revs": [repository.head]}
    assert days_of(files, git=ignore) == ["2024-03-01", "2024-02-01"]


def test_the_list_that_git_blame_uses_is_read_by_itself(reformatted: Any, days_of: Days) -> None:
    repository, commit = reformatted
    text = f"# why\n\n   {commit.upper()}  # trailing\n#{'0' * 40}\n{'1' * 40}\r\n"
    repository.write(".git-blame-ignore-revs", text)
    assert days_of(in_(repository, *NAMES)) == BEFORE
    off = {"ignore_revs_file": False}
    assert days_of(in_(repository, *NAMES), git=off) == AFTER


def test_another_list_can_be_named(reformatted: Any, days_of: Days, tmp_path: Path) -> None:
    repository, commit = reformatted
    (tmp_path / "revs.txt").write_text(f"{commit}\n")
    own = {"ignore_revs_file": "revs.txt"}
    assert days_of(in_(repository, *NAMES), git=own, folder=tmp_path) == BEFORE


def test_commits_of_the_list_and_of_the_settings_are_ignored_alike(
    reformatted: Any, days_of: Days
) -> None:
    repository, march = reformatted
    april = repository.commit("2024-04-01", {"docs/b.md": "2."})
    repository.write(".git-blame-ignore-revs", march)
    ignore = {"ignore_revs": [april]}
    assert days_of(in_(repository, *NAMES), git=ignore) == BEFORE


def test_each_wrong_line_of_a_list_is_told_with_its_number(reformatted: Any, dates_of: Any) -> None:
    repository, commit = reformatted
    file = repository.write(".git-blame-ignore-revs", f"HEAD~1\n{commit}\nabc # short\n\xe9\n")
    found = dates_of(in_(repository, *NAMES))
    assert [value.date().isoformat() for value in found.values] == BEFORE
    assert [problem.where for problem in found.problems] == [f"{file}:{n}" for n in (1, 3, 4)]
    assert "found 'HEAD~1', expected a commit's id" in found.problems[0].message


def test_a_wrong_line_of_a_list_for_several_repositories_is_told_once(
    make_repository: Any, dates_of: Any, tmp_path: Path
) -> None:
    (tmp_path / "revs.txt").write_text("nonsense\n")
    repositories = [make_repository(name) for name in ("one", "two", "three")]
    for each in repositories:
        each.commit("2024-01-01", {"a.md": "1"})
    files = [each.root / "a.md" for each in repositories]
    found = dates_of(files, git={"ignore_revs_file": "revs.txt"}, folder=tmp_path)
    assert [problem.where for problem in found.problems] == [f"{tmp_path / 'revs.txt'}:1"]


# Moves


IGNORE_MOVES = {"ignore_moves": True}


def move(repository: Any, day: str, *names: str) -> str:
    """Commit moves, each of one name to the next."""
    for old, new in zip(names[::2], names[1::2], strict=True):
        (repository.root / new).parent.mkdir(parents=True, exist_ok=True)
        repository.git("mv", old, new)
    commit: str = repository.commit(day)
    return commit


@pytest.mark.report("GIT-07")
def test_a_move_does_not_count_when_moves_are_ignored(repository: Any, days_of: Days) -> None:
    repository.commit("2024-01-01", {"docs/a.md": "1"})
    repository.commit("2024-02-01", {"docs/a.md": "2", "docs/b.md": "1"})
    move(repository, "2024-03-01", "docs/a.md", "docs/old/a.md")
    files = in_(repository, "docs/old/a.md", "docs/b.md")
    assert days_of(files) == ["2024-03-01", "2024-02-01"]
    assert days_of(files, git=IGNORE_MOVES) == ["2024-02-01", "2024-02-01"]


def test_a_move_with_an_edit_counts(repository: Any, days_of: Days) -> None:
    long = "".join(f"line {number}\n" for number in range(100))
    repository.commit("2024-01-01", {"a.md": long})
    repository.git("mv", "a.md", "b.md")
    repository.commit("2024-02-01", {"b.md": long + "one more\n"})
    assert days_of(in_(repository, "b.md"), git=IGNORE_MOVES) == ["2024-02-01"]


def test_an_edit_after_a_move_counts(repository: Any, days_of: Days) -> None:
    repository.commit("2024-01-01", {"a.md": "1"})
    move(repository, "2024-02-01", "a.md", "b.md")
    repository.commit("2024-03-01", {"b.md": "2"})
    assert days_of(in_(repository, "b.md"), git=IGNORE_MOVES) == ["2024-03-01"]


def test_a_chain_of_moves_leads_to_the_last_edit(repository: Any, days_of: Days) -> None:
    repository.commit("2024-01-01", {"0.md": "1"})
    for number in range(6):
        move(repository, f"2024-02-{number + 1:02}", f"{number}.md", f"{number + 1}.md")
        repository.commit("2024-02-20", {"other.md": str(number)})
    assert days_of(in_(repository, "6.md"), git=IGNORE_MOVES) == ["2024-01-01"]


def test_a_move_there_and_back_leads_to_the_last_edit(repository: Any, days_of: Days) -> None:
    repository.commit("2024-01-01", {"a.md": "1"})
    move(repository, "2024-02-01", "a.md", "b.md")
    move(repository, "2024-03-01", "b.md", "a.md")
    assert days_of(in_(repository, "a.md"), git=IGNORE_MOVES) == ["2024-01-01"]


def test_a_folder_that_is_moved_keeps_the_dates_of_its_pages(
    repository: Any, days_of: Days
) -> None:
    names = [f"{number}.md" for number in range(1_500)]  # more than diff.renameLimit
    repository.import_commits(
        [
            (1_704_067_200, {f"old/{name}": name for name in names}),
            (1_706_745_600, {f"old/{name}": f"{name}!" for name in names[::2]}),
        ]
    )
    move(repository, "2024-03-01", "old", "new")
    files = in_(repository, *(f"new/{name}" for name in names))
    assert set(days_of(files)) == {"2024-03-01"}
    assert days_of(files, git=IGNORE_MOVES) == ["2024-02-01", "2024-01-01"] * 750


def test_a_page_that_came_from_outside_of_all_pages_keeps_its_date(
    repository: Any, days_of: Days
) -> None:
    repository.commit("2024-01-01", {"README.md": "1", "docs/a.md": "1"})
    move(repository, "2024-02-01", "README.md", "docs/index.md")
    files = in_(repository, "docs/index.md", "docs/a.md")
    assert days_of(files, git=IGNORE_MOVES) == ["2024-01-01"] * 2


def test_two_files_that_had_one_name_at_different_times_keep_their_own_dates(
    repository: Any, days_of: Days
) -> None:
    repository.commit("2024-01-01", {"a.md": "first"})
    move(repository, "2024-02-01", "a.md", "first.md")
    repository.commit("2024-03-01", {"a.md": "second"})
    move(repository, "2024-04-01", "a.md", "second.md")
    repository.commit("2024-05-01", {"a.md": "third"})
    files = in_(repository, "first.md", "second.md", "a.md")
    assert days_of(files, git=IGNORE_MOVES) == ["2024-01-01", "2024-03-01", "2024-05-01"]


def test_two_files_that_change_names_with_each_other_are_moved_or_changed(
    repository: Any, days_of: Days
) -> None:
    repository.commit("2024-01-01", {"a.md": "1"})
    repository.commit("2024-02-01", {"b.md": "2"})
    repository.commit("2024-03-01", {"a.md": "2", "b.md": "1"})
    # To Git both names were there before and after: each has new contents.
    assert days_of(in_(repository, "a.md", "b.md"), git=IGNORE_MOVES) == ["2024-03-01"] * 2


def test_a_copy_that_leaves_the_original_counts(repository: Any, days_of: Days) -> None:
    repository.commit("2024-01-01", {"a.md": "1"})
    repository.commit("2024-02-01", {"copy.md": "1"})
    files = in_(repository, "a.md", "copy.md")
    assert days_of(files, git=IGNORE_MOVES) == ["2024-01-01", "2024-02-01"]


def test_a_move_in_a_merge_does_not_count(repository: Any, days_of: Days) -> None:
    repository.commit("2024-01-01", {"a.md": "1"})
    repository.git("checkout", "--quiet", "-b", "side")
    repository.commit("2024-02-01", {"side.md": "side"})
    repository.git("checkout", "--quiet", "main")
    repository.commit("2024-03-01", {"main.md": "main"})
    repository.git("merge", "--quiet", "--no-commit", "--no-ff", "side")
    move(repository, "2024-04-01", "a.md", "b.md", "side.md", "moved.md")
    files = in_(repository, "b.md", "moved.md")
    assert days_of(files) == ["2024-04-01"] * 2
    assert days_of(files, git=IGNORE_MOVES) == ["2024-01-01", "2024-02-01"]


def test_a_move_on_a_side_branch_does_not_count(repository: Any, days_of: Days) -> None:
    repository.commit("2024-01-01", {"a.md": "1"})
    repository.git("checkout", "--quiet", "-b", "side")
    move(repository, "2024-02-01", "a.md", "b.md")
    repository.git("checkout", "--quiet", "main")
    repository.commit("2024-03-01", {"main.md": "1"})
    repository.git("merge", "--quiet", "-m", "x", "side", GIT_COMMITTER_DATE="2024-04-01T12:00:00Z")
    assert days_of(in_(repository, "b.md")) == ["2024-02-01"]
    assert days_of(in_(repository, "b.md"), git=IGNORE_MOVES) == ["2024-01-01"]


def test_an_empty_file_is_moved_like_others(repository: Any, days_of: Days) -> None:
    repository.commit("2024-01-01", {"a.md": ""})
    move(repository, "2024-02-01", "a.md", "b.md")
    repository.commit("2024-03-01", {"c.md": ""})
    files = in_(repository, "b.md", "c.md")
    assert days_of(files, git=IGNORE_MOVES) == ["2024-01-01", "2024-03-01"]


def test_in_a_shallow_clone_a_move_leads_to_what_is_known(repository: Any, dates_of: Any) -> None:
    repository.commit("2024-01-01", {"a.md": "1", "b.md": "1"})
    repository.commit("2024-02-01", {"b.md": "2"})
    repository.commit("2024-03-01", {"x.md": "1"})
    repository.commit("2024-04-01", {"a.md": "2"})
    move(repository, "2024-05-01", "a.md", "moved/a.md", "b.md", "moved/b.md")
    clone = repository.clone("clone", "--depth=3")
    found = dates_of(in_(clone, "moved/a.md", "moved/b.md"), git=IGNORE_MOVES)
    assert [value and value.date().isoformat() for value in found.values] == ["2024-04-01", None]
    assert "1 of 2 pages" in found.problems[0].message


# When changes landed


def test_landed_is_what_git_answers_for_first_parents(repository: Any, dates_of: Any) -> None:
    names = [f"docs/{number}.md" for number in range(6)]
    commits: list[tuple[Any, ...]] = [(1_700_000_000, dict.fromkeys(names, "new"))]
    for number in range(1, 13):
        time, trunk = 1_700_000_000 + number * 1_000, len(commits) - 1
        side = {names[number % 4]: f"side {number}"}
        commits.append((time - 500, side, (max(0, trunk - 4),)))
        commits.append((time - 400, {names[number % 5]: f"trunk {number}"}, (trunk,)))
        commits.append((time, side, (trunk + 2, trunk + 1)))
    repository.import_commits(commits)
    files = in_(repository, *names)
    landed = dates_of(files, git={"date": "landed"}).values
    expected = [repository.last_change(name, "--first-parent") for name in names]
    assert [int(value.timestamp()) for value in landed] == expected
    assert landed != dates_of(files).values


def test_a_page_that_a_merge_adds_has_the_date_of_the_merge(repository: Any, days_of: Days) -> None:
    repository.commit("2024-01-01", {"a.md": "1"})
    repository.git("checkout", "--quiet", "-b", "side")
    repository.commit("2024-02-01", {"side.md": "1"})
    repository.git("checkout", "--quiet", "main")
    repository.commit("2024-03-01", {"a.md": "2"})
    repository.git("merge", "--quiet", "--no-commit", "--no-ff", "side")
    repository.commit("2024-04-01", {"merge.md": "in no parent"})
    files = in_(repository, "side.md", "merge.md")
    assert days_of(files) == ["2024-02-01", "2024-04-01"]
    assert days_of(files, git={"date": "landed"}) == ["2024-04-01"] * 2


def test_all_options_work_together(repository: Any, days_of: Days) -> None:
    repository.commit("2024-01-01", {"docs/a.md": "1", "docs/b.md": "1", "docs/c.md": "1"})
    repository.git("checkout", "--quiet", "-b", "side")
    repository.commit("2024-02-01", {"docs/a.md": "2"})
    repository.git("checkout", "--quiet", "main")
    repository.commit("2024-03-01", {"docs/b.md": "2"})
    day = {"GIT_COMMITTER_DATE": "2024-04-01T12:00:00Z"}
    repository.git("merge", "--quiet", "-m", "x", "side", **day)
    listed = repository.commit("2024-05-01", {"docs/b.md": "2.", "docs/c.md": "1."})
    move(repository, "2024-06-01", "docs", "pages")
    named = repository.commit("2024-07-01", {"pages/a.md": "2.", "pages/c.md": "1.."})
    repository.write(".git-blame-ignore-revs", listed)
    options = {"date": "landed", "ignore_moves": True, "ignore_revs": [named]}
    files = in_(repository, "pages/a.md", "pages/b.md", "pages/c.md")
    assert days_of(files, git=options) == ["2024-04-01", "2024-03-01", "2024-01-01"]
