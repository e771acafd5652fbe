// SPDX-License-Identifier: MIT
// Memory: USM, buffers and their accessors, images, shared local memory.

#ifndef SYCL_DETAIL_MEMORY_HPP
#define SYCL_DETAIL_MEMORY_HPP

#include <sycl/detail/buffer.hpp>
#include <sycl/detail/image.hpp>
#include <sycl/detail/local_accessor.hpp>

#endif
