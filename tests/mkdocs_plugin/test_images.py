"""Images of real themes' pages: those of the text, and none of the theme's."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest

from tests.mkdocs_plugin.conftest import SITE_URL, needs

SITEMAP = "{http://www.sitemaps.org/schemas/sitemap/0.9}"
IMAGE = "{http://www.google.com/schemas/sitemap-image/1.1}"
PIXEL = b"GIF89a\x01\x00\x01\x00\x00\x00\x00,\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02L\x01\x00;"

DOCS = {
    "index.md": "# Home\n\n![A](img/a b.png)\n\n![badge](https://badges.example/x.svg)\n",
    "guide/setup.md": "# Setup\n\n![B](../img/ü.png)\n\n"
    '![C](https://cdn.example/c.png){ loading="lazy" }\n',
    "guide/own.md": "---\nsitemap:\n  images: [img/own.png]\n---\n\n![A](../img/a%20b.png)\n",
    "guide/none.md": "---\nsitemap:\n  images: false\n---\n\n![A](../img/a%20b.png)\n",
    "img/a b.png": PIXEL,
    "img/ü.png": PIXEL,
    "img/own.png": PIXEL,
    "img/logo.png": PIXEL,
}
A, UMLAUT = f"{SITE_URL}img/a%20b.png", f"{SITE_URL}img/%C3%BC.png"
CDN = "https://cdn.example/c.png"


def images(build):
    assert build.exit_code == 0, build.output
    return {
        (url.findtext(f"{SITEMAP}loc") or "").removeprefix(SITE_URL): [
            each.text for each in url.iter(f"{IMAGE}loc")
        ]
        for url in build.root()
        if url.find(f"{IMAGE}image") is not None
    }


@pytest.mark.parametrize(
    "theme",
    [
        "mkdocs",
        pytest.param("readthedocs", marks=needs("mkdocs")),
        pytest.param(
            {"name": "material", "logo": "img/logo.png", "features": ["navigation.tabs"]},
            marks=needs("mkdocs-material"),
        ),
    ],
    ids=str,
)
def test_the_images_of_the_text_are_listed_and_not_the_themes(make_site, theme):
    site = make_site(
        DOCS,
        {"images": ["cdn.example"]},
        theme=theme,
        markdown_extensions=["attr_list"],
        copyright='<img src="/img/logo.png">',
    )
    assert images(site.build("--strict")) == {
        "": [A],
        "guide/setup/": [UMLAUT, CDN],
        "guide/own/": [f"{SITE_URL}img/own.png"],
    }


@needs("mkdocs-material")
def test_a_list_of_posts_has_the_posts_images_without_their_authors_portraits(make_site):
    authors = "authors:\n  ann: {name: Ann, description: Writes, avatar: /img/logo.png}\n"
    post = "---\ndate: 2024-01-0{n}\nauthors: [ann]\n---\n\n# Post {n}\n\n![A](../../img/{name})\n"
    docs = {
        **DOCS,
        "blog/index.md": "# Blog\n",
        "blog/.authors.yml": authors,
        "blog/posts/one.md": post.format(n=1, name="a%20b.png") + "\n<!-- more -->\n",
        "blog/posts/two.md": post.format(n=2, name="ü.png") + "\n<!-- more -->\n",
    }
    theme = {"name": "material", "logo": "img/logo.png"}
    found = images(make_site(docs, {"images": True}, theme=theme, before=["blog"]).build())
    assert found["blog/"] == [UMLAUT, A]
    assert found["blog/2024/01/01/post-1/"] == [A]
    assert not [each for urls in found.values() for each in urls if "logo" in each]


def test_without_the_option_there_are_only_the_images_that_a_page_asks_for(make_site):
    assert images(make_site(DOCS).build("--strict")) == {"guide/own/": [f"{SITE_URL}img/own.png"]}


def test_images_below_a_sub_path_are_where_they_are_served(make_site):
    site = make_site(DOCS, {"images": True}, site_url=f"{SITE_URL}docs/")
    found = images(site.build("--strict"))
    assert found["docs/"] == [f"{SITE_URL}docs/img/a%20b.png"]
    assert found["docs/guide/own/"] == [f"{SITE_URL}docs/img/own.png"]


def test_a_wrong_image_is_a_warning_that_names_the_page(make_site):
    front = {"a.md": "sitemap:\n  images: ['data:image/png,x']"}
    build = make_site({"index.md": "# Home\n"}, front=front).build()
    assert build.warnings == [
        (
            "sitemap_plus: a.md: sitemap.images[0]: found 'data:image/png,x', "
            "expected the address of an image, or its path in the site"
        )
    ]


@needs("mkdocs-material")
def test_emoji_from_elsewhere_are_no_images(make_site):
    docs = {"index.md": "# Home\n\n:smile:\n"}
    site = make_site(docs, {"images": True}, markdown_extensions=["pymdownx.emoji"])
    build = site.build("--strict")
    assert "<img" in (build.folder / "index.html").read_text("utf-8")
    assert images(build) == {}


def test_an_image_is_read_by_the_standard_library_as_it_went_in(make_site):
    build = make_site({"index.md": "![A](/a.png?b=1&c)\n"}, {"images": True}).build()
    assert [
        each.text for each in ET.fromstring(build.files["sitemap.xml"]).iter(f"{IMAGE}loc")
    ] == [f"{SITE_URL}a.png?b=1&c"]
