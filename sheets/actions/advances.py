"""Experience: gained, spent, taken back, and approved by the GM where the campaign asks for that."""

from __future__ import annotations

from typing import Any

from django.db.models import Sum

from rhean.campaigns.actions import do_log
from rhean.campaigns.models import User
from rhean.rules.events import EVERYONE, GM_ONLY
from rhean.rules.sheet import Document, Purchase
from rhean.rules.systems import get_system
from sheets.actions.locking import changing, keep, keep_document
from sheets.errors import Refused
from sheets.library import library_of, rulings_of
from sheets.models import Advance, Character

OPEN_STATES = (Advance.State.DONE, Advance.State.ASKED)
LARGEST_GAIN = 10_000


def experience_left(character: Character) -> int:
    """What can be spent: gains that hold, less purchases made and asked for."""
    gained = character.advances.filter(state=Advance.State.DONE, amount__gte=0).aggregate(sum=Sum("amount"))["sum"]
    spent = character.advances.filter(state__in=OPEN_STATES, amount__lt=0).aggregate(sum=Sum("amount"))["sum"]
    return (gained or 0) + (spent or 0)


def history_of(character: Character) -> list[str]:
    """The keys of all purchases that hold, oldest first."""
    held = character.advances.filter(state=Advance.State.DONE).exclude(purchase="").order_by("pk")
    return list(held.values_list("purchase", flat=True))


def purchases_of(character: Character) -> tuple[Purchase, ...]:
    """What experience can buy for this character now, with prices and refusals."""
    system = get_system(character.system)
    return system.purchases(character.document, history_of(character), library_of(character), rulings_of(character))


def needs_approval(character: Character, gm: bool) -> bool:
    """Whether the GM has to approve what somebody without his rights does here."""
    return character.campaign is not None and character.campaign.xp_approval and not gm


def do_gain(character: Character, amount: int, reason: str, *, actor: User, gm: bool, key: str = "") -> Advance:
    """Note experience gained, and what for."""
    with changing(character) as fresh:
        done = same_key(fresh, key)
        if done is not None:
            return done
        state = Advance.State.ASKED if needs_approval(fresh, gm) else Advance.State.DONE
        advance = Advance.objects.create(character=fresh, state=state, amount=amount, label=reason, by=actor, key=key)
        tell(fresh, advance, actor)
    return advance


def same_key(character: Character, key: str) -> Advance | None:
    """The line that an earlier sending of the same form wrote."""
    return character.advances.filter(key=key).first() if key else None


def do_buy(character: Character, purchase: str, *, actor: User, gm: bool, key: str = "") -> Advance:
    """Buy something with experience, at its present price; with approval on, only ask for it."""
    with changing(character) as fresh:
        done = same_key(fresh, key)
        if done is not None:
            return done
        offer = offered(fresh, purchase)
        advance = Advance(
            character=fresh,
            state=Advance.State.ASKED if needs_approval(fresh, gm) else Advance.State.DONE,
            amount=-offer.price.total,
            purchase=purchase,
            label=words_of(offer),
            by=actor,
            key=key,
        )
        if advance.state == Advance.State.DONE:
            advance.changes = apply_purchase(fresh, purchase)
        advance.save(force_insert=True)
        tell(fresh, advance, actor)
    return advance


def offered(character: Character, key: str, spare: int = 0) -> Purchase:
    """The purchase with this key, if it can be made with the experience left and ``spare`` more."""
    offer = next((offer for offer in purchases_of(character) if offer.key == key), None)
    if offer is None:
        raise Refused("That cannot be bought.")
    if offer.refusals:
        raise Refused("; ".join(offer.refusals))
    left = experience_left(character) + spare
    if offer.price.total > left:
        raise Refused(f"{offer.label} costs {offer.price.total} XP; {character.name} has {left}.")
    return offer


def words_of(offer: Purchase) -> str:
    """A purchase in words, with what changes."""
    change = f" {offer.before} → {offer.after}" if offer.before or offer.after else ""
    return f"{offer.label}{change}"[:300]


def apply_purchase(character: Character, key: str) -> dict[str, list[Any]]:
    """Change the sheet; the fields that changed with their values before and after."""
    after = get_system(character.system).purchase(character.document, key, library_of(character))
    before = character.document
    changes = {
        field: [before.get(field), after.get(field)]
        for field in sorted({*before, *after})
        if before.get(field) != after.get(field)
    }
    keep_document(character, after, touched(before, after))
    return changes


def touched(before: Document, after: Document) -> list[str]:
    """The paths that differ, down to the columns of ranks."""
    paths = []
    for key in sorted({*before, *after}):
        old, new = before.get(key), after.get(key)
        if old == new:
            continue
        paths.append(key)
        if isinstance(old, dict) and isinstance(new, dict):
            paths += [f"{key}.{rest}" for rest in touched(old, new)]
    return paths


def do_decide_advance(advance: Advance, *, approve: bool, actor: User) -> Advance:
    """Approve or refuse what was asked for."""
    with changing(advance.character) as fresh:
        advance = fresh.advances.get(pk=advance.pk)
        wanted = Advance.State.DONE if approve else Advance.State.REFUSED
        if advance.state == wanted:
            return advance
        if advance.state != Advance.State.ASKED:
            raise Refused("This has been decided already.")
        advance.decided_by = actor
        advance.state = wanted
        if approve and advance.purchase:
            offer = offered(fresh, advance.purchase, spare=-advance.amount)
            advance.amount = -offer.price.total
            advance.changes = apply_purchase(fresh, advance.purchase)
        advance.save(update_fields=["state", "decided_by", "amount", "changes"])
        tell(fresh, advance, actor)
    return advance


def do_take_back(advance: Advance, *, actor: User, gm: bool) -> Advance:
    """Take a line back: a request, the newest purchase, or a gain that is not spent."""
    with changing(advance.character) as fresh:
        advance = fresh.advances.get(pk=advance.pk)
        if advance.state == Advance.State.TAKEN_BACK:
            return advance
        refuse_take_back(fresh, advance, gm)
        if advance.state == Advance.State.DONE and advance.purchase:
            undo_purchase(fresh, advance)
        advance.state = Advance.State.TAKEN_BACK
        advance.decided_by = actor
        advance.save(update_fields=["state", "decided_by"])
        tell(fresh, advance, actor)
    return advance


def refuse_take_back(character: Character, advance: Advance, gm: bool) -> None:
    """Raise ``Refused`` with the reason why a line cannot be taken back."""
    if advance.state not in OPEN_STATES:
        raise Refused("This was refused.")
    if advance.state == Advance.State.ASKED:
        return
    if needs_approval(character, gm):
        raise Refused("In this campaign only the game master takes back what was approved.")
    if not advance.purchase:
        left = experience_left(character)
        if advance.amount > left:
            raise Refused(f"Only {left} XP are left: take back what they bought first.")
        return
    newest = character.advances.filter(state=Advance.State.DONE).exclude(purchase="").first()
    if newest is not None and newest.pk != advance.pk:
        raise Refused(f"Take back “{newest.label}” first: prices depend on the order.")


def undo_purchase(character: Character, advance: Advance) -> None:
    """Put the fields back that a purchase changed, unless they were changed otherwise since."""
    document = dict(character.document)
    for field, pair in advance.changes.items():
        if not isinstance(pair, list) or len(pair) != 2:
            raise Refused(f"What “{advance.label}” changed was not kept: it cannot be taken back.")
        before, after = pair
        document[field] = restored(document.get(field), before, after, advance)
        if document[field] is None:
            del document[field]
    keep_document(character, document, touched(character.document, document))


def restored(now: Any, before: Any, after: Any, advance: Advance) -> Any:
    """The value with one change undone, down into tables, so that other changes since stay."""
    if now == after:
        return before
    if isinstance(now, dict) and isinstance(after, dict):
        old = before if isinstance(before, dict) else {}
        merged = dict(now)
        for key in {*old, *after}:
            if old.get(key) == after.get(key):
                continue
            value = restored(now.get(key), old.get(key), after.get(key), advance)
            merged[key] = value
            if value is None:
                del merged[key]
        return merged
    raise Refused(f"The sheet was changed since “{advance.label}”: it can no longer be taken back on its own.")


def tell(character: Character, advance: Advance, actor: User) -> None:
    """Tell the sheet's viewers, and write it into the campaign's log."""
    keep(character, ["advances"])
    if character.campaign is None:
        return
    do_log(
        character.campaign,
        "sheet.advance",
        {
            "who": character.name,
            "label": advance.label,
            "amount": advance.amount,
            "state": advance.state,
            "gain": advance.is_gain,
        },
        audience=GM_ONLY if character.is_npc else EVERYONE,
        actor=actor,
    )
