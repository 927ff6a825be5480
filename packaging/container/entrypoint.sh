#!/bin/sh
# Started as root, makes PUID and PGID the owners of the database and the configuration, and runs filebrowser as that user and group.
# Started as another user (`--user`), runs it as that user. The arguments of the container are flags or a command of filebrowser.
set -eu

program=/opt/filebrowser/dist/server/main.js
# V8 keeps new objects in three spaces of this size. With the larger ones of Node 24, the server needs 430 MB under load in place of 310, and is
# not faster.
space=--max-semi-space-size=16
uid=${PUID:-1000}
gid=${PGID:-1000}

case "$uid:$gid" in
  *[!0-9:]* | :* | *:)
    echo "PUID and PGID have to be numbers, not $uid and $gid" >&2
    exit 1
    ;;
esac

# Keeps an existing configuration, also one of File Browser 2. The program and its commands (`docker exec`) find it by the link in
# /etc/filebrowser.
if [ ! -e /config/settings.json ]; then
  cp /opt/filebrowser/container/settings.json /config/settings.json
fi

if [ "$(id -u)" -ne 0 ]; then
  exec node "$space" "$program" "$@"
fi
# Not /srv: files of users keep their owners, and there may be millions.
find /config /database \( ! -user "$uid" -o ! -group "$gid" \) -exec chown -h "$uid:$gid" {} +
exec setpriv --reuid "$uid" --regid "$gid" --clear-groups --no-new-privs -- node "$space" "$program" "$@"
