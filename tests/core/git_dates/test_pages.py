"""What a page gets from Git, in whole repositories without a quirk."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timezone
from typing import Any

Days = Callable[..., list[str | None]]


def test_a_page_has_the_date_of_the_last_commit_that_changed_its_file(
    repository: Any, days_of: Days
) -> None:
    repository.commit("2024-01-01", {"docs/a.md": "1", "docs/b.md": "1"})
    repository.commit("2024-02-01", {"docs/a.md": "2"})
    repository.commit("2024-03-01", {"README.md": "1"})
    files = [repository.root / "docs" / name for name in ("a.md", "b.md")]
    assert days_of(files) == ["2024-02-01", "2024-01-01"]


def test_the_date_is_the_committers_time_in_utc(repository: Any, dates_of: Any) -> None:
    repository.commit(1_700_000_000, {"a.md": "1"}, author=1_600_000_000)
    (value,) = dates_of([repository.root / "a.md"]).values
    assert value == datetime(2023, 11, 14, 22, 13, 20, tzinfo=timezone.utc)
    assert value.utcoffset().total_seconds() == 0
