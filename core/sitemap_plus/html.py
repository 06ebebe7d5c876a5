"""What a built page says of itself: robots, canonical, refresh, alternates, title and dates."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from sitemap_plus import urls

if TYPE_CHECKING:
    from lxml import etree

_READ_AT_MOST = 1 << 20
"""Bytes of a page in which its head must end."""
_READ_FIRST = 1 << 16
"""Bytes of a page in which almost every head ends."""

# What stands in a comment or a script ends nothing. One "<" in front of all: it is what the
# search looks for first.
_HEAD_ENDS = re.compile(
    rb"<(?:!--.*?-->|(script|style)\b.*?</\1|(/head\s*>|body[\s>]))",
    re.IGNORECASE | re.DOTALL,
)
_TELLING = re.compile(rb"<meta[^>]*(?:noindex|none|refresh)", re.IGNORECASE)
# A directive with its value is one token, so that `max-image-preview: none` is no `none`.
_TOKEN = re.compile(r"[^\s,:]+\s*:\s*[^\s,]*|[^\s,]+")
_CRAWLER = re.compile(r"bot(?:-|$)")  # googlebot, googlebot-news, bingbot
# https://html.spec.whatwg.org/multipage/semantics.html#attr-meta-http-equiv-refresh
_REFRESH_TARGET = re.compile(
    r"""\s*[\d.]+\s*[;,\s]\s*(?:url\s*=\s*)?["']?([^"']*)""", re.IGNORECASE
)
_SENDS_ON = re.compile(r"\blocation(?:\.href)?\s*=|\blocation\.(?:replace|assign)\(")
_MODIFIED = frozenset({"article:modified_time", "og:updated_time", "dcterms.modified"})
_PUBLISHED = frozenset({"article:published_time", "dcterms.created"})
# Spellings of one page's address that hosts take for each other.
_SAME_PAGE = re.compile(r"^https?://(?:www\.)?|(?:/index)?(?:\.html?)?/?$", re.IGNORECASE)


@dataclass(frozen=True, kw_only=True, slots=True)
class Head:
    """What a page's head says to crawlers."""

    is_noindex: bool = False
    """Whether it asks all crawlers not to list it."""
    noindex_for: tuple[str, ...] = ()
    """Single crawlers that it asks not to list it, such as `googlebot`."""
    canonical: str | None = None
    """Its canonical link, as written."""
    refresh: str | None = None
    """Where it sends the reader on to, as written."""
    title: str | None = None
    """None: there is no `title` element."""
    language: str | None = None
    """What the `html` element says of its `lang`, as written."""
    alternates: tuple[tuple[str, str], ...] = ()
    """`hreflang` and `href` of each link to a translation, as written."""
    modified: str | None = None
    """`article:modified_time` or the like, as written."""
    published: str | None = None


def read_head(file: Path, page_url: str) -> Head | None:
    """What the HTML file's head says about being listed; nothing else may be in the answer.

    Its canonical link is in it only where that isn't the page's own URL. None: there is no such
    file, or it can't be read.
    """
    head = beginning(file)
    if head is None:
        return None
    return Head() if _is_silent(head, page_url) else _parsed(head)


def beginning(file: Path) -> bytes | None:
    """The HTML file to the end of its head, or as much as may be read of a file without one.

    None: there is no such file, or it can't be read.
    """
    try:
        # Unbuffered: a head is one read, and there are as many of them as pages.
        with file.open("rb", buffering=0) as stream:
            # What is asked for is set aside: a megabyte for each small page takes its time.
            size = os.fstat(stream.fileno()).st_size
            content = stream.read(min(size, _READ_FIRST))
            if size > _READ_FIRST and _head_end(content) is None:
                content += stream.read(min(size, _READ_AT_MOST) - _READ_FIRST)
    except OSError:
        return None
    return _head(content)


def read_links(file: Path) -> list[str]:
    """Where the links in the HTML file's text lead, as written; of a long file, its beginning."""
    from lxml import etree

    try:
        with file.open("rb") as stream:
            content = stream.read(_READ_AT_MOST)
    except OSError:
        return []
    root = etree.fromstring(content, etree.HTMLParser(encoding="utf-8"))
    hrefs = [] if root is None else [link.get("href") for link in root.iter("a")]
    return [href for href in hrefs if href]


def parse_head(html: bytes) -> Head:
    """What an HTML document's head says; broken HTML is read as browsers read it."""
    return _parsed(_head(html))


def _parsed(head: bytes) -> Head:
    # Most sites have no page that needs it, and it costs time to load.
    from lxml import etree

    # A parser a call: it keeps the memory of what it has parsed.
    parser = etree.HTMLParser(encoding="utf-8", remove_comments=True)
    root = etree.fromstring(head, parser)
    if root is None:
        return Head()
    metas = list(root.iter("meta"))
    noindex_for = {_attribute(meta, "name") for meta in metas if _says_noindex(meta)}
    return Head(
        is_noindex="robots" in noindex_for,
        noindex_for=tuple(sorted(name for name in noindex_for if _CRAWLER.search(name))),
        canonical=_canonical(root),
        refresh=next(filter(None, map(_refresh_target, metas)), None),
        title=next((" ".join((each.text or "").split()) for each in root.iter("title")), None),
        language=root.get("lang"),
        alternates=tuple(_alternates(root)),
        modified=_property(metas, _MODIFIED),
        published=_property(metas, _PUBLISHED),
    )


def leads_elsewhere(target: str | None, page_url: str) -> bool:
    """Whether a canonical link or a refresh, as written in the page, names another page.

    Spellings that hosts take for one page are no other page: http and https, with and without
    `www.`, `index.html`, `.html` and a final slash.
    """
    if target is None or target == page_url:
        return False
    try:
        url = urls.encode(urls.joined(page_url, target))
    except ValueError:
        return False
    return _same_page_key(url) != _same_page_key(page_url)


def _head(html: bytes) -> bytes:
    return html[: _head_end(html)]


def _head_end(html: bytes) -> int | None:
    return next((match.start() for match in _HEAD_ENDS.finditer(html) if match[2]), None)


def _is_silent(head: bytes, page_url: str) -> bool:
    """Whether the head surely says nothing of interest, so that it need not be parsed.

    Almost every head says only its page's own address, in the words that generators use.
    """
    own = f'rel="canonical" href="{page_url}"'.encode()
    return not _TELLING.search(head) and head.lower().count(b"canonical") == head.count(own)


def _same_page_key(url: str) -> str:
    return _SAME_PAGE.sub("", urls.key(url))


def _says_noindex(meta: etree._Element) -> bool:
    """https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag."""
    return not {"noindex", "none"}.isdisjoint(_TOKEN.findall(_attribute(meta, "content")))


def _canonical(root: etree._Element) -> str | None:
    for link in root.iter("link"):
        if "canonical" in _attribute(link, "rel").split():
            return link.get("href") or None
    return None


def _alternates(root: etree._Element) -> Iterator[tuple[str, str]]:
    for link in root.iter("link"):
        if link.get("hreflang") and "alternate" in _attribute(link, "rel").split():
            yield (link.get("hreflang") or "").strip(), (link.get("href") or "").strip()


def _property(metas: Iterable[etree._Element], names: frozenset[str]) -> str | None:
    for meta in metas:
        if names & {_attribute(meta, "property"), _attribute(meta, "name")}:
            return (meta.get("content") or "").strip() or None
    return None


def _refresh_target(meta: etree._Element) -> str | None:
    """Where the page sends its reader; a page that only reloads itself sends nobody away."""
    if _attribute(meta, "http-equiv") != "refresh" or not _is_for_all_readers(meta):
        return None
    match = _REFRESH_TARGET.match(meta.get("content") or "")
    return match[1].strip() if match else None


def _is_for_all_readers(meta: etree._Element) -> bool:
    """Whether readers with scripts are sent on as well: beside `noscript` by one (mike, Sphinx)."""
    if next(meta.iterancestors("noscript"), None) is None:
        return True
    scripts = meta.getroottree().getroot().iter("script")
    return any(_SENDS_ON.search(script.text or "") for script in scripts)


def _attribute(element: etree._Element, name: str) -> str:
    return (element.get(name) or "").strip().lower()
