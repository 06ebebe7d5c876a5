"""What stands in the file that a page is made of."""

from __future__ import annotations

from typing import Any

from mkdocs.structure.files import File
from mkdocs.utils import meta


def text_of(file: File) -> str:
    """All of it; nothing where the file is gone."""
    try:
        return file.content_string
    except OSError:
        return ""  # plugins that make pages (gen-files, monorepo) have removed them by now


def front_matter(file: File) -> dict[str, Any]:
    """As it was written, before any plugin has changed it."""
    return meta.get_data(text_of(file))[1]
