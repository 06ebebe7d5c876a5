"""Join, encode, compare, scope, match: all there is about URLs.

Rules for editors: a URL is encoded here or nowhere, and XML is escaped elsewhere (`render`).
An encoded URL is ASCII, absolute, without a fragment, and encoding it again changes nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from ipaddress import IPv6Address
from typing import TYPE_CHECKING
from urllib.parse import urljoin

if TYPE_CHECKING:
    from pathspec.pattern import Pattern

HOME = "index.html"
"""What patterns call the home page, whose own path is empty."""

MAX_LENGTH = 2_047
"""Characters of a `loc`: https://www.sitemaps.org/protocol.html#locdef"""

_DEFAULT_PORTS = {"http": "80", "https": "443"}

# RFC 3986, appendix B, with the scheme and the authority required.
_ABSOLUTE = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*)://([^/?#]*)([^?#]*)(?:\?([^#]*))?", re.DOTALL)
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:(?=//)|https?:", re.IGNORECASE)
_AUTHORITY = re.compile(r"(?:([^@]*)@)?(\[[0-9A-Fa-f:.]+\]|[^:@\[\]]*)(?::([0-9]*))?")
# What RFC 3986 calls a registered name, less what no resolver takes.
_ASCII_HOST = re.compile(r"[A-Za-z0-9._~-]+")
# RFC 3986, section 3.3 and 3.4: all but these must be percent-encoded.
_UNSAFE_IN_PATH = re.compile(r"%(?![0-9A-Fa-f]{2})|[^A-Za-z0-9\-._~!$&'()*+,;=:@/%]+")
_UNSAFE_IN_QUERY = re.compile(r"%(?![0-9A-Fa-f]{2})|[^A-Za-z0-9\-._~!$&'()*+,;=:@/?%]+")
_ENCODED = re.compile(r"%([0-9A-Fa-f]{2})")
_DOT_SEGMENT = re.compile(r"/(?:\.|%2e){1,2}(?:[/?]|$)", re.IGNORECASE)
# Decoded, these would mean something else.
_MEANINGFUL_IN_PATH = frozenset(b"/?#%")
_MEANINGFUL_IN_QUERY = frozenset(b"&=+#%")


@dataclass(frozen=True, slots=True)
class Patterns:
    """Gitignore-style rules in order; the last one that matches decides, so that `!` works."""

    rules: tuple[Pattern, ...]

    def matches(self, *paths: str) -> bool:
        """Whether the last rule that fits any of these paths takes it in."""
        for rule in reversed(self.rules):
            if any(rule.match_file(path) for path in paths):
                return bool(rule.include)
        return False


def compile_patterns(lines: Iterable[str]) -> Patterns:
    """Rules as in a `.gitignore`, one a line; blank lines and comments don't count.

    Raises:
        ValueError: one of the lines is no pattern.
    """
    # Costs time to load, and most sites have no patterns.
    from pathspec import GitIgnoreSpec

    # Each rule stands alone: in one spec, Git's rule that nothing comes back from an excluded
    # folder would win over the order.
    try:
        compiled = [rule for line in lines for rule in GitIgnoreSpec.from_lines([line]).patterns]
    except re.error as error:  # `[z-a]`: pathspec hands brackets to a regular expression
        raise ValueError(str(error)) from error
    return Patterns(tuple(rule for rule in compiled if rule.include is not None))


def site_base(url: str) -> str:
    """The site's address, encoded and with a final slash: `https://ex.org` is `https://ex.org/`.

    Raises:
        ValueError: it isn't an absolute http or https URL of a folder; the text says why.
    """
    base = encode(url)
    if "?" in base:
        raise ValueError("a site's address has no query")
    return f"{base.rstrip('/')}/"


def encode(url: str) -> str:
    """The absolute URL as a URI; what is percent-encoded already stays, byte for byte.

    The rest is percent-encoded as UTF-8, a host outside ASCII becomes A-labels (UTS 46), the
    fragment goes. No Unicode normalisation: a file's name is its bytes.
    https://www.sitemaps.org/protocol.html#escaping, RFC 3986, RFC 3987 section 3.1.

    Raises:
        ValueError: it isn't an absolute http or https URL; the text says why.
    """
    scheme, authority, path, query = _parts(url.strip())
    encoded = f"{scheme}://{_encoded_authority(authority)}{_encoded(_UNSAFE_IN_PATH, path) or '/'}"
    return encoded if query is None else f"{encoded}?{_encoded(_UNSAFE_IN_QUERY, query)}"


def absolute(base: str, url: str) -> str:
    """The encoded URL of what a person wrote: an absolute URL, or a path below the site's base.

    A path begins at the base, with or without a slash: `/a/` and `a/` are one. Dot segments are
    resolved, also encoded ones, so that scope can be judged.

    Raises:
        ValueError: it begins like an absolute URL and isn't one; the text says why.
    """
    text = url.strip()
    if not is_absolute(text):
        text = base + (text.removeprefix("/"))
    return _resolved(encode(text))


def joined(page_url: str, reference: str) -> str:
    """Where a link in a page leads, not yet encoded; white space around it doesn't count."""
    text = reference.strip()
    # Most links that are asked about are whole, and joining takes ten times as long.
    return text if _ABSOLUTE.match(text) else urljoin(page_url, text)


def is_absolute(url: str) -> bool:
    """Whether it begins with a scheme or `//`, as `https:/ex.org` also means to."""
    return url.startswith("//") or _SCHEME.match(url) is not None


def key(url: str) -> str:
    """What all spellings of one encoded URL share: case of host, port, dot segments, octets."""
    scheme, authority, path, query = _parts(_resolved(url))
    root = _normal_root(scheme, authority)
    normal = root + _normal(path, _MEANINGFUL_IN_PATH)
    return normal if query is None else f"{normal}?{_normal(query, _MEANINGFUL_IN_QUERY)}"


def is_below(url: str, base: str) -> bool:
    """Whether the encoded URL has the base's scheme, host and port and lies in its folder.

    https://www.sitemaps.org/protocol.html#location
    """
    return _begins_with(url, base) or key(url).startswith(key(base))


def path_below(url: str, base: str) -> str:
    """The decoded path of a URL below the base, as patterns see it; `index.html` for the base."""
    path = url[len(base) :] if _begins_with(url, base) else key(url)[len(key(base)) :]
    return decoded(path.partition("?")[0]) or HOME


def decoded(path: str) -> str:
    """The path as a person reads it; octets that aren't UTF-8 become U+FFFD."""
    if "%" not in path:
        return path
    octets = re.sub(rb"%([0-9A-Fa-f]{2})", lambda m: bytes([int(m[1], 16)]), path.encode())
    return octets.decode("utf-8", "replace")


def is_at_host_root(base: str) -> bool:
    """Whether the site's base is its host's root, the only place where robots.txt is read."""
    return _parts(base)[2] == "/"


def host_root(base: str) -> str:
    """The root of the host that the URL is on: `https://ex.org/` for `https://ex.org/docs/`."""
    scheme, authority, _, _ = _parts(base)
    return f"{scheme}://{authority}/"


def host(url: str) -> str:
    """The host of an encoded URL in small letters, with its port unless that is the usual one."""
    scheme, authority, _, _ = _parts(url)
    return _normal_root(scheme, authority).partition("://")[2]


def _parts(url: str) -> tuple[str, str, str, str | None]:
    """Scheme in lower case, authority, path and query of an absolute http or https URL."""
    match = _ABSOLUTE.match(url)
    if match is None:
        raise ValueError("it has no scheme (https://) or no host")
    scheme, authority, path, query = match.groups()
    scheme = scheme.lower()
    if scheme not in _DEFAULT_PORTS:
        raise ValueError(f"its scheme is {scheme}, not http or https")
    return scheme, authority, path, query


@lru_cache(maxsize=64)
def _encoded_authority(authority: str) -> str:
    match = _AUTHORITY.fullmatch(authority)
    if match is None:
        raise ValueError(f"{authority!r} is not a host name with an optional port")
    user, host, port = match.groups()
    if user is not None:
        raise ValueError("it names a user, which would be published")
    if port and int(port) > 65535:  # noqa: PLR2004
        raise ValueError(f"there is no port {port}")
    name = _encoded_host(host)
    return f"{name}:{port}" if port else name


def _encoded_host(host: str) -> str:
    if not host:
        raise ValueError("it has no host")
    if host.startswith("["):
        IPv6Address(host[1:-1])  # raises ValueError
        return host
    if _ASCII_HOST.fullmatch(host):
        return host
    # Only a host outside ASCII needs it, and its tables cost time to load.
    import idna

    try:
        return idna.encode(host, uts46=True).decode("ascii")
    except idna.IDNAError as error:
        raise ValueError(f"{host!r} is not a host name ({error})") from error


def _begins_with(url: str, base: str) -> bool:
    """The quick answer for the URLs that need no other: those without dot segments."""
    return url.startswith(base) and not _has_dot_segments(url)


def _encoded(unsafe: re.Pattern[str], text: str) -> str:
    return unsafe.sub(_percent_encoded, text)


def _percent_encoded(match: re.Match[str]) -> str:
    # File names that aren't UTF-8 reach Python with surrogate escapes: give their bytes back.
    text = match[0]
    try:
        octets = text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        octets = text.encode("utf-8", "replace")
    return "".join(f"%{octet:02X}" for octet in octets)


@lru_cache(maxsize=64)
def _normal_root(scheme: str, authority: str) -> str:
    root = f"{scheme}://{authority.lower()}"
    default = f":{_DEFAULT_PORTS[scheme]}"
    return root.removesuffix(default)


def _normal(text: str, meaningful: frozenset[int]) -> str:
    """The text with each octet spelled in one way: as itself where that changes no meaning."""
    if "%" not in text:
        return text

    def spelled(match: re.Match[str]) -> str:
        octet = int(match[1], 16)
        is_plain = 0x20 < octet < 0x7F and octet not in meaningful  # noqa: PLR2004
        return chr(octet) if is_plain else match[0].upper()

    return _ENCODED.sub(spelled, text)


def _resolved(url: str) -> str:
    return _without_dot_segments(url) if _has_dot_segments(url) else url


def _has_dot_segments(url: str) -> bool:
    # Almost no URL has any: two quick looks spare it the search.
    return ("/." in url or "/%2" in url) and _DOT_SEGMENT.search(url) is not None


def _without_dot_segments(url: str) -> str:
    """RFC 3986, section 5.2.4, for a URL with a path; `%2e` is a dot, as browsers have it."""
    scheme, authority, path, query = _parts(url)
    segments = path.split("/")[1:]
    kept: list[str] = []
    for segment in segments:
        dots = segment.lower().replace("%2e", ".")
        if dots == "..":
            del kept[-1:]
        elif dots != ".":
            kept.append(segment)
    if segments[-1].lower().replace("%2e", ".") in {".", ".."}:
        kept.append("")
    resolved = f"{scheme}://{authority}/{'/'.join(kept)}"
    return resolved if query is None else f"{resolved}?{query}"
