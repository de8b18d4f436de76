"""The settings, one flat file, read from the environment.

With nothing set this is the embedded default: SQLite and a Valkey of our own in DATA_DIR.
"""

import os

import django_stubs_ext
from django.core.exceptions import ImproperlyConfigured

from ttr_project import environment, logs
from ttr_project.asset_headers import add_headers

DATA_DIR = environment.data_dir()

PRODUCTION = environment.flag("PRODUCTION")
DEBUG = environment.flag("DEBUG")
ALLOWED_HOSTS = environment.words(
    "ALLOWED_HOSTS", "" if PRODUCTION else "localhost,127.0.0.1,[::1]"
)
CSRF_TRUSTED_ORIGINS = environment.words("CSRF_TRUSTED_ORIGINS")
SECRET_KEY = os.environ.get("SECRET_KEY", "")

if PRODUCTION and DEBUG:
    raise ImproperlyConfigured(
        "DEBUG is on in production: it shows secrets to strangers. Unset it."
    )
if PRODUCTION and not environment.is_secret(SECRET_KEY):
    raise ImproperlyConfigured("Production needs a SECRET_KEY of its own: 50 random characters.")
if PRODUCTION and not ALLOWED_HOSTS:
    raise ImproperlyConfigured("Production needs ALLOWED_HOSTS: the host names it answers to.")
if PRODUCTION and "*" in ALLOWED_HOSTS:
    raise ImproperlyConfigured("ALLOWED_HOSTS lets any name in: list the host names instead of *.")
SECRET_KEY = SECRET_KEY or environment.secret_key(DATA_DIR)

django_stubs_ext.monkeypatch()  # ModelAdmin[Game] means something to mypy only; now it runs, too

INSTALLED_APPS = [
    "games.accounts",
    "games.tables",
    "games.tournaments",
    "games.audit",
    "games.backups",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "channels",
    "rest_framework",
    "drf_spectacular",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "ttr_project.content_security.ContentSecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "ttr_project.reader_language.reader_language",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ]
        },
    }
]

ROOT_URLCONF = "ttr_project.urls"
ASGI_APPLICATION = "ttr_project.asgi.application"

# People

AUTH_USER_MODEL = "accounts.User"
SESSION_ENGINE = "games.accounts.sessions"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
# How often something may be tried (0: no limit) and within how many seconds, for everybody together
# (games/accounts/throttle.py). The limits per address are wide: a whole tournament hall may share one.
RATE_LIMITS = {
    "sign_in_account": (environment.number("SIGN_INS_PER_ACCOUNT", 10), 15 * 60),
    # By who is signed in already: apart, so that no stranger's guesses keep an owner from a new password.
    "confirm_password": (environment.number("SIGN_INS_PER_ACCOUNT", 10), 15 * 60),
    "sign_in_address": (environment.number("SIGN_INS_PER_ADDRESS", 100), 15 * 60),
    "sign_up": (environment.number("SIGN_UPS_PER_ADDRESS", 100), 60 * 60),
    "guest": (environment.number("GUESTS_PER_ADDRESS", 300), 60 * 60),
    "password_mail": (environment.number("PASSWORD_MAILS_PER_ADDRESS", 20), 60 * 60),
    "password_mail_to": (environment.number("PASSWORD_MAILS_PER_PERSON", 3), 60 * 60),
    # These in each web process (games/accounts/rates.py)
    "command_user": (environment.number("COMMANDS_PER_PERSON", 6_000), 60),
    "command_address": (environment.number("COMMANDS_PER_ADDRESS", 120_000), 60),
    "socket_user": (environment.number("SOCKETS_PER_PERSON", 600), 60),
    "socket_address": (environment.number("SOCKETS_PER_ADDRESS", 6_000), 60),
    "socket_message": (environment.number("MESSAGES_PER_SOCKET", 600), 60),
}
# How many unfinished games one person may host.
GAMES_AT_ONCE = {
    "guest": environment.number("GAMES_PER_GUEST", 10),
    "account": environment.number("GAMES_PER_ACCOUNT", 50),
}
# What browsers are told. Whether a request came by TLS, and from where, uvicorn takes from a proxy,
# but only from one that FORWARDED_ALLOW_IPS names. The content policy: ttr_project/content_security.py.

SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = PRODUCTION
SECURE_SSL_REDIRECT = PRODUCTION
SECURE_REDIRECT_EXEMPT = ["^healthz$", "^readyz", "^metrics$"]  # asked from inside, without TLS
SECURE_HSTS_SECONDS = environment.number("HSTS_SECONDS", 31_536_000) if PRODUCTION else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = environment.flag("HSTS_SUBDOMAINS", default=True)
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
# Which sites may show our /embed/ pages in a frame; no other page may ever be framed.
EMBEDDED_BY = environment.words("EMBEDDED_BY", "*")
# The list of browsers that never try without TLS (W021) is joined by whoever owns the domain.
SILENCED_SYSTEM_CHECKS = ["security.W021"]
# A form. It is wider than what a request may send at all (games/parsing.py), so that a body which is
# too large is always refused in the same words.
DATA_UPLOAD_MAX_MEMORY_SIZE = 512 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 200
DATA_UPLOAD_MAX_NUMBER_FILES = 0

# Until a server is named each mail is a file: a link in it opens an account, so it is kept out of every log
EMAIL_HOST = os.environ.get("EMAIL_HOST", "")
EMAIL_BACKEND = f"django.core.mail.backends.{'smtp' if EMAIL_HOST else 'filebased'}.EmailBackend"
EMAIL_FILE_PATH = DATA_DIR / "mail"
EMAIL_PORT = environment.number("EMAIL_PORT", 587)
EMAIL_HOST_USER = os.environ.get("EMAIL_HOST_USER", "")
EMAIL_HOST_PASSWORD = os.environ.get("EMAIL_HOST_PASSWORD", "")
EMAIL_USE_TLS = EMAIL_PORT != 25
EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL = os.environ.get("EMAIL_FROM", "Roundhouse <roundhouse@localhost>")

# The truth: one database

DATABASES = {"default": environment.database(os.environ.get("DATABASE_URL", ""), DATA_DIR)}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# The transparency log: its name, which it keeps for ever, and its private keys, the newest first;
# without any it makes one in the data folder (games/audit/keys.py)

LOG_ORIGIN = (
    os.environ.get("LOG_ORIGIN") or f"{(ALLOWED_HOSTS[0].lstrip('*.') or 'localhost')}/tlog"
)
LOG_KEYS = environment.words("LOG_KEYS")

# What may be lost at any moment: messages and tasks

REDIS_URL = (
    os.environ.get("REDIS_URL") or f"unix://{environment.runtime_folder(DATA_DIR)}/valkey.sock"
)
CHANNEL_LAYERS = {
    "default": {
        "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
        "CONFIG": {"hosts": [environment.channel_host(REDIS_URL)], "prefix": "roundhouse"},
    }
}

CELERY_BROKER_URL = environment.celery_broker(REDIS_URL)
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
CELERY_BROKER_TRANSPORT_OPTIONS = {
    # A task whose worker died is delivered again after this many seconds; the nudge is quicker.
    "visibility_timeout": 60,
    "socket_connect_timeout": 2,
    "socket_timeout": 10,
    "socket_keepalive": True,
}
# A dead broker must not hold up a move: the nudge finds what was not enqueued.
CELERY_TASK_PUBLISH_RETRY_POLICY = {
    "max_retries": 1,
    "interval_start": 0,
    "interval_step": 0.1,
    "interval_max": 0.1,
}
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_TIME_LIMIT = 50
CELERY_TASK_DEFAULT_QUEUE = "default"
CELERY_TASK_ROUTES = {
    "games.tables.tasks.play_ai_turn": {"queue": "ai"},
    "games.audit.tasks.appraise": {"queue": "ai"},
}
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS = True
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_BEAT_SCHEDULE = {
    "nudge": {
        "task": "games.tables.tasks.nudge",
        "schedule": 2.0,
        "options": {"expires": 2.0},
    },
    "tend_tournaments": {
        "task": "games.tournaments.tasks.tend_all",
        "schedule": 1.0,
        "options": {"expires": 1.0},
    },
    "send_webhooks": {
        "task": "games.tournaments.tasks.send_webhooks",
        "schedule": 2.0,
        "options": {"expires": 2.0},
    },
    "publish_log": {
        "task": "games.audit.tasks.publish_log",
        "schedule": 2.0,
        "options": {"expires": 2.0},
    },
    "audit": {
        "task": "games.audit.tasks.audit",
        "schedule": 10.0,
        "options": {"expires": 10.0},
    },
    "appraise": {
        "task": "games.audit.tasks.appraise",
        "schedule": 5.0,
        "options": {"expires": 5.0},
    },
    "publish_everything": {
        "task": "games.audit.tasks.publish_everything",
        "schedule": 60.0,
        "options": {"expires": 60.0},
    },
}

# The API

REST_FRAMEWORK = {
    # The first one says how to authenticate, when nobody is.
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "games.accounts.authentication.BearerAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "EXCEPTION_HANDLER": "games.problems.answer_problem",
    "DEFAULT_PARSER_CLASSES": ["games.parsing.BoundedJSONParser"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Roundhouse",
    "DESCRIPTION": "Games played, watched and proved. Moves go in by HTTP, views come out by socket.",
    "VERSION": "1",
    "SERVE_INCLUDE_SCHEMA": False,
}

# The page

PAGE_DIR = environment.PROJECT_DIR / "frontend" / "dist"
STATIC_URL = "static/"
WHITENOISE_ROOT = PAGE_DIR if PAGE_DIR.is_dir() else None
WHITENOISE_USE_FINDERS = True
WHITENOISE_ADD_HEADERS_FUNCTION = add_headers
WHITENOISE_IMMUTABLE_FILE_TEST = r"^/assets/"  # Vite puts a digest into these names

# Language, time, log

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("da", "Dansk"), ("sv", "Svenska")]
TIME_ZONE = "UTC"
USE_TZ = True

LOGGING = logs.to_stderr(os.environ.get("LOG_LEVEL", "INFO"))
logs.configure()

# Where a worker tells its figures, if it shares no machine with a web process (ttr_project/celery.py)
METRICS_PORT = environment.number("METRICS_PORT", 0)

# Traces leave for this address, if there is one (OpenTelemetry's own variable)
OTEL_EXPORTER_OTLP_ENDPOINT = os.environ.get("OTEL_EXPORTER_OTLP_ENDPOINT", "")
