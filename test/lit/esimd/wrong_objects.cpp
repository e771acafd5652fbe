// SPDX-License-Identifier: MIT
// Wrong uses of simd, views, masks and math: the message is at the user's line, with the remedy.
// RUN: %errors -fsycl %s
// Comments point at columns.
// clang-format off
#include <sycl/ext/intel/esimd.hpp>

using namespace sycl::ext::intel::esimd;
namespace ens = sycl::ext::intel::experimental::esimd;

template <class F> void task(F f) {
    sycl::queue().single_task(f);
}

int main() {
    float *p = nullptr;
    int *q = nullptr;
    task([=]() SYCL_ESIMD_KERNEL {
        simd<float, 16> v(p);
        const simd<float, 16> fixed(p);
        simd<int, 16> n(q);
        simd_mask<16> m = v > 0.0f;
        simd_mask<8> half_mask(1);
        v.bit_cast_view<float, 3, 5>() = 0;
//        ^ error: bit_cast_view: the new shape has another number of bytes (64 == 60 is false)
        v.select<2, 1, 2, 1>(0, 0) = 0;
//        ^ error: a 1-D object takes select<size, stride>(offset); bit_cast_view gives it rows
        v.bit_cast_view<float, 4, 4>().select<4, 1>(0) = 0;
//                                     ^ error: a 2-D view takes select<rows, row stride, columns, column stride>(y, x)
        v.row(1) = 0;
//        ^ error: row takes a 2-D view
        v.merge(v, half_mask);
//        ^ error: merge: the mask must have as many elements as the object
        m &= half_mask;
//        ^ error: no viable overloaded '&='; an assignment takes a number, or a simd or a view of the same number of e
        v.any();
//        ^ error: any() tests integers; compare first, as in (v != 0).any()
        v = v << 2;
//            ^ error: this operator takes integers; convert the operands first
        n.iselect(v);
//        ^ error: iselect takes integer indices
        v.replicate_vs_w_hs<0, 4, 4, 1>(0);
//        ^ error: replicate: counts must be at least 1, and strides at least 0
        fixed = v;
//            ^ error: no viable overloaded '='; an assignment takes a number, or a simd or a view of the same number of
        sqrt_ieee(n);
//      ^ error: sqrt_ieee takes floating-point elements; convert the operand first, as in sqrt_ieee(convert<float>(v))
        reduce<float>(v, std::minus<>());
//      ^ error: reduce takes std::plus<>() or std::multiplies<>(); hmax and hmin give extremes
        n = n.frc();
//            ^ error: no member named 'frc' in 'sycl::ext::intel::esimd::simd<int, 16>'
        simd<int, 4097> large(0);
//                      ^ error: a simd cannot be larger than all registers of a thread, 16384 bytes; keep the data in
    });
}
