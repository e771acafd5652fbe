// SPDX-License-Identifier: MIT
// The ESIMD dialect: #include <sycl/ext/intel/esimd.hpp>.

#ifndef SYCL_EXT_INTEL_ESIMD_HPP
#define SYCL_EXT_INTEL_ESIMD_HPP

#include <sycl/sycl.hpp>

#include <sycl/ext/intel/esimd/simd.hpp>
#include <sycl/ext/intel/esimd/memory.hpp>
#include <sycl/ext/intel/esimd/slm.hpp>
#include <sycl/ext/intel/esimd/atomic.hpp>
#include <sycl/ext/intel/esimd/accessors.hpp>
#include <sycl/ext/intel/esimd/block2d.hpp>
#include <sycl/ext/intel/esimd/media.hpp>
#include <sycl/ext/intel/esimd/rgba.hpp>
#include <sycl/ext/intel/esimd/rounding.hpp>
#include <sycl/ext/intel/esimd/send.hpp>
#include <sycl/ext/intel/esimd/products.hpp>
#include <sycl/ext/intel/esimd/trigonometry.hpp>
#include <sycl/ext/intel/esimd/lsc.hpp>
#include <sycl/ext/intel/experimental/grf_size_properties.hpp>
#include <sycl/ext/intel/experimental/kernel_properties.hpp>
#include <sycl/ext/intel/esimd/sync.hpp>
#include <sycl/ext/intel/esimd/bits.hpp>
#include <sycl/ext/intel/esimd/typed.hpp>
#include <sycl/ext/intel/esimd/xmx/dpas.hpp>

// The experimental names include the others.
namespace sycl::ext::intel::experimental::esimd {
using namespace sycl::ext::intel::esimd;
}

// Kernels and functions. Each function that a kernel calls is inlined.
#define SYCL_ESIMD_KERNEL __attribute__((cmc_esimd))
#define SYCL_ESIMD_FUNCTION
#define ESIMD_INLINE   inline __attribute__((always_inline))
#define ESIMD_NOINLINE __attribute__((noinline))
#define ESIMD_NODEBUG  __attribute__((nodebug))
// File-scope variables that stay in registers, and the byte of the register file where one begins.
#define ESIMD_PRIVATE     __attribute__((genx_volatile))
#define ESIMD_REGISTER(n) __attribute__((genx_volatile(n)))

#endif
