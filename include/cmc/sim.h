// SPDX-License-Identifier: MIT
// xesim: executes Intel GPU machine code. The Level Zero driver (runtime/ze_xesim) sits on this interface.

#ifndef CMC_SIM_H
#define CMC_SIM_H

#include <cmc/base.h>
#include <cmc/isa.h>

#ifdef __cplusplus
extern "C" {
#endif

// Predecoded code of one kernel. Immutable after creation; may be shared by threads.
typedef struct sim_code sim_code;
// bytes stay borrowed until destroy. Decodes until padding. CMC_ERR_FORMAT names the byte offset of a bad instruction.
cmc_status sim_code_create(const isa_model *m, const uint8_t *bytes, size_t len, sim_code **out, cmc_diag *d);
void sim_code_destroy(sim_code *c);

// Memory the kernel may touch ------------------------------------------------------------------
// GPU virtual addresses are host addresses. A sim_memory lists the allocations, so that an access outside all of
// them is a fault with a message instead of a crash. Thread-safe.
typedef struct sim_memory sim_memory;
sim_memory *sim_memory_create(void);
void sim_memory_destroy(sim_memory *mem);
bool sim_memory_add(sim_memory *mem, void *base, size_t size_b);
bool sim_memory_remove(sim_memory *mem, void *base);
bool sim_memory_contains(const sim_memory *mem, uint64_t addr, size_t size_b);

typedef enum sim_surface_kind { SIM_SURF_NONE = 0, SIM_SURF_BUFFER, SIM_SURF_2D } sim_surface_kind;
typedef struct sim_surface {
    uint8_t kind;          // sim_surface_kind
    uint8_t *base;
    uint64_t size_b;       // BUFFER
    uint32_t width_px, height, pitch_b; // 2D
    uint32_t px_b;         // bytes of one pixel (2D)
    uint32_t format;       // UNKNOWN to sim core unless typed access: caller's ze_image_format layout << 8 | type
} sim_surface;

typedef struct sim_launch {
    const sim_code *code;
    sim_memory *mem;
    const sim_surface *surfaces; // by BTI; reads outside a surface give zero, writes outside vanish
    uint32_t n_surfaces;
    uint32_t groups[3];          // number of work-groups
    uint32_t local[3];           // work-items of a group
    uint32_t simd;               // 1, 8, 16, 32
    const uint8_t *cross_thread; // payload as .ze_info describes it; implicit arguments that differ per launch filled in
    uint32_t cross_thread_b;
    bool local_ids;              // per-thread payload present in .ze_info
    uint32_t local_id_b;         // its declared size
    uint32_t inline_data_b;
    uint32_t entry_off_b;        // where execution starts
    uint32_t slm_b;
    uint32_t barrier_count;
    uint32_t scratch_b;          // per hardware thread
    uint32_t grf_count;
    uint64_t order_seed;         // 0 = natural order of groups and threads; others shuffle, and dirty the registers
    unsigned n_workers;          // host threads; 0 = number of cores
    uint64_t max_instructions;   // of one hardware thread, more is a fault; 0 = 2^40
} sim_launch;

typedef struct sim_stats {
    uint64_t instructions, sends, threads;
} sim_stats;

// Runs a launch to its end. A fault (illegal instruction, access outside memory, unsupported message, divergent
// barrier) stops it: CMC_ERR_USER with kernel offset, disassembly, group and thread in d. stats may be NULL.
cmc_status sim_run(const sim_launch *l, sim_stats *stats, cmc_diag *d);

#ifdef __cplusplus
}
#endif
#endif
