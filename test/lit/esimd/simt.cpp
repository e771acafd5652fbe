// SPDX-License-Identifier: MIT
// Work-items that share a thread: reqd_sub_group_size in each place where a program may write it, ends of ranges and of
// groups, and the numbers of the sub-group.
// RUN: %cmc -fsycl -Werror %s -o %t 2>&1 | count 0
// RUN: env %host %t
// RUN: %cmc -fsycl -O0 -g %s -o %t
// RUN: env %host %t
// RUN: %cmc -fsycl-device-only %s -o %t.bin
// RUN: strings %t.bin | %FileCheck %s -check-prefix=NAME
#include <sycl/sycl.hpp>

#include <cstdio>
#include <vector>

using namespace sycl;

static int failures, checks;

static void check(bool ok, const char *what) {
    checks++;
    if (!ok) {
        failures++;
        std::printf("wrong: %s\n", what);
    }
}

// What a work-item sees: its number in the range, and the numbers of its sub-group.
struct seen {
    uint32_t global, local, of, most, id, count;
    bool operator==(const seen &o) const {
        return global == o.global && local == o.local && of == o.of && most == o.most && id == o.id && count == o.count;
    }
};

template <int Dims> seen look(const nd_item<Dims> &it) {
    const sub_group s = it.get_sub_group();
    return {(uint32_t)it.get_global_linear_id(),  (uint32_t)s.get_local_id()[0], (uint32_t)s.get_local_range()[0],
            (uint32_t)s.get_max_local_range()[0], (uint32_t)s.get_group_id()[0], (uint32_t)s.get_group_range()[0]};
}

// The same, from the definition of sub-groups: the work-items of a group in the order of their linear ids.
static std::vector<seen> reference(uint32_t rows, uint32_t columns, uint32_t group_rows, uint32_t group_columns,
                                   uint32_t size) {
    std::vector<seen> all(rows * columns);
    const uint32_t items = group_rows * group_columns;
    for (uint32_t r = 0; r < rows; r++)
        for (uint32_t c = 0; c < columns; c++) {
            const uint32_t number = r % group_rows * group_columns + c % group_columns, id = number / size;
            const uint32_t end = (id + 1) * size < items ? (id + 1) * size : items;
            all[r * columns + c] = {r * columns + c,          number % size, end - id * size, size, id,
                                    (items + size - 1) / size};
        }
    return all;
}

// A member function of a class template.
template <int Size> struct looks {
    seen *out;
    void operator()(nd_item<2> it) const [[sycl::reqd_sub_group_size(Size)]] {
        out[it.get_global_id(0) * it.get_global_range(1) + it.get_global_id(1)] = look(it);
    }
};

template <int Size> bool in_class(queue &q, seen *out, uint32_t group_rows, uint32_t group_columns) {
    const uint32_t rows = 2 * group_rows, columns = 3 * group_columns;
    q.parallel_for(nd_range<2>({rows, columns}, {group_rows, group_columns}), looks<Size>{out}).wait();
    return std::vector<seen>(out, out + rows * columns) == reference(rows, columns, group_rows, group_columns, Size);
}

struct before_declaration {
    int *out;
    int by;
    [[intel::reqd_sub_group_size(32)]] void operator()(id<1> i) const {
        out[i] = (int)i * by;
    }
};

// A lambda in a function template.
template <int Size> bool in_range(queue &q, int *out, int n) {
    for (int i = 0; i <= n; i++)
        out[i] = -1;
    q.parallel_for(range<1>(n), [=](item<1> i) [[intel::reqd_sub_group_size(Size)]] {
         out[i] = (int)i.get_id(0) * 5;
     }).wait();
    bool ok = out[n] == -1;
    for (int i = 0; i < n; i++)
        ok &= out[i] == i * 5;
    return ok;
}

// The property of the kernel's object.
struct with_property {
    seen *out;
    auto get(ext::oneapi::experimental::properties_tag) const {
        return ext::oneapi::experimental::properties{ext::oneapi::experimental::sub_group_size<8>};
    }
    void operator()(nd_item<1> it) const {
        out[it.get_global_id(0)] = look(it);
    }
};

int main() {
    queue q;
    seen *out = malloc_shared<seen>(1024, q);
    int *ints = malloc_shared<int>(1024, q);

    // NAME-DAG: in_range{{.*}}.simt8
    // NAME-DAG: in_range{{.*}}.simt32
    check(in_range<8>(q, ints, 1) && in_range<8>(q, ints, 8) && in_range<8>(q, ints, 61), "ranges, 8");
    check(in_range<16>(q, ints, 15) && in_range<16>(q, ints, 16) && in_range<16>(q, ints, 100), "ranges, 16");
    check(in_range<32>(q, ints, 31) && in_range<32>(q, ints, 64) && in_range<32>(q, ints, 65), "ranges, 32");

    check(in_class<8>(q, out, 1, 1) && in_class<8>(q, out, 3, 7), "groups, 8");
    check(in_class<16>(q, out, 1, 16) && in_class<16>(q, out, 3, 7) && in_class<16>(q, out, 9, 1), "groups, 16");
    check(in_class<32>(q, out, 1, 32) && in_class<32>(q, out, 5, 13), "groups, 32");

    // NAME-DAG: before_declaration.simt32
    q.parallel_for(range<1>(70), before_declaration{ints, 3}).wait();
    bool ok = true;
    for (int i = 0; i < 70; i++)
        ok &= ints[i] == 3 * i;
    check(ok, "an attribute before the declaration");

    // More than 64 threads of one work-item each would not fit.
    const uint32_t wide = 256;
    q.parallel_for(nd_range<1>(wide, wide), [=](auto it) [[using sycl: reqd_sub_group_size(16)]] {
         out[it.get_global_id(0)] = look(it);
     }).wait();
    check(std::vector<seen>(out, out + wide) == reference(1, wide, 1, wide, 16), "a generic lambda, a wide group");

    const ext::oneapi::experimental::properties sized{ext::oneapi::experimental::sub_group_size<32>};
    // NAME-DAG: with_launch_property.simt32
    q.parallel_for<class with_launch_property>(nd_range<1>(wide, wide), sized, [=](nd_item<1> it) {
         out[it.get_global_id(0)] = look(it);
     }).wait();
    check(std::vector<seen>(out, out + wide) == reference(1, wide, 1, wide, 32), "the property of a launch");
    // NAME-DAG: with_property.simt8
    q.parallel_for(nd_range<1>(40, 20), with_property{out}).wait();
    check(std::vector<seen>(out, out + 40) == reference(1, 40, 1, 20, 8), "the property of an object");
    q.parallel_for(range<1>(70), sized, [=](id<1> i) { ints[i] = (int)i * 7; }).wait();
    ok = true;
    for (int i = 0; i < 70; i++)
        ok &= ints[i] == 7 * i;
    check(ok, "the property of a launch over a range");

    q.parallel_for(nd_range<3>({2, 3, 10}, {2, 3, 5}), [=](nd_item<3> it) [[sycl::reqd_sub_group_size(8)]] {
         const group<3> g = it.get_group();
         ints[it.get_global_linear_id()] =
             (int)(g.get_group_id(2) * 1000 + g.get_local_id(0) * 100 + g.get_local_id(1) * 10 + it.get_local_id()[2]);
         out[it.get_global_linear_id()].global = (uint32_t)g.get_local_linear_id();
     }).wait();
    ok = true;
    for (int i = 0; i < 60; i++) {
        const int z = i / 30, y = i / 10 % 3, x = i % 10;
        ok &= ints[i] == x / 5 * 1000 + z * 100 + y * 10 + x % 5 && (int)out[i].global == (z * 3 + y) * 5 + x % 5;
    }
    check(ok, "three dimensions");

    // At a barrier, each work-item has a thread; the numbers of the sub-groups stay.
    q.submit([&](handler &h) {
         local_accessor<int, 1> shared(range<1>(40), h);
         h.parallel_for(nd_range<1>(80, 40), [=](nd_item<1> it) [[sycl::reqd_sub_group_size(16)]] {
             const int i = (int)it.get_local_id(0);
             shared[i] = i * i;
             group_barrier(it.get_group());
             ints[it.get_global_id(0)] = shared[39 - i];
             out[it.get_global_id(0)] = look(it);
         });
     }).wait();
    ok = true;
    for (int i = 0; i < 80; i++)
        ok &= ints[i] == (39 - i % 40) * (39 - i % 40);
    check(ok && std::vector<seen>(out, out + 80) == reference(1, 80, 1, 40, 16), "a barrier and local memory");

    q.submit([&](handler &h) {
         local_accessor<int, 1> one(range<1>(1), h);
         h.parallel_for(nd_range<1>(64, 32), [=](nd_item<1> it) [[sycl::reqd_sub_group_size(32)]] {
             if (it.get_sub_group().leader())
                 one[0] = 5;
             ints[it.get_global_id(0)] = one[0] * (int)it.get_global_id(0);
         });
     }).wait();
    ok = true;
    for (int i = 0; i < 64; i++)
        ok &= ints[i] == 5 * i;
    check(ok, "local memory without a barrier");

    sycl::free(out, q);
    sycl::free(ints, q);
    std::printf("%d checks, %d failures\n", checks, failures);
    return failures != 0 || checks != 14;
}
