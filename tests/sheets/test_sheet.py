"""The sheet's page."""

from __future__ import annotations

import pytest

from rhean.campaigns.models import User
from sheets.models import Character
from tests.cast import ClientOf

pytestmark = pytest.mark.django_db


def page(client_of: ClientOf, user: User, character: Character) -> str:
    answer = client_of(user).get(character.get_absolute_url())
    assert answer.status_code == 200
    return answer.content.decode()


def test_the_owner_reads_and_edits_his_sheet(client_of: ClientOf, ode: User, brannoc: Character) -> None:
    html = page(client_of, ode, brannoc)
    assert "Brannoc" in html
    assert "Sword Long" in html
    assert 'name="strength"' in html
    assert "Hits" in html
    assert "<fieldset disabled>" not in html
