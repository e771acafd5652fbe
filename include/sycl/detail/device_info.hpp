// SPDX-License-Identifier: MIT
// The properties that a program can ask a device for: a row each, with the type and the value.

#ifndef SYCL_DETAIL_DEVICE_INFO_HPP
#define SYCL_DETAIL_DEVICE_INFO_HPP

#include <sycl/detail/ids.hpp>
#include <sycl/detail/runtime.hpp>

#include <array>
#include <ostream>
#include <thread>

namespace sycl {

enum class aspect {
#define __SYCL_ASPECT(name, number) name = number,
#include <sycl/info/aspects.def>
#undef __SYCL_ASPECT
};
enum class backend { ext_oneapi_level_zero, opencl };
inline std::ostream &operator<<(std::ostream &to, backend b) {
    return to << (b == backend::opencl ? "opencl" : "ext_oneapi_level_zero");
}

class platform;

namespace detail {

// The product that a target is simulated as. On a GPU, another product of the same target has other numbers.
struct product {
    const char *target;
    uint32_t device_id, slices, subslices, eus, threads,
        mhz;         // subslices of a slice, EUs of a subslice, threads of an EU
    uint32_t l2_kib; // the last cache before memory
    bool has_fp64, has_2d_blocks;
    bool shares_memory; // with the host
};
inline constexpr product products[] = {
    {"skl", 0x1912, 1, 3, 8, 7, 1150, 768, true, false, true},
    {"icl", 0x8a52, 1, 8, 8, 7, 1100, 3072, false, false, true},
    {"tgl", 0x9a49, 1, 6, 16, 7, 1350, 3840, false, false, true},
    {"dg2", 0x56a0, 8, 4, 16, 8, 2100, 16384, false, false, false},
    {"pvc", 0x0bda, 8, 7, 8, 8, 1550, 110592, true, true, false},
    {"mtl", 0x7d55, 2, 4, 16, 8, 2250, 4096, true, false, true},
    {"arlh", 0x7d51, 2, 4, 16, 8, 2350, 4096, true, false, true},
    {"lnl", 0x64a0, 2, 4, 8, 8, 2050, 8192, true, true, true},
    {"bmg", 0xe20b, 5, 4, 8, 8, 2670, 18432, true, true, false},
    {"ptl", 0xb080, 2, 6, 8, 8, 2500, 16384, true, true, true},
    {"host", 0, 1, 1, 1, 1, 0, 0, true, true, true},
};
inline const product &product_of(const cmrt_device_info &i) {
    for (const product &p : products)
        if (std::string(p.target) == i.target)
            return p;
    throw exception(make_error_code(errc::feature_not_supported),
                    "this property is not known of the device '" + std::string(i.name) + "'");
}
inline uint32_t eu_count(const cmrt_device_info &i) {
    const product &p = product_of(i);
    if (std::string(p.target) == "host")
        return std::thread::hardware_concurrency();
    return p.slices * p.subslices * p.eus;
}
template <class T> T unknown_property() {
    throw exception(make_error_code(errc::feature_not_supported), "this property of the device is not known");
}

} // namespace detail

#define SYCL_INFO(name, type, ...)                                                                                     \
    struct name {                                                                                                      \
        using return_type = type;                                                                                      \
        static return_type of([[maybe_unused]] const cmrt_device_info &i) {                                            \
            return __VA_ARGS__;                                                                                        \
        }                                                                                                              \
    };
#define SYCL_UNKNOWN(name, type) SYCL_INFO(name, type, sycl::detail::unknown_property<return_type>())
namespace info {
enum class device_type { cpu, gpu, accelerator, custom, automatic, host, all };
enum class fp_config {
    denorm,
    inf_nan,
    round_to_nearest,
    round_to_zero,
    round_to_inf,
    fma,
    correctly_rounded_divide_sqrt,
    soft_float
};
enum class global_mem_cache_type { none, read_only, read_write };
enum class local_mem_type { none, local, global };

enum class partition_property {
    no_partition,
    partition_equally,
    partition_by_counts,
    partition_by_affinity_domain,
};

namespace device {
SYCL_INFO(name, std::string, i.name)
SYCL_INFO(vendor, std::string, "Intel(R) Corporation")
SYCL_INFO(vendor_id, uint32_t, 0x8086)
SYCL_INFO(driver_version, std::string, "1.0")
SYCL_INFO(version, std::string, "1.0")
SYCL_INFO(profile, std::string, "FULL_PROFILE")
SYCL_INFO(device_type, info::device_type, info::device_type::gpu)
SYCL_INFO(max_compute_units, uint32_t, detail::eu_count(i))
SYCL_INFO(max_clock_frequency, uint32_t, detail::product_of(i).mhz)
SYCL_INFO(max_work_item_dimensions, uint32_t, 3)
template <int Dims = 3> struct max_work_item_sizes {
    using return_type = range<Dims>;
    static return_type of(const cmrt_device_info &i) {
        return detail::all_dims<Dims, range<Dims>>([&](int) { return (size_t)i.max_group_items; });
    }
};
SYCL_INFO(max_work_group_size, size_t, i.max_group_items)
SYCL_INFO(max_num_sub_groups, uint32_t, i.max_group_items)
SYCL_INFO(sub_group_sizes, std::vector<size_t>, {1})
#define SYCL_VECTOR_WIDTH(type, ...)                                                                                   \
    SYCL_INFO(preferred_vector_width_##type, uint32_t, __VA_ARGS__)                                                    \
    SYCL_INFO(native_vector_width_##type, uint32_t, __VA_ARGS__)
SYCL_VECTOR_WIDTH(char, 16)
SYCL_VECTOR_WIDTH(short, 16)
SYCL_VECTOR_WIDTH(int, 16)
SYCL_VECTOR_WIDTH(long, 8)
SYCL_VECTOR_WIDTH(float, 16)
SYCL_VECTOR_WIDTH(half, 16)
SYCL_VECTOR_WIDTH(double, detail::product_of(i).has_fp64 ? 8 : 0)
#undef SYCL_VECTOR_WIDTH
// Kernels flush denormals of float unless they ask otherwise.
#define SYCL_ROUNDINGS                                                                                                 \
    fp_config::inf_nan, fp_config::round_to_nearest, fp_config::round_to_zero, fp_config::round_to_inf, fp_config::fma
SYCL_INFO(half_fp_config, std::vector<fp_config>, {fp_config::denorm, SYCL_ROUNDINGS})
SYCL_INFO(single_fp_config, std::vector<fp_config>, {SYCL_ROUNDINGS})
SYCL_INFO(double_fp_config, std::vector<fp_config>,
          detail::product_of(i).has_fp64 ? return_type{fp_config::denorm, SYCL_ROUNDINGS} : return_type())
#undef SYCL_ROUNDINGS
SYCL_INFO(image_support, bool, true)
SYCL_INFO(image2d_max_width, size_t, 16384)
SYCL_INFO(image2d_max_height, size_t, 16384)
SYCL_INFO(image3d_max_width, size_t, 16384)
SYCL_INFO(image3d_max_height, size_t, 16384)
SYCL_INFO(image3d_max_depth, size_t, 2048)
SYCL_INFO(max_parameter_size, size_t, 2048)
SYCL_INFO(queue_profiling, bool, true)
SYCL_INFO(partition_max_sub_devices, uint32_t, 0)
SYCL_INFO(partition_properties, std::vector<partition_property>, {})
SYCL_INFO(reference_count, uint32_t, 1)
struct platform {
    using return_type = sycl::platform;
    static return_type of(const cmrt_device_info &i);
};
struct aspects {
    using return_type = std::vector<sycl::aspect>;
    static return_type of(const cmrt_device_info &i);
};
SYCL_INFO(address_bits, uint32_t, 64)
SYCL_INFO(max_mem_alloc_size, uint64_t, i.max_buffer_b)
SYCL_INFO(mem_base_addr_align, uint32_t, 1024)
SYCL_INFO(global_mem_size, uint64_t, i.memory_size_b)
SYCL_INFO(global_mem_cache_type, info::global_mem_cache_type, info::global_mem_cache_type::read_write)
SYCL_INFO(global_mem_cache_line_size, uint32_t, 64)
SYCL_INFO(global_mem_cache_size, uint64_t, (uint64_t)detail::product_of(i).l2_kib << 10)
SYCL_INFO(local_mem_type, info::local_mem_type, info::local_mem_type::local)
SYCL_INFO(local_mem_size, uint64_t, i.slm_size_b)
SYCL_INFO(error_correction_support, bool, false)
SYCL_INFO(host_unified_memory, bool, detail::product_of(i).shares_memory)
SYCL_INFO(profiling_timer_resolution, size_t, 1)
SYCL_INFO(is_available, bool, true)
SYCL_INFO(is_compiler_available, bool, false)
SYCL_INFO(is_linker_available, bool, false)
SYCL_INFO(atomic_memory_order_capabilities, std::vector<memory_order>,
          {memory_order::relaxed, memory_order::acquire, memory_order::release, memory_order::acq_rel})
SYCL_INFO(atomic_fence_order_capabilities, std::vector<memory_order>,
          {memory_order::relaxed, memory_order::acquire, memory_order::release, memory_order::acq_rel})
SYCL_INFO(atomic_memory_scope_capabilities, std::vector<memory_scope>,
          {memory_scope::work_item, memory_scope::sub_group, memory_scope::work_group, memory_scope::device})
SYCL_INFO(atomic_fence_scope_capabilities, std::vector<memory_scope>,
          {memory_scope::work_item, memory_scope::sub_group, memory_scope::work_group, memory_scope::device})
} // namespace device
namespace platform {
SYCL_INFO(name, std::string, "Intel(R) Level-Zero")
SYCL_INFO(vendor, std::string, "Intel(R) Corporation")
SYCL_INFO(version, std::string, "1.0")
SYCL_INFO(profile, std::string, "FULL_PROFILE")
} // namespace platform
} // namespace info

namespace ext::intel::info::device {
SYCL_INFO(device_id, uint32_t, sycl::detail::product_of(i).device_id)
SYCL_INFO(gpu_eu_count, uint32_t, sycl::detail::eu_count(i))
SYCL_INFO(gpu_slices, uint32_t, sycl::detail::product_of(i).slices)
SYCL_INFO(gpu_subslices_per_slice, uint32_t, sycl::detail::product_of(i).subslices)
SYCL_INFO(gpu_eu_count_per_subslice, uint32_t, sycl::detail::product_of(i).eus)
SYCL_INFO(gpu_hw_threads_per_eu, uint32_t, sycl::detail::product_of(i).threads)
SYCL_UNKNOWN(gpu_eu_simd_width, uint32_t)
SYCL_UNKNOWN(pci_address, std::string)
SYCL_UNKNOWN(max_mem_bandwidth, uint64_t)
SYCL_UNKNOWN(free_memory, uint64_t)
SYCL_UNKNOWN(memory_clock_rate, uint32_t)
SYCL_UNKNOWN(memory_bus_width, uint32_t)
using uuid_bytes = std::array<unsigned char, 16>;
SYCL_UNKNOWN(uuid, uuid_bytes)
} // namespace ext::intel::info::device
namespace info::device {
SYCL_INFO(has_2d_block_io_support, bool, sycl::detail::product_of(i).has_2d_blocks)
} // namespace info::device
// The same namespace, so that a program may use both namespaces around it and write info::device::name.
namespace ext::intel::esimd {
namespace info = sycl::info;
}
#undef SYCL_UNKNOWN
#undef SYCL_INFO

} // namespace sycl

#endif
