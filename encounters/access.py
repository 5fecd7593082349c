"""Who may what in an encounter. Outsiders learn nothing (404); members without the right are told so (403)."""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.db.models import F, QuerySet
from django.http import Http404

from encounters.backgrounds import FOLDER
from encounters.models import Combatant, Encounter
from rhean.campaigns.access import Role, require
from rhean.campaigns.models import User
from rhean.rules.commands import GM_KEY
from rhean.rules.events import GM, PUBLIC, Viewer

Somebody = User | AnonymousUser


@dataclass(frozen=True)
class Seat:
    """Somebody's place at the table of one encounter."""

    encounter: Encounter
    user: User
    role: Role

    @property
    def is_gm(self) -> bool:
        """Whether this person runs the encounter."""
        return self.role >= Role.GM

    @property
    def viewer(self) -> Viewer:
        """The person as the rules know those who look on: the GM, a player by key, or the public."""
        if self.is_gm:
            return GM
        return Viewer(self.user.key) if self.role >= Role.PLAYER else PUBLIC

    def refresh(self) -> None:
        """Read the encounter and its campaign again. One that was deleted meanwhile is not found (404)."""
        try:
            self.encounter.refresh_from_db(from_queryset=Encounter.objects.select_related("campaign"))
        except Encounter.DoesNotExist:
            raise Http404 from None

    @property
    def by(self) -> str:
        """The key under which this person decides."""
        return GM_KEY if self.is_gm else self.user.key


def get_seat(user: Somebody, code: uuid.UUID | str, *, need: Role = Role.WATCHER) -> Seat:
    """Somebody's seat, for a member whose role reaches ``need``. A fight in preparation is the GM's alone."""
    if isinstance(user, AnonymousUser):
        raise Http404
    mine = Encounter.objects.filter(campaign__memberships__user=user)  # with the role: every page asks, in one query
    encounter = _found(mine.annotate(role=F("campaign__memberships__role")), code)
    role = require(Role(encounter.role), need)
    if encounter.is_draft and role < Role.GM:
        raise PermissionDenied("This encounter has not begun.")
    return Seat(encounter, user, role)


def get_watched(token: str) -> Encounter:
    """The encounter that a table screen's link shows; a revoked link shows nothing, nor does one in preparation."""
    try:
        encounter = Encounter.objects.select_related("campaign").get(watch_token=token)
    except Encounter.DoesNotExist:
        raise Http404 from None
    if encounter.is_draft:
        raise Http404
    return encounter


def get_background_for(user: Somebody, code: uuid.UUID, name: str) -> Encounter:
    """The encounter whose map has this picture: for its members, and for everybody while a table link is open."""
    encounter: Encounter = _found(Encounter.objects.all(), code)
    if encounter.background.name != f"{FOLDER}/{name}.webp":
        raise Http404
    if encounter.watch_token is None or encounter.is_draft:
        get_seat(user, code)
    return encounter


def get_combatant(seat: Seat, cid: str) -> Combatant:
    """A combatant of the roster, for the GM."""
    try:
        return seat.encounter.roster.get(cid=cid)
    except Combatant.DoesNotExist:
        raise Http404 from None


def require_decides(seat: Seat, who: str) -> None:
    """Let pass whoever decides for a combatant: the GM for all, a player for his own. Others get 403, and nobody
    learns by it whether such a combatant exists."""
    if seat.is_gm:
        return
    if not any(own.decides == seat.user.key for own in seat.encounter.roster.filter(cid=who)):
        raise PermissionDenied("You do not decide for that combatant.")


def _found(rows: QuerySet[Any, Any], code: uuid.UUID | str) -> Any:
    """The one of these encounters with the code, and its campaign; 404 if there is none."""
    try:
        return rows.select_related("campaign").get(code=code)
    except (Encounter.DoesNotExist, ValueError):
        raise Http404 from None
