"""The one settings module, fed by environment variables (listed in docs/operations.md)."""

import zoneinfo
from pathlib import Path

import environ
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import gettext_lazy as _
from redis.asyncio.retry import Retry as AsyncRetry
from redis.backoff import NoBackoff
from redis.retry import Retry

from config.logs import JsonLine, is_failure, note_request

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = BASE_DIR / "var"
env = environ.Env()

DEBUG = env.bool("DEBUG", default=False)


def required_outside_debug(name: str, *, debug_default: str) -> str:
    """Read a variable that has no safe default: only debug mode may go without it."""
    value: str = env.str(name, default=debug_default if DEBUG else "")
    if not value:
        raise ImproperlyConfigured(f"Set {name}; only with DEBUG=1 may it be missing.")
    return value


SECRET_KEY = required_outside_debug("SECRET_KEY", debug_default="only-for-debug-" + "x" * 50)
# Keys of before: what was signed with them stays good while they stand here.
SECRET_KEY_FALLBACKS: list[str] = env.list("SECRET_KEY_FALLBACKS", default=[])
ALLOWED_HOSTS: list[str] = env.list(
    "ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"] if DEBUG else []
)
CSRF_TRUSTED_ORIGINS: list[str] = env.list("CSRF_TRUSTED_ORIGINS", default=[])
# The largest request is a form of the admin; nothing here is ever uploaded.
DATA_UPLOAD_MAX_MEMORY_SIZE = 256 * 1024
FILE_UPLOAD_HANDLERS: list[str] = []

INSTALLED_APPS = [
    "daphne",
    "config.apps.Desk",  # Django's admin
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "config.apps.StaticFiles",
    "channels",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "accounts",  # before allauth, whose templates it replaces
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "csp",
    "games",
    "leaderboard",
    "frontend",
]

MIDDLEWARE = [
    "config.within.AnswersWithin",
    "config.observing.Observed",
    "django.middleware.security.SecurityMiddleware",
    # Before whatever answers: files opened by themselves are held to the policy, too.
    "csp.middleware.CSPMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    # It lengthens each answer at random, and tokens in pages are masked, so that lengths tell
    # nothing of them (BREACH).
    "django.middleware.gzip.GZipMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "accounts.middleware.NoteSignIn",
]

ROOT_URLCONF = "config.urls"
ASGI_APPLICATION = "config.asgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "frontend" / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "accounts.preferences.for_templates",
            ],
        },
    },
]

# --- Data -----------------------------------------------------------------------------------

DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
DATABASES = {"default": env.db("DATABASE_URL", default=f"sqlite:///{VAR_DIR / 'patience.sqlite3'}")}
DATABASE = DATABASES["default"]
DATABASE["ATOMIC_REQUESTS"] = False
DATABASE_POOL_SIZE: int = env.int("DATABASE_POOL_SIZE", default=16)
ON_POSTGRESQL = DATABASE["ENGINE"] == "django.db.backends.postgresql"
if ON_POSTGRESQL:
    # The pool bounds how many there are. Who keeps one says so (common.connections).
    DATABASE["CONN_MAX_AGE"] = 0
    # After a restart of the database its dead connections are noticed and replaced at once.
    DATABASE["CONN_HEALTH_CHECKS"] = True
    DATABASE.setdefault("OPTIONS", {})["pool"] = {
        "min_size": 1,
        "max_size": DATABASE_POOL_SIZE,
        "timeout": 10,
    }
    # To compile a query takes longer than any page's query does.
    DATABASE["OPTIONS"].setdefault("options", "-c jit=off")
    # What goes through common.prepared stays prepared from the first time on; the ORM's
    # statements never do.
    DATABASE["OPTIONS"].setdefault("prepare_threshold", 0)
else:
    Path(DATABASE["NAME"]).parent.mkdir(parents=True, exist_ok=True)
    DATABASE["CONN_MAX_AGE"] = None
    # Tests use a file as well: threads that share a database in memory get in each other's way.
    DATABASE["TEST"] = {"NAME": f"{DATABASE['NAME']}-test"}
    DATABASE.setdefault("OPTIONS", {}).update(
        timeout=20,
        # A transaction that may write takes the write lock when it begins, so that two of
        # them wait for each other instead of failing in the middle.
        transaction_mode="IMMEDIATE",
        init_command="PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
    )

REDIS_URL: str = env.str("REDIS_URL", default="")
CHANNEL_LAYERS = {
    "default": (
        # One message to Redis tells a move, and one from it; the layer that queues in Redis takes
        # eight for that. What is told while nobody listens is lost with either.
        {
            "BACKEND": "config.patient.PatientLayer",
            # Each break is to be noticed, for what was told meanwhile is lost.
            "CONFIG": {
                "hosts": [
                    {
                        "address": REDIS_URL,
                        "retry": AsyncRetry(NoBackoff(), 0),
                        "socket_connect_timeout": 2,
                        "health_check_interval": 15,
                    }
                ]
            },
        }
        if REDIS_URL
        else {"BACKEND": "channels.layers.InMemoryChannelLayer", "CONFIG": {"capacity": 10_000}}
    )
}
CACHES = {
    "default": (
        {
            "BACKEND": "config.patient.PatientCache",
            "LOCATION": REDIS_URL,
            # Nobody waits long for a count; kept connections that have died are tried anew once.
            "OPTIONS": {
                "retry": Retry(NoBackoff(), 1),
                "socket_connect_timeout": 1,
                "socket_timeout": 2,
            },
        }
        if REDIS_URL
        else {
            "BACKEND": "config.patient.OwnCache",
            # Beyond this it forgets at random, counts of who has tried too often among them.
            "OPTIONS": {"MAX_ENTRIES": 100_000},
        }
    )
}

# --- Languages and times ----------------------------------------------------------------------

LANGUAGE_CODE = "de"
LANGUAGES = [("de", _("German")), ("en", _("English"))]
LANGUAGE_COOKIE_AGE = 60 * 60 * 24 * 365
LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_HTTPONLY = True
USE_I18N = True
# Before Django's own catalogues: the German of its words on passwords is ours.
LOCALE_PATHS = [BASE_DIR / "accounts" / "locale"]
USE_TZ = True
TIME_ZONE = "UTC"
DAILY_TIME_ZONE: str = env.str("DAILY_TIME_ZONE", default="Europe/Berlin")
try:
    zoneinfo.ZoneInfo(DAILY_TIME_ZONE)
except (zoneinfo.ZoneInfoNotFoundError, ValueError) as error:
    raise ImproperlyConfigured(f"DAILY_TIME_ZONE={DAILY_TIME_ZONE} is no time zone.") from error

# --- Static files -----------------------------------------------------------------------------

STATIC_URL = "static/"
STATIC_ROOT = env.str("STATIC_ROOT", default=str(VAR_DIR / "static"))
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        # While one writes them, files are served from where they lie, under their own names.
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "config.static.StaticFiles"
    },
}

# No page elsewhere has a use for them.
WHITENOISE_ALLOW_ALL_ORIGINS = False

# --- Sign-in ----------------------------------------------------------------------------------

AUTH_USER_MODEL = "accounts.Player"
AUTHENTICATION_BACKENDS = ["accounts.backends.NameBackend"]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.ScryptPasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {
        "NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator",
        "OPTIONS": {"user_attributes": ["username", "email"]},
    },
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
    {"NAME": "accounts.passwords.NoWordOfOurs"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "lobby"
SESSION_ENGINE = "accounts.sessions"
SESSION_COOKIE_AGE = 60 * 60 * 24 * 90
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_FAILURE_VIEW = "config.errors.csrf_failure"
TRUSTED_PROXY_COUNT: int = env.int("TRUSTED_PROXY_COUNT", default=0)
ALLAUTH_TRUSTED_PROXY_COUNT = TRUSTED_PROXY_COUNT
ACCOUNT_ADAPTER = "accounts.adapter.AccountAdapter"
ACCOUNT_FORMS = {
    "signup": "accounts.forms.SignupForm",
    "login": "accounts.forms.LoginForm",
    "add_email": "accounts.forms.AddEmailForm",
    "change_password": "accounts.forms.ChangePasswordForm",
    "reset_password": "accounts.forms.ResetPasswordForm",
    "reset_password_from_key": "accounts.forms.ResetPasswordKeyForm",
    "reauthenticate": "accounts.forms.ReauthenticateForm",
}
ACCOUNT_LOGIN_METHODS = {"username"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "password1*", "email"]
ACCOUNT_EMAIL_VERIFICATION = "optional"
# Nobody learns whether an address is known: a sign-up with a known one goes through, and only
# the first account to confirm an address owns it.
ACCOUNT_PREVENT_ENUMERATION = "strict"
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_REAUTHENTICATION_METHODS = ("password",)
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
# Per address of the asker ("ip") and per name or mail address that is asked about ("key").
ACCOUNT_RATE_LIMITS = {
    "login": "30/m/ip",
    "login_failed": "10/m/ip,5/5m/key",
    "signup": "20/m/ip",
    "reset_password": "20/m/ip,5/m/key",
    "recover": "10/m/ip,5/5m/key",
    "export": "6/h/user",
    "report_name": "10/d/user",
}

MFA_ADAPTER = "accounts.second_factor.MFAAdapter"
MFA_SUPPORTED_TYPES = ["webauthn", "totp", "recovery_codes"]
MFA_FORMS = {
    "authenticate": "accounts.second_factor.CodeForm",
    "activate_totp": "accounts.second_factor.AppForm",
    "add_webauthn": "accounts.second_factor.PasskeyForm",
    "login_webauthn": "accounts.second_factor.PasskeyLoginForm",
    "authenticate_webauthn": "accounts.second_factor.PasskeyCheckForm",
}
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_RECOVERY_CODES_SHOW_ONCE = True
# Clocks of phones go wrong: the codes before and after count, too.
MFA_TOTP_TOLERANCE = 1
# An account belongs to who knows its name and password, not to an address: nobody loses one by
# an address that somebody else has typed.
MFA_ALLOW_UNVERIFIED_EMAIL = True

# --- Mail -------------------------------------------------------------------------------------

EMAIL_CONFIG = env.email_url("EMAIL_URL", default="consolemail://")
vars().update(EMAIL_CONFIG)
EMAIL_TIMEOUT = 15
DEFAULT_FROM_EMAIL: str = env.str("DEFAULT_FROM_EMAIL", default="patience@localhost")
SERVER_EMAIL = DEFAULT_FROM_EMAIL

# --- Transport --------------------------------------------------------------------------------

HTTPS: bool = env.bool("HTTPS", default=not DEBUG)
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = HTTPS
# Browsers let no other host of the domain, and no plain connection, set a cookie of such a name.
COOKIE_PREFIX = "__Host-" if HTTPS else ""
SESSION_COOKIE_NAME = f"{COOKIE_PREFIX}session"
CSRF_COOKIE_NAME = f"{COOKIE_PREFIX}csrftoken"
LANGUAGE_COOKIE_NAME = f"{COOKIE_PREFIX}django_language"
MESSAGE_STORAGE = "config.messages.Storage"
SECURE_SSL_REDIRECT = HTTPS
SECURE_HSTS_SECONDS = 60 * 60 * 24 * 365 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = HTTPS
if TRUSTED_PROXY_COUNT:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "worker-src": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
        "base-uri": [NONE],
        "object-src": [NONE],
    }
}

# --- The REST API -----------------------------------------------------------------------------

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "accounts.tokens.TokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.AllowAny"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "DEFAULT_SCHEMA_CLASS": "games.api.summaries.SummedUp",
    "EXCEPTION_HANDLER": "games.api.errors.answer_error",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Tagesblatt",
    "DESCRIPTION": "Patience against the clock: the day's deals, practice, games and boards.",
    "VERSION": "1",
    "SERVE_INCLUDE_SCHEMA": False,
    "ENUM_NAME_OVERRIDES": {
        "OutcomeEnum": "games.api.forms.base.OUTCOMES",
        "ResultStateEnum": "games.api.forms.base.STATES",
        "StepKindEnum": "games.api.forms.games.KINDS",
        "HelpKindEnum": "games.api.forms.helping.HELP",
        "HelpStateEnum": "games.api.forms.helping.HELP_STATES",
        "WinnableEnum": "games.api.forms.helping.WINNABLE",
    },
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
}

# --- Fair play ---------------------------------------------------------------------------------

# An entry whose moves took less than this on average, in seconds, is held for staff to look at;
# what is entered at once, a sequence or the rest of a game, counts as one move.
FASTEST_SECONDS_PER_MOVE: float = env.float("FASTEST_SECONDS_PER_MOVE", default=0.25)
# Minutes after closing until a day is settled: until then a game begun in time may finish ranked.
SETTLING_MINUTES: int = env.int("SETTLING_MINUTES", default=60)
# Guests' games that nobody has touched for this many days are purged.
GUEST_GAME_DAYS: int = env.int("GUEST_GAME_DAYS", default=30)

# --- Limits of sockets --------------------------------------------------------------------------

# How many may be open at once in one process, of one player or guest, and from one address.
SOCKETS_PER_PLAYER: int = env.int("SOCKETS_PER_PLAYER", default=20)
SOCKETS_PER_ADDRESS: int = env.int("SOCKETS_PER_ADDRESS", default=1000)

# --- Who runs the site ---------------------------------------------------------------------------

# Lines, or paragraphs, are parted by "|", for variables are best written in one line.
IMPRINT: str = env.str("IMPRINT", default="")
PRIVACY: str = env.str("PRIVACY", default="")

# --- Logs and figures ----------------------------------------------------------------------------

# Whoever shows it as a bearer token may read /metrics; without one nobody may.
METRICS_TOKEN: str = env.str("METRICS_TOKEN", default="")
LOG_FORMAT: str = env.str("LOG_FORMAT", default="line")
if LOG_FORMAT not in ("line", "json"):
    raise ImproperlyConfigured(f"LOG_FORMAT={LOG_FORMAT} is neither line nor json.")
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"},
        "json": {"()": JsonLine},
    },
    "filters": {
        "failures": {"()": "django.utils.log.CallbackFilter", "callback": is_failure},
        "request": {"()": "django.utils.log.CallbackFilter", "callback": note_request},
    },
    "handlers": {
        "console": {
            "class": "logging.StreamHandler",
            "formatter": LOG_FORMAT,
            "filters": ["request"],
        }
    },
    "root": {"handlers": ["console"], "level": env.str("LOG_LEVEL", default="INFO")},
    # Django's own handlers would say everything twice, and mail errors to nobody.
    "loggers": {
        "django": {"handlers": [], "level": "NOTSET"},
        # A refusal (4xx) is an answer like any other; what has failed (5xx) is logged.
        "django.request": {"level": "ERROR", "filters": ["failures"]},
    },
}
