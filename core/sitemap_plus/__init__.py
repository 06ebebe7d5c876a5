"""Sitemaps for sites that any generator builds; knows no host.

An adapter reads the settings, makes pages, asks for a plan, logs its problems and writes it:

    reading = read_settings(options, host)
    plan = plan_sitemaps(pages, reading.settings, now=now, existing=partial(read, folder))
    write(folder, plan.files, plan.obsolete)
"""

from sitemap_plus.build import Plan
from sitemap_plus.build import plan as plan_sitemaps
from sitemap_plus.entries import Entry, PageDate
from sitemap_plus.errors import (
    Fault,
    OutputError,
    Problem,
    SettingsError,
    SitemapPlusError,
)
from sitemap_plus.git_dates.memory import GitMemory
from sitemap_plus.output import OutputFile, Written, read, sitemaps_of_others, write
from sitemap_plus.pages import Page
from sitemap_plus.settings import Host, Settings, SettingsReading, read_settings

__all__ = [
    "Entry",
    "Fault",
    "GitMemory",
    "Host",
    "OutputError",
    "OutputFile",
    "Page",
    "PageDate",
    "Plan",
    "Problem",
    "Settings",
    "SettingsError",
    "SettingsReading",
    "SitemapPlusError",
    "Written",
    "plan_sitemaps",
    "read",
    "read_settings",
    "sitemaps_of_others",
    "write",
]
