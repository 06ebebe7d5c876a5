"""Print which sitemaps lie in built sites, and which translations they name.

`python sample_sites/show.py FOLDER ...`
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from xml.etree import ElementTree

NAMESPACE = "{http://www.sitemaps.org/schemas/sitemap/0.9}"
LINK = "{http://www.w3.org/1999/xhtml}link"
ENTRIES = {"urlset": ("url", "URLs"), "sitemapindex": ("sitemap", "sitemaps")}


def describe(sitemap: Path) -> str:
    """One line: the file's name, how many entries it has, and how many of them have a date."""
    root = ElementTree.parse(sitemap).getroot()
    tag, noun = ENTRIES[root.tag.removeprefix(NAMESPACE)]
    entries = root.findall(f"{NAMESPACE}{tag}")
    dated = sum(entry.find(f"{NAMESPACE}lastmod") is not None for entry in entries)
    return f"  {sitemap.name:<28} {len(entries):>4} {noun:<9} {dated:>4} with a date"


def translations(sitemaps: Iterable[Path]) -> list[tuple[tuple[str, str], ...]]:
    """Each set of translations once: the language and the address of each of its pages."""
    entries = (entry for sitemap in sitemaps for entry in ElementTree.parse(sitemap).getroot())
    links = (
        tuple((link.attrib["hreflang"], link.attrib["href"]) for link in entry.findall(LINK))
        for entry in entries
    )
    return list(dict.fromkeys(filter(None, links)))


def translation_lines(sitemaps: Iterable[Path]) -> Iterator[str]:
    sets = translations(sitemaps)
    if sets:
        codes = sorted({code for links in sets for code, _ in links} - {"x-default"})
        yield f"  Pages in {' and '.join(codes)}; each of them names its whole set:"
    for links in sets:
        yield ""
        yield from (f"    {code:<26} {address}" for code, address in links)


def sitemap_lines(robots: Path) -> list[str]:
    if not robots.is_file():
        return ["  robots.txt is missing"]
    lines = robots.read_text(encoding="utf-8-sig").splitlines()
    found = [line.strip() for line in lines if line.strip().lower().startswith("sitemap:")]
    return [f"  {'robots.txt':<28} {line}" for line in found or ["has no Sitemap line"]]


def show(folder: Path) -> bool:
    """Print one site's sitemaps; whether there are any."""
    sitemaps = sorted(folder.glob("sitemap*.xml"))
    print(f"\n{folder}")
    for sitemap in sitemaps:
        print(describe(sitemap))
    print(*sitemap_lines(folder / "robots.txt"), *translation_lines(sitemaps), sep="\n")
    return bool(sitemaps)


def main(folders: list[str]) -> int:
    found = [show(Path(folder)) for folder in folders]
    print("\nLook into these files with an editor or a browser.")
    return 0 if found and all(found) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
