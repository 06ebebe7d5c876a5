"""What is told is told on one line, whatever a file or a key is called."""

from __future__ import annotations

import pytest

from sitemap_plus.errors import Fault, Problem, SettingsError, shared_problem, shown

HOSTILE = "a\x1b[31m\nb\u202e.md"
ESCAPED = r"a\x1b[31m\nb\u202e.md"


def test_a_name_cannot_write_to_the_terminal() -> None:
    problem = Problem(level="warning", where=HOSTILE, message="is not listed")
    assert str(problem) == f"{ESCAPED}: is not listed"


def test_an_options_name_cannot_either() -> None:
    fault = Fault(where=f"sections.{HOSTILE}", found="1", expected="a name")
    assert str(SettingsError([fault])).splitlines()[1:] == [
        f"  - sections.{ESCAPED}: found 1, expected a name"
    ]


@pytest.mark.parametrize("name", ["docs/über uns.md", "文書/a b.md", "it's.md"])
def test_a_name_that_people_can_read_stays_as_it_is(name: str) -> None:
    assert str(Problem(level="info", where=name, message="x")) == f"{name}: x"


def test_a_problem_of_many_pages_names_three_and_counts_the_rest() -> None:
    names = [f"{number}.md" for number in range(7)]
    assert shared_problem("info", names, "x").where == "0.md, 1.md, 2.md and 4 more"
    assert shared_problem("info", names[:3], "x").where == "0.md, 1.md, 2.md"


def test_a_password_in_a_url_is_not_told() -> None:
    assert shown("https://me:s3cret@ex.org/a@b") == "'https://***@ex.org/a@b'"
    assert shown(["https://me@ex.org/"]) == "['https://***@ex.org/']"
