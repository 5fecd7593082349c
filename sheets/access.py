"""Who may what with a character.

The owner and the GMs of its campaign change a sheet; an owner who has left the campaign takes it along. Other members
of the campaign read players' characters (without secret fields and notes); creatures and the GM's other figures are
for the GMs. For everybody else it does not exist.
"""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from enum import IntEnum

from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.db.models import Q
from django.http import Http404

from rhean.campaigns.access import Role, role_in
from rhean.campaigns.models import Campaign, User
from sheets.models import Character, CharacterQuerySet

Somebody = User | AnonymousUser


class Need(IntEnum):
    """What somebody wants to do with a character. ``TAKE`` is to take it along: export, copy, move."""

    READ = 1
    TAKE = 2
    EDIT = 3
    GM = 4


@dataclass(frozen=True)
class Rights:
    """What somebody may do with a character: nothing at all (``member`` False), or this much."""

    member: bool
    level: int = 0
    gm: bool = False

    def reaches(self, need: Need) -> bool:
        """Whether it is enough."""
        return self.level >= need

    @property
    def may_take(self) -> bool:
        """Whether the character may be taken along."""
        return self.reaches(Need.TAKE)

    @property
    def may_edit(self) -> bool:
        """Whether the sheet may be changed."""
        return self.reaches(Need.EDIT)


def rights_in(role: Role | None, *, owns: bool, npc: bool, plays: bool) -> Rights:
    """The rights that follow from a role in the character's campaign. ``plays`` tells that it is in one: an owner
    who is no longer a player there reads his character and takes it along, and changes nothing in the campaign."""
    gm = role is not None and role >= Role.GM
    if gm:
        return Rights(member=True, level=Need.GM, gm=True)
    if owns:
        player = not plays or (role is not None and role >= Role.PLAYER)
        return Rights(member=True, level=Need.EDIT if player else Need.TAKE)
    if role is None:
        return Rights(member=False)
    return Rights(member=True, level=0 if npc else Need.READ)


def rights_of(user: Somebody, character: Character) -> Rights:
    """What somebody may do with this character."""
    role = None if character.campaign is None else role_in(character.campaign, user)
    owns = user.is_authenticated and character.owner_id == user.pk
    return rights_in(role, owns=owns, npc=character.is_npc, plays=character.campaign is not None)


def get_character_for(user: Somebody, code: uuid.UUID | str, *, need: Need = Need.READ) -> Character:
    """The character, for somebody who may do what is needed: 404 for an outsider, 403 for a member without the
    right."""
    try:
        character = Character.objects.select_related("campaign", "owner").get(code=code)
    except (Character.DoesNotExist, ValueError):
        raise Http404 from None
    rights = rights_of(user, character)
    if not rights.member:
        raise Http404
    if not rights.reaches(need):
        raise PermissionDenied("This sheet is its owner's and the game master's.")
    return character


def characters_of(campaign: Campaign, user: Somebody) -> CharacterQuerySet:
    """The characters of a campaign that somebody may read."""
    everyone = Character.objects.filter(campaign=campaign)
    role = role_in(campaign, user)
    if role is None:
        return everyone.none()
    if role >= Role.GM:
        return everyone
    return everyone.filter(Q(kind=Character.Kind.PC) | Q(owner=user))


def characters_owned(user: User) -> CharacterQuerySet:
    """Somebody's own characters, wherever they play."""
    return Character.objects.filter(owner=user)
