"""Sitemap Plus for MkDocs and ProperDocs."""

from mkdocs_sitemap_plus.plugin import SitemapPlusPlugin

__all__ = ["SitemapPlusPlugin"]
