// SPDX-License-Identifier: MIT
// An extension of PyTorch.
#include <c10/xpu/XPUStream.h>
#include <sycl/sycl.hpp>
