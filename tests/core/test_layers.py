"""The rules of the core that no single behaviour shows: what it imports, reads and exports."""

from __future__ import annotations

import ast
import importlib
import inspect
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import sitemap_plus

PACKAGE = Path(sitemap_plus.__file__).parent

ROWS = [
    "errors",
    "urls",
    "html",
    "dates",
    "pages",
    "values",
    "settings",
    "page_settings",
    "git_dates",
    "git_dates.formats",
    "git_dates.walk",
    "git_dates.processes",
    "git_dates.places",
    "git_dates.ignored",
    "git_dates.memory",
    "git_dates.differences",
    "git_dates.repository",
    "git_dates.completing",
    "git_dates.problems",
    "git_dates.repositories",
    "git_dates.page_dates",
    "last_modified",
    "alternates",
    "section_names",
    "images",
    "admission",
    "entries",
    "transform",
    "stylesheet",
    "render",
    "sections",
    "robots",
    "output",
    "build",
    "yaml_toml",
    "front_matter",
    "reader",
    "built_folder",
    "built_folder.files",
    "built_folder.heads",
    "built_folder.addresses",
    "built_folder.languages",
    "built_folder.sources",
    "built_folder.pages",
    "built_folder.why",
    "versions",
    "cli",
    "cli.console",
    "cli.settings_file",
    "cli.writing",
    "cli.build",
    "cli.versions",
]
"""A module imports only from rows above its own."""

HOSTS = {"mkdocs", "properdocs", "pelican", "mkdocs_sitemap_plus", "pelican_sitemap_plus"}
# What the core may not use: it starts no process, connects to nothing and tells nobody.
FORBIDDEN = {"subprocess", "multiprocessing", "threading", "socket", "logging", "time", "locale"}
LIBRARIES = {"click", "idna", "lxml", "pathspec", "dateutil", "slugify", "tomli", "yaml"}
# What costs time to load and most builds don't need.
HEAVY = {"dateutil", "idna", "slugify", "pathspec", "lxml.html", "yaml", "tomllib", "click"} | {
    "email",
    "http",
    "asyncio",
    "multiprocessing",
}


# The one module that starts processes, which need an environment.
PROCESSES = "git_dates.processes"
# A command is an adapter: this is where it knows the time.
CONSOLE = "cli.console"
ALLOWED = {PROCESSES: {"subprocess"}, "built_folder.heads": {"multiprocessing"}}


def tree(module: str) -> ast.Module:
    path = PACKAGE.joinpath(*module.split("."))
    file = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    return ast.parse(file.read_text("utf-8"))


def imports(module: str) -> Iterator[str]:
    """Dotted names of what the module imports, wherever in it."""
    for node in ast.walk(tree(module)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            assert node.module is not None
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def test_every_module_has_its_row() -> None:
    files = {file.relative_to(PACKAGE).with_suffix("") for file in PACKAGE.rglob("*.py")}
    modules = {".".join(part for part in file.parts if part != "__init__") for file in files}
    assert sorted(modules - {""}) == sorted(ROWS)


@pytest.mark.parametrize("module", ROWS)
def test_a_module_imports_only_from_rows_above(module: str) -> None:
    below = ROWS[ROWS.index(module) :]
    own = {name for name in imports(module) if name.startswith("sitemap_plus.")}
    rows = {row for name in own for row in ROWS if name.startswith(f"sitemap_plus.{row}.")}
    rows |= {row for row in ROWS if f"sitemap_plus.{row}" in own}
    assert rows.isdisjoint(below)
    assert len(rows) >= len({name.split(".")[1] for name in own})


@pytest.mark.parametrize("module", ["__init__", *ROWS])
def test_a_module_uses_the_standard_library_and_the_libraries_of_the_project(module: str) -> None:
    roots = {name.split(".")[0] for name in imports(module)}
    assert roots <= sys.stdlib_module_names | LIBRARIES | {"sitemap_plus", "tomllib"}
    assert roots.isdisjoint(HOSTS | (FORBIDDEN - ALLOWED.get(module, set())))


@pytest.mark.parametrize("module", ROWS)
def test_a_module_reads_no_clock_no_locale_and_no_environment(module: str) -> None:
    names = {node.attr for node in ast.walk(tree(module)) if isinstance(node, ast.Attribute)}
    names |= {node.id for node in ast.walk(tree(module)) if isinstance(node, ast.Name)}
    names |= {name.rpartition(".")[2] for name in imports(module)}
    assert names.isdisjoint({"utcnow", "today", "localtime", "perf_counter", "monotonic"})
    assert module in {PROCESSES, CONSOLE} or "environ" not in names
    assert names.isdisjoint({"getenv", "getlocale", "setlocale", "tzlocal", "tzset"})
    assert names.isdisjoint({"print", "getLogger", "system", "popen", "urlopen"})


@pytest.mark.parametrize("module", [row for row in ROWS if row != CONSOLE])
def test_now_is_an_argument_and_never_a_call(module: str) -> None:
    calls = [node.func for node in ast.walk(tree(module)) if isinstance(node, ast.Call)]
    names = {ast.unparse(call) for call in calls}
    assert {name for name in names if name.endswith(".now")} <= {"console.now"}


def modules_after(statement: str) -> set[str]:
    """The modules that a statement loads, in a Python of its own."""
    script = (
        "import json, sys\nbefore = set(sys.modules)\n"
        f"{statement}\nprint(json.dumps(sorted(set(sys.modules) - before)))"
    )
    # Coverage, where it measures, would load modules of its own first.
    environment = {name: v for name, v in os.environ.items() if not name.startswith("COVERAGE")}
    run = subprocess.run(
        [sys.executable, "-c", script],
        env=environment,
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    return set(json.loads(run.stdout))


def test_importing_the_core_loads_no_host_and_nothing_that_most_builds_do_not_need() -> None:
    loaded = modules_after("import sitemap_plus")
    assert "sitemap_plus.build" in loaded
    assert not {name for name in loaded if name.split(".")[0] in HOSTS}
    assert loaded.isdisjoint(HEAVY)
    assert loaded.isdisjoint({"subprocess", "socket", "ssl", "logging"})


PLAIN_BUILD = """
from datetime import date, datetime, timezone
from sitemap_plus import Host, Page, plan_sitemaps, read_settings

host = Host(key="k", site_url_setting="s", site_url="https://ex.org/", sitemap_xml="pages",
            section_by="path", section_by_choices=("path",), timezone="Europe/Vienna")
pages = [Page(url=f"https://ex.org/blog/{n}/", metadata={"date": date(2024, 1, 8)})
         for n in range(3)]
settings = read_settings({}, host).settings
plan = plan_sitemaps(pages, settings, now=datetime(2024, 6, 15, tzinfo=timezone.utc),
                     existing=lambda _: None)
assert b"".join(plan.files[0].chunks())
"""


def test_a_plain_build_loads_no_more() -> None:
    assert modules_after(PLAIN_BUILD).isdisjoint(HEAVY)


@pytest.mark.parametrize("module", ["__init__", *ROWS])
def test_a_module_says_in_its_first_line_what_it_is_for(module: str) -> None:
    docstring = ast.get_docstring(tree(module)) or ""
    assert docstring.splitlines()[0].endswith((".", ":"))


def test_what_is_exported_is_there_and_has_words_of_its_own() -> None:
    exported = sitemap_plus.__all__
    assert exported == sorted(exported)
    for name in exported:
        public = getattr(sitemap_plus, name)
        assert public.__module__.startswith("sitemap_plus.")
        docstring = inspect.getdoc(public) or ""
        assert docstring.splitlines()[0][-1] in ".:`", name
        assert not docstring.startswith(f"{name}("), f"{name} has the docstring of a dataclass"


def test_all_that_the_package_imports_is_exported() -> None:
    public = {name for name in vars(sitemap_plus) if not name.startswith("_")}
    assert public - set(ROWS) == set(sitemap_plus.__all__)


def public_fields() -> Iterator[tuple[str, str]]:
    """Every field of the records that are exported, with the source of its class."""
    for name in sitemap_plus.__all__:
        public = getattr(sitemap_plus, name)
        for field in getattr(public, "__dataclass_fields__", {}):
            yield name, field


def test_records_are_frozen_keyword_only_and_without_a_dictionary() -> None:
    names = {name for name, _ in public_fields()}
    assert {"Entry", "Page", "Plan", "Problem", "Settings"} <= names
    for name in names:
        record = getattr(sitemap_plus, name)
        assert record.__dataclass_params__.frozen, name
        assert all(field.kw_only for field in record.__dataclass_fields__.values()), name
        assert "__slots__" in vars(record), name


def test_the_module_for_builds_is_importable_by_its_own_name() -> None:
    # `sitemap_plus.build` is the module; the package exports the function as `plan_sitemaps`.
    build = importlib.import_module("sitemap_plus.build")
    assert sitemap_plus.plan_sitemaps is build.plan
