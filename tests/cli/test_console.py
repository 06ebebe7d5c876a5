from __future__ import annotations

from datetime import datetime, timezone

import pytest

from sitemap_plus import Problem, SettingsError
from sitemap_plus.cli import console
from sitemap_plus.cli.settings_file import SettingsFileError, read_settings_file


def test_warnings_are_counted(capsys: pytest.CaptureFixture[str]) -> None:
    problems = [
        Problem(level="warning", where="a", message="b"),
        Problem(level="info", where="c", message="d\x1b"),
    ]
    assert console.tell(problems) == 1
    assert capsys.readouterr().err == "warning: a: b\ninfo: c: d\\x1b\n"


@pytest.mark.parametrize(
    ("error", "text"),
    [
        (
            PermissionError(13, "Permission denied", "x"),
            "error: x can't be read: Permission denied",
        ),
        (OSError("what"), "error: a file can't be read: what"),
        (SettingsError([]), "error: Sitemap Plus can't use these settings:"),
    ],
)
def test_an_error_ends_the_command(
    capsys: pytest.CaptureFixture[str], error: Exception, text: str
) -> None:
    with pytest.raises(SystemExit) as ended, console.errors_end_the_command():
        raise error
    assert ended.value.code == 2
    assert capsys.readouterr().err == f"{text}\n"


def test_the_time_is_now_or_what_the_environment_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "0")
    assert console.now() == datetime(1970, 1, 1, tzinfo=timezone.utc)
    monkeypatch.delenv("SOURCE_DATE_EPOCH")
    assert console.now() >= datetime(2024, 1, 1, tzinfo=timezone.utc)


def test_a_file_that_can_not_be_read_is_told(tmp_path) -> None:
    (tmp_path / "x.yml").mkdir()
    with pytest.raises(SettingsFileError, match=r"x.yml can't be read: Is a directory"):
        read_settings_file(tmp_path / "x.yml")
