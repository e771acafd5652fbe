// SPDX-License-Identifier: MIT
// Specialization constants: default values, values of a launch, structures, all kinds of launches; text from kernels.
// RUN: %cmc -fsycl %s -o %t
// RUN: env %host %t | %FileCheck %s
// RUN: %cmc -fsycl-device-only -march=bmg -S %s -o - | %FileCheck %s -check-prefix=REGISTERS
// RUN: %cmc -fsycl -O0 %s -o %t
// RUN: env %host %t | %FileCheck %s
#include <sycl/detail/core.hpp>
#include <sycl/ext/intel/esimd.hpp>
#include <sycl/ext/oneapi/experimental/builtins.hpp>
#include <sycl/specialization_id.hpp>
#include <sycl/stream.hpp>
#include <sycl/usm.hpp>

#include <cstdio>

using namespace sycl;
using namespace sycl::ext::intel::esimd;

struct pair_of {
    int a;
    double b;
};
constexpr specialization_id<int> pace(3);
constexpr specialization_id<float> factor(0.5f);
constexpr specialization_id<pair_of> both(pair_of{1, 2.0});

#ifdef __SYCL_DEVICE_ONLY__
#define CONSTANT __attribute__((opencl_constant))
#else
#define CONSTANT
#endif
static const CONSTANT char format[] = "item %d: %.2f\n";

static void print(const char *what, const float *out) {
    std::printf("%s %g %g %g\n", what, out[0], out[1], out[17]);
}

// The wish for registers of a kernel that takes a kernel_handler.
// REGISTERS-DAG: // kernel {{.*}}wishing{{.*}}, bmg, 256 registers
struct wishing {
    float *out;
    void operator()(id<1> i, kernel_handler k) const SYCL_ESIMD_KERNEL {
        out[i[0]] = (float)k.get_specialization_constant<pace>();
    }
    auto get(ext::oneapi::experimental::properties_tag) const {
        return ext::oneapi::experimental::properties{ext::intel::experimental::grf_size<256>};
    }
};

// The same wish in the body, of a function that the kernel reaches.
// REGISTERS-DAG: // kernel {{.*}}asking{{.*}}, bmg, 256 registers
static void ask() {
    ext::intel::experimental::set_kernel_properties(ext::intel::experimental::kernel_properties::use_large_grf);
}
struct asking {
    float *out;
    void operator()(id<1> i) const SYCL_ESIMD_KERNEL {
        ask();
        out[i[0]] = 1;
    }
};

int main() {
    queue q;
    float *out = malloc_shared<float>(32, q);
    auto kernel = [=](id<1> i, kernel_handler k) SYCL_ESIMD_KERNEL {
        simd<float, 16> v(0, (float)k.get_specialization_constant<pace>());
        v *= k.get_specialization_constant<factor>();
        const pair_of p = k.get_specialization_constant<both>();
        v += (float)(p.a + p.b);
        v.copy_to(out + 16 * i[0]);
    };
    q.submit([&](handler &h) { h.parallel_for<class defaults>(range<1>(2), kernel); }).wait();
    print("defaults", out); // CHECK: defaults 3 4.5 4.5
    q.submit([&](handler &h) {
         h.set_specialization_constant<pace>(8);
         h.set_specialization_constant<both>(pair_of{10, 20.0});
         h.parallel_for<class given>(range<1>(2), kernel);
     }).wait();
    print("given", out); // CHECK: given 30 34 34
    q.submit([&](handler &h) {
         h.set_specialization_constant<factor>(2.0f);
         h.single_task([=](kernel_handler k) SYCL_ESIMD_KERNEL {
             simd<float, 16> v(k.get_specialization_constant<factor>());
             v.copy_to(out);
         });
     }).wait();
    print("task", out); // CHECK: task 2 2 34
    auto bundle = get_kernel_bundle<bundle_state::input>(q.get_context(), {get_kernel_id<class given>()});
    bundle.set_specialization_constant<pace>(20);
    bundle.set_specialization_constant<factor>(4.0f);
    q.submit([&](handler &h) {
         h.set_specialization_constant<factor>(1.0f); // wins
         h.use_kernel_bundle(build(bundle));
         h.parallel_for<class given>(range<1>(2), kernel);
     }).wait();
    print("bundle", out); // CHECK: bundle 3 23 23
    q.submit([&](handler &h) {
         h.set_specialization_constant<pace>(9);
         h.parallel_for(nd_range<1>(2, 1), [=](nd_item<1> i, kernel_handler k) SYCL_ESIMD_KERNEL {
             simd<float, 16> v((float)(k.get_specialization_constant<pace>() + (int)i.get_global_id(0)));
             v.copy_to(out + 16 * i.get_global_id(0));
         });
     }).wait();
    print("nd", out); // CHECK: nd 9 9 10

    q.submit([&](handler &h) { h.parallel_for(range<1>(2), wishing{out}); }).wait();
    print("wishing", out); // CHECK: wishing 3 3 10
    q.submit([&](handler &h) { h.parallel_for(range<1>(2), asking{out}); }).wait();
    print("asking", out); // CHECK: asking 1 1 10
    out[0] = 9;

    // CHECK: item 0: 9.00
    // CHECK: number 7 of 10
    q.parallel_for(range<1>(1), [=](id<1> i) SYCL_ESIMD_KERNEL {
         ext::oneapi::experimental::printf(format, (int)i[0], out[0]);
         ext::oneapi::experimental::printf("number %d of %g\n", 7, out[17]);
     }).wait();
    // CHECK: stream 5 2.5 end
    q.submit([&](handler &h) {
         stream s(1024, 80, h);
         h.single_task([=]() SYCL_ESIMD_KERNEL { s << "stream " << 5 << " " << 2.5f << " end" << endl; });
     }).wait();
    free(out, q);
}
