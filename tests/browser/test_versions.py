"""Material's version switcher on a branch that mike has really deployed, as it is served."""

from __future__ import annotations

import os
import shutil
from urllib.parse import quote

import pytest

from tests.browser.conftest import mkdocs_yml, run

OLD = {"index.md": "# Home 1\n", "guide/notes (v1).md": "# Guide 1\n", "only.md": "# Old\n"}
NEW = {"index.md": "# Home 2\n", "guide/notes (v1).md": "# Guide 2\n"}
GUIDE = "guide/notes (v1)/"
GIT = {
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_AUTHOR_NAME": "Ann",
    "GIT_AUTHOR_EMAIL": "ann@ex.org",
    "GIT_COMMITTER_NAME": "Ann",
    "GIT_COMMITTER_EMAIL": "ann@ex.org",
}


def deployed(host, ours, canonical):
    """The address of a site with the versions 1.0 and 2.0; the latter is `latest` too."""
    address = f"{host.address}docs/"
    plugins = {"mike": {"canonical_version": canonical}}
    config = mkdocs_yml(address, ours, plugins, extra={"version": {"provider": "mike"}})
    folder = host.source("docs/", OLD, config)
    run("git", "init", "--quiet", folder=folder, **GIT)
    for name, value in {"user.name": "Ann", "user.email": "ann@ex.org"}.items():
        run("git", "config", name, value, folder=folder)
    commit_all(folder)
    run("mike", "deploy", "1.0", folder=folder, **GIT)
    shutil.rmtree(folder / "docs")
    host.source("docs/", NEW, config)
    commit_all(folder)
    run("mike", "deploy", "2.0", "latest", folder=folder, **GIT)
    branch = ["--branch", "gh-pages", "--", str(folder), str(host.folder / "docs")]
    run("git", "clone", "--quiet", *branch, folder=folder, **GIT)
    return address


def commit_all(folder):
    run("git", "add", "docs", "mkdocs.yml", folder=folder, **GIT)
    run("git", "commit", "--quiet", "--message", "x", folder=folder, **GIT)


@pytest.fixture(scope="module")
def sites(make_host):
    return {
        (True, None): deployed(make_host(), True, None),
        (True, "latest"): deployed(make_host(), True, "latest"),
        (False, "latest"): deployed(make_host(), False, "latest"),
    }


def switched(browser, address, page, version, heading):
    """Where a reader of this page ends who picks this version."""
    browser.open(f"{address}{quote(page)}")
    browser.choose(f'.md-version__link[href="{address}{version}/"]', heading)
    return browser.path


@pytest.mark.report("MAT-03")
@pytest.mark.parametrize(("ours", "canonical"), [(True, None), (True, "latest"), (False, "latest")])
def test_a_reader_who_picks_another_version_stays_on_the_page(browser, sites, ours, canonical):
    address = sites[ours, canonical]
    assert switched(browser, address, f"1.0/{GUIDE}", "2.0", "Guide 2") == f"/docs/2.0/{GUIDE}"
    assert switched(browser, address, f"2.0/{GUIDE}", "1.0", "Guide 1") == f"/docs/1.0/{GUIDE}"
    assert switched(browser, address, f"latest/{GUIDE}", "1.0", "Guide 1") == f"/docs/1.0/{GUIDE}"


def test_a_page_that_the_other_version_lacks_leads_to_its_home_page(browser, sites):
    address = sites[True, "latest"]
    assert switched(browser, address, "1.0/only/", "2.0", "Home 2") == "/docs/2.0/"
