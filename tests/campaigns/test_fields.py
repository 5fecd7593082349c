"""Names and numbers of every kind, and notes in Markdown."""

from __future__ import annotations

import pytest
from django.core.exceptions import ValidationError
from hypothesis import given
from hypothesis import strategies as st

from rhean.campaigns import markdown
from rhean.campaigns.fields import NameField, WholeNumberField, read_whole
from rhean.campaigns.names import NAME_STORED, clean_name, fold


@given(st.text(max_size=500))
def test_any_text_is_a_name_in_its_stored_form_or_refused_in_words(text: str) -> None:
    try:
        name = clean_name(text)
    except ValidationError:
        name = "refused"
    assert clean_name(name) == name
    assert 0 < len(name) <= NAME_STORED
    assert fold(name) == fold(fold(name))


def test_half_a_character_is_refused() -> None:
    with pytest.raises(ValidationError, match="half a character"):
        clean_name("a\ud800")


def test_an_optional_name_may_be_empty_but_not_blank() -> None:
    assert NameField(required=False).clean("") == ""
    with pytest.raises(ValidationError):
        NameField(required=False).clean("\u200b")


@pytest.mark.parametrize(
    ("typed", "number"),
    [
        ("0", 0),
        ("-1", -1),
        ("１２", 12),
        ("+5", 5),
        ("−3", -3),
        (" 7 ", 7),
        ("٣", 3),
        ("000012", 12),
        ("1000000000", 10**9),
    ],
)
def test_a_whole_number_is_read(typed: str, number: int) -> None:
    assert WholeNumberField().clean(typed) == number


@pytest.mark.parametrize(
    "typed", ["1e3", "3.5", "3,5", "x", "--3", "1 2", "½", "²", "0x10", "9" * 40, "1000000001", "∞"]
)
def test_anything_else_is_refused_in_words(typed: str) -> None:
    with pytest.raises(ValidationError) as caught:
        WholeNumberField().clean(typed)
    assert caught.value.messages[0]


def test_bounds_are_told() -> None:
    field = WholeNumberField(minimum=1, maximum=6)
    for typed, words in (("0", "At least 1"), ("7", "At most 6")):
        with pytest.raises(ValidationError, match=words):
            field.clean(typed)


def test_an_empty_optional_number_is_none() -> None:
    assert WholeNumberField(required=False).clean("  ") is None
    with pytest.raises(ValidationError):
        WholeNumberField().clean("")


@given(st.text(max_size=40))
def test_any_text_is_a_number_within_bounds_or_refused(text: str) -> None:
    try:
        number = read_whole(text, -5, 5)
    except ValidationError:
        number = 0
    assert -5 <= number <= 5


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("**b** _i_ ~~s~~", "<p><strong>b</strong> <em>i</em> <s>s</s></p>"),
        ("# one\n###### six", "<h3>one</h3>\n<h6>six</h6>"),
        ("[x](https://example.org)", '<p><a href="https://example.org" rel="noopener nofollow">x</a></p>'),
        ("[x](javascript:alert(1))", "<p>[x](javascript:alert(1))</p>"),
        ("![x](https://example.org/a.png)", "<p></p>"),
        ("<img src=x onerror=alert(1)>", "<p>&lt;img src=x onerror=alert(1)&gt;</p>"),
        ("", ""),
    ],
)
def test_notes_become_safe_html(text: str, html: str) -> None:
    assert markdown.render(text).strip() == html


@given(st.text("*_[]()<>!#`~|-\\\n javascript:&;\"'=", max_size=200))
def test_no_notes_bring_script_or_handlers(text: str) -> None:
    html = markdown.render(text).lower()
    assert "<script" not in html
    assert 'href="javascript' not in html
    assert not any(f"<{tag}" in html for tag in ("img", "iframe", "svg", "style"))
