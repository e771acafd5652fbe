// SPDX-License-Identifier: MIT
// Sub-groups, atomics of one object, and what is not supported: algorithms of groups are errors where they are called.

#ifndef SYCL_DETAIL_GROUPS_HPP
#define SYCL_DETAIL_GROUPS_HPP

#include <sycl/detail/memory.hpp>

namespace sycl {

// Of what exchanges values between work-items.
#define SYCL_NO_EXCHANGE(name)                                                                                         \
    SYCL_ERROR_IN_KERNEL(name " is not supported because the work-items of a sub-group do not run at the same time; "  \
                              "use simd operations in an explicit SIMD kernel, or shared local memory and a barrier")

// The work-items of a work-group in the order of their linear ids, as many as [[sycl::reqd_sub_group_size(n)]] demands;
// without it, one.
class sub_group {
  public:
    using id_type = id<1>;
    using range_type = range<1>;
    using linear_id_type = uint32_t;
    static constexpr int dimensions = 1;
    static constexpr memory_scope fence_scope = memory_scope::sub_group;
    template <int Dims>
    explicit sub_group(const detail::item_place<Dims> &place)
        : number_(place.number()), count_(place.count()), size_(place.sub_group_size) {}
    id<1> get_local_id() const {
        return get_local_linear_id();
    }
    uint32_t get_local_linear_id() const {
        return number_ % size_;
    }
    // The last sub-group may be smaller.
    range<1> get_local_range() const {
        return get_local_linear_range();
    }
    uint32_t get_local_linear_range() const {
        const uint32_t left = count_ - number_ / size_ * size_;
        return left < size_ ? left : size_;
    }
    range<1> get_max_local_range() const {
        return size_;
    }
    id<1> get_group_id() const {
        return get_group_linear_id();
    }
    uint32_t get_group_linear_id() const {
        return number_ / size_;
    }
    range<1> get_group_range() const {
        return get_group_linear_range();
    }
    uint32_t get_group_linear_range() const {
        return (count_ + size_ - 1) / size_;
    }
    bool leader() const {
        return get_local_linear_id() == 0;
    }
    SYCL_ONE_ITEM("a barrier of a sub-group") void barrier() const {}
    template <class T, class... X> SYCL_NO_EXCHANGE("shuffle") T shuffle(T x, X...) const {
        return x;
    }
    template <class T, class... X> SYCL_NO_EXCHANGE("shuffle_up") T shuffle_up(T x, X...) const {
        return x;
    }
    template <class T, class... X> SYCL_NO_EXCHANGE("shuffle_down") T shuffle_down(T x, X...) const {
        return x;
    }
    template <class T, class... X> SYCL_NO_EXCHANGE("shuffle_xor") T shuffle_xor(T x, X...) const {
        return x;
    }
    template <class T> SYCL_NO_EXCHANGE("load of a sub-group") T load(const T *p) const {
        return *p;
    }
    template <class T> SYCL_NO_EXCHANGE("store of a sub-group") void store(T *, const T &) const {}

  private:
    uint32_t number_, count_, size_; // of the work-item in its work-group; work-items; work-items of a sub-group
};
template <int Dims> sub_group nd_item<Dims>::get_sub_group() const {
    return sub_group(at_);
}
SYCL_ONE_ITEM("a barrier of a sub-group")
inline void group_barrier(sub_group, memory_scope = memory_scope::sub_group) {}
namespace ext::oneapi::this_work_item {
SYCL_ONE_ITEM("get_sub_group without an nd_item") inline sycl::sub_group get_sub_group() {
    return sub_group(detail::item_place<1>());
}
} // namespace ext::oneapi::this_work_item

namespace ext::oneapi {
// The work-items of a sub-group, a bit each.
class sub_group_mask {
  public:
    explicit sub_group_mask(uint32_t bits = 0) : bits_(bits) {}
    static constexpr size_t max_bits = 1;
    bool operator[](id<1> i) const {
        return i == 0 && bits_ & 1;
    }
    bool test(id<1> i) const {
        return (*this)[i];
    }
    bool all() const {
        return bits_ == 1;
    }
    bool any() const {
        return bits_ != 0;
    }
    bool none() const {
        return bits_ == 0;
    }
    uint32_t count() const {
        return bits_;
    }
    uint32_t size() const {
        return max_bits;
    }
    id<1> find_low() const {
        return any() ? 0 : max_bits;
    }
    id<1> find_high() const {
        return find_low();
    }
    template <class T> void extract_bits(T &bits, id<1> first = 0) const {
        bits = first == 0 ? (T)bits_ : T(0);
    }

  private:
    uint32_t bits_;
};
SYCL_ONE_ITEM("group_ballot") inline sub_group_mask group_ballot(sub_group, bool on = true) {
    return sub_group_mask(on);
}
} // namespace ext::oneapi

template <class T = void> using plus = std::plus<T>;
template <class T = void> using multiplies = std::multiplies<T>;
template <class T = void> using bit_and = std::bit_and<T>;
template <class T = void> using bit_or = std::bit_or<T>;
template <class T = void> using bit_xor = std::bit_xor<T>;
template <class T = void> using logical_and = std::logical_and<T>;
template <class T = void> using logical_or = std::logical_or<T>;
template <class T = void> struct minimum {
    constexpr T operator()(const T &a, const T &b) const {
        return b < a ? b : a;
    }
};
template <> struct minimum<void> {
    template <class A, class B> constexpr auto operator()(const A &a, const B &b) const {
        return b < a ? b : a;
    }
};
template <class T = void> struct maximum {
    constexpr T operator()(const T &a, const T &b) const {
        return a < b ? b : a;
    }
};
template <> struct maximum<void> {
    template <class A, class B> constexpr auto operator()(const A &a, const B &b) const {
        return a < b ? b : a;
    }
};

template <class T> struct is_device_copyable : std::bool_constant<std::is_trivially_copyable_v<T>> {};
template <class T> inline constexpr bool is_device_copyable_v = is_device_copyable<T>::value;
template <class T> using buffer_allocator = std::allocator<T>;

// Atomic accesses to an object in memory.
template <class T, memory_order Order = memory_order::relaxed, memory_scope Scope = memory_scope::device,
          access::address_space Space = access::address_space::generic_space>
class atomic_ref {
  public:
    using value_type = T;
    explicit atomic_ref(T &x) : p_(&x) {}
    T load(memory_order = Order, memory_scope = Scope) const {
        T x;
        __atomic_load(p_, &x, __ATOMIC_RELAXED);
        return x;
    }
    void store(T x, memory_order = Order, memory_scope = Scope) const {
        __atomic_store(p_, &x, __ATOMIC_RELAXED);
    }
    T exchange(T x, memory_order = Order, memory_scope = Scope) const {
        T old;
        __atomic_exchange(p_, &x, &old, __ATOMIC_RELAXED);
        return old;
    }
    bool compare_exchange_strong(T &expected, T x, memory_order = Order, memory_scope = Scope) const {
        return __atomic_compare_exchange(p_, &expected, &x, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
    }
    bool compare_exchange_weak(T &expected, T x, memory_order o = Order, memory_scope s = Scope) const {
        return compare_exchange_strong(expected, x, o, s);
    }
#define SYCL_FETCH(name)                                                                                               \
    T fetch_##name(T x, memory_order = Order, memory_scope = Scope) const {                                            \
        return __atomic_fetch_##name(p_, x, __ATOMIC_RELAXED);                                                         \
    }
    SYCL_FETCH(add)
    SYCL_FETCH(sub)
    SYCL_FETCH(and)
    SYCL_FETCH(or)
    SYCL_FETCH(xor)
    SYCL_FETCH(min)
    SYCL_FETCH(max)
#undef SYCL_FETCH
    T operator++() const {
        return fetch_add(1) + 1;
    }
    T operator++(int) const {
        return fetch_add(1);
    }
    T operator+=(T x) const {
        return fetch_add(x) + x;
    }
    operator T() const {
        return load();
    }
    T operator=(T x) const {
        store(x);
        return x;
    }

  private:
    T *p_;
};

template <class T> T clz(T x) {
    return x == 0 ? (T)(sizeof(T) * 8)
                  : (T)(__builtin_clzll((unsigned long long)(std::make_unsigned_t<T>)x) - (64 - 8 * (int)sizeof(T)));
}
template <class T> T ctz(T x) {
    return x == 0 ? (T)(sizeof(T) * 8) : (T)__builtin_ctzll((unsigned long long)(std::make_unsigned_t<T>)x);
}
template <class T> T popcount(T x) {
    return (T)__builtin_popcountll((unsigned long long)(std::make_unsigned_t<T>)x);
}

} // namespace sycl

#endif
