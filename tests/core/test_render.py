from __future__ import annotations

import gzip
import xml.etree.ElementTree as ET
from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitemap_plus import Entry, render

SITEMAP = "{http://www.sitemaps.org/schemas/sitemap/0.9}"
LINK = "{http://www.w3.org/1999/xhtml}link"
IMAGE = "{http://www.google.com/schemas/sitemap-image/1.1}"
ALTERNATES = (("de", "https://ex.org/de/"), ("en", "https://ex.org/en/?a&b=c"))
IMAGES = ("https://ex.org/a.png", "https://cdn.ex.org/b?c&d")


def joined(chunks: Iterable[bytes]) -> bytes:
    return b"".join(chunks)


def read_back(xml: bytes) -> list[Entry]:
    """The entries of a sitemap as the standard library reads them."""
    root = ET.fromstring(xml)
    assert root.tag == f"{SITEMAP}urlset"
    return [
        Entry(
            loc=url.findtext(f"{SITEMAP}loc") or "",
            lastmod=url.findtext(f"{SITEMAP}lastmod"),
            changefreq=url.findtext(f"{SITEMAP}changefreq"),
            priority=None if (p := url.findtext(f"{SITEMAP}priority")) is None else float(p),
            alternates=tuple(
                (each.attrib["hreflang"], each.attrib["href"]) for each in url.iter(LINK)
            ),
            images=tuple(each.text or "" for each in url.iter(f"{IMAGE}loc")),
        )
        for url in root
    ]


def test_a_sitemap_is_what_the_protocol_shows() -> None:
    entries = [
        Entry(loc="https://ex.org/"),
        Entry(
            loc="https://ex.org/a/",
            lastmod="2024-01-08",
            changefreq="weekly",
            priority=0.8,
            alternates=ALTERNATES,
            images=IMAGES,
        ),
    ]
    assert joined(render.urlset(entries)).decode() == (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        "<!-- Written by Sitemap Plus -->\n"
        '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" '
        'xmlns:xhtml="http://www.w3.org/1999/xhtml" '
        'xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">\n'
        "<url><loc>https://ex.org/</loc></url>\n"
        "<url><loc>https://ex.org/a/</loc><lastmod>2024-01-08</lastmod>"
        "<changefreq>weekly</changefreq><priority>0.8</priority>\n"
        '<xhtml:link rel="alternate" hreflang="de" href="https://ex.org/de/"/>\n'
        '<xhtml:link rel="alternate" hreflang="en" href="https://ex.org/en/?a&amp;b=c"/>\n'
        "<image:image><image:loc>https://ex.org/a.png</image:loc></image:image>\n"
        "<image:image><image:loc>https://cdn.ex.org/b?c&amp;d</image:loc></image:image></url>\n"
        "</urlset>\n"
    )


def test_an_index_is_what_the_protocol_shows() -> None:
    listed = [("https://ex.org/sitemap-a.xml", "2024-01-08"), ("https://ex.org/b?c&d", None)]
    assert joined(render.index(listed)).decode() == (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        "<!-- Written by Sitemap Plus -->\n"
        '<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n'
        "<sitemap><loc>https://ex.org/sitemap-a.xml</loc><lastmod>2024-01-08</lastmod></sitemap>\n"
        "<sitemap><loc>https://ex.org/b?c&amp;d</loc></sitemap>\n"
        "</sitemapindex>\n"
    )


def test_text_is_one_url_a_line() -> None:
    entries = [Entry(loc="https://ex.org/"), Entry(loc="https://ex.org/a?b&c", priority=1.0)]
    assert joined(render.text(entries)) == b"https://ex.org/\nhttps://ex.org/a?b&c\n"


@pytest.mark.report("XML-01")
@pytest.mark.report("XML-02")
@pytest.mark.parametrize("position", [None, 0, 600, 1199])
def test_the_namespace_of_links_is_declared_if_any_entry_has_one(position: int | None) -> None:
    entries = [
        Entry(loc=f"https://ex.org/{n}/", alternates=ALTERNATES if n == position else ())
        for n in range(1200)
    ]
    xml = joined(render.urlset(entries))
    assert (b"xmlns:xhtml" in xml) is (position is not None)
    assert read_back(xml) == entries


@pytest.mark.parametrize("position", [None, 0, 1199])
def test_the_namespace_of_images_is_declared_if_any_entry_has_one(position: int | None) -> None:
    entries = [
        Entry(loc=f"https://ex.org/{n}/", images=IMAGES if n == position else ())
        for n in range(1200)
    ]
    xml = joined(render.urlset(entries))
    assert (b"xmlns:image" in xml) is (position is not None)
    assert read_back(xml) == entries


def test_of_an_image_nothing_is_said_but_where_it_is() -> None:
    root = ET.fromstring(joined(render.urlset([Entry(loc="https://ex.org/", images=IMAGES)])))
    tags = {each.tag for each in root.iter() if each.tag.startswith(IMAGE)}
    assert tags == {f"{IMAGE}image", f"{IMAGE}loc"}


@pytest.mark.report("XML-07")
def test_a_link_has_the_three_attributes_that_search_engines_want() -> None:
    entry = Entry(loc="https://ex.org/de/", alternates=ALTERNATES)
    for link in ET.fromstring(joined(render.urlset([entry]))).iter(LINK):
        assert set(link.attrib) == {"rel", "hreflang", "href"}
        assert link.attrib["rel"] == "alternate"


@pytest.mark.report("ENC-05")
@pytest.mark.report("ENC-06")
def test_an_ampersand_is_escaped_once() -> None:
    entry = Entry(loc="https://ex.org/R&D.html?page=1&amp;sort=a")
    xml = joined(render.urlset([entry]))
    assert b"<loc>https://ex.org/R&amp;D.html?page=1&amp;amp;sort=a</loc>" in xml
    assert read_back(xml) == [entry]


@pytest.mark.report("META-01")
@pytest.mark.report("META-05")
@pytest.mark.parametrize(
    ("priority", "text"),
    [(0.0, "0.0"), (1.0, "1.0"), (0.5, "0.5"), (0.1 + 0.2, "0.3"), (1e-7, "0.0"), (0.999, "1.0")],
)
def test_a_priority_is_a_short_decimal_number(priority: float, text: str) -> None:
    xml = joined(render.urlset([Entry(loc="https://ex.org/", priority=priority)]))
    assert f"<priority>{text}</priority>".encode() in xml


entries = st.builds(
    Entry,
    loc=st.from_regex(r"https://ex\.org/[!$&'()*+,;=:@/?%A-Za-z0-9._~-]{0,40}", fullmatch=True),
    lastmod=st.sampled_from([None, "2024-01-08", "2024-01-08T10:30:00Z"]),
    changefreq=st.sampled_from([None, "always", "monthly"]),
    priority=st.none() | st.sampled_from([0.0, 0.25, 0.5, 1.0]),
    alternates=st.sampled_from([(), ALTERNATES, (*ALTERNATES, ("x-default", "https://ex.org/&/"))]),
    images=st.sampled_from([(), IMAGES[:1], IMAGES]),
)


@given(st.lists(entries, max_size=20))
def test_what_is_written_is_read_back_entry_for_entry(written: list[Entry]) -> None:
    assert read_back(joined(render.urlset(written))) == written


@given(st.lists(entries, max_size=20))
def test_the_sizes_are_those_of_the_bytes(written: list[Entry]) -> None:
    size = render.size_around(written) + sum(map(render.size, written))
    assert size == len(joined(render.urlset(written, is_styled=True)))
    assert size > len(joined(render.urlset(written)))
    assert all(render.size(entry) <= render.size_at_most(entry) for entry in written)


def test_the_bound_on_a_size_holds_where_every_character_is_escaped() -> None:
    worst = "https://ex.org/" + "&" * 2032
    entry = Entry(
        loc=worst,
        lastmod="2024-01-08T10:30:00Z",
        changefreq="monthly",
        priority=0.55,
        alternates=(("zh-Hant-TW", worst), ("x-default", worst)),
        images=(worst, worst),
    )
    assert render.size(entry) <= render.size_at_most(entry)


def test_the_marker_is_near_the_beginning_of_what_can_hold_it() -> None:
    for chunks in (render.urlset([Entry(loc="https://ex.org/")]), render.index([])):
        assert joined(chunks).index(render.MARKER) < 100


def test_nothing_is_joined_before_it_is_asked_for() -> None:
    asked = []

    def listed() -> Iterable[tuple[str, None]]:
        for n in range(10_000):
            asked.append(n)
            yield f"https://ex.org/{n}", None

    chunks = render.index(listed())
    assert next(chunks)
    assert next(chunks)
    assert len(asked) < 1_000


@pytest.mark.report("BLD-06")
def test_a_gzip_file_has_no_name_and_no_time_and_its_bytes_are_the_same() -> None:
    content = [b"<urlset>", b"a" * 10_000, b"", b"</urlset>"]
    compressed = joined(render.gzipped(content))
    assert gzip.decompress(compressed) == joined(content)
    assert compressed == joined(render.gzipped([joined(content)]))
    # RFC 1952, section 2.3: flags, and the time in four bytes.
    assert compressed[3:8] == b"\0\0\0\0\0"
