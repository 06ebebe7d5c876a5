"""Every written page is listed under the address that Pelican gives it, not under its file's."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.pelican_plugin.conftest import Blog, Build, post

POSTS = {
    "one.md": post("One", "Date: 2024-01-02", "Category: Wood", "Tags: oak, pine", "Author: Ada"),
    "two.md": post("Two", "Date: 2024-01-03", "Category: Wood", "Tags: oak", "Author: Ada"),
    "three.md": post("Three", "Date: 2024-02-01", "Category: Iron", "Tags: oak", "Author: Ada"),
}
CLEAN = {
    "ARTICLE_URL": "posts/{slug}",
    "ARTICLE_SAVE_AS": "posts/{slug}.html",
    "ARTICLE_LANG_URL": "{lang}/posts/{slug}",
    "ARTICLE_LANG_SAVE_AS": "{lang}/posts/{slug}.html",
    "PAGE_URL": "{slug}/",
    "PAGE_SAVE_AS": "{slug}/index.html",
    "TAG_URL": "topic/{slug}/",
    "TAG_SAVE_AS": "topic/{slug}/index.html",
    "CATEGORY_URL": "in/{slug}",
    "CATEGORY_SAVE_AS": "in/{slug}.html",
    "AUTHOR_URL": "by/{slug}",
    "AUTHOR_SAVE_AS": "",
    "ARCHIVES_URL": "archive/",
    "ARCHIVES_SAVE_AS": "archive/index.html",
    "TAGS_SAVE_AS": "topics/index.html",
    "CATEGORIES_SAVE_AS": "all-categories.html",
    "AUTHORS_SAVE_AS": "",
    "YEAR_ARCHIVE_SAVE_AS": "{date:%Y}/index.html",
    "MONTH_ARCHIVE_URL": "{date:%Y}/{date:%m}",
    "MONTH_ARCHIVE_SAVE_AS": "{date:%Y}/{date:%m}.html",
    "DAY_ARCHIVE_SAVE_AS": "days/{date:%Y-%m-%d}.html",
    "TEMPLATE_PAGES": {
        "landing.html": "landing/index.html",
        "plain.html": "plain.html",
        "humans.txt": "humans.txt",
        "headers": "_headers",
    },
}
TEMPLATES = {
    f"content/{name}": "<title>A template</title>"
    for name in ("landing.html", "plain.html", "humans.txt", "headers")
}


@pytest.fixture(scope="module")
def clean(make_blog: Callable[..., Blog]) -> Build:
    """A blog whose URLs and file names differ wherever they can."""
    content = {
        **POSTS,
        "two.de.md": post("Zwei", "Date: 2024-01-05", "Slug: two", "Lang: de", "Category: Wood"),
        "pages/about.md": post("About"),
    }
    return make_blog(content, files=TEMPLATES, **CLEAN).build()


@pytest.mark.report("URL-15")
@pytest.mark.report("URL-16")
@pytest.mark.report("URL-17")
@pytest.mark.report("URL-26")
def test_every_page_has_its_url_and_what_is_not_written_is_absent(clean: Build) -> None:
    assert clean.paths == {
        "",
        *("posts/one", "posts/two", "posts/three", "de/posts/two"),
        "about/",
        *("topic/oak/", "topic/pine/", "in/wood", "in/iron"),
        *("archive/", "topics/", "all-categories.html"),
        *("2024/", "2024/01", "2024/02"),
        *(f"days/2024-{day}.html" for day in ("01-02", "01-03", "02-01")),
        *("landing/", "plain.html"),
    }


def test_each_kind_of_page_has_a_section(clean: Build) -> None:
    kinds = {name: len(paths) for name, paths in clean.sections.items()}

    assert kinds == {
        "sitemap-archives.xml": 7,
        "sitemap-articles.xml": 4,
        "sitemap-categories.xml": 3,
        "sitemap-pages.xml": 4,
        "sitemap-tags.xml": 3,
    }


def test_every_address_under_the_default_settings_is_a_file(
    make_blog: Callable[..., Blog],
) -> None:
    build = make_blog({**POSTS, "pages/about.md": post("About")}).build()

    assert build.paths - {""} == {
        file.relative_to(build.folder).as_posix() for file in build.folder.rglob("*.html")
    } - {"index.html"}


def test_a_period_archive_that_is_in_pages_has_one_address_each(
    make_blog: Callable[..., Blog],
) -> None:
    build = make_blog(
        POSTS,
        {"paginated": True},
        PAGINATED_TEMPLATES={**PAGINATED, "period_archives": 2},
        YEAR_ARCHIVE_SAVE_AS="{date:%Y}/index.html",
    ).build()

    assert build.sections["sitemap-archives.xml"] == {"archives.html", "2024/", "2024/index2.html"}


PAGINATED = {"index": None, "tag": None, "category": None, "author": None}
TWO_A_PAGE = {
    "DEFAULT_PAGINATION": 2,
    "TAG_URL": "tag/{slug}/",
    "TAG_SAVE_AS": "tag/{slug}/index.html",
}
FOLDERS = [
    (1, "{url}", "{save_as}"),
    (2, "{base_name}/page/{number}/", "{base_name}/page/{number}/index.html"),
]
FOLDERS_FROM_THE_FIRST = [
    (1, "{base_name}/", "{base_name}/index.html"),
    (2, "{base_name}/page/{number}/", "{base_name}/page/{number}/index.html"),
]


@pytest.mark.report("EXC-07")
def test_further_pages_of_a_list_are_listed_only_if_asked_for(
    make_blog: Callable[..., Blog],
) -> None:
    blog = make_blog(POSTS, **TWO_A_PAGE)
    without, all_pages = (blog.build(SITEMAP_PLUS={"paginated": on}) for on in (False, True))

    assert {"", "tag/oak/"} <= without.paths
    assert all_pages.paths - without.paths == {
        *("index2.html", "tag/oak/index2.html", "author/ada2.html")
    }


@pytest.mark.parametrize(
    ("patterns", "first", "second"),
    [
        (FOLDERS, "category/wood.html", "category/wood/page/2/"),
        # The first page is elsewhere than CATEGORY_URL says, where there is nothing.
        (FOLDERS_FROM_THE_FIRST, "category/wood/", "category/wood/page/2/"),
    ],
)
def test_pagination_patterns_of_the_user_give_the_addresses(
    make_blog: Callable[..., Blog],
    patterns: list[tuple[int, str, str]],
    first: str,
    second: str,
) -> None:
    build = make_blog(
        POSTS, {"paginated": True}, DEFAULT_PAGINATION=1, PAGINATION_PATTERNS=patterns
    ).build()

    assert {"", "page/2/", first, second} <= build.paths
    assert build.paths.isdisjoint({"category/wood.html", "category/wood/"} - {first})


def test_a_page_takes_the_place_of_the_index(make_blog: Callable[..., Blog]) -> None:
    home = post("Home", "URL:", "save_as: index.html", "Sitemap_priority: 1.0")
    build = make_blog({**POSTS, "pages/home.md": home}).build()

    assert build.values("priority") == {"": "1.0"}


def test_an_article_takes_the_place_of_the_index_that_comes_later(
    make_blog: Callable[..., Blog],
) -> None:
    home = post("Home", "Date: 2024-04-04", "URL: /", "save_as: index.html", "Sitemap_priority: 1")
    build = make_blog({**POSTS, "home.md": home}).build()

    assert build.values("priority") == {"": "1.0"}


def test_a_page_that_names_only_its_file_lies_where_the_file_is(
    make_blog: Callable[..., Blog],
) -> None:
    content = {
        "pages/home.md": post("Home", "save_as: index.html"),
        "pages/deep.md": post("Deep", "save_as: a/b/index.html"),
        "pages/404.md": post("Not found", "save_as: 404.html"),
    }
    build = make_blog({**POSTS, **content}).build()

    assert {"", "a/b/"} <= build.paths
    assert not [path for path in build.paths if path.startswith("pages/") or "404" in path]


@pytest.mark.report("URL-10")
def test_an_absolute_url_is_used_as_it_is_and_refused_on_another_site(
    make_blog: Callable[..., Blog],
) -> None:
    content = {
        "here.md": post("Here", "Date: 2024-01-02", "URL: https://ex.org/here"),
        "there.md": post("There", "Date: 2024-01-02", "URL: https://other.example/there"),
        "broken.md": post("Broken", "Date: 2024-01-02", "URL: https:/ex.org/broken"),
    }
    build = make_blog(content).build()

    assert build.sections["sitemap-articles.xml"] == {"here"}
    assert sorted(build.warnings) == [
        "broken.md: is not listed: its address is no absolute http or https URL",
        "there.md: is not listed: its address is on another site or outside its folder",
    ]


@pytest.mark.report("ENC-01")
@pytest.mark.report("ENC-02")
@pytest.mark.report("ENC-03")
@pytest.mark.report("ENC-06")
def test_odd_addresses_are_encoded_once(make_blog: Callable[..., Blog]) -> None:
    slugs = ["a b", "über", "R&D", "it's", 'say "x"', "проба", "中文", "caf%C3%A9", "100%", "a+b@c"]
    content = {
        f"{number}.md": post(f"Post {number}", "Date: 2024-01-02", f"Slug: {slug}")
        for number, slug in enumerate(slugs)
    }
    build = make_blog(
        {**content, "pages/测试.md": post("Test", "Slug: 测试")},
        TEMPLATE_PAGES={"t.html": "zwei wörter/index.html"},
        files={"content/t.html": "<title>T</title>"},
    ).build()

    assert build.sections["sitemap-articles.xml"] == {
        *("a%20b.html", "%C3%BCber.html", "R&D.html", "it's.html", "say%20%22x%22.html"),
        *("%D0%BF%D1%80%D0%BE%D0%B1%D0%B0.html", "%E4%B8%AD%E6%96%87.html"),
        *("caf%C3%A9.html", "100%25.html", "a+b@c.html"),
    }
    assert {"zwei%20w%C3%B6rter/", "pages/%E6%B5%8B%E8%AF%95.html"} <= build.paths
    assert b"R&amp;D.html" in build.files["sitemap-articles.xml"]


def test_a_leading_slash_in_a_url_setting_does_not_double(make_blog: Callable[..., Blog]) -> None:
    build = make_blog(POSTS, ARTICLE_URL="/posts/{slug}/", TAG_URL="/tag/{slug}/").build()

    assert {"posts/one/", "tag/oak/"} <= build.paths
    assert not [loc for loc in build.locs("sitemap-articles.xml") if "//" in loc[len("https://") :]]


def test_files_without_a_suffix_are_pages_where_pelican_makes_them_from_content(
    make_blog: Callable[..., Blog],
) -> None:
    build = make_blog(
        POSTS,
        ARTICLE_URL="{slug}",
        ARTICLE_SAVE_AS="{slug}",
        TAG_URL="tag/{slug}",
        TAG_SAVE_AS="tag/{slug}",
    ).build()

    assert {"one", "two", "three", "tag/oak"} <= build.paths
