// SPDX-License-Identifier: MIT
// Parts of SYCL's host side that libraries with explicit-SIMD kernels use: kernel bundles, known identities, properties
// of devices, kinds of pointers; and code for other devices that no kernel reaches.
// RUN: %cmc -fsycl %s -o %t
// RUN: env %host CMRT_DEVICE=xesim:bmg %t
#include <sycl/sycl.hpp>

#include <sycl/ext/intel/esimd.hpp>

#include <cstdio>
#include <cstring>
#include <set>

using namespace sycl;
namespace esimd = sycl::ext::intel::esimd;

static int failures;

static void check(bool ok, const char *what) {
    if (!ok) {
        failures++;
        std::printf("wrong: %s\n", what);
    }
}

class Adds;
class Doubles;
class NeverLaunched;

static void launch_two(queue &q, int *p) {
    q.parallel_for<Adds>(range<1>(1), [=](id<1>) SYCL_ESIMD_KERNEL { esimd::simd<int, 16>(100, 1).copy_to(p); }).wait();
    q.parallel_for<Doubles>(range<1>(16), [=](id<1> i) { p[i] *= 2; }).wait();
}

// Libraries give their kernels names of their own only where the compiler demands names.
#if __SYCL_UNNAMED_LAMBDA__
#define NAME_OF_LIBRARY
#else
#define NAME_OF_LIBRARY <class NameOfLibrary>
#endif
template <class T> static void count_down(queue &q, T *p) {
    q.parallel_for NAME_OF_LIBRARY(range<1>(1), [=](id<1>) SYCL_ESIMD_KERNEL {
         esimd::simd<T, 8> v(p);
         v -= 1;
         v.copy_to(p);
     }).wait();
}

template <class F> static bool fails_with(errc code, F f) {
    try {
        f();
    } catch (const exception &e) {
        return e.code() == code;
    }
    return false;
}

static void kernel_bundles(queue &q, int *p) {
    const kernel_id adds = get_kernel_id<Adds>(), doubles = get_kernel_id<Doubles>();
    auto both = get_kernel_bundle<bundle_state::executable>(q.get_context(), {q.get_device()}, {adds, doubles});
    auto one = get_kernel_bundle<Adds, bundle_state::executable>(q.get_context());
    check(both.has_kernel(adds) && both.has_kernel<Doubles>() && !both.empty(), "a bundle of two kernels");
    check(one.has_kernel(adds) && !one.has_kernel(doubles, q.get_device()), "a bundle of one kernel");
    check(get_kernel_ids().size() >= 2 && adds != doubles && adds == get_kernel_id<Adds>(), "identities of kernels");
    check(std::strstr(adds.get_name(), "Adds"), "name of a kernel");
    check(has_kernel_bundle<bundle_state::executable>(q.get_context(), {}, {adds}) &&
              !is_compatible<NeverLaunched>(q.get_device()),
          "whether there is a bundle");
    check(fails_with(errc::invalid, [&] { get_kernel_bundle<NeverLaunched, bundle_state::input>(q.get_context()); }),
          "a kernel that the program does not have");

    kernel k = both.get_kernel(adds);
    check(k.get_info<info::kernel::function_name>() == adds.get_name() && k.get_kernel_bundle() == one, "a kernel");
    check(k.get_info<info::kernel_device_specific::work_group_size>(q.get_device()) ==
              q.get_device().get_info<info::device::max_work_group_size>(),
          "size of a work-group of a kernel");
    check(fails_with(errc::invalid, [&] { one.get_kernel(doubles); }), "a kernel that the bundle does not have");

    auto add_in = [&](const kernel_bundle<bundle_state::executable> &b) {
        q.submit([&](handler &h) {
             h.use_kernel_bundle(b);
             h.parallel_for<class AddsAgain>(range<1>(1), [=](id<1>) SYCL_ESIMD_KERNEL {
                 esimd::simd<int, 16> v(p);
                 v += 1;
                 v.copy_to(p);
             });
         }).wait();
    };
    add_in(get_kernel_bundle<bundle_state::executable>(q.get_context()));
    check(p[0] == 201 && p[15] == 231, "a launch with a bundle");
    check(fails_with(errc::kernel_not_supported, [&] { add_in(one); }), "a launch with another kernel's bundle");
    check(build(get_kernel_bundle<Adds, bundle_state::input>(q.get_context())) == one, "building a bundle");
}

template <class Op, class T> constexpr bool changes_nothing(T x) {
    return Op()(known_identity_v<Op, T>, x) == x && Op()(x, known_identity<Op, T>::value) == x;
}
static_assert(changes_nothing<plus<int>>(7) && changes_nothing<plus<>>(2.5f) && changes_nothing<multiplies<>>(7u));
static_assert(changes_nothing<bit_and<unsigned>>(0xf0u) && changes_nothing<bit_or<>>(5) &&
              changes_nothing<bit_xor<>>(9));
static_assert(changes_nothing<minimum<int>>(2147483647) && changes_nothing<maximum<int>>(-2147483647 - 1));
static_assert(changes_nothing<minimum<float>>(__builtin_inff()) && changes_nothing<maximum<>>(-__builtin_inff()));
static_assert(changes_nothing<logical_and<bool>>(true) && changes_nothing<logical_or<bool>>(false));
static_assert(has_known_identity_v<plus<half>, half> && known_identity_v<multiplies<half>, half> == 1);
static_assert(!has_known_identity_v<std::minus<int>, int> && !has_known_identity_v<bit_and<float>, float>);
static_assert(minimum<int>()(-1L, 3) == -1 && maximum<>()(2, 1.5) == 2);

// The tables of the targets have these: an Arc B580 has 5 slices of 4 cores, each of 8 EUs.
static void device_properties(const device &d) {
    namespace intel = ext::intel::info::device;
    namespace oneapi = ext::oneapi::experimental;
    check(d.get_info<info::device::max_compute_units>() == 160, "EUs");
    check(d.get_info<intel::gpu_eu_count>() == d.get_info<intel::gpu_slices>() *
                                                   d.get_info<intel::gpu_subslices_per_slice>() *
                                                   d.get_info<intel::gpu_eu_count_per_subslice>(),
          "EUs by their places");
    check(d.has(aspect::ext_intel_gpu_eu_count) && !d.has(aspect::ext_intel_free_memory), "aspects");
    check(d.get_info<info::device::max_work_item_sizes<3>>()[2] == d.get_info<info::device::max_work_group_size>(),
          "sizes of a work-group");
    check(d.get_info<info::device::global_mem_cache_size>() == 18 << 20, "size of the cache");
    check(d.ext_oneapi_architecture_is(oneapi::architecture::intel_gpu_bmg_g21) &&
              d.ext_oneapi_architecture_is(oneapi::arch_category::intel_gpu),
          "architecture");
    check(fails_with(errc::feature_not_supported, [&] { d.get_info<intel::free_memory>(); }), "an unknown property");

    std::set<std::string> names;
#define __SYCL_ASPECT(name, number)                                                                                    \
    if (d.has(aspect::name))                                                                                           \
        names.insert(#name);
#include <sycl/info/aspects.def>
    check(names.count("gpu") && names.count("ext_intel_esimd") && !names.count("cpu"), "a list of aspects");
    std::stringstream text;
    text << d.get_backend();
    check(text.str() == "ext_oneapi_level_zero", "name of the backend");
}

static void pointers(queue &q, int *shared) {
    int on_stack = 0;
    int *on_device = malloc_device<int>(4, q);
    check(get_pointer_type(shared + 3, q.get_context()) == usm::alloc::shared, "a pointer into shared memory");
    check(get_pointer_type(on_device, q.get_context()) == usm::alloc::device, "a pointer to device memory");
    check(get_pointer_type(on_device + 4, q.get_context()) == usm::alloc::unknown, "a pointer past an allocation");
    check(get_pointer_type(&on_stack, q.get_context()) == usm::alloc::unknown, "a pointer to the stack");
    sycl::free(on_device, q);
    check(get_pointer_type(on_device, q.get_context()) == usm::alloc::unknown, "a pointer to freed memory");

    global_ptr<int> p = address_space_cast<access::address_space::global_space, access::decorated::legacy>(shared);
    p += 2;
    check(*p == shared[2] && p[1] == shared[3] && p - global_ptr<int>(shared) == 2 && ++p != p - 1, "multi_ptr");
    buffer<int> b(range<1>(4));
    q.submit([&](handler &h) {
        accessor a(b, h, write_only);
        h.parallel_for(range<1>(4),
                       [=](id<1> i) { a.get_multi_ptr<access::decorated::no>().get()[i] = i == 1 ? 50 : 40 + (int)i; });
    });
    host_accessor a(b, read_only);
    check(a[0] == 40 && a[1] == 50 && a[3] == 43, "the pointer of an accessor");
}

static void shortcuts_with_events(queue &q, int *p) {
    int host[4] = {1, 2, 3, 4};
    event first = q.memcpy(p, host, sizeof host);
    event second = q.memset(p, 0, 4, first);
    q.fill(p + 1, 9, 1, {first, second});
    q.single_task({first}, [=] { p[2] += 10; });
    q.ext_oneapi_submit_barrier().wait();
    check(p[0] == 0 && p[1] == 9 && p[2] == 13 && p[3] == 4, "work after events");
    check(!q.has_property<property::queue::in_order>(), "a property of the queue");
    q.parallel_for(nd_range<1>(4, 2), [=](nd_item<1>) {
         const auto it = ext::oneapi::this_work_item::get_nd_item<1>();
         p[it.get_global_id(0)] = 10 * (int)it.get_group(0) + (int)it.get_local_id(0);
     }).wait();
    check(p[0] == 0 && p[1] == 1 && p[2] == 10 && p[3] == 11, "the work-item that asks");
}

// A program's own max beside that of simd.
namespace own {
using namespace sycl::ext::intel::esimd;
template <class T> T max(T a, T b) {
    return a > b ? a : b;
}
static int larger_of_simd() {
    const simd<int, 16> a(-8, 1), b(3);
    return reduce<int>(max(a, b), std::plus<>()) + max(1, 2);
}
} // namespace own

// An old way to choose a device: a class, whose operator () is private.
class old_selector : public device_selector {
    int operator()(const device &d) const override {
        return d.is_gpu() && !d.is_host() ? 1 : -1;
    }
};

// What only other devices run, as libraries have it beside kernels of ESIMD: it is parsed, and instantiated for the
// host.
template <class T> struct for_other_devices {
    local_accessor<T, 1> shared;
    stream out;
    void operator()(nd_item<1> it) const {
        namespace matrix = ext::oneapi::experimental::matrix;
        const auto all = it.get_group();
        const float sum = reduce_over_group(all, 1.0f, plus<>());
        const int before = exclusive_scan_over_group(all, 2, plus<int>());
        const auto mask = ext::oneapi::group_ballot(it.get_sub_group(), any_of_group(all, sum > before));
        T *raw = shared.template get_multi_ptr<access::decorated::no>().get();
        raw[0] = permute_group_by_xor(it.get_sub_group(), raw[1], 1);
        matrix::joint_matrix<sub_group, T, matrix::use::accumulator, 8, 16> m;
        matrix::joint_matrix_fill(it.get_sub_group(), m, T(0));
        out << "lanes " << mask.count() << sycl::endl;
    }
};
static auto never_called = [](nd_item<1> it, local_accessor<short, 1> shared) {
    short *raw = shared.get_multi_ptr<access::decorated::no>().get();
    const unsigned sum = reduce_over_group(it.get_group(), 1u, plus<unsigned>());
    raw[0] = (short)sum;
};
[[maybe_unused]] static void (for_other_devices<int>::*const on_the_host)(nd_item<1>) const =
    nullptr; // names the class

int main() {
    queue q;
    int *p = malloc_shared<int>(16, q);
    launch_two(q, p);
    check(p[0] == 200 && p[15] == 230, "two kernels");
    float *f = malloc_shared<float>(8, q);
    f[0] = 0.5f;
    f[7] = 7.5f;
    count_down(q, p);
    count_down(q, f);
    check(p[0] == 199 && p[7] == 213 && f[0] == -0.5f && f[7] == 6.5f, "kernels without names in a template");
    q.parallel_for(range<1>(8), [=](id<1> i) { p[i]++; }).wait();
    sycl::free(f, q);
    kernel_bundles(q, p);
    device_properties(q.get_device());
    pointers(q, p);
    shortcuts_with_events(q, p);
    queue chosen(old_selector{}, [](exception_list) {});
    chosen.single_task([=]()
                           SYCL_ESIMD_KERNEL { p[0] = esimd::detail::sum<int, int, 16>(esimd::simd<int, 16>(1, 2)); });
    chosen.wait();
    check(p[0] == 256, "a queue of a selector's choice");
    q.single_task([=]() SYCL_ESIMD_KERNEL {
         esimd::simd<float, 4> v(-2.5f, 2.0f);
         p[1] = (int)(v[1] < 0 ? esimd::floor(v[1]) : 0.0f);
         p[2] = (int)(v[1] > 0 ? 5.0f : esimd::exp2(v[3]));
     }).wait();
    q.single_task([=]() SYCL_ESIMD_KERNEL { p[3] = own::larger_of_simd(); }).wait();
    check(p[3] == 12 * 3 + 4 + 5 + 6 + 7 + 2, "a program's own max");
    check(p[1] == -1 && p[2] == 11, "a number or a function of an element");
    sycl::free(p, q);
    (void)never_called;
    return failures != 0;
}
