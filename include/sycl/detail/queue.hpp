// SPDX-License-Identifier: MIT
// queue, handler and event. Commands of all queues go to one in-order queue of libcmrt: they run in the order of the
// calls, which every kind of queue allows, and buffers need no other order. The host waits for single events.

#ifndef SYCL_DETAIL_QUEUE_HPP
#define SYCL_DETAIL_QUEUE_HPP

#include <sycl/detail/kernel_bundle.hpp>
#include <sycl/detail/reduction.hpp>
#include <sycl/detail/spec.hpp>
#include <sycl/ext/intel/experimental/grf_size_properties.hpp>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <optional>

namespace sycl {

namespace property {
namespace queue {
struct in_order {};
struct enable_profiling {};
} // namespace queue
namespace buffer {
struct use_host_ptr {};
} // namespace buffer
struct no_init {};
} // namespace property
inline constexpr property::no_init no_init;

class property_list {
  public:
    template <class... P, class = std::enable_if_t<!(std::is_invocable_v<P, exception_list> || ...)>>
    property_list(P...)
        : in_order_((std::is_same_v<P, property::queue::in_order> || ...)),
          profiling_((std::is_same_v<P, property::queue::enable_profiling> || ...)) {}
    bool is_in_order() const {
        return in_order_;
    }
    bool has_profiling() const {
        return profiling_;
    }

  private:
    bool in_order_, profiling_;
};

namespace detail {

inline uint64_t now_ns() {
    using namespace std::chrono;
    return (uint64_t)duration_cast<nanoseconds>(steady_clock::now().time_since_epoch()).count();
}

// The last command of a command group; no command: work of the host, which is done.
struct event_state {
    event_state() = default;
    event_state(const event_state &) = delete;
    event_state &operator=(const event_state &) = delete;
    ~event_state() {
        cmrt_event_release(command);
    }
    void wait() const {
        if (command)
            machine::get().wait_for(command);
    }
    bool is_done() const {
        cmrt_event_state s = CMRT_EVENT_ENDED;
        if (command)
            machine::get().check(cmrt_event_get_state(command, &s, nullptr));
        return s == CMRT_EVENT_ENDED;
    }
    cmrt_event_times times() const {
        cmrt_event_times t = host_times;
        if (command)
            machine::get().check(cmrt_event_get_times(command, &t));
        return t;
    }
    cmrt_event *command = nullptr;
    cmrt_event_times host_times = {}; // without a command
    bool is_timed = false;
};

// What the kernel gets: an item of the kind that it takes.
template <class F, int Dims> constexpr bool takes_item = std::is_invocable_v<const F &, item<Dims>>;

template <int Dims> inline __attribute__((always_inline)) item<Dims> item_at(id<Dims> i, const uint32_t *range_of) {
    range<Dims> r;
    for (int d = 0; d < Dims; d++)
        r[d] = range_of[d];
    return {i, r};
}
struct kernel_range {
    uint32_t n[3];
};

// Registers of a kernel's threads, from the properties of the launch or of the function object: 0 = as many as it
// needs, -1 = no wish.
template <class P> constexpr int registers_of() {
    using namespace ext::intel::experimental;
    if constexpr (P::template has_property<grf_size_key>())
        return (int)P::template value_or<grf_size_key, 0u>();
    else
        return P::template has_property<grf_size_automatic_key>() ? 0 : -1;
}
// The properties that a kernel's object names itself.
template <class F>
using named_properties =
    decltype(std::declval<const F &>().get(std::declval<ext::oneapi::experimental::properties_tag>()));
template <class F, class = void> struct object_properties {
    using type = ext::oneapi::experimental::empty_properties_t;
};
template <class F> struct object_properties<F, std::void_t<named_properties<F>>> { using type = named_properties<F>; };
template <class F> using properties_of = typename object_properties<F>::type;

template <class F, class P> constexpr int wanted_registers() {
    return registers_of<P>() >= 0 ? registers_of<P>() : registers_of<properties_of<F>>();
}
// The same for the size of the sub-groups; 0 for no wish.
template <class P> constexpr uint32_t sub_group_of() {
    return P::template value_or<ext::oneapi::experimental::sub_group_size_key, 0u>();
}
template <class F, class P> constexpr uint32_t wanted_sub_group() {
    constexpr uint32_t n = sub_group_of<P>() > 0 ? sub_group_of<P>() : sub_group_of<properties_of<F>>();
    static_assert(n == 0 || n == 1 || n == 8 || n == 16 || n == 32, "sub_group_size takes 8, 16 or 32");
    return n;
}
using no_wish = ext::oneapi::experimental::empty_properties_t;

#ifdef __SYCL_DEVICE_ONLY__
// Of the kernel that calls them, as the compiler answers: the work-items that a thread runs, 0 for explicit SIMD, where
// the kernel demands no other number than the usual one; the work-items of a sub-group. wish: of a property, or 0.
extern "C" uint32_t __cmc_items_a_thread(uint32_t usual, uint32_t wish);
extern "C" uint32_t __cmc_sub_group_size(uint32_t wish);
using local_pointer = __attribute__((opencl_local)) char *;

// The kernels. Wish: sub_group_size. The last template argument is the number of registers. r: of the work-items, for
// an nd_range of those of a work-group. local: makes the host reserve shared local memory; the accessors hold offsets
// in it.
template <class Name, class F, int Dims, uint32_t Wish, int Registers>
__attribute__((cmc_entry)) void nd_range_entry(F f, kernel_range r, local_pointer local) {
    (void)local;
    const uint32_t items = __cmc_items_a_thread(1, Wish), sub_group = __cmc_sub_group_size(Wish);
    if (items <= 1) {
        f(nd_item<Dims>(item_place<Dims>(sub_group)));
        return;
    }
    uint32_t count = 1;
    for (int i = 0; i < Dims; i++)
        count *= r.n[i];
    const uint32_t first = (uint32_t)hw_local_id<1>(0) * items;
    for (uint32_t k = first; k < first + items && k < count; k++)
        f(nd_item<Dims>(item_place<Dims>(k, r.n, sub_group)));
}
template <class Name, class F, int Dims, uint32_t Wish, int Registers>
__attribute__((cmc_entry)) void range_entry(F f, kernel_range r, local_pointer local) {
    (void)local;
    id<Dims> i = all_dims<Dims, id<Dims>>(hw_group_id<Dims>); // the host makes groups of one thread
    const uint32_t items = __cmc_items_a_thread(16, Wish);
    if (items == 0) {
        f(item_at<Dims>(i, r.n));
        return;
    }
    const size_t first = i[Dims - 1] * items;
    for (size_t k = first; k < first + items && k < r.n[Dims - 1]; k++) {
        i[Dims - 1] = k;
        f(item_at<Dims>(i, r.n));
    }
}
template <class Name, class F, int Registers>
__attribute__((cmc_entry)) void task_entry(F f, kernel_range, local_pointer local) {
    (void)local;
    f();
}
#endif

// Names: the type that the program gives, else the function object's.
struct unnamed;
template <class Name, class F> using kernel_key = std::conditional_t<std::is_same_v<Name, unnamed>, F, Name>;
#ifndef __SYCL_DEVICE_ONLY__
extern "C" const char __cmc_unit[]; // the mark of the file, which the compiler defines
// With the file's mark: types without external linkage may have the same name in several files.
template <class Name, class F> std::string kernel_name() {
    return std::string(__builtin_sycl_unique_stable_name(kernel_key<Name, F>)) + __cmc_unit;
}
#endif

template <class F> constexpr void check_closure() {
    static_assert(
        std::is_trivially_copyable_v<F>,
        "a kernel's captures are copied to the device as bytes; capture pointers and plain values, not containers "
        "or references");
}
template <class F> void set_closure(launch &l, const F &f) {
    l.closure = &f;
    l.closure_b = sizeof f;
}

} // namespace detail

class event {
  public:
    event() : state_(std::make_shared<detail::event_state>()) {}
    explicit event(std::shared_ptr<detail::event_state> s) : state_(std::move(s)) {}
    void wait() const {
        state_->wait();
    }
    void wait_and_throw() const {
        wait();
    }
    static void wait(const std::vector<event> &list) {
        for (const event &e : list)
            e.wait();
    }
    static void wait_and_throw(const std::vector<event> &list) {
        wait(list);
    }
    std::vector<event> get_wait_list() const {
        return {};
    }
    template <class P> typename P::return_type get_info() const {
        if constexpr (std::is_same_v<P, info::event::reference_count>)
            return (uint32_t)state_.use_count();
        else
            return state_->is_done() ? info::event_command_status::complete : info::event_command_status::submitted;
    }
    // Nanoseconds of the host's clock; start and end as the device measured them.
    template <class P> uint64_t get_profiling_info() const {
        if (!state_->is_timed)
            throw exception(make_error_code(errc::invalid),
                            "the queue has no property::queue::enable_profiling; construct it with this property");
        wait();
        const cmrt_event_times t = state_->times();
        return std::is_same_v<P, info::event_profiling::command_submit>  ? t.queued_ns
               : std::is_same_v<P, info::event_profiling::command_start> ? t.start_ns
                                                                         : t.end_ns;
    }
    friend bool operator==(const event &a, const event &b) {
        return a.state_ == b.state_;
    }
    friend bool operator!=(const event &a, const event &b) {
        return !(a == b);
    }

  private:
    std::shared_ptr<detail::event_state> state_;
};

class handler {
  public:
    void depends_on(const event &) {} // work runs in the order of the calls
    void depends_on(const std::vector<event> &) {}

    template <class Name = detail::unnamed, int Dims, class F> void parallel_for(nd_range<Dims> r, const F &f) {
        launch_nd<Name, detail::no_wish>(r, f);
    }
    template <class Name = detail::unnamed, int Dims, class F> void parallel_for(range<Dims> r, const F &f) {
        launch_range<Name, detail::no_wish>(r, f);
    }
    template <class Name = detail::unnamed, class F, class X, class = std::enable_if_t<std::is_integral_v<X>>>
    void parallel_for(X n, const F &f) {
        launch_range<Name, detail::no_wish>(range<1>((size_t)n), f);
    }
    // Properties of the launch: grf_size<N>, grf_size_automatic.
    template <class Name = detail::unnamed, int Dims, class P, class F,
              class = std::enable_if_t<ext::oneapi::experimental::is_property_list_v<P>>>
    void parallel_for(nd_range<Dims> r, P, const F &f) {
        launch_nd<Name, P>(r, f);
    }
    template <class Name = detail::unnamed, int Dims, class P, class F,
              class = std::enable_if_t<ext::oneapi::experimental::is_property_list_v<P>>>
    void parallel_for(range<Dims> r, P, const F &f) {
        launch_range<Name, P>(r, f);
    }
    template <class Name = detail::unnamed, class R, class... More>
    void parallel_for(R, detail::refused_reduction, const More &...) {}
    template <class Name = detail::unnamed, class F> void single_task(const F &f) {
        launch_task<Name, detail::no_wish>(f);
    }
    template <class Name = detail::unnamed, class P, class F,
              class = std::enable_if_t<ext::oneapi::experimental::is_property_list_v<P>>>
    void single_task(P, const F &f) {
        launch_task<Name, P>(f);
    }

    ~handler() {
        cmrt_event_release(event_);
    }
    handler() = default;
    handler(const handler &) = delete;
    handler &operator=(const handler &) = delete;

    void memcpy(void *to, const void *from, size_t size_b) {
        machine().check(cmrt_enqueue_copy(machine().queue(), to, from, size_b, 0, nullptr, next_event()));
    }
    template <class T> void copy(const T *from, T *to, size_t n) {
        memcpy(to, from, n * sizeof(T));
    }
    void memset(void *to, int value, size_t size_b) {
        const unsigned char byte = (unsigned char)value;
        machine().check(cmrt_enqueue_fill(machine().queue(), to, &byte, 1, size_b, 0, nullptr, next_event()));
    }
    template <class T> void fill(void *to, const T &pattern, size_t n) {
        if constexpr ((sizeof(T) & (sizeof(T) - 1)) == 0 && sizeof(T) <= 16)
            machine().check(cmrt_enqueue_fill(machine().queue(), to, &pattern, sizeof pattern, n * sizeof pattern, 0,
                                              nullptr, next_event()));
        else {
            for (size_t i = 0; i < n; i++)
                memcpy((T *)to + i, &pattern, sizeof pattern);
            if (n)
                machine().wait_for(event_); // the pattern is the caller's
        }
    }
    // Of accessors: elements of the part that they cover.
    template <class A, class T, class = typename A::iterator> void fill(const A &to, const T &value) {
        const typename A::value_type v(value);
        to.each_row([&](auto *row, size_t n) { fill(row, v, n); });
    }
    template <class A, class T, class = typename A::iterator> void copy(const A &from, T *to) {
        from.each_row([&](auto *row, size_t n) {
            memcpy(to, row, n * sizeof *row);
            to += n;
        });
    }
    template <class T, class A, class = typename A::iterator> void copy(const T *from, const A &to) {
        to.each_row([&](auto *row, size_t n) {
            memcpy(row, from, n * sizeof *row);
            from += n;
        });
    }
    // In the order of the elements, whatever the lengths of the rows.
    template <class A, class B, class = typename A::iterator, class = typename B::iterator>
    void copy(const A &from, const B &to) {
        using row = std::pair<const typename A::value_type *, size_t>;
        std::vector<row> rows;
        if (to.size() < from.size())
            throw exception(make_error_code(errc::invalid), "the accessor that is copied to covers fewer elements");
        from.each_row([&](auto *p, size_t n) { rows.push_back({p, n}); });
        auto left = rows.begin();
        to.each_row([&](auto *p, size_t n) {
            while (n && left != rows.end()) {
                const size_t part = std::min(n, left->second);
                memcpy(p, left->first, part * sizeof *p);
                p += part;
                n -= part;
                left->first += part;
                left->second -= part;
                left += left->second == 0;
            }
        });
    }
    template <class A> void update_host(const A &) {} // host and device share the memory
    void prefetch(const void *, size_t) {}
    void mem_advise(const void *, size_t, int) {}
    template <class F> void host_task(F &&f) {
        machine().wait();
        f();
    }
    template <class A> void require(const A &) {}
    template <auto &Id> void set_specialization_constant(detail::spec_type<Id> v) {
        specs_.template set<Id>(v);
    }
    template <auto &Id> detail::spec_type<Id> get_specialization_constant() const {
        return specs_.template get<Id>();
    }
    void barrier() {
        machine().check(cmrt_enqueue_barrier(machine().queue(), 0, nullptr, next_event()));
    }
    void use_kernel_bundle(const kernel_bundle<bundle_state::executable> &b) {
        bundle_ = b;
        specs_.take(b.specialization_values());
    }

    // For local_accessor: reserves bytes and returns their offset.
    size_t reserve_local(size_t size_b, size_t align_b) {
        const size_t at = (slm_b_ + align_b - 1) / align_b * align_b;
        slm_b_ = at + size_b;
        return at;
    }

  private:
    friend class queue;
    static detail::machine &machine() {
        return detail::machine::get();
    }
    // The kernel itself, or with the values of specialization constants where it takes a kernel_handler.
    template <class Item, class F> decltype(auto) with_values(const F &f) const {
        if constexpr (detail::takes_handler<F, Item>)
            return detail::with_handler<F, Item>{f, specs_.table(), specs_.count()};
        else
            return (f);
    }
    template <class Name, class P, class F> void launch_task(const F &f) {
        decltype(auto) kernel = with_values<void>(f);
        using K = std::decay_t<decltype(kernel)>;
        detail::check_closure<K>();
#ifdef __SYCL_DEVICE_ONLY__
        (void)&detail::task_entry<detail::kernel_key<Name, F>, K, detail::wanted_registers<F, P>()>;
#else
        detail::launch l;
        detail::set_closure(l, kernel);
        start(detail::kernel_name<Name, F>(), l);
#endif
    }
    template <class Name, class P, int Dims, class F> void launch_nd(nd_range<Dims> r, const F &f) {
        decltype(auto) kernel = with_values<nd_item<Dims>>(f);
        using K = std::decay_t<decltype(kernel)>;
        detail::check_closure<K>();
        static_assert(std::is_invocable_v<const K &, nd_item<Dims>>,
                      "a kernel over an nd_range takes an nd_item of the same number of dimensions");
#ifdef __SYCL_DEVICE_ONLY__
        (void)&detail::nd_range_entry<detail::kernel_key<Name, F>, K, Dims, detail::wanted_sub_group<F, P>(),
                                      detail::wanted_registers<F, P>()>;
#else
        detail::launch l;
        for (int i = 0; i < Dims; i++) {
            const size_t global = r.get_global_range()[i], local = r.get_local_range()[i];
            if (local == 0 || global % local != 0)
                throw exception(make_error_code(errc::nd_range), "the global range " + std::to_string(global) +
                                                                     " is not a multiple of the local range " +
                                                                     std::to_string(local) + " in dimension " +
                                                                     std::to_string(i));
            if (r.get_offset()[i] != 0)
                throw exception(make_error_code(errc::feature_not_supported),
                                "the nd_range has an offset, which is not supported; add it to the ids in the kernel");
            l.groups[Dims - 1 - i] = global / local;
            l.local[Dims - 1 - i] = local;
            l.range[i] = (uint32_t)local;
        }
        detail::set_closure(l, kernel);
        start(detail::kernel_name<Name, F>(), l);
#endif
    }
    template <class Name, class P, int Dims, class F> void launch_range(range<Dims> r, const F &f) {
        decltype(auto) kernel = with_values<item<Dims>>(f);
        using K = std::decay_t<decltype(kernel)>;
        detail::check_closure<K>();
        static_assert(detail::takes_item<K, Dims>,
                      "a kernel over a range takes an item or an id of the same number of dimensions");
#ifdef __SYCL_DEVICE_ONLY__
        (void)&detail::range_entry<detail::kernel_key<Name, F>, K, Dims, detail::wanted_sub_group<F, P>(),
                                   detail::wanted_registers<F, P>()>;
#else
        detail::launch l;
        l.is_range = true;
        for (int i = 0; i < Dims; i++) {
            l.groups[Dims - 1 - i] = r[i];
            l.range[i] = (uint32_t)r[i];
        }
        detail::set_closure(l, kernel);
        start(detail::kernel_name<Name, F>(), l);
#endif
    }
    void start(const std::string &name, detail::launch l) {
        for (size_t n : l.groups)
            if (n == 0)
                return;
        if (bundle_ && !bundle_->has_kernel(kernel_id(name.substr(0, name.find('.')))))
            throw exception(make_error_code(errc::kernel_not_supported),
                            "the handler's kernel bundle has no kernel '" + name + "'");
        l.slm_b = slm_b_;
        machine().start(name, l, next_event());
    }
    // The place for the event of the next command, which takes that of the previous one.
    cmrt_event **next_event() {
        cmrt_event_release(event_);
        event_ = nullptr;
        return &event_;
    }
    cmrt_event *take_event() {
        return std::exchange(event_, nullptr);
    }
    std::optional<kernel_bundle<bundle_state::executable>> bundle_;
    size_t slm_b_ = 0;
    cmrt_event *event_ = nullptr; // of the last command
    detail::spec_values specs_;
};

class queue {
  public:
    explicit queue(const property_list &p = {}) : state_(std::make_shared<state>(p.is_in_order(), p.has_profiling())) {}
    explicit queue(const async_handler &, const property_list &p = {}) : queue(p) {}
    template <class S, class = decltype((int)std::declval<S>()(std::declval<const device &>()))>
    explicit queue(const S &selector, const property_list &p = {}) : queue(p) {
        choose(selector);
    }
    template <class S, class = decltype((int)std::declval<S>()(std::declval<const device &>()))>
    queue(const S &selector, const async_handler &, const property_list &p = {}) : queue(p) {
        choose(selector);
    }
    // A class of selectors may have its operator () private; that of the base is not.
    explicit queue(const device_selector &selector, const property_list &p = {}) : queue(p) {
        choose(selector);
    }
    queue(const device_selector &selector, const async_handler &, const property_list &p = {}) : queue(p) {
        choose(selector);
    }
    explicit queue(const device &, const property_list &p = {}) : queue(p) {}
    queue(const device &, const async_handler &, const property_list &p = {}) : queue(p) {}
    queue(const context &, const device &, const property_list &p = {}) : queue(p) {}
    queue(const context &, const device &, const async_handler &, const property_list &p = {}) : queue(p) {}

    device get_device() const {
        return {};
    }
    context get_context() const {
        return {};
    }
    backend get_backend() const {
        return backend::ext_oneapi_level_zero;
    }
    bool is_in_order() const {
        return state_->in_order;
    }
    template <class P> typename P::return_type get_info() const {
        if constexpr (std::is_same_v<P, info::queue::reference_count>)
            return (uint32_t)state_.use_count();
        else
            return {};
    }
    template <class P> bool has_property() const noexcept {
        return (std::is_same_v<P, property::queue::in_order> && state_->in_order) ||
               (std::is_same_v<P, property::queue::enable_profiling> && state_->profiling);
    }
    void wait() const {
        detail::machine::get().wait();
    }
    void wait_and_throw() const {
        wait();
    }
    void throw_asynchronous() const {}

    template <class F> event submit(F &&f) {
        auto state = std::make_shared<detail::event_state>();
        const uint64_t begin = detail::now_ns();
        state_->is_used = true;
        handler h;
        f(h);
        state->command = h.take_event();
        state->host_times = {begin, begin, begin, detail::now_ns()};
        state->is_timed = state_->profiling;
        return event(state);
    }
    // With events to wait for, which work in the order of the calls does. Values, so that arrays become pointers.
#define SYCL_SHORTCUT(name)                                                                                            \
    template <class A, class B, class C> event name(A a, B b, C c) {                                                   \
        return submit([&](handler &h) { h.name(a, b, c); });                                                           \
    }                                                                                                                  \
    template <class A, class B, class C> event name(A a, B b, C c, const event &) {                                    \
        return name(a, b, c);                                                                                          \
    }                                                                                                                  \
    template <class A, class B, class C> event name(A a, B b, C c, const std::vector<event> &) {                       \
        return name(a, b, c);                                                                                          \
    }
    SYCL_SHORTCUT(memcpy)
    SYCL_SHORTCUT(memset)
    SYCL_SHORTCUT(fill)
    SYCL_SHORTCUT(copy)
    SYCL_SHORTCUT(mem_advise)
#undef SYCL_SHORTCUT
    template <class... Events> event prefetch(const void *p, size_t size_b, const Events &...) {
        return submit([&](handler &h) { h.prefetch(p, size_b); });
    }
    template <class Name = detail::unnamed, class R, class F> event parallel_for(R r, const F &f) {
        return submit([&](handler &h) { h.parallel_for<Name>(r, f); });
    }
    template <class Name = detail::unnamed, class R, class P, class F,
              class = std::enable_if_t<ext::oneapi::experimental::is_property_list_v<P>>>
    event parallel_for(R r, P p, const F &f) {
        return submit([&](handler &h) { h.parallel_for<Name>(r, p, f); });
    }
    template <class Name = detail::unnamed, class R, class... More>
    event parallel_for(R, detail::refused_reduction, const More &...) {
        return {};
    }
    template <class Name = detail::unnamed, class R, class F> event parallel_for(R r, const event &, const F &f) {
        return parallel_for<Name>(r, f);
    }
    template <class Name = detail::unnamed, class R, class F>
    event parallel_for(R r, const std::vector<event> &, const F &f) {
        return parallel_for<Name>(r, f);
    }
    template <class Name = detail::unnamed, class F> event single_task(const F &f) {
        return submit([&](handler &h) { h.single_task<Name>(f); });
    }
    template <class Name = detail::unnamed, class F> event single_task(const event &, const F &f) {
        return single_task<Name>(f);
    }
    template <class Name = detail::unnamed, class F> event single_task(const std::vector<event> &, const F &f) {
        return single_task<Name>(f);
    }
    template <class Name = detail::unnamed, class P, class F,
              class = std::enable_if_t<ext::oneapi::experimental::is_property_list_v<P>>, class = void>
    event single_task(P p, const F &f) {
        return submit([&](handler &h) { h.single_task<Name>(p, f); });
    }
    event ext_oneapi_submit_barrier() {
        return submit([](handler &h) { h.barrier(); });
    }
    event ext_oneapi_submit_barrier(const std::vector<event> &) {
        return ext_oneapi_submit_barrier();
    }
    bool ext_oneapi_empty() const {
        wait();
        return true;
    }
    friend bool operator==(const queue &a, const queue &b) {
        return a.state_ == b.state_;
    }
    friend bool operator!=(const queue &a, const queue &b) {
        return !(a == b);
    }

  private:
    // The last queue waits: a copy may read memory that its owner frees next, as when an exception ends a function.
    struct state {
        bool in_order, profiling;
        bool is_used = false;
        state(bool order, bool times) : in_order(order), profiling(times) {}
        state(const state &) = delete;
        ~state() {
            try {
                if (is_used)
                    detail::machine::get().wait();
            } catch (...) { // a destructor reports nothing
            }
        }
    };
    template <class S> void choose(const S &selector) {
        (void)device(selector);
    }
    std::shared_ptr<state> state_;
};

} // namespace sycl

#endif
