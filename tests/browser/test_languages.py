"""Material's language switcher (extra.alternate), on our sitemap.xml as on MkDocs' own."""

from __future__ import annotations

from urllib.parse import quote

import pytest

ENGLISH = {
    "index.md": "# Home\n",
    "guide/notes (v1).md": "# Guide\n",
    "only.md": "# English only\n",
}
GERMAN = {"index.md": "# Start\n", "guide/notes (v1).md": "# Anleitung\n"}


def alternate(prefix):
    return [
        {"name": "English", "link": f"{prefix}en/", "lang": "en"},
        {"name": "Deutsch", "link": f"{prefix}de/", "lang": "de"},
    ]


def built_each_for_itself(host, ours):
    extra = {"alternate": alternate("/")}
    host.build(ENGLISH, path="en/", ours=ours, extra=extra)
    host.build(GERMAN, path="de/", ours=ours, extra=extra)


def built_in_one(host, ours):
    docs = {f"en/{name}": text for name, text in ENGLISH.items()}
    docs |= {f"de/{name}": text for name, text in GERMAN.items()}
    docs["index.md"] = "# Which language?\n"
    host.build(docs, path="", ours=ours, extra={"alternate": alternate("/")})


def switched(browser, host, page, language, heading):
    """Where a reader of this page ends who picks the other language."""
    sitemaps = [f"{host.address}{folder}/sitemap.xml" for folder in ("en", "de")]
    browser.open(f"{host.address}{quote(page)}", *sitemaps)
    browser.choose(f".md-select__link[hreflang={language}]", heading)
    return browser.path


@pytest.mark.report("MAT-01")
@pytest.mark.parametrize("ours", [True, False])
def test_the_switcher_stays_on_the_page_where_each_language_is_built_for_itself(
    browser, make_host, ours
):
    host = make_host()
    built_each_for_itself(host, ours)
    english, german = "en/guide/notes (v1)/", "de/guide/notes (v1)/"
    assert switched(browser, host, english, "de", "Anleitung") == f"/{german}"
    assert switched(browser, host, german, "en", "Guide") == f"/{english}"
    assert switched(browser, host, "en/only/", "de", "Start") == "/de/"


@pytest.mark.parametrize("ours", [True, False])
def test_in_one_build_of_both_languages_it_goes_to_the_home_page_of_the_other(
    browser, make_host, ours
):
    # The theme asks for /de/sitemap.xml, and there is none.
    host = make_host()
    built_in_one(host, ours)
    assert switched(browser, host, "en/guide/notes (v1)/", "de", "Start") == "/de/"
