#!/bin/sh
# SPDX-License-Identifier: MIT
# reannotated.sh CHECK_SILENT REANNOTATE.PY TARGET PLATFORM EVERY FILE...
# The scoreboard checker is silent on the files after iga64 has set the annotations anew. EVERY: only each EVERY-th.
set -eu
silent=$1 script=$2 target=$3 platform=$4 every=$5
shift 5
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT
n=0
for file in "$@"; do
    n=$((n + 1))
    [ $((n % every)) -eq 0 ] || continue
    "$script" "$platform" "$file" "$work/$(basename "$file")"
done
"$silent" "$target" hazard "$work"/*
