"""What holds for all tests: which can run in this environment, and how Hypothesis searches."""

from __future__ import annotations

import os
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

import pytest
from hypothesis import settings

TESTS = Path(__file__).parent

# One distribution of each set must be installed. Not looked up by import: our own namespace
# package makes `import pelican` succeed where Pelican is not installed.
NEEDED = {
    "mkdocs_plugin": [{"mkdocs", "properdocs"}],
    "pelican_plugin": [{"pelican"}],
    "both_hosts": [{"mkdocs"}, {"pelican"}],
    "consumers": [{"ultimate-sitemap-parser"}, {"protego"}, {"robotspy"}, {"scrapy"}],
    "browser": [{"selenium"}, {"mkdocs"}, {"mkdocs-material"}, {"mike"}],
    "packaging": [{"build"}, {"uv"}, {"check-wheel-contents"}],
}

# A shared or slow machine must not turn a passing property into a failing one, and what CI
# finds must be what a developer finds.
settings.register_profile("local", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "local")


def is_installed(name: str) -> bool:
    try:
        distribution(name)
    except PackageNotFoundError:
        return False
    return True


def missing(folder: str) -> list[str]:
    """What the folder's tests need and this environment has not."""
    return [
        " or ".join(sorted(names))
        for names in NEEDED.get(folder, [])
        if not any(map(is_installed, names))
    ]


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    # None leaves the decision to others. Where nothing is left, pytest's exit code is 5.
    return True if collection_path.parent == TESTS and missing(collection_path.name) else None


def pytest_report_header(config: pytest.Config) -> list[str]:
    asked = [Path(argument.partition("::")[0]).resolve() for argument in config.args]
    return [
        f"left out: tests/{folder} needs {', '.join(lacks)} (nox has an environment for each)"
        for folder in NEEDED
        if any((TESTS / folder).is_relative_to(path) for path in asked)
        and (lacks := missing(folder))
    ]
