"""The addresses of the account pages: those of allauth's that we use, under its names, and ours."""

from allauth.account import views as allauth_views
from django.urls import path, re_path

from accounts.views import entering, leaving, own, reporting

urlpatterns = [
    path("", own.settings_page, name="account_settings"),
    path("preferences/", own.preferences_page, name="preferences"),
    path("name/", own.name_page, name="account_name"),
    path("report-name/<str:name>/", reporting.report_name, name="report_name"),
    path("signup/", entering.SignupView.as_view(), name="account_signup"),
    path("login/", allauth_views.login, name="account_login"),
    path("logout/", allauth_views.logout, name="account_logout"),
    path("inactive/", allauth_views.account_inactive, name="account_inactive"),
    path("reauthenticate/", allauth_views.reauthenticate, name="account_reauthenticate"),
    path("email/", allauth_views.email, name="account_email"),
    path(
        "email/sent/",
        allauth_views.email_verification_sent,
        name="account_email_verification_sent",
    ),
    re_path(
        r"^email/confirm/(?P<key>[-:\w]+)/$",
        allauth_views.confirm_email,
        name="account_confirm_email",
    ),
    path("password/change/", allauth_views.password_change, name="account_change_password"),
    path("password/set/", allauth_views.password_set, name="account_set_password"),
    path("password/reset/", allauth_views.password_reset, name="account_reset_password"),
    path(
        "password/reset/sent/",
        allauth_views.password_reset_done,
        name="account_reset_password_done",
    ),
    re_path(
        r"^password/reset/key/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$",
        allauth_views.password_reset_from_key,
        name="account_reset_password_from_key",
    ),
    path(
        "password/reset/done/",
        allauth_views.password_reset_from_key_done,
        name="account_reset_password_from_key_done",
    ),
    path("recover/", entering.recover, name="account_recover"),
    path("recovery-code/", entering.recovery_code, name="account_recovery_code"),
    path("tokens/", own.create_token, name="account_tokens"),
    path("tokens/<int:token_id>/revoke/", own.revoke_token, name="account_revoke_token"),
    path("devices/", own.sign_ins_page, name="account_sign_ins"),
    path("devices/elsewhere/", own.sign_out_elsewhere, name="account_sign_out_elsewhere"),
    path("devices/<int:sign_in_id>/", own.sign_out_one, name="account_sign_out_one"),
    path("data/", leaving.data_page, name="account_data"),
    path("delete/", leaving.delete, name="account_delete"),
    path("keep/", leaving.keep, name="account_keep"),
]
