"""Which pages are listed, in which sections, with what beside them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.pelican_plugin.conftest import SITE, Blog, Build, post

NOINDEX = """<title>{{ article.title }}</title>
<meta name="Robots" content="nofollow, NOINDEX">"""
GOOGLEBOT = '<title>x</title><meta name="googlebot" content="noindex">'
ELSEWHERE = '<title>x</title><link rel="canonical" href="https://ex.org/shown.html">'
ITSELF = '<title>x</title><link rel="canonical" href="{{ SITEURL }}/{{ article.url }}">'
MOVED = '<title>x</title><meta http-equiv="refresh" content="0; url=../shown.html">'


def dated(title: str, *headers: str) -> str:
    return post(title, "Date: 2024-01-02", *headers)


@pytest.fixture(scope="module")
def blog(make_blog: Callable[..., Blog]) -> Build:
    content = {
        "shown.md": dated("Shown"),
        "draft.md": dated("Draft", "Status: draft"),
        "hidden.md": dated("Hidden", "Status: hidden"),
        "skipped.md": dated("Skipped", "Status: skip"),
        "pages/about.md": post("About"),
        "pages/draft.md": post("Draft page", "Status: draft"),
        "pages/hidden.md": post("Hidden page", "Status: hidden"),
        "pages/404.md": post("Not found", "Slug: 404", "Url: 404.html", "Save_as: 404.html"),
        "pages/de.md": post("Nichts da", "Url: de/404.html", "Save_as: de/404.html"),
        "noindex.md": dated("Noindex", "Template: noindex"),
        "none.md": dated("None", "Template: none"),
        "googlebot.md": dated("Googlebot", "Template: googlebot"),
        "elsewhere.md": dated("Elsewhere", "Template: elsewhere"),
        "itself.md": dated("Itself", "Template: itself"),
        "moved.md": dated("Moved", "Template: moved"),
        "errors.md": post("404", "Date: 2024-01-02", "Slug: errors/404", "Category: x"),
        "google0123456789abcdef.html": "google-site-verification: google0123456789abcdef.html",
    }
    templates = {
        "theme/noindex.html": NOINDEX,
        "theme/none.html": NOINDEX.replace("nofollow, NOINDEX", "none"),
        "theme/googlebot.html": GOOGLEBOT,
        "theme/elsewhere.html": ELSEWHERE,
        "theme/itself.html": ITSELF,
        "theme/moved.html": MOVED,
    }
    return make_blog(
        content,
        {"robots": False},
        files=templates,
        THEME_TEMPLATES_OVERRIDES=["theme"],
        STATIC_PATHS=["google0123456789abcdef.html"],
        READERS={"html": None},
        DIRECT_TEMPLATES=["index"],
        USE_FOLDER_AS_CATEGORY=False,
    ).build()


@pytest.mark.report("EXC-03")
@pytest.mark.report("EXC-04")
@pytest.mark.report("EXC-06")
@pytest.mark.report("EXC-08")
@pytest.mark.report("EXC-09")
@pytest.mark.report("EXC-10")
@pytest.mark.report("EXC-16")
def test_what_is_not_for_search_engines_is_not_listed(blog: Build) -> None:
    assert blog.paths == {
        "",
        *("shown.html", "itself.html", "googlebot.html", "errors/404.html"),
        *("pages/about.html", "category/misc.html", "category/x.html"),
    }


def test_what_a_page_itself_says_against_it_is_noted(blog: Build) -> None:
    pages = "errors.md, googlebot.md, itself.md and 2 more"
    assert blog.warnings == []
    assert sorted(blog.notes) == [
        "elsewhere.md: is not listed: its canonical link names another page",
        f"{pages}: is in no Git repository, so Git has no date for it",
        "googlebot.md: says noindex to googlebot only, so it is listed",
        "moved.md: is not listed: it only sends its readers on to another page",
        "noindex.md, none.md: is not listed: it says noindex",
    ]


def test_all_the_pages_that_are_not_listed_were_written(blog: Build) -> None:
    written = {file.relative_to(blog.folder).as_posix() for file in blog.folder.rglob("*.html")}

    assert {
        *("drafts/draft.html", "hidden.html", "pages/hidden-page.html", "404.html", "de/404.html"),
        *("noindex.html", "none.html", "elsewhere.html", "moved.html"),
        "google0123456789abcdef.html",
    } <= written


@pytest.mark.report("EXC-05")
def test_tag_pages_that_say_noindex_are_left_out_with_one_note(
    make_blog: Callable[..., Blog],
) -> None:
    content = {f"{n}.md": dated(f"Post {n}", f"Tags: t{n}") for n in range(5)}
    build = make_blog(
        content,
        files={"theme/tag.html": '<title>x</title><meta name="robots" content="noindex">'},
        THEME_TEMPLATES_OVERRIDES=["theme"],
    ).build()

    assert build.sections["sitemap-tags.xml"] == {"tags.html"}
    note, without_git = build.notes
    assert "is in no Git repository" in without_git
    assert note.startswith(f"{SITE}tag/t0.html, ")
    assert note.endswith(" and 2 more: is not listed: it says noindex")


def test_future_articles_that_pelican_makes_drafts_are_not_listed(
    make_blog: Callable[..., Blog],
) -> None:
    content = {"now.md": dated("Now"), "later.md": post("Later", "Date: 2999-01-01")}
    build = make_blog(content, WITH_FUTURE_DATES=False).build()

    assert build.sections["sitemap-articles.xml"] == {"now.html"}
    assert (build.folder / "drafts/later.html").exists()


@pytest.mark.report("EXC-08")
def test_a_redirect_file_is_not_the_page_that_it_leads_to(make_blog: Callable[..., Blog]) -> None:
    content = {
        "one.md": dated("One", "Original_url: old/one"),
        "two.md": dated("Two", "Original_url: old/two.html"),
        "pages/about.md": post("About", "Original_url: info"),
    }
    build = make_blog(
        content, PLUGINS=["pelican_redirect", "sitemap_plus"], DIRECT_TEMPLATES=["index"]
    ).run()

    assert (build.folder / "old/one/index.html").exists()
    assert build.paths == {"", "one.html", "two.html", "pages/about.html", "category/misc.html"}


def test_excluded_pages_are_out_by_their_url_or_their_source(
    make_blog: Callable[..., Blog],
) -> None:
    content = {
        "secret/a.md": dated("A"),
        "secret/b.md": dated("B"),
        "open/c.md": dated("C", "Slug: hidden/c"),
        "open/d.md": dated("D", "Tags: x"),
    }
    exclude = ["/secret/", "!secret/b.md", "hidden/*", "/tag/", "/authors.html"]
    build = make_blog(content, {"exclude": exclude}, DIRECT_TEMPLATES=["index", "authors"]).build()

    assert build.paths == {"", "b.html", "d.html", "category/open.html", "category/secret.html"}


def test_sections_by_rules_by_page_and_by_kind(make_blog: Callable[..., Blog]) -> None:
    content = {
        "news/a.md": dated("A"),
        "news/b.md": dated("B", "Sitemap_section: best", "Sitemap_priority: 1"),
        "old/c.md": dated("C"),
        "d.md": dated("D", "Tags: x", "Category: Wood & Iron"),
    }
    build = make_blog(
        content,
        {
            "sections": {
                "news": ["/a.html", "/b.html", "category/news.html"],
                "old": {"match": "old/*", "changefreq": "yearly", "priority": 0.1},
                "tags": False,
                "articles": {"priority": 1},
            }
        },
        DIRECT_TEMPLATES=["index", "tags"],
    ).build()

    assert build.sections == {
        "sitemap-articles.xml": {"d.html"},
        "sitemap-best.xml": {"b.html"},
        "sitemap-categories.xml": {"category/old.html", "category/wood-iron.html"},
        "sitemap-news.xml": {"a.html", "category/news.html"},
        "sitemap-old.xml": {"c.html"},
        "sitemap-pages.xml": {""},
    }
    assert build.values("changefreq") == {"c.html": "yearly"}
    assert build.values("priority") == {"b.html": "1.0", "c.html": "0.1", "d.html": "1.0"}


def test_sections_by_path(make_blog: Callable[..., Blog]) -> None:
    content = {
        "a.md": dated("A", "Tags: x"),
        "b.md": dated("B", "Slug: Größe/b"),
        "pages/p.md": post("P"),
    }
    build = make_blog(content, {"section_by": "path"}, DIRECT_TEMPLATES=["index"]).build()

    assert build.sections == {
        "sitemap-category.xml": {"category/misc.html"},
        "sitemap-grosse.xml": {"Gr%C3%B6%C3%9Fe/b.html"},
        "sitemap-main.xml": {"", "a.html"},
        "sitemap-pages.xml": {"pages/p.html"},
        "sitemap-tag.xml": {"tag/x.html"},
    }


@pytest.mark.report("SIZE-01")
def test_a_section_over_its_limit_is_split_and_the_first_part_keeps_its_name(
    make_blog: Callable[..., Blog],
) -> None:
    content = {f"{n}.md": dated(f"Post {n}") for n in range(5)}
    build = make_blog(content, {"max_urls": 2}, DIRECT_TEMPLATES=["index"]).build()

    assert {name: len(paths) for name, paths in build.sections.items()} == {
        "sitemap-articles.xml": 2,
        "sitemap-articles.2.xml": 2,
        "sitemap-articles.3.xml": 1,
        "sitemap-categories.xml": 1,
        "sitemap-pages.xml": 1,
    }
    assert len(build.paths) == 7


@pytest.mark.report("DEP-06")
def test_without_sections_one_sitemap_holds_all_and_robots_names_it(
    make_blog: Callable[..., Blog],
) -> None:
    blog = make_blog({"a.md": dated("A"), "b.md": dated("B")}, {"section_by": "none"})
    one = blog.build()
    parts = blog.build(SITEMAP_PLUS={"section_by": "none", "max_urls": 4})

    assert one.names == {"sitemap.xml", "robots.txt"}
    assert set(parts.sections) == {"sitemap-main.xml", "sitemap-main.2.xml"}
    assert one.paths == parts.paths
    assert one.files["robots.txt"] == parts.files["robots.txt"]


def test_the_index_and_a_list_of_all_pages_can_change_places(
    make_blog: Callable[..., Blog],
) -> None:
    build = make_blog({"a.md": dated("A")}, {"sitemap_xml": "pages"}).build()

    assert {loc.removeprefix(SITE) for loc in build.locs("sitemap.xml")} == build.paths
    assert b"Sitemap: https://ex.org/sitemap_index.xml\n" in build.files["robots.txt"]


def test_text_and_gzip_stand_beside_the_sitemaps(make_blog: Callable[..., Blog]) -> None:
    blog = make_blog({"a.md": dated("A")}, {"text": True, "gzip": "all"}, CATEGORY_SAVE_AS="")
    build = blog.build(DIRECT_TEMPLATES=["index"])
    less = blog.build(DIRECT_TEMPLATES=["index"], SITEMAP_PLUS={"gzip": "auto", "text": False})

    xml = {"sitemap.xml", "sitemap-articles.xml", "sitemap-pages.xml"}
    assert build.names == {*xml, *(f"{name}.gz" for name in xml), "sitemap.txt", "robots.txt"}
    assert build.files["sitemap.txt"] == b"https://ex.org/\nhttps://ex.org/a.html\n"
    assert xml <= less.names
    assert not [name for name in less.names if name.endswith(".gz")]


@pytest.mark.report("ENC-04")
@pytest.mark.report("ENC-05")
@pytest.mark.report("SIZE-03")
@pytest.mark.report("MAT-02")
def test_extra_urls_and_sitemaps_are_listed(make_blog: Callable[..., Blog]) -> None:
    options = {
        "extra_urls": [
            "/legacy/",
            "https://ex.org/list?page=1&sort=a",
            "x&y/中?q=1&r=ü",
            {"loc": "shop/", "lastmod": "2024-05-06", "priority": 0.3, "section": "shop"},
        ],
        "extra_sitemaps": ["shop/sitemap.xml"],
    }
    build = make_blog({"a.md": dated("A")}, options, DIRECT_TEMPLATES=["index"]).build()

    assert build.locs() == [
        *(f"{SITE}sitemap-{name}.xml" for name in ("articles", "categories")),
        *(f"{SITE}sitemap-{name}.xml" for name in ("main", "pages", "shop")),
        f"{SITE}shop/sitemap.xml",
    ]
    assert set(build.locs("sitemap-main.xml")) == {
        f"{SITE}legacy/",
        f"{SITE}list?page=1&sort=a",
        f"{SITE}x&y/%E4%B8%AD?q=1&r=%C3%BC",
    }
    assert build.locs("sitemap-shop.xml") == [f"{SITE}shop/"]


def test_an_extra_url_that_is_also_a_page_is_listed_once(make_blog: Callable[..., Blog]) -> None:
    build = make_blog({"a.md": dated("A")}, {"extra_urls": ["a.html", "/a.html#x"]}).build()

    assert "a.html" in build.sections["sitemap-articles.xml"]
    assert "sitemap-main.xml" not in build.names


@pytest.mark.report("URL-02")
def test_a_site_without_pages_gets_no_files_and_one_warning(
    make_blog: Callable[..., Blog],
) -> None:
    build = make_blog({}, {"exclude": ["*"]}).build()

    assert build.names == set()
    assert build.warnings == [
        "Sitemap Plus: no page of https://ex.org/ is listed, so there are no sitemaps"
    ]


TRANSFORM = """
from dataclasses import replace

def shout(entry):
    if entry.loc.endswith("broken.html"):
        raise RuntimeError("no way")
    if entry.loc.endswith("gone.html"):
        return None
    return replace(entry, priority=0.7)
"""


@pytest.mark.parametrize("transform", ["'rules:shout'", "shout"])
def test_a_transform_has_the_last_word(make_blog: Callable[..., Blog], transform: str) -> None:
    build = make_blog(
        {"good.md": dated("Good"), "gone.md": dated("Gone"), "broken.md": dated("Broken")},
        files={"rules.py": TRANSFORM},
        conf=f"{TRANSFORM}\nSITEMAP_PLUS = {{'transform': {transform}}}\n",
        DIRECT_TEMPLATES=[],
        CATEGORY_SAVE_AS="",
    ).build()

    assert build.values("priority") == {"good.html": "0.7"}
    assert build.paths == {"good.html", "broken.html"}
    (warning,) = build.warnings
    assert warning.startswith(
        "https://ex.org/broken.html: the transform shout failed (RuntimeError: no way)"
    )


def test_a_transform_is_found_beside_the_settings_file(make_blog: Callable[..., Blog]) -> None:
    blog = make_blog(
        {"one.md": dated("One")},
        {"transform": "rules_of_this_blog:shout"},
        files={"rules_of_this_blog.py": TRANSFORM, "elsewhere/.keep": ""},
    )
    build = blog.build(below="elsewhere")

    assert build.values("priority")["one.html"] == "0.7"
