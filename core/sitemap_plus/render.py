"""Records to XML bytes, streamed.

Rules for editors: every string is escaped here, once; URLs reach this module encoded. The order
of an entry's children is the schema's. Nothing here knows of files or limits but `size`.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from sitemap_plus import stylesheet
from sitemap_plus.entries import Entry

MARKER = b"<!-- Written by Sitemap Plus -->"
"""In every file of ours that can hold a comment, near its beginning."""

_DECLARATION = b'<?xml version="1.0" encoding="UTF-8"?>\n' + MARKER + b"\n"
_INSTRUCTION = f'<?xml-stylesheet type="text/css" href="{stylesheet.NAME}"?>\n'.encode()
_NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
_LINKS_NAMESPACE = ' xmlns:xhtml="http://www.w3.org/1999/xhtml"'
_IMAGES_NAMESPACE = ' xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"'
_URLSET_END = b"</urlset>\n"
_INDEX_END = b"</sitemapindex>\n"

# Entries that are joined before they are encoded: fewer and the calls cost, more and memory does.
_AT_ONCE = 500


def urlset(entries: Sequence[Entry], *, is_styled: bool = False) -> Iterator[bytes]:
    """A sitemap: https://www.sitemaps.org/protocol.html#xmlTagDefinitions.

    `is_styled`: whether our style sheet lies beside it.
    """
    yield _beginning(is_styled=is_styled) + _urlset_start(entries)
    yield from _joined(map(_url, entries))
    yield _URLSET_END


def index(
    sitemaps: Iterable[tuple[str, str | None]], *, is_styled: bool = False
) -> Iterator[bytes]:
    """A sitemap index, from pairs of `loc` and `lastmod`.

    https://www.sitemaps.org/protocol.html#index
    """
    yield _beginning(is_styled=is_styled) + f"<sitemapindex {_NAMESPACE}>\n".encode()
    yield from _joined(
        f"<sitemap><loc>{_escaped(loc)}</loc>{_lastmod(lastmod)}</sitemap>\n"
        for loc, lastmod in sitemaps
    )
    yield _INDEX_END


def text(entries: Iterable[Entry]) -> Iterator[bytes]:
    """One URL a line: https://www.sitemaps.org/protocol.html#otherformats."""
    return _joined(f"{entry.loc}\n" for entry in entries)


def gzipped(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """The chunks as a gzip file that has no name and no time in it: same input, same bytes."""
    compressor = zlib.compressobj(level=9, wbits=31)
    for chunk in chunks:
        yield compressor.compress(chunk)
    yield compressor.flush()


def size(entry: Entry) -> int:
    """Bytes of the entry in a sitemap."""
    return len(_url(entry).encode())


def size_at_most(entry: Entry) -> int:
    """A bound on the bytes of the entry that needs no rendering: every character escaped."""
    links = sum(len(code) + len(href) + 50 for code, href in entry.alternates)
    images = sum(len(url) + 50 for url in entry.images)
    return 5 * (len(entry.loc) + links + images) + 200


def size_around(entries: Sequence[Entry]) -> int:
    """Bytes of a sitemap of these entries apart from the entries, a style sheet's name included."""
    start = _beginning(is_styled=True) + _urlset_start(entries)
    return len(start) + len(_URLSET_END)


def _beginning(*, is_styled: bool) -> bytes:
    # Relative, so that it is found wherever the site is served.
    return _DECLARATION + _INSTRUCTION if is_styled else _DECLARATION


def _urlset_start(entries: Sequence[Entry]) -> bytes:
    # Declared where it is used, and only there; the last entry may be the only one to use it.
    links = _LINKS_NAMESPACE if any(entry.alternates for entry in entries) else ""
    images = _IMAGES_NAMESPACE if any(entry.images for entry in entries) else ""
    return f"<urlset {_NAMESPACE}{links}{images}>\n".encode()


def _url(entry: Entry) -> str:
    lastmod = _lastmod(entry.lastmod)
    changefreq = f"<changefreq>{entry.changefreq}</changefreq>" if entry.changefreq else ""
    # Two digits are enough to order pages by, and repr() knows no locale.
    number = entry.priority
    priority = "" if number is None else f"<priority>{round(number, 2)!r}</priority>"
    links = _links(entry) if entry.alternates else ""
    more = links + _images(entry) if entry.images else links
    return f"<url><loc>{_escaped(entry.loc)}</loc>{lastmod}{changefreq}{priority}{more}</url>\n"


def _links(entry: Entry) -> str:
    return "".join(
        f'\n<xhtml:link rel="alternate" hreflang="{code}" href="{_escaped(href)}"/>'
        for code, href in entry.alternates
    )


def _images(entry: Entry) -> str:
    # Nothing but `loc`: https://developers.google.com/search/blog/2022/05/spring-cleaning-sitemap-extensions
    return "".join(
        f"\n<image:image><image:loc>{_escaped(url)}</image:loc></image:image>"
        for url in entry.images
    )


def _lastmod(date: str | None) -> str:
    return f"<lastmod>{date}</lastmod>" if date else ""


def _escaped(url: str) -> str:
    # An encoded URL is ASCII and holds no < > or "; an apostrophe needs none between tags or
    # in double quotes.
    return url.replace("&", "&amp;") if "&" in url else url


def _joined(lines: Iterable[str]) -> Iterator[bytes]:
    iterator = iter(lines)
    while batch := "".join(islice(iterator, _AT_ONCE)):
        yield batch.encode()
