"""The rule by which Git says which commit changed a path last, for many paths in one walk.

`git log -1 -- PATH` goes from a commit to its first parent that has the same entry for the path,
and answers the first commit that none of its parents agrees with. Here whole sets of paths are
handed on like that, so that each commit is looked at once. In which order they are taken makes no
difference to the answers, so wrong clocks don't either.

Nothing here starts a process or knows Git: commits and their differences are arguments.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from heapq import heappop, heappush
from typing import Protocol

from sitemap_plus.git_dates.formats import Commit


class History(Protocol):
    """Looks commits up by their ids."""

    def __getitem__(self, commit_id: bytes, /) -> Commit: ...


Differences = Callable[[bytes, bytes], Iterable[tuple[bytes, ...]]]
"""Of a commit and one of its parents, each path that differs, with its status: `(b"M", path)`.

b"A": the parent has no such path. What isn't asked for may be left out.
"""

Moves = Callable[[bytes, bytes], Mapping[bytes, bytes]]
"""Of a commit and one of its parents, the new names of unchanged files with their old ones."""


def last_changes(
    starts: Mapping[bytes, bytes],
    commits: History,
    differences: Differences,
    is_ignored: Callable[[bytes], bool] = lambda _: False,
) -> dict[bytes, bytes]:
    """For each path the commit that changed it last, seen from the commit that it starts at.

    An ignored commit doesn't count unless it has added the path. At the end of a history that was
    cut off, the answer is the last commit there is.
    """
    waiting = _Waiting(commits)
    for path, commit in starts.items():
        waiting.put(commit, {path})
    answers: dict[bytes, bytes] = {}
    while waiting:
        commit, paths = waiting.take()
        parents = commits[commit].parents
        changed = _changed(commit, parents, paths, waiting, differences)
        is_passed_over = bool(changed) and is_ignored(commit)
        for path, parent in changed.items():
            if is_passed_over and parent is not None:
                waiting.put(parent, {path})
            else:
                answers[path] = commit
    return answers


def last_changes_behind_moves(
    starts: Mapping[bytes, bytes],
    commits: History,
    walk: Callable[[Mapping[bytes, bytes]], Mapping[bytes, bytes]],
    moves: Moves,
) -> dict[bytes, bytes]:
    """The same, but a commit that has only moved the file doesn't count.

    `walk` is `last_changes` but for its first argument. Where an answer turns out to be a move,
    another walk goes on behind it under the old name.
    """
    answers: dict[bytes, bytes] = {}
    places = {path: (path, commit) for path, commit in starts.items()}
    while places:
        # Two files can have had one name, at different times: the second waits for its own walk.
        of_this_walk: dict[bytes, bytes] = {}
        for name, commit in places.values():
            of_this_walk.setdefault(name, commit)
        changes = walk(of_this_walk)
        remaining: dict[bytes, tuple[bytes, bytes]] = {}
        for path, (name, commit) in places.items():
            if of_this_walk[name] != commit:
                remaining[path] = (name, commit)
            elif (before := _before_move(name, changes[name], commits, moves)) is not None:
                remaining[path] = before
            else:
                answers[path] = changes[name]
        places = remaining
    return answers


class _Waiting:
    """The paths that wait at each commit; hands out the newest commit first."""

    def __init__(self, commits: History) -> None:
        self._commits = commits
        self._paths: dict[bytes, set[bytes]] = {}
        self._queue: list[tuple[int, bytes]] = []

    def __bool__(self) -> bool:
        return bool(self._queue)

    def put(self, commit: bytes, paths: set[bytes]) -> None:
        """Let these paths wait as well; the set is taken over, and not the caller's any more."""
        others = self._paths.get(commit)
        if others is None:
            heappush(self._queue, (self._commits[commit].rank, commit))
            self._paths[commit] = paths
            return
        # The smaller set goes into the larger one, so that no path is moved too often.
        smaller, larger = sorted((others, paths), key=len)
        larger |= smaller
        self._paths[commit] = larger

    def take(self) -> tuple[bytes, set[bytes]]:
        _, commit = heappop(self._queue)
        return commit, self._paths.pop(commit)


def _changed(
    commit: bytes,
    parents: Iterable[bytes],
    paths: set[bytes],
    waiting: _Waiting,
    differences: Differences,
) -> dict[bytes, bytes | None]:
    """The paths that no parent agrees on, each with the first parent that has it at all.

    The others wait on at the first parent that agrees.
    """
    holders: dict[bytes, bytes] = {}
    for parent in parents:
        differing = set()
        for status, path in differences(commit, parent):
            if path in paths:
                differing.add(path)
                if status != b"A":
                    holders.setdefault(path, parent)
        # The sets are handed on, not copied: most commits change few of many paths.
        paths -= differing
        if paths:
            waiting.put(parent, paths)
        paths = differing
        if not paths:
            break
    return {path: holders.get(path) for path in paths}


def _before_move(
    name: bytes, commit: bytes, commits: History, moves: Moves
) -> tuple[bytes, bytes] | None:
    """The file's old name and the parent that has it under that, if the commit only moved it."""
    for parent in commits[commit].parents:
        old_name = moves(commit, parent).get(name)
        if old_name is not None:
            return old_name, parent
    return None
