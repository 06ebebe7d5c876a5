"""Where the user's configuration and ours both want `sitemap.xml`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import Files

from sitemap_plus import Problem, Settings

SITEMAP = "sitemap.xml"

# The script of Material 6 and later: https://github.com/squidfunk/mkdocs-material
_SCRIPT = "assets/javascripts/bundle.*.min.js"
_PREVIEWS = "material.extensions.preview"


def replaced_sitemap(config: MkDocsConfig, builds: Iterable[Files]) -> Iterator[Problem]:
    """One problem where the user has made a sitemap.xml of their own, which ours replaces.

    MkDocs itself writes its template over a `docs/sitemap.xml`.
    """
    own = [*_documents(builds), *_templates(config)]
    if own:
        message = (
            f"makes a {SITEMAP} of its own, which the one from Sitemap Plus replaces; "
            "remove it, or the plugin sitemap_plus"
        )
        yield Problem(level="warning", where=", ".join(own), message=message)


def index_without_pages(config: MkDocsConfig, settings: Settings) -> Iterator[Problem]:
    """One problem where the theme reads sitemap.xml in the browser, and finds no pages in it.

    https://github.com/squidfunk/mkdocs-material/issues/6704
    """
    broken = list(_broken_features(config)) if settings.sitemap_xml == "index" else []
    if broken:
        message = (
            f"with an index at /{SITEMAP} these stop working in the browser, as the theme looks "
            f"for the site's pages there: {', '.join(broken)}; leave it at pages"
        )
        yield Problem(level="warning", where="sitemap_xml", message=message)


def _documents(builds: Iterable[Files]) -> Iterator[str]:
    for files in builds:
        file = files.get_file_from_path(SITEMAP)
        if file is not None and file.inclusion.is_included():
            yield file.abs_src_path or file.src_uri


def _templates(config: MkDocsConfig) -> Iterator[str]:
    custom = config.theme.custom_dir
    if custom and (Path(custom) / SITEMAP).is_file():
        yield str(Path(custom) / SITEMAP)
    if SITEMAP in config.extra_templates:
        yield f"extra_templates: {SITEMAP}"


def _broken_features(config: MkDocsConfig) -> Iterator[str]:
    """What Material's script in the browser does with the list, as far as the site has it on."""
    if not _has_materials_script(config):
        return
    features = config.theme.get("features") or []
    yield from (name for name in features if str(name).startswith("navigation.instant"))
    if _PREVIEWS in config.markdown_extensions:
        yield f"previews of links ({_PREVIEWS})"
    if config.extra.get("alternate"):
        yield "the language switcher (extra.alternate)"
    if config.extra.get("version"):
        yield "the version switcher (extra.version)"


def _has_materials_script(config: MkDocsConfig) -> bool:
    """Whether the theme is Material, extends it, or is a copy of it in the theme's folder."""
    return any(any(Path(folder).glob(_SCRIPT)) for folder in config.theme.dirs)
