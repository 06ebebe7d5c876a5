"""Why a URL or a file of a built folder is listed, or why it is not."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from sitemap_plus import urls
from sitemap_plus.build import Plan
from sitemap_plus.pages import Page
from sitemap_plus.settings import Settings


@dataclass(frozen=True, kw_only=True, slots=True)
class Answer:
    """What became of one URL or file."""

    asked: str
    """As the question had it."""
    is_listed: bool
    url: str | None = None
    file: str | None = None
    """Relative to the folder."""
    reason: str
    """`section guide, lastmod 2024-01-08 from git`, or why it is not listed."""


def answer(
    asked: str, folder: Path, pages: Mapping[str, Page], plan: Plan, settings: Settings
) -> Answer:
    """What became of this URL, path below the site's address, or file in the folder."""
    name = _name(asked, folder)
    keys = {key for each in (asked, f"{asked}/") if (key := _key(each, settings))}
    for file, page in pages.items():
        if file == name or urls.key(page.url) in keys:
            return _answer_for(asked, file, page, plan)
    entry = next((entry for entry in plan.entries if urls.key(entry.loc) in keys), None)
    if entry:
        reason = f"section {entry.section}, added by the settings"
        return Answer(asked=asked, is_listed=True, url=entry.loc, reason=reason)
    return Answer(asked=asked, is_listed=False, reason=_why_unknown(name, folder))


def _answer_for(asked: str, file: str, page: Page, plan: Plan) -> Answer:
    for left_out in plan.left_out:
        if left_out.page is page:
            return Answer(
                asked=asked, is_listed=False, url=page.url, file=file, reason=left_out.reason
            )
    reason = ", ".join(_particulars(page, plan))
    return Answer(asked=asked, is_listed=True, url=page.url, file=file, reason=reason)


def _particulars(page: Page, plan: Plan) -> Iterator[str]:
    key = urls.key(page.url)
    yield from (f"section {entry.section}" for entry in plan.entries if urls.key(entry.loc) == key)
    for each in plan.dates:
        if each.page == page.name:
            yield f"lastmod {each.lastmod} from {each.source}" if each.lastmod else "no lastmod"
    if page.source:
        yield f"made from {page.source}"


def _why_unknown(name: str | None, folder: Path) -> str:
    if name is None or not (folder / name).exists():
        return f"there is no such page in {folder}"
    links = [parent for parent in (folder / name).parents if parent.is_symlink()]
    if any(link.is_relative_to(folder) and link != folder for link in links):
        return f"it lies behind the link {links[-1].relative_to(folder)}, which is not followed"
    return "it is no HTML file; the option extra_urls can list it"


def _key(asked: str, settings: Settings) -> str | None:
    try:
        return urls.key(urls.absolute(settings.site_url, asked))
    except ValueError:
        return None


def _name(asked: str, folder: Path) -> str | None:
    """The file in the folder that the question may mean: from the folder or from where one is."""
    root = os.path.abspath(folder)
    for path in (folder / asked, Path(asked)):
        # Not resolved: what lies behind a link is to be told.
        file = Path(os.path.abspath(path))
        if file.is_relative_to(root) and file.is_file():
            return file.relative_to(root).as_posix()
    return None
