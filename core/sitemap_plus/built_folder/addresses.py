"""The address of each HTML file: below which URL the folder is served, and in what style.

A file `a/b.html` can be served as `/a/b.html`, `/a/b` or `/a/b/`, a file `a/index.html` as `/a/`,
`/a` or `/a/index.html`. What the pages' canonical links say counts; where there are none, the
links between the pages, and where these say nothing, the files' own names.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from sitemap_plus import urls
from sitemap_plus.html import leads_elsewhere

_Form = Literal["html", "bare", "slash"]
_SUFFIX: Mapping[_Form, str] = {"html": ".html", "bare": "", "slash": "/"}
_STYLES: Mapping[str, tuple[_Form, _Form]] = {
    "html": ("html", "slash"),
    "clean": ("bare", "slash"),
    "slash": ("slash", "slash"),
    "bare": ("bare", "bare"),
}
"""Per style the form of files and that of the index files of folders."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Style:
    """The forms of a site's addresses."""

    file: _Form = "html"
    """Of `a.html`."""
    index: _Form = "slash"
    """Of `a/index.html`; the home page always ends in a slash."""


def style_named(name: str) -> Style:
    """The style that `settings.UrlStyle` gives this name."""
    file, index = _STYLES[name]
    return Style(file=file, index=index)


def derived_base(canonicals: Sequence[tuple[str, str]], count: int) -> str | None:
    """The address of the folder that most of its pages' canonical links agree upon.

    `canonicals`: names of files with their canonical links; `count`: how many pages there are in
    all. None: there are no such links, or fewer than half of the pages say the same.
    """
    bases = Counter(base for name, link in canonicals for base in _bases(name, link))
    (base, votes), *_ = [*bases.most_common(1), ("", 0)]
    return base if 2 * votes > count else None


def derived_style(addresses: Iterable[tuple[str, str]]) -> Style:
    """The style that most of these addresses have: pairs as `linked_paths` gives them."""
    files: Counter[_Form] = Counter()
    indexes: Counter[_Form] = Counter()
    for name, path in addresses:
        stem, is_index = stem_of(name)
        form = _form(stem, path)
        if form is not None and stem:
            (indexes if is_index else files)[form] += 1
    # A link to b/index.html is a link to a file; nobody wants that for an address.
    del indexes["html"]
    style = Style()
    return replace(style, file=_most(files, style.file), index=_most(indexes, style.index))


def address(name: str, base: str, style: Style) -> str:
    """The encoded URL of this file below the base: `https://ex.org/guide/a/`."""
    stem, is_index = stem_of(name)
    form = style.index if is_index else style.file
    suffix = _SUFFIX[form]
    if not stem:
        path = ""
    elif form == "html" and not is_index:
        path = name
    else:
        path = stem + suffix
    return urls.encode(base + _quoted(path))


def canonical_address(canonical: str | None, own: str, base: str) -> str:
    """The page's canonical URL where that is another spelling of its own, else its own."""
    if canonical is None or leads_elsewhere(canonical, own):
        return own
    try:
        url = urls.encode(urls.joined(own, canonical))
    except ValueError:
        return own
    return url if urls.is_below(url, base) else own


def linked_paths(
    name: str, hrefs: Iterable[str], base: str, names: frozenset[str]
) -> Iterator[tuple[str, str]]:
    """The files that these links of a page lead to, each with the path that the link has for it.

    A path is decoded and relative to the folder: `guide/a` for `guide/a.html`.
    """
    # A link to the page itself says nothing of how it is called.
    others = (href for href in hrefs if href and not href.startswith("#"))
    for path in filter(None, (_path_of(href, name, base) for href in others)):
        target = next((each for each in _files_at(path) if each in names), None)
        if target is not None:
            yield target, path


def stem_of(name: str) -> tuple[str, bool]:
    """The name without what makes it a file, and whether it is the index of its folder.

    `guide/a` for both `guide/a.html` and `guide/a/index.html`; empty for the home page.
    """
    stem = name.rpartition(".")[0]
    folder, _, last = stem.rpartition("/")
    return (folder, True) if last == "index" else (stem, False)


def _files_at(path: str) -> tuple[str, ...]:
    """The files that a host may serve at this path."""
    if path.endswith("/"):
        return f"{path}index.html", f"{path[:-1]}.html"
    return path, f"{path}.html", f"{path}/index.html"


def _bases(name: str, canonical: str) -> Iterator[str]:
    """What the folder's address would be, if this is the canonical link of this file."""
    try:
        url = urls.encode(canonical)
    except ValueError:
        return
    stem, _ = stem_of(name)
    root = urls.host_root(url)
    path = urls.decoded(url.removeprefix(root))
    for ending in dict.fromkeys((name, f"{stem}/" if stem else "", stem, f"{stem}.html")):
        if f"/{path}".endswith(f"/{ending}"):
            yield urls.encode(root + _quoted(path[: len(path) - len(ending)]))
            return


def _form(stem: str, path: str) -> _Form | None:
    rest = path[len(stem) :] if path.startswith(stem) else None
    if rest in {".html", ".htm", "/index.html"}:
        return "html"
    return {"": "bare", "/": "slash"}.get(rest)  # type: ignore[arg-type,return-value]


def _most(forms: Counter[_Form], default: _Form) -> _Form:
    return forms.most_common(1)[0][0] if forms.total() else default


def _quoted(path: str) -> str:
    """A file's name as a path of a URL: these characters would end it or mean something else."""
    for character in "%?#":
        path = path.replace(character, f"%{ord(character):02X}")
    return path


def _path_of(href: str, name: str, base: str) -> str | None:
    """Decoded and relative to the folder; None for what leads elsewhere."""
    try:
        url = urls.encode(urls.joined(base + _quoted(name), href))
    except ValueError:
        return None
    return urls.decoded(url[len(base) :].partition("?")[0]) if url.startswith(base) else None
