from __future__ import annotations

import pytest

from sitemap_plus.built_folder.why import Answer, answer
from tests.core.built_folder.conftest import SITE, Build, Built, page


@pytest.fixture
def built(build: Build, tmp_path) -> Built:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "a.md").write_text("---\nlastmod: 2024-01-08\n---\n")
    files = {
        "index.html": page(),
        "a/index.html": page(),
        "hidden.html": page('<meta name="robots" content="noindex">'),
        "feed.xml": "<rss/>",
        "real/b.html": page(),
    }
    extra = {"extra_urls": ["/app"], "source_folder": "docs", "exclude": ["/real/"]}
    built = build(files, **extra)
    (built.folder.folder / "latest").symlink_to("real")
    return built


def ask(built: Built, asked: str) -> Answer:
    return answer(asked, built.folder.folder, built.pages.pages, built.plan, built.settings)


@pytest.mark.parametrize(
    "asked",
    [f"{SITE}a/", f"{SITE}a", "/a/", "a", "a/index.html", f"{SITE}%61/", "{folder}/a/index.html"],
)
def test_a_listed_page_is_found_under_all_its_names(built: Built, asked: str) -> None:
    asked = asked.format(folder=built.folder.folder)
    assert ask(built, asked) == Answer(
        asked=asked,
        is_listed=True,
        url=f"{SITE}a/",
        file="a/index.html",
        reason="section main, lastmod 2024-01-08 from metadata, made from a.md",
    )


@pytest.mark.parametrize("asked", [SITE, "/", "", "index.html"])
def test_the_home_page_is_found(built: Built, asked: str) -> None:
    answered = ask(built, asked)
    assert (answered.file, answered.reason) == ("index.html", "section main, no lastmod")


@pytest.mark.parametrize(
    ("asked", "reason"),
    [
        ("hidden.html", "it says noindex"),
        ("/real/b.html", "a rule of the option exclude matches it"),
        ("feed.xml", "it is no HTML file; the option extra_urls can list it"),
        ("latest/b.html", "it lies behind the link latest, which is not followed"),
        ("/nowhere/", "there is no such page in {folder}"),
        ("https://other.example/a/", "there is no such page in {folder}"),
        ("../docs/a.md", "there is no such page in {folder}"),
        ("https://[", "there is no such page in {folder}"),
        ("a\0b", "there is no such page in {folder}"),
    ],
)
def test_what_is_not_listed_has_its_reason(built: Built, asked: str, reason: str) -> None:
    answered = ask(built, asked)
    assert not answered.is_listed
    assert answered.reason == reason.format(folder=built.folder.folder)


def test_an_address_of_the_users_is_told_from_a_page(built: Built) -> None:
    answered = ask(built, "/app")
    assert (answered.is_listed, answered.url, answered.file) == (True, f"{SITE}app", None)
    assert answered.reason == "section main, added by the settings"


def test_where_one_stands_a_file_is_found(built: Built, monkeypatch) -> None:
    monkeypatch.chdir(built.folder.folder / "a")
    assert ask(built, "./index.html").file == "index.html"
    monkeypatch.chdir(built.folder.folder.parent)
    assert ask(built, "site/a/index.html").file == "a/index.html"
