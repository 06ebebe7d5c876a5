from __future__ import annotations

import re
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitemap_plus.alternates import X_DEFAULT, Translation, alternates, language_tag, unused_default


def translation(loc: str, language: str, *others: str) -> Translation:
    return Translation(loc=loc, language=language, translations=others, page=f"{loc}.md")


@pytest.mark.parametrize(
    ("code", "tag"),
    [
        ("en", "en"),
        ("EN", "en"),
        ("fil", "fil"),
        ("pt_br", "pt-BR"),
        ("pt-BR", "pt-BR"),
        pytest.param("de_DE", "de-DE", marks=pytest.mark.report("I18N-07")),
        ("zh-hans", "zh-Hans"),
        ("zh_HANT_tw", "zh-Hant-TW"),
        ("es-419", "es-419"),
        ("zh_CN", "zh-CN"),
        ("sr_latn", "sr-Latn"),
        ("sr-Latn-RS", "sr-Latn-RS"),
        ("uk", "uk"),
        ("eu-ES", "eu-ES"),
    ],
)
def test_a_code_is_written_as_hreflang_wants_it(code: str, tag: str) -> None:
    assert language_tag(code) == tag


@pytest.mark.parametrize(
    "code",
    [
        *("", "e", "null", "english", "en-", "-en", "en_US_x", "en US", "de-1996", "es-٤١٩", "ü"),
        *("en-UK", "en_uk", "fr-EU", "en-un", "zh-Hant-EU", "en_US.UTF-8", "sr@latin", "x-default"),
    ],
)
def test_what_is_no_code_has_no_tag(code: str) -> None:
    assert language_tag(code) is None


@pytest.mark.report("I18N-02")
@pytest.mark.report("I18N-09")
def test_each_page_of_a_set_links_to_every_one_itself_included() -> None:
    links, problems = alternates(
        [
            translation("en", "en", "de", "fr"),
            translation("de", "de", "en", "fr"),
            translation("fr", "fr", "de", "en"),
        ],
        None,
    )
    assert problems == ()
    assert links == dict.fromkeys(["en", "de", "fr"], (("de", "de"), ("en", "en"), ("fr", "fr")))


@pytest.mark.parametrize(
    "pages",
    [
        [translation("en", "en", "de"), translation("de", "de"), translation("fr", "fr", "de")],
        [translation("en", "en"), translation("de", "de", "en"), translation("fr", "fr", "en")],
        [translation("en", "en", "de"), translation("de", "de", "fr"), translation("fr", "fr")],
    ],
)
def test_a_set_is_complete_though_links_are_missing(pages: Sequence[Translation]) -> None:
    links, _ = alternates(pages, None)
    assert links == dict.fromkeys(["en", "de", "fr"], (("de", "de"), ("en", "en"), ("fr", "fr")))


@pytest.mark.report("XML-06")
def test_a_language_that_lacks_the_page_gets_no_link() -> None:
    links, problems = alternates(
        [
            translation("en", "en", "de", "fr"),
            translation("de", "de", "en"),
            translation("en/tags", "en", "fr/tags"),
        ],
        None,
    )
    assert links == dict.fromkeys(["en", "de"], (("de", "de"), ("en", "en")))
    assert problems == ()


@pytest.mark.report("I18N-07")
def test_one_language_alone_needs_no_links() -> None:
    assert alternates([translation("a", "de_DE"), translation("b", "de_DE", "b")], "de") == ({}, ())
    assert alternates([], "de") == ({}, ())


@pytest.mark.report("I18N-08")
@pytest.mark.parametrize("x_default", ["en", "EN", "en_us", "en-US"])
def test_the_default_is_one_page_and_the_same_on_all(x_default: str) -> None:
    language = "en" if len(x_default) == 2 else "en_US"
    links, _ = alternates([translation("a", language, "b"), translation("b", "de")], x_default)
    assert links["a"] == links["b"]
    assert links["a"][-1] == (X_DEFAULT, "a")
    assert [code for code, _ in links["a"]].count(X_DEFAULT) == 1


@pytest.mark.parametrize("x_default", [None, "fr", "english", ""])
def test_a_set_without_a_page_in_the_default_language_has_no_default(x_default: str | None) -> None:
    links, problems = alternates([translation("a", "en", "b"), translation("b", "de")], x_default)
    assert dict(links["a"]) == {"en": "a", "de": "b"}
    assert problems == ()


def test_of_two_pages_in_one_language_one_gets_links_and_the_other_a_problem() -> None:
    links, problems = alternates(
        [
            translation("en/b", "en", "de"),
            translation("de", "de", "en/a", "en/b"),
            translation("en/a", "EN", "de"),
        ],
        None,
    )
    assert links == dict.fromkeys(["en/a", "de"], (("de", "de"), ("en", "en/a")))
    (problem,) = problems
    assert (problem.level, problem.where) == ("warning", "en/b.md")
    assert "in 'en', and so is en/a.md" in problem.message


def test_two_folders_in_one_language_are_one_problem_and_not_one_for_each_page() -> None:
    pages = []
    for name in "edcba":
        locs = [f"{folder}/{name}" for folder in ("at", "de", "en")]
        pages += [
            translation(locs[0], "de-AT" if name == "a" else "de", *locs),
            translation(locs[1], "de", *locs),
            translation(locs[2], "en", *locs),
        ]
    links, (problem,) = alternates(pages, None)
    assert (problem.level, problem.where) == (*("warning", "de/b.md, de/c.md, de/d.md and 1 more"),)
    assert problem.message == (
        "is a translation in 'de', and so is another page, at/b.md for the first of these; "
        "only that one gets language links"
    )
    assert {"at/b", "en/b", "at/a", "de/a", "en/a"} <= set(links)
    assert "de/b" not in links


def test_unknown_languages_are_one_problem_each_and_get_no_links() -> None:
    pages = [translation("en", "en", "null/0", "de"), translation("de", "de", "en")]
    pages += [translation(f"null/{n}", "null", "en") for n in range(5)]
    pages += [translation("x", "x-default", "en")]
    links, problems = alternates(pages, None)
    assert set(links) == {"en", "de"}
    assert [(each.level, each.where) for each in problems] == [
        ("warning", "null/0.md, null/1.md, null/2.md and 2 more"),
        ("warning", "x.md"),
    ]
    assert "'null', which is no code such as en or pt-BR" in problems[0].message


@pytest.mark.parametrize(
    ("code", "what_is_wrong"),
    [
        ("en_UK", "no code: the United Kingdom is GB"),
        ("en-EU", "no code: EU is no country"),
        ("en-XYZ", "no code such as en or pt-BR"),
    ],
)
def test_a_region_that_search_engines_do_not_know_is_named(code: str, what_is_wrong: str) -> None:
    links, (problem,) = alternates([translation("a", code, "b"), translation("b", "de")], None)
    assert links == {}
    assert problem.message == (
        f"has the language {code!r}, which is {what_is_wrong}; it gets no language links"
    )


@pytest.mark.parametrize("x_default", ["pt-BR", "pt_br", "de"])
def test_a_default_that_a_page_has_the_language_of_is_no_problem(x_default: str) -> None:
    pages = [translation("a", "pt_BR", "b"), translation("b", "de")]
    assert list(unused_default(pages, x_default)) == []


@pytest.mark.parametrize("pages", [[], [translation("a", "pt_BR", "b"), translation("b", "en")]])
def test_a_default_in_whose_language_there_is_no_page_is_a_problem(
    pages: Sequence[Translation],
) -> None:
    (problem,) = unused_default(pages, "pt-PT")
    assert (problem.level, str(problem)) == (
        *("warning", "x_default: no listed page has the language 'pt-PT'"),
    )


def test_a_page_without_translations_may_have_any_language() -> None:
    assert alternates([translation("a", "nonsense"), translation("b", "en")], None) == ({}, ())


names = st.integers(0, 11).map("page{}".format)
sites = st.dictionaries(
    names,
    st.tuples(
        st.sampled_from(["en", "EN", "de", "pt_BR", "zh-Hans", "null", ""]),
        st.lists(names, max_size=4),
    ),
).map(lambda site: [translation(loc, code, *to) for loc, (code, to) in site.items()])


@given(sites, st.sampled_from([None, "en", "de"]), st.randoms(use_true_random=False))
def test_sets_are_complete_reciprocal_identical_and_in_any_order_the_same(
    pages: list[Translation], x_default: str | None, random: object
) -> None:
    links, _ = alternates(pages, x_default)
    languages = {page.loc: language_tag(page.language) for page in pages}
    for loc, members in links.items():
        named = [(code, href) for code, href in members if code != X_DEFAULT]
        assert (languages[loc], loc) in named
        assert named == sorted(named)
        assert len(named) > 1
        assert len(dict(members)) == len(members)
        for code, href in named:
            assert links[href] == members
            assert languages[href] == code
        assert dict(members).get(X_DEFAULT) == dict(named).get(x_default or "")
    shuffled = sorted(pages, key=lambda page: random.random())  # type: ignore[attr-defined]
    assert alternates(shuffled, x_default)[0] == links


@given(sites)
def test_pages_that_link_to_each_other_are_linked_where_each_language_is_there_once(
    pages: list[Translation],
) -> None:
    links, problems = alternates(pages, None)
    by_loc = {page.loc: page for page in pages}
    pairs = [(page, by_loc[to]) for page in pages for to in page.translations if to in by_loc]
    for page, other in pairs if not problems else ():
        if page is not other and language_tag(other.language):
            assert other.loc in dict(links[page.loc]).values()
            assert page.loc in dict(links[other.loc]).values()


@given(st.text(alphabet=st.characters(codec="utf-8")) | st.from_regex(r"[A-Za-z]{2}[-_]\w{2,4}"))
def test_a_tag_is_ascii_and_its_own_tag(code: str) -> None:
    tag = language_tag(code)
    if tag is not None:
        assert re.fullmatch(r"[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|[0-9]{3}))?", tag, re.ASCII)
        assert language_tag(tag) == tag
