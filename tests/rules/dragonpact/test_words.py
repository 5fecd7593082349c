"""Words: the log, the view, the statistics, the rules reference."""

from __future__ import annotations

import pytest

from rhean.rules.events import GM, PUBLIC, Viewer
from rhean.rules.rulings import Rulings
from rhean.rules.systems.dragonpact import SYSTEM, facts
from rhean.rules.systems.dragonpact.actions import ABILITIES
from rhean.rules.systems.dragonpact.conditions import CONDITIONS
from rhean.rules.systems.dragonpact.describe import tell
from rhean.rules.systems.dragonpact.library import GEAR_KINDS
from rhean.rules.systems.dragonpact.notation import PHRASES
from rhean.rules.systems.dragonpact.rulings import RULINGS
from tests.rules.dragonpact.brawl import Brawl
from tests.rules.dragonpact.kit import LIBRARY, RULES, Table

NAMES = {"kerra": "Kerra Holt", "bandit": "a figure"}
PAIR = 'kerra = kerra_holt at [2, 3] {owner "ode"}; bandit = road_bandit at [3, 3]'
KINDS = list(facts.ALL_FACTS.__args__)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_every_fact_has_words_and_a_phrase(kind: type) -> None:
    assert kind in tell.registry
    assert kind in PHRASES


def test_the_log_tells_an_attack_with_its_sums() -> None:
    table = Table(PAIR)
    table.do("kerra: basic_attack weapon=kerra/longsword target=bandit")
    lines = [SYSTEM.describe(event.fact, NAMES) for event in table.events]
    assert [line.text for line in lines] == [
        "Kerra Holt pays 1 Stamina, 3 left.",
        "Kerra Holt attacks a figure with Longsword.",
    ]
    table.do("bandit: block", "d10:9")
    lines = [SYSTEM.describe(event.fact, NAMES) for event in table.events]
    assert lines[-1].text == "10 damage against a figure's Armor 11: no wound."
    assert lines[-1].sums[0][1].text() == "1 Strength, +2 Leather jack, +8 Block = 11"
    assert lines[-1].weight == "major"


def test_every_line_of_random_fights_is_a_sentence() -> None:
    told = 0
    for seed in range(12):
        brawl = Brawl(seed)
        for _ in range(60):
            command = brawl.choose()
            if command is None:
                break
            for event in brawl.step_with(command):
                for fact in (event.fact, event.public):
                    if fact is not None:
                        line = SYSTEM.describe(fact, {})
                        assert line.text[0].isupper() or line.text[0] in "u0123456789"
                        assert "{" not in line.text
                        told += 1
    assert told > 500


def test_the_view_shows_ones_own_pack_and_not_that_of_others() -> None:
    table = Table('kerra = kerra_holt at [2, 3] {owner "ode"}; archer = bone_archer at [9, 3]')
    mine, other = SYSTEM.view(table.state, Viewer("ode")).combatants
    assert (mine.mine, other.mine) == (True, False)
    assert [item.label for item in mine.items] == ["Longsword", "Round shield", "Brigandine"]
    assert [item.label for item in other.items] == ["Shortbow"]
    assert other.figures == ()
    everything = SYSTEM.view(table.state, GM).combatants[1]
    assert [item.label for item in everything.items] == ["Shortbow", "Arrow x20"]
    assert {figure.key for figure in everything.figures} >= {"armor", "evasion", "accuracy", "speed", "resist"}


def test_the_view_has_clock_order_map_ground_links_and_marks() -> None:
    table = Table(
        'kerra = kerra_holt at [2, 3]; bandit = road_bandit at [3, 3] {cond {"grappled": {"by": "kerra"}}}. '
        'map light "dim", wall [[5,5]]. ground [{"id":"x/rope","item":"rope","qty":2,"at":[1,1]}].'
    )
    scene = SYSTEM.view(table.state, PUBLIC)
    assert (scene.clock, scene.segment, scene.waits_for) == ("Round 1", "act", ("kerra",))
    assert [(entry.id, entry.active, entry.done) for entry in scene.order] == [
        ("kerra", True, False),
        ("bandit", False, False),
    ]
    assert [(link.a, link.b, link.label) for link in scene.links] == [("kerra", "bandit", "holds")]
    assert [(item.label, item.place) for item in scene.ground] == [("Rope x2", "1,1")]
    assert scene.map is not None
    assert scene.map.spaces["wall"] == ((5, 5),)
    assert len(scene.map.spaces["dim"]) == 96
    assert [tag.label for tag in scene.combatants[1].tags] == ["Grappled"]


def test_statistics_count_what_happened() -> None:
    table = Table(PAIR)
    told = []
    for words, dice in (
        ("kerra: basic_attack weapon=kerra/longsword target=bandit", ""),
        ("bandit: pass", "d10:10 d10:5"),
    ):
        table.do(words, dice)
        told += [event.fact for event in table.events]
    counted = {(one.who, one.key): one.amount for one in SYSTEM.statistics(told)}
    assert counted["kerra", "attacks"] == 1
    assert counted["kerra", "crits"] == 1
    assert counted["kerra", "dealt"] == 13
    assert counted["bandit", "taken"] == counted["kerra", "inflicted"] == 1
    assert counted["kerra", "stamina"] == 1


# -- reference ----------------------------------------------------------------------------------------------

PAGES = {page.key: page for page in SYSTEM.reference(LIBRARY, RULES)}


def test_everything_has_a_page() -> None:
    wanted = [f"action.{key}" for key in ABILITIES] + [f"condition.{key}" for key in CONDITIONS]
    wanted += [f"skill.{key}" for key in LIBRARY.all("skills")] + [f"ruling.{ruling.key}" for ruling in RULINGS]
    wanted += [f"gear.{key}" for kind in (*GEAR_KINDS, "naturals") for key in LIBRARY.all(kind)]
    assert not set(wanted) - set(PAGES)
    assert all(page.text.strip() and "$" not in page.text for page in PAGES.values())


def test_no_two_pages_claim_one_word_and_every_link_leads_somewhere() -> None:
    words = [word for page in PAGES.values() for word in page.words]
    assert len(words) == len(set(words))
    assert {see for page in PAGES.values() for see in page.see} <= set(PAGES)


def test_every_rule_that_an_option_or_a_tag_names_is_a_page() -> None:
    rules = set()
    for seed in range(8):
        brawl = Brawl(seed)
        for _ in range(30):
            rules |= {option.rule for prompt in SYSTEM.prompts(brawl.state) for option in prompt.options}
            scene = SYSTEM.view(brawl.state, GM)
            rules |= {tag.rule for one in scene.combatants for tag in one.tags}
            command = brawl.choose()
            if command is None:
                break
            brawl.step_with(command)
    assert len(rules) > 12
    assert rules <= set(PAGES)


def test_pages_tell_the_figures_in_force() -> None:
    changed = Rulings.of(SYSTEM.rulings, {"prone_damage": 4, "guard_share": "half"})
    pages = {page.key: page for page in SYSTEM.reference(LIBRARY, changed)}
    assert "+4" in pages["condition.prone"].text
    assert dict(pages["ruling.guard_share"].facts)["In force"] == "half, rounded down"
    assert dict(pages["gear.longbow"].facts)["Reach"] == "shot 5"
