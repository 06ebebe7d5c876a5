"""Files that the user, the theme or another plugin writes under names that we want."""

from __future__ import annotations

import pytest

THEIRS = "<!-- made by hand --><urlset/>\n"


@pytest.mark.report("DEP-02")
def test_over_a_sitemap_xml_in_docs_ours_wins_with_a_warning(make_site):
    site = make_site({"index.md": "#", "sitemap.xml": THEIRS})
    build = site.build()
    assert build.exit_code == 0
    assert build.locs() == ["https://ex.org/"]
    (warning,) = build.warnings
    assert "docs/sitemap.xml" in warning
    assert "replaces" in warning
    assert (site.folder / "docs/sitemap.xml").read_text() == THEIRS
    assert site.build("--strict").exit_code == 1


@pytest.mark.report("DEP-02")
def test_over_a_sitemap_xml_of_the_themes_folder_ours_wins_with_a_warning(make_site):
    site = make_site({"index.md": "#"}, files={"theme/sitemap.xml": THEIRS})
    build = site.build()
    assert build.locs() == ["https://ex.org/"]
    (warning,) = build.warnings
    assert "theme/sitemap.xml" in warning
    assert (site.folder / "theme/sitemap.xml").read_text() == THEIRS


@pytest.mark.report("DEP-02")
def test_over_an_extra_template_sitemap_xml_ours_wins_with_one_warning(make_site):
    docs = {"index.md": "#", "sitemap.xml": THEIRS}
    build = make_site(docs, extra_templates=["sitemap.xml"]).build()
    assert build.locs() == ["https://ex.org/"]
    (warning,) = build.warnings
    assert "extra_templates" in warning


def test_a_sitemap_xml_that_is_excluded_from_docs_is_no_collision(make_site):
    docs = {"index.md": "#", "sitemap.xml": THEIRS}
    assert make_site(docs, exclude_docs="/sitemap.xml").build("--strict").exit_code == 0


@pytest.mark.report("DEP-02")
def test_a_sitemap_index_of_the_users_stays_and_ours_has_another_name(make_site):
    docs = {"index.md": "#", "sitemap_index.xml": THEIRS}
    build = make_site(docs).build()
    assert build.exit_code == 0
    assert build.read("sitemap_index.xml") == THEIRS.encode()
    (warning,) = build.warnings
    assert warning.startswith("sitemap_plus: sitemap_index.xml: ")
    assert "sitemap_index.2.xml" in warning
    assert build.locs("sitemap_index.2.xml") == ["https://ex.org/sitemap-main.xml"]
    assert b"\nSitemap: https://ex.org/sitemap_index.2.xml\n" in build.read("robots.txt")
    assert build.locs() == ["https://ex.org/"]


def test_a_section_passes_over_a_name_that_is_taken(make_site):
    docs = {"index.md": "#", "blog/a.md": "#", "sitemap-blog.xml": THEIRS}
    build = make_site(docs).build()
    (warning,) = build.warnings
    assert warning.startswith("sitemap_plus: sitemap-blog.xml: ")
    assert build.read("sitemap-blog.xml") == THEIRS.encode()
    assert build.locs("sitemap-blog.2.xml") == ["https://ex.org/blog/a/"]
    assert build.locs("sitemap_index.xml") == [
        "https://ex.org/sitemap-blog.2.xml",
        "https://ex.org/sitemap-main.xml",
    ]


@pytest.mark.parametrize("where", ["docs", "theme"])
def test_a_sitemap_txt_of_the_users_stays_with_a_warning(make_site, where):
    site = make_site(options={"text": True}, files={f"{where}/sitemap.txt": "theirs"})
    build = site.build()
    assert build.read("sitemap.txt") == b"theirs"
    (warning,) = build.warnings
    assert warning.startswith("sitemap_plus: sitemap.txt: ")


def test_a_sitemap_txt_of_the_users_is_no_matter_while_text_is_off(make_site):
    site = make_site(files={"docs/sitemap.txt": "theirs"})
    build = site.build("--strict")
    assert build.exit_code == 0
    assert build.read("sitemap.txt") == b"theirs"


def test_other_sitemaps_of_the_users_stay_and_are_not_in_the_index(make_site):
    build = make_site({"index.md": "#", "sitemap-video.xml": THEIRS}).build("--strict")
    assert build.read("sitemap-video.xml") == THEIRS.encode()
    assert build.locs("sitemap_index.xml") == ["https://ex.org/sitemap-main.xml"]


def test_a_sitemap_that_another_plugin_writes_last_stays(make_site):
    hook = (
        "from pathlib import Path\n\ndef on_post_build(config):\n"
        f"    Path(config.site_dir, 'sitemap_index.xml').write_text({THEIRS!r})\n"
    )
    build = make_site(files={"hook.py": hook}, hooks=["hook.py"]).build()
    assert build.read("sitemap_index.xml") == THEIRS.encode()
    assert len(build.warnings) == 1


def test_an_index_at_sitemap_xml_is_no_matter_for_other_themes(make_site):
    extra = {"alternate": [{"lang": "en"}], "version": {"provider": "mike"}}
    build = make_site(options={"sitemap_xml": "index"}, extra=extra).build("--strict")
    assert build.exit_code == 0
