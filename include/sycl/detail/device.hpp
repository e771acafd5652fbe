// SPDX-License-Identifier: MIT
// device, platform, context, their selection and their properties. A process has one device: the one that CMRT_DEVICE
// names, else an Intel GPU, else the simulator.

#ifndef SYCL_DETAIL_DEVICE_HPP
#define SYCL_DETAIL_DEVICE_HPP

#include <sycl/detail/device_info.hpp>
#include <sycl/ext/oneapi/experimental/device_architecture.hpp>

namespace sycl {

namespace info {
#define SYCL_INFO(name, type)                                                                                          \
    struct name {                                                                                                      \
        using return_type = type;                                                                                      \
    };
enum class event_command_status { submitted, running, complete };
namespace event {
SYCL_INFO(command_execution_status, event_command_status)
SYCL_INFO(reference_count, uint32_t)
} // namespace event
namespace event_profiling {
SYCL_INFO(command_submit, uint64_t)
SYCL_INFO(command_start, uint64_t)
SYCL_INFO(command_end, uint64_t)
} // namespace event_profiling
#undef SYCL_INFO
} // namespace info

class platform;
class device {
  public:
    device() = default;
    template <class S, class = decltype(std::declval<S>()(std::declval<const device &>()))>
    explicit device(const S &selector) {
        if (selector(device()) < 0)
            throw exception(make_error_code(errc::runtime),
                            "no device of the requested kind; the only device is a GPU");
    }
    bool is_gpu() const {
        return true;
    }
    bool is_cpu() const {
        return false;
    }
    bool is_accelerator() const {
        return false;
    }
    bool is_host() const { // an old name; the host is no device
        return false;
    }
    bool has(aspect a) const {
        switch (a) {
        case aspect::gpu:
        case aspect::fp16:
        case aspect::queue_profiling:
        case aspect::usm_device_allocations:
        case aspect::usm_host_allocations:
        case aspect::usm_shared_allocations:
        case aspect::ext_intel_esimd:
        case aspect::atomic64:
            return true;
        case aspect::fp64:
            return detail::product_of(detail::machine::get().info()).has_fp64;
        case aspect::emulated:
        case aspect::ext_intel_device_id:
        case aspect::ext_intel_gpu_eu_count:
        case aspect::ext_intel_gpu_slices:
        case aspect::ext_intel_gpu_subslices_per_slice:
        case aspect::ext_intel_gpu_eu_count_per_subslice:
        case aspect::ext_intel_gpu_hw_threads_per_eu:
            return detail::machine::get().info().is_simulator;
        default:
            return false;
        }
    }
    template <class P> typename P::return_type get_info() const {
        return P::of(detail::machine::get().info());
    }
    sycl::platform get_platform() const;
    backend get_backend() const {
        return backend::ext_oneapi_level_zero;
    }
    static std::vector<device> get_devices(info::device_type t = info::device_type::all) {
        using d = info::device_type;
        return t == d::all || t == d::gpu || t == d::automatic ? std::vector<device>(1) : std::vector<device>();
    }
    friend bool operator==(const device &, const device &) {
        return true;
    }
    friend bool operator!=(const device &, const device &) {
        return false;
    }
    using architecture = ext::oneapi::experimental::architecture;
    bool ext_oneapi_architecture_is(architecture a) const {
        return get_info<ext::oneapi::experimental::info::device::architecture>() == a;
    }
    bool ext_oneapi_architecture_is(ext::oneapi::experimental::arch_category) const {
        return is_gpu();
    }
    // The target that the device runs code of: "bmg".
    std::string target() const {
        return detail::machine::get().info().target;
    }
};

class platform {
  public:
    static std::vector<platform> get_platforms() {
        return std::vector<platform>(1);
    }
    std::vector<device> get_devices(info::device_type t = info::device_type::all) const {
        return device::get_devices(t);
    }
    template <class P> typename P::return_type get_info() const {
        return P::of(detail::machine::get().info());
    }
    backend get_backend() const {
        return backend::ext_oneapi_level_zero;
    }
};
inline platform device::get_platform() const {
    return {};
}
namespace info::device {
inline sycl::platform platform::of(const cmrt_device_info &) {
    return {};
}
inline std::vector<sycl::aspect> aspects::of(const cmrt_device_info &) {
    std::vector<sycl::aspect> all;
#define __SYCL_ASPECT(name, number)                                                                                    \
    if (sycl::device().has(sycl::aspect::name))                                                                        \
        all.push_back(sycl::aspect::name);
#include <sycl/info/aspects.def>
#undef __SYCL_ASPECT
    return all;
}
} // namespace info::device

// Selectors give a device a score; the only device here is a GPU.
inline int default_selector_v(const device &) {
    return 1;
}
inline int gpu_selector_v(const device &d) {
    return d.is_gpu() ? 1 : -1;
}
inline int cpu_selector_v(const device &d) {
    return d.is_cpu() ? 1 : -1;
}
inline int accelerator_selector_v(const device &d) {
    return d.is_accelerator() ? 1 : -1;
}
class device_selector {
  public:
    virtual ~device_selector() = default;
    virtual int operator()(const device &) const {
        return 1;
    }
};
class gpu_selector : public device_selector {};
class default_selector : public device_selector {};

class context;
namespace info::queue {
struct device {
    using return_type = sycl::device;
};
struct context {
    using return_type = sycl::context;
};
struct reference_count {
    using return_type = uint32_t;
};
} // namespace info::queue

class context {
  public:
    context() = default;
    template <class... X> explicit context(const device &, const X &...) {} // an async_handler, properties
    template <class... X> explicit context(const std::vector<device> &, const X &...) {}
    std::vector<device> get_devices() const {
        return std::vector<device>(1);
    }
    platform get_platform() const {
        return {};
    }
    friend bool operator==(const context &, const context &) {
        return true;
    }
};

} // namespace sycl

#endif
