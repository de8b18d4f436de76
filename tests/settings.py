"""The service's own settings, on servers and in a folder that belong to one test process.

TEST_DATABASE=postgresql runs the same tests on PostgreSQL; without it they run on SQLite.
"""

import os
import tempfile
from pathlib import Path

FOLDER = Path(tempfile.mkdtemp(prefix="roundhouse-tests-"))
DATABASE = os.environ.get("TEST_DATABASE", "sqlite")

for name in ("PRODUCTION", "DEBUG", "SECRET_KEY", "ALLOWED_HOSTS", "CSRF_TRUSTED_ORIGINS"):
    os.environ.pop(name, None)
os.environ["DATA_DIR"] = str(FOLDER)
os.environ["REDIS_URL"] = f"unix://{FOLDER}/valkey.sock"
os.environ["DATABASE_URL"] = {
    "sqlite": f"sqlite:///{FOLDER}/roundhouse.sqlite3",
    "postgresql": f"postgresql://roundhouse@/roundhouse?host={FOLDER}/postgres",
}[DATABASE]

from ttr_project.settings import *  # noqa: E402, F403
from ttr_project.settings import DATABASES  # noqa: E402

if DATABASE == "sqlite":
    # A file, not memory: threads and processes of a test see the locks they would really meet.
    DATABASES["default"]["TEST"] = {"NAME": FOLDER / "test.sqlite3"}

# Hashing a password slowly protects nobody here.
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
