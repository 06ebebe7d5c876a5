"""Zensical, which reads its own sitemap.xml in the browser and runs no plugins of others."""

from __future__ import annotations

import pytest

from tests.generators.conftest import Project

pytest.importorskip("zensical", reason="Zensical needs Python 3.11")

BASE = "https://ex.org/docs/"
FILES = {
    "mkdocs.yml": f"""
site_name: Example
site_url: {BASE}
theme:
  name: material
  features: [navigation.instant]
plugins: [search, tags, blog, sitemap-plus]
""",
    "docs/index.md": "# Home\n",
    "docs/hidden.md": "---\nsitemap: false\n---\n# Hidden\n",
    "docs/guide/n (v1) ok@2x=1~.md": "# Odd\n",
    "docs/guide/über.md": "---\nlastmod: 2024-03-01\n---\n# Über\n",
    "docs/guide/R&D.md": "# R and D\n",
    "docs/blog/index.md": "# Blog\n",
    "docs/blog/posts/p.md": "---\ndate: 2024-02-03\n---\n# P\n\nx\n\n<!-- more -->\n",
}


@pytest.fixture(scope="module")
def project(make_project) -> Project:
    project = make_project(FILES)
    project.build("zensical", "build", "--clean")
    return project


@pytest.mark.report("MAT-11")
def test_the_plugin_does_nothing_and_the_command_does(project: Project) -> None:
    own = (project.folder / "site/sitemap.xml").read_bytes()
    assert not list((project.folder / "site").glob("sitemap-*"))
    done = project.run("sitemap-plus", "build", "site", "--source-folder", "docs", "--strict")
    assert done.exit_code == 0, done.stderr
    assert (project.folder / "site/sitemap.xml").read_bytes() == own
    listed = [
        loc
        for file in sorted((project.folder / "site").glob("sitemap-*.xml"))
        for loc in project.locs(f"site/{file.name}")
    ]
    theirs = set(project.locs("site/sitemap.xml"))
    # In Zensical's own spelling: the theme looks its links up by it.
    assert sorted(listed) == sorted(theirs - {f"{BASE}hidden/"})
    assert f"{BASE}guide/n%20(v1)%20ok@2x=1%7E/" in listed
    assert project.lastmods("site/sitemap-guide.xml") == {
        f"{BASE}guide/R%26D/": "2024-01-08T12:00:00Z",
        f"{BASE}guide/n%20(v1)%20ok@2x=1%7E/": "2024-01-08T12:00:00Z",
        f"{BASE}guide/%C3%BCber/": "2024-03-01",
    }


def test_a_second_build_of_both_gives_the_same(project: Project) -> None:
    def files() -> dict[str, bytes]:
        return {file.name: file.read_bytes() for file in (project.folder / "site").glob("sitemap*")}

    project.run("sitemap-plus", "build", "site")
    before = files()
    project.build("zensical", "build")
    project.run("sitemap-plus", "build", "site")
    assert files() == before


def test_posts_find_their_sources_by_a_pattern(project: Project) -> None:
    project.write(
        {"sitemap-plus.toml": 'source_patterns = ["{stem}.md", "blog/posts/{name}.md"]\n'}
    )
    arguments = ["--config", "sitemap-plus.toml", "--source-folder", "docs"]
    done = project.run("sitemap-plus", "build", "site", *arguments, "--why", "/blog/2024/02/03/p/")
    assert "made from blog/posts/p.md" in done.stdout
