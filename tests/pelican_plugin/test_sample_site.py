"""The sample blog of this project, as `make demo` builds it."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.pelican_plugin.conftest import Blog, Build

SAMPLE = Path(__file__).parents[2] / "sample_sites" / "pelican"
SITE = "https://notes.example/"
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


def test_it_is_bilingual_with_pages_in_one_language_alone(sample: Build) -> None:
    bilingual = [path for path in sample.paths if sample.alternates.get(path)]
    languages = [set(sample.alternates[path]) for path in bilingual]

    assert len(bilingual) == 8
    assert languages == [{"de", "en", "x-default"}] * 8
    assert {SITE + "de/posts/b%C3%BCcherregal/", SITE + "posts/sharpening-again-again/"} <= (
        sample.paths - set(bilingual)
    )


def test_what_make_demo_prints_shows_each_set_of_translations(sample: Build) -> None:
    command = [sys.executable, SAMPLE.parent / "show.py", sample.folder]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=True)
    lines = [line.split() for line in done.stdout.splitlines()]

    assert ["de", SITE + "de/about/"] in lines
    assert ["en", SITE + "about/"] in lines
    assert ["x-default", SITE + "about/"] in lines
    assert sum(line[:1] == ["x-default"] for line in lines) == 4


def locs(name: str, build: Build) -> list[str]:
    return build.locs(name) if name.endswith(".xml") else []


def is_of(loc: str, files: set[str]) -> bool:
    path = loc.removeprefix(SITE)
    return path in files or f"{path}index.html" in files
