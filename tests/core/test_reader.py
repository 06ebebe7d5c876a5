from __future__ import annotations

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitemap_plus import Entry, render
from sitemap_plus.reader import NotASitemap, UrlElement, read_sitemap

NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'


def read(content: bytes | str) -> list[UrlElement]:
    data = content.encode() if isinstance(content, str) else content
    return list(read_sitemap(io.BytesIO(data)))


def test_an_entry_is_read_with_all_that_it_says() -> None:
    content = f"""<?xml version="1.0" encoding="UTF-8"?>
        <urlset {NAMESPACE} xmlns:xhtml="http://www.w3.org/1999/xhtml"
            xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">
        <url><loc> https://ex.org/a?b=1&amp;c=2
        </loc><lastmod>2024-01-08</lastmod><changefreq>daily</changefreq>
        <priority>0.5</priority>
        <xhtml:link rel="alternate" hreflang="de" href=" https://ex.org/de/a "/>
        <xhtml:link rel="next" hreflang="en" href="https://ex.org/en/a"/>
        <image:image><image:loc>https://ex.org/a.png</image:loc></image:image>
        </url></urlset>"""
    assert read(content) == [
        UrlElement(
            loc="https://ex.org/a?b=1&c=2",
            lastmod="2024-01-08",
            changefreq="daily",
            priority="0.5",
            alternates=(("de", "https://ex.org/de/a"),),
            images=("https://ex.org/a.png",),
        )
    ]


@pytest.mark.parametrize("namespace", [NAMESPACE, ""])
def test_a_sitemap_is_read_with_and_without_its_namespace(namespace: str) -> None:
    content = f"<urlset {namespace}><url><loc>https://ex.org/</loc></url><url/></urlset>"
    assert read(content) == [UrlElement(loc="https://ex.org/"), UrlElement(loc="")]


def test_a_prefix_for_the_protocols_namespace_is_fine() -> None:
    content = (
        f"<s:urlset {NAMESPACE.replace('xmlns', 'xmlns:s')}>"
        "<s:url><s:loc><![CDATA[https://ex.org/?a&b]]></s:loc></s:url></s:urlset>"
    )
    assert read(content) == [UrlElement(loc="https://ex.org/?a&b")]


def test_an_entry_of_an_index_is_told_from_a_page() -> None:
    content = (
        f"<sitemapindex {NAMESPACE}><sitemap><loc>https://ex.org/s.xml</loc>"
        "<lastmod>2024-01-08</lastmod></sitemap></sitemapindex>"
    )
    assert read(content) == [
        UrlElement(loc="https://ex.org/s.xml", lastmod="2024-01-08", is_sitemap=True)
    ]


def test_what_the_protocol_does_not_know_is_passed_over() -> None:
    content = (
        f'<urlset {NAMESPACE} xmlns:o="other"><o:url><o:loc>no</o:loc></o:url>text'
        "<url><o:loc>no</o:loc><loc>https://ex.org/</loc><loc>second</loc>"
        "<meta><loc>no</loc></meta></url></urlset>"
    )
    (entry,) = read(content)
    assert entry.loc == "https://ex.org/"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "line 1, column 1: no element found"),
        ("<urlset>\n <url></urlset>", "line 2, column 9: mismatched tag"),
        ("<html><body/></html>", "line 1: it begins with 'html', not with urlset"),
        ("<!DOCTYPE urlset>\n<urlset/>", "line 1: it declares a document type"),
        ('<!DOCTYPE x [<!ENTITY a "b">]><urlset/>', "line 1: it declares a document type"),
        ("<urlset>&boom;</urlset>", "line 1, column 9: undefined entity"),
        ('<?xml version="1.0" encoding="none"?><urlset/>', "line 1: unknown encoding: none"),
        (
            '<?xml version="1.0" encoding="utf-7"?><urlset/>',
            "line 1: multi-byte encodings are not supported",
        ),
    ],
)
def test_what_is_no_sitemap_is_refused_with_its_place(content: str, message: str) -> None:
    with pytest.raises(NotASitemap) as caught:
        read(content)
    assert str(caught.value) == message


def test_entries_come_before_the_fault_behind_them() -> None:
    content = b"<urlset><url><loc>https://ex.org/</loc></url>" + b" " * (1 << 17) + b"</url>"
    entries = read_sitemap(io.BytesIO(content))
    assert next(entries).loc == "https://ex.org/"
    with pytest.raises(NotASitemap):
        next(entries)


def test_a_sitemap_in_utf_16_is_read() -> None:
    content = '<?xml version="1.0" encoding="UTF-16"?><urlset><url><loc>ü</loc></url></urlset>'
    assert read(content.encode("utf-16")) == [UrlElement(loc="ü")]


@given(st.binary() | st.text(alphabet="<>/=\"' urlsetoc&;!?[]-\0").map(str.encode))
def test_any_bytes_are_a_sitemap_or_are_none(content: bytes) -> None:
    try:
        entries = read(content)
    except NotASitemap as error:
        entries = []
        assert str(error).startswith("line ")  # noqa: PT017
    assert all(isinstance(each, UrlElement) for each in entries)


_URLS = st.text(st.characters(codec="ascii", categories=("L", "N", "P")), min_size=1).map(
    lambda path: "https://ex.org/" + path.replace("<", "").replace('"', "")
)


@given(
    st.lists(
        st.builds(
            Entry,
            loc=_URLS,
            lastmod=st.sampled_from([None, "2024-01-08"]),
            changefreq=st.sampled_from([None, "daily"]),
            alternates=st.lists(st.tuples(st.sampled_from(["de", "en"]), _URLS)).map(tuple),
        )
    )
)
def test_what_we_write_is_read_back(entries: list[Entry]) -> None:
    assert read(b"".join(render.urlset(entries))) == [
        UrlElement(
            loc=entry.loc,
            lastmod=entry.lastmod,
            changefreq=entry.changefreq,
            alternates=entry.alternates,
        )
        for entry in entries
    ]
