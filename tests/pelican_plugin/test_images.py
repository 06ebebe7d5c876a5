"""Images of Pelican's own themes' pages: those of the text, and none of the theme's."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.pelican_plugin.conftest import SITE, Blog, Build, post

IMAGE = "{http://www.google.com/schemas/sitemap-image/1.1}"
PIXEL = b"GIF89a\x01\x00\x01\x00\x00\x00\x00,\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02L\x01\x00;"
A, UMLAUT = f"{SITE}images/a%20b.png", f"{SITE}images/%C3%BC.png"

CONTENT = {
    "one.md": post("One", "Date: 2024-01-01") + "\n![A]({static}/images/a%20b.png)\n",
    "two.md": post("Two", "Date: 2024-01-02") + "\n![B]({static}/images/ü.png)"
    " ![badge](https://badges.example/x.svg)\n",
    "three.md": post("Three", "Date: 2024-01-03", "Sitemap_images: images/own.png"),
    "four.md": post("Four", "Date: 2024-01-04", "Sitemap_images: no")
    + "\n![A]({static}/images/a%20b.png)\n",
    "pages/about.md": post("About") + "\n![A](/images/a%20b.png)\n",
    "images/a b.png": PIXEL,
    "images/ü.png": PIXEL,
    "images/own.png": PIXEL,
}


def images(build: Build) -> dict[str, list[str]]:
    assert build.warnings == []
    return {
        path: found
        for path, entry in build.entries.items()
        if (found := [each.text or "" for each in entry.iter(f"{IMAGE}loc")])
    }


@pytest.mark.parametrize("theme", ["notmyidea", "simple"])
def test_the_images_of_the_text_are_listed_and_not_the_themes(
    make_blog: Callable[..., Blog], theme: str
) -> None:
    found = images(make_blog(CONTENT, {"images": True}, THEME=theme).build())
    assert found["one.html"] == [A]
    assert found["two.html"] == [UMLAUT]
    assert found["three.html"] == [f"{SITE}images/own.png"]
    assert "four.html" not in found
    assert found["pages/about.html"] == [A]
    assert {each for urls in found.values() for each in urls} == {
        A,
        UMLAUT,
        f"{SITE}images/own.png",
    }


def test_a_list_of_articles_has_the_images_that_it_shows(make_blog: Callable[..., Blog]) -> None:
    found = images(make_blog(CONTENT, {"images": True}, THEME="notmyidea").build())
    assert found[""] == [A, UMLAUT]


def test_without_the_option_there_are_only_the_images_that_a_page_asks_for(
    make_blog: Callable[..., Blog],
) -> None:
    assert images(make_blog(CONTENT).build()) == {"three.html": [f"{SITE}images/own.png"]}
