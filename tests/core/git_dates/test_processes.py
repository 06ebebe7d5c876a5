"""What comes of a Git, or of a machine, that does not do what it should."""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path
from typing import Any

import pytest

from sitemap_plus.git_dates import processes
from sitemap_plus.git_dates.formats import GitError


def test_all_lines_of_a_command_can_be_read(repository: Any) -> None:
    first = repository.commit("2024-01-01", {"a.md": "1"})
    second = repository.commit("2024-02-01", {"a.md": "2"})
    with processes.listed(repository.root, "rev-list", "HEAD") as lines:
        assert [line.decode().strip() for line in lines] == [second, first]


def test_a_command_that_fails_says_why(repository: Any) -> None:
    with (
        pytest.raises(GitError, match="nothing"),
        processes.listed(repository.root, "rev-list", "nothing") as lines,
    ):
        next(lines)
    with pytest.raises(GitError, match="single revision"):
        processes.answer(repository.root, "rev-parse", "--verify", "nothing")
    with pytest.raises(GitError, match="nothing"):
        list(processes.pieces(repository.root, "ls-tree", "nothing"))


@pytest.mark.skipif(os.name == "nt", reason="a script cannot stand for a program there")
def test_a_git_that_answers_another_question_gives_no_date(
    repository: Any, dates_of: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    repository.commit("2024-01-01", {"a.md": "1"})
    repository.commit("2024-02-01", {"a.md": "2"})
    program = tmp_path / "bin" / "git"
    program.parent.mkdir()
    wrong = r"printf '%040d\0M\0a.md\0=\n' 7; cat >/dev/null"
    other = f'exec {shutil.which("git")} "$@"'
    program.write_text(f'#!/bin/sh\ncase "$*" in *diff-tree*) {wrong};; *) {other};; esac\n')
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(program.parent), prepend=os.pathsep)
    found = dates_of([repository.root / "a.md"])
    assert found.values == (None,)
    assert "answered another question" in str(found.problems[0])


def test_a_machine_without_room_for_messages_gives_no_date_and_is_told(
    repository: Any, dates_of: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    repository.commit("2024-01-01", {"a.md": "1"})
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "nowhere"))
    found = dates_of([repository.root / "a.md"])
    assert found.values == (None,)
    (problem,) = found.problems
    assert problem.level == "info"
    assert "can't be read by Git, so 1 page gets no date from Git: " in problem.message
    assert "nowhere" in problem.message


def test_what_can_not_be_read_of_a_repository_is_told(
    repository: Any, dates_of: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    repository.commit("2024-01-01", {"a.md": "1"})
    (repository.root / ".git" / "shallow").mkdir()
    found = dates_of([repository.root / "a.md"])
    assert found.values == (None,)
    (problem,) = found.problems
    assert (problem.level, problem.where) == ("info", str(repository.root))
