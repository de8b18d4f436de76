#!/bin/sh
# Installs Roundhouse on a Debian server with systemd, nginx, PostgreSQL and Redis, or brings it up to date.
#
#     apt-get install nginx-light postgresql redis-server python3-venv openssl
#     make page
#     SERVER_NAME=play.example.org deploy/systemd/install.sh
#
# It never overwrites settings, keys or certificates that are there. To try it without touching the system,
# put everything below a folder: PREFIX=/some/folder. These may be set, too:
#
#     CERTIFICATE, CERTIFICATE_KEY   files; without them a self-signed pair is made
#     WEB_PORTS="8001 8002"          one web process for each
#     HTTP_PORT=80 HTTPS_PORT=443    where nginx listens
#     VENV=/path                     a virtual environment that has requirements/base.txt already
set -eu

: "${SERVER_NAME:?Name the host: SERVER_NAME=play.example.org $0}"
PREFIX=${PREFIX:-}
WEB_PORTS=${WEB_PORTS:-8001 8002}
HTTP_PORT=${HTTP_PORT:-80}
HTTPS_PORT=${HTTPS_PORT:-443}

SOURCE=$(cd "$(dirname "$0")/../.." && pwd)
RELEASES=$PREFIX/opt/roundhouse/releases
RELEASE=$RELEASES/$(date -u +%Y%m%dT%H%M%S)
APP=$PREFIX/opt/roundhouse/current
CONFIG=$PREFIX/etc/roundhouse
DATA=$PREFIX/var/lib/roundhouse
RUN=$PREFIX/run/roundhouse
LOG_DIR=$PREFIX/var/log/nginx
UNITS=$PREFIX/etc/systemd/system
SITES=$PREFIX/etc/nginx/conf.d
CERTIFICATE=${CERTIFICATE:-$CONFIG/tls/fullchain.pem}
CERTIFICATE_KEY=${CERTIFICATE_KEY:-$CONFIG/tls/privkey.pem}

if [ -z "$PREFIX" ] && [ "$(id -u)" != 0 ]; then
    echo "Installing into the system needs root; PREFIX=/some/folder does not." >&2
    exit 1
fi
if [ ! -e "$SOURCE/frontend/dist/index.html" ]; then
    echo "The page is not built: run 'make page' in $SOURCE first." >&2
    exit 1
fi

random() { # N random bytes in base64, for a file that systemd and SQL read
    openssl rand -base64 "$1" | tr -d '\n'
}
password() {
    openssl rand -hex 24
}
fill() { # the template, with our words in the place of ${WORDS}
    sed -e "s|\${APP}|$APP|g" -e "s|\${CONFIG}|$CONFIG|g" -e "s|\${DATA}|$DATA|g" \
        -e "s|\${RUN}|$RUN|g" \
        -e "s|\${PYTHON}|$VENV/bin/python|g" -e "s|\${WEB_UNITS}|$WEB_UNITS|g" \
        -e "s|\${UPSTREAM}|$UPSTREAM|g" -e "s|\${PAGE_DIR}|$APP/frontend/dist|g" \
        -e "s|\${SERVER_NAME}|$SERVER_NAME|g" -e "s|\${LOG_DIR}|$LOG_DIR|g" \
        -e "s|\${HTTP_PORT}|$HTTP_PORT|g" -e "s|\${HTTPS_PORT}|$HTTPS_PORT|g" \
        -e "s|\${CERTIFICATE}|$CERTIFICATE|g" -e "s|\${CERTIFICATE_KEY}|$CERTIFICATE_KEY|g" "$1"
}

# The program, beside the one that runs: a process of the older release keeps its files until it is restarted.
mkdir -p "$RELEASE" "$CONFIG/tls" "$DATA" "$LOG_DIR" "$UNITS" "$SITES"
tar -C "$SOURCE" --exclude=__pycache__ -cf - \
    manage.py rules games ttr_project requirements deploy frontend/dist | tar -C "$RELEASE" -xf -
if [ -z "${VENV:-}" ]; then
    VENV=$APP/.venv
    python3 -m venv "$RELEASE/.venv"
    "$RELEASE/.venv/bin/python" -m pip install --quiet --require-hashes -r "$RELEASE/requirements/base.txt"
fi
ln -s "$RELEASE" "$APP.new" && mv -T "$APP.new" "$APP"
find "$RELEASES" -mindepth 1 -maxdepth 1 | sort | head -n -3 | xargs -r rm -rf

# The settings: made once, from the example, with secrets of their own.
umask 077
if [ ! -e "$CONFIG/env" ]; then
    APP_PASSWORD=$(password)
    OWNER_PASSWORD=$(password)
    sed -e "s|^SECRET_KEY=.*|SECRET_KEY=$(random 48)|" -e "s|^LOG_KEYS=.*|LOG_KEYS=$(random 32)|" \
        -e "s|^ALLOWED_HOSTS=.*|ALLOWED_HOSTS=$SERVER_NAME|" \
        -e "s|roundhouse_app:password@|roundhouse_app:$APP_PASSWORD@|" \
        "$SOURCE/deploy/env.example" > "$CONFIG/env"
    echo "DATABASE_URL=postgresql://roundhouse_owner:$OWNER_PASSWORD@127.0.0.1:5432/roundhouse" \
        > "$CONFIG/owner.env"
    echo "ALTER ROLE roundhouse_app PASSWORD '$APP_PASSWORD';
ALTER ROLE roundhouse_owner PASSWORD '$OWNER_PASSWORD';" > "$CONFIG/passwords.sql"
fi
if [ ! -e "$CERTIFICATE" ]; then
    openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 3650 \
        -subj "/CN=$SERVER_NAME" -addext "subjectAltName=DNS:$SERVER_NAME" \
        -keyout "$CERTIFICATE_KEY" -out "$CERTIFICATE" 2>/dev/null
    echo "Made a self-signed certificate, which browsers warn of: $CERTIFICATE" >&2
fi
umask 022

# The units and the site.
WEB_UNITS="" UPSTREAM=""
for port in $WEB_PORTS; do
    WEB_UNITS="$WEB_UNITS roundhouse-web@$port.service"
    UPSTREAM="$UPSTREAM server 127.0.0.1:$port max_fails=1 fail_timeout=2s;"
done
cd "$SOURCE/deploy/systemd"
for unit in *.service *.target *.service.d/*.conf; do
    mkdir -p "$UNITS/$(dirname "$unit")"
    fill "$unit" > "$UNITS/$unit"
done
fill "$SOURCE/deploy/nginx/roundhouse.conf.template" > "$SITES/roundhouse.conf"
# A machine without IPv6 can't listen there.
[ -e /proc/net/if_inet6 ] || sed -i '/listen \[::\]/d' "$SITES/roundhouse.conf"

[ -z "$PREFIX" ] || exit 0

id roundhouse >/dev/null 2>&1 || useradd --system --home-dir "$DATA" --shell /usr/sbin/nologin roundhouse
chown roundhouse: "$DATA"
systemctl daemon-reload
nginx -t
cat <<END
Installed. The first time, make the database:
    runuser -u postgres -- createdb roundhouse
    cat $APP/deploy/roles.sql $CONFIG/passwords.sql | runuser -u postgres -- psql --quiet roundhouse
Then, and after each update:
    systemctl start roundhouse-migrate
    systemctl enable --now roundhouse.target && systemctl reload nginx
and to bring running processes up to date, one web process after the other:
    for port in $WEB_PORTS; do systemctl restart roundhouse-web@\$port; sleep 10; done
    systemctl restart roundhouse-worker-ai roundhouse-worker-default roundhouse-beat
END
