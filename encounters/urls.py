from __future__ import annotations

from django.urls import URLPattern, path

from encounters.views import control, forecast, pages, prepare, replay, stages
from encounters.views import map as map_views

app_name = "encounters"

campaign_urls = [
    path("campaigns/<uuid:code>/encounters/", prepare.encounters, name="encounters"),
    path("campaigns/<uuid:code>/encounters/create/", prepare.create, name="create"),
    path("campaigns/<uuid:code>/encounters/<slug:key>/create/", prepare.create_ready, name="create_ready"),
]

prepare_urls = [
    path("encounters/<uuid:code>/prepare/", prepare.prepare, name="prepare"),
    path("encounters/<uuid:code>/describe/", prepare.describe, name="describe"),
    path("encounters/<uuid:code>/party/add/", prepare.add_party, name="add_party"),
    path("encounters/<uuid:code>/characters/add/", prepare.add_characters, name="add_characters"),
    path("encounters/<uuid:code>/creatures/add/", prepare.add_creatures, name="add_creatures"),
    path("encounters/<uuid:code>/starts/set/", prepare.set_starts, name="set_starts"),
    path("encounters/<uuid:code>/scene/set/", prepare.set_scene, name="set_scene"),
    path("encounters/<uuid:code>/scene/<slug:field>/add/", prepare.add_row, name="add_row"),
    path("encounters/<uuid:code>/scene/<slug:field>/<int:at>/remove/", prepare.remove_row, name="remove_row"),
    path("encounters/<uuid:code>/combatants/<slug:cid>/change/", prepare.change, name="change"),
    path("encounters/<uuid:code>/combatants/<slug:cid>/remove/", prepare.remove, name="remove"),
    path("encounters/<uuid:code>/combatants/<slug:cid>/move/", prepare.move, name="move"),
    path("encounters/<uuid:code>/start/", prepare.start, name="start"),
    path("encounters/<uuid:code>/clone/", prepare.clone, name="clone"),
    path("encounters/<uuid:code>/delete/", prepare.delete, name="delete"),
    path("encounters/<uuid:code>/print/", replay.print_out, name="print"),
    path("encounters/<uuid:code>/export/", replay.export, name="export"),
]

forecast_urls = [
    path("encounters/<uuid:code>/forecast/", forecast.forecast, name="forecast"),
    path("encounters/<uuid:code>/forecast/refresh/", forecast.refresh_forecast, name="refresh_forecast"),
    path("encounters/<uuid:code>/forecast/start/", forecast.start_forecast, name="start_forecast"),
    path("encounters/<uuid:code>/forecast/change/", forecast.change_forecast, name="change_forecast"),
    path("encounters/<uuid:code>/forecast/cancel/", forecast.cancel_forecast, name="cancel_forecast"),
]

map_urls = [
    path("encounters/<uuid:code>/map/set/", map_views.set_map, name="set_map"),
    path("encounters/<uuid:code>/map/drop/", map_views.drop_map, name="drop_map"),
    path("encounters/<uuid:code>/map/paint/", map_views.paint, name="paint"),
    path("encounters/<uuid:code>/map/place/", map_views.place, name="place"),
    path("encounters/<uuid:code>/map/background/set/", map_views.set_background, name="set_background"),
    path("encounters/<uuid:code>/map/background/drop/", map_views.drop_background, name="drop_background"),
    path("encounters/<uuid:code>/map/background/<str:name>/", map_views.background, name="background"),
]

table_urls = [
    path("encounters/<uuid:code>/", pages.show, name="show"),
    path("encounters/<uuid:code>/run/", pages.run, name="run"),
    path("encounters/<uuid:code>/run/refresh/", pages.refresh_run, name="refresh_run"),
    path("encounters/<uuid:code>/play/", pages.play, name="play"),
    path("encounters/<uuid:code>/play/refresh/", pages.refresh_play, name="refresh_play"),
    path("encounters/<uuid:code>/watch/", pages.watch, name="watch"),
    path("encounters/<uuid:code>/watch/refresh/", pages.refresh_watch, name="refresh_watch"),
    path("table/<str:token>/", pages.table, name="table"),
    path("table/<str:token>/refresh/", pages.refresh_table, name="refresh_table"),
    path("encounters/<uuid:code>/replay/", replay.replay, name="replay"),
    path("encounters/<uuid:code>/log/<slug:form>/download/", replay.download_log, name="download_log"),
]

command_urls = [
    path("encounters/<uuid:code>/stages/<slug:kind>/answer/", stages.answer, name="answer"),
    path("encounters/<uuid:code>/stages/<slug:kind>/save/", stages.save_draft, name="save_draft"),
    path("encounters/<uuid:code>/stages/<slug:kind>/drop/", stages.drop_draft, name="drop_draft"),
    path("encounters/<uuid:code>/undo/", control.undo, name="undo"),
    path("encounters/<uuid:code>/force/", control.force, name="force"),
    path("encounters/<uuid:code>/choose/", control.choose, name="choose"),
    path("encounters/<uuid:code>/override/", control.override, name="override"),
    path("encounters/<uuid:code>/combatants/<slug:cid>/hand-over/", control.hand_over, name="hand_over"),
    path("encounters/<uuid:code>/combatants/<slug:cid>/name/", control.name, name="name"),
    path("encounters/<uuid:code>/combatants/<slug:cid>/enter/", control.enter, name="enter"),
    path("encounters/<uuid:code>/end/", control.end, name="end"),
    path("encounters/<uuid:code>/resume/", control.resume, name="resume"),
    path("encounters/<uuid:code>/share/", control.share, name="share"),
    path("encounters/<uuid:code>/clock/set/", control.set_clock, name="set_clock"),
    path("encounters/<uuid:code>/pools/write/", control.write_back, name="write_back"),
]

urlpatterns: list[URLPattern] = [
    *campaign_urls,
    *prepare_urls,
    *forecast_urls,
    *map_urls,
    *table_urls,
    *command_urls,
]
