// SPDX-License-Identifier: MIT
// The interpreter: walks a function block by block. Each instruction has one value slot for the
// whole call, written again when a loop comes back; PHIs of a block are read all before any is
// written.

#include "ge_priv.h"

#include <llvm-c/BitReader.h>
#include <llvm-c/IRReader.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_DEPTH = 64 };

typedef struct slot {
    LLVMValueRef key;
    ge_value value;
} slot;
typedef struct frame {
    ge_ctx *cx;
    slot *slots; // open addressing
    uint32_t n_slots, cap;
} frame;

static cmc_status report(ge_ctx *cx, LLVMValueRef inst, cmc_status s, const char *fmt, va_list ap) {
    cmc_str text = CMC_STR_INIT;
    char *ir = inst ? LLVMPrintValueToString(inst) : NULL;
    cmc_str_vprintf(&text, fmt, ap);
    const char *trimmed = ir;
    while (trimmed && *trimmed == ' ')
        trimmed++;
    cmc_diag_error(cx->diag, s == CMC_ERR_USER ? "GE0001" : "GE0002", "%s%s%.200s", cmc_str_text(&text),
                   trimmed ? " in " : "", trimmed ? trimmed : "");
    LLVMDisposeMessage(ir);
    cmc_str_free(&text);
    return s;
}

cmc_status ge_undefined(ge_ctx *cx, LLVMValueRef inst, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    cmc_status s = report(cx, inst, CMC_ERR_USER, fmt, ap);
    va_end(ap);
    return s;
}

cmc_status ge_unsupported(ge_ctx *cx, LLVMValueRef inst, const char *fmt, ...) {
    char with[256] = "the evaluator does not know ";
    va_list ap;
    strncat(with, fmt, sizeof with - strlen(with) - 1);
    va_start(ap, fmt);
    cmc_status s = report(cx, inst, CMC_ERR_UNSUPPORTED, with, ap);
    va_end(ap);
    return s;
}

static uint32_t hash(LLVMValueRef v) {
    const uint64_t h = (uint64_t)(uintptr_t)v * 0x9e3779b97f4a7c15u;
    return (uint32_t)(h >> 32);
}

static bool frame_init(frame *f, ge_ctx *cx, LLVMValueRef fn) {
    uint32_t n = 64;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            n += 1 + (uint32_t)LLVMGetNumOperands(i);
    *f = (frame){.cx = cx, .cap = 64};
    while (f->cap < 2 * n)
        f->cap *= 2;
    f->slots = calloc(f->cap, sizeof *f->slots);
    return f->slots != NULL;
}

static ge_value *frame_slot(frame *f, LLVMValueRef key, bool *is_new) {
    uint32_t at = hash(key) & (f->cap - 1);
    while (f->slots[at].key && f->slots[at].key != key)
        at = (at + 1) & (f->cap - 1);
    *is_new = !f->slots[at].key;
    f->slots[at].key = key;
    return &f->slots[at].value;
}

static ge_value *result_slot(frame *f, LLVMValueRef inst) {
    bool is_new;
    ge_value *v = frame_slot(f, inst, &is_new);
    if (is_new)
        *v = ge_value_make(f->cx, LLVMTypeOf(inst));
    return v;
}

static cmc_status operand(frame *f, LLVMValueRef v, ge_value *out) {
    bool is_new;
    ge_value *s = frame_slot(f, v, &is_new);
    if (is_new) {
        if (!LLVMIsConstant(v))
            return ge_unsupported(f->cx, v, "a use before the definition");
        CMC_TRY(ge_constant(f->cx, v, s));
    }
    *out = *s;
    return CMC_OK;
}

static cmc_status load_or_store(ge_ctx *cx, LLVMValueRef inst, LLVMTypeRef type, uint64_t address, ge_value *v,
                                bool is_store) {
    if (v->kind == GE_STRUCT) {
        const bool is_struct = LLVMGetTypeKind(type) == LLVMStructTypeKind;
        for (uint32_t i = 0; i < v->n; i++) {
            LLVMTypeRef t = is_struct ? LLVMStructGetTypeAtIndex(type, i) : LLVMGetElementType(type);
            const uint64_t at =
                is_struct ? LLVMOffsetOfElement(cx->layout, type, i) : i * LLVMABISizeOfType(cx->layout, t);
            CMC_TRY(load_or_store(cx, inst, t, address + at, &v->fields[i], is_store));
        }
        return CMC_OK;
    }
    const uint64_t size = ge_store_size(v);
    uint8_t *bytes = malloc(2 * size + 1);
    if (!bytes)
        return CMC_ERR_OOM;
    cmc_status s;
    if (is_store) {
        ge_to_bytes(v, bytes, bytes + size);
        s = ge_store_bytes(cx, inst, address, size, bytes, bytes + size);
    } else {
        s = ge_load_bytes(cx, inst, address, size, bytes, bytes + size);
        if (s == CMC_OK)
            ge_from_bytes(v, bytes, bytes + size);
    }
    free(bytes);
    return s;
}

static cmc_status select_op(ge_inst *i) {
    const ge_value *c = &i->arg[0];
    if (i->ret->kind == GE_STRUCT) {
        if (ge_lane_undef(c, 0))
            return ge_undefined(i->cx, i->inst, "select by an undefined condition");
        ge_value_copy(i->ret, c->v[0] ? &i->arg[1] : &i->arg[2]);
        return CMC_OK;
    }
    for (uint32_t l = 0; l < i->ret->n; l++) {
        const uint32_t cl = c->n == 1 ? 0 : l;
        if (ge_lane_undef(c, cl)) {
            ge_set_undef(i->ret, l);
            continue;
        }
        const ge_value *from = c->v[cl] ? &i->arg[1] : &i->arg[2];
        i->ret->v[l] = from->v[l];
        i->ret->u[l] = from->u[l];
    }
    return CMC_OK;
}

cmc_status ge_shuffle(ge_inst *i) {
    const uint32_t n = i->arg[0].n;
    for (uint32_t l = 0; l < i->ret->n; l++) {
        const int m = LLVMGetMaskValue(i->inst, l);
        if (m == LLVMGetUndefMaskElem()) {
            ge_set_undef(i->ret, l);
            continue;
        }
        const ge_value *from = &i->arg[(uint32_t)m < n ? 0 : 1];
        i->ret->v[l] = from->v[(uint32_t)m % n];
        i->ret->u[l] = from->u[(uint32_t)m % n];
    }
    return CMC_OK;
}

cmc_status ge_extract_insert(ge_inst *i) {
    const bool insert = i->op == LLVMInsertElement;
    const ge_value *vec = &i->arg[0], *index = &i->arg[insert ? 2 : 1];
    const bool bad = ge_lane_undef(index, 0) || index->v[0] >= vec->n; // poison
    if (insert)
        ge_value_copy(i->ret, vec);
    for (uint32_t l = 0; bad && l < i->ret->n; l++)
        ge_set_undef(i->ret, l);
    if (bad)
        return CMC_OK;
    const ge_value *from = insert ? &i->arg[1] : vec;
    const uint32_t to_lane = insert ? (uint32_t)index->v[0] : 0, from_lane = insert ? 0 : (uint32_t)index->v[0];
    i->ret->v[to_lane] = from->v[from_lane];
    i->ret->u[to_lane] = from->u[from_lane];
    return CMC_OK;
}

static cmc_status extract_insert_value(ge_inst *i) {
    const unsigned n = LLVMGetNumIndices(i->inst);
    const unsigned *index = LLVMGetIndices(i->inst);
    const bool insert = i->op == LLVMInsertValue;
    if (insert)
        ge_value_copy(i->ret, &i->arg[0]);
    ge_value *at = insert ? i->ret : (ge_value *)&i->arg[0];
    for (unsigned k = 0; k < n; k++)
        at = &at->fields[index[k]];
    ge_value_copy(insert ? at : i->ret, insert ? &i->arg[1] : at);
    return CMC_OK;
}

static cmc_status freeze(ge_inst *i) {
    ge_value_copy(i->ret, &i->arg[0]);
    for (uint32_t l = 0; l < i->ret->n && i->ret->kind != GE_STRUCT; l++)
        i->ret->u[l] = 0; // any value will do: the bits that are there
    return CMC_OK;
}

static cmc_status fneg(ge_inst *i) {
    ge_value_copy(i->ret, &i->arg[0]);
    for (uint32_t l = 0; l < i->ret->n; l++)
        i->ret->v[l] ^= (uint64_t)1 << (i->ret->bits - 1);
    return CMC_OK;
}

static cmc_status alloca_op(ge_inst *i) {
    if (i->ret->v[0] && !i->ret->u[0]) // a loop came back: the same memory
        return CMC_OK;
    uint64_t count = 1;
    CMC_TRY(ge_scalar(i, 0, &count));
    ge_buffer *b =
        ge_buffer_add(i->cx, "alloca", count * LLVMABISizeOfType(i->cx->layout, LLVMGetAllocatedType(i->inst)), -1);
    if (!b)
        return CMC_ERR_OOM;
    memset(b->undef, 1, b->size_b);
    ge_set(i->ret, 0, b->base);
    return CMC_OK;
}

// The object that a byval parameter points to becomes the callee's own; other arguments stay as they are.
static cmc_status own_object(ge_inst *i, LLVMValueRef fn, unsigned param) {
    const unsigned kind = LLVMGetEnumAttributeKindForName("byval", 5);
    LLVMAttributeRef by_value = LLVMGetEnumAttributeAtIndex(fn, param + 1, kind);
    ge_value *p = (ge_value *)&i->arg[param];
    if (!by_value)
        return CMC_OK;
    if (ge_lane_undef(p, 0))
        return ge_undefined(i->cx, i->inst, "an undefined address");
    const uint64_t size_b = LLVMABISizeOfType(i->cx->layout, LLVMGetTypeAttributeValue(by_value));
    const ge_buffer *from = ge_buffer_find(i->cx, p->v[0], size_b);
    ge_buffer *b = from ? ge_buffer_add(i->cx, "byval", size_b, -1) : NULL;
    if (!from)
        return ge_undefined(i->cx, i->inst, "an object outside of memory");
    if (!b)
        return CMC_ERR_OOM;
    memcpy(b->data, from->data + (p->v[0] - from->base), size_b);
    memcpy(b->undef, from->undef + (p->v[0] - from->base), size_b);
    *p = ge_value_int(i->cx, LLVMTypeOf(LLVMGetParam(fn, param)), b->base); // the caller's value stays
    return p->v ? CMC_OK : CMC_ERR_OOM;
}

static cmc_status call_op(ge_inst *i) {
    LLVMValueRef fn = LLVMGetCalledValue(i->inst);
    if (!LLVMIsAFunction(fn))
        return ge_unsupported(i->cx, i->inst, "an indirect call");
    if (!LLVMIsDeclaration(fn)) {
        ge_value ret;
        for (unsigned k = 0; k < i->n_args && k < LLVMCountParams(fn); k++)
            CMC_TRY(own_object(i, fn, k));
        CMC_TRY(ge_call(i->cx, fn, i->arg, i->n_args, &ret, i->cx->diag));
        ge_value_copy(i->ret, &ret);
        return CMC_OK;
    }
    return ge_intrinsic(i, LLVMGetValueName(fn));
}

static cmc_status memory_op(ge_inst *i) {
    const bool is_store = i->op == LLVMStore;
    const ge_value *ptr = &i->arg[is_store ? 1 : 0];
    ge_value *v = is_store ? (ge_value *)&i->arg[0] : i->ret;
    if (ge_lane_undef(ptr, 0))
        return ge_undefined(i->cx, i->inst, "an undefined address");
    LLVMTypeRef type = LLVMTypeOf(is_store ? LLVMGetOperand(i->inst, 0) : i->inst);
    return load_or_store(i->cx, i->inst, type, ptr->v[0], v, is_store);
}

static cmc_status step(ge_inst *i) {
    switch (i->op) {
    case LLVMSelect:
        return select_op(i);
    case LLVMShuffleVector:
        return ge_shuffle(i);
    case LLVMExtractElement:
    case LLVMInsertElement:
        return ge_extract_insert(i);
    case LLVMExtractValue:
    case LLVMInsertValue:
        return extract_insert_value(i);
    case LLVMICmp:
    case LLVMFCmp:
        return ge_compare_op(i);
    case LLVMFNeg:
        return fneg(i);
    case LLVMFreeze:
        return freeze(i);
    case LLVMAlloca:
        return alloca_op(i);
    case LLVMLoad:
    case LLVMStore:
        return memory_op(i);
    case LLVMGetElementPtr:
        return ge_gep(i);
    case LLVMCall:
        return call_op(i);
    default:
        break;
    }
    return LLVMIsACastInst(i->inst)         ? ge_cast(i)
           : LLVMIsABinaryOperator(i->inst) ? ge_binary(i)
                                            : ge_unsupported(i->cx, i->inst, "this instruction");
}

static cmc_status run_instruction(frame *f, LLVMValueRef inst) {
    ge_inst i = {.cx = f->cx, .inst = inst, .op = LLVMGetInstructionOpcode(inst)};
    i.n_args = i.op == LLVMCall ? LLVMGetNumArgOperands(inst) : (unsigned)LLVMGetNumOperands(inst);
    ge_value args[32];
    ge_value *more = i.n_args > 32 ? CMC_NEW_N(f->cx->arena, ge_value, i.n_args) : args;
    for (unsigned k = 0; k < i.n_args; k++) {
        LLVMValueRef op = LLVMGetOperand(inst, k);
        if (LLVMGetValueKind(op) == LLVMMetadataAsValueValueKind)
            more[k] = (ge_value){0};
        else
            CMC_TRY(operand(f, op, &more[k]));
    }
    i.arg = more;
    i.ret = result_slot(f, inst);
    return step(&i);
}

// The values that the PHIs of block take when control comes from pred.
static cmc_status run_phis(frame *f, LLVMBasicBlockRef block, LLVMBasicBlockRef pred) {
    CMC_VEC(ge_value) values = {0};
    for (LLVMValueRef p = LLVMGetFirstInstruction(block); p && LLVMIsAPHINode(p); p = LLVMGetNextInstruction(p)) {
        ge_value v, copy = ge_value_make(f->cx, LLVMTypeOf(p));
        for (unsigned k = 0; k < LLVMCountIncoming(p); k++)
            if (LLVMGetIncomingBlock(p, k) == pred) {
                CMC_TRY(operand(f, LLVMGetIncomingValue(p, k), &v));
                ge_value_copy(&copy, &v);
                break;
            }
        cmc_vec_push(f->cx->arena, &values, copy);
    }
    uint32_t n = 0;
    for (LLVMValueRef p = LLVMGetFirstInstruction(block); p && LLVMIsAPHINode(p); p = LLVMGetNextInstruction(p))
        ge_value_copy(result_slot(f, p), &values.data[n++]);
    return CMC_OK;
}

static cmc_status branch(frame *f, LLVMValueRef t, LLVMBasicBlockRef *next) {
    ge_value c;
    if (LLVMIsASwitchInst(t)) {
        CMC_TRY(operand(f, LLVMGetOperand(t, 0), &c));
        if (ge_lane_undef(&c, 0))
            return ge_undefined(f->cx, t, "switch on an undefined value");
        *next = LLVMGetSwitchDefaultDest(t);
        for (unsigned k = 2; k + 1 < (unsigned)LLVMGetNumOperands(t); k += 2)
            if (LLVMConstIntGetZExtValue(LLVMGetOperand(t, k)) == c.v[0])
                *next = LLVMValueAsBasicBlock(LLVMGetOperand(t, k + 1));
        return CMC_OK;
    }
    if (!LLVMIsABranchInst(t))
        return LLVMIsAUnreachableInst(t) ? ge_undefined(f->cx, t, "unreachable was reached")
                                         : ge_unsupported(f->cx, t, "this terminator");
    if (!LLVMIsConditional(t)) {
        *next = LLVMGetSuccessor(t, 0);
        return CMC_OK;
    }
    CMC_TRY(operand(f, LLVMGetCondition(t), &c));
    if (ge_lane_undef(&c, 0))
        return ge_undefined(f->cx, t, "branch on an undefined condition");
    *next = LLVMGetSuccessor(t, c.v[0] ? 0 : 1);
    return CMC_OK;
}

static cmc_status run_function(frame *f, LLVMValueRef fn, ge_value *ret) {
    LLVMBasicBlockRef block = LLVMGetEntryBasicBlock(fn), pred = NULL;
    const uint64_t limit = f->cx->options.max_steps ? f->cx->options.max_steps : 50000000;
    for (;;) {
        LLVMValueRef i = LLVMGetFirstInstruction(block), end = LLVMGetBasicBlockTerminator(block);
        CMC_TRY(run_phis(f, block, pred));
        while (LLVMIsAPHINode(i))
            i = LLVMGetNextInstruction(i);
        for (; i != end; i = LLVMGetNextInstruction(i)) {
            if (++f->cx->steps > limit)
                return ge_undefined(f->cx, NULL, "the program does not end within %llu steps",
                                    (unsigned long long)limit);
            CMC_TRY(run_instruction(f, i));
        }
        if (LLVMIsAReturnInst(end)) {
            *ret = (ge_value){.kind = GE_VOID};
            return LLVMGetNumOperands(end) ? operand(f, LLVMGetOperand(end, 0), ret) : CMC_OK;
        }
        pred = block;
        CMC_TRY(branch(f, end, &block));
        if (++f->cx->steps > limit)
            return ge_undefined(f->cx, NULL, "the program does not end within %llu steps", (unsigned long long)limit);
    }
}

cmc_status ge_call(ge_ctx *cx, LLVMValueRef fn, const ge_value *args, size_t n_args, ge_value *ret, cmc_diag *d) {
    frame f;
    bool is_new;
    cx->diag = d;
    if (LLVMIsDeclaration(fn))
        return ge_unsupported(cx, fn, "a function without a body");
    if (n_args != LLVMCountParams(fn)) {
        cmc_diag_error(d, "GE0003", "function '%s' takes %u arguments, got %zu", LLVMGetValueName(fn),
                       LLVMCountParams(fn), n_args);
        return CMC_ERR_RANGE;
    }
    if (cx->depth == MAX_DEPTH)
        return ge_undefined(cx, NULL, "calls nested deeper than %d", MAX_DEPTH);
    if (!frame_init(&f, cx, fn))
        return CMC_ERR_OOM;
    for (unsigned i = 0; i < n_args; i++)
        *frame_slot(&f, LLVMGetParam(fn, i), &is_new) = args[i];
    cx->depth++;
    cmc_status s = run_function(&f, fn, ret);
    cx->depth--;
    free(f.slots);
    return s;
}

cmc_status ge_scalar(ge_inst *i, unsigned arg, uint64_t *out) {
    if (arg >= i->n_args || i->arg[arg].kind == GE_STRUCT || i->arg[arg].kind == GE_VOID)
        return ge_unsupported(i->cx, i->inst, "this form of the operands");
    if (ge_lane_undef(&i->arg[arg], 0))
        return ge_undefined(i->cx, i->inst, "operand %u is undefined", arg);
    *out = i->arg[arg].v[0];
    return CMC_OK;
}

cmc_status ge_scalar_signed(ge_inst *i, unsigned arg, int64_t *out) {
    uint64_t v = 0;
    CMC_TRY(ge_scalar(i, arg, &v));
    *out = ge_sext(v, i->arg[arg].bits);
    return CMC_OK;
}

ge_ctx *ge_create(LLVMModuleRef module, const ge_options *options) {
    static const ge_options standard = GE_OPTIONS_INIT;
    ge_ctx *cx = calloc(1, sizeof *cx);
    if (!cx)
        return NULL;
    cx->module = module;
    cx->arena = cmc_arena_create();
    cx->options = options ? *options : standard;
    cx->next_base = 0x100000000u;
    if (!cx->arena) {
        free(cx);
        return NULL;
    }
    cx->layout = LLVMCreateTargetData(LLVMGetDataLayoutStr(module));
    return cx;
}

void ge_destroy(ge_ctx *cx) {
    if (!cx)
        return;
    LLVMDisposeTargetData(cx->layout);
    cmc_arena_destroy(cx->arena);
    free(cx);
}

ge_options *ge_options_of(ge_ctx *cx) {
    return &cx->options;
}

cmc_arena *ge_arena(ge_ctx *cx) {
    return cx->arena;
}

cmc_status ge_load(const char *path, LLVMContextRef *context, LLVMModuleRef *module, cmc_diag *d) {
    LLVMMemoryBufferRef buffer;
    char *message = NULL;
    if (LLVMCreateMemoryBufferWithContentsOfFile(path, &buffer, &message)) {
        cmc_diag_error(d, "GE0004", "%s: %s", path, message);
        LLVMDisposeMessage(message);
        return CMC_ERR_IO;
    }
    *context = LLVMContextCreate();
    if (LLVMParseIRInContext(*context, buffer, module, &message)) {
        cmc_diag_error(d, "GE0005", "%s: %s", path, message);
        LLVMDisposeMessage(message);
        LLVMContextDispose(*context);
        return CMC_ERR_FORMAT;
    }
    return CMC_OK;
}
