#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Sets everything up on Debian 12 and builds, demonstrates or tests cmc.
#
#   ./build.sh build       packages, then a release build in build/
#   ./build.sh demo        build, then the linear filter on a real image
#   ./build.sh check       build, then all tests: release and sanitizer builds, short fuzzing
#   ./build.sh check-all   check, then a build with clang, its tests and code, ThreadSanitizer, valgrind, no-LLVM, long fuzzing
#   ./build.sh bench       build, then the benchmarks (prints ratios; asserts nothing)
#   ./build.sh paper       build, then the workloads of the C-for-Metal paper, CM beside OpenCL: table and plot
#   ./build.sh release     build/bin/cmc-release: the compiler as it is shipped, LLVM and Clang linked statically
#   ./build.sh package     the Debian packages, in build-package/packages
#   ./build.sh check-package   package, then a user's project in clean roots of Debian 12 and sid, from the packages alone
#   ./build.sh judge-modern   build, then Intel's current tools as judges (in a Debian sid root)
set -euo pipefail
cd "$(dirname "$0")"

# Every package that building, testing or judging needs. Listed here and nowhere else.
PACKAGES=(
    gcc g++ cmake ninja-build ccache pkg-config python3 git
    clang-19 llvm-19-dev llvm-19-tools libclang-19-dev libclang-cpp19-dev libclang-rt-19-dev liblld-19-dev
    clang-format-14 clang-tools-19    # the one format; clang-query
    libopenmpi-dev openmpi-bin        # cmtune-mpi
    libelf-dev libyaml-dev libffi-dev libboost-context-dev libcjson-dev libpng-dev libcmocka-dev uthash-dev libmpfr-dev
    libze-dev libze1                  # the Level Zero loader and its headers
    libigc-tools intel-opencl-icd     # judges: iga64; ocloc and Intel's Level Zero driver
    llvm-14                           # llvm-as-14: feeds Intel's vector back end, another judge
    pocl-opencl-icd ocl-icd-opencl-dev # a judge: OpenCL kernels on the CPU
    abigail-tools                     # abidiff: compares libcmrt's binary interface with the stored one
    debootstrap                       # the roots of judge-modern and check-package
    python3-numpy gnuplot-nox         # the workloads of the paper: data, checks, the plot
    lintian clangd-19 zsh             # judges: the packages, the examples in an editor, completion
    valgrind gdb
)

FUZZ_SECONDS=${FUZZ_SECONDS:-20}
JOBS=$(nproc)
# The compiler's list of headers instead of a run of the preprocessor: what is not in the cache costs a process less.
export CCACHE_DEPEND=1

# With the seconds since the start.
say() { printf '\n== %s (%d s)\n' "$*" "$SECONDS"; }

missing_packages() {
    local p
    for p in "${PACKAGES[@]}"; do
        dpkg-query -W -f='${db:Status-Status}\n' "$p" 2>/dev/null | grep -qx installed || echo "$p"
    done
}

as_root() {
    local sudo=()
    [ "$(id -u)" -eq 0 ] || sudo=(sudo)
    "${sudo[@]}" "$@"
}

install_packages() {
    local missing
    mapfile -t missing < <(missing_packages)
    [ "${#missing[@]}" -eq 0 ] && return
    say "installing ${missing[*]}"
    # A user's apt configuration may hold sources that are out of reach; what counts is that the packages install.
    as_root apt-get update -q || true
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -qy --no-install-recommends "${missing[@]}"
}

# build_preset NAME [TARGET]...: configures on the first run, builds always, without targets all.
build_preset() {
    say "building preset $*"
    cmake --preset "$1" >/dev/null
    ninja -C "$(preset_dir "$1")" -j "$JOBS" "${@:2}"
}

preset_dir() {
    if [ "$1" = release ]; then echo build; else echo "build-$1"; fi
}

# test_preset NAME [OPTION OF CTEST]...
test_preset() {
    local dir
    dir=$(preset_dir "$1")
    say "testing preset $1"
    ASAN_OPTIONS=${ASAN_OPTIONS:-detect_leaks=1:allocator_may_return_null=1} \
        TSAN_OPTIONS=${TSAN_OPTIONS:-suppressions=$PWD/test/tsan.supp} \
        ctest --test-dir "$dir" -j "$JOBS" --timeout 600 --output-on-failure --no-tests=error "${@:2}"
}

# fuzz_one TARGET SECONDS [OPTIONS]: one fuzz target, starting from its kept corpus.
fuzz_one() {
    local name scratch corpus
    name=$(basename "$1")
    scratch=build-fuzz/corpus/$name
    corpus=test/fuzz/corpus/$name
    mkdir -p "$scratch" build-fuzz/crashes
    # shellcheck disable=SC2046
    "$1" "${@:3}" -max_total_time="$2" -timeout=10 -rss_limit_mb=2048 -print_final_stats=0 -verbosity=0 \
        -artifact_prefix="build-fuzz/crashes/$name-" "$scratch" $([ -d "$corpus" ] && echo "$corpus") \
        >"build-fuzz/$name.log" 2>&1 || { cat "build-fuzz/$name.log"; return 1; }
}

# fuzz SECONDS: every fuzz target of the built preset fuzz for that long, as many at a time as there are cores.
fuzz() {
    local target pid failed=0 pids=()
    mkdir -p build-fuzz/crashes
    for target in build-fuzz/bin/fuzz_* ''; do
        if [ -x "$target" ]; then
            say "fuzzing $(basename "$target") for $1 s"
            fuzz_one "$target" "$1" &
            pids+=($!)
        fi
        [ "${#pids[@]}" -ge "$JOBS" ] || [ -z "$target" ] || continue
        for pid in "${pids[@]}"; do
            wait "$pid" || failed=1
        done
        pids=()
    done
    return "$failed"
}

# fuzz_ir SECONDS [OPTION]...: the target that needs LLVM, of the built preset fuzz-ir.
fuzz_ir() {
    say "fuzzing LLVM IR for $1 s"
    fuzz_one build-fuzz-ir/bin/fuzz_ir "$1" -max_len=65536 -len_control=0 "${@:2}"
    grep '^fuzz_ir:' build-fuzz/fuzz_ir.log
}

# fuzz_all SECONDS: fuzz_ir on one core for three times that long, the other targets beside it.
fuzz_all() {
    local pid failed=0 JOBS=1
    fuzz "$1" &
    pid=$!
    fuzz_ir "$(($1 * 3))" -seed=1 || failed=1
    wait "$pid" || failed=1
    return "$failed"
}

# compare_compilers: the code that cmc makes does not depend on the compiler that built cmc.
compare_compilers() {
    local build
    say "the code of all kernels, by cmc built with gcc and with clang"
    build_preset clang
    for build in build build-clang; do
        python3 test/check/code_bytes.py make "$build/bin/cmc" . "$build/code_bytes.txt"
    done
    python3 test/check/code_bytes.py compare build/code_bytes.txt build-clang/code_bytes.txt
}

check() {
    [ -d build ] || cmake --preset release -DCMC_UNITY=ON >/dev/null # from scratch, a few large files are faster
    build_preset release
    build_preset asan
    build_preset fuzz fuzz_targets
    build_preset fuzz-ir fuzz_ir
    rm -rf build-fuzz/corpus/fuzz_ir # the same inputs everywhere: chance is for the long runs
    fuzz_all "$FUZZ_SECONDS"
    test_preset asan -LE long
    test_preset release -LE long
}

# What check ran a share of, whole.
long_tests() { test_preset release -L long; }
long_sanitizer_tests() { build_preset asan example_kernels; test_preset asan -L long; }

clang_tests() { build_preset clang; test_preset clang -LE long; }
tsan_tests() { build_preset tsan; test_preset tsan -LE long; }
nollvm_tests() { build_preset nollvm; test_preset nollvm -LE long; }
valgrind_tests() { ctest --test-dir build-nollvm -L unit -T memcheck -j "$JOBS" --output-on-failure --no-tests=error; }
random_modules() { ninja -C build modules_5000; }
whole_corpus() { build_preset release; ninja -C build corpus_all; }
long_math() { build_preset release; ninja -C build math_long; }
source_mutants() { build_preset release; ninja -C build fuzz_cm_mutate_1500; }
# 5,000 programs of calls whose references may overlap, against plain C++.
random_calls() { build_preset release; ninja -C build fuzz_cm_calls_5000; }
# 2,000 programs of the ESIMD dialect, against plain C++ and the evaluator.
random_esimd() { build_preset release; ninja -C build fuzz_esimd_2000; }
ir_mutants() { build_preset fuzz-ir fuzz_ir; fuzz_ir 1500; }
# fuzz_ir finds wrong lowerings that a copy of the sources gets.
ir_plants() { python3 test/fuzz/fuzz_ir_plants.py . build-fuzz-plants; }
# The report's page in a browser, which only this stage needs: it takes 414 MB.
report_page() {
    local PACKAGES=(chromium)
    install_packages
    build_preset release
    python3 test/report/chromium.py build
}
# The CPU path: every kernel, row and operation, the ESIMD programs, 20,000 random programs.
cpu_path() { build_preset release; ninja -C build kernels_host rows_host operations_host esimd_host random_20000_host; }
# libcmrt on 64-bit Arm: the run tests' kernels and rows of the language, compiled here, run in an emulator.
aarch64_tests() {
    local PACKAGES=(qemu-user g++-aarch64-linux-gnu libelf-dev:arm64 libyaml-dev:arm64 libffi-dev:arm64
        libboost-context-dev:arm64 libpng-dev:arm64)
    dpkg --print-foreign-architectures | grep -qx arm64 || as_root dpkg --add-architecture arm64
    install_packages
    build_preset release cmc_release
    build_preset aarch64 cmrt cmrun
    export CMRUN_ARM=$PWD/build-aarch64/bin/cmrun
    python3 test/run/kernels.py build/bin/cmc-release test/run/cmrun_arm.sh test/run/kernels -march=host -mcpu=aarch64
    python3 test/cm/rows.py build/bin/cmc-release test/run/cmrun_arm.sh test/cm/rows -march=host -mcpu=aarch64
}
# clangd reads every example as an editor does.
editor_examples() { build_preset release; python3 test/install/clangd.py build/bin/cmc examples; }
# Mutants of sources and of LLVM IR at the same time: each uses one core.
mutants() {
    local pid
    source_mutants &
    pid=$!
    ir_mutants
    wait "$pid"
}
long_fuzzing() { build_preset fuzz fuzz_targets; fuzz "${FUZZ_SECONDS_LONG:-300}"; }

# The stages of check-all, each with the minutes that it takes on two cores.
LONG_STAGES=("check 32" "long_tests 45" "long_sanitizer_tests 60" "compare_compilers 14" "clang_tests 15" "tsan_tests 10" "nollvm_tests 5" "valgrind_tests 20" "random_modules 30" "report_page 1" "whole_corpus 5" "long_math 20" "mutants 28" "ir_plants 30" "random_calls 8" "random_esimd 75" "cpu_path 45" "aarch64_tests 5" "editor_examples 3" "check_package 15" "long_fuzzing 13")

check_all() {
    local stage left=0
    for stage in "${LONG_STAGES[@]}"; do
        left=$((left + ${stage#* }))
    done
    for stage in "${LONG_STAGES[@]}"; do
        say "${stage% *}: about $left min left"
        "${stage% *}"
        left=$((left - ${stage#* }))
    done
}

demo() {
    build_preset release
    say "linear filter"
    build/bin/linear --output=build/linear.png
    say "wrote build/linear.png"
}

bench() {
    build_preset release
    ninja -C build bench
}

# The packages, without an error of lintian.
package() {
    build_preset package
    say "packing"
    rm -f build-package/packages/*.deb
    (cd build-package && cpack)
    lintian --allow-root --fail-on error build-package/packages/*.deb
    ls -l build-package/packages/*.deb
}

check_package() {
    package
    say "the packages alone, in clean roots"
    test/install/check_package.sh build-package/packages
}

# The current ocloc, for bmg, is in the root of judge-modern.
paper() {
    test/oracle/modern/setup.sh
    build_preset release
    say "the workloads of the paper, CM beside OpenCL"
    test/bench/paper/paper all --page=docs/results.md
}

judge_modern() {
    test/oracle/modern/setup.sh
    build_preset release
    say "Intel's current tools as judges"
    time test/oracle/modern/judge.sh build
}

case "${1:-}" in
build) install_packages; build_preset release ;;
demo) install_packages; demo ;;
check) install_packages; check ;;
check-all) install_packages; check_all ;;
bench) install_packages; bench ;;
release) install_packages; build_preset release; cmake --build build --target cmc_release ;;
package) install_packages; package ;;
check-package) install_packages; check_package ;;
judge-modern) install_packages; judge_modern ;;
paper) install_packages; paper ;;
*)
    sed -n '3,15s/^# \{0,1\}//p' "$0"
    exit 2
    ;;
esac
