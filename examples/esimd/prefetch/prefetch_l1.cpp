// SPDX-License-Identifier: MIT
// Sums of columns with a prefetch into L1 and L3, by a builtin that the program declares. A prefetch into L1 must stay
// inside the table.

#include "columns.hpp"

// How a load uses the caches.
enum LSC_LDCC {
    LSC_LDCC_DEFAULT,
    LSC_LDCC_L1UC_L3UC, // uncached
    LSC_LDCC_L1UC_L3C,  // in L3
    LSC_LDCC_L1C_L3UC,  // in L1
    LSC_LDCC_L1C_L3C,   // in both
    LSC_LDCC_L1S_L3UC,  // streaming in L1
    LSC_LDCC_L1S_L3C,
    LSC_LDCC_L1IAR_L3C // invalidated in L1 after the read
};

SYCL_EXTERNAL extern "C" void __builtin_IB_lsc_prefetch_global_uint(const __attribute__((opencl_global)) uint32_t *base,
                                                                    int immElemOff, enum LSC_LDCC cacheOpt);

inline void prefetch_l1(const float *p) {
#ifdef __SYCL_DEVICE_ONLY__
    auto at = sycl::address_space_cast<sycl::access::address_space::global_space, sycl::access::decorated::yes>(p);
    __builtin_IB_lsc_prefetch_global_uint((const __attribute__((opencl_global)) uint32_t *)at.get(), 0,
                                          LSC_LDCC_L1C_L3C);
#else
    (void)p;
#endif
}

int main(int argc, char **argv) {
    return sum_columns("prefetch_l1", argc, argv, [](sycl::queue &q, columns c) {
        q.parallel_for(sycl::nd_range<1>(c.n, group_items),
                       [=](sycl::nd_item<1> it) [[intel::reqd_sub_group_size(sub_group_items)]] {
                           const record *at = c.table + it.get_global_id(0);
                           float sum = 0;
                           for (int row = 0; row < c.rows; row += block) {
                               if (row + block < c.rows)
                                   for (int next = block; next < 2 * block; next++)
                                       prefetch_l1(&at[next * c.n].x);
                               sum += sum_of_block(at, c.n);
                               at += block * c.n;
                           }
                           c.sums[it.get_global_id(0)] = sum;
                       });
    });
}
