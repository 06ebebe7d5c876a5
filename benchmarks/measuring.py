"""Times of several ways to do one thing, measured side by side and printed as ratios."""

from __future__ import annotations

import gc
import os
import re
import resource
import statistics
import subprocess
import sys
import time
import venv
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
CACHE = ROOT / ".cache"

Way = Callable[[], "float | None"]
"""Does the work; returns the seconds that it took if it measures them itself."""


class Seconds(NamedTuple):
    cpu: float
    wall: float


def medians(ways: Mapping[str, Way], rounds: int) -> dict[str, float]:
    """The median CPU seconds of each way; in each round every way has its turn."""
    return {name: seconds.cpu for name, seconds in medians_of_both(ways, rounds).items()}


def medians_of_both(ways: Mapping[str, Way], rounds: int) -> dict[str, Seconds]:
    """The same, and the median seconds by the clock on the wall."""
    seconds: dict[str, list[Seconds]] = {name: [] for name in ways}
    names = list(ways)
    for number in range(rounds):
        # Another one goes first each time: the first finds the caches cold.
        turn = number % len(names)
        for name in names[turn:] + names[:turn]:
            seconds[name].append(measured(ways[name]))
    return {name: Seconds(*map(median, zip(*all_, strict=True))) for name, all_ in seconds.items()}


def median(values: Iterable[float]) -> float:
    return statistics.median(values)


def measured(way: Way) -> Seconds:
    gc.collect()
    start = Seconds(cpu_seconds(), time.perf_counter())
    own = way()
    end = Seconds(cpu_seconds(), time.perf_counter())
    return Seconds(end.cpu - start.cpu if own is None else own, end.wall - start.wall)


def cpu_seconds() -> float:
    """CPU time, user's and system's, of this process and of those that it waited for."""
    used = map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(usage.ru_utime + usage.ru_stime for usage in used)


def peak_megabytes() -> float:
    """The most memory that this process has held so far."""
    # Not getrusage: under Linux its peak begins with that of the process which started this one.
    status = Path("/proc/self/status")
    if not status.exists():
        return float("nan")
    (peak,) = re.findall(r"VmHWM:\s+(\d+) kB", status.read_text("ascii"))
    return int(peak) * 1024 / 1e6


def show_ratios(title: str, seconds: Mapping[str, float], measure: str) -> None:
    """Print each time as a multiple of the one that is the measure."""
    print(f"\n{title}")
    width = max(map(len, seconds))
    for name, value in seconds.items():
        note = "  (the measure)" if name == measure else ""
        print(f"  {name:<{width}} {value / seconds[measure]:8.2f} x{note}", flush=True)


def continue_in_environment(name: str, requirements: Sequence[str]) -> None:
    """Start this script again, in an environment that has the project and the requirements."""
    folder = CACHE / "benchmarks" / name
    if not folder.exists():
        venv.create(folder, with_pip=True)
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    install = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*install, "--editable", ROOT, *requirements], check=True)
    arguments = [argument for argument in sys.argv if argument != "--set-up"]
    sys.exit(subprocess.run([python, *arguments], check=False).returncode)
