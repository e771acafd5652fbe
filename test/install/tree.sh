#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The installed tree, moved away from where it was installed, serves a user's project: find_package(CMC),
# cmc_add_kernel, pkg-config, ccache, a plain Level Zero program, SYCL.
#
#   tree.sh SOURCE-DIRECTORY BUILD-DIRECTORY EMPTY-DIRECTORY LIBDIR
set -euo pipefail
unset CCACHE_DISABLE
source=$1 build=$2 work=$3 libdir=$4
rm -rf "$work"
mkdir -p "$work"

fail() { echo "tree.sh: $*" >&2; exit 1; }
# expect WANTED COMMAND...: its output.
expect() {
    local got want=$1
    shift
    got=$("$@" 2>&1) || fail "$* failed: $got"
    [ "$got" = "$want" ] || fail "$*: got '$got', expected '$want'"
}

cmake --install "$build" --prefix "$work/first" >/dev/null
mv "$work/first" "$work/moved" # nothing may remember where it was put first
prefix=$work/moved lib=$work/moved/$libdir
export PATH=$prefix/bin:$PATH CMRT_DEVICE=xesim
unset ZE_ENABLE_ALT_DRIVERS XESIM_DEVICES CCACHE_DEPEND

for file in bin/{cmc,cmrun,xedis,xeas} "$libdir"/{libcmrt.so.1,libcmc.so.1,libcmcisa.so.1,cmc/libze_xesim.so} \
    include/{cm/cm.h,sycl/sycl.hpp,cmrt/cmrt.h,cmc/{isa,cmc}.h} lib/cmc-intel/{icpx,IntelSYCLConfig.cmake} \
    share/man/man1/{cmc,cmrun,xedis,xeas}.1 share/bash-completion/completions/{cmc,cmrun,xedis,xeas} \
    share/zsh/site-functions/_{cmc,cmrun,xedis,xeas}; do
    [ -e "$prefix/$file" ] || fail "not installed: $file"
done
printers=$(find "$prefix/share/gdb/auto-load" -name 'libcmrt.so.*-gdb.py')
[ -n "$printers" ] || fail "not installed: the printers for gdb"
expect "$lib/$(basename "${printers%-gdb.py}")" realpath "$lib/libcmrt.so" # gdb looks for this name
expect "" gdb -nx -batch -ex "source $printers"
intel=$(find "$prefix" -name '*ze_intel_gpu*')
[ -z "$intel" ] || fail "the name of Intel's driver: $intel"
expect "$lib/cmc/libze_xesim.so" realpath "$(cmrun --print-driver)"

# A user's project. Kernels go through ccache, whose cache here is empty.
export CCACHE_DIR=$work/ccache CCACHE_CONFIGPATH=/dev/null CMAKE_PREFIX_PATH=$prefix
cp -r "$source/test/install/hello" "$work/hello"
make_hello() { cmake --build "$work/out" >"$work/log" 2>&1 || { cat "$work/log"; fail "hello was not built"; }; }
cmake -G Ninja -S "$work/hello" -B "$work/out" -DCMAKE_C_COMPILER_LAUNCHER=ccache >"$work/log" 2>&1 ||
    { cat "$work/log"; fail "hello was not configured"; }
make_hello
expect "xesim:tgl: 190" "$work/out/hello"
expect "xesim:tgl: 190" "$work/out/hello" "$work/out/scale.bin"
for device in xesim:tgl xesim:bmg host; do # one file for all of them
    CMRT_DEVICE=$device expect "$device: 190" "$work/out/hello_object"
done

# A changed header compiles the kernel again; the old one comes from the cache.
hits() { ccache --print-stats | awk '/^(direct|preprocessed)_cache_hit/ {n += $2} END {print n}'; }
sed -i 's/FACTOR 3/FACTOR 5/' "$work/hello/scale.h"
make_hello
expect "xesim:tgl: 316" "$work/out/hello"
expect "xesim:tgl: 316" "$work/out/hello_object"
expect "ninja: no work to do." ninja -C "$work/out" --quiet
before=$(hits)
sed -i 's/FACTOR 5/FACTOR 3/' "$work/hello/scale.h"
make_hello
expect "xesim:tgl: 190" "$work/out/hello"
[ "$(hits)" -ge $((before + 2)) ] || fail "ccache did not know the first kernels: $(hits) hits after $before"
sed -i 's/FACTOR 3/FACTOR 7/' "$work/hello/scale.h"
CCACHE_DEPEND=1 make_hello # ccache sees no preprocessed text, so not what the assembler includes
expect "xesim:tgl: 442" "$work/out/hello_object"
sed -i 's/FACTOR 7/FACTOR 3/' "$work/hello/scale.h"
CCACHE_DEPEND=1 make_hello
expect "xesim:tgl: 190" "$work/out/hello_object"

# libcmc is as easy to find.
printf '#include <cmc/cmc.h>\n#include <stdio.h>\nint main(void) { printf("%%s\\n", cmc_version()); }\n' >"$work/version.c"
# shellcheck disable=SC2046
cc "$work/version.c" -o "$work/version" $(PKG_CONFIG_PATH=$lib/pkgconfig pkg-config --cflags --libs libcmc)
expect "$(cmc --version | cut -d' ' -f2)" env LD_LIBRARY_PATH="$lib" "$work/version"

# pkg-config. An error that a user can understand.
export PKG_CONFIG_PATH=$lib/pkgconfig
expect "$prefix/bin/cmc" realpath "$(pkg-config --variable=compiler cmc)"
# shellcheck disable=SC2046
cc -I"$work/out" "$work/hello/hello.c" "$work/out/scale_bin.c" -o "$work/plain" $(pkg-config --cflags --libs cmrt)
LD_LIBRARY_PATH=$lib expect "xesim:tgl: 190" "$work/plain"

# A program of Level Zero alone.
cmc "$source/examples/queues/queues.cm" -o "$work/queues.bin"
# shellcheck disable=SC2046
cc "$source/examples/queues/plain.c" -o "$work/level_zero" $(pkg-config --cflags --libs level-zero)
driver=$(cmrun --print-driver)
ZE_ENABLE_ALT_DRIVERS=$driver expect "plain    right" "$work/level_zero" "$work/queues.bin"

# Without the simulator.
rm "$lib/cmc/libze_xesim.so"
got=$(! LD_LIBRARY_PATH=$lib "$work/plain" 2>&1)
case $got in
*"no Intel GPU found"*"libze_xesim.so"*"the package xesim"*"CMRT_DEVICE=host"*) ;;
*) fail "without the driver: $got" ;;
esac
CMRT_DEVICE=host LD_LIBRARY_PATH=$lib expect "host: 190" "$work/plain"
got=$(! cmrun --print-driver 2>&1)
case $got in
*"in the package xesim"*) ;;
*) fail "without the driver: $got" ;;
esac
