"""Pages to `Entry` records: what is listed, once, in a stable order, and why the rest is not."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, datetime
from typing import TYPE_CHECKING

from sitemap_plus import dates, urls
from sitemap_plus.admission import Admission, admission_problems, admit
from sitemap_plus.alternates import Alternate, Translation, alternates, unused_default
from sitemap_plus.errors import Problem, shared_problem
from sitemap_plus.images import MAX_IMAGES, images_of
from sitemap_plus.last_modified import LastModified, last_modified, newest
from sitemap_plus.pages import Page
from sitemap_plus.section_names import matching_rule, section_namer
from sitemap_plus.settings import SectionRule, Settings

if TYPE_CHECKING:
    from sitemap_plus.git_dates.memory import GitMemory

FROM_LISTED = "lists"
"""Source of a date that is the newest of the pages that a page lists."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Entry:
    """One `url` element, as it will be written."""

    loc: str
    """Encoded URL below the site's address."""
    lastmod: str | None = None
    """`2024-01-08` or `2024-01-08T10:30:00Z`: the greater string is the later date."""
    changefreq: str | None = None
    priority: float | None = None
    """0.0 to 1.0."""
    alternates: tuple[Alternate, ...] = ()
    """The page in each of its languages, itself included: `(("de", "https://…"), …)`."""
    images: tuple[str, ...] = ()
    """Encoded URLs of the page's images, on any host; at most 1,000."""
    section: str = "main"
    """Name of the section whose sitemap lists it."""


@dataclass(frozen=True, kw_only=True, slots=True)
class LeftOut:
    """One page that is not listed."""

    page: Page
    reason: str
    """For the user, after "it is not listed:": `its front matter says sitemap: false`."""


@dataclass(frozen=True, kw_only=True, slots=True)
class PageDate:
    """The date of one listed page."""

    page: str
    """Its source, or else its URL."""
    lastmod: str | None
    """As in its entry, before the user's own transform. None: it has none."""
    source: str | None
    """What gave the date: `metadata`, `git`, `published`, `mtime`, or `lists` for the newest of
    the pages that it lists."""

    def __str__(self) -> str:
        if self.lastmod is None:
            return f"{self.page}: no lastmod"
        return f"{self.page}: lastmod {self.lastmod} from {self.source}"


@dataclass(frozen=True, kw_only=True, slots=True)
class Listing:
    """What becomes of a site's pages."""

    entries: tuple[Entry, ...]
    """Sorted by `loc`; no two spell the same URL."""
    dates: tuple[PageDate, ...]
    """One for each of the entries, in their order."""
    left_out: tuple[LeftOut, ...]
    problems: tuple[Problem, ...]


def list_entries(
    pages: Iterable[Page], settings: Settings, now: datetime, memory: GitMemory | None = None
) -> Listing:
    """What is listed of a site's pages and of the settings' extra URLs.

    `now` is the moment of the build, with a zone; dates that lie ahead of it are left out.
    `memory`: what earlier builds have learnt from Git.
    """
    admissions = [admit(page, settings) for page in (*pages, *_extra_pages(settings))]
    unique = _unique(each for each in admissions if each.refusal is None)
    sections = _sections(unique, settings)
    listed = [each for each in unique if sections[each.loc].is_listed]
    committed, git_problems = _committed(unique, settings, now, memory)
    dated = {
        each.loc: last_modified(
            each.page, each.asked, settings.lastmod, now, committed.get(each.loc)
        )
        for each in unique
    }
    lastmods = _lastmods(unique, dated)
    links, link_problems = _alternates(listed, settings)
    left_out = tuple(_left_out(admissions, {id(each) for each in unique}, sections))
    listed.sort(key=lambda each: each.loc)
    images = {each.loc: images_of(each.page, each.asked, each.loc, settings) for each in listed}
    entries = tuple(
        _entry(
            each,
            sections[each.loc],
            lastmods[each.loc][0],
            settings,
            alternates=links.get(each.loc, ()),
            images=images[each.loc][:MAX_IMAGES],
        )
        for each in listed
    )
    return Listing(
        entries=entries,
        dates=tuple(
            PageDate(page=each.page.name, lastmod=entry.lastmod, source=lastmods[each.loc][1])
            for each, entry in zip(listed, entries, strict=True)
        ),
        left_out=left_out,
        problems=(
            *admission_problems(admissions),
            *_date_problems(unique, dated),
            *git_problems,
            *link_problems,
            *_image_problems(listed, images),
            *_home_problem(admissions, left_out, settings),
        ),
    )


def _extra_pages(settings: Settings) -> Iterator[Page]:
    """The extra URLs as pages, so that every rule holds for them as well."""
    for extra in settings.extra_urls:
        yield Page(url=extra.loc, metadata={"sitemap": extra.asked})


def _unique(admissions: Iterable[Admission]) -> list[Admission]:
    """The admitted pages, of those with the same URL in whatever spelling only the first."""
    by_key: dict[str, Admission] = {}
    for each in admissions:
        by_key.setdefault(urls.key(each.loc), each)
    return list(by_key.values())


def _sections(admitted: Sequence[Admission], settings: Settings) -> dict[str, SectionRule]:
    """Per `loc` the section that lists it, with what the settings say of that section."""
    rules = {rule.name: rule for rule in reversed(settings.sections)}
    name_of = section_namer(settings, (each.section_path for each in admitted))

    def section(each: Admission) -> SectionRule:
        matching = matching_rule(each.path, each.page, settings)
        name = each.asked.section or (
            matching.name if matching else name_of(each.section_path, each.page)
        )
        return rules.get(name) or SectionRule(name=name)

    return {each.loc: section(each) for each in admitted}


def _committed(
    admitted: Iterable[Admission], settings: Settings, now: datetime, memory: GitMemory | None
) -> tuple[dict[str, datetime], tuple[Problem, ...]]:
    """Per `loc` what Git says of it, for those that no source before Git has dated."""
    if "git" not in settings.lastmod:
        return {}, ()
    # Loads what starts processes, which a site that needs no Git can do without.
    from sitemap_plus.git_dates.memory import GitMemory
    from sitemap_plus.git_dates.page_dates import git_dates

    before = settings.lastmod[: settings.lastmod.index("git")]
    asking = [
        each for each in admitted if last_modified(each.page, each.asked, before, now).value is None
    ]
    found = git_dates(
        [(each.page, each.asked) for each in asking], settings, now, memory or GitMemory()
    )
    values = zip(asking, found.values, strict=True)
    return {each.loc: value for each, value in values if value is not None}, found.problems


def _lastmods(
    admitted: Iterable[Admission], dated: Mapping[str, LastModified]
) -> dict[str, tuple[date | None, str | None]]:
    """Per `loc` its date and what gave it.

    A list page that states none changes with its own file and with every page that it lists.
    """
    by_key = {urls.key(loc): each.value for loc, each in dated.items()}

    def lastmod(each: Admission) -> tuple[date | None, str | None]:
        own = dated[each.loc]
        listed = None if own.is_stated else newest(map(by_key.get, _keys(each.page.lists)))
        value = newest((own.value, listed))
        return value, own.source if value is own.value else FROM_LISTED

    return {each.loc: lastmod(each) for each in admitted}


def _keys(addresses: Iterable[str]) -> Iterator[str]:
    """The keys of these URLs; of those that are none, admission tells where they are pages'."""
    for url in addresses:
        with suppress(ValueError):
            yield urls.key(urls.encode(url))


def _alternates(
    listed: Sequence[Admission], settings: Settings
) -> tuple[dict[str, tuple[Alternate, ...]], tuple[Problem, ...]]:
    if not settings.alternates:
        return {}, ()
    loc_of = _loc_finder([each for each in listed if each.page.language])
    translations = [
        Translation(
            loc=each.loc,
            language=each.page.language,
            translations=tuple(filter(None, map(loc_of, each.page.translations))),
            page=each.page.name,
        )
        for each in listed
        if each.page.language
    ]
    links, problems = alternates(translations, settings.x_default)
    if settings.is_x_default_chosen and settings.x_default:
        problems += tuple(unused_default(translations, settings.x_default))
    return links, problems


def _loc_finder(listed: Sequence[Admission]) -> Callable[[str], str | None]:
    """Finds the `loc` of the listed page with that URL, in whatever spelling."""
    by_key = {urls.key(each.loc): each.loc for each in listed}
    # Each URL is looked up as often as it has translations, nearly always in its page's spelling.
    by_spelling: dict[str, str | None] = {each.page.url: each.loc for each in listed}

    def loc_of(url: str) -> str | None:
        if url not in by_spelling:
            by_spelling[url] = next(map(by_key.get, _keys([url])), None)
        return by_spelling[url]

    return loc_of


def _entry(  # noqa: PLR0913  # two of them by name only
    each: Admission,
    section: SectionRule,
    lastmod: date | None,
    settings: Settings,
    *,
    alternates: tuple[Alternate, ...],
    images: tuple[str, ...],
) -> Entry:
    """The page's own word first, then its section's, then the site's."""
    asked, priorities = each.asked, (each.asked.priority, section.priority, settings.priority)
    return Entry(
        loc=each.loc,
        lastmod=None if lastmod is None else dates.written(lastmod, settings.lastmod_format),
        changefreq=asked.changefreq or section.changefreq or settings.changefreq,
        priority=next((number for number in priorities if number is not None), None),
        alternates=alternates,
        images=images,
        section=section.name,
    )


def _left_out(
    admissions: Iterable[Admission], unique: AbstractSet[int], sections: Mapping[str, SectionRule]
) -> Iterator[LeftOut]:
    for each in admissions:
        if each.refusal is not None:
            yield LeftOut(page=each.page, reason=each.refusal)
        elif id(each) not in unique:
            yield LeftOut(page=each.page, reason="another page has the same address")
        elif not sections[each.loc].is_listed:
            yield LeftOut(page=each.page, reason="its section is not listed")


def _date_problems(
    admitted: Iterable[Admission], dated: Mapping[str, LastModified]
) -> Iterator[Problem]:
    """Dates that were passed over: one problem for all pages that have such a one."""
    future = [(each.page.name, value) for each in admitted for value in dated[each.loc].in_future]
    if future:
        message = f"has a date in the future, {future[0][1]}; it is left out"
        yield shared_problem("warning", [name for name, _ in future], message)
    early = [(each.page.name, value) for each in admitted for value in dated[each.loc].before_1970]
    if early:
        message = f"has a date before 1970, {early[0][1]}, which Google calls invalid; left out"
        yield shared_problem("info", [name for name, _ in early], message)


def _image_problems(
    listed: Iterable[Admission], images: Mapping[str, Sequence[str]]
) -> Iterator[Problem]:
    """One problem for all pages that have more images than a sitemap may say."""
    counts = [(each.page.name, len(images[each.loc])) for each in listed]
    many = [(name, count) for name, count in counts if count > MAX_IMAGES]
    if many:
        message = (
            f"shows {many[0][1]:,} images; the first {MAX_IMAGES:,} of a page are listed, "
            "as many as Google takes"
        )
        yield shared_problem("info", [name for name, _ in many], message)


def _home_problem(
    admissions: Iterable[Admission], left_out: Iterable[LeftOut], settings: Settings
) -> Iterator[Problem]:
    """Themes that read sitemap.xml take its shortest URL for the root of the site."""
    homes = [each.page for each in admissions if each.path == urls.HOME]
    reasons = {id(each.page): each.reason for each in left_out}
    if settings.sitemap_xml != "index" and homes and all(id(home) in reasons for home in homes):
        message = (
            f"is the home page and not listed: {reasons[id(homes[0])]}; themes that read "
            "sitemap.xml (Material, Zensical) then take another page for the root of the site"
        )
        yield Problem(level="warning", where=homes[0].name, message=message)
