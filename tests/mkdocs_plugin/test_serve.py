"""The development server, really serving on a loopback port."""

from __future__ import annotations

import json
import signal
import socket
import subprocess
import sys
import time
from contextlib import contextmanager
from urllib.error import HTTPError, URLError
from urllib.request import urlopen

import pytest

from tests.mkdocs_plugin.conftest import needs

PATIENCE = 30
"""Seconds until a server that doesn't answer fails the test."""
NOT_FOUND = 404


class Server:
    """A server that runs, and its address."""

    def __init__(self, base):
        self.base = base

    def get(self, path):
        """The body, or None where there is no such page."""
        try:
            with urlopen(self.base + path, timeout=PATIENCE) as answer:
                return answer.read().decode()
        except HTTPError as error:
            if error.code != NOT_FOUND:
                raise
            return None

    def wait_for(self, path, text):
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            try:
                if text in (self.get(path) or ""):
                    return
            except (URLError, ConnectionError, TimeoutError):
                pass
            time.sleep(0.1)
        raise AssertionError(f"{self.base}{path} never said {text!r}")


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def snapshot(folder):
    """Every file of the project but Python's own caches, with its bytes."""
    return {
        str(file.relative_to(folder)): file.read_bytes()
        for file in sorted(folder.rglob("*"))
        if file.is_file() and "__pycache__" not in file.parts
    }


@contextmanager
def serving(site, generator, *arguments, path=""):
    port = free_port()
    log = site.folder.with_name(f"{site.folder.name}.log")
    command = [sys.executable, "-m", generator, "serve", "-f", "mkdocs.yml"]
    with log.open("wb") as output:
        process = subprocess.Popen(
            [*command, "--dev-addr", f"127.0.0.1:{port}", *arguments],
            cwd=site.folder,
            stdout=output,
            stderr=subprocess.STDOUT,
        )
        try:
            server = Server(f"http://127.0.0.1:{port}/{path}")
            server.wait_for("", "<html>")
            yield server
        finally:
            process.send_signal(signal.SIGINT)
            code = process.wait(PATIENCE)
    text = log.read_text("utf-8")
    assert code == 0, text
    assert "Traceback" not in text
    assert "sitemap_plus: " not in warnings_in(text)


def warnings_in(log):
    return "\n".join(line for line in log.splitlines() if line.startswith(("WARNING", "ERROR")))


OLD = "---\nlastmod: 2024-01-08\n---\n# Old\n"


def own_sitemap_is_left_alone(server):
    # MkDocs lists all pages, with the server's address.
    sitemap = server.get("sitemap.xml")
    assert f"<loc>{server.base}out/</loc>" in sitemap
    assert "Sitemap Plus" not in sitemap
    assert server.get("sitemap_index.xml") is None
    assert server.get("robots.txt") is None


@pytest.fixture
def docs():
    return {"index.md": "# Home\n", "blog/a.md": OLD, "out.md": "sitemap: no\n\n# Out\n"}


@pytest.mark.report("URL-03")
@pytest.mark.parametrize("arguments", [(), ("--clean",), ("--dirty",)])
def test_the_servers_own_sitemap_is_left_alone(make_site, generator, docs, arguments):
    site = make_site(docs)
    with serving(site, generator, *arguments, "--no-livereload") as server:
        own_sitemap_is_left_alone(server)


@needs("mkdocs-static-i18n")
def test_a_language_with_an_address_of_its_own_does_not_hide_that_this_is_the_server(
    make_site, generator
):
    english = {"locale": "en", "name": "English", "default": True, "site_url": "https://en.ex.org/"}
    french = {"locale": "fr", "name": "Français", "site_url": "https://fr.ex.org/"}
    docs = {"index.md": "# Home\n", "index.fr.md": "# Accueil\n"}
    site = make_site(docs, before=[{"i18n": {"languages": [english, french]}}])
    with serving(site, generator) as server:
        assert "Sitemap Plus" not in server.get("sitemap.xml")
        assert server.get("sitemap_index.xml") is None
        assert server.get("robots.txt") is None


@pytest.mark.report("URL-03")
@pytest.mark.report("BLD-03")
def test_serve_true_writes_all_but_robots_txt_at_each_rebuild_and_only_into_the_site(
    make_site, generator, docs
):
    options = {"serve": True, "robots": True}
    site = make_site(docs, options, site_url="https://ex.org/docs/")
    before = snapshot(site.folder)
    with serving(site, generator, path="docs/") as server:
        assert f"<loc>{server.base}sitemap-blog.xml</loc>" in server.get("sitemap_index.xml")
        assert "<lastmod>2024-01-08</lastmod>" in server.get("sitemap.xml")
        assert "/out/" not in server.get("sitemap.xml")
        assert server.get("robots.txt") is None
        assert snapshot(site.folder) == before
        for date in ("2024-02-02", "2024-03-03"):
            site.write({"docs/blog/a.md": f"---\nlastmod: {date}\n---\n# New {date}\n"})
            server.wait_for("blog/a/", f"New {date}")
            assert server.get("sitemap-blog.xml").count("<loc>") == 1
            assert f"<lastmod>{date}</lastmod>" in server.get("sitemap_index.xml")
        assert snapshot(site.folder).keys() == before.keys()


def walks(trace):
    """How often Git was asked for the history."""
    lines = trace.read_text("utf-8").splitlines()
    return sum(event.get("name") == "rev-list" for event in map(json.loads, lines))


def test_serve_true_asks_git_for_the_history_once_for_each_new_commit(
    make_committed, generator, docs, monkeypatch, tmp_path
):
    site, repository = make_committed(docs, {"serve": True})
    trace = tmp_path / "trace"
    monkeypatch.setenv("GIT_TRACE2_EVENT", str(trace))
    with serving(site, generator) as server:
        assert walks(trace) == 1
        for number in range(3):
            site.write({"docs/index.md": f"# Home {number}\n", f"docs/new{number}.md": "#"})
            server.wait_for("", f"Home {number}")
        assert f"<loc>{server.base}new2/</loc>" in server.get("sitemap.xml")
        assert "2024-01-08T12:00:00Z" in server.get("sitemap-main.xml")
        assert walks(trace) == 1

        repository.commit("2024-02-02")
        site.write({"docs/index.md": "# Home at last\n"})
        server.wait_for("", "Home at last")
        assert server.get("sitemap-main.xml").count("2024-02-02T12:00:00Z") == 4
        assert walks(trace) == 2


def test_a_build_for_the_servers_address_says_why_nothing_of_ours_is_there(make_site):
    build = make_site(site_url="http://127.0.0.1:8000/").build("--strict")
    assert build.exit_code == 0
    assert build.names == {"sitemap.xml", "sitemap.xml.gz"}
    (note,) = build.notes
    assert "development server" in note
    other = make_site(site_url="http://127.0.0.1:9000/").build("--strict")
    assert "sitemap_index.xml" in other.names
