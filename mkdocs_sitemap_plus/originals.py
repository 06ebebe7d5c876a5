"""Where the files really are that other plugins have copied for the build."""

from __future__ import annotations

from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig


def original(file: Path, config: MkDocsConfig) -> Path:
    """The user's own file of which monorepo has made this copy; most files are none."""
    copied = getattr(config.plugins.get("monorepo"), "files_source_dir", {})
    return Path(copied.get(str(file), file))
