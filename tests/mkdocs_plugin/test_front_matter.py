"""What pages say of themselves in their front matter."""

from __future__ import annotations

import os

import pytest

DATED = {
    "date-stays-date.md": ("lastmod: 2024-01-08", "2024-01-08"),
    "naive.md": ("lastmod: 2024-01-08 10:30:00", "2024-01-08T10:30:00Z"),
    "aware.md": ("lastmod: 2024-01-08 10:30:00+05:30", "2024-01-08T05:00:00Z"),
    "text.md": ("lastmod: '2015-12-22T05:31-01:00'", "2015-12-22T06:31:00Z"),
    "zulu.md": ("lastmod: 2023-04-20T00:00:00Z", "2023-04-20T00:00:00Z"),
    "number.md": ("lastmod: 20240108", "2024-01-08"),
    "words.md": ("lastmod: 8 January 2024", "2024-01-08"),
    "inner.md": ("sitemap: {lastmod: 2024-01-08}\nlastmod: 2020-01-01", "2024-01-08"),
    "flat.md": ("sitemap_lastmod: 2024-01-08", "2024-01-08"),
    "last-modified.md": ("last_modified: 2024-01-08", "2024-01-08"),
    "last-updated.md": ("Last_Updated: 2024-01-08", "2024-01-08"),
    "updated.md": ("updated: 2024-01-08", "2024-01-08"),
    "modified.md": ("modified: 2024-01-08", "2024-01-08"),
    "blog-style.md": ("date: {created: 2020-01-01, updated: 2024-01-08}", "2024-01-08"),
    "published.md": ("date: 2024-01-08", "2024-01-08"),
    "created.md": ("date: {created: 2024-01-08}", "2024-01-08"),
    "published-last.md": ("date: 2024-01-08\nlastmod: 2023-01-01", "2024-01-08"),
    "epoch.md": ("lastmod: 1970-01-01", "1970-01-01"),
}


@pytest.fixture(scope="module")
def dated(make_site):
    return make_site(front={name: front for name, (front, _) in DATED.items()}).build("--strict")


@pytest.mark.report("DATE-02")
@pytest.mark.report("DATE-03")
@pytest.mark.report("DATE-04")
@pytest.mark.report("DATE-05")
@pytest.mark.report("DATE-08")
@pytest.mark.report("DATE-19")
@pytest.mark.report("XML-10")
@pytest.mark.parametrize("name", DATED)
def test_a_date_is_read_as_it_was_meant(dated, name):
    lastmods = dated.values("lastmod")
    assert lastmods[f"{name.removesuffix('.md')}/"] == DATED[name][1]


def test_good_dates_give_no_warning(dated):
    assert dated.exit_code == 0, dated.output
    assert dated.warnings == []


def test_pages_without_a_date_have_none_beside_those_that_have_one(dated):
    assert "about/" not in dated.values("lastmod")


BAD_DATES = {
    "int.md": "lastmod: 10",
    "list.md": "lastmod: [2015-10-08, 2015-06-15]",
    "word.md": "lastmod: Friday",
    "true.md": "lastmod: true",
    "float.md": "lastmod: 2024.5",
    "month.md": "lastmod: '2024-01'",
    "either.md": "lastmod: 01/02/2024",
    "zone.md": "lastmod: 2024-01-08 10:30 MST",
    "nonsense.md": "lastmod: '2024-13-45'",
    "mapping.md": "sitemap: {lastmod: {a: b}}",
    "future.md": "lastmod: 2999-01-01",
    "far.md": "lastmod: 9999-12-31T23:59:59-12:00",
    "several.md": "date: [2015-10-08]",
}


@pytest.fixture(scope="module")
def badly_dated(make_site):
    return make_site(front=BAD_DATES).build()


@pytest.mark.report("DATE-21")
@pytest.mark.report("DATE-09")
@pytest.mark.parametrize("name", BAD_DATES)
def test_a_page_with_a_bad_date_stays_and_gets_none(badly_dated, name):
    path = f"{name.removesuffix('.md')}/"
    assert f"https://ex.org/{path}" in badly_dated.locs()
    assert path not in badly_dated.values("lastmod")


@pytest.mark.report("DATE-21")
@pytest.mark.parametrize("name", BAD_DATES)
def test_a_bad_date_is_a_warning_that_names_the_file(badly_dated, name):
    key = BAD_DATES[name].partition(":")[0]
    naming = [text for text in badly_dated.warnings if name in text]
    assert len(naming) == 1, badly_dated.warnings
    assert key in naming[0] or "future" in naming[0]


def test_a_bad_date_fails_a_strict_build(make_site):
    assert make_site(front={"a.md": "lastmod: Friday"}).build("--strict").exit_code == 1


@pytest.mark.report("DATE-11")
@pytest.mark.report("DATE-12")
@pytest.mark.report("DATE-13")
@pytest.mark.parametrize("zone", ["UTC", "Pacific/Kiritimati", "America/Los_Angeles"])
def test_dates_before_1970_are_left_out_with_one_note(make_site, zone):
    front = {
        "unknown.md": "lastmod: 1900-01-01",
        "one.md": "lastmod: 0001-01-01",
        "overflow.md": "lastmod: 0001-01-01T00:00:00+01:00",
        "archive.md": "date: 1927-09-08",
        "naive.md": "lastmod: 0001-01-01 00:00:00",
    }
    build = make_site(front=front, options={"timezone": zone}).build("--strict")
    assert build.exit_code == 0, build.output
    assert build.values("lastmod") == {}
    note, without_git = build.notes
    assert "1970" in note
    assert "and 2 more" in note
    assert "is in no Git repository" in without_git


@pytest.mark.report("DATE-06")
@pytest.mark.report("DATE-07")
def test_dates_naive_and_aware_times_mix_in_one_section(make_site):
    front = {
        "mix/a.md": "date: 2022-10-23",
        "mix/b.md": "date: 2022-10-24 09:00:00",
        "mix/c.md": "date: 2022-10-24T09:00:00+02:00\nmodified: 2022-10-22",
        "mix/d.md": "date: 2022-10-24T07:30:00Z\nlastmod: '2022-10-25'",
    }
    build = make_site(front=front).build("--strict")
    assert build.exit_code == 0, build.output
    assert build.values("lastmod", "sitemap_index.xml") == {"sitemap-mix.xml": "2022-10-25"}


def test_times_without_a_zone_get_that_of_the_option(make_site):
    front = {"a.md": "lastmod: 2024-07-01 10:30:00", "b.md": "lastmod: 2024-01-01 10:30:00"}
    build = make_site(front=front, options={"timezone": "Europe/Vienna"}).build("--strict")
    assert build.values("lastmod") == {
        "a/": "2024-07-01T08:30:00Z",
        "b/": "2024-01-01T09:30:00Z",
    }


def test_lastmod_format_date_writes_dates_only(make_site):
    front = {"a.md": "lastmod: 2024-07-01 23:30:00-05:00"}
    build = make_site(front=front, options={"lastmod_format": "date"}).build("--strict")
    assert build.values("lastmod") == {"a/": "2024-07-02"}


def test_an_empty_list_of_sources_means_no_dates_at_all(make_site):
    front = {"a.md": "lastmod: 2024-07-01"}
    build = make_site(front=front, options={"lastmod": []}).build("--strict")
    assert build.values("lastmod") == {}


def test_the_order_of_the_sources_is_the_users(make_site):
    front = {"a.md": "lastmod: 2024-07-01\ndate: 2020-01-01"}
    build = make_site(front=front, options={"lastmod": ["published"]}).build("--strict")
    assert build.values("lastmod") == {"a/": "2020-01-01"}


@pytest.mark.report("DATE-01")
def test_mtime_is_a_source_for_those_who_ask(make_site):
    site = make_site(options={"lastmod": ["metadata", "mtime"]})
    os.utime(site.folder / "docs/about.md", (1_700_000_000, 1_700_000_000))
    assert site.build("--strict").values("lastmod")["about/"] == "2023-11-14T22:13:20Z"


PRIORITIES = {
    "comma.md": ("priority: '0,8'", "0.8"),
    "zero.md": ("priority: 0", "0.0"),
    "one.md": ("priority: 1", "1.0"),
    "text.md": ("priority: '0.5'", "0.5"),
    "fine.md": ("priority: 0.333", "0.33"),
}


@pytest.mark.report("META-01")
@pytest.mark.report("META-05")
@pytest.mark.report("META-06")
def test_priorities_that_can_be_understood_are(make_site):
    front = {name: f"sitemap: {{{text}}}" for name, (text, _) in PRIORITIES.items()}
    build = make_site(front=front).build("--strict")
    assert build.exit_code == 0, build.output
    assert build.values("priority") == {
        f"{name.removesuffix('.md')}/": value for name, (_, value) in PRIORITIES.items()
    }


BAD_FIELDS = {
    "priority: high": "sitemap.priority",
    "priority: 1.5": "sitemap.priority",
    "priority: -0.2": "sitemap.priority",
    "priority: 29.8": "sitemap.priority",
    "priority: '1.5'": "sitemap.priority",
    "priority: true": "sitemap.priority",
    "priority: .nan": "sitemap.priority",
    "priority: .inf": "sitemap.priority",
    "priority: [0.5]": "sitemap.priority",
    "changefreq: fortnightly": "sitemap.changefreq",
    "changefreq: 7": "sitemap.changefreq",
    "section: My Blog": "sitemap.section",
    "section: ../../etc/passwd": "sitemap.section",
    "section: 2024": "sitemap.section",
    "prio: 0.5": "sitemap.prio",
    "sources: 7": "sitemap.sources",
    "source: a.py": "sitemap.source",
    "images: 7": "sitemap.images",
}


@pytest.mark.report("META-01")
@pytest.mark.report("META-02")
@pytest.mark.report("META-03")
@pytest.mark.report("META-06")
@pytest.mark.parametrize("field", BAD_FIELDS)
def test_a_bad_value_is_one_warning_with_file_and_key_and_the_page_stays(make_site, field):
    site = make_site(front={"a.md": f"sitemap:\n  {field}\n  lastmod: 2024-01-08"})
    build = site.build()
    assert build.exit_code == 0
    (warning,) = build.warnings
    assert warning.startswith(f"sitemap_plus: a.md: {BAD_FIELDS[field]}: ")
    assert build.values("lastmod") == {"a/": "2024-01-08"}
    assert build.values("priority") == build.values("changefreq") == {}
    assert build.names >= {"sitemap-main.xml", "sitemap-guide.xml"}
    assert site.build("--strict").exit_code == 1


def test_changefreq_is_understood_in_any_case(make_site):
    build = make_site(front={"a.md": "sitemap: {changefreq: Weekly}"}).build("--strict")
    assert build.values("changefreq") == {"a/": "weekly"}


@pytest.mark.report("META-07")
@pytest.mark.parametrize("no", ["false", "'false'", "no", "off", "'no'", "'Off'", "FALSE"])
def test_each_word_for_no_leaves_the_page_out(make_site, no):
    build = make_site(front={"a.md": f"sitemap: {no}"}).build("--strict")
    assert build.exit_code == 0
    assert "https://ex.org/a/" not in build.locs()
    assert len(build.locs()) == 3


@pytest.mark.report("META-07")
@pytest.mark.report("META-09")
@pytest.mark.parametrize(
    "front",
    [
        "sitemap: true",
        "sitemap: 'yes'",
        "sitemap:",
        "sitemap: ''",
        "sitemap: {}",
        "lastmod:\nupdated: ''",
        "sitemap: {priority: null, changefreq: '', lastmod: null}",
    ],
)
def test_what_says_yes_or_nothing_keeps_the_page(make_site, front):
    build = make_site(front={"a.md": front}).build("--strict")
    assert build.exit_code == 0, build.output
    assert "https://ex.org/a/" in build.locs()


@pytest.mark.parametrize("value", ["perhaps", "7", "[false]", "2024-01-08", "0.5"])
def test_a_sitemap_value_that_is_neither_is_a_warning_and_the_page_stays(make_site, value):
    build = make_site(front={"a.md": f"sitemap: {value}"}).build()
    (warning,) = build.warnings
    assert warning.startswith("sitemap_plus: a.md: sitemap: found ")
    assert "https://ex.org/a/" in build.locs()


@pytest.mark.report("META-07")
@pytest.mark.report("META-11")
def test_front_matter_in_multimarkdowns_form_is_read_too(make_site):
    docs = {
        "index.md": "# Home\n",
        "out.md": "sitemap: False\n\n# Out\n",
        "in.md": "Lastmod: 2024-01-08 10:30\nsitemap_priority: 0.3\ntitle: In\n\n# In\n",
        "bad.md": "updated: Friday\n\n# Bad\n",
        "two.md": "lastmod: 2024-01-08\n    2024-01-09\n\n# Two lines\n",
    }
    build = make_site(docs).build()
    assert "https://ex.org/out/" not in build.locs()
    assert build.values("lastmod") == {"in/": "2024-01-08T10:30:00Z"}
    assert build.values("priority") == {"in/": "0.3"}
    bad, two = build.warnings
    assert bad.startswith("sitemap_plus: bad.md: updated: ")
    assert two.startswith("sitemap_plus: two.md: lastmod: ")


@pytest.mark.parametrize(
    "front",
    ["- a\n- list", "just words", "lastmod: [unclosed", "? [1, 2]\n: x", "7: seven\nfalse: no"],
)
def test_front_matter_that_is_no_mapping_of_names_is_no_crash(make_site, front):
    build = make_site(front={"a.md": front}).build()
    assert build.exit_code == 0, build.output
    assert "https://ex.org/a/" in build.locs()


def test_a_value_in_a_message_stays_on_one_short_line(make_site):
    build = make_site(front={"a.md": f'lastmod: "{"x" * 500}\\n\\e[31m"'}).build()
    (warning,) = build.warnings
    assert "\n" not in warning
    assert "\x1b" not in warning
    assert len(warning) < 250


def test_an_anchor_that_contains_itself_is_no_crash(make_site):
    build = make_site(front={"a.md": "sitemap: &loop\n  section: *loop"}).build()
    assert build.exit_code == 0, build.output
    assert "https://ex.org/a/" in build.locs()
