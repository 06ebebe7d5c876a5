from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sitemap_plus.front_matter import NoFrontMatter, read_front_matter


def read(folder: Path, content: str | bytes, name: str = "a.md") -> object:
    data = content.encode() if isinstance(content, str) else content
    (folder / name).write_bytes(data)
    return read_front_matter(folder / name)


@pytest.mark.parametrize(
    "content",
    [
        "---\nlastmod: 2024-01-08\n---\n# A\n---\nb: c\n---\n",
        "---  \nlastmod: 2024-01-08\n...\n# A\n",
        "---\r\nlastmod: 2024-01-08\r\n---\r\n# A\r\n",
        "\ufeff---\nlastmod: 2024-01-08\n---",
        "+++\nlastmod = 2024-01-08\n+++\n# A\n",
    ],
)
def test_yaml_and_toml_are_read_between_their_lines(tmp_path: Path, content: str) -> None:
    assert read(tmp_path, content) == {"lastmod": date(2024, 1, 8)}


@pytest.mark.parametrize(
    "content",
    ["", "# A\n", "---\nno end\n", "text\n---\na: b\n---\n", "---\n---\n", "--- a: b ---\n"],
)
def test_a_source_without_front_matter_has_none(tmp_path: Path, content: str) -> None:
    assert read(tmp_path, content) == {}


def test_the_fields_of_a_rst_file_are_its_first_lines(tmp_path: Path) -> None:
    content = "\n:lastmod: 2024-01-08\n:orphan:\n\nTitle\n=====\n\n:no: field\n"
    assert read(tmp_path, content, "a.rst") == {"lastmod": "2024-01-08", "orphan": ""}
    assert read(tmp_path, "Title\n=====\n", "a.rst") == {}


@pytest.mark.parametrize("content", ["---\na: [\n---\n", "---\n- a\n---\n", "+++\na = \n+++\n"])
def test_what_can_not_be_read_is_told(tmp_path: Path, content: str) -> None:
    with pytest.raises(NoFrontMatter, match=r"^its front matter can't be read: "):
        read(tmp_path, content)


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(NoFrontMatter, match=r"^it can't be read: No such file"):
        read_front_matter(tmp_path / "a.md")


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.binary(max_size=40))
def test_any_bytes_are_a_source(tmp_path: Path, content: bytes) -> None:
    for start in (b"", b"---\n", b"+++\n"):
        try:
            assert isinstance(read(tmp_path, start + content + b"\n---\n"), dict)
        except NoFrontMatter as error:
            assert str(error)  # noqa: PT017
