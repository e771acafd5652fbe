// SPDX-License-Identifier: MIT
// CM_HAS_x_CONTROL marks the body of a template that needs the feature x; using the template on a target without it is
// an error. CM_STATIC_ERROR and CM_STATIC_WARNING are for users.

#ifndef CM_DETAIL_FEATURES_H
#define CM_DETAIL_FEATURES_H

#define CM_DEPRECATED(text)         [[deprecated(text)]]
#define CM_STATIC_ERROR(cond, text) static_assert((cond), "CM:e:" text)
#define CM_STATIC_WARNING(cond, text)                                                                                  \
    do {                                                                                                               \
        struct cm_static_warning {                                                                                     \
            [[deprecated("CM:w:" text)]] static void when(__cm_flag<false>) {}                                         \
            static void when(__cm_flag<true>) {}                                                                       \
        };                                                                                                             \
        cm_static_warning::when(__cm_flag<(bool)(cond)>());                                                            \
    } while (0)
template <bool> struct __cm_flag {};

// Depends on the template parameters, so that it is evaluated only when the template is used.
#define CM_MISSING(macro, ...)                                                                                         \
    static_assert(detail::never<__VA_ARGS__>,                                                                          \
                  "Not supported feature for this platform: it needs a target that defines " macro)

#ifdef CM_HAS_BIT_ROTATE
#define CM_HAS_BIT_ROTATE_CONTROL(...)
#else
#define CM_HAS_BIT_ROTATE_CONTROL(...) CM_MISSING("CM_HAS_BIT_ROTATE", __VA_ARGS__)
#endif
#ifdef CM_HAS_BIT_ROTATE_64BIT
#define CM_HAS_BIT_ROTATE_64BIT_CONTROL(...)
#else
#define CM_HAS_BIT_ROTATE_64BIT_CONTROL(...) CM_MISSING("CM_HAS_BIT_ROTATE_64BIT", __VA_ARGS__)
#endif
#ifdef CM_HAS_DP4A
#define CM_HAS_DP4A_CONTROL(...)
#else
#define CM_HAS_DP4A_CONTROL(...) CM_MISSING("CM_HAS_DP4A", __VA_ARGS__)
#endif
#ifdef CM_HAS_BFN
#define CM_HAS_BFN_CONTROL(...)
#else
#define CM_HAS_BFN_CONTROL(...) CM_MISSING("CM_HAS_BFN", __VA_ARGS__)
#endif
#ifdef CM_HAS_BF16
#define CM_HAS_BF16_CONTROL(...)
#else
#define CM_HAS_BF16_CONTROL(...) CM_MISSING("CM_HAS_BF16", __VA_ARGS__)
#endif
#ifdef CM_HAS_TF32
#define CM_HAS_TF32_CONTROL(...)
#else
#define CM_HAS_TF32_CONTROL(...) CM_MISSING("CM_HAS_TF32", __VA_ARGS__)
#endif
#ifdef CM_HAS_DOUBLE
#define CM_HAS_DOUBLE_CONTROL(...)
#else
#define CM_HAS_DOUBLE_CONTROL(...) CM_MISSING("CM_HAS_DOUBLE", __VA_ARGS__)
#endif
#ifdef CM_HAS_IEEE_DIV_SQRT
#define CM_HAS_IEEE_DIV_SQRT_CONTROL(...)
#else
#define CM_HAS_IEEE_DIV_SQRT_CONTROL(...) CM_MISSING("CM_HAS_IEEE_DIV_SQRT", __VA_ARGS__)
#endif
#ifdef CM_HAS_DPAS
#define CM_HAS_DPAS_CONTROL(...)
#else
#define CM_HAS_DPAS_CONTROL(...) CM_MISSING("CM_HAS_DPAS", __VA_ARGS__)
#endif
#ifdef CM_HAS_LSC_TYPED_2D
#define CM_HAS_LSC_TYPED_2D_CONTROL(...)
#else
#define CM_HAS_LSC_TYPED_2D_CONTROL(...) CM_MISSING("CM_HAS_LSC_TYPED_2D; use read and write", __VA_ARGS__)
#endif
#ifdef CM_HAS_DPASW
#define CM_HAS_DPASW_CONTROL(...)
#else
#define CM_HAS_DPASW_CONTROL(...) CM_MISSING("CM_HAS_DPASW", __VA_ARGS__)
#endif

#endif
