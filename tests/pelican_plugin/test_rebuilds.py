"""Builds that follow another one: over its output, in its process, after its crash."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from pelican import Pelican
from pelican.generators import PelicanTemplateNotFound

from tests.pelican_plugin.conftest import Blog, Build, post

POSTS = {
    "a.md": post("A", "Date: 2024-01-08", "Tags: x"),
    "b.md": post("B", "Date: 2024-01-09", "Category: two"),
}


@pytest.mark.report("DEP-03")
def test_sitemaps_that_a_smaller_site_needs_no_more_are_gone(
    make_blog: Callable[..., Blog],
) -> None:
    blog = make_blog(POSTS, {"max_urls": 1, "gzip": "all", "text": True})
    large = blog.build()
    (blog.folder / "content/a.md").unlink()
    small = blog.build(DIRECT_TEMPLATES=["index"])
    plain = blog.build(DIRECT_TEMPLATES=["index"], SITEMAP_PLUS={"section_by": "none"})

    assert {"sitemap-tags.xml", "sitemap-articles.2.xml.gz"} <= large.names
    assert {name for name in small.names if name.endswith(".xml")} == {
        *("sitemap.xml", "sitemap-articles.xml", "sitemap-categories.xml", "sitemap-pages.xml"),
    }
    assert {name for name in plain.names if name.endswith((".xml", ".gz"))} == {"sitemap.xml"}


@pytest.mark.report("BLD-01")
def test_pages_that_only_an_older_build_wrote_are_not_listed(
    make_blog: Callable[..., Blog],
) -> None:
    blog = make_blog(POSTS)
    before = blog.build()
    (blog.folder / "content/b.md").unlink()
    blog.write({"a.md": post("A", "Date: 2024-01-08", "Sitemap: no")})
    after = blog.build()

    assert {"a.html", "b.html"} <= before.paths
    assert {"a.html", "b.html", "category/two.html"}.isdisjoint(after.paths)
    assert (blog.output / "b.html").exists()


def test_an_emptied_output_folder_is_filled_again(make_blog: Callable[..., Blog]) -> None:
    blog = make_blog(POSTS, DELETE_OUTPUT_DIRECTORY=True)

    assert blog.build().files == blog.build().files


@pytest.mark.report("BLD-06")
@pytest.mark.report("BLD-10")
def test_a_second_run_of_the_same_object_changes_no_file(make_blog: Callable[..., Blog]) -> None:
    blog = make_blog(POSTS, {"gzip": "all", "text": True})
    pelican = Pelican(blog.settings())
    states = []
    for _ in range(3):
        pelican.run()
        ours = [*blog.output.glob("sitemap*"), blog.output / "robots.txt"]
        states.append({file.name: (file.stat().st_mtime_ns, file.stat().st_ino) for file in ours})

    assert states[0] == states[1] == states[2]
    assert len(states[0]) > len(POSTS)


def test_two_sites_in_one_process_do_not_mix(make_blog: Callable[..., Blog]) -> None:
    one = make_blog({"one.md": post("One", "Date: 2024-01-08")})
    two = make_blog({"two.md": post("Two", "Date: 2024-01-08")}, SITEURL="https://two.example")
    first, second = Pelican(one.settings()), Pelican(two.settings())
    for pelican in (first, second, first):
        pelican.run()

    articles = "sitemap-articles.xml"
    assert b"https://ex.org/one.html" in (one.output / articles).read_bytes()
    assert b"two.html" not in (one.output / articles).read_bytes()
    assert b"https://two.example/two.html" in (two.output / articles).read_bytes()
    assert b"one.html" not in (two.output / articles).read_bytes()


def test_a_site_that_failed_leaves_nothing_to_the_next_nor_to_itself(
    make_blog: Callable[..., Blog],
) -> None:
    broken = make_blog({**POSTS, "a.md": post("A", "Date: 2024-01-08", "Template: gone")})
    pelican = Pelican(broken.settings())
    with pytest.raises(PelicanTemplateNotFound):
        pelican.run()
    after = make_blog({"after.md": post("After", "Date: 2024-01-08")}).build()
    with pytest.raises(PelicanTemplateNotFound):
        pelican.run()
    broken.write({"a.md": post("A", "Date: 2024-01-08")})
    (broken.folder / "content/b.md").unlink()
    pelican.run()

    assert after.sections["sitemap-articles.xml"] == {"after.html"}
    assert broken.state().sections["sitemap-articles.xml"] == {"a.html"}


NESTED = """
from pathlib import Path

from pelican import Pelican, signals
from pelican.settings import read_settings

INNER = Path(__file__).parents[1] / "inner" / "pelicanconf.py"
is_inside = False

def build_another(pelican):
    global is_inside
    if not is_inside:
        is_inside = True
        try:
            Pelican(read_settings(str(INNER))).run()
        except Exception as error:
            print("inner site:", error)

def register():
    signals.get_writer.connect(build_another)
"""


def with_inner_site(make_blog: Callable[..., Blog], inner: str, plugins: list[str]) -> Build:
    """Build a blog with a plugin that builds another one, in `inner`, on the way."""
    blog = make_blog(POSTS, files={"plugins/nested.py": NESTED}, PLUGIN_PATHS=["plugins"])
    conf = blog.conf.read_text()
    blog.write(
        {"pelicanconf.py": conf, "content/inner.md": inner, "content/pages/.keep": ""}, "inner"
    )
    blog.conf.write_text(f"{conf}PLUGINS = {plugins}\n")
    return blog.run()


def test_a_site_whose_inner_site_failed_has_all_its_own_pages(
    make_blog: Callable[..., Blog],
) -> None:
    inner = post("Inner", "Date: 2024-01-08", "Template: gone")
    build = with_inner_site(make_blog, inner, ["nested", "sitemap_plus"])

    assert "inner site:" in build.printed
    assert build.sections["sitemap-articles.xml"] == {"a.html", "b.html"}


def test_a_site_that_does_not_use_the_plugin_gets_nothing_for_its_inner_site_that_does(
    make_blog: Callable[..., Blog],
) -> None:
    build = with_inner_site(make_blog, post("Inner", "Date: 2024-01-08"), ["nested"])

    assert build.exit_code == 0
    assert build.names == set()
    assert b"inner.html" in (build.folder / "../inner/output/sitemap-articles.xml").read_bytes()


class Autoreload:
    """`pelican --autoreload`, running."""

    def __init__(self, blog: Blog, printed: Path) -> None:
        self.blog = blog
        self.printed = printed

    def built(self, is_wanted: Callable[[Build], bool]) -> Build:
        """The output as soon as it is as wanted; what it is in the end, if it never is."""
        self._wait(lambda: is_wanted(self.blog.state()))
        for _ in range(100):
            # The next build may be on its way already.
            with suppress(FileNotFoundError):
                before = self.blog.state()
                time.sleep(0.1)
                if self.blog.state().files == before.files:
                    return before
        return self.blog.state()

    def prints(self, text: str) -> bool:
        self._wait(lambda: text in self.printed.read_text())
        return text in self.printed.read_text()

    def _wait(self, is_done: Callable[[], bool]) -> None:
        for tenths in range(1, 400):
            with suppress(Exception):  # a file is being replaced, or isn't there yet
                if is_done():
                    return
            if tenths % 15 == 0:
                # Pelican doesn't see what is edited before it begins to watch.
                self.blog.conf.touch()
                (self.blog.folder / "content/a.md").touch()
            time.sleep(0.1)


@contextmanager
def autoreload(blog: Blog) -> Iterator[Autoreload]:
    printed = blog.folder / "printed"
    with printed.open("w") as stream:
        process = subprocess.Popen(
            blog.command("--autoreload"),
            cwd=blog.folder,
            env=blog.environment({"PYTHONUNBUFFERED": "1"}),
            stdout=stream,
            stderr=subprocess.STDOUT,
        )
        try:
            yield Autoreload(blog, printed)
        finally:
            process.terminate()
            process.wait()


@pytest.mark.report("BLD-05")
def test_autoreload_leaves_nothing_over_from_edits_crashes_and_settings(
    make_blog: Callable[..., Blog],
) -> None:
    blog = make_blog(POSTS)
    conf = blog.conf.read_text()
    content = blog.folder / "content"
    with autoreload(blog) as running:
        first = running.built(lambda build: build.lastmods["a.html"] == "2024-01-08")

        blog.write({"a.md": post("A", "Date: 2024-01-08", "Tags: y", "Modified: 2024-02-01")})
        edited = running.built(lambda build: build.lastmods["a.html"] == "2024-02-01")

        (content / "b.md").unlink()
        removed = running.built(lambda build: "b.html" not in build.paths)

        blog.write({"c.md": post("C", "Date: 2024-01-10", "Template: gone")})
        crashed = running.prints("Caught exception")
        blog.write({"c.md": post("C", "Date: 2024-01-10")})
        mended = running.built(lambda build: "c.html" in build.paths)

        blog.conf.write_text(f"{conf}SITEMAP_PLUS = {{'robots': 'perhaps'}}\n")
        refused = running.prints("robots: found 'perhaps'")
        blog.conf.write_text(f"{conf}SITEMAP_PLUS = {{'section_by': 'none'}}\n")
        changed = running.built(lambda build: build.names == {"sitemap.xml", "robots.txt"})

    assert first.paths - edited.paths == {"tag/x.html"}
    assert edited.paths - first.paths == {"tag/y.html"}
    assert edited.paths - removed.paths == {"b.html", "category/two.html"}
    assert crashed
    assert mended.paths - removed.paths == {"c.html"}
    assert refused
    assert changed.names == {"sitemap.xml", "robots.txt"}
    assert changed.paths == mended.paths


def test_autoreload_does_not_begin_with_wrong_settings(make_blog: Callable[..., Blog]) -> None:
    build = make_blog(POSTS, {"robots": "perhaps"}).run("--autoreload")

    assert build.exit_code == 1
    assert "robots: found 'perhaps'" in build.printed
    assert "Traceback" not in build.printed
