#!/bin/sh
# SPDX-License-Identifier: MIT
# as_user.sh FOLDER: what a user does with the packages. FOLDER is new; the project is beside this script.
set -eu
project=$(dirname "$0")
mkdir "$1"
cd "$1"

expect() {
    wanted=$1
    shift
    got=$("$@" 2>&1) || { echo "$* failed: $got" >&2; exit 1; }
    [ "$got" = "$wanted" ] || { echo "$*: got '$got', expected '$wanted'" >&2; exit 1; }
    echo "  $*: $got"
}
quietly() { "$@" >log 2>&1 || { cat log >&2; echo "$* failed" >&2; exit 1; }; }

quietly cmake -S "$project/hello" -B out
quietly cmake --build out
for device in xesim:tgl xesim:bmg host; do
    export CMRT_DEVICE="$device"
    expect "$device: 190" out/hello
    expect "$device: 190" out/hello out/scale.bin
    expect "$device: 190" out/hello_object
done
unset CMRT_DEVICE
expect "xesim:tgl: 190" out/hello # no GPU here
expect "arg 0: 1 4 7 10" cmrun out/scale.bin --arg buf:256:iota:d --dump 0:d:4

# A plain Level Zero program finds the simulator; here cmrun itself is one.
expect "arg 0: 1 4 7 10" env "ZE_ENABLE_ALT_DRIVERS=$(cmrun --print-driver)" \
    cmrun out/scale.bin --arg buf:256:iota:d --dump 0:d:4
# shellcheck disable=SC2046
quietly cc -I out "$project/hello/hello.c" out/scale_bin.c -o plain $(pkg-config --cflags --libs cmrt)
expect "xesim:tgl: 190" ./plain
quietly cmc -fsycl "$project/esimd.cpp" -o esimd
expect 190 ./esimd
expect "// kernel scale" sh -c 'xedis out/scale.bin | head -1 | cut -d, -f1'
