"""The same pages with the same options give the same bytes, whoever builds them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

Files = dict[str, bytes]
Both = Callable[..., tuple[Files, Files]]

PAGES: dict[str, dict[str, str]] = {
    "index.md": {"date": "2024-01-01"},
    "about.md": {},
    "imprint.md": {"sitemap": "false"},
    "hidden.md": {"robots": "noindex"},
    "blog/one.md": {"date": "2024-01-08"},
    "blog/two.md": {"date": "2024-01-08 10:30:00", "sitemap_priority": "0.9"},
    "blog/three.md": {"date": "2024-01-09", "lastmod": "2024-02-03 04:05:06"},
    "blog/four.md": {"date": "2024-01-09", "updated": "2023-12-24"},
    "blog/deep/five.md": {"sitemap_lastmod": "2024-03-04", "sitemap_changefreq": "Weekly"},
    "shop/six.md": {"sitemap_section": "wares", "lastmod": "1927-09-08"},
    "Größe/zwei wörter.md": {"last_updated": "2024-05-06T07:08:09+02:00"},
    "中文/七.md": {"sitemap_priority": "0,3"},
}
ROBOTS = b"User-agent: *\r\nDisallow: /x"

OPTIONS: dict[str, dict[str, Any]] = {
    "an index at sitemap.xml": {"sitemap_xml": "index"},
    "all pages at sitemap.xml": {"sitemap_xml": "pages", "gzip": "all", "text": True},
    "no sections": {"sitemap_xml": "index", "section_by": "none", "gzip": "none"},
    "small parts": {"sitemap_xml": "pages", "gzip": "none", "max_urls": 2},
    "rules": {
        "sitemap_xml": "index",
        "sections": {
            "news": ["/blog/*", "!blog/two.md"],
            "rest": {"match": "*", "changefreq": "yearly", "priority": 0.1},
        },
        "exclude": ["blog/deep/", "/中文/"],
    },
    "dates": {
        "sitemap_xml": "index",
        "lastmod": ["published", "metadata"],
        "lastmod_format": "date",
        "timezone": "Asia/Tokyo",
    },
    "additions": {
        "sitemap_xml": "index",
        "extra_urls": ["legacy/?a=1&b=ü", {"loc": "shop/7", "lastmod": "2024-01-01"}],
        "extra_sitemaps": ["shop/sitemap.xml"],
        "changefreq": "monthly",
        "priority": 0.5,
    },
}


@pytest.mark.report("ENC-02")
@pytest.mark.parametrize("options", OPTIONS.values(), ids=OPTIONS)
def test_both_hosts_give_the_same_files(build_both: Both, options: dict[str, Any]) -> None:
    with_mkdocs, with_pelican = build_both(
        PAGES, {"section_by": "path", "gzip": "none", **options}, {"robots.txt": ROBOTS}
    )

    assert with_mkdocs == with_pelican
    listed = b"".join(with_pelican.values())
    assert b"<loc>https://ex.org/blog/one/</loc>" in listed
    assert b"<loc>https://ex.org/Gr%C3%B6%C3%9Fe/zwei%20w%C3%B6rter/</loc>" in listed
    assert b"imprint" not in listed
    assert b"hidden" not in listed
    assert with_pelican["robots.txt"].startswith(
        ROBOTS + b"\r\n\r\nSitemap: https://ex.org/sitemap"
    )


@pytest.mark.parametrize("robots", ["auto", True])
def test_both_hosts_give_the_same_files_below_a_folder(
    build_both: Both, robots: str | bool
) -> None:
    with_mkdocs, with_pelican = build_both(
        PAGES,
        {"sitemap_xml": "index", "section_by": "path", "gzip": "none", "robots": robots},
        site_url="https://user.example/proj/",
    )

    assert with_mkdocs == with_pelican
    assert ("robots.txt" in with_pelican) == (robots is True)


def test_both_hosts_make_the_same_robots_file_from_nothing(build_both: Both) -> None:
    with_mkdocs, with_pelican = build_both(
        {"index.md": {}}, {"sitemap_xml": "index", "section_by": "path", "gzip": "none"}
    )

    assert with_mkdocs == with_pelican
    assert with_pelican.keys() == {"sitemap.xml", "sitemap-main.xml", "robots.txt"}


def test_both_hosts_give_the_same_dates_from_git(build_both: Both) -> None:
    committed = {
        "index.md": "2024-02-01",
        "about.md": "2024-02-02",
        "blog/one.md": "2024-02-03",
        "blog/two.md": "2023-02-04",
        "blog/three.md": "2024-02-05",
        "Größe/zwei wörter.md": "2024-02-06",
        "中文/七.md": "2024-02-07",
    }
    with_mkdocs, with_pelican = build_both(
        PAGES,
        {"sitemap_xml": "index", "section_by": "path", "gzip": "none"},
        committed=committed,
    )

    assert with_mkdocs == with_pelican
    listed = b"".join(with_pelican.values())
    assert {day for day in committed.values() if f"<lastmod>{day}T12:00".encode() in listed} == {
        *("2024-02-01", "2024-02-02", "2024-02-03", "2024-02-07")
    }


def test_a_transform_changes_the_same_entries_in_both(build_both: Both) -> None:
    with_mkdocs, with_pelican = build_both(
        PAGES,
        {
            "sitemap_xml": "index",
            "section_by": "path",
            "gzip": "none",
            "transform": "tests.both_hosts.rules:only_blog",
        },
    )

    assert with_mkdocs == with_pelican
    assert with_pelican.keys() == {"sitemap.xml", "sitemap-blog.xml", "robots.txt"}
