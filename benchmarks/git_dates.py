"""What dates from Git cost and how many are wrong: ours, Git's own commands, other tools."""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime, timezone
from functools import cache
from pathlib import Path
from typing import NamedTuple

import git_history
import git_peers
import measuring
from git_peers import ONE_LOG, Dates, Tool
from measuring import Seconds, Way
from scaling import settings_with

from sitemap_plus import GitMemory, Page
from sitemap_plus.git_dates.ignored import ignored_commits
from sitemap_plus.git_dates.memory import Answers, Question
from sitemap_plus.git_dates.page_dates import git_dates
from sitemap_plus.git_dates.places import covering_folders
from sitemap_plus.git_dates.repository import Wanted, current_state, extend
from sitemap_plus.page_settings import PageSettings

NOW = datetime(2030, 1, 1, tzinfo=timezone.utc)
SETTINGS = settings_with()
DEPTH = 50

Pages = Sequence[tuple[Page, PageSettings]]


def main() -> None:
    arguments = parsed_arguments()
    if arguments.memory:
        print(memory_of_all())
        return
    if arguments.set_up:
        measuring.continue_in_environment("git-dates", git_peers.REQUIREMENTS)
    missing = [tool for tool in git_peers.PEERS if tool.version is None]
    tools = (*git_peers.COMMANDS[:3], WALK, OURS, *git_peers.COMMANDS[3:], *git_peers.PEERS)
    compare_tools([tool for tool in tools if tool not in missing], arguments.rounds)
    compare_calls(arguments.rounds)
    compare_repositories(arguments.rounds)
    compare_folders(arguments.rounds)
    show_memory()
    for tool in missing:
        print(f"\nNot measured: {tool.name}: start with --set-up, or install it")


def parsed_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--set-up", action="store_true", help="install the other tools first")
    parser.add_argument("--rounds", type=int, default=7)
    # What a process of its own measures.
    parser.add_argument("--memory", action="store_true", help=argparse.SUPPRESS)
    return parser.parse_args()


def site() -> tuple[Path, list[str]]:
    """The repository's root and the names of the files that are pages."""
    root = git_history.repository()
    return root, git_history.git(root, "ls-files", "docs").splitlines()[: git_history.PAGES]


def pages_of(
    root: Path, names: Iterable[str], sources_of: Callable[[str], tuple[str, ...]] = lambda _: ()
) -> Pages:
    return [
        (
            Page(url=f"https://example.org/{name}", source=name, source_file=root / name),
            PageSettings(sources=sources_of(name)),
        )
        for name in names
    ]


def ask(pages: Pages, memory: GitMemory | None = None) -> tuple[datetime | None, ...]:
    """Everything from pages to dates."""
    return git_dates(pages, SETTINGS, NOW, memory or GitMemory()).values


def dates(root: Path, names: Sequence[str]) -> Dates:
    found = zip(names, ask(pages_of(root, names)), strict=True)
    return {name: int(value.timestamp()) if value else None for name, value in found}


def prepare(root: Path, names: Sequence[str]) -> Way:
    pages = pages_of(root, names)
    return lambda: consumed(ask(pages))


def consumed(_: object) -> None:
    """For what has a result and no seconds of its own."""


def dates_of_walk(root: Path, names: Sequence[str]) -> Dates:
    """What is done in one repository: which names are tracked, which commits changed them."""
    answers = Answers()
    question = Question(current_state(root), SETTINGS.git, ignored_commits(root, SETTINGS.git))
    wanted = Wanted(paths=frozenset(map(os.fsencode, names)), patterns=frozenset())
    extend(answers, root, question, wanted)
    changes = ((name, answers.changes[os.fsencode(name)]) for name in names)
    return {name: change.time if change.is_certain else None for name, change in changes}


OURS = Tool(name="Sitemap Plus, from pages to dates", dates=dates, prepare=prepare)
WALK = Tool(name="Sitemap Plus, the walk alone", dates=dates_of_walk)


class Count(NamedTuple):
    """Of the dates that a tool gives."""

    given: int
    wrong: int


def compare_tools(tools: Sequence[Tool], rounds: int) -> None:
    root, names = site()
    print("Counting wrong dates: the first time, this takes many minutes", flush=True)
    counts = [[count(tool, each, names) for each in (root, shallow_clone())] for tool in tools]
    seconds = seconds_of_all(tools, root, names, rounds)
    print(f"\n{len(names):,} pages, {git_history.COMMITS:,} commits, {rounds} rounds")
    print(f"  as a multiple of {MEASURE:<20}      CPU    on the wall   dates  wrong", end="")
    print(f"   at depth {DEPTH}: dates  wrong")
    for tool, (full, shallow) in zip(tools, counts, strict=True):
        cpu, wall = (a / b for a, b in zip(seconds[tool.name], seconds[MEASURE], strict=True))
        print(
            f"  {tool.name:<{WIDTH}}{cpu:8.2f} x{wall:11.2f} x{full.given:8}{full.wrong:7}", end=""
        )
        print(f"{shallow.given:20}{shallow.wrong:7}{part(tool, names)}", flush=True)
    print("The aim: at most 1.3 x for the walk, 1.5 x for everything; no wrong date at any depth.")


def seconds_of_all(
    tools: Sequence[Tool], root: Path, names: Sequence[str], rounds: int
) -> dict[str, Seconds]:
    """Medians; of tools that are measured with some files, as much as all of them would take."""
    samples = {tool.name: tool.sample(names) for tool in tools}
    ways = {tool.name: tool.way(root, samples[tool.name][0]) for tool in tools}
    medians = measuring.medians_of_both(ways, rounds)
    return {
        name: Seconds(*(each * samples[name][1] for each in both)) for name, both in medians.items()
    }


def part(tool: Tool, names: Sequence[str]) -> str:
    if tool.asks_per == "site":
        return ""
    return f"  (time of {len(tool.sample(names)[0])} files, scaled up)"


MEASURE = ONE_LOG.name
WIDTH = 49


def count(tool: Tool, root: Path, names: Sequence[str]) -> Count:
    """What becomes of all files; of a tool that takes minutes, kept beside the repository."""
    if tool.asks_per == "site":
        return counted(tool, root, names)
    file = root.parent / f"{root.name}, {tool.name} {tool.version}.json"
    if not file.exists():
        file.write_text(json.dumps(counted(tool, root, names)), "ascii")
    return Count(*json.loads(file.read_text("ascii")))


def counted(tool: Tool, root: Path, names: Sequence[str]) -> Count:
    found = tool.dates(root, names)
    given = {name: time for name, time in found.items() if time is not None}
    right = true_times()
    place = ("committer", "author").index(tool.shows)
    wrong = [name for name, time in given.items() if time != right[name][place]]
    if wrong and tool in (WALK, OURS):
        sys.exit(f"a date of ours is wrong: that of {wrong[0]} in {root}")
    return Count(given=len(given), wrong=len(wrong))


@cache
def true_times() -> Mapping[str, Sequence[int]]:
    """Of each file the committer's and the author's time of what `git log -1 -- FILE` answers."""
    root, names = site()
    file = root.parent / "true times.json"
    if not file.exists():
        file.write_text(json.dumps(dict(git_peers.last_commits(root, names))), "ascii")
    times: Mapping[str, Sequence[int]] = json.loads(file.read_text("ascii"))
    return times


def shallow_clone() -> Path:
    return git_history.clone(f"depth-{DEPTH}", "--depth", str(DEPTH))


def compare_calls(rounds: int) -> None:
    """The same pages again, and with patterns of their own on each."""
    root, names = site()
    memory = GitMemory()
    plain, pages = pages_of(root, names), pages_of(root, names, sources_of)
    ways: dict[str, Way] = {
        "first call": lambda: consumed(ask(plain)),
        "another one with its memory": lambda: consumed(ask(plain, memory)),
        "sources on every page": lambda: consumed(ask(pages)),
    }
    ask(plain, memory)
    seconds = measuring.medians(ways, rounds)
    measuring.show_ratios("Calls: CPU time", seconds, "first call")
    processes = [len(commands_of(way)) for way in ways.values()]
    print("  Git commands: {}, {}, {}".format(*processes))


def sources_of(name: str) -> tuple[str, ...]:
    """Two patterns that no other page has: its own neighbours, and one file of code."""
    number = int(Path(name).stem.rpartition("-")[2])
    return f"/{name.removesuffix('.md')}.*", f"/src/module_{number % 300}.py"


def commands_of(way: Way) -> list[str]:
    """The Git commands that this starts, as Git tells them."""
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "events"
        os.environ["GIT_TRACE2_EVENT"] = str(log)
        way()
        del os.environ["GIT_TRACE2_EVENT"]
        events = map(json.loads, log.read_text("utf-8").splitlines())
        return [event["name"] for event in events if event["event"] == "cmd_name"]


def compare_repositories(rounds: int) -> None:
    _, names = site()
    roots = [git_history.clone(f"copy-{number}") for number in range(4)]
    sites = [pages_of(root, names) for root in roots]
    together = [page for pages in sites for page in pages]

    def one_by_one() -> None:
        for pages in sites:
            ask(pages)

    ways: dict[str, Way] = {
        "one after another": one_by_one,
        "together": lambda: consumed(ask(together)),
    }
    seconds = measuring.medians_of_both(ways, rounds)
    wall = {name: each.wall for name, each in seconds.items()}
    measuring.show_ratios("Four repositories: time on the wall", wall, "one after another")


def compare_folders(rounds: int) -> None:
    counts = (5_000, 40_000)
    ways = {f"{number:,} files": folders_of(number) for number in counts}
    seconds = measuring.medians(ways, rounds)
    per_file = {name: seconds[name] / number for name, number in zip(ways, counts, strict=True)}
    measuring.show_ratios("Folders that cover files: CPU time for each", per_file, "5,000 files")


def folders_of(number: int) -> Way:
    """Each folder holds ten files, and each folder above it ten folders."""
    paths = [f"docs/{n // 1000}/{n // 100}/{n // 10}/page-{n}.md".encode() for n in range(number)]
    return lambda: consumed(covering_folders(paths))


def show_memory() -> None:
    command = [sys.executable, __file__, "--memory"]
    grown = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
    print(f"\nMemory on top of the pages: {float(grown):.1f} MB, without Git's own processes")


def memory_of_all() -> float:
    """Megabytes by which the peak of this process grows."""
    pages = pages_of(*site())
    before = measuring.peak_megabytes()
    ask(pages)
    return measuring.peak_megabytes() - before


if __name__ == "__main__":
    main()
