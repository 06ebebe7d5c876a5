"""The YAML and TOML that people write, read with an error that says where."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any


class Unreadable(Exception):
    """The text is not what it should be; says where and why."""


def read_yaml(text: str) -> Mapping[str, Any]:
    """The mapping that a YAML document is; an empty document is an empty mapping.

    Raises:
        Unreadable: it is no YAML, or no mapping.
    """
    # Costs time to load, and most builds have no YAML that their host has not read.
    import yaml

    try:
        value = yaml.safe_load(text)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        where = f"line {mark.line + 1}, column {mark.column + 1}: " if mark else ""
        raise Unreadable(f"{where}{error.problem}") from error
    # Characters that YAML does not allow; dates such as 2024-02-31.
    except (yaml.YAMLError, ValueError) as error:
        raise Unreadable(str(error).splitlines()[0]) from error
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        raise Unreadable("it is no mapping of names to values")
    return {str(name): each for name, each in value.items()}


def read_toml(text: str) -> Mapping[str, Any]:
    """The table that a TOML document is.

    Raises:
        Unreadable: it is no TOML.
    """
    if sys.version_info >= (3, 11):
        import tomllib
    else:  # Python 3.10
        import tomli as tomllib
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise Unreadable(str(error)) from error
