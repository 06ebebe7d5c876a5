"""Programs that nobody here wrote read our sitemaps: entry for entry what went in."""

from __future__ import annotations

import gzip
import html
from collections.abc import Iterable, Iterator
from datetime import datetime
from decimal import Decimal
from typing import Any
from urllib.parse import unquote_to_bytes, urlsplit

from lxml import etree
from scrapy.utils.sitemap import Sitemap as ScrapySitemap
from usp.tree import sitemap_from_str
from w3lib.url import safe_url_string
from yarl import URL

from sitemap_plus import Entry

NAMESPACES = {
    "s": "http://www.sitemaps.org/schemas/sitemap/0.9",
    "image": "http://www.google.com/schemas/sitemap-image/1.1",
    "xhtml": "http://www.w3.org/1999/xhtml",
}


def test_lxml_reads_every_entry_as_it_went_in(site: Any) -> None:
    assert in_order(map(by_lxml, sitemaps(site))) == site.entries


def test_ultimate_sitemap_parser_reads_every_entry_as_it_went_in(site: Any) -> None:
    pages = [page for content in sitemaps(site) for page in usp_pages(content)]
    assert sorted(pages) == sorted(map(as_usp_has_it, site.entries))


def test_scrapy_reads_every_entry_as_it_went_in(site: Any) -> None:
    items = [item for content in sitemaps(site) for item in ScrapySitemap(content)]
    assert sorted(items, key=lambda item: item["loc"]) == list(map(as_scrapy_has_it, site.entries))


def test_npm_sitemap_at_its_strictest_reads_every_entry_as_it_went_in(site: Any, npm: Any) -> None:
    assert in_order(by_npm(npm, content) for content in sitemaps(site)) == site.entries


def test_sitemap_xml_lists_what_went_in_or_is_the_index(site: Any) -> None:
    content = site.read("sitemap.xml")
    if b"<sitemapindex" in content:
        assert site.entrance == f"{site.url}sitemap.xml"
    else:
        assert list(by_lxml(content)) == site.entries


def test_no_sitemap_lies_outside_the_index(site: Any) -> None:
    listed = [name for name, _ in indexed(site.read(site.entrance), site.url)]
    beside = {"sitemap.xml", "sitemap_index.xml"}
    assert sorted(listed) == [name for name in site.names("sitemap*.xml") if name not in beside]


def test_each_sitemap_in_the_index_is_dated_like_its_newest_entry(site: Any) -> None:
    for name, lastmod in indexed(site.read(site.entrance), site.url):
        dates = [entry.lastmod for entry in by_lxml(site.read(name)) if entry.lastmod]
        assert lastmod == max(dates, default=None)


def test_npm_sitemap_reads_the_same_index_as_lxml(site: Any, npm: Any) -> None:
    content = site.read(site.entrance)
    items = npm.read("index" if b"<sitemapindex" in content else "urlset", content.decode("ascii"))
    if b"<sitemapindex" in content:
        read = [(item["url"].removeprefix(site.url), item.get("lastmod")) for item in items]
        assert read == indexed(content, site.url)
    else:
        assert len(items) == len(site.entries)


def test_every_gz_holds_what_the_file_beside_it_holds(site: Any) -> None:
    for name in site.names("*.gz"):
        assert gzip.decompress(site.read(name)) == site.read(name.removesuffix(".gz"))


def test_w3lib_and_yarl_find_nothing_left_to_encode(site: Any) -> None:
    for entry in site.entries:
        assert safe_url_string(entry.loc) == entry.loc
        # yarl decodes what need not be encoded, so the octets are what must agree.
        path = URL(entry.loc, encoded=False).raw_path
        assert unquote_to_bytes(path) == unquote_to_bytes(urlsplit(entry.loc).path)


def sitemaps(site: Any) -> list[bytes]:
    """The sitemaps that a crawler finds: those in the index, or the only one there is."""
    entrance = site.read(site.entrance)
    names = [name for name, _ in indexed(entrance, site.url)]
    return [site.read(name) for name in names] or [entrance]


def indexed(content: bytes, site_url: str) -> list[tuple[str, str | None]]:
    return [
        (
            sitemap.findtext("s:loc", namespaces=NAMESPACES).removeprefix(site_url),
            sitemap.findtext("s:lastmod", namespaces=NAMESPACES),
        )
        for sitemap in etree.fromstring(content).iterfind("s:sitemap", NAMESPACES)
    ]


def in_order(read: Iterable[Iterable[Entry]]) -> list[Entry]:
    return sorted((entry for entries in read for entry in entries), key=lambda entry: entry.loc)


def by_lxml(content: bytes) -> Iterator[Entry]:
    for url in etree.fromstring(content).iterfind("s:url", NAMESPACES):
        found = {name: url.findtext(f"s:{name}", namespaces=NAMESPACES) for name in FIELDS}
        links = url.iterfind("xhtml:link[@rel='alternate']", NAMESPACES)
        yield Entry(
            loc=found["loc"],
            lastmod=found["lastmod"],
            changefreq=found["changefreq"],
            priority=found["priority"] and float(found["priority"]),
            alternates=tuple((link.get("hreflang"), link.get("href")) for link in links),
            images=tuple(each.text for each in url.iterfind("image:image/image:loc", NAMESPACES)),
        )


FIELDS = ("loc", "lastmod", "changefreq", "priority")


def by_npm(npm: Any, content: bytes) -> Iterator[Entry]:
    for item in npm.read("urlset", content.decode("ascii")):
        yield Entry(
            loc=item["url"],
            lastmod=item.get("lastmod"),
            changefreq=item.get("changefreq"),
            priority=item.get("priority"),
            alternates=tuple((link["lang"], link["url"]) for link in item["links"]),
            images=tuple(image["url"] for image in item["img"]),
        )


def usp_pages(content: bytes) -> Iterator[tuple[Any, ...]]:
    for page in sitemap_from_str(content.decode("ascii")).all_pages():
        changefreq = page.change_frequency and page.change_frequency.value
        lastmod = page.last_modified and page.last_modified.isoformat()
        images = [image.loc for image in page.images or []]
        links = page.alternates or []
        yield page.url, lastmod or "", changefreq or "", page.priority, links, images


def as_usp_has_it(entry: Entry) -> tuple[Any, ...]:
    """The entry as that parser should give it back.

    It has no missing priority, and takes a URL for HTML: what is unescaped, it unescapes again.
    """
    lastmod = entry.lastmod and datetime.fromisoformat(entry.lastmod.replace("Z", "+00:00"))
    priority = Decimal(str(0.5 if entry.priority is None else entry.priority))
    return (
        html.unescape(entry.loc),
        lastmod.isoformat() if lastmod else "",
        entry.changefreq or "",
        priority,
        list(entry.alternates),
        list(map(html.unescape, entry.images)),
    )


def as_scrapy_has_it(entry: Entry) -> dict[str, Any]:
    fields = {name: getattr(entry, name) for name in FIELDS}
    fields["priority"] = None if entry.priority is None else str(entry.priority)
    fields["alternate"] = [href for _, href in entry.alternates] or None
    # The text beside its `loc`: it reads no images.
    fields["image"] = "" if entry.images else None
    return {name: value for name, value in fields.items() if value is not None}
