"""Read sitemaps back.

Rules for editors: a file is read as a stream and is never trusted. No entity is expanded and no
DTD is loaded: a document that declares one is refused. Positions are expat's.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import BinaryIO
from xml.parsers import expat

_NAMESPACE = "http://www.sitemaps.org/schemas/sitemap/0.9"
_LINK = "http://www.w3.org/1999/xhtml link"
_IMAGE = "http://www.google.com/schemas/sitemap-image/1.1 image"
_IMAGE_LOC = "http://www.google.com/schemas/sitemap-image/1.1 loc"
_AT_ONCE = 1 << 16


class NotASitemap(Exception):
    """The file can't be read as a sitemap; the text says where and why."""


@dataclass(frozen=True, kw_only=True, slots=True)
class UrlElement:
    """One `url` of a sitemap, or one `sitemap` of an index, as written."""

    loc: str
    """Without the white space around it; empty where there is none."""
    lastmod: str | None = None
    changefreq: str | None = None
    priority: str | None = None
    alternates: tuple[tuple[str, str], ...] = ()
    """`hreflang` and `href` of each link to a translation."""
    images: tuple[str, ...] = ()
    """`loc` of each image."""
    is_sitemap: bool = False
    """Whether it is an index's entry, which names a sitemap."""


def read_sitemap(stream: BinaryIO) -> Iterator[UrlElement]:
    """The entries of a sitemap or of an index, in the file's order, as they are read.

    A sitemap's elements count in the protocol's namespace and without any.

    Raises:
        NotASitemap: it is no XML, or its root is neither `urlset` nor `sitemapindex`.
    """
    reading = _Reading()
    try:
        while chunk := stream.read(_AT_ONCE):
            reading.parser.Parse(chunk, False)
            yield from reading.taken()
        reading.parser.Parse(b"", True)
    except expat.ExpatError as error:
        where = f"line {error.lineno}, column {error.offset + 1}"
        raise NotASitemap(f"{where}: {expat.ErrorString(error.code)}") from error
    # An encoding that Python does not know, or that expat can't take from it.
    except (LookupError, ValueError) as error:
        raise NotASitemap(f"line {reading.parser.CurrentLineNumber}: {error}") from error
    yield from reading.taken()


@dataclass(slots=True)
class _Open:
    """The entry that is being read."""

    is_sitemap: bool
    texts: dict[str, str] = field(default_factory=dict)
    alternates: list[tuple[str, str]] = field(default_factory=list)
    images: list[str] = field(default_factory=list)

    def closed(self) -> UrlElement:
        texts = {name: text.strip() for name, text in self.texts.items()}
        return UrlElement(
            loc=texts.get("loc", ""),
            lastmod=texts.get("lastmod"),
            changefreq=texts.get("changefreq"),
            priority=texts.get("priority"),
            alternates=tuple(self.alternates),
            images=tuple(self.images),
            is_sitemap=self.is_sitemap,
        )


class _Reading:
    """A parser, and the entries that it has completed."""

    def __init__(self) -> None:
        self.parser = expat.ParserCreate(namespace_separator=" ")
        self.parser.buffer_text = True
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._text
        self.parser.StartDoctypeDeclHandler = self._doctype
        self._path: list[str] = []
        self._open: _Open | None = None
        self._pieces: list[str] = []
        self._done: list[UrlElement] = []

    def taken(self) -> list[UrlElement]:
        """What has been completed since the last call."""
        done, self._done = self._done, []
        return done

    def _doctype(self, *_: object) -> None:
        raise NotASitemap(f"line {self.parser.CurrentLineNumber}: it declares a document type")

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        name = name.removeprefix(f"{_NAMESPACE} ")
        if not self._path and name not in {"urlset", "sitemapindex"}:
            line = self.parser.CurrentLineNumber
            raise NotASitemap(f"line {line}: it begins with {name!r}, not with urlset")
        self._path.append(name)
        self._pieces = []
        if self._path in (["urlset", "url"], ["sitemapindex", "sitemap"]):
            self._open = _Open(is_sitemap=name == "sitemap")
        elif self._open and name == _LINK and attributes.get("rel") == "alternate":
            link = attributes.get("hreflang", ""), attributes.get("href", "").strip()
            self._open.alternates.append(link)

    def _end(self, _: str) -> None:
        path, text = self._path, "".join(self._pieces)
        if self._open and len(path) == 3:  # noqa: PLR2004  # urlset, url, loc
            self._open.texts.setdefault(path[-1], text)
        elif self._open and path[2:] == [_IMAGE, _IMAGE_LOC]:
            self._open.images.append(text.strip())
        elif self._open and len(path) == 2:  # noqa: PLR2004
            self._done.append(self._open.closed())
            self._open = None
        path.pop()
        self._pieces = []

    def _text(self, text: str) -> None:
        self._pieces.append(text)
