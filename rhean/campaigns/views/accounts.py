"""Sign up, log in and out, one's own account."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth import login, logout, update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.contrib.auth.tokens import default_token_generator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from rhean.campaigns import demo, drafts
from rhean.campaigns.access import at_this_machine
from rhean.campaigns.actions import NameTaken, do_edit_account, do_keep_demo_account, do_set_password, do_sign_up
from rhean.campaigns.forms import TAKEN, AccountForm, LogInForm, PasswordForm, PasswordTwice, SignUpForm
from rhean.campaigns.http import SignedIn
from rhean.campaigns.models import User

BACKEND = "django.contrib.auth.backends.ModelBackend"


def where_to(request: HttpRequest) -> str:
    """The page that somebody wanted before signing in, if it is one of ours."""
    target = request.POST.get("next") or request.GET.get("next") or ""
    ours = url_has_allowed_host_and_scheme(target, {request.get_host()}, require_https=request.is_secure())
    return target if ours else reverse("campaigns:home")


@require_http_methods(["GET", "HEAD", "POST"])
@sensitive_post_parameters()
def log_in(request: HttpRequest) -> HttpResponse:
    target = where_to(request)
    draft = drafts.read(request.POST.get("draft", ""))
    if request.user.is_authenticated and draft is None:
        return redirect(target)
    form = LogInForm(request, data=request.POST if request.method == "POST" else None)
    if request.method != "POST" or not form.is_valid():
        return drafts.log_in_page(request, form, target, draft)
    login(request, form.get_user())
    return drafts.offer(request, draft, target) if draft else redirect(target)


@require_POST
def log_out(request: HttpRequest) -> HttpResponse:
    logout(request)
    return redirect("campaigns:home")


@require_http_methods(["GET", "HEAD", "POST"])
@sensitive_post_parameters()
def sign_up(request: HttpRequest) -> HttpResponse:
    target = where_to(request)
    if request.user.is_authenticated:
        return redirect(target)
    form = SignUpForm(data=request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        here = at_this_machine(request)
        try:
            user = do_sign_up(form.cleaned_data["name"], form.cleaned_data["password"], at_the_machine=here)
        except NameTaken:
            form.add_error("name", TAKEN)
        else:
            login(request, user, backend=BACKEND)
            return redirect(target)
    context = {"form": form, "next": target}
    return render(request, "campaigns/sign_up.html", context, status=422 if form.errors else 200)


@require_POST
def continue_as(request: HttpRequest, who: str) -> HttpResponse:
    """Sign in to the demo, from the machine itself, while the demo is all there is."""
    if not (at_this_machine(request) and demo.is_all_there_is()):
        raise Http404
    user = demo.person(who)
    if user is None:
        raise Http404
    login(request, user, backend=BACKEND)
    return redirect(demo.campaign())


@require_safe
@login_required
def account(request: SignedIn) -> HttpResponse:
    return render(request, "campaigns/account.html", {"form": AccountForm(instance=request.user)})


@require_POST
@login_required
def account_edit(request: SignedIn) -> HttpResponse:
    # The form writes into its instance, and the page's head goes on showing the present name.
    form = AccountForm(request.POST, instance=User.objects.get(pk=request.user.pk))
    if form.is_valid():
        try:
            do_edit_account(User.objects.get(pk=request.user.pk), form.cleaned_data)
        except NameTaken:
            form.add_error("username", TAKEN)
        else:
            messages.success(request, "Saved.")
            return redirect("campaigns:account")
    return render(request, "campaigns/account.html", {"form": form}, status=422)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@sensitive_post_parameters()
def keep(request: SignedIn) -> HttpResponse:
    """Make the demo's account one's own, with a name and a password."""
    if not request.user.demo:
        return redirect("campaigns:account")
    known = {"name": request.user.username}
    form = SignUpForm(request.POST if request.method == "POST" else None, user=request.user, initial=known)
    if request.method == "POST" and form.is_valid():
        user, here = User.objects.get(pk=request.user.pk), at_this_machine(request)
        try:
            do_keep_demo_account(user, form.cleaned_data["name"], form.cleaned_data["password"], at_the_machine=here)
        except NameTaken:
            form.add_error("name", TAKEN)
        else:
            update_session_auth_hash(request, user)
            messages.success(request, f"This account is yours now: log in as “{user}” with this password.")
            return redirect("campaigns:home")
    return render(request, "campaigns/keep.html", {"form": form}, status=422 if form.errors else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@sensitive_post_parameters()
def password(request: SignedIn) -> HttpResponse:
    if request.user.demo:
        return redirect("campaigns:keep")
    form = PasswordForm(request.POST if request.method == "POST" else None, user=request.user)
    if request.method != "POST" or not form.is_valid():
        return render(request, "campaigns/password.html", {"form": form}, status=422 if form.errors else 200)
    do_set_password(request.user, form.cleaned_data["password"])
    update_session_auth_hash(request, request.user)
    messages.success(request, "Your password is changed. Other devices have to log in again.")
    return redirect("campaigns:account")


@require_http_methods(["GET", "HEAD", "POST"])
@sensitive_post_parameters()
def password_link(request: HttpRequest, key: str, token: str) -> HttpResponse:
    """A new password by the one-time link that the server's owner made; using it uses it up."""
    user = User.objects.filter(key=key, is_active=True).first()
    if user is None or not default_token_generator.check_token(user, token):
        raise Http404
    form = PasswordTwice(request.POST if request.method == "POST" else None, user=user)
    if request.method != "POST" or not form.is_valid():
        context = {"form": form, "owner": user}
        return render(request, "campaigns/password_link.html", context, status=422 if form.errors else 200)
    do_set_password(user, form.cleaned_data["password"])
    login(request, user, backend=BACKEND)
    messages.success(request, "Your new password holds.")
    return redirect("campaigns:home")
