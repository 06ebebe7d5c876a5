"""Which pages are listed, and which are not."""

from __future__ import annotations

import pytest

HOOK_EMPTY = """
def on_post_page(output, page, config):
    return "" if page.file.src_uri == "empty.md" else output
"""


def paths(build):
    return [loc.removeprefix("https://ex.org/") for loc in build.locs()]


@pytest.mark.report("EXC-16")
def test_drafts_and_excluded_pages_are_not_listed(make_site):
    docs = {"index.md": "#", "draft.md": "#", "hidden/secret.md": "#", "_partial.md": "#"}
    site = make_site(docs, draft_docs="draft.md", exclude_docs="hidden/\n_*.md\n")
    assert paths(site.build("--strict")) == [""]


def test_pages_that_are_not_in_the_navigation_are_listed(make_site):
    docs = {"index.md": "#", "loose.md": "#", "quiet.md": "#"}
    site = make_site(docs, nav=["index.md"], not_in_nav="quiet.md")
    assert paths(site.build()) == ["", "loose/", "quiet/"]


@pytest.mark.report("EXC-18")
def test_external_links_in_the_navigation_are_no_pages(make_site):
    nav = ["index.md", {"Chat": "https://chat.ex.org/"}, {"Same host": "https://ex.org/shop/"}]
    assert paths(make_site({"index.md": "#"}, nav=nav).build("--strict")) == [""]


@pytest.mark.report("EXC-09")
@pytest.mark.parametrize("is_flat", [True, False])
def test_error_pages_are_not_listed(make_site, is_flat):
    docs = {"index.md": "#", "404.md": "#", "de/404.md": "#", "errors/404.md": "#"}
    site = make_site(docs, files={"theme/404.html": "gone"}, use_directory_urls=not is_flat)
    about_errors = "errors/404.html" if is_flat else "errors/404/"
    home = "index.html" if is_flat else ""
    assert set(paths(site.build("--strict"))) == {home, about_errors}


@pytest.mark.report("EXC-03")
@pytest.mark.report("EXC-04")
@pytest.mark.report("EXC-05")
@pytest.mark.parametrize("robots", ["noindex", "nofollow, NOINDEX", "none", "Noindex,follow"])
def test_a_page_whose_html_says_noindex_is_not_listed_and_one_note_says_so(make_site, robots):
    build = make_site(front={"a.md": f"robots: {robots}"}).build("--strict")
    assert build.exit_code == 0
    assert "a/" not in paths(build)
    note, without_git = build.notes
    assert "is in no Git repository" in without_git
    assert note == "sitemap_plus: a.md: is not listed: it says noindex"


@pytest.mark.report("EXC-03")
def test_noindex_for_one_crawler_is_only_told(make_site):
    docs = {"index.md": "#", "a.md": "#"}
    template = (
        '<html><head>{% if page.file.src_uri == "a.md" %}'
        '<meta name="googlebot" content="noindex">{% endif %}</head></html>'
    )
    build = make_site(docs, files={"theme/main.html": template}).build("--strict")
    assert paths(build) == ["", "a/"]
    note, without_git = build.notes
    assert "is in no Git repository" in without_git
    assert "noindex to googlebot only" in note


@pytest.mark.report("EXC-06")
def test_a_page_whose_canonical_link_names_another_is_not_listed(make_site):
    template = '<html><head><link rel="canonical" href="{{ page.meta.canonical }}"></head></html>'
    docs = {
        "index.md": "#",
        "copy.md": "---\ncanonical: https://ex.org/original/\n---\n",
        "original.md": "---\ncanonical: /original\n---\n",
        "elsewhere.md": "---\ncanonical: https://other.example/\n---\n",
    }
    build = make_site(docs, files={"theme/main.html": template}).build("--strict")
    assert paths(build) == ["", "original/"]
    note, without_git = build.notes
    assert "is in no Git repository" in without_git
    assert "copy.md" in note
    assert "elsewhere.md" in note


@pytest.mark.report("EXC-08")
def test_a_page_that_only_sends_its_readers_on_is_not_listed(make_site):
    template = (
        "<html><head>{% if page.meta.to %}"
        '<meta http-equiv="refresh" content="0; url={{ page.meta.to }}">{% endif %}</head></html>'
    )
    docs = {"index.md": "#", "old.md": "---\nto: ../new/\n---\n", "new.md": "#"}
    build = make_site(docs, files={"theme/main.html": template}).build("--strict")
    assert paths(build) == ["", "new/"]


def test_a_page_that_a_hook_leaves_empty_is_not_written_and_not_listed(make_site):
    docs = {"index.md": "#", "empty.md": "#"}
    site = make_site(docs, files={"empty.py": HOOK_EMPTY}, hooks=["empty.py"])
    assert paths(site.build("--strict")) == [""]


@pytest.mark.report("GIT-09")
def test_a_page_that_a_hook_makes_from_nothing_is_listed_without_the_time_of_a_file(make_site):
    hook = (
        "from mkdocs.structure.files import File\n\n"
        "def on_files(files, config):\n"
        "    text = '---\\nsitemap: {priority: 0.3}\\n---\\n# Made'\n"
        "    files.append(File.generated(config, 'made.md', content=text))\n"
    )
    site = make_site(
        {"a.md": "#"}, {"lastmod": ["mtime"]}, files={"hook.py": hook}, hooks=["hook.py"]
    )
    build = site.build()
    assert paths(build) == ["a/", "made/"]
    assert build.values("priority") == {"made/": "0.3"}
    assert build.values("lastmod").keys() == {"a/"}


def test_static_html_and_other_files_are_no_pages(make_site):
    docs = {"index.md": "#", "plain.html": "<html></html>", "data.json": "{}", "a.txt": "x"}
    assert paths(make_site(docs).build("--strict")) == [""]


def test_exclude_knows_urls_and_sources_and_the_last_rule_decides(make_site):
    docs = {
        "index.md": "#",
        "old/index.md": "#",
        "old/keep.md": "#",
        "old/drop.md": "#",
        "lib/a.tmp.md": "#",
        "lib/b.md": "#",
    }
    options = {"exclude": ["# a comment", "/old/", "!old/keep/", "*.tmp.md"]}
    build = make_site(docs, options).build("--strict")
    assert build.exit_code == 0, build.output
    assert paths(build) == ["", "lib/b/", "old/keep/"]


def test_exclude_can_be_text_as_in_a_gitignore(make_site):
    build = make_site(options={"exclude": "about/\n\n# comment\n/guide/\n"}).build("--strict")
    assert paths(build) == [""]


@pytest.mark.report("MAT-10")
@pytest.mark.parametrize("options", [{"exclude": ["/index.html"]}, {"sections": {"main": False}}])
def test_without_the_home_page_there_is_one_warning(make_site, options):
    build = make_site(options=options).build()
    (warning,) = build.warnings
    assert "index.md: is the home page and not listed: " in warning
    assert "" not in paths(build)


@pytest.mark.report("MAT-10")
def test_a_home_page_that_leaves_itself_out_is_warned_about_too(make_site):
    build = make_site({"a.md": "#"}, front={"index.md": "sitemap: false"}).build()
    (warning,) = build.warnings
    assert "index.md" in warning
    assert paths(build) == ["a/"]


@pytest.mark.report("MAT-05")
def test_a_page_that_is_out_is_out_of_the_whole_list_as_well(make_site):
    build = make_site(front={"a.md": "sitemap: false"}, options={"text": True}).build("--strict")
    assert all(b"/a/" not in build.read(name) for name in build.names)


def test_readme_is_the_index_of_its_folder_and_listed_once(make_site):
    docs = {"README.md": "#", "both/index.md": "#", "both/README.md": "#", "one/README.md": "#"}
    build = make_site(docs).build()
    assert paths(build) == ["", "both/", "one/"]


HOSTILE = {
    "index.md": "# Home\n",
    "html.md": "---\ntitle: '<script>alert(\"1\")</script> ]]> &amp; <b>'\n---\n# <i>x</i>\n",
    "sitemap.md": "#",
    "robots.md": "#",
    "sitemap/sitemap.md": "#",
    "index/index.md": "#",
    "index/a.md": "#",
    "main/a.md": "#",
    "a.xml.md": "#",
    "CON/aux.md": "#",
    "-/a.md": "#",
    "%2e%2e/a.md": "#",
    "x" * 200 + ".md": "#",
}


@pytest.mark.parametrize("section_by", ["path", "none"])
def test_pages_named_like_our_files_and_titles_of_html_do_no_harm(make_site, section_by):
    build = make_site(HOSTILE, {"section_by": section_by}).build()
    assert build.exit_code == 0, build.output
    assert len(build.locs()) == len(HOSTILE)
    assert {"https://ex.org/sitemap/", "https://ex.org/robots/"} <= set(build.locs())


def test_a_page_and_a_folder_of_one_address_are_one_entry(make_site):
    build = make_site({"index.md": "#", "sitemap.md": "#", "sitemap/index.md": "#"}).build()
    assert paths(build) == ["", "sitemap/"]


def test_titles_of_html_and_of_paths_in_the_navigation_give_plain_names(make_site):
    nav = [{"<script>alert('1')</script>": ["a.md"]}, {"../../etc/passwd": ["b.md"]}]
    docs = {"index.md": "#", "a.md": "#", "b.md": "#", "c.md": "#"}
    nav += [{"Q&amp;A": ["c.md"]}, "index.md"]
    build = make_site(docs, {"section_by": "nav"}, nav=nav).build("--strict")
    assert build.names - {"sitemap.xml", "sitemap.xml.gz", "robots.txt"} == {
        "sitemap_index.xml",
        "sitemap-etc-passwd.xml",
        "sitemap-main.xml",
        "sitemap-q-a.xml",
        "sitemap-script-alert-1-script.xml",
    }
