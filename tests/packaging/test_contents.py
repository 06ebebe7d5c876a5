"""What is in the files of a release."""

from __future__ import annotations

import subprocess
import sys
import tarfile
import zipfile
from email import message_from_bytes
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.packaging.conftest import Built

ROOT = Path(__file__).parents[2]


def names_in_wheel(wheel: Path) -> list[str]:
    with zipfile.ZipFile(wheel) as archive:
        return archive.namelist()


def names_in_sdist(sdist: Path) -> list[str]:
    """Paths below the one folder that an sdist has."""
    with tarfile.open(sdist) as archive:
        return [str(PurePosixPath(*PurePosixPath(name).parts[1:])) for name in archive.getnames()]


def test_the_wheel_holds_three_packages_and_the_namespace_package_of_pelican(built: Built) -> None:
    tops = {name.split("/")[0] for name in names_in_wheel(built.wheel)}
    assert tops == {
        "sitemap_plus",
        "mkdocs_sitemap_plus",
        "pelican_sitemap_plus",
        "pelican",
        "sitemap_plus-0.1.0.dist-info",
    }


def test_the_wheel_claims_nothing_of_pelican_but_our_own_plugin(built: Built) -> None:
    names = [name for name in names_in_wheel(built.wheel) if name.startswith("pelican/")]
    assert names == ["pelican/plugins/sitemap_plus/__init__.py"]


def test_each_package_in_the_wheel_says_that_it_is_typed(built: Built) -> None:
    assert {
        "sitemap_plus/py.typed",
        "mkdocs_sitemap_plus/py.typed",
        "pelican_sitemap_plus/py.typed",
    } <= set(names_in_wheel(built.wheel))


def test_every_module_of_the_source_is_in_the_wheel(built: Built) -> None:
    folders = {ROOT / "core": "sitemap_plus", ROOT: "*_sitemap_plus"}
    modules = {
        module.relative_to(base).as_posix()
        for base, pattern in folders.items()
        for package in base.glob(pattern)
        for module in package.rglob("*.py")
    }
    # The wheel has it as pelican/plugins/sitemap_plus/__init__.py instead.
    modules.remove("pelican_sitemap_plus/_namespace.py")
    assert modules
    assert modules <= set(names_in_wheel(built.wheel))


def test_the_style_sheet_is_in_the_wheel(built: Built) -> None:
    assert "sitemap_plus/sitemap.css" in names_in_wheel(built.wheel)


def test_check_wheel_contents_finds_nothing_wrong(built: Built) -> None:
    command = [sys.executable, "-m", "check_wheel_contents", str(built.wheel)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout.strip()) == (0, f"{built.wheel}: OK")


def test_the_wheel_names_its_licence_and_carries_it(built: Built) -> None:
    with zipfile.ZipFile(built.wheel) as archive:
        metadata = message_from_bytes(archive.read("sitemap_plus-0.1.0.dist-info/METADATA"))
        licence = archive.read("sitemap_plus-0.1.0.dist-info/licenses/LICENSE")
    assert metadata["License-Expression"] == "MIT"
    assert licence == (ROOT / "LICENSE").read_bytes()


def test_the_sdist_holds_what_a_packager_builds_and_tests_with(built: Built) -> None:
    names = names_in_sdist(built.sdist)
    wanted = {
        "CHANGELOG.md",
        "LICENSE",
        "README.md",
        "noxfile.py",
        "pyproject.toml",
        "tests/conftest.py",
        "tests/packaging/test_contents.py",
    }
    assert wanted <= set(names)
    assert {"benchmarks", "core", "sample_sites", "tests"} <= {name.split("/")[0] for name in names}


def test_the_sdist_holds_nothing_that_a_build_or_a_test_left(built: Built) -> None:
    left = {"__pycache__", ".nox", ".venv", ".cache", ".hypothesis", "build", "dist", "site"}
    assert not [name for name in names_in_sdist(built.sdist) if left & set(name.split("/"))]
