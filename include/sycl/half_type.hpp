// SPDX-License-Identifier: MIT
// sycl::half under the name of an older header.

#ifndef SYCL_HALF_TYPE_HPP
#define SYCL_HALF_TYPE_HPP

#include <sycl/detail/half.hpp>

#endif
