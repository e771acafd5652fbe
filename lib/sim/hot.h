// SPDX-License-Identifier: MIT
// SIM_HOT: compiles a lane loop twice, once for processors with eight-lane vectors and fused multiply-add.

#ifndef SIM_HOT_H
#define SIM_HOT_H

#define SIM_CAT2(a, b) a##_##b
#define SIM_CAT(a, b)  SIM_CAT2(a, b)

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) &&     \
    !defined(__clang__)
#define SIM_HOT __attribute__((target_clones("arch=x86-64-v3", "default")))
#else
#define SIM_HOT
#endif

#endif
