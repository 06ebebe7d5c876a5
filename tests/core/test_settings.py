from __future__ import annotations

import re
import sys
from collections.abc import Callable
from dataclasses import replace
from datetime import date, timezone
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from sitemap_plus import Host, Settings, SettingsError, read_settings
from sitemap_plus.settings import OPTIONS, GitSettings

LATER_OPTIONS = ["check", "indexnow_key", "sources"]

HOSTS = "expected true, false, or a list of hosts such as cdn.example.org"
GIT_KEYS = "date, ignore_revs_file, ignore_revs, ignore_moves, fetch_history"
A_COMMIT = "a commit's id, in quotes, of at least 7 hexadecimal digits"


def faults(options: object, host: Host) -> list[str]:
    with pytest.raises(SettingsError) as caught:
        read_settings(options, host)
    assert all(str(fault) in str(caught.value) for fault in caught.value.faults)
    return [str(fault) for fault in caught.value.faults]


def problems(options: object, host: Host) -> list[str]:
    return [f"{each.level} {each}" for each in read_settings(options, host).problems]


def test_without_options_the_host_says_how_it_is(host: Host) -> None:
    for nothing in (None, {}, {"exclude": None, "timezone": None, "site_url": None}):
        reading = read_settings(nothing, host)
        assert reading.problems == ()
        assert reading.settings == Settings(
            site_url="https://ex.org/",
            sitemap_xml="pages",
            section_by="path",
            lastmod=("metadata", "git", "published"),
            timezone=timezone.utc,
            max_urls=50_000,
        )


def test_no_file_of_ignored_commits_is_read_where_the_user_says_so(
    settings_of: Callable[..., Settings],
) -> None:
    assert settings_of().git.ignore_revs_file == Path(".git-blame-ignore-revs")
    assert settings_of(git={"ignore_revs_file": False}).git.ignore_revs_file is None


def test_each_host_has_defaults_of_its_own(host: Host) -> None:
    pelican = replace(
        host,
        sitemap_xml="index",
        section_by="kind",
        gzip="sitemap.xml",
        timezone="Europe/Vienna",
        default_language="de",
    )
    settings = read_settings({}, pelican).settings
    assert settings is not None
    assert (settings.sitemap_xml, settings.section_by) == ("index", "kind")
    assert (settings.gzip, settings.x_default) == ("sitemap.xml", "de")
    assert settings.timezone == ZoneInfo("Europe/Vienna")


def test_every_option_can_be_set(settings_of: Callable[..., Settings], tmp_path: Path) -> None:
    (tmp_path / "revs").write_text("")

    def keep(entry: object) -> object:
        return entry

    settings = settings_of(
        enabled="yes",
        site_url="https://EX.org",
        sitemap_xml="index",
        section_by="none",
        sections={
            "blog": ["/blog/", "news/"],
            "api": {"match": "/api/", "changefreq": "Daily", "priority": "0,3"},
            "main": {"priority": 0},
            "old": False,
            "kept": True,
        },
        exclude=["drafts/"],
        paginated="on",
        lastmod=["published", "mtime"],
        lastmod_format="date",
        timezone="Europe/Vienna",
        git={
            "date": "landed",
            "ignore_revs_file": "revs",
            "ignore_revs": ["1a2B3c4", "f" * 40],
            "ignore_moves": "yes",
            "fetch_history": True,
        },
        folder_=tmp_path,
        changefreq="weekly",
        priority=1,
        alternates="no",
        x_default="pt_BR",
        images=["CDN.ex.org", "bücher.example:8080"],
        text=True,
        extra_urls=[
            "/legacy/",
            "https://ex.org/shop/?a=ü",
            {"loc": "app/", "lastmod": "2024-01-08", "section": "apps", "changefreq": "Never"},
        ],
        extra_sitemaps=["shop/sitemap.xml"],
        robots=True,
        gzip="all",
        stylesheet="no",
        max_urls=10,
        transform=keep,
        serve=True,
        own_options_=("serve",),
    )
    assert settings.site_url == "https://EX.org/"
    assert (settings.sitemap_xml, settings.section_by) == ("index", "none")
    assert [(rule.name, rule.is_listed) for rule in settings.sections] == [
        ("blog", True),
        ("api", True),
        ("main", True),
        ("old", False),
        ("kept", True),
    ]
    assert settings.sections[0].patterns.matches("news/a/")
    assert settings.sections[1].patterns.matches("api/")
    assert (settings.sections[1].changefreq, settings.sections[1].priority) == ("daily", 0.3)
    assert settings.sections[2].priority == 0.0
    assert not settings.sections[2].patterns.matches("a/")
    assert settings.exclude.matches("drafts/a/")
    assert settings.paginated
    assert settings.lastmod == ("published", "mtime")
    assert settings.lastmod_format == "date"
    assert settings.timezone == ZoneInfo("Europe/Vienna")
    assert settings.git == GitSettings(
        date="landed",
        ignore_revs_file=tmp_path / "revs",
        ignore_revs=("1a2b3c4", "f" * 40),
        ignore_moves=True,
        fetch_history=True,
    )
    assert settings.folder == tmp_path
    assert (settings.changefreq, settings.priority) == ("weekly", 1.0)
    assert not settings.alternates
    assert settings.x_default == "pt_BR"
    assert settings.images == ("cdn.ex.org", "xn--bcher-kva.example:8080")
    assert settings.text
    assert [(extra.loc, dict(extra.asked)) for extra in settings.extra_urls] == [
        ("https://EX.org/legacy/", {}),
        ("https://ex.org/shop/?a=%C3%BC", {}),
        (
            "https://EX.org/app/",
            {"lastmod": date(2024, 1, 8), "section": "apps", "changefreq": "never"},
        ),
    ]
    assert settings.extra_sitemaps == ("https://EX.org/shop/sitemap.xml",)
    assert (settings.robots, settings.gzip, settings.max_urls) == ("always", "all", 10)
    assert not settings.stylesheet
    assert settings.transform is keep
    assert settings.serve


@pytest.mark.parametrize(
    ("option", "value", "field", "expected"),
    [
        ("robots", "auto", "robots", "auto"),
        ("robots", False, "robots", "never"),
        ("gzip", "none", "gzip", "none"),
        ("gzip", False, "gzip", "none"),
        ("lastmod", [], "lastmod", ()),
        ("lastmod", False, "lastmod", ()),
        ("lastmod", "mtime", "lastmod", ("mtime",)),
        ("timezone", "utc", "timezone", timezone.utc),
        ("x_default", False, "x_default", None),
        ("x_default", True, "x_default", "de"),
        ("x_default", "fr", "x_default", "fr"),
    ],
)
def test_a_short_way_to_say_it_is_understood(
    settings_of: Callable[..., Settings], option: str, value: object, field: str, expected: object
) -> None:
    settings = settings_of(**{option: value}, default_language_="de", gzip_="sitemap.xml")
    assert getattr(settings, field) == expected


def test_gzip_auto_is_what_the_host_does(settings_of: Callable[..., Settings]) -> None:
    assert settings_of(gzip="auto", gzip_="sitemap.xml").gzip == "sitemap.xml"
    assert settings_of(gzip="auto").gzip == "none"


FREQUENCIES = "one of always, hourly, daily, weekly, monthly, yearly, never"


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        (["a"], "sitemap_plus: found ['a'], expected a mapping"),
        ("yes", "sitemap_plus: found 'yes', expected a mapping"),
        ({"enabled": "maybe"}, "enabled: found 'maybe', expected true or false"),
        ({"sitemap_xml": "urls"}, "sitemap_xml: found 'urls', expected one of pages, index"),
        (
            {"section_by": "folder"},
            "section_by: found 'folder', expected one of path, nav, kind, none",
        ),
        ({"sections": ["a"]}, "sections: found ['a'], expected a mapping of section names"),
        (
            {"sections": {"Blog": "/blog/"}},
            (
                "sections.Blog: found 'Blog', "
                "expected a short name of the letters a to z, digits and hyphens"
            ),
        ),
        (
            {"sections": {"../a": False}},
            (
                "sections.../a: found '../a', "
                "expected a short name of the letters a to z, digits and hyphens"
            ),
        ),
        (
            {"sections": {"blog": ["a", 5]}},
            "sections.blog[1]: found 5, expected a pattern such as /drafts/",
        ),
        (
            {"sections": {"blog": {"priority": "high"}}},
            "sections.blog.priority: found 'high', expected a number from 0.0 to 1.0",
        ),
        (
            {"sections": {"blog": {"match": [5]}}},
            "sections.blog.match[0]: found 5, expected a pattern such as /drafts/",
        ),
        (
            {"sections": {"blog": {"patterns": "a"}}},
            "sections.blog.patterns: found an unknown name, expected match, changefreq, priority",
        ),
        ({"exclude": [5]}, "exclude[0]: found 5, expected a pattern such as /drafts/"),
        ({"paginated": 2}, "paginated: found 2, expected true or false"),
        (
            {"lastmod": ["metadata", "build"]},
            "lastmod[1]: found 'build', expected one of metadata, git, published, mtime",
        ),
        ({"git": True}, f"git: found True, expected a mapping with {GIT_KEYS}"),
        (
            {"git": {"date": "author"}},
            "git.date: found 'author', expected one of committer, landed",
        ),
        ({"git": {"depth": 0}}, f"git.depth: found an unknown name, expected {GIT_KEYS}"),
        ({"git": {"ignore_moves": "ja"}}, "git.ignore_moves: found 'ja', expected true or false"),
        ({"git": {"fetch_history": 5}}, "git.fetch_history: found 5, expected true or false"),
        (
            {"git": {"ignore_revs": ["f" * 40, "main"]}},
            f"git.ignore_revs[1]: found 'main', expected {A_COMMIT}",
        ),
        (
            {"git": {"ignore_revs": 1234567}},
            f"git.ignore_revs: found 1234567, expected {A_COMMIT}",
        ),
        (
            {"git": {"ignore_revs": "1a2b3c"}},
            f"git.ignore_revs: found '1a2b3c', expected {A_COMMIT}",
        ),
        ({"git": {"ignore_revs_file": True}}, "git.ignore_revs_file: found True, expected text"),
        (
            {"git": {"ignore_revs_file": "no such file"}},
            (
                "git.ignore_revs_file: found 'no such file', "
                f"expected a file below {Path.cwd()}, or false"
            ),
        ),
        (
            {"lastmod_format": "iso"},
            "lastmod_format: found 'iso', expected one of datetime, date",
        ),
        (
            {"timezone": "Wien"},
            "timezone: found 'Wien', expected the name of a time zone such as Europe/Vienna",
        ),
        ({"changefreq": "fortnightly"}, f"changefreq: found 'fortnightly', expected {FREQUENCIES}"),
        ({"priority": 1.5}, "priority: found 1.5, expected a number from 0.0 to 1.0"),
        ({"alternates": "all"}, "alternates: found 'all', expected true or false"),
        (
            {"x_default": "english"},
            "x_default: found 'english', expected a language code such as en or pt-BR",
        ),
        ({"images": {"cdn.ex.org": True}}, f"images: found {{'cdn.ex.org': True}}, {HOSTS}"),
        ({"images": ["https://cdn.ex.org"]}, f"images[0]: found 'https://cdn.ex.org', {HOSTS}"),
        ({"images": ["cdn.ex.org", 5]}, f"images[1]: found 5, {HOSTS}"),
        ({"images": "cdn.ex.org/a"}, f"images: found 'cdn.ex.org/a', {HOSTS}"),
        ({"text": 5}, "text: found 5, expected true or false"),
        ({"stylesheet": "a.css"}, "stylesheet: found 'a.css', expected true or false"),
        (
            {"extra_urls": ["a", "https://other.org/"]},
            (
                "extra_urls[1]: found 'https://other.org/', "
                "expected a path, or a URL below https://ex.org/"
            ),
        ),
        (
            {"extra_urls": "http://ex.org/a"},
            "extra_urls: found 'http://ex.org/a', expected a path, or a URL below https://ex.org/",
        ),
        (
            {"extra_urls": [{"lastmod": "2024-01-08"}]},
            "extra_urls[0]: found {'lastmod': '2024-01-08'}, expected a mapping with loc",
        ),
        (
            {"extra_urls": [{"loc": "a", "priority": 2}]},
            "extra_urls[0].priority: found 2, expected a number from 0.0 to 1.0",
        ),
        ({"extra_urls": [{"loc": 5}]}, "extra_urls[0].loc: found 5, expected text"),
        ({"robots": "yes"}, "robots: found 'yes', expected auto, true or false"),
        ({"gzip": True}, "gzip: found True, expected one of auto, all, none"),
        ({"max_urls": 50_001}, "max_urls: found 50001, expected a whole number from 1 to 50000"),
        ({"max_urls": "10"}, "max_urls: found '10', expected a whole number from 1 to 50000"),
        ({"transform": 5}, "transform: found 5, expected package.module:function"),
        (
            {"transform": "my_hooks.keep"},
            "transform: found 'my_hooks.keep', expected package.module:function",
        ),
        ({"serve": "later"}, "serve: found 'later', expected true or false"),
    ],
)
def test_a_wrong_value_is_told_with_its_path_and_what_would_be_right(
    host: Host, options: object, expected: str
) -> None:
    assert faults(options, replace(host, own_options=("serve",))) == [expected]


@pytest.mark.parametrize("zone", ["Europe", "../Vienna", "/etc/localtime", "a\0b", "CEST+1", "ü"])
def test_a_zone_that_is_none_is_wrong_whatever_it_looks_like(host: Host, zone: str) -> None:
    (fault,) = faults({"timezone": zone}, host)
    assert fault.endswith("expected the name of a time zone such as Europe/Vienna")


def test_a_wrong_zone_of_the_host_is_told_as_well(host: Host) -> None:
    (fault,) = faults({}, replace(host, timezone="Nowhere/Land"))
    assert fault.startswith("timezone: found 'Nowhere/Land'")


def test_all_faults_are_told_at_once_in_the_order_of_the_options(host: Host) -> None:
    told = faults(
        {
            "max_urls": 0,
            "priority": "high",
            "site_url": "www.ex.org",
            "sections": {"A": True, "blog": {"changefreq": "often", "priority": 7}},
            "exclude": ["", 5],
            "colour": "red",
        },
        host,
    )
    assert [fault.partition(":")[0] for fault in told] == [
        "site_url",
        "sections.A",
        "sections.blog.changefreq",
        "sections.blog.priority",
        "exclude[0]",
        "exclude[1]",
        "priority",
        "max_urls",
    ]


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("exclud", "there is no such option; did you mean 'exclude'?"),
        ("Section_By", "there is no such option; did you mean 'section_by'?"),
        ("sitemap-xml", "there is no such option; did you mean 'sitemap_xml'?"),
    ],
)
def test_an_unknown_name_is_a_warning_with_the_nearest_known_one(
    host: Host, name: str, message: str
) -> None:
    reading = read_settings({name: 1}, host)
    assert reading.settings is not None
    assert [str(problem) for problem in reading.problems] == [f"{name}: {message}"]
    assert reading.problems[0].level == "warning"


@pytest.mark.parametrize("name", [*LATER_OPTIONS, 5, "serve", "url_style", "source_folder"])
def test_what_is_no_option_of_this_host_is_unknown(host: Host, name: object) -> None:
    (problem,) = read_settings({name: True}, host).problems
    assert problem.where == str(name)
    assert problem.message.startswith("there is no such option; ")
    assert not any(f"'{later}'" in problem.message for later in LATER_OPTIONS)


def test_the_options_are_those_of_the_design() -> None:
    assert set(OPTIONS).isdisjoint(LATER_OPTIONS)
    assert len(OPTIONS) == len(set(OPTIONS)) == 28


@pytest.mark.report("URL-01")
@pytest.mark.report("URL-13")
@pytest.mark.report("ROB-12")
@pytest.mark.parametrize("site_url", [None, "", " ", "/"])
def test_without_an_address_nothing_is_written_and_one_warning_names_the_setting(
    host: Host, site_url: str | None
) -> None:
    reading = read_settings({}, replace(host, site_url=site_url, site_url_setting="SITEURL"))
    assert reading.settings is None
    (problem,) = reading.problems
    assert (problem.level, problem.where) == ("warning", "SITEURL")
    assert problem.message.startswith("is not set")
    assert "https://example.org/" in problem.message


@pytest.mark.parametrize(
    "site_url",
    [
        pytest.param("www.ex.org", marks=pytest.mark.report("URL-11")),
        pytest.param("//ex.org", marks=pytest.mark.report("URL-11")),
        pytest.param("https:/ex.org", marks=pytest.mark.report("URL-12")),
        "ex.org/",
        "None",
        "ftp://ex.org/",
        "https://ex.org/?preview=1",
    ],
)
def test_an_address_that_is_none_is_one_warning_that_quotes_it(host: Host, site_url: str) -> None:
    reading = read_settings({}, replace(host, site_url=site_url))
    assert reading.settings is None
    (problem,) = reading.problems
    assert (problem.level, problem.where) == ("warning", "site_url")
    assert problem.message.startswith(f"is {site_url!r}: ")
    assert "https://example.org/" in problem.message


def test_an_address_with_a_password_is_refused_and_the_password_not_told(host: Host) -> None:
    reading = read_settings({}, replace(host, site_url="https://me:secret@ex.org/"))
    assert reading.settings is None
    (problem,) = reading.problems
    assert problem.message.startswith("is 'https://***@ex.org/': it names a user")


def test_the_other_options_are_read_where_the_address_is_missing(host: Host) -> None:
    nowhere = replace(host, site_url=None)
    assert faults({"priority": 2, "extra_urls": ["a", "https://any.org/", 5]}, nowhere) == [
        "priority: found 2, expected a number from 0.0 to 1.0",
        "extra_urls[2]: found 5, expected text",
    ]


@pytest.mark.report("URL-14")
@pytest.mark.parametrize("site_url", ["/", "", None, "www.ex.org", "https://ex.org"])
def test_the_option_stands_in_for_an_address_that_the_host_lacks(
    host: Host, site_url: str | None
) -> None:
    reading = read_settings({"site_url": "https://ex.org/"}, replace(host, site_url=site_url))
    assert reading.problems == ()
    assert reading.settings is not None
    assert reading.settings.site_url == "https://ex.org/"


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("https://other.org/", "https://ex.org/, which site_url says, or nothing"),
        ("http://ex.org/", "https://ex.org/, which site_url says, or nothing"),
        ("https://ex.org/docs/", "https://ex.org/, which site_url says, or nothing"),
        ("ex.org", "the site's public address"),
        (5, "text"),
    ],
)
def test_an_address_that_contradicts_the_hosts_or_is_none_is_a_fault(
    host: Host, value: object, expected: str
) -> None:
    (fault,) = faults({"site_url": value}, host)
    assert fault.startswith(f"site_url: found {value!r}, expected {expected}")


def test_turned_off_it_needs_no_address_and_says_nothing(host: Host) -> None:
    reading = read_settings({"enabled": "no"}, replace(host, site_url=None))
    assert (reading.settings, reading.problems) == (None, ())


def test_turned_off_its_other_options_must_still_be_right(host: Host) -> None:
    assert len(faults({"enabled": False, "priority": 7}, host)) == 1
    assert problems({"enabled": False, "exclud": []}, host) == [
        "warning exclud: there is no such option; did you mean 'exclude'?"
    ]


@pytest.mark.parametrize(
    "url",
    [
        "sitemap.xml",
        "sitemap_index.xml",
        "https://ex.org/sitemap.xml",
        pytest.param("https://ex.org/shop/sitemap_index.xml", marks=pytest.mark.report("SIZE-03")),
        "shop/sitemap-index.xml.gz",
        "index.xml",
        "https://other.org/sitemap.xml",
        "http://ex.org/shop/sitemap.xml",
        "../sitemap.xml",
        "https:/ex.org/shop.xml",
        5,
    ],
)
def test_what_the_index_cannot_list_is_a_fault_that_advises_a_line_in_robots(
    host: Host, url: object
) -> None:
    (fault,) = faults({"extra_sitemaps": [url]}, replace(host, site_url="https://ex.org/"))
    assert fault.startswith(f"extra_sitemaps[0]: found {url!r}, expected ")
    assert "write a line 'Sitemap: URL' into your own robots.txt" in fault


def test_a_sitemap_beside_the_site_is_outside_of_its_folder(host: Host) -> None:
    docs = replace(host, site_url="https://ex.org/docs/")
    (fault,) = faults({"extra_sitemaps": ["https://ex.org/shop.xml"]}, docs)
    assert "a path, or a URL below https://ex.org/docs/" in fault


@pytest.fixture
def hooks(tmp_path: Path) -> Path:
    """A folder with modules of the user's own, and nothing left of them afterwards."""
    (tmp_path / "my_hooks.py").write_text(
        "def keep(entry):\n    return entry\nclass Hooks:\n    keep = staticmethod(keep)\nN = 5\n"
    )
    (tmp_path / "my_broken_hooks.py").write_text("1 / 0\n")
    return tmp_path


def test_a_transform_is_imported_from_the_folder_of_the_settings(host: Host, hooks: Path) -> None:
    before = list(sys.path)
    settings = read_settings({"transform": "my_hooks:keep"}, replace(host, folder=hooks)).settings
    assert settings is not None
    assert settings.transform is sys.modules.pop("my_hooks").keep
    assert sys.path == before


def test_a_transform_can_be_an_attribute_of_a_class(host: Host, hooks: Path) -> None:
    reading = read_settings({"transform": "my_hooks:Hooks.keep"}, replace(host, folder=hooks))
    assert reading.settings is not None
    assert reading.settings.transform is sys.modules.pop("my_hooks").keep


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("my_missing_hooks:keep", "(ModuleNotFoundError: No module named 'my_missing_hooks')"),
        ("my_hooks:kept", "(AttributeError: "),
        ("my_broken_hooks:keep", "(ZeroDivisionError: division by zero)"),
        ("my_hooks:N", "my_hooks:N is no function"),
    ],
)
def test_a_transform_that_cannot_be_had_is_a_fault_with_the_reason(
    host: Host, hooks: Path, name: str, reason: str
) -> None:
    before = list(sys.path)
    (fault,) = faults({"transform": name}, replace(host, folder=hooks))
    assert fault.startswith(f"transform: found {name!r}, expected package.module:function")
    assert reason in fault
    assert sys.path == before
    sys.modules.pop("my_hooks", None)


@pytest.mark.parametrize("value", [5, "", [], {}, [None], {"a": None}, True, 1.5, object()])
@pytest.mark.parametrize("option", OPTIONS)
def test_no_value_of_any_option_raises_anything_but_faults(
    host: Host, option: str, value: Any
) -> None:
    wrong: set[str] = set()
    try:
        read_settings({option: value}, replace(host, own_options=("serve",)))
    except SettingsError as error:
        wrong = {re.split(r"[.[]", fault.where)[0] for fault in error.faults}
    assert wrong <= {option}
