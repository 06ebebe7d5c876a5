"""What there is to say about dates that Git could not give: one problem a cause."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from sitemap_plus.errors import Problem, shared_problem, without_password
from sitemap_plus.git_dates import processes
from sitemap_plus.git_dates.formats import GitError
from sitemap_plus.git_dates.processes import GitMissingError
from sitemap_plus.git_dates.repository import NoCommitError

Reason = Literal["no repository", "untracked", "unreadable", "shallow", "impossible time"]

_CURE = (
    "; fetch all of it with 'fetch-depth: 0' (actions/checkout), 'GIT_DEPTH: 0' (GitLab) or "
    "'git fetch --unshallow', which 'filter: blob:none' keeps cheap"
)
_CURE_BY_OPTION = ", or set git.fetch_history"
_OF_FILES: Mapping[Reason, str] = {
    "no repository": "is in no Git repository, so Git has no date for it",
    "untracked": "is not committed, so Git has no date for it",
    "impossible time": "was changed last by a commit whose time can't be true, so it has no date",
}
_OTHER_OWNER = ("dubious ownership", "unsafe repository")
_ADVICE = "git config --global --add safe.directory"

# Of a server that it can't find, Git names user and password with it, and no "://" before them.
_PASSWORD = re.compile(r"[^\s/:@]+:[^\s/@]*@")


@dataclass(frozen=True, slots=True)
class Lack:
    """Why a page has no date from Git."""

    reason: Reason
    root: Path | None = None
    """Of the repository that is the cause."""


def git_problems(
    lacks: Iterable[tuple[str, Lack]],
    errors: Mapping[Path, GitError],
    asked_for: Mapping[Path, int],
    *,
    was_fetched: bool,
) -> Iterator[Problem]:
    """What to tell of these pages, each with the reason why it has no date: one problem a cause.

    `errors`: why repositories could not be read. `asked_for`: for how many pages each was asked.
    `was_fetched`: whether the option `git.fetch_history` has been tried.
    """
    pages: dict[Lack, list[str]] = {}
    for page, lack in lacks:
        pages.setdefault(lack, []).append(page)
    yield from _of_repositories(pages, errors)
    cure = _CURE if was_fetched else _CURE + _CURE_BY_OPTION
    yield from _of_shallow_clones(pages, asked_for, cure)
    for reason, message in _OF_FILES.items():
        if Lack(reason) in pages:
            yield shared_problem("info", pages[Lack(reason)], message)


def unmatched_sources(page: str, patterns: Sequence[str]) -> Problem:
    """The patterns of a page match nothing."""
    verb = "matches" if len(patterns) == 1 else "match"
    found = ", ".join(map(repr, patterns))
    return _info(f"{page}: sitemap.sources", f"{found} {verb} no file that Git knows")


def completed(root: Path) -> Problem:
    """The option fetch_history has done its work."""
    return _info(str(root), "git.fetch_history has fetched the history that this clone lacked")


def not_completed(root: Path, error: GitError) -> Problem:
    """The option fetch_history is set, and did not help."""
    reason = _PASSWORD.sub("***@", _main_line(error))
    return _info(str(root), f"git.fetch_history failed: {reason}")


def _of_repositories(
    pages: Mapping[Lack, Sequence[str]], errors: Mapping[Path, GitError]
) -> Iterator[Problem]:
    without_git = 0
    for lack, names in pages.items():
        if lack.reason != "unreadable" or lack.root is None:
            continue
        if isinstance(errors[lack.root], GitMissingError):
            without_git += len(names)
        else:
            yield _unreadable(lack.root, errors[lack.root], _get_none(len(names)))
    if without_git:
        message = f"can't be started, so {_get_none(without_git)}; is it installed?"
        yield _info("git", message)


def _of_shallow_clones(
    pages: Mapping[Lack, Sequence[str]], asked_for: Mapping[Path, int], cure: str
) -> Iterator[Problem]:
    """One for each clone; the first one says what to do."""
    for lack, names in pages.items():
        if lack.reason == "shallow" and lack.root is not None:
            of = f"{len(names)} of {asked_for[lack.root]} pages"
            message = f"is a shallow clone, whose history is too short to date {of}{cure}"
            yield _info(str(lack.root), message)
            cure = ""


def _unreadable(root: Path, error: GitError, effect: str) -> Problem:
    """Git can't read a repository, or won't."""
    if isinstance(error, NoCommitError):
        return _info(str(root), f"has no commit yet, so {effect}")
    if any(words in str(error) for words in _OTHER_OWNER):
        advice = f"if you trust it, do what Git says: {_advice(root, error)}"
        return _info(str(root), f"belongs to another user, so {effect}; {advice}")
    if _has_no_trees(root):
        cure = "clone with 'filter: blob:none' instead"
        return _info(str(root), f"is a clone without trees (tree:0), so {effect}; {cure}")
    return _info(str(root), f"can't be read by Git, so {effect}: {_main_line(error)}")


def _info(where: str, message: str) -> Problem:
    return Problem(level="info", where=where, message=without_password(message))


def _get_none(count: int) -> str:
    return f"{'1 page gets' if count == 1 else f'{count} pages get'} no date from Git"


def _advice(root: Path, error: GitError) -> str:
    """The command that Git itself names."""
    lines = (line.strip() for line in str(error).splitlines())
    return next((line for line in lines if line.startswith(_ADVICE)), f"{_ADVICE} {root}")


def _has_no_trees(root: Path) -> bool:
    try:
        filters = processes.answer(root, "config", "--get-regexp", r"\.partialclonefilter$")
    except GitError:
        return False
    return b"tree:" in filters  # also in "combine:blob:none+tree:0"


def _main_line(error: GitError) -> str:
    """Of all that Git said, the line that says what went wrong, and the next if it points there."""
    lines = str(error).splitlines()
    starts = (at for at, line in enumerate(lines) if line.startswith(("fatal:", "error:")))
    start = next(starts, 0)
    return " ".join(lines[start : start + 2] if lines[start].endswith(":") else lines[start:][:1])
