"""A repository with the history of a large site, the same each time that it is made."""

from __future__ import annotations

import hashlib
import random
import shutil
import subprocess
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import IO

from measuring import CACHE

COMMITS, PAGES = 10_000, 5_000
_START = 1_420_070_400  # 2015-01-01
_SECONDS_BETWEEN = 32_000
_DAY = 86_400
_CODE_FILES = 300
_MOST_BRANCHES = 7
_BETWEEN_MASS_CHANGES = 800
_PROSE = """the page of a site that is read by people says what it does and how they use it when
something changes in the settings build command option value default file folder plugin server"""
_WORDS = _PROSE.split()

Files = dict[str, int]
"""Of each path the mark of its contents."""
Changes = Mapping[str, "int | None"]
"""None: the path is deleted."""


def repository() -> Path:
    """The work tree; made, with what is beside it, when there is none of this recipe yet."""
    folder = CACHE / "benchmarks" / "git-history"
    recipe = hashlib.sha256(Path(__file__).read_bytes()).hexdigest()
    made = folder / "recipe"
    if not made.exists() or made.read_text("ascii") != recipe:
        shutil.rmtree(folder, ignore_errors=True)
        _make(folder / "full")
        made.write_text(recipe, "ascii")
    return folder / "full"


def clone(name: str, *arguments: str) -> Path:
    """A clone beside the repository, over a transport that honours depth."""
    root = repository()
    folder = root.parent / name
    if not folder.exists():
        git(root, "clone", "--quiet", *arguments, root.as_uri(), str(folder))
    return folder


def git(folder: Path, *arguments: str) -> str:
    """What this Git command prints."""
    command = ["git", "-C", str(folder), *arguments]
    return subprocess.check_output(command, text=True)


def _make(root: Path) -> None:
    root.mkdir(parents=True)
    git(root, "init", "--quiet", "--initial-branch=main")
    command = ["git", "-C", str(root), "fast-import", "--quiet", "--force"]
    with subprocess.Popen(command, stdin=subprocess.PIPE) as process:
        assert process.stdin is not None  # started with a pipe
        _Project(_Stream(process.stdin)).work()
    if process.returncode:
        raise SystemExit("git fast-import failed")
    # As a server sends it; and without a commit-graph, as it comes to a build service.
    git(root, "repack", "-a", "-d", "-f", "-q")
    git(root, "reset", "--quiet", "--hard", "main")


class _Stream:
    """What `git fast-import` reads."""

    def __init__(self, output: IO[bytes]) -> None:
        self._output = output
        self._marks = count(1)

    def contents(self, text: str) -> int:
        mark = next(self._marks)
        self._output.write(f"blob\nmark :{mark}\ndata {len(text)}\n{text}\n".encode())
        return mark

    def commit(self, time: int, authored: int, parents: Sequence[int], changes: Changes) -> int:
        mark = next(self._marks)
        lines = _commit(mark, time, authored, parents, changes)
        self._output.write("".join(f"{line}\n" for line in lines).encode())
        return mark


def _commit(
    mark: int, time: int, authored: int, parents: Sequence[int], changes: Changes
) -> Iterator[str]:
    yield f"commit refs/heads/main\nmark :{mark}"
    yield f"author A <a@example.org> {authored} +0000"
    yield f"committer C <c@example.org> {time} +0000\ndata 1\nx"
    yield from (f"from :{parent}" for parent in parents[:1])
    yield from (f"merge :{parent}" for parent in parents[1:])
    for path, contents in sorted(changes.items()):
        yield f"D {path}" if contents is None else f"M 100644 :{contents} {path}"


@dataclass(kw_only=True, eq=False)
class _Line:
    """A line of development, as it grows."""

    tip: int
    files: Files
    forked: Files = field(default_factory=dict)
    """The files that the main line had where this one left it."""
    changed: set[str] = field(default_factory=set)
    """The paths that were changed since."""


class _Project:
    """The people who write the site: a main line, and branches that are merged in every way."""

    def __init__(self, stream: _Stream) -> None:
        self._stream = stream
        self._chance = random.Random(3)
        self._time = _START
        self._names = count()
        self._revisions = count()
        self._branches: list[_Line] = []
        files = {f"src/module_{number}.py": self._contents("code") for number in range(_CODE_FILES)}
        files |= {name: self._contents(name) for name in map(self._new_name, range(200))}
        self._main = _Line(tip=self._commit((), files), files=files)

    def work(self) -> None:
        for left in range(COMMITS - 1, 0, -1):
            self._wanted = _CODE_FILES + PAGES * min(1, 1.05 * (1 - left / COMMITS)) + 40
            roll = self._chance.random()
            # In the end all is merged.
            if self._branches and (left <= len(self._branches) or roll < 0.1):
                self._merge(may_stay=left > len(self._branches) + 1)
            elif left % _BETWEEN_MASS_CHANGES == 0:
                self._edit(
                    self._main, self._new_contents(self._main.files, len(self._main.files) // 4)
                )
            elif left > 2 * _MOST_BRANCHES and roll < 0.2 and len(self._branches) < _MOST_BRANCHES:
                self._edit(self._branch())
            else:
                self._edit(self._chance.choice((self._main, *self._branches)))

    def _branch(self) -> _Line:
        files = self._main.files
        self._branches.append(_Line(tip=self._main.tip, files=dict(files), forked=dict(files)))
        return self._branches[-1]

    def _merge(self, *, may_stay: bool) -> None:
        roll = self._chance.random()
        branch = self._chance.choice(self._branches)
        if may_stay and roll < 0.1:
            self._bring_up_to_date(branch)
            return
        merged = [branch]
        if may_stay and roll < 0.13 and len(self._branches) > 1:
            merged.append(self._chance.choice([each for each in self._branches if each != branch]))
        is_ours = roll > 0.92
        files = dict(self._main.files) if is_ours else self._joined(self._main.files, merged)
        if 0.86 < roll < 0.92:
            files |= {name: self._contents(name) for name in self._some_pages(files, 2)}
        changes = _changes(self._main.files, files)
        self._main.tip = self._commit([self._main.tip, *(each.tip for each in merged)], changes)
        self._main.files = files
        self._branches = [each for each in self._branches if each not in merged]

    def _bring_up_to_date(self, branch: _Line) -> None:
        files = self._joined(self._main.files, [branch])
        branch.tip = self._commit([branch.tip, self._main.tip], _changes(branch.files, files))
        branch.files, branch.forked = files, dict(self._main.files)

    def _joined(self, ours: Files, branches: Sequence[_Line]) -> Files:
        """Our files with what the branches changed; where both did, one side wins, or neither."""
        files = dict(ours)
        for branch in branches:
            for path in sorted(branch.changed):
                mine, theirs = files.get(path), branch.files.get(path)
                if mine == branch.forked.get(path) or self._chance.random() < 0.3:
                    _apply(files, {path: theirs})
                elif mine != theirs and self._chance.random() < 0.5:
                    files[path] = self._contents(path)
        return files

    def _edit(self, line: _Line, changes: Changes | None = None) -> None:
        changes = self._changes_of(line) if changes is None else changes
        line.tip = self._commit([line.tip], changes)
        _apply(line.files, changes)
        line.changed.update(changes)

    def _changes_of(self, line: _Line) -> Changes:
        files, roll = line.files, self._chance.random()
        if roll < 0.5 and len(self._main.files) < self._wanted:
            return self._new_pages()
        if roll < 0.58:
            name = f"src/module_{self._chance.randrange(_CODE_FILES)}.py"
            return {name: self._contents("code")}
        for limit, kind in self._rare_kinds():
            if roll < limit:
                return kind(files)
        return self._new_contents(files, 1 + int(self._chance.expovariate(0.7)))

    def _rare_kinds(self) -> Sequence[tuple[float, Callable[[Files], Changes]]]:
        return (
            (0.600, self._moved),
            (0.615, lambda files: dict.fromkeys(self._some_pages(files, 1))),
            (0.635, self._picked),
        )

    def _new_pages(self) -> Changes:
        number = 25 if self._chance.random() < 0.03 else self._chance.randrange(1, 4)
        return {name: self._contents(name) for name in map(self._new_name, range(number))}

    def _new_contents(self, files: Files, number: int) -> Changes:
        return {name: self._contents(name) for name in self._some_pages(files, number)}

    def _moved(self, files: Files) -> Changes:
        (name,) = self._some_pages(files, 1)
        return {name: None, self._new_name(): files[name]}

    def _picked(self, files: Files) -> Changes:
        """The same change that another line has made already: a cherry-pick."""
        lines = [each for each in self._branches if each.files is not files and each.changed]
        if not lines:
            return self._new_contents(files, 1)
        other = self._chance.choice(lines)
        name = self._chance.choice(sorted(other.changed))
        if other.files.get(name) in {None, files.get(name)}:
            return self._new_contents(files, 1)
        return {name: other.files[name]}

    def _some_pages(self, files: Files, number: int) -> Sequence[str]:
        """Mostly the oldest: those that everybody reads and changes."""
        names = list(files)
        found: dict[str, None] = {}
        while len(found) < number:
            name = names[int(len(names) * self._chance.random() ** 3)]
            if name.startswith("docs/"):
                found[name] = None
        return list(found)

    def _new_name(self, _: int = 0) -> str:
        number = next(self._names)
        return f"docs/part-{number * 7 % 25:02}/topic-{number % 4}/page-{number}.md"

    def _contents(self, name: str) -> int:
        """A page of some 150 words, of which its revisions share most."""
        words = random.Random(name).choices(_WORDS, k=140)
        lines = [" ".join(words[start : start + 12]) for start in range(0, len(words), 12)]
        lines.insert(len(lines) // 2, f"This is revision {next(self._revisions)}.")
        return self._stream.contents("\n".join((f"# {name}", "", *lines, "")))

    def _commit(self, parents: Sequence[int], changes: Changes) -> int:
        self._time += 1 + int(self._chance.expovariate(1 / _SECONDS_BETWEEN))
        # Some clocks are wrong; some commits were written before they came here.
        time = self._time - (self._chance.random() < 0.01) * self._chance.randrange(3 * _DAY)
        authored = time - (self._chance.random() < 0.4) * self._chance.randrange(9 * _DAY)
        return self._stream.commit(time, authored, parents, changes)


def _changes(before: Files, after: Files) -> Changes:
    paths = before.keys() | after.keys()
    return {path: after.get(path) for path in paths if before.get(path) != after.get(path)}


def _apply(files: Files, changes: Changes) -> None:
    for path, contents in changes.items():
        if contents is None:
            files.pop(path, None)
        else:
            files[path] = contents
