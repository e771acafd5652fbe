// SPDX-License-Identifier: MIT
// Which thread this is. d is 0, 1 or 2.

#ifndef CM_THREADS_H
#define CM_THREADS_H

#include <cm/types.h>

#define CM_GLOBAL_COHERENT_FENCE  0x01
#define CM_L3_FLUSH_INSTRUCTIONS  0x02
#define CM_L3_FLUSH_TEXTURE_DATA  0x04
#define CM_L3_FLUSH_CONSTANT_DATA 0x08
#define CM_L3_FLUSH_RW_DATA       0x10
#define CM_LOCAL_BARRIER          0x20
#define CM_L1_FLUASH_RO_DATA      0x40
#define CM_SW_BARRIER             0x80

namespace cm {

CM_API uint cm_group_id(int d) {
    return __cm_group_id(d);
}
CM_API uint cm_group_count(int d) {
    return __cm_group_count(d);
}
CM_API uint cm_local_id(int d) {
    return __cm_local_id(d);
}
CM_API uint cm_local_size(int d) {
    return __cm_local_size(d);
}
CM_API uint cm_linear_local_id() {
    return __cm_local_id(0) +
           __cm_local_size(0) * (__cm_local_id(1) + __cm_local_size(1) * __cm_local_id(2));
}
CM_API uint cm_linear_local_size() {
    return __cm_local_size(0) * __cm_local_size(1) * __cm_local_size(2);
}
CM_API uint cm_linear_group_id() {
    return __cm_group_id(0) +
           __cm_group_count(0) * (__cm_group_id(1) + __cm_group_count(1) * __cm_group_id(2));
}
CM_API uint cm_linear_group_count() {
    return __cm_group_count(0) * __cm_group_count(1) * __cm_group_count(2);
}
CM_API uint cm_linear_global_id() {
    return cm_linear_group_id() * cm_linear_local_size() + cm_linear_local_id();
}
CM_API uint cm_linear_global_size() {
    return cm_linear_group_count() * cm_linear_local_size();
}
// The legacy media walker's coordinates.
CM_API ushort get_thread_origin_x() {
    return __cm_thread_x();
}
CM_API ushort get_thread_origin_y() {
    return __cm_thread_y();
}

CM_API void cm_barrier() {
    __cm_barrier();
}
CM_API void cm_fence(int mask = CM_GLOBAL_COHERENT_FENCE) {
    __cm_fence(mask);
}

} // namespace cm

#endif
