"""Sets of translations, complete and reciprocal."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from sitemap_plus.errors import Problem, shared_problem, shown

Alternate = tuple[str, str]
"""`hreflang` and `href`: `("pt-BR", "https://ex.org/pt/a/")`."""

X_DEFAULT = "x-default"

_LANGUAGE_TAG = re.compile(
    r"(?P<language>[A-Za-z]{2,3})(?:-(?P<script>[A-Za-z]{4}))?(?:-(?P<region>[A-Za-z]{2}|[0-9]{3}))?"
)
# People write these, and no search engine knows them: ISO 3166-1 only reserves them.
_NO_COUNTRIES = frozenset({"EU", "UK", "UN"})


@dataclass(frozen=True, kw_only=True, slots=True)
class Translation:
    """One listed page with a language."""

    loc: str
    language: str
    """As the host writes it: `pt_BR`."""
    translations: tuple[str, ...]
    """`loc` of the same content in other languages, of those that are listed."""
    page: str
    """What messages call it."""


_Rivals = tuple[Translation, Translation]
"""Two translations of a page into one language: the one that gets links, and one that does not."""


@lru_cache(maxsize=256)
def language_tag(code: str) -> str | None:
    """The code as `hreflang` wants it, BCP 47: `pt_br` is `pt-BR`. None: it is no such code."""
    match = _LANGUAGE_TAG.fullmatch(code.replace("_", "-"))
    if match is None:
        return None
    language, script, region = (match[name] or "" for name in ("language", "script", "region"))
    if region.upper() in _NO_COUNTRIES:
        return None
    return "-".join(filter(None, (language.lower(), script.capitalize(), region.upper())))


def alternates(
    pages: Sequence[Translation], x_default: str | None
) -> tuple[dict[str, tuple[Alternate, ...]], tuple[Problem, ...]]:
    """Per `loc` the set of its translations, itself included; no set has fewer than two.

    Every member of a set gets the same links, in the order of their codes.
    https://developers.google.com/search/docs/specialty/international/localized-versions
    """
    usable = [page for page in pages if language_tag(page.language)]
    problems = _unknown_languages(pages)
    links: dict[str, tuple[Alternate, ...]] = {}
    rivals: dict[str, list[_Rivals]] = defaultdict(list)
    for members in _sets(usable):
        by_code, late = _by_code(members)
        for code, rival in late:
            rivals[code].append((by_code[code], rival))
        if len(by_code) > 1:
            shared = _links(by_code, x_default)
            links.update((member.loc, shared) for member in by_code.values())
    problems += [_same_language_twice(of_code) for _, of_code in sorted(rivals.items())]
    return links, tuple(problems)


def unused_default(pages: Iterable[Translation], x_default: str) -> Iterator[Problem]:
    """One problem where no page has the language that the user has named for all others."""
    if language_tag(x_default) not in {language_tag(page.language) for page in pages}:
        message = f"no listed page has the language {x_default!r}"
        yield Problem(level="warning", where="x_default", message=message)


def _links(by_code: Mapping[str, Translation], x_default: str | None) -> tuple[Alternate, ...]:
    links = [(code, page.loc) for code, page in sorted(by_code.items())]
    fallback = by_code.get(language_tag(x_default) or "") if x_default else None
    return (*links, (X_DEFAULT, fallback.loc)) if fallback else tuple(links)


def _sets(pages: Iterable[Translation]) -> list[list[Translation]]:
    """The pages in groups of translations, however few of the links between them are there."""
    by_loc = {page.loc: page for page in pages}
    parent = {loc: loc for loc in by_loc}

    def root(loc: str) -> str:
        while parent[loc] != loc:
            parent[loc] = parent[parent[loc]]
            loc = parent[loc]
        return loc

    for page in by_loc.values():
        for other in page.translations:
            if other in by_loc:
                parent[root(other)] = root(page.loc)
    groups = defaultdict(list)
    for loc, page in by_loc.items():
        groups[root(loc)].append(page)
    return list(groups.values())


def _by_code(
    members: Iterable[Translation],
) -> tuple[dict[str, Translation], list[tuple[str, Translation]]]:
    """One page per language code, and those that came too late for theirs."""
    by_code: dict[str, Translation] = {}
    rivals = []
    for page in sorted(members, key=lambda page: page.loc):
        code = language_tag(page.language) or ""
        if by_code.setdefault(code, page) is not page:
            rivals.append((code, page))
    return by_code, rivals


def _same_language_twice(rivals: Sequence[_Rivals]) -> Problem:
    """One problem for a language, which two folders with many pages can both claim to be in."""
    rivals = sorted(rivals, key=lambda pair: pair[1].loc)
    first, rival = rivals[0]
    other = first.page if len(rivals) == 1 else f"another page, {first.page} for the first of these"
    return shared_problem(
        "warning",
        [late.page for _, late in rivals],
        f"is a translation in {rival.language!r}, and so is {other}; "
        "only that one gets language links",
    )


def _unknown_languages(pages: Iterable[Translation]) -> list[Problem]:
    by_code = defaultdict(list)
    for page in pages:
        if page.translations and language_tag(page.language) is None:
            by_code[page.language].append(page.page)
    return [
        shared_problem(
            "warning",
            names,
            f"has the language {shown(code)}, {_what_is_wrong_with(code)}; "
            "it gets no language links",
        )
        for code, names in sorted(by_code.items())
    ]


def _what_is_wrong_with(code: str) -> str:
    _, _, last = code.upper().replace("_", "-").rpartition("-")
    if last == "UK":
        return "which is no code: the United Kingdom is GB"
    if last in _NO_COUNTRIES:
        return f"which is no code: {last} is no country"
    return "which is no code such as en or pt-BR"
