"""Times that commits bear, true or absurd: only one that can be true becomes a date."""

from __future__ import annotations

from datetime import datetime, timezone
from typing import Any

import pytest

NOW = 1_781_524_800  # 2026-06-15T12:00:00Z, when the tests build
DAY = 86_400


def commit_with(repository: Any, committer: str, author: str = "1500000000 +0000") -> str:
    """Write a commit of this committer's time, which `git commit` would refuse, and check it out.

    It has the files that are there, and the current commit as its parent, if there is one.
    """
    repository.git("add", "--all")
    tree = repository.git("write-tree")
    parent = repository.git("rev-parse", "--verify", "--quiet", "HEAD", check=False)
    lines = [f"tree {tree}", *([f"parent {parent}"] if parent else [])]
    lines += [f"author A <a@ex.org> {author}", f"committer C <c@ex.org> {committer}", "", "x", ""]
    hash_object = ("hash-object", "-t", "commit", "-w", "--stdin", "--literally")
    name: str = repository.pipe("\n".join(lines).encode(), *hash_object)
    repository.git("update-ref", "HEAD", name)
    return name


@pytest.mark.parametrize(
    "time",
    [
        "0 +0000",
        "-1 +0000",
        "-100 +0000",
        "-1700000000 +0000",
        f"{NOW + DAY + 1} +0000",
        "4102444800 +0000",  # 2100
        "9223372036854775807 +0000",
        "9223372036854775808 +0000",
        "18446744073709551615 +0000",
        "18446744073709551616 +0000",
        "999999999999999999999999 +0000",
        "nonsense",
        "",
    ],
)
def test_a_time_that_cannot_be_true_is_no_date(repository: Any, dates_of: Any, time: str) -> None:
    repository.commit("2024-01-01", {"a.md": "1", "b.md": "1"})
    repository.write("b.md", "2")
    commit_with(repository, time)
    files = [repository.root / name for name in ("a.md", "b.md")]
    found = dates_of(files)
    assert [value and value.date().isoformat() for value in found.values] == ["2024-01-01", None]
    (problem,) = found.problems
    assert problem.level == "info"
    assert problem.where == "b.md"
    assert "time can't be true" in problem.message


@pytest.mark.parametrize("time", [1, 1_700_000_000, NOW, NOW + DAY])
def test_a_time_that_can_be_true_is_the_date(repository: Any, dates_of: Any, time: int) -> None:
    repository.write("a.md")
    commit_with(repository, f"{time} +0000")
    found = dates_of([repository.root / "a.md"])
    assert found.values == (datetime.fromtimestamp(time, tz=timezone.utc),)
    assert found.problems == ()


@pytest.mark.parametrize("zone", ["+0000", "-0000", "+1400", "-1200", "+0545", "+9999"])
def test_the_zone_of_the_committer_changes_nothing(
    repository: Any, dates_of: Any, zone: str
) -> None:
    repository.write("a.md")
    commit_with(repository, f"1700000000 {zone}")
    (value,) = dates_of([repository.root / "a.md"]).values
    assert value.isoformat() == "2023-11-14T22:13:20+00:00"


@pytest.mark.parametrize("author", ["1500000000 +0000", "1750000000 +0000", "0 +0000", "nonsense"])
def test_when_the_author_wrote_it_is_never_used(
    repository: Any, dates_of: Any, author: str
) -> None:
    repository.write("a.md")
    commit_with(repository, "1700000000 +0000", author)
    found = dates_of([repository.root / "a.md"])
    assert found.values == (datetime.fromtimestamp(1_700_000_000, tz=timezone.utc),)
    assert found.problems == ()


def test_a_change_that_is_older_by_its_clock_than_the_one_before_is_still_the_last(
    repository: Any, days_of: Any
) -> None:
    repository.commit("2024-06-01", {"a.md": "1"})
    repository.commit("2024-01-01", {"a.md": "2"})
    repository.commit("2020-01-01", {"b.md": "1"})
    repository.commit("2024-07-01", {"c.md": "1"})
    files = [repository.root / name for name in ("a.md", "b.md", "c.md")]
    assert days_of(files) == ["2024-01-01", "2020-01-01", "2024-07-01"]
    assert [repository.last_change(file.name) for file in files] == [
        1_704_110_400,
        1_577_880_000,
        1_719_835_200,
    ]


def test_clocks_that_go_wrong_on_a_side_branch_change_nothing(
    repository: Any, dates_of: Any
) -> None:
    times = [1_700_000_000, 1_600_000_000, 1_500_000_000, 1_750_000_000, 1_400_000_000]
    repository.import_commits(
        [
            (times[0], {"a.md": "1", "b.md": "1"}),
            (times[1], {"a.md": "side"}, (0,)),
            (times[2], {"b.md": "side"}, (1,)),
            (times[3], {"c.md": "trunk"}, (0,)),
            (times[4], {"a.md": "side", "b.md": "side"}, (3, 2)),
        ]
    )
    names = ["a.md", "b.md", "c.md"]
    found = dates_of([repository.root / name for name in names])
    assert [int(value.timestamp()) for value in found.values] == [times[1], times[2], times[3]]
    assert [repository.last_change(name) for name in names] == [times[1], times[2], times[3]]


def test_pages_of_impossible_times_are_told_together(repository: Any, dates_of: Any) -> None:
    names = [f"{number}.md" for number in range(5)]
    for name in names:
        repository.write(name)
    commit_with(repository, "0 +0000")
    (problem,) = dates_of([repository.root / name for name in names]).problems
    assert problem.where == "0.md, 1.md, 2.md and 2 more"
