#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# in_root.sh ROOT: as_user.sh in ROOT as a user without a name: with a home, then without one in an installation that is
# read-only. Called in a namespace of mounts of its own, which end with it.
set -euo pipefail
root=$1
USER_ID=12345

mount --make-rprivate /
mount --bind "$root" "$root"
mount -t proc proc "$root/proc"
mount -t tmpfs tmpfs "$root/tmp"
chmod 1777 "$root/tmp"

# as_user FOLDER [VARIABLE...]
as_user() {
    local folder=$1
    shift
    chroot --userspec=$USER_ID:$USER_ID "$root" env -i PATH=/usr/bin:/bin "$@" sh /project/as_user.sh "$folder"
}

echo "with a home:"
as_user /tmp/home HOME=/tmp/home
echo "without HOME, in an installation that is read-only:"
mount -o remount,bind,ro "$root"
if touch "$root/usr/written" 2>/dev/null; then
    echo "in_root.sh: the root is still writable" >&2
    exit 1
fi
as_user /tmp/none
