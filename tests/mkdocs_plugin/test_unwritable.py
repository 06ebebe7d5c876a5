"""Where the output can't be written: a clear error, and what was there stays whole."""

from __future__ import annotations

import pytest

FOLDER_IN_THE_WAY = """
from pathlib import Path

def on_post_build(config):
    name = config.extra.get("in_the_way")
    if name:
        Path(config.site_dir, name).mkdir()
"""

# Files may not grow beyond this until the build has failed.
SIZE_LIMIT = """
import resource

NONE = resource.RLIM_INFINITY

def on_post_build(config):
    resource.setrlimit(resource.RLIMIT_FSIZE, (2000, NONE))

def on_build_error(error):
    resource.setrlimit(resource.RLIMIT_FSIZE, (NONE, NONE))
"""


@pytest.mark.parametrize("name", ["sitemap_index.xml", "sitemap-main.xml", "robots.txt"])
def test_a_folder_in_the_place_of_a_file_ends_the_build_with_its_name(make_site, name):
    files = {"hook.py": FOLDER_IN_THE_WAY}
    build = make_site(files=files, hooks=["hook.py"], extra={"in_the_way": name}).build()
    assert build.exit_code == 1
    (error,) = [text for level, text in build.lines if level == "ERROR"]
    assert f"site/{name}" in error
    assert "Traceback" not in build.output


def test_a_page_whose_folder_has_the_name_of_a_file_of_ours_is_the_same_error(make_site):
    build = make_site({"index.md": "#", "blog/a.md": "#", "sitemap-blog.xml.md": "#"}).build()
    assert build.exit_code == 1
    assert "site/sitemap-blog.xml" in build.output


def test_after_a_failure_the_earlier_sitemaps_are_whole_and_nothing_lies_about(make_site):
    files = {"hook.py": FOLDER_IN_THE_WAY}
    site = make_site(files=files, hooks=["hook.py"])
    before = site.build().files
    site.write({"docs/new/page.md": "# New\n"})
    config = site.folder / "mkdocs.yml"
    config.write_text(config.read_text() + "extra: {in_the_way: sitemap-new.xml}\n")
    after = site.build("--dirty")
    assert after.exit_code == 1
    kept = {"sitemap_index.xml", "sitemap-guide.xml", "sitemap-main.xml", "robots.txt"}
    assert all(after.files[name] == before[name] for name in kept)
    assert not list(after.folder.glob(".*"))


def test_a_disk_that_is_full_ends_the_command_with_a_message_and_no_traceback(make_site):
    pytest.importorskip("resource", reason="limits on the size of files are POSIX")
    site = make_site(files={"limit.py": SIZE_LIMIT})
    before = site.build().files
    site.write({f"docs/new/page-{number}.md": "# New\n" for number in range(60)})
    config = site.folder / "mkdocs.yml"
    config.write_text(config.read_text() + "hooks: [limit.py]\n")
    after = site.build_apart("--dirty")
    assert after.exit_code == 1, after.output
    assert "Traceback" not in after.output
    assert "can't be written: File too large" in after.output
    kept = {"sitemap_index.xml", "sitemap-guide.xml", "sitemap-main.xml", "robots.txt"}
    assert all(after.files[name] == before[name] for name in kept)
    assert "sitemap-new.xml" not in after.names
    assert not list(after.folder.glob(".*"))
