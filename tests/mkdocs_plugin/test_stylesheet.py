"""The style sheet in sites that are really built."""

from __future__ import annotations

from tests.mkdocs_plugin.conftest import DOCS

NAMED = b'<?xml-stylesheet type="text/css" href="sitemap.css"?>'


def test_each_sitemap_and_the_index_name_it_and_it_is_there(make_site):
    build = make_site(DOCS, {"gzip": "all"}).build("--strict")
    assert build.exit_code == 0, build.output
    assert b"@namespace" in (build.folder / "sitemap.css").read_bytes()
    sitemaps = build.names - {"robots.txt"}
    assert len(sitemaps) == 8
    assert [name for name in sitemaps if NAMED not in build.read(name)] == []


def test_a_style_sheet_of_the_users_stays_and_is_not_named(make_site):
    build = make_site({**DOCS, "sitemap.css": "body {}"}).build()
    assert (build.folder / "sitemap.css").read_bytes() == b"body {}"
    assert NAMED not in build.read("sitemap.xml")
    assert [note for note in build.notes if "sitemap.css" in note] == [
        (
            "sitemap_plus: sitemap.css: is somebody else's and stays as it is, so the "
            "sitemaps have no style sheet"
        )
    ]


def test_a_dirty_build_that_does_not_want_it_any_more_removes_it(make_site):
    site = make_site(DOCS)
    folder = site.build().folder
    config = (site.folder / "mkdocs.yml").read_text("utf-8")
    off = config.replace("- sitemap_plus", "- sitemap_plus: {stylesheet: false}")
    assert off != config
    site.write({"mkdocs.yml": off})
    assert NAMED not in site.build("--dirty").read("sitemap.xml")
    assert not (folder / "sitemap.css").exists()
