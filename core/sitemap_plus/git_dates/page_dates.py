"""From pages to the files that date them, and from the changes of those files to dates."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import NamedTuple

from sitemap_plus.errors import Problem
from sitemap_plus.git_dates.memory import Change, GitMemory, SourcePatterns
from sitemap_plus.git_dates.places import Place, Places
from sitemap_plus.git_dates.problems import Lack, git_problems, unmatched_sources
from sitemap_plus.git_dates.repositories import Reading, read_repositories
from sitemap_plus.git_dates.repository import Wanted
from sitemap_plus.page_settings import PageSettings
from sitemap_plus.pages import Page
from sitemap_plus.settings import Settings

_DAY = timedelta(days=1)

Readings = Mapping[Path, Reading]


@dataclass(frozen=True, kw_only=True, slots=True)
class GitDates:
    """What Git says of pages."""

    values: tuple[datetime | None, ...]
    """In UTC, in the order of the pages. None: Git has no date, or none that is certain."""
    problems: tuple[Problem, ...]


class _Files(NamedTuple):
    """The files that date one page."""

    page: str
    """What messages call the page."""
    has_own: bool
    """Whether the page is made from a file that is still there."""
    own: Place | None
    """That file. None: there is none, or it is in no repository."""
    included: tuple[Place, ...]
    sources: SourcePatterns
    home: Path | None
    """Root of the repository whose files the patterns mean. None: there is none, or no pattern."""
    roots: frozenset[Path]
    """Of all repositories that are to be asked."""


def git_dates(
    pages: Sequence[tuple[Page, PageSettings]],
    settings: Settings,
    now: datetime,
    memory: GitMemory,
) -> GitDates:
    """The newest change of each page's own file, of what it includes, and of its `sources`.

    A page whose own file Git doesn't know has no date. Neither has one whose newest change can't
    be told, because the clone lacks history.
    """
    places = Places()
    files = [_files(page, asked, settings, places) for page, asked in pages]
    readings = read_repositories(_wanted(files), settings.git, memory)
    latest = int((now + _DAY).timestamp())
    found = [_dated(each, readings, latest) for each in files]
    return GitDates(
        values=tuple(each if isinstance(each, datetime) else None for each in found),
        problems=tuple(_problems(files, found, readings, settings)),
    )


def _files(page: Page, asked: PageSettings, settings: Settings, places: Places) -> _Files:
    has_own, own = _place(page.source_file, places)
    included = tuple([each for file in page.included_files if (each := _place(file, places)[1])])
    home = _home(own, settings, places) if asked.sources else None
    found = [place.root for place in (own, home, *included) if place]
    root = home and home.root
    return _Files(page.name, has_own, own, included, asked.sources, root, frozenset(found))


def _home(own: Place | None, settings: Settings, places: Places) -> Place | None:
    """In which repository a page's patterns look: its own, or that of the settings."""
    return own or places.of_folder(str(settings.folder.absolute()))


def _place(file: Path | None, places: Places) -> tuple[bool, Place | None]:
    """Whether there is such a file, and where it lies. None: in no repository."""
    if file is None:
        return False, None
    try:
        return True, places.of(file)
    except OSError:
        return False, None  # what a plugin makes for a build can be gone by now


def _wanted(files: Iterable[_Files]) -> dict[Path, Wanted]:
    """What to ask of each repository."""
    paths: dict[Path, set[bytes]] = {}
    patterns: dict[Path, set[SourcePatterns]] = {}
    for each in files:
        for place in filter(None, (each.own, *each.included)):
            paths.setdefault(place.root, set()).add(place.path)
        if each.home:
            patterns.setdefault(each.home, set()).add(each.sources)
    return {
        root: Wanted(
            paths=frozenset(paths.get(root, ())), patterns=frozenset(patterns.get(root, ()))
        )
        for root in {*paths, *patterns}
    }


def _dated(files: _Files, readings: Readings, latest: int) -> datetime | Lack | None:
    """The page's date, or why it has none. None: it has no file that could have one.

    `latest` is the last second that is no future.
    """
    if files.has_own and files.own is None:
        return Lack("no repository")
    unreadable = [root for root in files.roots if readings[root].answers is None]
    if unreadable:
        return Lack("unreadable", min(unreadable))
    changes = list(_changes(files, readings))
    if files.own and _change(files.own, readings) is None:
        return Lack("untracked")
    return _newest(changes, latest)


def _newest(changes: Sequence[tuple[Change, Path]], latest: int) -> datetime | Lack | None:
    """The time of the newest change, if none that is uncertain could be a newer one."""
    times = [change.time for change, _ in changes if change.is_certain]
    if any(not 0 < time <= latest for time in times):
        return Lack("impossible time")
    newest = max(times, default=0)
    for change, root in changes:
        # The true change is the edge of the history, or older.
        if not change.is_certain and not 0 < change.time < newest:
            return Lack("shallow", root)
    return datetime.fromtimestamp(newest, tz=timezone.utc) if newest else None


def _changes(files: _Files, readings: Readings) -> Iterator[tuple[Change, Path]]:
    """The last changes of all files, each with the root of its repository.

    What is included and what patterns match counts as far as Git knows it.
    """
    for place in filter(None, (files.own, *files.included)):
        change = _change(place, readings)
        if change is not None:
            yield change, place.root
    answers = readings[files.home].answers if files.home else None
    if files.home and answers:
        for name in answers.matching[files.sources]:
            yield answers.changes[name], files.home


def _change(place: Place, readings: Readings) -> Change | None:
    answers = readings[place.root].answers
    name = answers.names[place.path] if answers else None
    return answers.changes[name] if answers and name is not None else None


def _problems(
    files: Sequence[_Files], found: Sequence[object], readings: Readings, settings: Settings
) -> Iterator[Problem]:
    told = (problem for root in sorted(readings) for problem in readings[root].problems)
    yield from dict.fromkeys(told)  # of one list for all repositories, each tells the same
    pages = zip((each.page for each in files), found, strict=True)
    lacks = ((page, lack) for page, lack in pages if isinstance(lack, Lack))
    errors = {root: reading.error for root, reading in readings.items() if reading.error}
    asked_for = Counter(root for each in files for root in each.roots)
    was_fetched = settings.git.fetch_history
    yield from git_problems(lacks, errors, asked_for, was_fetched=was_fetched)
    yield from _unmatched(files, readings)


def _unmatched(files: Iterable[_Files], readings: Readings) -> Iterator[Problem]:
    """One problem for each page whose `sources` match nothing: most likely they are misspelt."""
    for each in files:
        answers = readings[each.home].answers if each.home else None
        if answers and not answers.matching[each.sources]:
            yield unmatched_sources(each.page, each.sources)
