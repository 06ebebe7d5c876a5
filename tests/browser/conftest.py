"""A real Chromium on sites that are really built, and served on a loopback port.

Each site is built for the address that it is served at, as themes compare whole addresses.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest
import yaml
from selenium.common.exceptions import TimeoutException
from selenium.webdriver import Chrome, ChromeOptions, ChromeService
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.wait import WebDriverWait

PATIENCE = 30
"""Seconds until something that does not happen in the browser fails the test."""

NOTHING = 3
"""Seconds after which what has not appeared will not; a preview takes a third of one."""

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    "--window-size=1400,2000",
)

_ODD = [
    "plain",
    "with space",
    "notes (v1)",
    "[draft]",
    "{braces}",
    "it's",
    'say "hi"',
    "ok@2x=1",
    "plus+x",
    "tilde~x",
    "a & b",
    "one, two",
    "semi;colon",
    "100% sure",
    "so! $5 *",
    "what?",
    "no #1",
    "colon: x",
    "<angle>",
    "pipe|x",
    "caret^ `x`",
    "über",
    "Straße",
    "日本語",
    "emoji 🦀",
]
_IN_FOLDERS = ["a/deep/page", "größe (m²)/x y"]
ODDLY_NAMED = {name: f"Page {number}" for number, name in enumerate([*_ODD, *_IN_FOLDERS])}
"""Titles by names that have everything in them which an address can have; `Page 0` is plain."""

# Material writes an advertisement into the log.
os.environ.update(NO_MKDOCS_2_WARNING="true", DISABLE_MKDOCS_2_WARNING="true")


def needs(distribution: str) -> pytest.MarkDecorator:
    """Skip where it is not installed."""
    try:
        version(distribution)
    except PackageNotFoundError:
        is_missing = True
    else:
        is_missing = False
    return pytest.mark.skipif(is_missing, reason=f"not installed: {distribution}")


def run(*command: str, folder: Path, **environment: str) -> str:
    """What a program of this environment prints, which must succeed."""
    programs = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    done = subprocess.run(
        command,
        cwd=folder,
        env={**os.environ, "PATH": programs, **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


def write(folder: Path, files: Mapping[str, str]) -> None:
    for name, content in files.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(content, "utf-8")


@dataclass(frozen=True, kw_only=True)
class Host:
    """A web server of its own and the folder that it serves."""

    folder: Path
    address: str

    def build(
        self,
        docs: Mapping[str, str],
        *,
        path: str = "docs/",
        ours: bool | Mapping[str, Any] = True,
        **settings: Any,
    ) -> str:
        """Build a site with Material for this path of the server; the log.

        `ours`: whether with our plugin, or with which options of it.
        """
        config = mkdocs_yml(f"{self.address}{path}", ours, **settings)
        source = self.source(path, docs, config)
        site = str(self.folder / path)
        return run(sys.executable, "-m", "mkdocs", "build", "--site-dir", site, folder=source)

    def source(self, path: str, docs: Mapping[str, str], config: str) -> Path:
        """Write what a site for this path is built from; the folder."""
        folder = self.folder.with_name(f"{self.folder.name}-source") / path
        write(folder, {"mkdocs.yml": config})
        write(folder, {f"docs/{name}": text for name, text in docs.items()})
        return folder


def pages(titles: Mapping[str, str]) -> dict[str, str]:
    return {f"{name}.md": f"# {title}\n" for name, title in titles.items()}


def all_instant(names: Iterable[str]) -> dict[str, tuple[bool, str]]:
    """What `clicks` should give for these."""
    return {name: (True, f"{name}/") for name in names}


def mkdocs_yml(
    address: str,
    ours: bool | Mapping[str, Any],
    plugins: Mapping[str, Any] | None = None,
    **settings: Any,
) -> str:
    """A configuration with Material, which fetches nothing from elsewhere."""
    options = {} if isinstance(ours, bool) else dict(ours)
    config = {
        "site_name": "Example",
        "site_url": address,
        "plugins": {"search": {}, **(plugins or {}), **({"sitemap_plus": options} if ours else {})},
        **settings,
        "theme": {"name": "material", "font": False, **settings.get("theme", {})},
    }
    return yaml.safe_dump(config, allow_unicode=True, sort_keys=False)


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *arguments: object) -> None:  # noqa: A002
        """Nothing: what is asked for is in the browser's own words."""


@pytest.fixture(scope="session")
def make_host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[], Host]]:
    """Start a web server on a port of its own."""
    servers: list[ThreadingHTTPServer] = []

    def make() -> Host:
        folder = tmp_path_factory.mktemp("host")
        server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(folder)))
        Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
        servers.append(server)
        return Host(folder=folder, address=f"http://127.0.0.1:{server.server_port}/")

    yield make
    for server in servers:
        server.shutdown()
        server.server_close()


@pytest.fixture(scope="session")
def chrome(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chrome]:
    """The one browser of all tests, with a fresh profile."""
    program = next(filter(None, map(shutil.which, BROWSERS)), None)
    driver = shutil.which("chromedriver")
    assert program, f"none of {', '.join(BROWSERS)} is installed"
    assert driver, "chromedriver is not installed"
    options = ChromeOptions()
    options.binary_location = program
    for flag in (*FLAGS, f"--user-data-dir={tmp_path_factory.mktemp('profile')}"):
        options.add_argument(flag)
    with Chrome(options, ChromeService(driver)) as browser:
        browser.set_page_load_timeout(PATIENCE)
        yield browser


_READ = """
const found = performance.getEntriesByType("resource").find(e => e.name === arguments[0]);
// The theme reads what has arrived a moment later.
return Boolean(found && found.responseEnd && performance.now() - found.responseEnd > 500);
"""


_LINKS = """
const links = [...document.querySelectorAll(arguments[1])];
return links.filter(link => link.textContent.trim() === arguments[0]);
"""


@dataclass(frozen=True, kw_only=True)
class Browser:
    """A person's hands and eyes."""

    chrome: Chrome

    def open(self, address: str, *sitemaps: str) -> None:
        """Open a page and wait until its theme has read these sitemaps."""
        self.chrome.get(address)
        for sitemap in sitemaps:
            self.wait_until_read(sitemap)

    def wait_until_read(self, sitemap: str) -> None:
        self.wait(lambda: self._say(_READ, sitemap), f"{sitemap} is read")

    def wait(self, condition: Callable[[], object], what: str) -> None:
        try:
            WebDriverWait(self.chrome, PATIENCE, 0.05).until(lambda _: condition())
        except TimeoutException:
            raise AssertionError(f"never came true: {what}; at {self.chrome.current_url}") from None

    @property
    def heading(self) -> str:
        return str(self._say("return document.querySelector('article h1')?.firstChild.textContent"))

    @property
    def path(self) -> str:
        """Decoded."""
        return unquote(urlsplit(self.chrome.current_url).path)

    def link(self, text: str, within: str) -> WebElement:
        """The link of this text, in the part of the page that a CSS selector names."""
        (found,) = self._say(_LINKS, text, f"{within} a[href]")
        return found

    def is_instant(self, link: WebElement, heading: str) -> bool:
        """Click on a link; whether the page stayed in memory while its content was replaced."""
        self._say("window.marker = true")
        link.click()
        self.wait(lambda: self.heading == heading, f"the page {heading!r}")
        return bool(self._say("return window.marker === true"))

    def clicks(self, address: str, titles: Mapping[str, str]) -> dict[str, tuple[bool, str]]:
        """For each page, by a click in the navigation: whether it was instant, where it led."""
        sitemap = f"{address}sitemap.xml"
        self.open(address, sitemap)
        found = {}
        for name, title in titles.items():
            self.wait_until_read(sitemap)
            is_instant = self.is_instant(self.link(title, ".md-nav--primary"), title)
            found[name] = is_instant, self.path.removeprefix(urlsplit(address).path)
        return found

    def choose(self, selector: str, heading: str) -> None:
        """Click on an entry of a menu, and wait for the page of this heading."""
        self.wait(lambda: self.chrome.find_elements(By.CSS_SELECTOR, selector), selector)
        self._say("document.querySelector(arguments[0]).click()", selector)
        self.wait(lambda: self.heading == heading, f"the page {heading!r}")

    def preview(self, link: WebElement, patience: float = PATIENCE) -> str | None:
        """The heading of what appears beside a link under the mouse. None: nothing does."""
        ActionChains(self.chrome).move_to_element(link).perform()
        heading = (By.CSS_SELECTOR, ".md-tooltip2--active h3")
        with suppress(TimeoutException):
            WebDriverWait(self.chrome, patience, 0.05).until(lambda it: it.find_elements(*heading))
        return next((str(each.text) for each in self.chrome.find_elements(*heading)), None)

    def _say(self, script: str, *arguments: object) -> Any:
        return self.chrome.execute_script(script, *arguments)


@pytest.fixture(scope="session")
def browser(chrome: Chrome) -> Browser:
    return Browser(chrome=chrome)
