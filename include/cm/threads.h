// SPDX-License-Identifier: MIT
// A thread's own position (d is 0, 1 or 2), and synchronisation between threads.

#ifndef CM_THREADS_H
#define CM_THREADS_H

#include <cm/types.h>
#include <cm/detail/builtins_memory.h>

#define CM_GLOBAL_COHERENT_FENCE  0x01
#define CM_L3_FLUSH_INSTRUCTIONS  0x02
#define CM_L3_FLUSH_TEXTURE_DATA  0x04
#define CM_L3_FLUSH_CONSTANT_DATA 0x08
#define CM_L3_FLUSH_RW_DATA       0x10
#define CM_LOCAL_BARRIER          0x20
#define CM_L1_FLUASH_RO_DATA      0x40
#define CM_SW_BARRIER             0x80

enum class LSC_SFID { LSC_UGM = 0, LSC_UGML = 1, LSC_TGM = 2, LSC_SLM = 3 };
enum class LSC_FENCE_OP {
    LSC_FENCE_OP_NONE = 0,
    LSC_FENCE_OP_EVICT = 1,
    LSC_FENCE_OP_INVALIDATE = 2,
    LSC_FENCE_OP_DISCARD = 3,
    LSC_FENCE_OP_CLEAN = 4,
    LSC_FENCE_OP_FLUSHL3 = 5
};
enum class LSC_SCOPE {
    LSC_SCOPE_GROUP = 0,
    LSC_SCOPE_LOCAL = 1,
    LSC_SCOPE_TILE = 2,
    LSC_SCOPE_GPU = 3,
    LSC_SCOPE_GPUS = 4,
    LSC_SCOPE_SYSTEM = 5,
    LSC_SCOPE_SYSACQ = 6
};

inline namespace cm {

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
CM_API uint cm_global_id(int d) {
    return __cm_group_id(d) * __cm_local_size(d) + __cm_local_id(d);
}
CM_API uint cm_global_size(int d) {
    return __cm_group_count(d) * __cm_local_size(d);
}
CM_API uint cm_linear_local_id() {
    return __cm_local_id(0) + __cm_local_size(0) * (__cm_local_id(1) + __cm_local_size(1) * __cm_local_id(2));
}
CM_API uint cm_linear_local_size() {
    return __cm_local_size(0) * __cm_local_size(1) * __cm_local_size(2);
}
CM_API uint cm_linear_group_id() {
    return __cm_group_id(0) + __cm_group_count(0) * (__cm_group_id(1) + __cm_group_count(1) * __cm_group_id(2));
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
// The thread's position among all threads. (Formerly its position in the media walker's thread space.)
CM_API ushort get_thread_origin_x() {
    return (ushort)cm_global_id(0);
}
CM_API ushort get_thread_origin_y() {
    return (ushort)cm_global_id(1);
}

CM_API void cm_barrier() {
    __cm_barrier();
}
// 1 signals, 0 waits.
CM_API void cm_sbarrier(uint signal) {
    __cm_sbarrier((int)signal);
}
// The thread's memory accesses before the fence precede those after it.
CM_API void cm_fence(int mask = CM_GLOBAL_COHERENT_FENCE) {
    __cm_fence(mask | CM_GLOBAL_COHERENT_FENCE);
}
CM_API void cm_slm_fence(int mask = CM_GLOBAL_COHERENT_FENCE) {
    __cm_fence(mask | CM_GLOBAL_COHERENT_FENCE);
}
template <LSC_SFID Sfid = LSC_SFID::LSC_UGM, LSC_FENCE_OP Op = LSC_FENCE_OP::LSC_FENCE_OP_NONE,
          LSC_SCOPE Scope = LSC_SCOPE::LSC_SCOPE_GROUP, int N_ = 16>
CM_API void cm_fence() {
    __cm_lsc_fence((int)Sfid, (int)Op, (int)Scope);
}

// Named barriers. mode: 0 produces and consumes, 1 produces, 2 consumes.
CM_API void cm_nbarrier_init(uint count) {
    __cm_nbarrier_init((int)count);
}
CM_API void cm_nbarrier_signal(uint id, uint mode, uint producers, uint consumers) {
    __cm_nbarrier_signal((int)id, (int)mode, (int)producers, (int)consumers);
}
CM_API void cm_nbarrier_wait(uint id) {
    __cm_nbarrier_wait((int)id);
}

} // namespace cm

#endif
