#!/bin/sh
# Begins as root only to hand the state to PUID and PGID, and goes on as these; begun as somebody else (`--user`), it
# stays who it is. What is said behind the image's name is a flag or command of filebrowser.
set -eu

program=/opt/filebrowser/dist/server/main.js
uid=${PUID:-1000}
gid=${PGID:-1000}

case "$uid:$gid" in
  *[!0-9:]* | :* | *:)
    echo "PUID and PGID have to be numbers, not $uid and $gid" >&2
    exit 1
    ;;
esac

# A configuration that is there stays as it is, also one of File Browser 2. The program finds it by the link to it in
# /etc/filebrowser, and so do its commands, here and by `docker exec`.
if [ ! -e /config/settings.json ]; then
  cp /opt/filebrowser/container/settings.json /config/settings.json
fi

if [ "$(id -u)" -ne 0 ]; then
  exec node "$program" "$@"
fi
# Never /srv: those are somebody's files, and may be a million.
find /config /database \( ! -user "$uid" -o ! -group "$gid" \) -exec chown -h "$uid:$gid" {} +
exec setpriv --reuid "$uid" --regid "$gid" --clear-groups --no-new-privs -- node "$program" "$@"
