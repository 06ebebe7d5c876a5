"""What Git prints is read right, however it is cut into pieces and whatever files are called."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitemap_plus.git_dates.formats import MARK, Commit, Commits, Difference, GitError
from sitemap_plus.git_dates.formats import read_differences as read

A, B, C = b"a" * 40, b"b" * 40, b"c" * 40


def test_a_commit_has_its_rank_its_time_and_its_parents() -> None:
    commits = Commits([b"30 %b %b %b\n" % (C, B, A), b"20 %b %b\n" % (B, A), b"10 %b\n" % A])
    assert commits[A] == Commit(2, 10, ())
    assert commits[B] == Commit(1, 20, (A,))
    assert commits[C] == Commit(0, 30, (B, A))


def test_only_first_parents_count_where_that_is_asked_for() -> None:
    commits = Commits([b"30 %b %b %b\n" % (C, B, A)], first_parents_only=True)
    assert commits[C].parents == (B,)


def test_commits_are_read_no_further_than_needed() -> None:
    def lines() -> Iterator[bytes]:
        yield b"30 %b %b\n" % (C, B)
        yield b"20 %b %b\n" % (B, A)
        raise AssertionError

    assert Commits(lines())[B].time == 20


def test_a_commit_that_is_not_listed_is_an_error_that_names_it() -> None:
    with pytest.raises(GitError, match=A.decode()):
        Commits([b"20 %b\n" % B])[A]


def test_times_are_taken_as_git_prints_them() -> None:
    assert Commits([b"18446744073709551516 %b\n" % A])[A].time == 2**64 - 100


def test_each_answer_has_the_changes_of_its_commit() -> None:
    stream = b"%b\0M\0a.md\0A\0b.md\0%b\0%b\0D\0c.md\0" % (A, B, C) + MARK
    assert list(read([stream])) == [
        Difference(A, [(b"M", b"a.md"), (b"A", b"b.md")]),
        Difference(B, []),
        Difference(C, [(b"D", b"c.md")]),
    ]


def test_a_move_has_both_names_where_only_moves_are_asked_for() -> None:
    stream = b"%b\0R100\0old\0new\0R100\0a\0b\0%b\0" % (A, B) + MARK
    assert list(read([stream], width=3)) == [
        Difference(A, [(b"R100", b"old", b"new"), (b"R100", b"a", b"b")]),
        Difference(B, []),
    ]


def test_an_answer_is_given_as_soon_as_a_mark_stands_behind_it() -> None:
    def pieces() -> Iterator[bytes]:
        yield b"%b\0M\0a\0%b\0M\0b\0" % (A, B)
        yield MARK
        raise AssertionError

    answers = read(pieces())
    assert [next(answers).commit, next(answers).commit] == [A, B]


def test_what_stands_at_the_end_without_a_mark_is_no_answer() -> None:
    assert list(read([b"%b\0M\0a\0" % A])) == []


@pytest.mark.parametrize("name", [A, b"=\n", b"=\n=\n", MARK + A, b"M", b"R100", b"\n", b"a\nb"])
def test_no_name_of_a_file_can_pass_for_anything_else(name: bytes) -> None:
    stream = b"%b\0M\0%b\0D\0%b\0" % (A, name, name) + MARK + b"%b\0A\0%b\0" % (B, name) + MARK
    for size in (1, 2, 7, 1000):
        pieces = [stream[start : start + size] for start in range(0, len(stream), size)]
        assert list(read(pieces)) == [
            Difference(A, [(b"M", name), (b"D", name)]),
            Difference(B, [(b"A", name)]),
        ]


ids = st.binary(min_size=20, max_size=20).map(lambda raw: raw.hex().encode())
names = st.binary(min_size=1, max_size=60).filter(lambda name: b"\0" not in name)
changes = st.tuples(st.sampled_from([b"A", b"D", b"M", b"T"]), names)
moves = st.tuples(st.just(b"R100"), names, names)


def answers_with(kind: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Commits with what they changed, and whether a mark stands behind each."""
    return st.lists(st.tuples(ids, st.lists(kind, max_size=4), st.booleans()), max_size=6)


@given(
    st.tuples(st.just(2), answers_with(changes)) | st.tuples(st.just(3), answers_with(moves)),
    st.integers(1, 50),
)
def test_whatever_git_says_is_read_as_it_was_meant(
    case: tuple[int, list[tuple[bytes, list[tuple[bytes, ...]], bool]]], size: int
) -> None:
    width, answers = case
    stream = b""
    for commit, changed, has_mark in answers:
        fields = [commit, *(field for change in changed for field in change)]
        stream += b"".join(field + b"\0" for field in fields) + (MARK if has_mark else b"")
    stream += b"" if not answers or answers[-1][2] else MARK
    pieces = [stream[start : start + size] for start in range(0, len(stream), size)]
    expected = [Difference(commit, changed) for commit, changed, _ in answers]
    assert list(read(pieces, width)) == expected
