"""Translations: in one site by Pelican, in sub-sites by i18n_subsites."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest

from tests.pelican_plugin.conftest import SITE, Blog, Build, post

URLS = {
    "ARTICLE_URL": "posts/{slug}/",
    "ARTICLE_SAVE_AS": "posts/{slug}/index.html",
    "ARTICLE_LANG_URL": "{lang}/{slug}",
    "ARTICLE_LANG_SAVE_AS": "{lang}/{slug}.html",
    "PAGE_URL": "{slug}/",
    "PAGE_SAVE_AS": "{slug}/index.html",
    "PAGE_LANG_URL": "{lang}/{slug}/",
    "PAGE_LANG_SAVE_AS": "{lang}/{slug}/index.html",
}
TRANSLATED = {
    "one.md": post("One", "Date: 2024-01-02", "Lang: en", "Slug: one"),
    "one.de.md": post("Eins", "Date: 2024-01-03", "Lang: de", "Slug: one"),
    "one.pt.md": post("Um", "Date: 2024-01-04", "Lang: pt_BR", "Slug: one"),
    "two.md": post("Two", "Date: 2024-01-02"),
    "three.md": post("Three", "Date: 2024-01-02"),
    "three.de.md": post("Drei", "Date: 2024-01-02", "Lang: de", "Slug: three", "Status: draft"),
    "four.md": post("Four", "Date: 2024-01-02"),
    "four.de.md": post("Vier", "Date: 2024-01-02", "Lang: de", "Slug: four", "Sitemap: no"),
    "pages/about.md": post("About"),
    "pages/about.de.md": post("Über", "Slug: about", "Lang: de"),
    "five.md": post("Fünf", "Date: 2024-01-02", "Lang: de"),
}


@pytest.fixture(scope="module")
def blog(make_blog: Callable[..., Blog]) -> Blog:
    return make_blog(TRANSLATED, **URLS)


@pytest.fixture(scope="module")
def built(blog: Blog) -> Build:
    return blog.build()


@pytest.mark.report("I18N-04")
@pytest.mark.report("I18N-07")
@pytest.mark.report("I18N-08")
@pytest.mark.report("I18N-09")
@pytest.mark.report("XML-06")
@pytest.mark.report("XML-07")
def test_each_language_has_the_whole_set_with_each_ones_own_url(built: Build) -> None:
    one = {"en": "posts/one/", "de": "de/one", "pt-BR": "pt_BR/one", "x-default": "posts/one/"}
    about = {"en": "about/", "de": "de/about/", "x-default": "about/"}

    assert built.alternates == {
        **dict.fromkeys(("posts/one/", "de/one", "pt_BR/one"), one),
        **dict.fromkeys(("about/", "de/about/"), about),
    }


@pytest.mark.report("DATE-27")
def test_each_language_has_its_own_date(built: Build) -> None:
    dates = built.lastmods

    assert (dates["posts/one/"], dates["de/one"], dates["pt_BR/one"]) == (
        *("2024-01-02", "2024-01-03", "2024-01-04"),
    )


def test_one_language_alone_is_listed_without_links(built: Build) -> None:
    assert {"posts/two/", "posts/three/", "posts/four/", "de/funf"} <= built.paths
    assert {"de/three", "de/four"}.isdisjoint(built.paths)


@pytest.mark.report("XML-01")
@pytest.mark.report("XML-02")
def test_the_namespace_is_declared_where_there_are_links(built: Build) -> None:
    declared = {
        name: b"xmlns:xhtml=" in content
        for name, content in built.files.items()
        if name.startswith("sitemap-")
    }

    assert declared == {
        name: name in {"sitemap-articles.xml", "sitemap-pages.xml"} for name in declared
    }


def test_the_links_and_the_default_can_be_chosen(blog: Blog) -> None:
    without = blog.build(SITEMAP_PLUS={"alternates": False})
    german = blog.build(SITEMAP_PLUS={"x_default": "de"})
    none = blog.build(SITEMAP_PLUS={"x_default": False})

    assert without.alternates == {}
    assert german.alternates["about/"]["x-default"] == "de/about/"
    assert none.alternates["about/"] == {"en": "about/", "de": "de/about/"}


def test_a_language_that_is_no_code_matters_only_to_translations(
    make_blog: Callable[..., Blog],
) -> None:
    content = {"a.md": post("A", "Date: 2024-01-02"), "b.md": post("B", "Date: 2024-01-02")}
    alone = make_blog(content, DEFAULT_LANG="english").build()
    translated = make_blog(
        {**content, "b.de.md": post("B", "Date: 2024-01-02", "Slug: b", "Lang: de")},
        DEFAULT_LANG="english",
    ).build()

    assert alone.warnings == []
    (warning,) = translated.warnings
    assert warning.startswith("b.md: has the language 'english', which is no code")
    assert {"b.html", "b-de.html"} <= translated.paths


def test_translations_with_slugs_of_their_own_are_paired_by_what_the_settings_say(
    make_blog: Callable[..., Blog],
) -> None:
    content = {
        "a.md": post("A", "Date: 2024-01-02", "Slug: apple", "Fruit: 1"),
        "b.md": post("B", "Date: 2024-01-02", "Slug: apfel", "Lang: de", "Fruit: 1"),
        "pages/c.md": post("C", "Slug: pear", "Fruit: 2"),
        "pages/d.md": post("D", "Slug: birne", "Lang: de", "Fruit: 2"),
    }
    ids = {"ARTICLE_TRANSLATION_ID": "fruit", "PAGE_TRANSLATION_ID": "fruit"}
    apple = {"en": "posts/apple/", "de": "de/apfel", "x-default": "posts/apple/"}
    pear = {"en": "pear/", "de": "de/birne/", "x-default": "pear/"}

    assert make_blog(content, **URLS, **ids).build().alternates == {
        **dict.fromkeys(("posts/apple/", "de/apfel"), apple),
        **dict.fromkeys(("pear/", "de/birne/"), pear),
    }
    assert make_blog(content, **URLS).build().alternates == {}


@pytest.mark.parametrize("setting", ["ARTICLE_TRANSLATION_ID", "PAGE_TRANSLATION_ID"])
def test_what_pelican_is_told_not_to_pair_is_not_paired(
    make_blog: Callable[..., Blog], setting: str
) -> None:
    build = make_blog(TRANSLATED, **{**URLS, setting: None}).build()
    page = "about/" in build.alternates

    assert ("posts/one/" in build.alternates, page) == (
        *(setting != "ARTICLE_TRANSLATION_ID", setting != "PAGE_TRANSLATION_ID"),
    )


@pytest.mark.report("XML-06")
@pytest.mark.parametrize("status", ["hidden", "draft"])
def test_an_original_that_is_not_published_leaves_its_translations_to_themselves(
    make_blog: Callable[..., Blog], status: str
) -> None:
    content = {
        "a.md": post("A", "Date: 2024-01-02", "Slug: a", f"Status: {status}"),
        "a.de.md": post("A", "Date: 2024-01-02", "Slug: a", "Lang: de"),
        "a.fr.md": post("A", "Date: 2024-01-02", "Slug: a", "Lang: fr"),
        "pages/b.md": post("B", "Slug: b", f"Status: {status}"),
        "pages/b.de.md": post("B", "Slug: b", "Lang: de"),
    }
    build = make_blog(content, **URLS).build()

    assert {"de/a", "fr/a", "de/b/"} <= build.paths
    assert not {"posts/a/", "b/"} & build.paths
    both = {"de": "de/a", "fr": "fr/a"}
    assert build.alternates == dict.fromkeys(("de/a", "fr/a"), both)


@pytest.mark.report("I18N-07")
@pytest.mark.parametrize("default", ["pt_BR", "pt-br", "PT_BR"])
def test_the_main_language_is_one_code_however_it_is_written(
    make_blog: Callable[..., Blog], default: str
) -> None:
    content = {
        "a.md": post("A", "Date: 2024-01-02", "Slug: a"),
        "a.zh.md": post("A", "Date: 2024-01-02", "Slug: a", "Lang: zh-hans"),
        "a.es.md": post("A", "Date: 2024-01-02", "Slug: a", "Lang: es_419"),
    }
    build = make_blog(content, **URLS, DEFAULT_LANG=default).build()

    assert list(build.alternates["posts/a/"].items()) == [
        ("es-419", "es_419/a"),
        ("pt-BR", "posts/a/"),
        ("zh-Hans", "zh-hans/a"),
        ("x-default", "posts/a/"),
    ]


def test_a_default_that_no_page_is_in_is_a_warning(blog: Blog) -> None:
    build = blog.build(SITEMAP_PLUS={"x_default": "it"})

    assert build.warnings == ["x_default: no listed page has the language 'it'"]
    assert "x-default" not in build.alternates["about/"]


SUBSITES: dict[str, Any] = {
    "PLUGINS": ["i18n_subsites", "sitemap_plus"],
    "I18N_SUBSITES": {"de": {"SITENAME": "Beispiel"}, "fr": {"SITENAME": "Exemple"}},
    "DIRECT_TEMPLATES": ["index"],
    "YEAR_ARCHIVE_SAVE_AS": "{date:%Y}.html",
}
IN_SUBSITES = {
    "one.md": post("One", "Date: 2024-01-02", "Lang: en", "Slug: one", "Tags: x"),
    "one.de.md": post("Eins", "Date: 2024-01-03", "Lang: de", "Slug: one", "Tags: x"),
    "one.fr.md": post("Un", "Date: 2024-01-04", "Lang: fr", "Slug: one"),
    "two.md": post("Two", "Date: 2023-01-02", "Lang: en", "Slug: two"),
    "drei.de.md": post("Drei", "Date: 2024-02-02", "Lang: de", "Slug: drei"),
    "pages/about.md": post("About", "Lang: en", "Slug: about"),
    "pages/about.fr.md": post("À propos", "Lang: fr", "Slug: about"),
}


IN_SUBSITES_LISTED = {
    *("", "one.html", "two.html", "pages/about.html", "2023.html", "2024.html"),
    *("category/misc.html", "tag/x.html"),
    *("de/", "de/one.html", "de/drei.html", "de/2024.html"),
    *("de/category/misc.html", "de/tag/x.html"),
    *("fr/", "fr/one.html", "fr/pages/about.html", "fr/2024.html", "fr/category/misc.html"),
}


@pytest.mark.report("I18N-02")
@pytest.mark.report("I18N-03")
@pytest.mark.report("I18N-05")
@pytest.mark.parametrize(
    ("site_url", "options", "plugins"),
    [
        ("https://ex.org", ..., ["i18n_subsites", "sitemap_plus"]),
        ("", {"site_url": SITE}, ["i18n_subsites", "sitemap_plus"]),
        ("/", {"site_url": SITE}, ["sitemap_plus", "i18n_subsites"]),
    ],
)
def test_sub_sites_are_in_one_set_of_sitemaps_with_their_pairs(
    make_blog: Callable[..., Blog], site_url: str, options: object, plugins: list[str]
) -> None:
    blog = make_blog(IN_SUBSITES, options, **{**SUBSITES, "PLUGINS": plugins}, SITEURL=site_url)
    build = blog.run()

    assert build.exit_code == 0, build.printed
    assert build.paths == IN_SUBSITES_LISTED
    one = {"en": "one.html", "de": "de/one.html", "fr": "fr/one.html", "x-default": "one.html"}
    about = {
        "en": "pages/about.html",
        "fr": "fr/pages/about.html",
        "x-default": "pages/about.html",
    }
    assert build.alternates == {
        **dict.fromkeys(("one.html", "de/one.html", "fr/one.html"), one),
        **dict.fromkeys(("pages/about.html", "fr/pages/about.html"), about),
    }
    assert build.warnings == []
    assert build.lastmods["de/category/misc.html"] == "2024-02-02"
    assert build.lastmods["fr/"] == "2024-01-04"
    assert not list((build.folder / "de").glob("sitemap*"))
    assert not list((build.folder / "fr").glob("robots*"))


@pytest.mark.report("XML-06")
def test_an_article_that_a_sub_site_keeps_untranslated_is_listed_and_no_translation(
    make_blog: Callable[..., Blog],
) -> None:
    keep = {"I18N_UNTRANSLATED_ARTICLES": "keep", "I18N_UNTRANSLATED_PAGES": "keep"}
    contact = {"URL": "contact/", "Save_as": "contact/index.html"}
    words = [f"{name}: {value}" for name, value in contact.items()]
    content = {"pages/contact.md": post("Contact", "Lang: en", "Slug: contact", *words)}
    build = make_blog({**IN_SUBSITES, **content}, **SUBSITES, **keep).run()

    kept = {"de/two-en.html", "fr/two-en.html", "drei-de.html", "fr/drei-de.html"}
    # German readers get both, the English one and the French one; neither is a translation.
    kept |= {"de/pages/about-en.html", "de/pages/about-fr.html", "de/contact/"}
    assert build.paths == IN_SUBSITES_LISTED | kept | {"contact/", "fr/contact/"} | {
        *("de/2023.html", "fr/2023.html"),
    }
    assert all((build.folder / path).exists() for path in build.paths)
    about = {
        "en": "pages/about.html",
        "fr": "fr/pages/about.html",
        "x-default": "pages/about.html",
    }
    one = {"en": "one.html", "de": "de/one.html", "fr": "fr/one.html", "x-default": "one.html"}
    assert build.alternates == {
        **dict.fromkeys(("one.html", "de/one.html", "fr/one.html"), one),
        **dict.fromkeys(("pages/about.html", "fr/pages/about.html"), about),
    }
    assert build.warnings == []


AGAIN_AND_AGAIN = """
import sys
from pelican import Pelican
from pelican.settings import read_settings

site = Pelican(read_settings(sys.argv[1]))
for _ in range(3):
    site.run()
"""


@pytest.mark.report("BLD-05")
def test_sub_sites_below_a_folder_are_below_it_too_however_often_they_are_built(
    make_blog: Callable[..., Blog],
) -> None:
    blog = make_blog(IN_SUBSITES, **SUBSITES, SITEURL="https://ex.org/bench")
    command = [sys.executable, "-c", AGAIN_AND_AGAIN, str(blog.conf)]
    subprocess.run(command, cwd=blog.folder, check=True, capture_output=True)
    build = blog.state()

    assert build.paths == {f"bench/{path}" for path in IN_SUBSITES_LISTED}
    assert build.alternates["bench/one.html"]["de"] == "bench/de/one.html"


@pytest.mark.parametrize(
    "address", ["https://de.ex.org", "https://ex.org:8443/de", "http://ex.org"]
)
def test_a_sub_site_out_of_the_main_site_is_left_out_with_one_warning(
    make_blog: Callable[..., Blog], address: str
) -> None:
    elsewhere = {"de": {"SITEURL": address}, "fr": {}}
    build = make_blog(IN_SUBSITES, **{**SUBSITES, "I18N_SUBSITES": elsewhere}).run()

    assert build.paths == {path for path in IN_SUBSITES_LISTED if not path.startswith("de/")}
    (warning,) = build.warnings
    assert warning == (
        f"I18N_SUBSITES: de: SITEURL: {address} is not below {SITE}, so the pages in this language "
        "are not listed: sitemaps list the pages of one site; build it as a site of its own, and "
        "exclude /de/ here"
    )
    # What is not listed is no translation, either.
    assert build.alternates["one.html"] == {
        "en": "one.html",
        "fr": "fr/one.html",
        "x-default": "one.html",
    }


def test_a_sub_site_elsewhere_that_is_excluded_needs_no_warning(
    make_blog: Callable[..., Blog],
) -> None:
    elsewhere = {"de": {"SITEURL": "https://de.ex.org"}, "fr": {}}
    options = {"exclude": ["/de/"]}
    blog = make_blog(IN_SUBSITES, options, **{**SUBSITES, "I18N_SUBSITES": elsewhere})

    assert blog.run().warnings == []


def test_a_sub_site_below_the_main_site_keeps_an_address_of_its_own(
    make_blog: Callable[..., Blog],
) -> None:
    below = {"de": {"SITEURL": "https://ex.org/deutsch"}, "fr": {}}
    build = make_blog(IN_SUBSITES, **{**SUBSITES, "I18N_SUBSITES": below}).run()
    assert build.exit_code == 0, build.printed

    assert {"deutsch/", "deutsch/one.html", "deutsch/drei.html"} <= build.paths
    assert not [path for path in build.paths if path.startswith("de/")]
    assert build.alternates["one.html"]["de"] == "deutsch/one.html"


def test_nothing_is_written_for_sub_sites_where_the_main_site_has_no_address(
    make_blog: Callable[..., Blog],
) -> None:
    build = make_blog(IN_SUBSITES, **SUBSITES, SITEURL="").run()

    assert build.exit_code == 0
    assert build.names == set()
    assert len(build.warnings) == 1
    assert (build.folder / "de/drei.html").exists()
