// SPDX-License-Identifier: MIT
// An older place of sycl/ext/intel/esimd.hpp.

#ifndef SYCL_EXT_INTEL_EXPERIMENTAL_ESIMD_MEMORY_HPP
#define SYCL_EXT_INTEL_EXPERIMENTAL_ESIMD_MEMORY_HPP

#include <sycl/ext/intel/esimd.hpp>

#endif
