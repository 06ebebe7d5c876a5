"""Every public bug report is a test that names its id, or has a row that says why not."""

from __future__ import annotations

import ast
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib  # comes with pytest

TESTS = Path(__file__).parents[1]
REPORTS = TESTS.parents[1] / "shared" / "cases" / "reports.jsonl"
ROWS: dict[str, dict[str, str]] = tomllib.loads((TESTS / "reports.toml").read_text("utf-8"))

CAPABILITIES = {
    "a browser",
    "check",
    "dates from Git",
    "language plugins",
    "submit",
    "the command line",
    "versions",
}


def marked_ids(source: str) -> Iterator[str]:
    """The arguments of every `pytest.mark.report(...)` in a module."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.report":
            yield from (ast.literal_eval(argument) for argument in node.args)


def ids_of_tests() -> set[str]:
    modules = TESTS.rglob("test_*.py")
    return {each for module in modules for each in marked_ids(module.read_text("utf-8"))}


@pytest.fixture
def report_ids() -> set[str]:
    if not REPORTS.exists():
        pytest.skip("the reports lie beside the repository, in ../shared, and are not there")
    return {json.loads(line)["id"] for line in REPORTS.read_text("utf-8").splitlines()}


def test_the_marker_is_found_wherever_it_stands() -> None:
    source = """
pytestmark = pytest.mark.report("A-01")

@pytest.mark.report("A-02")
@pytest.mark.parametrize("a", [pytest.param(1, marks=[pytest.mark.report("A-03")])])
def test_a(a): ...

@pytest.mark.other("A-04")
class TestA:
    @pytest.mark.report("A-05", "A-06")
    def test_a(self): "pytest.mark.report('A-07')"
"""
    assert set(marked_ids(source)) == {"A-01", "A-02", "A-03", "A-05", "A-06"}


def test_no_report_is_forgotten(report_ids: set[str]) -> None:
    assert sorted(report_ids - ids_of_tests() - ROWS.keys()) == []


def test_only_reports_that_exist_are_named(report_ids: set[str]) -> None:
    assert sorted((ids_of_tests() | ROWS.keys()) - report_ids) == []


def test_a_report_with_a_test_needs_no_row() -> None:
    assert sorted(ids_of_tests() & ROWS.keys()) == []


def test_rows_are_in_order() -> None:
    assert list(ROWS) == sorted(ROWS)


@pytest.mark.parametrize("report", ROWS)
def test_a_row_says_what_the_report_waits_for_or_why_it_cannot_be_a_test(report: str) -> None:
    assert re.fullmatch(r"[A-Z0-9]+-\d\d", report)
    ((key, text),) = ROWS[report].items()
    assert key in {"waits_for", "reason"}
    assert key == "reason" or text in CAPABILITIES
    assert key == "waits_for" or len(text.split()) > 5
