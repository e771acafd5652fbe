#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Installs libcmcisa into an empty prefix, and builds and runs a stranger's C and C++ program with what pkg-config says.
#
#   run.sh SOURCE-DIRECTORY BUILD-DIRECTORY EMPTY-DIRECTORY LIBDIR CMAKE CC CXX "FLAGS"
set -euo pipefail
here=$1/test/isa/install build=$2 prefix=$3 libdir=$3/$4 cmake=$5 cc=$6 cxx=$7 flags=$8
want="000000070e8d002020600a2800600040 add" # iga64 -p 9 -a
rm -rf "$prefix"
for component in cmcisa cmcisa-dev; do
    "$cmake" --install "$build" --component $component --prefix "$prefix/first" >/dev/null
done
mv "$prefix/first" "$prefix/moved" # nothing may remember where it was put first
libdir=$prefix/moved/$4
export PKG_CONFIG_PATH=$libdir/pkgconfig LD_LIBRARY_PATH=$libdir

# Only what the headers declare is visible.
n=0
for symbol in $(nm -D --defined-only "$libdir/libcmcisa.so" | awk '$2 ~ /[TDBRV]/ {print $3}'); do
    case $symbol in
    isa_* | cmc_*) ;;
    _*) continue ;; # of the linker and the sanitizers
    *) echo "visible but not ours: $symbol"; exit 1 ;;
    esac
    grep -qrw "$symbol" "$prefix/moved/include" || { echo "visible but in no header: $symbol"; exit 1; }
    n=$((n + 1))
done
[ "$n" -ge 40 ] || { echo "only $n symbols are visible"; exit 1; }

for compiler in "$cc -std=c17" "$cc -std=c99" "$cxx -std=c++17 -x c++" "$cxx -std=c++11 -x c++"; do
    # shellcheck disable=SC2046,SC2086
    $compiler $flags -pedantic -Wall -Wextra -Werror "$here/user.c" -o "$prefix/user" $(pkg-config --cflags --libs cmcisa)
    got=$("$prefix/user")
    [ "$got" = "$want" ] || { echo "$compiler: got '$got', expected '$want'"; exit 1; }
done
echo "cmcisa $(pkg-config --modversion cmcisa): $n symbols"
