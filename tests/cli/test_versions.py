"""`sitemap-plus versions FOLDER`."""

from __future__ import annotations

import json
import re

import pytest

SITE = "https://ex.org/"
MARKER = "<!-- Written by Sitemap Plus -->"


def sitemap(under: str, marker: str = MARKER) -> str:
    entries = "".join(
        f"<url><loc>{SITE}{under}/{path}</loc><lastmod>{day}</lastmod></url>"
        for path, day in [("", "2024-01-08"), ("guide/a/", "2024-01-08")]
    )
    return f"{marker}<urlset>{entries}</urlset>"


FILES = {
    "site/versions.json": json.dumps(
        [{"version": "2.0", "aliases": ["latest"]}, {"version": "1.0", "aliases": []}]
    ),
    "site/2.0/sitemap.xml": sitemap("2.0"),
    "site/1.0/sitemap.xml": sitemap("1.0", marker=""),
}


def locs(text: str) -> list[str]:
    return re.findall("<loc>(.*?)</loc>", text)


@pytest.mark.report("VER-02")
def test_the_root_gets_an_index_of_the_canonical_version(run, write) -> None:
    site = write(FILES)
    done = run("versions", "site", "--strict")
    assert done.exit_code == 0, done.stderr
    assert done.stdout.splitlines() == [
        "Lists version 2.0: it is called latest",
        "site: 2 URLs in sitemap.xml, robots.txt, 2 section sitemaps",
        "lastmod: 2 from metadata",
    ]
    assert locs((site / "sitemap.xml").read_text()) == [
        f"{SITE}sitemap-guide.xml",
        f"{SITE}sitemap-main.xml",
    ]
    assert locs((site / "sitemap-guide.xml").read_text()) == [f"{SITE}2.0/guide/a/"]
    assert f"Sitemap: {SITE}sitemap.xml" in (site / "robots.txt").read_text()
    assert (site / "2.0/sitemap.xml").read_text() == FILES["site/2.0/sitemap.xml"]


def test_versions_can_be_chosen(run, write) -> None:
    site = write(FILES)
    done = run("versions", "site", "--version", "*", "-v")
    assert done.stdout.splitlines()[0] == "Lists versions 2.0, 1.0"
    assert f"{SITE}1.0/: no lastmod" in done.stdout.splitlines()
    assert "info: 1.0/sitemap.xml: gives all pages one date, that of the build" in done.stderr
    assert sorted(file.name for file in site.glob("sitemap-*")) == [
        "sitemap-1-0.xml",
        "sitemap-2-0.xml",
    ]
    run("versions", "site", "--newest", "1")
    assert sorted(file.name for file in site.glob("sitemap-*")) == [
        "sitemap-guide.xml",
        "sitemap-main.xml",
    ]


@pytest.mark.parametrize(
    ("files", "arguments", "message"),
    [
        ({"site/index.html": ""}, [], "error: there is no site/versions.json, which mike writes"),
        ({"site/versions.json": "[]"}, [], "error: no version in site has a sitemap.xml"),
        ({"site/versions.json": "5"}, [], "error: site/versions.json is no list of versions"),
        (FILES, ["--version", "9"], "error: found no version 9; there are 2.0/latest, 1.0"),
        (FILES, ["--site-url", "x"], "error: Sitemap Plus can't use these settings:"),
        (FILES, ["--newest", "0"], "Usage: "),
    ],
)
def test_what_can_not_be_done_is_told(run, write, files, arguments, message) -> None:
    site = write(files)
    done = run("versions", "site", *arguments, *([] if files is FILES else ["--site-url", SITE]))
    assert done.exit_code == 2
    assert done.stderr.startswith(message)
    assert not list(site.glob("sitemap*"))


def test_sitemaps_that_do_not_tell_the_address_need_it_said(run, write) -> None:
    files = {"site/versions.json": FILES["site/versions.json"]}
    write({**files, "site/2.0/sitemap.xml": "<urlset/>", "site/1.0/sitemap.xml": "<urlset/>"})
    done = run("versions", "site")
    assert done.exit_code == 2
    assert done.stderr.startswith("warning: --site-url: is not set")
