from __future__ import annotations

import math
from collections.abc import Mapping
from datetime import date, datetime, timezone
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sitemap_plus import values
from sitemap_plus.values import Reader, Wrong


def faults(read: Reader[Any], value: object) -> list[str]:
    with pytest.raises(Wrong) as caught:
        read(value)
    return [str(fault) for fault in caught.value.faults]


@pytest.mark.report("META-07")
@pytest.mark.report("META-11")
@pytest.mark.parametrize("value", [True, "true", "True", "YES", " on ", "1", 1])
def test_words_that_mean_yes_are_yes_in_any_case(value: object) -> None:
    assert values.yes_or_no(value) is True


@pytest.mark.report("META-07")
@pytest.mark.parametrize("value", [False, "false", "False", "NO", " off\n", "0", 0])
def test_words_that_mean_no_are_no_in_any_case(value: object) -> None:
    assert values.yes_or_no(value) is False


@pytest.mark.parametrize(
    "value", [2, -1, 1.0, 0.0, None, "", "maybe", "yes please", [], {}, [True]]
)
def test_what_is_neither_yes_nor_no_is_wrong(value: object) -> None:
    assert faults(values.yes_or_no, value) == [f": found {value!r}, expected true or false"]


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (0, 0.0),
        pytest.param(1, 1.0, marks=pytest.mark.report("META-06")),
        (0.5, 0.5),
        ("0.8", 0.8),
        pytest.param("0,8", 0.8, marks=pytest.mark.report("META-01")),
        (".5", 0.5),
        (",5", 0.5),
        ("1.", 1.0),
        (" 1.0 ", 1.0),
        ("0", 0.0),
    ],
)
def test_a_priority_is_a_number_from_0_to_1(value: object, expected: float) -> None:
    assert values.priority(value) == expected
    assert type(values.priority(value)) is float


def test_a_priority_of_minus_nothing_is_nothing() -> None:
    assert math.copysign(1, values.priority(-0.0)) == 1


@pytest.mark.parametrize(
    "value",
    [
        pytest.param(1.5, marks=pytest.mark.report("META-02")),
        pytest.param(-0.2, marks=pytest.mark.report("META-02")),
        pytest.param("29.8", marks=pytest.mark.report("META-02")),
        pytest.param("high", marks=pytest.mark.report("META-03")),
        pytest.param(True, marks=pytest.mark.report("META-06")),
        False,
        None,
        "",
        "-0.5",
        "+0.5",
        "5e-1",
        "0.5.5",
        "0,5,5",
        "1/2",
        "50%",
        "nan",
        "Infinity",
        math.nan,
        math.inf,
        [0.5],
        {"a": 0.5},
    ],
)
def test_any_other_priority_is_wrong(value: object) -> None:
    assert faults(values.priority, value) == [
        f": found {value!r}, expected a number from 0.0 to 1.0"
    ]


@pytest.mark.parametrize("value", ["Weekly", "WEEKLY", " weekly "])
def test_a_changefreq_is_understood_in_any_case(value: str) -> None:
    assert values.changefreq(value) == "weekly"


@pytest.mark.parametrize("value", ["fortnightly", "week", "", None, 7, True, ["weekly"]])
def test_a_changefreq_that_the_protocol_does_not_know_is_wrong(value: object) -> None:
    assert faults(values.changefreq, value) == [
        f": found {value!r}, expected one of always, hourly, daily, weekly, monthly, yearly, never"
    ]


@pytest.mark.parametrize("value", ["blog", "2024", "a-b", "-", "a" * 100])
def test_a_sections_name_can_be_part_of_a_files_name(value: str) -> None:
    assert values.section_name(value) == value


@pytest.mark.parametrize(
    "value", ["Blog", "my blog", "../a", "a/b", "a.b", "a_b", "ü", "", "a\n", None, 2024, "a" * 101]
)
def test_any_other_sections_name_is_wrong(value: object) -> None:
    (fault,) = faults(values.section_name, value)
    assert "letters a to z, digits and hyphens" in fault


@pytest.mark.parametrize("value", ["en", "pt_BR", "zh-Hant-TW", "fil", "es-419", "de-1996"])
def test_a_language_is_a_code(value: str) -> None:
    assert values.language(value) == value


@pytest.mark.parametrize("value", ["english", "e", "", "en-", "en US", None, 5])
def test_a_language_that_is_no_code_is_wrong(value: object) -> None:
    (fault,) = faults(values.language, value)
    assert fault.endswith("expected a language code such as en or pt-BR")


def test_text_has_something_in_it() -> None:
    assert values.text(" a b ") == "a b"
    for value in ("", "  ", None, 5, ["a"]):
        assert faults(values.text, value) == [f": found {value!r}, expected text"]


def test_a_choice_is_one_of_the_words_as_they_are() -> None:
    assert values.choice("path", "none")("none") == "none"
    for value in ("None", None, 5, ["none"]):
        assert faults(values.choice("path", "none"), value) == [
            f": found {value!r}, expected one of path, none"
        ]


def test_a_whole_number_lies_within_its_limits() -> None:
    read = values.whole_number(1, 50_000)
    assert (read(1), read(50_000)) == (1, 50_000)
    for value in (0, 50_001, True, 1.0, "100", None):
        assert faults(read, value) == [
            f": found {value!r}, expected a whole number from 1 to 50000"
        ]


def test_a_date_is_read_in_its_zone() -> None:
    read = values.date_in(timezone.utc)
    assert read("2024-01-08") == date(2024, 1, 8)
    assert read("2024-01-08 10:30") == datetime(2024, 1, 8, 10, 30, tzinfo=timezone.utc)
    assert faults(read, "Friday") == [
        ": found 'Friday', expected a date such as 2024-01-08 or 2024-01-08 10:30"
    ]


def test_what_is_no_list_is_a_list_of_one() -> None:
    read = values.list_of(values.changefreq)
    assert read(["daily", "Weekly"]) == ("daily", "weekly")
    assert read(("daily",)) == ("daily",)
    assert read("daily") == ("daily",)
    assert read([]) == ()


def test_every_wrong_item_of_a_list_is_told_with_its_place() -> None:
    read = values.list_of(values.yes_or_no)
    assert faults(read, ["yes", 5, 0, "perhaps"]) == [
        "[1]: found 5, expected true or false",
        "[3]: found 'perhaps', expected true or false",
    ]
    assert faults(read, 5) == [": found 5, expected true or false"]


def test_a_mapping_has_strings_for_names_and_nothing_without_a_value() -> None:
    assert values.mapping({2024: "a", "b": None, True: 0}) == {"2024": "a", "True": 0}
    assert faults(values.mapping, ["a"]) == [": found ['a'], expected a mapping"]


def test_every_wrong_field_of_a_mapping_is_told_with_its_path() -> None:
    read = values.fields({"loc": values.text, "priorities": values.list_of(values.priority)})
    assert read({"loc": "a", "priorities": None}) == {"loc": "a"}
    assert faults(read, {"loc": 5, "priorities": [1, 2], "lco": "a"}) == [
        ".loc: found 5, expected text",
        ".priorities[1]: found 2, expected a number from 0.0 to 1.0",
        ".lco: found an unknown name, expected loc, priorities",
    ]
    assert faults(read, "a") == [": found 'a', expected a mapping with loc, priorities"]


def test_patterns_are_a_list_or_the_text_of_a_gitignore() -> None:
    for value in (["drafts/", "!drafts/a/"], "drafts/\n\n# but\n!drafts/a/\n"):
        patterns = values.patterns(value)
        assert patterns.matches("drafts/b/")
        assert not patterns.matches("drafts/a/")
    for nothing in ([], "", "\n", None):
        assert not values.patterns(nothing).matches("a")


def test_patterns_that_are_none_are_wrong() -> None:
    expected = "expected a pattern such as /drafts/"
    assert faults(values.patterns, ["a", 5]) == [f"[1]: found 5, {expected}"]
    assert faults(values.patterns, {"a": "b"}) == [f": found {{'a': 'b'}}, {expected}"]
    (fault,) = faults(values.patterns, ["[z-a]"])
    assert fault.startswith(": found ['[z-a]'], expected patterns as in a .gitignore (")


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("exclud", "did you mean 'exclude'?"),
        ("EXCLUDE", "did you mean 'exclude'?"),
        ("zzz", "known are enabled, exclude"),
    ],
)
def test_an_unknown_name_gets_the_nearest_known_one(name: str, hint: str) -> None:
    assert values.nearest(name, ["exclude", "enabled"]) == hint


def test_a_long_value_is_cut_where_a_line_ends() -> None:
    (fault,) = faults(values.changefreq, "a\n" * 100)
    assert "\n" not in fault
    assert len(fault) < 200


READERS: Mapping[str, Reader[Any]] = {
    "yes_or_no": values.yes_or_no,
    "choice": values.choice("a", "b"),
    "whole_number": values.whole_number(0, 9),
    "text": values.text,
    "changefreq": values.changefreq,
    "priority": values.priority,
    "section_name": values.section_name,
    "language": values.language,
    "date_in": values.date_in(timezone.utc),
    "list_of": values.list_of(values.text),
    "mapping": values.mapping,
    "fields": values.fields({"a": values.text}),
    "patterns": values.patterns,
}

written = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.dates(),
    lambda inner: (
        st.lists(inner) | st.dictionaries(st.text() | st.integers() | st.booleans(), inner)
    ),
    max_leaves=8,
)


@pytest.mark.filterwarnings("ignore:Possible nested set:FutureWarning")  # `[[`, in pathspec
@given(st.sampled_from(sorted(READERS)), written)
@settings(max_examples=120)
def test_whatever_is_written_is_understood_or_wrong_and_nothing_else(
    name: str, value: object
) -> None:
    wrong: list[str] = []
    try:
        READERS[name](value)
    except Wrong as error:
        wrong = [fault.found and fault.expected for fault in error.faults] or [""]
    assert all(wrong)
