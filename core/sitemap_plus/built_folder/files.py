"""The HTML files of a built folder, and which of them are no pages by their names alone."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

_HTML = (".html", ".htm", ".xhtml")

# A folder for a language or a version, in which a generator makes the same files as at the root.
_TREE = (
    r"(?:(?:[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{2,8})?|v?\d[\w.+-]*|latest|stable|main|master|dev)/)*"
)
_NO_PAGES = (
    (rf"{_TREE}(?:404|[45]\d\d|50x)(?:\.html?|/index\.html)", "it is the host's error page"),
    (rf"{_TREE}search(?:\.html?|/index\.html)", "it is the site's search page"),
    (
        rf"{_TREE}(?:genindex(?:-\w+)?|[\w-]*modindex)(?:\.html?|/index\.html)",
        "it is an index that Sphinx makes of names",
    ),
    (
        r"google[0-9a-f]{8,}\.html|(?:yandex|pinterest-|naver|baidu_verify_|wmail_|mywot)[\w-]+\.html",
        "it proves to a search engine whose site this is",
    ),
)
_RULES = tuple((re.compile(pattern), reason) for pattern, reason in _NO_PAGES)


@dataclass(frozen=True, kw_only=True, slots=True)
class HtmlFile:
    """One HTML file of the folder."""

    name: str
    """Relative to the folder, with forward slashes: `guide/a/index.html`."""
    unlisted: str | None
    """Why its name says that it is no page. None: it may be one."""


def html_files(folder: Path) -> list[HtmlFile]:
    """Every HTML file below the folder, sorted by name; no link leads out of the folder.

    Raises:
        OSError: a folder in it can't be read.
    """
    names = sorted(name for name in file_names(folder) if name.lower().endswith(_HTML))
    return [HtmlFile(name=name, unlisted=no_page(folder, name)) for name in names]


def file_names(folder: Path) -> Iterator[str]:
    """The name of each regular file below the folder, in no order; no folder that is a link."""
    waiting = [("", os.fspath(folder))]
    while waiting:
        prefix, where = waiting.pop()
        with os.scandir(where) as entries:
            for entry in entries:
                if entry.is_dir(follow_symlinks=False):
                    waiting.append((f"{prefix}{entry.name}/", entry.path))
                elif entry.is_file():
                    yield prefix + entry.name


def no_page(folder: Path, name: str) -> str | None:
    """Why an HTML file of this name is no page; None where its name does not say so."""
    *parents, _ = name.split("/")
    for parent in parents:
        if parent.startswith(("_", ".")):
            return f"it lies in {parent}, a folder for files that are no pages"
    file = folder / name
    if file.is_symlink() and not file.resolve().is_relative_to(folder.resolve()):
        return "it is a link to a file outside of the folder"
    return next((reason for rule, reason in _RULES if rule.fullmatch(name)), None)
