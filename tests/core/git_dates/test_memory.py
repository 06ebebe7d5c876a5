"""What is remembered from one build to the next: each HEAD is walked once."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from sitemap_plus import GitMemory

WALK = {"rev-list", "diff-tree", "ls-tree"}


@pytest.fixture
def site(repository: Any) -> Any:
    repository.commit("2024-01-01", {"docs/a.md": "1", "docs/b.md": "1", "src/x.py": "1"})
    repository.commit("2024-02-01", {"docs/a.md": "2"})
    return repository


@pytest.fixture
def build(site: Any, dates_of: Any, commands_of: Any) -> Any:
    """Asks for pages again and again with one memory: their days, and Git's part in the walk."""
    memory = GitMemory()

    def ask(*names: str, **more: Any) -> tuple[list[str | None], set[str]]:
        found: list[Any] = []
        files = [site.root / "docs" / name for name in names]
        commands = commands_of(lambda: found.append(dates_of(files, memory=memory, **more)))
        days = [value and str(value.date()) for value in found[0].values]
        return days, WALK.intersection(commands)

    return ask


def test_a_second_build_of_one_head_walks_no_more(build: Any) -> None:
    assert build("a.md", "b.md") == (["2024-02-01", "2024-01-01"], WALK)
    assert build("a.md", "b.md") == (["2024-02-01", "2024-01-01"], set())
    assert build("b.md") == (["2024-01-01"], set())


def test_sources_are_remembered_as_well(build: Any) -> None:
    sources = {0: ("src/",)}
    assert build("b.md", sources=sources) == (["2024-01-01"], WALK)
    assert build("b.md", sources=sources) == (["2024-01-01"], set())
    assert build("b.md", sources={0: ("docs/",)}) == (["2024-02-01"], WALK)


def test_a_new_commit_is_seen(site: Any, build: Any) -> None:
    build("a.md", "b.md")
    site.commit("2024-03-01", {"docs/b.md": "2"})
    assert build("a.md", "b.md") == (["2024-02-01", "2024-03-01"], WALK)


def test_another_branch_is_seen_and_so_is_the_way_back(site: Any, build: Any) -> None:
    build("a.md")
    site.git("checkout", "--quiet", "--detach", "HEAD~1")
    days, commands = build("a.md")
    assert days == ["2024-01-01"]
    # A commit without a parent asks diff-tree nothing: it can end before it has begun.
    assert commands >= WALK - {"diff-tree"}
    site.git("checkout", "--quiet", "main")
    assert build("a.md")[0] == ["2024-02-01"]


def test_a_new_page_of_the_same_head_is_asked_for_alone(site: Any, build: Any) -> None:
    assert build("a.md")[1] == WALK
    assert build("a.md", "b.md") == (["2024-02-01", "2024-01-01"], WALK)
    assert build("b.md", "a.md") == (["2024-01-01", "2024-02-01"], set())


def test_a_page_that_is_not_committed_is_not_asked_for_again(site: Any, build: Any) -> None:
    site.write("docs/new.md")
    assert build("new.md")[0] == [None]
    assert build("new.md") == ([None], set())
    site.commit("2024-03-01")
    assert build("new.md")[0] == ["2024-03-01"]


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({"ignore_moves": True}, "2024-02-01"),
        ({"date": "landed"}, "2024-03-01"),
        ({"ignore_revs_file": False}, "2024-03-01"),
    ],
)
def test_other_options_are_not_answered_from_memory(
    site: Any, build: Any, options: dict[str, Any], expected: str
) -> None:
    site.git("mv", "docs/a.md", "docs/c.md")
    site.commit("2024-03-01")
    assert build("c.md")[0] == ["2024-03-01"]
    assert build("c.md", git=options) == ([expected], WALK)
    assert build("c.md")[0] == ["2024-03-01"]


def test_commits_that_are_ignored_from_now_on_are_not_answered_from_memory(
    site: Any, build: Any
) -> None:
    assert build("a.md")[0] == ["2024-02-01"]
    assert build("a.md", git={"ignore_revs": [site.head]}) == (["2024-01-01"], WALK)
    assert build("a.md")[0] == ["2024-02-01"]
    site.write(".git-blame-ignore-revs", site.head)
    assert build("a.md") == (["2024-01-01"], WALK)


def test_each_repository_is_remembered(
    site: Any, make_repository: Any, dates_of: Any, commands_of: Any
) -> None:
    other = make_repository("other")
    other.commit("2024-05-01", {"a.md": "1"})
    files: list[Path] = [site.root / "docs/a.md", other.root / "a.md"]
    memory = GitMemory()
    expected = dates_of(files, memory=memory)
    found: list[Any] = []
    commands = commands_of(lambda: found.append(dates_of(files, memory=memory)))
    assert found == [expected]
    assert WALK.isdisjoint(commands)
    other.commit("2024-06-01", {"a.md": "2"})
    commands = commands_of(lambda: found.append(dates_of(files, memory=memory)))
    assert commands.count("rev-list") == 1
    assert [str(value.date()) for value in found[1].values] == ["2024-02-01", "2024-06-01"]


def test_a_repository_that_could_not_be_read_is_asked_again(
    site: Any, build: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as other_owner:
        other_owner.setenv("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1")
        assert build("a.md")[0] == [None]
    assert build("a.md")[0] == ["2024-02-01"]


def test_without_a_memory_each_build_walks(site: Any, dates_of: Any, commands_of: Any) -> None:
    files = [site.root / "docs/a.md"]
    for _ in range(2):
        assert set(commands_of(lambda: dates_of(files))) >= WALK
