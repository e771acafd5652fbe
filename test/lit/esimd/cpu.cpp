// SPDX-License-Identifier: MIT
// A program for a GPU has its kernels for the CPU too, unless its devices are named.
// RUN: %cmc %s -o %t -fsycl
// RUN: env CMRT_DEVICE=host %host %t
// RUN: env CMRT_DEVICE=xesim %host %t
// RUN: %cmc -fsycl -fsycl-targets=bmg %s -o %t
// RUN: not --crash env CMRT_DEVICE=host %host %t 2>&1 | %FileCheck --check-prefix=NONE %s
// NONE: the program has no kernels for the device 'host'; compile it with -fsycl-targets=host
//
// Its kernels are for the processor that the host code is for; the program records what they need.
// RUN: %cmc -fsycl -fsycl-targets=host -march=x86-64-v2 -c %s -o %t.o && strings %t.o | %FileCheck --check-prefix=V2 %s
// RUN: %cmc -fsycl -fsycl-targets=host -mcpu=x86-64-v3 -c %s -o %t.o && strings %t.o | %FileCheck --check-prefix=V3 %s
// V2: sse4.2,popcnt{{$}}
// V3: popcnt,avx,avx2,fma
// RUN: not %cmc -fsycl -fsycl-targets=host -mcpu=none -c %s -o %t.o 2>&1 | %FileCheck --check-prefix=CPU %s
// CPU: error: unknown processor 'none' for -mcpu
//
// For the CPU alone, by either name, it runs there without being told.
// RUN: %cmc -fsycl -fsycl-targets=native_cpu %s -o %t
// RUN: env -u CMRT_DEVICE %host %t
//
// What has no form on the CPU leaves a note, or is an error where the CPU is named.
// RUN: %cmc -fsycl -fsycl-targets=spir64 %s -DSEND -o %t 2>&1 | %FileCheck --check-prefix=NOTE %s
// RUN: env CMRT_DEVICE=xesim %host %t
// RUN: not %cmc -fsycl -fsycl-targets=bmg,host %s -DSEND -o %t 2>&1 | %FileCheck --check-prefix=ERROR %s
// NOTE: cpu.cpp:{{.*}} note: the program does not run with CMRT_DEVICE=host: {{.*}}raw.send
// NOTE: v = raw_send
// ERROR: cpu.cpp:{{.*}} error: {{.*}}raw.send{{.*}} has no form on the CPU
// ERROR: v = raw_send
#include "Inputs/check.hpp"

int main() {
    row<int, 16>(
        "a block plus one",
        [=](int *in, int *out) {
            simd<int, 16> v(in);
#ifdef SEND
            simd<uint64_t, 8> from(0);
            from[0] = (uint64_t)in;
            v = raw_send<1, 15, 1, 1>(v, from, 0, 0x0210d580);
#endif
            (v + 1).copy_to(out);
        },
        [](int i, const int *in) { return in[i] + 1; });
    return report();
}
