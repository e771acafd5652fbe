// SPDX-License-Identifier: MIT
// Sums of columns without a prefetch: each step waits for memory.

#include "columns.hpp"

int main(int argc, char **argv) {
    return sum_columns("prefetch_none", argc, argv, [](sycl::queue &q, columns c) {
        q.parallel_for(sycl::nd_range<1>(c.n, group_items),
                       [=](sycl::nd_item<1> it) [[intel::reqd_sub_group_size(sub_group_items)]] {
                           const record *at = c.table + it.get_global_id(0);
                           float sum = 0;
                           for (int row = 0; row < c.rows; row += block) {
                               sum += sum_of_block(at, c.n);
                               at += block * c.n;
                           }
                           c.sums[it.get_global_id(0)] = sum;
                       });
    });
}
