"""A crawler that nobody here wrote finds its way from robots.txt through the index to the pages."""

from __future__ import annotations

import html
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from usp.tree import sitemap_tree_for_homepage


class QuietHandler(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """The address at which the folder can be read, on this machine only."""
    handler = partial(QuietHandler, directory=folder)
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/"
        finally:
            server.shutdown()
            thread.join()


@pytest.fixture(autouse=True)
def no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")


def crawled(home: str) -> list[str]:
    return sorted(page.url for page in usp_tree(home).all_pages())


def usp_tree(home: str) -> Any:
    return sitemap_tree_for_homepage(home, use_known_paths=False)


def locs(site: Any) -> list[str]:
    # The crawler takes a URL for HTML: what is unescaped, it unescapes again.
    return sorted(html.unescape(entry.loc) for entry in site.entries)


OPTIONS = {
    "index": {"sitemap_xml": "index", "max_urls": 150},
    "pages": {"sitemap_xml": "pages", "gzip": "all"},
    "none": {"section_by": "none"},
}


@pytest.mark.parametrize("layout", OPTIONS)
def test_a_crawler_finds_every_page_once(
    layout: str, tmp_path: Path, build_site: Callable[..., Any]
) -> None:
    with served(tmp_path) as home:
        site = build_site(tmp_path, url=home, pages=7, sets=40, options=OPTIONS[layout])
        assert crawled(home) == locs(site)


def test_the_users_own_sitemaps_are_still_found(
    tmp_path: Path, build_site: Callable[..., Any]
) -> None:
    with served(tmp_path) as home:
        (tmp_path / "own.txt").write_text(f"{home}own/\n", "ascii")
        robots = f"User-agent: *\r\nDisallow:\r\nSitemap: {home}own.txt"
        (tmp_path / "robots.txt").write_bytes(robots.encode("ascii"))
        site = build_site(tmp_path, url=home, pages=7)
        assert crawled(home) == sorted([*locs(site), f"{home}own/"])


def test_an_extra_sitemap_is_found_through_the_index(
    tmp_path: Path, build_site: Callable[..., Any]
) -> None:
    with served(tmp_path) as home:
        (tmp_path / "own.txt").write_text(f"{home}own/\n", "ascii")
        site = build_site(tmp_path, url=home, pages=7, options={"extra_sitemaps": ["own.txt"]})
        assert crawled(home) == sorted([*locs(site), f"{home}own/"])


def test_a_site_in_a_folder_is_found_with_the_line_that_the_build_asks_for(
    tmp_path: Path, build_site: Callable[..., Any]
) -> None:
    folder = tmp_path / "project"
    folder.mkdir()
    with served(tmp_path) as home:
        site = build_site(folder, url=f"{home}project/", pages=300)
        assert not (folder / "robots.txt").exists()
        (tmp_path / "robots.txt").write_text(f"Sitemap: {site.entrance}\n", "ascii")
        assert crawled(home) == locs(site)


def test_a_sitemap_that_a_later_build_no_longer_wants_is_gone_for_a_crawler(
    tmp_path: Path, build_site: Callable[..., Any]
) -> None:
    with served(tmp_path) as home:
        build_site(tmp_path, url=home, pages=300, options={"max_urls": 20})
        site = build_site(tmp_path, url=home, pages=60)
        urls = [sitemap.url for sitemap in usp_tree(home).all_sitemaps()]
        found = [url.removeprefix(home) for url in urls if url.endswith(".xml")]
        assert sorted(found) == site.names("sitemap[-_]*.xml")
        assert crawled(home) == locs(site)
