// SPDX-License-Identifier: MIT
// Selects subroutines. Each kernel has its own copy of the functions that it reaches, in its machine function.
//
//   %r = call { <16 x i32>, i32 } @f(<16 x i32> %v, i32 %n)      copy %f.arg0 %v 64
//   %a = extractvalue %r, 0                                      copy %f.arg1 %n 4
//                                                                (W) call (32|M0) %f.ra<1>:ud f back
//                                                            back:
//                                                                copy %a %f.res0 64
//
// Arguments and results are ordinary variables, which the coalescer merges with the values. There is no recursion, so
// one variable for each is enough. A value that is live across a call keeps its register, because liveness follows the
// control flow through the subroutine. A surface that is the same at each call is also a constant in the subroutine.
// Requires: the pass abi (no pointers or predicates among arguments and results).

#include "sel_priv.h"

enum { CHANNELS = 32, RETURN_B = 8 }; // address and saved channels (isa-semantics.md 4.2)

// The subroutine of fn; NULL if fn is not a subroutine of this kernel.
static sel_sub *sub_of(const sel *S, LLVMValueRef fn) {
    for (uint32_t i = 0; fn && i < S->subs.len; i++)
        if (S->subs.data[i]->fn == fn)
            return S->subs.data[i];
    return NULL;
}

static LLVMValueRef callee_of(LLVMValueRef inst) {
    LLVMValueRef f = LLVMIsACallInst(inst) ? LLVMGetCalledValue(inst) : NULL;
    return f && LLVMIsAFunction(f) && !LLVMIsDeclaration(f) ? f : NULL;
}

// Variables

static mir_var *value_var(sel *S, LLVMTypeRef t, const char *fn, const char *what, unsigned i) {
    mir_var *v = sel_var_for(S, t, NULL);
    v->name = cmc_arena_printf(S->fn->arena, "%s.%s%u.%u", fn, what, i, (unsigned)v->id);
    return v;
}

static unsigned result_count(LLVMTypeRef t) {
    LLVMTypeKind k = LLVMGetTypeKind(t);
    return k == LLVMVoidTypeKind ? 0 : k == LLVMStructTypeKind ? LLVMCountStructElementTypes(t) : 1;
}

static LLVMTypeRef result_type(LLVMTypeRef t, unsigned i) {
    return LLVMGetTypeKind(t) == LLVMStructTypeKind ? LLVMStructGetTypeAtIndex(t, i) : t;
}

static sel_sub *create(sel *S, LLVMValueRef fn) {
    LLVMTypeRef t = LLVMGlobalGetValueType(fn), ret = LLVMGetReturnType(t);
    size_t len;
    const char *name = LLVMGetValueName2(fn, &len);
    sel_sub *s = CMC_NEW(S->a, sel_sub);
    if (!s)
        return NULL;
    s->fn = fn;
    s->n_args = LLVMCountParams(fn);
    s->n_results = result_count(ret);
    s->args = CMC_NEW_N(S->a, sel_arg, s->n_args + 1);
    s->results = CMC_NEW_N(S->a, mir_var *, s->n_results + 1);
    if (!s->args || !s->results)
        return NULL;
    for (unsigned i = 0; i < s->n_args; i++)
        s->args[i].var = value_var(S, LLVMTypeOf(LLVMGetParam(fn, i)), name, "arg", i);
    for (unsigned i = 0; i < s->n_results; i++)
        s->results[i] = value_var(S, result_type(ret, i), name, "res", i);
    s->back = sel_var(S, MIR_VAR_GRF, ISA_UD, RETURN_B, "return");
    s->back->align_b = RETURN_B;
    s->back->no_spill = true;
    return s;
}

// Collection of subroutines

// Adds fn's callees, then fn itself, to S->subs.
static bool collect(sel *S, LLVMValueRef fn, LLVMValueRef caller) {
    genx_foreach_block(fn, bb)
        genx_foreach_inst(bb, i) {
            LLVMValueRef f = callee_of(i);
            if (f && f != fn && f != caller && !sub_of(S, f) && !collect(S, f, fn))
                return false;
        }
    if (fn == S->lfn)
        return true;
    sel_sub *s = create(S, fn);
    return s && cmc_vec_push(S->a, &S->subs, s);
}

bool sel_find_subs(sel *S) {
    return collect(S, S->lfn, NULL);
}

bool sel_note_calls(sel *S, LLVMBasicBlockRef bb) {
    genx_foreach_inst(bb, i) {
        if (!callee_of(i))
            continue;
        mir_block *back = mir_block_create(S->fn, "back");
        if (!back || !ptrmap_put(&S->blocks, i, back))
            return false;
    }
    return true;
}

// Calls

// Updates the surface that an argument has at all calls seen so far.
static void note_surface(sel *S, sel_arg *a, LLVMValueRef v) {
    const sel_val *x = ptrmap_get(&S->vals, v);
    bool surface = x && !x->var, same = surface && (!a->called || (a->surface && a->bti == (uint8_t)x->off_b));
    a->surface = same;
    a->bti = same ? (uint8_t)x->off_b : 0;
    a->called = true;
}

static void assign(sel *S, mir_var *dst, LLVMValueRef v) {
    if (LLVMIsUndef(v))
        return;
    if (LLVMIsAConstant(v))
        sel_constant(S, v, dst, 0);
    else
        sel_copy(S, dst, 0, sel_value(S, v), genx_size_b(LLVMTypeOf(v)));
}

static void take_result(sel *S, const sel_sub *s, LLVMValueRef v, unsigned i) {
    mir_var *d = sel_var_for(S, LLVMTypeOf(v), v);
    sel_val from = {.var = s->results[i]};
    sel_copy(S, d, 0, &from, genx_size_b(LLVMTypeOf(v)));
    sel_bind(S, v, d, 0);
}

static void take_results(sel *S, const sel_sub *s, LLVMValueRef call) {
    if (LLVMGetTypeKind(LLVMTypeOf(call)) != LLVMStructTypeKind) {
        if (s->n_results && LLVMGetFirstUse(call))
            take_result(S, s, call, 0);
        return;
    }
    genx_foreach_use(call, u) {
        LLVMValueRef user = LLVMGetUser(u);
        if (LLVMGetInstructionOpcode(user) == LLVMExtractValue && LLVMGetNumIndices(user) == 1)
            take_result(S, s, user, LLVMGetIndices(user)[0]);
        else
            sel_error(S, "CM0974", "a subroutine's results are used as a whole, expected uses of single results");
    }
}

bool sel_sub_call(sel *S, LLVMValueRef v) {
    if (LLVMGetInstructionOpcode(v) == LLVMExtractValue)
        return callee_of(LLVMGetOperand(v, 0)) != NULL; // already bound by its call
    if (LLVMGetInstructionOpcode(v) == LLVMInsertValue)
        return S->sub != NULL; // sel_sub_return looks through it
    sel_sub *s = sub_of(S, callee_of(v));
    mir_block *back = ptrmap_get(&S->blocks, v);
    if (!s || !back)
        return false;
    for (unsigned i = 0; i < s->n_args; i++) {
        note_surface(S, &s->args[i], LLVMGetOperand(v, i));
        assign(S, s->args[i].var, LLVMGetOperand(v, i));
    }
    mir_inst *call = sel_inst(S, ISA_CALL, CHANNELS);
    call->i.dst = mir_dst(s->back, 0, ISA_UD, 1);
    call->target[0] = s->entry->id;
    call->target[1] = back->id;
    S->bb = back;
    take_results(S, s, v);
    return true;
}

// Bodies

void sel_sub_params(sel *S) {
    for (unsigned i = 0; i < S->sub->n_args; i++) {
        const sel_arg *a = &S->sub->args[i];
        sel_bind(S, LLVMGetParam(S->sub->fn, i), a->surface ? NULL : a->var, a->surface ? a->bti : 0);
    }
}

// Element i of a value that insertvalues build; NULL if it is undefined.
static LLVMValueRef element(LLVMValueRef v, unsigned i) {
    while (LLVMIsAInsertValueInst(v)) {
        if (LLVMGetNumIndices(v) == 1 && LLVMGetIndices(v)[0] == i)
            return LLVMGetOperand(v, 1);
        v = LLVMGetOperand(v, 0);
    }
    return LLVMIsAConstant(v) && !LLVMIsUndef(v) ? LLVMGetAggregateElement(v, i) : NULL;
}

void sel_sub_return(sel *S, LLVMValueRef ret) {
    const sel_sub *s = S->sub;
    LLVMValueRef v = LLVMGetNumOperands(ret) ? LLVMGetOperand(ret, 0) : NULL;
    bool many = v && LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMStructTypeKind;
    for (unsigned i = 0; i < s->n_results; i++) {
        LLVMValueRef e = many ? element(v, i) : v;
        if (e)
            assign(S, s->results[i], e);
    }
    sel_restore_float_control(S);
    mir_inst *r = sel_inst(S, ISA_RET, CHANNELS);
    r->i.no_mask = false;
    r->i.src[0] = sel_scalar(s->back, 0, ISA_UD);
    r->target[0] = s->entry->id;
}
