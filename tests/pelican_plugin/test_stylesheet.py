"""The style sheet in blogs that are really built."""

from __future__ import annotations

from collections.abc import Callable

from tests.pelican_plugin.conftest import Blog, post

NAMED = b'<?xml-stylesheet type="text/css" href="sitemap.css"?>'
CONTENT = {"a.md": post("A", "Date: 2024-01-01")}


def test_each_sitemap_and_the_index_name_it_and_it_survives_a_second_build(
    make_blog: Callable[..., Blog],
) -> None:
    blog = make_blog(CONTENT)
    for build in (blog.build(), blog.build()):
        assert build.warnings == []
        assert b"@namespace" in (blog.output / "sitemap.css").read_bytes()
        sitemaps = [name for name in build.names if name.endswith(".xml")]
        assert [name for name in sitemaps if NAMED not in build.files[name]] == []


def test_a_static_file_of_the_users_stays_and_is_not_named(make_blog: Callable[..., Blog]) -> None:
    blog = make_blog(
        {**CONTENT, "extra/sitemap.css": "body {}"},
        STATIC_PATHS=["extra"],
        EXTRA_PATH_METADATA={"extra/sitemap.css": {"path": "sitemap.css"}},
    )
    for build in (blog.build(), blog.build()):
        assert (blog.output / "sitemap.css").read_bytes() == b"body {}"
        assert NAMED not in build.files["sitemap.xml"]
        assert [note for note in build.notes if "sitemap.css" in note]


def test_it_goes_when_it_is_not_wanted_any_more(make_blog: Callable[..., Blog]) -> None:
    blog = make_blog(CONTENT)
    blog.build()
    build = blog.build(SITEMAP_PLUS={"stylesheet": False})
    assert NAMED not in build.files["sitemap.xml"]
    assert not (blog.output / "sitemap.css").exists()
