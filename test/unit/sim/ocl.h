// SPDX-License-Identifier: MIT
// Compiles OpenCL C with ocloc and launches the zebin on the simulator: what a driver does, in
// miniature.

#ifndef SIM_OCL_H
#define SIM_OCL_H

#include <cmc/sim.h>
#include <cmc/zebin.h>

typedef enum ocl_arg_kind { OCL_BUFFER = 1, OCL_VALUE, OCL_LOCAL, OCL_IMAGE, OCL_SAMPLER } ocl_arg_kind;
typedef struct ocl_arg {
    ocl_arg_kind kind;
    void *data; // BUFFER, VALUE; IMAGE: a sim_surface; SAMPLER: a sim_sampler
    size_t size_b;
} ocl_arg;

typedef struct ocl_program {
    cmc_arena *arena;
    uint8_t *file;
    zeb_file *zeb;
    const isa_model *model;
} ocl_program;

// device: ocloc's name ("tgllp"). Fails the test when ocloc does.
void ocl_build(const char *device, const char *source, const char *options, ocl_program *out);
void ocl_free(ocl_program *p);
// Runs kernel `name`. order_seed and workers as in sim_launch. Fails the test (with the simulator's
// message) on error.
void ocl_run(const ocl_program *p, const char *name, const uint32_t groups[3], const uint32_t local[3],
             const ocl_arg *args, unsigned n_args, uint64_t order_seed, unsigned workers);

// The same with how's order_seed, n_workers, max_instructions, trace and user, and counts in stats.
void ocl_measure(const ocl_program *p, const char *name, const uint32_t groups[3], const uint32_t local[3],
                 const ocl_arg *args, unsigned n_args, const sim_launch *how, sim_stats *stats);

// Changes the kernel's text before it is decoded.
typedef void (*ocl_edit_fn)(void *user, uint8_t *text, size_t len);
// The same with edited text, a small instruction limit, and any outcome allowed.
cmc_status ocl_try(const ocl_program *p, const char *name, const uint32_t groups[3], const uint32_t local[3],
                   const ocl_arg *args, unsigned n_args, ocl_edit_fn edit, void *user);

// The same as how says, with findings to how's report.
cmc_status ocl_run_edited(const ocl_program *p, const char *name, const uint32_t groups[3], const uint32_t local[3],
                          const ocl_arg *args, unsigned n_args, const sim_launch *how, ocl_edit_fn edit, void *user);

#endif
