"""Bytes of a robots.txt in, bytes out; and reading one.

Rules for editors: not a byte of the user's changes, and what is added goes to the end. Lines end
where RFC 9309 says, at CR, LF or CRLF, nowhere else.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from sitemap_plus import urls
from sitemap_plus.errors import Problem

NAME = "robots.txt"

_MADE_BY_US = "# Written by Sitemap Plus\nUser-agent: *\nAllow: /\n\nSitemap: {sitemap}\n"
"""A file made from nothing: as long as nobody has changed it, it may be made again."""

_BOM = b"\xef\xbb\xbf"
_LINE_END = re.compile(rb"\r\n|\r|\n")
# Case, blanks around the key and a comment behind the value are all allowed.
_SITEMAP = re.compile(
    rb"[ \t]*sitemap[ \t]*:[ \t]*([^#]*?)[ \t]*(?:#.*)?", re.IGNORECASE | re.DOTALL
)
_HTML = re.compile(rb"\s*<(?:!doctype|html|\?xml)", re.IGNORECASE)


@dataclass(frozen=True, kw_only=True, slots=True)
class Record:
    """One `Sitemap` record of a robots.txt."""

    line: int
    """Counted from 1."""
    url: str
    """As written."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Merged:
    """A robots.txt that names a sitemap."""

    content: bytes | None
    """What the file is to hold. None: it has to stay as it is."""
    problems: tuple[Problem, ...] = ()


def sitemap_records(content: bytes) -> list[Record]:
    """The `Sitemap` records of a robots.txt, in the file's order.

    https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2.4
    """
    lines = enumerate(_LINE_END.split(content.removeprefix(_BOM)), start=1)
    matches = ((number, _SITEMAP.fullmatch(line)) for number, line in lines)
    return [
        Record(line=number, url=match[1].decode("utf-8", "replace"))
        for number, match in matches
        if match
    ]


def is_made_by_us(content: bytes) -> bool:
    """Whether we made the file from nothing, and nobody has changed it since."""
    before, _, after = _MADE_BY_US.encode().partition(b"{sitemap}")
    url = content.removeprefix(before).removesuffix(after)
    return content == before + url + after and not _LINE_END.search(url)


def with_sitemap(content: bytes | None, sitemap: str) -> Merged:
    """The robots.txt with one record of this sitemap's URL, at its end if there was none.

    `content` is what the file holds; None: there is none. One that says the same in another
    spelling is left alone.
    """
    if not content or is_made_by_us(content):
        return Merged(content=_MADE_BY_US.format(sitemap=sitemap).encode())
    if not _is_text(content):
        problem = Problem(
            level="warning",
            where=NAME,
            message="is no text in UTF-8 that crawlers can read, so it stays as it is; "
            f"it needs the line 'Sitemap: {sitemap}'",
        )
        return Merged(content=None, problems=(problem,))
    records = sitemap_records(content)
    is_named = any(_is_same(record.url, sitemap) for record in records)
    return Merged(
        content=None if is_named else content + _addition(content, sitemap),
        problems=tuple(_relative(record) for record in records if not urls.is_absolute(record.url)),
    )


def _is_text(content: bytes) -> bool:
    """Whether a line of ASCII can be added: no UTF-16 or UTF-32, no page that a host made up."""
    return (
        b"\0" not in content
        and not content.startswith((b"\xff\xfe", b"\xfe\xff"))
        and not (_HTML.match(content.removeprefix(_BOM)))
    )


def _is_same(written: str, sitemap: str) -> bool:
    try:
        return urls.key(urls.encode(written)) == urls.key(sitemap)
    except ValueError:
        return False


def _addition(content: bytes, sitemap: str) -> bytes:
    """An end for the last line if it has none, a blank line, and the record."""
    ends = _LINE_END.findall(content)
    end = ends[-1] if ends else b"\n"
    closing = b"" if content.endswith((b"\r", b"\n")) else end
    return closing + end + f"Sitemap: {sitemap}".encode() + end


def _relative(record: Record) -> Problem:
    return Problem(
        level="warning",
        where=f"{NAME}:{record.line}",
        message=f"the Sitemap record says {record.url!r}, which not every crawler understands; "
        "it needs an absolute URL",
    )
