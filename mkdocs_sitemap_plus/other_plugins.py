"""What the plugins of others make of a page, where MkDocs itself does not say it."""

from __future__ import annotations

from pathlib import PurePosixPath

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File
from mkdocs.structure.pages import Page as MkDocsPage

from mkdocs_sitemap_plus.source_text import front_matter

# The option of each that names its files. By default awesome-nav's and awesome-pages' are none of
# MkDocs' pages; one that ends in .md is.
_NAVIGATION_FILES = {
    "literate-nav": "nav_file",
    "awesome-nav": "filename",
    "awesome-pages": "filename",
}
_INDEX_PAGES = {"index.md", "README.md"}


def why_no_page(file: File, page: MkDocsPage, config: MkDocsConfig) -> str | None:
    """Why nobody who searches wants to find it; None for nearly every page."""
    if plugin := _navigation_plugin(file, config):
        return f"{plugin} reads it as the navigation"
    if _is_encrypted(file, page, config):
        return "encryptcontent has encrypted it"
    return None


def is_offline(config: MkDocsConfig) -> bool:
    """Whether Material's offline plugin makes this a site to be read from a disk."""
    plugin = config.plugins.get("material/offline")
    return plugin is not None and bool(plugin.config["enabled"])


def _navigation_plugin(file: File, config: MkDocsConfig) -> str | None:
    name = PurePosixPath(file.src_uri).name
    for plugin, option in _NAVIGATION_FILES.items():
        instance = config.plugins.get(plugin)
        if instance is not None and instance.config[option] == name and name not in _INDEX_PAGES:
            return plugin
    return None


def _is_encrypted(file: File, page: MkDocsPage, config: MkDocsConfig) -> bool:
    """Whether all of its text is; with `inject` or `inject_id` only one element of it is."""
    plugin = config.plugins.get("encryptcontent")
    if plugin is None or not getattr(page, "encrypted", False):
        return False
    # The plugin has taken it out of the page's metadata.
    return not plugin.config["inject"] and "inject_id" not in front_matter(file)
