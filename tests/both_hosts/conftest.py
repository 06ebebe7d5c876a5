"""One site, given to MkDocs and to Pelican: real builds of both, in this process."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
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


def _write(folder: Path, files: Mapping[str, str | bytes]) -> None:
    for name, content in files.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content.encode() if isinstance(content, str) else content)


def _written(site: Path) -> Files:
    names = [*site.glob("sitemap*"), *site.glob("robots.txt")]
    return {file.name: file.read_bytes() for file in names}


def _with_mkdocs(
    folder: Path,
    pages: Mapping[str, Mapping[str, str]],
    options: Mapping[str, Any],
    files: Mapping[str, bytes],
    site_url: str,
) -> Files:
    fronts = {
        name: "".join(f"{key}: {value}\n" for key, value in metadata.items())
        for name, metadata in pages.items()
    }
    _write(folder / "docs", {name: f"---\n{front}---\n\nText.\n" for name, front in fronts.items()})
    _write(folder / "docs", files)
    _write(folder, {"theme/main.html": NOINDEX % "page.meta.robots"})
    config = {
        "site_name": "Example",
        "site_url": site_url,
        "theme": {"name": None, "custom_dir": "theme"},
        "plugins": [{"sitemap_plus": dict(options)}],
    }
    _write(folder, {"mkdocs.yml": yaml.safe_dump(config, allow_unicode=True, sort_keys=False)})
    loaded = load_config(str(folder / "mkdocs.yml"))
    loaded.plugins.on_startup(command="build", dirty=False)
    build_with_mkdocs(loaded)
    return _written(folder / "site")


def _with_pelican(
    folder: Path,
    pages: Mapping[str, Mapping[str, str]],
    options: Mapping[str, Any],
    files: Mapping[str, bytes],
    site_url: str,
) -> Files:
    for name, metadata in pages.items():
        headers = {"title": name, **(HOME if name == "index.md" else {}), **metadata}
        lines = [f"{key}: {value}" for key, value in headers.items()]
        _write(folder / "content", {name: "\n".join([*lines, "", "Text.", ""])})
    _write(folder / "content", files)
    _write(folder, {"theme/page.html": NOINDEX % "page.robots"})
    settings = {**LIKE_MKDOCS, "SITEURL": site_url.rstrip("/"), "SITEMAP_PLUS": dict(options)}
    settings["TIMEZONE"] = options.get("timezone", "UTC")
    settings["THEME_TEMPLATES_OVERRIDES"] = [str(folder / "theme")]
    text = "".join(f"{name} = {value!r}\n" for name, value in settings.items())
    _write(folder, {"pelicanconf.py": text})
    Pelican(read_settings(str(folder / "pelicanconf.py"))).run()
    return _written(folder / "site")


@pytest.fixture
def build_both(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Callable[..., tuple[Files, Files]]:
    """Build the same pages with MkDocs and with Pelican.

    `pages` by the names of their sources, each with its metadata; `files` go beside them.
    """
    monkeypatch.setitem(os.environ, "NO_MKDOCS_2_WARNING", "true")

    def build(
        pages: Mapping[str, Mapping[str, str]],
        options: Mapping[str, Any],
        files: Mapping[str, bytes] | None = None,
        site_url: str = "https://ex.org/",
    ) -> tuple[Files, Files]:
        given = pages, options, files or {}, site_url
        return _with_mkdocs(tmp_path / "mkdocs", *given), _with_pelican(
            tmp_path / "pelican", *given
        )

    return build
