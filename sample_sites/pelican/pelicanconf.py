"""A small blog in two languages; Sitemap Plus needs but the last setting but one."""

AUTHOR = "Mira Lang"
SITENAME = "Notes from the Workshop"
SITEURL = "https://notes.example"
TIMEZONE = "Europe/Vienna"
DEFAULT_LANG = "en"

PATH = "content"
ARTICLE_PATHS = ["posts"]
PAGE_PATHS = ["pages"]
STATIC_PATHS = ["extra/robots.txt"]
EXTRA_PATH_METADATA = {"extra/robots.txt": {"path": "robots.txt"}}

THEME = "simple"
ARTICLE_URL = "posts/{slug}/"
ARTICLE_SAVE_AS = "posts/{slug}/index.html"
ARTICLE_LANG_URL = "{lang}/posts/{slug}/"
ARTICLE_LANG_SAVE_AS = "{lang}/posts/{slug}/index.html"
PAGE_URL = "{slug}/"
PAGE_SAVE_AS = "{slug}/index.html"
PAGE_LANG_URL = "{lang}/{slug}/"
PAGE_LANG_SAVE_AS = "{lang}/{slug}/index.html"
YEAR_ARCHIVE_SAVE_AS = "posts/{date:%Y}/index.html"
YEAR_ARCHIVE_URL = "posts/{date:%Y}/"
DEFAULT_PAGINATION = 3

# A blog that is done needs no feeds here, and a sample no warnings about them.
FEED_ALL_ATOM = None
CATEGORY_FEED_ATOM = None
TRANSLATION_FEED_ATOM = None
AUTHOR_FEED_ATOM = None
AUTHOR_FEED_RSS = None

# The plugin is found by itself where PLUGINS is not set; named here to show its name.
PLUGINS = ["sitemap_plus"]

# All of this is optional.
SITEMAP_PLUS = {
    "sections": {"articles": {"priority": 0.8}},
    "exclude": ["/imprint/"],
    "extra_urls": ["/photos/"],
}
