"""With Material for MkDocs: its blog, its meta plugin, and its reading of sitemap.xml."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, distribution

import pytest

try:
    distribution("mkdocs-material")
except PackageNotFoundError:
    pytest.skip("Material for MkDocs is not installed", allow_module_level=True)

MATERIAL = {"name": "material"}
BLOG = {
    "blog": {
        "pagination_per_page": 2,
        "authors_profiles": True,
        "post_url_format": "{date}/{file}",
    }
}
DOCS = {
    "index.md": "# Home\n",
    "about.md": "# About\n",
    "blog/index.md": "# Blog\n",
    "blog/.authors.yml": (
        "authors:\n  ann:\n    name: Ann\n    description: Writes\n    avatar: https://a.b/c.png\n"
    ),
}
POSTS = {
    "date": "date: 2022-10-23\ncategories: [One]",
    "time": "date: 2022-10-24 09:00:00\ncategories: [One, Two]",
    "zulu": "date: 2023-04-20T00:00:00Z\ncategories: [Two]\nauthors: [ann]",
    "updated": "date:\n  created: 2022-01-01\n  updated: 2024-02-02",
    "modified": "date:\n  created: 2022-01-02 08:00:00\nlast_modified: 2022-06-01",
    "draft": "date: 2023-01-01\ndraft: true",
    "out": "date: 2025-05-05\nsitemap: false\ncategories: [Two]",
}
FRONT = {f"blog/posts/{name}.md": front for name, front in POSTS.items()}


@pytest.fixture(scope="module")
def blog_site(make_site):
    return make_site(DOCS, front=FRONT, theme=MATERIAL, before=[BLOG])


@pytest.fixture(scope="module")
def blog(blog_site):
    build = blog_site.build("--strict")
    assert build.exit_code == 0, build.output
    return build


@pytest.fixture(scope="module")
def blog_by_kind(make_site):
    options = {"section_by": "kind", "paginated": True, "timezone": "Europe/Vienna"}
    return make_site(DOCS, options, front=FRONT, theme=MATERIAL, before=[BLOG]).build("--strict")


@pytest.mark.report("DATE-07")
@pytest.mark.report("DATE-08")
def test_posts_dated_by_dates_times_and_zulu_times_stand_side_by_side(blog):
    lastmods = blog.values("lastmod")
    assert {path: date for path, date in lastmods.items() if path[5:9].isdigit()} == {
        "blog/2022/01/01/updated/": "2024-02-02",
        "blog/2022/01/02/modified/": "2022-06-01",
        "blog/2022/10/23/date/": "2022-10-23",
        "blog/2022/10/24/time/": "2022-10-24T09:00:00Z",
        "blog/2023/04/20/zulu/": "2023-04-20T00:00:00Z",
    }


@pytest.mark.report("EXC-16")
def test_neither_drafts_nor_posts_that_leave_themselves_out_are_listed(blog):
    assert not [loc for loc in blog.locs() if "draft" in loc or "/out" in loc]


@pytest.mark.report("DATE-05")
def test_views_are_dated_by_the_newest_of_their_listed_posts(blog):
    lastmods = blog.values("lastmod")
    views = {
        "blog/": "2024-02-02",
        "blog/archive/2022/": "2024-02-02",
        "blog/archive/2023/": "2023-04-20T00:00:00Z",
        "blog/author/ann/": "2023-04-20T00:00:00Z",
        "blog/category/one/": "2022-10-24T09:00:00Z",
        "blog/category/two/": "2023-04-20T00:00:00Z",
    }
    assert {path: lastmods.get(path) for path in views} == views


def test_a_view_whose_posts_are_all_left_out_has_no_date(blog):
    assert "https://ex.org/blog/archive/2025/" in blog.locs()
    assert "blog/archive/2025/" not in blog.values("lastmod")


@pytest.mark.report("EXC-07")
def test_further_pages_of_a_list_are_listed_only_when_asked_for(blog, blog_by_kind):
    assert not [loc for loc in blog.locs() if "/page/" in loc]
    assert "https://ex.org/blog/page/2/" in blog_by_kind.locs()
    assert blog_by_kind.values("lastmod")["blog/page/2/"] == "2024-02-02"


def test_the_blog_is_a_section_by_its_path(blog):
    assert blog.locs("sitemap-main.xml") == ["https://ex.org/", "https://ex.org/about/"]
    assert blog.values("lastmod", "sitemap_index.xml") == {"sitemap-blog.xml": "2024-02-02"}


def test_the_blogs_pages_are_of_every_kind(blog_by_kind):
    assert {name for name in blog_by_kind.names if name.startswith("sitemap-")} == {
        "sitemap-archives.xml",
        "sitemap-articles.xml",
        "sitemap-authors.xml",
        "sitemap-categories.xml",
        "sitemap-pages.xml",
    }
    assert blog_by_kind.locs("sitemap-authors.xml") == ["https://ex.org/blog/author/ann/"]
    assert len(blog_by_kind.locs("sitemap-articles.xml")) == 5
    assert blog_by_kind.locs("sitemap-categories.xml") == [
        "https://ex.org/blog/category/one/",
        "https://ex.org/blog/category/two/",
        "https://ex.org/blog/category/two/page/2/",
    ]


def test_a_posts_time_without_a_zone_is_read_in_ours_however_the_blog_reads_it(blog_by_kind):
    assert blog_by_kind.values("lastmod")["blog/2022/10/24/time/"] == "2022-10-24T07:00:00Z"


@pytest.mark.report("BLD-01")
def test_a_dirty_build_of_the_blog_gives_the_same_bytes(blog, blog_site):
    whole = blog.files
    dirty = blog_site.build("--dirty")
    assert dirty.exit_code == 0
    assert dirty.files == whole


def test_by_nav_posts_and_views_belong_to_the_blogs_entry(make_site):
    nav = ["index.md", {"News & more": ["blog/index.md"]}, "about.md"]
    site = make_site(
        DOCS, {"section_by": "nav"}, front=FRONT, theme=MATERIAL, before=[BLOG], nav=nav
    )
    build = site.build()
    assert build.locs("sitemap-main.xml") == ["https://ex.org/", "https://ex.org/about/"]
    assert len(build.locs("sitemap-news-more.xml")) == len(build.locs()) - 2


def test_the_front_matter_of_the_meta_plugin_counts_and_dirty_builds_bring_nothing_back(make_site):
    docs = {
        "index.md": "# Home\n",
        "out/.meta.yml": "sitemap: false\n",
        "out/a.md": "# A\n",
        "out/b.md": "---\nlastmod: 2024-05-05\n---\n# B\n",
        "kept/.meta.yml": "lastmod: 2023-01-01\n",
        "kept/c.md": "# C\n",
        "kept/d.md": "---\nlastmod: 2024-05-05\n---\n# D\n",
    }
    site = make_site(docs, theme=MATERIAL, before=["meta"])
    build = site.build("--strict")
    assert build.locs() == ["https://ex.org/", "https://ex.org/kept/c/", "https://ex.org/kept/d/"]
    assert build.values("lastmod") == {"kept/c/": "2023-01-01", "kept/d/": "2024-05-05"}
    assert site.build("--dirty").locs() == build.locs()


@pytest.mark.report("MAT-01")
def test_an_index_at_sitemap_xml_beside_features_that_read_it_is_one_warning(make_site):
    theme = {"name": "material", "features": ["navigation.instant", "navigation.instant.preview"]}
    extra = {"alternate": [{"name": "Deutsch", "link": "/de/", "lang": "de"}]}
    site = make_site(
        options={"sitemap_xml": "index"},
        theme=theme,
        extra={**extra, "version": {"provider": "mike"}},
    )
    build = site.build()
    (warning,) = build.warnings
    assert warning.startswith("sitemap_plus: sitemap_xml: ")
    for feature in (
        "navigation.instant",
        "navigation.instant.preview",
        "extra.alternate",
        "extra.version",
    ):
        assert feature in warning
    assert build.locs() == ["https://ex.org/sitemap-guide.xml", "https://ex.org/sitemap-main.xml"]


def test_an_index_at_sitemap_xml_without_such_features_is_no_matter(make_site):
    theme = {"name": "material", "features": ["navigation.tabs"]}
    assert make_site(options={"sitemap_xml": "index"}, theme=theme).build("--strict").exit_code == 0


@pytest.mark.report("MAT-01")
def test_with_instant_navigation_sitemap_xml_lists_the_canonical_urls(make_site):
    theme = {"name": "material", "features": ["navigation.instant"]}
    build = make_site(theme=theme, before=["search"]).build("--strict")
    assert build.exit_code == 0, build.output
    assert len(build.locs()) == 3
    assert build.root().tag.endswith("urlset")


EXTENDS_MATERIAL = {
    "ours/house_theme/__init__.py": "",
    "ours/house_theme/mkdocs_theme.yml": "extends: material\n",
    "ours/house_theme-1.0.dist-info/METADATA": "Metadata-Version: 2.1\nName: x\nVersion: 1.0\n",
    "ours/house_theme-1.0.dist-info/entry_points.txt": "[mkdocs.themes]\nhouse = house_theme\n",
}


@pytest.mark.report("MAT-01")
def test_a_theme_that_extends_material_reads_the_list_as_well(make_site):
    theme = {"name": "house", "features": ["navigation.instant"]}
    site = make_site(options={"sitemap_xml": "index"}, theme=theme, files=EXTENDS_MATERIAL)
    build = site.build_apart(PYTHONPATH=str(site.folder / "ours"))
    assert build.exit_code == 0, build.output
    (warning,) = build.warnings
    assert warning.startswith("sitemap_plus: sitemap_xml: ")


@pytest.mark.report("MAT-01")
def test_a_copy_of_material_in_a_folder_reads_the_list_as_well(make_site):
    theme = {
        "name": None,
        "custom_dir": str(distribution("mkdocs-material").locate_file("material/templates")),
        "features": ["navigation.instant"],
        "language": "en",
        "font": False,
        "icon": None,
        "direction": None,
        "favicon": "x.png",
        "static_templates": ["404.html"],
    }
    build = make_site(options={"sitemap_xml": "index"}, theme=theme).build()
    assert build.exit_code == 0, build.output
    (warning,) = build.warnings
    assert warning.startswith("sitemap_plus: sitemap_xml: ")


@pytest.mark.report("MAT-01")
def test_previews_that_an_extension_of_material_makes_need_the_list_as_well(make_site):
    site = make_site(
        options={"sitemap_xml": "index"},
        theme=MATERIAL,
        markdown_extensions=["material.extensions.preview"],
    )
    (warning,) = site.build().warnings
    assert "material.extensions.preview" in warning
