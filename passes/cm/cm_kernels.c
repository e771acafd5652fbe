// SPDX-License-Identifier: MIT
// lower_cm: one node of !genx.kernels for each kernel.
//
//   !0 = !{ptr @k, !"k", !1, i32 0, !2, !3, !4, i32 0, i32 0}
//   !1 = !{i32 2, i32 0}           argument kinds: 2 surface, 0 general
//   !2 = !{i32 0, i32 0}           offsets in the payload, set when it is laid out
//   !3 = !{i32 0, i32 0}           input or output
//   !4 = !{!"buffer_t read_write", !""}
//
// The front end leaves argument kinds and declared descriptors as attributes of the parameters. A surface without a
// descriptor takes its kind from its uses: media blocks need an image, oword blocks a buffer.

#include "cm_priv.h"

#include <stdlib.h>
#include <string.h>

static bool str_attr(LLVMValueRef fn, unsigned index, const char *key, const char **text, unsigned *len) {
    LLVMAttributeRef a = LLVMGetStringAttributeAtIndex(fn, index, key, (unsigned)strlen(key));
    if (!a)
        return false;
    *text = LLVMGetStringAttributeValue(a, len);
    return true;
}

bool cm_is_declared(LLVMValueRef fn, unsigned i, const char *word) {
    const char *desc;
    unsigned len;
    return str_attr(fn, i + 1, "VCArgumentDesc", &desc, &len) && strncmp(desc, word, strlen(word)) == 0;
}

static bool is_kernel(LLVMValueRef fn) {
    const char *s;
    unsigned n;
    return str_attr(fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, "CMGenxMain", &s, &n);
}

// Surfaces

enum { USE_IMAGE = 1, USE_BUFFER = 2, USE_PIXELS = 4 };

typedef struct uses {
    unsigned how;
    LLVMValueRef image, buffer; // one call of each kind
    LLVMValueRef read, write;
} uses;

static void note_use(uses *u, unsigned how, LLVMValueRef call) {
    u->how |= how;
    if (how & (USE_IMAGE | USE_PIXELS))
        u->image = call;
    else
        u->buffer = call;
    const char *name = genx_info_get(genx_call_id(call))->name;
    if (strstr(name, ".st") || strstr(name, "scatter"))
        u->write = call;
    else if (strstr(name, ".ld") || strstr(name, "gather") || strstr(name, "load"))
        u->read = call;
}

// Accesses pixels at coordinates.
static bool is_typed(genx_id id) {
    const char *name = genx_info_get(id)->name;
    return strncmp(name, "typed.", 6) == 0 || strstr(name, ".typed") != NULL;
}

static void collect_uses(LLVMValueRef v, uses *u, unsigned depth);

static void collect_argument_uses(LLVMValueRef v, LLVMValueRef call, uses *u, unsigned depth) {
    LLVMValueRef fn = LLVMGetCalledValue(call);
    for (unsigned i = 0; i < LLVMCountParams(fn); i++)
        if (LLVMGetOperand(call, i) == v)
            collect_uses(LLVMGetParam(fn, i), u, depth);
}

// Collects the calls that use v as a surface.
static void collect_uses(LLVMValueRef v, uses *u, unsigned depth) {
    for (LLVMUseRef it = LLVMGetFirstUse(v); it && depth < 16; it = LLVMGetNextUse(it)) {
        LLVMValueRef user = LLVMGetUser(it);
        switch (genx_call_id(user)) {
        case GENX_MEDIA_LD:
        case GENX_MEDIA_ST:
            note_use(u, USE_IMAGE, user);
            break;
        case GENX_NONE:
            if (LLVMIsACallInst(user) && cm_is_subroutine(LLVMGetCalledValue(user)))
                collect_argument_uses(v, user, u, depth + 1);
            if (LLVMIsAPHINode(user) || LLVMIsASelectInst(user))
                collect_uses(user, u, depth + 1);
            break;
        default:
            note_use(u, is_typed(genx_call_id(user)) ? USE_PIXELS : USE_BUFFER, user);
        }
    }
}

static LLVMValueRef surface_descriptor(cm_lower *l, LLVMValueRef fn, LLVMValueRef param) {
    uses u = {0};
    collect_uses(param, &u, 0);
    if ((u.how & USE_BUFFER) && u.how != USE_BUFFER) {
        size_t n, k;
        gx_error(l->cx, u.image, "CM0214",
                 "kernel '%s' uses its argument '%s' both as an image and as a buffer; use two arguments",
                 LLVMGetValueName2(fn, &n), LLVMGetValueName2(param, &k));
    }
    const char *s = u.how & USE_IMAGE    ? "image2d_media_block_t read_write"
                    : u.how & USE_PIXELS ? "image2d_t read_write"
                                         : "buffer_t read_write";
    return LLVMMDStringInContext(l->llvm, s, (unsigned)strlen(s));
}

static bool said(const char *text, unsigned len, const char *word) {
    size_t n = strlen(word);
    for (unsigned i = 0; i + n <= len; i++)
        if (memcmp(text + i, word, n) == 0)
            return true;
    return false;
}

// Checks a declared descriptor against the uses.
static void check_declared(cm_lower *l, LLVMValueRef param, const char *text, unsigned len) {
    uses u = {0};
    collect_uses(param, &u, 0);
    bool image = len >= 5 && memcmp(text, "image", 5) == 0;
    size_t n;
    const char *name = LLVMGetValueName2(param, &n);
    if (image && (u.how & USE_BUFFER))
        gx_error(l->cx, u.buffer, "CM0214", "argument '%s' is declared \"%.*s\" but used as a buffer", name, (int)len,
                 text);
    else if (!image && (u.how & (USE_IMAGE | USE_PIXELS)))
        gx_error(l->cx, u.image, "CM0214",
                 "argument '%s' is declared \"%.*s\" but used as an image; declare it \"image2d_t\"", name, (int)len,
                 text);
    const char *slip = u.write && said(text, len, "read_only")   ? "written"
                       : u.read && said(text, len, "write_only") ? "read"
                                                                 : NULL;
    if (slip)
        gx_warn(l->cx, *slip == 'w' ? u.write : u.read, "-Wcm-access",
                "argument '%s' is declared \"%.*s\" but %s here; declare it read_write", name, (int)len, text, slip);
}

// Nodes

// Builds metadata directly: as a value, a list of one constant is the constant itself.
static LLVMMetadataRef node(cm_lower *l, LLVMValueRef *items, unsigned n) {
    LLVMMetadataRef *md = CMC_NEW_N(l->cx->arena, LLVMMetadataRef, n + 1);
    for (unsigned i = 0; md && i < n; i++)
        md[i] = LLVMValueAsMetadata(items[i]);
    return LLVMMDNodeInContext2(l->llvm, md, md ? n : 0);
}

static LLVMMetadataRef number(cm_lower *l, unsigned x) {
    return LLVMValueAsMetadata(cm_i32(l, x));
}

static LLVMValueRef descriptor(cm_lower *l, LLVMValueRef fn, unsigned i, unsigned kind) {
    const char *text = "";
    unsigned len = 0;
    LLVMValueRef param = LLVMGetParam(fn, i);
    bool declared = str_attr(fn, i + 1, "VCArgumentDesc", &text, &len);
    if (kind != 2)
        return LLVMMDStringInContext(l->llvm, text, len);
    if (!declared)
        return surface_descriptor(l, fn, param);
    check_declared(l, param, text, len);
    return LLVMMDStringInContext(l->llvm, text, len);
}

static unsigned number_of(LLVMValueRef fn, const char *key) {
    const char *text = "0";
    unsigned len;
    (void)str_attr(fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, key, &text, &len);
    return (unsigned)strtoul(text, NULL, 10);
}

static void add_kernel(cm_lower *l, LLVMValueRef fn) {
    unsigned n = LLVMCountParams(fn);
    LLVMValueRef *rows = CMC_NEW_N(l->cx->arena, LLVMValueRef, 4 * (n + 1));
    if (!rows)
        return;
    LLVMValueRef *kinds = rows, *offsets = kinds + n + 1, *io = offsets + n + 1, *desc = io + n + 1;
    for (unsigned i = 0; i < n; i++) {
        const char *text = "0";
        unsigned len;
        (void)str_attr(fn, i + 1, "VCArgumentKind", &text, &len);
        unsigned kind = (unsigned)strtoul(text, NULL, 10);
        kinds[i] = cm_i32(l, kind);
        offsets[i] = io[i] = cm_i32(l, 0);
        desc[i] = descriptor(l, fn, i, kind);
    }
    size_t name_len;
    const char *name = LLVMGetValueName2(fn, &name_len);
    LLVMMetadataRef items[9] = {LLVMValueAsMetadata(fn),
                                LLVMMDStringInContext2(l->llvm, name, name_len),
                                node(l, kinds, n),
                                number(l, number_of(fn, "VCSLMSize")),
                                node(l, offsets, n),
                                node(l, io, n),
                                node(l, desc, n),
                                number(l, number_of(fn, "VCNamedBarrierCount")),
                                number(l, 0)};
    LLVMMetadataRef kernel = LLVMMDNodeInContext2(l->llvm, items, 9);
    LLVMAddNamedMetadataOperand(l->mod, "genx.kernels", LLVMMetadataAsValue(l->llvm, kernel));
}

void gx_cm_kernels(cm_lower *l) {
    genx_foreach_function(l->mod, f)
        if (is_kernel(f) && !LLVMIsDeclaration(f))
            add_kernel(l, f);
}
