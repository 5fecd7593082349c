#!/usr/bin/env python3
"""The one way in: `python3 manage.py play`, `python3 manage.py test`, and every Django command."""

import os
import sys

from rhean import boot


def main() -> None:
    boot.enter(sys.argv)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "rhean.settings")
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
