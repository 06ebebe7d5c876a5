"""What a built page says of itself: robots, canonical, refresh."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urljoin

from lxml import etree

from sitemap_plus import urls

_READ_AT_MOST = 1 << 20
"""Bytes of a page in which its head must end."""

_HEAD_ENDS = re.compile(rb"</head\s*>|<body[\s>]", re.IGNORECASE)
_TOKEN = re.compile(r"[^\s,]+")
# https://html.spec.whatwg.org/multipage/semantics.html#attr-meta-http-equiv-refresh
_REFRESH_TARGET = re.compile(
    r"""\s*[\d.]*\s*[;,\s]\s*(?:url\s*=\s*)?["']?([^"']+)""", re.IGNORECASE
)
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


def read_head(file: Path) -> Head | None:
    """What the HTML file's head says. None: there is no such file, or it can't be read."""
    try:
        with file.open("rb") as stream:
            return parse_head(stream.read(_READ_AT_MOST))
    except OSError:
        return None


def parse_head(html: bytes) -> Head:
    """What an HTML document's head says; broken HTML is read as browsers read it."""
    end = _HEAD_ENDS.search(html)
    # A parser a call: it keeps the memory of what it has parsed.
    parser = etree.HTMLParser(encoding="utf-8", remove_comments=True)
    root = etree.fromstring(html[: end.start()] if end else html, parser)
    if root is None:
        return Head()
    metas = list(root.iter("meta"))
    noindex_for = {_attribute(meta, "name") for meta in metas if _says_noindex(meta)}
    return Head(
        is_noindex="robots" in noindex_for,
        noindex_for=tuple(sorted(name for name in noindex_for - {"robots"} if "bot" in name)),
        canonical=_canonical(root),
        refresh=next(filter(None, map(_refresh_target, metas)), None),
    )


def leads_elsewhere(target: str | None, page_url: str) -> bool:
    """Whether a canonical link or a refresh, as written in the page, names another page.

    Spellings that hosts take for one page are no other page: http and https, with and without
    `www.`, `index.html`, `.html` and a final slash.
    """
    if target is None or target == page_url:
        return False
    try:
        url = urls.encode(urljoin(page_url, target.strip()))
    except ValueError:
        return False
    return _same_page_key(url) != _same_page_key(page_url)


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


def _refresh_target(meta: etree._Element) -> str | None:
    """Where the page sends its reader; a page that only reloads itself sends nobody away."""
    if _attribute(meta, "http-equiv") != "refresh" or _is_for_readers_without_scripts(meta):
        return None
    match = _REFRESH_TARGET.match(meta.get("content") or "")
    return match[1].strip() if match else None


def _is_for_readers_without_scripts(meta: etree._Element) -> bool:
    return next(meta.iterancestors("noscript"), None) is not None


def _attribute(element: etree._Element, name: str) -> str:
    return (element.get(name) or "").strip().lower()
