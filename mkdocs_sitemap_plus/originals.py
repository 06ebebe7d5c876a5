"""Where the files really are that other plugins have copied for the build."""

from __future__ import annotations

from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig


def original(file: Path, config: MkDocsConfig) -> Path:
    """The user's own file of which monorepo (1.1) has made this copy; most files are none."""
    merger = getattr(config.plugins.get("monorepo"), "merger", None)
    copies = getattr(merger, "temp_docs_dir", None)
    if merger is None or copies is None or not file.is_relative_to(copies.name):
        return file
    # What is copied later stands over what was there before.
    for alias, folder in reversed(merger.docs_dirs):
        copied_to = Path(copies.name, alias)
        if file.is_relative_to(copied_to):
            source = Path(folder, file.relative_to(copied_to))
            if source.is_file():
                return source
    return file
