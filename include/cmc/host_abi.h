// SPDX-License-Identifier: MIT
// What code for the CPU and the library that runs it agree on. codegen/host writes a kernel as a function of the host's
// instruction set; runtime/host calls it, once for each thread of the grid. Nothing else is shared between the two.
//
// A host member is an ELF shared object. It has no undefined symbols and no DT_NEEDED entries: everything that a kernel
// cannot do alone it calls through cmc_host_thread::services. It holds
//   - for each kernel NAME the exported function  void NAME(cmc_host_thread *t, arguments ...);
//   - the section ".ze_info" with the same description as a zebin: arguments, SLM, barriers, names;
//   - the section ".cmc.host", see cmc_host_header.
//
// Arguments follow in the order of the source. Integers, floats and addresses (64 bits) are passed as such; a surface
// or sampler is its index in t->surfaces or t->samplers (32 bits); a vector, matrix or structure is the address of its
// bytes, which the callee does not change. The kernel's signature says which: one letter an argument.

#ifndef CMC_HOST_ABI_H
#define CMC_HOST_ABI_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define CMC_HOST_TARGET "host" // what -march takes, and the name of a program's member for the CPU
enum { CMC_HOST_ABI = 1 };     // changes with every incompatible change of this file

// Letters of a signature.
typedef enum cmc_host_letter {
    CMC_HOST_I8 = 'b',
    CMC_HOST_I16 = 'h', // half and bfloat16 too: their bits
    CMC_HOST_I32 = 'i', // surfaces and samplers too: their index
    CMC_HOST_I64 = 'l', // addresses too
    CMC_HOST_F32 = 'f',
    CMC_HOST_F64 = 'd',
    CMC_HOST_BYTES = 'v' // a vector, matrix or structure, by address
} cmc_host_letter;

// The head of section ".cmc.host". After it follow n_kernels lines of text "NAME SIGNATURE\n"; a kernel without
// arguments has the signature "-".
typedef struct cmc_host_header {
    char magic[8]; // CMC_HOST_MAGIC, without a final 0
    uint32_t abi;  // CMC_HOST_ABI
    uint32_t n_kernels;
    uint64_t checksum;  // FNV-1a, 64 bits, of the whole file with these eight bytes taken as zero
    char machine[16];   // "x86_64", "aarch64"
    char features[232]; // that the code needs beyond the machine's baseline, as LLVM names them: "avx2,fma,f16c"
} cmc_host_header;
#define CMC_HOST_MAGIC   "CMCHOST"
#define CMC_HOST_SECTION ".cmc.host"

typedef enum cmc_host_surface_kind {
    CMC_HOST_SURF_NONE = 0,
    CMC_HOST_SURF_BUFFER,
    CMC_HOST_SURF_2D,
    CMC_HOST_SURF_1D,
    CMC_HOST_SURF_3D,
    CMC_HOST_SURF_1D_ARRAY,
    CMC_HOST_SURF_2D_ARRAY
} cmc_host_surface_kind;

// Reads outside a surface give zero; writes outside are dropped. Both are reported (services->outside).
typedef struct cmc_host_surface {
    uint8_t *base;
    uint64_t size_b;                           // BUFFER
    uint64_t slice_pitch_b;                    // from one slice or layer to the next
    uint32_t kind;                             // cmc_host_surface_kind
    uint32_t width_px, height, depth, pitch_b; // images; depth: slices or layers, 0 = 1
    uint32_t px_b;                             // bytes of one pixel
    uint32_t format;                           // ze_image_format_t: layout << 8 | type
    uint32_t
        swizzle; // source of each channel, 4 bits each, x lowest (1 R, 2 G, 3 B, 4 A, 5 zero, 6 one); 0 = as stored
} cmc_host_surface;

typedef struct cmc_host_thread cmc_host_thread;

// Functions that kernels call. All are safe on several threads of the host at once.
typedef struct cmc_host_services {
    uint32_t abi;    // CMC_HOST_ABI
    uint32_t size_b; // of this structure: entries are only ever added at its end
    // Returns when all threads of the group have called it; memory is ordered.
    void (*barrier)(cmc_host_thread *t);
    // Split barrier: signal does not wait.
    void (*barrier_signal)(cmc_host_thread *t);
    void (*barrier_wait)(cmc_host_thread *t);
    // Named barriers: id below the kernel's barrier count. role: 0 producer and consumer, 1 producer, 2 consumer.
    void (*named_barrier_signal)(cmc_host_thread *t, uint32_t id, uint32_t role, uint32_t producers,
                                 uint32_t consumers);
    void (*named_barrier_wait)(cmc_host_thread *t, uint32_t id);
    // Lets other threads of the group run: the body of a loop that waits for memory to change.
    void (*yield)(cmc_host_thread *t);
    // An access to size_b bytes at offset_b of surface `surface` that leaves it. line: of the source, 0 = unknown.
    void (*outside)(cmc_host_thread *t, uint32_t surface, int64_t offset_b, uint64_t size_b, bool write, uint32_t line);
    // Ends the launch with an error. Does not return. what: a sentence fragment that names the cause.
    void (*trap)(cmc_host_thread *t, const char *what, uint32_t line);
    // The operations of runtime/host/ops.def: op_count functions, each with a prototype of its own. Codegen and the
    // table include the same file.
    uint32_t op_count;
    void (*const *ops)(void);
    // With -fsanitize=address, before an access to size_b bytes at each of n flat addresses. on: a byte for each that
    // counts, or NULL. Ends the launch if one lies in no memory that the kernel may use. place: FILE:LINE:COLUMN.
    void (*check_addresses)(cmc_host_thread *t, uint32_t n, uint32_t size_b, const uint64_t *addresses,
                            const uint8_t *on, uint32_t write, const char *place);
} cmc_host_services;

// One hardware thread while it runs a kernel. Generated code reads it and changes nothing in it.
struct cmc_host_thread {
    const cmc_host_services *services;
    const cmc_host_surface *surfaces; // by binding-table index
    uint8_t *slm;                     // of the group; addresses in SLM are offsets from here
    uint8_t *printf_buffer;           // of the launch, in the format that docs of printf describe; NULL: none
    void *implicit;                   // unused, 0
    uint32_t n_surfaces, slm_b;
    uint32_t group_id[3], group_count[3];
    uint32_t local_id[3], local_size[3]; // of the thread in its group; a thread is one work-item
    uint32_t linear_id;                  // in the group
    uint32_t threads;                    // of the group
    void *runtime;                       // private to runtime/host
};

#ifdef __cplusplus
}
#endif
#endif
