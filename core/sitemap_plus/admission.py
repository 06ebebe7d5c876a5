"""Whether a page may be listed, or why not."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from sitemap_plus import html, urls
from sitemap_plus.errors import Level, Problem, shared_problem
from sitemap_plus.page_settings import PageSettings, read_page_settings
from sitemap_plus.pages import Page
from sitemap_plus.settings import Settings

NOINDEX = "it says noindex"
CANONICAL = "its canonical link names another page"
REFRESH = "it only sends its readers on to another page"
NOT_A_URL = "its address is no absolute http or https URL"
TOO_LONG = "its address has 2,048 characters or more"
OUTSIDE = "its address is on another site or outside its folder"

# Refusals that nobody asked for in so many words.
_TOLD: dict[str, Level] = {
    NOT_A_URL: "warning",
    TOO_LONG: "warning",
    OUTSIDE: "warning",
    NOINDEX: "info",
    CANONICAL: "info",
    REFRESH: "info",
}

# A host's error page, at the root or in a language's folder; `errors/404/` is documentation.
_ERROR_PAGE = re.compile(r"(?:[A-Za-z]{2}(?:[-_][A-Za-z]{2,4})?/)?404(?:\.html|/|/index\.html)?")


@dataclass(frozen=True, kw_only=True, slots=True)
class Admission:
    """What is decided of one page before all the others are known."""

    page: Page
    asked: PageSettings
    loc: str = ""
    """Encoded; empty for an address that can't be."""
    path: str = ""
    """Decoded, below the site's address, as patterns and sections see it."""
    refusal: str | None = None
    """Why it is not listed, to be read after "is not listed:". None: it is listed."""
    noindex_for: tuple[str, ...] = ()
    """Single crawlers that it keeps out of, though it is listed."""

    @property
    def section_path(self) -> str:
        """Path whose first folder names its section."""
        return self.page.section_path or self.path


def admit(page: Page, settings: Settings) -> Admission:
    """Whether the page is listed, by its address, the settings, its front matter and its HTML."""
    asked = read_page_settings(page, settings.timezone)
    try:
        loc = urls.encode(page.url)
    except ValueError:
        return Admission(page=page, asked=asked, refusal=page.unlisted or NOT_A_URL)
    if not urls.is_below(loc, settings.site_url):
        return Admission(page=page, asked=asked, loc=loc, refusal=page.unlisted or OUTSIDE)
    if len(loc) > urls.MAX_LENGTH:
        return Admission(page=page, asked=asked, loc=loc, refusal=TOO_LONG)
    path = urls.path_below(loc, settings.site_url)
    refusal = _refusal(page, path, asked, settings)
    head = html.Head() if refusal else _head(page, loc)
    return Admission(
        page=page,
        asked=asked,
        loc=loc,
        path=path,
        refusal=refusal or _refusal_in(head, loc),
        noindex_for=head.noindex_for if head else (),
    )


def admission_problems(admissions: Iterable[Admission]) -> list[Problem]:
    """What the user should know of the decisions: one problem for each cause."""
    admissions = tuple(admissions)
    of_pages = [problem for admission in admissions for problem in admission.asked.problems]
    told = [
        shared_problem(level, names, f"is not listed: {refusal}")
        for refusal, level in _TOLD.items()
        if (names := [each.page.name for each in admissions if each.refusal == refusal])
    ]
    partly = [each for each in admissions if each.noindex_for and each.refusal is None]
    if partly:
        crawlers = ", ".join(sorted({name for each in partly for name in each.noindex_for}))
        message = f"says noindex to {crawlers} only, so it is listed"
        told.append(shared_problem("info", [each.page.name for each in partly], message))
    return of_pages + told


def _refusal(page: Page, path: str, asked: PageSettings, settings: Settings) -> str | None:
    """Why the page is not listed, as far as its HTML need not be read for it."""
    if page.unlisted:
        return page.unlisted
    if not asked.is_listed:
        return "its front matter says so"
    if _ERROR_PAGE.fullmatch(path):
        return "it is the host's error page"
    if page.is_paginated and not settings.paginated:
        return "it is a further page of a list, and the option paginated is off"
    if settings.exclude.matches(path, *filter(None, [page.source])):
        return "a rule of the option exclude matches it"
    return None


def _head(page: Page, loc: str) -> html.Head | None:
    if page.head is not None:
        return page.head
    return html.Head() if page.built_file is None else html.read_head(page.built_file, loc)


def _refusal_in(head: html.Head | None, loc: str) -> str | None:
    if head is None:
        return "it was not written"
    if head.is_noindex:
        return NOINDEX
    if html.leads_elsewhere(head.refresh, loc):
        return REFRESH
    if html.leads_elsewhere(head.canonical, loc):
        return CANONICAL
    return None
