// SPDX-License-Identifier: MIT
// Unified shared memory.

#ifndef SYCL_DETAIL_USM_HPP
#define SYCL_DETAIL_USM_HPP

#include <sycl/detail/queue.hpp>
#include <sycl/detail/usm_ranges.hpp>

namespace sycl {

namespace detail {
inline void *usm(usm::alloc kind, size_t size_b, size_t align_b) {
    const cmrt_usm_kind k = kind == usm::alloc::host     ? CMRT_USM_HOST
                            : kind == usm::alloc::device ? CMRT_USM_DEVICE
                                                         : CMRT_USM_SHARED;
    void *p = nullptr;
    if (size_b == 0)
        size_b = 1;
    if (cmrt_usm_alloc(machine::get().device(), k, size_b, align_b, &p) != CMRT_OK)
        return nullptr;
    usm_ranges::all().add(p, size_b, kind);
    return p;
}
} // namespace detail

#define SYCL_USM(name, kind)                                                                                           \
    template <class... X> void *malloc_##name(size_t size_b, const X &...) {                                           \
        return detail::usm(kind, size_b, 0);                                                                           \
    }                                                                                                                  \
    template <class T, class... X> T *malloc_##name(size_t n, const X &...) {                                          \
        return static_cast<T *>(detail::usm(kind, n * sizeof(T), alignof(T)));                                         \
    }                                                                                                                  \
    template <class... X> void *aligned_alloc_##name(size_t align_b, size_t size_b, const X &...) {                    \
        return detail::usm(kind, size_b, align_b);                                                                     \
    }                                                                                                                  \
    template <class T, class... X> T *aligned_alloc_##name(size_t align_b, size_t n, const X &...) {                   \
        return static_cast<T *>(detail::usm(kind, n * sizeof(T), align_b));                                            \
    }
SYCL_USM(device, usm::alloc::device)
SYCL_USM(host, usm::alloc::host)
SYCL_USM(shared, usm::alloc::shared)
#undef SYCL_USM
template <class T> T *malloc(size_t n, const queue &, usm::alloc kind) {
    return static_cast<T *>(detail::usm(kind, n * sizeof(T), alignof(T)));
}
inline void *malloc(size_t size_b, const queue &, usm::alloc kind) {
    return detail::usm(kind, size_b, 0);
}
template <class T, class... X> T *malloc(size_t n, const device &, const context &, usm::alloc kind, const X &...) {
    return static_cast<T *>(detail::usm(kind, n * sizeof(T), alignof(T)));
}
template <class... X> void *malloc(size_t size_b, const device &, const context &, usm::alloc kind, const X &...) {
    return detail::usm(kind, size_b, 0);
}
template <class T, class... X>
T *aligned_alloc(size_t align_b, size_t n, const queue &, usm::alloc kind, const X &...) {
    return static_cast<T *>(detail::usm(kind, n * sizeof(T), align_b));
}
template <class... X> void *aligned_alloc(size_t align_b, size_t size_b, const queue &, usm::alloc kind, const X &...) {
    return detail::usm(kind, size_b, align_b);
}
template <class T, class... X>
T *aligned_alloc(size_t align_b, size_t n, const device &, const context &, usm::alloc kind, const X &...) {
    return static_cast<T *>(detail::usm(kind, n * sizeof(T), align_b));
}
template <class... X>
void *aligned_alloc(size_t align_b, size_t size_b, const device &, const context &, usm::alloc kind, const X &...) {
    return detail::usm(kind, size_b, align_b);
}
template <class... X> void free(void *p, const X &...) {
    detail::usm_ranges::all().remove(p);
    cmrt_svm_free(detail::machine::get().device(), p);
}
inline usm::alloc get_pointer_type(const void *p, const context &) {
    return detail::usm_ranges::all().kind_of(p);
}
inline device get_pointer_device(const void *p, const context &c) {
    if (get_pointer_type(p, c) == usm::alloc::unknown)
        throw exception(make_error_code(errc::invalid), "the address is not in memory that a malloc of SYCL returned");
    return {};
}
template <class T, usm::alloc Kind, size_t Align = 0> class usm_allocator {
  public:
    using value_type = T;
    template <class U> struct rebind { using other = usm_allocator<U, Kind, Align>; };
    usm_allocator() = default;
    template <class... X> explicit usm_allocator(const queue &, const X &...) {}
    usm_allocator(const context &, const device &) {}
    template <class U> usm_allocator(const usm_allocator<U, Kind, Align> &) {}
    T *allocate(size_t n) {
        T *p = static_cast<T *>(detail::usm(Kind, n * sizeof(T), Align > alignof(T) ? Align : alignof(T)));
        if (!p)
            throw exception(make_error_code(errc::memory_allocation), "out of memory");
        return p;
    }
    void deallocate(T *p, size_t) {
        sycl::free(p);
    }
    friend bool operator==(const usm_allocator &, const usm_allocator &) {
        return true;
    }
    friend bool operator!=(const usm_allocator &, const usm_allocator &) {
        return false;
    }
};

} // namespace sycl

#endif
