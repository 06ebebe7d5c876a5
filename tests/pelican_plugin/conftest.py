"""Real blogs, built by Pelican.

Where other plugins or the state of a process are the question, Pelican's own command builds in a
process of its own; everywhere else `Pelican(settings).run()` does in this one.
"""

from __future__ import annotations

import logging
import os
import re
import subprocess
import sys
import warnings
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest
from pelican import Pelican
from pelican.log import LimitFilter
from pelican.settings import read_settings

SITE = "https://ex.org/"
SETTINGS: dict[str, Any] = {
    "SITENAME": "Example",
    "SITEURL": "https://ex.org",
    "TIMEZONE": "UTC",
    "LOCALE": ["C"],
    "DEFAULT_LANG": "en",
    "PATH": "content",
    "OUTPUT_PATH": "output",
    "THEME": "simple",
    "PLUGINS": ["sitemap_plus"],
    "FEED_ALL_ATOM": None,
    "CATEGORY_FEED_ATOM": None,
    "TRANSLATION_FEED_ATOM": None,
    "AUTHOR_FEED_ATOM": None,
    "AUTHOR_FEED_RSS": None,
}

_NAMESPACE = "{http://www.sitemaps.org/schemas/sitemap/0.9}"
_LINK = "{http://www.w3.org/1999/xhtml}link"
_OURS = "Sitemap Plus: "
_SUMMARY = re.compile(r"\d+ URLs? in |lastmod: ")
# Rich draws a line of the log in columns: time, level, message, place.
_LINE = re.compile(
    r"^(?:\[[\d:]+\]|          ) (DEBUG|INFO|WARNING|ERROR|CRITICAL) +(.*?)(?: +\w+\.py:\d+)?\s*$",
    re.MULTILINE,
)


@dataclass(frozen=True, kw_only=True)
class Build:
    """What one build did."""

    folder: Path
    """The site."""
    files: Mapping[str, bytes]
    """Every sitemap in its root, robots.txt, and whatever is hidden, as this build left them."""
    messages: list[tuple[str, str]] = field(default_factory=list)
    """Level and text of all that Pelican and its plugins logged, in order."""
    exit_code: int = 0
    printed: str = ""
    """All that the command printed."""

    @property
    def warnings(self) -> list[str]:
        """Our own, without our name."""
        return self._ours("WARNING")

    @property
    def notes(self) -> list[str]:
        """Our own for the user's information, without the summary at the end."""
        return [text for text in self._ours("INFO") if not _SUMMARY.match(text)]

    @property
    def names(self) -> set[str]:
        return set(self.files)

    def root(self, name: str) -> ET.Element:
        return ET.fromstring(self.files[name])

    def locs(self, name: str = "sitemap.xml") -> list[str]:
        return [loc.text or "" for loc in self.root(name).iter(f"{_NAMESPACE}loc")]

    @property
    def entries(self) -> dict[str, ET.Element]:
        """Every `url` of every sitemap that the index names, by its path below the site."""
        entries = [url for loc in self._sitemaps() for url in self.root(loc)]
        paths = [_path(entry) for entry in entries]
        assert len(paths) == len(set(paths)), f"listed more than once: {paths}"
        return dict(zip(paths, entries, strict=True))

    @property
    def paths(self) -> set[str]:
        """The path below the site's address of every page that is listed."""
        return set(self.entries)

    @property
    def lastmods(self) -> dict[str, str]:
        return self.values("lastmod")

    def values(self, name: str) -> dict[str, str]:
        """A field of each entry that has it."""
        found = {path: each.findtext(_NAMESPACE + name) for path, each in self.entries.items()}
        return {path: value for path, value in found.items() if value is not None}

    @property
    def sections(self) -> dict[str, set[str]]:
        """The paths in each sitemap, by the sitemap's name."""
        return {name: set(map(_path, self.root(name))) for name in self._sitemaps()}

    @property
    def alternates(self) -> dict[str, dict[str, str]]:
        """Per path the paths of its translations, by their languages."""
        links = {path: entry.findall(_LINK) for path, entry in self.entries.items()}
        return {
            path: {link.attrib["hreflang"]: link.attrib["href"].removeprefix(SITE) for link in of}
            for path, of in links.items()
            if of
        }

    def _sitemaps(self) -> list[str]:
        index = "sitemap_index.xml" if "sitemap_index.xml" in self.files else "sitemap.xml"
        if self.root(index).tag == f"{_NAMESPACE}urlset":
            return [index]
        return [loc.rpartition("/")[2] for loc in self.locs(index)]

    def _ours(self, level: str) -> list[str]:
        return [
            text.removeprefix(_OURS)
            for of, text in self.messages
            if of == level and text.startswith(_OURS)
        ]


@dataclass(frozen=True, kw_only=True)
class Blog:
    """The source of a site, in a folder of its own."""

    folder: Path

    @property
    def conf(self) -> Path:
        return self.folder / "pelicanconf.py"

    @property
    def output(self) -> Path:
        return self.folder / "output"

    def write(self, files: Mapping[str, str | bytes], below: str = "content") -> None:
        for name, content in files.items():
            file = self.folder / below / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content.encode() if isinstance(content, str) else content)

    def settings(self, **overrides: Any) -> dict[str, Any]:
        return dict(read_settings(str(self.conf), overrides))

    def build(self, *, below: str = "", **overrides: Any) -> Build:
        """Build it in this process, from the blog's folder or one below it."""
        with _logged() as messages, _inside(self.folder / below):
            Pelican(self.settings(**overrides)).run()
        return replace(self.state(), messages=messages)

    def state(self) -> Build:
        """What is in the output now."""
        return Build(folder=self.output, files=_files(self.output))

    def run(self, *arguments: str, **environment: str) -> Build:
        """Build it with Pelican's command."""
        done = subprocess.run(
            self.command(*arguments),
            cwd=self.folder,
            env=self.environment(environment),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            check=False,
        )
        return replace(
            self.state(),
            messages=[match.groups() for match in _LINE.finditer(done.stdout)],
            exit_code=done.returncode,
            printed=done.stdout,
        )

    def command(self, *arguments: str) -> list[str]:
        return [sys.executable, "-m", "pelican", "--settings", str(self.conf), *arguments]

    def environment(self, added: Mapping[str, str]) -> dict[str, str]:
        wide = {"COLUMNS": "2000", "TERM": "dumb", "PYTHONIOENCODING": "utf-8"}
        return {**os.environ, **wide, **added}


@dataclass(frozen=True, kw_only=True)
class Repository:
    """A work tree and its repository, whose commits have fixed dates."""

    folder: Path

    def git(self, *arguments: str, **environment: str) -> str:
        """What a Git command prints, without the spaces around it."""
        done = subprocess.run(
            ["git", "-c", "protocol.file.allow=always", *arguments],
            cwd=self.folder,
            env={**os.environ, **environment},
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    def commit(self, day: str, files: Mapping[str, str] | None = None) -> None:
        """Commit these files, and all else that is new, at noon of this day in UTC."""
        Blog(folder=self.folder).write(files or {}, below="")
        self.git("add", "--all")
        noon = f"{day}T12:00:00Z"
        dates = {"GIT_AUTHOR_DATE": "2001-01-01T00:00:00Z", "GIT_COMMITTER_DATE": noon}
        self.git("commit", "--quiet", "--message", "x", **dates)

    def clone(self, name: str, *arguments: str) -> Repository:
        """A clone beside it, over a transport that honours its depth."""
        folder = self.folder.with_name(name)
        self.git("clone", "--quiet", *arguments, f"file://{self.folder}", str(folder))
        return Repository(folder=folder)


def _files(folder: Path) -> dict[str, bytes]:
    if not folder.is_dir():
        return {}
    return {
        file.name: file.read_bytes()
        for file in folder.iterdir()
        if file.name.startswith((".", "sitemap", "robots.txt")) and file.is_file()
        if file.suffix != ".css"
    }


class _Messages(logging.Handler):
    def __init__(self) -> None:
        super().__init__()
        self.messages: list[tuple[str, str]] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.messages.append((record.levelname, record.getMessage()))


@contextmanager
def _logged() -> Iterator[list[tuple[str, str]]]:
    """All that is logged, as in a process that has logged nothing before.

    Pelican and its libraries may warn of each other.
    """
    root, handler = logging.getLogger(), _Messages()
    level = root.level
    LimitFilter._raised_messages.clear()
    root.addHandler(handler)
    root.setLevel(logging.INFO)
    try:
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", module=r"pelican\.|docutils|markdown")
            yield handler.messages
    finally:
        root.setLevel(level)
        root.removeHandler(handler)


@contextmanager
def _inside(folder: Path) -> Iterator[None]:
    before = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


def _path(entry: ET.Element) -> str:
    return (entry.findtext(f"{_NAMESPACE}loc") or "").removeprefix(SITE)


def post(title: str, *headers: str) -> str:
    """An article or page in Markdown."""
    return "\n".join([f"Title: {title}", *headers, "", f"This is {title}.", ""])


def conf_text(settings: Mapping[str, Any]) -> str:
    """The settings as a settings file; one that is Ellipsis is left out."""
    given = {**SETTINGS, **settings}
    return "".join(f"{name} = {value!r}\n" for name, value in given.items() if value is not ...)


@pytest.fixture(scope="session")
def make_blog(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Blog]:
    """Make a blog with a bare theme, our plugin and any of its options.

    `content` by names below the folder of the content, `files` below the blog's own. `conf` is
    Python, at the end of the settings file. Settings by name; Ellipsis leaves one out.
    """

    def make(
        content: Mapping[str, str | bytes],
        options: object = ...,
        *,
        files: Mapping[str, str | bytes] | None = None,
        conf: str = "",
        **settings: Any,
    ) -> Blog:
        blog = Blog(folder=tmp_path_factory.mktemp("blog"))
        blog.write({"pages/.keep": "", **content})
        blog.write(files or {}, below="")
        text = conf_text({"SITEMAP_PLUS": options, **settings}) + conf
        blog.write({"pelicanconf.py": text}, below="")
        return blog

    return make


# Nobody's own configuration.
_GIT = {
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_AUTHOR_NAME": "Ann",
    "GIT_AUTHOR_EMAIL": "ann@ex.org",
    "GIT_COMMITTER_NAME": "Cem",
    "GIT_COMMITTER_EMAIL": "cem@ex.org",
}


@pytest.fixture
def make_repository(monkeypatch: pytest.MonkeyPatch) -> Callable[[Path], Repository]:
    """Make a folder a repository without a commit; what the machine tells Git is told to none."""
    for name in [name for name in os.environ if name.startswith("GIT_")]:
        monkeypatch.delenv(name)
    for name, value in _GIT.items():
        monkeypatch.setenv(name, value)

    def make(folder: Path) -> Repository:
        folder.mkdir(parents=True, exist_ok=True)
        repository = Repository(folder=folder)
        repository.git("init", "--quiet", "--initial-branch=main")
        return repository

    return make


@pytest.fixture
def make_committed(
    make_blog: Callable[..., Blog], make_repository: Callable[[Path], Repository]
) -> Callable[..., tuple[Blog, Repository]]:
    """A blog as `make_blog` makes it, and its repository; all is committed on 2024-01-08."""

    def make(*arguments: Any, **more: Any) -> tuple[Blog, Repository]:
        blog = make_blog(*arguments, **more)
        repository = make_repository(blog.folder)
        blog.write({".gitignore": "output/\n__pycache__/\n*.pid\n"}, below="")
        repository.commit("2024-01-08")
        return blog, repository

    return make
