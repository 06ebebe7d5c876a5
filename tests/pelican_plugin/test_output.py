"""The files themselves: the same bytes from the same blog, and none lost where writing fails."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from pathlib import Path
from urllib.parse import unquote

import pytest
from pelican import Pelican
from pelican.settings import read_settings

from sitemap_plus import OutputError
from tests.pelican_plugin.conftest import SITE, Blog, post

POSTS = {
    "a.md": post("A", "Date: 2024-01-08 23:30", "Tags: x, ä", "Priority: 0,5"),
    "b.md": post("B", "Date: 2024-01-08 23:30", "Modified: 2024-01-09", "Tags: x"),
    "b.de.md": post("B", "Date: 2024-01-08 23:30", "Slug: b", "Lang: de"),
    "c.md": post("C", "Tags: y"),
    "pages/p.md": post("P", "Slug: größe"),
}
EVERYTHING = {"gzip": "all", "text": True, "priority": 0.5, "section_by": "path"}


@pytest.mark.report("META-01")
@pytest.mark.report("BLD-06")
@pytest.mark.report("BLD-09")
def test_zone_locale_hash_seed_and_folder_of_the_build_change_no_byte(
    make_blog: Callable[..., Blog],
) -> None:
    files = [
        make_blog(POSTS, EVERYTHING, TIMEZONE="Europe/Vienna", LOCALE=[locale], DEFAULT_DATE="fs")
        .run(TZ=zone, LC_ALL=locale, LANG=locale, PYTHONHASHSEED=seed)
        .files
        for zone, locale, seed in (
            ("America/New_York", "C", "1"),
            ("Asia/Tokyo", "C.UTF-8", "2"),
        )
    ]

    assert files[0] == files[1]
    assert {"sitemap.xml.gz", "sitemap-main.xml", "sitemap.txt", "robots.txt"} <= files[0].keys()


@pytest.mark.parametrize(
    ("epoch", "dated"),
    [
        ("1704758400", {"a.html", "b.html", "b-de.html"}),  # 2024-01-09
        ("1577836800", set()),  # 2020
        ("", {"a.html", "b.html", "b-de.html"}),
        ("yesterday", {"a.html", "b.html", "b-de.html"}),
        ("99999999999999999", {"a.html", "b.html", "b-de.html"}),
    ],
)
def test_the_epoch_of_a_reproducible_build_is_its_now(
    make_blog: Callable[..., Blog], monkeypatch: pytest.MonkeyPatch, epoch: str, dated: set[str]
) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", epoch)
    posts = {name: text for name, text in POSTS.items() if name != "c.md"}
    build = make_blog(posts, DIRECT_TEMPLATES=[], TAG_SAVE_AS="", CATEGORY_SAVE_AS="").build()

    assert set(build.lastmods) == dated
    assert len(build.warnings) == (not dated)


def test_every_address_leads_to_a_file_and_is_ascii(make_blog: Callable[..., Blog]) -> None:
    build = make_blog({**POSTS, "c.md": post("C", "Date: 2024-01-01")}).build()

    assert "pages/gr%C3%B6%C3%9Fe.html" in build.paths
    for path in build.paths:
        assert path.isascii()
        assert (build.folder / (unquote(path) or "index.html")).is_file()


def test_a_folder_in_a_files_place_ends_the_build_and_the_rest_stays_whole(
    make_blog: Callable[..., Blog],
) -> None:
    blog = make_blog(POSTS)
    before = blog.build(DIRECT_TEMPLATES=["index"])
    (blog.output / "sitemap-tags.xml").unlink()
    (blog.output / "sitemap-tags.xml").mkdir()

    with pytest.raises(OutputError, match=r"sitemap-tags\.xml can't be written: Is a directory"):
        blog.build(DIRECT_TEMPLATES=["index", "tags"])

    whole = {name: content for name, content in before.files.items() if "tags" not in name}
    assert blog.state().files == whole


def test_a_folder_in_the_place_of_robots_ends_the_build(make_blog: Callable[..., Blog]) -> None:
    blog = make_blog(POSTS)
    blog.write({"robots.txt/.keep": ""}, below="output")

    with pytest.raises(OutputError, match=r"robots\.txt can't be (read|written): Is a directory"):
        blog.build()

    assert blog.state().files == {}


# Until the process ends: what measures the tests' coverage writes a file then.
FULL_DISK = """
import atexit, resource

_, most = resource.getrlimit(resource.RLIMIT_FSIZE)
resource.setrlimit(resource.RLIMIT_FSIZE, (50_000, most))
atexit.register(resource.setrlimit, resource.RLIMIT_FSIZE, (most, most))
"""


def test_a_full_disk_ends_the_build_and_the_files_before_stay_whole(
    make_blog: Callable[..., Blog],
) -> None:
    blog = make_blog(POSTS, {"extra_urls": ["x/"]})
    before = blog.build()
    urls = [f"a-long-way-to-go/{number}/" for number in range(2_000)]
    text = blog.conf.read_text().replace("['x/']", repr(urls))
    blog.conf.write_text(text + FULL_DISK)
    build = blog.run()

    assert build.exit_code == 1
    assert f"{blog.output} can't be written: File too large" in build.printed
    assert "Traceback" not in build.printed
    assert build.files == before.files


def test_new_files_get_the_mode_of_the_umask_and_old_ones_keep_theirs(
    make_blog: Callable[..., Blog],
) -> None:
    blog = make_blog(POSTS)
    umask = os.umask(0o027)
    try:
        blog.build(DIRECT_TEMPLATES=["index"])
        pages = blog.output / "sitemap-pages.xml"
        new = stat.S_IMODE(pages.stat().st_mode)
        pages.chmod(0o600)
        blog.build(DIRECT_TEMPLATES=["index"], SITEMAP_PLUS={"priority": 0.5})
    finally:
        os.umask(umask)

    assert b"<priority>0.5</priority>" in pages.read_bytes()
    assert (new, stat.S_IMODE(pages.stat().st_mode)) == (0o640, 0o600)


def test_the_output_may_be_relative_or_a_link(
    make_blog: Callable[..., Blog], monkeypatch: pytest.MonkeyPatch
) -> None:
    blog = make_blog(POSTS)
    normal = blog.build().files
    monkeypatch.chdir(blog.folder)
    # Without a settings file Pelican leaves the paths as they are.
    settings = {**blog.settings(), "PATH": "content", "OUTPUT_PATH": "relative"}
    Pelican(read_settings(override=settings)).run()
    Path("real").mkdir()
    Path("linked").symlink_to("real")
    linked = blog.build(OUTPUT_PATH=str(blog.folder / "linked"))

    for folder in ("relative", "real"):
        assert {
            file.name: file.read_bytes()
            for file in Path(folder).iterdir()
            if file.name.startswith(("sitemap", "robots")) and file.suffix != ".css"
        } == normal
    assert Path("linked").is_symlink()
    assert linked.warnings == []


def test_the_last_lines_of_the_log_say_what_was_written_and_how_many_dates_it_has(
    make_blog: Callable[..., Blog],
) -> None:
    build = make_blog(POSTS).build()
    *_, summary, last = [
        message for message in build.messages if message[1].startswith("Sitemap Plus")
    ]

    assert summary[1].startswith(f"Sitemap Plus: {len(build.paths)} URLs in ")
    assert "sitemap.xml" in summary[1]
    counts = "8 from lists, 2 from published, 1 from metadata, 1 without"
    assert last == ("INFO", f"Sitemap Plus: lastmod: {counts}")


def test_a_site_of_a_folder_has_its_home_page_in_that_folder(
    make_blog: Callable[..., Blog],
) -> None:
    build = make_blog(POSTS, SITEURL=f"{SITE}docs").build()

    assert "docs/" in build.paths
    assert all(path.startswith("docs/") for path in build.paths)
