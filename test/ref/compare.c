// SPDX-License-Identifier: MIT
// Before and after a pass: both modules' functions on the same pseudo-random inputs. An input for
// which the first program does something undefined decides nothing; where the first defines a byte,
// the second must agree.
//
// Inputs: integers and floats with edge values mixed in; pointers and 64-bit integers of a kernel
// are addresses of buffers; i32 arguments that the metadata calls surfaces are binding-table
// indices of buffers.

#include "ge_priv.h"

#include <stdlib.h>
#include <string.h>

enum { BUFFER_B = 98304, SLM_B = 65536, SLM_BTI = 254, SURFACE_ROW_B = 128 };

typedef struct rng {
    uint64_t state;
} rng;
static uint64_t next(rng *r) // splitmix64
{
    uint64_t z = r->state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

static uint64_t random_int(rng *r, unsigned bits) {
    static const uint64_t edges[] = {0, 1, UINT64_MAX, 2, 31, 32, 0x7f, 0x80, 0x7fff, 0x8000, 0x7fffffff, 0x80000000u};
    const uint64_t pick = next(r) % 4;
    if (pick == 0)
        return edges[next(r) % (sizeof edges / sizeof edges[0])] & ge_mask(bits);
    if (pick == 1)
        return next(r) % 17 & ge_mask(bits);
    return next(r) & ge_mask(bits);
}

static uint64_t random_float(rng *r, ge_kind k, unsigned bits) {
    static const double edges[] = {0, -0.0, 1, -1, 0.5, 2, 65504, 1e-40, 1e38, 3.5, -2.5, 255, 256};
    const uint64_t pick = next(r) % 8;
    if (pick == 0)
        return ge_from_double(k, edges[next(r) % (sizeof edges / sizeof edges[0])]);
    if (pick == 1)
        return next(r) & ge_mask(bits); // any pattern, NaN and infinity included
    return ge_from_double(k, (double)((int64_t)(next(r) % 4001) - 2000) / 16);
}

static void random_value(rng *r, ge_value *v) {
    if (v->kind == GE_STRUCT) {
        for (uint32_t i = 0; i < v->n; i++)
            random_value(r, &v->fields[i]);
        return;
    }
    for (uint32_t i = 0; i < v->n; i++)
        ge_set(v, i, ge_is_float(v->kind) ? random_float(r, v->kind, v->bits) : random_int(r, v->bits));
}

static ge_buffer *random_buffer(ge_ctx *cx, rng *r, unsigned arg, int32_t bti) {
    char name[32] = "argument ";
    name[9] = (char)('0' + arg / 10);
    name[10] = (char)('0' + arg % 10);
    ge_buffer *b = ge_buffer_add(cx, name, BUFFER_B, bti);
    if (!b)
        return NULL;
    b->px_b = 1;
    b->width_b = b->pitch_b = SURFACE_ROW_B;
    b->height = BUFFER_B / SURFACE_ROW_B;
    for (uint64_t i = 0; i < b->size_b; i += 4) {
        // Small floats and small integers both make sense as data.
        const uint64_t v = next(r) % 2 ? next(r) % 251 : random_float(r, GE_FLOAT, 32);
        for (unsigned k = 0; k < 4; k++)
            b->data[i + k] = (uint8_t)(v >> 8 * k);
    }
    return b;
}

// Argument kind of !genx.kernels: bits 0-2 are 2 for a surface. -1: the function is no kernel.
static int argument_kind(LLVMModuleRef m, LLVMValueRef fn, unsigned arg) {
    LLVMValueRef nodes[256];
    const unsigned n = LLVMGetNamedMetadataNumOperands(m, "genx.kernels");
    if (n > 256)
        return -1;
    LLVMGetNamedMetadataOperands(m, "genx.kernels", nodes);
    for (unsigned k = 0; k < n; k++) {
        LLVMValueRef ops[16], kinds[256];
        const unsigned n_ops = (unsigned)LLVMGetMDNodeNumOperands(nodes[k]);
        if (n_ops < 3 || n_ops > 16)
            continue;
        LLVMGetMDNodeOperands(nodes[k], ops);
        if (ops[0] != fn || !ops[2] || LLVMGetMDNodeNumOperands(ops[2]) > 256 ||
            arg >= (unsigned)LLVMGetMDNodeNumOperands(ops[2]))
            continue;
        LLVMGetMDNodeOperands(ops[2], kinds);
        return (int)LLVMConstIntGetZExtValue(kinds[arg]);
    }
    return -1;
}

static bool make_argument(ge_ctx *cx, LLVMValueRef fn, unsigned arg, rng *r, ge_value *out) {
    LLVMTypeRef type = LLVMTypeOf(LLVMGetParam(fn, arg));
    const int kind = argument_kind(cx->module, fn, arg);
    const bool wide_int = LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) == 64;
    *out = ge_value_make(cx, type);
    if (out->kind == GE_VOID)
        return false;
    if (kind >= 0 && (kind & 7) == 2) {
        const int32_t bti = (int32_t)arg + 1;
        ge_set(out, 0, (uint64_t)bti);
        return random_buffer(cx, r, arg, bti) != NULL;
    }
    if (out->kind == GE_PTR || (kind >= 0 && wide_int)) {
        for (uint32_t l = 0; l < out->n; l++) {
            const ge_buffer *b = random_buffer(cx, r, arg, -1);
            if (!b)
                return false;
            ge_set(out, l, b->base);
        }
        return true;
    }
    if (kind >= 0 && out->kind == GE_INT && !out->vector) {
        ge_set(out, 0, next(r) % 8); // counts and offsets of a kernel are small
        return true;
    }
    random_value(r, out);
    return true;
}

typedef struct run {
    ge_ctx *cx;
    ge_value ret;
    cmc_status status;
    size_t n_inputs; // buffers that the arguments made
} run;

static cmc_status evaluate(LLVMModuleRef m, LLVMValueRef fn, uint64_t seed, const ge_compare_options *o, cmc_diag *d,
                           run *out) {
    ge_options options = GE_OPTIONS_INIT;
    rng r = {seed};
    options.flush_denorm = o->flush_denorm;
    options.max_steps = 2000000;
    for (unsigned i = 0; i < 3; i++) {
        options.group_count[i] = 4;
        options.group[i] = (uint32_t)(next(&r) % 4);
    }
    *out = (run){.cx = ge_create(m, &options)};
    if (!out->cx)
        return CMC_ERR_OOM;
    const unsigned n = LLVMCountParams(fn);
    ge_value *args = CMC_NEW_N(out->cx->arena, ge_value, n + 1);
    ge_buffer *slm = ge_buffer_add(out->cx, "local memory", SLM_B, SLM_BTI);
    if (!args || !slm)
        return CMC_ERR_OOM;
    for (unsigned i = 0; i < n; i++)
        if (!make_argument(out->cx, fn, i, &r, &args[i]))
            return CMC_ERR_UNSUPPORTED;
    out->n_inputs = ge_buffer_count(out->cx);
    out->status = ge_call(out->cx, fn, args, n, &out->ret, d);
    return CMC_OK;
}

static cmc_status differ(cmc_diag *d, const char *fn, uint64_t round, const char *fmt, ...) CMC_PRINTF(4, 5);
static cmc_status differ(cmc_diag *d, const char *fn, uint64_t round, const char *fmt, ...) {
    cmc_str text = CMC_STR_INIT;
    va_list ap;
    va_start(ap, fmt);
    cmc_str_vprintf(&text, fmt, ap);
    va_end(ap);
    cmc_diag_error(d, "GE0010", "function '%s', input %llu: %s", fn, (unsigned long long)round, cmc_str_text(&text));
    cmc_str_free(&text);
    return CMC_ERR_USER;
}

static cmc_status compare_memory(const run *a, const run *b, const char *fn, uint64_t round, cmc_diag *d) {
    for (size_t k = 0; k < a->n_inputs; k++) {
        const ge_buffer *x = ge_buffer_at(a->cx, k), *y = ge_buffer_at(b->cx, k);
        for (uint64_t i = 0; i < x->size_b; i++) {
            if (x->undef[i] || (!y->undef[i] && x->data[i] == y->data[i]))
                continue;
            return differ(d, fn, round, "byte %llu of '%s' is %s0x%02x, expected 0x%02x", (unsigned long long)i,
                          x->name, y->undef[i] ? "undefined, " : "", y->data[i], x->data[i]);
        }
    }
    return CMC_OK;
}

static cmc_status compare_runs(const run *a, const run *b, const char *fn, uint64_t round, cmc_diag *b_diag,
                               cmc_diag *d) {
    uint32_t lane = 0;
    if (b->status != CMC_OK) {
        const char *why = cmc_diag_count(b_diag) ? cmc_diag_get(b_diag, 0)->text : "";
        return differ(d, fn, round, "the second program fails where the first does not: %s", why);
    }
    if (!ge_value_refines(&a->ret, &b->ret, &lane)) {
        cmc_str want = CMC_STR_INIT, got = CMC_STR_INIT;
        ge_value_print(&a->ret, &want);
        ge_value_print(&b->ret, &got);
        cmc_status s = differ(d, fn, round, "lane %u of the result differs: %s, expected %s", lane, cmc_str_text(&got),
                              cmc_str_text(&want));
        cmc_str_free(&want);
        cmc_str_free(&got);
        return s;
    }
    return compare_memory(a, b, fn, round, d);
}

static cmc_status compare_round(LLVMModuleRef ma, LLVMValueRef fa, LLVMModuleRef mb, LLVMValueRef fb,
                                const ge_compare_options *o, unsigned round, unsigned *n_compared, cmc_diag *d) {
    const char *name = LLVMGetValueName(fa);
    run a = {0}, b = {0};
    cmc_diag *da = cmc_diag_create(), *db = cmc_diag_create();
    const uint64_t seed = o->seed * 1000003u + round;
    cmc_status s = evaluate(ma, fa, seed, o, da, &a);
    if (s == CMC_OK && a.status == CMC_ERR_UNSUPPORTED)
        s = CMC_ERR_UNSUPPORTED;
    if (s != CMC_OK) {
        cmc_diag_error(d, "GE0011", "function '%s': %s", name,
                       cmc_diag_count(da) ? cmc_diag_get(da, 0)->text : cmc_status_str(s));
    } else if (a.status == CMC_OK) {
        s = evaluate(mb, fb, seed, o, db, &b);
        if (s == CMC_OK)
            s = compare_runs(&a, &b, name, round, db, d);
        if (s == CMC_OK)
            (*n_compared)++;
    }
    ge_destroy(a.cx);
    ge_destroy(b.cx);
    cmc_diag_destroy(da);
    cmc_diag_destroy(db);
    return s;
}

// The same parameters, or the inputs would not be the same.
static bool same_signature(LLVMValueRef a, LLVMValueRef b) {
    char *x = LLVMPrintTypeToString(LLVMGlobalGetValueType(a)), *y = LLVMPrintTypeToString(LLVMGlobalGetValueType(b));
    const bool same = strcmp(x, y) == 0;
    LLVMDisposeMessage(x);
    LLVMDisposeMessage(y);
    return same;
}

cmc_status ge_compare(LLVMModuleRef a, LLVMModuleRef b, const ge_compare_options *o, unsigned *n_compared,
                      cmc_diag *d) {
    unsigned n_functions = 0;
    *n_compared = 0;
    for (LLVMValueRef fa = LLVMGetFirstFunction(a); fa; fa = LLVMGetNextFunction(fa)) {
        const char *name = LLVMGetValueName(fa);
        if (LLVMIsDeclaration(fa) || (o->function && strcmp(o->function, name) != 0))
            continue;
        LLVMValueRef fb = LLVMGetNamedFunction(b, name);
        if (!fb || LLVMIsDeclaration(fb)) {
            if (!o->function && LLVMGetLinkage(fa) == LLVMInternalLinkage)
                continue; // inlined and gone
            cmc_diag_error(d, "GE0012", "function '%s' is missing in the second module", name);
            return CMC_ERR_USER;
        }
        if (!same_signature(fa, fb)) {
            cmc_diag_error(d, "GE0013", "function '%s' has another type in the second module", name);
            return CMC_ERR_USER;
        }
        n_functions++;
        for (unsigned round = 0; round < (o->rounds ? o->rounds : 16); round++)
            CMC_TRY(compare_round(a, fa, b, fb, o, round, n_compared, d));
    }
    if (!n_functions) {
        cmc_diag_error(d, "GE0014", o->function ? "no function '%s' to compare" : "no function to compare%s",
                       o->function ? o->function : "");
        return CMC_ERR_USER;
    }
    if (!*n_compared) {
        cmc_diag_error(d, "GE0015", "every input made the first program do something undefined: nothing was compared");
        return CMC_ERR_USER;
    }
    return CMC_OK;
}
