"""What commits changed, asked of Git ahead of the walk that wants to know it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from sitemap_plus.git_dates.formats import Commits
from sitemap_plus.git_dates.processes import DiffTree

# Most of a walk follows the first parents from HEAD; side branches are left soon.
_AHEAD_ON_MAINLINE = 128
_AHEAD_ON_BRANCH = 16

Pair = tuple[bytes, bytes]
"""A commit and one of its parents."""

Changes = list[tuple[bytes, ...]]
"""As in a `formats.Difference`."""


class Differences:
    """The paths of some that a commit changed against a parent; a `walk.Differences`.

    A process answers in the order in which it was asked. So there is one that works ahead along
    the mainline, and another one for what the walk wants to know of side branches meanwhile.
    """

    def __init__(
        self, mainline: DiffTree, branches: DiffTree, commits: Commits, paths: Collection[bytes]
    ) -> None:
        self._mainline = mainline
        self._branches = branches
        self._commits = commits
        self._paths = paths
        self._answers: dict[Pair, Changes | DiffTree] = {}
        """Of what was asked and not used yet; or the process that will answer it."""
        self._front: bytes | None = None
        """The first commit of the mainline that isn't asked for yet. None: none is."""
        self._last_portion: bytes | None = None
        """The commit with which the last portion of the mainline begins."""

    def __call__(self, commit: bytes, parent: bytes) -> Changes:
        """Each path that differs, with its status."""
        pair = (commit, parent)
        front = self._front or commit
        # While one portion is used up, Git works on the next.
        if commit in (front, self._last_portion):
            self._ask(self._mainline, list(self._along_mainline(front)))
        if pair not in self._answers:
            self._ask(self._branches, [pair, *self._along_branch(parent)])
        while isinstance(answer := self._answers[pair], DiffTree):
            answered, difference = answer.next_answer()
            # Of a commit that imports a whole site, only what is waited for is kept.
            paths = self._paths
            self._answers[answered] = [each for each in difference.changes if each[1] in paths]
        del self._answers[pair]
        return answer

    def _ask(self, process: DiffTree, pairs: Sequence[Pair]) -> None:
        if pairs:
            self._answers.update(dict.fromkeys(pairs, process))
            process.ask(pairs)

    def _along_mainline(self, commit: bytes) -> Iterator[Pair]:
        """The commits of the mainline from this one on, each with its first parent."""
        self._last_portion = commit
        for _ in range(_AHEAD_ON_MAINLINE):
            parents = self._commits[commit].parents
            if not parents:
                break
            yield commit, parents[0]
            commit = parents[0]
        self._front = commit

    def _along_branch(self, commit: bytes) -> Iterator[Pair]:
        """The commits from this one on, each with its first parent, as far as the front."""
        front = self._commits[self._front].rank if self._front else 0
        for _ in range(_AHEAD_ON_BRANCH):
            rank, _, parents = self._commits[commit]
            if rank >= front or not parents or (commit, parents[0]) in self._answers:
                break
            yield commit, parents[0]
            commit = parents[0]


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
