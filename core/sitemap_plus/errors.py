"""What ends a build, and what is reported and survived."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Literal

Level = Literal["warning", "info"]
"""`warning`: the user should mend it. `info`: the user should know it."""

# A password in a URL would end up in the log of a build.
_CREDENTIALS = re.compile(r"://[^/?#\s]*@")

NAMED_AT_MOST = 3
"""How many pages a problem that many pages share names before it only counts."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Problem:
    """Something wrong or worth knowing that the build survived."""

    level: Level
    where: str
    """The setting, file or page and key, for example `docs/a.md: sitemap.priority`."""
    message: str
    """What was found and what would be right, for example `found 'high', expected a number …`."""

    def __str__(self) -> str:
        return printable(f"{self.where}: {self.message}")


@dataclass(frozen=True, kw_only=True, slots=True)
class Fault:
    """One wrong value in the settings."""

    where: str
    """Path of the option, for example `sections.blog.priority`."""
    found: str
    """The value as the user would recognise it, for example `'high'`."""
    expected: str
    """What would be right, for example `a number from 0.0 to 1.0`."""

    def __str__(self) -> str:
        return printable(f"{self.where}: found {self.found}, expected {self.expected}")


class SitemapPlusError(Exception):
    """Base of all that ends a build; its text is meant for the user."""


class SettingsError(SitemapPlusError):
    """The settings hold at least one wrong value; raised before any work is done."""

    def __init__(self, faults: Sequence[Fault], problems: Sequence[Problem] = ()) -> None:
        self.faults = tuple(faults)
        """Every fault there is, in the order of the settings."""
        lines = "".join(f"\n  - {each}" for each in (*faults, *problems))
        super().__init__(f"Sitemap Plus can't use these settings:{lines}")


class OutputError(SitemapPlusError):
    """A file can't be written; what was there before is still there, whole."""


def shared_problem(level: Level, pages: Sequence[str], message: str) -> Problem:
    """One problem for a cause that several pages share: the first few named, the rest counted."""
    named = ", ".join(pages[:NAMED_AT_MOST])
    unnamed = len(pages) - NAMED_AT_MOST
    return Problem(
        level=level,
        where=f"{named} and {unnamed} more" if unnamed > 0 else named,
        message=message,
    )


def shown(value: object) -> str:
    """A value as it is quoted in a message: on one line, not longer than one, without secrets."""
    if isinstance(value, list):
        text = f"[{', '.join(map(_as_written, value))}]"
    else:
        text = _as_written(value)
    text = without_password(text)
    return text if len(text) <= 80 else f"{text[:77]}..."  # noqa: PLR2004


def without_password(text: str) -> str:
    """The text, with nothing of what a URL in it says of a user."""
    return _CREDENTIALS.sub("://***@", text)


def _as_written(value: object) -> str:
    # YAML makes dates of what looks like one; people know them as they wrote them.
    return str(value) if isinstance(value, date) else repr(value)


def printable(text: str) -> str:
    """The text on one line, for a terminal: names of files and keys can hold anything."""
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() else repr(char)[1:-1] for char in text)
