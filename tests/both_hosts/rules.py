"""What a user's own module may hold."""

from __future__ import annotations

from dataclasses import replace

from sitemap_plus import Entry


def only_blog(entry: Entry) -> Entry | None:
    return replace(entry, priority=0.7) if "/blog/" in entry.loc else None
