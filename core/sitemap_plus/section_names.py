"""Which section a page belongs to: by its own word, a rule, its path, navigation or kind."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache

from sitemap_plus.pages import Page
from sitemap_plus.settings import SectionRule, Settings
from sitemap_plus.values import MAX_SECTION_NAME

MAIN = "main"
"""The section of pages that no rule and no folder takes."""


def matching_rule(path: str, page: Page, settings: Settings) -> SectionRule | None:
    """The first of the settings' rules whose patterns match the page's path or source."""
    for rule in settings.sections:
        if rule.patterns.matches(path, *filter(None, [page.source])):
            return rule
    return None


def section_namer(settings: Settings, paths: Iterable[str]) -> Callable[[str, Page], str]:
    """A function that names the section of a page, given its path below the site's address.

    `paths` are those of all listed pages: a folder is a section only if something lies in it.
    """
    if settings.section_by == "path":
        folders = {first for first, _, rest in (path.partition("/") for path in paths) if rest}

        def by_path(path: str, _: Page) -> str:
            first, slash, _rest = path.partition("/")
            return _slug(first) if slash and first in folders else MAIN

        return by_path
    if settings.section_by == "nav":
        return lambda _, page: _slug(page.nav_section or MAIN)
    if settings.section_by == "kind":
        return lambda _, page: _slug(page.kind or MAIN)
    return lambda _path, _page: MAIN


@lru_cache(maxsize=1024)
def _slug(name: str) -> str:
    """The name as part of a file's name: `[a-z0-9-]+`, or `main` where nothing is left of it."""
    if name.isascii() and name.islower() and name.isalpha() and len(name) <= MAX_SECTION_NAME:
        return name
    # Most names need no change, and its tables cost time to load.
    from slugify import slugify

    return slugify(name, max_length=MAX_SECTION_NAME) or MAIN
