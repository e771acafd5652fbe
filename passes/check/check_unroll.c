// SPDX-License-Identifier: MIT
// gx_check_unroll: warn when `#pragma unroll` could not unroll a loop.
//
//   #pragma unroll                                   warning at the pragma: the loop's trip count is not known when it is
//   for (int i = 0; i < n; i++)                      compiled
//       v += v(i);
//
// Why: a loop that is not unrolled turns what the user believes to be register accesses into indirect accesses. Needs:
// mark_unroll before LLVM's loop passes; must run after them. Keeps: the program.

#include "loop_marks.h"

#include <llvm-c/DebugInfo.h>

#include <string.h>

static const char group[] = "-Wcm-unroll";

// The pragma's position, as recorded by the front end: !{!"cmc.unroll.at", i32 line, i32 column}.
static bool pragma_at(gx_ctx *cx, LLVMValueRef property, cmc_loc *loc) {
    static const char at[] = "cmc.unroll.at";
    unsigned n = 0, len = 0;
    LLVMValueRef *op = loop_is_node(property) ? loop_operands(cx, property, &n) : NULL;
    const char *s = op && n == 3 && op[0] && LLVMIsAMDString(op[0]) ? LLVMGetMDString(op[0], &len) : NULL;
    if (!s || len != sizeof at - 1 || memcmp(s, at, len) != 0 || !LLVMIsAConstantInt(op[1]) ||
        !LLVMIsAConstantInt(op[2]))
        return false;
    loc->line = (uint32_t)LLVMConstIntGetZExtValue(op[1]);
    loc->col = (uint32_t)LLVMConstIntGetZExtValue(op[2]);
    return true;
}

// The position of the pragma, or of the loop when the IR does not record the pragma.
static cmc_loc start_of(gx_ctx *cx, LLVMValueRef node, LLVMValueRef branch) {
    unsigned n;
    LLVMValueRef *op = loop_operands(cx, node, &n);
    cmc_loc loc = genx_loc(branch, cx->arena);
    bool first = true; // the first location is the loop's start, the second its end
    for (unsigned i = 1; i < n; i++) {
        LLVMMetadataRef m = LLVMValueAsMetadata(op[i]);
        if (first && LLVMGetMetadataKind(m) == LLVMDILocationMetadataKind) {
            loc.line = LLVMDILocationGetLine(m);
            loc.col = LLVMDILocationGetColumn(m);
            first = false;
        } else if (pragma_at(cx, op[i], &loc)) {
            break;
        }
    }
    return loc;
}

// Partial unrolling leaves a remainder loop, and unrolling an outer loop copies the inner one: report each place once.
static bool said(const gx_ctx *cx, cmc_loc loc) {
    for (size_t i = 0; i < cmc_diag_count(cx->diag); i++) {
        const cmc_message *m = cmc_diag_get(cx->diag, i);
        if (m->loc.line == loc.line && m->loc.col == loc.col && !strcmp(m->code, group) && m->loc.file && loc.file &&
            !strcmp(m->loc.file, loc.file))
            return true;
    }
    return false;
}

bool gx_check_unroll(gx_ctx *cx, LLVMValueRef fn) {
    genx_foreach_block(fn, bb) {
        LLVMValueRef node = loop_node(fn, bb);
        if (!node || !loop_has(cx, node, LOOP_MARK))
            continue;
        cmc_loc loc = start_of(cx, node, LLVMGetBasicBlockTerminator(bb));
        if (!said(cx, loc))
            cmc_diag_add(cx->diag, CMC_WARNING, group, loc,
                         "loop is not unrolled as '#pragma unroll' requests; its trip count is unknown at compile time "
                         "or too large");
    }
    return false;
}
