"""Versions that mike really deploys, to a branch of a real repository.

mike starts ProperDocs where that is installed, else MkDocs.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from tests.mkdocs_plugin.conftest import SITE_URL, is_installed, needs

pytestmark = needs("mike")

GENERATOR = "ProperDocs" if is_installed("properdocs") else "MkDocs"
DOCS = {"index.md": "# Home\n", "guide/a.md": "# A\n", "robots.txt": "User-agent: *\n"}
PATHS = ["", "guide/a/"]
OURS = {"sitemap.xml", "sitemap.xml.gz"}


class Project:
    """A committed site, its repository and what mike does there."""

    def __init__(self, site, repository):
        self.site, self.repository = site, repository
        repository.git("config", "user.name", "Ann")
        repository.git("config", "user.email", "ann@ex.org")

    def mike(self, *arguments, fails=False, **environment):
        """What mike prints, and the generator that it starts."""
        programs = Path(sys.executable).parent
        done = subprocess.run(
            [programs / "mike", *arguments],
            cwd=self.site.folder,
            env={
                **os.environ,
                "PATH": os.pathsep.join([str(programs), os.environ["PATH"]]),
                **environment,
            },
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            check=False,
        )
        assert (done.returncode != 0) is fails, done.stdout
        return done.stdout

    def published(self):
        """The branch that mike has committed to, checked out beside the project."""
        name = f"{self.site.folder.name}-published"
        return self.repository.clone(name, "--branch", "gh-pages").folder


@pytest.fixture
def make_project(make_committed):
    def make(options=None, *, docs=DOCS, **settings):
        return Project(*make_committed(docs, options, **settings))

    return make


def names(folder):
    return {file.name for file in [*folder.glob("sitemap*"), *folder.glob("robots.txt")]}


def locs(folder):
    return [loc.text for loc in ET.parse(folder / "sitemap.xml").findall(".//{*}loc")]


def ours(output, level="INFO"):
    lines = re.findall(rf"^{level} +-  sitemap_plus: (.*)$", output, re.MULTILINE)
    return [line for line in lines if not line.startswith("lastmod: ")]


@pytest.mark.report("MAT-03")
@pytest.mark.parametrize("before", [["mike"], []], ids=["named", "added by mike itself"])
def test_each_version_gets_its_list_of_pages_and_nothing_else(make_project, before):
    project = make_project(before=before)
    note, summary = ours(project.mike("deploy", "1.0"))
    assert note.startswith("mike: version 1.0 gets a sitemap.xml and nothing else")
    assert "sitemap-plus versions FOLDER" in note
    assert summary == "2 URLs in sitemap.xml"
    assert f"with {GENERATOR} " in project.repository.git("log", "-1", "--format=%s", "gh-pages")
    published = project.published()
    assert names(published / "1.0") == {*OURS, "robots.txt"}
    assert (published / "1.0/robots.txt").read_text() == DOCS["robots.txt"]
    assert locs(published / "1.0") == [f"{SITE_URL}1.0/{path}" for path in PATHS]
    assert names(published) == set()


@pytest.mark.report("MAT-03")
@pytest.mark.parametrize(
    ("plugin", "site_url", "base"),
    [
        ({}, SITE_URL, f"{SITE_URL}1.0/"),
        ({"canonical_version": "latest"}, SITE_URL, f"{SITE_URL}latest/"),
        ({"deploy_prefix": "docs"}, f"{SITE_URL}docs/", f"{SITE_URL}docs/1.0/"),
    ],
)
def test_the_list_has_the_addresses_that_mike_gives_to_the_pages(
    make_site, monkeypatch, plugin, site_url, base
):
    monkeypatch.setenv("MIKE_DOCS_VERSION", "1.0")  # as mike sets it for the build
    build = make_site(DOCS, before=[{"mike": plugin}], site_url=site_url).build("--strict")
    assert build.names == {*OURS, "robots.txt"}
    assert build.locs() == [base + path for path in PATHS]


@pytest.mark.parametrize("alias_type", ["symlink", "copy", "redirect"])
def test_an_alias_has_the_list_of_its_version_or_none(make_project, alias_type):
    project = make_project(before=[{"mike": {"alias_type": alias_type}}])
    project.mike("deploy", "1.0", "latest")
    published = project.published()
    assert (published / "latest/index.html").exists()
    if alias_type == "redirect":
        assert names(published / "latest") == set()
    else:
        assert locs(published / "latest") == [f"{SITE_URL}1.0/{path}" for path in PATHS]


OF_WHOLE_SITES = {
    "sitemap_xml": "index",
    "robots": True,
    "text": True,
    "max_urls": 1,
    "extra_sitemaps": [f"{SITE_URL}shop/sitemap.xml"],
    "site_url": SITE_URL,
}


def test_options_for_whole_sites_do_not_count_in_a_version_and_the_others_do(make_project):
    options = {
        "gzip": "none",
        "sections": {"out": False, "guide": {"priority": 0.8}},
        "extra_urls": ["/api/"],
    }
    docs = {**DOCS, "out/b.md": "# B\n"}
    project = make_project({**OF_WHOLE_SITES, **options}, docs=docs)
    output = project.mike("deploy", "1.0")
    assert ours(output, "WARNING") == []
    assert len(ours(output)) == 2
    version = project.published() / "1.0"
    assert names(version) == {"sitemap.xml", "robots.txt"}
    assert (version / "robots.txt").read_text() == DOCS["robots.txt"]
    assert locs(version) == [f"{SITE_URL}1.0/{path}" for path in ["", "api/", "guide/a/"]]
    assert "<priority>0.8</priority>" in (version / "sitemap.xml").read_text()


def test_material_reads_the_list_of_a_version_whatever_sitemap_xml_says(make_project):
    if not is_installed("mkdocs-material"):
        pytest.skip("Material for MkDocs is not installed")
    theme = {"name": "material", "font": False, "features": ["navigation.instant"]}
    extra = {"version": {"provider": "mike"}}
    project = make_project({"sitemap_xml": "index"}, theme=theme, extra=extra)
    assert ours(project.mike("deploy", "1.0"), "WARNING") == []
    # Without mike the index is there, and the warning with it.
    assert len(project.site.build().warnings) == 1


def test_without_a_site_url_of_mkdocs_there_are_no_sitemaps_of_ours(make_project):
    project = make_project({"site_url": SITE_URL}, site_url=None)
    (warning,) = ours(project.mike("deploy", "1.0"), "WARNING")
    assert warning.startswith("site_url (MkDocs' own, to which mike adds the version): is not set")
    assert b"Sitemap Plus" not in (project.published() / "1.0/sitemap.xml").read_bytes()


def test_the_dates_of_a_version_come_from_git(make_project):
    project = make_project(before=["mike"])
    project.repository.commit("2024-02-02", {"docs/guide/a.md": "# A, anew\n"})
    assert "sitemap_plus: lastmod: 2 from git" in project.mike("deploy", "1.0")
    sitemap = (project.published() / "1.0/sitemap.xml").read_text()
    assert re.findall("<lastmod>(.*?)</lastmod>", sitemap) == [
        "2024-01-08T12:00:00Z",
        "2024-02-02T12:00:00Z",
    ]


def test_a_build_without_mike_is_a_whole_site(make_project):
    project = make_project(before=["mike"])
    build = project.site.build("--strict")
    assert build.names == {
        "robots.txt",
        "sitemap-guide.xml",
        "sitemap-main.xml",
        "sitemap.xml",
        "sitemap.xml.gz",
        "sitemap_index.xml",
    }
    assert build.locs() == [f"{SITE_URL}{path}" for path in PATHS]
    assert build.notes == []


def test_a_version_under_the_development_server_is_no_more_than_one(make_site, monkeypatch):
    monkeypatch.setenv("MIKE_DOCS_VERSION", "1.0")
    served = {"site_url": "http://127.0.0.1:8000/", "before": ["mike"]}
    assert "sitemap_index.xml" not in make_site(DOCS, **served).build("--strict").names
    build = make_site(DOCS, {"serve": True}, **served).build("--strict")
    assert build.locs() == [f"http://127.0.0.1:8000/1.0/{path}" for path in PATHS]
    assert build.names == {*OURS, "robots.txt"}


def test_mikes_variable_alone_makes_no_version(make_project):
    project = make_project()
    build = project.site.build_apart("--strict", MIKE_DOCS_VERSION="1.0")
    assert "sitemap_index.xml" in build.names
    assert build.locs() == [f"{SITE_URL}{path}" for path in PATHS]


def test_mikes_other_commands_hear_nothing_of_us(make_project):
    project = make_project({"exclud": []}, before=["mike"])
    assert len(ours(project.mike("deploy", "1.0"), "WARNING")) == 1
    assert project.mike("alias", "1.0", "latest") == ""
    assert project.mike("set-default", "latest") == ""
    assert project.mike("list") == "1.0 [latest]\n"


def test_wrong_settings_end_the_deployment_and_are_told_once(make_project):
    project = make_project({"max_urls": 0}, before=["mike"])
    output = project.mike("deploy", "1.0", fails=True)
    assert output.count("max_urls: found 0") == 1
    assert "Traceback" not in output
