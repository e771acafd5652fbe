// SPDX-License-Identifier: MIT
// Commands as free functions, of a queue and of a handler:
//
//   submit(q, [&](sycl::handler &h) { nd_launch(h, sycl::nd_range<1>(64, 16), kernel); });

#ifndef SYCL_EXT_ONEAPI_EXPERIMENTAL_ENQUEUE_FUNCTIONS_HPP
#define SYCL_EXT_ONEAPI_EXPERIMENTAL_ENQUEUE_FUNCTIONS_HPP

#include <sycl/detail/queue.hpp>

namespace sycl::ext::oneapi::experimental {

// A range with properties of the launch.
template <class Range, class P = properties<>> class launch_config {
  public:
    launch_config(Range range, P = {}) : range_(range) {}
    const Range &get_range() const noexcept {
        return range_;
    }
    P get_properties() const noexcept {
        return {};
    }

  private:
    Range range_;
};

template <class F> void submit(queue q, F &&f) {
    q.submit(f);
}
template <class F> event submit_with_event(queue q, F &&f) {
    return q.submit(f);
}

// A command over a range, plain or with properties.
#define SYCL_ENQUEUE_OVER(To, command, Range)                                                                          \
    template <class Name = sycl::detail::unnamed, int Dims, class F> void command(To to, Range<Dims> r, const F &f) {  \
        to.template parallel_for<Name>(r, f);                                                                          \
    }                                                                                                                  \
    template <class Name = sycl::detail::unnamed, int Dims, class P, class F>                                          \
    void command(To to, const launch_config<Range<Dims>, P> &c, const F &f) {                                          \
        to.template parallel_for<Name>(c.get_range(), c.get_properties(), f);                                          \
    }
#define SYCL_ENQUEUE(To)                                                                                               \
    template <class Name = sycl::detail::unnamed, class F> void single_task(To to, const F &f) {                       \
        to.template single_task<Name>(f);                                                                              \
    }                                                                                                                  \
    SYCL_ENQUEUE_OVER(To, parallel_for, range)                                                                         \
    SYCL_ENQUEUE_OVER(To, nd_launch, nd_range)                                                                         \
    inline void memcpy(To to, void *dst, const void *src, size_t size_b) {                                             \
        to.memcpy(dst, src, size_b);                                                                                   \
    }                                                                                                                  \
    template <class T> void copy(To to, const T *src, T *dst, size_t n) {                                              \
        to.copy(src, dst, n);                                                                                          \
    }                                                                                                                  \
    inline void memset(To to, void *p, int value, size_t size_b) {                                                     \
        to.memset(p, value, size_b);                                                                                   \
    }                                                                                                                  \
    template <class T> void fill(To to, T *p, const T &pattern, size_t n) {                                            \
        to.fill(p, pattern, n);                                                                                        \
    }                                                                                                                  \
    inline void prefetch(To to, const void *p, size_t size_b) {                                                        \
        to.prefetch(p, size_b);                                                                                        \
    }                                                                                                                  \
    inline void mem_advise(To to, const void *p, size_t size_b, int advice) {                                          \
        to.mem_advise(p, size_b, advice);                                                                              \
    }
SYCL_ENQUEUE(queue)
SYCL_ENQUEUE(handler &)
#undef SYCL_ENQUEUE
#undef SYCL_ENQUEUE_OVER

// Commands run in the order of the calls, so that a barrier of some events is one of all.
inline void barrier(queue q) {
    q.ext_oneapi_submit_barrier();
}
inline void barrier(handler &h) {
    h.barrier();
}
inline void partial_barrier(queue q, const std::vector<event> &) {
    barrier(q);
}
inline void partial_barrier(handler &h, const std::vector<event> &) {
    barrier(h);
}

} // namespace sycl::ext::oneapi::experimental

#endif
