from __future__ import annotations

import gzip
import json
import os
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from datetime import date, datetime, timedelta, timezone
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitemap_plus import Host, Page, Plan, Settings, plan_sitemaps, read, read_settings, write

PlanOf = Callable[..., Plan]
ContentOf = Callable[[Plan, str], bytes]
SITE = "https://ex.org/"
LOC = "{http://www.sitemaps.org/schemas/sitemap/0.9}loc"
PAGES = ["", "blog/a/", "blog/b/", "guide/a/"]


def names(plan: Plan) -> list[str]:
    """The sitemaps and robots.txt."""
    return sorted(file.name for file in plan.files if not file.name.endswith(".css"))


def locs(xml: bytes) -> list[str]:
    return [element.text or "" for element in ET.fromstring(xml).iter(LOC)]


def told(plan: Plan) -> list[str]:
    return [f"{problem.level} {problem}" for problem in plan.problems]


def sitemap_lines(robots: bytes) -> list[str]:
    lines = robots.decode().splitlines()
    return [line.split(": ", 1)[1] for line in lines if line.startswith("Sitemap:")]


@pytest.mark.report("MAT-01")
def test_under_pages_sitemap_xml_lists_every_page_and_robots_names_the_index(
    plan_of: PlanOf, content_of: ContentOf
) -> None:
    plan = plan_of(PAGES, sitemap_xml="pages")
    assert names(plan) == [
        "robots.txt",
        "sitemap-blog.xml",
        "sitemap-guide.xml",
        "sitemap-main.xml",
        "sitemap.xml",
        "sitemap_index.xml",
    ]
    assert locs(content_of(plan, "sitemap.xml")) == [SITE + path for path in PAGES]
    assert content_of(plan, "sitemap.xml").count(b"<url>") == len(PAGES)
    assert sitemap_lines(content_of(plan, "robots.txt")) == [SITE + "sitemap_index.xml"]


@pytest.mark.report("MAT-03")
@pytest.mark.parametrize(
    "options", [{}, {"max_urls": 1}, {"section_by": "none"}, {"sections": {"blog": "/blog/"}}]
)
def test_alone_sitemap_xml_is_whole_and_there_is_no_index(
    plan_of: PlanOf, content_of: ContentOf, options: Mapping[str, object]
) -> None:
    plan = plan_of(PAGES, sitemap_xml_="alone", robots=False, gzip="all", **options)
    assert names(plan) == ["sitemap.xml", "sitemap.xml.gz"]
    assert locs(content_of(plan, "sitemap.xml")) == [SITE + path for path in PAGES]
    assert plan.problems == ()


def test_alone_a_sitemap_xml_of_somebody_else_stays(plan_of: PlanOf) -> None:
    plan = plan_of(PAGES, sitemap_xml_="alone", robots=False, taken=["sitemap.xml"])
    assert names(plan) == ["sitemap.2.xml"]
    (problem,) = told(plan)
    assert problem.endswith("the way to ours is sitemap.2.xml")


@pytest.mark.report("DEP-06")
@pytest.mark.parametrize("sitemap_xml", ["pages", "index"])
@pytest.mark.parametrize("section_by", ["path", "none"])
def test_there_is_always_a_sitemap_xml(plan_of: PlanOf, sitemap_xml: str, section_by: str) -> None:
    assert "sitemap.xml" in names(plan_of(PAGES, sitemap_xml=sitemap_xml, section_by=section_by))


def every_layout(plan_of: PlanOf) -> Iterable[Plan]:
    for sitemap_xml in ("pages", "index"):
        for section_by in ("path", "none"):
            for options in ({}, {"max_urls": 1}, {"sections": {"blog": "/blog/"}}):
                yield plan_of(PAGES, sitemap_xml=sitemap_xml, section_by=section_by, **options)


@pytest.mark.report("ROB-13")
def test_robots_names_one_file_which_leads_to_every_page_and_they_are_all_there(
    plan_of: PlanOf, content_of: ContentOf
) -> None:
    for plan in every_layout(plan_of):
        (entrance,) = sitemap_lines(content_of(plan, "robots.txt"))
        content = content_of(plan, entrance.removeprefix(SITE))
        found = locs(content)
        if b"<sitemapindex" in content:
            assert len(set(found)) == len(found)
            parts = [content_of(plan, url.removeprefix(SITE)) for url in found]
            assert not any(b"<sitemapindex" in part for part in parts)
            found = [loc for part in parts for loc in locs(part)]
        assert sorted(found) == [SITE + path for path in PAGES]


@pytest.mark.report("URL-08")
@pytest.mark.report("URL-09")
@pytest.mark.parametrize("site_url", ["https://ex.org/docs", "https://ex.org/docs//"])
def test_the_index_and_robots_name_files_in_the_sites_folder(
    plan_of: PlanOf, content_of: ContentOf, site_url: str
) -> None:
    pages = [Page(url=f"https://ex.org/docs/{path}") for path in PAGES]
    plan = plan_of(pages, site_url_=site_url, robots=True)
    assert locs(content_of(plan, "sitemap_index.xml")) == [
        "https://ex.org/docs/sitemap-blog.xml",
        "https://ex.org/docs/sitemap-guide.xml",
        "https://ex.org/docs/sitemap-main.xml",
    ]
    assert sitemap_lines(content_of(plan, "robots.txt")) == [
        "https://ex.org/docs/sitemap_index.xml"
    ]


@pytest.mark.report("ENC-07")
def test_a_host_outside_ascii_is_the_same_in_every_file(
    plan_of: PlanOf, content_of: ContentOf
) -> None:
    host = "https://xn--e1afmkfd.example/"
    pages = [Page(url="https://пример.example/пример/"), Page(url=f"{host}a/")]
    plan = plan_of(pages, site_url_="https://пример.example")
    expected = [f"{host}%D0%BF%D1%80%D0%B8%D0%BC%D0%B5%D1%80/", f"{host}a/"]
    assert locs(content_of(plan, "sitemap.xml")) == expected
    assert locs(content_of(plan, "sitemap_index.xml")) == [f"{host}sitemap-main.xml"]
    assert sitemap_lines(content_of(plan, "robots.txt")) == [f"{host}sitemap_index.xml"]
    assert all(content_of(plan, name).isascii() for name in names(plan))


@pytest.mark.report("ROB-06")
def test_in_a_folder_of_the_host_robots_is_not_written_and_a_note_says_where_the_line_belongs(
    plan_of: PlanOf,
) -> None:
    project = "https://user.example/proj/"
    plan = plan_of([Page(url=project)], site_url_=project)
    assert "robots.txt" not in names(plan)
    (note,) = told(plan)
    assert note.startswith("info https://user.example/robots.txt: ")
    assert "'Sitemap: https://user.example/proj/sitemap_index.xml'" in note


@pytest.mark.parametrize("site_url", [SITE, SITE + "docs/"])
def test_robots_is_never_or_always_written_where_that_is_asked_for(
    plan_of: PlanOf, site_url: str
) -> None:
    page = Page(url=site_url)
    never = plan_of([page], site_url_=site_url, robots=False)
    assert "robots.txt" not in names(never)
    assert told(never) == []
    assert "robots.txt" in names(plan_of([page], site_url_=site_url, robots=True))


@pytest.mark.report("ROB-07")
def test_robots_has_no_record_that_is_no_standard(plan_of: PlanOf, content_of: ContentOf) -> None:
    lines = content_of(plan_of(PAGES), "robots.txt").decode().splitlines()
    keys = {line.partition(":")[0] for line in lines if ":" in line}
    assert keys == {"User-agent", "Allow", "Sitemap"}


@pytest.mark.report("ROB-01")
@pytest.mark.report("ROB-04")
def test_robots_of_the_user_gets_the_line_once(plan_of: PlanOf, content_of: ContentOf) -> None:
    existing = b"User-agent: *\nDisallow: /x"
    merged = content_of(plan_of(PAGES, existing={"robots.txt": existing}), "robots.txt")
    assert merged == existing + b"\n\nSitemap: https://ex.org/sitemap_index.xml\n"
    again = plan_of(PAGES, existing={"robots.txt": merged})
    assert "robots.txt" not in names(again)
    assert again.obsolete == ()


def test_robots_that_no_crawler_can_read_is_a_warning(plan_of: PlanOf) -> None:
    plan = plan_of(PAGES, existing={"robots.txt": "User-agent: *".encode("utf-16")})
    assert "robots.txt" not in names(plan)
    assert plan.problems[0].where == "robots.txt"


@pytest.mark.parametrize(
    "options", [{"robots": False}, {"site_url_": SITE + "docs/"}, {"exclude": ["*"]}]
)
def test_a_robots_that_we_made_and_no_longer_want_is_obsolete(
    plan_of: PlanOf, content_of: ContentOf, options: dict[str, object]
) -> None:
    page = Page(url=SITE + "docs/")
    made = content_of(plan_of(PAGES), "robots.txt")
    assert plan_of([page], existing={"robots.txt": made}, **options).obsolete == ("robots.txt",)
    theirs = {"robots.txt": made + b"Disallow: /x\n"}
    assert plan_of([page], existing=theirs, **options).obsolete == ()


@pytest.mark.report("URL-02")
def test_a_site_without_pages_gets_no_files_and_one_problem(plan_of: PlanOf) -> None:
    for pages, options in (
        ([], {}),
        ([], {"extra_sitemaps": ["shop/sitemap.xml"], "robots": True, "text": True}),
        ([Page(url=SITE, unlisted="it is a draft")], {"sitemap_xml": "index"}),
    ):
        plan = plan_of(pages, **options)
        assert (plan.files, plan.entries) == ((), ())
        (problem,) = plan.problems
        assert problem.level == "warning"
        assert "no page of https://ex.org/ is listed" in problem.message
        assert plan.summary == "nothing to write"


def test_a_section_without_pages_is_not_written(plan_of: PlanOf) -> None:
    plan = plan_of(["blog/a/"], sections={"shop": "/shop/", "blog": {"priority": 1}})
    assert [name for name in names(plan) if name.startswith("sitemap-")] == ["sitemap-blog.xml"]


@pytest.mark.report("DEP-02")
def test_a_sitemap_xml_of_somebody_else_stays_and_the_index_stands_beside_it(
    plan_of: PlanOf, content_of: ContentOf
) -> None:
    for sitemap_xml in ("pages", "index"):
        for section_by in ("path", "none"):
            options = {"sitemap_xml": sitemap_xml, "section_by": section_by, "gzip": "all"}
            taken = ["sitemap.xml", "sitemap.xml.gz", "feed.xml"]
            plan = plan_of(PAGES, taken=taken, **options)
            assert not {*names(plan)}.intersection(taken)
            assert sitemap_lines(content_of(plan, "robots.txt")) == [SITE + "sitemap_index.xml"]
            (warning,) = told(plan)
            assert warning.startswith("warning sitemap.xml: is written by something else")
            assert "sitemap_index.xml" in warning


def test_an_index_of_somebody_else_stays_and_robots_names_the_one_beside_it(
    plan_of: PlanOf, content_of: ContentOf
) -> None:
    plan = plan_of(PAGES, taken=["sitemap_index.xml"])
    assert "sitemap_index.xml" not in names(plan)
    assert len(locs(content_of(plan, "sitemap_index.2.xml"))) == 3
    assert sitemap_lines(content_of(plan, "robots.txt")) == [SITE + "sitemap_index.2.xml"]
    (warning,) = told(plan)
    assert warning.startswith("warning sitemap_index.xml: is written by something else")
    assert "sitemap_index.2.xml" in warning


def test_a_name_of_a_section_that_is_taken_is_passed_over(
    plan_of: PlanOf, content_of: ContentOf
) -> None:
    plan = plan_of(PAGES, taken=["sitemap-blog.xml"])
    assert SITE + "sitemap-blog.2.xml" in locs(content_of(plan, "sitemap_index.xml"))
    assert "sitemap-blog.xml" not in names(plan)
    assert [problem.where for problem in plan.problems] == ["sitemap-blog.xml"]


def test_a_robots_that_is_taken_is_not_written(plan_of: PlanOf) -> None:
    plan = plan_of(PAGES, taken=["robots.txt"])
    assert "robots.txt" not in names(plan)


@pytest.mark.report("SIZE-03")
def test_extra_sitemaps_are_in_the_index_once_and_an_index_is_not(
    plan_of: PlanOf, content_of: ContentOf
) -> None:
    plan = plan_of(
        PAGES,
        section_by="none",
        extra_sitemaps=[
            "shop/a.xml",
            "shop/nested.xml",
            "shop/a.xml",
            "sitemap-main.xml",
            "gone.xml",
        ],
        existing={
            "shop/a.xml": b"<urlset/>",
            "shop/nested.xml": b"<?xml version='1.0'?><sitemapindex/>",
        },
    )
    assert locs(content_of(plan, "sitemap_index.xml")) == [
        SITE + name for name in ("sitemap-main.xml", "shop/a.xml", "gone.xml")
    ]
    (warning,) = told(plan)
    assert warning.startswith("warning extra_sitemaps: https://ex.org/shop/nested.xml is an index")
    assert "robots.txt" in warning


@pytest.mark.parametrize(
    "path", ["a%00b.xml", "a/..%2F..%2F..%2Fetc%2Fhosts", "%2Fetc%2Fhosts", "blog"]
)
def test_an_extra_sitemap_is_looked_for_in_the_output_only(
    path: str, tmp_path: Path, host: Host, now: datetime
) -> None:
    (tmp_path / "blog").mkdir()
    reading = read_settings({"extra_sitemaps": [path]}, host)
    assert reading.settings is not None
    existing = partial(read, tmp_path)
    plan = plan_sitemaps([Page(url=SITE)], reading.settings, now=now, existing=existing)
    assert plan.problems == ()


@pytest.mark.report("DEP-04")
@pytest.mark.parametrize(
    ("option", "compressed"),
    [
        ("none", []),
        ("auto", ["sitemap.xml.gz"]),
        (
            "all",
            [
                "sitemap-blog.xml.gz",
                "sitemap-guide.xml.gz",
                "sitemap-main.xml.gz",
                "sitemap.xml.gz",
                "sitemap_index.xml.gz",
            ],
        ),
    ],
)
def test_what_is_compressed_is_the_file_beside_it(
    plan_of: PlanOf, content_of: ContentOf, option: str, compressed: list[str]
) -> None:
    plan = plan_of(PAGES, gzip=option, gzip_="sitemap.xml", text=True)
    assert [name for name in names(plan) if name.endswith(".gz")] == compressed
    for name in compressed:
        assert gzip.decompress(content_of(plan, name)) == content_of(plan, name[:-3])


def test_text_has_one_page_a_line(plan_of: PlanOf, content_of: ContentOf) -> None:
    lines = content_of(plan_of(PAGES, text=True), "sitemap.txt").decode().splitlines()
    assert lines == [SITE + path for path in PAGES]


def test_the_summary_counts_pages_and_section_sitemaps(plan_of: PlanOf) -> None:
    assert plan_of(PAGES, gzip="all").summary.startswith("4 URLs in ")
    assert "3 section sitemaps" in plan_of(PAGES, gzip="all").summary
    assert plan_of(["a/"]).summary.endswith("1 section sitemap")
    assert "section" not in plan_of(PAGES, section_by="none").summary


def test_beyond_the_limit_sitemap_xml_stays_whole_with_one_note(
    plan_of: PlanOf, content_of: ContentOf
) -> None:
    href = "https://ex.org/" + "a" * 2_000
    links = tuple((f"a{letter}", href) for letter in "abcdefghijkl")
    paths = [f"{n:04}/" for n in range(2_200)]
    plan = plan_of(paths, transform=lambda entry: replace(entry, alternates=links))
    assert names(plan) == [
        "robots.txt",
        "sitemap-main.2.xml",
        "sitemap-main.xml",
        "sitemap.xml",
        "sitemap_index.xml",
    ]
    whole = content_of(plan, "sitemap.xml")
    assert whole.count(b"<loc>") == len(paths)
    assert len(whole) > 50 * 1024 * 1024 >= len(content_of(plan, "sitemap-main.xml"))
    (note,) = told(plan)
    assert note.startswith("info sitemap.xml: holds all 2200 pages")


def test_an_index_with_more_sitemaps_than_crawlers_take_is_a_warning(
    settings_of: Callable[..., Settings], now: datetime
) -> None:
    others = tuple(f"{SITE}shop/{n}.xml" for n in range(50_000))
    for extra_sitemaps in (others[1:], others):
        limited = replace(settings_of(sitemap_xml="index"), extra_sitemaps=extra_sitemaps)
        plan = plan_sitemaps([Page(url=SITE)], limited, now=now, existing=lambda _: None)
        assert len(told(plan)) == len(extra_sitemaps) - 49_999
    assert told(plan)[0].startswith("warning sitemap.xml, max_urls: lists more than 50000 sitemaps")


def test_the_lower_limit_is_for_sections_and_not_for_sitemap_xml(
    plan_of: PlanOf, content_of: ContentOf
) -> None:
    plan = plan_of(PAGES, max_urls=1)
    assert len(locs(content_of(plan, "sitemap-blog.2.xml"))) == 1
    assert len(locs(content_of(plan, "sitemap.xml"))) == len(PAGES)
    assert plan.problems == ()


@pytest.mark.report("DATE-25")
def test_an_entry_of_the_index_has_the_newest_date_of_its_pages(
    plan_of: PlanOf, content_of: ContentOf
) -> None:
    dates = {"a/1": date(2024, 1, 8), "a/2": datetime(2024, 1, 8, 0, 30), "a/3": None, "b/1": None}
    pages = [Page(url=SITE + path, metadata={"date": value}) for path, value in dates.items()]
    index = content_of(plan_of(pages), "sitemap_index.xml")
    assert b"sitemap-a.xml</loc><lastmod>2024-01-08T00:30:00Z</lastmod></sitemap>" in index
    assert b"sitemap-b.xml</loc></sitemap>" in index


moments = (
    st.dates()
    | st.datetimes()
    | st.builds(
        lambda moment, minutes: moment.replace(tzinfo=timezone(timedelta(minutes=minutes))),
        st.datetimes(),
        st.integers(-1439, 1439),
    )
)


@pytest.mark.report("DATE-07")
@pytest.mark.report("DATE-08")
@pytest.mark.report("DATE-12")
@given(st.lists(st.none() | moments, min_size=1, max_size=8))
def test_no_mix_of_dates_and_times_of_any_year_ends_a_build(
    plan_of: PlanOf, content_of: ContentOf, dates: list[date | None]
) -> None:
    pages = [
        Page(url=f"{SITE}a/{n}", metadata={"date": value, "updated": dates[-n]})
        for n, value in enumerate(dates)
    ]
    tags = Page(url=f"{SITE}tags/", lists=tuple(page.url for page in pages))
    plan = plan_of([*pages, tags])
    newest = max((entry.lastmod or "" for entry in plan.entries if "/a/" in entry.loc), default="")
    index = content_of(plan, "sitemap_index.xml").decode()
    if newest:
        assert f"sitemap-a.xml</loc><lastmod>{newest}</lastmod>" in index
    else:
        assert "lastmod" not in index
    assert all("1970" <= (entry.lastmod or "1970") < "2024-06-17" for entry in plan.entries)


words = st.text(max_size=12)
pages = st.builds(
    Page,
    url=st.sampled_from(["", "a/", "%zz", "../", "#"]).map(SITE.__add__)
    | words.map(SITE.__add__)
    | words,
    source=st.none() | words.map(lambda text: text or "a.md"),
    metadata=st.dictionaries(
        st.sampled_from(["sitemap", "date", "lastmod", "sitemap_section"]),
        st.recursive(st.none() | st.booleans() | st.floats() | words, st.lists, max_leaves=3),
        max_size=3,
    ),
    kind=st.none() | words,
    nav_section=st.none() | words,
    language=st.none() | st.sampled_from(["en", "de", ""]) | words,
    translations=st.lists(words, max_size=2).map(tuple),
    lists=st.lists(words, max_size=2).map(tuple),
)


@given(
    st.lists(pages, max_size=8),
    st.fixed_dictionaries(
        {
            "section_by": st.sampled_from(["path", "nav", "kind", "none"]),
            "sitemap_xml": st.sampled_from(["pages", "index"]),
        }
    ),
    st.none() | st.binary(max_size=50),
)
def test_whatever_the_pages_are_the_files_are_what_the_protocol_wants(
    plan_of: PlanOf,
    content_of: ContentOf,
    pages: list[Page],
    options: dict[str, str],
    robots: bytes | None,
) -> None:
    existing = {} if robots is None else {"robots.txt": robots}
    plan = plan_of(pages, **options, existing=existing)
    listed = [
        loc
        for name in names(plan)
        if name.startswith("sitemap-")
        for loc in locs(content_of(plan, name))
    ]
    if listed:
        assert sorted(listed) == [entry.loc for entry in plan.entries]
    assert all(entry.loc.startswith(SITE) and entry.loc.isascii() for entry in plan.entries)
    assert len({entry.loc for entry in plan.entries}) == len(plan.entries)
    assert bool(plan.files) is bool(plan.entries)


BUILD = """
import hashlib, json, locale, sys
from contextlib import suppress
from datetime import date, datetime, timedelta, timezone
from pathlib import Path
from sitemap_plus import Host, Page, plan_sitemaps, read, read_settings, write

with suppress(locale.Error):
    locale.setlocale(locale.LC_ALL, "")
site = "https://ex.org/"
languages = ["en", "de", "fr", "pt_BR"]
values = [
    date(2024, 1, 8),
    datetime(2024, 1, 8, 10, 30),
    datetime(1, 1, 1, tzinfo=timezone(timedelta(hours=14))),
    datetime(9999, 12, 31, 23, 59, tzinfo=timezone(timedelta(hours=-12))),
    "2024-03-31 02:30",
    "8 January 2024",
    "Friday",
]
pages = [
    Page(
        url=f"{site}{language}/\\u00fc {n}/",
        source=f"{n}.{language}.md",
        metadata={"date": values[n % 7], "sitemap": {"priority": n / 100}},
        language=language,
        translations=tuple({f"{site}{other}/\\u00fc {n}/" for other in languages}),
        lists=tuple({f"{site}{language}/\\u00fc {other}/" for other in range(n)}),
    )
    for n in range(40)
    for language in languages
]
host = Host(
    key="k", site_url_setting="s", site_url=site, sitemap_xml="pages", section_by="path",
    section_by_choices=("path",), timezone="Europe/Vienna", default_language="en",
)
settings = read_settings({"gzip": "all", "text": True, "max_urls": 30}, host).settings
folder = Path(sys.argv[1])
now = datetime(2024, 6, 15, tzinfo=timezone.utc)
plan = plan_sitemaps(pages, settings, now=now, existing=lambda name: read(folder, name))
write(folder, plan.files, plan.obsolete)
hashes = {
    file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in folder.iterdir()
}
print(json.dumps([locale.localeconv()["decimal_point"], hashes, [str(p) for p in plan.problems]]))
"""

ENVIRONMENTS: Mapping[str, Mapping[str, str]] = {
    "hash seed": {"PYTHONHASHSEED": "1"},
    "another hash seed": {"PYTHONHASHSEED": "2", "TZ": "UTC"},
    "a zone ahead": {"TZ": "Pacific/Kiritimati"},
    "a zone behind": {"TZ": "America/St_Johns"},
    "no zone at all": {"TZ": "NONSENSE+99"},
    "no locale": {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    "a locale that is missing": {"LC_ALL": "xx_XX.UTF-8", "LANG": "de_DE"},
}


def build_in(folder: Path, environment: Mapping[str, str]) -> tuple[str, object]:
    folder.mkdir(parents=True)
    run = subprocess.run(
        [sys.executable, "-c", BUILD, str(folder)],
        env={**os.environ, "PYTHONIOENCODING": "utf-8", **environment},
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    decimal_point, *built = json.loads(run.stdout)
    return decimal_point, built


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> object:
    """The hashes of a build as this machine makes it."""
    return build_in(tmp_path_factory.mktemp("plain") / "site", {"PYTHONHASHSEED": "0"})[1]


@pytest.mark.report("BLD-06")
@pytest.mark.parametrize("environment", ENVIRONMENTS)
def test_another_machine_gives_the_same_bytes(
    environment: str, built: object, tmp_path: Path
) -> None:
    assert build_in(tmp_path / "another folder", ENVIRONMENTS[environment])[1] == built


@pytest.mark.report("META-01")
@pytest.mark.skipif(shutil.which("localedef") is None, reason="no locale can be made here")
def test_numbers_have_a_point_also_where_people_write_a_comma(
    built: object, tmp_path: Path
) -> None:
    locale = tmp_path / "locales" / "de_DE.ISO-8859-1"
    locale.parent.mkdir()
    made = subprocess.run(
        ["localedef", "-i", "de_DE", "-f", "ISO-8859-1", locale], capture_output=True, check=False
    )
    if made.returncode:
        pytest.skip("this machine lacks the sources of locales")
    environment = {"LC_ALL": "de_DE.ISO-8859-1", "LOCPATH": str(locale.parent)}
    assert build_in(tmp_path / "site", environment) == (",", built)


@pytest.mark.report("BLD-10")
def test_a_second_build_touches_nothing(plan_of: PlanOf, tmp_path: Path) -> None:
    plan = plan_of(PAGES, gzip="all", text=True)
    assert write(tmp_path, plan.files, plan.obsolete).unchanged == ()
    before = {
        file.name: (file.stat().st_ino, file.stat().st_mtime_ns) for file in tmp_path.iterdir()
    }
    existing = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    again = plan_of(list(reversed(PAGES)), gzip="all", text=True, existing=existing)
    assert write(tmp_path, again.files, again.obsolete).changed == ()
    assert before == {
        file.name: (file.stat().st_ino, file.stat().st_mtime_ns) for file in tmp_path.iterdir()
    }


@pytest.mark.report("DEP-03")
def test_a_site_that_shrinks_keeps_none_of_its_old_sitemaps(
    plan_of: PlanOf, tmp_path: Path
) -> None:
    options = {"gzip": "all", "max_urls": 1}
    write(tmp_path, plan_of(PAGES, **options).files)
    few = plan_of(PAGES[:2], sitemap_xml="index")
    write(tmp_path, few.files, few.obsolete)
    assert sorted(file.name for file in tmp_path.iterdir()) == [
        "robots.txt",
        "sitemap-blog.xml",
        "sitemap-main.xml",
        "sitemap.css",
        "sitemap.xml",
    ]


def test_a_plan_can_be_written_more_than_once(plan_of: PlanOf, tmp_path: Path) -> None:
    plan = plan_of(PAGES, gzip="all")
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        write(tmp_path / name, plan.files)
    for file in (tmp_path / "one").iterdir():
        assert file.read_bytes() == (tmp_path / "two" / file.name).read_bytes()


def test_the_order_of_the_pages_is_not_seen_in_the_files(
    plan_of: PlanOf, content_of: ContentOf
) -> None:
    pages = [
        Page(url=SITE + path, language=path[:2], translations=(SITE + "en/", SITE + "de/"))
        for path in ("en/", "de/", "fr/", "de/a/", "it/")
    ]
    first, second = plan_of(pages), plan_of(pages[::-1])
    assert names(first) == names(second)
    assert all(content_of(first, name) == content_of(second, name) for name in names(first))
