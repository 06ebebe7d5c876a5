"""What the plugin adds to `mkdocs build` on a site of many pages."""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import measuring

WITH, WITH_GIT, WITHOUT = "with Sitemap Plus", "the same, dates from Git", "without"
PLUGINS: Mapping[str, list[Any]] = {
    WITHOUT: ["search"],
    WITH: ["search", {"sitemap_plus": {"lastmod": ["metadata", "published"]}}],
    WITH_GIT: ["search", "sitemap_plus"],
}
REQUIREMENTS = ("mkdocs>=1.6", "mkdocs-material>=9.5")
PROSE = """the page of a site that is read by people says what it does and how they use it when
something changes in the settings build command option value default file folder plugin server
release version example result table list number time name path link"""
WORDS = PROSE.split()


def main() -> None:
    arguments = parsed_arguments()
    if arguments.build:
        print(json.dumps(own_and_all_seconds(arguments.build)))
        return
    if arguments.set_up:
        measuring.continue_in_environment("mkdocs", REQUIREMENTS)
    for module in ("mkdocs", *(["material"] if arguments.theme == "material" else [])):
        if find_spec(module) is None:
            sys.exit(f"{module} is not installed here: start with --set-up, or install it")
    with tempfile.TemporaryDirectory() as name:
        compare(Path(name), arguments)


def parsed_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--set-up", action="store_true", help="install MkDocs and Material first")
    parser.add_argument("--pages", type=int, default=1_000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--theme", choices=("mkdocs", "material"), default="mkdocs")
    parser.add_argument(
        "--nav",
        choices=("all", "short"),
        default="short",
        help="short: one page in the navigation, so that little besides the plugin is slow; all",
    )
    # What a process of its own does.
    parser.add_argument("--build", help=argparse.SUPPRESS)
    return parser.parse_args()


def compare(folder: Path, arguments: argparse.Namespace) -> None:
    make_site(folder, arguments)
    own: dict[str, list[float]] = {name: [] for name in PLUGINS}
    ways = {name: partial(build, folder, name, own[name]) for name in PLUGINS}
    hold_written(folder, arguments.pages, ways)
    for values in own.values():
        values.clear()
    seconds = measuring.medians(ways, arguments.rounds)
    site = f"{arguments.pages:,} pages, theme {arguments.theme}, navigation {arguments.nav}"
    measuring.show_ratios(f"mkdocs build, {site}: CPU time", seconds, WITHOUT)
    print("  What Sitemap Plus itself takes, import, events and Git, as a part of the rest:")
    for name in (WITH, WITH_GIT):
        ours = measuring.median(own[name])
        print(f"  {name:<25}{ours / (seconds[name] - ours):8.2%}")
    print("\nThe aim: at most 1.02 x. On a busy machine only the shares are exact.")


def build(folder: Path, name: str, own: list[float]) -> float:
    """CPU seconds of a build in a process of its own; adds those of the plugin to `own`."""
    command = [sys.executable, __file__, "--build", str(folder / f"{name}.yml")]
    env = {**os.environ, "NO_MKDOCS_2_WARNING": "true", "PYTHONPYCACHEPREFIX": str(folder / "pyc")}
    # An installed package has its bytecode.
    env.pop("PYTHONDONTWRITEBYTECODE", None)
    output = subprocess.run(command, env=env, check=True, stdout=subprocess.PIPE).stdout
    ours, seconds = map(float, json.loads(output))
    own.append(ours)
    return seconds


def own_and_all_seconds(config_file: str) -> tuple[float, float]:
    """Run what `mkdocs build` runs; the CPU seconds of the plugin, and of this process."""
    # All that MkDocs imports anyway, before the plugin's own imports are timed.
    from mkdocs.__main__ import cli  # noqa: F401
    from mkdocs.commands.build import build
    from mkdocs.config import defaults, load_config  # noqa: F401

    own = []

    def timed(function: Callable[..., Any]) -> Callable[..., Any]:
        def run(*arguments: Any, **named: Any) -> Any:
            start = time.process_time()
            try:
                return function(*arguments, **named)
            finally:
                own.append(time.process_time() - start)

        return run

    if Path(config_file).stem != WITHOUT:
        timed(import_module)("mkdocs_sitemap_plus")
    config = load_config(config_file)
    plugin = config.plugins.get("sitemap_plus")
    for methods in config.plugins.events.values():
        for place, method in enumerate(methods):
            if plugin is not None and getattr(method, "__self__", None) is plugin:
                methods[place] = timed(method)
    config.plugins.on_startup(command="build", dirty=False)
    build(config)
    config.plugins.on_shutdown()
    # Nobody else here starts a process; to ask for this in each event would take longer than most.
    git = measuring.cpu_seconds() - time.process_time()
    return sum(own) + git, measuring.cpu_seconds()


def make_site(folder: Path, arguments: argparse.Namespace) -> None:
    """A folder of pages, each from a commit of its own, and settings that differ in plugins."""
    docs = folder / "docs"
    chance = random.Random(1)
    for number in range(arguments.pages):
        file = docs / ("index.md" if number == 0 else f"part-{number % 20}/page-{number}.md")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("\n".join(page(number, chance)), "utf-8")
    commit_each(folder, sorted(docs.rglob("*.md")))
    for name, plugins in PLUGINS.items():
        settings = {
            "site_name": "Benchmark",
            "site_url": "https://example.org/",
            "site_dir": f"site {name}",
            "theme": arguments.theme,
            "plugins": plugins,
            "validation": {"nav": {"omitted_files": "ignore"}},
        }
        if arguments.nav == "short":
            settings["nav"] = ["index.md"]
        # JSON is YAML.
        (folder / f"{name}.yml").write_text(json.dumps(settings), "utf-8")


def commit_each(folder: Path, files: Sequence[Path]) -> None:
    git = ["git", "-C", str(folder)]
    subprocess.run([*git, "init", "--quiet", "--initial-branch=main"], check=True)
    commits = (commit(folder, file, number) for number, file in enumerate(files))
    subprocess.run([*git, "fast-import", "--quiet"], input=b"".join(commits), check=True)
    subprocess.run([*git, "reset", "--quiet", "--mixed", "main"], check=True)


def commit(folder: Path, file: Path, number: int) -> bytes:
    """As `git fast-import` reads it."""
    text, name = file.read_bytes(), file.relative_to(folder).as_posix()
    head = f"commit refs/heads/main\ncommitter A <a@example.org> {1_600_000_000 + number} +0000"
    return f"{head}\ndata 1\nx\nM 100644 inline {name}\ndata {len(text)}\n".encode() + text


def page(number: int, chance: random.Random) -> Iterator[str]:
    """A page of some 400 words: front matter on half of them, headings, lists, code, a table."""
    if number % 2:
        yield f"---\ndate: 2024-{1 + number % 12:02}-{1 + number % 28:02}\ntags: [a, b]\n---"
    yield f"# Page {number}\n\n{text(60, chance)}\n"
    for part in range(4):
        yield f"## {text(4, chance)}\n\n{text(60, chance)} [{text(2, chance)}](#part-{part})\n"
        yield "".join(f"- **{text(1, chance)}**: {text(6, chance)}\n" for _ in range(4))
        yield f"\n```python\nvalue = read({part})\n```\n"
    yield "| name | meaning |\n| --- | --- |\n| a | b |\n| c | d |\n"


def text(words: int, chance: random.Random) -> str:
    return " ".join(chance.choices(WORDS, k=words))


def hold_written(folder: Path, pages: int, ways: Mapping[str, measuring.Way]) -> None:
    """Build once to warm what both share, and see that the plugin did its work."""
    for way in ways.values():
        way()
    for name, tag, expected in (
        (WITH, "<loc>", pages),
        (WITH, "<lastmod>", pages // 2),
        (WITH_GIT, "<lastmod>", pages),
    ):
        files = (folder / f"site {name}").glob("sitemap-*.xml")
        found = sum(file.read_text("utf-8").count(tag) for file in files)
        if found != expected:
            sys.exit(f"{name}: the sitemaps have {found} {tag}, not {expected}")


if __name__ == "__main__":
    main()
