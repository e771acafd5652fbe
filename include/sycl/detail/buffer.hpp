// SPDX-License-Identifier: MIT
// Buffers. A buffer has one allocation that host and device share, so that nothing is copied before the end.

#ifndef SYCL_DETAIL_BUFFER_HPP
#define SYCL_DETAIL_BUFFER_HPP

#include <sycl/detail/accessor.hpp>

#include <algorithm>
#include <iterator>

namespace sycl {

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

template <class X, class = void> constexpr bool is_weak_pointer = false;
template <class X> constexpr bool is_weak_pointer<X, std::void_t<decltype(std::declval<X &>().lock())>> = true;
template <class X, class = void> constexpr bool is_iterator = false;
template <class X>
constexpr bool is_iterator<X, std::void_t<typename std::iterator_traits<X>::iterator_category>> = true;

} // namespace detail

template <class T, int Dims, class Allocator> class buffer : public detail::sized<buffer<T, Dims, Allocator>> {
    template <class C>
    using if_container =
        std::enable_if_t<Dims == 1 && std::is_convertible_v<decltype(std::declval<C &>().data()), const T *>>;

  public:
    using value_type = T;
    using allocator_type = Allocator;
    explicit buffer(const range<Dims> &r, const property_list & = {}) : buffer(r, nullptr) {}
    buffer(T *host, const range<Dims> &r, const property_list & = {}) : buffer(r, host) {
        if constexpr (!std::is_const_v<T>)
            state_->back = host;
    }
    template <class U = T, class = std::enable_if_t<!std::is_const_v<U>>>
    buffer(const U *host, const range<Dims> &r, const property_list & = {}) : buffer(r, host) {}
    buffer(const std::shared_ptr<T> &host, const range<Dims> &r, const property_list & = {}) : buffer(r, host.get()) {
        set_final_data(host);
    }
    template <class C, class = if_container<C>>
    explicit buffer(C &c, const property_list & = {}) : buffer(range<1>(c.size()), c.data()) {
        if constexpr (!std::is_const_v<std::remove_pointer_t<decltype(c.data())>>)
            state_->back = c.data();
    }
    template <class I, int D = Dims, class = std::enable_if_t<D == 1 && detail::is_iterator<I>>>
    buffer(I first, I last, const property_list & = {})
        : buffer(range<1>((size_t)std::distance(first, last)), nullptr) {
        std::copy(first, last, static_cast<std::remove_const_t<T> *>(state_->memory));
    }
    // A part of another buffer, whole rows of it.
    buffer(buffer &b, const id<Dims> &first, const range<Dims> &r)
        : range_(r), state_(b.state_), first_b_(b.first_b_ + detail::row_major(first, b.range_) * sizeof(T)) {
        for (int d = 1; d < Dims; d++)
            if (r[d] != b.range_[d])
                throw exception(make_error_code(errc::invalid), "a part of a buffer consists of whole rows");
        if (first[0] + r[0] > b.range_[0])
            throw exception(make_error_code(errc::invalid), "the part reaches past the end of the buffer");
    }
    bool is_sub_buffer() const {
        return first_b_ != 0 || this->byte_size() != state_->size_b;
    }
    range<Dims> get_range() const {
        return range_;
    }
    // The same bytes as elements of another type.
    template <class U, int D> buffer<U, D> reinterpret(const range<D> &r) const {
        if (r.size() * sizeof(U) != this->byte_size())
            throw exception(make_error_code(errc::invalid), "a buffer of " + std::to_string(this->byte_size()) +
                                                                " bytes is not one of " +
                                                                std::to_string(r.size() * sizeof(U)));
        return buffer<U, D>(r, state_, first_b_);
    }
    template <class U, int D = Dims> buffer<U, D> reinterpret() const {
        static_assert(D == 1 || (D == Dims && sizeof(U) == sizeof(T)),
                      "pass the range: it does not follow from the types");
        if constexpr (D == 1)
            return reinterpret<U, 1>(range<1>(this->byte_size() / sizeof(U)));
        else
            return reinterpret<U, D>(range_);
    }
    // Where the elements go at the end: an iterator, a weak or shared pointer, nullptr for nowhere.
    template <class X> void set_final_data(X final) {
        state_->back = nullptr;
        state_->write_back = nullptr;
        if constexpr (!std::is_null_pointer_v<X>)
            state_->write_back = [final, n = this->size()](const void *m) {
                auto copy_to = [&](auto to) { std::copy((const T *)m, (const T *)m + n, to); };
                if constexpr (detail::is_weak_pointer<X>) {
                    if (auto held = final.lock())
                        copy_to(held.get());
                } else if constexpr (detail::is_iterator<X>)
                    copy_to(final);
                else
                    copy_to(final.get());
            };
    }
    void set_write_back(bool on = true) {
        if (!on)
            set_final_data(nullptr);
    }
    template <access::mode Mode = access::mode::read_write, access::target Target = access::target::device>
    auto get_access(handler &h) {
        return accessor<T, Dims, Mode, Target>(*this, h);
    }
    template <access::mode Mode = access::mode::read_write, access::target Target = access::target::device>
    auto get_access(handler &h, range<Dims> r, id<Dims> first = {}) {
        return accessor<T, Dims, Mode, Target>(*this, h, r, first);
    }
    template <class... X> auto get_access(handler &h, const X &...x) {
        return accessor(*this, h, x...);
    }
    template <access::mode Mode = access::mode::read_write> auto get_access() {
        return host_accessor<T, Dims, Mode>(*this);
    }
    template <access::mode Mode = access::mode::read_write> auto get_access(range<Dims> r, id<Dims> first = {}) {
        return host_accessor<T, Dims, Mode>(*this, r, first);
    }
    template <class... X> auto get_host_access(const X &...x) {
        return host_accessor(*this, x...);
    }
    template <class P> bool has_property() const noexcept {
        return false;
    }
    T *data() const {
        return (T *)((char *)state_->memory + first_b_);
    }

  private:
    template <class U, int D, class A> friend class buffer;
    buffer(const range<Dims> &r, const void *from)
        : range_(r), state_(std::make_shared<detail::buffer_state>(r.size() * sizeof(T), from)) {}
    buffer(const range<Dims> &r, const std::shared_ptr<detail::buffer_state> &state, size_t first_b)
        : range_(r), state_(state), first_b_(first_b) {}
    range<Dims> range_;
    std::shared_ptr<detail::buffer_state> state_;
    size_t first_b_ = 0;
};
template <class C, class = decltype(std::declval<C &>().data())>
buffer(C &, const property_list & = {}) -> buffer<std::remove_pointer_t<decltype(std::declval<C &>().data())>, 1>;
template <class I, class = std::enable_if_t<detail::is_iterator<I>>>
buffer(I, I, const property_list & = {}) -> buffer<typename std::iterator_traits<I>::value_type, 1>;
template <class T, int Dims> buffer(T *, const range<Dims> &, const property_list & = {}) -> buffer<T, Dims>;
template <class T, int Dims>
buffer(const std::shared_ptr<T> &, const range<Dims> &, const property_list & = {}) -> buffer<T, Dims>;

} // namespace sycl

#endif
