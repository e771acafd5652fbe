// SPDX-License-Identifier: MIT
// The host side: queues, kinds of memory, buffers, accessors, events, errors, local accessors, work-items that are not
// explicit SIMD, and values that a kernel captures.
// RUN: %cmc -fsycl -std=c++20 %s -o %t
// RUN: env %host %t
// RUN: %cmc -fsycl -O0 -g %s -o %t
// RUN: env %host %t
#include <CL/sycl.hpp>
#include <sycl/ext/intel/esimd.hpp>

#include <cstdio>
#include <iostream>
#include <memory>
#include <numeric>
#include <thread>
#include <typeinfo>

using namespace sycl;
namespace esimd = sycl::ext::intel::esimd;

struct animal {
    virtual ~animal() = default;
};
struct dog : animal {};
static int failures, checks;
static std::vector<int> made_before_main = {1, 2, 3}; // host code that runs before main

static void check(bool ok, const char *what) {
    checks++;
    if (!ok) {
        failures++;
        std::printf("wrong: %s\n", what);
    }
}

struct scale {
    float *data;
    float by[3];
    half more;
    void operator()(id<2> i) const SYCL_ESIMD_KERNEL {
        esimd::simd<float, 8> v(data + (i[0] * 4 + i[1]) * 8);
        v = v * by[i[0] % 3] + (float)more;
        v.copy_to(data + (i[0] * 4 + i[1]) * 8);
    }
};

template <class T> void twice(queue &q, T *p, int n) {
    q.parallel_for(range<1>(n / 8),
                   [=](id<1> i) SYCL_ESIMD_KERNEL { // one kernel for each T
                       esimd::simd<T, 8> v(p + i * 8);
                       v += v;
                       v.copy_to(p + i * 8);
                   })
        .wait();
}

int main() {
    queue q{gpu_selector_v, [](exception_list) {},
            property_list{property::queue::in_order(), property::queue::enable_profiling()}};
    check(q.is_in_order() && q.get_device().is_gpu() && q.get_device().has(aspect::fp16), "properties of the queue");
    check(!q.get_device().get_info<info::device::name>().empty(), "name of the device");
    std::unique_ptr<animal> pet = std::make_unique<dog>();
    check(dynamic_cast<dog *>(pet.get()) && typeid(dynamic_cast<dog &>(*pet)) == typeid(dog) &&
              typeid(float).name()[0] == 'f',
          "types at run time");
    check(platform::get_platforms().size() == 1 && made_before_main.size() == 3, "platforms");

    const device d = q.get_device();
    check(q.get_info<info::queue::device>() == d && q.get_info<info::queue::context>() == q.get_context() &&
              q.get_info<info::queue::reference_count>() == 1,
          "the queue's own properties");
    const auto has = d.get_info<info::device::aspects>();
    const auto modes = d.get_info<info::device::single_fp_config>();
    check(std::count(has.begin(), has.end(), aspect::fp16) == 1 &&
              std::count(has.begin(), has.end(), aspect::cpu) == 0 &&
              std::count(modes.begin(), modes.end(), info::fp_config::fma) == 1 &&
              d.get_info<info::device::native_vector_width_float>() == 16 &&
              d.get_info<sycl::ext::intel::esimd::info::device::has_2d_block_io_support>() &&
              d.get_info<info::device::platform>().get_devices().size() == 1,
          "properties of the device");
    int *placed = aligned_alloc<int>(256, 4, q, usm::alloc::shared);
    void *bytes = aligned_alloc(256, 16, d, q.get_context(), usm::alloc::host);
    check((uintptr_t)placed % 256 == 0 && (uintptr_t)bytes % 256 == 0 &&
              get_pointer_type(bytes, q.get_context()) == usm::alloc::host,
          "aligned memory of a kind");
    namespace experimental = sycl::ext::oneapi::experimental;
    q.single_task(
         experimental::properties{sycl::ext::intel::experimental::grf_size<256>, experimental::work_group_size<1>},
         [=]() SYCL_ESIMD_KERNEL { placed[1] = 12; })
        .wait();
    check(placed[1] == 12, "a task with properties");
    sycl::free(placed, q);
    sycl::free(bytes, q);

    std::vector<float> host(96);
    std::iota(host.begin(), host.end(), 0.0f);
    float *device = malloc_device<float>(96, q);
    q.memcpy(device, host.data(), 96 * sizeof(float));
    event e = q.submit([&](handler &h) {
        h.parallel_for<class Scale>(range<2>(3, 4), scale{device, {1, 2, 3}, half(0.5f)});
    });
    e.wait_and_throw();
    check(e.get_profiling_info<info::event_profiling::command_end>() >=
              e.get_profiling_info<info::event_profiling::command_start>(),
          "profiling");
    std::vector<float> back(96);
    q.memcpy(back.data(), device, 96 * sizeof(float)).wait();
    bool ok = true;
    for (int i = 0; i < 96; i++)
        ok &= back[i] == host[i] * (i / 32 + 1) + 0.5f;
    check(ok, "a functor over two dimensions, with an array and a half");
    q.memset(device, 0, 32).wait();
    q.fill(device + 8, 2.5f, 8).wait();
    q.memcpy(back.data(), device, 64).wait();
    check(back[7] == 0 && back[8] == 2.5f && back[15] == 2.5f, "memset and fill");
    float array[16];
    q.memcpy(array, device, sizeof array).wait();
    q.copy(device, array + 8, 8).wait();
    q.copy(array, device, 16);
    q.fill(array, 1.5f, 8).wait();
    check(array[7] == 1.5f && array[8] == 0, "arrays as memory");
    sycl::free(device, q);

    int *ints = malloc_shared<int>(64, q);
    short *shorts = malloc_host<short>(64, q);
    std::iota(ints, ints + 64, 0);
    std::iota(shorts, shorts + 64, (short)5);
    twice(q, ints, 64);
    twice(q, shorts, 64);
    check(ints[63] == 126 && shorts[63] == 136, "kernels in a template");

    {
        std::vector<int> a(64, 3), b(64, 4), c(64);
        buffer<int, 1> in_a(a.data(), range<1>(64)), in_b(b), out(c.data(), 64);
        q.submit([&](handler &h) {
            accessor x(in_a, h, read_only), y(in_b, h, read_only);
            accessor z(out, h, write_only, no_init);
            h.parallel_for(range<1>(64), [=](id<1> i) { z[i] = x[i] * 10 + y[i]; });
        });
        host_accessor z(out, read_only);
        check(z[0] == 34 && z[63] == 34, "buffers and accessors");
    }

    q.submit([&](handler &h) {
         local_accessor<int, 1> shared(range<1>(8), h);
         h.parallel_for(nd_range<1>(32, 8), [=](nd_item<1> it) SYCL_ESIMD_KERNEL {
             const int i = it.get_local_id(0);
             shared[i] = ints[it.get_global_id(0)];
             it.barrier(access::fence_space::local_space);
             ints[it.get_global_id(0)] = shared[7 - i] + 1000 * (int)it.get_group(0);
         });
     }).wait();
    check(ints[0] == 14 && ints[9] == 1000 + 28 && ints[31] == 3000 + 48, "a local accessor, a barrier");

    q.parallel_for(nd_range<2>({4, 16}, {2, 4}), [=](nd_item<2> it) {
         ints[it.get_global_linear_id()] = it.get_group(0) * 1000 + it.get_group(1) * 100 + it.get_local_linear_id();
     }).wait();
    check(ints[0] == 0 && ints[17] == 5 && ints[63] == 1000 + 300 + 7, "work-items in two dimensions");
    q.parallel_for(50, [=](auto i) { ints[i] = -(int)i; }).wait();
    check(ints[49] == -49 && ints[50] != -50, "a number of work-items that 16 does not divide");
    q.single_task([=] { ints[0] = 77; }).wait();
    check(ints[0] == 77, "single_task");

    q.parallel_for(range<1>(40), [=](id<1> i) {
         atomic_ref<int, memory_order::relaxed, memory_scope::device> sum(ints[2]), most(ints[3]);
         sum += (int)i + ints[2] * 0;
         most.fetch_max((int)i * 3);
     }).wait();
    check(ints[2] == -2 + 40 * 39 / 2 && ints[3] == 117, "atomics of work-items");
    q.parallel_for(nd_range<1>(8, 8), [=](nd_item<1> it) {
         sub_group s = it.get_sub_group();
         ints[it.get_global_id(0)] =
             (int)(s.get_local_linear_range() * 100 + s.get_group_linear_range() * 10 + s.get_group_linear_id());
     }).wait();
    check(ints[0] == 180 && ints[7] == 187, "sub-groups of one work-item");

    namespace free_of = sycl::ext::oneapi::experimental;
    const auto third = [=](id<1> i) SYCL_ESIMD_KERNEL { ints[i] = (int)i + 3; };
    free_of::submit(q, [&](handler &h) { free_of::parallel_for(h, range<1>(8), third); });
    free_of::single_task(q, [=]() SYCL_ESIMD_KERNEL { ints[2] += 100; });
    free_of::nd_launch(q, free_of::launch_config(nd_range<1>(4, 2), free_of::properties{}),
                       [=](nd_item<1> it) SYCL_ESIMD_KERNEL { ints[it.get_global_id(0) + 4] -= it.get_local_id(0); });
    free_of::copy(q, ints + 2, ints, 1);
    free_of::submit_with_event(q, [&](handler &h) { free_of::fill(h, ints + 1, 55, 1); }).wait();
    check(ints[0] == 105 && ints[1] == 55 && ints[3] == 6 && ints[4] == 7 && ints[7] == 9, "free functions");

    try {
        q.parallel_for(nd_range<1>(10, 4), [=](nd_item<1> it) SYCL_ESIMD_KERNEL { ints[it.get_global_id(0)] = 1; });
        check(false, "a group size that does not divide the range");
    } catch (const sycl::exception &x) {
        check(x.code() == errc::nd_range && std::string(x.what()).find("not a multiple") != std::string::npos,
              x.what());
    }
    try {
        q.parallel_for(nd_range<1>(8, 4, 2), [=](nd_item<1> it) { ints[it.get_global_id(0)] = 1; });
        check(false, "an offset of the range");
    } catch (const sycl::exception &x) {
        check(x.code() == errc::feature_not_supported && std::string(x.what()).find("offset") != std::string::npos,
              x.what());
    }
    std::thread other([&] { q.single_task([=] { ints[1] = 78; }).wait(); });
    other.join();
    check(ints[1] == 78, "a launch from another thread");
    std::cout << half(1.5f) << ' ' << (float)(half(1) / half(4)) << '\n';
    sycl::free(ints, q);
    sycl::free(shorts, q);
    std::printf("%d checks, %d failures\n", checks, failures);
    return failures != 0 || checks != 24;
}
