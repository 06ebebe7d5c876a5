"""What Git's plumbing prints, as records; starts no process."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

MARK = b"=\n"
"""A line that is no object's id: `diff-tree --stdin` repeats it and empties its buffer."""

# Commits are named by 40 hexadecimal digits, or 64; a status has at most four characters.
_SHORTEST_ID = 40


class GitError(Exception):
    """Git can't answer; the text is what it said, for the user."""


class Commit(NamedTuple):
    """What `rev-list` says of one commit."""

    rank: int
    """Its place in the list: 0 is the newest."""
    time: int
    """Committer time in seconds since 1970, UTC; as Git prints it, also where it is absurd."""
    parents: tuple[bytes, ...]


class Commits:
    """The commits that `git rev-list --parents --timestamp` lists, read as far as asked for."""

    def __init__(self, lines: Iterable[bytes], *, first_parents_only: bool = False) -> None:
        self._lines = iter(lines)
        self._commits: dict[bytes, Commit] = {}
        self._parents = 1 if first_parents_only else None

    def __getitem__(self, commit_id: bytes) -> Commit:
        """The commit of this id, which is in the part not yet read or was met before.

        Raises:
            GitError: the list ends without it.
        """
        if commit_id not in self._commits:
            self._read_to(commit_id)
        return self._commits[commit_id]

    def _read_to(self, commit_id: bytes) -> None:
        commits = self._commits
        for line in self._lines:
            time, listed, *parents = line.split()
            commits[listed] = Commit(len(commits), int(time), tuple(parents[: self._parents]))
            if listed == commit_id:
                return
        raise GitError(f"git rev-list ended before commit {commit_id.decode()}")


class Difference(NamedTuple):
    """One answer of `diff-tree`: what a commit changed against one of its parents."""

    commit: bytes
    changes: list[tuple[bytes, ...]]
    """`(b"M", path)`, with A, D, M or T; of moves `(b"R100", old path, new path)`."""


def read_differences(pieces: Iterable[bytes], width: int = 2) -> Iterator[Difference]:
    """The answers in a stream of `diff-tree --stdin --always -r -z --name-status`.

    Each is given as soon as it is whole: when the next one begins, or a `MARK` stands behind it.
    `width`: how many fields a change has, 3 where only moves are asked for (`--diff-filter=R`).
    """
    fields: list[bytes] = []
    unread, end = b"", 1
    for piece in pieces:
        *whole, unread = (unread + piece).split(b"\0")
        fields += whole
        start = 0
        while end <= len(fields):
            # What stands where a status could is one, or the next commit. What stands behind a
            # status is a path, which can look like anything: like a commit, or like a mark.
            if end < len(fields) and len(fields[end]) < _SHORTEST_ID:
                end += width
                continue
            if end == len(fields) and unread != MARK:
                break
            behind = iter(fields[start + 1 : end])
            changes = list(zip(*(behind,) * width, strict=True))
            yield Difference(fields[start].removeprefix(MARK), changes)
            start, end = end, end + 1
        del fields[:start]
        end -= start
        if not fields and unread == MARK:
            unread = b""
