"""What the heads of many HTML files say, read on all cores."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from pathlib import Path

from sitemap_plus.html import Head, beginning, parse_head

Progress = Callable[[int, int], None]
"""Told how many more files have been read, and of how many in all."""

_AT_ONCE = 250
"""Files of one task: fewer and handing them over costs, more and progress is not seen."""
_WORTH_A_PROCESS = 4_000
"""Files from which on starting a process takes less time than it saves."""

_FEED = re.compile(rb"(?:<!--.*?-->|<\?[^>]*>|\s)*<(?:rss|feed|rdf:RDF)\b", re.DOTALL)
_TEMPLATE = re.compile(rb"\s*\{[%{#]")
_TEMPLATE_TITLE = re.compile(r"\{[{%].*[%}]\}")
_PROOF = re.compile(rb"\s*google-site-verification:")

FRAGMENT = "it has no title, so it is a part of a page or a template"


@dataclass(frozen=True, kw_only=True, slots=True)
class Document:
    """What one HTML file is."""

    head: Head
    unlisted: str | None = None
    """Why its content is no page's. None: it is a page's."""


def read_documents(folder: Path, names: Sequence[str], progress: Progress) -> list[Document]:
    """What each of these files of the folder is, in their order."""
    tasks = [names[start : start + _AT_ONCE] for start in range(0, len(names), _AT_ONCE)]
    read = partial(_documents, folder)
    documents: list[Document] = []
    for part in _on_all_cores(read, tasks, len(names)):
        documents += part
        progress(len(part), len(names))
    return documents


def document(content: bytes | None) -> Document:
    """What a file with this beginning is; None: it can't be read."""
    if content is None:
        return Document(head=Head(), unlisted="it can't be read")
    if _FEED.match(content):
        return Document(head=Head(), unlisted="it is a feed")
    if _PROOF.match(content):
        return Document(head=Head(), unlisted="it proves to a search engine whose site this is")
    head = parse_head(content)
    return Document(head=head, unlisted=_no_page(content, head))


def _no_page(content: bytes, head: Head) -> str | None:
    # A refresh needs no title, and says itself why it is not listed.
    if head.title is None and not head.refresh:
        return FRAGMENT
    if _TEMPLATE.match(content) or _TEMPLATE_TITLE.fullmatch(head.title or ""):
        return "it is a template that nobody has filled in"
    return None


def _on_all_cores(
    read: Callable[[Sequence[str]], list[Document]], tasks: Iterable[Sequence[str]], count: int
) -> Iterator[list[Document]]:
    processes = os.cpu_count() or 1
    if processes == 1 or count < _WORTH_A_PROCESS:
        yield from map(read, tasks)
        return
    # Not forked: a thread of whoever calls could hold a lock at that moment.
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        yield from pool.map(read, tasks)


def _documents(folder: Path, names: Sequence[str]) -> list[Document]:
    return [document(beginning(folder / name)) for name in names]
