"""Fetches the history that a shallow clone lacks, where the user has asked for it."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sitemap_plus.git_dates import processes
from sitemap_plus.git_dates.formats import GitError

SECONDS = 300
"""How long it may take."""

_FLAGS = (
    "--unshallow",
    "--filter=blob:none",  # no date needs what is in old files
    "--no-tags",
    "--no-prune",
    "--no-prune-tags",
    "--no-recurse-submodules",
    "--no-write-fetch-head",
    "--no-auto-gc",
    "--quiet",
)

# The commit was made here, or the server gives branches only: their history is worth having, too.
_NOT_THERE = ("not our ref", "unadvertised object")


def complete_history(root: Path, head: str, seconds: float = SECONDS) -> None:
    """Complete the history of a shallow clone, from its own remote; a failure changes nothing.

    Raises:
        GitError: it can't be done; the text says why.
    """
    remote = _remote(root)
    with _config_kept(root):
        try:
            processes.fetch(root, *_FLAGS, remote, head, seconds=seconds)
        except GitError as error:
            if not any(words in str(error) for words in _NOT_THERE):
                raise
            processes.fetch(root, *_FLAGS, remote, seconds=seconds)


def _remote(root: Path) -> str:
    """Name of the remote that the clone was made from."""
    remotes = os.fsdecode(processes.answer(root, "remote")).split()
    if "origin" in remotes:
        return "origin"
    if not remotes:
        raise GitError("the clone has no remote")
    if len(remotes) > 1:
        raise GitError(f"the clone has {len(remotes)} remotes, and none is called origin")
    return remotes[0]


@contextmanager
def _config_kept(root: Path) -> Iterator[None]:
    """Put the clone's configuration back on failure.

    Before it fetches with a filter, Git notes there that the clone may lack contents.
    """
    path = processes.answer(root, "rev-parse", "--git-path", "config").removesuffix(b"\n")
    config = root / os.fsdecode(path)
    before = config.read_bytes()
    try:
        yield
    except BaseException:
        if config.read_bytes() != before:
            copy = config.with_name("config.sitemap-plus")
            copy.write_bytes(before)
            shutil.copymode(config, copy)
            copy.replace(config)
        raise
