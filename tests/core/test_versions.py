from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from datetime import datetime
from functools import partial
from pathlib import Path

import pytest

from sitemap_plus import Host, Plan, plan_sitemaps, read, read_settings, render
from sitemap_plus.entries import Entry
from sitemap_plus.reader import UrlElement
from sitemap_plus.versions import (
    Versions,
    VersionsError,
    canonical_version,
    choose,
    date_problems,
    pages_of,
    read_versions,
)

SITE = "https://ex.org/proj/"

Make = Callable[..., Path]


def sitemap(under: str, paths: tuple[str, ...] = ("", "guide/a/"), root: str = SITE) -> bytes:
    days = {path: f"2024-01-0{number}" for number, path in enumerate(paths, start=1)}
    entries = [Entry(loc=f"{root}{under}/{path}", lastmod=days[path]) for path in paths]
    return b"".join(render.urlset(entries))


def mkdocs_own(under: str) -> bytes:
    return sitemap(under).replace(render.MARKER, b"").replace(b"2024-01-02", b"2024-01-01")


@pytest.fixture
def make(tmp_path: Path) -> Make:
    """Make a root as mike leaves it: versions with their aliases, and what their sitemaps hold."""

    def make_root(
        versions: Mapping[str, list[str]],
        sitemaps: Mapping[str, bytes] | None = None,
        default: str | None = None,
    ) -> Path:
        listed = [
            {"version": name, "title": name, "aliases": aliases, "properties": {"hidden": True}}
            for name, aliases in versions.items()
        ]
        (tmp_path / "versions.json").write_text(json.dumps(listed))
        for name, content in (sitemaps or {name: sitemap(name) for name in versions}).items():
            (tmp_path / name).mkdir(parents=True, exist_ok=True)
            (tmp_path / name / "sitemap.xml").write_bytes(content)
        if default:
            (tmp_path / "index.html").write_text(redirect(f"{default}/"))
        return tmp_path

    return make_root


def redirect(target: str) -> str:
    """As mike writes it."""
    return (
        "<html><head><title>Redirecting</title>"
        f'<noscript><meta http-equiv="refresh" content="1; url={target}" /></noscript>'
        f'<script>window.location.replace("{target}" + location.hash);</script></head></html>'
    )


@pytest.fixture
def locs(host: Host, now: datetime) -> Callable[..., list[str]]:
    """The addresses that are listed of some versions, without the site's own address."""

    def listed(site: Versions, *patterns: str, newest: int | None = None) -> list[str]:
        chosen = choose(site, patterns, newest) if patterns or newest else None
        plan = planned(site, chosen or (canonical_version(site)[0],), host, now)
        return [entry.loc.removeprefix(SITE) for entry in plan.entries]

    return listed


def planned(site: Versions, chosen: object, host: Host, now: datetime) -> Plan:
    options = {"site_url": site.site_url}
    settings = read_settings(options, Host(**{**as_fields(host), "site_url": None})).settings
    assert settings is not None
    return plan_sitemaps(
        pages_of(site, chosen, settings.site_url),  # type: ignore[arg-type]
        settings,
        now=now,
        existing=partial(read, site.folder),
    )


def as_fields(host: Host) -> dict[str, object]:
    return {name: getattr(host, name) for name in Host.__dataclass_fields__}


@pytest.mark.report("VER-01")
@pytest.mark.report("VER-05")
def test_only_the_canonical_version_is_listed(make: Make, locs) -> None:
    site = read_versions(make({"3.0-dev": ["nightly"], "2.0": ["latest"], "1.0": []}))
    assert site.site_url == SITE
    assert locs(site) == ["2.0/", "2.0/guide/a/"]


def test_the_folders_of_the_one_version_make_the_sections(make: Make, host: Host, now) -> None:
    site = read_versions(make({"2.0": ["latest"], "1.0": []}))
    assert [entry.section for entry in planned(site, site.versions[:1], host, now).entries] == [
        "main",
        "guide",
    ]
    both = planned(site, site.versions, host, now)
    assert {entry.section for entry in both.entries} == {"1-0", "2-0"}


@pytest.mark.parametrize(
    ("versions", "default", "expected", "reason"),
    [
        ({"2.0": ["latest"], "1.0": []}, "1.0", "1.0", "the site's home page leads to 1.0"),
        ({"2.0": ["latest"], "1.0": ["old"]}, "old", "1.0", "the site's home page leads to old"),
        ({"2.0": ["latest"], "1.0": []}, "gone", "2.0", "it is called latest"),
        ({"3.0": ["dev"], "2.0": ["stable"]}, None, "2.0", "it is called stable"),
        ({"3.0": [], "latest": []}, None, "latest", "it is called latest"),
        ({"3.0": [], "2.0": []}, None, "3.0", "it is the first in versions.json"),
    ],
)
def test_the_canonical_version_is_what_the_site_says(
    make: Make, versions: dict[str, list[str]], default: str | None, expected: str, reason: str
) -> None:
    version, why = canonical_version(read_versions(make(versions, default=default)))
    assert (version.name, why) == (expected, reason)


def test_a_home_page_that_leads_nowhere_says_nothing(make: Make) -> None:
    folder = make({"2.0": []})
    (folder / "index.html").write_text("<title>All versions</title>")
    assert canonical_version(read_versions(folder))[1] == "it is the first in versions.json"


def test_what_mike_calls_canonical_is_what_the_other_versions_list(make: Make, locs) -> None:
    sitemaps = {name: sitemap("stable") for name in ("3.0", "2.0", "1.0")}
    folder = make({"3.0": [], "2.0": ["stable"], "1.0": []}, sitemaps, default="3.0")
    (folder / "stable").symlink_to("2.0")
    site = read_versions(folder)
    version, why = canonical_version(site)
    assert (version.name, why) == ("2.0", "the sitemaps list the URLs of stable")
    assert locs(site) == ["stable/", "stable/guide/a/"]


def test_a_canonical_version_that_can_not_be_read_is_no_choice(make: Make) -> None:
    sitemaps = {"2.0": b"<html/>", "1.0": sitemap("latest")}
    version, why = canonical_version(read_versions(make({"2.0": ["latest"], "1.0": []}, sitemaps)))
    assert (version.name, why) == ("1.0", "it is the first in versions.json")


def test_other_versions_are_listed_where_they_are(make: Make, locs) -> None:
    sitemaps = {name: sitemap("latest") for name in ("2.0", "1.0", "latest")}
    site = read_versions(make({"2.0": ["latest"], "1.0": []}, sitemaps))
    assert locs(site, "1.0") == ["1.0/", "1.0/guide/a/"]
    assert locs(site, "*") == ["1.0/", "1.0/guide/a/", "latest/", "latest/guide/a/"]


@pytest.mark.report("VER-06")
@pytest.mark.parametrize(
    ("patterns", "newest", "expected"),
    [
        (["2.*"], None, ["2.1", "2.0"]),
        (["2.*"], 1, ["2.1"]),
        (["latest"], None, ["2.0"]),
        (["1.0", "3.*"], None, ["3.0-dev", "1.0"]),
        ([], 2, ["3.0-dev", "2.1"]),
        ([], 99, ["3.0-dev", "2.1", "2.0", "1.0"]),
    ],
)
def test_versions_are_chosen_by_pattern_and_age(
    make: Make, patterns: list[str], newest: int | None, expected: list[str]
) -> None:
    site = read_versions(make({"3.0-dev": [], "2.1": [], "2.0": ["latest"], "1.0": []}))
    assert [version.name for version in choose(site, patterns, newest)] == expected


def test_a_version_that_is_not_there_is_told(make: Make) -> None:
    site = read_versions(make({"2.0": ["latest", "x"], "1.0": []}))
    with pytest.raises(
        VersionsError, match=r"^found no version 3 or 4.\*; there are 2.0/latest/x, 1.0$"
    ):
        choose(site, ["3", "4.*"], None)


@pytest.mark.parametrize("kind", ["link", "copy", "redirect", "none"])
@pytest.mark.parametrize("canonical", ["latest", "2.0"])
def test_an_alias_is_never_a_second_version(make: Make, locs, kind: str, canonical: str) -> None:
    folder = make({"2.0": ["latest"]}, {"2.0": sitemap(canonical)})
    if kind == "link":
        (folder / "latest").symlink_to("2.0")
    elif kind != "none":
        (folder / "latest").mkdir()
        if kind == "copy":
            (folder / "latest" / "sitemap.xml").write_bytes(sitemap(canonical))
        (folder / "latest" / "index.html").write_text(redirect("../2.0/"))
    under = canonical if kind in {"link", "copy"} else "2.0"
    assert locs(read_versions(folder), "*") == [f"{under}/", f"{under}/guide/a/"]


def test_translations_move_with_their_pages(make: Make, host: Host, now) -> None:
    links = (("de", f"{SITE}latest/de/"), ("en", f"{SITE}latest/"))
    every = (*links, ("x-default", f"{SITE}latest/"))
    entries = [Entry(loc=href, alternates=every) for _, href in links]
    content = b"".join(render.urlset(entries))
    site = read_versions(make({"2.0": ["latest"], "1.0": []}, {"2.0": content, "1.0": content}))
    assert site.default_language == "en"
    plan = planned(site, site.versions[1:], host, now)
    expected = (("de", f"{SITE}1.0/de/"), ("en", f"{SITE}1.0/"))
    assert [entry.alternates for entry in plan.entries] == [expected, expected]


def test_what_a_sitemap_says_of_its_pages_is_kept(make: Make, host: Host, now) -> None:
    entry = Entry(loc=f"{SITE}2.0/", lastmod="2024-01-08", changefreq="daily", priority=0.5)
    content = b"".join(render.urlset([entry, Entry(loc="https://other.example/")]))
    site = read_versions(make({"2.0": []}, {"2.0": content}))
    plan = planned(site, site.versions, host, now)
    (made,) = plan.entries
    assert (made.loc, made.lastmod, made.changefreq, made.priority) == (
        entry.loc,
        entry.lastmod,
        entry.changefreq,
        entry.priority,
    )


def test_the_date_of_a_build_is_no_date_of_a_page(make: Make, host: Host, now) -> None:
    site = read_versions(
        make({"2.0": [], "1.0": []}, {"2.0": mkdocs_own("2.0"), "1.0": sitemap("1.0")})
    )
    plan = planned(site, site.versions, host, now)
    assert [entry.lastmod for entry in plan.entries] == ["2024-01-01", "2024-01-02", None, None]
    (problem,) = date_problems(site.versions)
    assert (problem.level, problem.where) == ("info", "2.0/sitemap.xml")
    assert problem.message.startswith("gives all pages one date, that of the build")
    assert list(date_problems(site.versions[1:])) == []


@pytest.mark.parametrize("date", [b"", b"<lastmod>2024-02-03</lastmod>"])
def test_dates_of_others_that_differ_are_believed(make: Make, date: bytes) -> None:
    content = mkdocs_own("2.0").replace(b"<lastmod>2024-01-01</lastmod>", date, 1)
    content = content if date else content.replace(b"<lastmod>2024-01-01</lastmod>", b"")
    site = read_versions(make({"2.0": []}, {"2.0": content}))
    assert site.versions[0].has_true_dates


def test_an_index_in_a_versions_folder_is_followed(make: Make) -> None:
    index = b"".join(render.index([(f"{SITE}2.0/sitemap-a.xml", None)]))
    folder = make({"2.0": []}, {"2.0": index})
    (folder / "2.0" / "sitemap-a.xml").write_bytes(sitemap("2.0"))
    (site,) = read_versions(folder).versions
    assert [entry.loc for entry in site.entries] == [f"{SITE}2.0/", f"{SITE}2.0/guide/a/"]
    nested = b"".join(render.index([(f"{SITE}2.0/sitemap.xml", None)]))
    (folder / "2.0" / "sitemap-a.xml").write_bytes(nested)
    assert read_versions(folder).versions[0].entries == ()


@pytest.mark.parametrize(
    ("url", "root", "name"),
    [
        ("https://ex.org/2.0/a/", "https://ex.org/", "2.0"),
        ("https://ex.org/docs/latest/", "https://ex.org/docs/", "latest"),
        ("https://ex.org/1.0/2.0/", "https://ex.org/1.0/", "2.0"),
        ("https://ex.org/1.0/", "https://ex.org/", "1.0"),
        ("https://ex.org/%32.0/", "https://ex.org/", "2.0"),
        ("https://ex.org/other/", None, None),
        ("2.0/a/", None, None),
    ],
)
def test_the_place_of_a_version_is_read_from_its_urls(
    make: Make, url: str, root: str | None, name: str | None
) -> None:
    content = b"".join(render.urlset([Entry(loc=url)]))
    folder = make({"2.0": ["latest"], "1.0": []}, {"2.0": content, "1.0": sitemap("1.0")})
    version = read_versions(folder).versions[0]
    assert (version.root, version.listed_under) == (root, name)


def test_a_version_without_any_page_has_no_place(make: Make) -> None:
    content = b"".join(render.urlset([]))
    site = read_versions(make({"2.0": []}, {"2.0": content}))
    assert (site.site_url, site.default_language) == (None, None)
    assert site.versions[0].entries == ()


@pytest.mark.parametrize(
    ("content", "reason"),
    [(None, "No such file or directory"), (b"<html/>", "line 1: it begins with 'html'")],
)
def test_a_version_that_can_not_be_read_is_left_out(
    make: Make, content: bytes | None, reason: str
) -> None:
    sitemaps = {"1.0": sitemap("1.0")} | ({"2.0": content} if content else {})
    site = read_versions(make({"2.0": [], "1.0": []}, sitemaps))
    assert [version.name for version in site.versions] == ["1.0"]
    (problem,) = site.problems
    assert (problem.level, problem.where) == ("warning", "2.0/sitemap.xml")
    assert problem.message.startswith(f"can't be read ({reason}")


def test_without_any_version_there_is_no_canonical_one(make: Make) -> None:
    site = read_versions(make({"2.0": []}, {"other": b""}))
    with pytest.raises(
        VersionsError, match=r"^no version in .* has a sitemap.xml that can be read$"
    ):
        canonical_version(site)


@pytest.mark.parametrize(
    "content",
    [
        "",
        "{",
        "{}",
        "5",
        "null",
        '"2.0"',
        '[{"title": "2.0"}]',
        '[{"version": 2.0}]',
        '[{"version": "2.0", "aliases": "latest"}, 5]',
        '[{"version": "2.0", "aliases": [5]}]',
        '[{"version": "2.0", "aliases": 5}]',
        '[{"version": "../2.0"}]',
        '[{"version": ".."}]',
        '[{"version": "/etc"}]',
        '[{"version": ""}]',
        '[{"version": "a\\u0000b"}]',
        '[["2.0"]]',
    ],
)
def test_what_is_no_list_of_versions_is_told(tmp_path: Path, content: str) -> None:
    (tmp_path / "versions.json").write_text(content)
    with pytest.raises(VersionsError, match=r"versions.json is no list of versions"):
        read_versions(tmp_path)


def test_a_folder_without_versions_is_told_where_they_are(tmp_path: Path) -> None:
    with pytest.raises(VersionsError) as caught:
        read_versions(tmp_path)
    assert str(caught.value) == (
        f"there is no {tmp_path / 'versions.json'}, which mike writes; name the checked-out branch"
    )
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "versions.json").write_text("[]")
    with pytest.raises(VersionsError, match=r"which mike writes; it is in docs; name"):
        read_versions(tmp_path)


def test_a_folder_in_the_place_of_the_list_is_told(tmp_path: Path) -> None:
    (tmp_path / "versions.json").mkdir()
    with pytest.raises(VersionsError, match=r"versions.json can't be read: Is a directory"):
        read_versions(tmp_path)


def test_entries_are_what_the_reader_gives(make: Make) -> None:
    (version,) = read_versions(make({"2.0": []})).versions
    assert version.entries[0] == UrlElement(loc=f"{SITE}2.0/", lastmod="2024-01-01")
