"""The walk, without Git: histories are dictionaries, and snapshots say what each commit holds."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import pytest

from sitemap_plus.git_dates.formats import Commit
from sitemap_plus.git_dates.walk import last_changes, last_changes_behind_moves

Snapshot = Mapping[str, object]


@dataclass(frozen=True)
class History:
    """Commits by name, the newest first: their parents, and the content of each file in them."""

    parents: Mapping[str, Sequence[str]]
    files: Mapping[str, Snapshot]

    def __getitem__(self, commit: bytes) -> Commit:
        name = commit.decode()
        parents = tuple(parent.encode() for parent in self.parents[name])
        return Commit(list(self.parents).index(name), 0, parents)

    def differences(self, commit: bytes, parent: bytes) -> Iterator[tuple[bytes, bytes]]:
        mine, its = self.files[commit.decode()], self.files[parent.decode()]
        for path in sorted({*mine, *its}):
            if path not in its:
                yield b"A", path.encode()
            elif path not in mine:
                yield b"D", path.encode()
            elif mine[path] != its[path]:
                yield b"M", path.encode()

    def moves(self, commit: bytes, parent: bytes) -> dict[bytes, bytes]:
        mine, its = self.files[commit.decode()], self.files[parent.decode()]
        gone = {content: path for path, content in its.items() if path not in mine}
        new = {path: content for path, content in mine.items() if path not in its}
        return {
            path.encode(): gone[content].encode()
            for path, content in new.items()
            if content in gone
        }


def starts_at(commit: str, *paths: str) -> dict[bytes, bytes]:
    return {path.encode(): commit.encode() for path in paths}


def answers(history: History, *paths: str, ignored: Sequence[str] = ()) -> dict[str, str]:
    """By path the name of the commit that changed it last, seen from the newest one."""
    start = next(iter(history.parents))
    names = {name.encode() for name in ignored}
    found = last_changes(starts_at(start, *paths), history, history.differences, names.__contains__)
    return {path.decode(): commit.decode() for path, commit in found.items()}


LINE = History(
    {"c": ["b"], "b": ["a"], "a": []},
    {"a": {"x": 1, "y": 1}, "b": {"x": 2, "y": 1}, "c": {"x": 2, "y": 1, "z": 1}},
)


def test_each_file_is_answered_by_the_commit_that_changed_it_last() -> None:
    assert answers(LINE, "x", "y", "z") == {"x": "b", "y": "a", "z": "c"}


def test_nothing_is_asked_of_commits_behind_the_last_answer() -> None:
    def differences(commit: bytes, parent: bytes) -> Iterator[tuple[bytes, bytes]]:
        assert commit == b"c"
        return LINE.differences(commit, parent)

    assert last_changes(starts_at("c", "z"), LINE, differences) == {b"z": b"c"}


def test_of_no_path_nothing_is_asked() -> None:
    assert last_changes({}, LINE, LINE.differences) == {}


def merge(main: Snapshot, side: Snapshot, merged: Snapshot) -> History:
    return History(
        {"merge": ["main", "side"], "main": ["base"], "side": ["base"], "base": []},
        {"base": {"x": 0}, "main": main, "side": side, "merge": merged},
    )


def test_a_merge_that_takes_the_side_is_no_change() -> None:
    assert answers(merge({"x": 0}, {"x": 2}, {"x": 2}), "x") == {"x": "side"}


def test_a_merge_that_throws_the_side_away_leaves_the_change_of_the_mainline() -> None:
    assert answers(merge({"x": 1}, {"x": 2}, {"x": 1}), "x") == {"x": "main"}


def test_a_merge_that_differs_from_both_sides_is_the_change() -> None:
    assert answers(merge({"x": 1}, {"x": 2}, {"x": 3}), "x") == {"x": "merge"}


def test_where_both_sides_made_the_same_change_the_first_parent_counts() -> None:
    assert answers(merge({"x": 1}, {"x": 1}, {"x": 1}), "x") == {"x": "main"}


def test_a_file_that_a_merge_adds_is_the_merges() -> None:
    assert answers(merge({"x": 0}, {"x": 0}, {"x": 0, "n": 1}), "n", "x") == {
        "n": "merge",
        "x": "base",
    }


def test_a_file_that_comes_back_was_changed_when_it_came_back() -> None:
    history = History({"c": ["b"], "b": ["a"], "a": []}, {"a": {"x": 1}, "b": {}, "c": {"x": 1}})
    assert answers(history, "x") == {"x": "c"}


def test_an_ignored_commit_gives_way_to_the_change_before_it() -> None:
    assert answers(LINE, "x", "y", "z", ignored=["b"]) == {"x": "a", "y": "a", "z": "c"}


def test_an_ignored_commit_that_added_the_file_counts() -> None:
    assert answers(LINE, "z", "y", ignored=["c", "a"]) == {"z": "c", "y": "a"}


def test_an_ignored_merge_gives_way_to_the_first_parent_that_has_the_file() -> None:
    history = merge({}, {"x": 2}, {"x": 3})
    assert answers(history, "x", ignored=["merge"]) == {"x": "side"}


def moved(history: History, *paths: str, ignored: Sequence[str] = ()) -> dict[str, str]:
    start = next(iter(history.parents))
    names = {name.encode() for name in ignored}
    walk = partial(
        last_changes,
        commits=history,
        differences=history.differences,
        is_ignored=names.__contains__,
    )
    found = last_changes_behind_moves(starts_at(start, *paths), history, walk, history.moves)
    return {path.decode(): commit.decode() for path, commit in found.items()}


def line(*snapshots: Snapshot) -> History:
    """Commits one after another: c0 is the oldest."""
    names = [f"c{number}" for number in range(len(snapshots))]
    parents = {name: names[number : number + 1] for number, name in enumerate(names[1:])}
    return History(
        {**dict(reversed(parents.items())), "c0": []}, dict(zip(names, snapshots, strict=True))
    )


def test_a_move_does_not_count() -> None:
    assert moved(line({"x": 1}, {"x": 2}, {"y": 2}, {"y": 2, "n": 0}), "y", "n") == {
        "y": "c1",
        "n": "c3",
    }


def test_a_move_with_a_change_counts() -> None:
    assert moved(line({"x": 1}, {"y": 2}), "y") == {"y": "c1"}


def test_moves_are_followed_one_after_another() -> None:
    assert moved(line({"x": 1}, {"y": 1}, {"z": 1}, {"z": 1, "n": 0}), "z") == {"z": "c0"}


def test_a_name_that_two_files_had_one_after_the_other_is_walked_for_each() -> None:
    # `old` became `first`; then another file was called `old`, which became `second`.
    history = line(
        {"old": 1},
        {"first": 1},
        {"first": 1, "old": 2},
        {"first": 1, "second": 2},
    )
    assert moved(history, "first", "second") == {"first": "c0", "second": "c2"}


def test_a_file_that_was_there_first_is_not_confused_with_one_moved_to_its_name() -> None:
    history = line({"a": 1, "b": 2}, {"b": 1}, {"b": 1, "a": 3})
    assert moved(history, "a", "b") == {"a": "c2", "b": "c1"}


def test_a_move_on_a_side_branch_does_not_count_in_the_merge() -> None:
    assert moved(merge({"x": 1}, {"y": 0}, {"y": 1}), "y") == {"y": "main"}


def test_an_ignored_move_with_a_change_still_counts() -> None:
    assert moved(line({"x": 1}, {"y": 2}), "y", ignored=["c1"]) == {"y": "c1"}


def walked_alone(history: History, path: str, start: str) -> str:
    """The rule for one path, as Git's documentation of history simplification has it."""
    commit = start
    while True:
        here = history.files[commit].get(path)
        same = [p for p in history.parents[commit] if history.files[p].get(path) == here]
        if not same:
            return commit
        commit = same[0]


def random_history(seed: int) -> History:
    """Up to 40 commits of up to 8 files, with merges, second roots and a list in any order."""
    chance = random.Random(seed)  # noqa: S311
    parents: dict[str, list[str]] = {}
    files: dict[str, Snapshot] = {}
    for number in range(chance.randint(1, 40)):
        recent = list(parents)[-5:]
        count = 0 if chance.random() < 0.05 else min(len(recent), chance.choice([1, 1, 1, 2, 2, 3]))
        chosen = chance.sample(recent, count)
        parents[f"c{number}"] = chosen
        files[f"c{number}"] = random_snapshot(chance, [files[parent] for parent in chosen])
    order = list(parents)
    chance.shuffle(order) if chance.random() < 0.3 else order.reverse()
    return History({name: parents[name] for name in order}, files)


def random_snapshot(chance: random.Random, sides: Sequence[Snapshot]) -> Snapshot:
    """Of each file most often what one of the parents has."""
    contents = {
        path: chance.choice([side.get(path) for side in sides])
        if sides and chance.random() < 0.8
        else chance.choice([1, 2, 3, None])
        for path in "pqrstuvw"
    }
    return {path: content for path, content in contents.items() if content is not None}


@pytest.mark.parametrize("seed", range(200))
def test_all_paths_together_get_what_each_would_get_alone(seed: int) -> None:
    history = random_history(seed)
    newest = f"c{len(history.parents) - 1}"
    paths = sorted(history.files[newest])
    found = last_changes(starts_at(newest, *paths), history, history.differences)
    assert found == {path.encode(): walked_alone(history, path, newest).encode() for path in paths}
