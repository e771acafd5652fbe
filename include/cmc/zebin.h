// SPDX-License-Identifier: MIT
// zebin: the GPU ELF container, its .ze_info description, and fat archives. Read and write.
// Source: zebin.md. The writer emits only keys that Intel's 2022 and current drivers both know.

#ifndef CMC_ZEBIN_H
#define CMC_ZEBIN_H

#include <cmc/base.h>
#include <cmc/host_abi.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum zeb_arg_type { // .ze_info arg_type; names as in the file, rows in lib/zebin/zeinfo.def
    ZEB_ARG_NONE = 0,
    ZEB_ARG_BYVALUE,
    ZEB_ARG_BYPOINTER,
    ZEB_ARG_BUFFER_ADDRESS,
    ZEB_ARG_BUFFER_OFFSET,
    ZEB_ARG_LOCAL_SIZE,
    ZEB_ARG_GROUP_COUNT,
    ZEB_ARG_GLOBAL_SIZE,
    ZEB_ARG_ENQUEUED_LOCAL_SIZE,
    ZEB_ARG_GLOBAL_ID_OFFSET,
    ZEB_ARG_WORK_DIMENSIONS,
    ZEB_ARG_PRIVATE_BASE_STATELESS,
    ZEB_ARG_PRINTF_BUFFER,
    ZEB_ARG_IMPLICIT_ARG_BUFFER,
    ZEB_ARG_IMAGE_HEIGHT,
    ZEB_ARG_IMAGE_WIDTH,
    ZEB_ARG_IMAGE_DEPTH,
    ZEB_ARG_IMAGE_NUM_MIP_LEVELS,
    ZEB_ARG_IMAGE_CHANNEL_DATA_TYPE,
    ZEB_ARG_IMAGE_CHANNEL_ORDER,
    ZEB_ARG_IMAGE_ARRAY_SIZE,
    ZEB_ARG_IMAGE_NUM_SAMPLES,
    ZEB_ARG_SAMPLER_ADDRESS,
    ZEB_ARG_SAMPLER_NORMALIZED,
    ZEB_ARG_SAMPLER_SNAP_WA,
    ZEB_ARG_PACKED_LOCAL_IDS,
    ZEB_ARG_LOCAL_ID, // per-thread list only
    ZEB_ARG_OTHER,    // known to the format but not to this list: name in other
    ZEB_ARG_TYPE_COUNT
} zeb_arg_type;
typedef enum zeb_addrmode {
    ZEB_ADDR_NONE = 0,
    ZEB_ADDR_STATELESS,
    ZEB_ADDR_STATEFUL,
    ZEB_ADDR_BINDLESS,
    ZEB_ADDR_SLM
} zeb_addrmode;
typedef enum zeb_addrspace {
    ZEB_SPACE_NONE = 0,
    ZEB_SPACE_GLOBAL,
    ZEB_SPACE_LOCAL,
    ZEB_SPACE_CONSTANT,
    ZEB_SPACE_IMAGE,
    ZEB_SPACE_SAMPLER
} zeb_addrspace;
typedef enum zeb_access {
    ZEB_ACCESS_NONE = 0,
    ZEB_ACCESS_READONLY,
    ZEB_ACCESS_WRITEONLY,
    ZEB_ACCESS_READWRITE
} zeb_access;

typedef struct zeb_arg {
    zeb_arg_type type;
    const char *other; // arena; only for ZEB_ARG_OTHER
    int32_t arg_index; // -1 = implicit
    uint32_t off_b, size_b;
    uint32_t source_off_b; // within a by-value struct
    zeb_addrmode addrmode;
    zeb_addrspace addrspace;
    zeb_access access;
    const char *image_type;   // "image_2d_media_block" ..., or NULL
    const char *sampler_type; // or NULL
    int32_t sampler_index;    // -1 = none
    uint32_t bti_end;         // of a module's data: number of its surface, plus 1; 0 = none
    uint32_t slm_align_b;     // 0 = none
    bool image_transformable;
} zeb_arg;

typedef struct zeb_bti {
    int32_t bti;
    int32_t arg_index;
} zeb_bti;
typedef struct zeb_memory { // per_thread_memory_buffers
    const char *type;       // "scratch", "global", "slm"
    const char *usage;      // "single_space", "spill_fill_space", "private_space"
    uint32_t size_b;
    uint32_t slot;
    bool is_simt_thread;
} zeb_memory;
typedef struct zeb_inline_sampler {
    int32_t index;
    const char *addrmode, *filtermode;
    bool normalized;
} zeb_inline_sampler;
typedef struct zeb_arg_info { // kernels_misc_info
    int32_t index;
    const char *name, *address_qualifier, *access_qualifier, *type_name, *type_qualifiers; // may be NULL
} zeb_arg_info;

typedef struct zeb_exec_env {
    uint32_t grf_count, simd_size, barrier_count, slm_size_b, inline_data_payload_b;
    uint32_t offset_to_skip_per_thread_data_load, offset_to_skip_set_ffid_gp;
    uint32_t required_sub_group_size, indirect_stateless_count;
    uint32_t spill_size;                                 // bytes a thread; drivers of 2022 warn about it
    uint32_t required_work_group_size[3], walk_order[3]; // walk_order 0,1,2 unless has_walk_order
    bool has_required_work_group_size, has_walk_order;
    bool has_4gb_buffers, has_dpas, has_fence_for_image_access, has_global_atomics, has_multi_scratch_spaces,
        has_no_stateless_write, has_stack_calls, disable_mid_thread_preemption, require_disable_eufusion,
        subgroup_independent_forward_progress;
} zeb_exec_env;

typedef struct zeb_reloc { // against .text.<kernel> or a data section
    uint64_t off_b;
    uint32_t type;      // R_ZE_*: 1 addr64, 2 low 32, 3 high 32, ...
    const char *symbol; // name
    int64_t addend;     // 0 for REL
} zeb_reloc;

typedef struct zeb_kernel {
    const char *name;
    const uint8_t *text; // borrowed by the writer; from the reader: points into the file
    size_t text_b;       // from the reader: with padding; for the writer: without
    size_t code_b; // from the reader: size of the kernel's symbol, or text_b without the zeros at its end; the writer
                   // ignores it
    bool padded;   // set by the reader: text ends in zeros already, and the writer adds none
    zeb_exec_env env;
    CMC_VEC(zeb_arg) args;
    CMC_VEC(zeb_arg) thread_args;
    CMC_VEC(zeb_bti) btis;
    CMC_VEC(zeb_memory) memory;
    CMC_VEC(zeb_inline_sampler) samplers;
    CMC_VEC(zeb_arg_info) arg_infos;
    CMC_VEC(zeb_reloc) relocs;
} zeb_kernel;

typedef struct zeb_symbol {
    const char *name;
    const char *section; // ".data.global", ".text.k", ...
    uint64_t value, size_b;
    bool global, function;
} zeb_symbol;

typedef struct zeb_section { // data that is neither text nor description
    const char *name;
    const uint8_t *data;
    size_t size_b; // NOBITS: data NULL
    CMC_VEC(zeb_reloc) relocs;
} zeb_section;

typedef struct zeb_file {
    cmc_arena *arena;        // borrowed
    uint32_t product;        // note 1, 0 = any of the core family
    uint32_t core;           // note 2
    uint32_t metadata;       // note 3
    uint32_t product_config; // note 6, 0 = absent
    const char *version;     // .ze_info version
    CMC_VEC(zeb_kernel *) kernels;
    CMC_VEC(zeb_symbol) symbols;
    CMC_VEC(zeb_section) sections; // .data.const, .data.const.string, .data.global, .spv, .debug_*, ...
} zeb_file;

zeb_file *zeb_create(cmc_arena *a); // empty; NULL when out of memory
zeb_kernel *zeb_kernel_add(zeb_file *f, const char *name);

// Core family and product numbers of a target ("tgl" ...); false if unknown.
bool zeb_target_ids(const char *target, uint32_t *product, uint32_t *core);
// Sets the numbers by which drivers choose devices: the core family, and the product if other targets share the family.
// False: the target is unknown.
bool zeb_file_set_target(zeb_file *f, const char *target);
// Whether the file's notes allow it on a target. A file may name a family with several targets.
bool zeb_file_fits(const zeb_file *f, const char *target);
// The first target ("tgl") whose ids match the file's notes, or NULL.
const char *zeb_file_target(const zeb_file *f);

// Appends the ELF image to out. Pads each text to a multiple of 64 with at least 192 trailing bytes of zeros.
cmc_status zeb_write(const zeb_file *f, cmc_str *out, cmc_diag *d);
// Appends the text of .ze_info alone.
cmc_status zeb_info_write(const zeb_file *f, cmc_str *out, cmc_diag *d);
// Reads an ELF image; *out lives in a and points into data, which must outlive it. Malformed data gives CMC_ERR_FORMAT
// with a message that names section and offset. Never reads outside data.
cmc_status zeb_read(cmc_arena *a, const uint8_t *data, size_t len, zeb_file **out, cmc_diag *d);
// Whether the data begins with the magic bytes of an ELF image, or of an ar archive.
bool zeb_is_elf(const uint8_t *data, size_t len);
bool zeb_is_archive(const uint8_t *data, size_t len);

// Source lines of a kernel's instructions, from .debug_line. Arena; NULL when the file has no readable line table for
// the kernel. *file in a result points into the file's bytes.
typedef struct zeb_lines zeb_lines;
zeb_lines *zeb_lines_read(cmc_arena *a, const zeb_file *f, const zeb_kernel *k);
bool zeb_lines_find(const zeb_lines *l, uint32_t pc_b, const char **file, uint32_t *line);

typedef struct zeb_entry {
    const char *name;
    const uint8_t *data;
    size_t size_b;
} zeb_entry;
// Lists an ar archive's entries (without padding entries) in an arena array.
cmc_status zeb_archive_read(cmc_arena *a, const uint8_t *data, size_t len, zeb_entry **entries, size_t *count,
                            cmc_diag *d);
// The name of a target's entry ("64.bmg-g21"); arena; NULL: an unknown target.
const char *zeb_entry_name(cmc_arena *a, const char *target);
// Appends an ar archive of the entries to out.
cmc_status zeb_archive_write(const zeb_entry *entries, size_t count, cmc_str *out, cmc_diag *d);
// The archive's member that says which kernels are left out of which images: lines of target, kernel and reason, with
// tabs between.
#define ZEB_LEFT_OUT "cmc.left_out"
typedef struct zeb_left_out {
    const char *kernel, *reason;
} zeb_left_out;
typedef CMC_VEC(zeb_left_out) zeb_left_outs;
// Adds the kernels that are left out for a target to out, in the arena; none for a file that is no archive.
cmc_status zeb_left_out_read(const uint8_t *data, size_t len, const char *target, cmc_arena *a, zeb_left_outs *out);
// Picks the image for a target from an ELF file or archive: sets *img to it. Of an archive, the entry with the target's
// name, else one of another name whose image fits.
cmc_status zeb_select(const uint8_t *data, size_t len, const char *target, zeb_entry *img, cmc_arena *a, cmc_diag *d);

// A program's member for the CPU (host_abi.h): an ELF shared object, alone or the entry CMC_HOST_TARGET of an archive.
typedef struct zeb_host_kernel {
    const char *name, *signature; // letters of cmc_host_letter; "" without arguments
    const zeb_kernel *zeb;        // .ze_info; no text
} zeb_host_kernel;
typedef struct zeb_host {
    const char *machine, *features; // of cmc_host_header
    zeb_file *file;                 // what .ze_info says
    zeb_host_kernel *kernels;
    uint32_t n_kernels;
} zeb_host;
// Whether the data is an ELF image for a CPU.
bool zeb_is_host(const uint8_t *data, size_t len);
// Reads and checks a member; *out lives in a and points into data. CMC_ERR_FORMAT: damaged, of another version of the
// interface, or with parts that are not allowed, such as undefined symbols. The caller checks machine and features.
cmc_status zeb_host_read(cmc_arena *a, const uint8_t *data, size_t len, zeb_host **out, cmc_diag *d);
// The checksum of cmc_host_header for an image whose field `checksum` is at offset hole.
uint64_t zeb_host_checksum(const uint8_t *data, size_t len, size_t hole);

#ifdef __cplusplus
}
#endif
#endif
