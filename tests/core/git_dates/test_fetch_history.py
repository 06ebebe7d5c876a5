"""The option fetch_history: it completes a shallow clone, or leaves it as it was."""

from __future__ import annotations

import signal
import socket
import sys
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path
from threading import Timer, main_thread
from typing import Any

import pytest

from sitemap_plus import GitMemory
from sitemap_plus.git_dates.completing import complete_history
from sitemap_plus.git_dates.processes import GitTimeoutError

FETCH = {"fetch_history": True}
DAYS = [f"2024-0{month}-01" for month in range(1, 7)]


@pytest.fixture
def full(repository: Any) -> Any:
    """Six months; in each of them one page was added."""
    repository.import_commits(
        (
            int(datetime.fromisoformat(f"{day}T12:00:00+00:00").timestamp()),
            {"docs/changing.md": f"changed {day}", f"docs/{day}.md": day},
        )
        for day in DAYS
    )
    return repository


@pytest.fixture
def shallow(full: Any) -> Any:
    return full.clone("clone", "--depth=1")


def pages(clone: Any) -> list[Path]:
    return [clone.root / f"docs/{day}.md" for day in DAYS]


def days(found: Any) -> list[str | None]:
    return [value and value.date().isoformat() for value in found.values]


def contents(folder: Path) -> dict[str, bytes | None]:
    """Every file and folder below a folder, byte by byte."""
    return {
        str(path.relative_to(folder)): path.read_bytes() if path.is_file() else None
        for path in sorted(folder.rglob("*"))
    }


def number_of_missing_objects(clone: Any) -> int:
    objects = clone.git("rev-list", "--objects", "--missing=print", "HEAD").splitlines()
    return sum(line.startswith("?") for line in objects)


def test_without_the_option_nothing_is_fetched(shallow: Any, dates_of: Any) -> None:
    before = contents(shallow.root / ".git")
    assert days(dates_of(pages(shallow))) == [None] * 6
    assert contents(shallow.root / ".git") == before


def test_a_shallow_clone_is_completed_and_dates_every_page(shallow: Any, dates_of: Any) -> None:
    found = dates_of(pages(shallow), git=FETCH)
    assert days(found) == DAYS
    (problem,) = found.problems
    assert (problem.level, problem.where) == ("info", str(shallow.root))
    assert "has fetched the history" in problem.message
    assert shallow.git("rev-parse", "--is-shallow-repository") == "false"
    assert shallow.git("fsck", "--no-dangling") == ""
    assert shallow.git("status", "--porcelain") == ""


def test_the_contents_of_old_files_are_not_fetched(shallow: Any, dates_of: Any) -> None:
    dates_of(pages(shallow), git=FETCH)
    assert number_of_missing_objects(shallow) == 5  # docs/changing.md of the months before


def test_a_server_that_can_not_leave_them_out_completes_it_as_well(
    full: Any, shallow: Any, dates_of: Any
) -> None:
    full.git("config", "uploadpack.allowFilter", "false")
    assert days(dates_of(pages(shallow), git=FETCH)) == DAYS
    assert number_of_missing_objects(shallow) == 0


def test_no_tags_and_no_other_branches_are_fetched(full: Any, dates_of: Any) -> None:
    clone = full.clone("clone", "--depth=1")
    full.git("tag", "v1", "HEAD~2")
    full.git("branch", "other", "HEAD~2")
    before = clone.git("show-ref")
    assert days(dates_of(pages(clone), git=FETCH)) == DAYS
    assert clone.git("show-ref") == before
    assert not (clone.root / ".git/FETCH_HEAD").exists()


def test_a_complete_clone_is_not_fetched_for(
    full: Any, shallow: Any, dates_of: Any, commands_of: Any
) -> None:
    clone = full.clone("complete")
    assert "fetch" not in commands_of(lambda: dates_of(pages(clone), git=FETCH))
    assert commands_of(lambda: dates_of(pages(shallow), git=FETCH)).count("fetch") == 1
    assert "fetch" not in commands_of(lambda: dates_of(pages(shallow), git=FETCH))
    assert dates_of(pages(shallow), git=FETCH).problems == ()


@pytest.mark.parametrize("filter_", ["blob:none", "tree:0"])
def test_a_shallow_clone_that_lacks_contents_too_is_completed(
    full: Any, dates_of: Any, filter_: str
) -> None:
    clone = full.clone("clone", "--depth=1", f"--filter={filter_}")
    assert days(dates_of(pages(clone), git=FETCH)) == DAYS


def test_a_shallow_submodule_is_completed_by_its_own_remote(full: Any, dates_of: Any) -> None:
    outer = type(full)(full.root.with_name("outer"))
    outer.root.mkdir()
    outer.git("init", "--quiet")
    add = ("submodule", "--quiet", "add", "--depth=1", full.url, "lib")
    outer.git(*add, GIT_ALLOW_PROTOCOL="file")
    outer.commit("2025-01-01")
    inner = type(full)(outer.root / "lib")
    found = dates_of(pages(inner), git=FETCH)
    assert days(found) == DAYS
    assert [problem.where for problem in found.problems] == [str(inner.root)]


@pytest.mark.parametrize("version", ["0", "2"])
def test_a_clone_of_what_is_no_tip_any_more_is_completed(
    full: Any, shallow: Any, dates_of: Any, version: str
) -> None:
    full.git("config", "uploadpack.allowAnySHA1InWant", "false")
    full.commit("2024-07-01", {"later.md": "1"})
    full.git("tag", "v1", "HEAD~3")
    shallow.git("config", "protocol.version", version)
    assert days(dates_of(pages(shallow), git=FETCH)) == DAYS
    assert shallow.git("tag") == ""


def test_a_commit_of_its_own_does_not_keep_a_clone_from_being_completed(
    shallow: Any, dates_of: Any
) -> None:
    shallow.commit("2024-08-01", {"docs/changing.md": "here"})
    found = dates_of([*pages(shallow), shallow.root / "docs/changing.md"], git=FETCH)
    assert days(found) == [*DAYS, "2024-08-01"]


# From where


def test_a_single_remote_may_have_any_name(full: Any, dates_of: Any) -> None:
    clone = full.clone("clone", "--depth=1", "--origin=upstream")
    assert days(dates_of(pages(clone), git=FETCH)) == DAYS


def test_of_several_remotes_origin_is_asked(shallow: Any, dates_of: Any, tmp_path: Path) -> None:
    shallow.git("remote", "add", "another", (tmp_path / "nowhere").as_uri())
    assert days(dates_of(pages(shallow), git=FETCH)) == DAYS


# Failures


def add_remotes(clone: Any) -> None:
    clone.git("remote", "rename", "origin", "one")
    clone.git("remote", "add", "two", "file:///nowhere")


def say(words: str) -> Callable[[Any], None]:
    """Lets the server refuse with these words."""

    def set_up(clone: Any) -> None:
        program = clone.root.with_name("upload-pack")
        line = f"ERR {words}"
        script = f"#!/bin/sh\nprintf '%s' '{len(line) + 4:04x}{line}'\n"
        program.write_bytes(script.encode())
        program.chmod(0o755)
        clone.git("config", "remote.origin.uploadpack", program.as_posix())

    return set_up


FAILURES: list[tuple[str, Callable[[Any], object], str]] = [
    ("no remote", lambda clone: clone.git("remote", "remove", "origin"), "has no remote"),
    ("several remotes", add_remotes, "2 remotes"),
    (
        "nowhere",
        lambda clone: clone.git("remote", "set-url", "origin", "file:///nowhere/at/all"),
        "does not appear to be a git repository",
    ),
    (
        # It knows already that it may lack contents, so its configuration stays.
        "a clone without contents, and nowhere",
        lambda clone: (
            clone.git("config", "remote.origin.promisor", "true"),
            clone.git("config", "remote.origin.partialclonefilter", "blob:none"),
            clone.git("remote", "set-url", "origin", "file:///nowhere/at/all"),
        ),
        "does not appear to be a git repository",
    ),
    (
        "nobody listens",
        lambda clone: clone.git("remote", "set-url", "origin", "git://127.0.0.1:1/x"),
        "127.0.0.1",
    ),
    (
        "no such transport",
        lambda clone: clone.git("remote", "set-url", "origin", "nonsense://ex.org/x"),
        "nonsense",
    ),
    (
        "a password",
        lambda clone: clone.git("remote", "set-url", "origin", "nonsense://me:secret@ex.org/x"),
        "nonsense",
    ),
    (
        "a password before a host",
        lambda clone: clone.git("remote", "set-url", "origin", "git://me:secret@127.0.0.1:1/x"),
        "***@127.0.0.1",
    ),
    ("a password in an answer", say("no http://me:secret@ex.org/x"), "no http://***@ex.org/x"),
    ("a token in an answer", say("no http://secret@ex.org/x"), "no http://***@ex.org/x"),
    (
        "a password in a web address",
        lambda clone: clone.git("remote", "set-url", "origin", "http://me:secret@127.0.0.1:1/x"),
        "127.0.0.1",
    ),
]


@pytest.mark.parametrize(
    ("break_it", "words"), [row[1:] for row in FAILURES], ids=[row[0] for row in FAILURES]
)
def test_a_failure_is_told_and_leaves_the_clone_as_it_was(
    full: Any, dates_of: Any, break_it: Callable[[Any], object], words: str
) -> None:
    clone = full.clone("clone", "--depth=3")
    break_it(clone)
    expected = dates_of(pages(clone))
    before = contents(clone.root / ".git")
    found = dates_of(pages(clone), git=FETCH)
    assert contents(clone.root / ".git") == before
    assert found.values == expected.values
    assert days(found)[-2:] == DAYS[-2:]
    failure, shortness = found.problems
    assert failure.level == "info"
    assert failure.where == str(clone.root)
    assert failure.message.startswith("git.fetch_history failed: ")
    assert words in failure.message
    assert "secret" not in str(found.problems)
    assert "shallow clone" in shortness.message


def test_a_server_that_lacks_history_itself_is_a_failure(
    shallow: Any, dates_of: Any, commands_of: Any
) -> None:
    full = shallow.git("config", "remote.origin.url")
    cut = shallow.root.with_name("cut")
    shallow.git("clone", "--quiet", "--bare", "--depth=3", full, cut)
    shallow.git("remote", "set-url", "origin", cut.as_uri())
    memory = GitMemory()
    found = dates_of(pages(shallow), git=FETCH, memory=memory)
    assert days(found) == [None] * 4 + DAYS[-2:]
    failure, shortness = found.problems
    assert failure.message == "git.fetch_history failed: its remote lacks history, too"
    assert "4 of 6 pages" in shortness.message
    again = commands_of(lambda: dates_of(pages(shallow), git=FETCH, memory=memory))
    assert "fetch" not in again


def test_a_failure_is_not_repeated_before_something_has_changed(
    full: Any, shallow: Any, dates_of: Any, commands_of: Any
) -> None:
    url = shallow.git("config", "remote.origin.url")
    shallow.git("remote", "set-url", "origin", "file:///nowhere")
    memory = GitMemory()

    def build() -> None:
        found.append(dates_of(pages(shallow), git=FETCH, memory=memory))

    found: list[Any] = []
    assert commands_of(build).count("fetch") == 1
    assert "fetch" not in commands_of(build)
    assert found[0] == found[1]
    shallow.git("remote", "set-url", "origin", url)
    shallow.commit("2024-08-01", {"new.md": "1"})
    assert commands_of(build).count("fetch") >= 1
    assert days(found[2]) == DAYS


# Servers that never answer


needs_signals = pytest.mark.skipif(
    sys.platform == "win32", reason="a process can be ended there, but not asked to end"
)


@pytest.fixture
def silent() -> Iterator[socket.socket]:
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server


@needs_signals
@pytest.mark.parametrize("scheme", ["git", "http"])
def test_a_server_that_never_answers_is_given_up(
    shallow: Any, silent: socket.socket, scheme: str
) -> None:
    address = f"{scheme}://127.0.0.1:{silent.getsockname()[1]}/x.git"
    shallow.git("remote", "set-url", "origin", address)
    before = contents(shallow.root / ".git")
    with pytest.raises(GitTimeoutError, match="took longer than 1 second"):
        complete_history(shallow.root, shallow.head, seconds=1)
    assert contents(shallow.root / ".git") == before


def wait_for_the_end(server: socket.socket) -> None:
    """Waits until nobody holds the other side of the first connection any more."""
    server.settimeout(10)
    connection, _ = server.accept()
    with connection:
        connection.settimeout(10)
        while connection.recv(1 << 16):
            pass


@needs_signals
@pytest.mark.parametrize("scheme", ["git", "http"])
def test_no_process_is_left_behind_when_a_server_is_given_up(
    shallow: Any, silent: socket.socket, scheme: str
) -> None:
    address = f"{scheme}://127.0.0.1:{silent.getsockname()[1]}/x.git"
    shallow.git("remote", "set-url", "origin", address)
    with pytest.raises(GitTimeoutError):
        complete_history(shallow.root, shallow.head, seconds=1)
    wait_for_the_end(silent)


@needs_signals
@pytest.mark.parametrize("scheme", ["git", "http"])
def test_no_process_is_left_behind_when_the_build_is_interrupted(
    shallow: Any, silent: socket.socket, scheme: str
) -> None:
    address = f"{scheme}://127.0.0.1:{silent.getsockname()[1]}/x.git"
    shallow.git("remote", "set-url", "origin", address)
    before = contents(shallow.root / ".git")
    interrupt = Timer(1, signal.pthread_kill, [main_thread().ident, signal.SIGINT])
    interrupt.start()
    with pytest.raises(KeyboardInterrupt):
        complete_history(shallow.root, shallow.head, seconds=30)
    wait_for_the_end(silent)
    assert contents(shallow.root / ".git") == before


@pytest.fixture
def silent_in_the_middle(shallow: Any) -> Any:
    """Its server begins to send what was asked for, and does not go on."""
    program = shallow.root.with_name("upload-pack")
    program.write_text('#!/bin/sh\ngit-upload-pack "$@" | { head -c 900; sleep 20; }\n')
    program.chmod(0o755)
    shallow.git("config", "remote.origin.uploadpack", str(program))
    return shallow


@needs_signals
def test_a_server_that_falls_silent_in_the_middle_leaves_the_clone_as_it_was(
    silent_in_the_middle: Any,
) -> None:
    root = silent_in_the_middle.root
    before = contents(root / ".git")
    with pytest.raises(GitTimeoutError):
        complete_history(root, silent_in_the_middle.head, seconds=1)
    assert contents(root / ".git") == before
