from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitemap_plus.html import Head, beginning, leads_elsewhere, parse_head, read_head, read_links

PAGE = "https://ex.org/blog/a/"
NOINDEX = Head(is_noindex=True)


def head(inside: str) -> Head:
    return parse_head(f"<!doctype html><html><head>{inside}</head><body></body></html>".encode())


@pytest.mark.report("EXC-03")
@pytest.mark.report("EXC-04")
@pytest.mark.parametrize(
    "content",
    [
        "noindex",
        "NOINDEX",
        "nofollow, NOINDEX",
        "noindex,nofollow",
        "noindex nofollow",
        " noindex ",
        "max-snippet:-1, noindex",
        "max-snippet:-1 noindex",
        "none",
        "None, noarchive",
    ],
)
def test_noindex_is_one_of_the_words_whatever_stands_around_it(content: str) -> None:
    assert head(f'<meta name="robots" content="{content}">') == NOINDEX


@pytest.mark.parametrize(
    "content",
    [
        "index, follow",
        "nofollow",
        "noindexed",
        "max-image-preview:none",
        "max-image-preview: none",
        "max-image-preview : none, max-snippet:-1",
        "unavailable_after: 25 Jun 2026 15:00:00 PST",
        "",
    ],
)
def test_words_that_only_look_like_noindex_are_none(content: str) -> None:
    assert head(f'<meta name="robots" content="{content}">') == Head()


@pytest.mark.parametrize(
    "meta",
    [
        "<meta name=robots content=noindex>",
        "<META CONTENT=NOINDEX NAME=ROBOTS>",
        "<meta content='noindex' name='Robots' />",
        "<meta\n  name = robots\n  content = noindex\n>",
        '<meta name="robots" content="no&#105;ndex">',
        '<meta name=" robots " content="noindex"/>',
        "<title>A</title><meta name=robots content=noindex><title>B",
        "<p>The head is over<meta name=robots content=noindex>",
        "<style>a{}</style><script>1 < 2</script><meta name=robots content=noindex>",
    ],
)
def test_noindex_is_found_however_it_is_written(meta: str) -> None:
    assert head(meta).is_noindex


@pytest.mark.parametrize(
    "meta",
    [
        "<!-- <meta name=robots content=noindex> -->",
        "<script>'<meta name=robots content=noindex>'</script>",
        "<meta name=description content=noindex>",
        "<meta name=generator content=none>",
        "<meta property=robots content=noindex>",
        "<meta name=robots>",
        "<meta content=noindex>",
    ],
)
def test_noindex_is_not_found_where_nobody_says_it(meta: str) -> None:
    assert head(meta) == Head()


def test_what_a_page_shows_in_its_body_is_no_word_to_crawlers() -> None:
    page = b"<head><title>Robots</title></head><body><meta name=robots content=noindex></body>"
    assert parse_head(page) == Head(title="Robots")
    assert parse_head(page.replace(b"</head>", b"")) == Head(title="Robots")


@pytest.mark.parametrize("end", ["</head>", "</HEAD >", "<body>", "<body class=x>"])
@pytest.mark.parametrize(
    "around", ["<!-- {} -->", "<!--{}--\n-->", "<script>'{}'</script>", "<STYLE>{}</STYLE>"]
)
def test_a_head_does_not_end_in_a_comment_or_a_script(end: str, around: str) -> None:
    assert head(f"{around.format(end)}<meta name=robots content=noindex>") == NOINDEX


@pytest.mark.report("EXC-03")
def test_what_is_meant_for_single_crawlers_is_told_apart() -> None:
    assert head(
        "<meta name=Googlebot content=noindex><meta name=bingbot content=none>"
        "<meta name=googlebot-news content=noindex><meta name=otherbot content=index>"
        "<meta name=bottom-bar content=none>"
    ) == Head(noindex_for=("bingbot", "googlebot", "googlebot-news"))


@pytest.mark.parametrize(
    ("link", "canonical"),
    [
        (f'<link rel="canonical" href="{PAGE}">', PAGE),
        (f"<link href={PAGE} rel=canonical>", PAGE),
        (f"<LINK REL='Canonical' HREF='{PAGE}'/>", PAGE),
        (f'<link rel="alternate canonical" href="{PAGE}">', PAGE),
        ('<link rel="canonical" href="/ü/?a&amp;b">', "/ü/?a&b"),
        ('<link rel="canonical" href="/a/"><link rel="canonical" href="/b/">', "/a/"),
        ('<link rel="canonical" href="">', None),
        ('<link rel="canonical">', None),
        ('<link rel="canonicals" href="/a/">', None),
        ('<!-- <link rel="canonical" href="/a/"> -->', None),
        ('<a rel="canonical" href="/a/">', None),
    ],
)
def test_the_canonical_link_is_read_as_written(link: str, canonical: str | None) -> None:
    assert head(link) == Head(canonical=canonical)


@pytest.mark.report("EXC-08")
@pytest.mark.parametrize(
    ("content", "target"),
    [
        ("0; url=../new/", "../new/"),
        ("0;URL=../new/", "../new/"),
        ("0; url='../new/'", "../new/"),
        ('0; URL = "../new/"', "../new/"),
        ("0,url=../new/", "../new/"),
        ("0 url=../new/", "../new/"),
        ("0;../new/", "../new/"),
        ("  3.5 ; url=../new/ ", "../new/"),
        ("0; url=https://ex.org/a?b=1;c", "https://ex.org/a?b=1;c"),
        ("5", None),
        ("5;", None),
        ("5; ", None),
        ("5; url=", None),
        ("5;url=''", None),
        (";url=../new/", None),
        ("url=../new/", None),
        ("soon; url=../new/", None),
        ("", None),
    ],
)
def test_a_refresh_leads_where_browsers_would_go(content: str, target: str | None) -> None:
    quoted = content.replace('"', "&quot;")
    assert head(f'<meta http-equiv="Refresh" content="{quoted}">') == Head(refresh=target)


@pytest.mark.parametrize(
    "meta",
    [
        "<noscript><meta http-equiv=refresh content='0; url=/no-script/'></noscript>",
        "<noscript><p><meta http-equiv=refresh content='0; url=/no-script/'></p></noscript>",
        "<meta http-equiv=refresh>",
        "<meta name=refresh content='0; url=/new/'>",
    ],
)
def test_a_refresh_that_no_reader_with_scripts_sees_leads_nowhere(meta: str) -> None:
    assert head(meta) == Head()


@pytest.mark.parametrize(
    "script",
    [
        'window.location.replace("../2.0/" + window.location.hash)',
        "location.href = '/new/'",
        "document.location='/new/'",
        "location.assign('/new/')",
    ],
)
def test_a_script_that_sends_on_makes_the_refresh_beside_it_one_for_all(script: str) -> None:
    stub = "<noscript><meta http-equiv=refresh content='1; url=../2.0/'></noscript>"
    assert head(f"{stub}<script>{script}</script>").refresh == "../2.0/"
    assert head(f"{stub}<script>base = new URL('.', location)</script>").refresh is None
    assert head(f"<script>{script}</script>").refresh is None


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        ("<title>A page</title>", "A page"),
        ("<title>\n A\n page </title><title>B</title>", "A page"),
        ("<title></title>", ""),
        ("<TITLE>R&amp;D</TITLE>", "R&D"),
        ("", None),
    ],
)
def test_the_title_is_on_one_line(title: str, expected: str | None) -> None:
    assert head(title).title == expected


def test_links_to_translations_are_read_as_written() -> None:
    links = (
        '<link rel="alternate" hreflang="de" href=" ../de/a/ ">'
        '<link hreflang="x-default" REL="Alternate nofollow" href="https://ex.org/">'
        '<link rel="alternate" type="application/rss+xml" href="/feed.xml">'
        '<link rel="next" hreflang="fr" href="/fr/">'
        '<link rel="alternate" hreflang="" href="/es/">'
        '<link rel="alternate" hreflang="it">'
    )
    expected = (("de", "../de/a/"), ("x-default", "https://ex.org/"), ("it", ""))
    assert head(links).alternates == expected


def test_the_language_is_that_of_the_whole_page() -> None:
    assert parse_head(b'<html lang="pt-BR"><head><title>A</title>').language == "pt-BR"
    assert parse_head(b"<html><head><title lang=de>A</title>").language is None


@pytest.mark.parametrize(
    ("metas", "modified", "published"),
    [
        (
            '<meta property="article:modified_time" content="2024-01-08T10:00Z">',
            "2024-01-08T10:00Z",
            None,
        ),
        ('<meta property="article:published_time" content="2023-12-24">', None, "2023-12-24"),
        ('<meta name="DCTERMS.modified" content=" 2024-01-08 ">', "2024-01-08", None),
        ('<meta property="og:updated_time" content="">', None, None),
        ('<meta name="date" content="2024-01-08">', None, None),
    ],
)
def test_dates_that_a_page_states(metas: str, modified: str | None, published: str | None) -> None:
    assert (head(metas).modified, head(metas).published) == (modified, published)


@pytest.mark.parametrize(
    "page",
    [
        b"",
        b" \n",
        b"\0\0",
        b"<",
        b"<!doctype html>",
        b"<!-- only a comment -->",
        b"\xef\xbb\xbf",
        b"\xff\xfe<\0h\0t\0m\0l\0>\0",
        b"Plain text.",
        b"<head><meta name=robots content=",
        b"</head><meta name=robots content=noindex>",
        b"<script>never closed </head>",
        b"<!-- never closed </head>",
        b'{"json": true}',
        b"<div>" * 5000 + b"<meta name=robots content=noindex>",
    ],
)
def test_what_is_hardly_html_says_nothing(page: bytes) -> None:
    assert parse_head(page) == Head()


@pytest.mark.parametrize(
    "page",
    [
        b"<title>caf\xe9 \xff</title><meta name=robots content=noindex>",
        b"<?xml version='1.0' encoding='iso-8859-1'?><html><meta name='robots' content='noindex'/>",
        b"\xef\xbb\xbf<!doctype html><meta name=robots content=noindex>",
        b"<meta name=robots content=noindex>" + b"<!-- " * 100,
        b"<script>a</script>" * 2000 + b"<meta name=robots content=noindex></head>",
    ],
)
def test_broken_html_still_says_what_it_says(page: bytes) -> None:
    assert parse_head(page).is_noindex


@given(st.binary() | st.text(alphabet="<>!-/'\"= headbodymetrfscnipx\0").map(str.encode))
def test_any_bytes_can_be_read(page: bytes) -> None:
    assert isinstance(parse_head(page), Head)


@pytest.mark.parametrize(
    "inside",
    [
        f'<link rel="canonical" href="{PAGE}">',
        f'<meta charset="utf-8"><link rel="canonical" href="{PAGE}"><title>A</title>',
        '<meta name="robots" content="index"><title>canon</title>',
    ],
)
def test_a_file_that_says_nothing_of_interest_is_silent(tmp_path: Path, inside: str) -> None:
    file = tmp_path / "a.html"
    file.write_text(f"<head>{inside}</head>")
    assert read_head(file, PAGE) == Head()


@pytest.mark.parametrize(
    ("inside", "expected"),
    [
        ("<META NAME=ROBOTS CONTENT=NOINDEX>", NOINDEX),
        ("<meta name=robots content=none>", NOINDEX),
        ("<meta content=noindex name=googlebot>", Head(noindex_for=("googlebot",))),
        ("<meta http-equiv=REFRESH content='0;/b/'>", Head(refresh="/b/")),
        ('<link rel="canonical" href="/b/">', Head(canonical="/b/")),
        ("<link rel=CANONICAL href=/b/>", Head(canonical="/b/")),
        (f'<link rel="canonical" href="{PAGE}b/">', Head(canonical=f"{PAGE}b/")),
        (
            f'<!-- <link rel="canonical" href="{PAGE}"> --><link rel=canonical href=/b/>',
            Head(canonical="/b/"),
        ),
        (
            f'<link rel="canonical" href="{PAGE}"><meta name=robots content=noindex>',
            Head(is_noindex=True, canonical=PAGE),
        ),
    ],
)
def test_a_file_that_says_something_is_heard(tmp_path: Path, inside: str, expected: Head) -> None:
    file = tmp_path / "a.html"
    file.write_text(f"<!doctype html><head>{inside}</head><body>canonical noindex</body>")
    assert read_head(file, PAGE) == expected


def test_a_head_is_read_though_the_page_is_long(tmp_path: Path) -> None:
    file = tmp_path / "a.html"
    style = f"<style>{'a{}' * 200_000}</style>"
    file.write_text(f"<head>{style}<meta name=robots content=noindex></head>{'b' * 1_000_000}")
    assert read_head(file, PAGE) == NOINDEX


def test_a_head_that_ends_late_is_read_to_its_end(tmp_path: Path) -> None:
    file = tmp_path / "a.html"
    style = f"<style>{'a{}' * 50_000}</style>"
    file.write_text(f"<head>{style}<meta name=robots content=noindex></head><body>x", "utf-8")
    assert read_head(file, PAGE) == NOINDEX
    assert read_links(tmp_path / "nowhere.html") == []
    assert (beginning(file) or b"").endswith(b"content=noindex>")


def test_what_is_no_file_cannot_be_read(tmp_path: Path) -> None:
    assert read_head(tmp_path / "a.html", PAGE) is None
    assert read_head(tmp_path, PAGE) is None


@pytest.mark.parametrize(
    "target",
    [
        None,
        "",
        "#top",
        ".",
        "../a/",
        "../a",
        "/blog/a.html",
        "/blog/a/index.html",
        "index.htm",
        "https://ex.org/blog/a",
        "http://ex.org/blog/a/",
        "https://www.ex.org/blog/a/",
        "HTTPS://EX.ORG:443/blog/%61/",
        "//ex.org/blog/a/",
        " https://ex.org/blog/a/ ",
        "https://ex.org/blog/b/../a/",
        "mailto:me@ex.org",
        "javascript:void(0)",
        "http://[",
        "https://me@ex.org/",
    ],
)
def test_spellings_of_the_page_and_what_is_no_page_lead_nowhere(target: str | None) -> None:
    assert not leads_elsewhere(target, PAGE)


@pytest.mark.report("EXC-06")
@pytest.mark.parametrize(
    "target",
    [
        "/blog/",
        "..",
        "b/",
        "/blog/A/",
        "?page=2",
        "https://ex.org/",
        "https://other.org/blog/a/",
        "https://ex.org:8443/blog/a/",
        "/blog/a.pdf",
    ],
)
def test_another_page_is_elsewhere(target: str) -> None:
    assert leads_elsewhere(target, PAGE)


@pytest.mark.parametrize("target", ["/", "", "/index.html", "https://ex.org", "index.html"])
def test_the_home_page_has_spellings_too(target: str) -> None:
    assert not leads_elsewhere(target, "https://ex.org/")
