from __future__ import annotations

from urllib.parse import unquote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitemap_plus.built_folder.addresses import (
    Style,
    address,
    canonical_address,
    derived_base,
    derived_style,
    linked_paths,
    stem_of,
    style_named,
)

BASE = "https://ex.org/docs/"
FILES = ["index.html", "a.html", "b/index.html", "b/c.html"]


@pytest.mark.report("URL-20")
@pytest.mark.report("URL-21")
@pytest.mark.parametrize(
    ("style", "paths"),
    [
        ("html", ["", "a.html", "b/", "b/c.html"]),
        ("clean", ["", "a", "b/", "b/c"]),
        ("slash", ["", "a/", "b/", "b/c/"]),
        ("bare", ["", "a", "b", "b/c"]),
    ],
)
def test_a_style_fixes_all_addresses(style: str, paths: list[str]) -> None:
    urls = [address(name, BASE, style_named(style)) for name in FILES]
    assert urls == [BASE + path for path in paths]


@pytest.mark.parametrize(
    ("name", "path"),
    [
        ("a b/ü.html", "a%20b/%C3%BC.html"),
        ("50%.html", "50%25.html"),
        ("50%25.html", "50%2525.html"),
        ("what?.html", "what%3F.html"),
        ("c#/index.html", "c%23/"),
        ("a&b'(c).htm", "a&b'(c).htm"),
        ("x.y.html", "x.y.html"),
        ("\udcff.html", "%FF.html"),
        ("index.htm", ""),
    ],
)
def test_a_name_is_encoded_as_its_bytes(name: str, path: str) -> None:
    assert address(name, BASE, Style()) == BASE + path


@pytest.mark.parametrize(
    ("links", "base"),
    [
        ([("index.html", "https://ex.org/docs/"), ("a.html", "https://ex.org/docs/a")], BASE),
        ([("a.html", "https://ex.org/docs/a.html")], BASE),
        ([("a/index.html", "https://ex.org/docs/a")], BASE),
        ([("a/index.html", "https://ex.org/docs/a/index.html")], BASE),
        ([("a/index.html", "https://ex.org/docs/a.html")], BASE),
        ([("ü b/index.html", "https://ex.org/docs/%C3%BC%20b/")], BASE),
        ([("ü b/index.html", "https://ex.org/docs/ü b/")], BASE),
        ([("a.html", "https://ex.org/a?b=c")], None),
        ([("a.html", "https://ex.org/other.html")], None),
        ([("a.html", "/docs/a.html")], None),
        ([("a.html", "https://ex.org/docs/ba.html")], None),
        ([("index.html", "https://ex.org/docs")], None),
        ([("index.html", "https://Ex.org:443")], "https://Ex.org:443/"),
        ([], None),
    ],
)
def test_canonical_links_say_where_the_folder_is(
    links: list[tuple[str, str]], base: str | None
) -> None:
    assert derived_base(links, len(links)) == base


def test_most_of_the_pages_must_agree() -> None:
    ours = [(f"{n}.html", f"{BASE}{n}.html") for n in range(3)]
    other = [(f"x{n}.html", f"https://other.example/x{n}.html") for n in range(2)]
    assert derived_base([*ours, *other], 5) == BASE
    assert derived_base([*ours, *other], 6) is None


@pytest.mark.parametrize(
    ("pairs", "style"),
    [
        ([("a.html", "a"), ("b.html", "b"), ("c.html", "c.html")], Style(file="bare")),
        ([("a.html", "a/")], Style(file="slash")),
        ([("a.html", "a.html"), ("b/index.html", "b")], Style(file="html", index="bare")),
        ([("b/index.html", "b/index.html"), ("b/index.html", "b")], Style(index="bare")),
        ([("b/index.html", "b/index.html")], Style()),
        ([("index.html", "index.html"), ("index.html", "")], Style()),
        ([("a.html", "elsewhere")], Style()),
        ([], Style()),
    ],
)
def test_the_style_is_that_of_most_addresses(pairs: list[tuple[str, str]], style: Style) -> None:
    assert derived_style(pairs) == style


@pytest.mark.parametrize(
    ("canonical", "url"),
    [
        (None, f"{BASE}a.html"),
        (f"{BASE}a", f"{BASE}a"),
        (f" {BASE}a/ ", f"{BASE}a/"),
        ("/docs/a", f"{BASE}a"),
        ("a.html", f"{BASE}a.html"),
        (f"{BASE}b.html", f"{BASE}a.html"),
        ("http://ex.org/docs/a", f"{BASE}a.html"),
        ("https://www.ex.org/docs/a", f"{BASE}a.html"),
        ("https://[", f"{BASE}a.html"),
    ],
)
def test_a_canonical_link_is_the_pages_own_spelling(canonical: str | None, url: str) -> None:
    assert canonical_address(canonical, f"{BASE}a.html", BASE) == url


@pytest.mark.parametrize(
    ("href", "found"),
    [
        ("a.html", ("b/a.html", "b/a.html")),
        ("a", ("b/a.html", "b/a")),
        ("a/", ("b/a.html", "b/a/")),
        ("a#part", ("b/a.html", "b/a")),
        ("a?b=c", ("b/a.html", "b/a")),
        ("/docs/d", ("d/index.html", "d")),
        (f"{BASE}d/", ("d/index.html", "d/")),
        ("%C3%BC", ("b/ü.html", "b/ü")),
        ("../", None),
        ("../nowhere", None),
        ("/a", None),
        ("#part", None),
        ("", None),
        ("mailto:a@b.c", None),
        ("https://[", None),
        ("https://other.example/docs/d/", None),
    ],
)
def test_a_link_leads_to_a_file(href: str, found: tuple[str, str] | None) -> None:
    names = frozenset({"b/c.html", "b/a.html", "d/index.html", "b/ü.html"})
    assert list(linked_paths("b/c.html", [href], BASE, names)) == ([found] if found else [])


_NAMES = st.lists(
    st.text(
        st.characters(exclude_characters="/\0\\.", exclude_categories=("Cs", "Cc")), min_size=1
    ),
    min_size=1,
    max_size=3,
).map("/".join)


@given(_NAMES, st.booleans(), st.sampled_from(["html", "clean", "slash", "bare"]))
def test_an_address_leads_back_to_its_file(stem: str, is_index: bool, style: str) -> None:
    name = f"{stem}/index.html" if is_index else f"{stem}.html"
    url = address(name, BASE, style_named(style))
    assert unquote(url.removeprefix(BASE)).startswith(stem_of(name)[0])
    assert [target for target, _ in linked_paths("x.html", [url], BASE, frozenset({name}))] == [
        name
    ]
    pair = list(linked_paths("x.html", [url], BASE, frozenset({name})))
    assert address(name, BASE, derived_style(pair)) == url or stem_of(name)[0] == ""
