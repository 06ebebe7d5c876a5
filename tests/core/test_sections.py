from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import chain

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitemap_plus import Entry, render
from sitemap_plus.sections import MAX_BYTES, Sitemap, fits, sitemaps


def names(parts: Sequence[Sitemap]) -> list[str]:
    return [part.name for part in parts]


def written(part: Sitemap) -> int:
    return len(b"".join(render.urlset(part.entries, is_styled=True)))


def entries_of(section: str, number: int) -> list[Entry]:
    return [Entry(loc=f"https://ex.org/{section}/{n:05}/", section=section) for n in range(number)]


def test_each_section_has_a_sitemap_in_the_order_of_their_names() -> None:
    b, a = entries_of("b", 2), entries_of("a", 1)
    assert sitemaps([b[0], *a, b[1]], 50_000) == (
        Sitemap(name="sitemap-a.xml", entries=a),
        Sitemap(name="sitemap-b.xml", entries=b),
    )
    assert sitemaps([], 50_000) == ()


@pytest.mark.report("SIZE-01")
def test_the_first_file_keeps_its_name_when_there_is_one_entry_too_many() -> None:
    entries = entries_of("blog", 50_001)
    assert names(sitemaps(entries[:-1], 50_000)) == ["sitemap-blog.xml"]
    first, second = sitemaps(entries, 50_000)
    assert (first.name, second.name) == ("sitemap-blog.xml", "sitemap-blog.2.xml")
    assert (len(first.entries), len(second.entries)) == (50_000, 1)


@pytest.mark.report("SIZE-02")
def test_a_file_never_has_more_than_the_protocols_bytes() -> None:
    href = "https://ex.org/" + "a" * 2_000
    links = tuple((f"x{n}", href) for n in range(12))
    entries = [Entry(loc=f"https://ex.org/{n:05}/", alternates=links) for n in range(2_200)]
    first, second = sitemaps(entries, 50_000)
    assert written(first) <= MAX_BYTES == 50 * 1024 * 1024
    room = MAX_BYTES - written(first)
    assert render.size(second.entries[0]) > room
    assert [*first.entries, *second.entries] == entries
    assert fits(first.entries, 50_000)
    assert not fits(entries, 50_000)


def test_a_file_is_filled_to_the_last_byte() -> None:
    entries = entries_of("a", 10)
    whole = written(Sitemap(name="", entries=entries))
    assert len(sitemaps(entries, 50_000, max_bytes=whole)) == 1
    assert fits(entries, 50_000, max_bytes=whole)
    first, second = sitemaps(entries, 50_000, max_bytes=whole - 1)
    assert (len(first.entries), len(second.entries)) == (9, 1)
    assert not fits(entries, 50_000, max_bytes=whole - 1)


def test_an_entry_that_alone_is_too_large_has_a_file_of_its_own() -> None:
    entries = entries_of("a", 3)
    assert [len(part.entries) for part in sitemaps(entries, 50_000, max_bytes=1)] == [1, 1, 1]


def test_a_name_that_somebody_else_has_is_passed_over() -> None:
    taken = {"sitemap-a.xml", "sitemap-a.3.xml", "sitemap-b.2.xml"}
    parts = sitemaps(entries_of("a", 3) + entries_of("b", 1), 1, taken)
    assert names(parts) == [
        "sitemap-a.2.xml",
        "sitemap-a.4.xml",
        "sitemap-a.5.xml",
        "sitemap-b.xml",
    ]


@pytest.mark.report("DATE-25")
@pytest.mark.parametrize(
    ("lastmods", "newest"),
    [
        (["2024-01-08", "2023-12-31", None], "2024-01-08"),
        (["2024-01-08", "2024-01-08T00:00:00Z"], "2024-01-08T00:00:00Z"),
        (["2024-01-08T23:59:59Z", "2024-01-09"], "2024-01-09"),
        (["0999-12-31", "1970-01-01"], "1970-01-01"),
        ([None, None], None),
    ],
)
def test_a_sitemap_is_as_new_as_its_newest_entry(
    lastmods: list[str | None], newest: str | None
) -> None:
    entries = [Entry(loc="https://ex.org/", lastmod=lastmod) for lastmod in lastmods]
    assert Sitemap(name="sitemap.xml", entries=entries).lastmod == newest


links = (("de", "https://ex.org/de/?" + "&" * 200), ("en", "https://ex.org/en/"))
many_entries = st.lists(
    st.builds(
        Entry,
        loc=st.integers(1, 300).map(lambda n: "https://ex.org/" + "a&"[n % 2] * n),
        lastmod=st.sampled_from([None, "2024-01-08"]),
        alternates=st.sampled_from([(), (), links]),
        section=st.sampled_from(["a", "b", "main"]),
    ),
    max_size=60,
)


@given(many_entries, st.integers(1, 20), st.integers(4_000, 20_000))
def test_parts_lose_and_repeat_nothing_keep_the_order_and_stay_within_both_limits(
    entries: list[Entry], max_urls: int, max_bytes: int
) -> None:
    parts = sitemaps(entries, max_urls, max_bytes=max_bytes)
    for section in ("a", "b", "main"):
        of_section = [part for part in parts if part.entries[0].section == section]
        assert list(chain.from_iterable(part.entries for part in of_section)) == [
            entry for entry in entries if entry.section == section
        ]
    assert all(1 <= len(part.entries) <= max_urls for part in parts)
    assert all(written(part) <= max_bytes for part in parts)
    assert len(set(names(parts))) == len(parts)
    assert all(re.fullmatch(r"sitemap-[a-z]+(\.\d+)?\.xml", part.name) for part in parts)


@given(many_entries, st.integers(1, 20), st.integers(4_000, 20_000))
def test_entries_fit_if_and_only_if_one_file_can_hold_them(
    entries: list[Entry], max_urls: int, max_bytes: int
) -> None:
    size = written(Sitemap(name="", entries=entries))
    fit = len(entries) <= max_urls and size <= max_bytes
    assert fits(entries, max_urls, max_bytes) is (fit or not entries)
