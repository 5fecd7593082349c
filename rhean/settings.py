"""The one settings file: works on clone without any environment; environment variables change it.

The README lists the variables. A value that makes no sense stops the start with a sentence that names it.
"""

from __future__ import annotations

import os
import secrets
import sys
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

BASE_DIR = Path(__file__).resolve().parent.parent


def envbool(name: str, default: bool) -> bool:
    """A yes or no from the environment."""
    text = os.environ.get(name, "").strip().lower()
    if text == "":
        return default
    if text in {"1", "true", "yes", "on"}:
        return True
    if text in {"0", "false", "no", "off"}:
        return False
    raise ImproperlyConfigured(f"{name} is {text!r}: say 1 or 0.")


def envint(name: str, default: int) -> int:
    """A whole number from the environment."""
    text = os.environ.get(name, "").strip()
    if text == "":
        return default
    try:
        return int(text)
    except ValueError:
        raise ImproperlyConfigured(f"{name} is {text!r}: say a whole number.") from None


def envlist(name: str) -> list[str]:
    """Words from the environment, parted by commas or spaces."""
    return os.environ.get(name, "").replace(",", " ").split()


def envsecret(name: str, file: Path) -> str:
    """A secret: from the environment, from the file that NAME_FILE names, or made once and kept in ``file``."""
    if os.environ.get(name):
        return os.environ[name]
    named = os.environ.get(f"{name}_FILE")
    if named:
        return read_secret(Path(named), f"{name}_FILE")
    if not file.exists():
        make_secret(file)
    return read_secret(file, name)


def read_secret(file: Path, name: str) -> str:
    try:
        secret = file.read_text().strip()
    except OSError as problem:
        raise ImproperlyConfigured(f"{name}: {file} cannot be read ({problem.strerror}).") from None
    if not secret:
        raise ImproperlyConfigured(f"{name}: {file} is empty.")
    return secret


def make_secret(file: Path) -> None:
    """Write a new secret that only this user can read; of two starts at once the first wins."""
    file.parent.mkdir(parents=True, exist_ok=True)
    new = file.with_name(f"{file.name}.{os.getpid()}")
    new.touch(mode=0o600)
    new.write_text(secrets.token_urlsafe(48))
    try:
        os.link(new, file)
    except FileExistsError:
        pass
    finally:
        new.unlink()


def sqlite(path: Path) -> dict[str, Any]:
    """SQLite so that writers wait for each other: IMMEDIATE is what keeps "database is locked" away."""
    path.parent.mkdir(parents=True, exist_ok=True)
    pragmas = "journal_mode=WAL synchronous=NORMAL foreign_keys=ON cache_size=-16000 mmap_size=134217728"
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": path,
        "CONN_MAX_AGE": None,  # the server's few threads keep theirs: opening one costs more than most queries
        "OPTIONS": {
            "timeout": 20,
            "transaction_mode": "IMMEDIATE",
            "init_command": "".join(f"PRAGMA {pragma};" for pragma in pragmas.split()),
        },
    }


def database(url: str) -> dict[str, Any]:
    """The database that DATABASE_URL names: postgres://user:password@host:port/name?option=value or sqlite:///path."""
    parts = urlsplit(url)
    if parts.scheme == "sqlite" and parts.path.strip("/"):
        return sqlite(Path(unquote(parts.path)))
    if parts.scheme not in {"postgres", "postgresql"} or not parts.path.strip("/"):
        raise ImproperlyConfigured("DATABASE_URL: say postgres://user:password@host:port/name or sqlite:///path.")
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(parts.path.strip("/")),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": parts.hostname or "",
        "PORT": str(parts.port or ""),
        "OPTIONS": {"pool": {"min_size": 1, "max_size": 10}, **dict(parse_qsl(parts.query))},
    }


# Everything that a group makes lives here: database, pictures, the secret key. Back up this folder.
DATA_DIR = Path(os.environ.get("RHEAN_DATA_DIR") or BASE_DIR / ".data")

# Signs sessions, join links and live tokens. Made once and kept with the data.
SECRET_KEY = envsecret("RHEAN_SECRET_KEY", DATA_DIR / "secret_key")

# Error pages with source code; never for a host that others reach.
DEBUG = envbool("RHEAN_DEBUG", False)

TESTING = "pytest" in sys.modules

# Names under which the server may be reached. "*" suits a table at home; name them on the open net.
ALLOWED_HOSTS = envlist("RHEAN_HOSTS") or ["*"]

# https://your.name for each name, when a proxy in front speaks HTTPS.
CSRF_TRUSTED_ORIGINS = envlist("RHEAN_ORIGINS")

# Set behind a proxy that speaks HTTPS and sets X-Forwarded-Proto and X-Forwarded-For itself.
BEHIND_HTTPS = envbool("RHEAN_HTTPS", False)

# The proxies whose X-Forwarded-For is believed; by default one on the same machine.
TRUSTED_PROXIES = envlist("RHEAN_PROXIES") or ["127.0.0.1", "::1"]

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.humanize",
    "django.contrib.messages",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
    "axes",
    "crispy_bootstrap5",
    "crispy_forms",
    "django_htmx",
    "template_partials",
    "rhean.campaigns",
    "sheets",
    "encounters",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "rhean.middleware.content_security_policy",
    "rhean.middleware.no_null_characters",
    "rhean.middleware.wrong_method_pages",
    "rhean.middleware.come_back_after_log_in",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "rhean.middleware.private_pages",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "rhean.campaigns.middleware.sliding_session",
    "rhean.campaigns.middleware.kept_drafts",
    "axes.middleware.AxesMiddleware",
]

ROOT_URLCONF = "rhean.urls"
ASGI_APPLICATION = "rhean.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

DATABASES = {
    "default": database(os.environ["DATABASE_URL"])
    if os.environ.get("DATABASE_URL")
    else sqlite(DATA_DIR / "rhean.sqlite3")
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# With several processes: where they tell each other what changed.
REDIS_URL = os.environ.get("REDIS_URL", "")

# Who is who: Django's own accounts, with our user model.
AUTH_USER_MODEL = "campaigns.User"
AUTHENTICATION_BACKENDS = ["axes.backends.AxesStandaloneBackend", "django.contrib.auth.backends.ModelBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
LOGIN_URL = "campaigns:log_in"
LOGIN_REDIRECT_URL = "campaigns:home"
LOGOUT_REDIRECT_URL = "campaigns:home"

# A session lasts from game night to game night and is renewed by use, so nobody is signed out in mid-fight.
SESSION_COOKIE_AGE = envint("RHEAN_SESSION_DAYS", 60) * 24 * 3600
SESSION_ENGINE = "django.contrib.sessions.backends.cached_db"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = BEHIND_HTTPS
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"

# Five wrong passwords for one name from one address: wait ten minutes.
AXES_FAILURE_LIMIT = envint("RHEAN_LOGIN_FAILURES", 5)
AXES_COOLOFF_TIME = envint("RHEAN_LOGIN_COOLOFF_MINUTES", 10) / 60
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_USERNAME_CALLABLE = "rhean.campaigns.lockout.name_tried"
AXES_LOCKOUT_TEMPLATE = "429.html"
AXES_VERBOSE = False

# A form from a page that was drawn before a sign-in: its text is offered again.
CSRF_FAILURE_VIEW = "rhean.campaigns.middleware.csrf_failure"

SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if BEHIND_HTTPS else None
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
# Everything comes from this server; Bootstrap's own icons are data: images.
CONTENT_SECURITY_POLICY = (
    "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; object-src 'none'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)

LANGUAGE_CODE = "en"
TIME_ZONE = os.environ.get("RHEAN_TIME_ZONE") or "UTC"
USE_I18N = False
USE_TZ = True

STATIC_URL = "static/"
STATIC_ROOT = DATA_DIR / "static"
STATIC_ROOT.mkdir(parents=True, exist_ok=True)
STATICFILES_DIRS = [BASE_DIR / "static"]
MEDIA_URL = "media/"
MEDIA_ROOT = DATA_DIR / "media"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
# Files are served from where they lie; `collectstatic` is needed only when RHEAN_STATIC_HASHED is set.
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = DEBUG or TESTING
if envbool("RHEAN_STATIC_HASHED", False):
    STORAGES["staticfiles"]["BACKEND"] = "whitenoise.storage.CompressedManifestStaticFilesStorage"
    WHITENOISE_USE_FINDERS = False

# A request's body may be this large (portraits, imports); the server answers 413 above it.
MAX_BODY = envint("RHEAN_MAX_BODY_MIB", 32) * 1024 * 1024
DATA_UPLOAD_MAX_MEMORY_SIZE = 4 * 1024 * 1024

CRISPY_ALLOWED_TEMPLATE_PACKS = CRISPY_TEMPLATE_PACK = "bootstrap5"

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"plain": {"format": "{levelname} {name}: {message}", "style": "{"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "plain"}},
    "loggers": {
        "django": {"handlers": ["console"], "level": "WARNING", "propagate": False},
        "django.request": {"handlers": ["console"], "level": "ERROR", "propagate": False},
        "rhean": {"handlers": ["console"], "level": "INFO"},
        "axes": {"level": "WARNING"},
    },
}

# Tests make many accounts: a quick password hash.
if TESTING:
    PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
