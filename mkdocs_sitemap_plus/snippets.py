"""Files whose text pymdownx's snippets put into a page."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import ConfigurationError

_EXTENSION = "pymdownx.snippets"
_MARK = "8<-"


def included_files(markdown: str, config: MkDocsConfig) -> tuple[Path, ...]:
    """The files that `--8<--` lines name, and those that are named in these files in turn."""
    if _MARK not in markdown or _EXTENSION not in config.markdown_extensions:
        return ()
    # Where it is in use it is installed, and it knows its own notation best.
    from markdown import Markdown

    options = config.mdx_configs.get(_EXTENSION) or {}
    found: dict[str, None] = {}
    try:
        markdown_reader = Markdown(extensions=[_EXTENSION], extension_configs={_EXTENSION: options})
    except ConfigurationError:
        return ()  # `!relative`, outside of a page that is being rendered
    reader: Any = markdown_reader.preprocessors["snippet"]
    # Nothing is fetched for us, and what is missing MkDocs tells. What is appended to every page
    # would give all of them one date. Set here, as not every release has an option for each.
    reader.url_download, reader.check_paths, reader.auto_append = False, False, []
    look_up = reader.get_snippet_path

    def remember(path: str) -> str | None:
        file: str | None = look_up(path)
        if file is not None:
            found[file] = None
        return file

    reader.get_snippet_path = remember
    reader.run(markdown.split("\n"))
    return tuple(map(Path, found))
