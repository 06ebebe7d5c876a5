"""Sitemap Plus for Pelican."""

__all__ = ["register"]


def register() -> None:
    """Called by Pelican for each site that it builds."""
    # Pelican imports every package that calls itself a plugin, also those a site doesn't use.
    from pelican_sitemap_plus import plugin

    plugin.connect()
