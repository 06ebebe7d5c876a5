"""Real Git repositories, made anew for each test, and the dates that pages in them get."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

import pytest

from sitemap_plus import GitMemory, Page, Settings
from sitemap_plus.git_dates.page_dates import GitDates, git_dates
from sitemap_plus.page_settings import PageSettings

NOW = datetime(2026, 6, 15, 12, tzinfo=timezone.utc)

# Nobody's own configuration, and no hook's leftovers.
_CLEAN = {
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_AUTHOR_NAME": "A",
    "GIT_AUTHOR_EMAIL": "a@ex.org",
    "GIT_COMMITTER_NAME": "C",
    "GIT_COMMITTER_EMAIL": "c@ex.org",
}


@dataclass(frozen=True)
class Repository:
    """A work tree and its repository."""

    root: Path

    def git(self, *arguments: str | bytes | Path, check: bool = True, **environment: str) -> str:
        """What a Git command prints, without the spaces around it."""
        run = subprocess.run(
            ["git", "-C", self.root, *arguments],
            env={**os.environ, **_CLEAN, **environment},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=False,
        )
        if check and run.returncode:
            raise AssertionError(f"git {arguments}: {run.stderr.decode()}")
        return os.fsdecode(run.stdout.strip())

    def write(self, name: str | bytes, text: str = "text") -> Path:
        file = self.root / os.fsdecode(name)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text.encode())  # with no other line ends on Windows
        return file

    def commit(
        self, day: str | int, files: Mapping[str | bytes, str] | None = None, **more: Any
    ) -> str:
        """Commit these files and all else that is new; `day`: 2024-01-08, or seconds since 1970.

        Returns the commit's id. `author`: another day, of the author. `arguments`: of git commit.
        """
        for name, text in (files or {}).items():
            self.write(name, text)
        self.git("add", "--all")
        dates = {
            "GIT_COMMITTER_DATE": _stamp(day),
            "GIT_AUTHOR_DATE": _stamp(more.get("author", day)),
        }
        self.git(
            "commit", "--quiet", "--allow-empty", "-m", "x", *more.get("arguments", ()), **dates
        )
        return self.head

    def import_commits(self, commits: Iterable[Imported]) -> None:
        """Make many commits at once, and check out the last one.

        Each is its time, its files (None: it deletes the file) and the places of its parents in
        this list; without them, its parent is the one before.
        """
        stream = "".join(_import_lines(list(commits)))
        self.pipe(stream.encode(), "fast-import", "--quiet")
        self.git("reset", "--quiet", "--hard", "main")

    def pipe(self, text: bytes, *arguments: str) -> str:
        """What a Git command prints that reads this text."""
        command = ["git", "-C", self.root, *arguments]
        run = subprocess.run(command, input=text, capture_output=True, check=True)
        return os.fsdecode(run.stdout.strip())

    @property
    def url(self) -> str:
        return self.root.as_uri()

    @property
    def head(self) -> str:
        return self.git("rev-parse", "HEAD")

    def clone(self, name: str, *arguments: str) -> Repository:
        """A clone beside it, over a transport that honours depth and filters."""
        folder = self.root.parent / name
        allow = ("-c", "protocol.file.allow=always")
        self.git(*allow, "clone", "--quiet", *arguments, self.url, folder)
        return Repository(folder)

    def last_change(self, name: str, *arguments: str) -> int | None:
        """What Git itself answers: seconds since 1970."""
        answer = self.git("log", "-1", "--format=%ct", *arguments, "--", f":(literal){name}")
        return int(answer) if answer else None


Imported = tuple[Any, ...]


def _import_lines(commits: Sequence[Imported]) -> Iterable[str]:
    for number, (time, files, *parents) in enumerate(commits):
        yield f"commit refs/heads/main\nmark :{number + 1}\n"
        yield f"committer C <c@ex.org> {time} +0000\ndata 1\nx\n"
        if number:
            first, *others = parents[0] if parents else (number - 1,)
            yield f"from :{first + 1}\n"
            yield from (f"merge :{other + 1}\n" for other in others)
        for name, text in files.items():
            if text is None:
                yield f"D {name}\n"
            else:
                yield f"M 100644 inline {name}\ndata {len(text.encode())}\n{text}\n"


def _stamp(day: str | int) -> str:
    return f"@{day} +0000" if isinstance(day, int) else f"{day}T12:00:00Z"


MakeRepository = Callable[..., Repository]
Dates = Callable[..., GitDates]


@pytest.fixture(autouse=True)
def no_configuration_of_the_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """What Git is told by the machine is told by no test."""
    for name in [name for name in os.environ if name.startswith("GIT_")]:
        monkeypatch.delenv(name)
    for name, value in _CLEAN.items():
        monkeypatch.setenv(name, value)


@pytest.fixture
def make_repository(tmp_path: Path) -> MakeRepository:
    """Makes empty repositories by name; further arguments are those of `git init`."""

    def make(name: str = "repository", *arguments: str) -> Repository:
        repository = Repository(tmp_path / name)
        repository.root.mkdir(parents=True)
        repository.git("init", "--quiet", "--initial-branch=main", *arguments)
        # Tests allow what a transport to a neighbouring folder needs.
        repository.git("config", "uploadpack.allowFilter", "true")
        repository.git("config", "uploadpack.allowAnySHA1InWant", "true")
        return repository

    return make


@pytest.fixture
def repository(make_repository: MakeRepository) -> Repository:
    return make_repository()


@pytest.fixture
def dates_of(settings_of: Callable[..., Settings]) -> Dates:
    """What Git says of pages, each made from one of these files.

    `git`: the option. `sources`, `included`: of the pages, by their places in the list.
    """

    def ask(
        files: Iterable[Path | None],
        *,
        git: Mapping[str, Any] | None = None,
        sources: Mapping[int, tuple[str, ...]] | None = None,
        included: Mapping[int, tuple[Path, ...]] | None = None,
        memory: GitMemory | None = None,
        folder: Path | None = None,
        now: datetime = NOW,
    ) -> GitDates:
        settings = settings_of(git=git or {}, folder_=folder or Path())
        pages = [
            (
                Page(
                    url=f"https://ex.org/{number}/",
                    source=file.name if file else None,
                    source_file=file,
                    included_files=(included or {}).get(number, ()),
                ),
                PageSettings(sources=(sources or {}).get(number, ())),
            )
            for number, file in enumerate(files)
        ]
        return git_dates(pages, settings, now, memory or GitMemory())

    return ask


@pytest.fixture
def days_of(dates_of: Dates) -> Callable[..., list[str | None]]:
    """The same, as days: `["2024-01-08", None]`; nothing else may be told."""

    def ask(files: Iterable[Path | None], **more: Any) -> list[str | None]:
        found = dates_of(files, **more)
        assert found.problems == ()
        return [value and value.date().isoformat() for value in found.values]

    return ask


@pytest.fixture
def commands_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Callable[[Callable[[], object]], list[str]]:
    """The Git commands that a function starts, in order and each by its name, as Git tells it."""
    log = tmp_path / "trace2.jsonl"

    def ask(function: Callable[[], object]) -> list[str]:
        log.unlink(missing_ok=True)
        monkeypatch.setenv("GIT_TRACE2_EVENT", str(log))
        function()
        monkeypatch.delenv("GIT_TRACE2_EVENT")
        lines = log.read_text("utf-8").splitlines() if log.exists() else []
        # A command that is stopped can leave its last line unfinished.
        events = [json.loads(line) for line in lines if line.endswith("}")]
        return [event["name"] for event in events if event["event"] == "cmd_name"]

    return ask
