"""The project as users install it, with each host, builds a small real site."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.packaging.conftest import Built, Environment, MakeEnvironment

MKDOCS_YML = """\
site_name: Small
site_url: https://example.org/
plugins:
  - {plugin}
"""

PELICANCONF = """\
SITENAME = "Small"
SITEURL = "https://example.org"
PATH = "content"
TIMEZONE = "UTC"
DEFAULT_LANG = "en"
AUTHOR = "Ada"
{plugins}
"""

ARTICLE = """\
Title: First
Date: 2024-05-06 07:08

Hello.
"""


@pytest.fixture(scope="module", params=["wheel", "editable"])
def with_mkdocs(
    request: pytest.FixtureRequest, built: Built, make_environment: MakeEnvironment
) -> Environment:
    return make_environment(*built.requirement(request.param, "mkdocs"))


@pytest.fixture(scope="module", params=["wheel", "editable"])
def with_pelican(
    request: pytest.FixtureRequest, built: Built, make_environment: MakeEnvironment
) -> Environment:
    return make_environment(*built.requirement(request.param, "pelican"))


@pytest.fixture
def build_mkdocs(with_mkdocs: Environment, tmp_path: Path) -> Callable[[str], Path]:
    """Build with the named plugin and hand back the folder of the site."""

    def build(plugin: str) -> Path:
        (tmp_path / "docs").mkdir()
        (tmp_path / "docs" / "index.md").write_text("# Home\n", encoding="utf-8")
        (tmp_path / "mkdocs.yml").write_text(MKDOCS_YML.format(plugin=plugin), encoding="utf-8")
        with_mkdocs.run("-m", "mkdocs", "build", "--strict", cwd=tmp_path)
        return tmp_path / "site"

    return build


@pytest.fixture
def build_pelican(with_pelican: Environment, tmp_path: Path) -> Callable[[str], Path]:
    """Build with a line of settings and hand back the folder of the site."""

    def build(plugins: str) -> Path:
        (tmp_path / "content").mkdir()
        (tmp_path / "content" / "first.md").write_text(ARTICLE, encoding="utf-8")
        settings = PELICANCONF.format(plugins=plugins)
        (tmp_path / "pelicanconf.py").write_text(settings, encoding="utf-8")
        with_pelican.run("-m", "pelican", "--fatal", "warnings", cwd=tmp_path)
        return tmp_path / "output"

    return build


@pytest.mark.parametrize("name", ["sitemap_plus", "sitemap-plus"])
def test_mkdocs_writes_sitemaps_with_either_name_of_the_plugin(
    build_mkdocs: Callable[[str], Path], name: str
) -> None:
    site = build_mkdocs(name)
    assert "<loc>https://example.org/</loc>" in text_of(site / "sitemap.xml")
    assert "/sitemap-main.xml</loc>" in text_of(site / "sitemap_index.xml")
    assert "Sitemap: https://example.org/sitemap_index.xml" in text_of(site / "robots.txt")


@pytest.mark.parametrize(
    "plugins",
    ["", 'PLUGINS = ["sitemap_plus"]', 'PLUGINS = ["pelican_sitemap_plus"]'],
    ids=["unset", "sitemap_plus", "pelican_sitemap_plus"],
)
def test_pelican_writes_sitemaps_however_the_plugin_is_named(
    build_pelican: Callable[[str], Path], plugins: str
) -> None:
    site = build_pelican(plugins)
    assert "/sitemap-articles.xml</loc>" in text_of(site / "sitemap.xml")
    assert "<loc>https://example.org/first.html</loc>" in text_of(site / "sitemap-articles.xml")
    assert "Sitemap: https://example.org/sitemap.xml" in text_of(site / "robots.txt")


def test_pelican_writes_no_sitemap_where_the_settings_name_no_plugin(
    build_pelican: Callable[[str], Path],
) -> None:
    site = build_pelican("PLUGINS = []")
    assert (site / "first.html").is_file()
    assert not list(site.glob("sitemap*"))
    assert not (site / "robots.txt").exists()


def test_pelican_lists_the_plugin_among_those_it_finds_by_itself(with_pelican: Environment) -> None:
    program = "from pelican.plugins._utils import list_plugins; list_plugins()"
    assert "pelican.plugins.sitemap_plus" in with_pelican.run("-c", program)


def text_of(file: Path) -> str:
    return file.read_text(encoding="utf-8")
