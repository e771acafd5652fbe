// SPDX-License-Identifier: MIT
// device, platform, context, their selection and their properties. A process has one device: the one that CMRT_DEVICE
// names, else an Intel GPU, else the simulator.

#ifndef SYCL_DETAIL_DEVICE_HPP
#define SYCL_DETAIL_DEVICE_HPP

#include <sycl/detail/runtime.hpp>

namespace sycl {

enum class aspect {
    cpu,
    gpu,
    accelerator,
    custom,
    emulated,
    host_debuggable,
    fp16,
    fp64,
    atomic64,
    image,
    online_compiler,
    online_linker,
    queue_profiling,
    usm_device_allocations,
    usm_host_allocations,
    usm_atomic_host_allocations,
    usm_shared_allocations,
    usm_atomic_shared_allocations,
    usm_system_allocations,
    ext_intel_esimd
};
enum class backend { ext_oneapi_level_zero, opencl };

namespace info {
enum class device_type { cpu, gpu, accelerator, custom, automatic, host, all };
#define SYCL_INFO(name, type)                                                                                          \
    struct name {                                                                                                      \
        using return_type = type;                                                                                      \
    };
namespace device {
SYCL_INFO(name, std::string)
SYCL_INFO(vendor, std::string)
SYCL_INFO(driver_version, std::string)
SYCL_INFO(version, std::string)
SYCL_INFO(device_type, info::device_type)
SYCL_INFO(max_compute_units, uint32_t)
SYCL_INFO(max_work_group_size, size_t)
SYCL_INFO(local_mem_size, uint64_t)
SYCL_INFO(global_mem_size, uint64_t)
SYCL_INFO(max_mem_alloc_size, uint64_t)
SYCL_INFO(max_clock_frequency, uint32_t)
SYCL_INFO(sub_group_sizes, std::vector<size_t>)
SYCL_INFO(max_num_sub_groups, uint32_t)
SYCL_INFO(vendor_id, uint32_t)
} // namespace device
namespace platform {
SYCL_INFO(name, std::string)
SYCL_INFO(vendor, std::string)
SYCL_INFO(version, std::string)
} // namespace platform
enum class event_command_status { submitted, running, complete };
namespace event {
SYCL_INFO(command_execution_status, event_command_status)
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
    explicit device(const S &) {}
    bool is_gpu() const {
        return true;
    }
    bool is_cpu() const {
        return false;
    }
    bool is_accelerator() const {
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
            return target() != "dg2" && target() != "tgl" && target() != "icl";
        case aspect::emulated:
            return detail::machine::get().info().is_simulator;
        default:
            return false;
        }
    }
    template <class P> typename P::return_type get_info() const;
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
    // The target that the device runs code of: "bmg".
    std::string target() const {
        return detail::machine::get().info().target;
    }
};

template <class P> typename P::return_type device::get_info() const {
    const cmrt_device_info &i = detail::machine::get().info();
    if constexpr (std::is_same_v<P, info::device::name>)
        return i.name;
    else if constexpr (std::is_same_v<P, info::device::vendor>)
        return "Intel(R) Corporation";
    else if constexpr (std::is_same_v<P, info::device::driver_version> || std::is_same_v<P, info::device::version>)
        return "1.0";
    else if constexpr (std::is_same_v<P, info::device::device_type>)
        return info::device_type::gpu;
    else if constexpr (std::is_same_v<P, info::device::max_work_group_size>)
        return i.max_group_items;
    else if constexpr (std::is_same_v<P, info::device::local_mem_size>)
        return i.slm_size_b;
    else if constexpr (std::is_same_v<P, info::device::global_mem_size>)
        return i.memory_size_b;
    else if constexpr (std::is_same_v<P, info::device::max_mem_alloc_size>)
        return i.max_buffer_b;
    else if constexpr (std::is_same_v<P, info::device::sub_group_sizes>)
        return {1};
    else if constexpr (std::is_same_v<P, info::device::vendor_id>)
        return 0x8086;
    else
        throw exception(make_error_code(errc::feature_not_supported), "this property of a device is not known");
}

class platform {
  public:
    static std::vector<platform> get_platforms() {
        return std::vector<platform>(1);
    }
    std::vector<device> get_devices(info::device_type t = info::device_type::all) const {
        return device::get_devices(t);
    }
    template <class P> typename P::return_type get_info() const {
        return std::is_same_v<P, info::platform::version>  ? "1.0"
               : std::is_same_v<P, info::platform::vendor> ? "Intel(R) Corporation"
                                                           : "Intel(R) Level-Zero";
    }
    backend get_backend() const {
        return backend::ext_oneapi_level_zero;
    }
};
inline platform device::get_platform() const {
    return {};
}

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

class context {
  public:
    context() = default;
    explicit context(const device &) {}
    explicit context(const std::vector<device> &) {}
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
