"""The site's address, and how it is joined with paths."""

from __future__ import annotations

import pytest


@pytest.mark.report("URL-01")
@pytest.mark.report("URL-13")
def test_without_a_site_url_there_is_one_warning_and_the_site_is_built(make_site):
    build = make_site(site_url=None).build()
    assert build.exit_code == 0
    assert (build.folder / "about" / "index.html").is_file()
    (warning,) = build.warnings
    assert warning.startswith("sitemap_plus: site_url: ")
    assert "https://example.org/" in warning


@pytest.mark.report("URL-01")
def test_without_a_site_url_nothing_of_ours_is_written(make_site):
    build = make_site(site_url=None).build()
    # MkDocs itself writes its template, without addresses.
    assert build.names == {"sitemap.xml", "sitemap.xml.gz"}
    assert b"Sitemap Plus" not in build.read("sitemap.xml")


def test_without_a_site_url_a_strict_build_fails(make_site):
    build = make_site(site_url=None).build("--strict")
    assert build.exit_code == 1
    assert "1 warnings in strict mode" in build.output


@pytest.mark.report("URL-14")
def test_our_own_site_url_stands_in_for_a_missing_one(make_site):
    build = make_site(options={"site_url": "https://ex.org/docs"}, site_url="").build("--strict")
    assert build.exit_code == 0, build.output
    assert build.locs("sitemap_index.xml") == [
        "https://ex.org/docs/sitemap-guide.xml",
        "https://ex.org/docs/sitemap-main.xml",
    ]
    assert build.locs("sitemap-guide.xml") == ["https://ex.org/docs/guide/install/"]


def test_our_own_site_url_may_not_contradict_the_host(make_site):
    build = make_site(options={"site_url": "https://other.example/"}).build()
    assert build.exit_code == 1
    assert "site_url: found 'https://other.example/', expected https://ex.org/" in build.output


@pytest.mark.report("URL-11")
@pytest.mark.report("URL-12")
@pytest.mark.parametrize("site_url", ["www.ex.org", "//ex.org", "https:/ex.org", "ex.org/"])
def test_a_site_url_without_scheme_or_host_is_refused(make_site, site_url):
    build = make_site(site_url=site_url).build()
    # MkDocs refuses most of these itself, and then says so.
    assert "site_url" in build.output
    assert build.names <= {"sitemap.xml", "sitemap.xml.gz"}


@pytest.mark.report("URL-11")
@pytest.mark.parametrize("site_url", ["www.ex.org", "//ex.org", "https:/ex.org", "ex.org/"])
def test_our_own_site_url_without_scheme_or_host_is_a_fault(make_site, site_url):
    build = make_site(options={"site_url": site_url}, site_url=None).build()
    assert build.exit_code == 1
    assert f"site_url: found {site_url!r}" in build.output


@pytest.mark.report("URL-07")
@pytest.mark.report("URL-08")
@pytest.mark.parametrize("site_url", ["https://ex.org/docs", "https://ex.org/docs/"])
def test_a_folder_in_the_address_is_part_of_every_url(make_site, site_url):
    build = make_site(options={"robots": True}, site_url=site_url).build("--strict")
    assert build.locs("sitemap_index.xml") == [
        "https://ex.org/docs/sitemap-guide.xml",
        "https://ex.org/docs/sitemap-main.xml",
    ]
    assert build.locs("sitemap-main.xml") == ["https://ex.org/docs/", "https://ex.org/docs/about/"]
    assert b"\nSitemap: https://ex.org/docs/sitemap_index.xml\n" in build.read("robots.txt")


@pytest.mark.parametrize("site_url", ["https://ex.org/?x=1", "ftp://ex.org/"])
def test_an_address_that_cannot_be_a_sites_is_one_warning_that_says_why(make_site, site_url):
    build = make_site(site_url=site_url).build()
    assert build.exit_code == 0
    (warning,) = build.warnings
    assert warning.startswith(f"sitemap_plus: site_url: is {site_url!r}: ")
    assert "sitemap_index.xml" not in build.names


def test_the_password_in_an_address_is_not_in_the_log(make_site):
    build = make_site(site_url="https://me:pw@ex.org/").build()
    (warning,) = build.warnings
    assert warning.startswith("sitemap_plus: site_url: is 'https://***@ex.org/': it names a user")
    assert "sitemap_index.xml" not in build.names


@pytest.mark.report("URL-09")
def test_slashes_at_the_end_of_the_address_are_not_doubled(make_site):
    build = make_site(site_url="https://ex.org/").build()
    assert all("//" not in loc.removeprefix("https://") for loc in build.locs())


@pytest.mark.report("ENC-07")
@pytest.mark.report("ENC-08")
def test_a_host_outside_ascii_is_written_in_a_labels_everywhere(make_site):
    site = make_site(
        {"index.md": "# Home\n", "größe/maß.md": "# Maß\n"}, site_url="https://bücher.example/"
    )
    build = site.build("--strict")
    assert build.exit_code == 0, build.output
    assert build.locs() == [
        "https://xn--bcher-kva.example/",
        "https://xn--bcher-kva.example/gr%C3%B6%C3%9Fe/ma%C3%9F/",
    ]
    assert build.locs("sitemap_index.xml") == [
        "https://xn--bcher-kva.example/sitemap-grosse.xml",
        "https://xn--bcher-kva.example/sitemap-main.xml",
    ]
    assert b"Sitemap: https://xn--bcher-kva.example/sitemap_index.xml" in build.read("robots.txt")


@pytest.mark.report("ENC-08")
def test_a_folder_outside_ascii_is_percent_encoded(make_site):
    site = make_site(options={"robots": True}, site_url="https://bücher.example/straße/")
    build = site.build("--strict")
    assert build.exit_code == 0, build.output
    assert build.locs("sitemap-guide.xml") == [
        "https://xn--bcher-kva.example/stra%C3%9Fe/guide/install/"
    ]


def test_a_port_and_an_underscore_in_the_host_stay(make_site):
    build = make_site(site_url="http://my_site.example:8080/").build("--strict")
    assert build.locs("sitemap-guide.xml") == ["http://my_site.example:8080/guide/install/"]


def test_the_address_can_come_from_the_environment(make_site, monkeypatch):
    text = "site_name: A\nsite_url: !ENV THE_ADDRESS\nplugins: [sitemap_plus]\n"
    theme = "theme: {name: null, custom_dir: theme}\n"
    site = make_site(files={"mkdocs.yml": text + theme})
    monkeypatch.setenv("THE_ADDRESS", "https://env.example/")
    assert site.build("--strict").locs("sitemap-guide.xml") == [
        "https://env.example/guide/install/"
    ]
    monkeypatch.delenv("THE_ADDRESS")
    assert len(site.build().warnings) == 1


def test_the_flat_form_of_urls_is_the_hosts_own(make_site):
    build = make_site(use_directory_urls=False).build("--strict")
    assert build.locs() == [
        "https://ex.org/about.html",
        "https://ex.org/guide/install.html",
        "https://ex.org/index.html",
    ]
    assert build.locs("sitemap-guide.xml") == ["https://ex.org/guide/install.html"]
