// SPDX-License-Identifier: MIT
// Memory: USM, buffers and accessors. A buffer has one allocation that host and device share; an accessor is its
// address and its range.

#ifndef SYCL_DETAIL_MEMORY_HPP
#define SYCL_DETAIL_MEMORY_HPP

#include <sycl/detail/multi_ptr.hpp>
#include <sycl/detail/queue.hpp>
#include <sycl/detail/usm_ranges.hpp>

#include <algorithm>

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

namespace access {
enum class mode { read = 1024, write, read_write, discard_write, discard_read_write, atomic };
enum class target {
    device = 2014,
    global_buffer = device,
    constant_buffer,
    local,
    image,
    host_buffer,
    host_image,
    host_task
};
enum class placeholder { false_t, true_t };
} // namespace access
using access_mode = access::mode;
using target = access::target;
struct read_only_tag {};
struct write_only_tag {};
struct read_write_tag {};
inline constexpr read_only_tag read_only;
inline constexpr write_only_tag write_only;
inline constexpr read_write_tag read_write;

namespace detail {

// The memory of a buffer, and the host's memory that it was made from and writes back to.
struct buffer_state {
    void *memory = nullptr;
    void *back = nullptr;
    size_t size_b = 0;
    std::function<void(const void *)> write_back;
    buffer_state(size_t size, const void *from) : size_b(size) {
        memory = usm(usm::alloc::shared, size, 0);
        if (!memory)
            throw exception(make_error_code(errc::memory_allocation), "out of memory for a buffer");
        if (from)
            std::memcpy(memory, from, size);
    }
    buffer_state(const buffer_state &) = delete;
    ~buffer_state() {
        try {
            machine::get().wait();
            if (back)
                std::memcpy(back, memory, size_b);
            if (write_back)
                write_back(memory);
        } catch (...) { // a destructor reports nothing; a later wait does
        }
        free(memory);
    }
};

template <int Dims> inline size_t row_major(id<Dims> i, const range<Dims> &r) {
    size_t n = 0;
    for (int d = 0; d < Dims; d++)
        n = n * r[d] + i[d];
    return n;
}
// a[i][j]: the element once all indices are there.
template <class T, int Dims, int Left> class subscript {
  public:
    subscript(T *p, const range<Dims> &r, size_t at) : p_(p), range_(r), at_(at) {}
    decltype(auto) operator[](size_t i) const {
        const size_t at = at_ * range_[Dims - Left] + i;
        if constexpr (Left == 1)
            return p_[at];
        else
            return subscript<T, Dims, Left - 1>(p_, range_, at);
    }

  private:
    T *p_;
    range<Dims> range_;
    size_t at_;
};

} // namespace detail

template <class T, int Dims = 1, access::mode Mode = access::mode::read_write,
          access::target Target = access::target::device, access::placeholder = access::placeholder::false_t>
class accessor;
template <class T, int Dims = 1, access::mode Mode = access::mode::read_write> class host_accessor;

template <class T, int Dims = 1, class Allocator = std::allocator<T>> class buffer {
  public:
    using value_type = T;
    explicit buffer(const range<Dims> &r, const property_list & = {}) : buffer(r, nullptr) {}
    buffer(T *host, const range<Dims> &r, const property_list & = {}) : buffer(r, host) {
        state_->back = host;
    }
    buffer(const T *host, const range<Dims> &r, const property_list & = {}) : buffer(r, host) {}
    template <class C, int D = Dims, class = std::enable_if_t<D == 1>, class = decltype(std::declval<C &>().data())>
    explicit buffer(C &c, const property_list & = {}) : buffer(range<1>(c.size()), c.data()) {
        state_->back = const_cast<std::remove_const_t<T> *>(c.data());
    }
    template <class I, int D = Dims, class = std::enable_if_t<D == 1>, class = decltype(*std::declval<I>())>
    buffer(I first, I last, const property_list & = {})
        : buffer(range<1>((size_t)std::distance(first, last)), nullptr) {
        std::copy(first, last, static_cast<T *>(state_->memory));
    }
    // A part of another buffer, whole rows of it.
    buffer(buffer &b, const id<Dims> &first, const range<Dims> &r)
        : range_(r), state_(b.state_), first_(b.first_ + detail::row_major(first, b.range_)) {
        for (int d = 1; d < Dims; d++)
            if (r[d] != b.range_[d])
                throw exception(make_error_code(errc::invalid), "a part of a buffer consists of whole rows");
        if (first[0] + r[0] > b.range_[0])
            throw exception(make_error_code(errc::invalid), "the part reaches past the end of the buffer");
    }
    bool is_sub_buffer() const {
        return data() != state_->memory || byte_size() != state_->size_b;
    }
    range<Dims> get_range() const {
        return range_;
    }
    size_t size() const {
        return range_.size();
    }
    size_t get_count() const {
        return size();
    }
    size_t byte_size() const {
        return size() * sizeof(T);
    }
    size_t get_size() const {
        return byte_size();
    }
    template <class X> void set_final_data(X final) {
        state_->back = nullptr;
        if constexpr (std::is_null_pointer_v<X>)
            state_->write_back = nullptr;
        else
            state_->write_back = [final, n = size()](const void *m) {
                std::copy(static_cast<const T *>(m), static_cast<const T *>(m) + n, final);
            };
    }
    void set_write_back(bool on = true) {
        if (!on)
            set_final_data(nullptr);
    }
    template <access::mode Mode = access::mode::read_write, class... X> auto get_access(handler &h, const X &...) {
        return accessor<T, Dims, Mode>(*this, h);
    }
    template <access::mode Mode = access::mode::read_write> auto get_access() {
        return host_accessor<T, Dims, Mode>(*this);
    }
    template <class... X> auto get_host_access(const X &...) {
        return host_accessor<T, Dims>(*this);
    }
    T *data() const {
        return static_cast<T *>(state_->memory) + first_;
    }

  private:
    buffer(const range<Dims> &r, const void *from)
        : range_(r), state_(std::make_shared<detail::buffer_state>(r.size() * sizeof(T), from)) {}
    range<Dims> range_;
    std::shared_ptr<detail::buffer_state> state_;
    size_t first_ = 0;
};
template <class C> buffer(C &) -> buffer<typename C::value_type, 1>;
template <class T, int Dims> buffer(T *, const range<Dims> &) -> buffer<T, Dims>;
template <class T, int Dims> buffer(const T *, const range<Dims> &) -> buffer<T, Dims>;

template <class T, int Dims, access::mode Mode, access::target Target, access::placeholder P> class accessor {
    using element = std::conditional_t<Mode == access::mode::read, const T, T>;

  public:
    using value_type = element;
    static constexpr access::mode mode = Mode;
    accessor() = default;
    template <class A, class... X>
    accessor(buffer<T, Dims, A> &b, handler &, const X &...) : p_(b.data()), range_(b.get_range()) {}
    template <class A> explicit accessor(buffer<T, Dims, A> &b) : p_(b.data()), range_(b.get_range()) {}
    range<Dims> get_range() const {
        return range_;
    }
    size_t size() const {
        return range_.size();
    }
    size_t get_count() const {
        return size();
    }
    element *get_pointer() const {
        return p_;
    }
    template <access::decorated D> multi_ptr<element, access::address_space::global_space, D> get_multi_ptr() const {
        return p_;
    }
    element &operator[](const id<Dims> &i) const {
        return p_[detail::row_major(i, range_)];
    }
    template <int D = Dims, class = std::enable_if_t<(D > 1)>> auto operator[](size_t i) const {
        return detail::subscript<element, Dims, Dims>(p_, range_, 0)[i];
    }

  private:
    element *p_ = nullptr;
    range<Dims> range_;
};
template <class T, int D, class A> accessor(buffer<T, D, A> &, handler &) -> accessor<T, D, access::mode::read_write>;
template <class T, int D, class A>
accessor(buffer<T, D, A> &, handler &, read_only_tag) -> accessor<T, D, access::mode::read>;
template <class T, int D, class A>
accessor(buffer<T, D, A> &, handler &, write_only_tag) -> accessor<T, D, access::mode::write>;
template <class T, int D, class A, class X>
accessor(buffer<T, D, A> &, handler &, write_only_tag, X) -> accessor<T, D, access::mode::write>;
template <class T, int D, class A>
accessor(buffer<T, D, A> &, handler &, read_write_tag) -> accessor<T, D, access::mode::read_write>;

template <class T, int Dims, access::mode Mode> class host_accessor {
    using element = std::conditional_t<Mode == access::mode::read, const T, T>;

  public:
    using value_type = element;
    template <class A, class... X>
    explicit host_accessor(buffer<T, Dims, A> &b, const X &...) : p_(b.data()), range_(b.get_range()) {
        detail::machine::get().wait();
    }
    range<Dims> get_range() const {
        return range_;
    }
    size_t size() const {
        return range_.size();
    }
    element *get_pointer() const {
        return p_;
    }
    element *begin() const {
        return p_;
    }
    element *end() const {
        return p_ + size();
    }
    element &operator[](const id<Dims> &i) const {
        return p_[detail::row_major(i, range_)];
    }
    template <int D = Dims, class = std::enable_if_t<(D > 1)>> auto operator[](size_t i) const {
        return detail::subscript<element, Dims, Dims>(p_, range_, 0)[i];
    }

  private:
    element *p_;
    range<Dims> range_;
};
template <class T, int D, class A> host_accessor(buffer<T, D, A> &) -> host_accessor<T, D, access::mode::read_write>;
template <class T, int D, class A>
host_accessor(buffer<T, D, A> &, read_only_tag) -> host_accessor<T, D, access::mode::read>;
template <class T, int D, class A>
host_accessor(buffer<T, D, A> &, write_only_tag) -> host_accessor<T, D, access::mode::write>;
template <class T, int D, class A>
host_accessor(buffer<T, D, A> &, read_write_tag) -> host_accessor<T, D, access::mode::read_write>;

// Shared local memory of a work-group: the offset of its first byte.
template <class T, int Dims = 1> class local_accessor {
  public:
    using value_type = T;
    using pointer = typename detail::decorated_pointer<T, access::address_space::local_space>::type;
    local_accessor() = default;
    local_accessor(range<Dims> r, handler &h)
        : at_(h.reserve_local(r.size() * sizeof(T), sizeof(T) > 64 ? 64 : alignof(T))), range_(r) {}
    template <int D = Dims, class = std::enable_if_t<D == 1>>
    local_accessor(size_t n, handler &h) : local_accessor(range<1>(n), h) {}
    pointer get_pointer() const {
        return (pointer)at_;
    }
    template <access::decorated D> local_ptr<T, D> get_multi_ptr() const {
        return get_pointer();
    }
    decltype(auto) operator[](const id<Dims> &i) const {
        return get_pointer()[detail::row_major(i, range_)];
    }
    range<Dims> get_range() const {
        return range_;
    }
    size_t size() const {
        return range_.size();
    }

  private:
    size_t at_ = 0;
    range<Dims> range_;
};

// An object in shared local memory for each group. It has no body: a kernel that calls it is an error.
namespace ext::oneapi {
template <class T, class Group, class... X> local_ptr<T> group_local_memory(Group, X &&...);
template <class T, class Group> local_ptr<T> group_local_memory_for_overwrite(Group);
} // namespace ext::oneapi

} // namespace sycl

#endif
