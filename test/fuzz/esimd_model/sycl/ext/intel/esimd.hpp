// SPDX-License-Identifier: MIT
// The ESIMD dialect as plain C++: what programs of esimd_gen.py compute when the host's compiler builds them. Scalar
// loops over arrays; nothing of include/sycl. Programs whose results are not defined stop (an index that is out of
// range).

#ifndef ESIMD_MODEL_HPP
#define ESIMD_MODEL_HPP

#include "../../../memory.hpp"

#define SYCL_ESIMD_KERNEL
#define SYCL_ESIMD_FUNCTION
#define ESIMD_INLINE   inline
#define ESIMD_NOINLINE inline

#endif
