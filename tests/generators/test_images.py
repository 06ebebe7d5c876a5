"""Images of what other generators have built: those of the text, and none of the theme's."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

import pytest

from tests.generators.conftest import Project

SITE = "https://ex.org/docs/"
SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'
BADGE = "https://badges.example/x.svg"
OPTIONS = {"options.yml": json.dumps({"site_url": SITE, "images": True})}


def images(project: Project, folder: str) -> Mapping[str, list[str]]:
    """The images of each listed page, by what its URL has below the site's."""
    done = project.run("sitemap-plus", "build", folder, "--config", "options.yml", "--strict")
    assert done.exit_code == 0, done.stderr
    entries = (project.folder / folder / "sitemap.xml").read_text("utf-8").split("<url>")[1:]
    return {
        re.findall("<loc>(.*?)</loc>", entry)[0].removeprefix(SITE): re.findall(
            "<image:loc>(.*?)</image:loc>", entry
        )
        for entry in entries
    }


@pytest.mark.parametrize("theme", ["alabaster", "furo", "classic"])
def test_sphinx(make_project, theme: str) -> None:
    logo = {"alabaster": 'html_theme_options = {"logo": "logo.svg"}'}.get(
        theme, 'html_logo = "_static/logo.svg"'
    )
    conf = f'project = "X"\nhtml_theme = "{theme}"\nhtml_static_path = ["_static"]\n{logo}\n'
    text = f"Home\n====\n\n.. image:: pics/ü.svg\n\n.. image:: {BADGE}\n\n.. toctree::\n\n   b\n"
    project = make_project(
        {
            **OPTIONS,
            "conf.py": f'{conf}html_baseurl = "{SITE}"\n',
            "index.rst": text,
            "b.rst": "B\n=\n",
            "pics/ü.svg": SVG,
            "_static/logo.svg": SVG,
        }
    )
    project.build("sphinx-build", "-q", ".", "html")
    assert "logo.svg" in (project.folder / "html/b.html").read_text("utf-8")
    assert images(project, "html") == {"b.html": [], "index.html": [f"{SITE}_images/%C3%BC.svg"]}


def test_hugo(make_project) -> None:
    template = (
        "<!doctype html><html><head><title>X</title></head><body>"
        "<header><img src=/docs/logo.svg></header>{{ .Content }}"
        "<footer><img src=/docs/logo.svg></footer></body></html>"
    )
    project = make_project(
        {
            **OPTIONS,
            "hugo.toml": f'baseURL = "{SITE}"\ndisableKinds = ["taxonomy", "term", "sitemap"]\n',
            "layouts/index.html": template,
            "layouts/_default/single.html": template,
            "content/_index.md": f"![A](pics/ü.svg)\n\n![badge]({BADGE})\n",
            "content/b.md": "hi\n",
        }
    )
    project.build("hugo")
    assert images(project, "public") == {"": [f"{SITE}pics/%C3%BC.svg"], "b/": []}


def test_zensical(make_project) -> None:
    pytest.importorskip("zensical", reason="Zensical needs Python 3.11")
    project = make_project(
        {
            **OPTIONS,
            "mkdocs.yml": (
                f"site_name: X\nsite_url: {SITE}\ntheme:\n  logo: pics/logo.svg\n  font: false\n"
            ),
            "docs/index.md": f"# Home\n\n![A](pics/a%20b.svg)\n\n![badge]({BADGE})\n",
            "docs/b.md": "# B\n",
            "docs/pics/a b.svg": SVG,
            "docs/pics/logo.svg": SVG,
        }
    )
    project.build("zensical", "build")
    assert "logo.svg" in (project.folder / "site/b/index.html").read_text("utf-8")
    done = project.run("sitemap-plus", "build", "site", "--config", "options.yml", "--strict")
    assert done.exit_code == 0, done.stderr
    ours = (project.folder / "site/sitemap-main.xml").read_text("utf-8")
    assert re.findall("<image:loc>(.*?)</image:loc>", ours) == [f"{SITE}pics/a%20b.svg"]
