"""Material's instant navigation and previews, on our sitemap.xml as on MkDocs' own."""

from __future__ import annotations

import pytest

from tests.browser.conftest import NOTHING, ODDLY_NAMED, all_instant, pages

HOME = """
# Home

[on the list](plain.md), [oddly named](<notes (v1).md>), [off the list](out.md),
[elsewhere](https://ex.org/)
"""
FEATURES = ["navigation.instant", "navigation.instant.preview", "navigation.expand"]
THEME = {"features": FEATURES}


DOCS = {
    "index.md": HOME,
    "out.md": "---\nsitemap: false\n---\n\n# Out\n",
    **pages(ODDLY_NAMED),
}


@pytest.fixture(scope="module")
def sites(make_host):
    """The address of the same site, with our plugin and without, in a folder and at the root."""
    built = {}
    for ours in (True, False):
        for path in ("docs/", ""):
            host = make_host()
            host.build(DOCS, path=path, ours=ours, theme=THEME)
            built[ours, path] = f"{host.address}{path}"
    return built


@pytest.mark.report("MAT-01", "MAT-06")
@pytest.mark.parametrize("path", ["docs/", ""])
def test_a_click_is_instant_whatever_the_name_of_the_page(browser, sites, path):
    assert browser.clicks(sites[True, path], ODDLY_NAMED) == all_instant(ODDLY_NAMED)


@pytest.mark.parametrize("path", ["docs/", ""])
def test_a_click_is_as_instant_with_the_sitemap_of_mkdocs_itself(browser, sites, path):
    assert browser.clicks(sites[False, path], ODDLY_NAMED) == all_instant(ODDLY_NAMED)


@pytest.mark.report("MAT-05")
def test_a_page_that_is_taken_out_loads_as_a_whole_and_has_no_preview(browser, sites):
    address = sites[True, "docs/"]
    browser.open(address, f"{address}sitemap.xml")
    assert browser.preview(browser.link("off the list", "article"), NOTHING) is None
    assert browser.is_instant(browser.link("off the list", "article"), "Out") is False
    assert browser.path == "/docs/out/"


@pytest.mark.parametrize("ours", [True, False])
def test_the_preview_of_a_link_appears(browser, sites, ours):
    address = sites[ours, "docs/"]
    browser.open(address, f"{address}sitemap.xml")
    assert browser.preview(browser.link("on the list", "article")) == "Page 0"
    browser.open(address, f"{address}sitemap.xml")
    assert browser.preview(browser.link("oddly named", "article")) == "Page 2"


@pytest.mark.report("MAT-01")
def test_with_an_index_at_sitemap_xml_nothing_is_instant_and_one_warning_has_said_so(
    browser, make_host
):
    host = make_host()
    log = host.build(DOCS, ours={"sitemap_xml": "index"}, theme=THEME)
    (warning,) = [line for line in log.splitlines() if line.startswith("WARNING")]
    assert "navigation.instant, navigation.instant.preview" in warning
    address = f"{host.address}docs/"
    browser.open(address, f"{address}sitemap.xml")
    assert browser.preview(browser.link("on the list", "article"), NOTHING) is None
    assert browser.is_instant(browser.link("on the list", "article"), "Page 0") is False
