"""The sheet on paper: printed to PDF by the browser, pages and text looked at."""

from __future__ import annotations

import io

import pytest
from pypdf import PdfReader

from rhean.campaigns.models import Campaign, User
from sheets.models import Character
from tests.browser.conftest import NewContext
from tests.factories.sheets import ReadyFactory

pytestmark = pytest.mark.browser
POINTS = {"a4": (595, 842), "letter": (612, 792)}


@pytest.fixture
def brannoc(site: object, campaign: Campaign, ode: User) -> Character:
    """A soldier with much to tell."""
    notes = "\n\n".join(f"Day {day}: walked on along the Salt Road, and it rained." for day in range(1, 61))
    return ReadyFactory.create(campaign=campaign, owner=ode, name="Brannoc of the Ford", notes=notes)


def printed(new_browser: NewContext, user: User, character: Character, paper: str) -> PdfReader:
    page = new_browser(user).new_page()
    page.goto(f"{character.get_absolute_url()}print/?size={paper}")
    return PdfReader(io.BytesIO(page.pdf(prefer_css_page_size=True, print_background=True)))


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_it_prints_whole_on_its_paper_with_the_head_on_every_page(
    new_browser: NewContext, brannoc: Character, ode: User, paper: str
) -> None:
    pdf = printed(new_browser, ode, brannoc, paper)
    texts = [page.extract_text() for page in pdf.pages]
    assert 2 <= len(texts) <= 5
    assert all("Brannoc of the Ford" in text for text in texts)
    size = pdf.pages[0].mediabox
    assert (round(float(size.width)), round(float(size.height))) == POINTS[paper]
    whole = " ".join(" ".join(texts).split())
    for word in ("Sword Long Parry", "Hits", "Passive defence", "What I can do", "Day 1:", "Day 60:", "For the pencil"):
        assert word in whole
    assert "Log out" not in whole


def test_nothing_reaches_into_the_margin(new_browser: NewContext, brannoc: Character, ode: User) -> None:
    pdf = printed(new_browser, ode, brannoc, "a4")
    places: list[tuple[float, float]] = []
    for page in pdf.pages:
        page.extract_text(
            visitor_text=lambda text, cm, tm, font, size: (
                places.append((cm[4] + tm[4] * cm[0], 0)) if text.strip() else None
            )
        )
    assert places
    assert min(x for x, _ in places) >= 0
    assert max(x for x, _ in places) < POINTS["a4"][0]
