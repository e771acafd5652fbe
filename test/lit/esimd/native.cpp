// SPDX-License-Identifier: MIT
// Handles of Level Zero for the objects of SYCL, which Level Zero's own functions take.
// RUN: %cmc -fsycl -fsycl-targets=bmg,host %s -lze_loader -o %t
// RUN: env CMRT_DEVICE=xesim:bmg %host %t | FileCheck %s
// RUN: env CMRT_DEVICE=host %host %t | FileCheck --check-prefix=CPU %s
// CHECK: Arc
// CPU: no driver of Level Zero
#include <level_zero/ze_api.h>
#include <sycl/sycl.hpp>

#include <sycl/ext/oneapi/backend/level_zero.hpp>
#include <cmrt/cmrt_ze.h>
#include <cstdio>
using namespace sycl;
constexpr auto l0 = backend::ext_oneapi_level_zero;

static bool refuses_another_device() {
    try {
        make_device<l0>(nullptr);
    } catch (const exception &e) {
        return e.code() == errc::invalid;
    }
    return false;
}

static int use(queue &q, const void *p) {
    ze_device_handle_t d = get_native<l0>(q.get_device());
    ze_device_properties_t props = {};
    props.stype = ZE_STRUCTURE_TYPE_DEVICE_PROPERTIES;
    if (zeDeviceGetProperties(d, &props))
        return 1;
    ze_context_handle_t c = get_native<l0>(q.get_context());
    ze_memory_allocation_properties_t mem = {};
    mem.stype = ZE_STRUCTURE_TYPE_MEMORY_ALLOCATION_PROPERTIES;
    if (zeMemGetAllocProperties(c, p, &mem, nullptr) || mem.type != ZE_MEMORY_TYPE_SHARED)
        return 2;
    auto handle = get_native<l0>(q);
    if (zeCommandQueueSynchronize(std::get<ze_command_queue_handle_t>(handle), UINT64_MAX))
        return 3;
    uint32_t n = 1;
    ze_device_handle_t first;
    if (zeDeviceGet(get_native<l0>(q.get_device().get_platform()), &n, &first) || first != d)
        return 4;
    if (!(make_device<l0>(d) == q.get_device()))
        return 5;
    if (!refuses_another_device())
        return 6;
    std::puts(props.name);
    return 0;
}

int main() {
    queue q;
    int *p = malloc_shared<int>(16, q);
    q.parallel_for(range<1>(16), [=](id<1> i) { p[i] = (int)i[0]; }).wait();
    try {
        return use(q, p);
    } catch (const exception &e) {
        std::puts(e.what());
        return q.get_device().get_info<info::device::name>().find("Arc") != std::string::npos;
    }
}
