"""Sites in several languages: built by static-i18n, or in folders that extra.alternate names."""

from __future__ import annotations

import subprocess
import sys
import xml.etree.ElementTree as ET

import pytest

from tests.mkdocs_plugin.conftest import SITE_URL, is_installed, needs

SITEMAP = "{http://www.sitemaps.org/schemas/sitemap/0.9}"
XHTML = "{http://www.w3.org/1999/xhtml}"

LANGUAGES = [
    {"locale": "en", "default": True, "name": "English"},
    {"locale": "fr", "name": "Français"},
]

static_i18n = needs("mkdocs-static-i18n")


def alternates(content, base=SITE_URL):
    """Per path of a sitemap the paths of its translations, by their languages; in their order."""
    links = {
        (entry.findtext(f"{SITEMAP}loc") or "").removeprefix(base): {
            link.attrib["hreflang"]: link.attrib["href"].removeprefix(base)
            for link in entry.findall(f"{XHTML}link")
        }
        for entry in ET.fromstring(content)
    }
    return {path: of for path, of in links.items() if of}


def sets(*members):
    """What every member of each of these sets has to say."""
    return {path: dict(each) for each in members for path in each.values()}


def i18n(languages=LANGUAGES, structure="suffix", **options):
    return {"i18n": {"docs_structure": structure, "languages": languages, **options}}


@pytest.fixture(params=["suffix", "folder"])
def languages(request):
    """The same two languages in either of static-i18n's ways, and its settings."""
    front = "---\nlastmod: 2024-01-08\n---\n# A\n"
    if request.param == "suffix":
        docs = {"index.md": "#", "index.fr.md": "#", "a.md": "#", "a.fr.md": front, "only.md": "#"}
    else:
        english = {"en/index.md": "#", "en/a.md": "#", "en/only.md": "#"}
        docs = {**english, "fr/index.md": "#", "fr/a.md": front}
    return docs, i18n(structure=request.param)


HOME = {"en": "", "fr": "fr/", "x-default": ""}
A = {"en": "a/", "fr": "fr/a/", "x-default": "a/"}


@static_i18n
@pytest.mark.report("DATE-27")
@pytest.mark.parametrize("order", ["before", "after"])
def test_the_builds_that_static_i18n_nests_are_listed_together(make_site, languages, order):
    docs, plugin = languages
    site = make_site(docs, {"section_by": "path"}, theme={"name": "mkdocs"}, **{order: [plugin]})
    build = site.build("--strict")
    assert build.exit_code == 0, build.output
    assert build.locs("sitemap-main.xml") == [
        "https://ex.org/",
        "https://ex.org/a/",
        "https://ex.org/only/",
    ]
    assert build.locs("sitemap-fr.xml") == [
        "https://ex.org/fr/",
        "https://ex.org/fr/a/",
        "https://ex.org/fr/only/",
    ]
    assert build.values("lastmod") == {"fr/a/": "2024-01-08"}
    assert build.read("sitemap.xml.gz") == build.read("sitemap.xml")
    assert sum(" URLs in " in text for _, text in build.lines) == 1


@static_i18n
@pytest.mark.report("I18N-02")
@pytest.mark.report("I18N-08")
@pytest.mark.report("I18N-09")
def test_each_page_of_static_i18n_links_to_each_of_its_translations(make_site, languages):
    docs, plugin = languages
    build = make_site(docs, before=[plugin]).build("--strict")
    assert build.exit_code == 0, build.output
    assert alternates(build.read("sitemap.xml")) == sets(HOME, A)
    of_sections = {
        **alternates(build.read("sitemap-main.xml")),
        **alternates(build.read("sitemap-fr.xml")),
    }
    assert of_sections == sets(HOME, A)


@static_i18n
@pytest.mark.report("XML-06")
def test_a_page_in_the_wrong_language_is_listed_and_claims_to_be_no_translation(
    make_site, languages
):
    docs, plugin = languages
    build = make_site(docs, before=[plugin]).build()
    fallback = build.folder / "fr/only/index.html"
    # The theme makes a page of its own of it, which search engines may list.
    assert 'rel="canonical" href="https://ex.org/fr/only/"' in fallback.read_text("utf-8")
    assert {"https://ex.org/only/", "https://ex.org/fr/only/"} <= set(build.locs())
    assert not {"only/", "fr/only/"}.intersection(alternates(build.read("sitemap.xml")))


@static_i18n
def test_without_fallback_a_missing_translation_is_no_page(make_site, languages):
    docs, plugin = languages
    plugin["i18n"]["fallback_to_default"] = False
    build = make_site(docs, before=[plugin]).build("--strict")
    assert "https://ex.org/fr/only/" not in build.locs()
    assert alternates(build.read("sitemap.xml")) == sets(HOME, A)


@static_i18n
@pytest.mark.report("BLD-01")
def test_a_dirty_build_of_several_languages_gives_the_same_bytes(make_site, languages):
    docs, plugin = languages
    docs = {name: text.replace("# A", "# B") for name, text in docs.items()}
    hidden = {name: "---\nsitemap: false\n---\n#" for name in docs if "only" in name}
    site = make_site({**docs, **hidden}, theme={"name": "mkdocs"}, before=[plugin])
    whole = site.build().files
    dirty = site.build("--dirty")
    assert dirty.files == whole
    assert not [loc for loc in dirty.locs() if "only" in loc]
    assert alternates(dirty.read("sitemap.xml")) == sets(HOME, A)


@static_i18n
@pytest.mark.report("I18N-05")
@pytest.mark.report("URL-08")
def test_languages_below_the_hosts_root_keep_its_folder(make_site, languages):
    docs, plugin = languages
    site = make_site(
        docs, theme={"name": "mkdocs"}, before=[plugin], site_url="https://ex.org/bench/"
    )
    build = site.build("--strict")
    assert build.exit_code == 0, build.output
    assert "https://ex.org/bench/fr/a/" in build.locs("sitemap-fr.xml")
    links = alternates(build.read("sitemap.xml"), "https://ex.org/bench/")
    assert links == sets(HOME, A)
    without_git, of_robots = build.notes
    assert "is in no Git repository" in without_git
    assert "/robots.txt: " in of_robots


@static_i18n
def test_file_names_at_the_end_of_urls_are_paired_as_well(make_site, languages):
    docs, plugin = languages
    build = make_site(docs, before=[plugin], use_directory_urls=False).build("--strict")
    assert alternates(build.read("sitemap.xml")) == sets(
        {"en": "index.html", "fr": "fr/index.html", "x-default": "index.html"},
        {"en": "a.html", "fr": "fr/a.html", "x-default": "a.html"},
    )


@static_i18n
def test_translations_are_found_whatever_their_files_and_folders_are_called(make_site):
    docs = {
        "README.md": "#",
        "index.fr.md": "#",
        "x.y/a b.md": "#",
        "x.y/a b.fr.md": "#",
        "straße/ä.fr.md": "#",
        "straße/ä.md": "#",
    }
    build = make_site(docs, before=[i18n()]).build("--strict")
    assert build.exit_code == 0, build.output
    spaced, umlauts = "x.y/a%20b/", "stra%C3%9Fe/%C3%A4/"
    assert alternates(build.read("sitemap.xml")) == sets(
        HOME,
        {"en": spaced, "fr": f"fr/{spaced}", "x-default": spaced},
        {"en": umlauts, "fr": f"fr/{umlauts}", "x-default": umlauts},
    )


@static_i18n
@pytest.mark.report("I18N-07")
def test_the_locales_of_static_i18n_are_written_as_search_engines_want_them(make_site):
    locales = ["pt_BR", "zh-Hans", "zh-Hant-TW", "en-US"]
    names = {"": "en", **{f".{locale}": locale for locale in locales}}
    more = [{"locale": locale, "name": locale} for locale in locales]
    docs = {f"index{suffix}.md": "#" for suffix in names}
    build = make_site(docs, before=[i18n([LANGUAGES[0], *more])]).build("--strict")
    assert build.exit_code == 0, build.output
    assert list(alternates(build.read("sitemap.xml"))[""].items()) == [
        ("en", ""),
        ("en-US", "en-US/"),
        ("pt-BR", "pt_BR/"),
        ("zh-Hans", "zh-Hans/"),
        ("zh-Hant-TW", "zh-Hant-TW/"),
        ("x-default", ""),
    ]


@static_i18n
def test_a_language_that_is_only_in_the_menu_or_not_built_has_no_pages(make_site):
    menu = {"locale": "null", "name": "Other", "fixed_link": "https://other.example/"}
    unbuilt = {"locale": "de", "name": "Deutsch", "build": False, "site_url": "https://de.ex.org"}
    docs = {"index.md": "#", "index.fr.md": "#", "index.de.md": "#"}
    build = make_site(docs, before=[i18n([*LANGUAGES, menu, unbuilt])]).build("--strict")
    assert build.exit_code == 0, build.output
    assert alternates(build.read("sitemap.xml")) == sets(HOME)


@static_i18n
@pytest.mark.report("I18N-07")
@pytest.mark.parametrize("options", [{"build_only_locale": "fr"}, {"languages": LANGUAGES[:1]}])
def test_one_language_alone_has_no_links(make_site, options):
    docs = {"index.md": "#", "index.fr.md": "#"}
    build = make_site(docs, before=[i18n(**options)]).build("--strict")
    assert build.exit_code == 0, build.output
    assert build.locs() == ["https://ex.org/"]
    assert b"xhtml" not in build.read("sitemap.xml")


@static_i18n
@pytest.mark.parametrize(
    ("options", "x_default"),
    [({}, ""), ({"x_default": "en"}, "en/"), ({"x_default": False}, None)],
)
def test_the_page_for_all_others_is_in_the_main_language_or_in_the_one_that_is_chosen(
    make_site, options, x_default
):
    languages = [{"locale": "en", "name": "E"}, {"locale": "fr", "name": "F", "default": True}]
    docs = {"en/index.md": "#", "fr/index.md": "#"}
    build = make_site(docs, options, before=[i18n(languages, "folder")]).build("--strict")
    links = alternates(build.read("sitemap.xml"))
    # The main language is at the root of the site, whichever it is.
    assert (links[""]["en"], links[""]["fr"]) == ("en/", "")
    assert links[""].get("x-default") == x_default
    assert links[""] == links["en/"]


@static_i18n
def test_a_default_that_no_page_is_in_is_a_warning(make_site, languages):
    docs, plugin = languages
    build = make_site(docs, {"x_default": "de"}, before=[plugin]).build()
    assert build.warnings == ["sitemap_plus: x_default: no listed page has the language 'de'"]
    assert "x-default" not in alternates(build.read("sitemap.xml"))[""]


@static_i18n
@pytest.mark.parametrize("address", ["https://fr.ex.org/", "https://ex.org:81/", "fr.ex.org"])
def test_a_language_with_an_address_out_of_the_site_is_one_warning(make_site, languages, address):
    docs, plugin = languages
    plugin["i18n"]["languages"] = [LANGUAGES[0], {**LANGUAGES[1], "site_url": address}]
    build = make_site(docs, before=[plugin]).build()
    (warning,) = build.warnings
    assert warning == (
        f"sitemap_plus: i18n: languages: fr: site_url: {address} is not below https://ex.org/, so "
        "the pages in this language are not listed: sitemaps list the pages of one site; build it "
        "as a site of its own, and exclude /fr/ here"
    )
    assert build.locs() == ["https://ex.org/", "https://ex.org/a/", "https://ex.org/only/"]
    assert alternates(build.read("sitemap.xml")) == {}


@static_i18n
def test_a_language_elsewhere_that_is_excluded_needs_no_warning(make_site, languages):
    docs, plugin = languages
    elsewhere = {**LANGUAGES[1], "site_url": "https://fr.ex.org/"}
    plugin["i18n"]["languages"] = [LANGUAGES[0], elsewhere]
    build = make_site(docs, {"exclude": ["/fr/"]}, before=[plugin]).build("--strict")
    assert build.exit_code == 0, build.output
    assert build.locs() == ["https://ex.org/", "https://ex.org/a/", "https://ex.org/only/"]


@static_i18n
def test_a_language_has_the_address_that_its_pages_say(make_site, languages):
    docs, plugin = languages
    below = {**LANGUAGES[1], "site_url": "https://ex.org/tout/"}
    plugin["i18n"]["languages"] = [LANGUAGES[0], below]
    build = make_site(docs, before=[plugin]).build("--strict")
    assert build.exit_code == 0, build.output
    assert alternates(build.read("sitemap.xml")) == sets(
        {"en": "", "fr": "tout/fr/", "x-default": ""},
        {"en": "a/", "fr": "tout/fr/a/", "x-default": "a/"},
    )


@static_i18n
def test_the_main_languages_own_address_is_the_sites(make_site, languages):
    docs, plugin = languages
    plugin["i18n"]["languages"] = [{**LANGUAGES[0], "site_url": "https://en.ex.org/"}, LANGUAGES[1]]
    build = make_site(docs, before=[plugin]).build()
    assert build.exit_code == 0, build.output
    assert "https://en.ex.org/a/" in build.locs()


@needs("mkdocs-static-i18n", "mkdocs-material")
@pytest.mark.parametrize("order", [["blog", ...], [..., "blog"]])
def test_beside_materials_blog_no_build_ends_and_no_link_is_made_up(make_site, languages, order):
    docs, plugin = languages
    post = "---\ndate: 2024-01-01\ncategories: [x]\n---\n# P\n"
    if plugin["i18n"]["docs_structure"] == "suffix":
        blog = {"blog/index.md": "#", "blog/index.fr.md": "#", "blog/posts/p.md": post}
    else:
        blog = {"en/blog/index.md": "#", "fr/blog/index.md": "#", "en/blog/posts/p.md": post}
    plugins = [plugin if each is ... else each for each in order]
    # In a process of its own: the blog's temporary folder ends with the first build of a process.
    build = make_site({**docs, **blog}, theme={"name": "material"}, before=plugins).build_apart()
    assert build.exit_code == 0, build.output
    assert not [text for text in build.warnings if "sitemap_plus" in text]
    links = alternates(build.read("sitemap.xml"))
    assert sets(HOME, A).items() <= links.items()
    for path, of in links.items():
        assert set(of) == {"en", "fr", "x-default"}
        assert path in of.values()
        assert of["fr"] == f"fr/{of['en']}"
        assert all((build.folder / each / "index.html").is_file() for each in of.values())


@needs("mkdocs-static-i18n", "properdocs")
@pytest.mark.skipif(not is_installed("mkdocs"), reason="static-i18n is installed with MkDocs")
def test_under_properdocs_the_languages_of_static_i18n_are_the_same(make_site, languages):
    docs, plugin = languages
    site = make_site(docs, before=[plugin])
    expected = site.build().files
    command = [sys.executable, "-m", "properdocs", "build", "--strict", "--config-file"]
    done = subprocess.run(
        [*command, str(site.folder / "mkdocs.yml"), "--site-dir", str(site.folder / "other")],
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stderr
    other = (site.folder / "other/sitemap.xml").read_bytes()
    assert other == expected["sitemap.xml"]
    assert alternates(other) == sets(HOME, A)


def alternate(**links):
    """The setting of Material's language switcher."""
    listed = [{"name": lang, "link": link, "lang": lang} for lang, link in links.items()]
    return {"alternate": listed}


IN_FOLDERS = dict.fromkeys(
    [
        *("index.md", "a.md", "only.md", "de/index.md", "de/a.md", "de/nur.md"),
        *("de/ch/a.md", "other/a.md"),
    ],
    "#",
)
ROOT_AND_FOLDER = sets(
    {"en": "", "de": "de/", "x-default": ""}, {"en": "a/", "de": "de/a/", "x-default": "a/"}
)


@pytest.mark.report("I18N-02")
@pytest.mark.parametrize(
    ("main", "german"),
    [
        ("/", "/de/"),
        ("./", "./de/"),
        ("", "de"),
        ("https://ex.org/", "https://ex.org/de/"),
        ("/index.html", "/de/index.html"),
    ],
)
def test_languages_in_folders_that_the_switcher_names_are_paired_by_their_paths(
    make_site, main, german
):
    build = make_site(IN_FOLDERS, extra=alternate(en=main, de=german)).build("--strict")
    assert build.exit_code == 0, build.output
    assert alternates(build.read("sitemap.xml")) == ROOT_AND_FOLDER
    assert len(build.locs()) == len(IN_FOLDERS)


def test_the_longest_link_tells_a_pages_language(make_site):
    extra = alternate(en="/", de="/de/", de_ch="/de/ch/")
    build = make_site(IN_FOLDERS, extra=extra).build("--strict")
    links = alternates(build.read("sitemap.xml"))
    assert links["a/"] == {"en": "a/", "de": "de/a/", "de-CH": "de/ch/a/", "x-default": "a/"}
    assert links["de/ch/a/"] == links["de/a/"] == links["a/"]


@pytest.mark.parametrize("use_directory_urls", [True, False])
def test_languages_each_in_a_folder_need_no_page_at_the_root(make_site, use_directory_urls):
    docs = {"index.md": "#", "en/index.md": "#", "zh/index.md": "#", "en/ä b.md": "#"}
    build = make_site(
        {**docs, "zh/ä b.md": "#"},
        extra=alternate(en="/en/", zh="/zh/"),
        use_directory_urls=use_directory_urls,
    ).build("--strict")
    links = alternates(build.read("sitemap.xml"))
    page = "%C3%A4%20b/" if use_directory_urls else "%C3%A4%20b.html"
    home = "" if use_directory_urls else "index.html"
    assert links == sets(
        {"en": f"en/{home}", "zh": f"zh/{home}"}, {"en": f"en/{page}", "zh": f"zh/{page}"}
    )


@pytest.mark.parametrize(("language", "x_default"), [("zh", "zh/"), ("en", "en/"), ("fr", None)])
def test_without_a_language_at_the_root_the_themes_is_for_all_others(
    make_site, language, x_default
):
    docs = {"en/index.md": "#", "zh/index.md": "#"}
    theme = {"name": None, "custom_dir": "theme", "language": language}
    build = make_site(docs, theme=theme, extra=alternate(en="/en/", zh="/zh/")).build("--strict")
    assert alternates(build.read("sitemap.xml"))["en/"].get("x-default") == x_default


@pytest.mark.report("I18N-05")
@pytest.mark.parametrize("site_url", ["https://ex.org/bench/", "https://bücher.example/größe/"])
def test_links_relative_to_the_site_keep_its_folder_and_its_host(make_site, site_url):
    extra = alternate(en="./", de="./de/")
    build = make_site(IN_FOLDERS, extra=extra, site_url=site_url).build("--strict")
    assert build.exit_code == 0, build.output
    base = build.locs()[0]
    assert alternates(build.read("sitemap.xml"), base) == ROOT_AND_FOLDER


@pytest.mark.parametrize(
    "extra",
    [
        alternate(en="/", de="/de/"),  # leads out of the site, as it does in the browser
        alternate(en="https://en.example/", de="https://de.example/"),
        alternate(en="https://ex.org/bench/", fr="https://ex.org/bench/fr/"),  # no pages here
        alternate(en="/bench/"),
        alternate(en="/bench/?x", de="http://["),
        {"alternate": "/de/"},
        {"alternate": ["/bench/de/", {"link": "/bench/"}, {"lang": "de"}, {"link": 1, "lang": 2}]},
        {"alternate": {"en": "/bench/", "de": "/bench/de/"}},
        {"alternate": None},
        {"alternate": False},
    ],
)
def test_links_that_lead_to_no_pages_of_this_build_claim_nothing(make_site, extra):
    build = make_site(IN_FOLDERS, extra=extra, site_url="https://ex.org/bench/").build("--strict")
    assert build.exit_code == 0, build.output
    assert len(build.locs()) == len(IN_FOLDERS)
    assert b"xhtml" not in build.read("sitemap.xml")


def test_norwegian_that_yaml_has_made_false_is_one_warning(make_site):
    docs = dict.fromkeys(("en/index.md", "no/index.md", "en/a.md", "no/a.md"), "#")
    extra = {"alternate": [{"link": "/en/", "lang": "en"}, {"link": "/no/", "lang": False}]}
    build = make_site(docs, extra=extra).build()
    (warning,) = build.warnings
    assert warning == (
        "sitemap_plus: no/index.md, no/a.md: has the language 'False', which is no code such as en "
        "or pt-BR; it gets no language links"
    )


@pytest.mark.report("XML-06")
def test_a_translation_that_is_not_listed_is_in_no_set(make_site):
    hidden = {"de/a.md": "---\nsitemap: false\n---\n# A\n"}
    build = make_site({**IN_FOLDERS, **hidden}, extra=alternate(en="/", de="/de/")).build()
    assert alternates(build.read("sitemap.xml")) == sets({"en": "", "de": "de/", "x-default": ""})


def test_a_site_without_languages_has_no_links_and_no_default(make_site):
    build = make_site(IN_FOLDERS).build("--strict")
    assert b"xhtml" not in build.read("sitemap.xml")
    named = make_site(IN_FOLDERS, {"x_default": "de"}).build()
    assert named.warnings == ["sitemap_plus: x_default: no listed page has the language 'de'"]


@needs("mkdocs-material")
def test_material_itself_takes_the_same_setting(make_site):
    theme = {"name": "material", "font": False}
    build = make_site(IN_FOLDERS, theme=theme, extra=alternate(en="/", de="/de/")).build("--strict")
    assert build.exit_code == 0, build.output
    assert alternates(build.read("sitemap.xml")) == ROOT_AND_FOLDER
