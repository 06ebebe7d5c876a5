from __future__ import annotations

import gzip
import os
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from sitemap_plus import (
    OutputError,
    OutputFile,
    Written,
    read,
    render,
    sitemaps_of_others,
    write,
)

OURS = render.MARKER + b"<urlset/>"
THEIRS = b"<urlset/>"


def file(name: str, *chunks: bytes) -> OutputFile:
    return OutputFile(name=name, chunks=lambda: chunks)


def raising(name: str, error: BaseException) -> OutputFile:
    def chunks() -> Iterator[bytes]:
        yield b"half of it"
        raise error

    return OutputFile(name=name, chunks=chunks)


def contents(folder: Path) -> dict[str, bytes]:
    return {each.name: each.read_bytes() for each in folder.iterdir() if each.is_file()}


def identity(path: Path) -> tuple[int, int, int]:
    found = path.stat()
    return found.st_ino, found.st_mtime_ns, stat.S_IMODE(found.st_mode)


def test_files_are_written_whole_and_nothing_else_stays_behind(tmp_path: Path) -> None:
    written = write(tmp_path, [file("sitemap-b.xml", b"a", b"", b"b"), file("robots.txt")])
    assert written == Written(changed=("robots.txt", "sitemap-b.xml"), unchanged=(), removed=())
    assert contents(tmp_path) == {"sitemap-b.xml": b"ab", "robots.txt": b""}


def test_nothing_to_write_is_nothing_written(tmp_path: Path) -> None:
    assert write(tmp_path, []) == Written(changed=(), unchanged=(), removed=())


@pytest.mark.report("BLD-10")
def test_a_file_whose_bytes_are_there_already_is_not_touched(tmp_path: Path) -> None:
    files = [file("sitemap.xml", b"a" * 200_000), file("sitemap_index.xml", b"b")]
    write(tmp_path, files)
    before = {name: identity(tmp_path / name) for name in contents(tmp_path)}
    changed = file("sitemap_index.xml", b"c")
    assert write(tmp_path, [files[0], changed]) == Written(
        changed=("sitemap_index.xml",), unchanged=("sitemap.xml",), removed=()
    )
    assert identity(tmp_path / "sitemap.xml") == before["sitemap.xml"]
    assert (tmp_path / "sitemap_index.xml").stat().st_ino != before["sitemap_index.xml"][0]


@pytest.mark.parametrize("size", [0, 1, 1 << 16, (1 << 16) + 1, 1 << 17])
def test_one_other_byte_is_a_change_wherever_it_stands(tmp_path: Path, size: int) -> None:
    for last in (b"a", b"b", b"", b"cc"):
        content = b"x" * size + last
        assert write(tmp_path, [file("sitemap.xml", content)]).changed == ("sitemap.xml",)
        assert (tmp_path / "sitemap.xml").read_bytes() == content


def test_a_change_is_seen_though_size_and_time_are_the_same(tmp_path: Path) -> None:
    def with_old_time(content: bytes) -> OutputFile:
        def chunks() -> Iterator[bytes]:
            yield content * (1 << 20)  # more than any buffer holds back
            for each in tmp_path.iterdir():
                os.utime(each, (1_700_000_000, 1_700_000_000))

        return OutputFile(name="sitemap.xml", chunks=chunks)

    for content in (b"a", b"a", b"b"):
        write(tmp_path, [with_old_time(content)])
    assert (tmp_path / "sitemap.xml").read_bytes() == b"b" * (1 << 20)


@pytest.mark.parametrize(("umask", "mode"), [(0o022, 0o644), (0o077, 0o600), (0o002, 0o664)])
def test_a_new_file_has_the_mode_that_the_umask_gives(
    tmp_path: Path, umask: int, mode: int
) -> None:
    before = os.umask(umask)
    try:
        write(tmp_path, [file("sitemap.xml", b"a")])
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "sitemap.xml").stat().st_mode) == mode


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o444])
def test_a_file_that_is_replaced_keeps_its_mode(tmp_path: Path, mode: int) -> None:
    target = tmp_path / "sitemap.xml"
    target.write_bytes(b"old")
    target.chmod(mode)
    write(tmp_path, [file("sitemap.xml", b"new")])
    assert target.read_bytes() == b"new"
    assert stat.S_IMODE(target.stat().st_mode) == mode


@pytest.mark.parametrize("link", [os.link, os.symlink])
def test_a_users_file_behind_a_link_stays_as_it_is(
    tmp_path: Path, link: Callable[[Path, Path], None]
) -> None:
    source = tmp_path / "content" / "robots.txt"
    output = tmp_path / "output"
    source.parent.mkdir()
    output.mkdir()
    source.write_bytes(b"User-agent: *\n")
    before = identity(source)
    link(source, output / "robots.txt")
    assert read(output, "robots.txt") == b"User-agent: *\n"
    assert write(output, [file("robots.txt", b"User-agent: *\n")]).unchanged == ("robots.txt",)
    write(output, [file("robots.txt", b"changed")])
    assert contents(output) == {"robots.txt": b"changed"}
    assert not (output / "robots.txt").is_symlink()
    assert (source.read_bytes(), identity(source)) == (b"User-agent: *\n", before)


@pytest.mark.parametrize("link", [os.link, os.symlink])
def test_a_stale_link_goes_and_what_it_leads_to_stays(
    tmp_path: Path, link: Callable[[Path, Path], None]
) -> None:
    source = tmp_path / "kept.xml"
    source.write_bytes(OURS)
    link(source, tmp_path / "sitemap-old.xml")
    assert write(tmp_path, []).removed == ("sitemap-old.xml",)
    assert contents(tmp_path) == {"kept.xml": OURS}


def test_a_link_that_leads_nowhere_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "sitemap.xml").symlink_to(tmp_path / "missing.xml")
    write(tmp_path, [file("sitemap.xml", b"new")])
    assert contents(tmp_path) == {"sitemap.xml": b"new"}


@pytest.mark.report("DEP-03")
def test_stale_sitemaps_of_ours_go_and_those_of_others_never(tmp_path: Path) -> None:
    kept = {
        "sitemap.xml": b"new",
        "sitemap-blog.xml": b"new",
        "sitemap-theirs.xml": THEIRS,
        "sitemap-far.xml": THEIRS + b" " * 1_000 + OURS,
        "sitemap-theirs.xml.gz": gzip.compress(THEIRS),
        "sitemap-plain.xml.gz": THEIRS,
        "sitemap-empty.xml.gz": b"",
        "sitemap-empty.xml": b"",
        "mysitemap.xml": OURS,
        "sitemap.xsl": OURS,
        "sitemap.txt": OURS,
        "sitemap.html": OURS,
        "feed.xml": OURS,
    }
    stale = {
        "sitemap-old.xml": OURS,
        "sitemap-blog.2.xml": b'<?xml version="1.0" encoding="UTF-8"?>\n' + OURS,
        "sitemap-old.xml.gz": b"".join(render.gzipped([OURS, os.urandom(5_000)])),
        "sitemap_index.xml": OURS,
    }
    for name, content in {**kept, **stale}.items():
        (tmp_path / name).write_bytes(content)
    (tmp_path / "sitemap-folder.xml").mkdir()
    (tmp_path / "blog").mkdir()
    (tmp_path / "blog" / "sitemap-old.xml").write_bytes(OURS)
    written = write(tmp_path, [file("sitemap.xml", b"new"), file("sitemap-blog.xml", b"new")])
    assert written.removed == tuple(sorted(stale))
    assert contents(tmp_path) == kept
    assert (tmp_path / "blog" / "sitemap-old.xml").exists()


@pytest.mark.report("MAT-08")
def test_obsolete_files_go_whoever_wrote_them_unless_they_are_written(tmp_path: Path) -> None:
    for name in ("robots.txt", "sitemap.xml.gz", "sitemap.xml"):
        (tmp_path / name).write_bytes(THEIRS)
    (tmp_path / "folder").mkdir()
    obsolete = ["robots.txt", "sitemap.xml.gz", "sitemap.xml", "missing.txt", "folder"]
    written = write(tmp_path, [file("sitemap.xml", b"new")], obsolete)
    assert written.removed == ("robots.txt", "sitemap.xml.gz")
    assert contents(tmp_path) == {"sitemap.xml": b"new"}
    assert (tmp_path / "folder").is_dir()


def test_sitemaps_of_others_are_those_without_our_marker(tmp_path: Path) -> None:
    for name, content in {
        "sitemap.xml": THEIRS,
        "sitemap.xml.gz": gzip.compress(THEIRS),
        "sitemap-blog.xml": OURS,
        "sitemap-blog.xml.gz": b"".join(render.gzipped([OURS])),
        "feed.xml": THEIRS,
        "robots.txt": b"",
    }.items():
        (tmp_path / name).write_bytes(content)
    assert sitemaps_of_others(tmp_path) == {"sitemap.xml", "sitemap.xml.gz"}


@pytest.fixture
def built(tmp_path: Path) -> Path:
    """A folder as an earlier build left it."""
    write(tmp_path, [file("sitemap-a.xml", OURS), file("sitemap.xml", OURS, b"old")])
    (tmp_path / "sitemap-old.xml").write_bytes(OURS)
    return tmp_path


@pytest.mark.parametrize("error", [ValueError("no"), KeyboardInterrupt(), MemoryError()])
def test_content_that_fails_midway_leaves_everything_as_it_was(
    built: Path, error: BaseException
) -> None:
    before = contents(built)
    with pytest.raises(type(error)):
        write(
            built,
            [file("sitemap.xml", b"new"), raising("sitemap-a.xml", error), file("robots.txt")],
        )
    assert contents(built) == before


@pytest.mark.parametrize(
    "error", [OSError(28, "No space left on device"), PermissionError(13, "Permission denied", "f")]
)
def test_a_disk_that_fails_midway_leaves_everything_as_it_was(built: Path, error: OSError) -> None:
    before = contents(built)
    with pytest.raises(OutputError, match=f"can't be written: {error.strerror}"):
        write(built, [file("sitemap.xml", b"new"), raising("sitemap-a.xml", error)])
    assert contents(built) == before


def test_a_folder_in_a_files_place_is_a_clear_error_and_the_rest_stays_whole(built: Path) -> None:
    (built / "robots.txt").mkdir()
    before = contents(built)
    with pytest.raises(OutputError) as caught:
        write(built, [file("sitemap.xml", b"new"), file("robots.txt", b"a"), file("a.xml", b"a")])
    assert str(caught.value) == f"{built / 'robots.txt'} can't be written: Is a directory"
    assert contents(built) == before


def test_a_folder_where_a_temporary_file_would_be_is_a_clear_error(built: Path) -> None:
    names: list[str] = []
    probe = OutputFile(name="sitemap.xml", chunks=lambda: names.extend(contents(built)) or [])
    write(built, [file("sitemap-a.xml", OURS), probe])
    for name in set(names) - set(contents(built)) - {"sitemap-old.xml"}:
        (built / name).mkdir()
    before = contents(built)
    with pytest.raises(OutputError, match=r"can't be written"):
        write(built, [file("sitemap.xml", b"new")])
    assert contents(built) == before


@pytest.mark.parametrize("is_file", [True, False])
def test_a_file_in_the_folders_place_and_no_folder_are_clear_errors(
    tmp_path: Path, is_file: bool
) -> None:
    folder = tmp_path / "site"
    if is_file:
        folder.write_bytes(b"a file")
    with pytest.raises(OutputError, match=r"site.* can't be written: (Not a directory|No such)"):
        write(folder, [file("sitemap.xml", b"a")])
    with pytest.raises(OutputError, match=r"site.* can't be written: (Not a directory|No such)"):
        write(folder, [])
    assert contents(tmp_path) == ({"site": b"a file"} if is_file else {})


def test_what_a_killed_build_left_behind_is_cleared_away(tmp_path: Path) -> None:
    names: list[str] = []
    write(
        tmp_path,
        [OutputFile(name="sitemap.xml", chunks=lambda: names.extend(contents(tmp_path)) or [b"a"])],
    )
    (temporary,) = names
    (tmp_path / temporary).write_bytes(b"half of it, and longer than the whole")
    write(tmp_path, [file("sitemap.xml", b"new")])
    assert contents(tmp_path) == {"sitemap.xml": b"new"}


LIMITED = """
import resource, sys
from pathlib import Path
from sitemap_plus import OutputError, OutputFile, write

resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))
files = [
    OutputFile(name="robots.txt", chunks=lambda: [b"new"]),
    OutputFile(name="sitemap.xml", chunks=lambda: (b"n" * 1_000 for _ in range(200))),
]
try:
    write(Path(sys.argv[1]), files)
except OutputError as error:
    print(error)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no limit on the size of a file")
def test_a_disk_that_is_full_is_a_clear_error_and_the_previous_files_are_whole(built: Path) -> None:
    before = contents(built)
    run = subprocess.run(
        [sys.executable, "-c", LIMITED, str(built)], capture_output=True, text=True, check=True
    )
    assert "can't be written: File too large" in run.stdout
    assert contents(built) == before


def test_what_a_file_holds_can_be_read_and_what_is_not_there_is_none(tmp_path: Path) -> None:
    (tmp_path / "shop").mkdir()
    (tmp_path / "shop" / "sitemap.xml").write_bytes(b"a")
    (tmp_path / "a.html").write_bytes(b"b")
    assert read(tmp_path, "shop/sitemap.xml") == b"a"
    assert read(tmp_path, "a.html") == b"b"
    for missing in ("robots.txt", "shop", "shop/", "a.html/sitemap.xml", "blog/a.xml", "a\0b", ""):
        assert read(tmp_path, missing) is None


@pytest.mark.parametrize(
    "name", ["../secret.xml", "a/../../secret.xml", "/etc/hostname", "//etc/hostname"]
)
def test_nothing_outside_of_the_folder_is_read(tmp_path: Path, name: str) -> None:
    (tmp_path / "secret.xml").write_bytes(b"secret")
    (tmp_path / "site").mkdir()
    assert read(tmp_path / "site", name) is None


@pytest.mark.skipif(sys.platform != "linux", reason="needs a file that nobody can read")
def test_a_file_that_cannot_be_read_is_a_clear_error() -> None:
    with pytest.raises(OutputError, match=r"/proc/self/mem can't be read: Input/output error"):
        read(Path("/proc/self"), "mem")
