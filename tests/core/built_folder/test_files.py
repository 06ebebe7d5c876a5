from __future__ import annotations

import os
from pathlib import Path

import pytest

from sitemap_plus.built_folder.files import file_names, html_files, no_page


def listed(folder: Path) -> list[str]:
    return [file.name for file in html_files(folder) if file.unlisted is None]


def test_html_files_come_in_order_whatever_their_case(write) -> None:
    files = ["b.html", "a/index.html", "a.HTM", "c.xhtml", "d.xml", "e.txt", "html", "f.html.gz"]
    assert listed(write(dict.fromkeys(files, ""))) == ["a.HTM", "a/index.html", "b.html", "c.xhtml"]


@pytest.mark.report("EXC-09")
@pytest.mark.report("EXC-10")
@pytest.mark.report("EXC-12")
@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("404.html", "it is the host's error page"),
        ("404/index.html", "it is the host's error page"),
        ("de/404.html", "it is the host's error page"),
        ("pt_BR/404.html", "it is the host's error page"),
        ("500.html", "it is the host's error page"),
        ("50x.html", "it is the host's error page"),
        ("search.html", "it is the site's search page"),
        ("search/index.html", "it is the site's search page"),
        ("en/latest/search.html", "it is the site's search page"),
        ("v2.0/search/index.html", "it is the site's search page"),
        ("genindex.html", "it is an index that Sphinx makes of names"),
        ("genindex-A.html", "it is an index that Sphinx makes of names"),
        ("genindex/index.html", "it is an index that Sphinx makes of names"),
        ("py-modindex.html", "it is an index that Sphinx makes of names"),
        ("en/stable/py-modindex/index.html", "it is an index that Sphinx makes of names"),
        ("google0123456789abcdef.html", "it proves to a search engine whose site this is"),
        ("yandex_0123456789abcdef.html", "it proves to a search engine whose site this is"),
        ("pinterest-0a1b2.html", "it proves to a search engine whose site this is"),
        ("_modules/a/b.html", "it lies in _modules, a folder for files that are no pages"),
        ("a/_static/b.html", "it lies in _static, a folder for files that are no pages"),
        (".git/b.html", "it lies in .git, a folder for files that are no pages"),
    ],
)
def test_a_name_can_say_that_a_file_is_no_page(tmp_path: Path, name: str, reason: str) -> None:
    assert no_page(tmp_path, name) == reason


@pytest.mark.parametrize(
    "name",
    [
        "index.html",
        "guide/search.html",
        "guide/search/index.html",
        "searching.html",
        "research.html",
        "errors/404.html",
        "http/500/index.html",
        "5000.html",
        "1984.html",
        "genindexes.html",
        "google.html",
        "google-maps.html",
        "yandex.html",
        "a_b/_c.html",
        "2024/01/08/index.html",
    ],
)
def test_a_name_that_only_looks_like_it_says_nothing(tmp_path: Path, name: str) -> None:
    assert no_page(tmp_path, name) is None


def test_no_link_leads_out_of_the_folder(write, tmp_path: Path) -> None:
    folder = write({"a.html": "", "b/c.html": ""})
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside" / "secret.html").write_text("")
    (folder / "file.html").symlink_to(tmp_path / "outside" / "secret.html")
    (folder / "inside.html").symlink_to("a.html")
    (folder / "broken.html").symlink_to("nowhere.html")
    (folder / "out").symlink_to(tmp_path / "outside")
    (folder / "latest").symlink_to("b")
    (folder / "circle").symlink_to(".")
    os.mkfifo(folder / "pipe.html")
    assert listed(folder) == ["a.html", "b/c.html", "inside.html"]
    assert no_page(folder, "file.html") == "it is a link to a file outside of the folder"


def test_a_folder_of_pages_can_be_a_link_itself(write, tmp_path: Path) -> None:
    write({"a.html": ""})
    (tmp_path / "link").symlink_to("site")
    (tmp_path / "link" / "b.html").symlink_to("a.html")
    assert listed(tmp_path / "link") == ["a.html", "b.html"]


def test_a_folder_that_is_not_there_is_no_empty_folder(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        list(file_names(tmp_path / "nowhere"))


@pytest.mark.skipif(os.name == "nt", reason="such names can't be there")
def test_names_are_their_bytes(write) -> None:
    folder = write({"a.html": ""})
    name = os.fsdecode(b"\xff\n?#%.html")
    (folder / name).write_text("")
    assert listed(folder) == ["a.html", name]
