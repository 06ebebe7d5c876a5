"""The source of each page of a built folder, found by its name, and what stands at its head."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sitemap_plus.built_folder.addresses import stem_of
from sitemap_plus.built_folder.files import file_names
from sitemap_plus.errors import Problem
from sitemap_plus.front_matter import NoFrontMatter, read_front_matter

_PLACEHOLDER = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True, kw_only=True, slots=True)
class Source:
    """The file that a page was made from."""

    name: str
    """Relative to the folder of the sources, with forward slashes: `guide/a.md`."""
    file: Path
    metadata: Mapping[str, Any]
    """Its front matter; empty where that can't be read."""
    problems: tuple[Problem, ...] = field(default=())


def find_sources(pages: Sequence[str], folder: Path, patterns: Sequence[str]) -> dict[str, Source]:
    """The sources that the patterns name, by the names of the HTML files.

    Raises:
        OSError: the folder can't be read.
    """
    there = frozenset(file_names(folder))
    found = ((page, source_name(page, patterns, there)) for page in pages)
    return {page: _source(folder, name) for page, name in found if name is not None}


def source_name(page: str, patterns: Sequence[str], sources: Collection[str]) -> str | None:
    """The first of these sources that a pattern names for the HTML file; None: there is none."""
    return next((name for name in _candidates(page, patterns) if name in sources), None)


def _candidates(page: str, patterns: Sequence[str]) -> Iterator[str]:
    stem, is_index = stem_of(page)
    # The page a/index.html is made from a.md or from a/index.md, the home page from index.md.
    stems = [stem] if stem else []
    if is_index:
        stems.append(f"{stem}/index".lstrip("/"))
    for pattern in patterns:
        for each in stems:
            folder, _, name = each.rpartition("/")
            yield _filled(pattern, {"stem": each, "folder": folder, "name": name})


def _filled(pattern: str, fields: Mapping[str, str]) -> str:
    return _PLACEHOLDER.sub(lambda match: fields[match[1]], pattern).lstrip("/")


def _source(folder: Path, name: str) -> Source:
    file = folder / name
    try:
        return Source(name=name, file=file, metadata=read_front_matter(file))
    except NoFrontMatter as error:
        problem = Problem(level="warning", where=name, message=str(error))
        return Source(name=name, file=file, metadata={}, problems=(problem,))
