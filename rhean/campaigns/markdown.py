"""Notes in Markdown, made safe for a page."""

from __future__ import annotations

from collections.abc import Sequence

import nh3
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt
from markdown_it.token import Token

TAGS = {
    *("p", "br", "hr", "strong", "em", "s", "code", "pre", "blockquote", "ul", "ol", "li", "a"),
    *("table", "thead", "tbody", "tr", "th", "td", "h3", "h4", "h5", "h6"),
}
ATTRIBUTES = {"a": {"href", "title"}, "ol": {"start"}}
HEADING_SHIFT = 2

_parser = MarkdownIt("commonmark", {"html": False, "breaks": True}).enable(["table", "strikethrough"])


def render(text: str) -> SafeString:
    """The text as HTML: no raw HTML, no pictures, no scripts; its headings stand below those of the page.

    >>> str(render("# *Hear* <b>ye</b>"))
    '<h3><em>Hear</em> &lt;b&gt;ye&lt;/b&gt;</h3>\\n'
    """
    tokens = _parser.parse(text)
    lower_headings(tokens)
    html = _parser.renderer.render(tokens, _parser.options, {})
    clean = nh3.clean(
        html, tags=TAGS, attributes=ATTRIBUTES, url_schemes={"http", "https", "mailto"}, link_rel="noopener nofollow"
    )
    return mark_safe(clean)  # noqa: S308  # nh3 has just sanitised it


def lower_headings(tokens: Sequence[Token]) -> None:
    """Move every heading down, so that a page's own headings stay above those of its notes."""
    for token in tokens:
        if token.type in {"heading_open", "heading_close"}:
            token.tag = f"h{min(6, int(token.tag[1:]) + HEADING_SHIFT)}"
