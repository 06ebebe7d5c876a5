"""Installed as `pelican.plugins.sitemap_plus`, where Pelican looks for plugins by itself."""

from pelican_sitemap_plus import register

__all__ = ["register"]
