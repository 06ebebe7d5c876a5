"""Which images of a page are listed."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from time import process_time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitemap_plus import Page, Plan, Settings
from sitemap_plus.entries import list_entries
from sitemap_plus.images import candidates, images_in

Listed = Callable[..., tuple[list[str], list[str]]]
SITE = "https://ex.org/"
PAGE = "https://ex.org/docs/a/"
PIXEL = "data:image/gif;base64,R0lGODlhAQABAAAAACw="

# The body of a page, and which of its images are those of its main content.
MAIN = {
    "without any landmark all of the body counts": (
        "<p><img src=a.png></p><div><img src=b.png></div>",
        "a b",
    ),
    "without a main element, what frames the text does not count": (
        (
            "<header><img src=logo.png></header><nav><img src=n.png></nav><p><img src=a.png></p>"
            "<aside><img src=s.png></aside><footer><img src=f.png></footer>"
        ),
        "a",
    ),
    "roles frame the text as elements do": (
        (
            "<div role=banner><img src=l.png></div><div role=Navigation><img src=n.png></div>"
            "<img src=a.png><div role=complementary><img src=s.png></div>"
            "<div role=contentinfo><img src=f.png></div><div role=search><img src=q.png></div>"
        ),
        "a",
    ),
    "main counts and nothing outside of it": (
        "<img src=logo.png><main><img src=a.png></main><article><img src=b.png></article>",
        "a",
    ),
    "the role main is as good": ("<img src=logo.png><div role=main><img src=a.png></div>", "a"),
    "in main too, navigation and asides are the theme's": (
        (
            "<main><nav><img src=n.png></nav><aside><img src=s.png></aside>"
            "<img src=a.png><footer><img src=f.png></footer></main>"
        ),
        "a",
    ),
    "a header in main is content": ("<main><header><img src=a.png></header></main>", "a"),
    "an aside of a text is part of the text": (
        (
            "<main><article><aside><img src=a.png></aside></article>"
            "<section><aside><img src=b.png></aside></section></main>"
        ),
        "a b",
    ),
    "articles stand for main where there is none": (
        (
            "<img src=logo.png><article><img src=a.png></article>"
            "<aside><article><img src=b.png></article></aside>"
        ),
        "a b",
    ),
    "what follows something of the theme counts": (
        (
            "<main><nav role=article><img src=n.png></nav><img src=a.png><aside role=article>"
            "<img src=s.png></aside><article><aside role=article><img src=b.png></aside></article>"
            "<aside><img src=t.png></aside><img src=c.png></main>"
        ),
        "a b c",
    ),
    "an article in an article counts once, in its place": (
        "<article><img src=a.png><article><img src=b.png></article><img src=c.png></article>",
        "a b c",
    ),
    "the id content stands for main after that": (
        "<img src=logo.png><section id=content><img src=a.png></section>",
        "a",
    ),
    "a template is no content": ("<main><template><img src=t.png></template></main>", ""),
    "comments hide what is in them": ("<main><!-- <img src=a.png> --><?php <img> ?></main>", ""),
    "only img elements are images": (
        (
            "<main><svg><image href=s.png></image></svg><input type=image src=i.png>"
            "<div style='background:url(b.png)'></div><video poster=v.png></video></main>"
        ),
        "",
    ),
}

# What stands in the main content, and the addresses of the images there.
ADDRESSES = {
    "relative to the page": ("<img src=b.png>", ["https://ex.org/docs/a/b.png"]),
    "out of the site's folder, on its host": (
        "<img src=../../b.png><img src=/c.png>",
        ["https://ex.org/b.png", "https://ex.org/c.png"],
    ),
    "without a scheme": ("<img src=//cdn.ex.org/b.png>", ["https://cdn.ex.org/b.png"]),
    "encoded, with its query and without its fragment": (
        "<img src=' /ü b.png?v=1&amp;w=2#top '>",
        ["https://ex.org/%C3%BC%20b.png?v=1&w=2"],
    ),
    "encoded already": ("<img src=/%C3%BC%20b.png>", ["https://ex.org/%C3%BC%20b.png"]),
    "once, however it is spelled": (
        "<img src=/b.png><img src=https://EX.org:443/x/../b.png><img src=/%62.png>",
        ["https://ex.org/b.png"],
    ),
    "of a picture, what its img says": (
        "<picture><source srcset=/b.webp><img src=/b.png></picture>",
        ["https://ex.org/b.png"],
    ),
    "the largest of a set where src says nothing": (
        "<img srcset='/s.png 1x, /l.png 2x'><img src='' srcset='/n.png 300w, /w.png 900.5w'>",
        ["https://ex.org/l.png", "https://ex.org/w.png"],
    ),
    "src before a set": ("<img src=/b.png srcset='/l.png 2x'>", ["https://ex.org/b.png"]),
    "the set of a picture's source where img says nothing": (
        "<picture><source srcset=/b.webp><img alt=b></picture>",
        ["https://ex.org/b.webp"],
    ),
    "the first source's set of several": (
        (
            "<picture><source media=print><source srcset=/b.avif><source srcset=/c.webp>"
            "<img alt=b></picture><picture><source data-srcset='/d.webp 1x'><source srcset=/e.webp>"
            f"<img src='{PIXEL}'></picture><img alt='in no picture'>"
        ),
        ["https://ex.org/b.avif", "https://ex.org/d.webp"],
    ),
    "loaded late by a script": (
        (
            f"<img src='{PIXEL}' data-src=/b.png><img data-lazy-src=/c.png src=/wait.gif>"
            "<img data-original=/d.png><img data-srcset='/e.png 1x, /f.png 2x'>"
        ),
        [f"https://ex.org/{name}.png" for name in "bcdf"],
    ),
    "loaded late, with the image for readers without scripts": (
        (
            f"<img src='{PIXEL}' data-src=/b.png><noscript><img src=/b.png></noscript>"
            f"<img class=lazy src='{PIXEL}'><noscript><img src=/c.png></noscript>"
            "<img src=/d.png loading=lazy>"
        ),
        ["https://ex.org/b.png", "https://ex.org/c.png", "https://ex.org/d.png"],
    ),
    "of no other scheme": (
        (
            f"<img src='{PIXEL}'><img src=blob:https://ex.org/1><img src=about:blank>"
            "<img src=file:///b.png><img src='javascript:0'><img src='https://['>"
            "<img src='#a'><img>"
        ),
        [],
    ),
    "not too long": (f"<img src=/{'b' * 2100}.png>", []),
    "no pixel that counts readers": (
        (
            "<img src=/p.png width=1 height=1><img src=/q.png width=0 height='1px'>"
            "<img src=/b.png width=1><img src=/c.png width=100 height=1>"
        ),
        ["https://ex.org/b.png", "https://ex.org/c.png"],
    ),
}


def page(tmp_path: Path, body: str, head: str = "") -> Path:
    file = tmp_path / "index.html"
    file.write_text(f"<!doctype html><head>{head}</head><body>{body}", encoding="utf-8")
    return file


@pytest.mark.parametrize("case", MAIN)
def test_the_images_are_those_of_the_main_content(case: str, tmp_path: Path) -> None:
    body, expected = MAIN[case]
    found = images_in(page(tmp_path, body), SITE)
    assert found == [f"{SITE}{name}.png" for name in expected.split()]


@pytest.mark.parametrize("case", ADDRESSES)
def test_an_images_address_is_whole_and_encoded(case: str, tmp_path: Path) -> None:
    content, expected = ADDRESSES[case]
    assert images_in(page(tmp_path, f"<main>{content}</main>"), PAGE) == expected


@pytest.mark.parametrize(
    ("base", "expected"),
    [
        ("<base href=/other/>", "https://ex.org/other/b.png"),
        ("<base href=x/>", "https://ex.org/docs/a/x/b.png"),
        ("<base target=_top><base href=https://b.org/>", "https://b.org/b.png"),
        ("<base href='data:,'>", "https://ex.org/docs/a/b.png"),
    ],
)
def test_the_base_of_the_page_is_honoured(base: str, expected: str, tmp_path: Path) -> None:
    assert images_in(page(tmp_path, "<img src=b.png>", base), PAGE) == [expected]


def test_a_file_that_cannot_be_read_or_is_empty_has_no_images(tmp_path: Path) -> None:
    (tmp_path / "empty.html").touch()
    (tmp_path / "comment.html").write_bytes(b"<!-- <img src=a.png> -->")
    (tmp_path / "bytes.html").write_bytes(b"\0\xff<img src=a\xff.png>\0")
    assert images_in(tmp_path / "none.html", SITE) == []
    assert images_in(tmp_path, SITE) == []
    assert images_in(tmp_path / "empty.html", SITE) == []
    assert images_in(tmp_path / "comment.html", SITE) == []
    assert len(images_in(tmp_path / "bytes.html", SITE)) <= 1


def test_a_page_can_be_nested_deep(tmp_path: Path) -> None:
    assert images_in(page(tmp_path, f"{'<div>' * 1_500}<img src=a.png>"), SITE) == [f"{SITE}a.png"]
    assert images_in(page(tmp_path, f"<img src=a.png>{'<div>' * 99_000}"), SITE) == [f"{SITE}a.png"]


def test_images_deep_in_a_page_take_no_longer(tmp_path: Path) -> None:
    images = "".join(f"<img src={number}.png>" for number in range(2_000))

    def seconds(depth: int) -> float:
        file = page(tmp_path, f"{'<div>' * depth}{images}")
        start = process_time()
        assert len(images_in(file, SITE)) == 2_000
        return process_time() - start

    assert min(seconds(1_000) for _ in range(3)) < 4 * max(seconds(1) for _ in range(3))


def test_of_a_very_long_page_the_beginning_counts(tmp_path: Path) -> None:
    body = f"<img src=a.png><p>{'x' * (4 << 20)}</p><img src=b.png>"
    assert images_in(page(tmp_path, body), SITE) == [f"{SITE}a.png"]


@pytest.mark.parametrize(
    ("srcset", "expected"),
    [
        ("", []),
        (" , ,", []),
        ("a.png", ["a.png"]),
        ("a.png, b.png 2x", ["b.png", "a.png"]),
        ("a.png 1x,b.png 1.5x", ["b.png", "a.png"]),
        ("a,b.png 1x, c,d.png 2x", ["c,d.png", "a,b.png"]),
        ("a.png,, b.png", ["a.png", "b.png"]),
        ("a.png 100w 50h, b.png 200w 100h", ["b.png", "a.png"]),
        ("a.png x(1, 2) 3x, b.png 2x", ["a.png", "b.png"]),
        ("a.png x(1, b.png 2x", ["a.png"]),
        ("data:image/png;base64,AAAA 1x, b.png 2x", ["b.png", "data:image/png;base64,AAAA"]),
        ("a.png\n\t640w,\n b.png\n 320w", ["a.png", "b.png"]),
    ],
)
def test_a_srcset_is_read_as_browsers_read_it(srcset: str, expected: list[str]) -> None:
    assert candidates(srcset) == expected


written = st.tuples(
    st.from_regex(r"[a-z/:](?:[a-z0-9,;=/.()]{0,8}[a-z0-9/])?", fullmatch=True),
    st.integers(1, 9_999),
    st.sampled_from([", ", ",", " , ", ",\n"]),
)


@given(st.lists(written, max_size=6))
def test_what_is_written_as_a_srcset_is_read_back(sets: list[tuple[str, int, str]]) -> None:
    text = "".join(f"{url} {width}w{comma}" for url, width, comma in sets)
    assert candidates(text) == [url for url, *_ in sorted(sets, key=lambda each: -each[1])]


@given(st.text(alphabet="a,() \t1wx.%", max_size=60))
def test_each_candidate_stands_in_its_srcset(text: str) -> None:
    for url in candidates(text):
        assert url in text
        assert not re.search(r"\s|,$", url)


@pytest.fixture
def listed(tmp_path: Path, settings_of: Callable[..., Settings], now: datetime) -> Listed:
    """The images of a page with this body, and what there is to say."""

    def images(body: str, asked: object = None, **options: Any) -> tuple[list[str], list[str]]:
        front = {"sitemap": {"images": asked}}
        one = Page(url=PAGE, source="a.md", built_file=page(tmp_path, body), metadata=front)
        listing = list_entries([one], settings_of(lastmod=[], **options), now)
        told = [f"{each.level} {each}" for each in listing.problems]
        return list(listing.entries[0].images), told

    return images


BODY = "<img src=a.png><img src=http://ex.org/b.png><img src=https://CDN.ex.org/c.png>"
OWN = [f"{PAGE}a.png", "http://ex.org/b.png"]


def test_images_are_listed_only_where_they_are_asked_for(listed: Listed) -> None:
    assert listed(BODY) == ([], [])
    assert listed(BODY, images=False) == ([], [])
    assert listed(BODY, images="yes") == (OWN, [])


def test_images_of_other_hosts_are_listed_if_the_host_is_named(listed: Listed) -> None:
    assert listed(BODY, images=["cdn.ex.org"]) == ([*OWN, "https://CDN.ex.org/c.png"], [])
    assert listed(BODY, images="CDN.ex.org") == ([*OWN, "https://CDN.ex.org/c.png"], [])
    assert listed(BODY, images=["ex.org", "other.org"]) == (OWN, [])
    port = "<img src=https://bücher.example:8080/a.png>"
    assert listed(port, images=["bücher.example"])[0] == []
    assert listed(port, images=["BÜCHER.example:8080"])[0] == [
        "https://xn--bcher-kva.example:8080/a.png"
    ]


def test_a_page_has_the_last_word(listed: Listed) -> None:
    assert listed(BODY, asked=False, images=True) == ([], [])
    assert listed(BODY, asked="no", images=True) == ([], [])
    assert listed(BODY, asked=[], images=True) == ([], [])
    assert listed(BODY, asked=True) == (OWN, [])


@pytest.mark.parametrize("images", [True, False])
def test_a_page_can_name_its_images_from_anywhere(listed: Listed, images: bool) -> None:
    named = ["/ü b.png", "x/a.png", "https://cdn.other.org/c.png?a&b", "https://ex.org/x/a.png#t"]
    expected = [f"{SITE}%C3%BC%20b.png", f"{SITE}x/a.png", "https://cdn.other.org/c.png?a&b"]
    assert listed(BODY, asked=named, images=images) == (expected, [])
    assert listed(BODY, asked="\n".join(named), images=images) == (expected, [])


@pytest.mark.parametrize("bad", [PIXEL, "https://[", 7, {"a": 1}, ["a.png", ""], "blob:x"])
def test_what_is_no_address_is_a_problem_and_counts_as_not_written(
    listed: Listed, bad: object
) -> None:
    found, (problem,) = listed(BODY, asked=bad, images=True)
    assert found == OWN
    assert problem.startswith("warning a.md: sitemap.images")


def test_no_more_images_are_listed_than_google_takes_and_one_note_says_so(listed: Listed) -> None:
    many = "".join(f"<img src=/{number}.png>" for number in range(1_204))
    found, told = listed(many, images=True)
    assert found == [f"{SITE}{number}.png" for number in range(1_000)]
    assert told == [
        (
            "info a.md: shows 1,204 images; the first 1,000 of a page are listed, as many as Google"
            " takes"
        )
    ]
    assert listed(many[: many.index("<img src=/1000.")], images=True)[1] == []


def test_a_page_without_a_file_has_no_images(
    settings_of: Callable[..., Settings], now: datetime
) -> None:
    listing = list_entries([Page(url=SITE)], settings_of(images=True), now)
    assert listing.entries[0].images == ()
    assert listing.problems == ()


def test_a_transform_can_change_images(plan_of: Callable[..., Plan]) -> None:
    def with_images(images: Any) -> Plan:
        return plan_of(["a/"], transform=lambda entry: replace(entry, images=images))

    changed = with_images(["https://cdn.org/ü.png"])
    assert changed.entries[0].images == ("https://cdn.org/%C3%BC.png",)
    assert changed.problems == ()
    for wrong in (["/a.png"], None, [f"{SITE}{number}.png" for number in range(1_001)]):
        kept = with_images(wrong)
        assert kept.entries[0].images == ()
        assert len(kept.problems) == 1
