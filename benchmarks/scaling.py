"""How the cost of a plan grows with the pages: per page it has to stay what it is."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from datetime import date, datetime, timedelta, timezone
from functools import partial

import measuring

from sitemap_plus import Host, Page, Settings, plan_sitemaps, read_settings

SITE = "https://example.org/"
LANGUAGES = ("ar", "de", "en", "es", "fr", "it", "ja", "nl", "pl", "pt-BR", "ru", "zh-Hans")
NOW = datetime(2030, 1, 1, tzinfo=timezone.utc)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--pages", type=int, nargs="+", default=[5_000, 10_000, 20_000, 40_000])
    parser.add_argument("--only", choices=SITES, nargs="+", default=list(SITES), metavar="KIND")
    arguments = parser.parse_args()
    for kind in arguments.only:
        compare(kind, arguments.pages, arguments.rounds)
    print("\nThe aim: about 1 x everywhere; twice the pages take twice the time.")


def compare(kind: str, counts: Sequence[int], rounds: int) -> None:
    ways = {f"{count:,} pages": partial(plan_and_render, *SITES[kind](count)) for count in counts}
    seconds = measuring.medians(ways, rounds)
    per_page = {name: seconds[name] / count for name, count in zip(ways, counts, strict=True)}
    measuring.show_ratios(f"{kind}: CPU time for each page", per_page, next(iter(ways)))


def plan_and_render(pages: Sequence[Page], settings: Settings) -> None:
    plan = plan_sitemaps(pages, settings, now=NOW, existing=lambda _: None)
    for file in plan.files:
        for _ in file.chunks():
            pass


def settings_with(**options: object) -> Settings:
    host = Host(
        key="options",
        site_url_setting="address",
        site_url=SITE,
        sitemap_xml="index",
        section_by="path",
        section_by_choices=("path", "none"),
        default_language="en",
    )
    settings = read_settings(options, host).settings
    if settings is None:
        raise SystemExit("the settings of the benchmark are not valid any more")
    return settings


def plain(count: int) -> tuple[list[Page], Settings]:
    return list(plain_pages(count)), settings_with()


def plain_pages(count: int) -> Iterator[Page]:
    return (Page(url=url(number), source=source(number)) for number in range(count))


def encoded(count: int) -> tuple[list[Page], Settings]:
    pages = [Page(url=f"{SITE}größe/seite {number} & mehr/") for number in range(count)]
    return pages, settings_with()


def with_metadata(count: int) -> tuple[list[Page], Settings]:
    """Typed dates on every other page, written ones on the rest, and the other fields."""
    pages = [
        Page(url=url(number), source=source(number), metadata=metadata(number))
        for number in range(count)
    ]
    return pages, settings_with()


def with_rules(count: int) -> tuple[list[Page], Settings]:
    """Ten rules for sections and ten for what is left out; they are tried on every page."""
    sections = {f"rule-{number}": [f"/part-{number}/**/never-*.html"] for number in range(10)}
    exclude = [f"/drafts-{number}/" for number in range(10)]
    return list(plain_pages(count)), settings_with(sections=sections, exclude=exclude)


def with_many_sections(count: int) -> tuple[list[Page], Settings]:
    """A section for every 20 pages."""
    pages = [Page(url=f"{SITE}section-{number // 20}/page-{number}/") for number in range(count)]
    return pages, settings_with()


def in_one_section(count: int) -> tuple[list[Page], Settings]:
    """Files of 500 entries each."""
    pages = [Page(url=f"{SITE}all/page-{number}/") for number in range(count)]
    return pages, settings_with(max_urls=500)


def translated(count: int) -> tuple[list[Page], Settings]:
    return list(translated_pages(count)), settings_with()


def translated_pages(count: int) -> Iterator[Page]:
    for number in range(0, count, len(LANGUAGES)):
        urls = {code: f"{SITE}{code}/page-{number}/" for code in LANGUAGES}
        for code, own in urls.items():
            others = tuple(other for other in urls.values() if other != own)
            yield Page(url=own, language=code, translations=others)


def with_lists(count: int) -> tuple[list[Page], Settings]:
    """A list page for every 50 pages, that lists the 50 and one that lists all."""
    articles = [Page(url=url(number), metadata={"date": day(number)}) for number in range(count)]
    urls = tuple(article.url for article in articles)
    lists = [
        Page(url=f"{SITE}tag/{start}/", lists=urls[start : start + 50])
        for start in range(0, count, 50)
    ]
    return [*articles, *lists, Page(url=f"{SITE}archive/", lists=urls)], settings_with()


def url(number: int) -> str:
    return f"{SITE}part-{number % 20}/a-page-like-any-{number}/"


def source(number: int) -> str:
    return f"part-{number % 20}/a-page-like-any-{number}.md"


def metadata(number: int) -> dict[str, object]:
    written = day(number) if number % 2 else f"{day(number)} 10:30"
    return {"title": "A page", "date": written, "tags": ["a"], "sitemap": {"priority": 0.7}}


def day(number: int) -> date:
    return date(2010, 1, 1) + timedelta(days=number % 5_000)


SITES = {
    "plain pages": plain,
    "pages whose URLs have to be encoded": encoded,
    "pages with front matter": with_metadata,
    "ten rules for sections and ten for what is left out": with_rules,
    "a section for every 20 pages": with_many_sections,
    "one section in files of 500": in_one_section,
    "12 languages": translated,
    "list pages": with_lists,
}


if __name__ == "__main__":
    main()
