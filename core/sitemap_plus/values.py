"""The values that people write in settings and front matter, read one kind a function.

A reader takes what was written and returns what it means, or raises `Wrong` with every fault in
it, each with its path inside the value. Readers compose: `list_of(changefreq)`.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from datetime import date, tzinfo
from typing import Any, TypeVar

from sitemap_plus import dates, urls
from sitemap_plus.errors import Fault, shown

T = TypeVar("T")
Reader = Callable[[object], T]

CHANGEFREQS = ("always", "hourly", "daily", "weekly", "monthly", "yearly", "never")
"""https://www.sitemaps.org/protocol.html#changefreqdef"""

MAX_SECTION_NAME = 100
"""Characters: file systems take 255 for the whole name of a section's file."""

_YES = frozenset({"true", "yes", "on", "1"})
_NO = frozenset({"false", "no", "off", "0"})
_NUMBER = re.compile(r"\d+[.,]?\d*|[.,]\d+")
_SECTION_NAME = re.compile(rf"[a-z0-9-]{{1,{MAX_SECTION_NAME}}}")
_COMMIT_ID = re.compile(r"[0-9a-fA-F]{7,64}")
_LANGUAGE = re.compile(r"[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{2,8})*")


class Wrong(Exception):
    """A value isn't what it should be."""

    def __init__(self, *faults: Fault) -> None:
        super().__init__("; ".join(map(str, faults)))
        self.faults = faults
        """Each with the path inside the value that was read; empty for the value itself."""


def wrong(value: object, expected: str) -> Wrong:
    """The value itself is wrong, and this would be right."""
    return Wrong(Fault(where="", found=shown(value), expected=expected))


def nearest(name: str, known: Iterable[str]) -> str:
    """A hint for an unknown name: `did you mean 'exclude'?`, or else the names there are."""
    names = sorted(known)
    for match in difflib.get_close_matches(name.lower(), names, n=1):
        return f"did you mean {match!r}?"
    return f"known are {', '.join(names)}"


def yes_or_no(value: object) -> bool:
    """A truth value; 1 and 0 and strings that mean yes or no count, in any case."""
    if isinstance(value, bool):
        return value
    word = str(value).strip().lower() if isinstance(value, str | int) else None
    if word in _YES or word in _NO:
        return word in _YES
    raise wrong(value, "true or false")


def choice(*choices: str) -> Reader[str]:
    """Reads one of these words."""

    def read(value: object) -> str:
        if isinstance(value, str) and value in choices:
            return value
        raise wrong(value, f"one of {', '.join(choices)}")

    return read


def whole_number(low: int, high: int) -> Reader[int]:
    """Reads a whole number within these limits, both included."""

    def read(value: object) -> int:
        if isinstance(value, int) and not isinstance(value, bool) and low <= value <= high:
            return value
        raise wrong(value, f"a whole number from {low} to {high}")

    return read


def text(value: object) -> str:
    """A string with something in it."""
    if isinstance(value, str) and value.strip():
        return value.strip()
    raise wrong(value, "text")


def changefreq(value: object) -> str:
    """One of the protocol's words, in any case."""
    word = value.strip().lower() if isinstance(value, str) else ""
    if word not in CHANGEFREQS:
        raise wrong(value, f"one of {', '.join(CHANGEFREQS)}")
    return word


def priority(value: object) -> float:
    """A number from 0.0 to 1.0; as text also with a comma, as half of Europe writes it."""
    number = value
    if isinstance(value, str) and _NUMBER.fullmatch(value.strip()):
        number = float(value.strip().replace(",", "."))
    if isinstance(number, bool) or not isinstance(number, int | float) or not 0 <= number <= 1:
        raise wrong(value, "a number from 0.0 to 1.0")
    return abs(float(number))  # -0.0 is a float, and no priority


def section_name(value: object) -> str:
    """A section's name, which becomes part of a file's name."""
    if isinstance(value, str) and _SECTION_NAME.fullmatch(value):
        return value
    raise wrong(value, "a short name of the letters a to z, digits and hyphens")


def language(value: object) -> str:
    """A language's code, `de` or `pt_BR`."""
    if isinstance(value, str) and _LANGUAGE.fullmatch(value):
        return value
    raise wrong(value, "a language code such as en or pt-BR")


def commit_id(value: object) -> str:
    """A commit's id in small letters, whole or at least its first seven digits."""
    if isinstance(value, str) and _COMMIT_ID.fullmatch(value.strip()):
        return value.strip().lower()
    # YAML makes a number of one that has no letters.
    raise wrong(value, "a commit's id, in quotes, of at least 7 hexadecimal digits")


def date_in(zone: tzinfo) -> Reader[date]:
    """Reads a date, or a datetime; `zone` is for times that are written without one."""

    def read(value: object) -> date:
        try:
            return dates.read_date(value, zone)
        except ValueError as error:
            raise wrong(value, str(error)) from error

    return read


def list_of(read_item: Reader[T]) -> Reader[tuple[T, ...]]:
    """Reads a list, each item with `read_item`; what isn't a list is one that holds only it."""

    def read(value: object) -> tuple[T, ...]:
        items = value if isinstance(value, list | tuple) else [value]
        single = items is not value
        return tuple(
            all_or_wrong((("" if single else f"[{i}]"), read_item, v) for i, v in enumerate(items))
        )

    return read


def mapping(value: object, expected: str = "a mapping") -> dict[str, Any]:
    """A mapping with its names as strings; entries without a value count as not written."""
    if not isinstance(value, Mapping):
        raise wrong(value, expected)
    return {str(name): item for name, item in value.items() if item is not None}


def fields(readers: Mapping[str, Reader[Any]]) -> Reader[dict[str, Any]]:
    """Reads a mapping whose every name has a reader of its own."""

    def read(value: object) -> dict[str, Any]:
        given = mapping(value, f"a mapping with {', '.join(readers)}")

        def unknown(_: object) -> None:
            raise Wrong(Fault(where="", found="an unknown name", expected=", ".join(readers)))

        reads = ((f".{name}", readers.get(name, unknown), item) for name, item in given.items())
        return dict(zip(given, all_or_wrong(reads), strict=True))

    return read


def patterns(value: object) -> urls.Patterns:
    """Gitignore-style rules: a list, or text with one a line as in a `.gitignore`."""
    return urls.compile_patterns(pattern_lines(value))


def pattern_lines(value: object) -> tuple[str, ...]:
    """Gitignore-style rules as they are written, each of them good."""
    lines = list(filter(str.strip, value.splitlines())) if isinstance(value, str) else value
    written = list_of(_pattern)(lines) if lines else ()
    try:
        urls.compile_patterns(written)
    except ValueError as error:
        raise wrong(value, f"patterns as in a .gitignore ({error})") from error
    return written


def _pattern(value: object) -> str:
    if isinstance(value, str) and value.strip():
        return value.strip()
    raise wrong(value, "a pattern such as /drafts/")


def all_or_wrong(reads: Iterable[tuple[str, Reader[T], object]]) -> list[T]:
    """The results of all these readers, or `Wrong` with the faults of all, below their paths."""
    results: list[T] = []
    faults: list[Fault] = []
    for path, read, value in reads:
        try:
            results.append(read(value))
        except Wrong as error:
            faults += [replace(fault, where=path + fault.where) for fault in error.faults]
    if faults:
        raise Wrong(*faults)
    return results
