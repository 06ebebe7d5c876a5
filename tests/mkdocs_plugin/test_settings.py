"""The options in mkdocs.yml: what is wrong with them, and what they mean."""

from __future__ import annotations

import pytest

BASE = "site_name: A\nsite_url: https://ex.org/\ntheme: {name: null, custom_dir: theme}\n"


def with_config(make_site, text, files=None):
    """A site whose mkdocs.yml has this text for its plugins."""
    return make_site(files={"mkdocs.yml": BASE + text, **(files or {})})


WRONG = {
    "sitemap_xml": "both",
    "section_by": "tag",
    "max_urls": 0,
    "priority": "high",
    "changefreq": "fortnightly",
    "sections": {"Blog": "blog/", "shop": {"priority": 1.5, "colour": "red"}},
    "lastmod": ["metadata", "svn"],
    "git": {"date": "author", "depth": 5},
    "timezone": "Mars/Olympus",
    "extra_urls": ["https://other.example/"],
    "robots": "maybe",
    "gzip": "yes please",
    "transform": "no_such_module_of_mine:function",
}


def test_all_faults_are_listed_at_once_before_any_work(make_site):
    build = make_site(options=WRONG).build()
    assert build.exit_code == 1
    assert not build.folder.exists()
    paths = [*WRONG, "sections.Blog", "sections.shop.priority", "sections.shop.colour"]
    for path in set(paths) - {"sections", "lastmod", "git", "extra_urls"}:
        assert f"  - {path}: found " in build.output, path
    assert "  - lastmod[1]: found 'svn', expected one of metadata, git, " in build.output
    assert "  - git.date: found 'author', expected one of committer, landed" in build.output
    assert "  - git.depth: found an unknown name, expected date, ignore_revs_file, " in build.output
    assert "  - extra_urls[0]: found 'https://other.example/'" in build.output


def test_a_fault_ends_the_real_command_with_a_message_and_no_traceback(make_site):
    build = make_site(options={"priority": "high"}).build_apart()
    assert build.exit_code == 1
    assert "priority: found 'high', expected a number from 0.0 to 1.0" in build.output
    assert "Traceback" not in build.output


@pytest.mark.parametrize("options", [["exclude"], "section_by", 7])
def test_options_that_are_no_mapping_are_refused(make_site, options):
    build = make_site(plugins=[{"sitemap_plus": options}]).build()
    assert build.exit_code == 1
    assert "Invalid config options for the 'sitemap_plus' plugin" in build.output


@pytest.mark.parametrize("options", [None, {}])
def test_options_may_be_empty(make_site, options):
    assert make_site(plugins=[{"sitemap_plus": options}]).build("--strict").exit_code == 0


def test_an_unknown_option_is_a_warning_with_the_nearest_known_one(make_site):
    build = make_site(options={"excludes": ["a"], "zzz": 1}).build()
    assert build.exit_code == 0
    near, far = build.warnings
    assert "excludes" in near
    assert "did you mean 'exclude'?" in near
    assert "zzz" in far
    assert "sitemap_index.xml" in build.names


def test_an_unknown_option_fails_a_strict_build(make_site):
    assert make_site(options={"excludes": ["a"]}).build("--strict").exit_code == 1


@pytest.mark.parametrize("option", ["check", "indexnow_key", "sources"])
def test_options_of_later_versions_are_unknown(make_site, option):
    (warning,) = make_site(options={option: True}).build().warnings
    assert "there is no such option" in warning


def test_enabled_false_leaves_the_site_as_it_was_without_us(make_site):
    with_us = make_site(options={"enabled": False}).build("--strict")
    without = make_site(plugins=[]).build("--strict")
    assert with_us.exit_code == 0
    assert with_us.names == without.names == {"sitemap.xml", "sitemap.xml.gz"}
    assert with_us.read("sitemap.xml") == without.read("sitemap.xml")


@pytest.mark.parametrize(
    ("options", "fault"),
    [
        ({"exclude": ["!"]}, "exclude"),
        ({"exclude": [1]}, "exclude[0]"),
        ({"sections": ["blog"]}, "sections"),
        ({"sections": {"x": 7}}, "sections.x"),
        ({"max_urls": True}, "max_urls"),
        ({"max_urls": 50_001}, "max_urls"),
        ({"timezone": "../../etc/passwd"}, "timezone"),
        ({"serve": "perhaps"}, "serve"),
        ({"text": 7}, "text"),
        ({"extra_urls": [{"lastmod": "2024-01-01"}]}, "extra_urls[0]"),
        ({"extra_urls": ["a", {"loc": "b", "lastmod": "Friday"}]}, "extra_urls[1].lastmod"),
        ({"extra_sitemaps": ["https://other.example/s.xml"]}, "extra_sitemaps[0]"),
    ],
)
def test_a_wrong_value_is_named_by_its_path(make_site, options, fault):
    build = make_site(options=options).build()
    assert build.exit_code == 1
    assert f"\n  - {fault}: found " in build.output


def test_an_option_without_a_value_counts_as_not_written(make_site):
    build = make_site(options={"section_by": None, "exclude": None}).build("--strict")
    assert build.exit_code == 0
    assert "sitemap-guide.xml" in build.names


def test_values_can_come_from_the_environment(make_site, monkeypatch):
    text = "plugins: [{sitemap_plus: {enabled: !ENV [SITEMAPS, true], exclude: !ENV HIDDEN}}]\n"
    site = with_config(make_site, text)
    monkeypatch.setenv("HIDDEN", "about/")
    assert "https://ex.org/about/" not in site.build("--strict").locs()
    monkeypatch.setenv("SITEMAPS", "false")
    assert "sitemap_index.xml" not in site.build("--strict").names


@pytest.mark.parametrize(
    "plugins",
    [
        "[sitemap_plus, sitemap-plus]",
        "[sitemap-plus: {section_by: path}, sitemap_plus: {section_by: none}]",
    ],
)
def test_under_both_names_the_first_counts_and_the_second_refuses_politely(make_site, plugins):
    site = with_config(make_site, f"plugins: {plugins}\n")
    build = site.build()
    (warning,) = build.warnings
    assert "more than once" in warning
    assert "sitemap-guide.xml" in build.names
    assert site.build("--strict").exit_code == 1


def test_twice_under_one_name_the_first_counts(make_site):
    text = "plugins: [sitemap_plus: {section_by: path}, sitemap_plus: {section_by: none}]\n"
    build = with_config(make_site, text).build()
    assert any("specified multiple times" in warning for warning in build.warnings)
    assert any("more than once" in warning for warning in build.warnings)
    assert "sitemap-guide.xml" in build.names


def test_one_of_two_that_is_not_enabled_does_not_count(make_site):
    text = "plugins: [sitemap_plus: {enabled: false}, sitemap-plus: {section_by: none}]\n"
    build = with_config(make_site, text).build("--strict")
    assert build.exit_code == 0, build.output
    assert build.names == {"sitemap.xml", "sitemap.xml.gz", "robots.txt"}


def test_site_wide_changefreq_and_priority_are_written_only_when_asked_for(make_site):
    build = make_site(options={"changefreq": "weekly", "priority": 0}).build("--strict")
    assert set(build.values("changefreq").values()) == {"weekly"}
    assert set(build.values("priority").values()) == {"0.0"}
    plain = make_site().build("--strict")
    assert plain.values("changefreq") == plain.values("priority") == {}


TRANSFORM = """
from dataclasses import replace

def change(entry):
    if entry.loc.endswith("/about/"):
        return None
    if "guide" in entry.loc:
        return replace(entry, priority=0.9, section="books")
    return entry

def fail(entry):
    return {}["no such key"]

def fail_once(entry):
    return entry if entry.loc != "https://ex.org/about/" else 1 / 0

def astray(entry):
    return replace(entry, loc="https://other.example/")
"""


def test_a_transform_beside_mkdocs_yml_changes_and_drops_entries(make_site):
    site = make_site(options={"transform": "my_change:change"}, files={"my_change.py": TRANSFORM})
    build = site.build("--strict")
    assert build.exit_code == 0, build.output
    assert build.locs() == ["https://ex.org/", "https://ex.org/guide/install/"]
    assert build.locs("sitemap-books.xml") == ["https://ex.org/guide/install/"]
    assert build.values("priority") == {"guide/install/": "0.9"}


@pytest.mark.parametrize(
    ("function", "told"),
    [("fail", "KeyError"), ("astray", "found 'https://other.example/'")],
)
def test_a_transform_that_fails_is_one_problem_and_the_entries_stay(make_site, function, told):
    name = f"my_{function}"
    site = make_site(options={"transform": f"{name}:{function}"}, files={f"{name}.py": TRANSFORM})
    build = site.build()
    assert build.exit_code == 0
    (warning,) = build.warnings
    assert told in warning
    assert function in warning
    assert "https://ex.org/" in warning
    assert len(build.locs()) == 3


def test_a_transform_that_fails_on_one_page_names_that_page(make_site):
    site = make_site(options={"transform": "my_once:fail_once"}, files={"my_once.py": TRANSFORM})
    (warning,) = site.build().warnings
    assert warning.startswith("sitemap_plus: https://ex.org/about/: ")
    assert "ZeroDivisionError" in warning
    assert site.build("--strict").exit_code == 1


@pytest.mark.parametrize(
    ("value", "told"),
    [
        ("no_such_module_of_mine:f", "ModuleNotFoundError"),
        ("my_lacking:no_such_function", "AttributeError"),
        ("my_broken:f", "SyntaxError"),
        ("my_lacking:NOT_CALLABLE", "is no function"),
        ("my_lacking", "package.module:function"),
        ("../evil:f", "package.module:function"),
    ],
)
def test_a_transform_that_cannot_be_had_is_a_fault(make_site, value, told):
    files = {"my_lacking.py": "NOT_CALLABLE = 7\n", "my_broken.py": "def f(:\n"}
    build = make_site(options={"transform": value}, files=files).build()
    assert build.exit_code == 1
    assert f"transform: found {value!r}" in build.output
    assert told in build.output


def test_a_transform_in_a_package_beside_mkdocs_yml_is_found_from_any_folder(
    make_site, monkeypatch
):
    site = make_site(
        options={"transform": "my_package.inner:change"},
        files={"my_package/__init__.py": "", "my_package/inner.py": TRANSFORM},
    )
    monkeypatch.chdir("/")
    assert len(site.build("--strict").locs()) == 2


def test_strict_mode_passes_over_what_is_only_a_note(make_site):
    build = make_site(front={"old.md": "date: 1927-09-08"}).build("--strict")
    assert build.exit_code == 0
    note, without_git = build.notes
    assert note.startswith("sitemap_plus: old.md: ")
    assert "is in no Git repository" in without_git


@pytest.mark.parametrize("front", ["7: seven", "false: no"])
def test_names_that_are_no_text_are_unknown_options(make_site, front):
    build = with_config(make_site, f"plugins: [{{sitemap_plus: {{{front}}}}}]\n").build()
    assert build.exit_code == 0, build.output
    (warning,) = build.warnings
    assert "there is no such option" in warning


def test_a_configuration_that_comes_through_a_pipe_is_read_as_one_of_this_folder(make_site):
    site = make_site(options={"transform": "my_piped:change"}, files={"my_piped.py": TRANSFORM})
    with (site.folder / "mkdocs.yml").open("rb") as pipe:
        build = site.build_apart("--config-file", "-", stdin=pipe)
    assert build.exit_code == 0, build.output
    assert "https://ex.org/about/" not in build.locs()


def test_settings_can_be_inherited(make_site):
    site = make_site(options={"exclude": ["/about/"]})
    site.write({"child.yml": "INHERIT: mkdocs.yml\nsite_url: https://child.example/\n"})
    build = site.build_apart("--config-file", "child.yml", "--strict")
    assert build.exit_code == 0, build.output
    assert build.locs() == ["https://child.example/", "https://child.example/guide/install/"]


def test_the_hosts_own_functions_build_us_without_its_command(make_site):
    from mkdocs.commands.build import build
    from mkdocs.config import load_config

    site = make_site()
    build(load_config(str(site.folder / "mkdocs.yml")))
    assert (site.folder / "site/sitemap_index.xml").is_file()
