"""How the plugin is found, and what it makes of settings, good and bad."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any

import pytest
from pelican import Pelican

from sitemap_plus import SettingsError
from tests.pelican_plugin.conftest import Blog, post

CONTENT = {"a.md": post("A", "Date: 2024-01-08", "Tags: x")}


@pytest.mark.parametrize(
    "plugins",
    [
        ["sitemap_plus"],
        ["pelican.plugins.sitemap_plus"],
        ["pelican_sitemap_plus"],
        ["sitemap_plus", "pelican_sitemap_plus"],
    ],
)
def test_the_plugin_is_found_by_each_of_its_names(
    make_blog: Callable[..., Blog], plugins: list[str]
) -> None:
    build = make_blog(CONTENT, PLUGINS=plugins).build()

    assert "a.html" in build.paths
    assert "robots.txt" in build.names
    assert [text for level, text in build.messages if level != "INFO"] == []


def test_the_plugin_is_found_where_none_are_named(make_blog: Callable[..., Blog]) -> None:
    # Other plugins of this environment are found as well; one of them writes a sitemap.xml.
    build = make_blog(CONTENT, PLUGINS=...).run()

    assert build.exit_code == 0
    assert build.names >= {"sitemap-articles.xml", "robots.txt"}


def test_the_plugin_can_be_a_module_or_be_turned_off(make_blog: Callable[..., Blog]) -> None:
    blog = make_blog(
        CONTENT, conf="import pelican_sitemap_plus\nPLUGINS = [pelican_sitemap_plus]\n"
    )
    on = blog.build()
    off = blog.build(OUTPUT_PATH=str(blog.folder / "other"), SITEMAP_PLUS={"enabled": False})

    assert on.names >= {"sitemap.xml", "robots.txt"}
    assert not list((blog.folder / "other").glob("sitemap*"))
    assert off.warnings == []


@pytest.mark.report("URL-01")
@pytest.mark.report("URL-11")
@pytest.mark.report("URL-12")
@pytest.mark.report("URL-13")
@pytest.mark.report("ROB-12")
@pytest.mark.parametrize(
    ("site_url", "found"),
    [
        ("", "is not set"),
        ("/", "is not set"),
        (..., "is not set"),
        ("www.ex.org", "is 'www.ex.org': "),
        ("//ex.org", "is '//ex.org': "),
        ("https:/ex.org", "is 'https:/ex.org': "),
        ("ex.org/", "is 'ex.org': "),
        ("ftp://ex.org", "is 'ftp://ex.org': "),
    ],
)
def test_without_an_address_the_site_is_built_without_us_and_one_warning_says_why(
    make_blog: Callable[..., Blog], site_url: str, found: str
) -> None:
    build = make_blog(CONTENT, SITEURL=site_url, RELATIVE_URLS=True).build()

    (warning,) = build.warnings
    assert warning.startswith(f"SITEURL: {found}")
    assert warning.endswith("set it to the site's public address, for example https://example.org/")
    assert (build.folder / "a.html").exists()
    assert build.names == set()


def test_a_missing_address_counts_for_fatal_warnings(make_blog: Callable[..., Blog]) -> None:
    build = make_blog(CONTENT, SITEURL="").run("--fatal", "warnings")

    assert build.exit_code == 1
    assert len(build.warnings) == 1


@pytest.mark.report("URL-07")
@pytest.mark.report("URL-08")
@pytest.mark.report("URL-09")
@pytest.mark.parametrize(
    ("site_url", "base"),
    [
        ("https://ex.org", "https://ex.org/"),
        ("https://ex.org/base/", "https://ex.org/base/"),
        ("http://localhost:8000", "http://localhost:8000/"),
        ("HTTPS://Ex.org", "https://Ex.org/"),
    ],
)
def test_there_is_one_slash_at_each_join(
    make_blog: Callable[..., Blog], site_url: str, base: str
) -> None:
    build = make_blog(CONTENT, SITEURL=site_url).build()

    assert build.locs() == [
        f"{base}sitemap-{kind}.xml"
        for kind in ("archives", "articles", "authors", "categories", "pages", "tags")
    ]
    assert build.locs("sitemap-articles.xml") == [f"{base}a.html"]
    assert build.locs("sitemap-pages.xml") == [base]


@pytest.mark.report("ENC-07")
@pytest.mark.report("ENC-08")
def test_a_host_outside_ascii_is_written_in_ascii_everywhere(
    make_blog: Callable[..., Blog],
) -> None:
    build = make_blog(CONTENT, {"robots": True}, SITEURL="https://bücher.example/straße").build()
    base = "https://xn--bcher-kva.example/stra%C3%9Fe/"

    assert build.locs("sitemap-articles.xml") == [f"{base}a.html"]
    assert f"{base}sitemap-articles.xml" in build.locs()
    assert f"\nSitemap: {base}sitemap.xml\n".encode() in build.files["robots.txt"]
    assert not any(b"\xc3" in content for content in build.files.values())


@pytest.mark.report("URL-14")
@pytest.mark.parametrize("site_url", ["", "/", "https://ex.org", "https://ex.org/"])
def test_an_address_of_our_own_takes_the_place_of_one_that_says_nothing(
    make_blog: Callable[..., Blog], site_url: str
) -> None:
    build = make_blog(CONTENT, {"site_url": "https://ex.org"}, SITEURL=site_url).build()

    assert build.locs("sitemap-articles.xml") == ["https://ex.org/a.html"]
    assert build.warnings == []


def test_relative_urls_in_the_pages_change_nothing_in_the_sitemaps(
    make_blog: Callable[..., Blog],
) -> None:
    blog = make_blog({**CONTENT, "b.md": post("B", "Date: 2024-01-09", "Slug: deep/er/b")})

    assert blog.build().files == blog.build(RELATIVE_URLS=True).files


WRONG: dict[str, Any] = {
    "sitemap_xml": "both",
    "section_by": "nav",
    "sections": {"News!": ["a"], "blog": {"priority": 2, "colour": "red"}},
    "paginated": "perhaps",
    "lastmod": ["git-log"],
    "lastmod_format": "rfc822",
    "timezone": "Mars/Olympus",
    "changefreq": "fortnightly",
    "priority": "0.5.1",
    "extra_urls": ["a.html", "https://other.example/x"],
    "extra_sitemaps": ["sitemap_index.xml"],
    "robots": "sometimes",
    "gzip": "yes",
    "max_urls": 0,
    "transform": "no_such_module:function",
    "x_default": "the default",
}


def test_wrong_options_end_the_build_at_its_start_with_all_of_them_listed(
    make_blog: Callable[..., Blog],
) -> None:
    blog = make_blog(CONTENT, WRONG)
    build = blog.run()

    assert build.exit_code == 1
    (message,) = [text for level, text in build.messages if level == "CRITICAL"]
    assert message == "SettingsError: Sitemap Plus can't use these settings:"
    for where in [*WRONG, "sections.News!", "sections.blog.priority", "sections.blog.colour"]:
        assert f" - {where}" in build.printed, where
    assert "Traceback" not in build.printed
    assert not blog.output.exists()


def test_wrong_options_are_an_exception_for_who_calls_pelican(
    make_blog: Callable[..., Blog],
) -> None:
    blog = make_blog(CONTENT, WRONG)

    with pytest.raises(SettingsError) as raised:
        Pelican(blog.settings())

    places = {fault.where for fault in raised.value.faults}
    assert places == {
        *(WRONG.keys() - {"sections", "extra_urls", "extra_sitemaps", "lastmod"}),
        *("sections.News!", "sections.blog.priority", "sections.blog.colour"),
        *("extra_urls[1]", "extra_sitemaps[0]", "lastmod[0]"),
    }
    assert all(fault.found and fault.expected for fault in raised.value.faults)


def test_an_address_of_our_own_that_contradicts_pelicans_is_a_fault(
    make_blog: Callable[..., Blog],
) -> None:
    blog = make_blog(CONTENT, {"site_url": "https://other.example/"})

    with pytest.raises(SettingsError, match=r"site_url: found 'https://other.example/', expected"):
        Pelican(blog.settings())


@pytest.mark.parametrize("options", [["robots"], "robots", True, 3])
def test_options_that_are_no_mapping_are_one_fault(
    make_blog: Callable[..., Blog], options: object
) -> None:
    blog = make_blog(CONTENT, options)

    with pytest.raises(SettingsError, match=r"\n  - SITEMAP_PLUS: found .*, expected a mapping"):
        Pelican(blog.settings())


@pytest.mark.parametrize("options", [None, {}, {"exclude": None, "sections": None}])
def test_options_that_say_nothing_are_the_defaults(
    make_blog: Callable[..., Blog], options: object
) -> None:
    build = make_blog(CONTENT, options).build()

    assert "a.html" in build.paths
    assert build.warnings == []


@pytest.mark.parametrize(
    "option",
    ["check", "indexnow_key", "serve"],
)
def test_an_option_of_no_use_here_is_an_unknown_one(
    make_blog: Callable[..., Blog], option: str
) -> None:
    build = make_blog(CONTENT, {option: True}).build()

    (warning,) = build.warnings
    assert warning.startswith(f"{option}: there is no such option; ")
    assert "a.html" in build.paths


def test_an_unknown_option_is_a_warning_with_the_nearest_name(
    make_blog: Callable[..., Blog],
) -> None:
    build = make_blog(CONTENT, {"exlude": ["a"]}).build()

    assert build.warnings == ["exlude: there is no such option; did you mean 'exclude'?"]
    assert "a.html" in build.paths


def test_a_warning_about_a_page_counts_where_warnings_are_fatal(
    make_blog: Callable[..., Blog],
) -> None:
    build = make_blog({"a.md": post("A", "Date: 2024-01-08", "Priority: high")}).run(
        "--fatal", "warnings"
    )

    assert build.exit_code == 1
    assert len(build.warnings) == 1


def test_site_wide_values_are_written_where_no_page_says_otherwise(
    make_blog: Callable[..., Blog],
) -> None:
    content = {**CONTENT, "b.md": post("B", "Date: 2024-01-09", "Priority: 0.9")}
    build = make_blog(content, {"priority": 0.5, "changefreq": "Monthly"}).build()

    assert build.values("priority") == {
        **dict.fromkeys(build.paths - {"b.html"}, "0.5"),
        "b.html": "0.9",
    }
    assert set(build.values("changefreq").values()) == {"monthly"}


def test_settings_that_are_in_no_file_are_good_too(
    make_blog: Callable[..., Blog], monkeypatch: pytest.MonkeyPatch
) -> None:
    typed_in = ModuleType("typed_in")
    typed_in.__dict__["SITEMAP_PLUS"] = {"priority": 0.5}
    monkeypatch.setitem(sys.modules, "typed_in", typed_in)
    build = make_blog(CONTENT).build(SITEMAP_PLUS=typed_in.__dict__["SITEMAP_PLUS"])

    assert build.values("priority")["a.html"] == "0.5"
