// SPDX-License-Identifier: MIT
// Specialization constants. Here they are values that a kernel reads at run time; the launch hands over a table of
// those that the host has set, and the others have their default values.
//
//   constexpr specialization_id<int> width(16);
//   h.set_specialization_constant<width>(32);
//   h.parallel_for(r, [=](id<1> i, kernel_handler k) { ... k.get_specialization_constant<width>() ... });

#ifndef SYCL_DETAIL_SPEC_HPP
#define SYCL_DETAIL_SPEC_HPP

#include <sycl/detail/runtime.hpp>

#include <cstring>

namespace sycl {

template <class T> class specialization_id {
    static_assert(std::is_trivially_copyable_v<T>, "the type of a specialization constant must be trivially copyable");

  public:
    using value_type = T;
    template <class... A> explicit constexpr specialization_id(A &&...a) : value_(static_cast<A &&>(a)...) {}
    specialization_id(const specialization_id &) = delete;
    specialization_id &operator=(const specialization_id &) = delete;
    constexpr const T &default_value() const {
        return value_;
    }

  private:
    T value_;
};

namespace detail {

template <auto &Id> struct spec_tag;
template <auto &Id> using spec_type = typename std::remove_reference_t<decltype(Id)>::value_type;
// The number by which both sides know a constant: FNV-1a of its name.
constexpr uint64_t hash_of(const char *text) {
    uint64_t h = 0xcbf29ce484222325u;
    for (; *text; text++)
        h = (h ^ (unsigned char)*text) * 0x100000001b3u;
    return h;
}
template <auto &Id> constexpr uint64_t spec_key = hash_of(__builtin_sycl_unique_stable_name(spec_tag<Id>));

// The table begins with one entry for each value; at_b counts from the table's first byte.
struct spec_entry {
    uint64_t key, at_b;
};
constexpr size_t spec_align_b = 16;

// The values that a handler was given.
class spec_values {
  public:
    template <auto &Id> void set(const spec_type<Id> &v) {
        const char *bytes = reinterpret_cast<const char *>(&v);
        values_[spec_key<Id>].assign(bytes, bytes + sizeof v);
    }
    template <auto &Id> spec_type<Id> get() const {
        spec_type<Id> v = Id.default_value();
        if (auto at = values_.find(spec_key<Id>); at != values_.end())
            std::memcpy(&v, at->second.data(), sizeof v);
        return v;
    }
    // Takes the values of others that this one has not.
    void take(const spec_values &others) {
        values_.insert(others.values_.begin(), others.values_.end());
    }
    uint32_t count() const {
        return (uint32_t)values_.size();
    }
    // A copy in the device's memory, which lives until the device is idle; null for no values.
    const char *table() const {
        if (values_.empty())
            return nullptr;
        std::vector<char> all(values_.size() * sizeof(spec_entry));
        size_t n = 0;
        for (const auto &v : values_) {
            all.resize((all.size() + spec_align_b - 1) / spec_align_b * spec_align_b);
            const spec_entry e = {v.first, all.size()};
            std::memcpy(all.data() + n++ * sizeof e, &e, sizeof e);
            all.insert(all.end(), v.second.begin(), v.second.end());
        }
        return machine::get().keep_until_idle(all.data(), all.size());
    }

  private:
    std::map<uint64_t, std::vector<char>> values_;
};

} // namespace detail

class kernel_handler {
  public:
    kernel_handler(const char *table, uint32_t count) : table_(table), count_(count) {}
    template <auto &Id> detail::spec_type<Id> get_specialization_constant() const {
        const auto *entries = reinterpret_cast<const detail::spec_entry *>(table_);
        for (uint32_t i = 0; i < count_; i++)
            if (entries[i].key == detail::spec_key<Id>)
                return *reinterpret_cast<const detail::spec_type<Id> *>(table_ + entries[i].at_b);
        return Id.default_value();
    }

  private:
    const char *table_;
    uint32_t count_;
};

namespace detail {

// A kernel that takes a kernel_handler as one that does not. Item: void for a single task.
template <class F, class Item> struct with_handler {
    F f;
    const char *table;
    uint32_t count;
    void operator()(Item i) const {
        f(i, kernel_handler(table, count));
    }
};
template <class F> struct with_handler<F, void> {
    F f;
    const char *table;
    uint32_t count;
    void operator()() const {
        f(kernel_handler(table, count));
    }
};
template <class F, class Item> constexpr bool takes_handler = std::is_invocable_v<const F &, Item, kernel_handler>;
template <class F> constexpr bool takes_handler<F, void> = std::is_invocable_v<const F &, kernel_handler>;

} // namespace detail
} // namespace sycl

#endif
