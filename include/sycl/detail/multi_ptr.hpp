// SPDX-License-Identifier: MIT
// multi_ptr: a pointer and the kind of memory that it points to. On the device, a pointer to shared local memory has
// that address space. An undecorated pointer is generic: the compiler follows it back to where it comes from.

#ifndef SYCL_DETAIL_MULTI_PTR_HPP
#define SYCL_DETAIL_MULTI_PTR_HPP

#include <sycl/detail/prefetch.hpp>

#include <iterator>
#include <type_traits>

namespace sycl {

namespace access {
enum class address_space { global_space, local_space, constant_space, private_space, generic_space };
enum class decorated { no, yes, legacy };
} // namespace access

namespace detail {
template <class T, access::address_space Space> struct decorated_pointer { using type = T *; };
#ifdef __SYCL_DEVICE_ONLY__
template <class T> struct decorated_pointer<T, access::address_space::local_space> {
    using type = __attribute__((opencl_local)) T *;
};
#endif
} // namespace detail

template <class T, access::address_space Space, access::decorated Decorated = access::decorated::legacy>
class multi_ptr {
  public:
    static constexpr access::address_space address_space = Space;
    static constexpr bool is_decorated = Decorated == access::decorated::yes;
    using value_type = T;
    using stored = typename detail::decorated_pointer<T, Space>::type;
    using pointer = std::conditional_t<Decorated == access::decorated::no, T *, stored>;
    using difference_type = std::ptrdiff_t;
    using iterator_category = std::random_access_iterator_tag;

    multi_ptr() = default;
    multi_ptr(std::nullptr_t) {}
    multi_ptr(stored p) : p_(p) {}
    template <class P, class = std::enable_if_t<std::is_pointer_v<P> && !std::is_convertible_v<P, stored> &&
                                                std::is_convertible_v<P, const volatile T *>>>
    explicit multi_ptr(P p) : p_((stored)p) {}
    template <class U, access::decorated D, class = std::enable_if_t<std::is_convertible_v<U *, T *>>>
    multi_ptr(const multi_ptr<U, Space, D> &x) : p_(x.get_decorated()) {}

    pointer get() const {
        if constexpr (std::is_same_v<pointer, stored>)
            return p_;
        else
            return get_raw();
    }
    T *get_raw() const {
        return (T *)p_;
    }
    stored get_decorated() const {
        return p_;
    }
    operator pointer() const {
        return get();
    }
    T &operator*() const {
        return *get_raw();
    }
    T &operator[](std::ptrdiff_t i) const {
        return get_raw()[i];
    }
    T *operator->() const {
        return get_raw();
    }
    multi_ptr &operator+=(std::ptrdiff_t n) {
        p_ += n;
        return *this;
    }
    multi_ptr &operator-=(std::ptrdiff_t n) {
        return *this += -n;
    }
    multi_ptr &operator++() {
        return *this += 1;
    }
    multi_ptr &operator--() {
        return *this += -1;
    }
    multi_ptr operator++(int) {
        multi_ptr old = *this;
        ++*this;
        return old;
    }
    multi_ptr operator--(int) {
        multi_ptr old = *this;
        --*this;
        return old;
    }
    template <class N, class = std::enable_if_t<std::is_integral_v<N>>> friend multi_ptr operator+(multi_ptr a, N n) {
        return a += (std::ptrdiff_t)n;
    }
    template <class N, class = std::enable_if_t<std::is_integral_v<N>>> friend multi_ptr operator-(multi_ptr a, N n) {
        return a -= (std::ptrdiff_t)n;
    }
    friend std::ptrdiff_t operator-(const multi_ptr &a, const multi_ptr &b) {
        return a.p_ - b.p_;
    }
#define SYCL_COMPARE(op)                                                                                               \
    friend bool operator op(const multi_ptr &a, const multi_ptr &b) {                                                  \
        return a.p_ op b.p_;                                                                                           \
    }
    SYCL_COMPARE(==)
    SYCL_COMPARE(!=)
    SYCL_COMPARE(<)
    SYCL_COMPARE(<=)
    SYCL_COMPARE(>)
    SYCL_COMPARE(>=)
#undef SYCL_COMPARE
    // Reads n elements into L3, of these at most 32 bytes.
    __attribute__((always_inline)) void prefetch(size_t n) const
        __attribute__((diagnose_if(!__builtin_constant_p(n),
                                   "the number of elements is not constant, so that the size of the prefetch is chosen "
                                   "at run time; use a constant",
                                   "warning")))
        __attribute__((diagnose_if(__builtin_constant_p(n) && n * sizeof(T) > detail::prefetch_most_b,
                                   "a prefetch reads at most 32 bytes; call it for each 32 bytes", "warning"))) {
        static_assert(Space == access::address_space::global_space,
                      "prefetch is only for the global address space; use a global_ptr");
        const size_t size_b = n * sizeof(T);
        detail::prefetch_l3<alignof(T)>((unsigned long)p_,
                                        size_b < detail::prefetch_most_b ? size_b : detail::prefetch_most_b);
    }

  private:
    stored p_ = nullptr;
};

#define SYCL_POINTER_TO(kind)                                                                                          \
    template <class T, access::decorated D = access::decorated::legacy>                                                \
    using kind##_ptr = multi_ptr<T, access::address_space::kind##_space, D>;                                           \
    template <class T> using raw_##kind##_ptr = kind##_ptr<T, access::decorated::no>;                                  \
    template <class T> using decorated_##kind##_ptr = kind##_ptr<T, access::decorated::yes>;
SYCL_POINTER_TO(global)
SYCL_POINTER_TO(local)
SYCL_POINTER_TO(constant)
SYCL_POINTER_TO(private)
SYCL_POINTER_TO(generic)
#undef SYCL_POINTER_TO

template <access::address_space Space, access::decorated D, class T> multi_ptr<T, Space, D> address_space_cast(T *p) {
    return multi_ptr<T, Space, D>((typename detail::decorated_pointer<T, Space>::type)p);
}

template <class T, access::address_space Space, access::decorated D = access::decorated::legacy>
multi_ptr<T, Space, D> make_ptr(T *p) {
    return address_space_cast<Space, D>(p);
}

} // namespace sycl

#endif
