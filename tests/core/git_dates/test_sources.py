"""Pages that more than their own file dates: what they include, and their `sources`."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sitemap_plus.urls import compile_patterns

JANUARY, FEBRUARY, MARCH, APRIL, MAY = (f"2024-0{month}-01" for month in range(1, 6))


needs_posix_names = pytest.mark.skipif(
    sys.platform in {"win32", "darwin"}, reason="the disk takes fewer names"
)


@pytest.fixture
def site(repository: Any) -> Any:
    """A page of January, code and snippets of the months after it."""
    repository.commit(JANUARY, {"docs/a.md": "1", "docs/b.md": "1"})
    repository.commit(FEBRUARY, {"src/old.py": "1", "snippets/s.md": "1", "src/x/deep.py": "1"})
    repository.commit(MARCH, {"src/new.py": "1", "src/data.json": "1"})
    repository.commit(APRIL, {"src/x/deep.py": "2"})
    repository.commit(MAY, {"README.md": "1"})
    return repository


def one(site: Any, name: str = "docs/a.md") -> list[Path]:
    return [site.root / name]


def day(found: Any) -> str | None:
    (value,) = found.values
    return value and str(value.date())


# Patterns


@pytest.mark.parametrize(
    ("patterns", "expected"),
    [
        (["src/old.py"], FEBRUARY),
        (["/src/old.py"], FEBRUARY),
        (["old.py"], FEBRUARY),
        (["src/*.py"], MARCH),
        (["src/"], APRIL),
        (["src"], APRIL),
        (["src/**"], APRIL),
        (["src/**/deep.py"], APRIL),
        (["**/old.py"], FEBRUARY),
        (["x/"], APRIL),
        (["x/deep.py"], JANUARY),  # a slash ties it to the root
        (["*.py"], APRIL),
        (["src/n?w.py", "src/old.py"], MARCH),
        (["src/[a-n]*.py"], MARCH),
        (["src/*", "!src/x/", "!src/new.py", "!*.json"], FEBRUARY),
        (["*.py", "!src/x/"], MARCH),
        (["!src/x/", "*.py"], APRIL),  # the last that matches decides
        (["src/old.py", "", "# src/new.py"], FEBRUARY),
        (["docs/a.md"], JANUARY),
        (["*"], MAY),
    ],
)
def test_a_page_is_as_new_as_the_newest_file_that_its_sources_match(
    site: Any, dates_of: Any, patterns: list[str], expected: str
) -> None:
    found = dates_of(one(site), sources={0: tuple(patterns)})
    assert day(found) == expected
    matching = patterns != ["x/deep.py"]
    assert bool(found.problems) != matching


TRACKED = ["a.md", "src/a.py", "src/b.py", "src/x/a.py", "src/x/y/a.py", "srcx/b.py", "x/a.py"]
PATTERNS = st.builds(
    "{}{}{}".format,
    st.sampled_from(["", "/", "!", "!/", "**/"]),
    st.sampled_from(["src", "src/x", "src/a", "x", "x/y", "b.py", "s?c", "src/[ab]", "*"]),
    st.sampled_from(["", "/", "*", ".py", "/*", "/**", "/**/a.py", "*/*.py"]),
)


@pytest.fixture
def tracked(repository: Any) -> Any:
    """Each of TRACKED, newer than those before it."""
    repository.import_commits(
        (1_700_000_000 + number, {name: "1"}) for number, name in enumerate(TRACKED)
    )
    return repository


@given(patterns=st.lists(PATTERNS, min_size=1, max_size=3).map(tuple))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_patterns_match_what_they_match_in_other_options(
    tracked: Any, dates_of: Any, patterns: tuple[str, ...]
) -> None:
    found = dates_of(one(tracked, "a.md"), sources={0: patterns})
    matches = compile_patterns(patterns).matches
    newest = max((number for number, name in enumerate(TRACKED) if matches(name)), default=0)
    assert int(found.values[0].timestamp()) == 1_700_000_000 + newest


def test_the_pages_own_file_counts_as_well(site: Any, days_of: Any) -> None:
    site.commit("2024-06-01", {"docs/a.md": "2"})
    assert days_of(one(site), sources={0: ("src/",)}) == ["2024-06-01"]


def test_the_sources_of_one_page_date_no_other(site: Any, days_of: Any) -> None:
    files = [*one(site), *one(site, "docs/b.md")]
    assert days_of(files, sources={1: ("src/",)}) == [JANUARY, APRIL]


def test_files_that_git_does_not_know_do_not_count(site: Any, dates_of: Any) -> None:
    site.write(".gitignore", "*.log")
    for name in ("src/untracked.c", "src/ignored.log", "src/staged.c"):
        site.write(name)
    site.git("add", "src/staged.c")
    sources = {0: ("src/old.py", "*.c", "*.log")}
    assert day(dates_of(one(site), sources=sources)) == FEBRUARY
    found = dates_of(one(site), sources={0: ("*.c", "*.log")})
    assert day(found) == JANUARY
    assert [problem.where for problem in found.problems] == ["a.md: sitemap.sources"]


def test_files_that_are_not_on_the_disk_count(site: Any, days_of: Any) -> None:
    shutil.rmtree(site.root / "src")
    assert days_of(one(site), sources={0: ("src/",)}) == [APRIL]


def test_files_that_git_has_no_more_do_not_count(site: Any, days_of: Any) -> None:
    site.git("rm", "--quiet", "src/new.py")
    site.commit("2024-06-01")
    assert days_of(one(site), sources={0: ("src/*.py",)}) == [FEBRUARY]


def test_sources_that_match_nothing_are_told_with_the_page_and_the_key(
    site: Any, dates_of: Any
) -> None:
    files = [*one(site), *one(site, "docs/b.md")]
    found = dates_of(files, sources={0: ("scr/",), 1: ("src/", "nothing")})
    assert [str(value.date()) for value in found.values] == [JANUARY, APRIL]
    (problem,) = found.problems
    assert problem.level == "info"
    assert str(problem) == "a.md: sitemap.sources: 'scr/' matches no file that Git knows"


@needs_posix_names
@pytest.mark.parametrize("name", ["[x]*.py", "a b.py", "é.py", "!x.py", "#x.py", "new\nline.py"])
def test_sources_of_odd_names_are_matched(site: Any, days_of: Any, name: str) -> None:
    site.commit("2024-06-01", {f"odd/{name}": "1"})
    site.commit("2024-07-01", {"other/x.py": "1"})
    assert days_of(one(site), sources={0: ("odd/",)}) == ["2024-06-01"]


@needs_posix_names
def test_sources_whose_names_are_no_text_are_matched(site: Any, days_of: Any) -> None:
    site.commit("2024-06-01", {b"odd/\xe9.py": "1"})
    assert days_of(one(site), sources={0: ("odd/*.py",)}) == ["2024-06-01"]


@needs_posix_names
def test_a_name_that_looks_like_a_pattern_can_be_escaped(site: Any, days_of: Any) -> None:
    site.commit("2024-06-01", {"src/[x]*.py": "1", "src/!y.py": "1"})
    site.commit("2024-07-01", {"src/x1.py": "1"})
    assert days_of(one(site), sources={0: (r"src/\[x\]\*.py",)}) == ["2024-06-01"]
    assert days_of(one(site), sources={0: (r"\!y.py",)}) == ["2024-06-01"]


# Pages without a file of their own


def test_a_page_without_a_file_is_dated_by_its_sources_alone(site: Any, days_of: Any) -> None:
    assert days_of([None], sources={0: ("src/*.py",)}, folder=site.root) == [MARCH]


def test_its_sources_lie_in_the_repository_of_the_settings(
    site: Any, make_repository: Any, days_of: Any
) -> None:
    other = make_repository("other")
    other.commit("2023-01-01", {"src/old.py": "1", "docs/deep/mkdocs.yml": "1", "a.md": "1"})
    folder = other.root / "docs/deep"
    sources = {0: ("src/old.py",), 1: ("src/old.py",)}
    # The second page lies in the other repository, and so do its sources.
    assert days_of([None, *one(site)], sources=sources, folder=folder) == ["2023-01-01", FEBRUARY]


def test_without_a_repository_of_the_settings_it_has_no_date(
    site: Any, days_of: Any, tmp_path: Path
) -> None:
    assert days_of([None], sources={0: ("src/",)}, folder=tmp_path) == [None]


def test_a_page_whose_own_file_is_not_committed_has_no_date(site: Any, dates_of: Any) -> None:
    found = dates_of([site.write("docs/new.md")], sources={0: ("src/",)})
    assert found.values == (None,)
    assert "new.md: is not committed" in str(found.problems[0])


# Included files


def test_an_included_file_dates_the_page(site: Any, days_of: Any) -> None:
    files = [*one(site), *one(site, "docs/b.md")]
    included = {0: (site.root / "snippets/s.md",)}
    assert days_of(files, included=included) == [FEBRUARY, JANUARY]


def test_of_several_included_files_the_newest_counts(site: Any, days_of: Any) -> None:
    names = ("snippets/s.md", "src/new.py", "docs/b.md")
    included = {0: tuple(site.root / name for name in names)}
    assert days_of(one(site), included=included) == [MARCH]
    assert days_of(one(site), included=included, sources={0: ("src/",)}) == [APRIL]


def test_an_included_file_that_git_does_not_know_does_not_count(
    site: Any, days_of: Any, tmp_path: Path
) -> None:
    outside = tmp_path / "outside.md"
    outside.write_text("text")
    included = {0: (site.write("snippets/new.md"), outside, site.root / "gone.md")}
    assert days_of(one(site), included=included) == [JANUARY]


def test_a_file_of_another_repository_can_be_included(
    site: Any, make_repository: Any, days_of: Any
) -> None:
    other = make_repository("other")
    other.commit("2024-10-01", {"s.md": "1"})
    assert days_of(one(site), included={0: (other.root / "s.md",)}) == ["2024-10-01"]


def test_a_repository_of_an_included_file_that_cannot_be_read_leaves_the_page_undated(
    site: Any, make_repository: Any, dates_of: Any
) -> None:
    other = make_repository("other")
    other.commit("2024-10-01", {"s.md": "1"})
    (other.root / ".git/HEAD").write_text("nonsense")
    files = [*one(site), *one(site, "docs/b.md")]
    found = dates_of(files, included={0: (other.root / "s.md",)})
    assert [value and str(value.date()) for value in found.values] == [None, JANUARY]
    (problem,) = found.problems
    assert str(problem).startswith(f"{other.root}: can't be read by Git, so 1 page gets no date")


@pytest.mark.skipif(sys.platform == "win32", reason="not everyone may make links")
def test_a_link_that_is_included_counts_as_the_file_that_it_leads_to(
    site: Any, days_of: Any
) -> None:
    (site.root / "link.md").symlink_to("snippets/s.md")
    site.commit("2024-06-01")
    assert days_of(one(site), included={0: (site.root / "link.md",)}) == [FEBRUARY]


# Where history is missing


@pytest.mark.parametrize("own_repository", [True, False])
def test_an_uncertain_source_that_could_be_the_newest_leaves_the_page_undated(
    site: Any, dates_of: Any, own_repository: bool
) -> None:
    clone = site.clone("clone", "--depth=2")  # of May, and April as the edge
    page = one(clone, "README.md") if own_repository else [site.root / "docs/a.md"]
    included = {0: (clone.root / "src/new.py",)}
    found = dates_of(page, included=included)
    # README.md is newer than the edge, and docs/a.md is older.
    assert day(found) == (MAY if own_repository else None)
    assert len(found.problems) == (not own_repository)
    assert all("1 of 1 pages" in str(problem) for problem in found.problems)


def test_an_uncertain_file_of_the_page_itself_can_be_older_than_its_sources(
    site: Any, dates_of: Any
) -> None:
    clone = site.clone("clone", "--depth=2")
    assert day(dates_of(one(clone), sources={0: ("README.md",)})) == MAY
    assert day(dates_of(one(clone), sources={0: ("src/",)})) is None


def test_an_edge_whose_time_is_that_of_the_newest_source_leaves_the_page_undated(
    repository: Any, dates_of: Any
) -> None:
    repository.import_commits(
        [(1_700_000_000, {"a.md": "1"}), (1_710_000_000, {"x": "1"}), (1_710_000_000, {"b.md": ""})]
    )
    clone = repository.clone("clone", "--depth=2")
    found = dates_of(one(clone, "b.md"), included={0: (clone.root / "a.md",)})
    assert found.values == (None,)


@pytest.mark.parametrize("time", [0, 99_999_999_999])
def test_an_edge_of_an_impossible_time_says_nothing_of_what_lies_before(
    repository: Any, dates_of: Any, time: int
) -> None:
    repository.import_commits(
        [(1_750_000_000, {"a.md": "1"}), (time, {"x": "1"}), (1_710_000_000, {"b.md": "1"})]
    )
    clone = repository.clone("clone", "--depth=2")
    found = dates_of(one(clone, "b.md"), included={0: (clone.root / "a.md",)})
    assert found.values == (None,)
    assert "shallow clone" in found.problems[0].message


def test_a_source_of_an_impossible_time_leaves_the_page_undated(
    repository: Any, dates_of: Any
) -> None:
    repository.import_commits([(1_710_000_000, {"a.md": "1"}), (99_999_999_999, {"b.md": "1"})])
    found = dates_of(one(repository, "a.md"), sources={0: ("b.md",)})
    assert found.values == (None,)
    assert "time can't be true" in found.problems[0].message


# Cost


def test_more_pages_start_no_more_processes(
    repository: Any, dates_of: Any, commands_of: Any
) -> None:
    count = 2_000
    pages = {f"docs/{number}.md": "1" for number in range(count)}
    code = {f"src/{number}.py": "1" for number in range(count)}
    repository.import_commits(
        [
            (1_700_000_000, {**pages, **code}),
            *(
                (1_700_000_001 + number, {f"src/{number}.py": "2"})
                for number in range(0, count, 20)
            ),
        ]
    )
    files = [repository.root / name for name in pages]
    found: list[Any] = []

    def ask(number: int) -> list[str]:
        sources = {place: (f"src/{place}.py",) for place in range(number)}
        commands: list[str] = commands_of(
            lambda: found.append(dates_of(files[:number], sources=sources))
        )
        return commands

    assert sorted(ask(1)) == sorted(ask(count))
    expected = [1_700_000_001 + n if n % 20 == 0 else 1_700_000_000 for n in range(count)]
    assert [int(value.timestamp()) for value in found[1].values] == expected
