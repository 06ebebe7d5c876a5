"""A sitemap that the user or another plugin makes keeps its bytes; a leftover is replaced."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.pelican_plugin.conftest import SITE, Blog, Build, post

POST = {"a.md": post("A", "Date: 2024-01-08", "Tags: x")}
THEIRS = b"<urlset><!-- the user's own --></urlset>\n"
ROBOTS_LINE = b"Sitemap: https://ex.org/sitemap_index.xml\n"


def assert_stands_aside(build: Build) -> None:
    """Our index has another name, robots.txt says so, and one warning does."""
    (warning,) = build.warnings
    assert warning.startswith("sitemap.xml: is written by something else in this site")
    assert warning.endswith("sitemap_index.xml")
    assert f"{SITE}sitemap-articles.xml" in build.locs("sitemap_index.xml")
    assert build.files["robots.txt"].endswith(ROBOTS_LINE)
    assert "a.html" in build.paths


@pytest.mark.report("DEP-02")
def test_a_static_sitemap_stays(make_blog: Callable[..., Blog]) -> None:
    blog = make_blog(
        {**POST, "extra/sitemap.xml": THEIRS},
        STATIC_PATHS=["extra/sitemap.xml"],
        EXTRA_PATH_METADATA={"extra/sitemap.xml": {"path": "sitemap.xml"}},
        STATIC_CHECK_IF_MODIFIED=True,
    )
    for build in (blog.build(), blog.build()):
        assert build.files["sitemap.xml"] == THEIRS
        assert_stands_aside(build)


@pytest.mark.parametrize("setting", ["DIRECT_TEMPLATES", "TEMPLATE_PAGES"])
def test_a_sitemap_from_a_template_stays(make_blog: Callable[..., Blog], setting: str) -> None:
    template = "<urlset><!-- by {{ SITENAME }} --></urlset>"
    direct = {
        "DIRECT_TEMPLATES": ["index", "sitemap"],
        "SITEMAP_SAVE_AS": "sitemap.xml",
        "THEME_TEMPLATES_OVERRIDES": ["theme"],
    }
    pages = {"TEMPLATE_PAGES": {"mine.xml": "sitemap.xml"}}
    blog = make_blog(
        {**POST, "mine.xml": template},
        files={"theme/sitemap.html": template},
        **(direct if setting == "DIRECT_TEMPLATES" else pages),
    )
    for build in (blog.build(), blog.build()):
        assert build.files["sitemap.xml"] == b"<urlset><!-- by Example --></urlset>"
        assert_stands_aside(build)


@pytest.mark.parametrize(
    "plugins", [["sitemap", "sitemap_plus"], ["sitemap_plus", "sitemap"], ["sitemap_plus"]]
)
def test_the_older_plugin_keeps_its_file_while_it_is_there(
    make_blog: Callable[..., Blog], plugins: list[str]
) -> None:
    blog = make_blog(POST, PLUGINS=plugins, SITEMAP={"format": "xml"})
    if plugins == ["sitemap_plus"]:
        blog.write({"sitemap.xml": THEIRS}, below="output")
    build = blog.run()

    if "sitemap" in plugins:
        assert b"Written by Sitemap Plus" not in build.files["sitemap.xml"]
        assert b"<changefreq>monthly</changefreq>" in build.files["sitemap.xml"]
        assert_stands_aside(build)
    else:
        assert build.warnings == []
        assert f"{SITE}sitemap-articles.xml" in build.locs("sitemap.xml")


def test_the_older_plugin_as_text_takes_only_the_name_of_the_text(
    make_blog: Callable[..., Blog],
) -> None:
    build = make_blog(
        POST,
        {"text": True, "exclude": ["/tags.html"]},
        PLUGINS=["sitemap_plus", "sitemap"],
        SITEMAP={"format": "txt"},
    ).run()

    assert f"{SITE}sitemap-articles.xml" in build.locs("sitemap.xml")
    assert b"https://ex.org/tags.html\n" in build.files["sitemap.txt"]
    (warning,) = build.warnings
    assert warning.startswith("sitemap.txt: is written by something else")


@pytest.mark.parametrize(
    "plugins", [["extended_sitemap", "sitemap_plus"], ["sitemap_plus", "extended_sitemap"]]
)
def test_the_other_older_plugin_keeps_its_file_too(
    make_blog: Callable[..., Blog], plugins: list[str]
) -> None:
    build = make_blog(POST, PLUGINS=plugins).run()

    assert build.exit_code == 0
    assert b"sitemap-stylesheet.xsl" in build.files["sitemap.xml"]
    assert_stands_aside(build)


COPIES = """
import shutil
from pathlib import Path

from pelican import signals

MINE = Path(__file__).parents[1] / "mine.xml"

def copy(site):
    shutil.copy2(MINE, Path(site.output_path, "sitemap.xml"))

def register():
    signals.finalized.connect(copy)
"""


def test_a_sitemap_that_is_copied_with_its_old_time_stays_in_each_build(
    make_blog: Callable[..., Blog],
) -> None:
    blog = make_blog(
        POST,
        files={"plugins/copies.py": COPIES, "mine.xml": THEIRS},
        PLUGIN_PATHS=["plugins"],
        PLUGINS=["copies", "sitemap_plus"],
    )
    for build in (blog.run(), blog.run()):
        assert build.files["sitemap.xml"] == THEIRS
        assert_stands_aside(build)


def test_a_sitemap_of_an_older_build_is_replaced(make_blog: Callable[..., Blog]) -> None:
    blog = make_blog(POST)
    blog.write({"sitemap.xml": THEIRS, "sitemap-tags.xml": THEIRS}, below="output")
    build = blog.build()

    assert build.warnings == []
    assert f"{SITE}sitemap-tags.xml" in build.locs("sitemap.xml")
    assert f"{SITE}tag/x.html" in build.locs("sitemap-tags.xml")


def test_a_sitemap_of_an_older_build_whose_name_we_do_not_need_stays(
    make_blog: Callable[..., Blog],
) -> None:
    blog = make_blog(POST)
    blog.write({"sitemap-shop.xml": THEIRS, "sitemap.html": "<p>All pages</p>"}, below="output")
    build = blog.build()

    assert build.files["sitemap-shop.xml"] == THEIRS
    assert build.files["sitemap.html"] == b"<p>All pages</p>"


def test_a_section_passes_over_a_name_that_is_taken(make_blog: Callable[..., Blog]) -> None:
    build = make_blog(
        {**POST, "extra/sitemap-articles.xml": THEIRS},
        STATIC_PATHS=["extra/sitemap-articles.xml"],
        EXTRA_PATH_METADATA={
            "extra/sitemap-articles.xml": {"path": "sitemap-articles.xml"},
        },
    ).build()

    assert build.files["sitemap-articles.xml"] == THEIRS
    assert build.sections["sitemap-articles.2.xml"] == {"a.html"}


def test_a_page_called_sitemap_is_a_page(make_blog: Callable[..., Blog]) -> None:
    content = {**POST, "pages/map.md": post("All", "Url: sitemap.html", "Save_as: sitemap.html")}
    build = make_blog(content).build()

    assert "sitemap.html" in build.sections["sitemap-pages.xml"]
    assert build.warnings == []


def test_a_static_file_of_another_folder_takes_no_name(make_blog: Callable[..., Blog]) -> None:
    build = make_blog(
        {**POST, "shop/sitemap.xml": THEIRS}, STATIC_PATHS=["shop"], ARTICLE_EXCLUDES=["shop"]
    ).build()

    assert (build.folder / "shop/sitemap.xml").read_bytes() == THEIRS
    assert build.warnings == []
    assert f"{SITE}sitemap-articles.xml" in build.locs("sitemap.xml")


def test_the_output_may_be_named_with_dots(make_blog: Callable[..., Blog]) -> None:
    blog = make_blog({**POST, "mine.xml": "<urlset/>"}, TEMPLATE_PAGES={"mine.xml": "sitemap.xml"})
    build = blog.build(OUTPUT_PATH=f"{blog.folder}/content/../output")

    assert build.files["sitemap.xml"] == b"<urlset/>"
    assert_stands_aside(build)


@pytest.mark.report("SIZE-03")
def test_an_extra_sitemap_that_turns_out_to_be_an_index_is_left_to_robots(
    make_blog: Callable[..., Blog],
) -> None:
    build = make_blog(
        {**POST, "shop/sitemap.xml": "<sitemapindex></sitemapindex>"},
        {"extra_sitemaps": ["shop/sitemap.xml"]},
        STATIC_PATHS=["shop"],
        ARTICLE_EXCLUDES=["shop"],
    ).build()

    assert f"{SITE}shop/sitemap.xml" not in build.locs()
    (warning,) = build.warnings
    assert warning.startswith(f"extra_sitemaps: {SITE}shop/sitemap.xml is an index")
