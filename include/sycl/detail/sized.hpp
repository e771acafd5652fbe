// SPDX-License-Identifier: MIT
// The sizes of what has a range of elements.

#ifndef SYCL_DETAIL_SIZED_HPP
#define SYCL_DETAIL_SIZED_HPP

#include <cstddef>

namespace sycl::detail {

// The base of a class D with get_range().
template <class D> class counted {
  public:
    size_t size() const {
        return static_cast<const D &>(*this).get_range().size();
    }
    size_t get_count() const {
        return size();
    }
};
// The same of elements of D's value_type.
template <class D> class sized : public counted<D> {
  public:
    size_t byte_size() const {
        return this->size() * sizeof(typename D::value_type);
    }
    size_t get_size() const {
        return byte_size();
    }
};

} // namespace sycl::detail

#endif
