"""Addresses of accounts, campaigns and the rules reference."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, include, path

from rhean.campaigns.views import accounts, campaigns, home, log, members, reference, rulings, server

app_name = "campaigns"

account_urls = [
    path("", accounts.account, name="account"),
    path("edit/", accounts.account_edit, name="account_edit"),
    path("password/", accounts.password, name="password"),
    path("keep/", accounts.keep, name="keep"),
]

server_urls = [
    path("", server.server, name="server"),
    path("backup/", server.backup, name="backup"),
    path("people/<str:key>/password/", server.password_link_make, name="password_link_make"),
]

join_urls = [
    path("", members.join, name="join"),
    path("accept/", members.join_accept, name="join_accept"),
    path("sign-up/", members.join_sign_up, name="join_sign_up"),
]

member_urls = [
    path("", members.members, name="members"),
    path("<str:key>/role/", members.set_role, name="set_role"),
    path("<str:key>/remove/", members.remove, name="remove"),
    path("<str:key>/hand-over/", members.hand_over, name="hand_over"),
]

invitation_urls = [
    path("invite/", members.invite, name="invite"),
    path("<str:token>/", members.invitation, name="invitation"),
    path("<str:token>/code.svg/", members.invitation_code, name="invitation_code"),
    path("<str:token>/revoke/", members.revoke, name="revoke"),
]

campaign_urls: list[URLPattern | URLResolver] = [
    path("", campaigns.campaign, name="campaign"),
    path("recent/", campaigns.recent, name="recent"),
    path("edit/", campaigns.edit, name="edit"),
    path("archive/", campaigns.archive, name="archive"),
    path("restore/", campaigns.restore, name="restore"),
    path("export/", campaigns.export, name="export"),
    path("leave/", members.leave, name="leave"),
    path("notes/<str:which>/edit/", campaigns.edit_notes, name="edit_notes"),
    path("members/", include(member_urls)),
    path("invitations/", include(invitation_urls)),
    path("rulings/", rulings.rulings, name="rulings"),
    path("rulings/<str:key>/set/", rulings.set_ruling, name="set_ruling"),
    path("rulings/<str:key>/reset/", rulings.reset_ruling, name="reset_ruling"),
    path("log/", log.log, name="log"),
    path("log/<str:kind>/download/", log.log_download, name="log_download"),
    path("dice/", log.tray, name="tray"),
    path("dice/roll/", log.roll, name="roll"),
    path("rules/", reference.campaign_rules, name="campaign_rules"),
    path("rules/<str:key>/", reference.campaign_rule, name="campaign_rule"),
]

urlpatterns: list[URLPattern | URLResolver] = [
    path("", home.home, name="home"),
    path("log-in/", accounts.log_in, name="log_in"),
    path("log-out/", accounts.log_out, name="log_out"),
    path("sign-up/", accounts.sign_up, name="sign_up"),
    path("demo/<str:who>/continue/", accounts.continue_as, name="continue_as"),
    path("password/<str:key>/<str:token>/set/", accounts.password_link, name="password_link"),
    path("account/", include(account_urls)),
    path("server/", include(server_urls)),
    path("join/<str:token>/", include(join_urls)),
    path("campaigns/create/", campaigns.create, name="create"),
    path("campaigns/<uuid:code>/", include(campaign_urls)),
    path("rules/", reference.systems, name="systems"),
    path("rules/<str:system>/", reference.rules, name="rules"),
    path("rules/<str:system>/<str:key>/", reference.rule, name="rule"),
]
