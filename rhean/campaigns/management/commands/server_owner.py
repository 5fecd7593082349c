"""Make an account that of the server's owner, for servers on which nobody signs up on the machine itself."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from rhean.campaigns.actions import do_make_server_owner
from rhean.campaigns.models import User


class Command(BaseCommand):
    help = __doc__

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", help="the name of an account")

    def handle(self, *args: Any, name: str, **options: Any) -> None:
        try:
            user = User.objects.get_by_natural_key(name)
        except User.DoesNotExist:
            raise CommandError(f"There is no account {name}. Sign up first.") from None
        do_make_server_owner(user)
        self.stdout.write(f"{user} looks after this server now: see the account page.")
