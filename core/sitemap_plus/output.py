"""The only writer: whole files, only where bytes differ, and no stale ones of ours left.

Rules for editors: nothing else in the package writes, replaces or removes a file. A sitemap
without our marker is somebody else's.
"""

from __future__ import annotations

import errno
import os
import re
import stat
import zlib
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import BinaryIO

from sitemap_plus import render
from sitemap_plus.errors import OutputError

_SITEMAP_NAME = re.compile(r"sitemap[A-Za-z0-9_.-]*\.xml(?:\.gz)?")
_MARKED_WITHIN = 512
"""Bytes at a file's beginning in which its marker is."""


@dataclass(frozen=True, kw_only=True, slots=True)
class OutputFile:
    """One file that a build wants to have."""

    name: str
    """In the root of the site: `sitemap-blog.xml`."""
    chunks: Callable[[], Iterable[bytes]]
    """Its content, made anew at each call."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Written:
    """What writing did, by the files' names."""

    changed: tuple[str, ...]
    unchanged: tuple[str, ...]
    removed: tuple[str, ...]


def write(folder: Path, files: Iterable[OutputFile], obsolete: Collection[str] = ()) -> Written:
    """Write the files into the folder and remove the sitemaps of earlier builds.

    No file is replaced before all of them are complete on the disk, and those whose bytes are
    there already aren't touched. `obsolete`: names of files that go too, unless they are written.

    Raises:
        OutputError: something can't be written. What was there is still there, whole.
    """
    staged: dict[str, Path] = {}
    try:
        for file in files:
            staged[file.name] = _temporary(folder / file.name)
            _stage(file, staged[file.name])
        changed = {name for name in staged if _differs(staged[name], folder / name)}
        for name in sorted(changed):
            _replace(staged[name], folder / name)
        stale = _stale(folder, obsolete) - staged.keys()
        for name in sorted(stale):
            (folder / name).unlink()
    except OSError as error:
        where = error.filename2 or error.filename or folder
        raise OutputError(f"{where} can't be written: {error.strerror}") from error
    finally:
        for temporary in staged.values():
            with suppress(OSError):
                temporary.unlink(missing_ok=True)
    return Written(
        changed=tuple(sorted(changed)),
        unchanged=tuple(sorted(staged.keys() - changed)),
        removed=tuple(sorted(stale)),
    )


def read(folder: Path, name: str) -> bytes | None:
    """What a file in the folder holds. None: there is no such file, or it isn't in the folder.

    Raises:
        OutputError: it is there and can't be read.
    """
    path = Path(name)
    # The name can be what a URL says: `..%2F..%2Fa` and `%00` are paths as well.
    if path.anchor or ".." in path.parts:
        return None
    try:
        return (folder / path).read_bytes()
    except (FileNotFoundError, NotADirectoryError, IsADirectoryError, ValueError):
        return None
    except OSError as error:
        raise OutputError(f"{folder / name} can't be read: {error.strerror}") from error


def sitemaps_of_others(folder: Path) -> frozenset[str]:
    """The names of the folder's sitemaps that don't carry our marker."""
    return frozenset(name for name, is_ours in _sitemaps(folder) if not is_ours)


def is_ours(file: Path) -> bool:
    """Whether this sitemap carries our marker.

    Raises:
        OSError: it can't be read.
    """
    return render.MARKER in _beginning(file)


def _stale(folder: Path, obsolete: Collection[str]) -> set[str]:
    ours = {name for name, is_ours in _sitemaps(folder) if is_ours}
    return ours | {name for name in obsolete if (folder / name).is_file()}


def _sitemaps(folder: Path) -> Iterator[tuple[str, bool]]:
    """Each file in the folder that is named like a sitemap, and whether we wrote it."""
    for file in folder.iterdir():
        if _SITEMAP_NAME.fullmatch(file.name) and file.is_file():
            yield file.name, is_ours(file)


def _beginning(file: Path) -> bytes:
    with file.open("rb") as stream:
        content = stream.read(_MARKED_WITHIN)
    if file.suffix != ".gz":
        return content
    try:
        return zlib.decompressobj(wbits=31).decompress(content, _MARKED_WITHIN)
    except zlib.error:
        return b""


def _temporary(target: Path) -> Path:
    # The same name each time: what a killed build left behind is written over, not added to.
    return target.with_name(f".{target.name}.sitemap-plus")


def _stage(file: OutputFile, temporary: Path) -> None:
    temporary.unlink(missing_ok=True)
    with temporary.open("xb") as stream:
        for chunk in file.chunks():
            stream.write(chunk)


def _differs(temporary: Path, target: Path) -> bool:
    if target.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(target))
    return not target.exists() or not _is_same(temporary, target)


def _is_same(one: Path, other: Path) -> bool:
    # Not filecmp, whose memory takes two files of one size and time for the same.
    if one.stat().st_size != other.stat().st_size:
        return False
    with one.open("rb") as left, other.open("rb") as right:
        chunks = zip(_chunks(left), _chunks(right), strict=True)
        return all(mine == theirs for mine, theirs in chunks)


def _chunks(stream: BinaryIO) -> Iterator[bytes]:
    return iter(partial(stream.read, 1 << 16), b"")


def _replace(temporary: Path, target: Path) -> None:
    # Never written in place: Pelican can make an output file a hard link to the user's source.
    if target.exists():
        temporary.chmod(stat.S_IMODE(target.stat().st_mode))
    temporary.replace(target)
