"""A blog of thousands of pages, and of every kind of name."""

from __future__ import annotations

import cProfile
import pstats
from collections.abc import Callable, Iterator
from html import escape
from itertools import product
from urllib.parse import unquote

import pytest

from tests.pelican_plugin.conftest import Blog

WORDS = [
    "straight",
    "two words",
    "Größe",
    "中文",
    "R&D",
    "it's",
    'the "best"',
    "100%",
    "a+b",
    "ß/ü",
]
BARE = {
    "article.html": "{{ article.content }}",
    "index.html": "{{ articles_page.number }}",
    "tag.html": "{{ tag }}",
    "category.html": "{{ category }}",
    "author.html": "{{ author }}",
    "period_archives.html": "{{ period }}",
}


def posts(count: int) -> Iterator[tuple[str, str]]:
    """Posts of a handful of tags and categories, with titles of all sorts; HTML is read fastest."""
    for number, (year, day, word) in zip(
        range(count), product(range(1970, 2024), range(1, 32), WORDS), strict=False
    ):
        metadata = {
            "date": f"{year}-01-{day:02}",
            "tags": f"tag {number % 7}, {word}",
            "category": word,
        }
        metas = (
            f'<meta name="{key}" content="{escape(value)}">' for key, value in metadata.items()
        )
        head = f"<title>{escape(word)} {number}</title>{''.join(metas)}"
        yield f"{number:04}.html", f"<html><head>{head}</head><body>Text.</body></html>"


@pytest.fixture(scope="module")
def blog_of(make_blog: Callable[..., Blog]) -> Callable[[int], Blog]:
    """Make a blog of so many posts."""

    def make(count: int) -> Blog:
        return make_blog(
            dict(posts(count)),
            {"paginated": True},
            files={f"theme/{name}": text for name, text in BARE.items()},
            THEME_TEMPLATES_OVERRIDES=["theme"],
            DIRECT_TEMPLATES=["index"],
            DEFAULT_PAGINATION=10,
            SLUGIFY_USE_UNICODE=True,
            YEAR_ARCHIVE_SAVE_AS="{date:%Y}/index.html",
        )

    return make


def calls(blog: Blog) -> int:
    """How often functions of ours are called in a build; unlike time, always the same."""
    profile = cProfile.Profile()
    profile.runcall(blog.build)
    stats = pstats.Stats(profile).stats  # type: ignore[attr-defined]
    return sum(called for (file, *_), (_, called, *_) in stats.items() if "sitemap_plus" in file)


def test_every_file_is_listed_once_under_its_address(blog_of: Callable[[int], Blog]) -> None:
    build = blog_of(1_500).build()
    files = {file.relative_to(build.folder).as_posix() for file in build.folder.rglob("*.html")}
    listed = {unquote(path) for path in build.paths}

    assert {f"{path}index.html" if path[-1:] in {"", "/"} else path for path in listed} == files
    assert len(build.sections["sitemap-articles.xml"]) == 1_500
    assert all(path.isascii() for path in build.paths)
    assert build.warnings == []


def test_the_work_grows_with_the_posts_and_no_faster(blog_of: Callable[[int], Blog]) -> None:
    few, many = calls(blog_of(70)), calls(blog_of(280))

    assert few > 70
    assert many / few < 4.4
