// SPDX-License-Identifier: MIT
// Code generation after selection: machine IR with virtual registers to bytes. Does not use LLVM.

#ifndef CMC_CODEGEN_H
#define CMC_CODEGEN_H

#include <cmc/mir.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct cg_opts {
    size_t size;            // sizeof(cg_opts)
    const char *passes;     // NULL = the whole pipeline; "a,b,c" = just these
    const char *skip;       // comma list of passes to leave out; may be NULL
    const char *stop_after; // pass name; may be NULL
    const char *dump;       // comma list of pass names, or "all"; may be NULL
    bool dump_changed;
    bool verify_each; // validate after every pass
    bool time_passes;
    bool swsb_serial; // safe but slow: wait for everything before every instruction
    bool no_compact;
    bool spill_all;    // safe but slow: every variable that can lives in scratch memory
    cmc_str *dump_out; // where dumps and times go; may be NULL
    // Called after every pass; `changed` is the pass's own report. NULL: no callback.
    void (*after)(void *user, const char *pass, mir_fn *fn, bool changed);
    void *after_user;
} cg_opts;
#define CG_OPTS_INIT                                                                                                   \
    { .size = sizeof(cg_opts) }

// Names and one-line descriptions of the passes, in pipeline order. i counts from 0; NULL past the end.
const char *cg_pass_name(unsigned i);
const char *cg_pass_help(unsigned i);

// Runs the pipeline (or opts->passes) on one function in place. Errors: CMC_ERR_USER for "out of registers" and the
// like; CMC_ERR_INTERNAL when a validator or checker reports an error, with the name of the pass.
cmc_status cg_run(mir_fn *fn, const cg_opts *opts, cmc_diag *d);
typedef enum cg_class { // classes of instructions
    CG_CLASS_MOVE = 0,
    CG_CLASS_INT,
    CG_CLASS_FLOAT,
    CG_CLASS_MATH,
    CG_CLASS_SYSTOLIC,
    CG_CLASS_SEND,
    CG_CLASS_BRANCH,
    CG_CLASS_SYNC,
    CG_CLASS_COUNT
} cg_class;
// Name of a class, for reports.
const char *cg_class_name(cg_class c);

typedef enum cg_note_kind {
    CG_NOTE_SPILL = 0,
    CG_NOTE_FILL,
    CG_NOTE_INDIRECT,
    CG_NOTE_SPLIT,
    CG_NOTE_COUNT
} cg_note_kind;
// Name of a kind of note, for reports.
const char *cg_note_name(cg_note_kind k);

typedef struct cg_note { // a cost, and its place in the source
    uint8_t kind;        // cg_note_kind
    uint32_t count;      // messages, instructions with indirect operands, or pieces
    cmc_loc loc;
} cg_note;

typedef struct cg_report {
    uint32_t grf_count;     // registers available to the thread
    uint32_t grf_used;      // registers of these that some instruction uses
    uint32_t spill_b;       // scratch memory
    uint32_t spills, fills; // messages to and from it
    uint32_t private_b;     // scratch memory of arrays that live there
    uint32_t insts;
    uint32_t by_class[CG_CLASS_COUNT];
    uint32_t slm_b, barriers;
    uint32_t bank_conflicts; // read steps of three-source instructions whose registers share a bank
    uint64_t cycles;         // an estimate: one thread alone, published latencies, a loop counted ten times
    CMC_VEC(cg_note) notes;  // in the order of the code, one for each line
} cg_report;
// Costs of a function in phase SCOREBOARDED. Lists come from arena a. Errors: CMC_ERR_OOM.
cmc_status cg_report_make(const mir_fn *fn, cmc_arena *a, cg_report *out);

// Encodes a function in phase SCOREBOARDED; appends its bytes, without padding. An instruction that fails isa_validate
// gives CMC_ERR_INTERNAL.
cmc_status cg_emit(const mir_fn *fn, const cg_opts *opts, cmc_str *bytes, cmc_diag *d);

typedef struct cg_line { // an instruction's place in the bytes and in the source
    uint32_t at_b;
    cmc_loc loc;   // line 0: unknown
    uint32_t inst; // id of the machine IR instruction that it comes from; several may come from one
} cg_line;
typedef struct cg_address { // four bytes that receive half of a text's address when the program is loaded
    uint32_t at_b;
    const char *symbol;
    bool high;
} cg_address;
typedef struct cg_lines {
    CMC_VEC(cg_line) rows;         // one per instruction, in byte order
    CMC_VEC(cg_address) addresses; // in byte order
    cmc_bitset reused;             // bytes of the register file that code overwrites after they held the payload
} cg_lines;
// The same, and appends a row for each instruction and the places of addresses to lines, from arena a. A debugger may
// read an argument from a payload register unless lines->reused marks it.
cmc_status cg_emit_lines(const mir_fn *fn, const cg_opts *opts, cmc_str *bytes, cmc_arena *a, cg_lines *lines,
                         cmc_diag *d);

#ifdef __cplusplus
}
#endif
#endif
