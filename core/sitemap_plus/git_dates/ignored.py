"""Commits that don't count, as `git blame --ignore-revs-file` has them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from sitemap_plus import values
from sitemap_plus.errors import Problem
from sitemap_plus.settings import GitSettings


@dataclass(frozen=True, slots=True)
class IgnoredCommits:
    """The commits that are ignored, and what was wrong with the list of them."""

    beginnings: tuple[bytes, ...] = ()
    """Of their ids, or whole ids."""
    problems: tuple[Problem, ...] = ()

    def has(self, commit: bytes) -> bool:
        """Whether this commit is one of them."""
        return commit.startswith(self.beginnings)


def ignored_commits(root: Path, settings: GitSettings) -> IgnoredCommits:
    """Those that the settings name, and those in the repository's own file of them."""
    file = settings.ignore_revs_file and root / settings.ignore_revs_file
    try:
        lines = file.read_text("utf-8", "replace").splitlines() if file else []
    except OSError:
        lines = []  # most repositories have none
    return _ignored(file, lines, settings.ignore_revs)


def _ignored(file: Path | None, lines: Iterable[str], named: Iterable[str]) -> IgnoredCommits:
    """The format of Git's `blame.ignoreRevsFile`: an id a line; `#` begins a comment."""
    ids, problems = list(named), []
    for number, line in enumerate(lines, start=1):
        text = line.partition("#")[0].strip()
        if not text:
            continue
        try:
            ids.append(values.commit_id(text))
        except values.Wrong as error:
            where, found = f"{file}:{number}", error.faults[0]
            message = f"found {found.found}, expected {found.expected}"
            problems.append(Problem(level="warning", where=where, message=message))
    return IgnoredCommits(tuple(each.encode() for each in ids), tuple(problems))
