// SPDX-License-Identifier: MIT
// The host side under queue, device and event: one device of libcmrt, the programs' kernels, launches.
//
// The compiler puts the kernels of a translation unit into the section cmc_images, one entry a unit. The linker joins
// the entries of a program or library; each unit registers the range that it sees before main.

#ifndef SYCL_DETAIL_RUNTIME_HPP
#define SYCL_DETAIL_RUNTIME_HPP

#include <cmrt/cmrt.h>
#include <sycl/detail/exception.hpp>
#include <sycl/detail/ids.hpp>

#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

extern "C" {
// The kernels of one translation unit for one target: a zebin.
struct cmc_image {
    const void *bytes;
    size_t size_b;
    const char *target;
};
#ifndef __SYCL_DEVICE_ONLY__
extern const cmc_image __start_cmc_images[] __attribute__((weak, visibility("hidden")));
extern const cmc_image __stop_cmc_images[] __attribute__((weak, visibility("hidden")));
#endif
}

namespace sycl::detail {

class images {
  public:
    static images &all() {
        static images *one = new images; // lives until the end, whatever the order of destructors
        return *one;
    }
    void add(const cmc_image *begin, const cmc_image *end) {
        std::lock_guard<std::mutex> hold(lock_);
        for (const auto &r : ranges_)
            if (r.first == begin)
                return;
        ranges_.push_back({begin, end});
    }
    template <class F> void each(F f) {
        std::lock_guard<std::mutex> hold(lock_);
        for (const auto &r : ranges_)
            for (const cmc_image *i = r.first; i != r.second; i++)
                f(*i);
    }

  private:
    std::mutex lock_;
    std::vector<std::pair<const cmc_image *, const cmc_image *>> ranges_;
};
#ifndef __SYCL_DEVICE_ONLY__
namespace {
struct registers_images {
    registers_images() {
        if (__start_cmc_images)
            images::all().add(__start_cmc_images, __stop_cmc_images);
    }
} const register_this_unit;
} // namespace
#endif

inline errc code_of(cmrt_status s) {
    switch (s) {
    case CMRT_ERR_MEMORY:
        return errc::memory_allocation;
    case CMRT_ERR_LAUNCH:
        return errc::nd_range;
    case CMRT_ERR_UNSUPPORTED:
        return errc::feature_not_supported;
    case CMRT_ERR_NO_KERNEL:
    case CMRT_ERR_TARGET:
        return errc::kernel_not_supported;
    case CMRT_ERR_ARG_SIZE:
    case CMRT_ERR_ARG_KIND:
    case CMRT_ERR_ARG_INDEX:
    case CMRT_ERR_ARG_MISSING:
        return errc::kernel_argument;
    case CMRT_ERR_ARGUMENT:
    case CMRT_ERR_RANGE:
        return errc::invalid;
    default:
        return errc::runtime;
    }
}

constexpr char not_esimd[] = ".simt"; // near the end of such a kernel's name, before the work-items of a thread

// A kernel as the host launches it: groups of threads, the closure, and the shared local memory of its accessors.
struct launch {
    bool is_range = false;                              // groups has one for each work-item
    size_t groups[3] = {1, 1, 1}, local[3] = {1, 1, 1}; // in the hardware's order
    uint32_t range[3] = {1, 1, 1}; // of the work-items, for an nd_range of those of a work-group, as the kernel sees it
    const void *closure = nullptr;
    size_t closure_b = 0;
    size_t slm_b = 0;
};

class machine {
  public:
    // The process's device, opened at the first call.
    static machine &get() {
        static machine *one = new machine;
        one->open();
        return *one;
    }
    cmrt_device *device() const {
        return device_;
    }
    const cmrt_device_info &info() const {
        return info_;
    }
    void check(cmrt_status s) const {
        if (s == CMRT_OK)
            return;
        char text[2048] = "";
        cmrt_device_message(device_, text, sizeof text);
        throw exception(make_error_code(code_of(s)), *text ? text : cmrt_status_str(s));
    }
    cmrt_queue *queue() const {
        return queue_;
    }
    void wait() {
        check(cmrt_wait(device_));
        std::lock_guard<std::mutex> hold(lock_);
        for (void *p : kept_)
            cmrt_svm_free(device_, p);
        kept_.clear();
    }
    // Waits for one command; for all while there are copies to free.
    void wait_for(cmrt_event *e) {
        const cmrt_status s = cmrt_event_wait(e, CMRT_FOREVER);
        if (s != CMRT_OK)
            cmrt_queue_finish(queue_); // so that no later wait reports it again
        check(s);
        std::unique_lock<std::mutex> hold(lock_);
        const bool keeps = !kept_.empty();
        hold.unlock();
        if (keeps)
            wait();
    }
    // A copy of bytes that kernels read, freed when the device is idle.
    const char *keep_until_idle(const void *bytes, size_t size_b) {
        void *copy = nullptr;
        check(cmrt_usm_alloc(device_, CMRT_USM_SHARED, size_b, 0, &copy));
        std::memcpy(copy, bytes, size_b);
        std::lock_guard<std::mutex> hold(lock_);
        kept_.push_back(copy);
        return static_cast<const char *>(copy);
    }
    // Of the program, without the mark of those that are not ones of ESIMD.
    std::vector<std::string> kernel_names() {
        std::lock_guard<std::mutex> hold(lock_);
        load();
        std::vector<std::string> names;
        for (const auto &k : kernels_)
            names.push_back(k.first.substr(0, k.first.find('.'))); // a mangled name has no period
        return names;
    }
    void start(const std::string &name, launch l, cmrt_event **event) {
        std::lock_guard<std::mutex> hold(lock_);
        size_t items = 1; // of a thread
        cmrt_kernel *k = find(name, items);
        if (l.is_range)
            l.groups[0] = (l.groups[0] + items - 1) / items;
        else if (items > 1) {
            l.local[0] = (l.local[0] * l.local[1] * l.local[2] + items - 1) / items;
            l.local[1] = l.local[2] = 1;
        }
        uint32_t next = 0, n = cmrt_kernel_arg_count(k);
        check(cmrt_kernel_set_value(k, next++, l.closure, l.closure_b));
        if (next < n)
            check(cmrt_kernel_set_value(k, next++, l.range, sizeof l.range));
        if (next < n && l.slm_b) // a kernel that captures no local_accessor has no such argument
            check(cmrt_kernel_set_local(k, next, l.slm_b));
        uint32_t groups[3], local[3];
        for (int i = 0; i < 3; i++) {
            if (l.groups[i] > UINT32_MAX || l.local[i] > UINT32_MAX)
                throw exception(make_error_code(errc::nd_range),
                                "the range has more than 2^32 groups in one dimension");
            groups[i] = (uint32_t)l.groups[i];
            local[i] = (uint32_t)l.local[i];
        }
        check(cmrt_enqueue_launch(queue_, k, groups, local, 0, nullptr, event));
    }

  private:
    machine() = default;
    // Where CMRT_DEVICE names no target, a device of the first target that the program was compiled for; the CPU, if
    // that is the only one.
    void open() {
        std::lock_guard<std::mutex> hold(lock_);
        if (device_)
            return;
        char why[1024] = "";
        std::string target;
        images::all().each([&](const cmc_image &i) {
            if (target.empty() && i.target)
                target = i.target;
        });
        cmrt_status s = CMRT_ERR_NO_DEVICE;
        const char *wish = std::getenv("CMRT_DEVICE");
        if (target == "host" && !wish)
            s = cmrt_device_open("host", &device_, why, sizeof why);
        else if (!target.empty() && (!wish || std::string(wish) == "xesim"))
            s = cmrt_device_open(((wish ? "xesim:" : "any:") + target).c_str(), &device_, why, sizeof why);
        if (s == CMRT_ERR_NO_DEVICE)
            s = cmrt_device_open(nullptr, &device_, why, sizeof why);
        if (s != CMRT_OK)
            throw exception(make_error_code(errc::runtime), std::string(*why ? why : cmrt_status_str(s)));
        check(cmrt_device_get_info(device_, &info_));
        check(cmrt_queue_create(device_, CMRT_QUEUE_IN_ORDER | CMRT_QUEUE_PROFILING, &queue_));
    }
    void load() {
        images::all().each([&](const cmc_image &i) {
            if (loaded_.count(&i))
                return;
            loaded_[&i] = true;
            cmrt_program *p = nullptr;
            if (std::string(i.target) != info_.target) {
                other_target_ = true;
                return;
            }
            check(cmrt_program_load(device_, i.bytes, i.size_b, &p));
            for (size_t n = 0; n < cmrt_program_kernel_count(p); n++)
                kernels_[cmrt_program_kernel_name(p, n)] = {p, nullptr};
        });
    }
    // The names of kernels that are not explicit SIMD end in the number of work-items of a thread.
    cmrt_kernel *find(const std::string &name, size_t &items) {
        load();
        auto at = kernels_.find(name);
        if (at == kernels_.end()) {
            const std::string simt = name + not_esimd;
            at = kernels_.lower_bound(simt);
            if (at != kernels_.end() && at->first.compare(0, simt.size(), simt) != 0)
                at = kernels_.end();
            if (at != kernels_.end())
                items = std::strtoul(at->first.c_str() + simt.size(), nullptr, 10);
        }
        if (at == kernels_.end())
            throw exception(make_error_code(errc::kernel_not_supported),
                            other_target_ ? "the program has no kernels for the device '" + std::string(info_.target) +
                                                "'; compile it with -fsycl-targets=" + info_.target
                                          : "the program has no kernel '" + name + "'");
        if (!at->second.second)
            check(cmrt_kernel_create(at->second.first, at->first.c_str(), &at->second.second));
        return at->second.second;
    }

    std::mutex lock_;
    cmrt_device *device_ = nullptr;
    cmrt_queue *queue_ = nullptr; // of all queues of the program: their commands run in the order of the calls
    cmrt_device_info info_ = {};
    bool other_target_ = false;
    std::vector<void *> kept_;
    std::map<const cmc_image *, bool> loaded_;
    std::map<std::string, std::pair<cmrt_program *, cmrt_kernel *>> kernels_;
};

} // namespace sycl::detail

#endif
