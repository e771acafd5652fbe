// SPDX-License-Identifier: MIT
// gx_print_bales: print each instruction of the hardware, one line per bale: the root, then what is folded into it.
//
//   bale %w: wrregion (fadd rdregion, value)
//
// Changes nothing. The bales are those that legalization and selection use.

#include <cmc/genx_bale.h>
#include "passes_priv.h"

static const char *kind_name(const bale_info *b, const isa_model *m, LLVMValueRef v) {
    (void)b;
    if (!LLVMIsAInstruction(v))
        return LLVMIsConstant(v) ? "constant" : "value";
    genx_id id = genx_call_id(v);
    if (genx_is_rdregion(v))
        return "rdregion";
    if (genx_is_wrregion(v))
        return "wrregion";
    if (id != GENX_NONE)
        return genx_info_get(id)->name;
    (void)m;
    if (bale_is_fabs(v))
        return "fabs";
    switch (LLVMGetInstructionOpcode(v)) {
// clang-format off
#define NAME(op, text) \
    case LLVM##op: \
        return text;
        NAME(Add, "add") NAME(FAdd, "fadd") NAME(Sub, "sub") NAME(FSub, "fsub") NAME(Mul, "mul") NAME(FMul, "fmul")
        NAME(UDiv, "udiv") NAME(SDiv, "sdiv") NAME(URem, "urem") NAME(SRem, "srem") NAME(Shl, "shl") NAME(LShr, "lshr")
        NAME(AShr, "ashr") NAME(And, "and") NAME(Or, "or") NAME(Xor, "xor") NAME(Trunc, "trunc") NAME(ZExt, "zext")
        NAME(SExt, "sext") NAME(FPToUI, "fptoui") NAME(FPToSI, "fptosi") NAME(UIToFP, "uitofp") NAME(SIToFP, "sitofp")
        NAME(FPTrunc, "fptrunc") NAME(FPExt, "fpext") NAME(ICmp, "icmp") NAME(FCmp, "fcmp") NAME(Select, "select")
        NAME(FNeg, "fneg") NAME(Call, "call")
#undef NAME
            // clang-format on
            default : return "op";
    }
}

static void print_tree(cmc_str *s, const bale_info *b, const isa_model *m, LLVMValueRef v) {
    bale_desc d = bale_describe(m, v);
    cmc_str_append(s, kind_name(b, m, v));
    if (d.n_src == 0 || genx_is_rdregion(v))
        return;
    cmc_str_append(s, " (");
    for (unsigned i = 0; i < d.n_src; i++) {
        LLVMValueRef x = LLVMGetOperand(v, d.src[i]);
        cmc_str_append(s, i ? ", " : "");
        if (bale_folds(b, v, d.src[i]))
            print_tree(s, b, m, x);
        else
            cmc_str_append(s, LLVMIsConstant(x) ? "constant" : "value");
    }
    cmc_str_append(s, ")");
}

bool gx_print_bales(gx_ctx *cx, LLVMValueRef fn) {
    cmc_str *s = gx_print_sink(cx);
    bale_info *b = bale_analyse(cx->arena, cx->model, fn);
    if (!b)
        return false;
    size_t len = 0;
    cmc_str_printf(s, "bales of %s\n", LLVMGetValueName2(fn, &len));
    genx_foreach_block(fn, bb)
        genx_foreach_inst(bb, i) {
            bale_desc d = bale_describe(cx->model, i);
            if (!bale_is_root(b, i) || (d.n_src == 0 && d.kind != BALE_RD))
                continue;
            cmc_str_printf(s, "bale %%%s: ", LLVMGetValueName2(i, &len));
            print_tree(s, b, cx->model, i);
            cmc_str_append(s, "\n");
        }
    return false;
}
