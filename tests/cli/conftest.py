"""The command `sitemap-plus`, as a person or a workflow runs it."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

# The command as it is installed.
COMMAND = [str(Path(sys.executable).with_name("sitemap-plus"))]


@dataclass(frozen=True, kw_only=True)
class Run:
    """What one run of the command did."""

    exit_code: int
    stdout: str
    stderr: str


@pytest.fixture
def run(tmp_path: Path) -> Callable[..., Run]:
    """Run the command in a folder of its own, with these arguments and this environment."""

    def run_command(*arguments: str, **environment: str) -> Run:
        done = subprocess.run(
            [*COMMAND, *arguments],
            cwd=tmp_path,
            env={**os.environ, "NO_COLOR": "", **environment},
            capture_output=True,
            check=False,
            stdin=subprocess.DEVNULL,
        )
        return Run(
            exit_code=done.returncode,
            stdout=done.stdout.decode("utf-8", "surrogateescape"),
            stderr=done.stderr.decode("utf-8", "surrogateescape"),
        )

    return run_command


@pytest.fixture
def write(tmp_path: Path) -> Callable[[Mapping[str, str | bytes]], Path]:
    """Write files where the command runs; the folder `site` is what they give."""

    def write_files(files: Mapping[str, str | bytes]) -> Path:
        for name, content in files.items():
            file = tmp_path / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content.encode() if isinstance(content, str) else content)
        return tmp_path / "site"

    return write_files
