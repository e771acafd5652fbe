#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The Debian packages alone, in clean roots of Debian 12 and of sid: a user's project is built with CMake and runs, as an
# ordinary user, without HOME, and from an installation that nobody can write to.
#
#   check_package.sh PACKAGES [SUITE...]    PACKAGES: the folder of the .deb files
#
# The roots are kept in build-cache/check-package: a tool chain and the libraries of Debian that our packages need. Remove
# the folder to get newer ones. The check works on a copy. Needs root or sudo.
set -euo pipefail
cd "$(dirname "$0")/../.."
packages=$(realpath "$1")
shift
[ $# -gt 0 ] || set -- bookworm sid
roots=$PWD/build-cache/check-package
TOOLS="cmake make gcc g++ libc6-dev pkg-config libze1"

fail() { echo "check-package: $*" >&2; exit 1; }
# shellcheck source=test/install/debian_root.sh
. test/install/debian_root.sh
sudo=()
[ "$(id -u)" -eq 0 ] || sudo=(sudo)

# The packages of Debian that ours depend on.
dependencies() {
    local deb
    for deb in "$packages"/*.deb; do
        dpkg-deb -f "$deb" Depends | tr ',' '\n' | sed -E 's/[(|].*//; s/ //g'
    done | grep -v -e '^libcm' -e '^$' | sort -u
}

# root_of SUITE: the kept root, made when it is missing or lacks a package.
root_of() {
    local root=$roots/$1 needs
    needs="$TOOLS $(dependencies | tr '\n' ' ')"
    [ -d "$root" ] || debian_root "$1" "$root"
    [ "$(cat "$root/needs" 2>/dev/null)" = "$needs" ] && return
    # apt, not debootstrap: it knows what provides a package that has another name today. A mirror may be a snapshot.
    "${sudo[@]}" cp /etc/resolv.conf "$root/etc/resolv.conf"
    # shellcheck disable=SC2086
    "${sudo[@]}" chroot "$root" sh -c 'apt-get -o Acquire::Check-Valid-Until=false update -q &&
        exec apt-get install -qy --no-install-recommends "$@"' sh $needs >>"$root.log" 2>&1 ||
        { tail -5 "$root.log" >&2; fail "apt failed in the root, see $root.log"; }
    "${sudo[@]}" chroot "$root" apt-get clean
    echo "$needs" | "${sudo[@]}" tee "$root/needs" >/dev/null
}

# check_suite SUITE: in a copy of its root.
check_suite() {
    local copy=$roots/$1.copy
    root_of "$1"
    "${sudo[@]}" rm -rf "$copy"
    "${sudo[@]}" cp -a "$roots/$1" "$copy"
    "${sudo[@]}" mkdir "$copy/packages" "$copy/project"
    "${sudo[@]}" cp "$packages"/*.deb "$copy/packages"
    "${sudo[@]}" cp -r test/install/hello test/install/esimd.cpp test/install/as_user.sh "$copy/project"
    "${sudo[@]}" chroot "$copy" sh -c 'dpkg -i /packages/*.deb' >"$roots/$1.dpkg.log" 2>&1 ||
        { tail -20 "$roots/$1.dpkg.log" >&2; fail "$1: the packages cannot be installed"; }
    "${sudo[@]}" unshare --mount --pid --fork "$PWD/test/install/in_root.sh" "$copy" ||
        fail "$1: failed"
    "${sudo[@]}" rm -rf "$copy"
    echo "check-package: $1: passed"
}

for suite; do
    check_suite "$suite"
done
