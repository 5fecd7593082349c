"""The server's entry point; settings have to stand before anything of Django is imported."""

from __future__ import annotations

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "rhean.settings")

from django.core.asgi import get_asgi_application

application = get_asgi_application()
