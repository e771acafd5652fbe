#!/bin/sh
# SPDX-License-Identifier: MIT
# Compiles kernels with cmc, the first also with debug information, and gives the zebins to oracle_driver.
# usage: compiled.sh CMC ORACLE_DRIVER TARGET KERNEL.cm...
set -eu
cmc=$1 oracle=$2 target=$3
shift 3
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
"$cmc" -g "$1" "-march=$target" -o "$dir/debug.bin"
for kernel in "$@"; do
    "$cmc" "$kernel" "-march=$target" -o "$dir/$(basename "$kernel" .cm).bin"
done
"$oracle" --zebin "$target" "$dir"/*.bin
