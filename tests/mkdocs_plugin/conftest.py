"""Real sites, built by the generator that this environment has: MkDocs, or else ProperDocs.

A build is the generator's own command, run in this process; where the state of a process is the
question, in one of its own.
"""

from __future__ import annotations

import gzip
import io
import logging
import os
import re
import subprocess
import sys
import warnings
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, BinaryIO

import pytest
import yaml

# Material and ProperDocs write advertisements into the log.
os.environ.update(NO_MKDOCS_2_WARNING="true", DISABLE_MKDOCS_2_WARNING="true")

SITE_URL = "https://ex.org/"
DOCS = {"index.md": "# Home\n", "about.md": "# About\n", "guide/install.md": "# Install\n"}

# The themes that the generators bring copy a hundred files into each site.
BARE_THEME = {"name": None, "custom_dir": "theme"}
PAGE_TEMPLATE = """<!doctype html>
<html><head><title>{{ page.title|e }}</title>
{% if page.canonical_url %}<link rel="canonical" href="{{ page.canonical_url|e }}">{% endif %}
{% if page.meta.robots %}<meta name="robots" content="{{ page.meta.robots|e }}">{% endif %}
</head><body>{{ page.content }}</body></html>
"""

_LINE = re.compile(r"^(DEBUG|INFO|WARNING|ERROR) +-  ", re.MULTILINE)
_SUMMARY = re.compile(r"sitemap_plus: (\d+ URLs? in |lastmod: )")
_NAMESPACE = "{http://www.sitemaps.org/schemas/sitemap/0.9}"


def is_installed(distribution: str) -> bool:
    try:
        version(distribution)
    except PackageNotFoundError:
        return False
    return True


def needs(*distributions: str) -> pytest.MarkDecorator:
    """Skip where one of these is not installed."""
    missing = [name for name in distributions if not is_installed(name)]
    return pytest.mark.skipif(bool(missing), reason=f"not installed: {', '.join(missing)}")


# Where both are installed, as many plugins want it, the variable chooses.
GENERATOR = os.environ.get("SITE_GENERATOR") or (
    "mkdocs" if is_installed("mkdocs") else "properdocs"
)
# ProperDocs answers for MkDocs in each process that imports its command.
command_line = import_module(f"{GENERATOR}.__main__")
build_command = import_module(f"{GENERATOR}.commands.build")


@dataclass(frozen=True, kw_only=True)
class Build:
    """What one run of the generator's command did."""

    exit_code: int
    output: str
    """All that it printed."""
    folder: Path
    """The site."""
    files: Mapping[str, bytes]
    """Every sitemap in the root of the site, and robots.txt, as this run left them."""

    @property
    def lines(self) -> list[tuple[str, str]]:
        """Level and text of each message of the log, in order."""
        _, *parts = _LINE.split(self.output)
        return list(zip(parts[::2], map(str.rstrip, parts[1::2]), strict=True))

    @property
    def warnings(self) -> list[str]:
        """All warnings, whoever gives them."""
        return [text for level, text in self.lines if level == "WARNING"]

    @property
    def notes(self) -> list[str]:
        """Our own messages for the user's information, apart from the summary at the end."""
        ours = [text for level, text in self.lines if level == "INFO" and is_ours(text)]
        return [text for text in ours if not _SUMMARY.match(text)]

    @property
    def names(self) -> set[str]:
        return set(self.files)

    def read(self, name: str) -> bytes:
        content = self.files[name]
        return gzip.decompress(content) if name.endswith(".gz") else content

    def root(self, name: str = "sitemap.xml") -> ET.Element:
        return ET.fromstring(self.read(name))

    def locs(self, name: str = "sitemap.xml") -> list[str]:
        return [element.text or "" for element in self.root(name).iter(f"{_NAMESPACE}loc")]

    def values(self, field: str, name: str = "sitemap.xml") -> dict[str, str]:
        """A field of each entry that has it, by the path below the site's address."""
        return {
            (entry.findtext(f"{_NAMESPACE}loc") or "").removeprefix(SITE_URL): value
            for entry in self.root(name)
            if (value := entry.findtext(f"{_NAMESPACE}{field}")) is not None
        }


@dataclass(frozen=True, kw_only=True)
class Site:
    """The source of a site, in a folder of its own."""

    folder: Path

    def write(self, files: Mapping[str, str | bytes]) -> None:
        for name, content in files.items():
            file = self.folder / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content.encode() if isinstance(content, str) else content)

    def build(self, *arguments: str) -> Build:
        """Build it in this process."""
        code, output = _run_here(["build", "--config-file", self._config, *arguments])
        return self._built(code, output)

    def build_apart(
        self, *arguments: str, stdin: BinaryIO | None = None, **environment: str
    ) -> Build:
        """Build it in a process of its own, started in the site's folder."""
        done = subprocess.run(
            [sys.executable, "-m", GENERATOR, "build", *arguments],
            cwd=self.folder,
            env={**os.environ, **environment},
            stdin=stdin,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            check=False,
        )
        return self._built(done.returncode, done.stdout)

    def _built(self, code: int, output: str) -> Build:
        folder = self.folder / "site"
        found = [*folder.glob("sitemap*.[xt]*"), *folder.glob("robots.txt")]
        files = {file.name: file.read_bytes() for file in found if file.is_file()}
        return Build(exit_code=code, output=output, folder=folder, files=files)

    @property
    def _config(self) -> str:
        return str(self.folder / "mkdocs.yml")


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
        Site(folder=self.folder).write(files or {})
        self.git("add", "--all")
        noon = f"{day}T12:00:00Z"
        dates = {"GIT_AUTHOR_DATE": "2001-01-01T00:00:00Z", "GIT_COMMITTER_DATE": noon}
        self.git("commit", "--quiet", "--message", "x", **dates)

    def clone(self, name: str, *arguments: str) -> Repository:
        """A clone beside it, over a transport that honours its depth."""
        folder = self.folder.with_name(name)
        self.git("clone", "--quiet", *arguments, f"file://{self.folder}", str(folder))
        return Repository(folder=folder)


def is_ours(message: str) -> bool:
    return message.startswith("sitemap_plus: ")


@contextmanager
def _nothing_left_behind() -> Iterator[None]:
    """What a run of the command changes in its process, which usually ends with it."""
    try:
        with warnings.catch_warnings():
            yield
    finally:
        build_command.log.filters.clear()
        logging.getLogger(GENERATOR).handlers.clear()


def _run_here(arguments: Sequence[str]) -> tuple[int, str]:
    output = io.StringIO()
    with _nothing_left_behind(), redirect_stderr(output), redirect_stdout(output):
        try:
            command_line.cli.main(arguments, prog_name=GENERATOR)
        except SystemExit as end:
            return int(end.code or 0), output.getvalue()
    raise AssertionError("the command always ends with an exit code")


def _mkdocs_yml(
    options: Mapping[str, Any] | None,
    before: Sequence[Any],
    after: Sequence[Any],
    settings: Mapping[str, Any],
) -> str:
    ours = {"sitemap_plus": dict(options)} if options else "sitemap_plus"
    config = {
        "site_name": "Example",
        "site_url": SITE_URL,
        "theme": BARE_THEME,
        "plugins": [*before, ours, *after],
        **settings,
    }
    return yaml.safe_dump(config, allow_unicode=True, sort_keys=False)


@pytest.fixture(scope="session")
def generator() -> str:
    """The module of the command, `mkdocs` or `properdocs`."""
    return GENERATOR


@pytest.fixture(scope="session")
def make_site(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Site]:
    """Make a site with a bare theme, our plugin and any of its options.

    `docs` by their names below the folder of the content; `front` likewise, pages of which only
    the front matter is given; `files` below the site's own folder. Settings of the generator are
    given by name; None leaves one out.
    """

    def make(
        docs: Mapping[str, str | bytes] = DOCS,
        options: Mapping[str, Any] | None = None,
        *,
        front: Mapping[str, str] | None = None,
        files: Mapping[str, str | bytes] | None = None,
        before: Sequence[Any] = (),
        after: Sequence[Any] = (),
        **settings: Any,
    ) -> Site:
        pages = {name: f"---\n{text}\n---\n\n# {name}\n" for name, text in (front or {}).items()}
        site = Site(folder=tmp_path_factory.mktemp("site"))
        site.write({f"docs/{name}": content for name, content in {**docs, **pages}.items()})
        site.write({"mkdocs.yml": _mkdocs_yml(options, before, after, settings)})
        site.write({"theme/main.html": PAGE_TEMPLATE, **(files or {})})
        return site

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
    make_site: Callable[..., Site], make_repository: Callable[[Path], Repository]
) -> Callable[..., tuple[Site, Repository]]:
    """A site as `make_site` makes it, and its repository; all is committed on 2024-01-08."""

    def make(*arguments: Any, **more: Any) -> tuple[Site, Repository]:
        site = make_site(*arguments, **more)
        repository = make_repository(site.folder)
        site.write({".gitignore": "/site/\n"})
        repository.commit("2024-01-08")
        return site, repository

    return make
