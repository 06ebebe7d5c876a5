"""A site of 1,500 pages with odd names in folders with odd names."""

from __future__ import annotations

from urllib.parse import quote

import pytest

FOLDERS = [
    "plain",
    "Über uns",
    "中文",
    "a (b)",
    "R&D",
    "it's",
    "50%",
    "tilde~",
    "plus+",
    "one/two/x",
]
NAMES = ["page", "größe", "проба", "a b", "x=1", "c++", "semi;colon", "[list]", "q'uote", "z@home"]
NUMBERS = range(15)
MAX_URLS = 40

PAGES = [f"{folder}/{name} {number}" for folder in FOLDERS for name in NAMES for number in NUMBERS]


def front_matter(number):
    """Every kind of date, and pages without one."""
    dates = ["", "2024-01-{:02}", "2023-{:02}-01 10:00:00", "'2022-02-{:02}T10:00+02:00'"]
    date = dates[number % 4].format(number % 12 + 1)
    return f"---\nlastmod: {date}\n---\n# Page\n"


@pytest.fixture(scope="module")
def large(make_site):
    docs = {f"{page}.md": front_matter(number) for number, page in enumerate(PAGES)}
    options = {"max_urls": MAX_URLS, "text": True, "gzip": "all"}
    build = make_site({"index.md": "# Home\n", **docs}, options).build("--strict")
    assert build.exit_code == 0, build.output
    return build


def section_names(build):
    return [loc.rpartition("/")[2] for loc in build.locs("sitemap_index.xml")]


@pytest.mark.report("SIZE-01")
def test_the_sections_together_list_each_page_once(large):
    listed = [loc for name in section_names(large) for loc in large.locs(name)]
    assert len(listed) == len(set(listed)) == len(PAGES) + 1
    assert sorted(listed) == large.locs()


def test_every_page_is_listed_by_its_url(large):
    assert {f"https://ex.org/{quote(page)}/" for page in PAGES} < set(large.locs())


@pytest.mark.report("SIZE-01")
def test_no_sitemap_is_longer_than_the_limit_and_each_part_but_the_last_is_full(large):
    plain = [len(large.locs(name)) for name in section_names(large) if "plain" in name]
    assert plain == [40, 40, 40, 30]
    assert all(len(large.locs(name)) <= MAX_URLS for name in section_names(large))


def test_folders_outside_ascii_have_readable_names(large):
    assert {"sitemap-uber-uns.xml", "sitemap-zhong-wen.xml", "sitemap-a-b.4.xml"} <= large.names
    assert {"sitemap-r-d.xml", "sitemap-one.xml", "sitemap-50.xml"} <= large.names


def test_each_sitemap_has_its_bytes_in_a_gz(large):
    assert all(large.read(f"{name}.gz") == large.read(name) for name in section_names(large))


def test_three_quarters_of_the_pages_have_the_date_that_they_were_given(large):
    assert len(large.values("lastmod")) == len(PAGES) * 3 // 4
