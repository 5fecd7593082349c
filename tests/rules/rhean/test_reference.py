"""The rules reference: a page for everything, in words of our own, and links that lead somewhere."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from rhean.rules.rulings import Rulings
from rhean.rules.systems.rhean import texts
from rhean.rules.systems.rhean.entries import Skill
from rhean.rules.systems.rhean.library import shipped
from rhean.rules.systems.rhean.reference import reference
from rhean.rules.systems.rhean.rulings import RULINGS

DEFAULTS = Rulings.of(RULINGS)
PAGES = {page.key: page for page in reference(shipped(), DEFAULTS)}


def keys(text: str) -> list[str]:
    """The words of a text."""
    return text.split()


ATTACKS = keys(
    """close_quarters control_mount cover critical_strike crushing_blow dazing_attack draw_weapon dual_attack
    great_strike hold_at_bay flesh_wound melee_attack missile_attack missile_cover off_hand_attack riposte
    running_attack shield_bash shield_rush sing spin_attack spring_attack stunning_attack sweep_attack throw_weapon
    wide_attack"""
)
DEFENCES = keys(
    """armor_block armor_work bind_weapon block control_mount dodge double_parry draw_weapon line_parry mount_work
    parry reduce_reach set_weapon shield_work sing soak"""
)
MOVES = keys(
    """aim close combat_move control_mount defensive_focus extend leap offensive_focus perception pick_up ready_weapon
    reduce_reach refocus reset_weapon run set_weapon sing soak stand withdraw"""
)
FULL_ROUND = keys("breather charge defensive_stance sprint stealthy_move stand_and_fire")
CONDITIONS = keys(
    """prone dazed stunned bound reset set extended reduced hidden mounted singing unconscious dying dead insane
    listless surprised asleep was_asleep intoxicated distracted"""
)
TABLES = keys("actions unlocks odds weapons shields armour missile_ranks races advantages terrain")


def test_all_rows_of_the_four_tables_are_there():
    assert [len(ATTACKS), len(DEFENCES), len(MOVES), len(FULL_ROUND)] == [26, 16, 20, 6]
    rows = [(key, kind) for key, text in texts.actions().items() for kind in text.types]
    tables = {"attack": ATTACKS, "defence": DEFENCES, "move": MOVES, "full": FULL_ROUND}
    assert sorted(rows) == sorted((key, kind) for kind, keys in tables.items() for key in keys)


@pytest.mark.parametrize("action", sorted({*ATTACKS, *DEFENCES, *MOVES, *FULL_ROUND, "nothing"}))
def test_an_action_says_what_it_takes_needs_and_costs(action):
    page = PAGES[f"action.{action}"]
    assert [label for label, _ in page.facts] == ["Takes", "Skill", "Rank needed", "Cost", "Needs before"]
    assert all(text for _, text in page.facts)


@pytest.mark.parametrize(
    "key",
    [
        *(f"condition.{key}" for key in CONDITIONS),
        *(f"table.{key}" for key in TABLES),
        *(f"skill.{key}" for key in shipped().all("skills")),
        *(f"ruling.{ruling.key}" for ruling in RULINGS),
    ],
)
def test_every_condition_table_skill_and_ruling_has_a_page(key):
    assert PAGES[key].title
    assert PAGES[key].text


def test_no_two_pages_share_a_key():
    assert len(PAGES) == len(reference(shipped(), DEFAULTS))


def test_no_two_pages_claim_the_same_word():
    claims = Counter(word for page in PAGES.values() for word in {word.casefold() for word in page.words})
    assert [word for word, count in claims.items() if count > 1] == []
    assert "Critical Strike" in PAGES["action.critical_strike"].words
    assert {"dazed", "Dazed"} <= set(PAGES["condition.dazed"].words)
    assert "battle axe" in PAGES["table.weapons"].words


def test_our_own_texts_do_not_quarrel_about_words():
    kinds = (texts.rules(), texts.actions(), texts.conditions())
    claims = Counter(word.casefold() for pages in kinds for page in pages.values() for word in page.words)
    assert [word for word, count in claims.items() if count > 1] == []


def test_links_lead_to_other_pages_once():
    lost = {page.key: [key for key in page.see if key not in PAGES or key == page.key] for page in PAGES.values()}
    assert {key: links for key, links in lost.items() if links} == {}
    assert [page.key for page in PAGES.values() if len(set(page.see)) < len(page.see)] == []


def test_every_ruling_is_named_where_it_decides_something():
    assert [key for key, page in PAGES.items() if key.startswith("ruling.") and not page.see] == []


def test_a_ruling_whose_value_stands_in_a_text_is_linked_there():
    kinds = {"rule": texts.rules(), "action": texts.actions(), "condition": texts.conditions()}
    for kind, pages in kinds.items():
        for key, page in pages.items():
            named = {f"ruling.{name}" for name in re.findall(r"\$\{([a-z_]+)", page.text)}
            assert named <= set(PAGES[f"{kind}.{key}"].see)


def test_pages_are_in_plain_finished_words():
    raw = re.compile(r"\$\{|None|[a-z]_[a-z]|<")
    assert [page.key for page in PAGES.values() if raw.search(re.sub(r"`[^`]*`", "", page.text))] == []


def test_sentences_are_short():
    sentences = [one for page in PAGES.values() for one in re.split(r"[.:;|\n]", page.text)]
    assert [one for one in sentences if len(one.split()) > 45] == []


def test_a_changed_ruling_changes_the_pages():
    changed = {page.key: page for page in reference(shipped(), DEFAULTS.with_change(RULINGS, "dazed", -3))}
    assert "**-3**" in changed["condition.dazed"].text
    assert ("In force", "-3") in changed["ruling.dazed"].facts
    assert ("Default", "-2") in changed["ruling.dazed"].facts


@pytest.mark.parametrize("ruling", RULINGS, ids=lambda ruling: ruling.key)
def test_every_choice_of_a_ruling_can_be_written(ruling):
    for value, meaning in ruling.choices:
        pages = {page.key: page for page in reference(shipped(), DEFAULTS.with_change(RULINGS, ruling.key, value))}
        assert ("In force", meaning) in pages[f"ruling.{ruling.key}"].facts


def test_the_rank_needed_follows_the_rulings():
    facts = dict(PAGES["action.critical_strike"].facts)
    assert facts["Rank needed"] == "Journeyman in the weapon's skill; one rank short: half level"
    strict = DEFAULTS.with_change(RULINGS, "stretch_closed_actions", False)
    facts = next(dict(page.facts) for page in reference(shipped(), strict) if page.key == "action.critical_strike")
    assert facts["Rank needed"] == "Journeyman in the weapon's skill"


def test_a_groups_own_skill_has_its_page_and_takes_no_word_from_another():
    own = Skill(key="falconry", name="Dodge", group="Craft", attribute="presence", text="Hunting with birds.")
    pages = {page.key: page for page in reference(shipped().with_entries({"skills": {"falconry": own}}), DEFAULTS)}
    assert pages["skill.falconry"].text == "Hunting with birds."
    assert pages["skill.falconry"].words == ()
    assert pages["action.dodge"].words == ("Dodge",)


def test_the_odds_are_those_of_the_specification():
    wanted = "4 97, 5 94, 6 90, 7 85, 8 79, 9 72, 10 64, 11 55, 12 45, 13 36, 14 28, 15 21, 16 15, 17 10, 18 6, 19 3"
    for pair in wanted.split(", "):
        need, percent = pair.split()
        assert f"| {need} | {percent} % |" in PAGES["table.odds"].text
