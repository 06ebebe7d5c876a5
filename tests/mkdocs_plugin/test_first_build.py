"""One line of settings, and what a person then finds in the site."""

from __future__ import annotations

import pytest

SITEMAPS = {
    "sitemap.xml",
    "sitemap.xml.gz",
    "sitemap_index.xml",
    "sitemap-guide.xml",
    "sitemap-main.xml",
}


@pytest.fixture(scope="module")
def fresh(make_site):
    """What `mkdocs new` makes, with two more pages, the usual theme and our one line."""
    return make_site(theme={"name": "mkdocs"}).build("--strict")


def test_one_line_of_settings_is_enough_in_strict_mode(fresh):
    assert fresh.exit_code == 0, fresh.output
    assert fresh.warnings == []


def test_it_writes_sections_index_whole_list_and_robots_and_nothing_else(fresh):
    assert fresh.names == SITEMAPS | {"robots.txt"}
    assert not list(fresh.folder.glob(".*"))


@pytest.mark.report("DEP-06")
@pytest.mark.report("MAT-01")
def test_sitemap_xml_lists_every_page_whatever_the_sections_are(fresh):
    assert fresh.locs() == [
        "https://ex.org/",
        "https://ex.org/about/",
        "https://ex.org/guide/install/",
    ]


def test_each_page_is_in_the_sitemap_of_its_section(fresh):
    assert fresh.locs("sitemap-guide.xml") == ["https://ex.org/guide/install/"]
    assert fresh.locs("sitemap-main.xml") == ["https://ex.org/", "https://ex.org/about/"]


def test_the_index_names_the_sections_and_not_the_whole_list(fresh):
    assert fresh.locs("sitemap_index.xml") == [
        "https://ex.org/sitemap-guide.xml",
        "https://ex.org/sitemap-main.xml",
    ]


@pytest.mark.report("ROB-07")
@pytest.mark.report("ROB-13")
def test_robots_txt_is_made_from_nothing_and_names_the_index_only(fresh):
    assert fresh.read("robots.txt").decode().splitlines() == [
        "# Written by Sitemap Plus",
        "User-agent: *",
        "Allow: /",
        "",
        "Sitemap: https://ex.org/sitemap_index.xml",
    ]


@pytest.mark.report("DEP-04")
def test_the_gz_beside_sitemap_xml_holds_its_final_bytes(fresh):
    assert fresh.read("sitemap.xml.gz") == fresh.read("sitemap.xml")


@pytest.mark.report("BLD-06")
def test_the_gz_has_no_time_and_no_name_in_its_header(fresh):
    header = fresh.files["sitemap.xml.gz"][:10]
    flags, time = header[3], header[4:8]
    assert (flags, time) == (0, bytes(4))


@pytest.mark.report("DATE-01")
@pytest.mark.report("DATE-20")
def test_a_page_without_a_date_gets_none(fresh):
    assert fresh.values("lastmod") == {}
    assert fresh.values("lastmod", "sitemap_index.xml") == {}


def test_the_log_says_in_one_line_what_was_written_and_in_one_how_many_dates_it_has(fresh):
    ours = [(level, text) for level, text in fresh.lines if text.startswith("sitemap_plus: ")]
    (_, without_git), (level, summary), last = ours
    assert without_git.endswith(": is in no Git repository, so Git has no date for it")
    assert level == "INFO"
    assert summary.startswith("sitemap_plus: 3 URLs")
    assert "sitemap_index.xml" in summary
    assert last == ("INFO", "sitemap_plus: lastmod: 3 without")


def test_the_alias_with_a_hyphen_is_the_same_plugin(make_site):
    alias = make_site(plugins=["sitemap-plus"]).build("--strict")
    assert alias.exit_code == 0, alias.output
    assert alias.names == SITEMAPS | {"robots.txt"}


def test_a_site_of_one_page_has_one_section(make_site):
    build = make_site({"index.md": "# Home\n"}).build("--strict")
    assert build.locs("sitemap_index.xml") == ["https://ex.org/sitemap-main.xml"]
    assert build.locs("sitemap-main.xml") == ["https://ex.org/"]


@pytest.mark.report("URL-02")
def test_a_site_whose_pages_are_all_left_out_gets_no_sitemaps_and_one_warning(make_site):
    build = make_site(options={"exclude": "**"}).build()
    assert build.exit_code == 0
    assert build.names == set()
    (warning,) = [text for text in build.warnings if "no page" in text]
    assert "https://ex.org/" in warning


def test_our_plugin_runs_in_the_real_command_of_its_own_process(make_site):
    build = make_site().build_apart("--strict")
    assert build.exit_code == 0, build.output
    assert build.names == SITEMAPS | {"robots.txt"}
