// SPDX-License-Identifier: MIT
// The old name of sycl/sycl.hpp, with the old name of the namespace.

#ifndef CL_SYCL_HPP
#define CL_SYCL_HPP

#include <sycl/sycl.hpp>

namespace cl {
namespace sycl = ::sycl;
}

#endif
