#!/usr/bin/env bash
# A small Citus cluster for trying Tradewind on it: one coordinator and two workers on this machine, without a password.
#
#   scripts/citus.sh build                  compiles Citus once
#   scripts/citus.sh start <folder> [port]  starts the three nodes in it, on this port (5600) and the two after it
#   scripts/citus.sh stop <folder>
#
# CITUS_HOME    where the programs are kept (~/.cache/tradewind-citus)
# CITUS_SOURCE  its source: a git address, or a .tar.gz (https://github.com/citusdata/citus.git)
# CITUS_BRANCH  of that git address (release-13.1)
# CITUS_SHARDS  into how many pieces each table goes (8)
# PG_CONFIG     of the PostgreSQL that Citus runs in (/usr/lib/postgresql/15/bin/pg_config)
#
# It needs a compiler, flex, and the headers of PostgreSQL and of what it is made with. On Debian 12: postgresql-15
# postgresql-server-dev-15 libicu-dev libkrb5-dev liblz4-dev libreadline-dev libssl-dev libzstd-dev.
set -euo pipefail

home=${CITUS_HOME:-$HOME/.cache/tradewind-citus}
pg_config=${PG_CONFIG:-/usr/lib/postgresql/15/bin/pg_config}
programs=$home/root$("$pg_config" --bindir)

build() {
  [ -e "$home/ready" ] && return
  rm -rf "$home/source" "$home/root"
  mkdir -p "$home/source"
  local source=${CITUS_SOURCE:-https://github.com/citusdata/citus.git} folder dir
  case $source in
    *.tar.gz) { if [ -e "$source" ]; then cat "$source"; else curl -fsSL "$source"; fi; } | tar xz -C "$home/source" --strip-components=1 ;;
    *) git clone -q --depth 1 --branch "${CITUS_BRANCH:-release-13.1}" "$source" "$home/source" ;;
  esac
  # Citus brings a function of its own that later releases of PostgreSQL 15 have, too.
  if grep -qs have_createdb_privilege "$("$pg_config" --includedir-server)/commands/dbcommands.h"; then
    sed -i '/^static inline bool$/{N;/\nhave_createdb_privilege(void)$/{:more;N;/\n}$/!b more;d}}' \
      "$home/source/src/include/pg_version_compat.h"
  fi
  # PostgreSQL finds its files from where it lies, so a copy of it takes Citus and the installed one stays as it is.
  for folder in bindir pkglibdir sharedir; do
    dir=$("$pg_config" "--$folder")
    mkdir -p "$home/root$dir"
    cp -rL "$dir/." "$home/root$dir"
  done
  (
    cd "$home/source"
    # A checkout makes all files at once, and make would remake what is made already.
    touch aclocal.m4 && touch configure && touch src/include/citus_config.h.in && touch Makefile.global.in
    ./configure -q --without-libcurl PG_CONFIG="$pg_config"
    nice make -s -j2 with_llvm=no
    make -s install with_llvm=no DESTDIR="$home/root"
  ) >"$home/build.log" 2>&1 || { tail -20 "$home/build.log" >&2; exit 1; }
  touch "$home/ready"
}

# PostgreSQL refuses to run as root.
as_server() { if [ "$(id -u)" = 0 ]; then setpriv --reuid=nobody --clear-groups --reset-env "$@"; else "$@"; fi; }

node() { # folder, port
  local data=$1/$2
  if [ ! -e "$data/PG_VERSION" ]; then
    as_server "$programs/initdb" -D "$data" -U postgres -A trust -E UTF8 --locale=C.UTF-8 >/dev/null
    cat >>"$data/postgresql.conf" <<SETTINGS
shared_preload_libraries = 'citus'
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
port = $2
max_connections = 300
shared_buffers = 256MB
timezone = UTC
jit = off
citus.shard_count = ${CITUS_SHARDS:-8}
SETTINGS
  fi
  as_server "$programs/pg_ctl" -s -D "$data" status >/dev/null || as_server "$programs/pg_ctl" -s -w -D "$data" -l "$data/log" start
}

start() { # folder, port
  build
  mkdir -p "$1"
  [ "$(id -u)" != 0 ] || chown nobody "$1"
  local port=$2 each
  sql() { psql -X -q -v ON_ERROR_STOP=1 -h 127.0.0.1 -p "$1" -U postgres "${@:2}"; }
  for each in $port $((port + 1)) $((port + 2)); do
    node "$1" "$each"
    sql "$each" -Atc "select 1 from pg_database where datname = 'tradewind'" | grep -q . || sql "$each" -c 'create database tradewind'
    sql "$each" -d tradewind -c 'set client_min_messages = warning; create extension if not exists citus'
  done
  sql "$port" -d tradewind -o /dev/null -c "select citus_set_coordinator_host('127.0.0.1', $port)" \
    -c "select citus_add_node('127.0.0.1', n) from generate_series($port + 1, $port + 2) n"
  echo "postgres://postgres@127.0.0.1:$port/tradewind"
}

stop() { # folder
  local file
  for file in "$1"/*/postmaster.pid; do
    [ ! -e "$file" ] || as_server "$programs/pg_ctl" -s -m fast -D "$(dirname "$file")" stop
  done
}

case "${1:-}" in
  build) build ;;
  start) start "${2:?a folder}" "${3:-5600}" ;;
  stop) stop "${2:?a folder}" ;;
  *) sed -n '2,/^set/{/^#/p}' "$0" >&2; exit 1 ;;
esac
