// SPDX-License-Identifier: MIT
// Kernels as the host's compiler sees them: parsed, never run. The compilation for a target reports what that target
// lacks, so that the host side has every feature.

#ifndef SYCL_EXT_INTEL_ESIMD_DETAIL_HOST_TARGET_HPP
#define SYCL_EXT_INTEL_ESIMD_DETAIL_HOST_TARGET_HPP

#ifndef __SYCL_DEVICE_ONLY__
#define CM_GRF_WIDTH         512
#define CM_HAS_LSC           1
#define CM_HAS_BF16          1
#define CM_HAS_TF32          1
#define CM_HAS_BFN           1
#define CM_HAS_DP4A          1
#define CM_HAS_DPAS          1
#define CM_HAS_DPASW         1
#define CM_HAS_DPAS_ACC_HALF 1
#endif

#endif
