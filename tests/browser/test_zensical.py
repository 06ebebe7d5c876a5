"""Zensical's instant navigation, on the sitemap.xml that it writes itself."""

from __future__ import annotations

import shutil

import pytest

from tests.browser.conftest import ODDLY_NAMED, all_instant, mkdocs_yml, needs, pages, run

pytestmark = needs("zensical")

# Zensical 0.0.73 leaves the `?` in its links as it is, and writes the `:` in two ways.
TITLES = {name: title for name, title in ODDLY_NAMED.items() if not {"?", ":"} & {*name}}
DOCS = {"index.md": "# Home\n", **pages(TITLES)}
THEME = {"features": ["navigation.instant", "navigation.expand"]}


@pytest.fixture(scope="module")
def site(make_host):
    """The address of a site of Zensical, whose settings name our plugin, and its folder."""
    host = make_host()
    address = f"{host.address}docs/"
    source = host.source("docs/", DOCS, mkdocs_yml(address, ours=True, theme=THEME))
    run("zensical", "build", folder=source)
    folder = host.folder / "docs"
    shutil.move(source / "site", folder)
    return address, folder


def test_the_plugin_does_nothing_there(site):
    _, folder = site
    assert [file.name for file in folder.glob("sitemap*")] == ["sitemap.xml"]
    assert "Sitemap Plus" not in (folder / "sitemap.xml").read_text("utf-8")
    assert not (folder / "robots.txt").exists()


def test_a_click_is_instant_with_the_sitemap_of_zensical_itself(browser, site):
    address, _ = site
    assert browser.clicks(address, TITLES) == all_instant(TITLES)
