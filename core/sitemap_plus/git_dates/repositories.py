"""Asks repositories what is wanted of each, several at once."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from sitemap_plus.errors import Problem
from sitemap_plus.git_dates import problems
from sitemap_plus.git_dates.completing import complete_history
from sitemap_plus.git_dates.formats import GitError
from sitemap_plus.git_dates.ignored import ignored_commits
from sitemap_plus.git_dates.memory import Answers, GitMemory, Question, State
from sitemap_plus.git_dates.repository import Wanted, current_state, extend
from sitemap_plus.settings import GitSettings


@dataclass(frozen=True, kw_only=True, slots=True)
class Reading:
    """What came of asking one repository."""

    answers: Answers | None = None
    """None: it could not be read."""
    error: GitError | None = None
    """Why it could not be read."""
    problems: tuple[Problem, ...] = ()


def read_repositories(
    wanted: Mapping[Path, Wanted], settings: GitSettings, memory: GitMemory
) -> dict[Path, Reading]:
    """By the roots of the repositories, what came of asking them."""
    roots = sorted(wanted)
    read = partial(_read_or_tell, wanted=wanted, settings=settings, memory=memory)
    if len(roots) <= 1:
        return {root: read(root) for root in roots}
    from concurrent.futures import ThreadPoolExecutor

    # The work is done by Git's own processes; a thread for each repository only waits for them.
    with ThreadPoolExecutor(max_workers=min(len(roots), os.cpu_count() or 1)) as executor:
        return dict(zip(roots, executor.map(read, roots), strict=True))


def _read_or_tell(
    root: Path, *, wanted: Mapping[Path, Wanted], settings: GitSettings, memory: GitMemory
) -> Reading:
    try:
        return _read(root, wanted[root], settings, memory)
    except GitError as error:
        return Reading(error=error)
    except OSError as error:
        return Reading(error=GitError(str(error)))


def _read(root: Path, wanted: Wanted, settings: GitSettings, memory: GitMemory) -> Reading:
    state, told = current_state(root), []
    if settings.fetch_history and state.edge:
        state, how_it_went = _completed(root, state, memory)
        told.append(how_it_went)
    ignored = ignored_commits(root, settings)
    question = Question(state, settings, ignored)
    answers = memory.answers(root, question)
    extend(answers, root, question, wanted)
    return Reading(answers=answers, problems=(*told, *ignored.problems))


def _completed(root: Path, state: State, memory: GitMemory) -> tuple[State, Problem]:
    """Fetch what is missing, unless that has failed already; the state then, and how it went."""
    failures = memory.not_completed
    if (root, state) not in failures:
        failure = GitError("its remote lacks history, too")
        try:
            complete_history(root, state.head)
        except (GitError, OSError) as error:
            failure = GitError(str(error))
        state = current_state(root)
        if not state.edge:
            return state, problems.completed(root)
        failures[root, state] = failure
    return state, problems.not_completed(root, failures[root, state])
