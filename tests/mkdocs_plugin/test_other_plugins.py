"""Beside the plugins that people use with MkDocs."""

from __future__ import annotations

import subprocess
import sys

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
