// SPDX-License-Identifier: MIT
// Handles of Level Zero: get_native<backend::ext_oneapi_level_zero>(device, platform, context or queue). They stay
// libcmrt's: the program uses them as long as it runs and does not destroy them. A program that calls Level Zero itself
// includes <level_zero/ze_api.h>; its types are only declared here. On the device "host", which has no driver, they
// throw.

#ifndef SYCL_DETAIL_LEVEL_ZERO_HPP
#define SYCL_DETAIL_LEVEL_ZERO_HPP

#include <sycl/detail/queue.hpp>

#include <variant>

typedef struct _ze_driver_handle_t *ze_driver_handle_t;
typedef struct _ze_device_handle_t *ze_device_handle_t;
typedef struct _ze_context_handle_t *ze_context_handle_t;
typedef struct _ze_command_queue_handle_t *ze_command_queue_handle_t;
typedef struct _ze_command_list_handle_t *ze_command_list_handle_t;

// As in <cmrt/cmrt_ze.h>, which needs Level Zero's header.
extern "C" CMRT_API cmrt_status cmrt_ze_device_handles(cmrt_device *device, ze_driver_handle_t *driver,
                                                       ze_device_handle_t *handle, ze_context_handle_t *context);
extern "C" CMRT_API cmrt_status cmrt_ze_queue_handle(cmrt_queue *queue, ze_command_queue_handle_t *handle);

namespace sycl {
namespace detail {

struct native_handles {
    native_handles() {
        const machine &m = machine::get();
        m.check(cmrt_ze_device_handles(m.device(), &driver, &device, &context));
    }
    ze_driver_handle_t driver = nullptr;
    ze_device_handle_t device = nullptr;
    ze_context_handle_t context = nullptr;
};

template <class Object> struct native; // type: of the handle, get(): the handle
template <> struct native<platform> {
    using type = ze_driver_handle_t;
    static type get() {
        return native_handles().driver;
    }
};
template <> struct native<device> {
    using type = ze_device_handle_t;
    static type get() {
        return native_handles().device;
    }
};
template <> struct native<context> {
    using type = ze_context_handle_t;
    static type get() {
        return native_handles().context;
    }
};
template <> struct native<queue> {
    using type = std::variant<ze_command_queue_handle_t, ze_command_list_handle_t>;
    static type get() {
        const machine &m = machine::get();
        ze_command_queue_handle_t q = nullptr;
        m.check(cmrt_ze_queue_handle(m.queue(), &q));
        return q;
    }
};
template <class Object, class = void> constexpr bool has_native = false;
template <class Object> inline constexpr bool has_native<Object, std::void_t<typename native<Object>::type>> = true;
template <backend B> constexpr bool is_level_zero = B == backend::ext_oneapi_level_zero;

} // namespace detail

template <backend B, class Object> using backend_return_t = typename detail::native<Object>::type;

template <backend B, class Object> auto get_native(const Object &) {
    static_assert(detail::is_level_zero<B>, "get_native: the back end here is backend::ext_oneapi_level_zero");
    static_assert(detail::has_native<Object>,
                  "get_native gives the handles of a platform, a device, a context and a queue only");
    if constexpr (detail::is_level_zero<B> && detail::has_native<Object>)
        return detail::native<Object>::get();
}

// The process has one device and one context, which SYCL opens: handles of others are refused.
template <backend B> device make_device(ze_device_handle_t handle) {
    static_assert(detail::is_level_zero<B>, "make_device: the back end here is backend::ext_oneapi_level_zero");
    if (handle != detail::native_handles().device)
        throw exception(make_error_code(errc::invalid),
                        "make_device: this is not the process's device; CMRT_DEVICE names it");
    return {};
}
template <backend B> platform make_platform(ze_driver_handle_t handle) {
    static_assert(detail::is_level_zero<B>, "make_platform: the back end here is backend::ext_oneapi_level_zero");
    if (handle != detail::native_handles().driver)
        throw exception(make_error_code(errc::invalid),
                        "make_platform: this is not the driver of the process's device");
    return {};
}
template <backend B, class X> context make_context(const X &, const async_handler & = {}) {
    static_assert(detail::is_level_zero<B> && !detail::is_level_zero<B>,
                  "make_context: SYCL objects here live in the one context that cmc's run-time library makes; take it "
                  "with get_native, or use cmrt_ze_device_open of <cmrt/cmrt_ze.h> for a context of the program's");
    return {};
}
template <backend B, class X> queue make_queue(const X &, const context &, const async_handler & = {}) {
    static_assert(
        detail::is_level_zero<B> && !detail::is_level_zero<B>,
        "make_queue: commands here go to the queue that cmc's run-time library makes; take it with get_native, "
        "or use cmrt_ze_queue_create of <cmrt/cmrt_ze.h> for a queue of the program's");
    return queue();
}

} // namespace sycl

#endif
