"""The style sheet with which a person reads our files in a browser.

It is CSS and not XSLT, which browsers are giving up. It is one file, `sitemap.css`, beside
the sitemaps; nothing in it is loaded from elsewhere.
"""

from __future__ import annotations

import pkgutil

NAME = "sitemap.css"

_MARKER = b"/* Written by Sitemap Plus */"


def content() -> bytes:
    """The style sheet."""
    return pkgutil.get_data(__package__ or "sitemap_plus", NAME) or b""


def is_made_by_us(stylesheet: bytes) -> bool:
    """Whether a file of that name may be rewritten or removed by us."""
    return stylesheet.startswith(_MARKER)
