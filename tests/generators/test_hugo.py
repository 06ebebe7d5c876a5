"""Hugo, with two languages, aliases and an index of its own at sitemap.xml."""

from __future__ import annotations

import re

import pytest

from tests.generators.conftest import Project

SITE = "https://ex.org/"
BASE_TEMPLATE = """<!doctype html><html lang="{{ .Lang }}"><head><title>{{ .Title }}</title>
<link rel="canonical" href="{{ .Permalink }}">
{{ range .AllTranslations }}
<link rel="alternate" hreflang="{{ .Lang }}" href="{{ .Permalink }}">
{{ end }}
</head><body>{{ block "main" . }}{{ end }}</body></html>"""
MAIN = '{{ define "main" }}{{ .Content }}{{ end }}'
FILES = {
    "hugo.toml": f"""
baseURL = "{SITE}"
defaultContentLanguage = "en"
disableKinds = ["taxonomy", "term"]
[languages.en]
weight = 1
[languages.pt-br]
weight = 2
""",
    "content/_index.md": "---\ntitle: Home\n---\n",
    "content/_index.pt-br.md": "---\ntitle: Casa\n---\n",
    "content/posts/a.md": '+++\ntitle = "A"\ndate = 2024-02-03\naliases = ["/old/"]\n+++\nhi\n',
    "content/posts/a.pt-br.md": "---\ntitle: A\n---\nhi\n",
    "content/posts/only.md": "---\ntitle: Only\nsitemap: false\n---\nhi\n",
    "layouts/_default/baseof.html": BASE_TEMPLATE,
    **{f"layouts/{name}.html": MAIN for name in ("index", "_default/single", "_default/list")},
}


@pytest.fixture(scope="module")
def project(make_project) -> Project:
    project = make_project(FILES)
    project.build("hugo")
    return project


def test_pages_in_both_languages_are_linked_and_stubs_are_left_out(project: Project) -> None:
    index = (project.folder / "public/sitemap.xml").read_bytes()
    assert b"<sitemapindex" in index
    done = project.run("sitemap-plus", "build", "public", "--source-folder", "content", "--strict")
    assert done.exit_code == 0, done.stderr
    assert (project.folder / "public/sitemap.xml").read_bytes() == index
    listed = [
        loc
        for name in ("main", "posts", "pt-br")
        for loc in project.locs(f"public/sitemap-{name}.xml")
    ]
    paths = ["", "posts/", "posts/a/", "pt-br/", "pt-br/posts/", "pt-br/posts/a/"]
    assert sorted(listed) == [SITE + path for path in paths]
    content = (project.folder / "public/sitemap-posts.xml").read_text(encoding="utf-8")
    assert re.findall('hreflang="(.*?)" href="(.*?posts/a/)"', content) == [
        ("en", f"{SITE}posts/a/"),
        ("pt-BR", f"{SITE}pt-br/posts/a/"),
    ]
    assert project.lastmods("public/sitemap-posts.xml")[f"{SITE}posts/a/"] == "2024-02-03"


def test_an_alias_is_explained(project: Project) -> None:
    done = project.run("sitemap-plus", "build", "public", "--why", "/old/")
    assert "  because: it only sends its readers on to another page" in done.stdout.splitlines()
