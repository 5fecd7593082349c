"""Accounts."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import IntegrityError, transaction

from rhean.campaigns.models import User

ACCOUNT_FIELDS = ("username", "theme", "sound", "vibration")


class NameTaken(Exception):
    """Somebody took this name in the same moment."""


@contextmanager
def if_name_is_free() -> Iterator[None]:
    """One transaction that saves a name; raises ``NameTaken`` where the database knows it already."""
    try:
        with transaction.atomic():
            yield
    except IntegrityError as known:
        raise NameTaken from known


@if_name_is_free()
def do_sign_up(name: str, password: str, *, at_the_machine: bool) -> User:
    """A new account. The first one made on the machine itself is the server owner's. Raises ``NameTaken``."""
    user = User(username=name)
    user.is_staff = user.is_superuser = at_the_machine and not User.objects.filter(is_superuser=True).exists()
    user.set_password(password)
    user.save()
    return user


@if_name_is_free()
def do_edit_account(user: User, changes: dict[str, Any]) -> None:
    """Change somebody's name or options. Raises ``NameTaken``."""
    fields = [field for field in ACCOUNT_FIELDS if field in changes]
    for field in fields:
        setattr(user, field, changes[field])
    user.save(update_fields=fields)


def do_set_password(user: User, password: str) -> None:
    """Set a new password; other devices are signed out by it, and any one-time link is used up."""
    user.set_password(password)
    user.save(update_fields=["password"])


@if_name_is_free()
def do_keep_demo_account(user: User, name: str, password: str, *, at_the_machine: bool) -> None:
    """Make the demo's account somebody's own, with all that is in it; the demo's own way in ends with it. Raises
    ``NameTaken``."""
    user.username = name
    user.demo = False
    user.is_staff = user.is_superuser = at_the_machine and not User.objects.filter(is_superuser=True).exists()
    user.set_password(password)
    user.save(update_fields=["username", "demo", "is_staff", "is_superuser", "password"])


def do_make_server_owner(user: User) -> None:
    """Let somebody look after the server."""
    user.is_staff = user.is_superuser = True
    user.save(update_fields=["is_staff", "is_superuser"])
