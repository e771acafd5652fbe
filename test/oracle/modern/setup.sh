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
# shellcheck source=test/install/debian_root.sh
. test/install/debian_root.sh

make_root() {
    rm -rf "$ROOT-corpus" # what older versions made
    debian_root sid "$ROOT" "$PACKAGES"
}

version() { sed -n "/^Package: $1\$/,/^\$/s/^Version: //p" "$ROOT/var/lib/dpkg/status"; }

[ -x "$ROOT/usr/bin/iga64" ] || make_root
echo "iga64 of Intel's graphics compiler $(version libigc2-tools)"
echo "ocloc $(version intel-ocloc) with graphics compiler $(version libigdfcl2)"
