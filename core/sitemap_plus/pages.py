"""`Page`: what a host says of one page, in terms no host owns."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from sitemap_plus.html import Head


@dataclass(frozen=True, kw_only=True, slots=True)
class Page:
    """One page that the host has written, or one URL that the user has added."""

    url: str
    """Absolute, as the host links to it: `https://ex.org/blog/a/`. Encoded or not."""

    source: str | None = None
    """The file that it was made from, as the user knows it: `blog/a.md`, relative to the folder
    of the content, with forward slashes. Patterns and messages use it. None: it has none."""

    source_file: Path | None = None
    """Where that file is. None for pages that the host or a plugin made up."""

    included_files: tuple[Path, ...] = ()
    """Files whose text the host has put into it: a change of one is a change of the page."""

    built_file: Path | None = None
    """The HTML file in the output. None: there is nothing to look into."""

    head: Head | None = None
    """What that file's head says, where the host has read it already. None: it has not."""

    metadata: Mapping[str, object] = field(default_factory=dict)
    """The page's own front matter, typed or as strings; not what the host put in its place."""

    kind: str | None = None
    """`articles`, `pages`, `categories`, `tags`, `authors`, `archives`, where the host knows."""

    nav_section: str | None = None
    """Title of the top navigation entry above it. None: it is at the top or not in it."""

    language: str | None = None
    """Language of the content, as the host writes it: `pt_BR`. None: unknown, or the page only
    stands in for a translation that is missing."""

    translations: tuple[str, ...] = ()
    """URLs of the same content in other languages; each is a page of this build too. The page
    itself may be among them, so that all members of a set can share one tuple."""

    lists: tuple[str, ...] = ()
    """URLs of the pages that this one lists: a tag's articles, newest first or not."""

    section_path: str | None = None
    """Path whose first folder names its section, `guide/a/`. None: that below the site's address,
    which is right where no folder of a version stands in front."""

    is_paginated: bool = False
    """Whether it is page 2 or later of a list."""

    unlisted: str | None = None
    """Why the host knows that it isn't for search engines. None: the host knows no reason."""

    @property
    def name(self) -> str:
        """What messages call the page: its source where there is one, else its URL."""
        return self.source or self.url
