"""What stands at the head of a page's source: YAML, TOML, or fields of reStructuredText."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from sitemap_plus.yaml_toml import Unreadable, read_toml, read_yaml

_READ_AT_MOST = 1 << 18
"""Bytes of a source in which its front matter must end."""

_BLOCK = re.compile(
    r"\A(---|\+\+\+)[ \t]*\n(.*?)^(?:\1|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL | re.MULTILINE
)
_FIELDS = re.compile(r"\A(?:\s*\n)*((?::[^:\n]+:[^\n]*\n)+)")
_FIELD = re.compile(r":([^:\n]+):[ \t]*([^\n]*)\n")


class NoFrontMatter(Exception):
    """The front matter can't be read; the text says where and why."""


def read_front_matter(file: Path) -> Mapping[str, Any]:
    """The keys and values at the head of the file; empty where it has no front matter.

    YAML stands between lines of `---`, TOML between lines of `+++`, and the fields of a `.rst`
    file are its first lines.

    Raises:
        NoFrontMatter: there is one that is no YAML or no TOML, or the file can't be read.
    """
    try:
        with file.open(encoding="utf-8-sig", errors="replace") as stream:
            text = stream.read(_READ_AT_MOST)
    except OSError as error:
        raise NoFrontMatter(f"it can't be read: {error.strerror}") from error
    if file.suffix == ".rst":
        fields = _FIELDS.match(text)
        return {name.strip(): value for name, value in _FIELD.findall(fields[1])} if fields else {}
    block = _BLOCK.match(text)
    if block is None:
        return {}
    try:
        return read_yaml(block[2]) if block[1] == "---" else read_toml(block[2])
    except Unreadable as error:
        raise NoFrontMatter(f"its front matter can't be read: {error}") from error
