// SPDX-License-Identifier: MIT
// Guide E18: a 2-D block read and written through one payload: between the messages only the two dwords of its address
// change. A prefetch takes the same payload and stays before the load; hints are the code 4, l1 and l3 cached.
// RUN: %cmc -march=bmg -S %s -o - | %FileCheck %s
// RUN: %cmc -march=pvc -S %s -o - | %FileCheck %s
// CHECK-LABEL: kernel k,
// CHECK: send.ugm (1|M0) [[V:r[0-9]+]] [[P:r[0-9]+]] null:0 0x0 0x02800403 {{.*}}// 2-D block load, ugm, d32, a64 flat;
// CHECK-NEXT: mov (2|M0) [[P]].0<1>:ud
// CHECK-NEXT: send.ugm (1|M0) null [[P]] [[V]]:8 {{.*}}// 2-D block store, ugm, d32, a64 flat;
// CHECK-NEXT: EOT
// CHECK-LABEL: kernel prefetched,
// CHECK: send.ugm (1|M0) null [[P:r[0-9]+]] null:0 0x0 0x02080403 {{.*}}l1 cached, l3 cached, prefetch
// CHECK-NEXT: send.ugm (1|M0) [[V:r[0-9]+]] [[P]] null:0 0x0 0x02880403 {{.*}}l1 cached, l3 cached;
// CHECK-NEXT: mov (2|M0) [[P]].0<1>:ud
// CHECK-NEXT: send.ugm (1|M0) null [[P]] [[V]]:8
// CHECK-NEXT: EOT
#include <sycl/ext/intel/esimd.hpp>

using namespace sycl::ext::intel::esimd;

namespace ns = sycl::ext::intel::experimental::esimd;
extern "C" SYCL_ESIMD_KERNEL void k(const int *in, int *out, uint w, uint h, uint p, int x, int y) {
    ns::config_2d_mem_access<int, 16, 8, 1> payload(in, w, h, p, x, y);
    auto v = ns::lsc_load_2d(payload);
    payload.set_data_pointer(out);
    ns::lsc_store_2d(payload, v);
}
extern "C" SYCL_ESIMD_KERNEL void prefetched(const int *in, int *out, uint w, uint h, uint p, int x, int y) {
    ns::config_2d_mem_access<int, 16, 8, 1> payload(in, w, h, p, x, y);
    ns::lsc_prefetch_2d<int, 16, 8, 1, false, false, cache_hint::cached, cache_hint::cached>(payload);
    auto v = ns::lsc_load_2d<int, 16, 8, 1, false, false, cache_hint::cached, cache_hint::cached>(payload);
    payload.set_data_pointer(out);
    ns::lsc_store_2d(payload, v);
}
