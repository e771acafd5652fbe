# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# Functions that make a root of Debian; sourced by scripts that define fail MESSAGE.

# The first Debian mirror in apt's lists, in either of their two formats.
mirror() {
    find /etc/apt -name '*.list' -o -name '*.sources' | sort | xargs -r cat |
        sed -n -E 's/^(deb +(\[[^]]*\] +)?|URIs: *)(https?:[^ ]*debian\/?)( .*)?$/\3/p' | head -1
}

# debian_root SUITE FOLDER [PACKAGES]: FOLDER with a minimal Debian and PACKAGES, a comma list. As root or with sudo; the
# log is FOLDER.log.
debian_root() {
    local from sudo=()
    from=$(mirror)
    [ -n "$from" ] || fail "found no Debian mirror in apt's sources; expected one whose address ends in /debian"
    command -v debootstrap >/dev/null || fail "found no debootstrap; expected the package of that name"
    [ "$(id -u)" -eq 0 ] || sudo=(sudo)
    [ "$(id -u)" -eq 0 ] || command -v sudo >/dev/null || fail "debootstrap needs root or sudo: found user $(id -un)"
    mkdir -p "$(dirname "$2")"
    "${sudo[@]}" rm -rf "$2.part"
    echo "making a Debian $1 root in $2"
    "${sudo[@]}" debootstrap --variant=minbase ${3:+--include="$3"} "$1" "$2.part" "$from" >"$2.log" 2>&1 ||
        { tail -5 "$2.log" >&2; fail "debootstrap failed, see $2.log"; }
    "${sudo[@]}" rm -rf "$2.part"/var/cache/apt/archives/*.deb
    "${sudo[@]}" mv "$2.part" "$2"
}
