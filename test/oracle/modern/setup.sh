#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# A Debian sid root in build-cache/sid with Intel's current tools: the assembler iga64, the compiler ocloc and what they
# load. Made once (about a minute) and kept; remove the directory to get newer versions.
#
# In: the mirror that this machine's apt uses for Debian. Out: the root, and the tools' versions on standard output.
set -euo pipefail
cd "$(dirname "$0")/../../.."

ROOT=build-cache/sid
PACKAGES=intel-ocloc,libigc2,libigdfcl2,libigc2-tools,libze-intel-gpu1

fail() { echo "judge-modern: $*" >&2; exit 1; }

# The first Debian mirror in apt's lists, in either of their two formats.
mirror() {
    find /etc/apt -name '*.list' -o -name '*.sources' | sort | xargs -r cat |
        sed -n -E 's/^(deb +(\[[^]]*\] +)?|URIs: *)(https?:[^ ]*debian\/?)( .*)?$/\3/p' | head -1
}

make_root() {
    local from log=build-cache/sid.log sudo=()
    from=$(mirror)
    [ -n "$from" ] || fail "found no Debian mirror in apt's sources; expected one whose address ends in /debian"
    command -v debootstrap >/dev/null || fail "found no debootstrap; expected the package of that name"
    [ "$(id -u)" -eq 0 ] || sudo=(sudo)
    [ "$(id -u)" -eq 0 ] || command -v sudo >/dev/null || fail "debootstrap needs root or sudo: found user $(id -un)"
    mkdir -p build-cache
    "${sudo[@]}" rm -rf "$ROOT.part" "$ROOT-corpus" # what older versions made
    echo "making a Debian sid root in $ROOT"
    "${sudo[@]}" debootstrap --variant=minbase --include="$PACKAGES" sid "$ROOT.part" "$from" >"$log" 2>&1 ||
        { tail -5 "$log" >&2; fail "debootstrap failed, see $log"; }
    "${sudo[@]}" rm -rf "$ROOT.part"/var/cache/apt/archives/*.deb
    "${sudo[@]}" mv "$ROOT.part" "$ROOT"
}

version() { sed -n "/^Package: $1\$/,/^\$/s/^Version: //p" "$ROOT/var/lib/dpkg/status"; }

[ -x "$ROOT/usr/bin/iga64" ] || make_root
echo "iga64 of Intel's graphics compiler $(version libigc2-tools)"
echo "ocloc $(version intel-ocloc) with graphics compiler $(version libigdfcl2)"
