"""The options that the user has written for the command line."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from sitemap_plus.errors import SitemapPlusError
from sitemap_plus.yaml_toml import Unreadable, read_toml, read_yaml

_PYPROJECT = "pyproject.toml"


class SettingsFileError(SitemapPlusError):
    """The file of the settings can't be read."""


@dataclass(frozen=True, kw_only=True, slots=True)
class SettingsFile:
    """What a file says, and where it is."""

    name: str
    """What messages call the place: `sitemap-plus.yml`."""
    folder: Path
    options: object

    def with_options(self, overrides: Mapping[str, object]) -> SettingsFile:
        """The same, with what the command line says instead; None says nothing."""
        said = {name: value for name, value in overrides.items() if value is not None}
        if not said or not isinstance(self.options, Mapping):
            return self
        return replace(self, options={**self.options, **said})


def read_settings_file(file: Path | None) -> SettingsFile:
    """The options in this file: YAML, TOML, or the table `tool.sitemap-plus` of a pyproject.toml.

    None: those of a pyproject.toml in the current folder, if it has any.

    Raises:
        SettingsFileError: it is not there, or is not what its name says.
    """
    if file is None:
        file = Path(_PYPROJECT)
        if not file.is_file():
            return SettingsFile(name="options", folder=Path.cwd(), options={})
    content = _read(file)
    options: object = content
    if file.name == _PYPROJECT:
        tools = content.get("tool", {})
        options = tools.get("sitemap-plus", {}) if isinstance(tools, Mapping) else tools
    return SettingsFile(name=str(file), folder=file.absolute().parent, options=options)


def _read(file: Path) -> Mapping[str, Any]:
    is_toml = file.suffix.lower() == ".toml"
    if not is_toml and file.suffix.lower() not in {".yml", ".yaml"}:
        raise SettingsFileError(
            f"{file}: found {file.suffix or 'no ending'}, expected .yml or .toml"
        )
    try:
        text = file.read_text("utf-8-sig")
        return read_toml(text) if is_toml else read_yaml(text)
    except OSError as error:
        raise SettingsFileError(f"{file} can't be read: {error.strerror}") from error
    except (Unreadable, UnicodeDecodeError) as error:
        kind = "TOML" if is_toml else "YAML"
        raise SettingsFileError(f"{file} is no {kind} that can be read: {error}") from error
