// SPDX-License-Identifier: MIT
// SYCL for explicit-SIMD programs: #include <sycl/sycl.hpp>.

#ifndef SYCL_SYCL_HPP
#define SYCL_SYCL_HPP

#include <sycl/detail/half.hpp>
#include <sycl/detail/elements_math.hpp>
#include <sycl/detail/math.hpp>
#include <sycl/detail/groups.hpp>
#include <sycl/detail/group_algorithms.hpp>
#include <sycl/detail/identity.hpp>
#include <sycl/detail/level_zero.hpp>
#include <sycl/ext/oneapi/bfloat16.hpp>
#include <sycl/ext/oneapi/device_global.hpp>
#include <sycl/ext/oneapi/experimental/enqueue_functions.hpp>
#include <sycl/ext/oneapi/matrix/matrix.hpp>
#include <sycl/ext/oneapi/printf.hpp>

#include <complex> // programs rely on these
#include <iostream>
#include <sstream>

#ifndef SYCL_LANGUAGE_VERSION
#define SYCL_LANGUAGE_VERSION 202001
#endif
#define __SYCL_UNNAMED_LAMBDA__           1 // kernels need no names
#define SYCL_EXT_INTEL_ESIMD              1
#define SYCL_EXT_INTEL_DEVICE_INFO        6
#define SYCL_EXT_ONEAPI_BFLOAT16          1
#define SYCL_EXT_ONEAPI_ENQUEUE_FUNCTIONS 1
#define SYCL_EXT_ONEAPI_PROPERTIES        1
#define SYCL_EXT_ONEAPI_KERNEL_PROPERTIES 1
#define SYCL_EXTERNAL

#endif

#include <cassert> // each time anew, since NDEBUG may have changed
