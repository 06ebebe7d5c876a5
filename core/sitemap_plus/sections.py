"""Entries to sitemap files, within the protocol's limits of count and bytes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, count

from sitemap_plus import render
from sitemap_plus.entries import Entry

MAX_BYTES = 52_428_800
"""Uncompressed: https://www.sitemaps.org/protocol.html#index"""


@dataclass(frozen=True, kw_only=True, slots=True)
class Sitemap:
    """One sitemap file."""

    name: str
    """`sitemap-blog.2.xml`, at the root of the site."""
    entries: Sequence[Entry]
    """At least one."""

    @property
    def lastmod(self) -> str | None:
        """The newest date of its entries; a sitemap changes when one of its pages does."""
        return max((entry.lastmod for entry in self.entries if entry.lastmod), default=None)


def sitemaps(
    entries: Iterable[Entry],
    max_urls: int,
    taken: Collection[str] = (),
    max_bytes: int = MAX_BYTES,
) -> tuple[Sitemap, ...]:
    """One sitemap for each section, more where one would exceed a limit; sorted by section.

    A name that is taken is passed over: `sitemap-blog.2.xml` then comes first.
    """
    by_section: dict[str, list[Entry]] = defaultdict(list)
    for entry in entries:
        by_section[entry.section].append(entry)
    return tuple(
        Sitemap(name=name, entries=part)
        for section, of_section in sorted(by_section.items())
        for part, name in zip(
            _parts(of_section, max_urls, max_bytes),
            free_names(f"sitemap-{section}", taken),
            strict=False,
        )
    )


def free_names(stem: str, taken: Collection[str] = ()) -> Iterator[str]:
    """The names of a row of files, without end: `sitemap-blog.xml`, then `sitemap-blog.2.xml`."""
    numbered = (f"{stem}.{number}.xml" for number in count(2))
    return (name for name in chain([f"{stem}.xml"], numbered) if name not in taken)


def fits(entries: Sequence[Entry], max_urls: int, max_bytes: int = MAX_BYTES) -> bool:
    """Whether one sitemap can hold these entries."""
    return next(_parts(entries, max_urls, max_bytes), entries) == entries


def _parts(entries: Sequence[Entry], max_urls: int, max_bytes: int) -> Iterator[Sequence[Entry]]:
    """The entries in runs that each fit into one file, and that together are all of them."""
    room = max_bytes - render.size_around(entries)
    start = 0
    while start < len(entries):
        end = _end_of_part(entries, start, max_urls, room)
        yield entries[start:end]
        start = end


def _end_of_part(entries: Sequence[Entry], start: int, max_urls: int, room: int) -> int:
    end = min(start + max_urls, len(entries))
    # Almost every part is far from the limit, and measuring costs as much as rendering.
    if _end_of_room(entries, range(start, end), render.size_at_most, room) == end:
        return end
    return max(_end_of_room(entries, range(start, end), render.size, room), start + 1)


def _end_of_room(
    entries: Sequence[Entry], positions: range, size: Callable[[Entry], int], room: int
) -> int:
    """The first position whose entry has no room any more, or the end of the positions."""
    for position in positions:
        room -= size(entries[position])
        if room < 0:
            return position
    return positions.stop
