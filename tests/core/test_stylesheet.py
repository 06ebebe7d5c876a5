"""The style sheet: where it is named, what is in it, and whose file it is."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from sitemap_plus import Plan, plan_sitemaps, read, stylesheet, write

PlanOf = Callable[..., Plan]
ContentOf = Callable[[Plan, str], bytes]
CSS = stylesheet.content().decode("ascii")
INSTRUCTION = b'<?xml-stylesheet type="text/css" href="sitemap.css"?>\n<'
PAGES = ["", "blog/a/", "guide/a/"]


def test_every_sitemap_and_the_index_name_the_file_that_lies_beside_them(
    plan_of: PlanOf, content_of: ContentOf
) -> None:
    plan = plan_of(PAGES, text=True)
    for file in plan.files:
        content = content_of(plan, file.name)
        assert content.count(INSTRUCTION) == file.name.endswith(".xml")
        if file.name.endswith(".xml"):
            assert content.startswith(b'<?xml version="1.0" encoding="UTF-8"?>\n<!-- Written by')
            assert ET.fromstring(content).tag.endswith(("urlset", "sitemapindex"))
    assert content_of(plan, "sitemap.css") == stylesheet.content()


def test_the_summary_does_not_name_it(plan_of: PlanOf) -> None:
    expected = "3 URLs in sitemap_index.xml, sitemap.xml, robots.txt, 3 section sitemaps"
    assert plan_of(PAGES).summary == expected


@pytest.mark.parametrize("theirs", [b"", b"body {}", b"\xef\xbb\xbf/* Written by Sitemap Plus */"])
def test_a_file_of_somebody_else_stays_and_no_sitemap_names_it(
    plan_of: PlanOf, content_of: ContentOf, theirs: bytes
) -> None:
    for given in ({"existing": {"sitemap.css": theirs}}, {"taken": ["sitemap.css"]}):
        plan = plan_of(PAGES, **given)
        assert "sitemap.css" not in {file.name for file in plan.files}
        assert not [file for file in plan.files if INSTRUCTION in content_of(plan, file.name)]
        assert [f"{each.level} {each}" for each in plan.problems] == [
            (
                "info sitemap.css: is somebody else's and stays as it is, "
                "so the sitemaps have no style sheet"
            )
        ]
        assert plan.obsolete == ()


def test_ours_is_written_anew_and_goes_when_it_is_not_wanted(
    plan_of: PlanOf, tmp_path: Path
) -> None:
    def build(pages: list[str], **options: Any) -> set[str]:
        before = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
        plan = plan_of(pages, existing=before, **options)
        write(tmp_path, plan.files, plan.obsolete)
        return {file.name for file in tmp_path.iterdir()}

    assert "sitemap.css" in build(PAGES)
    (tmp_path / "sitemap.css").write_bytes(b"/* Written by Sitemap Plus */ of an older version")
    build(PAGES)
    assert (tmp_path / "sitemap.css").read_bytes() == stylesheet.content()
    without = build(PAGES, stylesheet=False)
    assert "sitemap.css" not in without
    assert not [name for name in without if INSTRUCTION in (tmp_path / name).read_bytes()]
    assert "sitemap.css" in build(PAGES)


def test_a_site_that_has_no_pages_any_more_keeps_none(
    settings_of: Callable[..., Any], now: Any, tmp_path: Path
) -> None:
    (tmp_path / "sitemap.css").write_bytes(stylesheet.content())
    existing = partial(read, tmp_path)
    plan = plan_sitemaps([], settings_of(), now=now, existing=existing)
    assert plan.obsolete == ("sitemap.css",)


def test_it_is_small_and_loads_nothing() -> None:
    assert len(CSS) < 4096
    assert stylesheet.is_made_by_us(stylesheet.content())
    assert "@import" not in CSS
    assert re.findall(r"url\((.+?)\)", CSS) == [
        "http://www.sitemaps.org/schemas/sitemap/0.9",
        "http://www.w3.org/1999/xhtml",
        "http://www.google.com/schemas/sitemap-image/1.1",
    ]
    assert CSS.count("{") == CSS.count("}")


def luminance(colour: str) -> float:
    """https://www.w3.org/TR/WCAG21/#dfn-relative-luminance."""
    digits = colour if len(colour) == 6 else "".join(2 * each for each in colour)
    parts = [int(digits[start : start + 2], 16) / 255 for start in (0, 2, 4)]
    linear = [
        each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4 for each in parts
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_the_contrast_of_both_schemes_is_that_of_wcag_aa() -> None:
    schemes = [
        dict(re.findall(r"--(\w+): #(\w+);", line)) for line in re.findall(r".*paper:.*", CSS)
    ]
    assert len(schemes) == 2
    for scheme in schemes:
        paper = luminance(scheme["paper"])
        for text in ("ink", "quiet"):
            low, high = sorted((paper, luminance(scheme[text])))
            assert (high + 0.05) / (low + 0.05) >= 4.5, text
