// SPDX-License-Identifier: MIT
// Index spaces: range, id, nd_range, and what a kernel receives: item, nd_item, group. The last dimension varies
// fastest; it is dimension 0 of the hardware's thread groups.

#ifndef SYCL_DETAIL_IDS_HPP
#define SYCL_DETAIL_IDS_HPP

#include <cstddef>
#include <cstdint>
#include <type_traits>

#ifdef __SYCL_DEVICE_ONLY__
#include <cm/detail/builtins.h>
#include <cm/detail/builtins_memory.h>
#endif

namespace sycl {
namespace detail {

// The numbers of a range or an id.
template <class D, int Dims> class indices {
    static_assert(Dims >= 1 && Dims <= 3, "an index space has one to three dimensions");

  public:
    static constexpr int dimensions = Dims;
    constexpr indices() = default;
    template <class... X, class = std::enable_if_t<sizeof...(X) == Dims && (std::is_convertible_v<X, size_t> && ...)>>
    constexpr indices(X... x) : v_{(size_t)x...} {}
    constexpr size_t get(int i) const {
        return v_[i];
    }
    constexpr size_t &operator[](int i) {
        return v_[i];
    }
    constexpr size_t operator[](int i) const {
        return v_[i];
    }
#define SYCL_INDEX_OPERATOR(op)                                                                                        \
    friend constexpr D operator op(const D &a, const D &b) {                                                           \
        D r;                                                                                                           \
        for (int i = 0; i < Dims; i++)                                                                                 \
            r[i] = a[i] op b[i];                                                                                       \
        return r;                                                                                                      \
    }                                                                                                                  \
    template <class X, class = std::enable_if_t<std::is_integral_v<X>>>                                                \
    friend constexpr D operator op(const D &a, X b) {                                                                  \
        D r;                                                                                                           \
        for (int i = 0; i < Dims; i++)                                                                                 \
            r[i] = a[i] op(size_t) b;                                                                                  \
        return r;                                                                                                      \
    }                                                                                                                  \
    template <class X, class = std::enable_if_t<std::is_integral_v<X>>>                                                \
    friend constexpr D operator op(X a, const D &b) {                                                                  \
        D r;                                                                                                           \
        for (int i = 0; i < Dims; i++)                                                                                 \
            r[i] = (size_t)a op b[i];                                                                                  \
        return r;                                                                                                      \
    }                                                                                                                  \
    template <class X> friend constexpr D &operator op##=(D &a, const X &b) {                                          \
        return a = a op b;                                                                                             \
    }
    SYCL_INDEX_OPERATOR(+)
    SYCL_INDEX_OPERATOR(-)
    SYCL_INDEX_OPERATOR(*)
    SYCL_INDEX_OPERATOR(/)
    SYCL_INDEX_OPERATOR(%)
#undef SYCL_INDEX_OPERATOR
    friend constexpr bool operator==(const D &a, const D &b) {
        for (int i = 0; i < Dims; i++)
            if (a[i] != b[i])
                return false;
        return true;
    }
    friend constexpr bool operator!=(const D &a, const D &b) {
        return !(a == b);
    }
    // With a number, which converts to an id of one dimension, and such an id to a number.
#define SYCL_COMPARE_NUMBER(op)                                                                                        \
    template <class X, class = std::enable_if_t<Dims == 1 && std::is_integral_v<X>>>                                   \
    friend constexpr bool operator op(const D &a, X b) {                                                               \
        return a[0] op(size_t) b;                                                                                      \
    }                                                                                                                  \
    template <class X, class = std::enable_if_t<Dims == 1 && std::is_integral_v<X>>>                                   \
    friend constexpr bool operator op(X a, const D &b) {                                                               \
        return (size_t)a op b[0];                                                                                      \
    }
    SYCL_COMPARE_NUMBER(==)
    SYCL_COMPARE_NUMBER(!=)
#undef SYCL_COMPARE_NUMBER

  private:
    size_t v_[Dims] = {};
};

// A class of one dimension converts to its number.
template <class D, int Dims> class converts {};
template <class D> class converts<D, 1> {
  public:
    constexpr operator size_t() const {
        return static_cast<const D &>(*this)[0];
    }
};

} // namespace detail

template <int Dims = 1> class range : public detail::indices<range<Dims>, Dims> {
  public:
    using detail::indices<range<Dims>, Dims>::indices;
    constexpr size_t size() const {
        size_t n = 1;
        for (int i = 0; i < Dims; i++)
            n *= (*this)[i];
        return n;
    }
};
template <class... X> range(X...) -> range<sizeof...(X)>;

template <int Dims, bool WithOffset = true> class item;
template <int Dims = 1> class id : public detail::indices<id<Dims>, Dims>, public detail::converts<id<Dims>, Dims> {
  public:
    using detail::indices<id<Dims>, Dims>::indices;
    constexpr id(const range<Dims> &r) {
        for (int i = 0; i < Dims; i++)
            (*this)[i] = r[i];
    }
    template <bool B> constexpr id(const item<Dims, B> &i) : id(i.get_id()) {}
};
template <class... X, class = std::enable_if_t<(std::is_integral_v<X> && ...)>> id(X...) -> id<sizeof...(X)>;

template <int Dims = 1> class nd_range {
  public:
    constexpr nd_range() = default;
    constexpr nd_range(range<Dims> global, range<Dims> local, id<Dims> offset = {})
        : global_(global), local_(local), offset_(offset) {}
    constexpr range<Dims> get_global_range() const {
        return global_;
    }
    constexpr range<Dims> get_local_range() const {
        return local_;
    }
    constexpr range<Dims> get_group_range() const {
        return global_ / local_;
    }
    constexpr id<Dims> get_offset() const {
        return offset_;
    }

  private:
    range<Dims> global_, local_;
    id<Dims> offset_;
};
template <int Dims> nd_range(range<Dims>, range<Dims>) -> nd_range<Dims>;

template <int Dims, bool WithOffset> class item : public detail::converts<item<Dims, WithOffset>, Dims> {
  public:
    constexpr item(const id<Dims> &i, const range<Dims> &r) : id_(i), range_(r) {}
    constexpr id<Dims> get_id() const {
        return id_;
    }
    constexpr size_t get_id(int i) const {
        return id_[i];
    }
    constexpr size_t operator[](int i) const {
        return id_[i];
    }
    constexpr range<Dims> get_range() const {
        return range_;
    }
    constexpr size_t get_range(int i) const {
        return range_[i];
    }
    constexpr size_t get_linear_id() const {
        size_t n = 0;
        for (int i = 0; i < Dims; i++)
            n = n * range_[i] + id_[i];
        return n;
    }

  private:
    id<Dims> id_;
    range<Dims> range_;
};

namespace access {
enum class fence_space { local_space = 0, global_space = 1, global_and_local = 2 };
}
enum class memory_order { relaxed, acquire, release, acq_rel, seq_cst };
enum class memory_scope { work_item, sub_group, work_group, device, system };

namespace detail {
// The position of a thread as the hardware has it; hardware dimension 0 is the last one here. On the host, only a place
// holder.
#ifdef __SYCL_DEVICE_ONLY__
template <int Dims> inline __attribute__((always_inline)) size_t hw_group_id(int i) {
    return __cm_group_id(Dims - 1 - i);
}
template <int Dims> inline __attribute__((always_inline)) size_t hw_group_count(int i) {
    return __cm_group_count(Dims - 1 - i);
}
template <int Dims> inline __attribute__((always_inline)) size_t hw_local_id(int i) {
    return __cm_local_id(Dims - 1 - i);
}
template <int Dims> inline __attribute__((always_inline)) size_t hw_local_size(int i) {
    return __cm_local_size(Dims - 1 - i);
}
// Accesses before the barrier, to global and to local memory, are visible after it.
inline __attribute__((nodebug, always_inline)) void hw_barrier() {
    __cm_fence(0x21); // global coherent fence, local barrier
    __cm_barrier();
}
#else
template <int> size_t hw_group_id(int) {
    return 0;
}
template <int> size_t hw_group_count(int) {
    return 1;
}
template <int> size_t hw_local_id(int) {
    return 0;
}
template <int> size_t hw_local_size(int) {
    return 1;
}
inline void hw_barrier() {}
#endif
template <int Dims, class R, class F> inline __attribute__((always_inline)) R all_dims(F f) {
    R r;
    for (int i = 0; i < Dims; i++)
        r[i] = f(i);
    return r;
}
template <int Dims, class F, class G> inline __attribute__((always_inline)) size_t linear(F id, G size) {
    size_t n = 0;
    for (int i = 0; i < Dims; i++)
        n = n * size(i) + id(i);
    return n;
}

// The place of a work-item in its work-group, which a kernel's thread has once or computes for each of its work-items,
// and the demanded size of the sub-groups.
template <int Dims> struct item_place {
    uint32_t local[Dims], size[Dims], sub_group_size;
    // Of the thread's only work-item.
    explicit item_place(uint32_t sub_group = 1) : sub_group_size(sub_group) {
        for (int i = 0; i < Dims; i++) {
            local[i] = (uint32_t)hw_local_id<Dims>(i);
            size[i] = (uint32_t)hw_local_size<Dims>(i);
        }
    }
    // Of a work-item by its number in a group of this size.
    item_place(uint32_t number, const uint32_t *group_size, uint32_t sub_group) : sub_group_size(sub_group) {
        for (int i = Dims - 1; i >= 0; i--) {
            size[i] = group_size[i];
            local[i] = i == 0 ? number : number % group_size[i];
            number /= group_size[i];
        }
    }
    uint32_t number() const {
        uint32_t n = local[0];
        for (int i = 1; i < Dims; i++)
            n = n * size[i] + local[i];
        return n;
    }
    uint32_t count() const {
        uint32_t n = size[0];
        for (int i = 1; i < Dims; i++)
            n *= size[i];
        return n;
    }
};
} // namespace detail

template <int Dims = 1> class group {
  public:
    static constexpr int dimensions = Dims;
    explicit group(const detail::item_place<Dims> &place = detail::item_place<Dims>()) : at_(place) {}
    id<Dims> get_group_id() const {
        return detail::all_dims<Dims, id<Dims>>(detail::hw_group_id<Dims>);
    }
    size_t get_group_id(int i) const {
        return detail::hw_group_id<Dims>(i);
    }
    id<Dims> get_id() const {
        return get_group_id();
    }
    size_t get_id(int i) const {
        return get_group_id(i);
    }
    size_t operator[](int i) const {
        return get_group_id(i);
    }
    id<Dims> get_local_id() const {
        return detail::all_dims<Dims, id<Dims>>([&](int i) { return get_local_id(i); });
    }
    size_t get_local_id(int i) const {
        return at_.local[i];
    }
    range<Dims> get_local_range() const {
        return detail::all_dims<Dims, range<Dims>>([&](int i) { return get_local_range(i); });
    }
    size_t get_local_range(int i) const {
        return at_.size[i];
    }
    range<Dims> get_group_range() const {
        return detail::all_dims<Dims, range<Dims>>(detail::hw_group_count<Dims>);
    }
    size_t get_group_range(int i) const {
        return detail::hw_group_count<Dims>(i);
    }
    size_t get_group_linear_id() const {
        return detail::linear<Dims>(detail::hw_group_id<Dims>, detail::hw_group_count<Dims>);
    }
    size_t get_local_linear_id() const {
        return at_.number();
    }
    size_t get_group_linear_range() const {
        return get_group_range().size();
    }
    size_t get_local_linear_range() const {
        return at_.count();
    }
    bool leader() const {
        return get_local_linear_id() == 0;
    }

  private:
    detail::item_place<Dims> at_;
};

class sub_group;
template <int Dims = 1> class nd_item {
  public:
    static constexpr int dimensions = Dims;
    explicit nd_item(const detail::item_place<Dims> &place = detail::item_place<Dims>()) : at_(place) {}
    id<Dims> get_global_id() const {
        return detail::all_dims<Dims, id<Dims>>([&](int i) { return get_global_id(i); });
    }
    size_t get_global_id(int i) const {
        return (uint32_t)detail::hw_group_id<Dims>(i) * at_.size[i] + at_.local[i];
    }
    size_t get_global_linear_id() const {
        return detail::linear<Dims>([&](int i) { return get_global_id(i); },
                                    [&](int i) { return get_global_range(i); });
    }
    id<Dims> get_local_id() const {
        return get_group().get_local_id();
    }
    size_t get_local_id(int i) const {
        return at_.local[i];
    }
    size_t get_local_linear_id() const {
        return at_.number();
    }
    sycl::group<Dims> get_group() const {
        return sycl::group<Dims>(at_);
    }
    size_t get_group(int i) const {
        return detail::hw_group_id<Dims>(i);
    }
    size_t get_group_linear_id() const {
        return get_group().get_group_linear_id();
    }
    range<Dims> get_group_range() const {
        return get_group().get_group_range();
    }
    size_t get_group_range(int i) const {
        return detail::hw_group_count<Dims>(i);
    }
    range<Dims> get_global_range() const {
        return detail::all_dims<Dims, range<Dims>>([&](int i) { return get_global_range(i); });
    }
    size_t get_global_range(int i) const {
        return (uint32_t)detail::hw_group_count<Dims>(i) * at_.size[i];
    }
    range<Dims> get_local_range() const {
        return get_group().get_local_range();
    }
    size_t get_local_range(int i) const {
        return at_.size[i];
    }
    sycl::sub_group get_sub_group() const;
    nd_range<Dims> get_nd_range() const {
        return {get_global_range(), get_local_range()};
    }
    void barrier(access::fence_space = access::fence_space::global_and_local) const {
        detail::hw_barrier();
    }

  private:
    detail::item_place<Dims> at_;
};

// Errors where a kernel reaches a call, which frontend/fe_simt.cpp reports; code that no kernel reaches may call such
// functions. The first is for every kernel, the second for one whose sub-groups have several work-items.
#ifdef __SYCL_DEVICE_ONLY__
#define SYCL_ERROR_IN_KERNEL(text) __attribute__((error(text)))
#define SYCL_ONE_ITEM(name)                                                                                            \
    __attribute__((warning(name " is not supported with reqd_sub_group_size because the work-items of a sub-group "    \
                                "run one after another; remove the attribute")))
#else
#define SYCL_ERROR_IN_KERNEL(text)
#define SYCL_ONE_ITEM(name)
#endif

// Where the work-item is, without what the kernel was called with.
namespace ext::oneapi::this_work_item {
template <int Dims> SYCL_ONE_ITEM("get_nd_item without an nd_item") nd_item<Dims> get_nd_item() {
    return nd_item<Dims>();
}
template <int Dims> SYCL_ONE_ITEM("get_work_group without an nd_item") group<Dims> get_work_group() {
    return group<Dims>();
}
} // namespace ext::oneapi::this_work_item

template <int Dims> void group_barrier(group<Dims>, memory_scope = memory_scope::work_group) {
    detail::hw_barrier();
}

} // namespace sycl

#endif
