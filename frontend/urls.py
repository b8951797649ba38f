"""The addresses of the pages. A daily is named by its ruleset alone while it is today's."""

from django.urls import path

from frontend import views

urlpatterns = [
    path("", views.lobby, name="lobby"),
    path("daily/<slug:slug>/", views.daily, name="daily"),
    path("daily/<slug:slug>/<day:day>/", views.settled_daily, name="settled_daily"),
    path("daily/<slug:slug>/<day:day>/solution/", views.solution, name="solution"),
    path("daily/<slug:slug>/<day:day>/proof/", views.proof, name="proof"),
    path("practice/<slug:slug>/", views.practice, name="practice"),
    path("games/<uuid:game_id>/", views.table, name="table"),
    path("games/<uuid:game_id>/replay/", views.replay, name="replay"),
    path("boards/", views.boards, name="boards"),
    path("boards/<slug:slug>/", views.board, name="board"),
    path("boards/<slug:slug>/<day:day>/", views.board, name="board"),
    path("calendar/", views.calendar, name="calendar"),
    path("calendar/<month:month>/", views.calendar, name="calendar"),
    path("calendar/<day:day>/", views.calendar_day, name="calendar_day"),
    path("boards/<slug:scope>/<month:month>/", views.month, name="month"),
    path("boards/<slug:scope>/<month:month>/news/", views.month_news, name="month_news"),
    path("boards/<slug:slug>/all-time/", views.all_time, name="all_time"),
    path("months/", views.history, name="history"),
    path("circles/", views.circles, name="circles"),
    path("circles/join/<str:token>/", views.circle_join, name="circle_join"),
    path("circles/join/<str:token>/report/", views.circle_join_report, name="circle_join_report"),
    path("circles/<int:key>/", views.circle, name="circle"),
    path("circles/<int:key>/members/", views.circle_members, name="circle_members"),
    path("circles/<int:key>/invitation/", views.circle_renew, name="circle_renew"),
    path("circles/<int:key>/report/", views.circle_report, name="circle_report"),
    path("circles/<int:key>/leave/", views.circle_leave, name="circle_leave"),
    path("circles/<int:key>/end/", views.circle_end, name="circle_end"),
    path(
        "circles/<int:key>/members/<int:member>/remove/",
        views.circle_remove,
        name="circle_remove",
    ),
    path(
        "circles/<int:key>/members/<int:member>/owner/",
        views.circle_hand_over,
        name="circle_hand_over",
    ),
    path("circles/<int:key>/<slug:slug>/", views.circle, name="circle"),
    path("circles/<int:key>/<slug:slug>/<day:day>/", views.circle, name="circle"),
    path("circles/<int:key>/<slug:slug>/<day:day>/news/", views.circle_news, name="circle_news"),
    path("circles/<int:key>/<slug:scope>/<month:month>/", views.circle_month, name="circle_month"),
    path(
        "circles/<int:key>/<slug:scope>/<month:month>/news/",
        views.circle_month_news,
        name="circle_month_news",
    ),
    path("players/<str:name>/", views.player, name="player"),
    path(
        "announcements/<int:key>/dismiss/", views.dismiss_announcement, name="dismiss_announcement"
    ),
    path("answers/<int:case_id>/", views.answer, name="answer"),
    # Where allauth leads whoever signs in to a deactivated account.
    path("deactivated/", views.deactivated, name="account_inactive"),
    path("coming/", views.coming, name="coming"),
    path("rules/", views.rules_index, name="rules_index"),
    path("rules/<slug:slug>/", views.rules, name="rules"),
    path("imprint/", views.imprint, name="imprint"),
    path("privacy/", views.privacy, name="privacy"),
    path("winnability/", views.winnability, name="winnability"),
    path("language/", views.set_language, name="set_language"),
    path("manifest.webmanifest", views.manifest, name="manifest"),
    path("service-worker.js", views.service_worker, name="service_worker"),
    path("offline/", views.offline, name="offline"),
    path("robots.txt", views.robots, name="robots"),
    path("favicon.ico", views.favicon, name="favicon"),
]
