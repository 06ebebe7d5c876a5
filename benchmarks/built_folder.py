"""What `sitemap-plus build` takes on folders of HTML files, and how that grows with them."""

from __future__ import annotations

import argparse
import os
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from unittest import mock

import measuring

from sitemap_plus.built_folder.pages import pages_of, read_folder
from sitemap_plus.settings import Host, read_settings

HEAD = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Page {number}</title>
<link rel="canonical" href="https://example.org/{path}/"><meta name="viewport" content="width=1">
<link rel="alternate" hreflang="en" href="https://example.org/{path}/"><style>{style}</style></head>
<body>"""
STYLE = "a { color: red }\n" * 100
BODY = "<p>Some words of a page that nobody reads.</p>\n" * 300


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pages", type=int, nargs="+", default=[10_000, 20_000, 40_000])
    parser.add_argument("--rounds", type=int, default=3)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folders = {pages: make_folder(Path(name), pages) for pages in arguments.pages}
        show_growth(folders, arguments.rounds)
        show_parts(folders[min(folders)], arguments.rounds)


def make_folder(root: Path, pages: int) -> Path:
    folder = root / str(pages)
    for number in range(pages):
        path = f"s{number % 50}/p{number}"
        file = folder / path / "index.html"
        file.parent.mkdir(parents=True)
        file.write_text(HEAD.format(number=number, path=path, style=STYLE) + BODY, "utf-8")
    return folder


def show_growth(folders: dict[int, Path], rounds: int) -> None:
    ways = {
        f"{pages:,} pages": partial(read_and_make_pages, each) for pages, each in folders.items()
    }
    seconds = measuring.medians(ways, rounds)
    first, *_ = folders
    for pages in folders:
        per_page = seconds[f"{pages:,} pages"] / pages
        of_first = seconds[f"{first:,} pages"] / first
        print(f"{pages:>8,} pages: {per_page / of_first:.2f} for each page of that of {first:,}")


def show_parts(folder: Path, rounds: int) -> None:
    """Against the bare loop that reads the same bytes, on one core."""
    ways: dict[str, Callable[[], None]] = {
        "reading the heads' bytes": partial(read_bytes, folder),
        "reading the heads": partial(read_on_one_core, folder),
        "everything, as pages": partial(pages_on_one_core, folder),
    }
    seconds = measuring.medians(ways, rounds)
    measuring.show_ratios("one core: CPU time", seconds, "reading the heads' bytes")


def read_bytes(folder: Path) -> None:
    for where, _, names in os.walk(folder):
        for name in names:
            with Path(where, name).open("rb", buffering=0) as stream:
                stream.read(1 << 16)


def read_on_one_core(folder: Path) -> None:
    with mock.patch.object(os, "cpu_count", return_value=1):
        read_folder(folder, lambda _more, _total: None)


def pages_on_one_core(folder: Path) -> None:
    with mock.patch.object(os, "cpu_count", return_value=1):
        read_and_make_pages(folder)


def read_and_make_pages(folder: Path) -> None:
    built = read_folder(folder, lambda _more, _total: None)
    host = Host(
        key="benchmark",
        site_url_setting="--site-url",
        site_url=built.site_url,
        sitemap_xml="pages",
        section_by="path",
        section_by_choices=("path",),
        own_options=("url_style", "source_folder", "source_patterns"),
    )
    settings = read_settings({}, host).settings
    assert settings is not None
    pages_of(built, settings)


if __name__ == "__main__":
    main()
