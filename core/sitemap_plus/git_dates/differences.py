"""What commits changed, asked of Git ahead of the walk that wants to know it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from sitemap_plus.git_dates.formats import Commits
from sitemap_plus.git_dates.processes import DiffTree

# Most of a walk follows the first parents from HEAD; side branches are left soon.
_AHEAD_ON_MAINLINE = 256
_AHEAD_ON_BRANCH = 16

Pair = tuple[bytes, bytes]
"""A commit and one of its parents."""


class Differences:
    """The paths of some that a commit changed against a parent; a `walk.Differences`."""

    def __init__(self, process: DiffTree, commits: Commits, paths: Collection[bytes]) -> None:
        self._process = process
        self._commits = commits
        self._paths = paths
        self._answers: dict[Pair, list[tuple[bytes, ...]] | None] = {}
        """Of what was asked and not used yet. None: the answer is still to come."""
        self._front: bytes | None = None
        """The first commit of the mainline that isn't asked for yet. None: none is."""

    def __call__(self, commit: bytes, parent: bytes) -> list[tuple[bytes, ...]]:
        """Each path that differs, with its status."""
        pair = (commit, parent)
        answers, paths = self._answers, self._paths
        if pair not in answers:
            pairs = list(self._ahead(pair))
            answers.update(dict.fromkeys(pairs))
            self._process.ask(pairs)
        while (answer := answers[pair]) is None:
            answered, difference = self._process.next_answer()
            # Of a commit that imports a whole site, only what is waited for is kept.
            answers[answered] = [each for each in difference.changes if each[1] in paths]
        del answers[pair]
        return answer

    def _ahead(self, pair: Pair) -> Iterator[Pair]:
        """The pair, and of the commits behind it each with its first parent."""
        yield pair
        first, commit = pair
        is_at_front = not self._is_before_front(first)
        for _ in range(_AHEAD_ON_MAINLINE if is_at_front else _AHEAD_ON_BRANCH):
            parents = self._commits[commit].parents
            # What lies behind the front is asked for in large portions, later.
            if not parents or not (is_at_front or self._is_before_front(commit)):
                break
            pair = (commit, parents[0])
            if pair not in self._answers:
                yield pair
            commit = parents[0]
        if is_at_front:
            self._front = commit

    def _is_before_front(self, commit: bytes) -> bool:
        commits, front = self._commits, self._front
        return front is not None and commits[commit].rank < commits[front].rank


class Moves:
    """The files that a commit moved unchanged; a `walk.Moves`."""

    def __init__(self, process: DiffTree) -> None:
        self._process = process
        self._known: dict[Pair, Mapping[bytes, bytes]] = {}

    def __call__(self, commit: bytes, parent: bytes) -> Mapping[bytes, bytes]:
        """Their new names with the old ones."""
        pair = (commit, parent)
        if pair not in self._known:
            self._process.ask([pair])
            _, difference = self._process.next_answer()
            self._known[pair] = {new: old for _, old, new in difference.changes}
        return self._known[pair]
