"""Writers of sitemaps that nobody here wrote, run as they are, where they are installed."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timezone
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from types import SimpleNamespace

from measuring import CACHE, Way

from sitemap_plus import Entry

REQUIREMENTS = ("mkdocs>=1.6", "pelican[markdown]", "pelican-sitemap", "xml-sitemap-writer")
NPM = CACHE / "node"
"""Where the tests of the consumers put npm's packages."""


def writers(entries: Sequence[Entry], folder: Path) -> Iterator[tuple[str, Way]]:
    """Each writer that is here, ready to write; they all write `loc` and `lastmod`."""
    for writer in WRITERS:
        if writer.is_here:
            place = folder / writer.name
            place.mkdir()
            yield writer.name, writer.prepare(entries, place)


def missing() -> list[str]:
    """What is not here, and how to get it."""
    return [f"{writer.name}: {writer.advice}" for writer in WRITERS if not writer.is_here]


def mkdocs_template(entries: Sequence[Entry], folder: Path) -> Way:
    """MkDocs' own template, rendered as its build does it, without the `.gz`."""
    from jinja2 import Environment, PackageLoader

    template = Environment(loader=PackageLoader("mkdocs"), auto_reload=False).get_template(
        "sitemap.xml"
    )
    pages = [
        SimpleNamespace(
            page=SimpleNamespace(is_link=False, canonical_url=entry.loc, update_date=entry.lastmod)
        )
        for entry in entries
    ]

    def write() -> None:
        (folder / "sitemap.xml").write_bytes(template.render(pages=pages).encode())

    return write


def pelican_sitemap(entries: Sequence[Entry], folder: Path) -> Way:
    """That plugin's writer; it adds `changefreq` and `priority` to every entry."""
    from pelican.plugins.sitemap.sitemap import SitemapGenerator

    site = "https://example.org"
    host = SimpleNamespace(output_path=str(folder), settings={"SITEURL": site})
    queue = [
        (None, SimpleNamespace(url=entry.loc.removeprefix(f"{site}/"), date=moment(entry)))
        for entry in entries
    ]

    def write() -> None:
        generator = SitemapGenerator()
        generator.init(host)
        generator.page_queue = queue
        generator.finalize(host)

    return write


def moment(entry: Entry) -> datetime | None:
    if entry.lastmod is None:
        return None
    return datetime.strptime(entry.lastmod, "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=timezone.utc)


def xml_sitemap_writer(entries: Sequence[Entry], folder: Path) -> Way:
    """That package's writer, which validates dates and always makes `.gz`; stored, not deflated."""
    from xml_sitemap_writer import XMLSitemap

    class Uncompressed(XMLSitemap):
        GZIP_COMPRESSION_LEVEL = 0

    site = "https://example.org"
    rows = [(entry.loc.removeprefix(site), entry.lastmod) for entry in entries]

    def write() -> None:
        with Uncompressed(path=str(folder), root_url=site) as sitemap:
            for path, lastmod in rows:
                sitemap.add_url(path, lastmod=lastmod)

    return write


def npm_sitemap(entries: Sequence[Entry], folder: Path) -> Way:
    """npm's `sitemap`, in a process of its own that measures only the writing."""
    source = folder / "entries.json"
    rows = [{"url": entry.loc, "lastmod": entry.lastmod} for entry in entries]
    source.write_text(json.dumps(rows), "utf-8")
    program = Path(__file__).with_name("npm_sitemap.cjs")
    command = ["node", str(program), str(source), str(folder / "sitemap.xml")]

    def write() -> float:
        return float(subprocess.run(command, cwd=NPM, check=True, capture_output=True).stdout)

    return write


def is_distribution(name: str) -> bool:
    try:
        distribution(name)
    except PackageNotFoundError:
        return False
    return True


def is_in_npm_folder(name: str) -> bool:
    return shutil.which("node") is not None and (NPM / "node_modules" / name).is_dir()


@dataclass(frozen=True, kw_only=True)
class Writer:
    name: str
    is_here: bool
    prepare: Callable[[Sequence[Entry], Path], Way]
    advice: str


WRITERS = (
    Writer(
        name="MkDocs' template",
        is_here=is_distribution("mkdocs"),
        prepare=mkdocs_template,
        advice="install mkdocs",
    ),
    Writer(
        name="pelican-sitemap",
        is_here=is_distribution("pelican-sitemap"),
        prepare=pelican_sitemap,
        advice="install pelican and pelican-sitemap",
    ),
    Writer(
        name="xml-sitemap-writer",
        is_here=is_distribution("xml-sitemap-writer"),
        prepare=xml_sitemap_writer,
        advice="install xml-sitemap-writer",
    ),
    Writer(
        name="npm's sitemap",
        is_here=is_in_npm_folder("sitemap"),
        prepare=npm_sitemap,
        advice="run tests/consumers once, which installs it into .cache/node",
    ),
)
