"""The project as a wheel, from its sdist and editable, where no host is installed."""

from __future__ import annotations

import ast
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.packaging.conftest import BareEnvironment, Built, Environment, MakeEnvironment

ROOT = Path(__file__).parents[2]
OWN_PACKAGES = ["sitemap_plus", "mkdocs_sitemap_plus", "pelican_sitemap_plus"]
HOSTS = ["mkdocs", "properdocs", "pelican"]
BROUGHT_BY_HOSTS = ["jinja2", "markdown"]

IMPORTED_HOSTS = f"""
import json, sys, sitemap_plus
print(json.dumps([name for name in sys.modules if name.split(".")[0] in {HOSTS}]))
"""

EVERY_MODULE = """
import importlib, json, pkgutil, sitemap_plus
names = [each.name for each in pkgutil.walk_packages(sitemap_plus.__path__, "sitemap_plus.")]
print(json.dumps([importlib.import_module(name).__name__ for name in names]))
"""

ENTRY_POINTS = """
import json
from importlib.metadata import distribution
points = distribution("sitemap-plus").entry_points
print(json.dumps([[each.group, each.name, each.value] for each in points]))
"""

DEPENDENCIES = """
import json
from importlib.metadata import packages_distributions, requires
print(json.dumps([requires("sitemap-plus"), packages_distributions()]))
"""


def test_the_core_and_each_of_its_modules_can_be_imported(bare: Environment) -> None:
    names = bare.evaluate(EVERY_MODULE)
    assert {"sitemap_plus.build", "sitemap_plus.urls"} <= set(names)


def test_no_host_is_installed_with_the_project(bare: Environment) -> None:
    assert not [host for host in HOSTS if list(bare.site_packages.glob(f"{host}-*.dist-info"))]


def test_importing_the_core_imports_no_host_even_where_there_are_hosts(
    built: Built, make_environment: MakeEnvironment
) -> None:
    environment = make_environment(*built.requirement("wheel", "mkdocs,pelican"))
    environment.run("-c", "import mkdocs.plugins, pelican.generators")
    assert environment.evaluate(IMPORTED_HOSTS) == []


@pytest.mark.parametrize("name", ["core", "tests", "sample_sites", "benchmarks"])
@pytest.mark.parametrize("kind", ["wheel", "sdist"])
def test_no_folder_of_the_repository_is_installed(
    kind: str, name: str, bare_environment: BareEnvironment
) -> None:
    program = f"import importlib.util; print(importlib.util.find_spec({name!r}))"
    assert bare_environment(kind).run("-c", program) == "None"


def test_mkdocs_finds_the_plugin_under_both_names_and_the_shell_the_command(
    bare: Environment,
) -> None:
    plugin = "mkdocs_sitemap_plus:SitemapPlusPlugin"
    assert sorted(bare.evaluate(ENTRY_POINTS)) == [
        ["console_scripts", "sitemap-plus", "sitemap_plus.cli:main"],
        ["mkdocs.plugins", "sitemap-plus", plugin],
        ["mkdocs.plugins", "sitemap_plus", plugin],
    ]


def test_the_command_writes_all_its_files(bare: Environment, tmp_path: Path) -> None:
    page = '<title>A</title><link rel="canonical" href="https://ex.org/">'
    (tmp_path / "index.html").write_text(page, encoding="utf-8")
    command = bare.python.with_name("sitemap-plus")
    program = "import subprocess, sys; subprocess.run(sys.argv[1:], check=True)"
    bare.run("-c", program, str(command), "build", str(tmp_path))
    assert (tmp_path / "sitemap_index.xml").is_file()
    assert (tmp_path / "sitemap.css").read_text("utf-8").startswith("/* Written by")


def test_pelicans_namespace_package_is_at_its_place(bare: Environment) -> None:
    plugin = bare.site_packages / "pelican" / "plugins" / "sitemap_plus" / "__init__.py"
    source = ROOT / "pelican_sitemap_plus" / "_namespace.py"
    assert plugin.read_text(encoding="utf-8") == source.read_text(encoding="utf-8")


def test_uninstalling_leaves_nothing_behind(
    built: Built, make_environment: MakeEnvironment
) -> None:
    environment = make_environment()
    before = set(environment.site_packages.rglob("*"))
    environment.install("--no-deps", *built.requirement("wheel"))
    assert set(environment.site_packages.rglob("*")) > before
    environment.uninstall("sitemap-plus")
    assert set(environment.site_packages.rglob("*")) == before


def test_the_hard_dependencies_are_the_libraries_that_the_project_imports(
    bare_environment: BareEnvironment,
) -> None:
    requires, packages = bare_environment("wheel").evaluate(DEPENDENCIES)
    declared = {name_of(each) for each in requires if "extra ==" not in each}
    # What only an older Python needs is not installed beside this one.
    names = {**packages, "tomli": ["tomli"]}
    imported = {dist for top in imported_libraries() for dist in names.get(top, [f"? {top}"])}
    # zoneinfo reads tzdata where the system has no time zones; nobody imports it.
    assert declared - {"tzdata"} == {name.lower() for name in imported}


def name_of(requirement: str) -> str:
    return requirement.partition(">=")[0].strip().lower()


def imported_libraries() -> set[str]:
    folders = ["core", "mkdocs_sitemap_plus", "pelican_sitemap_plus"]
    modules = [module for folder in folders for module in (ROOT / folder).rglob("*.py")]
    tops = {name.split(".")[0] for module in modules for name in imported_names(module)}
    others = {*OWN_PACKAGES, *HOSTS, *BROUGHT_BY_HOSTS, "tomllib"}
    return tops - sys.stdlib_module_names - others


def imported_names(module: Path) -> set[str]:
    nodes = list(ast.walk(ast.parse(module.read_text(encoding="utf-8"))))
    plain = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    return plain | {
        node.module for node in nodes if isinstance(node, ast.ImportFrom) and node.module
    }
