"""robots.txt under Pelican: the user's file keeps every byte, and its source is never touched."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.pelican_plugin.conftest import Blog, post

POST = {"a.md": post("A", "Date: 2024-01-08")}
LINE = b"Sitemap: https://ex.org/sitemap.xml"
STATIC = {
    "STATIC_PATHS": ["extra/robots.txt"],
    "EXTRA_PATH_METADATA": {"extra/robots.txt": {"path": "robots.txt"}},
}


@pytest.fixture
def blog_with(make_blog: Callable[..., Blog]) -> Callable[..., Blog]:
    """Make a blog that has this robots.txt."""

    def make(robots: bytes, options: object = ..., **settings: object) -> Blog:
        return make_blog({**POST, "extra/robots.txt": robots}, options, **STATIC, **settings)

    return make


def test_without_a_robots_file_there_is_one_that_allows_all(make_blog: Callable[..., Blog]) -> None:
    blog = make_blog(POST)

    assert blog.build().files["robots.txt"] == (
        b"# Written by Sitemap Plus\nUser-agent: *\nAllow: /\n\n" + LINE + b"\n"
    )
    assert blog.build().files["robots.txt"].count(LINE) == 1


@pytest.mark.report("ROB-01")
@pytest.mark.report("ROB-02")
@pytest.mark.report("ROB-07")
@pytest.mark.report("ROB-09")
@pytest.mark.report("ROB-10")
@pytest.mark.parametrize(
    ("robots", "added"),
    [
        (b"User-agent: *\nDisallow: /x\n", b"\n" + LINE + b"\n"),
        (b"User-agent: *\nDisallow: /x", b"\n\n" + LINE + b"\n"),
        (b"User-agent: *\r\nDisallow: /x\r\n", b"\r\n" + LINE + b"\r\n"),
        (b"User-agent: *\r\nDisallow: /x", b"\r\n\r\n" + LINE + b"\r\n"),
        (b"\xef\xbb\xbfUser-agent: *\nDisallow:\n", b"\n" + LINE + b"\n"),
        (b"# just a comment", b"\n\n" + LINE + b"\n"),
        (b"# b\xfccher\nUser-agent: *\n", b"\n" + LINE + b"\n"),
    ],
)
def test_the_line_is_added_at_the_end_and_no_byte_changes(
    blog_with: Callable[..., Blog], robots: bytes, added: bytes
) -> None:
    blog = blog_with(robots)
    first, second = blog.build(), blog.build()

    assert first.files["robots.txt"] == second.files["robots.txt"] == robots + added
    assert (blog.folder / "content/extra/robots.txt").read_bytes() == robots


@pytest.mark.report("ROB-04")
@pytest.mark.parametrize(
    "robots",
    [
        b"User-agent: *\nDisallow:\nSitemap: https://ex.org/sitemap.xml\n",
        b"User-agent: *\r\nDisallow:\r\n  sitemap : https://EX.org:443/sitemap.xml \t# ours\r\n",
        b"\xef\xbb\xbfSITEMAP:https://ex.org/sitemap.xml",
    ],
)
def test_a_line_that_is_there_already_is_not_repeated(
    blog_with: Callable[..., Blog], robots: bytes
) -> None:
    assert blog_with(robots).build().files["robots.txt"] == robots


def test_a_relative_line_is_a_warning_and_stays(blog_with: Callable[..., Blog]) -> None:
    robots = b"User-agent: *\nDisallow:\nSitemap: /sitemap.xml\n"
    build = blog_with(robots).build()

    assert build.files["robots.txt"] == robots + b"\n" + LINE + b"\n"
    (warning,) = build.warnings
    assert warning.startswith("robots.txt:3: the Sitemap record says '/sitemap.xml'")


def test_a_robots_file_in_utf_16_stays_with_a_warning(blog_with: Callable[..., Blog]) -> None:
    robots = "User-agent: *\nDisallow: /x\n".encode("utf-16")
    build = blog_with(robots).build()

    assert build.files["robots.txt"] == robots
    assert len(build.warnings) == 1


@pytest.mark.report("ROB-08")
def test_extra_sitemaps_are_in_the_index_and_robots_has_one_line(
    blog_with: Callable[..., Blog],
) -> None:
    build = blog_with(
        b"User-agent: *\nDisallow:\n", {"extra_sitemaps": ["shop/sitemap.xml"]}
    ).build()

    assert build.files["robots.txt"].lower().count(b"sitemap:") == 1
    assert "https://ex.org/shop/sitemap.xml" in build.locs()


@pytest.mark.parametrize("link", ["hard", "symbolic"])
def test_a_linked_robots_file_is_replaced_and_its_source_is_untouched(
    blog_with: Callable[..., Blog], link: str
) -> None:
    robots = b"User-agent: *\nDisallow: /x"
    blog = blog_with(robots, STATIC_CREATE_LINKS=True)
    source, target = blog.folder / "content/extra/robots.txt", blog.output / "robots.txt"
    if link == "symbolic":
        # As Pelican does where source and output are on different disks.
        target.parent.mkdir()
        target.symlink_to(source)
    before = source.stat()
    first, second = blog.build(), blog.build()

    assert (
        first.files["robots.txt"] == second.files["robots.txt"] == robots + b"\n\n" + LINE + b"\n"
    )
    assert source.read_bytes() == robots
    assert (source.stat().st_ino, source.stat().st_mtime_ns) == (before.st_ino, before.st_mtime_ns)
    assert target.stat().st_ino != source.stat().st_ino
    assert not target.is_symlink()


def test_a_static_file_that_pelican_does_not_copy_again_has_one_line(
    blog_with: Callable[..., Blog],
) -> None:
    blog = blog_with(b"User-agent: *\nDisallow: /x\n", STATIC_CHECK_IF_MODIFIED=True)
    first, second = blog.build(), blog.build()
    source = blog.folder / "content/extra/robots.txt"
    source.write_bytes(b"User-agent: *\nDisallow: /y\n")
    later = (blog.output / "robots.txt").stat().st_mtime + 10
    os.utime(source, (later, later))
    third = blog.build()

    assert first.files["robots.txt"] == second.files["robots.txt"]
    assert third.files["robots.txt"] == b"User-agent: *\nDisallow: /y\n\n" + LINE + b"\n"


@pytest.mark.report("ROB-06")
def test_below_a_folder_no_crawler_reads_it_so_it_is_not_written_and_a_note_says_what_to_do(
    make_blog: Callable[..., Blog],
) -> None:
    blog = make_blog(POST, SITEURL="https://user.example/proj")
    build = blog.build()
    wanted = blog.build(SITEMAP_PLUS={"robots": True})
    again = blog.build()

    assert "robots.txt" not in build.names
    without_git, note = build.notes
    assert without_git == "a.md: is in no Git repository, so Git has no date for it"
    assert note.startswith("https://user.example/robots.txt: ")
    assert "'Sitemap: https://user.example/proj/sitemap.xml'" in note
    assert b"Sitemap: https://user.example/proj/sitemap.xml\n" in wanted.files["robots.txt"]
    assert "robots.txt" not in again.names


def test_turned_off_it_leaves_the_users_file_and_takes_its_own_away(
    make_blog: Callable[..., Blog], blog_with: Callable[..., Blog]
) -> None:
    robots = b"User-agent: *\n"
    blog = make_blog(POST)
    made = blog.build()
    gone = blog.build(SITEMAP_PLUS={"robots": False})

    assert blog_with(robots, {"robots": False}).build().files["robots.txt"] == robots
    assert "robots.txt" in made.names
    assert "robots.txt" not in gone.names


def test_a_robots_file_of_a_template_or_of_another_plugin_keeps_its_bytes(
    make_blog: Callable[..., Blog],
) -> None:
    plugin = """
from pathlib import Path
from pelican import signals

def write(generators):
    folder = Path(generators[0].output_path)
    folder.mkdir(exist_ok=True)
    (folder / "robots.txt").write_text("User-agent: *\\nDisallow: /plugin\\n")

def register():
    signals.all_generators_finalized.connect(write)
"""
    by_plugin = make_blog(
        POST,
        files={"plugins/robots_maker.py": plugin},
        PLUGIN_PATHS=["plugins"],
        PLUGINS=["robots_maker", "sitemap_plus"],
    ).run()
    by_template = make_blog(
        {**POST, "robots.txt": "User-agent: *\nDisallow: /{{ SITENAME }}\n"},
        TEMPLATE_PAGES={"robots.txt": "robots.txt"},
    ).build()

    assert by_plugin.files["robots.txt"] == (b"User-agent: *\nDisallow: /plugin\n\n" + LINE + b"\n")
    assert by_template.files["robots.txt"].startswith(b"User-agent: *\nDisallow: /Example\n")
    assert by_template.files["robots.txt"].count(LINE) == 1


def test_nothing_is_written_into_the_users_content(make_blog: Callable[..., Blog]) -> None:
    blog = make_blog(POST)
    content = blog.folder / "content"

    def state() -> dict[Path, int]:
        return {file: file.stat().st_mtime_ns for file in content.rglob("*")}

    before = state()
    blog.build()

    assert state() == before
