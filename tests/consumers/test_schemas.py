"""What we write is valid against the protocol's schemas."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from lxml import etree

SHARED = Path(__file__).parents[3] / "shared" / "xsd"


@pytest.mark.skipif(not SHARED.is_dir(), reason=f"the schemas are not here: {SHARED.name}/")
def test_every_file_is_valid_against_the_protocols_schema(site: Any) -> None:
    for name in site.names("sitemap*.xml"):
        root = etree.fromstring(site.read(name))
        schema = "siteindex.xsd" if root.tag.endswith("}sitemapindex") else "all.xsd"
        etree.XMLSchema(etree.parse(SHARED / schema)).assertValid(root)


def test_every_plain_sitemap_is_valid_against_npms_schema(site: Any, npm_folder: Path) -> None:
    # It doesn't bring the schemas of links and of images, and asks for them if there are any.
    schema = etree.XMLSchema(etree.parse(npm_folder / "node_modules/sitemap/schema/sitemap.xsd"))
    for name in site.names("sitemap*.xml"):
        root = etree.fromstring(site.read(name))
        if root.tag.endswith("}urlset") and {"xhtml", "image"}.isdisjoint(root.nsmap):
            schema.assertValid(root)
