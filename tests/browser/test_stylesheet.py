"""The style sheet as a browser applies it to the sitemaps of a built site."""

from __future__ import annotations

import pytest

DOCS = {"index.md": "# Home\n", "about.md": "# About\n"}
STYLE = "return getComputedStyle(document.documentElement, arguments[0])[arguments[1]]"


@pytest.fixture(scope="module")
def site(make_host):
    host = make_host()
    host.build(DOCS)
    return f"{host.address}docs/"


@pytest.mark.parametrize(
    ("name", "heading", "count"),
    [
        ("sitemap.xml", "Sitemap", "Pages: "),
        ("sitemap_index.xml", "Sitemap index", "Sitemaps: "),
    ],
)
def test_the_file_has_a_heading_and_a_count(chrome, site, name, heading, count):
    chrome.get(f"{site}{name}")
    assert chrome.execute_script(STYLE, "::before", "content") == f'"{heading}"'
    assert count in chrome.execute_script(STYLE, "::after", "content")
    assert chrome.execute_script(STYLE, None, "display") == "flex"
