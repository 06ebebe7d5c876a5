"""Which images an entry lists: those that the page names, or those its main content shows."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from sitemap_plus import urls
from sitemap_plus.page_settings import PageSettings
from sitemap_plus.pages import Page
from sitemap_plus.settings import Settings

if TYPE_CHECKING:
    from lxml import etree

MAX_IMAGES = 1_000
"""Of one page: https://developers.google.com/search/docs/crawling-indexing/sitemaps/image-sitemaps"""

_READ_AT_MOST = 4 << 20
"""Bytes of a page that are looked through: its tree takes many times as much memory."""

_IMG = re.compile(rb"<img\b", re.IGNORECASE)

# Where scripts that load images late look for them; what is in `src` is then a stand-in.
_LAZY = ("data-src", "data-lazy-src", "data-original")
_SETS = ("srcset", "data-srcset", "data-lazy-srcset")

# The first of these that a page has holds its main content; a page without any, its body.
_MAIN = (
    ".//*[self::main or @role='main']",
    ".//*[self::article or @role='article']",
    ".//*[@id='content' or @id='main']",
)
# The theme's, wherever they stand.
_NEVER = frozenset({"nav", "footer", "template", "navigation", "contentinfo", "search"})
# The theme's unless they are part of a text: https://html.spec.whatwg.org/#the-aside-element.
_BESIDE = frozenset({"aside", "complementary"})
_ABOVE = frozenset({"header", "banner"})
_TEXTS = frozenset({"article", "section"})

# https://html.spec.whatwg.org/#parsing-a-srcset-attribute
_BETWEEN = re.compile(r"[\s,]*")
_CANDIDATE = re.compile(r"\S+")
_DESCRIPTORS = re.compile(r"(?:[^,(]|\([^)]*\)?)*")
_SIZE = re.compile(r"(?:^|\s)(\d{1,9}(?:\.\d{1,9})?)[wx](?:\s|$)")


def images_of(page: Page, asked: PageSettings, loc: str, settings: Settings) -> tuple[str, ...]:
    """The page's images, encoded, in their order, none twice; also more than Google takes."""
    if isinstance(asked.images, tuple):
        named = (urls.absolute(settings.site_url, each) for each in asked.images)
        return tuple(_unique(named))
    is_wanted = settings.images is not None if asked.images is None else asked.images
    if page.built_file is None or not is_wanted:
        return ()
    hosts = {urls.host(settings.site_url), *(settings.images or ())}
    return tuple(url for url in images_in(page.built_file, loc) if urls.host(url) in hosts)


def images_in(file: Path, page_url: str) -> list[str]:
    """The images that the HTML file's main content shows, from any host, encoded, none twice.

    Of a file that can't be read there are none; of a very long one, those of its beginning.
    """
    try:
        with file.open("rb") as stream:
            content = stream.read(_READ_AT_MOST)
    except OSError:
        return []
    if not _IMG.search(content):
        return []
    # Most sites don't ask for images, and it costs time to load.
    from lxml import etree

    parser = etree.HTMLParser(
        encoding="utf-8", remove_comments=True, remove_pis=True, huge_tree=True
    )
    root = etree.fromstring(content, parser)
    if root is None:
        return []
    base = _base(root, page_url)
    found = (_image(*each, base) for each in _main_images(root) if not _is_pixel(each[0]))
    return list(_unique(url for url in found if url is not None))


def candidates(srcset: str) -> list[str]:
    """The addresses in a `srcset`, the largest image first."""
    found: list[tuple[float, str]] = []
    position = _end(_BETWEEN, srcset, 0)
    while match := _CANDIDATE.match(srcset, position):
        url = match[0].rstrip(",")
        end = match.end()
        position = end if url != match[0] else _end(_DESCRIPTORS, srcset, end)
        size = _SIZE.search(srcset[end:position])
        found.append((float(size[1]) if size else 1.0, url))
        position = _end(_BETWEEN, srcset, position)
    return [url for _, url in sorted(found, key=lambda each: -each[0])]


def _end(pattern: re.Pattern[str], text: str, position: int) -> int:
    match = pattern.match(text, position)
    return match.end() if match else position


def _unique(found: Iterable[str]) -> Iterator[str]:
    """The URLs without those that spell one before them in another way."""
    seen: set[str] = set()
    for url in found:
        key = urls.key(url)
        if key not in seen:
            seen.add(key)
            yield url


def _base(root: etree._Element, page_url: str) -> str:
    """What addresses in the page are relative to."""
    for base in root.iter("base"):
        if href := base.get("href"):
            return _url(href, page_url) or page_url
    return page_url


def _main_images(
    root: etree._Element,
) -> Iterator[tuple[etree._Element, etree._Element | None]]:
    """Each `img`, and the first `source` of its `picture` that has a set of images."""
    for path in _MAIN:
        if contents := root.xpath(path):
            for content in _outermost(contents, path):
                yield from _images_below(content, _NEVER)
            return
    yield from _images_below(root, _NEVER | _ABOVE)


def _outermost(elements: Sequence[etree._Element], path: str) -> Iterator[etree._Element]:
    """The elements that are in none of the others, of all that the path finds in a document."""
    position = 0
    while position < len(elements):
        yield elements[position]
        # Those in it are the next ones, because they come in the document's order.
        position += 1 + len(elements[position].xpath(path))


def _images_below(
    content: etree._Element, left_out: frozenset[str]
) -> Iterator[tuple[etree._Element, etree._Element | None]]:
    """The images in the main content, apart from those of the theme.

    One walk, however deep they are: to look up from each of them takes long in a deep page.
    """
    from lxml import etree

    walk = etree.iterwalk(content, events=("start", "end"))
    texts, source = 0, None
    for event, element in walk:
        names = {str(element.tag), (element.get("role") or "").strip().lower()}
        if not names.isdisjoint(left_out if texts else left_out | _BESIDE):
            walk.skip_subtree()
        elif not names.isdisjoint(_TEXTS):
            texts += 1 if event == "start" else -1
        elif element.tag == "picture":
            source = None
        elif element.tag == "source" and source is None and _has_set(element):
            source = element
        elif element.tag == "img" and event == "start":
            yield element, source


def _has_set(element: etree._Element) -> bool:
    return any(element.get(name) for name in _SETS)


def _is_pixel(img: etree._Element) -> bool:
    """Whether it is there to count readers, not to be seen."""
    sizes = ((img.get(name) or "").strip().removesuffix("px") for name in ("width", "height"))
    return all(size in {"0", "1"} for size in sizes)


def _image(img: etree._Element, source: etree._Element | None, base: str) -> str | None:
    """The address of the image that readers see in the end. None: there is none of use."""
    return next(filter(None, (_url(each, base) for each in _references(img, source))), None)


def _references(img: etree._Element, source: etree._Element | None) -> Iterator[str]:
    yield from (img.get(name, "") for name in (*_LAZY, "src"))
    for element in (img,) if source is None else (img, source):
        for name in _SETS:
            yield from candidates(element.get(name, ""))


def _url(reference: str, base: str) -> str | None:
    """The encoded URL; None for what is none of http or https, such as `data:`."""
    text = reference.strip()
    if not text or text.startswith("#"):
        return None
    with suppress(ValueError):
        url = urls.encode(urls.joined(base, text))
        return url if len(url) <= urls.MAX_LENGTH else None
    return None
