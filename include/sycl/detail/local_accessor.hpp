// SPDX-License-Identifier: MIT
// Shared local memory of a work-group that the host reserves: a local_accessor is the offset of its first byte.

#ifndef SYCL_DETAIL_LOCAL_ACCESSOR_HPP
#define SYCL_DETAIL_LOCAL_ACCESSOR_HPP

#include <sycl/detail/accessor.hpp>

namespace sycl {

template <class T, int Dims = 1> class local_accessor : public detail::sized<local_accessor<T, Dims>> {
  public:
    using value_type = T;
    using reference = T &;
    using pointer = typename detail::decorated_pointer<T, access::address_space::local_space>::type;
    local_accessor() = default;
    local_accessor(range<Dims> r, handler &h, const property_list & = {})
        : at_(h.reserve_local(r.size() * sizeof(T), sizeof(T) > 64 ? 64 : alignof(T))), range_(r) {}
    template <int D = Dims, class = std::enable_if_t<D == 1>>
    local_accessor(size_t n, handler &h) : local_accessor(range<1>(n), h) {}
    pointer get_pointer() const {
        return (pointer)at_;
    }
    template <access::decorated D> local_ptr<T, D> get_multi_ptr() const {
        return get_pointer();
    }
    // A generic reference: the compiler follows it back to local memory.
    T &operator[](const id<Dims> &i) const {
        return ((T *)get_pointer())[detail::row_major(i, range_)];
    }
    template <int D = Dims, class = std::enable_if_t<(D > 1)>> auto operator[](size_t i) const {
        return detail::subscript<T, Dims, Dims>((T *)get_pointer(), range_, 0)[i];
    }
    template <int D = Dims, class = std::enable_if_t<D == 1>> T *begin() const {
        return (T *)get_pointer();
    }
    template <int D = Dims, class = std::enable_if_t<D == 1>> T *end() const {
        return begin() + this->size();
    }
    range<Dims> get_range() const {
        return range_;
    }
    bool empty() const {
        return this->size() == 0;
    }

  private:
    size_t at_ = 0;
    range<Dims> range_;
};
// The name of SYCL 1.2.1.
template <class T, int Dims, access::mode Mode, access::placeholder P>
class accessor<T, Dims, Mode, access::target::local, P> : public local_accessor<T, Dims> {
  public:
    using local_accessor<T, Dims>::local_accessor;
};

// An object in shared local memory for each group. It has no body: a kernel that calls it is an error.
namespace ext::oneapi {
template <class T, class Group, class... X> local_ptr<T> group_local_memory(Group, X &&...);
template <class T, class Group> local_ptr<T> group_local_memory_for_overwrite(Group);
} // namespace ext::oneapi

} // namespace sycl

#endif
