"""The line in robots.txt, wherever the file comes from."""

from __future__ import annotations

import pytest

LINE = b"Sitemap: https://ex.org/sitemap_index.xml"
THEIRS = "User-agent: *\nDisallow: /x"

LATE_PLUGIN = """
from pathlib import Path

from mkdocs.plugins import event_priority


@event_priority(-900)
def on_post_build(config):
    Path(config.site_dir, "robots.txt").write_bytes(b"User-agent: *\\r\\nDisallow: /late/\\r\\n")
"""


def with_docs(make_site, robots, options=None, **settings):
    docs = {"index.md": "# Home\n", "robots.txt": robots}
    return make_site(docs, options, **settings)


@pytest.mark.report("ROB-01")
@pytest.mark.report("ROB-02")
@pytest.mark.report("ROB-09")
def test_to_a_robots_txt_from_docs_a_line_of_its_own_is_added(make_site):
    build = with_docs(make_site, THEIRS).build("--strict")
    assert build.read("robots.txt") == THEIRS.encode() + b"\n\n" + LINE + b"\n"


@pytest.mark.report("ROB-01")
def test_the_users_source_of_robots_txt_is_never_touched(make_site):
    site = with_docs(make_site, THEIRS)
    site.build("--strict")
    assert (site.folder / "docs/robots.txt").read_text() == THEIRS


@pytest.mark.report("ROB-01")
def test_to_a_robots_txt_from_the_theme_the_line_is_added(make_site):
    build = make_site(files={"theme/robots.txt": THEIRS}).build("--strict")
    assert build.read("robots.txt") == THEIRS.encode() + b"\n\n" + LINE + b"\n"


@pytest.mark.report("ROB-01")
@pytest.mark.parametrize("where", ["extra_templates", "static_templates"])
def test_to_a_robots_txt_from_a_template_the_line_is_added(make_site, where):
    template = "User-agent: {{ config.extra.agent }}\nDisallow: /t/\n"
    if where == "extra_templates":
        site = with_docs(make_site, template, extra_templates=["robots.txt"], extra={"agent": "*"})
    else:
        theme = {"name": None, "custom_dir": "theme", "static_templates": ["robots.txt"]}
        site = make_site(files={"theme/robots.txt": template}, theme=theme, extra={"agent": "*"})
    build = site.build("--strict")
    expected = b"User-agent: *\nDisallow: /t/\n"
    # Jinja leaves the final newline out.
    assert build.read("robots.txt") == expected + b"\n" + LINE + b"\n"


@pytest.mark.report("ROB-01")
def test_to_a_robots_txt_that_another_plugin_writes_late_the_line_is_added(make_site):
    build = make_site(files={"late.py": LATE_PLUGIN}, hooks=["late.py"]).build("--strict")
    assert build.read("robots.txt") == (
        b"User-agent: *\r\nDisallow: /late/\r\n\r\n" + LINE + b"\r\n"
    )


@pytest.mark.report("ROB-04")
@pytest.mark.parametrize(
    "line",
    [
        "Sitemap: https://ex.org/sitemap_index.xml",
        "sitemap: https://ex.org/sitemap_index.xml ",
        "SITEMAP :https://EX.org/sitemap_index.xml # ours",
    ],
)
def test_a_line_that_is_there_in_any_spelling_is_not_repeated(make_site, line):
    theirs = f"{line}\r\nUser-agent: *\r\nDisallow: /x\r\n"
    build = with_docs(make_site, theirs).build("--strict")
    assert build.read("robots.txt") == theirs.encode()


@pytest.mark.report("ROB-08")
def test_lines_for_other_sitemaps_stay_and_ours_is_one_more(make_site):
    theirs = "User-agent: *\nAllow: /\n\nSitemap: https://ex.org/shop.xml\n"
    build = with_docs(make_site, theirs).build("--strict")
    assert build.read("robots.txt") == theirs.encode() + b"\n" + LINE + b"\n"


@pytest.mark.report("ROB-10")
def test_a_byte_order_mark_stays_at_the_beginning(make_site):
    theirs = b"\xef\xbb\xbfUser-agent: *\nDisallow: /x\n"
    build = with_docs(make_site, theirs).build("--strict")
    assert build.read("robots.txt") == theirs + b"\n" + LINE + b"\n"


def test_a_relative_line_of_the_users_is_warned_about_and_stays(make_site):
    theirs = "User-agent: *\nSitemap: /sitemap.xml\n"
    build = with_docs(make_site, theirs).build()
    (warning,) = build.warnings
    assert "robots.txt:2" in warning
    assert build.read("robots.txt") == theirs.encode() + b"\n" + LINE + b"\n"


def test_a_robots_txt_in_utf_16_stays_as_it_is_with_a_warning(make_site):
    theirs = THEIRS.encode("utf-16")
    build = with_docs(make_site, theirs).build()
    assert build.read("robots.txt") == theirs
    (warning,) = build.warnings
    assert LINE.decode() in warning


@pytest.mark.report("ROB-06")
def test_below_the_hosts_root_nothing_is_written_and_one_note_says_what_to_do(make_site):
    build = make_site(site_url="https://user.example/proj/").build("--strict")
    assert build.exit_code == 0, build.output
    assert "robots.txt" not in build.names
    without_git, note = build.notes
    assert "is in no Git repository" in without_git
    assert "https://user.example/robots.txt" in note
    assert "Sitemap: https://user.example/proj/sitemap_index.xml" in note


@pytest.mark.report("ROB-06")
def test_below_the_hosts_root_a_robots_txt_of_the_users_stays_as_it_is(make_site):
    build = with_docs(make_site, THEIRS, site_url="https://user.example/proj/").build("--strict")
    assert build.read("robots.txt") == THEIRS.encode()


def test_robots_true_adds_the_line_below_the_hosts_root_too(make_site):
    build = with_docs(
        make_site, THEIRS, {"robots": True}, site_url="https://rtd.example/en/latest/"
    )
    expected = b"Sitemap: https://rtd.example/en/latest/sitemap_index.xml\n"
    assert build.build("--strict").read("robots.txt").endswith(b"\n" + expected)


def test_robots_false_leaves_robots_txt_alone(make_site):
    assert "robots.txt" not in make_site(options={"robots": False}).build("--strict").names
    build = with_docs(make_site, THEIRS, {"robots": False}).build("--strict")
    assert build.read("robots.txt") == THEIRS.encode()


def test_an_empty_robots_txt_of_the_users_becomes_ours(make_site):
    build = with_docs(make_site, "").build("--strict")
    assert build.read("robots.txt").endswith(LINE + b"\n")
