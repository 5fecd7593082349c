"""Defence actions: 16 rows. What the active ones do stands in ``answers``."""

from __future__ import annotations

from rhean.rules.systems.rhean.actions import needs
from rhean.rules.systems.rhean.actions.base import Action
from rhean.rules.systems.rhean.actions.shared import control_mount, draw, reduce_reach, set_weapon, sing, soak
from rhean.rules.systems.rhean.fight import Fight
from rhean.rules.systems.rhean.state import Declaration


def work_armour(fight: Fight, who: str, declared: Declaration) -> None:
    """More Damage Reduction for the rest of the round."""
    sheet = fight.sheet(who)
    rank = sheet.rank(sheet.armour.skill) if sheet.armour else 0
    fight.turn(who, armor_work=rank if fight.rulings["armor_work"] == "rank" else 1)


def work_mount(fight: Fight, who: str, declared: Declaration) -> None:
    """The mount is turned to protect: it counts as controlled, and his attacks suffer."""
    fight.turn(who, mount_work=True, controlled=True)


def work_shield(fight: Fight, who: str, declared: Declaration) -> None:
    """The shield meets one attack a phase, now and for the rest of the round."""
    fight.turn(who, shield_work=fight.sheet(who).rank("shield"))


def _answer(key: str, cost: str, **values: object) -> Action:
    return Action(key=key, types=("defence",), step="defend", cost=cost, takes=("attacker",), **values)  # type: ignore[arg-type]


ROWS = (
    _answer("armor_block", "1"),
    Action(key="armor_work", types=("defence",), step="moves", cost="2*armour", start=work_armour),
    _answer("bind_weapon", "w", weapon="parry"),
    _answer("block", "dv"),
    control_mount("defence"),
    _answer("dodge", "1"),
    _answer("double_parry", "both", weapon="two", needs=(needs.two_weapons,)),
    draw("draw_weapon", "defence"),
    _answer("line_parry", "w", weapon="parry"),
    Action(key="mount_work", types=("defence",), step="moves", cost="1", needs=(needs.mounted,), start=work_mount),
    _answer("parry", "w", weapon="parry"),
    reduce_reach("defence"),
    set_weapon("defence"),
    Action(key="shield_work", types=("defence",), step="moves", cost="1", start=work_shield),
    sing("defence"),
    soak("defence"),
)
