// SPDX-License-Identifier: MIT
// gx_load_constants: load a constant that is read at variable offsets once.
//
//   before                                                      after
//     %r = rdregion <64 x i32> zeroinitializer, offset %o         %c = wrregion undef, <64 x i32> zeroinitializer, all
//     %s = add i32 %r, 1                                          %r = rdregion %c, offset %o
//     %w = wrregion <64 x i32> zeroinitializer, %s, offset %o     %s = add i32 %r, 1
//                                                                 %w = wrregion %c, %s, offset %o
//
// Why: an instruction cannot hold such a constant as an operand, so each use would load all of it. A table in a loop
// would be loaded in every iteration, and a vector of counters once for reading and once for writing.
// Needs: gx_collapse_regions (which would undo it). Keeps: constants that fit in operands.

#include "passes_priv.h"

typedef struct table {
    LLVMValueRef c, first; // first: the first reader; those in the entry block come first
    LLVMBasicBlockRef bb;  // of the readers; NULL = in several blocks
    LLVMValueRef loaded;
    bool seen; // the walk has passed the load
} table;

typedef struct lc {
    gx_ctx *cx;
    LLVMValueRef fn;
    CMC_VEC(table) tables;
} lc;

static bool is_table(LLVMValueRef c) {
    return LLVMIsAConstant(c) && !LLVMIsUndef(c) && !LLVMIsAConstantExpr(c) && !LLVMIsAGlobalValue(c) &&
           genx_is_vec(LLVMTypeOf(c));
}

static table *find(lc *L, LLVMValueRef c) {
    for (uint32_t k = 0; k < L->tables.len; k++)
        if (L->tables.data[k].c == c)
            return &L->tables.data[k];
    return NULL;
}

static void note_reader(lc *L, LLVMValueRef rd) {
    genx_region r;
    LLVMValueRef c = LLVMGetOperand(rd, 0);
    if (!is_table(c) || !genx_region_of(rd, &r) || r.off_const)
        return;
    table *t = find(L, c);
    LLVMBasicBlockRef bb = LLVMGetInstructionParent(rd);
    if (t)
        t->bb = t->bb == bb ? bb : NULL;
    else
        cmc_vec_push(L->cx->arena, &L->tables, ((table){.c = c, .first = rd, .bb = bb}));
}

// Before the first reader in the entry block, else at the end of the entry block, which is in no loop.
static LLVMValueRef place(const lc *L, const table *t) {
    LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(L->fn);
    return LLVMGetInstructionParent(t->first) == entry ? t->first : LLVMGetBasicBlockTerminator(entry);
}

static void load(lc *L, table *t, LLVMBuilderRef b) {
    LLVMTypeRef ty = LLVMTypeOf(t->c);
    uint32_t n = genx_lanes(ty), e = genx_elt_b(ty);
    genx_region all = genx_row_region(n, 0, e);
    LLVMPositionBuilderBefore(b, place(L, t));
    t->loaded = genx_build_wr(b, LLVMGetGlobalParent(L->fn), LLVMGetUndef(ty), t->c, &all, NULL);
}

// Replaces the constant in all readers, and in writers that start from it after the load.
static void use_loaded(lc *L) {
    LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(L->fn);
    for (LLVMBasicBlockRef bb = entry; bb; bb = LLVMGetNextBasicBlock(bb)) {
        genx_foreach_inst(bb, i) {
            if (!LLVMIsACallInst(i) || LLVMGetNumOperands(i) < 2)
                continue;
            genx_region r;
            bool rd = genx_is_rdregion(i), wr = genx_is_wrregion(i);
            table *t = rd || wr ? find(L, LLVMGetOperand(i, 0)) : NULL;
            for (uint32_t k = 0; wr && k < L->tables.len; k++)
                L->tables.data[k].seen |= L->tables.data[k].loaded == i;
            if (!t || !genx_region_of(i, &r))
                continue;
            if ((rd && !r.off_const) || (wr && bb == entry && t->bb == entry && t->seen))
                LLVMSetOperand(i, 0, t->loaded);
        }
    }
}

bool gx_load_constants(gx_ctx *cx, LLVMValueRef fn) {
    lc L = {.cx = cx, .fn = fn};
    genx_foreach_block(fn, bb)
        genx_foreach_inst(bb, i)
            if (genx_is_rdregion(i))
                note_reader(&L, i);
    if (L.tables.len == 0)
        return false;
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(LLVMGetGlobalParent(fn)));
    for (uint32_t k = 0; k < L.tables.len; k++)
        load(&L, &L.tables.data[k], b);
    LLVMDisposeBuilder(b);
    use_loaded(&L);
    return true;
}
