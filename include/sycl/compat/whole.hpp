// SPDX-License-Identifier: MIT
// The text of the headers that other_names.txt lists.

#include <sycl/sycl.hpp>
