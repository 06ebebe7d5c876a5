"""Every URL is the host's own, byte for byte."""

from __future__ import annotations

import html
import re
from urllib.parse import unquote

import pytest

ODD_NAMES = [
    "notes (v1)",
    "it's, ok@2x=1",
    "plus+x",
    "tilde~x",
    "über",
    "проба",
    "中文 页面",
    "R&D",
    "a[b]{c}",
    "50%",
    "100%25",
    'say "yes"',
    "semi;colon",
    "dollar$",
    "bang!",
    "star*",
    "caret^",
    "pipe|",
    "back`tick",
    "<angle>",
    "hash#tag",
    "what?",
    "colon:name",
    "back\\slash",
    "emoji 🎉",
    "cafe\u0301",
    "caf\u00e9",
    "Large",
    "dots...",
]


@pytest.fixture(scope="module")
def odd(make_site):
    docs = {f"{name}.md": "# Odd\n" for name in ODD_NAMES}
    folder = {"ordner ü/seite (1).md": "# Odd\n", "a/b/c/d/e/f/g.md": "# Deep\n"}
    # The pages tell their own addresses: the bare theme writes page.canonical_url.
    return make_site({"index.md": "# Home\n", **docs, **folder}).build("--strict")


@pytest.fixture(scope="module")
def canonical_urls(odd):
    pages = [file.read_text("utf-8") for file in odd.folder.rglob("index.html")]
    found = [re.search(r'rel="canonical" href="([^"]*)"', page) for page in pages]
    return {html.unescape(match[1]) for match in found if match}


@pytest.mark.report("MAT-06")
@pytest.mark.report("ENC-02")
def test_each_loc_is_the_pages_canonical_url_byte_for_byte(odd, canonical_urls):
    assert odd.exit_code == 0, odd.output
    assert len(canonical_urls) == len(ODD_NAMES) + 3
    assert set(odd.locs()) == canonical_urls


@pytest.mark.report("MAT-06")
def test_the_hosts_spelling_of_brackets_quotes_and_tildes_stays(odd):
    assert {
        "https://ex.org/notes%20%28v1%29/",
        "https://ex.org/it%27s%2C%20ok%402x%3D1/",
        "https://ex.org/plus%2Bx/",
        "https://ex.org/tilde~x/",
    } <= set(odd.locs())


@pytest.mark.report("ENC-01")
def test_letters_outside_ascii_are_percent_encoded_utf_8_in_upper_case(odd):
    assert "https://ex.org/%D0%BF%D1%80%D0%BE%D0%B1%D0%B0/" in odd.locs()


@pytest.mark.report("ENC-06")
def test_an_ampersand_in_a_name_leaves_the_xml_well_formed(odd):
    assert "https://ex.org/R%26D/" in odd.locs()


def test_two_forms_of_one_letter_are_two_pages(odd):
    assert {"https://ex.org/cafe%CC%81/", "https://ex.org/caf%C3%A9/"} <= set(odd.locs())


def test_a_percent_sign_in_a_name_is_encoded_once(odd):
    assert {"https://ex.org/50%25/", "https://ex.org/100%2525/"} <= set(odd.locs())


@pytest.mark.report("URL-17")
def test_each_loc_leads_to_a_file_that_was_written(odd):
    for loc in odd.locs():
        path = unquote(loc.removeprefix("https://ex.org/"))
        assert (odd.folder / path / "index.html").is_file(), loc


def test_every_file_is_ascii(odd):
    assert all(odd.read(name).isascii() for name in odd.names)


@pytest.mark.report("URL-26")
def test_pages_are_listed_however_deep_they_lie_in_folders_and_navigation(make_site):
    docs = {"index.md": "# Home\n", "a/b/c/d.md": "# D\n", "x.md": "# X\n"}
    nav = [{"Home": "index.md"}, {"One": [{"Two": [{"Three": [{"D": "a/b/c/d.md"}, "x.md"]}]}]}]
    build = make_site(docs, nav=nav).build("--strict")
    assert build.locs() == ["https://ex.org/", "https://ex.org/a/b/c/d/", "https://ex.org/x/"]


@pytest.mark.report("MAT-02")
@pytest.mark.report("ENC-03")
@pytest.mark.report("ENC-04")
@pytest.mark.report("ENC-05")
def test_extra_urls_become_absolute_and_are_encoded_once(make_site):
    extra = [
        "/legacy/",
        "a b",
        "x&y",
        "<z>",
        "中?q=1&r=ü",
        "https://ex.org/list?page=1&sort=a",
        "/zh/测试/",
        "/zh/%E6%B5%8B/",
    ]
    build = make_site({"index.md": "# Home\n"}, {"extra_urls": extra}).build("--strict")
    assert build.exit_code == 0, build.output
    assert set(build.locs()) == {
        "https://ex.org/",
        "https://ex.org/legacy/",
        "https://ex.org/a%20b",
        "https://ex.org/x&y",
        "https://ex.org/%3Cz%3E",
        "https://ex.org/%E4%B8%AD?q=1&r=%C3%BC",
        "https://ex.org/list?page=1&sort=a",
        "https://ex.org/zh/%E6%B5%8B%E8%AF%95/",
        "https://ex.org/zh/%E6%B5%8B/",
    }
    assert b"https://ex.org/list?page=1&amp;sort=a<" in build.read("sitemap.xml")


def test_an_extra_url_brings_fields_and_a_section_of_its_own(make_site):
    extra = {"loc": "shop/", "lastmod": "2024-01-08", "priority": 0.3, "section": "shop"}
    build = make_site(options={"extra_urls": [extra]}).build("--strict")
    assert build.locs("sitemap-shop.xml") == ["https://ex.org/shop/"]
    assert build.values("lastmod", "sitemap-shop.xml") == {"shop/": "2024-01-08"}
    assert build.values("priority")["shop/"] == "0.3"


def test_an_extra_url_that_spells_a_page_otherwise_is_one_entry_with_it(make_site):
    build = make_site(options={"extra_urls": ["%61bout/", "HTTPS://EX.ORG/about/"]}).build()
    assert build.locs().count("https://ex.org/about/") == 1
    assert len(build.locs()) == 3


@pytest.mark.report("URL-10")
@pytest.mark.parametrize("url", ["https://other.example/a", "http://ex.org/a", "//ex.org/a"])
def test_an_extra_url_of_another_site_is_a_fault(make_site, url):
    build = make_site(options={"extra_urls": [url]}).build()
    assert build.exit_code == 1
    assert f"extra_urls[0]: found {url!r}, expected a path, or a URL below" in build.output


def test_text_true_writes_one_url_a_line(make_site):
    build = make_site(options={"text": True}).build("--strict")
    assert build.read("sitemap.txt").decode().splitlines() == build.locs()


@pytest.mark.report("MAT-02")
@pytest.mark.parametrize("url", ["None", "relative/x", "/x/", "https://other.example/", "mailto:a"])
def test_a_page_whose_address_is_no_url_of_this_site_is_left_out_with_a_warning(make_site, url):
    hook = (
        "def on_page_markdown(markdown, page, config, files):\n"
        "    if page.file.src_uri == 'about.md':\n"
        f"        page.canonical_url = {url!r}\n"
    )
    build = make_site(files={"hook.py": hook}, hooks=["hook.py"]).build()
    assert build.exit_code == 0
    (warning,) = build.warnings
    assert warning.startswith("sitemap_plus: about.md: is not listed: its address ")
    assert build.locs() == ["https://ex.org/", "https://ex.org/guide/install/"]


@pytest.mark.report("URL-10")
@pytest.mark.report("EXC-06")
def test_an_address_that_a_hook_gives_is_used_as_it_is_and_encoded(make_site):
    hook = (
        "def on_page_markdown(markdown, page, config, files):\n"
        "    if page.file.src_uri == 'about.md':\n"
        "        page.canonical_url = 'https://ex.org/über uns/'\n"
    )
    build = make_site(files={"hook.py": hook}, hooks=["hook.py"]).build("--strict")
    assert "https://ex.org/%C3%BCber%20uns/" in build.locs()


def test_a_page_without_an_address_gets_that_of_the_site(make_site):
    hook = (
        "def on_env(env, config, files):\n    files.src_uris['about.md'].page.canonical_url = None"
    )
    build = make_site(files={"hook.py": hook}, hooks=["hook.py"]).build("--strict")
    assert build.exit_code == 0, build.output
    assert "https://ex.org/about/" in build.locs()
