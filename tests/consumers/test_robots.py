"""Four parsers that nobody here wrote read the robots.txt that we add a line to."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple
from urllib.parse import unquote
from urllib.robotparser import RobotFileParser

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from protego import Protego
from robots import RobotsParser

from sitemap_plus import robots

BOM = b"\xef\xbb\xbf"
SITE = "https://example.org"
OURS = f"{SITE}/sitemap_index.xml"
AGENTS = ("Googlebot", "bingbot", "GPTBot", "a-bot", "*")
PATHS = ("/", "/a/", "/a/b.html", "/private/x", "/sitemap_index.xml", "/%C3%BC/?q=1", "/x.pdf")


class Reading(NamedTuple):
    """What a parser makes of a robots.txt."""

    sitemaps: list[str]
    answers: list[list[bool]]
    """Per agent, whether it may fetch each of the paths."""


Parser = Callable[[str], Reading]


def by_protego(text: str) -> Reading:
    rules = Protego.parse(text)
    return Reading(list(rules.sitemaps), answers(lambda agent, url: rules.can_fetch(url, agent)))


def by_robotspy(text: str) -> Reading:
    rules = RobotsParser.from_string(text)
    return Reading(list(rules.sitemaps or []), answers(rules.can_fetch))


def by_urllib(text: str) -> Reading:
    rules = RobotFileParser()
    rules.parse(text.splitlines())
    return Reading(rules.site_maps() or [], answers(rules.can_fetch))


def answers(can_fetch: Callable[[str, str], bool]) -> list[list[bool]]:
    return [[can_fetch(agent, SITE + path) for path in PATHS] for agent in AGENTS]


@pytest.fixture(scope="module", params=["protego", "robotspy", "urllib", "npm robots-parser"])
def parse(request: pytest.FixtureRequest) -> Parser:
    parsers = {"protego": by_protego, "robotspy": by_robotspy, "urllib": by_urllib}
    if request.param in parsers:
        return parsers[request.param]
    npm = request.getfixturevalue("npm")
    return lambda text: Reading(**npm.read("robots", text, SITE, AGENTS, PATHS))


patterns = st.sampled_from(["", "/", "/a", "/a/", "/a/b", "/*.pdf$", "/private/", "*", "/ü/"])
words = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\r\n\0"), max_size=20)
agents = st.builds("User-agent: {}".format, st.sampled_from([*AGENTS, "nobody", "googlebot/2.1"]))
rules = st.builds("{}: {}".format, st.sampled_from(["Disallow", "Allow", "disallow "]), patterns)
others = st.one_of(
    st.builds("Sitemap: {}/{}.xml".format, st.just(SITE), st.sampled_from(["news", "old", "a b"])),
    st.sampled_from(
        [
            "",
            "Crawl-delay: 10",
            "Content-Signal: search=yes, ai-train=no",
            "License: https://example.org/license.xml",
            "Host: example.org",
            "Clean-param: ref /a/",
            "sitemap: /relative.xml # kept",
            f"# Sitemap: {OURS}",
            "Disallow /without-colon",
            "<html>",
        ]
    ),
    st.builds("# {}".format, words),
    words,
)
groups = st.tuples(
    st.lists(agents, min_size=1, max_size=2), st.lists(rules | others, max_size=4)
).map(lambda group: [*group[0], *group[1]])
parts = groups | st.lists(others | rules, min_size=1, max_size=2)


@st.composite
def robots_files(draw: st.DrawFn) -> bytes:
    """A robots.txt with LF or CRLF, or some of both, as people and their tools leave it."""
    lines = [line for part in draw(st.lists(parts, min_size=1, max_size=5)) for line in part]
    ends = st.sampled_from(draw(st.sampled_from([["\n"], ["\r\n"], ["\n", "\r\n"]])))
    indents = st.sampled_from(["", "", "", "  ", "\t"])
    text = "".join(draw(indents) + line + draw(ends) for line in lines[:-1])
    last = lines[-1] + draw(st.sampled_from(["", "\n", "\r\n"]))
    return draw(st.sampled_from([b"", b"", BOM])) + (text + last).encode()


def is_merged(content: bytes) -> bool:
    """Whether a line is added to it: we write our own in an empty file's place, none into HTML."""
    return bool(content) and not content.removeprefix(BOM).lstrip().startswith(b"<html")


def merged(old: bytes) -> bytes:
    new = robots.with_sitemap(old, OURS).content
    assert new is not None
    return new


a_property = settings(derandomize=True, max_examples=300)


@given(old=robots_files().filter(is_merged))
@a_property
def test_each_parser_reads_one_more_sitemap_and_the_same_rules(parse: Parser, old: bytes) -> None:
    before, after = parse(old.decode()), parse(merged(old).decode())
    assert after.sitemaps == [*before.sitemaps, OURS]
    assert after.answers == before.answers


@given(old=robots_files().filter(is_merged))
@a_property
def test_every_byte_of_the_old_file_is_kept(old: bytes) -> None:
    assert merged(old).startswith(old)


@given(old=robots_files().filter(is_merged))
@a_property
def test_a_second_merge_changes_nothing(old: bytes) -> None:
    assert robots.with_sitemap(merged(old), OURS).content is None


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("last", ["Disallow: /x", "Disallow: /x\n"])
def test_what_is_added_ends_its_lines_as_the_file_does(end: str, last: str) -> None:
    old = f"User-agent: *\n{last}".replace("\n", end).encode("ascii")
    lines = merged(old).decode("ascii").split(end)
    assert lines == ["User-agent: *", "Disallow: /x", "", f"Sitemap: {OURS}", ""]


def test_each_parser_reads_a_file_that_we_made_from_nothing(parse: Parser) -> None:
    made = robots.with_sitemap(None, OURS).content
    assert made
    everything = [[True] * len(PATHS)] * len(AGENTS)
    assert parse(made.decode("ascii")) == Reading([OURS], everything)


SPELLINGS: Sequence[str] = (
    f"Sitemap: {OURS}",
    f"sitemap:{OURS}",
    f"  SITEMAP :\t{OURS}  ",
    f"Sitemap: {OURS.replace('example', 'EXAMPLE')}",
    f"Sitemap: {OURS.replace('.org', '.org:443')}",
)


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_a_line_that_we_leave_alone_is_one_that_each_parser_reads(
    parse: Parser, spelling: str
) -> None:
    content = f"User-agent: *\nDisallow:\n{spelling}\n"
    assert robots.with_sitemap(content.encode("ascii"), OURS).content is None
    (sitemap,) = parse(content).sitemaps
    assert sitemap.lower().replace(":443", "") == OURS


HOMES = ("http://localhost:8000/", "https://xn--bcher-kva.example/", "https://example.org/a%20b/")


@pytest.mark.parametrize("home", HOMES)
def test_an_address_of_any_kind_is_read_back(parse: Parser, home: str) -> None:
    content = robots.with_sitemap(b"User-agent: *\nDisallow: /x", f"{home}sitemap.xml").content
    assert content
    (sitemap,) = parse(content.decode("ascii")).sitemaps
    # urllib decodes whatever a record says.
    assert unquote(sitemap) == unquote(f"{home}sitemap.xml")
