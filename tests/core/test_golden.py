"""Whole builds as data: a folder a case in `tests/golden`, whose README says what is in it."""

from __future__ import annotations

import gzip
import shutil
import sys
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from sitemap_plus import Host, Page, plan_sitemaps, read, read_settings, stylesheet, write

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib  # comes with pytest

GOLDEN = Path(__file__).parents[1] / "golden"
CASES = sorted(folder.parent.name for folder in GOLDEN.glob("*/input.toml"))


def page_of(case: Path, fields: Mapping[str, Any]) -> Page:
    built = fields.get("built_file")
    lists = {name: tuple(fields.get(name, ())) for name in ("translations", "lists")}
    return Page(**{**fields, **lists, "built_file": None if built is None else case / built})


def build(case: Path, folder: Path, host: Host, now: datetime) -> Iterator[str]:
    """Builds the case into the folder, and says what there is to say."""
    given = tomllib.loads((case / "input.toml").read_text("utf-8"))
    reading = read_settings(given.get("options", {}), replace(host, **given.get("host", {})))
    yield from (f"{problem.level}: {problem}" for problem in reading.problems)
    if reading.settings is None:
        return
    pages = [page_of(case, fields) for fields in given.get("pages", [])]
    existing = partial(read, folder)
    taken = given.get("taken", [])
    plan = plan_sitemaps(pages, reading.settings, now=now, existing=existing, taken=taken)
    yield from (f"{problem.level}: {problem}" for problem in plan.problems)
    yield from (f"left out: {each.page.name}: {each.reason}" for each in plan.left_out)
    written = write(folder, plan.files, plan.obsolete)
    yield from (f"removed: {name}" for name in written.removed)


def contents(folder: Path) -> dict[str, bytes]:
    return {
        file.relative_to(folder).as_posix(): file.read_bytes()
        for file in folder.rglob("*")
        if file.is_file()
    }


def identities(folder: Path) -> dict[Path, tuple[int, int]]:
    return {file: (file.stat().st_ino, file.stat().st_mtime_ns) for file in folder.glob("*.*")}


def stood_for(name: str, content: bytes, found: Mapping[str, bytes]) -> bytes:
    """What an empty file of the case stands for."""
    if name.endswith(".gz"):
        return found[name.removesuffix(".gz")]
    return stylesheet.content() if name == stylesheet.NAME and not content else content


def uncompressed(name: str, content: bytes) -> bytes:
    return gzip.decompress(content) if name.endswith(".gz") else content


@pytest.mark.parametrize("name", CASES)
def test_a_build_leaves_what_its_folder_holds(
    name: str, tmp_path: Path, host: Host, now: datetime
) -> None:
    case = GOLDEN / name
    site = tmp_path / "site"
    shutil.copytree(case / "before", site) if (case / "before").exists() else site.mkdir()
    told = "".join(f"{line}\n" for line in build(case, site, host, now))
    assert told == (case / "told.txt").read_text("utf-8")
    found = {each: uncompressed(each, content) for each, content in contents(site).items()}
    assert found == {
        each: stood_for(each, content, found) for each, content in contents(case / "after").items()
    }


@pytest.mark.parametrize("name", CASES)
def test_a_second_build_changes_nothing(
    name: str, tmp_path: Path, host: Host, now: datetime
) -> None:
    case = GOLDEN / name
    site = tmp_path / "site"
    shutil.copytree(case / "before", site) if (case / "before").exists() else site.mkdir()
    list(build(case, site, host, now))
    before = contents(site), identities(site)
    assert not [line for line in build(case, site, host, now) if line.startswith("removed")]
    assert (contents(site), identities(site)) == before


def test_there_are_cases() -> None:
    assert len(CASES) > 9
