"""Real builds of this project, and environments that have nothing but what is asked for."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import uv

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True, kw_only=True)
class Built:
    """What a release consists of."""

    sdist: Path
    wheel: Path

    def requirement(self, kind: str, extra: str = "") -> list[str]:
        """Arguments that install the project as a wheel, from the sdist, or editable."""
        place = {"wheel": self.wheel, "sdist": self.sdist, "editable": ROOT}[kind]
        named = f"{place}[{extra}]" if extra else str(place)
        return ["--editable", named] if kind == "editable" else [named]


@dataclass(frozen=True, kw_only=True)
class Environment:
    """A virtual environment, and the empty folder that its programs start in."""

    folder: Path
    start: Path

    @property
    def python(self) -> Path:
        return self.folder / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")

    def install(self, *requirements: str) -> None:
        run_uv("pip", "install", "--python", str(self.python), *requirements)

    def uninstall(self, name: str) -> None:
        run_uv("pip", "uninstall", "--python", str(self.python), name)

    def run(self, *arguments: str, cwd: Path | None = None) -> str:
        """What Python prints; stderr comes with the error if it fails."""
        return run([str(self.python), *arguments], cwd=cwd or self.start)

    def evaluate(self, program: str) -> Any:
        """What a program prints as JSON."""
        return json.loads(self.run("-c", program))

    @property
    def site_packages(self) -> Path:
        return Path(self.run("-c", "import sysconfig; print(sysconfig.get_path('purelib'))"))


MakeEnvironment = Callable[..., Environment]
BareEnvironment = Callable[[str], Environment]


def run(command: list[str], *, cwd: Path) -> str:
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout.strip()


def run_uv(*arguments: str) -> str:
    return run([uv.find_uv_bin(), "--no-python-downloads", *arguments], cwd=ROOT)


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """The sdist of this tree, and the wheel made from that sdist."""
    folder = tmp_path_factory.mktemp("dist")
    run_uv("build", "--out-dir", str(folder), str(ROOT))
    [sdist] = folder.glob("*.tar.gz")
    [wheel] = folder.glob("*.whl")
    return Built(sdist=sdist, wheel=wheel)


@pytest.fixture(scope="session")
def make_environment(tmp_path_factory: pytest.TempPathFactory) -> MakeEnvironment:
    def make(*requirements: str) -> Environment:
        folder = tmp_path_factory.mktemp("environment")
        run_uv("venv", "--python", sys.executable, str(folder / "venv"))
        environment = Environment(folder=folder / "venv", start=folder)
        if requirements:
            environment.install(*requirements)
        return environment

    return make


@pytest.fixture(scope="session")
def bare_environment(built: Built, make_environment: MakeEnvironment) -> BareEnvironment:
    """The project and no host, by the way of its installation; each is made once."""
    return cache(lambda kind: make_environment(*built.requirement(kind)))


@pytest.fixture(params=["wheel", "sdist", "editable"])
def bare(request: pytest.FixtureRequest, bare_environment: BareEnvironment) -> Environment:
    """The project, installed in one of three ways, and no host."""
    return bare_environment(request.param)
