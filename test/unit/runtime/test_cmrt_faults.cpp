// SPDX-License-Identifier: MIT
// Every allocation of libcmrt and every call of Level Zero fails once: no crash, no hang, nothing lost, and a status
// that says what failed. The library is linked statically, so that the linker can put itself between it and malloc; the
// table of Level Zero functions is replaced by one whose entries fail on demand.

#include <cmrt/cmrt.h>

extern "C" {
#include "fixture.h"
}
#include "ze_functions.h"

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

namespace {

std::atomic<long> countdown{0};     // the operation that fails; 0: none
std::atomic<const char *> failed{}; // its name
std::atomic<long> memory_blocks{0}, driver_objects{0};

bool fails(const char *name) {
    if (countdown.load() <= 0 || countdown.fetch_sub(1) != 1)
        return false;
    failed = name;
    return true;
}

cmrt_ze real, fake;

bool begins(const char *name, const char *with) {
    return std::strncmp(name, with, std::strlen(with)) == 0;
}
bool ends(const char *name, const char *with) {
    const size_t n = std::strlen(name), m = std::strlen(with);
    return n >= m && std::strcmp(name + n - m, with) == 0;
}
bool makes(const char *name) {
    return ends(name, "Create") || begins(name, "MemAlloc");
}
bool unmakes(const char *name) {
    return (ends(name, "Destroy") && std::strcmp(name, "ModuleBuildLogDestroy") != 0) ||
           std::strcmp(name, "MemFree") == 0;
}
// A driver that reports such a failure has still done the work, or lost the device: nothing runs on.
bool acts_before_it_fails(const char *name) {
    return unmakes(name) || ends(name, "Synchronize") || ends(name, "Reset") || ends(name, "BuildLogDestroy");
}
ze_result_t result_of(const char *name) {
    return ends(name, "Synchronize") ? ZE_RESULT_ERROR_DEVICE_LOST : ZE_RESULT_ERROR_OUT_OF_DEVICE_MEMORY;
}

template <auto Field> const char *name_of = nullptr;
template <auto Field> struct wrap;
template <class... A, ze_result_t (*cmrt_ze::*Field)(A...)> struct wrap<Field> {
    static ze_result_t call(A... a) {
        const char *name = name_of<Field>;
        const bool fail = fails(name);
        if (fail && !acts_before_it_fails(name))
            return result_of(name);
        const ze_result_t r = (real.*Field)(a...);
        if (r == ZE_RESULT_SUCCESS)
            driver_objects += makes(name) - unmakes(name);
        return fail ? result_of(name) : r;
    }
};

} // namespace

extern "C" {
const cmrt_ze *__real_cmrt_ze_loader(char *message, size_t message_size);
const cmrt_ze *__wrap_cmrt_ze_loader(char *message, size_t message_size) {
    const cmrt_ze *loader = __real_cmrt_ze_loader(message, message_size);
    if (!loader)
        return nullptr;
    real = *loader;
#define CMRT_ZE(need, name, table, entry)                                                                              \
    name_of<&cmrt_ze::name> = #name;                                                                                   \
    fake.name = real.name ? wrap<&cmrt_ze::name>::call : nullptr;
#include "ze_functions.def"
#undef CMRT_ZE
    return &fake;
}

void *__real_malloc(size_t);
void *__real_calloc(size_t, size_t);
void *__real_realloc(void *, size_t);
char *__real_strdup(const char *);
void __real_free(void *);
void *__wrap_malloc(size_t n) {
    void *p = fails("malloc") ? nullptr : __real_malloc(n);
    memory_blocks += p != nullptr;
    return p;
}
void *__wrap_calloc(size_t n, size_t size) {
    void *p = fails("calloc") ? nullptr : __real_calloc(n, size);
    memory_blocks += p != nullptr;
    return p;
}
void *__wrap_realloc(void *old, size_t n) {
    void *p = fails("realloc") ? nullptr : __real_realloc(old, n);
    memory_blocks += !old && p;
    return p;
}
char *__wrap_strdup(const char *s) {
    char *p = fails("strdup") ? nullptr : __real_strdup(s);
    memory_blocks += p != nullptr;
    return p;
}
void __wrap_free(void *p) {
    memory_blocks -= p != nullptr;
    __real_free(p);
}
int __real_pthread_create(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
int __wrap_pthread_create(pthread_t *t, const pthread_attr_t *a, void *(*f)(void *), void *user) {
    return fails("pthread_create") ? EAGAIN : __real_pthread_create(t, a, f, user);
}
}

namespace {

std::vector<uint8_t> zebin;
const uint32_t one[3] = {1, 1, 1};
bool reported;

// The statuses that an injected failure may have.
bool good(cmrt_status s) {
    const bool known = s == CMRT_OK || s == CMRT_ERR_MEMORY || s == CMRT_ERR_FAULT || s == CMRT_ERR_NO_DEVICE ||
                       s == CMRT_ERR_ARGUMENT || s == CMRT_ERR_UNSUPPORTED;
    if (!known)
        fail_msg("after a failure of %s: %s", failed.load(), cmrt_status_str(s));
    reported = reported || s != CMRT_OK;
    return s == CMRT_OK;
}

void heard(cmrt_event *, cmrt_status, void *count) {
    ++*static_cast<std::atomic<int> *>(count);
}
void nothing(void *) {}

// Commands on a queue. Each may fail; what was made is released.
void use_queue(cmrt_device *d, cmrt_queue *q, cmrt_kernel *k, cmrt_buffer *b, cmrt_image *im) {
    static uint8_t bytes[1024];
    cmrt_event *user = nullptr, *e[4] = {}, *any = nullptr;
    static std::atomic<int> calls{0}; // callbacks may come after this function
    uint32_t index;
    cmrt_event_times times;
    if (good(cmrt_event_create(d, &user))) {
        good(cmrt_enqueue_write(q, b, 0, bytes, 256, 1, &user, &e[0]));
        if (e[0])
            good(cmrt_event_set_callback(e[0], heard, &calls));
        good(cmrt_enqueue_launch(q, k, one, one, 0, nullptr, &e[1]));
        good(cmrt_enqueue_host(q, nothing, nullptr, 0, nullptr, &e[2]));
        cmrt_region r = {};
        r.address = bytes;
        cmrt_region to = r;
        to.address = bytes + 512;
        good(cmrt_enqueue_copy_region(q, &to, &r, 8, 4, 2, 0, nullptr, nullptr));
        good(cmrt_enqueue_image_write(q, im, nullptr, bytes, 20, 0, 0, nullptr, nullptr));
        good(cmrt_enqueue_copy_buffer(q, b, 128, b, 0, 64, 0, nullptr, nullptr));
        good(cmrt_enqueue_barrier(q, 0, nullptr, &e[3]));
        good(cmrt_event_signal(user, CMRT_OK));
        for (cmrt_event *x : e)
            if (x) {
                good(cmrt_event_wait(x, CMRT_FOREVER));
                any = x;
            }
        if (any)
            good(cmrt_event_wait_any(1, &user, CMRT_FOREVER, &index));
        if (e[1] && cmrt_event_wait(e[1], 0) == CMRT_OK)
            good(cmrt_event_get_times(e[1], &times));
    }
    good(cmrt_queue_finish(q));
    for (cmrt_event *x : e)
        cmrt_event_release(x);
    cmrt_event_release(user);
}

void use_device(cmrt_device *d) {
    cmrt_program *p = nullptr;
    cmrt_kernel *k = nullptr;
    cmrt_buffer *b = nullptr, *sub = nullptr, *own = nullptr;
    cmrt_image *im = nullptr;
    cmrt_sampler *sampler = nullptr;
    cmrt_queue *q = nullptr, *many = nullptr;
    void *svm = nullptr;
    int32_t n = 1, values[8];
    const cmrt_fixed_value fixed = {"add", 2, &n, sizeof n};
    const cmrt_sampler_desc desc = {};
    alignas(4096) static uint8_t page[4096];
    good(cmrt_program_load_fixed(d, zebin.data(), zebin.size(), &fixed, 1, &p));
    good(cmrt_buffer_create(d, 256, &b));
    if (b)
        good(cmrt_buffer_create_sub(b, 64, 64, &sub));
    good(cmrt_buffer_import(d, page, sizeof page, &own));
    good(cmrt_image_create(d, CMRT_FORMAT_R8_UINT, 16, 4, &im));
    good(cmrt_sampler_create(d, &desc, &sampler));
    good(cmrt_svm_alloc(d, 64, 0, &svm));
    good(cmrt_queue_create(d, CMRT_QUEUE_PROFILING, &q));
    good(cmrt_queue_create(d, CMRT_QUEUE_OUT_OF_ORDER | CMRT_QUEUE_PROFILING, &many));
    if (p && b && good(cmrt_kernel_create(p, nullptr, &k)) && good(cmrt_kernel_set_buffer(k, 0, b)) &&
        good(cmrt_kernel_set_buffer(k, 1, b)) && im) {
        good(cmrt_launch(k, one, one));
        good(cmrt_buffer_read(b, 0, values, sizeof values));
        for (cmrt_queue *each : {q, many})
            if (each)
                use_queue(d, each, k, b, im);
    }
    good(cmrt_wait(d));
    cmrt_kernel_destroy(k);
    cmrt_queue_destroy(q);
    cmrt_queue_destroy(many);
    cmrt_svm_free(d, svm);
    cmrt_sampler_destroy(sampler);
    cmrt_image_destroy(im);
    cmrt_buffer_destroy(own);
    cmrt_buffer_destroy(b);
    cmrt_buffer_destroy(sub);
    assert_int_equal(cmrt_program_destroy(p), CMRT_OK);
}

void scenario() {
    cmrt_device *d = nullptr;
    char why[256];
    if (!good(cmrt_device_open("xesim:tgl", &d, why, sizeof why))) {
        assert_true(why[0] != 0);
        return;
    }
    use_device(d);
    const cmrt_status s = cmrt_device_close(d);
    good(s);
    if (s == CMRT_ERR_BUSY)
        fail_msg("after a failure of %s objects are left", failed.load());
}

// Failures that lose nothing and that no call reports.
bool may_be_silent(const char *name) {
    static const char *const names[] = {"strdup", // of a reason
                                        "KernelSetIndirectAccess",
                                        "DriverGetExtensionFunctionAddress",
                                        "DeviceGetImageProperties",
                                        "DeviceGetMemoryProperties",
                                        "EventQueryKernelTimestamp",
                                        "DeviceGetGlobalTimestamps",
                                        "ModuleBuildLogGetString",
                                        "MemGetAddressRange",
                                        "DriverGetProperties",
                                        "malloc",
                                        "calloc",
                                        "realloc"};
    for (const char *n : names)
        if (std::strcmp(n, name) == 0)
            return true;
    return unmakes(name) || acts_before_it_fails(name);
}

void every_operation_fails_once(void **) {
    scenario(); // the loader's and the driver's own first use
    assert_false(reported);
    const long blocks = memory_blocks, objects = driver_objects;
    long n = 0;
    for (bool fired = true; fired;) {
        failed = nullptr;
        reported = false;
        countdown = ++n;
        scenario();
        countdown = 0;
        fired = failed != nullptr;
        if (fired && !reported && !may_be_silent(failed))
            fail_msg("operation %ld, %s, failed, but no call reports it", n, failed.load());
        if (memory_blocks != blocks)
            fail_msg("after a failure of %s, operation %ld, %ld blocks of memory are left", failed.load(), n,
                     memory_blocks - blocks);
        if (driver_objects != objects)
            fail_msg("after a failure of %s, operation %ld, %ld objects of the driver are left", failed.load(), n,
                     driver_objects - objects);
    }
    std::printf("%ld operations\n", n - 1);
    assert_true(n > 200);
}

} // namespace

int main() {
    cmc_str bytes = fixture_add("tgl");
    zebin.assign(bytes.data, bytes.data + bytes.len);
    cmc_str_free(&bytes);
    const CMUnitTest tests[] = {
        cmocka_unit_test(every_operation_fails_once),
    };
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
