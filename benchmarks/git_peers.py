"""Other ways to date files from Git: its own commands, and tools that nobody here wrote."""

from __future__ import annotations

import logging
import os
import subprocess
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Literal

from measuring import Way

REQUIREMENTS = (
    "mkdocs>=1.6",
    "mkdocs-git-revision-date-localized-plugin",
    "mkdocs-document-dates",
    "sphinx-last-updated-by-git",
)

Dates = Mapping[str, "int | None"]
"""Of each file the second of its last change; None, or not there: the tool gives no date."""


@dataclass(frozen=True, kw_only=True)
class Tool:
    name: str
    dates: Callable[[Path, Sequence[str]], Dates]
    """Asks for these files of the repository at this root, as the tool does for a whole site."""
    shows: Literal["committer", "author"] = "committer"
    """Which time of a commit it takes for its date."""
    asks_per: Literal["site", "folder", "file"] = "site"
    """What each of its questions is about: so far, a part of the site says what all of it takes."""
    distribution: str = "git"
    prepare: Callable[[Path, Sequence[str]], Way] | None = None
    """What to measure instead of `dates`, if that does more than has to be done."""

    def way(self, root: Path, names: Sequence[str]) -> Way:
        """What to measure."""
        if self.prepare:
            return self.prepare(root, names)

        def ask() -> None:
            self.dates(root, names)

        return ask

    @property
    def version(self) -> str | None:
        """None: the tool is not installed."""
        if self.distribution == "git":
            return subprocess.check_output(["git", "--version"], text=True).split()[2]
        try:
            return version(self.distribution)
        except PackageNotFoundError:
            return None

    def sample(self, names: Sequence[str]) -> tuple[Sequence[str], float]:
        """The files to measure it with, and how many times as much all of them are."""
        if self.asks_per == "file":
            return names[::40], len(names) / len(names[::40])
        if self.asks_per == "folder":
            folders = sorted({_folder(name) for name in names})
            some = frozenset(folders[::20])
            sample = [name for name in names if _folder(name) in some]
            return sample, len(folders) / len(some)
        return names, 1.0


def _folder(name: str) -> str:
    return name.rpartition("/")[0]


def one_log(*flags: str) -> Tool:
    """One `git log --name-only`; measured is Git alone, nobody reads what it prints."""

    def prepare(root: Path, _: Sequence[str]) -> Way:
        def run() -> None:
            subprocess.run(_log(root, *flags), check=True, stdout=subprocess.DEVNULL)

        return run

    name = " ".join(("git log --name-only", *flags))
    return Tool(name=name, dates=partial(_dates_of_one_log, flags=flags), prepare=prepare)


def _dates_of_one_log(root: Path, names: Sequence[str], *, flags: Sequence[str]) -> Dates:
    """What the tools that read such a log take from it: of each file the commit met first."""
    output = subprocess.check_output(_log(root, "-z", *flags), text=True)
    found: dict[str, int | None] = {}
    time = 0
    for field in output.replace("\n", "\0").split("\0"):
        if field.isdecimal():
            time = int(field)
        elif field:
            found.setdefault(field, time)
    return {name: found.get(name) for name in names}


def _log(root: Path, *flags: str) -> list[str]:
    return ["git", "-C", str(root), "log", "--format=%ct", "--name-only", *flags]


def log_for_each_file(root: Path, names: Sequence[str]) -> Dates:
    return {name: committed for name, (committed, _) in last_commits(root, names)}


def last_commits(root: Path, names: Iterable[str]) -> Iterator[tuple[str, tuple[int, int]]]:
    """The committer's and the author's time of what `git log -1 -- FILE` answers."""

    def ask(name: str) -> tuple[str, tuple[int, int]]:
        command = ["git", "-C", str(root), "log", "-1", "--format=%ct %at", "--", name]
        committed, authored = subprocess.check_output(command, text=True).split()
        return name, (int(committed), int(authored))

    with ThreadPoolExecutor(os.cpu_count()) as executor:
        yield from executor.map(ask, names)


def revision_date_localized(root: Path, names: Sequence[str]) -> Dates:
    """What that plugin does in `on_files`, with its default options."""
    from mkdocs_git_revision_date_localized_plugin.plugin import GitRevisionDateLocalizedPlugin
    from mkdocs_git_revision_date_localized_plugin.util import Util

    plugin = GitRevisionDateLocalizedPlugin()
    plugin.load_config({})
    plugin.util = Util(config=plugin.config, mkdocs_dir=str(root))
    plugin.parallel_compute_commit_timestamps(files=_mkdocs_files(root, names))
    found = plugin.last_revision_commits
    # It takes the clock's time for a file of which Git tells it nothing.
    return {name: found[str(root / name)][1] for name in names}


def document_dates(root: Path, names: Sequence[str]) -> Dates:
    """What that plugin does in `on_files`."""
    from mkdocs_document_dates.utils import load_dates_and_authors

    found = load_dates_and_authors(root / "docs", _mkdocs_files(root, names))
    return {name: int(found[name.removeprefix("docs/")]["updated"].timestamp()) for name in names}


def _mkdocs_files(root: Path, names: Iterable[str]) -> Any:
    from mkdocs.structure.files import File, Files

    docs, site = str(root / "docs"), str(root / "site")
    paths = (name.removeprefix("docs/") for name in names)
    return Files([File(path, docs, site, use_directory_urls=True) for path in paths])


def last_updated_by_git(root: Path, names: Sequence[str]) -> Dates:
    """What that extension does when Sphinx has read all files, with its default options."""
    import sphinx_last_updated_by_git as extension

    # It has a warning for each page that it can't date.
    logging.getLogger("sphinx").setLevel(logging.ERROR)
    environment = SimpleNamespace(
        git_last_updated=dict.fromkeys(names),
        doc2path=lambda name, base=True: str(root / name) if base else name,
        dependencies=defaultdict(set),
        srcdir=str(root),
    )
    config = SimpleNamespace(
        git_exclude_patterns=[],
        git_exclude_commits=[],
        git_untracked_show_sourcelink=False,
        git_untracked_check_dependencies=True,
    )
    app = SimpleNamespace(srcdir=str(root), config=config, verbosity=0)
    extension._env_updated(app, environment)  # noqa: SLF001  # what it connects with that event
    times = ((name, environment.git_last_updated[name][0]) for name in names)
    return {name: None if time is None else int(time) for name, time in times}


ONE_LOG = one_log()
COMMANDS = (
    ONE_LOG,
    one_log("--", "docs"),
    one_log("-c", "--no-renames", "--", "docs"),
    Tool(name="git log -1 for each file", dates=log_for_each_file, asks_per="file"),
)
PEERS = (
    Tool(
        name="mkdocs-git-revision-date-localized",
        dates=revision_date_localized,
        shows="author",
        asks_per="file",
        distribution="mkdocs-git-revision-date-localized-plugin",
    ),
    Tool(
        name="mkdocs-document-dates",
        dates=document_dates,
        shows="author",
        distribution="mkdocs-document-dates",
    ),
    Tool(
        name="sphinx-last-updated-by-git",
        dates=last_updated_by_git,
        shows="author",
        asks_per="folder",
        distribution="sphinx-last-updated-by-git",
    ),
)
