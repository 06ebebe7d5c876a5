"""Beside the plugins that people use with MkDocs."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.mkdocs_plugin.conftest import needs


@needs("mkdocs-literate-nav")
def test_the_file_that_literate_nav_reads_is_no_page(make_site):
    docs = {"index.md": "#", "a.md": "#", "SUMMARY.md": "* [Home](index.md)\n* [A](a.md)\n"}
    build = make_site(docs, before=["literate-nav"]).build("--strict")
    assert build.locs() == ["https://ex.org/", "https://ex.org/a/"]


@needs("mkdocs-literate-nav")
@pytest.mark.parametrize("nav_file", ["README.md", "index.md"])
def test_a_navigation_in_an_index_page_leaves_that_a_page(make_site, nav_file):
    docs = {nav_file: "* [A](a.md)\n", "a.md": "#", "SUMMARY.md": "#"}
    build = make_site(docs, before=[{"literate-nav": {"nav_file": nav_file}}]).build()
    assert build.locs() == ["https://ex.org/", "https://ex.org/SUMMARY/", "https://ex.org/a/"]


GENERATE = """
import mkdocs_gen_files

with mkdocs_gen_files.open("api/dated.md", "w") as page:
    page.write("---\\nlastmod: 2024-01-08\\n---\\n# Dated\\n")
with mkdocs_gen_files.open("api/plain.md", "w") as page:
    page.write("# Plain\\n")
"""


@needs("mkdocs-gen-files")
@pytest.mark.report("GIT-09")
def test_pages_that_gen_files_makes_up_are_listed_and_have_no_time_of_a_file(make_site):
    site = make_site(
        {"index.md": "#"},
        {"lastmod": ["metadata", "mtime"]},
        files={"generate.py": GENERATE},
        before=[{"gen-files": {"scripts": ["generate.py"]}}],
    )
    build = site.build("--strict")
    assert build.exit_code == 0, build.output
    assert build.locs("sitemap-api.xml") == [
        "https://ex.org/api/dated/",
        "https://ex.org/api/plain/",
    ]
    assert build.values("lastmod").keys() == {"", "api/dated/"}
    assert site.build("--dirty").files == build.files


GENERATE_POST = """
import mkdocs_gen_files

with mkdocs_gen_files.open("blog/posts/made.md", "w") as page:
    page.write("---\\ndate:\\n  created: 2024-01-08\\n---\\n# Made\\n")
"""


@needs("mkdocs-gen-files", "mkdocs-material")
def test_a_post_that_gen_files_makes_up_keeps_the_date_that_the_blog_read(make_site):
    gen_files = {"gen-files": {"scripts": ["generate.py"]}}
    build = make_site(
        {"index.md": "#", "blog/index.md": "#"},
        files={"generate.py": GENERATE_POST},
        theme={"name": "material"},
        before=[gen_files, "blog"],
    ).build("--strict")
    assert build.exit_code == 0, build.output
    # Its source is gone by the time that we could read it.
    assert build.values("lastmod")["blog/2024/01/08/made/"] == "2024-01-08T00:00:00Z"


@needs("mkdocs-redirects")
@pytest.mark.report("EXC-08")
def test_the_stubs_of_redirects_are_not_listed(make_site):
    redirects = {"redirect_maps": {"old.md": "new.md", "away.md": "https://other.example/"}}
    build = make_site({"index.md": "#", "new.md": "#"}, before=[{"redirects": redirects}])
    built = build.build("--strict")
    assert (built.folder / "old/index.html").is_file()
    assert built.locs() == ["https://ex.org/", "https://ex.org/new/"]


@needs("mkdocs-section-index")
def test_a_page_that_section_index_makes_a_section_belongs_to_it(make_site):
    docs = {"index.md": "#", "guide/index.md": "#", "guide/a.md": "#"}
    nav = ["index.md", {"The Guide": ["guide/index.md", {"A": "guide/a.md"}]}]
    build = make_site(docs, {"section_by": "nav"}, before=["section-index"], nav=nav).build()
    assert build.locs("sitemap-the-guide.xml") == [
        "https://ex.org/guide/",
        "https://ex.org/guide/a/",
    ]
    assert build.locs("sitemap-main.xml") == ["https://ex.org/"]


@needs("mkdocs-monorepo-plugin")
@pytest.mark.report("GIT-08")
def test_pages_of_a_monorepos_projects_are_listed(make_site):
    project = {
        "project/mkdocs.yml": "site_name: part\nnav: [index.md, a.md]\n",
        "project/docs/index.md": "# Part\n",
        "project/docs/a.md": "---\nlastmod: 2024-01-08\n---\n# A\n",
    }
    nav = ["index.md", {"Part": "!include ./project/mkdocs.yml"}]
    site = make_site({"index.md": "#"}, files=project, before=["monorepo"], nav=nav)
    # In a process of its own: it leaves a temporary folder to the end of its process.
    build = site.build_apart()
    assert build.exit_code == 0, build.output
    assert build.locs("sitemap-part.xml") == ["https://ex.org/part/", "https://ex.org/part/a/"]
    assert build.values("lastmod") == {"part/a/": "2024-01-08"}


@needs("mike")
@pytest.mark.report("MAT-03")
@pytest.mark.parametrize(("canonical", "folder"), [(None, "1.0"), ("stable", "stable")])
def test_mikes_address_without_a_slash_is_the_folder_of_all_urls(
    make_site, monkeypatch, canonical, folder
):
    mike = {"canonical_version": canonical} if canonical else {}
    site = make_site(before=[{"mike": mike}])
    monkeypatch.setenv("MIKE_DOCS_VERSION", "1.0")
    build = site.build("--strict")
    assert build.exit_code == 0, build.output
    base = f"https://ex.org/{folder}/"
    assert build.locs() == [base, f"{base}about/", f"{base}guide/install/"]
    assert build.locs("sitemap_index.xml") == [
        f"{base}sitemap-guide.xml",
        f"{base}sitemap-main.xml",
    ]
    without_git, note = build.notes
    assert "is in no Git repository" in without_git
    assert f"Sitemap: {base}sitemap_index.xml" in note


def git(folder, *arguments):
    return subprocess.run(
        ["git", *arguments], cwd=folder, check=True, capture_output=True, encoding="utf-8"
    ).stdout


@needs("mike")
def test_what_mike_deploys_has_our_sitemaps_in_the_versions_folder(make_site):
    site = make_site(before=["mike"])
    git(site.folder, "init", "--quiet")
    git(site.folder, "config", "user.name", "Ann")
    git(site.folder, "config", "user.email", "ann@ex.org")
    git(site.folder, "add", "docs")
    git(site.folder, "commit", "--quiet", "--message", "Pages")
    programs = Path(sys.executable).parent
    path = os.pathsep.join([str(programs), os.environ["PATH"]])
    subprocess.run(
        [programs / "mike", "deploy", "1.0", "latest"],
        cwd=site.folder,
        check=True,
        capture_output=True,
        env={**os.environ, "PATH": path},
    )
    versions = json.loads(git(site.folder, "show", "gh-pages:versions.json"))
    assert [each["version"] for each in versions] == ["1.0"]
    index = git(site.folder, "show", "gh-pages:1.0/sitemap_index.xml")
    assert "<loc>https://ex.org/1.0/sitemap-guide.xml</loc>" in index


@needs("mkdocs", "properdocs")
def test_properdocs_beside_mkdocs_writes_the_same_bytes(make_site):
    site = make_site(front={"a.md": "lastmod: 2024-01-08"}, options={"gzip": "all"})
    whole = site.build("--strict").files
    done = subprocess.run(
        [sys.executable, "-m", "properdocs", "build", "-f", "mkdocs.yml", "--strict"],
        cwd=site.folder,
        check=True,
        capture_output=True,
        encoding="utf-8",
    )
    assert "sitemap_plus: 4 URLs" in done.stderr
    assert {name: (site.folder / "site" / name).read_bytes() for name in whole} == whole
