"""Built sites: folders of files, and what becomes of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import pytest

from sitemap_plus import Host, Plan, Settings, plan_sitemaps, read, read_settings
from sitemap_plus.built_folder.pages import BuiltFolder, BuiltPages, pages_of, read_folder

SITE = "https://ex.org/"


def page(head: str = "", title: str = "A page") -> str:
    return f"<!doctype html><html><head><title>{title}</title>{head}</head><body>x</body></html>"


def canonical(url: str) -> str:
    return page(f'<link rel="canonical" href="{url}">')


@dataclass(frozen=True, kw_only=True)
class Built:
    """What a folder gave."""

    folder: BuiltFolder
    settings: Settings
    pages: BuiltPages
    plan: Plan

    @property
    def locs(self) -> list[str]:
        return [entry.loc for entry in self.plan.entries]

    @property
    def reasons(self) -> dict[str, str]:
        """Why files are not listed, by their names."""
        names = {id(page): name for name, page in self.pages.pages.items()}
        return {names[id(each.page)]: each.reason for each in self.plan.left_out}

    @property
    def problems(self) -> list[str]:
        every = (*self.pages.problems, *self.plan.problems)
        return [f"{problem.level} {problem}" for problem in every]


Build = Callable[..., Built]


@pytest.fixture
def write(tmp_path: Path) -> Callable[[Mapping[str, str | bytes]], Path]:
    """Write files into the folder `site`, by their names."""

    def write_files(files: Mapping[str, str | bytes]) -> Path:
        for name, content in files.items():
            file = tmp_path / "site" / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content.encode() if isinstance(content, str) else content)
        return tmp_path / "site"

    return write_files


@pytest.fixture
def build(
    write: Callable[[Mapping[str, str | bytes]], Path], host: Host, now: object, tmp_path: Path
) -> Build:
    """Read a folder with these files, and plan its sitemaps; options by their names."""
    own = ("url_style", "source_folder", "source_patterns")
    command = replace(host, section_by_choices=("path", "none"), own_options=own, folder=tmp_path)

    def build_folder(files: Mapping[str, str | bytes], **options: object) -> Built:
        folder = write(files)
        built = read_folder(folder, lambda _more, _total: None)
        language = built.default_language
        settings = read_settings(options, replace(command, default_language=language)).settings
        assert settings is not None
        pages = pages_of(built, settings)
        plan = plan_sitemaps(
            pages.pages.values(),
            settings,
            now=now,  # type: ignore[arg-type]
            existing=partial(read, folder),
        )
        return Built(folder=built, settings=settings, pages=pages, plan=plan)

    return build_folder
