"""What somebody had typed when the session ended: carried, signed, through the sign-in and offered again."""

from __future__ import annotations

import re
from typing import NamedTuple

from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from rhean.campaigns.forms import LogInForm

SALT = "rhean.drafts"
LARGEST = 500_000
NEVER_KEPT = re.compile(r"csrf|password|^again$|^old$|^draft$")
HIDDEN = re.compile(r"^(key|version|before|stage|prompt)$")


class Draft(NamedTuple):
    """An interrupted form: where it was sent, what it held, and whether files were lost on the way."""

    action: str
    fields: tuple[tuple[str, str], ...]
    lost_files: bool = False

    @property
    def shown(self) -> list[tuple[str, str]]:
        """What the person typed, for the eye."""
        typed = ((name, value) for name, value in self.fields if value.strip() and not HIDDEN.search(name))
        return [(name.replace("_", " ").replace("-", " ").capitalize(), value) for name, value in typed]


def draft_of(request: HttpRequest) -> Draft | None:
    """The form that this request sends, without secrets; None where there is nothing to keep."""
    fields = tuple(
        (name, value) for name, values in request.POST.lists() for value in values if not NEVER_KEPT.search(name)
    )
    if not fields or sum(len(name) + len(value) for name, value in fields) > LARGEST:
        return None
    return Draft(request.get_full_path(), fields, bool(request.FILES))


def write(draft: Draft | None) -> str:
    """The draft as text for a hidden field; only this server can make one."""
    return signing.dumps(draft, salt=SALT, compress=True) if draft else ""


def read(text: str) -> Draft | None:
    """The draft that :func:`write` wrote; None for anything else."""
    if not text:
        return None
    try:
        action, fields, lost_files = signing.loads(text, salt=SALT)
    except (signing.BadSignature, ValueError):
        return None
    return Draft(action, tuple((name, value) for name, value in fields), lost_files)


def log_in_page(
    request: HttpRequest, form: LogInForm, target: str, draft: Draft | None, status: int = 200
) -> HttpResponse:
    """The sign-in page, which says so when it keeps a draft."""
    context = {"form": form, "next": target, "draft": draft, "draft_text": write(draft)}
    return render(request, "campaigns/log_in.html", context, status=422 if form.errors else status)


def interrupted(request: HttpRequest, draft: Draft, target: str) -> HttpResponse:
    """The sign-in page in the place of the answer to a form that somebody sent after the session had ended."""
    return log_in_page(request, LogInForm(request), target, draft, status=401)


def offer(request: HttpRequest, draft: Draft, target: str, status: int = 200) -> HttpResponse:
    """The page that shows the draft and sends it when told to; ``target`` is where one goes without it."""
    return render(request, "campaigns/draft.html", {"draft": draft, "next": target}, status=status)
