"""Every way in which characters and a group's content change. Each function opens its own transaction."""

from __future__ import annotations

from sheets.actions.advances import do_buy, do_decide_advance, do_gain, do_take_back
from sheets.actions.characters import (
    do_archive,
    do_change_kind,
    do_create_character,
    do_duplicate,
    do_finish_building,
    do_hand_over,
    do_move,
    do_restore,
    do_set_notes,
    do_set_portrait,
)
from sheets.actions.checks import do_check
from sheets.actions.content import do_delete_entry, do_keep_copies, do_save_entry
from sheets.actions.fields import (
    do_add_rows,
    do_change_pool,
    do_remove_row,
    do_roll_attributes,
    do_set_array,
    do_set_field,
    do_set_fields,
    do_set_name,
    do_set_override,
    do_set_pools,
)
from sheets.actions.imports import do_import, do_import_all
from sheets.actions.resting import do_rest

__all__ = [
    "do_add_rows",
    "do_archive",
    "do_buy",
    "do_change_kind",
    "do_change_pool",
    "do_check",
    "do_create_character",
    "do_decide_advance",
    "do_delete_entry",
    "do_duplicate",
    "do_finish_building",
    "do_gain",
    "do_hand_over",
    "do_import",
    "do_import_all",
    "do_keep_copies",
    "do_move",
    "do_remove_row",
    "do_rest",
    "do_restore",
    "do_roll_attributes",
    "do_save_entry",
    "do_set_array",
    "do_set_field",
    "do_set_fields",
    "do_set_name",
    "do_set_notes",
    "do_set_override",
    "do_set_pools",
    "do_set_portrait",
    "do_take_back",
]
