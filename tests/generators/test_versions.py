"""mike, which keeps the versions of a site that MkDocs builds with our plugin on a branch."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.generators.conftest import Project

BASE = "https://ex.org/proj/"
MIKE = {
    "GIT_AUTHOR_NAME": "Ann",
    "GIT_AUTHOR_EMAIL": "ann@ex.org",
    "GIT_COMMITTER_NAME": "Ann",
    "GIT_COMMITTER_EMAIL": "ann@ex.org",
    "NO_MKDOCS_2_WARNING": "true",
}


def config(canonical: str | None = None) -> str:
    mike = {"mike": {"canonical_version": canonical, "alias_type": "symlink"}}
    return json.dumps(
        {
            "site_name": "Example",
            "site_url": BASE,
            "plugins": [mike if canonical else "mike", "sitemap_plus"],
        }
    )


@pytest.fixture(params=["symlink", "copy", "redirect"])
def alias_type(request: pytest.FixtureRequest) -> str:
    return str(request.param)


Deploy = Callable[..., Path]


@pytest.fixture
def deploy(make_project) -> Deploy:
    """Deploy 1.0 and 2.0 with mike, and check the branch out into a folder of its own."""

    def deployed(mkdocs_yml: str, *arguments: str, default: str | None = None) -> Path:
        project = make_project(
            {
                "mkdocs.yml": mkdocs_yml,
                "docs/index.md": "# Home\n",
                "docs/guide/a.md": "---\nlastmod: 2024-02-03\n---\n# A\n",
                ".gitignore": "site\n",
            }
        )
        mike(project, "deploy", "1.0", *arguments)
        project.write({"docs/guide/new.md": "# New\n"})
        project.commit("2024-03-04")
        mike(project, "deploy", "2.0", "latest", "--update-aliases", *arguments)
        if default:
            mike(project, "set-default", default)
        folder = project.folder / "published"
        project.git("worktree", "add", "--quiet", str(folder), "gh-pages")
        return folder

    return deployed


def mike(project: Project, *arguments: str) -> None:
    done = project.run("mike", *arguments, **MIKE)
    assert done.exit_code == 0, done.stdout + done.stderr


def listed(folder: Path) -> dict[str, str]:
    project = Project(folder=folder)
    names = [file.name for file in sorted(folder.glob("sitemap-*.xml"))]
    urls = {url for name in names for url in project.locs(name)}
    dates = {url: date for name in names for url, date in project.lastmods(name).items()}
    return {url.removeprefix(BASE): dates.get(url, "") for url in sorted(urls)}


@pytest.mark.report("VER-01")
@pytest.mark.report("VER-02")
def test_the_root_lists_the_version_that_the_home_page_leads_to(deploy: Deploy) -> None:
    folder = deploy(config(), default="latest")
    done = Project(folder=folder).run("sitemap-plus", "versions", ".", "--strict")
    assert done.exit_code == 0, done.stderr
    assert done.stdout.startswith("Lists version 2.0: the site's home page leads to latest\n")
    assert listed(folder) == {
        "2.0/": "2024-01-08T12:00:00Z",
        "2.0/guide/a/": "2024-02-03",
        "2.0/guide/new/": "2024-03-04T12:00:00Z",
    }
    index = Project(folder=folder).locs("sitemap.xml")
    assert index == [f"{BASE}sitemap-guide.xml", f"{BASE}sitemap-main.xml"]
    assert f"Sitemap: {BASE}sitemap.xml" in done.stderr


def test_aliases_of_any_kind_are_never_listed_twice(deploy: Deploy, alias_type: str) -> None:
    folder = deploy(config(), "--alias-type", alias_type)
    done = Project(folder=folder).run("sitemap-plus", "versions", ".", "--version", "*")
    assert done.exit_code == 0, done.stderr
    assert sorted(listed(folder)) == [
        "1.0/",
        "1.0/guide/a/",
        "2.0/",
        "2.0/guide/a/",
        "2.0/guide/new/",
    ]


@pytest.mark.report("MAT-03")
@pytest.mark.report("VER-05")
def test_the_canonical_version_is_listed_where_its_pages_say(deploy: Deploy) -> None:
    folder = deploy(config("latest"))
    project = Project(folder=folder)
    assert project.locs("1.0/sitemap.xml") == [f"{BASE}latest/", f"{BASE}latest/guide/a/"]
    done = project.run("sitemap-plus", "versions", ".")
    assert done.exit_code == 0, done.stderr
    assert done.stdout.startswith("Lists version 2.0: the sitemaps list the URLs of latest\n")
    assert sorted(listed(folder)) == ["latest/", "latest/guide/a/", "latest/guide/new/"]
    project.run("sitemap-plus", "versions", ".", "--version", "1.0")
    assert sorted(listed(folder)) == ["1.0/", "1.0/guide/a/"]
