// SPDX-License-Identifier: MIT
// Part of gx_lower_cm: finds functions of other front ends that call each other in a circle.
//
//   define i32 @even(i32 %n) { ... call @odd(...) }       ->   error: functions call each other in a circle, 'even' calls
//   define i32 @odd(i32 %n) { ... call @even(...) }            'odd' calls 'even'; recursion is not supported in a kernel
//
// A subroutine has one set of registers for its arguments and results, so a second activation would overwrite the
// first.

#include "cm_priv.h"

static LLVMValueRef callee_of(LLVMValueRef inst) {
    LLVMValueRef f = LLVMIsACallInst(inst) ? LLVMGetCalledValue(inst) : NULL;
    return f && LLVMIsAFunction(f) && !LLVMIsDeclaration(f) ? f : NULL;
}

// Extends the way from its last function back to `to`. seen: functions from which there is no way.
static bool find_way(cm_lower *l, LLVMValueRef to, gx_values *way, gx_values *seen) {
    LLVMValueRef at = way->data[way->len - 1];
    genx_foreach_block(at, bb)
        genx_foreach_inst(bb, i) {
            LLVMValueRef f = callee_of(i);
            if (!f || (f != to && gx_holds(seen, f)))
                continue;
            if (f == to)
                return true;
            if (!cmc_vec_push(l->cx->arena, seen, f) || !cmc_vec_push(l->cx->arena, way, f))
                return false;
            if (find_way(l, to, way, seen))
                return true;
            way->len--;
        }
    return false;
}

static void report(cm_lower *l, LLVMValueRef call, const gx_values *way) {
    cmc_str text = CMC_STR_INIT;
    size_t n;
    for (uint32_t i = 0; i < way->len; i++)
        cmc_str_printf(&text, "'%s' calls ", cm_plain_name(l->cx, LLVMGetValueName2(way->data[i], &n)));
    const char *first = cm_plain_name(l->cx, LLVMGetValueName2(way->data[0], &n));
    if (way->len == 1)
        gx_error(l->cx, call, "CM0213", "function '%s' calls itself; recursion is not supported in a kernel", first);
    else
        gx_error(l->cx, call, "CM0213",
                 "functions call each other in a circle, %s'%s'; recursion is not supported in a kernel",
                 cmc_str_text(&text), first);
    cmc_str_free(&text);
}

// Whether fn is on a circle that is reported now.
static bool reject(cm_lower *l, LLVMValueRef call, LLVMValueRef fn, gx_values *told) {
    gx_values way = {0}, seen = {0};
    if (gx_holds(told, fn) || !cmc_vec_push(l->cx->arena, &way, fn) || !find_way(l, fn, &way, &seen))
        return false;
    report(l, call, &way);
    for (uint32_t k = 0; k < way.len; k++)
        (void)cmc_vec_push(l->cx->arena, told, way.data[k]);
    return true;
}

void cm_reject_recursion(cm_lower *l) {
    gx_values reached = {0}, told = {0};
    genx_foreach_function(l->mod, f) // hide_functions left only kernels visible
        if (!LLVMIsDeclaration(f) && LLVMGetLinkage(f) != LLVMInternalLinkage &&
            !cmc_vec_push(l->cx->arena, &reached, f))
            return;
    for (uint32_t k = 0; k < reached.len; k++)
        genx_foreach_block(reached.data[k], bb)
            genx_foreach_inst(bb, i) {
                LLVMValueRef fn = callee_of(i);
                if (!fn || reject(l, i, fn, &told) || gx_holds(&reached, fn))
                    continue;
                if (!cmc_vec_push(l->cx->arena, &reached, fn))
                    return;
            }
}
