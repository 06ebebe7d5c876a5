"""Building again: over an earlier site, with `--dirty`, elsewhere, under other conditions."""

from __future__ import annotations

import os
import shutil
from dataclasses import replace

import pytest

DOCS = {
    "index.md": "# Home\n",
    "in.md": "---\nlastmod: 2024-01-08\n---\n# In\n",
    "out.md": "---\nsitemap: false\n---\n# Out\n",
    "multimarkdown.md": "sitemap: no\n\n# Out\n",
    "noindex.md": "---\nrobots: noindex\n---\n# Out\n",
    "blog/a.md": "---\ndate: 2023-03-03 10:00:00\nsitemap:\n  priority: 0.3\n---\n# A\n",
    "shop/a.md": "# A\n",
}
OURS = {"sitemap.xml", "sitemap.xml.gz", "sitemap_index.xml", "robots.txt"}


def touch(site, name, text):
    """Change a page so that `--dirty` sees it, however coarse the file system's clock is."""
    site.write({name: text})
    later = (site.folder / "site/sitemap_index.xml").stat().st_mtime + 100
    os.utime(site.folder / name, (later, later))


def modified(build):
    return {name: (build.folder / name).stat().st_mtime_ns for name in build.names}


@pytest.fixture
def site(make_site):
    return make_site(DOCS)


@pytest.mark.report("BLD-01")
def test_a_dirty_build_gives_the_same_bytes_as_the_whole_one(site):
    whole = site.build("--strict").files
    dirty = site.build("--dirty")
    assert dirty.exit_code == 0
    assert dirty.files == whole
    assert len(dirty.locs()) == 4


@pytest.mark.report("BLD-10")
def test_files_whose_bytes_stay_are_not_written_again(site):
    before = modified(site.build())
    after = modified(site.build("--dirty"))
    # MkDocs itself writes these two anew in each build.
    for name in ("sitemap.xml", "sitemap.xml.gz"):
        del before[name], after[name]
    assert after == before


@pytest.mark.report("BLD-01")
def test_a_dirty_build_follows_what_has_changed(site):
    site.build()
    touch(site, "docs/in.md", "---\nsitemap: false\n---\n# In\n")
    touch(site, "docs/out.md", "---\nlastmod: 2024-02-02\n---\n# Out\n")
    touch(site, "docs/new/page.md", "---\nlastmod: 2024-03-03\n---\n# New\n")
    dirty = site.build("--dirty")
    assert dirty.values("lastmod") == {
        "blog/a/": "2023-03-03T10:00:00Z",
        "new/page/": "2024-03-03",
        "out/": "2024-02-02",
    }
    assert "https://ex.org/in/" not in dirty.locs()
    assert dirty.locs("sitemap-new.xml") == ["https://ex.org/new/page/"]
    assert dirty.files == site.build().files


@pytest.mark.report("BLD-01")
def test_a_page_that_a_hook_leaves_out_stays_out_when_it_is_not_rendered(make_site):
    hook = (
        "def on_page_markdown(markdown, page, config, files):\n"
        "    if 'secret' in page.file.src_uri:\n"
        "        page.meta['sitemap'] = False\n"
    )
    # What others list is not what we have listed.
    theirs = "<urlset><url><loc>https://ex.org/secret/a/</loc></url></urlset>"
    docs = {"index.md": "#", "secret/a.md": "#", "b.md": "#", "sitemap-theirs.xml": theirs}
    site = make_site(docs, files={"hook.py": hook}, hooks=["hook.py"])
    whole = site.build()
    assert whole.locs() == ["https://ex.org/", "https://ex.org/b/"]
    for _ in range(2):
        assert site.build("--dirty").locs() == whole.locs()


def test_a_dirty_build_knows_addresses_with_ampersands_again(make_site):
    hook = (
        "def on_env(env, config, files):\n"
        "    files.src_uris['in.md'].page.canonical_url = 'https://ex.org/?p=in&lang=de'\n"
    )
    template = "<html><head></head><body>{{ page.content }}</body></html>"
    files = {"hook.py": hook, "theme/main.html": template}
    site = make_site(DOCS, files=files, hooks=["hook.py"])
    whole = site.build("--strict")
    assert "https://ex.org/?p=in&lang=de" in whole.locs()
    assert site.build("--dirty").files == whole.files


def test_a_first_dirty_build_lists_every_page(site):
    assert len(site.build("--dirty").locs()) == 4


def test_a_dirty_build_over_a_site_that_knew_us_not_reads_front_matter_and_html(make_site):
    site = make_site(DOCS, plugins=[])
    site.build()
    shutil.copy(make_site(DOCS).folder / "mkdocs.yml", site.folder)
    dirty = site.build("--dirty")
    assert dirty.locs() == site.build().locs()
    assert dirty.values("lastmod")["in/"] == "2024-01-08"


@pytest.mark.report("DEP-03")
def test_sitemaps_that_no_page_fills_any_more_go_and_those_of_others_stay(make_site):
    site = make_site({**DOCS, "sitemap-video.xml": "<urlset/>", "sitemap-old.xml.gz": b"junk"})
    assert "sitemap-shop.xml" in site.build().names
    (site.folder / "docs/shop/a.md").unlink()
    dirty = site.build("--dirty")
    assert dirty.names == OURS | {
        "sitemap-blog.xml",
        "sitemap-main.xml",
        "sitemap-video.xml",
        "sitemap-old.xml.gz",
    }
    assert "https://ex.org/shop/a/" not in dirty.locs()


@pytest.mark.report("DEP-03")
def test_parts_of_a_section_that_shrank_go(make_site):
    site = make_site({"index.md": "#", "a.md": "#", "b.md": "#"}, {"max_urls": 1})
    assert {"sitemap-main.2.xml", "sitemap-main.3.xml"} <= site.build().names
    (site.folder / "docs/a.md").unlink()
    (site.folder / "docs/b.md").unlink()
    assert site.build("--dirty").names == OURS | {"sitemap-main.xml"}


@pytest.mark.report("ROB-04")
def test_a_robots_txt_of_the_users_gets_the_line_once_however_often_it_is_built(make_site):
    site = make_site({"index.md": "#", "robots.txt": "User-agent: *\nDisallow: /x\n"})
    once = site.build().read("robots.txt")
    assert once.count(b"Sitemap:") == 1
    for _ in range(2):
        assert site.build("--dirty").read("robots.txt") == once


def test_a_robots_txt_that_we_made_goes_when_it_is_no_longer_wanted(make_site):
    site = make_site()
    site.build()
    shutil.copy(make_site(options={"robots": False}).folder / "mkdocs.yml", site.folder)
    assert "robots.txt" not in site.build("--dirty").names


def test_a_robots_txt_that_we_made_follows_the_name_of_the_index(make_site):
    site = make_site()
    site.build()
    shutil.copy(make_site(options={"sitemap_xml": "index"}).folder / "mkdocs.yml", site.folder)
    robots = site.build("--dirty").read("robots.txt")
    assert robots.endswith(b"\n\nSitemap: https://ex.org/sitemap.xml\n")
    assert robots.count(b"Sitemap:") == 1


def test_options_that_change_are_followed_by_a_dirty_build(make_site):
    site = make_site(DOCS)
    site.build()
    options = {"exclude": ["/shop/"], "gzip": "all"}
    shutil.copy(make_site(DOCS, options).folder / "mkdocs.yml", site.folder)
    dirty = site.build("--dirty")
    assert "sitemap-shop.xml" not in dirty.names
    assert "sitemap-blog.xml.gz" in dirty.names
    shutil.copy(make_site(DOCS).folder / "mkdocs.yml", site.folder)
    assert not [name for name in site.build("--dirty").names if name.endswith("blog.xml.gz")]


@pytest.fixture(scope="module")
def reference(make_site):
    """The site, and what a build in this process gives."""
    docs = {**DOCS, "größe (ü).md": "---\nlastmod: 2024-07-01 23:30:00\n---\n# Maß\n"}
    site = make_site(docs, {"gzip": "all", "text": True, "priority": 0.5})
    return site, site.build().files


@pytest.mark.report("BLD-06")
@pytest.mark.report("BLD-09")
@pytest.mark.report("META-01")
@pytest.mark.parametrize(
    "environment",
    [
        {"TZ": "America/Los_Angeles", "PYTHONHASHSEED": "1", "LC_ALL": "C"},
        {
            "TZ": "Pacific/Kiritimati",
            "PYTHONHASHSEED": "4711",
            "LC_ALL": "",
            "LANG": "de_DE.UTF-8",
            "PYTHONUTF8": "0",
            "SOURCE_DATE_EPOCH": "1790000000",
        },
    ],
)
def test_the_same_site_gives_the_same_bytes_everywhere(reference, tmp_path, environment):
    site, contents = reference
    copy = replace(site, folder=shutil.copytree(site.folder, tmp_path / "elsewhere ü"))
    shutil.rmtree(copy.folder / "site")
    build = copy.build_apart(**environment)
    assert build.exit_code == 0, build.output
    assert build.files == contents


def test_source_date_epoch_is_the_moment_of_the_build(make_site, monkeypatch):
    site = make_site(front={"a.md": "lastmod: 2024-01-08"})
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1600000000")  # in 2020
    build = site.build()
    (warning,) = build.warnings
    assert "in the future" in warning
    assert build.values("lastmod") == {}
