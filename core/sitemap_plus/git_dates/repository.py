"""One repository: its state, and the last change of each file that is asked for."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from os import fsdecode, fsencode
from pathlib import Path

from sitemap_plus import urls
from sitemap_plus.git_dates import processes
from sitemap_plus.git_dates.differences import Differences, Moves
from sitemap_plus.git_dates.formats import Commits, GitError
from sitemap_plus.git_dates.memory import Answers, Change, Question, SourcePatterns, State
from sitemap_plus.git_dates.places import covering_folders, is_same_file, other_spelling
from sitemap_plus.git_dates.walk import last_changes, last_changes_behind_moves


class NoCommitError(GitError):
    """The repository has no commit yet."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Wanted:
    """What is asked of one repository."""

    paths: frozenset[bytes]
    patterns: frozenset[SourcePatterns]


def current_state(root: Path) -> State:
    """The repository's state.

    Raises:
        NoCommitError: there is no HEAD yet.
        GitError: Git can't read it, or won't.
    """
    try:
        answer = processes.answer(root, "rev-parse", "--git-path", "shallow", "HEAD")
    except GitError as error:
        processes.answer(root, "rev-parse", "--git-dir")  # fails again if there is more to it
        # Fails if HEAD is broken, but not if it leads to a branch that has no commit yet.
        processes.answer(root, "symbolic-ref", "--quiet", "HEAD")
        raise NoCommitError("it has no commit yet") from error
    shallow, head = answer.removesuffix(b"\n").rsplit(b"\n", 1)
    try:
        edge = (root / fsdecode(shallow)).read_bytes().split()
    except FileNotFoundError:
        edge = []
    return State(head.decode(), frozenset(edge))


def extend(answers: Answers, root: Path, question: Question, wanted: Wanted) -> None:
    """Add to the answers what is wanted and not among them yet.

    Raises:
        GitError: Git can't read the history.
    """
    head = question.state.head
    new_patterns = wanted.patterns - answers.matching.keys()
    if new_patterns:
        answers.matching.update(_matching(root, head, new_patterns))
    new_paths = wanted.paths - answers.names.keys()
    if new_paths:
        answers.names.update(_tracked(root, head, new_paths))
    names = {name for path in wanted.paths if (name := answers.names[path]) is not None}
    names.update(name for each in wanted.patterns for name in answers.matching[each])
    new_names = names - answers.changes.keys()
    if new_names:
        answers.changes.update(_last_changes(root, question, new_names))


def _tracked(
    root: Path, head: str, paths: Collection[bytes]
) -> Iterator[tuple[bytes, bytes | None]]:
    """Each path with the name that Git has for it: the same, or another spelling of it."""
    found = frozenset(paths).intersection(_names(root, head, covering_folders(paths)))
    missing = {path for path in paths if path not in found}
    respelled = dict(_respelled(root, head, missing)) if missing else {}
    yield from ((path, path if path in found else respelled.get(path)) for path in paths)


def _respelled(root: Path, head: str, missing: Iterable[bytes]) -> Iterator[tuple[bytes, bytes]]:
    """Those that Git knows in other case or composition, where the disk sees no difference."""
    spellings: dict[bytes, list[bytes]] = {}
    for path in missing:
        spellings.setdefault(other_spelling(path), []).append(path)
    for name in _names(root, head):
        for path in spellings.get(other_spelling(name), ()):
            if is_same_file(root, name, path):
                yield path, name


def _matching(
    root: Path, head: str, patterns: Iterable[SourcePatterns]
) -> Iterator[tuple[SourcePatterns, tuple[bytes, ...]]]:
    names = sorted(map(fsdecode, _names(root, head)))
    for each in patterns:
        compiled = urls.compile_patterns(each)
        matches = filter(compiled.matches, _candidates(each, names))
        yield each, tuple(map(fsencode, matches))


def _candidates(patterns: SourcePatterns, names: Sequence[str]) -> Iterable[str]:
    """The names, sorted, that these patterns can match; in most cases a few of many."""
    beginnings = {_beginning(line) for line in patterns if not line.startswith("!")}
    if "" in beginnings:
        return names
    return {name for each in beginnings for name in _beginning_with(each, names)}


def _beginning_with(beginning: str, names: Sequence[str]) -> Iterator[str]:
    for index in range(bisect_left(names, beginning), len(names)):
        if not names[index].startswith(beginning):
            return
        yield names[index]


def _beginning(line: str) -> str:
    """What every name that this pattern matches begins with; empty, if nothing is common."""
    is_anchored = "/" in line.rstrip("/")
    end = min((line.index(char) for char in "*?[\\" if char in line), default=len(line))
    return line[:end].strip("/") if is_anchored else ""


def _names(root: Path, head: str, folders: Iterable[bytes] = ()) -> Iterator[bytes]:
    """The names of all tracked files, or of those in some folders."""
    flags = ("-r", "-z", "--name-only", "--full-tree")
    return processes.pieces(root, "ls-tree", *flags, head, "--", *map(fsdecode, folders))


def _last_changes(root: Path, question: Question, names: Collection[bytes]) -> dict[bytes, Change]:
    """One walk for all names, and further ones behind moves where those are not to count."""
    state, settings = question.state, question.settings
    is_landed = settings.date == "landed"
    flags = ("--parents", "--timestamp", *(("--first-parent",) if is_landed else ()))
    with processes.listed(root, "rev-list", *flags, state.head) as lines:
        commits = Commits(lines, first_parents_only=is_landed)

        def walk(starts: Mapping[bytes, bytes]) -> dict[bytes, bytes]:
            arguments = ("--no-renames", "--", *map(fsdecode, covering_folders(starts)))
            with (
                processes.diff_tree(root, *arguments) as mainline,
                processes.diff_tree(root, *arguments) as branches,
            ):
                differences = Differences(mainline, branches, commits, starts.keys())
                return last_changes(starts, commits, differences, question.ignored.has)

        starts = dict.fromkeys(names, state.head.encode())
        if settings.ignore_moves:
            with processes.diff_tree(root, "-M100%", "--diff-filter=R", width=3) as process:
                moves = Moves(process)
                answers = last_changes_behind_moves(starts, commits, walk, moves)
        else:
            answers = walk(starts)
        return {
            name: Change(commit, commits[commit].time, commit not in state.edge)
            for name, commit in answers.items()
        }
