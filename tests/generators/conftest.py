"""Sites that other generators really build, and our command on them."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

BIN = Path(sys.executable).parent


@dataclass(frozen=True, kw_only=True)
class Run:
    """What a program did."""

    exit_code: int
    stdout: str
    stderr: str


@dataclass(frozen=True, kw_only=True)
class Project:
    """A folder with the sources of a site."""

    folder: Path

    def write(self, files: Mapping[str, str]) -> None:
        for name, content in files.items():
            file = self.folder / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(content, encoding="utf-8")

    def run(self, program: str, *arguments: str, **environment: str) -> Run:
        """Run a program of this environment in the folder."""
        done = subprocess.run(
            [BIN / program, *arguments],
            cwd=self.folder,
            env={**os.environ, "PATH": f"{BIN}{os.pathsep}{os.environ['PATH']}", **environment},
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
        return Run(exit_code=done.returncode, stdout=done.stdout, stderr=done.stderr)

    def build(self, program: str, *arguments: str) -> None:
        """Let a generator build the site; it must succeed."""
        done = self.run(program, *arguments)
        assert done.exit_code == 0, done.stdout + done.stderr

    def git(self, *arguments: str, day: str = "2024-01-08") -> None:
        noon = f"{day}T12:00:00Z"
        environment = {
            "GIT_CONFIG_GLOBAL": os.devnull,
            "GIT_CONFIG_NOSYSTEM": "1",
            "GIT_AUTHOR_DATE": noon,
            "GIT_COMMITTER_DATE": noon,
            **{f"GIT_{who}_NAME": "Ann" for who in ("AUTHOR", "COMMITTER")},
            **{f"GIT_{who}_EMAIL": "ann@ex.org" for who in ("AUTHOR", "COMMITTER")},
        }
        command = ["git", *arguments]
        subprocess.run(command, cwd=self.folder, env={**os.environ, **environment}, check=True)

    def commit(self, day: str, *names: str) -> None:
        self.git("add", *(names or ["."]))
        self.git("commit", "--quiet", "--message", "x", day=day)

    def locs(self, name: str) -> list[str]:
        return re.findall("<loc>(.*?)</loc>", (self.folder / name).read_text(encoding="utf-8"))

    def lastmods(self, name: str) -> dict[str, str]:
        entry = re.compile("<loc>([^<]*)</loc><lastmod>([^<]*)</lastmod>")
        return dict(entry.findall((self.folder / name).read_text(encoding="utf-8")))


@pytest.fixture(scope="module")
def make_project(
    tmp_path_factory: pytest.TempPathFactory,
) -> Callable[[Mapping[str, str]], Project]:
    """Make a folder with these files, in a Git repository with one commit on 2024-01-08."""

    def make(files: Mapping[str, str]) -> Project:
        project = Project(folder=tmp_path_factory.mktemp("project"))
        project.write(files)
        project.git("init", "--quiet", "--initial-branch=main")
        project.commit("2024-01-08")
        return project

    return make
