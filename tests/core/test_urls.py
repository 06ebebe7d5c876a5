from __future__ import annotations

import re
from urllib.parse import quote, unquote, urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitemap_plus import urls

# RFC 3986, appendix A, for a URI with the scheme http or https and without a fragment.
_H16 = "[0-9A-Fa-f]{1,4}"
_OCTET = "(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])"
_IPV4 = rf"{_OCTET}(?:\.{_OCTET}){{3}}"
_LS32 = f"(?:{_H16}:{_H16}|{_IPV4})"
_IPV6 = "|".join(
    [
        f"(?:{_H16}:){{6}}{_LS32}",
        f"::(?:{_H16}:){{5}}{_LS32}",
        f"(?:{_H16})?::(?:{_H16}:){{4}}{_LS32}",
        f"(?:(?:{_H16}:){{0,1}}{_H16})?::(?:{_H16}:){{3}}{_LS32}",
        f"(?:(?:{_H16}:){{0,2}}{_H16})?::(?:{_H16}:){{2}}{_LS32}",
        f"(?:(?:{_H16}:){{0,3}}{_H16})?::{_H16}:{_LS32}",
        f"(?:(?:{_H16}:){{0,4}}{_H16})?::{_LS32}",
        f"(?:(?:{_H16}:){{0,5}}{_H16})?::{_H16}",
        f"(?:(?:{_H16}:){{0,6}}{_H16})?::",
    ]
)
_UNRESERVED = r"[A-Za-z0-9\-._~]"
_PCT = "%[0-9A-Fa-f]{2}"
_SUB_DELIMS = r"[!$&'()*+,;=]"
_PCHAR = f"(?:{_UNRESERVED}|{_PCT}|{_SUB_DELIMS}|[:@])"
_HOST = rf"(?:\[(?:{_IPV6})\]|(?:{_UNRESERVED}|{_PCT}|{_SUB_DELIMS})+)"
_PATH = f"(?:/{_PCHAR}*)+"
_QUERY = f"(?:{_PCHAR}|[/?])*"
URI = re.compile(rf"https?://{_HOST}(?::[0-9]*)?{_PATH}(?:\?{_QUERY})?")

anything = st.text(st.characters())  # lone surrogates as well: names that aren't UTF-8
hosts = st.sampled_from(
    ["ex.org", "EX.org", "my_site.example", "bücher.example", "пример.example", "[2001:db8::7]"]
)
addresses = st.builds(
    lambda scheme, host, port, rest: f"{scheme}://{host}{port}{rest}",
    st.sampled_from(["http", "https", "HTTPS"]),
    hosts | anything,
    st.sampled_from(["", ":", ":80", ":8000", ":65536"]) | anything,
    st.builds(lambda start, rest: start + rest, st.sampled_from(["", "/", "?", "#"]), anything),
)


def encoded_or_none(url: str) -> str | None:
    try:
        return urls.encode(url)
    except ValueError:
        return None


@given(addresses | anything)
def test_what_is_encoded_is_a_uri_and_encoding_it_again_changes_nothing(url: str) -> None:
    encoded = encoded_or_none(url)
    if encoded is not None:
        assert URI.fullmatch(encoded)
        assert urls.encode(encoded) == encoded


@given(anything)
def test_every_path_and_query_of_a_good_host_can_be_encoded(rest: str) -> None:
    assert URI.fullmatch(urls.encode(f"https://ex.org/{rest}"))


@given(
    st.sampled_from(["https://ex.org", "http://ex.org:8000", "https://[::1]:8000"]),
    st.from_regex(_PATH, fullmatch=True),
    st.just("") | st.from_regex(rf"\?{_QUERY}", fullmatch=True),
)
@pytest.mark.report("MAT-06")
def test_what_is_a_uri_already_stays_byte_for_byte(root: str, path: str, query: str) -> None:
    assert urls.encode(root + path + query) == root + path + query


@given(st.text(st.characters(exclude_characters="%?#", exclude_categories=["Cs"])))
def test_a_path_is_encoded_as_the_standard_library_encodes_it(path: str) -> None:
    encoded = urls.encode(f"https://ex.org/{path}/")
    assert encoded == "https://ex.org/" + quote(path, safe="/:@!$&'()*+,;=") + "/"
    assert unquote(urlsplit(encoded).path) == f"/{path}/"


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        pytest.param(
            "https://ex.org/проба/",
            "https://ex.org/%D0%BF%D1%80%D0%BE%D0%B1%D0%B0/",
            marks=pytest.mark.report("ENC-01"),
        ),
        pytest.param(
            "https://ex.org/über/", "https://ex.org/%C3%BCber/", marks=pytest.mark.report("ENC-02")
        ),
        pytest.param(
            "https://ex.org/%C3%BCber/",
            "https://ex.org/%C3%BCber/",
            marks=pytest.mark.report("ENC-02"),
        ),
        ("https://ex.org/%c3%bcber/", "https://ex.org/%c3%bcber/"),
        ("https://ex.org/%C3%BC/ü", "https://ex.org/%C3%BC/%C3%BC"),
        ("https://ex.org/100%", "https://ex.org/100%25"),
        ("https://ex.org/100%zz", "https://ex.org/100%25zz"),
        ("https://ex.org/%%41", "https://ex.org/%25%41"),
        ("https://ex.org/cafe\u0301", "https://ex.org/cafe%CC%81"),
        ("https://ex.org/caf\u00e9", "https://ex.org/caf%C3%A9"),
        ("https://ex.org/a b", "https://ex.org/a%20b"),
        ("https://ex.org/a\tb\nc\0", "https://ex.org/a%09b%0Ac%00"),
        ('https://ex.org/[a]{b}|^`"<>\\', "https://ex.org/%5Ba%5D%7Bb%7D%7C%5E%60%22%3C%3E%5C"),
        ("https://ex.org/a'(b)!*;:@&=+$,~", "https://ex.org/a'(b)!*;:@&=+$,~"),
        ("https://ex.org/\udcff", "https://ex.org/%FF"),
        ("https://ex.org/\ud800", "https://ex.org/%3F"),
        ("https://ex.org/a#b", "https://ex.org/a"),
        ("https://ex.org/a?b#c?d", "https://ex.org/a?b"),
        ("https://ex.org/?", "https://ex.org/?"),
        ("https://ex.org?a=ü&b=/?", "https://ex.org/?a=%C3%BC&b=/?"),
        ("https://ex.org//a//b/", "https://ex.org//a//b/"),
        ("  https://ex.org/a \n", "https://ex.org/a"),
        ("HTTPS://ex.org", "https://ex.org/"),
        ("https://EX.org/", "https://EX.org/"),
        ("https://ex.org:/", "https://ex.org/"),
        ("https://ex.org:8443/", "https://ex.org:8443/"),
        ("https://my_site.example/", "https://my_site.example/"),
        ("https://[2001:db8::7]:8000/", "https://[2001:db8::7]:8000/"),
        ("https://faß.de/", "https://xn--fa-hia.de/"),
        ("https://BÜCHER。example/", "https://xn--bcher-kva.example/"),
        pytest.param(
            "https://bücher.example/straße/",
            "https://xn--bcher-kva.example/stra%C3%9Fe/",
            marks=pytest.mark.report("ENC-08"),
        ),
    ],
)
def test_an_address_is_encoded_once_and_no_more_than_it_needs(url: str, expected: str) -> None:
    assert urls.encode(url) == expected


@pytest.mark.parametrize("host", ["bücher.example", "пример.example", "例え.example", "ex.org"])
def test_a_host_gets_the_labels_that_the_standard_library_gives_it(host: str) -> None:
    assert urls.encode(f"https://{host}/") == f"https://{host.encode('idna').decode()}/"


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        pytest.param("www.ex.org", "no scheme", marks=pytest.mark.report("URL-11")),
        pytest.param("//ex.org", "no scheme", marks=pytest.mark.report("URL-11")),
        pytest.param("https:/ex.org", "no host", marks=pytest.mark.report("URL-12")),
        ("ex.org/", "no scheme"),
        ("https:ex.org", "no host"),
        ("https://", "no host"),
        ("https:///a", "no host"),
        ("https://:80/", "no host"),
        ("/a/", "no scheme"),
        ("None", "no scheme"),
        ("", "no scheme"),
        ("ftp://ex.org/", "ftp"),
        ("file:///a", "file"),
        ("javascript://ex.org/%0Aalert(1)", "javascript"),
        ("https://me:secret@ex.org/", "user"),
        ("https://@ex.org/", "user"),
        ("https://ex.org:65536/", "65536"),
        ("https://ex.org:a/", "port"),
        ("https://ex.org:80:80/", "port"),
        ("https://ex .org/", "host name"),
        ("https://%65x.org/", "host name"),
        ("https://ü_.org/", "host name"),
        ("https://\udc80.org/", "host name"),
        ("https://[::1/", "port"),
        ("https://ex.org\\a", "host name"),
        ("https://ex.org\\@other.org/", "user"),
    ],
)
def test_what_is_no_address_is_refused_with_the_reason(url: str, reason: str) -> None:
    with pytest.raises(ValueError, match=re.escape(reason)):
        urls.encode(url)


@pytest.mark.parametrize("authority", ["[:::]", "[1.2.3.4]", "[::1%eth0]", "ex.org:" + "9" * 5000])
def test_what_is_no_host_and_port_is_refused(authority: str) -> None:
    assert encoded_or_none(f"https://{authority}/") is None


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("https://ex.org", "https://ex.org/"),
        ("https://ex.org/", "https://ex.org/"),
        ("https://ex.org/docs", "https://ex.org/docs/"),
        ("https://ex.org/#top", "https://ex.org/"),
        ("https://пример.example", "https://xn--e1afmkfd.example/"),
        pytest.param("https://ex.org//", "https://ex.org/", marks=pytest.mark.report("URL-09")),
        pytest.param(
            "https://ex.org/docs//", "https://ex.org/docs/", marks=pytest.mark.report("URL-09")
        ),
    ],
)
def test_a_sites_address_ends_with_one_slash(url: str, expected: str) -> None:
    assert urls.site_base(url) == expected


def test_a_sites_address_has_no_query() -> None:
    with pytest.raises(ValueError, match="query"):
        urls.site_base("https://ex.org/?preview=1")


@pytest.mark.report("URL-07")
@pytest.mark.parametrize("base", ["", "/", "/base", "/base/"])
@pytest.mark.parametrize("path", ["about", "/about"])
def test_a_path_is_joined_with_one_slash(base: str, path: str) -> None:
    folder = base.rstrip("/")
    assert urls.absolute(urls.site_base(f"https://ex.org{base}"), path) == (
        f"https://ex.org{folder}/about"
    )


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        pytest.param("/legacy/", "https://ex.org/docs/legacy/", marks=pytest.mark.report("MAT-02")),
        pytest.param(
            "https://ex.org/docs/a/",
            "https://ex.org/docs/a/",
            marks=pytest.mark.report("URL-10"),
        ),
        ("https://other.org/a", "https://other.org/a"),
        ("HTTP://ex.org/a", "http://ex.org/a"),
        ("", "https://ex.org/docs/"),
        ("/", "https://ex.org/docs/"),
        ("?page=2", "https://ex.org/docs/?page=2"),
        ("a?x=/../", "https://ex.org/docs/a?x=/../"),
        ("wiki/a:b", "https://ex.org/docs/wiki/a:b"),
        ("./a", "https://ex.org/docs/a"),
        ("a/./b/../c", "https://ex.org/docs/a/c"),
        ("a/..", "https://ex.org/docs/"),
        ("a/..?b", "https://ex.org/docs/?b"),
        ("a/.", "https://ex.org/docs/a/"),
        ("../a", "https://ex.org/a"),
        ("%2e%2E/a", "https://ex.org/a"),
        ("../../../a", "https://ex.org/a"),
        ("..a/.b/c..", "https://ex.org/docs/..a/.b/c.."),
        pytest.param("a b", "https://ex.org/docs/a%20b", marks=pytest.mark.report("ENC-04")),
        pytest.param("x&y", "https://ex.org/docs/x&y", marks=pytest.mark.report("ENC-04")),
        pytest.param("<z>", "https://ex.org/docs/%3Cz%3E", marks=pytest.mark.report("ENC-04")),
        pytest.param(
            "中?q=1&r=ü",
            "https://ex.org/docs/%E4%B8%AD?q=1&r=%C3%BC",
            marks=pytest.mark.report("ENC-04"),
        ),
    ],
)
def test_a_path_that_a_person_wrote_begins_at_the_sites_address(
    written: str, expected: str
) -> None:
    assert urls.absolute("https://ex.org/docs/", written) == expected


@pytest.mark.parametrize("written", ["//other.org/a", "https:/ex.org/a", "ftp://ex.org/a", "http:"])
def test_what_begins_like_an_absolute_url_and_is_none_is_no_path(written: str) -> None:
    assert urls.is_absolute(written)
    with pytest.raises(ValueError, match=r"scheme|host"):
        urls.absolute("https://ex.org/", written)


@pytest.mark.parametrize("written", ["a", "/a", "a:b", "a/b://c", "ex.org", ""])
def test_a_path_is_not_absolute(written: str) -> None:
    assert not urls.is_absolute(written)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("https://ex.org/", "https://EX.Org/"),
        ("https://ex.org/", "https://ex.org:443/"),
        ("http://ex.org/", "http://ex.org:80/"),
        ("https://ex.org/%C3%BC", "https://ex.org/%c3%bc"),
        ("https://ex.org/%7Ea", "https://ex.org/~a"),
        ("https://ex.org/%28a%29", "https://ex.org/(a)"),
        ("https://ex.org/?q=%41", "https://ex.org/?q=A"),
        ("https://ex.org/a/../b/", "https://ex.org/b/"),
        ("https://ex.org/./a", "https://ex.org/a"),
        ("https://ex.org/%2E/a", "https://ex.org/a"),
    ],
)
def test_spellings_of_one_url_share_their_key(one: str, other: str) -> None:
    assert urls.key(one) == urls.key(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("https://ex.org/", "http://ex.org/"),
        ("https://ex.org/", "https://www.ex.org/"),
        ("https://ex.org/", "https://ex.org:80/"),
        ("https://ex.org/a", "https://ex.org/a/"),
        ("https://ex.org/a", "https://ex.org/A"),
        ("https://ex.org/a", "https://ex.org/a?"),
        ("https://ex.org/a%2Fb", "https://ex.org/a/b"),
        ("https://ex.org/a%3Fb", "https://ex.org/a?b"),
        ("https://ex.org/%2541", "https://ex.org/A"),
        ("https://ex.org/?a%26b", "https://ex.org/?a&b"),
        ("https://ex.org/?a%2Bb", "https://ex.org/?a+b"),
        ("https://ex.org/?a%3Db", "https://ex.org/?a=b"),
        ("https://ex.org/?a=../b", "https://ex.org/?a=b"),
        ("https://ex.org/caf%C3%A9", "https://ex.org/cafe%CC%81"),
        ("https://ex.org//a", "https://ex.org/a"),
    ],
)
def test_two_urls_have_two_keys(one: str, other: str) -> None:
    assert urls.key(one) != urls.key(other)


@given(addresses)
def test_a_key_is_its_own_key(url: str) -> None:
    encoded = encoded_or_none(url)
    if encoded is not None:
        assert urls.key(urls.encode(urls.key(encoded))) == urls.key(encoded)


@pytest.mark.parametrize(
    "url",
    [
        "https://ex.org/docs/",
        "https://ex.org/docs/a/b?c",
        "https://EX.org:443/docs/a",
        "https://ex.org/%64ocs/a",
        "https://ex.org/x/../docs/a",
        "https://ex.org/docs/a/../b",
    ],
)
def test_a_url_in_the_sites_folder_is_below_it(url: str) -> None:
    assert urls.is_below(url, "https://ex.org/docs/")


@pytest.mark.parametrize(
    "url",
    [
        "https://ex.org/",
        "https://ex.org/docs",
        "https://ex.org/docs-2/",
        "https://ex.org/Docs/",
        "http://ex.org/docs/",
        "https://ex.org:8443/docs/",
        "https://www.ex.org/docs/",
        "https://ex.org.evil.org/docs/",
        "https://ex.org/docs/../admin/",
        "https://ex.org/docs/%2E%2e/admin/",
        "https://ex.org/docs/a/../../admin/",
        "https://ex.org/docs/..",
        "https://ex.org/docs/..?a",
    ],
)
def test_a_url_of_another_site_or_folder_is_not_below_it(url: str) -> None:
    assert not urls.is_below(url, "https://ex.org/docs/")


@pytest.mark.parametrize(
    ("url", "path"),
    [
        ("https://ex.org/docs/", "index.html"),
        ("https://ex.org/docs/?lang=de", "index.html"),
        ("https://ex.org/docs/index.html", "index.html"),
        ("https://ex.org/docs/a/b.html?c", "a/b.html"),
        ("https://EX.org:443/docs/a/", "a/"),
        ("https://ex.org/docs/%C3%BCber%20uns/", "über uns/"),
        ("https://ex.org/docs/%FF", "\ufffd"),
        ("https://ex.org/docs/100%25", "100%"),
        ("https://ex.org/docs/%252F", "%2F"),
        ("https://ex.org/x/../docs/a/", "a/"),
    ],
)
def test_a_path_is_what_a_person_would_call_it(url: str, path: str) -> None:
    assert urls.path_below(url, "https://ex.org/docs/") == path


def test_only_the_root_of_a_host_has_a_robots_file_that_counts() -> None:
    assert urls.is_at_host_root("https://ex.org:8000/")
    assert not urls.is_at_host_root("https://ex.org/docs/")
    assert urls.host_root("https://ex.org:8000/docs/en/") == "https://ex.org:8000/"


@pytest.mark.parametrize(
    ("rules", "taken", "left"),
    [
        (["blog/"], ["blog/", "blog/a/", "x/blog/a"], ["blog", "blogs/a"]),
        (["/blog/"], ["blog/a"], ["x/blog/a"]),
        (["blog/*"], ["blog/a", "blog/a/b"], ["blog/"]),
        (["*.html"], ["index.html", "a/b.html"], ["a/b/"]),
        (["/index.html"], ["index.html"], ["a/index.html"]),
        (["drafts/**/old"], ["drafts/old", "drafts/a/b/old"], ["old"]),
        (["private/", "!private/open/"], ["private/a"], ["private/open/", "private/open/a"]),
        (["!private/open/", "private/"], ["private/open/a"], ["a"]),
        (["# a comment", "", "  ", "a"], ["a"], ["# a comment"]),
        ([r"\#a", r"\!b"], ["#a", "!b"], ["a", "b"]),
        (["über uns/"], ["über uns/a"], ["uber uns/a"]),
        ([], [], ["a"]),
    ],
)
def test_rules_mean_what_they_mean_in_a_gitignore_but_for_their_order(
    rules: list[str], taken: list[str], left: list[str]
) -> None:
    patterns = urls.compile_patterns(rules)
    assert [path for path in taken + left if patterns.matches(path)] == taken


def test_the_last_rule_that_fits_any_of_the_paths_decides() -> None:
    patterns = urls.compile_patterns(["*.md", "!guide/"])
    assert patterns.matches("start/", "start.md")
    assert not patterns.matches("guide/a/", "guide/a.md")


@pytest.mark.parametrize("rule", ["!", "\\", "[z-a]"])
def test_what_is_no_pattern_is_refused(rule: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        urls.compile_patterns(["a", rule])
