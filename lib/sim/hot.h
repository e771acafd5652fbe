// SPDX-License-Identifier: MIT
// SIM_HOT: compile a loop over lanes twice, once for processors with wide vectors. SIM_HOT_FMA:
// with fused multiply-add.

#ifndef SIM_HOT_H
#define SIM_HOT_H

#define SIM_CAT2(a, b) a##_##b
#define SIM_CAT(a, b)  SIM_CAT2(a, b)

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__SANITIZE_ADDRESS__) &&                  \
    !defined(__SANITIZE_THREAD__) && !defined(__clang__)
#define SIM_HOT     __attribute__((target_clones("avx2", "default")))
#define SIM_HOT_FMA __attribute__((target_clones("fma", "default")))
#else
#define SIM_HOT
#define SIM_HOT_FMA
#endif

#endif
