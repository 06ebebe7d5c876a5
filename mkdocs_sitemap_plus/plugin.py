"""The MkDocs plugin: reads the settings, makes pages, calls the core, logs and writes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.plugins import BasePlugin, event_priority, get_plugin_logger
from mkdocs.structure.files import Files
from mkdocs.structure.pages import Page as MkDocsPage
from mkdocs.utils import get_build_datetime

import sitemap_plus
from mkdocs_sitemap_plus.collisions import SITEMAP, index_without_pages, replaced_sitemap
from mkdocs_sitemap_plus.languages import default_language, languages_elsewhere, with_languages
from mkdocs_sitemap_plus.pages import listed_urls, pages_of
from mkdocs_sitemap_plus.partial_builds import read_for_build
from mkdocs_sitemap_plus.snippets import included_files
from sitemap_plus import GitMemory, Host, Page, Problem, Settings, SitemapPlusError

if TYPE_CHECKING:
    import jinja2
    from mkdocs.config.base import ConfigErrors, ConfigWarnings

log = get_plugin_logger("sitemap_plus")

# Later than static-i18n, which builds the other languages in its own (-100), and encryptcontent,
# which changes pages in its (-200).
_LAST = -1000

# MkDocs renders these for every site.
_MKDOCS_OWN = frozenset({SITEMAP, f"{SITEMAP}.gz"})


class SitemapPlusPlugin(BasePlugin):  # type: ignore[type-arg]
    """Writes sitemaps, their index and the line in robots.txt after each build."""

    def __init__(self) -> None:
        self.options: dict[str, Any] = {}
        """As the user wrote them."""
        self.is_dirty = False
        self.is_serving = False
        self.is_read_only = False
        """Whether mike reads the configuration; it builds in a process of its own."""
        self.settings: Settings | None = None
        """Of this build. None: nothing is to be written."""
        self.files: list[Files] = []
        """Of this build, and of those that static-i18n nests in it, one a language."""
        self.listed_before: frozenset[str] | None = None
        """URLs that the last build listed. None: this one renders every page."""
        self.included: dict[str, tuple[Path, ...]] = {}
        """What the text of each page of this build includes, by the file that it is written to."""
        self.memory = GitMemory()
        """What Git has said, of this build and those before it."""

    def load_config(
        self,
        options: dict[str, Any],
        config_file_path: str | None = None,
    ) -> tuple[ConfigErrors, ConfigWarnings]:
        """Keep the options for `on_config`; by then the site's address is what it will be."""
        self.options = options
        return [], []

    def on_startup(self, *, command: str, dirty: bool) -> None:
        """Keep the plugin from one rebuild to the next, and learn what kind of build it is."""
        self.is_dirty = dirty
        self.is_serving = command == "serve"
        self.is_read_only = command == "mike"

    @event_priority(_LAST)
    def on_config(self, config: MkDocsConfig) -> None:
        """Read the settings: after mike, which changes the site's address."""
        if _is_nested_build(config):
            return
        self.files, self.settings, self.listed_before, self.included = [], None, None, {}
        if self.is_read_only or _is_second_instance(self, config):
            return
        with _plugin_errors():
            host = _host(config, self.options)
            reading = read_for_build(self.options, host, config, is_serving=self.is_serving)
        _log(reading.problems)
        self.settings = reading.settings
        if self.settings is not None:
            _log(index_without_pages(config, self.settings))

    @event_priority(_LAST)
    def on_page_markdown(
        self,
        markdown: str,
        *,
        page: MkDocsPage,
        config: MkDocsConfig,
        files: Files,
    ) -> None:
        """Note what the page includes; only now is known what its text is, and where it is."""
        if self.settings is not None and "git" in self.settings.lastmod:
            self.included[page.file.abs_dest_path] = included_files(markdown, config)

    @event_priority(_LAST)
    def on_env(
        self,
        env: jinja2.Environment,
        *,
        config: MkDocsConfig,
        files: Files,
    ) -> None:
        """Keep the pages, which are complete now, and what an earlier build listed."""
        self.files.append(files)
        if self.is_dirty and self.settings is not None:
            self.listed_before = _listed_before(Path(config.site_dir))

    @event_priority(_LAST)
    def on_post_build(self, *, config: MkDocsConfig) -> None:
        """Write the sitemaps, now that everything else is written."""
        if self.settings is None or _is_nested_build(config):
            return
        with _plugin_errors():
            self._write(config, self.settings)

    def _write(self, config: MkDocsConfig, settings: Settings) -> None:
        folder = Path(config.site_dir)
        plan = sitemap_plus.plan_sitemaps(
            self._pages(config, settings),
            settings,
            now=get_build_datetime(),
            existing=partial(sitemap_plus.read, folder),
            taken=_taken(folder, self.files),
            memory=self.memory,
        )
        _log(replaced_sitemap(config, self.files))
        _log(languages_elsewhere(config, settings))
        _log(plan.problems)
        sitemap_plus.write(folder, plan.files, _MKDOCS_OWN.union(plan.obsolete))
        for each in plan.dates:
            log.debug("%s", each)
        log.info(plan.summary)
        log.info(plan.summary_of_dates)

    def _pages(self, config: MkDocsConfig, settings: Settings) -> Iterable[Page]:
        site_url = settings.site_url
        pages = chain.from_iterable(
            pages_of(files, config, site_url, self.listed_before, self.included)
            for files in self.files
        )
        return with_languages(pages, self.files, config, site_url)


@contextmanager
def _plugin_errors() -> Iterator[None]:
    """What ends our work ends MkDocs' build, with a message instead of a traceback."""
    try:
        yield
    except SitemapPlusError as error:
        raise PluginError(str(error)) from error


def _log(problems: Iterable[Problem]) -> None:
    for problem in problems:
        write_line = log.warning if problem.level == "warning" else log.info
        write_line("%s", problem)


def _host(config: MkDocsConfig, options: Mapping[str, Any]) -> Host:
    return Host(
        key="sitemap_plus",
        site_url_setting="site_url",
        site_url=config.site_url,
        sitemap_xml="pages",
        section_by="path",
        section_by_choices=("path", "nav", "kind", "none"),
        gzip="sitemap.xml",
        default_language=default_language(config, config.site_url or options.get("site_url")),
        folder=Path(config.config_file_path).parent,
        own_options=("serve",),
    )


def _is_nested_build(config: MkDocsConfig) -> bool:
    """Whether static-i18n runs this build, for one more language, inside the real one."""
    return bool(getattr(config.plugins.get("i18n"), "building", False))


def _is_second_instance(plugin: SitemapPlusPlugin, config: MkDocsConfig) -> bool:
    """Whether the plugin is listed under both of its names, or twice under one."""
    instances = [each for each in config.plugins.values() if isinstance(each, SitemapPlusPlugin)]
    if plugin is instances[0]:
        return False
    log.warning("plugins: sitemap_plus is there more than once; only the first one counts")
    return True


def _listed_before(folder: Path) -> frozenset[str] | None:
    """What our sitemaps from the last build list. None: there are none."""
    names = {file.name for file in folder.glob("sitemap*.xml")}
    ours = sorted(names - sitemap_plus.sitemaps_of_others(folder)) if names else []
    return listed_urls((folder / name).read_bytes() for name in ours) if ours else None


def _taken(folder: Path, builds: Iterable[Files]) -> frozenset[str]:
    """The names of sitemaps that other plugins, the theme or the user have put into the site."""
    texts = {name for files in builds for name in ("sitemap.txt",) if _has_file(files, name)}
    return (sitemap_plus.sitemaps_of_others(folder) | texts) - _MKDOCS_OWN


def _has_file(files: Files, name: str) -> bool:
    file = files.get_file_from_path(name)
    return file is not None and file.inclusion.is_included()
