"""The addresses of the API."""

from django.urls import path, re_path

from games.api import boards, circles, docs, helping, http, moves, people, views

urlpatterns = [
    path("rulesets/", views.Rulesets.as_view()),
    path("rulesets/<slug:slug>/", views.OneRuleset.as_view()),
    path("dailies/", views.Dailies.as_view()),
    path("dailies/coming/", views.ComingDailies.as_view()),
    path("dailies/<day:day>/<slug:slug>/", views.OneDaily.as_view()),
    path("dailies/<day:day>/<slug:slug>/proof/", views.DailyProof.as_view()),
    path("dailies/<day:day>/<slug:slug>/start/", views.StartDaily.as_view()),
    path("dailies/<day:day>/<slug:slug>/solution/", helping.DailySolution.as_view()),
    path("practice/", views.Practice.as_view()),
    path("games/", views.Games.as_view()),
    path("games/<uuid:game_id>/", views.OneGame.as_view()),
    path("games/<uuid:game_id>/moves/", moves.Play.as_view()),
    path("games/<uuid:game_id>/finish/", moves.Finish.as_view()),
    path("games/<uuid:game_id>/undo/", moves.Undo.as_view()),
    path("games/<uuid:game_id>/restart/", moves.Restart.as_view()),
    path("games/<uuid:game_id>/resign/", moves.Resign.as_view()),
    path("games/<uuid:game_id>/replay/", views.Replay.as_view()),
    path("games/<uuid:game_id>/help/", helping.Help.as_view()),
    path("boards/<slug:slug>/<day:day>/", boards.Board.as_view()),
    path("boards/of-the-day/", boards.PatiencesOfTheDay.as_view()),
    path("boards/<slug:scope>/<month:month>/", boards.MonthBoard.as_view()),
    path("boards/<slug:slug>/all-time/", boards.AllTimeBoard.as_view()),
    path("circles/", circles.MyCircles.as_view()),
    path("circles/<int:circle>/<slug:slug>/<day:day>/", circles.DayBoard.as_view()),
    path("circles/<int:circle>/<slug:scope>/<month:month>/", circles.Month.as_view()),
    path("players/<str:name>/", people.PlayerPage.as_view()),
    path("me/", people.Me.as_view()),
    path("tokens/", people.TokenList.as_view()),
    path("tokens/<int:token_id>/", people.OneToken.as_view()),
    path("schema/", docs.schema, name="api-schema"),
    path("docs/", docs.page, name="api-docs"),
    re_path(r"", http.NothingHere.as_view()),
]
