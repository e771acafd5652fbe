// SPDX-License-Identifier: MIT
// Guide examples as lambdas: a captured pointer is what an argument is.
// RUN: %cmc -fsycl-device-only -march=bmg -S %s -o - | %listing %s --prefix=E01 --kernel=_ZTS3e01
// RUN: %cmc -fsycl-device-only -march=pvc -S %s -o - | %listing %s --prefix=E01 --kernel=_ZTS3e01
// RUN: %cmc -fsycl-device-only -march=bmg -S %s -o - | %listing %s --prefix=E02 --kernel=_ZTS3e02
// RUN: %cmc -fsycl-device-only -march=pvc -S %s -o - | %listing %s --prefix=E02 --kernel=_ZTS3e02
// RUN: %cmc -fsycl-device-only -march=bmg -S %s -o - | %listing %s --prefix=E03 --kernel=_ZTS3e03
// RUN: %cmc -fsycl-device-only -march=pvc -S %s -o - | %listing %s --prefix=E03 --kernel=_ZTS3e03
// RUN: %cmc -fsycl-device-only -march=bmg -S %s -o - | %listing %s --prefix=E08 --kernel=_ZTS3e08
// RUN: %cmc -fsycl-device-only -march=pvc -S %s -o - | %listing %s --prefix=E08 --kernel=_ZTS3e08
// RUN: %cmc -fsycl-device-only -march=bmg -S %s -o - | %listing %s --prefix=E13 --kernel=_ZTS3e13
// RUN: %cmc -fsycl-device-only -march=pvc -S %s -o - | %listing %s --prefix=E13 --kernel=_ZTS3e13
// RUN: %cmc -fsycl-device-only -march=bmg -S %s -o - | %listing %s --prefix=E16 --kernel=_ZTS3e16
// RUN: %cmc -fsycl-device-only -march=pvc -S %s -o - | %listing %s --prefix=E16 --kernel=_ZTS3e16
// E01: mov (8|M0) r5.0<1>:uw r3.8<8;8,1>:uw
// E01: add (8|M0) r4.0<1>:hf r3.0<8;8,1>:hf r5.0<8;8,1>:hf
// E02: add (16|M0) r3.1<2>:uw r3.1<2;1,0>:uw r3.0<2;1,0>:uw
// E03: add (4|M0) r3.4<1>:uw r3.3<0;1,0>:uw r3.4<4;4,1>:uw
// E03: add (4|M0) r3.12<1>:uw r3.11<0;1,0>:uw r3.12<4;4,1>:uw
// E03: add (4|M0) r3.20<1>:uw r3.19<0;1,0>:uw r3.20<4;4,1>:uw
// E03: add (4|M0) r3.28<1>:uw r3.27<0;1,0>:uw r3.28<4;4,1>:uw
// E08: add (8|M0) r4.0<1>:f r5.0<8;8,1>:f r6.0<8;8,1>:f
// E13: cmp (16|M0) (gt)f0.1 null<1>:d r5.0<8;8,1>:d 0:d
// E13: (W&f0.1) cmp (16|M0) (gt)f0.1 null<1>:d r4.0<8;8,1>:d 0:d
// E13: (W&f0.1) sel (16|M0) r6.0<1>:d x.0<0;1,0>:d y.0<0;1,0>:d
// E16: add (32|M0) a.0<1>:d v.0<1;1,0>:d w.0<1;1,0>:d
// E16: add (16|M0) b.0<1>:d a.0<1;1,0>:d a.16<1;1,0>:d
// E16: add (8|M0) c.0<1>:d b.0<1;1,0>:d b.8<1;1,0>:d
// E16: add (4|M0) d.0<1>:d c.0<1;1,0>:d c.4<1;1,0>:d
// E16: add (2|M0) e.0<1>:d d.0<1;1,0>:d d.2<1;1,0>:d
// E16: add (1|M0) v.0<1>:d e.0<0;1,0>:d e.1<0;1,0>:d
#include <sycl/ext/intel/esimd.hpp>
#include <sycl/sycl.hpp>

using namespace sycl::ext::intel::esimd;

class e01;
class e02;
class e03;
class e08;
class e13;
class e16;

int main() {
    sycl::queue q;
    constexpr size_t most = 1024;
    auto *halves = sycl::malloc_shared<sycl::half>(most, q);
    auto *words = sycl::malloc_shared<ushort>(most, q);
    auto *floats = sycl::malloc_shared<float>(most, q);
    auto *ints = sycl::malloc_shared<int>(most, q);
    auto *uints = sycl::malloc_shared<uint>(most, q);
    int x = 3, y = 5;
    q.single_task<e01>([=]() SYCL_ESIMD_KERNEL {
        simd<sycl::half, 16> v(halves, overaligned<16>);
        simd<sycl::half, 8> va = v.select<8, 1>(0), vb = v.select<8, 1>(8);
        simd<sycl::half, 8> vc = va + vb;
        vc.copy_to(halves + most / 2, overaligned<16>);
    });
    q.single_task<e02>([=]() SYCL_ESIMD_KERNEL {
        simd<ushort, 32> v(words, overaligned<16>);
        v.select<16, 2>(1) = v.select<16, 2>(1) + v.select<16, 2>(0);
        v.copy_to(words + most / 2, overaligned<16>);
    });
    q.single_task<e03>([=]() SYCL_ESIMD_KERNEL {
        simd<ushort, 32> v(words, overaligned<16>);
        v.select<4, 1>(4) = v.select<4, 1>(4) + v[3];
        v.select<4, 1>(12) = v.select<4, 1>(12) + v[11];
        v.select<4, 1>(20) = v.select<4, 1>(20) + v[19];
        v.select<4, 1>(28) = v.select<4, 1>(28) + v[27];
        v.copy_to(words + most / 2, overaligned<16>);
    });
    q.single_task<e08>([=]() SYCL_ESIMD_KERNEL {
        simd<float, 8> va(floats), vb(floats + 8);
        simd<float, 8> vc = va + vb;
        vc.copy_to(floats + most / 2);
    });
    q.single_task<e13>([=]() SYCL_ESIMD_KERNEL {
        simd<int, 16> va(ints), vb(ints + 16), vc;
        simd_mask<16> m = (va > 0) & (vb > 0);
        vc.merge(x, y, m);
        vc.copy_to(ints + most / 2);
    });
    q.single_task<e16>([=]() SYCL_ESIMD_KERNEL {
        simd<uint, 64> v(uints);
        v[0] = reduce<int>(v, std::plus<>());
        v.copy_to(uints + most / 2);
    });
    q.wait();
}
