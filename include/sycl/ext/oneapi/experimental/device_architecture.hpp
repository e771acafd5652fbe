// SPDX-License-Identifier: MIT
// architecture: the kind of a GPU, as a name that programs compare.

#ifndef SYCL_EXT_ONEAPI_EXPERIMENTAL_DEVICE_ARCHITECTURE_HPP
#define SYCL_EXT_ONEAPI_EXPERIMENTAL_DEVICE_ARCHITECTURE_HPP

#include <sycl/detail/device_info.hpp>

namespace sycl::ext::oneapi::experimental {

// In the order of their hardware's versions.
enum class architecture : uint64_t {
    unknown,
    intel_gpu_bdw,
    intel_gpu_skl,
    intel_gpu_kbl,
    intel_gpu_cfl,
    intel_gpu_apl,
    intel_gpu_bxt = intel_gpu_apl,
    intel_gpu_glk,
    intel_gpu_whl,
    intel_gpu_aml,
    intel_gpu_cml,
    intel_gpu_icllp,
    intel_gpu_icl = intel_gpu_icllp,
    intel_gpu_ehl,
    intel_gpu_jsl = intel_gpu_ehl,
    intel_gpu_tgllp,
    intel_gpu_tgl = intel_gpu_tgllp,
    intel_gpu_rkl,
    intel_gpu_adl_s,
    intel_gpu_rpl_s = intel_gpu_adl_s,
    intel_gpu_adl_p,
    intel_gpu_adl_n,
    intel_gpu_dg1,
    intel_gpu_acm_g10,
    intel_gpu_dg2_g10 = intel_gpu_acm_g10,
    intel_gpu_acm_g11,
    intel_gpu_dg2_g11 = intel_gpu_acm_g11,
    intel_gpu_acm_g12,
    intel_gpu_dg2_g12 = intel_gpu_acm_g12,
    intel_gpu_pvc,
    intel_gpu_pvc_vg,
    intel_gpu_mtl_u,
    intel_gpu_mtl_s = intel_gpu_mtl_u,
    intel_gpu_arl_u = intel_gpu_mtl_u,
    intel_gpu_arl_s = intel_gpu_mtl_u,
    intel_gpu_mtl_h,
    intel_gpu_arl_h,
    intel_gpu_bmg_g21,
    intel_gpu_bmg_g31,
    intel_gpu_lnl_m,
    intel_gpu_ptl_h,
    intel_gpu_ptl_u,
    intel_gpu_wcl,
    intel_gpu_last = intel_gpu_wcl,
    x86_64
};
enum class arch_category { intel_gpu };

namespace info::device {
struct architecture {
    using return_type = experimental::architecture;
    static return_type of(const cmrt_device_info &i) {
        struct row {
            const char *target;
            return_type is;
        };
        static constexpr row rows[] = {
            {"skl", return_type::intel_gpu_skl},     {"icl", return_type::intel_gpu_icllp},
            {"tgl", return_type::intel_gpu_tgllp},   {"dg2", return_type::intel_gpu_acm_g10},
            {"pvc", return_type::intel_gpu_pvc},     {"lnl", return_type::intel_gpu_lnl_m},
            {"bmg", return_type::intel_gpu_bmg_g21}, {"mtl", return_type::intel_gpu_mtl_h},
            {"arlh", return_type::intel_gpu_arl_h},  {"ptl", return_type::intel_gpu_ptl_h},
        };
        for (const row &r : rows)
            if (std::string(r.target) == i.target)
                return r.is;
        return return_type::unknown;
    }
};
} // namespace info::device

} // namespace sycl::ext::oneapi::experimental

#endif
