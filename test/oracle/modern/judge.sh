#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Our instruction library and zebins against Intel's current tools (see setup.sh): what the tests of test/oracle/iga64,
# test/isa and test/unit/isa do with the installed versions, for Xe2, Xe-LPG and once more for tgl, dg2 and pvc.
#
#   judge.sh BUILD-DIRECTORY    of a release build; JOBS at a time (default: all cores)
#
# Prints a line for each comparison and what differs; fails when anything does.
set -uo pipefail
cd "$(dirname "$0")/../../.."

ROOT=$PWD
BUILD=$(realpath "$1")
CACHE=$ROOT/build-cache/sid-corpus # what ocloc made, by device
WORK=$ROOT/build-cache/sid-work
REFERENCES=$ROOT/build-cache/ocl # what PoCL gives
PATH=$ROOT/test/oracle/modern/bin:$PATH
COUNT=${COUNT:-200000} # random instructions a target; TARGETS: some of the targets
export ROOT BUILD CACHE WORK REFERENCES PATH COUNT

device_of() { case $1 in tgl) echo tgllp ;; arlh) echo arl-h ;; *) echo "$1" ;; esac; }

# sources_of TARGET FILE...: those that the current compiler takes for the target: it has no images for pvc any more.
sources_of() {
    if [ "$1" = pvc ]; then
        shift
        grep -L image2d_t "$@"
    else
        shift
        printf '%s\n' "$@"
    fi
}

job_oracle() { mkdir -p "$WORK/$1" && "$BUILD/bin/iga_oracle" "$1" "$COUNT" 1 "$WORK/$1"; }
job_words() { mkdir -p "$WORK/$1" && "$BUILD/bin/iga_words" "$1" 40000 1 "$WORK/$1"; }

job_corpus() {
    local dir
    dir=$CACHE/$(device_of "$1")
    mkdir -p "$dir"
    sources_of "$1" "$ROOT"/test/isa/corpus/*.cl | xargs "$BUILD/bin/isa_corpus" "$1" "$(device_of "$1")" "$dir"
}

# Rows of our tables that none of the three above hits; needs what job_corpus compiled and what job_words left.
job_coverage() {
    if [ "$1" = lnl ] || [ "$1" = bmg ]; then
        "$BUILD/bin/isa_coverage" "$1" "$COUNT" 1 "$WORK/$1/$1_words.krn" "$CACHE/$1"/*.zebin
    fi
}

# What xedis prints of every kernel, xeas turns into the kernel's bytes.
job_tools() {
    python3 "$ROOT/test/isa/tools.py" roundtrip "$BUILD/bin/xedis" "$BUILD/bin/xeas" "$1" \
        "$CACHE/$(device_of "$1")"/*.zebin
}

# The corpus on xesim, against PoCL and plain C (see test/ocl), under all checkers.
job_run() {
    ZE_ENABLE_ALT_DRIVERS=$BUILD/lib/libze_xesim.so XESIM_CHECK=all,fatal \
        "$BUILD/bin/ocl_corpus" "$1" "$CACHE/$(device_of "$1")" "$REFERENCES" "$ROOT/test/isa/corpus" 1
}

# More code, with the vector compiler's as well: valid, and iga64 agrees on the registers that it touches.
job_regions() {
    local dir=$CACHE/regions
    mkdir -p "$dir"
    sources_of "$1" "$ROOT"/test/unit/isa/corpus/*.cl "$ROOT"/test/unit/isa/corpus/*.ll |
        xargs "$BUILD/bin/validate_corpus" "$1" "$dir" &&
        "$BUILD/bin/effects_iga" "$1" 0 "$dir/$1"/*.text
}

job_effects() { "$BUILD/bin/effects_iga" "$1" 50000; }
job_messages() { "$BUILD/bin/msg_iga" "$1" 50000; }

# Our zebins: valid without a remark, and the text that ocloc makes of them assembles to the same bytes. Kernels that
# the target cannot have are counted: media blocks (CG0101), more variables than registers (CG0301), dpas of other lanes.
job_zebins() {
    local file name dir=$WORK/zebin/$1 n=0 lacking=0
    for file in "$ROOT"/examples/*/*.cm "$ROOT"/test/run/kernels/*.cm; do
        name=$(basename "$file" .cm)
        rm -rf "${dir:?}/$name" && mkdir -p "$dir/$name"
        if ! "$BUILD/bin/cmc" -march="$1" "$file" -o "$dir/$name/k.bin" 2>"$dir/$name/log"; then
            grep -qE 'CG0101|CG0301|CM_HAS_DPAS|error: dpas:' "$dir/$name/log" || { cat "$dir/$name/log"; return 1; }
            lacking=$((lacking + 1))
            continue
        fi
        judge_zebin "$1" "$dir/$name" >"$dir/$name/log" 2>&1 || { echo "$file:"; cat "$dir/$name/log"; return 1; }
        n=$((n + 1))
    done
    echo "$1: $n zebins of ours are valid and disassembled, $lacking are refused"
    [ "$n" -ge 20 ] # fewer: the folders have moved
}

judge_zebin() (
    set -e
    cd "$2"
    ocloc validate -file k.bin | tee validate.log
    grep -q 'Binary is VALID' validate.log
    ! grep -q 'potential problems' validate.log
    mkdir dump
    ocloc disasm -file k.bin -dump dump -device "$(device_of "$1")"
    for text in dump/.text.*.asm; do
        "$BUILD/bin/xeas" -march="$1" "$text" -o again.krn
        size=$(stat -c %s again.krn)
        llvm-objcopy-19 -O binary --only-section="$(basename "$text" .asm)" k.bin code.krn
        cmp -n "$size" again.krn code.krn
        [ -z "$(tail -c +$((size + 1)) code.krn | tr -d '\0')" ] # the rest is padding
    done
)

# run_job KIND TARGET: its output at once, so that jobs do not mix.
run_job() {
    local start=$SECONDS out status
    out=$("job_$1" "$2" 2>&1)
    status=$?
    [ -z "$out" ] || printf '%s\n' "$out" | sed "s/^/$1: /"
    echo "$1 $2: $((SECONDS - start)) s, $([ "$status" -eq 0 ] && echo passed || echo FAILED)"
    [ "$status" -eq 0 ] || touch "$WORK/failed"
}
export -f device_of sources_of job_oracle job_words job_corpus job_tools job_run job_regions job_coverage job_effects job_messages job_zebins judge_zebin run_job

# Each line of the input: KIND TARGET.
run_all() { xargs -P "${JOBS:-$(nproc)}" -L 1 bash -c 'run_job "$0" "$1"'; }

python3 test/isa/names.py ocloc test/lit/options/Inputs/names.txt || exit 1
rm -rf "$WORK" && mkdir -p "$WORK" "$REFERENCES"
"$BUILD/bin/ocl_reference" "$ROOT/test/isa/corpus" "$REFERENCES" || exit 1
targets=${TARGETS:-lnl bmg ptl tgl dg2 pvc mtl arlh}
{
    for kind in oracle words corpus regions effects messages zebins; do
        for t in $targets; do echo "$kind $t"; done
    done
} | run_all
{
    for kind in tools run; do
        for t in $targets; do echo "$kind $t"; done
    done
    for t in $targets; do echo "coverage $t"; done
} | run_all
if [ -e "$WORK/failed" ]; then
    echo "judge-modern: differences, see above" >&2
    exit 1
fi
echo "judge-modern: no differences"
