from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitemap_plus.yaml_toml import Unreadable, read_toml, read_yaml


def test_yaml_is_a_mapping_with_names() -> None:
    assert read_yaml("a: 1\n2: [b]\nc: 2024-01-08\n") == {
        "a": 1,
        "2": ["b"],
        "c": date(2024, 1, 8),
    }


@pytest.mark.parametrize("text", ["", "# nothing\n", "---\n"])
def test_a_document_with_nothing_in_it_is_an_empty_mapping(text: str) -> None:
    assert read_yaml(text) == {}


def test_toml_is_a_table() -> None:
    assert read_toml('a = 1\n[b]\nc = "d"\n') == {"a": 1, "b": {"c": "d"}}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a: 1\nb: [\n", "line 3, column 1: expected the node content, but found '<stream end>'"),
        ("a: !ENV B\n", "line 1, column 4: could not determine a constructor for the tag '!ENV'"),
        ("- a\n", "it is no mapping of names to values"),
        ("words\n", "it is no mapping of names to values"),
        ("a: 2024-02-31\n", "day is out of range for month"),
        ("a: \x07\n", "unacceptable character #x0007: special characters are not allowed"),
    ],
)
def test_what_is_no_yaml_is_told_with_its_place(text: str, message: str) -> None:
    with pytest.raises(Unreadable) as caught:
        read_yaml(text)
    assert str(caught.value) == message


def test_what_is_no_toml_is_told_with_its_place() -> None:
    with pytest.raises(Unreadable, match="line 3"):
        read_toml("a = 1\nb = [\nc\n")


@given(st.text(alphabet="abc: -[]{}!&*'\"\n\t#|>%@`?,0123456789"))
def test_any_text_is_a_mapping_or_is_told(text: str) -> None:
    for read in (read_yaml, read_toml):
        try:
            assert isinstance(read(text), dict)
        except Unreadable as error:
            assert str(error)  # noqa: PT017
