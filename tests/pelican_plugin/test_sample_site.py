"""The sample blog of this project, as `make demo` builds it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.pelican_plugin.conftest import Blog, Build

SAMPLE = Path(__file__).parents[2] / "sample_sites" / "pelican"
EXPECTED = Path(__file__).parent / "sample_site"


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Build:
    folder = tmp_path_factory.mktemp("sample") / "blog"
    shutil.copytree(SAMPLE, folder, ignore=shutil.ignore_patterns("output", "__pycache__"))
    return Blog(folder=folder).run("--fatal", "warnings")


def test_it_is_built_without_a_warning(sample: Build) -> None:
    assert sample.exit_code == 0, sample.printed


def test_its_sitemaps_index_and_robots_file_are_these(sample: Build) -> None:
    assert sample.files == {file.name: file.read_bytes() for file in EXPECTED.iterdir()}


def test_it_has_pages_of_each_sort_that_is_not_listed(sample: Build) -> None:
    written = {file.relative_to(sample.folder).as_posix() for file in sample.folder.rglob("*.html")}
    unlisted = {
        "drafts/a-test-of-glues.html",
        "imprint/index.html",
        "index2.html",
        "posts/minutes-of-the-guild/index.html",
        "posts/raffle-2023/index.html",
        "thanks/index.html",
    }

    assert unlisted <= written
    assert not [loc for name in sample.files for loc in locs(name, sample) if is_of(loc, unlisted)]


def locs(name: str, build: Build) -> list[str]:
    return build.locs(name) if name.endswith(".xml") else []


def is_of(loc: str, files: set[str]) -> bool:
    path = loc.removeprefix("https://notes.example/")
    return path in files or f"{path}index.html" in files
