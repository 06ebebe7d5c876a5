"""Zensical's instant navigation, on the sitemap.xml that it writes itself."""

from __future__ import annotations

import re
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


@pytest.fixture(scope="module")
def own(site):
    """The sitemap that Zensical has written."""
    _, folder = site
    assert [file.name for file in folder.glob("sitemap*")] == ["sitemap.xml"]
    return (folder / "sitemap.xml").read_bytes()


@pytest.fixture(scope="module")
def with_ours(site, own):
    """The same site, once the command has written ours into it."""
    address, folder = site
    run("sitemap-plus", "build", str(folder), folder=folder.parent)
    return address, folder


def locs(folder, pattern):
    files = folder.glob(pattern)
    return sorted(loc for file in files for loc in re.findall("<loc>(.*?)</loc>", file.read_text()))


@pytest.mark.report("MAT-11")
def test_the_plugin_does_nothing_there(site, own):
    _, folder = site
    assert b"Sitemap Plus" not in own
    assert not (folder / "robots.txt").exists()


def test_a_click_is_instant_with_the_sitemap_of_zensical_itself(browser, site, own):
    address, _ = site
    assert browser.clicks(address, TITLES) == all_instant(TITLES)


@pytest.mark.report("MAT-11")
def test_the_command_lists_the_addresses_byte_for_byte_as_zensical_has_them(with_ours, own):
    _, folder = with_ours
    assert (folder / "sitemap.xml").read_bytes() == own
    assert len(list(folder.glob("sitemap-*.xml"))) > 1
    assert locs(folder, "sitemap-*.xml") == locs(folder, "sitemap.xml")


@pytest.mark.report("MAT-11")
def test_a_click_is_as_instant_with_our_index_beside_it(browser, with_ours):
    address, folder = with_ours
    assert (folder / "sitemap_index.xml").exists()
    assert browser.clicks(address, TITLES) == all_instant(TITLES)
