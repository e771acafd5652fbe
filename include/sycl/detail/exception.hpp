// SPDX-License-Identifier: MIT
// Errors of the host side: sycl::exception with a code.

#ifndef SYCL_DETAIL_EXCEPTION_HPP
#define SYCL_DETAIL_EXCEPTION_HPP

#include <exception>
#include <functional>
#include <string>
#include <system_error>
#include <vector>

namespace sycl {

enum class errc : unsigned {
    success = 0,
    runtime = 1,
    kernel = 2,
    accessor = 3,
    nd_range = 4,
    event = 5,
    kernel_argument = 6,
    build = 7,
    invalid = 8,
    memory_allocation = 9,
    platform = 10,
    profiling = 11,
    feature_not_supported = 12,
    kernel_not_supported = 13,
    backend_mismatch = 14
};

namespace detail {
class category : public std::error_category {
  public:
    const char *name() const noexcept override {
        return "sycl";
    }
    std::string message(int code) const override {
        static const char *const names[] = {"success",
                                            "runtime",
                                            "kernel",
                                            "accessor",
                                            "nd_range",
                                            "event",
                                            "kernel_argument",
                                            "build",
                                            "invalid",
                                            "memory_allocation",
                                            "platform",
                                            "profiling",
                                            "feature_not_supported",
                                            "kernel_not_supported",
                                            "backend_mismatch"};
        return code >= 0 && code < (int)(sizeof names / sizeof names[0]) ? names[code] : "unknown";
    }
};
} // namespace detail

inline const std::error_category &sycl_category() noexcept {
    static const detail::category one;
    return one;
}
inline std::error_code make_error_code(errc e) noexcept {
    return {(int)e, sycl_category()};
}

class exception : public virtual std::exception {
  public:
    exception(std::error_code code, const std::string &text = "") : code_(code), text_(text) {}
    exception(std::error_code code, const char *text) : code_(code), text_(text) {}
    const std::error_code &code() const noexcept {
        return code_;
    }
    const std::error_category &category() const noexcept {
        return code_.category();
    }
    const char *what() const noexcept override {
        return text_.c_str();
    }
    bool has_context() const noexcept {
        return false;
    }

  private:
    std::error_code code_;
    std::string text_;
};

using exception_list = std::vector<std::exception_ptr>;
using async_handler = std::function<void(exception_list)>;

} // namespace sycl

template <> struct std::is_error_code_enum<sycl::errc> : std::true_type {};

#endif
