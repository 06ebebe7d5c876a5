"""The manual says what the code does: its tables, its headings, its messages and its examples."""

from __future__ import annotations

import ast
import dataclasses
import re
import subprocess
import sys
import textwrap
import xml.etree.ElementTree as ET
from collections.abc import Iterator, Mapping
from datetime import timezone
from functools import cache
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import sitemap_plus
from sitemap_plus import Host, Page, SettingsReading, read_settings
from sitemap_plus.page_settings import PAGE_KEYS, read_page_settings
from sitemap_plus.settings import OPTIONS

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib  # comes with pytest

ROOT = Path(__file__).parents[2]
MANUAL = ROOT / "sample_sites" / "mkdocs"
DOCS = MANUAL / "docs"

if not MANUAL.is_dir():
    pytest.skip("the manual is in the repository, not beside these tests", allow_module_level=True)

SITE = "https://example.org/"
ADAPTERS = {
    "MkDocs": "mkdocs_sitemap_plus/plugin.py",
    "Pelican": "pelican_sitemap_plus/plugin.py",
    "sitemap-plus build": "core/sitemap_plus/cli/build.py",
    "sitemap-plus versions": "core/sitemap_plus/cli/versions.py",
}
GENERATORS = ("MkDocs", "Pelican")
# Options that only a command has.
OF_COMMANDS = ("url_style", "source_folder", "source_patterns")
# What a host hands over from its own settings, by their names there and in `Host`.
OF_THE_HOST = {"site_url": SITE, "SITEURL": SITE, "TIMEZONE": "Europe/Vienna", "DEFAULT_LANG": "de"}
GIVEN = {
    "key": "sitemap-plus.yml",
    "site_url_setting": "--site-url",
    "site_url": SITE,
    "timezone": "Europe/Vienna",
    "default_language": "de",
}

PYPROJECT = "pyproject.toml"

_FENCE = re.compile(
    r"^(?P<indent> *)```(?P<language>\w+)(?: title=\"(?P<title>[^\"]+)\")?\n"
    r"(?P<code>.*?)^(?P=indent)```$",
    re.MULTILINE | re.DOTALL,
)
_ROW = re.compile(r"^\| \[`(\w+)`\]\(#\w+\) \| (.+?) \| (.+?) \| .+ \|$", re.MULTILINE)
_COMMANDS_ROW = re.compile(r"^\| \[`(\w+)`\]\(#\w+\) \| ([^|]+?) \| ([^|]+?) \|$", re.MULTILINE)
_NAMESPACE = "{http://www.sitemaps.org/schemas/sitemap/0.9}"


class Block(NamedTuple):
    """One fenced piece of code."""

    page: str
    language: str
    title: str
    code: str


def pages() -> list[str]:
    return sorted(file.relative_to(DOCS).as_posix() for file in DOCS.rglob("*.md"))


@cache
def text_of(page: str) -> str:
    return (DOCS / page).read_text(encoding="utf-8")


def blocks_in(text: str, page: str) -> list[Block]:
    return [
        Block(page, match["language"], match["title"] or "", textwrap.dedent(match["code"]))
        for match in _FENCE.finditer(text)
    ]


def blocks(*languages: str) -> list[Block]:
    found = [block for page in pages() for block in blocks_in(text_of(page), page)]
    return [block for block in found if block.language in languages]


def sections_of(page: str) -> dict[str, str]:
    """The text below each heading of the second level that is a name in code."""
    parts = re.split(r"^## `([^`\n]+)`$", text_of(page), flags=re.MULTILINE)[1:]
    return {
        name: re.split(r"^## ", text, flags=re.MULTILINE)[0]
        for name, text in zip(parts[::2], parts[1::2], strict=True)
    }


@cache
def host_of(adapter: str) -> Host:
    """The host that an adapter's source describes, without its generator."""
    tree = ast.parse((ROOT / ADAPTERS[adapter]).read_text(encoding="utf-8"))
    (call,) = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Host"
    ]
    return Host(**{word.arg: value_of(word) for word in call.keywords if word.arg != "folder"})


def value_of(word: ast.keyword) -> Any:
    """What the source says, or else what a host with settings of its own would hand over."""
    try:
        return ast.literal_eval(word.value)
    except ValueError:
        return GIVEN[str(word.arg)]


def written_default(cell: str) -> Any:
    """What a user would write to say what the table says: `true`, `[]`, `pages`, a host's value."""
    if match := re.fullmatch(r"(?:MkDocs'|Pelican's) `(\w+)`", cell):
        return OF_THE_HOST[match[1]]
    match = re.fullmatch(r"`(.+)`", cell)
    assert match, f"no default in code: {cell}"
    if match[1].startswith("["):
        return [item for item in re.split(r", |\[|\]", match[1]) if item]
    known = {"true": True, "false": False, "{}": {}}
    return int(match[1]) if match[1].isdigit() else known.get(match[1], match[1])


def yaml_of(code: str) -> Any:
    """The YAML as MkDocs reads it, where no environment variable is set."""
    yaml = pytest.importorskip("yaml", reason="needs PyYAML, which the core does not")

    class Loader(yaml.SafeLoader):  # type: ignore[misc,name-defined]
        pass

    Loader.add_constructor("!ENV", lambda loader, node: loader.construct_sequence(node)[-1])
    return yaml.load(code, Loader)


def toml_of(code: str) -> Any:
    return tomllib.loads(code).get("tool", {}).get("sitemap-plus", {})


def settings_in(block: Block, folder: Path) -> tuple[str, Any, Host] | None:
    """The adapter, its options as the block shows them, and the host. None: it shows none."""
    if block.language == "python" and "SITEMAP_PLUS" in block.code:
        names: dict[str, Any] = {}
        exec(compile(block.code, block.title, "exec"), names)  # noqa: S102
        site, options, adapter = names.get("SITEURL", SITE), names["SITEMAP_PLUS"], "Pelican"
    elif block.language == "yaml" and "plugins:" in block.code:
        config = yaml_of(block.code)
        listed = [each for each in config["plugins"] if isinstance(each, Mapping)]
        options = next((each["sitemap_plus"] for each in listed if "sitemap_plus" in each), None)
        site, adapter = config.get("site_url", SITE), "MkDocs"
    elif block.language in {"yaml", "toml"} and block.title in {"sitemap-plus.yml", PYPROJECT}:
        options = yaml_of(block.code) if block.language == "yaml" else toml_of(block.code)
        site, adapter = SITE, "sitemap-plus build"
        if "source_folder" in options:
            (folder / options["source_folder"]).mkdir(exist_ok=True)
    else:
        return None
    if options and "site_url" in options and adapter != "Pelican":
        site = None
    return adapter, options, dataclasses.replace(host_of(adapter), site_url=site, folder=folder)


def read_block(block: Block, folder: Path) -> SettingsReading | None:
    found = settings_in(block, folder)
    return None if found is None else read_settings(found[1], found[2])


def write_modules(folder: Path) -> None:
    """The modules that examples of `transform` name."""
    for block in blocks("python"):
        if block.title == "sitemap_rules.py":
            (folder / block.title).write_text(block.code, encoding="utf-8")


def test_each_option_has_a_section_and_no_section_is_about_another_name() -> None:
    assert list(sections_of("reference/options.md")) == list(OPTIONS)


def test_the_table_of_defaults_has_each_option_once_in_order() -> None:
    rows = _ROW.findall(text_of("reference/options.md"))
    assert [name for name, *_ in rows] == [name for name in OPTIONS if name not in OF_COMMANDS]


def test_the_table_of_the_commands_has_what_differs_there() -> None:
    rows = {row[0]: row[1:] for row in _COMMANDS_ROW.findall(text_of("reference/options.md"))}
    hosts = [host_of("sitemap-plus build"), host_of("sitemap-plus versions")]
    plugin = read_settings({}, host_of("MkDocs")).settings
    for option, cells in rows.items():
        for cell, host in zip(cells, hosts, strict=True):
            if cell == "no such option":
                assert read_settings({option: True}, host).problems[0].where == option
            else:
                value = getattr(read_settings({}, host).settings, option)
                shown = "none" if value is None else f"`{value}`"
                assert cell in {shown, "[several](#source_patterns)"}
    differing = {
        option
        for option in OPTIONS
        for host in hosts
        if hasattr(plugin, option)
        and getattr(read_settings({}, host).settings, option) != getattr(plugin, option)
    }
    # Both take their default language from the pages, and the clock of no host.
    assert set(rows) == (differing | set(OF_COMMANDS)) - {"x_default", "timezone"}


@pytest.mark.parametrize("adapter", GENERATORS)
@pytest.mark.parametrize("option", [name for name in OPTIONS if name not in OF_COMMANDS])
def test_a_default_in_the_table_is_what_the_host_does(option: str, adapter: str) -> None:
    rows = {row[0]: row[1:] for row in _ROW.findall(text_of("reference/options.md"))}
    cell = rows[option][list(ADAPTERS).index(adapter)]
    host = host_of(adapter)
    unset = read_settings({}, host)
    if cell == "none":
        assert getattr(unset.settings, option) is None
    elif cell == "no such option":
        assert [problem.where for problem in read_settings({option: True}, host).problems] == [
            option
        ]
    else:
        assert read_settings({option: written_default(cell)}, host) == unset


def test_each_option_has_an_example_for_each_host_that_has_it(tmp_path: Path) -> None:
    write_modules(tmp_path)
    shown = {
        (option, found[0])
        for option, text in sections_of("reference/options.md").items()
        for block in blocks_in(text, option)
        if (found := settings_in(block, tmp_path)) and option in (found[1] or {})
    }
    shared = [name for name in OPTIONS if name not in OF_COMMANDS]
    expected = {(option, adapter) for option in shared for adapter in GENERATORS}
    of_commands = {(option, "sitemap-plus build") for option in OF_COMMANDS}
    assert shown == (expected | of_commands) - {("serve", "Pelican")}


@pytest.mark.parametrize("page", pages())
def test_all_settings_that_the_manual_shows_are_good(page: str, tmp_path: Path) -> None:
    write_modules(tmp_path)
    readings = [read_block(block, tmp_path) for block in blocks_in(text_of(page), page)]
    assert [problem for reading in readings if reading for problem in reading.problems] == []


def test_the_manuals_own_settings_are_good(tmp_path: Path) -> None:
    config = Block("", "yaml", "mkdocs.yml", (MANUAL / "mkdocs.yml").read_text(encoding="utf-8"))
    reading = read_block(config, tmp_path)
    assert reading is not None
    assert reading.problems == ()
    assert reading.settings is not None


def test_each_page_setting_has_a_section_and_a_row_in_the_table() -> None:
    page = "reference/page-settings.md"
    assert list(sections_of(page)) == ["sitemap", *PAGE_KEYS]
    for key in PAGE_KEYS:
        row = f"| [`{key}`](#{key}) | `{key}` below `sitemap` | `sitemap_{key}` |"
        assert row in text_of(page).splitlines()


def test_all_front_matter_that_the_manual_shows_is_good() -> None:
    shown = [
        (block.page, yaml_of(block.code.split("---\n")[1]))
        for block in blocks("markdown")
        if block.code.startswith("---\n")
    ]
    assert len(shown) > len(PAGE_KEYS)
    read = [read_page_settings(Page(url=SITE, metadata=each), timezone.utc) for _, each in shown]
    assert [problem for settings in read for problem in settings.problems] == []


def test_all_dates_that_the_manual_shows_are_understood() -> None:
    shown = blocks_in(text_of("guide/lastmod.md"), "")
    dates = [yaml_of(each.code) for each in shown if each.language == "yaml" and not each.title]
    read = [read_page_settings(Page(url=SITE, metadata=each), timezone.utc) for each in dates]
    assert len(read) > 1
    assert all(settings.modified and not settings.problems for settings in read)


@pytest.mark.parametrize("block", blocks("python"), ids=lambda block: f"{block.page}-{block.title}")
def test_python_in_the_manual_compiles(block: Block) -> None:
    assert compile(block.code, block.title, "exec")


@pytest.mark.parametrize("block", blocks("yaml"), ids=lambda block: f"{block.page}-{block.title}")
def test_yaml_in_the_manual_is_a_mapping(block: Block) -> None:
    assert isinstance(yaml_of(block.code), Mapping)


@pytest.mark.parametrize("block", blocks("toml"), ids=lambda block: f"{block.page}-{block.title}")
def test_toml_in_the_manual_parses(block: Block) -> None:
    assert tomllib.loads(block.code)


def test_every_language_in_the_manual_is_one_that_a_test_or_a_reader_checks() -> None:
    seen = {block.language for page in pages() for block in blocks_in(text_of(page), page)}
    checked = {"python", "yaml", "toml", "markdown"}
    assert seen <= checked | {"rst", "shell", "text", "xml"}
    fences = sum(text_of(page).count("```") for page in pages())
    assert fences == 2 * len(blocks(*seen))


def message_parts() -> Iterator[str]:
    """Every string that our code can put into a message, cut where a value goes in."""
    folders = ("core/sitemap_plus", "mkdocs_sitemap_plus", "pelican_sitemap_plus")
    for file in (file for folder in folders for file in (ROOT / folder).rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield node.value


def explained_messages() -> list[str]:
    return re.findall(r"^`([^\n]+?)`[^\n]*\n:   ", text_of("guide/messages.md"), re.MULTILINE)


@pytest.mark.parametrize("message", explained_messages())
def test_a_message_that_the_manual_explains_is_one_that_the_code_says(message: str) -> None:
    parts = [part for part in message_parts() if " " in part]
    width = min(12, *map(len, message.split(" ... ")))
    windows = {message[start : start + width] for start in range(len(message) - width + 1)}
    assert any(window in part for part in parts for window in windows)


def test_the_fields_of_page_and_host_are_all_in_the_contract_for_adapters() -> None:
    text = text_of("how-to/write-an-adapter.md")
    for record in (Page, Host):
        section = text.split(f"### `{record.__name__}`\n")[1].split("\n### ")[0]
        rows = re.findall(r"^\| `(\w+)` \|", section, re.MULTILINE)
        assert rows == [field.name for field in dataclasses.fields(record)]


@pytest.mark.parametrize("name", sitemap_plus.__all__)
def test_each_public_name_is_in_the_contract_for_adapters(name: str) -> None:
    assert re.search(rf"`(?:sitemap_plus\.)?{name}\b", text_of("how-to/write-an-adapter.md"))


def make_site(folder: Path) -> Path:
    site = folder / "site"
    for path in ("index.html", "about.html", "blog/index.html", "blog/a & ü?.html"):
        (site / path).parent.mkdir(parents=True, exist_ok=True)
        (site / path).write_text("<title>A page</title>", encoding="utf-8")
    hidden = '<head><meta name="robots" content="noindex"></head>'
    (site / "hidden.html").write_text(hidden, encoding="utf-8")
    return site


def run_example(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """The adapter of the manual, run as its own first line says."""
    (block,) = [each for each in blocks("python") if each.title == "folder_sitemaps.py"]
    (folder / block.title).write_text(block.code, encoding="utf-8")
    command = [sys.executable, block.title, *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def locs(file: Path) -> list[str | None]:
    return [each.text for each in ET.parse(file).iter(f"{_NAMESPACE}loc")]


def test_the_adapter_in_the_manual_writes_the_sitemaps_of_a_folder(tmp_path: Path) -> None:
    site = make_site(tmp_path)
    run = run_example(tmp_path, "site", SITE)
    assert run.returncode == 0, run.stderr
    assert "hidden.html: is not listed: it says noindex" in run.stderr
    assert locs(site / "sitemap.xml") == [f"{SITE}sitemap-blog.xml", f"{SITE}sitemap-main.xml"]
    assert locs(site / "sitemap-main.xml") == [SITE, f"{SITE}about.html"]
    assert locs(site / "sitemap-blog.xml") == [
        f"{SITE}blog/",
        f"{SITE}blog/a%20%26%20%C3%BC%3F.html",
    ]
    assert f"Sitemap: {SITE}sitemap.xml" in (site / "robots.txt").read_text("utf-8").splitlines()


def test_the_adapter_in_the_manual_changes_nothing_the_second_time(tmp_path: Path) -> None:
    site = make_site(tmp_path)
    run_example(tmp_path, "site", SITE)
    first = {file: file.read_bytes() for file in site.iterdir() if file.is_file()}
    assert run_example(tmp_path, "site", SITE).returncode == 0
    assert {file: file.read_bytes() for file in site.iterdir() if file.is_file()} == first


def test_the_adapter_in_the_manual_tells_of_a_missing_address(tmp_path: Path) -> None:
    site = make_site(tmp_path)
    run = run_example(tmp_path, "site", "")
    assert run.stderr.startswith("warning: the site's address: is not set")
    assert not list(site.glob("sitemap*"))


def test_the_wheel_that_the_manual_names_is_of_this_version() -> None:
    named = set(re.findall(r"sitemap_plus-[\w.]+?-py3-none-any\.whl", text_of("start/install.md")))
    assert named == {f"sitemap_plus-{version('sitemap-plus')}-py3-none-any.whl"}


def test_each_file_that_the_readme_links_to_is_there() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    targets = re.findall(r"\]\(([^)#:]+)\)", readme)
    assert len(targets) > 10
    assert [target for target in targets if not (ROOT / target).is_file()] == []


def test_each_page_but_those_for_authors_is_in_the_navigation() -> None:
    named = set(
        re.findall(r": ([\w/-]+\.md)$", (MANUAL / "mkdocs.yml").read_text("utf-8"), re.MULTILINE)
    )
    assert set(pages()) - named == {"about-this-manual.md", "for-authors/how-to.md"}


def test_the_manual_names_no_option_of_a_later_version() -> None:
    later = {"check", "indexnow_key"}
    assert later.isdisjoint(OPTIONS)
    shown = {word for page in pages() for word in re.findall(r"`(\w+)`", text_of(page))}
    assert later.isdisjoint(shown)


@pytest.mark.parametrize("name", ["build", "versions"])
def test_each_option_of_a_command_is_in_the_manual(name: str) -> None:
    text = text_of("reference/commands.md")
    own = text.split(f"## `sitemap-plus {name}`\n")[1].split("\n## ")[0]
    shared = text.split("## Options of both\n")[1].split("\n## ")[0]
    named = set(re.findall(r"`(--[a-z-]+)[ `]", shared + own)) - {"--help"}
    command = import_module(f"sitemap_plus.cli.{name}").command
    options = {opt for each in command.params for opt in each.opts if opt.startswith("--")}
    assert named == options
