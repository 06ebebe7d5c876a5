from __future__ import annotations

import re
from collections.abc import Sequence
from urllib.robotparser import RobotFileParser

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from sitemap_plus.robots import Merged, Record, is_made_by_us, sitemap_records, with_sitemap

SITEMAP = "https://ex.org/sitemap_index.xml"
OTHER = "https://ex.org/other.xml"
BOM = b"\xef\xbb\xbf"


def merged(content: bytes | None) -> bytes:
    """What the file holds afterwards."""
    result = with_sitemap(content, SITEMAP)
    return (content or b"") if result.content is None else result.content


def read(content: bytes) -> RobotFileParser:
    """The file as the standard library reads it, given its lines as RFC 9309 has them."""
    parser = RobotFileParser()
    text = content.decode("utf-8", "replace").removeprefix("\ufeff")
    parser.parse(re.split(r"\r\n|\r|\n", text))
    return parser


def sitemaps(content: bytes) -> Sequence[str]:
    return read(content).site_maps() or []


@pytest.mark.report("ROB-07")
@pytest.mark.parametrize("content", [None, b""])
def test_a_file_made_from_nothing_lets_everybody_in_and_names_the_sitemap(
    content: bytes | None,
) -> None:
    assert with_sitemap(content, SITEMAP) == Merged(
        content=b"# Written by Sitemap Plus\nUser-agent: *\nAllow: /\n\n"
        b"Sitemap: https://ex.org/sitemap_index.xml\n"
    )
    assert read(merged(content)).can_fetch("any", "https://ex.org/a/")


def test_a_file_that_we_made_is_made_again() -> None:
    ours = with_sitemap(None, OTHER).content or b""
    assert is_made_by_us(ours)
    assert merged(ours) == merged(None)
    assert with_sitemap(merged(None), SITEMAP).content == merged(None)


@pytest.mark.parametrize(
    "changed",
    [
        lambda ours: ours + b"Disallow: /x\n",
        lambda ours: ours + b"\n",
        lambda ours: ours[:-1],
        lambda ours: b"\n" + ours,
        lambda ours: BOM + ours,
        lambda ours: ours.replace(b"\n", b"\r\n"),
        lambda ours: ours.replace(b"Allow: /", b"Allow: /a"),
        lambda ours: ours + ours.splitlines(keepends=True)[-1],
        lambda _: b"",
    ],
)
def test_a_file_that_somebody_changed_is_no_longer_ours(changed: object) -> None:
    ours = with_sitemap(None, OTHER).content or b""
    assert not is_made_by_us(changed(ours))  # type: ignore[operator]


@pytest.mark.report("ROB-01")
@pytest.mark.report("ROB-02")
@pytest.mark.report("ROB-09")
@pytest.mark.parametrize(
    ("content", "added"),
    [
        (b"User-agent: *\nDisallow: /x", b"\n\nSitemap: %s\n"),
        (b"User-agent: *\nDisallow: /x\n", b"\nSitemap: %s\n"),
        (b"User-agent: *\r\nDisallow: /x\r\n", b"\r\nSitemap: %s\r\n"),
        (b"User-agent: *\r\nDisallow: /x", b"\r\n\r\nSitemap: %s\r\n"),
        (b"User-agent: *\rDisallow: /x\r", b"\rSitemap: %s\r"),
        (b"User-agent: *", b"\n\nSitemap: %s\n"),
        (b"\n", b"\nSitemap: %s\n"),
        (b"# nothing", b"\n\nSitemap: %s\n"),
        (BOM, b"\n\nSitemap: %s\n"),
        (BOM + b"User-agent: *\nDisallow: /x\n", b"\nSitemap: %s\n"),
        (b"# caf\xe9\nUser-agent: *\n", b"\nSitemap: %s\n"),
        (b"User-agent: a\r\nDisallow: /\nUser-agent: b\n", b"\nSitemap: %s\n"),
    ],
)
def test_the_line_goes_to_the_end_behind_a_blank_line_in_the_files_own_line_ends(
    content: bytes, added: bytes
) -> None:
    assert merged(content) == content + added % SITEMAP.encode()


@pytest.mark.report("ROB-04")
@pytest.mark.parametrize(
    "line",
    [
        b"Sitemap: https://ex.org/sitemap_index.xml",
        b"sitemap: https://ex.org/sitemap_index.xml ",
        b"SITEMAP:https://ex.org/sitemap_index.xml",
        b"  Sitemap \t: \t https://ex.org/sitemap_index.xml\t# the index",
        b"Sitemap: https://EX.org:443/sitemap%5Findex.xml",
        b"Sitemap: https://ex.org/./sitemap_index.xml",
    ],
)
@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r", b""])
@pytest.mark.parametrize("before", [b"", BOM, b"User-agent: *\nDisallow: /x\n\n", b"\r\n"])
def test_a_line_that_is_there_in_any_spelling_is_not_added_again(
    before: bytes, line: bytes, end: bytes
) -> None:
    assert with_sitemap(before + line + end, SITEMAP) == Merged(content=None)


@pytest.mark.parametrize(
    "line",
    [
        b"# Sitemap: https://ex.org/sitemap_index.xml",
        b"Sitemap: https://ex.org/sitemap_index.xml.gz",
        b"Sitemap: http://ex.org/sitemap_index.xml",
        b"Sitemap: https://ex.org/sitemap_index.xml https://ex.org/b.xml",
        b"Sitemap: https://ex.org/a.xml, https://ex.org/sitemap_index.xml",
        b"Disallow: /xSitemap: https://ex.org/sitemap_index.xml",
        b"Sitemap https://ex.org/sitemap_index.xml",
        b"Sitemaps: https://ex.org/sitemap_index.xml",
    ],
)
def test_a_line_that_says_something_else_is_no_such_line(line: bytes) -> None:
    content = b"User-agent: *\n" + line + b"\n"
    assert merged(content) == content + f"\nSitemap: {SITEMAP}\n".encode()


@pytest.mark.report("ROB-08")
def test_other_sitemaps_stay_and_ours_has_a_line_of_its_own() -> None:
    content = b"Sitemap: https://ex.org/other.xml\nUser-agent: *\nDisallow:\n"
    assert sitemaps(merged(content)) == [OTHER, SITEMAP]


@pytest.mark.parametrize("url", ["/sitemap_index.xml", "sitemap_index.xml", "", "ex.org/a.xml"])
def test_a_record_without_an_absolute_url_is_a_warning_with_its_line(url: str) -> None:
    content = f"User-agent: *\r\nDisallow:\r\nSitemap: {url}\r\n".encode()
    result = with_sitemap(content, SITEMAP)
    assert result.content == content + f"\r\nSitemap: {SITEMAP}\r\n".encode()
    (problem,) = result.problems
    assert (problem.level, problem.where) == ("warning", "robots.txt:3")
    assert f"says {url!r}" in problem.message


@pytest.mark.report("ROB-10")
def test_a_byte_order_mark_hides_no_record_and_nothing_is_put_before_it() -> None:
    content = BOM + b"Sitemap: https://ex.org/other.xml\n"
    assert sitemap_records(content) == [Record(line=1, url=OTHER)]
    assert merged(content).startswith(content)
    assert not merged(None).startswith(BOM)


@pytest.mark.parametrize(
    "content",
    [
        "User-agent: *\n".encode("utf-16"),
        "User-agent: *\n".encode("utf-16-le"),
        "User-agent: *\n".encode("utf-32"),
        b"\xfe\xff",
        b"User-agent: *\n\0",
        b"<!DOCTYPE html><title>Not found</title>",
        b"\n  <html lang=en>",
        BOM + b"<?xml version='1.0'?>",
    ],
)
def test_what_is_no_text_for_crawlers_stays_and_the_user_gets_the_line(content: bytes) -> None:
    result = with_sitemap(content, SITEMAP)
    assert result.content is None
    (problem,) = result.problems
    assert (problem.level, problem.where) == ("warning", "robots.txt")
    assert f"'Sitemap: {SITEMAP}'" in problem.message


def test_records_are_read_in_the_order_of_the_file() -> None:
    content = (
        b"Sitemap: https://ex.org/a.xml\r\n\r\n\rSITEMAP :https://ex.org/b.xml#c\n"
        b"# Sitemap: https://ex.org/c.xml\nUser-agent: *\n\x0cSitemap: /d\nsitemap:\xff"
    )
    assert sitemap_records(content) == [
        Record(line=1, url="https://ex.org/a.xml"),
        Record(line=4, url="https://ex.org/b.xml"),
        Record(line=8, url="\ufffd"),
    ]
    assert sitemap_records(b"") == []


lines = st.sampled_from(
    [
        "User-agent: *",
        "user-agent: Googlebot",
        "User-agent: a # b",
        "Disallow: /x",
        "Disallow:",
        "Allow: /x/y?*$",
        "Crawl-delay: 5",
        "Host: ex.org",
        "Content-Signal: search=yes, ai-train=no",
        "License: https://ex.org/license.xml",
        f"Sitemap: {OTHER}",
        f"sitemap:{SITEMAP} # ours",
        "Sitemap: /relative.xml",
        "# Sitemap: https://ex.org/c.xml",
        "",
        "  ",
        "Disallow",
        ": /",
        "Übersicht: ü",
    ]
) | st.text(st.characters(codec="utf-8", exclude_characters="\0\r\n"), max_size=30)


def files(end: str) -> st.SearchStrategy[bytes]:
    return st.builds(
        lambda bom, content, last: bom + (end.join(content) + last).encode(),
        st.sampled_from([b"", b"", BOM]),
        st.lists(lines, min_size=1, max_size=12),
        st.sampled_from(["", end, end + end]),
    )


@given(st.binary() | files("\n") | files("\r\n") | files("\r"))
def test_not_a_byte_of_the_users_changes_and_a_second_merge_changes_nothing(
    content: bytes,
) -> None:
    first = merged(content)
    assert first.startswith(content)
    second = with_sitemap(first, SITEMAP)
    assert second.content is None or not content


def rules(content: bytes) -> list[str]:
    """All that the standard library reads but the sitemaps, which it keeps apart."""
    parser = read(content)
    default = [parser.default_entry] if parser.default_entry else []  # type: ignore[attr-defined]
    return [str(entry) for entry in [*parser.entries, *default]]  # type: ignore[attr-defined]


@given(files("\n") | files("\r\n"))
def test_one_record_is_added_and_no_other_is_changed(content: bytes) -> None:
    assume(content.strip())
    result = merged(content)
    assume(result != content)
    assert sitemaps(result) == [*sitemaps(content), SITEMAP]
    assert rules(result) == rules(content)
    assert [record.url for record in sitemap_records(result)] == [
        *(record.url for record in sitemap_records(content)),
        SITEMAP,
    ]
