// SPDX-License-Identifier: MIT
// What the three programs share: a table whose columns are summed, the host's own sums, the comparison.
//
// A work-item goes down one column and reads one member of each record, so that each step reads a line of memory that
// no earlier step has read. Between two reads there is work that does not depend on memory.

#pragma once

#include <sycl/sycl.hpp>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

constexpr int sub_group_items = 16, group_items = 32;
constexpr int roots = 6; // work for each element
constexpr int block = 4; // rows that are prefetched together

struct record {
    float x, others[15]; // a line of the caches
};
struct columns {
    int rows, n; // n columns
    const record *table;
    float *sums;
};

// The sum over one column of a block. Unrolled, the loop would read ahead by itself.
inline float sum_of_block(const record *at, int n) {
    float sum = 0;
#pragma nounroll
    for (int row = 0; row < block; row++)
        for (int k = 0; k < roots; k++)
            sum += sycl::sqrt(at[row * n].x + (float)k);
    return sum;
}

// Runs launch(queue, columns) with rows and columns from the command line; the status for main.
template <class F> int sum_columns(const char *name, int argc, char **argv, F launch) {
    constexpr float most_relative = 1e-5f;
    columns c = {argc > 1 ? std::atoi(argv[1]) : 64, argc > 2 ? std::atoi(argv[2]) : 256, nullptr, nullptr};
    if (c.rows < 1 || c.rows % block != 0 || c.n < 1 || c.n % group_items != 0) {
        std::fprintf(stderr, "%s: expected a number of rows that %d divides, and of columns that %d divides\n", name,
                     block, group_items);
        return 2;
    }
    sycl::queue q;
    const size_t size = (size_t)c.rows * (size_t)c.n;
    record *table = sycl::malloc_shared<record>(size, q);
    c.sums = sycl::malloc_shared<float>((size_t)c.n, q);
    for (size_t i = 0; i < size; i++)
        table[i].x = (float)((i * 7919) % 1000) * 0.25f;
    c.table = table;
    launch(q, c);
    q.wait();

    int wrong = 0;
    for (int i = 0; i < c.n; i++) {
        double sum = 0;
        for (int row = 0; row < c.rows; row++)
            for (int k = 0; k < roots; k++)
                sum += std::sqrt((double)table[(size_t)row * (size_t)c.n + (size_t)i].x + k);
        wrong += !(std::fabs(c.sums[i] - sum) <= most_relative * sum);
    }
    sycl::free(table, q);
    sycl::free(c.sums, q);
    std::printf("%s: %d x %d, %s\n", name, c.rows, c.n, wrong ? "wrong" : "ok");
    return wrong != 0;
}
