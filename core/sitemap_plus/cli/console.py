"""What a command tells the person or the program that runs it.

Rules for editors: results go to the standard output, everything else to the standard error; what
a file or its name says is printed through `say` or a `Problem`, never as it is.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime, timezone

import click

from sitemap_plus.errors import Problem, SitemapPlusError, printable

COULD_NOT_RUN = 2
"""Exit code of a command that could not do its work."""
FOUND_WARNINGS = 1
"""Exit code of a command that did it, with warnings, where the user asked to be told so."""

_STYLES = {"warning": "yellow", "info": "blue"}


def say(text: str) -> None:
    """Print one line of the result."""
    click.echo(printable(text))


def tell(problems: Iterable[Problem]) -> int:
    """Print the problems; how many of them are warnings."""
    warnings = 0
    for problem in problems:
        warnings += problem.level == "warning"
        level = click.style(f"{problem.level}:", fg=_STYLES[problem.level], bold=True)
        click.echo(f"{level} {problem}", err=True)
    return warnings


@contextmanager
def errors_end_the_command() -> Iterator[None]:
    """What can't be done ends the command with a message and its exit code."""
    try:
        yield
    except (SitemapPlusError, OSError) as error:
        click.echo(f"{click.style('error:', fg='red', bold=True)} {_text(error)}", err=True)
        raise SystemExit(COULD_NOT_RUN) from error


@contextmanager
def progress(label: str) -> Iterator[Callable[[int, int], None]]:
    """A function to tell how much more is done, of how much; a person who watches sees it."""
    if not sys.stderr.isatty():
        yield lambda _more, _total: None
        return
    with click.progressbar(length=0, label=label, file=sys.stderr) as bar:

        def advance(more: int, total: int) -> None:
            bar.length = total
            bar.update(more)

        yield advance


def now() -> datetime:
    """The moment of the build: https://reproducible-builds.org/specs/source-date-epoch/."""
    try:
        return datetime.fromtimestamp(int(os.environ["SOURCE_DATE_EPOCH"]), tz=timezone.utc)
    except (KeyError, ValueError, OverflowError, OSError):
        return datetime.now(tz=timezone.utc)


def _text(error: SitemapPlusError | OSError) -> str:
    if isinstance(error, OSError):
        return f"{error.filename or 'a file'} can't be read: {error.strerror or error}"
    return str(error)
