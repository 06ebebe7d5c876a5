"""Every date is what `git log -1` answers in the full repository; at any depth, none is wrong.

Git itself is the judge, file by file: on this repository, and on random ones that are made as
Git's own importer makes them, with merges of all kinds, wrong clocks and odd names.
"""

from __future__ import annotations

import os
import random
import subprocess
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

import pytest

from sitemap_plus.git_dates.page_dates import GitDates

ROOT = Path(__file__).parents[3]

Dates = Callable[..., GitDates]

NAMES = [
    b"docs/a.md",
    b"docs/b.md",
    b"docs/deep/down/c.md",
    b"docs/deep",
    b"docs/x y.md",
    b'docs/[q]*"?.md',
    b"docs/new\nline\t.md",
    b"docs/\xe9.md",
    "docs/ü.md".encode(),
    b"docs/:(top)e.md",
    b"-dash.md",
    b"f.md",
]


class Author:
    """Writes a random history in the language of `git fast-import`."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)  # noqa: S311
        self.trees: list[dict[bytes, tuple[bytes, bytes]]] = []
        self.has_skew = seed % 3 == 0

    def stream(self) -> bytes:
        return b"".join(self._commits(self.chance.randint(5, 40)))

    def _commits(self, count: int) -> Iterator[bytes]:
        for number in range(count):
            recent = range(max(0, number - 6), number)
            is_root = self.chance.random() < 0.03 and number < count - 1
            wanted = 0 if is_root else self.chance.choice([1, 1, 1, 1, 2, 2, 3, 4])
            parents = self.chance.sample(recent, min(wanted, len(recent)))
            if parents and number == count - 1 and number - 1 not in parents:
                parents[0] = number - 1
            self.trees.append(self._tree([self.trees[parent] for parent in parents]))
            yield self._commit(number, parents)

    def _tree(
        self, sides: Sequence[dict[bytes, tuple[bytes, bytes]]]
    ) -> dict[bytes, tuple[bytes, bytes]]:
        """Of each file most often what one of the parents has: an "ours" merge, a pick, an edit."""
        tree: dict[bytes, tuple[bytes, bytes]] = {}
        taken = self.chance.choice(sides) if sides else {}
        for name in NAMES:
            kind = self.chance.random()
            if sides and kind < 0.85:
                side = taken if kind < 0.5 else self.chance.choice(sides)
                entry = side.get(name)
            else:
                entry = self._new_entry()
            # A file can't stand where a folder does.
            if entry is not None and not any(is_below(name, each) for each in tree):
                tree[name] = entry
        return tree

    def _new_entry(self) -> tuple[bytes, bytes] | None:
        content = self.chance.choice([b"1", b"2", b"3", b"", None])
        mode = self.chance.choice([b"100644"] * 8 + [b"100755"])
        return None if content is None else (mode, content)

    def _commit(self, number: int, parents: Sequence[int]) -> bytes:
        time = 1_600_000_000 + number * 3600
        if self.has_skew:
            time += self.chance.randint(-30, 30) * 3600
        lines = [
            b"commit refs/heads/main",
            b"mark :%d" % (number + 1),
            b"author A <a@ex.org> %d +0000" % self.chance.randint(1, 1_700_000_000),
            b"committer C <c@ex.org> %d %+05d" % (time, self.chance.randint(-11, 11) * 100),
            b"data 1",
            b"x",
            *([b"from :%d" % (parents[0] + 1)] if parents else []),
            *(b"merge :%d" % (parent + 1) for parent in parents[1:]),
            b"deleteall",
        ]
        for name, (mode, content) in self.trees[number].items():
            lines += [b"M %b inline %b" % (mode, quoted(name)), b"data %d" % len(content), content]
        # A root begins the branch anew: what was there stays for those that name it.
        reset = b"reset refs/heads/main\n\n" if not parents else b""
        return reset + b"\n".join(lines) + b"\n"


def is_below(one: bytes, another: bytes) -> bool:
    """Whether one of the two names is that of a folder for the other."""
    return one.startswith(another + b"/") or another.startswith(one + b"/")


def quoted(name: bytes) -> bytes:
    escaped = name.replace(b"\\", b"\\\\").replace(b'"', b'\\"').replace(b"\n", b"\\n")
    return b'"%b"' % escaped


def tracked(repository: Any) -> list[str]:
    names = subprocess.run(
        ["git", "-C", repository.root, "ls-files", "-z"], capture_output=True, check=True
    ).stdout
    return [os.fsdecode(name) for name in names.split(b"\0") if name]


def given(repository: Any, dates_of: Dates, names: Sequence[str], **more: Any) -> list[int | None]:
    found = dates_of([repository.root / name for name in names], **more)
    return [value and int(value.timestamp()) for value in found.values]


@pytest.fixture
def random_repository(make_repository: Callable[..., Any]) -> Callable[[int], Any]:
    def make(seed: int) -> Any:
        repository = make_repository(f"r{seed}")
        subprocess.run(
            ["git", "-C", repository.root, "fast-import", "--quiet"],
            input=Author(seed).stream(),
            check=True,
            capture_output=True,
        )
        repository.git("reset", "--hard", "--quiet")
        return repository

    return make


@pytest.mark.parametrize("seed", range(60))
def test_in_a_full_repository_each_date_is_what_git_log_answers(
    seed: int, random_repository: Callable[[int], Any], dates_of: Dates
) -> None:
    repository = random_repository(seed)
    names = tracked(repository)
    assert given(repository, dates_of, names) == [repository.last_change(name) for name in names]


@pytest.mark.parametrize("seed", range(100, 120))
@pytest.mark.parametrize("ahead", [1, 3])
def test_how_far_git_is_asked_ahead_makes_no_difference(
    seed: int,
    ahead: int,
    random_repository: Callable[[int], Any],
    dates_of: Dates,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("sitemap_plus.git_dates.differences._AHEAD_ON_MAINLINE", ahead)
    monkeypatch.setattr("sitemap_plus.git_dates.differences._AHEAD_ON_BRANCH", ahead - 1)
    repository = random_repository(seed)
    names = tracked(repository)
    assert given(repository, dates_of, names) == [repository.last_change(name) for name in names]


@pytest.mark.parametrize("seed", range(120, 130))
def test_a_small_pipe_makes_no_difference(
    seed: int,
    random_repository: Callable[[int], Any],
    dates_of: Dates,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("sitemap_plus.git_dates.processes._LONGEST_QUESTION", 2**15)
    repository = random_repository(seed)
    names = tracked(repository)
    assert given(repository, dates_of, names) == [repository.last_change(name) for name in names]


@pytest.mark.parametrize("seed", range(60, 80))
def test_by_first_parents_each_date_is_what_git_log_answers(
    seed: int, random_repository: Callable[[int], Any], dates_of: Dates
) -> None:
    repository = random_repository(seed)
    names = tracked(repository)
    assert given(repository, dates_of, names, git={"date": "landed"}) == [
        repository.last_change(name, "--first-parent") for name in names
    ]


@pytest.mark.parametrize("seed", range(80, 100))
@pytest.mark.parametrize("depth", [1, 2, 4, 9])
def test_in_a_shallow_clone_no_date_is_wrong_and_each_that_can_be_known_is_given(
    seed: int, depth: int, random_repository: Callable[[int], Any], dates_of: Dates
) -> None:
    full = random_repository(seed)
    clone = full.clone(f"r{seed}-{depth}", f"--depth={depth}")
    file = clone.root / ".git" / "shallow"
    edge = file.read_text().split() if file.exists() else []
    names = tracked(clone)
    # What lies at the edge can be any older commit.
    is_known = [
        clone.git("log", "-1", "--format=%H", "--", f":(literal){name}") not in edge
        for name in names
    ]
    truth = [full.last_change(name) for name in names]
    assert given(clone, dates_of, names) == [
        time if known else None for time, known in zip(truth, is_known, strict=True)
    ]


def test_in_this_repository_each_date_is_what_git_log_answers(
    dates_of: Dates, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Whoever runs the tests need not be who checked it out.
    monkeypatch.setenv("GIT_CONFIG_COUNT", "1")
    monkeypatch.setenv("GIT_CONFIG_KEY_0", "safe.directory")
    monkeypatch.setenv("GIT_CONFIG_VALUE_0", str(ROOT))

    def ask(*arguments: str) -> str:
        command = ["git", "-C", ROOT, *arguments]
        return os.fsdecode(subprocess.run(command, capture_output=True, check=True).stdout)

    if not (ROOT / ".git").exists():
        pytest.skip("these tests are not in a repository here")
    names = ask("ls-files", "-z", "core", "sample_sites").split("\0")[:-1]
    shallow = ROOT / ask("rev-parse", "--git-path", "shallow").strip()
    edge = shallow.read_text().split() if shallow.exists() else []
    answers = [ask("log", "-1", "--format=%H %ct", "--", name).split() for name in names]
    found = dates_of([ROOT / name for name in names], now=datetime.now(timezone.utc)).values
    assert len(names) > 50
    assert [value and int(value.timestamp()) for value in found] == [
        None if commit in edge else int(time) for commit, time in answers
    ]
