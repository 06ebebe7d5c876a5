"""Sphinx, with its own builders for files and for folders."""

from __future__ import annotations

import pytest

from tests.generators.conftest import Project

BASE = "https://ex.org/docs/"
CONF = """
import os, sys
sys.path.insert(0, os.path.abspath("."))
project = "Example"
extensions = ["sphinx.ext.autodoc", "sphinx.ext.viewcode"]
html_baseurl = os.environ.get("BASE", "https://ex.org/docs/")
html_theme = os.environ.get("THEME", "furo")
"""
FILES = {
    "conf.py": CONF,
    "example.py": 'def work():\n    """Do it."""\n',
    "index.rst": (
        "Home\n====\n\n.. toctree::\n\n   a\n   guide/größe (x)\n\n"
        ".. automodule:: example\n   :members:\n"
    ),
    "a.rst": ":lastmod: 2024-03-01\n\nA\n=\n\n:ref:`genindex`\n",
    "guide/größe (x).rst": "B\n=\n",
    "guide/index.rst": ":orphan:\n\nGuide\n=====\n",
}


@pytest.fixture(scope="module")
def project(make_project) -> Project:
    project = make_project(FILES)
    project.build("sphinx-build", "-q", "-b", "html", ".", "html")
    project.build("sphinx-build", "-q", "-b", "dirhtml", ".", "dirhtml")
    return project


@pytest.mark.report("EXC-12")
@pytest.mark.parametrize(
    ("builder", "paths"),
    [
        (
            "html",
            ["a.html", "guide/gr%C3%B6%C3%9Fe%20%28x%29.html", "guide/index.html", "index.html"],
        ),
        ("dirhtml", ["", "a/", "guide/", "guide/gr%C3%B6%C3%9Fe%20(x)/"]),
    ],
)
def test_the_documents_are_listed_as_their_canonical_links_say(
    project: Project, builder: str, paths: list[str]
) -> None:
    done = project.run("sitemap-plus", "build", builder, "--source-folder", ".", "--strict")
    assert done.exit_code == 0, done.stderr
    assert project.locs(f"{builder}/sitemap.xml") == [BASE + path for path in paths]
    lastmods = project.lastmods(f"{builder}/sitemap.xml")
    committed = dict.fromkeys(lastmods, "2024-01-08T12:00:00Z")
    a = next(url for url in lastmods if "/a" in url)
    assert lastmods == {**committed, a: "2024-03-01"}
    assert len(lastmods) == 4


@pytest.mark.parametrize(
    ("page", "reason"),
    [
        ("genindex.html", "it is an index that Sphinx makes of names"),
        ("py-modindex.html", "it is an index that Sphinx makes of names"),
        ("search.html", "it is the site's search page"),
        ("_modules/example.html", "it lies in _modules, a folder for files that are no pages"),
        ("_modules/index.html", "it lies in _modules, a folder for files that are no pages"),
    ],
)
def test_what_sphinx_makes_for_itself_is_not_listed(
    project: Project, page: str, reason: str
) -> None:
    assert (project.folder / "html" / page).is_file()
    done = project.run("sitemap-plus", "build", "html", "--why", page)
    assert f"  because: {reason}" in done.stdout.splitlines()


def test_without_a_base_url_the_address_is_said(project: Project) -> None:
    project.build(
        "sphinx-build", "-q", "-D", "html_baseurl=", "-D", "html_theme=alabaster", ".", "bare"
    )
    assert project.run("sitemap-plus", "build", "bare").exit_code == 2
    done = project.run("sitemap-plus", "build", "bare", "--site-url", BASE)
    assert done.exit_code == 0, done.stderr
    assert project.locs("bare/sitemap.xml") == [
        BASE,
        f"{BASE}a.html",
        f"{BASE}guide/",
        f"{BASE}guide/gr%C3%B6%C3%9Fe%20(x).html",
    ]
