"""Builds that don't make the whole site that is published, and what they get of the settings."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import replace
from typing import Any
from urllib.parse import urlsplit

from mkdocs.config.defaults import MkDocsConfig

import sitemap_plus
from mkdocs_sitemap_plus.other_plugins import is_offline
from sitemap_plus import Host, Problem, SettingsReading

# How mike (1.0 to 2.2) tells its own plugin, in the build that it starts, what it builds.
_VERSION = "MIKE_DOCS_VERSION"
# A version's address is what mike says, and it has no index that could list more sitemaps.
_NOT_FOR_VERSIONS = frozenset({"site_url", "extra_sitemaps"})


def read_for_build(
    options: Mapping[str, Any], host: Host, config: MkDocsConfig, *, is_serving: bool
) -> SettingsReading:
    """The settings of this build, narrowed where it is for the development server or by mike.

    `is_serving`: what MkDocs says. It says that it builds under `serve --clean`, but has its
    server's address then; it has another one where static-i18n has put a language's own back.

    Raises:
        SettingsError: at least one value is wrong; it holds every fault.
    """
    version = _version(config)
    is_served = is_serving or _has_servers_address(config)
    if version is None:
        reading = sitemap_plus.read_settings(options, host)
        return _for_server(_for_disk(reading, config), is_served=is_served)
    options = {name: value for name, value in options.items() if name not in _NOT_FOR_VERSIONS}
    host = replace(host, site_url_setting="site_url (MkDocs' own, to which mike adds the version)")
    reading = sitemap_plus.read_settings(options, host)
    return _for_version(_for_server(reading, is_served=is_served), version)


def _for_disk(reading: SettingsReading, config: MkDocsConfig) -> SettingsReading:
    """A site that Material's offline plugin makes for reading from a disk needs no address."""
    if reading.settings is not None or not is_offline(config):
        return reading
    problems = (
        replace(each, level="info") if each.where == "site_url" else each
        for each in reading.problems
    )
    return replace(reading, problems=tuple(problems))


def _for_server(reading: SettingsReading, *, is_served: bool) -> SettingsReading:
    """The development server gets nothing unless asked for, and never a robots.txt."""
    settings = reading.settings
    if settings is None or not is_served:
        return reading
    if settings.serve:
        return replace(reading, settings=replace(settings, robots="never"))
    message = "this is the development server, so MkDocs' own sitemap stays (option serve)"
    note = Problem(level="info", where="serve", message=message)
    return SettingsReading(settings=None, problems=(*reading.problems, note))


def _for_version(reading: SettingsReading, version: str) -> SettingsReading:
    """A version gets the list of its pages, which the theme's version switcher reads.

    Below the root of a host no crawler looks for a robots.txt, and each version's index would
    invite crawlers to a copy of the same site.
    """
    if reading.settings is None:
        return reading
    settings = replace(
        reading.settings, sitemap_xml="alone", text=False, robots="never", stylesheet=False
    )
    message = (
        f"version {version} gets a sitemap.xml and nothing else; for the index and robots.txt at "
        "the root of all versions, run 'sitemap-plus versions FOLDER' on the published branch"
    )
    note = Problem(level="info", where="mike", message=message)
    return SettingsReading(settings=settings, problems=(*reading.problems, note))


def _has_servers_address(config: MkDocsConfig) -> bool:
    """Whether MkDocs has put its development server's address in the place of the site's."""
    host, port = config.dev_addr
    return urlsplit(config.site_url or "").netloc == f"{host}:{port}"


def _version(config: MkDocsConfig) -> str | None:
    """The version that mike builds. None: mike has no part in this build.

    The variable alone can be the user's own, to see a version's words without mike.
    """
    return os.environ.get(_VERSION) or None if "mike" in config.plugins else None
