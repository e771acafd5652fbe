// SPDX-License-Identifier: MIT
// Which addresses are USM, and of which kind.

#ifndef SYCL_DETAIL_USM_RANGES_HPP
#define SYCL_DETAIL_USM_RANGES_HPP

#include <sycl/detail/runtime.hpp>

namespace sycl {

namespace usm {
enum class alloc { host, device, shared, unknown };
}

namespace detail {

class usm_ranges {
  public:
    static usm_ranges &all() {
        static usm_ranges *one = new usm_ranges; // lives until the end, whatever the order of destructors
        return *one;
    }
    void add(const void *p, size_t size_b, usm::alloc kind) {
        std::lock_guard<std::mutex> hold(lock_);
        ranges_[(uintptr_t)p] = {size_b, kind};
    }
    void remove(const void *p) {
        std::lock_guard<std::mutex> hold(lock_);
        ranges_.erase((uintptr_t)p);
    }
    usm::alloc kind_of(const void *p) {
        std::lock_guard<std::mutex> hold(lock_);
        auto at = ranges_.upper_bound((uintptr_t)p);
        if (at == ranges_.begin())
            return usm::alloc::unknown;
        --at;
        return (uintptr_t)p - at->first < at->second.size_b ? at->second.kind : usm::alloc::unknown;
    }

  private:
    struct range {
        size_t size_b;
        usm::alloc kind;
    };
    std::mutex lock_;
    std::map<uintptr_t, range> ranges_;
};

} // namespace detail
} // namespace sycl

#endif
