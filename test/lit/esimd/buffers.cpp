// SPDX-License-Identifier: MIT
// Parts of buffers, other views of their bytes, copies and fills through accessors, where the elements go at the end.
// RUN: %cmc -fsycl %s -o %t
// RUN: env %host %t
#include <sycl/sycl.hpp>

#include <sycl/ext/intel/esimd.hpp>

#include <cstdio>
#include <cstring>
#include <memory>
#include <numeric>
#include <vector>

using namespace sycl;
using namespace sycl::ext::intel::esimd;

static int failures;
static void check(const char *what, bool good) {
    if (!good) {
        std::printf("wrong: %s\n", what);
        failures++;
    }
}

// Indices count from the first element of the part, get_pointer() and the functions of ESIMD from the buffer's.
static void parts(queue &q) {
    constexpr int n = 64;
    std::vector<int> v(n);
    std::iota(v.begin(), v.end(), 0);
    {
        buffer<int, 1> b(v.data(), range<1>(n));
        q.submit([&](handler &h) {
            accessor a(b, h, range<1>(16), id<1>(16), read_write);
            h.parallel_for(range<1>(16), [=](id<1> i) { a[i] += 100; });
        });
        q.submit([&](handler &h) {
            auto a = b.get_access<access::mode::read_write>(h, {8}, {48});
            h.single_task([=]() {
                for (int &x : a)
                    x += 1000;
            });
        });
        q.submit([&](handler &h) {
            accessor a(b, h, range<1>(8), id<1>(8));
            h.single_task([=]() SYCL_ESIMD_KERNEL {
                simd<int, 8> x(a, 0);
                x = -1;
                x.copy_to(a, 0);
                a.get_pointer()[63] = a[1];
            });
        });
        host_accessor part(b, range<1>(4), id<1>(14), read_only);
        check("a part on the host", part.get_offset()[0] == 14 && part.size() == 4 && part[2] == 116 && part[1] == 15);
        bool threw = false;
        try {
            host_accessor past(b, range<1>(8), id<1>(60));
        } catch (const exception &e) {
            threw = std::strstr(e.what(), "past the end") && e.code() == errc::invalid;
        }
        check("a part past the end", threw);
    }
    for (int i = 0; i < n; i++) {
        const int e = i < 8 ? -1 : i == 63 ? 9 : i + (i / 16 == 1 ? 100 : i / 8 == 6 ? 1000 : 0);
        if (v[i] != e) {
            check("parts of a buffer", false);
            break;
        }
    }
}

static void rectangles(queue &q) {
    buffer<int, 2> b(range<2>(6, 10));
    {
        host_accessor all(b);
        for (int y = 0; y < 6; y++)
            for (int x = 0; x < 10; x++)
                all[y][x] = y * 10 + x;
    }
    q.submit([&](handler &h) {
        accessor a(b, h, range<2>(2, 3), id<2>(1, 4), read_write);
        h.parallel_for(range<2>(2, 3), [=](id<2> i) {
            a[i] = -a[i];
            a[i[0]][i[1]] -= 1;
        });
    });
    q.submit([&](handler &h) {
        accessor a(b, h, range<2>(3, 2), id<2>(3, 8));
        h.fill(a, 7);
    });
    std::vector<int> out(4, 0), more = {1, 2, 3, 4};
    q.submit([&](handler &h) {
        accessor a(b, h, range<2>(2, 2), id<2>(0, 3), read_only);
        h.copy(a, out.data());
    });
    q.submit([&](handler &h) {
        accessor a(b, h, range<2>(2, 2), id<2>(4, 0), write_only);
        h.copy(more.data(), a);
    });
    q.submit([&](handler &h) {
        accessor from(b, h, range<2>(2, 2), id<2>(4, 0), read_only);
        accessor to(b, h, range<2>(1, 4), id<2>(3, 2), write_only, no_init);
        h.copy(from, to);
    });
    q.wait();
    host_accessor r(b, read_only);
    bool good = true;
    for (int y = 0; y < 6; y++)
        for (int x = 0; x < 10; x++) {
            int e = y * 10 + x;
            if (y >= 1 && y < 3 && x >= 4 && x < 7)
                e = -e - 1;
            if (y >= 3 && x >= 8)
                e = 7;
            if (y >= 4 && x < 2)
                e = (y - 4) * 2 + x + 1;
            if (y == 3 && x >= 2 && x < 6)
                e = x - 1;
            good = good && r[y][x] == e;
        }
    check("rectangles of a buffer", good);
    check("a copy of a rectangle", out[0] == 3 && out[1] == 4 && out[2] == 13 && out[3] == -15);
}

static void views(queue &q) {
    std::vector<float> v(32, 1.0f);
    buffer<float> b(v);
    auto bits = b.reinterpret<uint32_t>();
    auto square = b.reinterpret<float, 2>(range<2>(4, 8));
    buffer<float, 1> tail(b, id<1>(24), range<1>(8));
    check("the shape of a view", bits.size() == 32 && square.get_range()[1] == 8 && tail.is_sub_buffer());
    q.submit([&](handler &h) {
        accessor a(bits, h);
        accessor s(square, h);
        accessor t(tail, h, write_only);
        h.single_task([=]() {
            a[3] = 0x40000000u; // 2.0
            s[1][1] = 5.0f;
            t[7] = 9.0f;
        });
    });
    auto r = b.get_host_access(read_only);
    check("other views of a buffer", r[3] == 2.0f && r[9] == 5.0f && r[31] == 9.0f && r[30] == 1.0f);
    check("sizes", r.byte_size() == 128 && !r.empty() && r.end() - r.begin() == 32 && r.max_size() > 1u << 30);
    bool threw = false;
    try {
        (void)b.reinterpret<double>(range<1>(3));
    } catch (const exception &) {
        threw = true;
    }
    check("a view of another size", threw);
}

static void ends(queue &q) {
    const std::vector<int> from = {1, 2, 3, 4};
    std::vector<int> to(4), elsewhere(4);
    auto shared = std::make_shared<std::vector<int>>(4);
    std::shared_ptr<int> kept(new int[4]{5, 6, 7, 8}, std::default_delete<int[]>());
    auto add = [&](auto &b) {
        q.submit([&](handler &h) {
            accessor a(b, h);
            h.parallel_for(range<1>(4), [=](id<1> i) { a[i] += 10; });
        });
    };
    {
        buffer<int, 1> a(from.begin(), from.end()), b(from.data(), range<1>(4)), c(kept, range<1>(4));
        buffer d(from);
        a.set_final_data(to.begin());
        b.set_final_data(std::weak_ptr<int>(kept));
        c.set_final_data(nullptr);
        check("types that follow from arguments", std::is_same_v<decltype(d), buffer<const int, 1>>);
        add(a);
        b.set_final_data(elsewhere.data());
        add(b);
        add(c);
    }
    check("from iterators to an iterator", to[0] == 11 && to[3] == 14 && from[0] == 1);
    check("from constant memory to a pointer", elsewhere[1] == 12);
    check("no final data", kept.get()[0] == 5);
    {
        buffer<int, 1> c(kept, range<1>(4));
        add(c);
    }
    check("a shared pointer", kept.get()[0] == 15 && kept.get()[3] == 18);
}

int main() {
    queue q;
    parts(q);
    rectangles(q);
    views(q);
    ends(q);
    std::puts(failures ? "failed" : "passed");
    return failures != 0;
}
