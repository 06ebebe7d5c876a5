"""Where files lie: in which repository, and under which name there."""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Iterable
from pathlib import Path
from stat import S_ISLNK
from typing import NamedTuple

# More pathspecs slow Git down: it tries each of them on every entry of every tree.
MOST_FOLDERS = 8
_DEEPEST_FOLDER = 3


class Place(NamedTuple):
    """A file in a work tree."""

    root: Path
    """Root of the nearest repository above the file, links resolved."""
    path: bytes
    """The file's name below it, as Git has it: with slashes, encoded as the disk encodes it."""


class Places:
    """Finds the places of many files; looks at each folder once."""

    def __init__(self) -> None:
        self._folders: dict[str, Place | None] = {}
        self._roots: dict[str, Path | None] = {}

    def of(self, file: Path) -> Place | None:
        """Where the file really lies, if it is a link: where its target does.

        None: in no repository.

        Raises:
            OSError: there is no such file, or the link leads nowhere.
        """
        path = os.path.abspath(file)
        if S_ISLNK(os.lstat(path).st_mode):
            path = os.path.realpath(path, strict=True)
        folder, name = os.path.split(path)
        place = self.of_folder(folder)
        return place and Place(place.root, place.path + os.fsencode(name))

    def of_folder(self, folder: str) -> Place | None:
        """Where a folder lies; its path ends with a slash, or is empty for the root itself."""
        if folder not in self._folders:
            self._folders[folder] = self._found(os.path.realpath(folder))
        return self._folders[folder]

    def _found(self, folder: str) -> Place | None:
        root = self._root(folder)
        if root is None:
            return None
        below = os.path.relpath(folder, root)
        path = "" if below == os.curdir else f"{below}{os.sep}"
        return Place(root, os.fsencode(path.replace(os.sep, "/")))

    def _root(self, folder: str) -> Path | None:
        if folder not in self._roots:
            above = os.path.dirname(folder)
            if _is_root(folder):
                self._roots[folder] = Path(folder)
            else:
                self._roots[folder] = None if above == folder else self._root(above)
        return self._roots[folder]


def _is_root(folder: str) -> bool:
    """Whether Git would find a repository here: a folder, or the file of a submodule or worktree.

    A folder .git that is empty, or holds something else, is none to Git either.
    """
    git = os.path.join(folder, ".git")
    return os.path.isfile(git) or os.path.lexists(os.path.join(git, "HEAD"))


def covering_folders(paths: Iterable[bytes], most: int = MOST_FOLDERS) -> tuple[bytes, ...]:
    """A few folders that together hold all these paths; none, if only the whole tree does."""
    parents = {path.rpartition(b"/")[0] for path in paths}
    for depth in range(_DEEPEST_FOLDER, 0, -1):
        folders = {b"/".join(parent.split(b"/", depth)[:depth]) for parent in parents}
        if b"" in folders:
            return ()
        outermost = [each for each in folders if not _is_inside_another(each, folders)]
        if len(outermost) <= most:
            return tuple(sorted(outermost))
    return ()


def _is_inside_another(folder: bytes, folders: set[bytes]) -> bool:
    parts = folder.split(b"/")
    return any(b"/".join(parts[:count]) in folders for count in range(1, len(parts)))


def other_spelling(path: bytes) -> bytes:
    """What different spellings of one name have in common: case, and composed letters or not.

    A disk that knows no difference between them can have another one than Git.
    """
    if path.isascii():
        return path.lower()
    composed = unicodedata.normalize("NFC", os.fsdecode(path))
    return os.fsencode(unicodedata.normalize("NFC", composed.casefold()))


def is_same_file(root: Path, one: bytes, another: bytes) -> bool:
    """Whether two names below a root mean one file on this disk."""
    try:
        return os.path.samefile(*(root / os.fsdecode(path) for path in (one, another)))
    except OSError:
        return False
