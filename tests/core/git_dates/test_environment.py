"""What surrounds a build, and bends no date: hooks, configuration, how the repository is kept."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Days = Callable[..., list[str | None]]

IN_A_HOOK = """
import sys
from datetime import datetime, timezone
from pathlib import Path
from sitemap_plus import GitMemory, Host, Page, read_settings
from sitemap_plus.git_dates.page_dates import git_dates
from sitemap_plus.page_settings import PageSettings

host = Host(
    key="x", site_url_setting="x", site_url="https://ex.org/", sitemap_xml="pages",
    section_by="path", section_by_choices=("path",),
)
settings = read_settings({}, host).settings
pages = [
    (Page(url=f"https://ex.org/{name}", source_file=Path(name)), PageSettings())
    for name in sys.argv[1:]
]
found = git_dates(pages, settings, datetime(2026, 6, 15, tzinfo=timezone.utc), GitMemory())
print([value and value.date().isoformat() for value in found.values], *found.problems)
"""


@pytest.fixture
def changed(repository: Any) -> Any:
    """docs/a.md of 2024-02-01, docs/b.md of 2024-01-01; and a merge that took one side."""
    repository.commit("2024-01-01", {"docs/a.md": "1", "docs/b.md": "1"})
    repository.git("checkout", "--quiet", "-b", "side")
    repository.commit("2024-02-01", {"docs/a.md": "2"})
    repository.git("checkout", "--quiet", "main")
    repository.commit("2024-03-01", {"README.md": "1"})
    dates = {"GIT_COMMITTER_DATE": "2024-04-01T12:00:00Z"}
    repository.git("merge", "--quiet", "--no-ff", "-m", "x", "side", **dates)
    return repository


EXPECTED = ["2024-02-01", "2024-01-01"]


def pages(repository: Any) -> list[Path]:
    return [repository.root / "docs/a.md", repository.root / "docs/b.md"]


def test_a_merge_that_takes_one_side_does_not_count(changed: Any, days_of: Days) -> None:
    assert days_of(pages(changed)) == EXPECTED


@pytest.mark.parametrize(
    "left_over",
    [
        {"GIT_DIR": "{other}/.git"},
        {"GIT_DIR": ".git"},
        {"GIT_DIR": "{other}/.git", "GIT_WORK_TREE": "{other}", "GIT_INDEX_FILE": "{other}/x"},
        {"GIT_COMMON_DIR": "{other}/.git"},
        {"GIT_INDEX_FILE": "/nowhere/index.lock"},
        {"GIT_WORK_TREE": "{other}"},
        {"GIT_OBJECT_DIRECTORY": "{other}/.git/objects"},
        {"GIT_ALTERNATE_OBJECT_DIRECTORIES": "/nowhere"},
        {"GIT_SHALLOW_FILE": "{other}/edge"},
        {"GIT_GRAFT_FILE": "{other}/edge"},
        {"GIT_CEILING_DIRECTORIES": "{root}"},
        {"GIT_NAMESPACE": "name"},
        {"GIT_PREFIX": "docs/"},
        {"GIT_QUARANTINE_PATH": "{other}"},
        {"GIT_INTERNAL_SUPER_PREFIX": "docs/"},
        {"GIT_NO_REPLACE_OBJECTS": "1"},
        {"GIT_LITERAL_PATHSPECS": "0", "GIT_GLOB_PATHSPECS": "1"},
        {"GIT_NOGLOB_PATHSPECS": "1", "GIT_ICASE_PATHSPECS": "1"},
        {"GIT_EXTERNAL_DIFF": "/nowhere/tool", "GIT_DIFF_OPTS": "-U9"},
        {"GIT_PAGER": "cat", "GIT_PAGER_IN_USE": "1", "GIT_EDITOR": "false"},
        {"GIT_TRACE": "1", "GIT_TRACE_SETUP": "1", "GIT_TRACE2": "1", "GIT_TRACE_PACKET": "2"},
        {"GIT_OPTIONAL_LOCKS": "1", "GIT_FLUSH": "0", "GIT_DEFAULT_HASH": "sha256"},
        {"LC_ALL": "de_DE.UTF-8", "LANGUAGE": "de", "LANG": "de_DE"},
        {"TZ": "Asia/Tokyo"},
    ],
    ids=" ".join,
)
def test_what_a_hook_leaves_in_the_environment_does_not_count(
    changed: Any,
    make_repository: Any,
    days_of: Days,
    monkeypatch: pytest.MonkeyPatch,
    left_over: dict[str, str],
) -> None:
    other = make_repository("other")
    other.commit("2020-01-01", {"docs/a.md": "1", "docs/b.md": "1"})
    other.write("edge", changed.head + "\n")
    for name, value in left_over.items():
        monkeypatch.setenv(name, value.format(other=other.root, root=changed.root.parent))
    assert days_of(pages(changed)) == EXPECTED


@pytest.mark.parametrize("hook", ["post-commit", "post-checkout", "pre-commit"])
def test_in_a_hook_each_repository_is_asked_for_its_own_files(
    changed: Any, make_repository: Any, hook: str
) -> None:
    other = make_repository("other")
    other.commit("2020-01-01", {"docs/a.md": "1"})
    script = changed.write(".git/in_a_hook.py", IN_A_HOOK)
    files = [*pages(changed), other.root / "docs/a.md"]
    command = shlex.join([sys.executable, str(script), *map(str, files)])
    output = changed.root / ".git/output"
    environment = f"env > {shlex.quote(str(output))}.env"
    text = f"#!/bin/sh\n{environment}\n{command} > {shlex.quote(str(output))} 2>&1\n"
    changed.write(f".git/hooks/{hook}", text).chmod(0o755)
    changed.commit("2024-05-01", {"README.md": "2"})
    if hook == "post-checkout":
        changed.git("-c", "advice.detachedHead=false", "checkout", "--quiet", "HEAD~1")
    else:
        # Else the hook would show nothing.
        assert "GIT_INDEX_FILE=" in Path(f"{output}.env").read_text()
    assert output.read_text() == "['2024-02-01', '2024-01-01', '2020-01-01']\n"


NASTY = {
    "log.showSignature": "true",
    "log.diffMerges": "first-parent",
    "log.follow": "true",
    "log.decorate": "full",
    "log.date": "relative",
    "log.showRoot": "false",
    "log.mailmap": "true",
    "log.excludeDecoration": "*",
    "log.abbrevCommit": "true",
    "core.abbrev": "4",
    "core.quotePath": "true",
    "core.pager": "false",
    "core.precomposeUnicode": "true",
    "core.attributesFile": "/nowhere",
    "core.commitGraph": "false",
    "color.ui": "always",
    "color.diff": "always",
    "format.pretty": "oneline",
    "diff.renames": "copies",
    "diff.renameLimit": "1",
    "diff.noprefix": "true",
    "diff.mnemonicPrefix": "true",
    "diff.external": "/nowhere/tool",
    "diff.orderFile": "/dev/null",
    "diff.relative": "true",
    "diff.ignoreSubmodules": "all",
    "diff.submodule": "log",
    "diff.algorithm": "patience",
    "diff.statGraphWidth": "1",
    "diff.wordRegex": ".",
    "diff.indentHeuristic": "false",
    "diff.suppressBlankEmpty": "true",
    "diff.interHunkContext": "9",
    "pager.rev-list": "true",
    "pager.diff-tree": "false",
    "pager.ls-tree": "false",
    "alias.rev-list": "!false",
    "alias.diff-tree": "!false",
    "rev-list.pretty": "oneline",
    "blame.ignoreRevsFile": "/nowhere",
    "i18n.logOutputEncoding": "UTF-16",
    "trace2.eventTarget": "false",
    "gc.auto": "1",
    "fetch.unshallow": "true",
    "uploadpack.hideRefs": "refs",
    "transfer.hideRefs": "refs",
    "status.relativePaths": "true",
    "submodule.recurse": "true",
}


@pytest.mark.parametrize("option", [{}, {"ignore_moves": True}, {"date": "landed"}])
def test_no_configuration_of_the_user_bends_the_dates(
    changed: Any,
    dates_of: Any,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    option: dict[str, Any],
) -> None:
    changed.write("docs/[x] é.md", "1")
    changed.commit("2024-05-01")
    changed.git("mv", "docs/b.md", "docs/c.md")
    changed.commit("2024-06-01")
    files = [changed.root / "docs" / name for name in ("a.md", "[x] é.md", "c.md")]
    expected = dates_of(files, git=option)
    assert None not in expected.values
    configuration = tmp_path / "gitconfig"
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(configuration))
    for name, value in NASTY.items():
        changed.git("config", "--global", name, value, GIT_CONFIG_GLOBAL=str(configuration))
    log = ("log", "-1", "--name-only")
    bent = changed.git(*log, check=False, GIT_CONFIG_GLOBAL=str(configuration))
    assert bent != changed.git(*log)
    assert dates_of(files, git=option) == expected


@pytest.mark.parametrize(
    "name",
    [
        "core.fsmonitor",
        "core.pager",
        "core.sshCommand",
        "core.alternateRefsCommand",
        "diff.external",
    ],
)
def test_no_program_that_the_configuration_names_is_started(
    changed: Any, dates_of: Any, tmp_path: Path, name: str
) -> None:
    files = [changed.root / "docs" / f"{each}.md" for each in "ab"]
    options = ({}, {"ignore_moves": True})
    expected = [dates_of(files, git=option) for option in options]
    started = tmp_path / "started"
    changed.git("config", name, f"touch '{started.as_posix()}'; true")
    assert [dates_of(files, git=option) for option in options] == expected
    assert not started.exists()


def test_replaced_commits_count_as_git_log_counts_them(changed: Any, days_of: Days) -> None:
    tree = changed.git("rev-parse", "main^{tree}")
    day = {"GIT_COMMITTER_DATE": "2022-01-01T12:00:00Z"}
    replacement = changed.git("commit-tree", tree, "-m", "all in one", **day)
    changed.git("replace", changed.head, replacement)
    expected = [changed.last_change(f"docs/{name}.md") for name in "ab"]
    assert expected == [1_641_038_400] * 2  # 2022-01-01
    assert days_of(pages(changed)) == ["2022-01-01"] * 2


def test_grafts_count_as_git_log_counts_them(changed: Any, days_of: Days) -> None:
    without_the_side = f"{changed.head} {changed.git('rev-parse', 'HEAD^1')}\n"
    changed.write(".git/info/grafts", without_the_side)
    assert changed.last_change("docs/a.md") == 1_711_972_800  # 2024-04-01
    assert days_of(pages(changed)) == ["2024-04-01", "2024-01-01"]


@pytest.mark.parametrize("option", [{}, {"ignore_moves": True}])
def test_a_repository_whose_objects_have_sha_256_names_is_read(
    make_repository: Any, days_of: Days, option: dict[str, Any]
) -> None:
    repository = make_repository("sha256", "--object-format=sha256")
    first = repository.commit("2024-01-01", {"docs/a.md": "1", "docs/b.md": "1"})
    second = repository.commit("2024-02-01", {"docs/a.md": "2"})
    assert len(first) == 64
    assert days_of(pages(repository), git=option) == EXPECTED
    ignored = {**option, "ignore_revs": [second]}
    assert days_of(pages(repository), git=ignored) == ["2024-01-01"] * 2


def test_a_shallow_clone_with_sha_256_names_knows_its_edge(
    make_repository: Any, dates_of: Any
) -> None:
    repository = make_repository("sha256", "--object-format=sha256")
    for month in range(1, 5):
        repository.commit(f"2024-0{month}-01", {f"docs/{'ab'[month % 2]}.md": str(month)})
    found = dates_of(pages(repository.clone("clone", "--depth=2")))
    days = [value and value.date().isoformat() for value in found.values]
    assert days == ["2024-04-01", None]


@pytest.mark.parametrize(
    "commands",
    [
        ["commit-graph write --reachable"],
        ["commit-graph write --reachable --changed-paths"],
        ["gc --quiet"],
        ["repack -adbq", "multi-pack-index write"],
        ["pack-refs --all"],
        ["checkout --quiet --detach"],
        ["checkout --quiet --orphan nothing", "checkout --quiet main"],
        ["update-index --split-index"],
        ["config core.bare true"],
    ],
)
def test_how_the_repository_is_kept_is_no_matter(
    changed: Any, days_of: Days, commands: list[str]
) -> None:
    for command in commands:
        changed.git(*command.split())
    assert days_of(pages(changed)) == EXPECTED


def test_objects_of_another_repository_are_borrowed(changed: Any, days_of: Days) -> None:
    borrower = changed.clone("borrower", "--shared")
    assert not list((borrower.root / ".git/objects").glob("??"))
    assert days_of(pages(borrower)) == EXPECTED


def test_a_repository_that_is_kept_elsewhere_is_found(changed: Any, days_of: Days) -> None:
    clone = changed.clone("clone", f"--separate-git-dir={changed.root}-kept")
    assert (clone.root / ".git").is_file()
    assert days_of(pages(clone)) == EXPECTED


@pytest.mark.skipif(sys.platform == "win32", reason="programs need more of the environment there")
def test_an_environment_without_a_home_is_enough(
    changed: Any, days_of: Days, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in [name for name in os.environ if name != "PATH"]:
        monkeypatch.delenv(name)
    assert days_of(pages(changed)) == EXPECTED


def test_reading_writes_nothing_into_the_repository(changed: Any, days_of: Days) -> None:
    def everything() -> dict[Path, tuple[int, int]]:
        files = (file for file in changed.root.rglob("*") if file.is_file())
        return {file: (file.stat().st_size, file.stat().st_mtime_ns) for file in files}

    before = everything()
    days_of(pages(changed))
    assert everything() == before


@pytest.mark.skipif(
    sys.platform == "win32" or os.geteuid() == 0, reason="this user can write everywhere"
)
def test_a_repository_that_can_only_be_read_is_read(changed: Any, days_of: Days) -> None:
    folders = [folder for folder, _, _ in os.walk(changed.root)]
    try:
        for folder in folders:
            Path(folder).chmod(0o555)
        assert days_of(pages(changed)) == EXPECTED
    finally:
        for folder in folders:
            Path(folder).chmod(0o755)
