"""The addresses of the account pages: those of allauth's that we use, under its names, and ours."""

from allauth.account import views as allauth_views
from allauth.mfa.base import views as mfa_views
from allauth.mfa.recovery_codes import views as spare_code_views
from allauth.mfa.totp import views as app_views
from allauth.mfa.webauthn import views as passkey_views
from django.urls import path, re_path
from django.views.generic import RedirectView

from accounts.views import entering, leaving, own, reporting

urlpatterns = [
    path("", own.settings_page, name="account_settings"),
    path("preferences/", own.preferences_page, name="preferences"),
    path("name/", own.name_page, name="account_name"),
    path("page/", own.page_page, name="account_page"),
    path("report-name/<str:name>/", reporting.report_name, name="report_name"),
    path("signup/", entering.SignupView.as_view(), name="account_signup"),
    path("login/", allauth_views.login, name="account_login"),
    path("logout/", entering.logout, name="account_logout"),
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
    path("security/", mfa_views.index, name="mfa_index"),
    path("security/check/", mfa_views.authenticate, name="mfa_authenticate"),
    path("security/app/", app_views.activate_totp, name="mfa_activate_totp"),
    path("security/app/remove/", app_views.deactivate_totp, name="mfa_deactivate_totp"),
    path("security/codes/", spare_code_views.view_recovery_codes, name="mfa_view_recovery_codes"),
    path(
        "security/codes/new/",
        spare_code_views.generate_recovery_codes,
        name="mfa_generate_recovery_codes",
    ),
    # Passkeys are listed with all the rest; allauth returns to a page of their own.
    path(
        "security/passkeys/",
        RedirectView.as_view(pattern_name="mfa_index"),
        name="mfa_list_webauthn",
    ),
    path("security/passkeys/add/", passkey_views.add_webauthn, name="mfa_add_webauthn"),
    path(
        "security/passkeys/<int:pk>/remove/",
        passkey_views.remove_webauthn,
        name="mfa_remove_webauthn",
    ),
    path("login/passkey/", passkey_views.login_webauthn, name="mfa_login_webauthn"),
    path("tokens/", own.create_token, name="account_tokens"),
    path("tokens/<int:token_id>/revoke/", own.revoke_token, name="account_revoke_token"),
    path("devices/", own.sign_ins_page, name="account_sign_ins"),
    path("devices/elsewhere/", own.sign_out_elsewhere, name="account_sign_out_elsewhere"),
    path("devices/<int:sign_in_id>/", own.sign_out_one, name="account_sign_out_one"),
    path("data/", leaving.data_page, name="account_data"),
    path("delete/", leaving.delete, name="account_delete"),
    path("keep/", leaving.keep, name="account_keep"),
]
