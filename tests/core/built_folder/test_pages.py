from __future__ import annotations

import os
from pathlib import Path

import pytest

from sitemap_plus.built_folder import heads
from sitemap_plus.built_folder.heads import FRAGMENT, document, read_documents
from sitemap_plus.built_folder.pages import read_folder
from tests.core.built_folder.conftest import SITE, Build, canonical, page


def test_the_address_of_the_site_is_what_its_pages_say(build: Build) -> None:
    files = {
        "index.html": canonical("https://ex.org/docs/"),
        "a/index.html": canonical("https://ex.org/docs/a/"),
        "404.html": page(),
        "old.html": page('<meta http-equiv="refresh" content="0; url=/docs/a/">'),
        "older.html": page('<meta http-equiv="refresh" content="0; url=/docs/a/">'),
    }
    assert build(files).folder.site_url == "https://ex.org/docs/"


@pytest.mark.report("URL-20")
def test_without_any_link_addresses_are_as_the_files_lie(build: Build) -> None:
    built = build({"blog/index.html": page(), "about.html": page(), "index.html": page()})
    assert built.folder.site_url is None
    assert built.locs == [SITE, f"{SITE}about.html", f"{SITE}blog/"]
    assert built.problems == []


@pytest.mark.report("URL-21")
def test_addresses_are_in_the_words_of_the_canonical_links(build: Build) -> None:
    built = build(
        {
            "index.html": canonical(f"{SITE}index.html"),
            "a.html": canonical(f"{SITE}a"),
            "b.html": canonical(f"{SITE}b"),
            "c.html": page(),
            "ü b.html": canonical(f"{SITE}%C3%BC%20b"),
            "x(1).html": canonical(f"{SITE}x%281%29"),
        }
    )
    paths = ["a", "b", "c", "%C3%BC%20b", "index.html", "x%281%29"]
    assert built.locs == sorted(SITE + path for path in paths)


@pytest.mark.report("MAT-11")
def test_the_spelling_of_the_generators_own_sitemap_is_kept(build: Build) -> None:
    # As Zensical writes it, in its sitemap.xml as in its canonical links.
    url = f"{SITE}n%20(v1)%20ok@2x=1%7E/"
    sitemap = f"<urlset><url><loc>{url}</loc></url></urlset>"
    built = build({"n (v1) ok@2x=1~/index.html": canonical(url), "sitemap.xml": sitemap})
    assert built.locs == [url]


@pytest.mark.parametrize("style", ["html", "clean", "slash", "bare"])
def test_a_style_of_the_users_holds_for_all_pages(build: Build, style: str) -> None:
    built = build({"a.html": canonical(f"{SITE}a"), "b/index.html": page()}, url_style=style)
    suffix, index = {
        "html": (".html", "/"),
        "clean": ("", "/"),
        "slash": ("/", "/"),
        "bare": ("", ""),
    }[style]
    assert built.locs == [f"{SITE}a{suffix}", f"{SITE}b{index}"]


def test_the_generators_own_sitemap_shows_the_style(build: Build) -> None:
    sitemap = f"<urlset><url><loc>{SITE}a</loc></url><url><loc>{SITE}b/</loc></url></urlset>"
    built = build({"a.html": page(), "b/index.html": page(), "sitemap.xml": sitemap})
    assert built.locs == [f"{SITE}a", f"{SITE}b/"]


@pytest.mark.parametrize(
    "sitemap",
    ["<urlset>", "<html/>", f"<sitemapindex><sitemap><loc>{SITE}a</loc></sitemap></sitemapindex>"],
)
def test_a_sitemap_that_shows_nothing_is_passed_over(build: Build, sitemap: str) -> None:
    built = build({"a.html": page(), "sitemap.xml": sitemap})
    assert built.locs == [f"{SITE}a.html"]


def test_links_between_pages_show_the_style(build: Build) -> None:
    def links(*hrefs: str) -> str:
        anchors = "".join(f'<a href="{href}">x</a><a>no link</a>' for href in hrefs)
        return page().replace("<body>", f"<body>{anchors}")

    built = build(
        {
            "index.html": links("a", "/b", "#x"),
            "a.html": links("./", "b", "c", "#y"),
            "b.html": links("mailto:a@b.c"),
            "c/index.html": page(),
        }
    )
    assert built.locs == [SITE, f"{SITE}a", f"{SITE}b", f"{SITE}c"]


@pytest.mark.report("EXC-04")
@pytest.mark.report("EXC-06")
@pytest.mark.report("EXC-08")
@pytest.mark.report("EXC-09")
@pytest.mark.report("EXC-10")
@pytest.mark.report("EXC-12")
@pytest.mark.report("EXC-13")
def test_what_is_no_page_for_search_engines_is_not_listed(build: Build) -> None:
    built = build(
        {
            "index.html": page(),
            "noindex.html": page('<meta name="robots" content="NOINDEX">'),
            "copy.html": canonical(f"{SITE}index.html"),
            "away.html": canonical("https://other.example/away.html"),
            "old.html": page('<meta http-equiv="refresh" content="0; url=/">'),
            "stub.html": '<meta http-equiv="refresh" content="0; url=/">',
            "404.html": page(),
            "search.html": page(),
            "_modules/a.html": page(),
            "google0123456789abcdef.html": "google-site-verification: google0123456789abcdef.html",
            "proof.html": "google-site-verification: proof.html",
            "feed/index.html": '<?xml version="1.0"?>\n<!-- x --><rss version="2.0"></rss>',
            "atom.html": "<feed xmlns='http://www.w3.org/2005/Atom'/>",
            "overrides/home.html": '{% extends "main.html" %}{% block a %}x{% endblock %}',
            "overrides/main.html": "<head><title>{{ page.title }}</title></head>",
            "raw.html": "{{ define }}<title>A</title>",
            "fragment.html": "<p>Part</p>",
            "empty.html": "",
        },
        exclude=["/empty.html"],
    )
    assert built.locs == [SITE]
    assert built.reasons == {
        "noindex.html": "it says noindex",
        "copy.html": "its canonical link names another page",
        "away.html": "its canonical link names another page",
        "old.html": "it only sends its readers on to another page",
        "stub.html": "it only sends its readers on to another page",
        "404.html": "it is the host's error page",
        "search.html": "it is the site's search page",
        "_modules/a.html": "it lies in _modules, a folder for files that are no pages",
        "google0123456789abcdef.html": "it proves to a search engine whose site this is",
        "proof.html": "it proves to a search engine whose site this is",
        "feed/index.html": "it is a feed",
        "atom.html": "it is a feed",
        "overrides/home.html": FRAGMENT,
        "overrides/main.html": "it is a template that nobody has filled in",
        "raw.html": "it is a template that nobody has filled in",
        "fragment.html": FRAGMENT,
        "empty.html": FRAGMENT,
    }
    assert (
        f"info {SITE}empty.html, {SITE}fragment.html, {SITE}overrides/home.html: "
        f"is not listed: {FRAGMENT}" in built.problems
    )


def test_a_page_about_templates_is_a_page(build: Build) -> None:
    built = build({"a.html": page(title="What {{ page.title }} means in {% block %}")})
    assert built.locs == [f"{SITE}a.html"]


@pytest.mark.report("ENC-06")
def test_odd_names_are_encoded(build: Build) -> None:
    names = ["R&D.html", "a b.html", "50%.html", "what?.html", "c#.html", "'\"<>.html"]
    built = build(dict.fromkeys(names, page()))
    paths = ["R&D", "a%20b", "50%25", "what%3F", "c%23", "'%22%3C%3E"]
    assert built.locs == sorted(f"{SITE}{path}.html" for path in paths)


@pytest.mark.skipif(os.geteuid() == 0, reason="root can read everything")
def test_a_file_that_can_not_be_read_is_not_listed(build: Build, write) -> None:
    file = write({"a.html": page()}) / "a.html"
    file.chmod(0)
    assert build({"b.html": page()}).reasons == {"a.html": "it can't be read"}


def test_what_can_not_be_read_is_no_page() -> None:
    assert document(None).unlisted == "it can't be read"


def test_many_files_are_read_in_other_processes(write, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(heads, "_WORTH_A_PROCESS", 10)
    monkeypatch.setattr(heads, "_AT_ONCE", 5)
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    names = [f"{n:02}.html" for n in range(12)]
    folder = write({name: page(title=name) for name in names})
    told: list[tuple[int, int]] = []
    documents = read_documents(folder, names, lambda more, total: told.append((more, total)))
    assert [each.head.title for each in documents] == names
    assert told == [(5, 12), (5, 12), (2, 12)]


def translated(*links: tuple[str, str], lang: str = "") -> str:
    tags = "".join(f'<link rel="alternate" hreflang="{c}" href="{h}">' for c, h in links)
    return page(tags).replace("<html>", f'<html lang="{lang}">' if lang else "<html>")


def test_translations_that_name_each_other_are_alternates(build: Build) -> None:
    both = (("en", f"{SITE}a.html"), ("pt_br", "/pt/a.html"), ("x-default", f"{SITE}a.html"))
    built = build({"a.html": translated(*both), "pt/a.html": translated(*both)})
    assert built.folder.default_language == "en"
    expected = (
        ("en", f"{SITE}a.html"),
        ("pt-BR", f"{SITE}pt/a.html"),
        ("x-default", f"{SITE}a.html"),
    )
    assert [entry.alternates for entry in built.plan.entries] == [expected, expected]


def test_a_page_that_leaves_itself_out_has_the_language_of_its_html(build: Build) -> None:
    built = build(
        {
            "a.html": translated(("de", "/de/a.html"), lang="en-GB"),
            "de/a.html": translated(("en", "/a.html"), lang="de"),
        }
    )
    links = (("de", f"{SITE}de/a.html"), ("en-GB", f"{SITE}a.html"))
    assert [entry.alternates for entry in built.plan.entries] == [links, links]


def test_a_language_menu_claims_no_translation(build: Build) -> None:
    # Material's `extra.alternate`: from each page to the home page of each language.
    menu = translated(("en", "/"), ("de", "/de/"))
    built = build(dict.fromkeys(["index.html", "a.html", "de/index.html", "de/a.html"], menu))
    linked = [entry.loc for entry in built.plan.entries if entry.alternates]
    assert linked == [SITE, f"{SITE}de/"]
    assert built.problems == []


def test_a_translation_that_does_not_link_back_is_left_out(build: Build) -> None:
    built = build(
        {
            "a.html": translated(("en", "/a.html"), ("de", "/de/a.html"), ("fr", "/fr/a.html")),
            "de/a.html": translated(("en", "/a.html"), ("de", "/de/a.html")),
            "fr/a.html": page(),
            "b.html": translated(("en", "/b.html"), ("de", "https://["), ("es", "/nowhere.html")),
        }
    )
    links = (("de", f"{SITE}de/a.html"), ("en", f"{SITE}a.html"))
    assert {entry.loc: entry.alternates for entry in built.plan.entries} == {
        f"{SITE}a.html": links,
        f"{SITE}b.html": (),
        f"{SITE}de/a.html": links,
        f"{SITE}fr/a.html": (),
    }
    message = "names translations that don't name it in turn; these links are left out"
    assert built.problems == [f"info {SITE}a.html: {message}"]


def modified(value: str, published: str = "") -> str:
    dates = f'<meta property="article:modified_time" content="{value}">'
    return page(dates + f'<meta property="article:published_time" content="{published}">')


def test_a_page_can_state_its_dates(build: Build) -> None:
    built = build(
        {"a.html": modified("2024-01-08T10:00:00Z"), "b.html": modified("", "2024-02-03")}
    )
    assert [entry.lastmod for entry in built.plan.entries] == ["2024-01-08T10:00:00Z", "2024-02-03"]


def test_a_time_that_most_pages_state_is_that_of_the_build(build: Build) -> None:
    files = {f"{n}.html": modified("2024-03-01T10:00:00Z") for n in range(5)}
    built = build({**files, "x.html": modified("2024-01-08T10:00:00Z")})
    assert {entry.lastmod for entry in built.plan.entries} == {None, "2024-01-08T10:00:00Z"}
    (problem,) = built.problems
    assert problem.startswith("info 0.html, 1.html, 2.html and 2 more: says that it was changed at")


@pytest.mark.parametrize("value", ["2024-03-01", "2024-03-0{n}T10:00:00Z"])
def test_days_and_different_times_are_believed(build: Build, value: str) -> None:
    built = build({f"{n}.html": modified(value.format(n=n + 1)) for n in range(6)})
    assert all(entry.lastmod for entry in built.plan.entries)


def test_pages_find_their_sources(build: Build, tmp_path: Path) -> None:
    docs = tmp_path / "docs"
    sources = {
        "index.md": "---\nlastmod: 2024-01-01\n---\n",
        "a.md": "---\nlastmod: 2024-01-02\n---\n",
        "b/index.md": "+++\ndate = 2024-01-03\n+++\n",
        "c.rst": ":lastmod: 2024-01-04\n\nC\n=\n",
        "d.md": "---\nsitemap: false\n---\n",
        "e.md": "---\na: [\n---\n",
    }
    for name, content in sources.items():
        (docs / name).parent.mkdir(parents=True, exist_ok=True)
        (docs / name).write_text(content)
    names = ["index.html", "a/index.html", "b/index.html", "c.html", "d.html", "e.html", "f.html"]
    built = build({name: page() for name in names}, source_folder="docs")
    assert {each.page: each.lastmod for each in built.plan.dates} == {
        "index.md": "2024-01-01",
        "a.md": "2024-01-02",
        "b/index.md": "2024-01-03",
        "c.rst": "2024-01-04",
        "e.md": None,
        f"{SITE}f.html": None,
    }
    assert built.reasons == {"d.html": "its front matter says so"}
    warnings = [problem for problem in built.problems if problem.startswith("warning")]
    assert len(warnings) == 1
    assert warnings[0].startswith("warning e.md: its front matter can't be read: line ")


def test_sources_have_names_of_their_own(build: Build, tmp_path: Path) -> None:
    for name in ("posts/x.md", "guide/_y.md"):
        (tmp_path / "content" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "content" / name).write_text("---\nlastmod: 2024-01-08\n---\n")
    built = build(
        {"2024/01/x/index.html": page(), "guide/y.html": page(), "posts/x.html": page()},
        source_folder="content",
        source_patterns=["posts/{name}.md", "{folder}/_{name}.md"],
    )
    assert [each.page for each in built.plan.dates] == ["posts/x.md", "guide/_y.md", "posts/x.md"]


def test_a_folder_without_any_source_is_told(build: Build, tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    built = build({"a.html": page()}, source_folder="docs", source_patterns=["{stem}.md"])
    expected = f"no page has its source in {tmp_path / 'docs'}; looked for {{stem}}.md"
    assert f"warning source_folder: {expected}" in built.problems


def test_a_folder_without_html_has_no_pages(build: Build) -> None:
    built = build({"a.txt": ""})
    assert built.pages.pages == {}
    assert "no page" in built.problems[-1]


def test_what_is_no_folder_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="nowhere"):
        read_folder(tmp_path / "nowhere", lambda _more, _total: None)
