// SPDX-License-Identifier: MIT
// An older place of sycl/ext/intel/experimental/kernel_properties.hpp.

#ifndef SYCL_EXT_INTEL_EXPERIMENTAL_ESIMD_KERNEL_PROPERTIES_HPP
#define SYCL_EXT_INTEL_EXPERIMENTAL_ESIMD_KERNEL_PROPERTIES_HPP

#include <sycl/ext/intel/experimental/kernel_properties.hpp>

#endif
