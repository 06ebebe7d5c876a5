"""Which pages of a built folder are translations of each other, by the links in their heads.

A link counts where its target links back, as search engines have it: a theme's language menu,
which leads from every page to the other language's home page, claims no translation.
https://developers.google.com/search/docs/specialty/international/localized-versions
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from sitemap_plus import urls
from sitemap_plus.alternates import X_DEFAULT
from sitemap_plus.errors import Problem, shared_problem
from sitemap_plus.html import Head


@dataclass(frozen=True, kw_only=True, slots=True)
class Languages:
    """The language of each page, and the pages that say the same in others."""

    languages: Mapping[str, str]
    """By URL, as the page says it."""
    translations: Mapping[str, tuple[str, ...]]
    """By URL the URLs of its translations."""
    problems: tuple[Problem, ...]


def languages_of(heads: Mapping[str, Head]) -> Languages:
    """The languages of these pages, which are given by their URLs."""
    by_key = {urls.key(url): url for url in heads}
    links = {url: _links(url, head, by_key) for url, head in heads.items() if head.alternates}
    mutual = {
        url: tuple(
            sorted(other for other in targets if other != url and url in links.get(other, ()))
        )
        for url, targets in links.items()
    }
    languages = {
        url: language
        for url, head in heads.items()
        if (language := links.get(url, {}).get(url) or head.language)
    }
    return Languages(
        languages=languages,
        translations={url: others for url, others in mutual.items() if others},
        problems=tuple(_one_way(links, mutual)),
    )


def default_language(heads: Iterable[Head]) -> str | None:
    """Language of the pages that most of these name for all other languages; None: none does."""
    named = Counter(code for head in heads if (code := _default_code(head)))
    return next((code for code, _ in named.most_common(1)), None)


def _links(url: str, head: Head, by_key: Mapping[str, str]) -> dict[str, str]:
    """The pages of this site that the head links to, with the language of each."""
    links: dict[str, str] = {}
    for code, href in head.alternates:
        if code.lower() == X_DEFAULT:
            continue
        try:
            target = by_key.get(urls.key(urls.encode(urls.joined(url, href))))
        except ValueError:
            continue
        if target is not None:
            links.setdefault(target, code)
    return links


def _default_code(head: Head) -> str | None:
    codes = {href: code for code, href in reversed(head.alternates) if code.lower() != X_DEFAULT}
    default = next((href for code, href in head.alternates if code.lower() == X_DEFAULT), None)
    return codes.get(default) if default else None


def _one_way(
    links: Mapping[str, Mapping[str, str]], mutual: Mapping[str, tuple[str, ...]]
) -> Iterable[Problem]:
    """One problem for the pages that mean it, as they name themselves too, and are left alone."""
    pages = [
        url
        for url, targets in links.items()
        if url in targets and len(mutual[url]) < len(targets) - 1
    ]
    if pages:
        message = "names translations that don't name it in turn; these links are left out"
        yield shared_problem("info", sorted(pages), message)
