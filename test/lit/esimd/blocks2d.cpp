// SPDX-License-Identifier: MIT
// 2-D blocks of all shapes in the three forms of a call: padding of rows and of blocks in registers does not show.
// RUN: %cmc -fsycl -fsycl-targets=bmg,pvc %s -o %t
// RUN: env CMRT_DEVICE=xesim:bmg %host %t
// RUN: env CMRT_DEVICE=xesim:pvc %host %t
#include <sycl/ext/intel/esimd.hpp>
#include <sycl/sycl.hpp>

#include <cstdio>

using namespace sycl::ext::intel::esimd;
namespace ens = sycl::ext::intel::experimental::esimd;

constexpr int height = 48, first_y = 1, most = 4096;
static sycl::queue q;
static int failures, checks;

enum form { plain, transposed, packed };
enum call { pointer, old_pointer, payload, n_calls };

// A picture of elements T, and where the block begins: columns at a multiple of 4 bytes.
template <class T> struct picture {
    static constexpr int width = 128 / sizeof(T), first_x = sizeof(T) >= 4 ? 1 : 4 / sizeof(T);
    static constexpr unsigned w = 127, h = height - 1; // as messages take sizes: minus 1
    T *at = sycl::aligned_alloc_shared<T>(64, width *height, q);
    ~picture() {
        sycl::free(at, q);
    }
};

static void check(bool ok, const char *what, int size, int w, int h, int i) {
    checks++;
    if (!ok && failures++ < 10)
        std::printf("%s of %d by %d elements of %d bytes: element %d\n", what, w, h, size, i);
}

// The element at place i of the result of a load; -1 in padding.
template <class T, int W, int H, form F> int expected(const T *at, int i) {
    using p = picture<T>;
    constexpr int pack = F == packed ? 4 / sizeof(T) : 1;
    constexpr int rows = F == transposed ? W : (H + pack - 1) / pack;
    int pitch = F == transposed ? H : W;
    while (F == packed && (pitch & (pitch - 1)))
        pitch++;
    pitch *= pack;
    const int block = i / (rows * pitch), r = i % (rows * pitch) / pitch, c = i % pitch;
    const int x = F == transposed ? r : c / pack, y = F == transposed ? c : r * pack + c % pack;
    return x < W && y < H ? (int)at[(first_y + y) * p::width + p::first_x + block * W + x] : -1;
}

template <class T, int W, int H, int NB = 1, form F = plain> void load() {
    constexpr bool t = F == transposed, v = F == packed;
    picture<T> from;
    for (int i = 0; i < from.width * height; i++)
        from.at[i] = (T)(i % 251 + 1);
    T *out = sycl::malloc_shared<T>(most, q);
    for (int form = 0; form < n_calls; form++) {
        T *at = from.at;
        int *length = sycl::malloc_shared<int>(1, q);
        q.single_task([=]() SYCL_ESIMD_KERNEL {
             using p = picture<T>;
             auto keep = [=](auto v) {
                 *length = v.length;
                 v.copy_to(out);
             };
             if (form == pointer) {
                 keep(load_2d<T, W, H, NB, t, v>(at, p::w, p::h, p::w, p::first_x, first_y));
             } else if (form == old_pointer) {
                 keep(ens::lsc_load_2d<T, W, H, NB, t, v>(at, p::w, p::h, p::w, p::first_x, first_y));
             } else {
                 ens::config_2d_mem_access<T, W, H, NB> c(at, p::w, p::h, p::w, p::first_x, first_y);
                 keep(ens::lsc_load_2d<T, W, H, NB, t, v>(c));
             }
         }).wait();
        if (F != packed)
            check(*length == W * H * NB, "length", sizeof(T), W, H, *length);
        for (int i = 0; i < *length; i++) {
            const int want = expected<T, W, H, F>(at, i);
            check(want < 0 || (int)out[i] == want, "load", sizeof(T), W, H, i);
        }
        sycl::free(length, q);
    }
    sycl::free(out, q);
}

template <class T, int W, int H> void store() {
    constexpr int apart = 16; // rows between the blocks of the three calls
    picture<T> to;
    using p = picture<T>;
    std::fill(to.at, to.at + p::width * height, T(0));
    T *data = sycl::malloc_shared<T>(W * H, q), *at = to.at;
    for (int i = 0; i < W * H; i++)
        data[i] = (T)(i % 100 + 1);
    q.single_task([=]() SYCL_ESIMD_KERNEL {
         simd<T, W * H> v(data);
         store_2d<T, W, H>(at, p::w, p::h, p::w, p::first_x, first_y, v);
         ens::config_2d_mem_access<T, W, H, 1> c(at, p::w, p::h, p::w, p::first_x, first_y + apart);
         ens::lsc_store_2d<T, W, H, 1>(c, v);
         ens::lsc_store_2d<T, W, H>(at, p::w, p::h, p::w, p::first_x, first_y + 2 * apart, v);
     }).wait();
    for (int i = 0; i < p::width * height; i++) {
        const int x = i % p::width - p::first_x, y = i / p::width % apart - first_y;
        const T want = x >= 0 && x < W && y >= 0 && y < H ? data[y * W + x] : T(0);
        check(at[i] == want, "store", sizeof(T), W, H, i);
    }
    sycl::free(data, q);
}

int main() {
    load<float, 6, 4>();
    load<float, 8, 4>();
    load<float, 4, 2>(); // half a register
    load<float, 5, 3, 2>();
    load<short, 6, 7, 4>();
    load<short, 12, 5, 2>();
    load<unsigned char, 20, 3>();
    load<unsigned char, 12, 7, 4>();
    load<int, 5, 3, 1, transposed>();
    load<int, 8, 6, 1, transposed>();
    load<short, 16, 16, 2, packed>();
    load<short, 12, 6, 1, packed>();
    load<unsigned char, 16, 8, 2, packed>();
    load<short, 4, 5, 1, packed>();
    store<float, 6, 4>();
    store<float, 8, 8>();
    store<short, 12, 5>();
    store<unsigned char, 20, 3>();
    store<int, 3, 1>();
    std::printf("%d checks, %d failures\n", checks, failures);
    return failures || !checks;
}
