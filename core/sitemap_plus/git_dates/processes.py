"""Starts Git: plumbing only, whose output no configuration bends, and never over the network."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from sitemap_plus.git_dates.formats import MARK, Difference, GitError, read_differences

# What ties a process to one repository, as hooks leave it behind (`git rev-parse
# --local-env-vars`), and what bends output. GIT_CONFIG_COUNT and its like stay: build services
# hand over safe.directory in them.
_NOT_PASSED_ON = frozenset(
    {
        "GIT_ALTERNATE_OBJECT_DIRECTORIES",
        "GIT_CEILING_DIRECTORIES",
        "GIT_COMMON_DIR",
        "GIT_DIFF_OPTS",
        "GIT_DIR",
        "GIT_EXTERNAL_DIFF",
        "GIT_GLOB_PATHSPECS",
        "GIT_GRAFT_FILE",
        "GIT_ICASE_PATHSPECS",
        "GIT_IMPLICIT_WORK_TREE",
        "GIT_INDEX_FILE",
        "GIT_INTERNAL_SUPER_PREFIX",
        "GIT_LITERAL_PATHSPECS",
        "GIT_NAMESPACE",
        "GIT_NOGLOB_PATHSPECS",
        "GIT_NO_REPLACE_OBJECTS",
        "GIT_OBJECT_DIRECTORY",
        "GIT_PREFIX",
        "GIT_QUARANTINE_PATH",
        "GIT_REPLACE_REF_BASE",
        "GIT_SHALLOW_FILE",
        "GIT_TRACE",
        "GIT_WORK_TREE",
    }
)
_SET = {
    "LC_ALL": "C",
    "LANGUAGE": "C",
    "GIT_FLUSH": "0",  # not behind each commit: diff-tree empties its buffer behind a MARK
    "GIT_LITERAL_PATHSPECS": "1",  # a folder may be called "[x]*"
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
}
_OFFLINE = {
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_ALLOW_PROTOCOL": "none",  # for a Git that doesn't know the other one yet
}

# diff-tree reads the index, though it needs it not; that would run a program of the user's, or
# start a service that stays.
_WITHOUT_MONITOR = ("-c", "core.fsmonitor=false")

_SECONDS_TO_STOP = 10

_SMALLEST_PIPE = 4096  # bytes; that of Windows
_LONGEST_QUESTION = 132  # bytes; two ids of SHA-256, and a mark


class GitMissingError(GitError):
    """There is no Git on this machine, or none that can be started."""


class GitTimeoutError(GitError):
    """Git took longer than it was allowed to."""


def answer(folder: Path, *arguments: str) -> bytes:
    """What this Git command prints.

    Raises:
        GitError: it failed.
    """
    with _started(folder, arguments) as (process, error):
        output, _ = process.communicate()
        if process.returncode:
            raise error()
        return output


@contextmanager
def listed(folder: Path, *arguments: str) -> Iterator[Iterator[bytes]]:
    """The lines that this command prints, as it prints them; what isn't read is never made.

    Raises:
        GitError: it failed before its end was reached.
    """
    with _started(folder, arguments) as (process, error):

        def lines() -> Iterator[bytes]:
            yield from _output_of(process)
            if process.wait():
                raise error()

        yield lines()


def pieces(folder: Path, *arguments: str) -> Iterator[bytes]:
    """What this command prints, ended by NUL and without it, one by one.

    Raises:
        GitError: it failed.
    """
    with _started(folder, arguments) as (process, error):
        unread = b""
        for block in _blocks(_output_of(process)):
            *whole, unread = (unread + block).split(b"\0")
            yield from whole
        if process.wait():
            raise error()


@contextmanager
def diff_tree(folder: Path, *arguments: str, width: int = 2) -> Iterator[DiffTree]:
    """A `git diff-tree` that answers as many questions as there are; `width` as it is read."""
    flags = ("--stdin", "--always", "-r", "-z", "--name-status")
    with _started(folder, ("diff-tree", *flags, *arguments), stdin=subprocess.PIPE) as started:
        yield DiffTree(*started, width)


class DiffTree:
    """Asks one running `git diff-tree` what commits changed against parents of theirs.

    Questions and answers are apart, so that Git works on while we do; the answers come in the
    order of the questions.
    """

    def __init__(
        self, process: subprocess.Popen[bytes], error: Callable[[], GitError], width: int
    ) -> None:
        self._process = process
        self._error = error
        self._room = _pipe_size(_input_of(process)) // _LONGEST_QUESTION
        self._unanswered: deque[tuple[bytes, bytes]] = deque()
        self._early: deque[tuple[tuple[bytes, bytes], Difference]] = deque()
        """Answers that were read before they were wanted."""
        self._differences = read_differences(_blocks(_output_of(process)), width)

    def ask(self, pairs: Iterable[tuple[bytes, bytes]]) -> None:
        """Ask for what these commits, first of each pair, changed against these parents.

        Raises:
            GitError: Git failed.
        """
        lines: list[bytes] = []
        for pair in pairs:
            # A full pipe would stop us, and then Git as well, as nobody reads what it says.
            while len(self._unanswered) >= self._room:
                self._tell(lines)
                lines = []
                self._early.append(self._read())
            self._unanswered.append(pair)
            lines.append(b"%b %b\n" % pair)
        self._tell(lines)

    def next_answer(self) -> tuple[tuple[bytes, bytes], Difference]:
        """The oldest question whose answer was not given yet, and its answer.

        Raises:
            GitError: Git failed.
        """
        return self._early.popleft() if self._early else self._read()

    def _tell(self, lines: Sequence[bytes]) -> None:
        # If Git has ended, reading its answer tells why.
        with suppress(OSError):
            if lines:
                stdin = _input_of(self._process)
                stdin.write(b"".join((*lines, MARK)))
                stdin.flush()

    def _read(self) -> tuple[tuple[bytes, bytes], Difference]:
        difference = next(self._differences, None)
        if difference is None:
            self._process.wait()
            raise self._error()
        pair = self._unanswered.popleft()
        if difference.commit != pair[0]:
            raise GitError("git diff-tree answered another question than the one it was asked")
        return pair, difference


def fetch(folder: Path, *arguments: str, seconds: float) -> None:
    """Run `git fetch`, the one command that may use the network.

    Raises:
        GitError: it failed; GitTimeoutError: it took longer than these seconds, and was stopped.
    """
    # A session of its own has no terminal, where ssh would ask for a password.
    with _started(folder, ("fetch", *arguments), offline={}, start_new_session=True) as started:
        process, error = started
        try:
            process.communicate(timeout=seconds)
        except subprocess.TimeoutExpired as expired:
            raise GitTimeoutError(f"it took longer than {seconds:.0f} seconds") from expired
        finally:
            # Also where the user interrupts us: the terminal tells nothing to another session.
            if process.poll() is None:
                _stop_gently(process)
        if process.returncode:
            raise error()


@contextmanager
def _started(
    folder: Path,
    arguments: Sequence[str],
    *,
    stdin: int = subprocess.DEVNULL,
    offline: Mapping[str, str] = _OFFLINE,
    start_new_session: bool = False,
) -> Iterator[tuple[subprocess.Popen[bytes], Callable[[], GitError]]]:
    """A running Git, ended at the latest with the context; and what it says when it fails."""
    with _messages() as messages:
        try:
            process = subprocess.Popen(
                ["git", *_WITHOUT_MONITOR, "-C", os.fspath(folder), *arguments],
                stdin=stdin,
                stdout=subprocess.PIPE,
                stderr=messages,
                env=_environment(folder, offline),
                start_new_session=start_new_session,
            )
        except OSError as cause:
            raise GitMissingError(str(cause)) from cause
        try:
            yield process, lambda: _error(messages, arguments)
        finally:
            process.kill()
            process.wait()
            for pipe in filter(None, (process.stdin, process.stdout)):
                with suppress(OSError):
                    pipe.close()


def _messages() -> IO[bytes]:
    """Where Git writes what is wrong: a file and no pipe, so that nobody has to read along."""
    try:
        return tempfile.TemporaryFile()
    except OSError as cause:
        raise GitError(str(cause)) from cause


def _environment(folder: Path, offline: Mapping[str, str]) -> dict[str, str]:
    passed_on = {name: v for name, v in os.environ.items() if name not in _NOT_PASSED_ON}
    # Of a repository that is broken, Git would go on to one that lies around it.
    ceiling = {"GIT_CEILING_DIRECTORIES": os.fspath(folder.parent)}
    return {**passed_on, **_SET, **ceiling, **offline}


def _error(messages: IO[bytes], arguments: Sequence[str]) -> GitError:
    messages.seek(0)
    text = messages.read().decode("utf-8", "replace").strip()
    return GitError(text or f"git {arguments[0]} failed without a word")


def _input_of(process: subprocess.Popen[bytes]) -> IO[bytes]:
    assert process.stdin is not None  # noqa: S101  # started with a pipe
    return process.stdin


def _pipe_size(pipe: IO[bytes]) -> int:
    """How many bytes can be written that nobody reads."""
    if sys.platform != "linux":  # pragma: no cover
        return _SMALLEST_PIPE
    import fcntl

    return fcntl.fcntl(pipe, fcntl.F_GETPIPE_SZ)


def _output_of(process: subprocess.Popen[bytes]) -> IO[bytes]:
    assert process.stdout is not None  # noqa: S101  # started with a pipe
    return process.stdout


def _blocks(output: IO[bytes]) -> Iterator[bytes]:
    """What there is to read, as soon as there is anything."""
    while block := output.read1(1 << 17):  # type: ignore[attr-defined]
        yield block


def _stop_gently(process: subprocess.Popen[bytes]) -> None:
    """End Git and the helpers that it has started, with time to remove their locks."""
    with suppress(OSError):
        if sys.platform == "win32":  # pragma: no cover
            process.terminate()
        else:
            os.killpg(process.pid, signal.SIGTERM)
    with suppress(subprocess.TimeoutExpired):
        process.wait(_SECONDS_TO_STOP)
