"""Files that pymdownx's snippets put into a page date it, too."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest

from tests.mkdocs_plugin.conftest import needs

pytestmark = needs("pymdown-extensions")

OWN = "2024-01-08"
SNIPPETS = {
    "snippets/inline.md": "2024-02-01",
    "snippets/block.md": "2024-02-02",
    "snippets/outer.md": "2024-02-03",
    "snippets/lines.txt": "2024-02-04",
    "snippets/section.py": "2024-02-05",
    "more/second.md": "2024-02-06",
    "snippets/fenced.md": "2024-02-07",
    'snippets/ü "q".md': "2024-02-09",
    "snippets/inner.md": "2024-02-10",
    "snippets/all.md": "2024-03-01",
    "snippets/escaped.md": "2024-03-02",
    "snippets/shadowed.md": "2024-03-04",
    "more/shadowed.md": "2024-03-05",
}
TEXTS = {
    "snippets/outer.md": 'Outer\n\n--8<-- "inner.md"\n',
    "snippets/lines.txt": "one\ntwo\nthree\n",
    "snippets/section.py": "# --8<-- [start:part]\npart = 1\n# --8<-- [end:part]\n",
}
PAGES = {
    "nothing": ("Nothing\n", OWN),
    "inline": ('--8<-- "inline.md"\n', "2024-02-01"),
    "single": ("-8<- 'inline.md'\n", "2024-02-01"),
    "indented": ('- item\n\n    --8<-- "inline.md"\n', "2024-02-01"),
    "block": ("--8<--\ninline.md\nblock.md\n; outer.md\n--8<--\n", "2024-02-02"),
    "nested": ('--8<-- "outer.md"\n', "2024-02-10"),
    "not-nested": ('--8<-- "outer.md:1:1"\n', "2024-02-03"),
    "lines": ('--8<-- "lines.txt:1:2"\n', "2024-02-04"),
    "section": ('--8<-- "section.py:part"\n', "2024-02-05"),
    "second": ('--8<-- "second.md"\n', "2024-02-06"),
    "shadowed": ('--8<-- "shadowed.md"\n', "2024-03-04"),
    "fenced": ('```\n--8<-- "fenced.md"\n```\n', "2024-02-07"),
    "quoted": ("--8<-- 'ü \"q\".md'\n", "2024-02-09"),
    "escaped": (';--8<-- "escaped.md"\n', OWN),
    "in-words": ('see --8<-- "escaped.md" there\n', OWN),
    "commented": ('--8<-- "; escaped.md"\n', OWN),
    "missing": ('--8<-- "gone.md"\n', OWN),
    "outside": ('--8<-- "../theme/main.html"\n', OWN),
    "untracked": ('--8<-- "untracked.md"\n', OWN),
    "several": ('--8<-- "inline.md"\n\ntext\n\n--8<-- "second.md"\n', "2024-02-06"),
}
OPTIONS = {"base_path": ["snippets", "more"], "auto_append": ["all.md"]}


def extension(**options):
    return {"markdown_extensions": [{"pymdownx.snippets": options}]}


def days(build):
    assert build.exit_code == 0, build.output
    return {path[:-1]: date[:10] for path, date in build.values("lastmod").items()}


@pytest.fixture
def site(make_committed, monkeypatch):
    docs = {f"{name}.md": text for name, (text, _) in PAGES.items()}
    snippets = {name: TEXTS.get(name, "Text\n") for name in SNIPPETS}
    site, repository = make_committed(docs, files=snippets, **extension(**OPTIONS))
    for name, day in sorted(SNIPPETS.items(), key=lambda item: item[1]):
        repository.commit(day, {name: snippets[name] + "More\n"})
    site.write({"snippets/untracked.md": "Text\n"})
    # Its paths are relative to where the command runs.
    monkeypatch.chdir(site.folder)
    return site


def test_a_page_changes_with_what_it_includes_and_with_nothing_else(site):
    build = site.build("--strict")
    assert days(build) == {name: day for name, (_, day) in PAGES.items()}
    assert build.notes == []


def test_a_dirty_build_reads_what_pages_include_that_it_does_not_render(site):
    whole = site.build("--strict").files
    assert site.build("--dirty").files == whole


@pytest.mark.parametrize(("sources", "readings"), [(["git"], 2), (["metadata"], 1)])
def test_snippets_are_looked_for_where_git_is_a_source(
    make_committed, monkeypatch, sources, readings
):
    from pymdownx.snippets import SnippetPreprocessor

    read, texts = SnippetPreprocessor.run, []
    monkeypatch.setattr(
        SnippetPreprocessor, "run", lambda self, lines: read(self, texts.append(lines) or lines)
    )
    docs = {"a.md": '--8<-- "a.txt"\n', "b.md": "Text\n"}
    site, _ = make_committed(
        docs, {"lastmod": sources}, files={"a.txt": "Text"}, **extension(base_path=".")
    )
    monkeypatch.chdir(site.folder)
    site.build("--strict")
    assert [lines[0] for lines in texts].count('--8<-- "a.txt"') == readings
    # MkDocs' own reading of a page that has none.
    assert len(texts) == readings + 1


def test_without_the_extension_the_lines_are_text(make_committed, monkeypatch):
    site, repository = make_committed({"a.md": '--8<-- "a.txt"\n'}, files={"a.txt": "Text"})
    repository.commit("2024-02-02", {"a.txt": "More"})
    monkeypatch.chdir(site.folder)
    assert days(site.build("--strict")) == {"a": OWN}


def test_in_a_shallow_clone_a_snippet_can_leave_a_page_without_a_date(make_committed, monkeypatch):
    docs = {"a.md": '--8<-- "a.txt"\n', "b.md": '--8<-- "b.txt"\n'}
    site, repository = make_committed(
        docs, files={"a.txt": "Text", "b.txt": "Text"}, **extension(base_path=".")
    )
    repository.commit("2024-02-01", {"a.txt": "More", "b.txt": "More"})
    repository.commit("2024-02-02", {"docs/a.md": f"# A\n\n{docs['a.md']}"})
    clone = repository.clone(f"{site.folder.name}-shallow", "--depth=2")
    monkeypatch.chdir(clone.folder)
    build = replace(site, folder=clone.folder).build("--strict")
    # The snippets seem to be of the clone's oldest commit: they are that old, or older.
    assert days(build) == {"a": "2024-02-02"}
    (note,) = build.notes
    assert "to date 1 of 2 pages" in note


RELATIVE = """
site_name: Example
site_url: https://ex.org/
theme: {name: null, custom_dir: theme}
plugins: [sitemap_plus]
markdown_extensions:
  - pymdownx.snippets:
      base_path:
        - !relative
        - !relative $docs_dir
        - !relative $config_dir/shared
"""


def test_paths_relative_to_the_page_are_those_of_the_page(make_committed, monkeypatch):
    docs = {
        "one/a.md": '--8<-- "part.txt"\n',
        "two/a.md": '--8<-- "part.txt"\n',
        "b.md": '--8<-- "two/part.txt"\n',
        "c.md": '--8<-- "shared.txt"\n',
        "one/part.txt": "One",
        "two/part.txt": "Two",
    }
    site, repository = make_committed(
        docs, files={"mkdocs.yml": RELATIVE, "shared/shared.txt": "Shared"}
    )
    repository.commit("2024-02-01", {"docs/one/part.txt": "One, again"})
    repository.commit("2024-02-02", {"docs/two/part.txt": "Two, again"})
    repository.commit("2024-02-03", {"shared/shared.txt": "Shared, again"})
    monkeypatch.chdir("/")
    build = site.build("--strict")
    assert days(build) == {
        "one/a": "2024-02-01",
        "two/a": "2024-02-02",
        "b": "2024-02-02",
        "c": "2024-02-03",
    }
    assert site.build("--dirty").files == build.files


OF_NO_PAGE = """
def on_env(env, config, files):
    page = files.src_uris["a.md"].page
    config.plugins.on_page_markdown('--8<-- "a.txt"', page=page, config=config, files=files)
"""


def test_a_plugin_that_shows_text_outside_of_its_page_ends_no_build(make_committed):
    site, _ = make_committed(
        {"a.md": "Text\n"},
        files={"mkdocs.yml": f"{RELATIVE}hooks: [hook.py]\n", "hook.py": OF_NO_PAGE},
    )
    assert days(site.build("--strict")) == {"a": OWN}


LANGUAGES = [
    {"locale": "en", "default": True, "name": "English"},
    {"locale": "fr", "name": "Français"},
]


@needs("mkdocs-static-i18n")
def test_each_language_of_a_page_changes_with_what_it_includes_itself(make_committed, monkeypatch):
    site, repository = make_committed(
        {"a.md": '--8<-- "en.txt"\n', "a.fr.md": '--8<-- "fr.txt"\n', "index.md": "# Home\n"},
        files={"en.txt": "Text", "fr.txt": "Texte"},
        theme={"name": "mkdocs"},
        before=[{"i18n": {"docs_structure": "suffix", "languages": LANGUAGES}}],
        **extension(base_path="."),
    )
    repository.commit("2024-02-01", {"en.txt": "More text"})
    repository.commit("2024-02-02", {"fr.txt": "Plus de texte"})
    monkeypatch.chdir(site.folder)
    build = site.build("--strict")
    assert days(build) == {"": OWN, "fr": OWN, "a": "2024-02-01", "fr/a": "2024-02-02"}
    assert site.build("--dirty").files == build.files


class Requests(BaseHTTPRequestHandler):
    """Serves one text, and counts."""

    count = 0

    def do_GET(self):
        type(self).count += 1
        self.send_response(200)
        self.send_header("Content-Length", "4")
        self.end_headers()
        self.wfile.write(b"Text")

    def log_message(self, *_):
        pass


@contextmanager
def serving():
    with ThreadingHTTPServer(("127.0.0.1", 0), Requests) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/a.txt"
        finally:
            server.shutdown()
            thread.join()


def test_nothing_is_fetched_for_us_where_snippets_come_from_the_network(make_committed):
    with serving() as url:
        site, _ = make_committed(
            {"a.md": f'--8<-- "{url}"\n'}, **extension(url_download=True, check_paths=True)
        )
        build = site.build("--strict")
        by_the_page = Requests.count
        assert "Text" in (build.folder / "a/index.html").read_text()
        # It renders no page, and asks what each includes all the same.
        assert site.build("--dirty").files == build.files
    assert by_the_page == 1
    assert Requests.count == 1
    assert days(build) == {"a": OWN}
