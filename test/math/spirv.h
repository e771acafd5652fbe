// SPDX-License-Identifier: MIT
// For kernels: the functions of functions_spirv.def.

#ifndef TEST_MATH_SPIRV_H
#define TEST_MATH_SPIRV_H

typedef float type_f;
typedef half type_h;

// SPIR-V's builtins take Clang's vectors.
template <class T> using raw = detail::raw<T, N>;
#define SPIRV_1(name, T)                                                                                               \
    raw<T> __spirv_ocl_##name(raw<T>);                                                                                 \
    CM_API vector<T, N> ocl_##name(vector<T, N> x) {                                                                   \
        return vector<T, N>(detail::from_raw(), __spirv_ocl_##name(detail::to<T, N>(x)));                              \
    }
#define SPIRV_2(name, T)                                                                                               \
    raw<T> __spirv_ocl_##name(raw<T>, raw<T>);                                                                         \
    CM_API vector<T, N> ocl_##name(vector<T, N> x, vector<T, N> y) {                                                   \
        return vector<T, N>(detail::from_raw(), __spirv_ocl_##name(detail::to<T, N>(x), detail::to<T, N>(y)));         \
    }
#define MATH(name, type, operands, ...) SPIRV_##operands(name, type_##type)
#include "functions_spirv.def"
#undef MATH

#endif
