"""One site, given to MkDocs and to Pelican: real builds of both, in this process."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import yaml
from mkdocs.commands.build import build as build_with_mkdocs
from mkdocs.config import load_config
from pelican import Pelican
from pelican.settings import read_settings

Files = dict[str, bytes]
"""Every sitemap of a site and its robots.txt, by their names."""

NOINDEX = '<title>x</title>{%% if %s %%}<meta name="robots" content="noindex">{%% endif %%}'

# As MkDocs names things: the page `blog/one.md` is `blog/one/`, and `index.md` is the home page.
LIKE_MKDOCS = {
    "PATH": "content",
    "OUTPUT_PATH": "site",
    "THEME": "simple",
    "LOCALE": ["C"],
    "ARTICLE_PATHS": [],
    "PAGE_PATHS": [""],
    "STATIC_PATHS": ["robots.txt"],
    "PATH_METADATA": r"(?P<name>.*)\..*",
    "PAGE_URL": "{name}/",
    "PAGE_SAVE_AS": "{name}/index.html",
    "DIRECT_TEMPLATES": [],
    "PLUGINS": ["sitemap_plus"],
    **dict.fromkeys([f"{feed}_FEED_ATOM" for feed in ("CATEGORY", "TRANSLATION", "AUTHOR")], None),
    **dict.fromkeys(["FEED_ALL_ATOM", "AUTHOR_FEED_RSS"], None),
}
HOME = {"url": "", "save_as": "index.html"}

NOBODY = {
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_AUTHOR_NAME": "Ann",
    "GIT_AUTHOR_EMAIL": "ann@ex.org",
    "GIT_COMMITTER_NAME": "Cem",
    "GIT_COMMITTER_EMAIL": "cem@ex.org",
}


@dataclass(frozen=True, kw_only=True)
class _Site:
    """What both hosts are given."""

    pages: Mapping[str, Mapping[str, str]]
    options: Mapping[str, Any]
    files: Mapping[str, bytes]
    url: str
    committed: Mapping[str, str]


def _write(folder: Path, files: Mapping[str, str | bytes]) -> None:
    for name, content in files.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content.encode() if isinstance(content, str) else content)


def _commit(folder: Path, days: Mapping[str, str]) -> None:
    """Make the folder a repository, in which each of these files is committed on its day."""
    if not days:
        return
    _git(folder, "init", "--quiet")
    for name, day in days.items():
        _git(folder, "add", name)
        dates = dict.fromkeys(("GIT_AUTHOR_DATE", "GIT_COMMITTER_DATE"), f"{day}T12:00:00Z")
        _git(folder, "commit", "--quiet", "--message", name, **dates)


def _git(folder: Path, *arguments: str, **environment: str) -> None:
    environment = {**os.environ, **NOBODY, **environment}
    subprocess.run(["git", *arguments], cwd=folder, check=True, env=environment)


def _written(site: Path) -> Files:
    names = [*site.glob("sitemap*.[xt]*"), *site.glob("robots.txt")]
    return {file.name: file.read_bytes() for file in names}


def _with_mkdocs(folder: Path, site: _Site) -> Files:
    fronts = {
        name: "".join(f"{key}: {value}\n" for key, value in metadata.items())
        for name, metadata in site.pages.items()
    }
    _write(folder / "docs", {name: f"---\n{front}---\n\nText.\n" for name, front in fronts.items()})
    _write(folder / "docs", site.files)
    _write(folder, {"theme/main.html": NOINDEX % "page.meta.robots"})
    config = {
        "site_name": "Example",
        "site_url": site.url,
        "theme": {"name": None, "custom_dir": "theme"},
        "plugins": [{"sitemap_plus": dict(site.options)}],
    }
    _write(folder, {"mkdocs.yml": yaml.safe_dump(config, allow_unicode=True, sort_keys=False)})
    _commit(folder / "docs", site.committed)
    loaded = load_config(str(folder / "mkdocs.yml"))
    loaded.plugins.on_startup(command="build", dirty=False)
    build_with_mkdocs(loaded)
    return _written(folder / "site")


def _with_pelican(folder: Path, site: _Site) -> Files:
    for name, metadata in site.pages.items():
        headers = {"title": name, **(HOME if name == "index.md" else {}), **metadata}
        lines = [f"{key}: {value}" for key, value in headers.items()]
        _write(folder / "content", {name: "\n".join([*lines, "", "Text.", ""])})
    _write(folder / "content", site.files)
    _write(folder, {"theme/page.html": NOINDEX % "page.robots"})
    settings = {**LIKE_MKDOCS, "SITEURL": site.url.rstrip("/"), "SITEMAP_PLUS": dict(site.options)}
    settings["TIMEZONE"] = site.options.get("timezone", "UTC")
    settings["THEME_TEMPLATES_OVERRIDES"] = [str(folder / "theme")]
    text = "".join(f"{name} = {value!r}\n" for name, value in settings.items())
    _write(folder, {"pelicanconf.py": text})
    _commit(folder / "content", site.committed)
    Pelican(read_settings(str(folder / "pelicanconf.py"))).run()
    return _written(folder / "site")


@pytest.fixture
def build_both(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Callable[..., tuple[Files, Files]]:
    """Build the same pages with MkDocs and with Pelican.

    `pages` by the names of their sources, each with its metadata; `files` go beside them.
    `committed`: days by the names of those that Git gets to know.
    """
    monkeypatch.setitem(os.environ, "NO_MKDOCS_2_WARNING", "true")

    def build(
        pages: Mapping[str, Mapping[str, str]],
        options: Mapping[str, Any],
        files: Mapping[str, bytes] | None = None,
        site_url: str = "https://ex.org/",
        committed: Mapping[str, str] | None = None,
    ) -> tuple[Files, Files]:
        site = _Site(
            pages=pages, options=options, files=files or {}, url=site_url, committed=committed or {}
        )
        return _with_mkdocs(tmp_path / "mkdocs", site), _with_pelican(tmp_path / "pelican", site)

    return build
