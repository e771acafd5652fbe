// SPDX-License-Identifier: MIT
// Accessors: the address of a buffer, the part of it that a kernel or the host uses, and subscripts. Indices count from
// the first element of that part, get_pointer() is the buffer's.
//
//   accessor a(buffer, handler, range<1>(16), id<1>(32), read_only);

#ifndef SYCL_DETAIL_ACCESSOR_HPP
#define SYCL_DETAIL_ACCESSOR_HPP

#include <sycl/detail/multi_ptr.hpp>
#include <sycl/detail/sized.hpp>
#include <sycl/detail/usm.hpp>

namespace sycl {

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
inline constexpr read_only_tag read_only, read_only_host_task, read_constant;
inline constexpr write_only_tag write_only, write_only_host_task;
inline constexpr read_write_tag read_write, read_write_host_task;

namespace detail {

template <class X, class... Others> constexpr bool is_any_of = (std::is_same_v<X, Others> || ...);
// What may follow the buffer in an accessor's constructor and is not its part of the buffer.
template <class X>
constexpr bool is_access_word =
    is_any_of<X, read_only_tag, write_only_tag, read_write_tag, property::no_init, property_list>;
template <class... X>
constexpr access::mode mode_of = is_any_of<read_only_tag, X...>    ? access::mode::read
                                 : is_any_of<write_only_tag, X...> ? access::mode::write
                                                                   : access::mode::read_write;

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

// The part of a buffer that an accessor covers, from the arguments of its constructor: a range, then an id.
template <int Dims> struct accessor_part {
    range<Dims> whole, size;
    id<Dims> first;

    template <class... X>
    explicit accessor_part(const range<Dims> &of_buffer, const X &...x) : whole(of_buffer), size(of_buffer) {
        (take(x), ...);
        for (int d = 0; d < Dims; d++)
            if (first[d] > whole[d] || size[d] > whole[d] - first[d])
                throw exception(make_error_code(errc::invalid), "the accessor reaches past the end of its buffer");
    }
    template <class X> void take(const X &x) {
        if constexpr (std::is_same_v<X, id<Dims>>)
            first = x;
        else if constexpr (std::is_convertible_v<X, range<Dims>>)
            size = x;
        else
            static_assert(is_access_word<X>, "an accessor takes a range and an id of its buffer's dimensions, "
                                             "read_only, write_only or read_write, and properties");
    }
};

// What accessors on the device and on the host have in common. E: the element, const if it is only read.
template <class E, int Dims> class accessor_base : public sized<accessor_base<E, Dims>> {
  public:
    using value_type = E;
    using reference = E &;
    using const_reference = const E &;
    using size_type = size_t;
    using difference_type = std::ptrdiff_t;
    using iterator = E *;
    using const_iterator = const E *;

    accessor_base() = default;
    accessor_base(E *buffer, const accessor_part<Dims> &part)
        : base_(buffer), p_(buffer + row_major(part.first, part.whole)), range_(part.size), whole_(part.whole),
          first_(part.first) {}
    template <class U, class = std::enable_if_t<std::is_same_v<const U, E>>>
    accessor_base(const accessor_base<U, Dims> &a)
        : base_(a.base_), p_(a.p_), range_(a.range_), whole_(a.whole_), first_(a.first_) {}

    range<Dims> get_range() const {
        return range_;
    }
    id<Dims> get_offset() const {
        return first_;
    }
    size_t max_size() const {
        return SIZE_MAX / sizeof(E);
    }
    bool empty() const {
        return this->size() == 0;
    }
    bool is_placeholder() const {
        return false;
    }
    E *get_pointer() const {
        return base_;
    }
    E &operator[](const id<Dims> &i) const {
        return p_[row_major(i, whole_)];
    }
    template <int D = Dims, class = std::enable_if_t<(D > 1)>> auto operator[](size_t i) const {
        return subscript<E, Dims, Dims>(p_, whole_, 0)[i];
    }
    template <int D = Dims, class = std::enable_if_t<D == 1>> iterator begin() const {
        return p_;
    }
    template <int D = Dims, class = std::enable_if_t<D == 1>> iterator end() const {
        return p_ + this->size();
    }
    template <int D = Dims, class = std::enable_if_t<D == 1>> const_iterator cbegin() const {
        return p_;
    }
    template <int D = Dims, class = std::enable_if_t<D == 1>> const_iterator cend() const {
        return p_ + this->size();
    }
    friend bool operator==(const accessor_base &a, const accessor_base &b) {
        return a.p_ == b.p_ && a.range_ == b.range_;
    }
    friend bool operator!=(const accessor_base &a, const accessor_base &b) {
        return !(a == b);
    }
    // Rows of neighbouring elements, for copies: each(address, number of elements).
    template <class F> void each_row(F each) const {
        const size_t n = range_[Dims - 1], rows = n ? this->size() / n : 0;
        for (size_t k = 0; k < rows; k++) {
            id<Dims> i;
            size_t rest = k;
            for (int d = Dims - 2; d >= 0; d--) {
                i[d] = rest % range_[d];
                rest /= range_[d];
            }
            each(&(*this)[i], n);
        }
    }

  private:
    template <class U, int D> friend class accessor_base;
    E *base_ = nullptr, *p_ = nullptr; // of the buffer, of the part
    range<Dims> range_, whole_;
    id<Dims> first_;
};

template <class T, access::mode Mode> using element_of = std::conditional_t<Mode == access::mode::read, const T, T>;

} // namespace detail

template <class T, int Dims = 1, class Allocator = std::allocator<T>> class buffer;

template <class T, int Dims = 1, access::mode Mode = access::mode::read_write,
          access::target Target = access::target::device, access::placeholder = access::placeholder::false_t>
class accessor : public detail::accessor_base<detail::element_of<T, Mode>, Dims> {
    using base = detail::accessor_base<detail::element_of<T, Mode>, Dims>;

  public:
    static constexpr access::mode mode = Mode;
    accessor() = default;
    template <class A, class... X>
    accessor(buffer<T, Dims, A> &b, handler &, const X &...x)
        : base(b.data(), detail::accessor_part<Dims>(b.get_range(), x...)) {}
    template <class A> // values, so that braces work
    accessor(buffer<T, Dims, A> &b, handler &, range<Dims> r, id<Dims> first = {}, const property_list & = {})
        : base(b.data(), detail::accessor_part<Dims>(b.get_range(), r, first)) {}
    template <class A, class... X, class = std::enable_if_t<!detail::is_any_of<handler, X...>>>
    explicit accessor(buffer<T, Dims, A> &b, const X &...x)
        : base(b.data(), detail::accessor_part<Dims>(b.get_range(), x...)) {}
    template <access::mode M, access::placeholder P,
              class = std::enable_if_t<M == access::mode::read_write && Mode == access::mode::read>>
    accessor(const accessor<T, Dims, M, Target, P> &a) : base(a) {}
    template <access::decorated D>
    multi_ptr<typename base::value_type, access::address_space::global_space, D> get_multi_ptr() const {
        return this->get_pointer();
    }
};
template <class T, int D, class A, class... X>
accessor(buffer<T, D, A> &, handler &, const X &...) -> accessor<T, D, detail::mode_of<X...>>;
template <class T, int D, class A, class... X>
accessor(buffer<T, D, A> &, const X &...) -> accessor<T, D, detail::mode_of<X...>>;

template <class T, int Dims = 1, access::mode Mode = access::mode::read_write>
class host_accessor : public detail::accessor_base<detail::element_of<T, Mode>, Dims> {
    using base = detail::accessor_base<detail::element_of<T, Mode>, Dims>;

  public:
    template <class A, class... X>
    explicit host_accessor(buffer<T, Dims, A> &b, const X &...x)
        : base(b.data(), detail::accessor_part<Dims>(b.get_range(), x...)) {
        detail::machine::get().wait();
    }
};
template <class T, int D, class A, class... X>
host_accessor(buffer<T, D, A> &, const X &...) -> host_accessor<T, D, detail::mode_of<X...>>;

} // namespace sycl

#endif
