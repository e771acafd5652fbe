// SPDX-License-Identifier: MIT
// Names of media kernels and of older compilers. Each is either an error that names the replacement, or an alias with
// a warning of the group -Wcm-deprecated.

#ifndef CM_LEGACY_H
#define CM_LEGACY_H

#include <cm/math.h>

#define __bf16 cm::bfloat16

inline namespace cm {

// A function with any arguments whose call is an error.
#define CM_REMOVED(name, text)                                                                                         \
    template <auto... Numbers, class... As> CM_API int name(const As &...) CM_ERROR_IF(true, #name ": " text) {        \
        return 0;                                                                                                      \
    }                                                                                                                  \
    template <class T, auto... Numbers, class... As>                                                                   \
    CM_API int name(const As &...) CM_ERROR_IF(true, #name ": " text) {                                                \
        return 0;                                                                                                      \
    }
CM_REMOVED(genx_select, "was removed; use replicate<repeat, vstride, width, hstride>(i)")
CM_REMOVED(cm_pln, "the plane instruction no longer exists; write src0(0)*u + src0(1)*v + src0(3)")
CM_REMOVED(cm_srnd, "stochastic rounding is not supported; assign to half, which rounds to nearest")
CM_REMOVED(cm_srnd_bf8, "8-bit floats need hardware after Xe2; use half")
CM_REMOVED(cm_srnd_hf8, "8-bit floats need hardware after Xe2; use half")
CM_REMOVED(cm_bdpas, "block-scaled products need hardware after Xe2; use cm_dpas")
CM_REMOVED(cm_hf8_cvt, "8-bit floats need hardware after Xe2; use half")
CM_REMOVED(cm_bf8_cvt, "8-bit floats need hardware after Xe2; use half")
CM_REMOVED(cm_get_tileid, "each tile is a Level Zero device of its own; pass its number as an argument")
CM_REMOVED(cm_wait, "the media walker's scoreboard is not supported; let the threads of a group wait with cm_barrier")
CM_REMOVED(cm_signal, "thread events are not supported; use cm_barrier")
CM_REMOVED(cm_signal_event, "gateway events (CM_HAS_GATEWAY_EVENT) are not supported; use cm_barrier")
CM_REMOVED(cm_wait_event, "gateway events (CM_HAS_GATEWAY_EVENT) are not supported; use cm_barrier")
CM_REMOVED(cm_monitor_event, "gateway events (CM_HAS_GATEWAY_EVENT) are not supported; use cm_barrier")
CM_REMOVED(cm_monitor_no_event, "gateway events (CM_HAS_GATEWAY_EVENT) are not supported; use cm_barrier")
CM_REMOVED(get_color, "the media walker's color is not available; use cm_group_id")
CM_REMOVED(cm_hword_read, "this function is not needed because blocks may have any size; use read(surface, offset, v)")
CM_REMOVED(cm_hword_write,
           "this function is not needed because blocks may have any size; use write(surface, offset, v)")
CM_REMOVED(cm_qword_scatter_read, "use cm_svm_scatter_read(addresses, v) or cm_load")
CM_REMOVED(cm_qword_scatter_write, "use cm_svm_scatter_write(addresses, v) or cm_store")
CM_REMOVED(sample16, "samplers are not supported; read pixels with read_typed or a media block")
CM_REMOVED(sample32, "samplers are not supported; read pixels with read_typed or a media block")
CM_REMOVED(load16, "samplers are not supported; read pixels with read_typed or a media block")
CM_REMOVED(cm_3d_sample, "samplers are not supported; read pixels with read_typed or a media block")
CM_REMOVED(cm_3d_load, "samplers are not supported; read pixels with read_typed or a media block")
// Operations of the sampler: they can be named, and the call is refused.
enum class CM3DSampleOp { unsupported };
enum class CM3DLoadOp { unsupported };
constexpr CM3DSampleOp operator|(CM3DSampleOp a, CM3DSampleOp) {
    return a;
}
constexpr CM3DLoadOp operator|(CM3DLoadOp a, CM3DLoadOp) {
    return a;
}
#define CM_3D_SAMPLE                     cm::CM3DSampleOp::unsupported
#define CM_3D_SAMPLE_B                   cm::CM3DSampleOp::unsupported
#define CM_3D_SAMPLE_L                   cm::CM3DSampleOp::unsupported
#define CM_3D_SAMPLE_C                   cm::CM3DSampleOp::unsupported
#define CM_3D_SAMPLE_D                   cm::CM3DSampleOp::unsupported
#define CM_3D_SAMPLE_B_C                 cm::CM3DSampleOp::unsupported
#define CM_3D_SAMPLE_L_C                 cm::CM3DSampleOp::unsupported
#define CM_3D_LOD                        cm::CM3DSampleOp::unsupported
#define CM_3D_SAMPLE_D_C                 cm::CM3DSampleOp::unsupported
#define CM_3D_SAMPLE_LZ                  cm::CM3DSampleOp::unsupported
#define CM_3D_SAMPLE_C_LZ                cm::CM3DSampleOp::unsupported
#define CM_3D_SAMPLE_NULLMASK_ENABLE     cm::CM3DSampleOp::unsupported
#define CM_3D_SAMPLE_CPS_LOD_COMP_ENABLE cm::CM3DSampleOp::unsupported
#define CM_3D_LOAD                       cm::CM3DLoadOp::unsupported
#define CM_3D_LOAD_L                     cm::CM3DLoadOp::unsupported
#define CM_3D_LOAD_LZ                    cm::CM3DLoadOp::unsupported
#define CM_3D_LOAD_2DMS_W                cm::CM3DLoadOp::unsupported
#define CM_3D_LOAD_MCS                   cm::CM3DLoadOp::unsupported
#define CM_3D_LOAD_NULLMASK_ENABLE       cm::CM3DLoadOp::unsupported
#define CM_REMOVED_VA(name)                                                                                            \
    CM_REMOVED(name, "video analytics (CM_HAS_VA) is not supported; read a media block and compute "                   \
                     "in the kernel")
CM_REMOVED_VA(cm_va_2d_convolve)
CM_REMOVED_VA(cm_va_erode)
CM_REMOVED_VA(cm_va_dilate)
CM_REMOVED_VA(cm_va_min_max)
CM_REMOVED_VA(cm_va_min_max_filter)
CM_REMOVED_VA(cm_va_centroid)
CM_REMOVED_VA(cm_va_boolean_centroid)
CM_REMOVED_VA(cm_va_1d_convolve_horizontal)
CM_REMOVED_VA(cm_va_1d_convolve_vertical)
CM_REMOVED_VA(cm_va_1pixel_convolve)
CM_REMOVED_VA(cm_va_lbp_creation)
CM_REMOVED_VA(cm_va_lbp_correlation)
CM_REMOVED_VA(cm_va_flood_fill)
CM_REMOVED_VA(cm_va_correlation_search)
#undef CM_REMOVED_VA
#define CM_REMOVED_VME(name) CM_REMOVED(name, "the video motion engine is not supported; compare blocks with cm_sad2")
CM_REMOVED_VME(run_vme_ime)
CM_REMOVED_VME(run_vme_fbr)
CM_REMOVED_VME(run_vme_sic)
CM_REMOVED_VME(cm_vme_hevc_ime)
CM_REMOVED_VME(cm_vme_hevc_pak)
#undef CM_REMOVED_VME
#undef CM_REMOVED

// Handles of unsupported units.
class SamplerIndex {
  public:
    SamplerIndex() = delete ("samplers are not supported; read pixels with read_typed or a media block");
};
class VmeIndex {
  public:
    VmeIndex() = delete ("the video motion engine is not supported");
};

// No effect.
template <class... As>
CM_DEPRECATED("[cm-deprecated] this hint has no effect; cmc does not need it")
CM_API void cm_pause(const As &...) {}
CM_DEPRECATED("[cm-deprecated] labels in assembly text have no effect")
CM_API void cm_label(const char *) {}

} // namespace cm

// Run-time composition of kernels.
#define CM_REMOVED_WORD(text) __attribute__((unavailable(text)))
#define _CM_CALLABLE_         CM_REMOVED_WORD("composing kernels at run time is not supported; call the function")
#define _CM_ENTRY_            CM_REMOVED_WORD("composing kernels at run time is not supported; use _GENX_MAIN_")
#define _CM_INPUT_
#define _CM_OUTPUT_
#define _CM_INPUT_OUTPUT_
#define _CM_FIXED_
#define _SIMT8_  CM_REMOVED_WORD("implicit SIMT functions are not supported; use vectors of 8")
#define _SIMT16_ CM_REMOVED_WORD("implicit SIMT functions are not supported; use vectors of 16")
#define _SIMT32_ CM_REMOVED_WORD("implicit SIMT functions are not supported; use vectors of 32")
#define _CM_BUILTIN_
#define CM_OPTIMIZATIONS_FENCE ((void)0)

inline namespace cm {

// A constant that the runtime of other compilers can replace when it loads the code. Here it has its default value.
template <class T, int Id, auto Default = 0> CM_API constexpr T cm_spec_constant() {
    return (T)Default;
}

} // namespace cm

#endif
