"""What it costs to write a sitemap: time beside a bare loop and other writers, and memory."""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import tracemalloc
from collections.abc import Iterator, Sequence
from datetime import datetime, timezone
from functools import partial
from pathlib import Path
from xml.sax.saxutils import escape

import measuring
import other_writers
from measuring import Way
from scaling import settings_with

from sitemap_plus import Entry, OutputFile, Page, plan_sitemaps, render, write

OURS, BARE, PLANNED = "Sitemap Plus", "bare loop", "Sitemap Plus from pages on"
LANGUAGES = ("ar", "de", "en", "es", "fr", "it", "ja", "nl", "pl", "pt-BR", "ru", "zh-Hans")
MANY, FEW_ROUNDS = 200_000, 3
"""From so many entries on, each round is long, and a few are enough."""
MOST_LINKS = 1_000_000
"""More links than this are not made: they would measure this machine's memory."""


def main() -> None:
    arguments = parsed_arguments()
    if arguments.memory_of:
        print(json.dumps(memory(arguments.memory_of, arguments.kind, arguments.entries[0])))
        return
    if arguments.set_up:
        measuring.continue_in_environment("rendering", other_writers.REQUIREMENTS)
    for count in arguments.entries:
        for kind in KINDS:
            if kind != "12 languages" or count * len(LANGUAGES) <= MOST_LINKS:
                compare_times(kind, count, arguments.rounds if count < MANY else FEW_ROUNDS)
                compare_memory(kind, count)
    print(f"\nThe aim of {OURS}: at most 1.5 x, and less than 60 MB however many entries.")
    for note in other_writers.missing():
        print(f"\nNot measured: {note}")


def parsed_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--set-up", action="store_true", help="install the other writers first")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--entries", type=int, nargs="+", default=[50_000, 500_000])
    # What a process of its own measures.
    parser.add_argument("--memory-of", help=argparse.SUPPRESS)
    parser.add_argument("--kind", choices=KINDS, help=argparse.SUPPRESS)
    return parser.parse_args()


def compare_times(kind: str, count: int, rounds: int) -> None:
    entries = list(KINDS[kind](count))
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        ways = own_ways(entries, folder)
        hold_equal(ways, folder)
        if kind == "dates":
            if count < MANY:
                ways |= {PLANNED: planned_way(entries, folder)}
            ways |= dict(other_writers.writers(entries, folder))
        seconds = measuring.medians(ways, rounds)
    measuring.show_ratios(f"{count:,} entries with {kind}: CPU time", seconds, BARE)


def own_ways(entries: Sequence[Entry], folder: Path) -> dict[str, Way]:
    for name in (OURS, BARE):
        (folder / name).mkdir()
    return {
        OURS: partial(write_ours, entries, folder / OURS),
        BARE: partial(write_bare, entries, folder / BARE),
    }


def write_ours(entries: Sequence[Entry], folder: Path) -> None:
    (folder / "sitemap.xml").unlink(missing_ok=True)
    write(folder, [OutputFile(name="sitemap.xml", chunks=partial(render.urlset, entries))])


def planned_way(entries: Sequence[Entry], folder: Path) -> Way:
    """All that a build asks of us: pages in, sections and an index out."""
    (folder / PLANNED).mkdir()
    settings = settings_with()
    pages = [
        Page(url=entry.loc, metadata={"lastmod": other_writers.moment(entry)}) for entry in entries
    ]
    now = datetime(2030, 1, 1, tzinfo=timezone.utc)

    def write_planned() -> None:
        plan = plan_sitemaps(pages, settings, now=now, existing=lambda _: None)
        write(folder / PLANNED, plan.files)

    return write_planned


def write_bare(entries: Sequence[Entry], folder: Path) -> None:
    """The least that gives the same bytes."""
    beginning = next(iter(render.urlset(entries))).decode()
    with (folder / "sitemap.xml").open("w", encoding="utf-8", newline="\n") as stream:
        stream.write(beginning)
        for entry in entries:
            stream.write(f"<url><loc>{escape(entry.loc)}</loc>")
            if entry.lastmod is not None:
                stream.write(f"<lastmod>{entry.lastmod}</lastmod>")
            if entry.changefreq is not None:
                stream.write(f"<changefreq>{entry.changefreq}</changefreq>")
            if entry.priority is not None:
                stream.write(f"<priority>{entry.priority}</priority>")
            for code, href in entry.alternates:
                stream.write(
                    f'\n<xhtml:link rel="alternate" hreflang="{code}" href="{escape(href)}"/>'
                )
            stream.write("</url>\n")
        stream.write("</urlset>\n")


def hold_equal(ways: dict[str, Way], folder: Path) -> None:
    ways[OURS]()
    ways[BARE]()
    ours, bare = ((folder / name / "sitemap.xml").read_bytes() for name in (OURS, BARE))
    if ours != bare:
        sys.exit("the bare loop no longer writes what Sitemap Plus writes: mend write_bare")


def compare_memory(kind: str, count: int) -> None:
    """Print what is needed above the entries themselves, measured in processes of their own."""
    print("  memory above the entries: Python's own count at most; growth of the process")
    for name in (OURS, BARE):
        command = [sys.executable, __file__, "--memory-of", name, "--kind", kind]
        command += ["--entries", str(count)]
        output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        allocated, grown = json.loads(output)
        print(f"    {name:<18}{allocated:7.1f} MB;{grown:7.1f} MB", flush=True)


def memory(name: str, kind: str, count: int) -> tuple[float, float]:
    """Megabytes that writing needs: Python's own count, and by how much the process grew."""
    entries = list(KINDS[kind](count))
    with tempfile.TemporaryDirectory() as folder:
        way = own_ways(entries, Path(folder))[name]
        before = measuring.peak_megabytes()
        way()
        grown = measuring.peak_megabytes() - before
        tracemalloc.start()
        way()
        allocated = tracemalloc.get_traced_memory()[1] / 1e6
    return allocated, grown


def entries_with_dates(count: int) -> Iterator[Entry]:
    """Mostly plain URLs of the usual length; one in five has no date, one in 50 an ampersand."""
    for number in range(count):
        query = f"?page={number}&part=1" if number % 50 == 0 else ""
        yield Entry(
            loc=f"https://example.org/docs/part-{number % 37}/a-page-like-any-{number}/{query}",
            lastmod=lastmod(number) if number % 5 else None,
        )


def entries_with_all_fields(count: int) -> Iterator[Entry]:
    for number, entry in enumerate(entries_with_dates(count)):
        yield Entry(
            loc=entry.loc,
            lastmod=lastmod(number),
            changefreq="weekly",
            priority=number % 11 / 10,
        )


def entries_in_12_languages(count: int) -> Iterator[Entry]:
    for number in range(0, count, len(LANGUAGES)):
        urls = [f"https://example.org/{code}/a-page-like-any-{number}/" for code in LANGUAGES]
        links = tuple(zip(LANGUAGES, urls, strict=True))
        for url in urls:
            yield Entry(loc=url, lastmod=lastmod(number), alternates=links)


def lastmod(number: int) -> str:
    return f"20{10 + number % 15}-{1 + number % 12:02}-{1 + number % 28:02}T10:{number % 60:02}:00Z"


KINDS = {
    "dates": entries_with_dates,
    "all fields": entries_with_all_fields,
    "12 languages": entries_in_12_languages,
}


if __name__ == "__main__":
    main()
