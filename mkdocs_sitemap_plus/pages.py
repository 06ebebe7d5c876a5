"""What MkDocs knows of a page, as the core's `Page`."""

from __future__ import annotations

import html
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page as MkDocsPage

from mkdocs_sitemap_plus.originals import original
from mkdocs_sitemap_plus.other_plugins import why_no_page
from mkdocs_sitemap_plus.snippets import included_files
from mkdocs_sitemap_plus.source_text import front_matter, text_of
from sitemap_plus import Page

# Classes of Material's blog plugin (9.x): https://squidfunk.github.io/mkdocs-material/plugins/blog/
_BLOG = "material.plugins.blog."
_BLOG_KINDS = {
    "Post": "articles",
    "View": "archives",
    "Archive": "archives",
    "Category": "categories",
    "Profile": "authors",
}
_LOC = re.compile(rb"<loc>([^<]*)</loc>")


def pages_of(
    files: Files,
    config: MkDocsConfig,
    site_url: str,
    listed_before: Collection[str] | None,
    included: Mapping[str, tuple[Path, ...]],
) -> Iterator[Page]:
    """The pages that MkDocs publishes; drafts and excluded ones are none of them.

    `listed_before`: the URLs that the last build listed, where this one renders only what has
    changed; None where it renders everything. `included`: by the files of rendered pages, what
    their text includes.
    """
    for file in files.documentation_pages():
        if file.page is not None:
            page = _page(file, file.page, config, site_url, listed_before)
            yield replace(page, included_files=_included(file, file.page, config, included))


def listed_urls(sitemaps: Iterable[bytes]) -> frozenset[str]:
    """Every `loc` of these sitemaps, which we wrote."""
    locs = (match for content in sitemaps for match in _LOC.findall(content))
    return frozenset(html.unescape(loc.decode()) for loc in locs)


def _page(
    file: File,
    page: MkDocsPage,
    config: MkDocsConfig,
    site_url: str,
    listed_before: Collection[str] | None,
) -> Page:
    url = page.canonical_url or site_url + page.url
    return Page(
        url=url,
        source=file.src_uri,
        source_file=_source_file(file, config),
        built_file=Path(file.abs_dest_path),
        metadata=_metadata(file, page, config),
        kind=_kind(page),
        nav_section=_nav_section(page),
        lists=tuple(post.canonical_url for post in _posts(page) if post.canonical_url),
        is_paginated=_is_paginated(page),
        unlisted=_unlisted(file, page, url, config, listed_before),
    )


def _source_file(file: File, config: MkDocsConfig) -> Path | None:
    """The user's own file; None for what a plugin has made up."""
    if file.generated_by is not None or file.abs_src_path is None:
        return None
    return original(Path(file.abs_src_path), config)


def _included(
    file: File, page: MkDocsPage, config: MkDocsConfig, known: Mapping[str, tuple[Path, ...]]
) -> tuple[Path, ...]:
    """Of a page that `--dirty` has not rendered, what its file as it stands includes."""
    if _is_rendered(page):
        return known.get(file.abs_dest_path, ())
    config._current_page = page  # noqa: SLF001  # as while it is rendered; `!relative` asks for it
    try:
        return included_files(text_of(file), config)
    finally:
        config._current_page = None  # noqa: SLF001


def _metadata(file: File, page: MkDocsPage, config: MkDocsConfig) -> Mapping[str, Any]:
    """The front matter as it was written; `--dirty` leaves it unread where nothing has changed."""
    if not (page.meta or _is_rendered(page)):
        return _unrendered_metadata(file, page, config)
    if _blog_class(page) == "Post" and isinstance(page.meta.get("date"), Mapping):
        # Material's blog has made times in UTC of the dates in it.
        written = front_matter(file).get("date")
        return {**page.meta, "date": written or page.meta["date"]}
    return page.meta


def _unrendered_metadata(file: File, page: MkDocsPage, config: MkDocsConfig) -> Mapping[str, Any]:
    """What the page would have: its front matter, over the defaults of Material's meta plugin."""
    page.meta = {**front_matter(file)}
    if plugin := config.plugins.get("material/meta"):
        plugin.on_page_markdown("", page=page, config=config, files=Files([]))
    return page.meta


def _is_rendered(page: MkDocsPage) -> bool:
    return page.content is not None


def _blog_class(page: MkDocsPage) -> str | None:
    """Name of the page's class, if it is one of Material's blog."""
    page_type = type(page)
    return page_type.__name__ if page_type.__module__.startswith(_BLOG) else None


def _kind(page: MkDocsPage) -> str:
    return _BLOG_KINDS.get(_blog_class(page) or "", "pages")


def _nav_section(page: MkDocsPage) -> str | None:
    """Title of the top navigation entry; a page can be a section itself (section-index)."""
    *_, top = (page, *page.ancestors)
    # YAML reads `2024:` as a number, and MkDocs leaves it one.
    return str(top.title) if top.is_section and top.title is not None else None


def _posts(page: MkDocsPage) -> list[MkDocsPage]:
    """The posts that a view of the blog lists, on all its pages together."""
    return getattr(page, "posts", []) if _blog_class(page) else []


def _is_paginated(page: MkDocsPage) -> bool:
    pages = getattr(page, "pages", []) if _blog_class(page) else []
    return bool(pages) and pages[0] is not page


def _unlisted(
    file: File,
    page: MkDocsPage,
    url: str,
    config: MkDocsConfig,
    listed_before: Collection[str] | None,
) -> str | None:
    if reason := why_no_page(file, page, config):
        return reason
    if listed_before is not None and not _is_rendered(page) and url not in listed_before:
        return "the last build did not list it, and --dirty has not rendered it anew"
    return None
