"""Every write of this app: lock, change, log, tell. Permissions are checked before, in ``access``."""

from __future__ import annotations

from rhean.campaigns.actions.accounts import (
    NameTaken,
    do_edit_account,
    do_keep_demo_account,
    do_make_server_owner,
    do_set_password,
    do_sign_up,
)
from rhean.campaigns.actions.campaigns import (
    NotesChanged,
    do_archive,
    do_create_campaign,
    do_edit_campaign,
    do_edit_notes,
    do_reset_ruling,
    do_restore,
    do_set_ruling,
)
from rhean.campaigns.actions.log import do_log, lock, tell
from rhean.campaigns.actions.members import (
    InvitationClosed,
    LastOwner,
    do_hand_over,
    do_invite,
    do_join,
    do_leave,
    do_remove,
    do_revoke,
    do_set_role,
    do_sign_up_and_join,
)
from rhean.campaigns.actions.once import do_once, own_key
from rhean.campaigns.actions.tray import do_roll

__all__ = [
    "InvitationClosed",
    "LastOwner",
    "NameTaken",
    "NotesChanged",
    "do_archive",
    "do_create_campaign",
    "do_edit_account",
    "do_edit_campaign",
    "do_edit_notes",
    "do_hand_over",
    "do_invite",
    "do_join",
    "do_keep_demo_account",
    "do_leave",
    "do_log",
    "do_make_server_owner",
    "do_once",
    "do_remove",
    "do_reset_ruling",
    "do_restore",
    "do_revoke",
    "do_roll",
    "do_set_password",
    "do_set_role",
    "do_set_ruling",
    "do_sign_up",
    "do_sign_up_and_join",
    "lock",
    "own_key",
    "tell",
]
