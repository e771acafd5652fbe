// SPDX-License-Identifier: MIT
// sycl::stream: declared, so that code which no kernel reaches may name it. Output has no body; a kernel that writes to
// a stream is an error.

#ifndef SYCL_DETAIL_STREAM_HPP
#define SYCL_DETAIL_STREAM_HPP

#include <sycl/detail/queue.hpp>

namespace sycl {

enum class stream_manipulator {
    flush,
    dec,
    hex,
    oct,
    noshowbase,
    showbase,
    noshowpos,
    showpos,
    endl,
    fixed,
    scientific,
    hexfloat,
    defaultfloat
};
inline constexpr stream_manipulator flush = stream_manipulator::flush, dec = stream_manipulator::dec,
                                    hex = stream_manipulator::hex, oct = stream_manipulator::oct,
                                    endl = stream_manipulator::endl, fixed = stream_manipulator::fixed,
                                    scientific = stream_manipulator::scientific;

class stream {
  public:
    stream(size_t size, size_t statement, handler &, const property_list & = {}) : size_(size), statement_(statement) {}
    size_t size() const noexcept {
        return size_;
    }
    size_t get_work_item_buffer_size() const {
        return statement_;
    }
    template <class X> friend const stream &operator<<(const stream &s, const X &x);

  private:
    size_t size_, statement_;
};

} // namespace sycl

#endif
