// SPDX-License-Identifier: MIT
// Prefetches of work-items: multi_ptr's, and the builtins that programs declare; each becomes one message with its
// size and its cache hints. Pointers with an address space compute as plain ones.
// RUN: %cmc -fsycl-device-only -march=bmg -S -w %s -o - | %FileCheck %s
// RUN: %cmc -fsycl-device-only -march=pvc -S -w %s -o - | %FileCheck %s
// RUN: %cmc -fsycl -fsycl-targets=bmg,pvc %s -o %t 2>&1 | %FileCheck %s -check-prefix=WARN
// RUN: env CMRT_DEVICE=xesim:bmg %host %t
// RUN: env CMRT_DEVICE=xesim:pvc %host %t
// RUN: %cmc -fsycl -w -O0 -g %s -o %t
// RUN: env %host %t
// RUN: not %cmc -fsycl -DCASE=1 %s -o %t 2>&1 | %FileCheck %s -check-prefix=C1
// RUN: not %cmc -fsycl -fsycl-targets=tgl -w %s -o %t 2>&1 | %FileCheck %s -check-prefix=C2
#include <sycl/sycl.hpp>

using namespace sycl;

enum LSC_LDCC {
    LSC_LDCC_DEFAULT,
    LSC_LDCC_L1UC_L3UC,
    LSC_LDCC_L1UC_L3C,
    LSC_LDCC_L1C_L3UC,
    LSC_LDCC_L1C_L3C,
    LSC_LDCC_L1S_L3UC,
    LSC_LDCC_L1S_L3C,
    LSC_LDCC_L1IAR_L3C
};

#define GLOBAL const __attribute__((opencl_global))
#define PREFETCH(name, type)                                                                                           \
    SYCL_EXTERNAL extern "C" void __builtin_IB_lsc_prefetch_global_##name(GLOBAL type *base, int immElemOff,           \
                                                                          enum LSC_LDCC cacheOpt);
PREFETCH(uchar, uint8_t)
PREFETCH(ushort, uint16_t)
PREFETCH(uint, uint32_t)
PREFETCH(uint2, uint32_t)
PREFETCH(uint3, uint32_t)
PREFETCH(uint4, uint32_t)
PREFETCH(uint8, uint32_t)
PREFETCH(ulong, uint64_t)
PREFETCH(ulong2, uint64_t)
PREFETCH(ulong3, uint64_t)
PREFETCH(ulong4, uint64_t)
PREFETCH(ulong8, uint64_t)

int main() {
    queue q;
    int *p = malloc_shared<int>(1024, q);
    for (int i = 0; i < 1024; i++)
        p[i] = i;

    // CHECK-LABEL: multi_ptrs
    q.single_task<class multi_ptrs>([=] {
         // CHECK: // load, ugm, d32 transposed, a64 flat, l1 uncached, l3 cached, prefetch
         global_ptr<int>(p).prefetch(1);
         // CHECK: // load, ugm, d32x2 transposed, a64 flat, l1 uncached, l3 cached, prefetch
         global_ptr<const short>(reinterpret_cast<short *>(p)).prefetch(3);
         // CHECK: // load, ugm, d32x4 transposed, a64 flat, l1 uncached, l3 cached, prefetch
         multi_ptr<double, access::address_space::global_space, access::decorated::yes>(reinterpret_cast<double *>(p))
             .prefetch(2);
         // CHECK: // load, ugm, d32x8 transposed, a64 flat, l1 uncached, l3 cached, prefetch
         address_space_cast<access::address_space::global_space, access::decorated::no>(p).prefetch(8);
         // CHECK: // load, ugm, d32x8 transposed, a64 flat, l1 uncached, l3 cached, prefetch
         // WARN: :[[@LINE+1]]:{{.*}}: warning: a prefetch reads at most 32 bytes; call it for each 32 bytes
         global_ptr<int>(p + 8).prefetch(9);
         // CHECK-NOT: prefetch
     }).wait();

    // CHECK-LABEL: not_constant
    q.parallel_for<class not_constant>(range<1>(16), [=](id<1> i) {
         // WARN: :[[@LINE+1]]:{{.*}}: warning: the number of elements is not constant, so that the size of the prefetch
         global_ptr<int>(p).prefetch(i);
#if CASE == 1
         // C1: :[[@LINE+1]]:{{.*}}: error: prefetch is only for the global address space; use a global_ptr
         private_ptr<int>(p).prefetch(1);
#endif
     }).wait();

    // CHECK-LABEL: builtins
    q.single_task<class builtins>([=] {
         auto at = address_space_cast<access::address_space::global_space, access::decorated::yes>(p);
         GLOBAL uint32_t *dwords = (GLOBAL uint32_t *)at.get();
         GLOBAL uint64_t *qwords = (GLOBAL uint64_t *)at.get();
         (void)dwords, (void)qwords;
#ifdef __SYCL_DEVICE_ONLY__
         // CHECK: // load, ugm, d8u32, {{.*}}a64 flat, l1 cached, l3 cached, prefetch
         // C2: :[[@LINE+1]]:{{.*}}: error: Not supported feature for this platform: {{.*}} no load/store cache
         __builtin_IB_lsc_prefetch_global_uchar((GLOBAL uint8_t *)p, 0, LSC_LDCC_L1C_L3C);
         // CHECK: // load, ugm, d16u32, {{.*}}a64 flat, l1 streaming, l3 cached, prefetch
         __builtin_IB_lsc_prefetch_global_ushort((GLOBAL uint16_t *)p, 0, LSC_LDCC_L1S_L3C);
         // CHECK: // load, ugm, d32 transposed, a64 flat, l1 uncached, l3 cached, prefetch
         __builtin_IB_lsc_prefetch_global_uint(dwords, 0, LSC_LDCC_L1UC_L3C);
         // CHECK: // load, ugm, d32x2 transposed, a64 flat, l1 cached, l3 uncached, prefetch
         __builtin_IB_lsc_prefetch_global_uint2(dwords, 0, LSC_LDCC_L1C_L3UC);
         // CHECK: // load, ugm, d32x3 transposed, a64 flat, l1 cached, l3 cached, prefetch
         __builtin_IB_lsc_prefetch_global_uint3(dwords, 0, LSC_LDCC_L1C_L3C);
         // CHECK: // load, ugm, d32x4 transposed, a64 flat, l1 streaming, l3 uncached, prefetch
         __builtin_IB_lsc_prefetch_global_uint4(dwords, 0, LSC_LDCC_L1S_L3UC);
         // CHECK: // load, ugm, d32x8 transposed, a64 flat, l1 streaming, l3 cached, prefetch
         __builtin_IB_lsc_prefetch_global_uint8(dwords, 0, LSC_LDCC_L1S_L3C);
         // CHECK: // load, ugm, d32x2 transposed, a64 flat, l1 uncached, l3 cached, prefetch
         __builtin_IB_lsc_prefetch_global_ulong(qwords, 0, LSC_LDCC_L1UC_L3C);
         // CHECK: // load, ugm, d32x4 transposed, a64 flat, l1 cached, l3 cached, prefetch
         __builtin_IB_lsc_prefetch_global_ulong2(qwords, 0, LSC_LDCC_DEFAULT);
         // CHECK: // load, ugm, d64x3, {{.*}}a64 flat, l1 cached, l3 cached, prefetch
         __builtin_IB_lsc_prefetch_global_ulong3(qwords, 0, LSC_LDCC_L1C_L3C);
         // CHECK: // load, ugm, d32x8 transposed, a64 flat, l1 uncached, l3 cached, prefetch
         __builtin_IB_lsc_prefetch_global_ulong4(qwords, 0, LSC_LDCC_L1IAR_L3C);
         // CHECK: // load, ugm, d32x16 transposed, a64 flat, l1 cached, l3 cached, prefetch
         __builtin_IB_lsc_prefetch_global_ulong8(qwords, 0, LSC_LDCC_L1C_L3C);
         // CHECK-NOT: prefetch
         __builtin_IB_lsc_prefetch_global_uint(dwords, 0, LSC_LDCC_L1UC_L3UC);
#endif
     }).wait();

    // Pointers that carry their space: each way to reach an element.
    int *out = p + 512;
    q.submit([&](handler &h) {
         local_accessor<int, 1> shared(range<1>(16), h);
         h.parallel_for(nd_range<1>(16, 16), [=](nd_item<1> it) {
             const int i = (int)it.get_local_id(0);
             local_ptr<int> mine(shared.get_pointer());
             mine[i] = i;
             group_barrier(it.get_group());
             auto at = make_ptr<int, access::address_space::global_space, access::decorated::yes>(p);
             global_ptr<const int> end = at + 16;
             global_ptr<int> step(p);
             step += 3;
             ++step;
             step--;
             int *plain = address_space_cast<access::address_space::global_space, access::decorated::no>(out);
             plain[i] = at[i] * 1000 + *(end - 16) + (int)(end - global_ptr<const int>(at)) + *step * 100 +
                        *(mine + (15 - i)) + (step == global_ptr<int>(p + 3) && step != end);
         });
     }).wait();
    int wrong = 0;
    for (int i = 0; i < 16; i++)
        wrong += out[i] != i * 1000 + 0 + 16 + 300 + (15 - i) + 1;
    return wrong;
}
