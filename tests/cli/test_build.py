"""`sitemap-plus build FOLDER`."""

from __future__ import annotations

import json
import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import COMMAND

SITE = "https://ex.org/"
TITLE = "<title>A page</title>"


def page(path: str, head: str = "") -> str:
    return f'<head><title>A page</title><link rel="canonical" href="{SITE}{path}">{head}</head>'


FAULTS = "error: Sitemap Plus can't use these settings:\n  - "
FILES = {
    "site/index.html": page(""),
    "site/about/index.html": page("about/"),
    "site/guide/a/index.html": page("guide/a/"),
    "site/old/index.html": page("about/", '<meta http-equiv="refresh" content="0; url=/about/">'),
}


def locs(file: Path) -> list[str]:
    return re.findall("<loc>(.*?)</loc>", file.read_text())


def test_a_folder_gets_all_that_a_plugin_writes(run, write) -> None:
    site = write(FILES)
    done = run("build", "site")
    assert done.exit_code == 0
    assert done.stdout.splitlines() == [
        "site: 3 URLs in sitemap_index.xml, sitemap.xml, robots.txt, 2 section sitemaps",
        "lastmod: 3 without",
    ]
    assert (
        done.stderr
        == f"info: {SITE}old/: is not listed: it only sends its readers on to another page\n"
    )
    assert locs(site / "sitemap.xml") == [SITE, f"{SITE}about/", f"{SITE}guide/a/"]
    assert locs(site / "sitemap_index.xml") == [
        f"{SITE}sitemap-guide.xml",
        f"{SITE}sitemap-main.xml",
    ]
    assert f"Sitemap: {SITE}sitemap_index.xml\n" in (site / "robots.txt").read_text()


def test_a_second_run_changes_nothing(run, write) -> None:
    site = write(FILES)
    run("build", "site")
    before = {
        file: (file.read_bytes(), file.stat().st_mtime_ns)
        for file in site.iterdir()
        if file.is_file()
    }
    assert run("build", "site").exit_code == 0
    assert {file: (file.read_bytes(), file.stat().st_mtime_ns) for file in before} == before
    assert {file for file in site.iterdir() if file.is_file()} == set(before)


def test_sections_that_are_gone_go(run, write) -> None:
    site = write(FILES)
    run("build", "site")
    (site / "guide/a/index.html").unlink()
    run("build", "site")
    assert not (site / "sitemap-guide.xml").exists()


def test_what_others_have_written_keeps_its_bytes(run, write) -> None:
    own = {
        "site/sitemap.xml": "<urlset/>",
        "site/sitemap-guide.xml": "<urlset/>",
        "site/robots.txt": "User-agent: *\nDisallow:",
    }
    site = write({**FILES, **own})
    done = run("build", "site", "--strict")
    assert done.exit_code == 0
    assert (site / "sitemap.xml").read_text() == "<urlset/>"
    assert (site / "sitemap-guide.xml").read_text() == "<urlset/>"
    assert locs(site / "sitemap-guide.2.xml") == [f"{SITE}guide/a/"]
    assert (site / "robots.txt").read_text().startswith(own["site/robots.txt"])
    assert "info: sitemap.xml: is written by something else in this site and stays" in done.stderr


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("pyproject.toml", '[tool.sitemap-plus]\nsite_url = "https://ex.org/"\ntext = true\n'),
        ("options.yml", "site_url: https://ex.org/\ntext: true\n"),
        ("options.yaml", "site_url: https://ex.org/\ntext: yes\n"),
        ("options.toml", 'site_url = "https://ex.org/"\ntext = true\n'),
        ("sub/pyproject.toml", '[tool.sitemap-plus]\nsite_url = "https://ex.org/"\ntext = true\n'),
    ],
)
def test_options_come_from_a_file(run, write, name: str, content: str) -> None:
    site = write({"site/index.html": TITLE, name: content})
    config = [] if name == "pyproject.toml" else ["--config", name]
    done = run("build", "site", *config)
    assert (done.exit_code, done.stderr) == (0, "")
    assert (site / "sitemap.txt").read_text() == f"{SITE}\n"


def test_the_command_line_wins_over_the_file(run, write) -> None:
    write({"site/a.html": TITLE, "o.yml": "site_url: https://other.example/\nurl_style: slash\n"})
    done = run("build", "site", "--config", "o.yml", "--site-url", SITE, "--url-style", "bare")
    assert done.exit_code == 0
    assert locs(write({}) / "sitemap.xml") == [f"{SITE}a"]


def test_a_pyproject_without_our_table_says_nothing(run, write) -> None:
    write({**FILES, "pyproject.toml": "[project]\nname = 'x'\n"})
    assert run("build", "site").exit_code == 0


def test_patterns_on_the_command_line_are_the_only_ones(run, write) -> None:
    dated = "---\nlastmod: 2024-01-08\n---\n"
    write({**FILES, "docs/index.md": dated, "docs/posts/a.md": dated})
    patterns = ["--source-pattern", "posts/{name}.md", "--source-pattern", "{stem}.txt"]
    done = run("build", "site", "-v", "--source-folder", "docs", *patterns)
    lines = done.stdout.splitlines()
    assert "posts/a.md: lastmod 2024-01-08 from metadata" in lines
    assert f"{SITE}: no lastmod" in lines


def test_a_source_folder_is_found_from_where_it_is_said(run, write) -> None:
    dated = "---\nlastmod: 2024-01-08\n---\n"
    write({**FILES, "docs/index.md": dated, "conf/o.yml": "source_folder: ../docs\n"})
    for arguments in (["--config", "conf/o.yml"], ["--source-folder", "docs"]):
        done = run("build", "site", "-v", *arguments)
        assert "index.md: lastmod 2024-01-08 from metadata" in done.stdout.splitlines()


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("o.yml", "a: [", "error: o.yml is no YAML that can be read: line 1, column 5: "),
        ("o.toml", "a = ", "error: o.toml is no TOML that can be read: Invalid value"),
        ("o.yml", "- a", "error: o.yml is no YAML that can be read: it is no mapping of names"),
        ("o.yml", b"\xff", "error: o.yml is no YAML that can be read: 'utf-8' codec can't"),
        ("o.json", "{}", "error: o.json: found .json, expected .yml or .toml"),
        ("o", "", "error: o: found no ending, expected .yml or .toml"),
        ("pyproject.toml", "tool = 5", "{faults}"),
        (
            "pyproject.toml",
            "[tool]\nsitemap-plus = 5",
            "{faults}",
        ),
        ("o.yml", "priority: 9\ntext: maybe", "{faults}"),
        (
            "o.yml",
            "source_folder: nowhere",
            "{faults}source_folder: found 'nowhere', expected a folder below ",
        ),
        (
            "o.yml",
            "source_folder: [docs]",
            "{faults}source_folder: found",
        ),
        (
            "o.yml",
            "source_patterns: ['*.md']",
            "{faults}source_patterns",
        ),
        (
            "o.yml",
            "source_patterns: ['{stem}.{lang}.md']",
            "{faults}source_patterns",
        ),
        (
            "o.yml",
            "url_style: pretty",
            "{faults}url_style: found 'pretty', expected one of auto, html",
        ),
    ],
)
def test_wrong_settings_end_the_command_before_it_begins(
    run, write, name: str, content: str | bytes, message: str
) -> None:
    site = write({**FILES, name: content})
    done = run("build", "site", "--config", name)
    assert done.exit_code == 2
    assert done.stderr.startswith(message.replace("{faults}", FAULTS))
    assert "Traceback" not in done.stderr
    assert not list(site.glob("sitemap*"))


def test_all_faults_are_told_at_once(run, write) -> None:
    write({**FILES, "o.yml": "priority: 9\ntext: maybe\nsite-url: x\n"})
    lines = run("build", "site", "--config", "o.yml").stderr.splitlines()
    assert [line.split(":")[0] for line in lines[1:]] == [
        "  - priority",
        "  - text",
        "  - site-url",
    ]
    assert "did you mean 'site_url'?" in lines[3]


@pytest.mark.parametrize(
    "arguments",
    [
        ["nowhere"],
        ["site/index.html"],
        [],
        ["site", "--config", "nowhere"],
        ["site", "--config", "site"],
        ["site", "--what"],
        ["site", "--url-style", "x"],
    ],
)
def test_a_wrong_call_is_told_by_the_command_line(run, write, arguments: list[str]) -> None:
    write(FILES)
    done = run("build", *arguments)
    assert done.exit_code == 2
    assert done.stderr.startswith("Usage: ")
    assert "\nError: " in done.stderr


def test_without_an_address_nothing_is_written(run, write) -> None:
    site = write({"site/index.html": TITLE})
    done = run("build", "site")
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr == (
        "warning: --site-url: is not set, so there are no sitemaps from Sitemap Plus; "
        "set it to the site's public address, for example https://example.org/\n"
    )
    assert not list(site.glob("sitemap*"))


def test_an_address_that_the_pages_contradict_is_a_fault(run, write) -> None:
    write(FILES)
    done = run("build", "site", "--site-url", "https://preview.example/")
    assert done.exit_code == 2
    expected = f"expected {SITE}, which the canonical link of most pages says, or nothing"
    assert expected in done.stderr


def test_turned_off_it_does_nothing(run, write) -> None:
    site = write({**FILES, "o.yml": "enabled: false"})
    done = run("build", "site", "--config", "o.yml")
    assert (done.exit_code, done.stdout, done.stderr) == (0, "", "")
    assert not list(site.glob("sitemap*"))


def test_the_root_of_versions_is_told_from_a_site(run, write) -> None:
    write({**FILES, "site/versions.json": '[{"version": "1.0"}, {"version": "2.0"}]'})
    done = run("build", "site")
    assert done.exit_code == 0
    assert done.stderr.startswith("warning: versions.json: the folder holds 2 versions of a site")
    write({"site/versions.json": '["1.0"]'})
    assert "versions" not in run("build", "site").stderr
    write({"site/versions.json": "[]"})
    assert "versions" not in run("build", "site").stderr


def test_a_warning_fails_only_a_strict_run(run, write) -> None:
    write({**FILES, "o.yml": "txt: true\n"})
    assert run("build", "site", "--config", "o.yml").exit_code == 0
    done = run("build", "site", "--config", "o.yml", "--strict")
    assert done.exit_code == 1
    assert done.stderr.startswith("warning: txt: there is no such option; did you mean 'text'?\n")


def test_why_writes_nothing_and_answers_each_question(run, write) -> None:
    site = write(FILES)
    done = run("build", "site", "--why", "/old/", "--why", "site/guide/a/index.html", "--why", "x")
    assert done.exit_code == 0
    assert done.stdout == (
        "/old/: not listed\n"
        f"  url: {SITE}old/\n"
        "  file: old/index.html\n"
        "  because: it only sends its readers on to another page\n"
        "site/guide/a/index.html: listed\n"
        f"  url: {SITE}guide/a/\n"
        "  file: guide/a/index.html\n"
        "  as: section guide, no lastmod\n"
        "x: not listed\n"
        "  because: there is no such page in site\n"
    )
    assert not list(site.glob("sitemap*"))


def test_names_can_not_write_to_the_terminal(run, write) -> None:
    site = write(FILES)
    (site / "\x1b[31mred\nline.html").write_text("<p>fragment")
    (site / os.fsdecode(b"\xff.html")).write_text(TITLE)
    done = run("build", "site", "-v", "--why", "\x1b[31mred\nline.html")
    assert "\x1b" not in done.stdout + done.stderr
    done = run("build", "site", "-v")
    assert done.exit_code == 0
    assert "\x1b" not in done.stdout + done.stderr
    assert f"{SITE}%FF.html: no lastmod" in done.stdout


def test_a_folder_that_can_not_be_written_is_an_error(run, write) -> None:
    site = write(FILES)
    (site / "sitemap_index.xml").mkdir()
    done = run("build", "site")
    assert done.exit_code == 2
    assert done.stderr.splitlines()[-1].startswith("error: ")
    assert "sitemap_index.xml can't be written: Is a directory" in done.stderr
    assert [file.name for file in site.glob("sitemap*")] == ["sitemap_index.xml"]


def test_the_time_is_that_of_the_environment(run, write) -> None:
    dated = "---\nlastmod: 2024-01-08\n---\n"
    write({**FILES, "docs/index.md": dated})
    before = run("build", "site", "--source-folder", "docs", SOURCE_DATE_EPOCH="1600000000")
    assert "index.md: has a date in the future, 2024-01-08; it is left out" in before.stderr
    after = run("build", "site", "--source-folder", "docs", SOURCE_DATE_EPOCH="soon")
    assert "future" not in after.stderr


def test_colours_and_progress_are_for_those_who_watch(write, tmp_path: Path) -> None:
    write(FILES)
    leader, follower = pty.openpty()
    done = subprocess.run(
        [*COMMAND, "build", "site"],
        cwd=tmp_path,
        stdin=follower,
        stdout=subprocess.PIPE,
        stderr=follower,
        env={**os.environ, "TERM": "xterm"},
        check=True,
    )
    os.close(follower)
    seen = os.read(leader, 1 << 16).decode()
    os.close(leader)
    assert "Reading pages" in seen
    assert "100%" in seen
    assert "\x1b[34m\x1b[1minfo:\x1b[0m" in seen
    assert b"\x1b" not in done.stdout


HEAVY = [
    "lxml",
    "yaml",
    "pathspec",
    "dateutil",
    "slugify",
    "idna",
    "multiprocessing",
    "asyncio",
]


@pytest.mark.parametrize("arguments", [["--help"], ["--version"], []])
def test_the_command_starts_without_what_its_commands_need(arguments: list[str]) -> None:
    script = (
        "import sys, json\nfrom sitemap_plus.cli import main\n"
        f"try: main({arguments!r})\nexcept SystemExit: pass\n"
        "print(); print(json.dumps(sorted(sys.modules)))"
    )
    environment = {name: v for name, v in os.environ.items() if not name.startswith("COVERAGE")}
    done = subprocess.run(
        [sys.executable, "-c", script], env=environment, capture_output=True, check=True
    )
    loaded = set(json.loads(done.stdout.decode().splitlines()[-1]))
    assert "click" in loaded
    assert not {name for name in HEAVY if name in loaded}
    assert not {name for name in loaded if name.startswith("sitemap_plus.cli.")}
    assert "sitemap_plus.built_folder" not in loaded


def test_a_shell_can_complete_the_commands(run) -> None:
    done = run(_SITEMAP_PLUS_COMPLETE="bash_complete", COMP_WORDS="sitemap-plus b", COMP_CWORD="1")
    assert done.stdout == "plain,build\n"


def test_the_help_names_the_commands(run) -> None:
    done = run("--help")
    assert done.exit_code == 0
    assert "build     sitemaps for a site that any generator has built" in done.stdout
    assert run("nothing").exit_code == 2
    assert "--source-folder" in run("build", "--help").stdout
