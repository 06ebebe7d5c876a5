"""Which sitemap lists a page."""

from __future__ import annotations

import pytest

DOCS = {
    "index.md": "# Home\n",
    "about.md": "# About\n",
    "guide.md": "# Not in the folder\n",
    "guide/install.md": "# Install\n",
    "guide/deep/er.md": "# Deeper\n",
    "api/index.md": "# API\n",
    "alone/index.md": "# A folder with nothing below it\n",
}
REST = ["index.md", "about.md", "guide/deep/er.md", "api/index.md", "alone/index.md"]


def sections(build):
    """The paths in each of the index's sitemaps, by the name of the section."""
    names = [loc.rpartition("/")[2] for loc in build.locs("sitemap_index.xml")]
    return {
        name.removeprefix("sitemap-").removesuffix(".xml"): [
            loc.removeprefix("https://ex.org/") for loc in build.locs(name)
        ]
        for name in names
    }


def test_by_path_the_first_folder_is_the_section_if_anything_lies_below_it(make_site):
    build = make_site(DOCS).build("--strict")
    assert sections(build) == {
        "guide": ["guide/", "guide/deep/er/", "guide/install/"],
        "main": ["", "about/", "alone/", "api/"],
    }


def test_by_path_without_directory_urls_files_in_the_root_are_main(make_site):
    build = make_site(DOCS, use_directory_urls=False).build("--strict")
    assert sections(build) == {
        "alone": ["alone/index.html"],
        "api": ["api/index.html"],
        "guide": ["guide/deep/er.html", "guide/install.html"],
        "main": ["about.html", "guide.html", "index.html"],
    }


def test_by_nav_the_top_entry_of_the_navigation_is_the_section(make_site):
    nav = [
        {"Home": "index.md"},
        {"User's <Guide> & more": ["guide/install.md", {"Deep": ["guide/deep/er.md"]}]},
        {"参考": ["api/index.md"]},
        {"About": "about.md"},
    ]
    site = make_site(DOCS, {"section_by": "nav"}, nav=nav, not_in_nav="guide.md\nalone/")
    assert sections(site.build("--strict")) == {
        "can-kao": ["api/"],
        "main": ["", "about/", "alone/", "guide/"],
        "user-s-guide-more": ["guide/deep/er/", "guide/install/"],
    }


def test_by_nav_sections_whose_titles_come_out_alike_are_one(make_site):
    nav = [{"The Guide": ["guide.md"]}, {"the guide!": ["guide/install.md"]}, {"Other": REST}]
    build = make_site(DOCS, {"section_by": "nav"}, nav=nav).build("--strict")
    assert sections(build)["the-guide"] == ["guide/", "guide/install/"]


def test_by_nav_a_title_without_a_letter_is_main(make_site):
    nav = [{"🎉": ["guide.md"]}, {"Other": REST}, "guide/install.md"]
    build = make_site(DOCS, {"section_by": "nav"}, nav=nav).build("--strict")
    assert sections(build)["main"] == ["guide/", "guide/install/"]


@pytest.mark.parametrize("section_by", ["nav", "path"])
@pytest.mark.parametrize("title", [2024, True, 1.5, 0, "", None])
def test_a_title_that_yaml_reads_as_no_text_is_no_crash(make_site, section_by, title):
    nav = ["index.md", {title: ["guide.md"]}]
    build = make_site(DOCS, {"section_by": section_by}, nav=nav).build()
    assert build.exit_code == 0, build.output
    names = {2024: "2024", True: "true", 1.5: "1-5", 0: "0"} if section_by == "nav" else {}
    assert "guide/" in sections(build)[names.get(title, "main" if section_by == "nav" else "guide")]


def test_by_path_folders_whose_names_come_out_alike_are_one(make_site):
    docs = {"index.md": "#", "Über uns/a.md": "# A\n", "uber-uns/b.md": "# B\n"}
    build = make_site(docs).build("--strict")
    assert sections(build) == {"main": [""], "uber-uns": ["%C3%9Cber%20uns/a/", "uber-uns/b/"]}


def test_by_kind_all_pages_of_mkdocs_are_pages(make_site):
    assert set(sections(make_site(DOCS, {"section_by": "kind"}).build("--strict"))) == {"pages"}


@pytest.mark.parametrize("gzip", ["auto", "all"])
def test_with_section_by_none_there_is_one_sitemap_and_robots_names_it(make_site, gzip):
    build = make_site(DOCS, {"section_by": "none", "gzip": gzip}).build("--strict")
    assert build.names == {"sitemap.xml", "sitemap.xml.gz", "robots.txt"}
    assert build.read("robots.txt").endswith(b"\nSitemap: https://ex.org/sitemap.xml\n")


@pytest.mark.report("SIZE-01")
def test_one_sitemap_over_the_limit_becomes_parts_and_an_index_again(make_site):
    build = make_site(DOCS, {"section_by": "none", "max_urls": 4}).build("--strict")
    assert build.locs("sitemap_index.xml") == [
        "https://ex.org/sitemap-main.xml",
        "https://ex.org/sitemap-main.2.xml",
    ]
    assert build.read("robots.txt").endswith(b"\nSitemap: https://ex.org/sitemap_index.xml\n")
    assert len(build.locs("sitemap-main.xml")) == 4
    assert build.locs() == build.locs("sitemap-main.xml") + build.locs("sitemap-main.2.xml")


@pytest.mark.report("SIZE-01")
def test_max_urls_splits_sections_and_leaves_sitemap_xml_whole(make_site):
    build = make_site(DOCS, {"max_urls": 2}).build("--strict")
    assert sections(build) == {
        "guide": ["guide/", "guide/deep/er/"],
        "guide.2": ["guide/install/"],
        "main": ["", "about/"],
        "main.2": ["alone/", "api/"],
    }
    assert len(build.locs()) == 7


def test_rules_of_the_user_come_first_and_take_urls_and_sources(make_site):
    options = {
        "sections": {
            "start": ["index.html", "/about/"],
            "deep": {"match": "deep/", "priority": 0.2, "changefreq": "yearly"},
            "readme": ["*.md"],
        }
    }
    build = make_site(DOCS, options).build("--strict")
    assert sections(build) == {
        "deep": ["guide/deep/er/"],
        "readme": ["alone/", "api/", "guide/", "guide/install/"],
        "start": ["", "about/"],
    }
    assert build.values("priority") == {"guide/deep/er/": "0.2"}
    assert build.values("changefreq") == {"guide/deep/er/": "yearly"}


def test_a_section_that_is_false_is_not_listed_anywhere(make_site):
    build = make_site(DOCS, {"sections": {"guide": False}}).build("--strict")
    assert set(sections(build)) == {"main"}
    assert not [loc for loc in build.locs() if "guide" in loc]


def test_a_page_can_name_its_section(make_site):
    front = {"about.md": "sitemap:\n  section: legal"}
    assert sections(make_site(front=front).build("--strict"))["legal"] == ["about/"]


@pytest.mark.report("DATE-25")
def test_the_index_dates_each_section_by_its_newest_page(make_site):
    front = {
        "guide/a.md": "lastmod: 2024-01-08",
        "guide/b.md": "lastmod: 2024-01-07 23:59:59",
        "api/c.md": "lastmod: 2023-05-05 10:00:00+02:00",
    }
    build = make_site(front=front).build("--strict")
    assert build.values("lastmod", "sitemap_index.xml") == {
        "sitemap-api.xml": "2023-05-05T08:00:00Z",
        "sitemap-guide.xml": "2024-01-08",
    }


def test_extra_sitemaps_are_added_to_the_index(make_site):
    build = make_site(options={"extra_sitemaps": ["shop/sitemap.xml"]}).build("--strict")
    assert build.locs("sitemap_index.xml")[-1] == "https://ex.org/shop/sitemap.xml"


@pytest.mark.report("SIZE-03")
@pytest.mark.parametrize(
    "url", ["https://ex.org/shop/sitemap_index.xml", "sitemap_index.xml", "sitemap.xml"]
)
def test_an_index_can_be_no_extra_sitemap(make_site, url):
    build = make_site(options={"extra_sitemaps": [url]}).build()
    assert build.exit_code == 1
    assert "robots.txt" in build.output


@pytest.mark.report("SIZE-03")
def test_an_index_in_the_site_by_another_name_is_left_out_with_a_warning(make_site):
    index = '<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"></sitemapindex>'
    site = make_site({"index.md": "#", "shop/all.xml": index}, {"extra_sitemaps": ["shop/all.xml"]})
    build = site.build()
    assert build.locs("sitemap_index.xml") == ["https://ex.org/sitemap-main.xml"]
    (warning,) = build.warnings
    assert "https://ex.org/shop/all.xml is an index" in warning


def test_with_sitemap_xml_index_the_index_is_there(make_site):
    build = make_site(options={"sitemap_xml": "index"}).build("--strict")
    assert build.locs() == ["https://ex.org/sitemap-guide.xml", "https://ex.org/sitemap-main.xml"]
    assert build.read("sitemap.xml.gz") == build.read("sitemap.xml")
    assert "sitemap_index.xml" not in build.names
    assert build.read("robots.txt").endswith(b"\nSitemap: https://ex.org/sitemap.xml\n")


def test_gzip_all_writes_a_gz_beside_each_sitemap(make_site):
    build = make_site(options={"gzip": "all"}).build("--strict")
    plain = {name for name in build.names if name.endswith(".xml")}
    assert build.names == plain | {f"{name}.gz" for name in plain} | {"robots.txt"}
    assert all(build.read(f"{name}.gz") == build.read(name) for name in plain)


@pytest.mark.report("MAT-08")
@pytest.mark.parametrize("value", ["none", False])
def test_gzip_none_removes_the_gz_that_mkdocs_wrote(make_site, value):
    build = make_site(options={"gzip": value}).build("--strict")
    assert not [name for name in build.names if name.endswith(".gz")]
    assert "sitemap.xml" in build.names
