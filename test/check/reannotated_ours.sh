#!/bin/sh
# SPDX-License-Identifier: MIT
# reannotated_ours.sh CMC CHECK_SILENT CHECK_MUTATE REANNOTATE.PY TARGET PLATFORM EVERY KERNEL.cm...
# The simulator's scoreboard checker is silent on our code, and on the same instructions with the annotations of
# iga64 -Xauto-deps instead of ours; it finds it when one of our annotations is taken away. EVERY: only each
# EVERY-th kernel.
set -eu
cmc=$1 silent=$2 mutate=$3 script=$4 target=$5 platform=$6 every=$7
shift 7
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT
mkdir "$work/ours" "$work/theirs"
n=0
for file in "$@"; do
    n=$((n + 1))
    [ $((n % every)) -eq 0 ] || continue
    name=$(basename "$file" .cm).zebin
    "$cmc" -w "$file" -march="$target" -o "$work/ours/$name"
    "$script" "$platform" "$work/ours/$name" "$work/theirs/$name"
done
"$silent" "$target" hazard "$work"/ours/*
"$silent" "$target" hazard "$work"/theirs/*
"$mutate" "$target" 11 "$work"/ours/*
