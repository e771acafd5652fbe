// SPDX-License-Identifier: MIT
// gx_run: the default pipeline, and the frame around the pass manager.
//
// The pipeline is one text. LLVM's passes stand in it by their own names; those left out (vectorisers, jump threading,
// loop idioms, lookup tables, aggressive-instcombine) make shapes that cost more in register-file code.

#include "passes_priv.h"

#include <string.h>

// Attributes first: without them a barrier may be duplicated and two equal region reads stay two. The header's
// classes vanish by inlining and sroa before lower_cm, which needs constant region arguments. A first sroa takes the copies of
// parameters out of the header's functions before they are inlined thousands of times: half the time of a large kernel.
#define FRONT                                                                                      \
    "import_kernels,hide_functions,lower_spirv,unbind_accesses,set_genx_attrs,function(split_sroa,sroa<modify-cfg>),order_callees,inline_marked,lower_elements,lower_abi,form_simdcf,privatize_globals,globalopt," \
    "function(split_sroa,sroa<modify-cfg>,early-cse<memssa>,lower-expect,lower-constant-intrinsics,simplifycfg,"      \
    "instcombine<no-verify-fixpoint>,lower_flat_memory),bind_globals,lower_cm,set_genx_attrs,function(split_sroa,sroa<modify-cfg>,early-cse<memssa>),"                             \
    "fold_tables,form_fma,"

// Loops are unrolled fully where the user or a small constant count asks for it; region offsets that depend on the
// counter become constants, which the second round of clean-up uses. Copies of a body become one block before instcombine,
// which sinks instructions into the blocks that use them: it would change the order of the user's steps, and values that are
// overwritten in turn would live side by side.
#define OPTIMISE                                                                                   \
    "function(split_sroa,sroa<modify-cfg>,early-cse<memssa>,simplifycfg,instcombine<no-verify-fixpoint>,"      \
    "mark_unroll,loop-simplify,lcssa,rotate_loops,loop-mssa(licm),loop(indvars,loop-deletion,"             \
    "loop-unroll-full),loop-unroll<O2;no-runtime>,check_unroll,simplifycfg<no-speculate-blocks;no-simplify-cond-branch>,fold_regions,split_sroa,sroa<modify-cfg>,early-cse<memssa>,"              \
    "instcombine<no-verify-fixpoint>,merge_writes,simplifycfg,predicate_writes,simplifycfg,instcombine<no-verify-fixpoint>,"     \
    "reassociate_constants,early-cse<memssa>,adce),globaldce,"

// After lower nothing but our own passes and deletion may run: instcombine would undo the shapes. No early-cse after
// legalize either: slices of different values that happen to be equal would be kept in registers of their own.
#define BACK                                                                                       \
    "promote_arrays,function(form_byte_blocks),set_genx_attrs,function(split_sroa,sroa<modify-cfg>,early-cse<memssa>,join_writes,narrow_ints,instcombine<no-verify-fixpoint>,adce)," \
    "function(split_results,adce,check_regions,warn_lanes,warn_slm,fit_simdcf,expand_simdcf,lower-switch,branch_selects,divide_constants,lower,fold_regions,"                          \
    "collapse_regions,early-cse,adce,join_lanes,collapse_regions,adce,form_dp4a,form_ternary,adce,"              \
    "split_messages,"                                                                                \
    "drop_dead_elements,fold_regions,load_constants,hoist_reads,sink_steps,"                                                                    \
    "legalize,forward_slices,adce,decompose_vectors,adce,"                                                                    \
    "share_slices,adce,share_constants,relieve_pressure,fit_predicates,sink_past_joins)"

const char *gx_default_pipeline(unsigned opt_level) {
    if (opt_level == 0)
        return FRONT "function(split_sroa,sroa<modify-cfg>)," BACK;
    return FRONT OPTIMISE BACK;
}

cmc_status gx_run(LLVMModuleRef mod, const isa_model *m, const gx_opts *opts, cmc_diag *d) {
    gx_opts o = GX_OPTS_INIT;
    if (opts)
        memcpy(&o, opts, opts->size < sizeof(o) ? opts->size : sizeof(o));
    cmc_str print = CMC_STR_INIT;
    gx_ctx cx = {.arena = cmc_arena_create(),
                 .diag = d,
                 .model = m ? m : isa_model_get(ISA_TARGET_TGL),
                 .print = o.dump_out ? o.dump_out : &print,
                 .grf_count = o.grf_count};
    if (!cx.arena)
        return CMC_ERR_OOM;
    cmc_diag *own = NULL;
    if (!cx.diag) // the runner looks at the count of errors, so there must be a sink
        cx.diag = own = cmc_diag_create();
    cmc_status st = cx.diag ? gx_pipeline_run(mod, o.passes ? o.passes : gx_default_pipeline(o.opt_level), &cx, &o)
                            : CMC_ERR_OOM;
    cmc_diag_destroy(own);
    cmc_arena_destroy(cx.arena);
    cmc_str_free(&print);
    return st;
}

// Copies of one statement, which unrolling and instances of templates make, say the same thing in
// other numbers: once.
static bool said_here(const gx_ctx *cx, cmc_severity sev, const char *code, cmc_loc loc) {
    for (size_t i = 0; loc.line && loc.col && i < cmc_diag_count(cx->diag); i++) {
        const cmc_message *m = cmc_diag_get(cx->diag, i);
        if (m->severity == sev && m->loc.line == loc.line && m->loc.col == loc.col &&
            !strcmp(m->code, code) && m->loc.file && loc.file && !strcmp(m->loc.file, loc.file))
            return true;
    }
    return false;
}

static void say(gx_ctx *cx, cmc_severity sev, LLVMValueRef inst, const char *code, const char *fmt,
                va_list ap) {
    cmc_loc loc = inst ? genx_loc(inst, cx->arena) : (cmc_loc){0};
    if (!said_here(cx, sev, code, loc))
        cmc_diag_vadd(cx->diag, sev, code, loc, fmt, ap);
}

void gx_error(gx_ctx *cx, LLVMValueRef inst, const char *code, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    say(cx, CMC_ERROR, inst, code, fmt, ap);
    va_end(ap);
}

void gx_warn(gx_ctx *cx, LLVMValueRef inst, const char *group, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    say(cx, CMC_WARNING, inst, group, fmt, ap);
    va_end(ap);
}

int64_t gx_register_bytes(const gx_ctx *cx, LLVMValueRef fn) {
    uint32_t n = 0;
    if (!genx_grf_asked(fn, cx->model, &n))
        n = cx->grf_count;
    return (int64_t)(n ? n : cx->model->grf_count) * cx->model->grf_b;
}

cmc_str *gx_print_sink(gx_ctx *cx) {
    return cx->print;
}
