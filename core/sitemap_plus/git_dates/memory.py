"""What is known of repositories, to be kept from one build to the next."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from sitemap_plus.git_dates.formats import GitError
from sitemap_plus.git_dates.ignored import IgnoredCommits
from sitemap_plus.settings import GitSettings

SourcePatterns = tuple[str, ...]
"""Gitignore-style rules over the names of tracked files, from the root of the repository."""


@dataclass(frozen=True, slots=True)
class State:
    """What a repository's answers depend on, settings aside."""

    head: str
    """Id of the commit that is checked out."""
    edge: frozenset[bytes]
    """Ids of the commits whose parents a shallow clone lacks. Empty: the history is whole."""


@dataclass(frozen=True, slots=True)
class Question:
    """What the answer for a file depends on, besides its name."""

    state: State
    settings: GitSettings
    ignored: IgnoredCommits


class Change(NamedTuple):
    """The last change of a file."""

    commit: bytes
    time: int
    """Committer time in seconds since 1970, UTC; as Git has it, also where it is absurd."""
    is_certain: bool
    """False: older history is missing, so that the last change may be any older one."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Answers:
    """What is known of one repository; grows with the files that are asked for."""

    names: dict[bytes, bytes | None] = field(default_factory=dict)
    """Of each path that was asked for, the name that Git has for it. None: Git doesn't know it."""
    matching: dict[SourcePatterns, tuple[bytes, ...]] = field(default_factory=dict)
    """The tracked names that patterns match."""
    changes: dict[bytes, Change] = field(default_factory=dict)
    """By the name that Git has for a file."""


class GitMemory:
    """What builds have learnt of repositories: each HEAD is walked once, however many builds."""

    def __init__(self) -> None:
        self._answers: dict[Path, tuple[Question, Answers]] = {}
        self.not_completed: dict[tuple[Path, State], GitError] = {}
        """Why the history of a shallow clone could not be completed, when that was tried."""

    def answers(self, root: Path, question: Question) -> Answers:
        """What is known of a repository for this question; of other questions, all is forgotten."""
        known = self._answers.get(root)
        if known is None or known[0] != question:
            known = self._answers[root] = question, Answers()
        return known[1]
