"""A host of no name, its settings, and plans made with them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from datetime import datetime, timezone
from typing import Any

import hypothesis
import pytest

from sitemap_plus import Host, Page, Plan, Settings, plan_sitemaps, read_settings

# The same examples on every machine and in every run.
hypothesis.settings.register_profile(
    "core", max_examples=60, deadline=None, derandomize=True, print_blob=True
)
hypothesis.settings.load_profile("core")

NOW = datetime(2024, 6, 15, 12, 0, tzinfo=timezone.utc)
SITE = "https://ex.org/"

MakeSettings = Callable[..., Settings]
MakePlan = Callable[..., Plan]


# Of the session, because a property may not use a fixture that is made anew for each test.
@pytest.fixture(scope="session")
def now() -> datetime:
    return NOW


@pytest.fixture(scope="session")
def host() -> Host:
    return Host(
        key="sitemap_plus",
        site_url_setting="site_url",
        site_url=SITE,
        sitemap_xml="pages",
        section_by="path",
        section_by_choices=("path", "nav", "kind", "none"),
    )


@pytest.fixture(scope="session")
def settings_of(host: Host) -> MakeSettings:
    """Valid settings: what the host says, which keywords ending in `_` change, and options."""

    def make(**changes: Any) -> Settings:
        of_host = {name[:-1]: value for name, value in changes.items() if name.endswith("_")}
        options = {name: value for name, value in changes.items() if not name.endswith("_")}
        reading = read_settings(options, replace(host, **of_host))
        assert reading.settings is not None
        assert reading.problems == ()
        return reading.settings

    return make


@pytest.fixture(scope="session")
def plan_of(settings_of: MakeSettings) -> MakePlan:
    """A plan for pages, or for URLs below the site's; further keywords as for `settings_of`."""

    def make(
        pages: Iterable[Page | str],
        *,
        existing: Mapping[str, bytes] | None = None,
        taken: Iterable[str] = (),
        **changes: Any,
    ) -> Plan:
        return plan_sitemaps(
            [page if isinstance(page, Page) else Page(url=SITE + page) for page in pages],
            settings_of(**changes),
            now=NOW,
            existing=(existing or {}).get,
            taken=tuple(taken),
        )

    return make


@pytest.fixture(scope="session")
def content_of() -> Callable[[Plan, str], bytes]:
    """What a plan wants to have in one of its files."""

    def join(plan: Plan, name: str) -> bytes:
        (chunks,) = (file.chunks for file in plan.files if file.name == name)
        return b"".join(chunks())

    return join
