// SPDX-License-Identifier: MIT
// Compares isa_send_describe with the comment that iga64 prints after a send.
//
//   msg_iga <target> <random descriptors>
//
//   send.ugm ... 0x64163902  // wr:2+1, rd:1; load_quad.ugm.d8u32.z.a32.ca.uc.bti[1]
//
// Makes sends with random descriptors of the data ports, describes each, says it again in iga64's
// words and compares: the lengths always, the rest where we know the message. Left out: widths of
// quad and 2-D messages with vector bits (no meaning there), fences with operations that iga64
// calls invalid, and two messages for which it prints "?". Exit code 1 when anything differs.

#define _POSIX_C_SOURCE 200809L
#include <cmc/isa.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MAX_REPORTS = 20 };

static uint64_t seed = 0x2545f4914f6cdd1du;

static unsigned pick(unsigned n) {
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return (unsigned)((seed >> 20) % n);
}

// iga64's words

static const char *const hdc_words[ISA_MSG_KIND_COUNT] = {
    [ISA_MSG_OWORD_READ] = "oword block read",
    [ISA_MSG_OWORD_READ_UNALIGNED] = "oword aligned block read",
    [ISA_MSG_OWORD_WRITE] = "oword block write",
    [ISA_MSG_BYTE_READ] = "byte gathering read",
    [ISA_MSG_BYTE_WRITE] = "byte scattering write",
    [ISA_MSG_DWORD_READ] = "dword gathering read",
    [ISA_MSG_DWORD_WRITE] = "dword scattering write",
    [ISA_MSG_QWORD_READ] = "qword gathering read",
    [ISA_MSG_QWORD_WRITE] = "qword", // it calls the write a read
    [ISA_MSG_UNTYPED_READ] = "untyped surface read",
    [ISA_MSG_UNTYPED_WRITE] = "untyped surface write",
    [ISA_MSG_UNTYPED_ATOMIC] = "untyped atomic int",
    [ISA_MSG_UNTYPED_ATOMIC_FLOAT] = "float atomic",
    [ISA_MSG_TYPED_READ] = "typed surface read",
    [ISA_MSG_TYPED_WRITE] = "typed surface write",
    [ISA_MSG_TYPED_ATOMIC] = "atomic",
    [ISA_MSG_MEDIA_READ] = "media block read",
    [ISA_MSG_MEDIA_WRITE] = "media block write",
    [ISA_MSG_A64_BLOCK_READ] = "oword block read",
    [ISA_MSG_A64_BLOCK_WRITE] = "oword block write",
    [ISA_MSG_A64_SCATTERED_READ] = "gathering read",
    [ISA_MSG_A64_SCATTERED_WRITE] = "scattering write",
    [ISA_MSG_A64_UNTYPED_READ] = "a64 untyped surface read",
    [ISA_MSG_A64_UNTYPED_WRITE] = "a64 untyped surface write",
    [ISA_MSG_A64_ATOMIC] = "untyped a64 atomic int",
    [ISA_MSG_A64_ATOMIC_FLOAT] = "a64",
    [ISA_MSG_OWORD_DUAL_READ] = "oword dual block read",
    [ISA_MSG_OWORD_DUAL_WRITE] = "oword dual block write",
    [ISA_MSG_HWORD_READ] = "hword aligned block read",
    [ISA_MSG_HWORD_WRITE] = "hword aligned block write",
    [ISA_MSG_TYPED_COUNTER] = "counter",
    [ISA_MSG_SCRATCH_READ] = "hword scratch block read",
    [ISA_MSG_SCRATCH_WRITE] = "hword scratch block write",
    [ISA_MSG_HDC_FENCE] = "fence",
};

static const char *const int_ops[16] = // exchange is "store" there
    {"64b integer compare and swap",
     "logical AND",
     "logical OR",
     "logical XOR",
     "store",
     "integer increment",
     "integer decrement",
     "integer add",
     "integer subtract",
     "commuted integer subtract",
     "signed-integer max",
     "signed-integer min",
     "unsigned-integer max",
     "unsigned-integer min",
     " integer compare and swap",
     "decrement"};

static const char *const lsc_ops[32] = {
    "load",          NULL,          "load_quad",   "load_block2d", "store",        NULL,          "store_quad",
    "store_block2d", "atomic_iinc", "atomic_idec", "atomic_load",  "atomic_store", "atomic_iadd", "atomic_isub",
    "atomic_smin",   "atomic_smax", "atomic_umin", "atomic_umax",  "atomic_icas",  "atomic_fadd", "atomic_fsub",
    "atomic_fmin",   "atomic_fmax", "atomic_fcas", "atomic_and",   "atomic_or",    "atomic_xor"};

typedef struct words {
    char text[160];
    size_t len;
} words;

static void put(words *w, const char *text) {
    w->len += (size_t)snprintf(w->text + w->len, sizeof w->text - w->len, "%s", text);
}

static void put_number(words *w, const char *prefix, unsigned n) {
    w->len += (size_t)snprintf(w->text + w->len, sizeof w->text - w->len, "%s%u", prefix, n);
}

static void put_hex(words *w, const char *prefix, unsigned n) {
    w->len += (size_t)snprintf(w->text + w->len, sizeof w->text - w->len, "%s0x%X", prefix, n);
}

static const char *port_of(uint8_t sfid) {
    return sfid == ISA_SFID_SLM ? "slm" : sfid == ISA_SFID_UGML ? "ugml" : sfid == ISA_SFID_CRE ? "tgm" : "ugm";
}

// Levels as iga64 abbreviates them; a store's cached level is written back.
static void put_caches(words *w, const isa_msg *msg) {
    static const char *const level[8] = {"", "uc", "ca", "wb", "wt", "st", "ri", "cc"};
    if (msg->cache == 0 || msg->sfid == ISA_SFID_SLM)
        return;
    put(w, ".");
    put(w, level[msg->l1]);
    put(w, ".");
    put(w, level[msg->l3]);
}

static void put_signed_hex(words *w, const char *plus, const char *minus, int32_t n) {
    put_hex(w, n < 0 ? minus : plus, (unsigned)(n < 0 ? -n : n));
}

// What the address counts from: nothing, ".flat[A+0x10]", ".bti[3]", ".bss[a0.2][A-0x40]",
// ".flat[A+(0x1,-0x2)]".
static void put_base(const isa_inst *in, const isa_msg *msg, words *w) {
    bool flat = msg->addr_type == ISA_ADDR_FLAT, bss = msg->addr_type == ISA_ADDR_BSS;
    int32_t off = msg->imm_off;
    bool block = msg->x_off != 0 || msg->y_off != 0;
    if (flat && off == 0 && !block)
        return;
    if (flat)
        put(w, ".flat");
    else if (msg->addr_type == ISA_ADDR_BTI)
        put_number(w, ".bti[", msg->bti);
    else if (in->exdesc_is_reg)
        put_number(w, bss ? ".bss[a0." : ".ss[a0.", in->exdesc_sub);
    else
        put_hex(w, bss ? ".bss[" : ".ss[", in->exdesc);
    put(w, flat ? "" : "]");
    if (off == 0 && !block)
        return;
    if (block) {
        put_signed_hex(w, "[A+(", "[A+(-", msg->x_off);
        put_signed_hex(w, ",", ",-", msg->y_off);
    } else {
        put_signed_hex(w, "[A+", "[A-", off);
    }
    put(w, block ? ")]" : "]");
}

static void lsc_words(const isa_inst *in, const isa_msg *msg, words *w) {
    put(w, lsc_ops[msg->op & 31]);
    put(w, ".");
    put(w, port_of(msg->sfid));
    bool block2d = msg->kind == ISA_MSG_LSC_LOAD_2D || msg->kind == ISA_MSG_LSC_STORE_2D;
    put_number(w, ".d", msg->elt_b * 8u);
    if (msg->reg_elt_b != msg->elt_b)
        put_number(w, "u", msg->reg_elt_b * 8u);
    put(w, msg->high_half ? "h" : "");
    if (msg->chan_mask != 0) {
        put(w, ".");
        for (unsigned c = 0; c < 4; c++)
            if (msg->chan_mask >> c & 1)
                put(w, c == 0 ? "x" : c == 1 ? "y" : c == 2 ? "z" : "w");
    } else if (msg->n_elt > 1 || (msg->transpose && !block2d)) {
        put_number(w, "x", msg->n_elt);
    }
    put(w, msg->transpose ? "t" : "");
    put(w, msg->vnni ? "v" : "");
    put_number(w, ".a", msg->addr_size_b * 8u);
    put_caches(w, msg);
    put_base(in, msg, w);
}

static void fence_words(const isa_msg *msg, words *w) {
    static const char *const op[8] = {"none", "evict", "invalidate", "discard", "clean", "flushl3", "", ""};
    static const char *const scope[8] = {"group", "local", "tile", "gpu", "gpus", "sysrel", "sysacq", ""};
    put(w, "fence.");
    put(w, port_of(msg->sfid));
    put(w, ".");
    put(w, op[msg->op & 7]);
    put(w, ".");
    put(w, scope[msg->fence_scope & 7]);
}

// Comparison

static bool same_lsc(const isa_inst *in, const isa_msg *msg, const char *text) {
    words w = {"", 0};
    if (msg->kind == ISA_MSG_LSC_OTHER || (msg->kind == ISA_MSG_LSC_FENCE && (msg->op > 5 || msg->fence_scope > 6)))
        return true;
    if (msg->kind == ISA_MSG_LSC_FENCE)
        fence_words(msg, &w);
    else
        lsc_words(in, msg, &w);
    // iga64 shows the load names for atomics with codes that atomics do not have.
    if (msg->kind == ISA_MSG_LSC_ATOMIC && msg->cache != 0 && msg->l1 == 0)
        return true;
    size_t len = strcspn(text, ";\n");
    while (len > 0 && text[len - 1] == ' ')
        len--;
    return strlen(w.text) == len && memcmp(w.text, text, len) == 0;
}

static bool has(const char *text, const char *format, ...) CMC_PRINTF(2, 3);
static bool has(const char *text, const char *format, ...) {
    char want[64];
    va_list ap;
    va_start(ap, format);
    vsnprintf(want, sizeof want, format, ap);
    va_end(ap);
    return strstr(text, want) != NULL;
}

static bool is_block(uint8_t kind) {
    return (kind >= ISA_MSG_OWORD_READ && kind <= ISA_MSG_OWORD_WRITE) || kind == ISA_MSG_A64_BLOCK_READ ||
           kind == ISA_MSG_A64_BLOCK_WRITE || kind == ISA_MSG_HWORD_READ || kind == ISA_MSG_HWORD_WRITE;
}

static bool same_size(const isa_msg *msg, const char *text) {
    bool hwords = msg->align_b == 32;
    return strstr(text, hwords ? "hword" : "oword") != NULL && has(text, " x%u", msg->size_b / (hwords ? 32u : 16u));
}

static bool same_mask(const isa_msg *msg, const char *text) {
    char letters[5];
    unsigned n = 0;
    for (unsigned c = 0; c < 4; c++)
        if (msg->chan_mask >> c & 1)
            letters[n++] = "xyzw"[c];
    letters[n] = '\0';
    const char *end = strstr(text, "with ");
    if (end == NULL)
        return false;
    end += 5 + n;
    return has(text, "with %s", letters) && (*end == ';' || *end == '\n' || *end == ' ');
}

static bool same_hdc(const isa_msg *msg, const char *text) {
    bool a64_block = msg->kind == ISA_MSG_A64_BLOCK_READ || msg->kind == ISA_MSG_A64_BLOCK_WRITE;
    if (hdc_words[msg->kind] == NULL)
        return false;
    if (msg->sfid == ISA_SFID_DCRO && msg->kind == ISA_MSG_OWORD_DUAL_READ)
        return true; // iga64 has no words for it
    bool half = msg->kind == ISA_MSG_UNTYPED_ATOMIC_FLOAT || msg->kind == ISA_MSG_A64_ATOMIC_FLOAT;
    if (half && msg->elt_b == 2 && *text == '?')
        return true;                                      // nor on Gen9 and Gen11 for this
    bool block = a64_block || msg->sfid == ISA_SFID_DCRO; // other orders of the words
    if (strstr(text, hdc_words[msg->kind]) == NULL && !(block && strstr(text, "word block")) &&
        !(msg->kind == ISA_MSG_DWORD_READ && strstr(text, "dword gathering read")))
        return false;
    if (is_block(msg->kind) && !same_size(msg, text))
        return false;
    if (msg->chan_mask != 0 && !same_mask(msg, text))
        return false;
    bool typed = msg->kind == ISA_MSG_TYPED_READ || msg->kind == ISA_MSG_TYPED_WRITE;
    if (typed && ((strstr(text, "returning status") != NULL) != msg->status ||
                  (strstr(text, "high slot group") != NULL) != (msg->slot_group == 2)))
        return false;
    bool counter = msg->kind == ISA_MSG_TYPED_COUNTER;
    bool int_atomic = msg->kind == ISA_MSG_UNTYPED_ATOMIC || msg->kind == ISA_MSG_A64_ATOMIC;
    if ((int_atomic || counter) && strstr(text, int_ops[msg->op & 15]) == NULL)
        return false;
    if (counter)
        return has(text, "%u-bit", msg->elt_b * 8u);
    return !int_atomic || has(text, "int%u", msg->elt_b * 8u);
}

static bool same_lengths(const isa_msg *msg, const char *comment) {
    char want[64];
    snprintf(want, sizeof want, "wr:%u%s+%u, rd:%u;", msg->mlen_grf, msg->header ? "h" : "", msg->xlen_grf,
             msg->rlen_grf);
    return strstr(comment, want) != NULL;
}

typedef struct totals {
    long compared, understood, different, built;
} totals;

// What was described, built again (where the target takes it), describes as the same.
static bool same_built(const isa_model *m, const isa_inst *in, const isa_msg *msg, totals *sum) {
    isa_inst again = *in;
    isa_msg back;
    bool hdc = msg->kind <= ISA_MSG_HDC_FENCE;
    if (hdc && msg->simd == 8 && m->hdc_min_simd > 8) // such a message is built wider
        return true;
    if (isa_send_build(m, msg, &again, NULL) != CMC_OK)
        return true;
    sum->built++;
    if (isa_send_describe(m, &again, &back) != CMC_OK)
        return false;
    back.xlen_grf = msg->xlen_grf; // the random send has no src1, no result perhaps
    back.rlen_grf = msg->rlen_grf;
    back.header = msg->header;
    back.returns = msg->returns;
    back.prefetch = msg->prefetch;
    back.size_b = msg->size_b;
    return memcmp(&back, msg, sizeof back) == 0;
}

static void compare(const isa_model *m, const isa_inst *in, const char *line, totals *sum) {
    const char *comment = strstr(line, "// wr:");
    isa_msg msg;
    bool known = isa_send_describe(m, in, &msg) == CMC_OK;
    if (comment == NULL)
        return;
    const char *text = strstr(comment, "; ");
    text = text ? text + 2 : "";
    if (strncmp(text, "hdc.", 4) == 0 && strstr(text, "; ")) // Gen9 and Gen11: the port first
        text = strstr(text, "; ") + 2;
    sum->compared++;
    sum->understood += known;
    bool lsc = known && msg.kind >= ISA_MSG_LSC_LOAD && msg.kind <= ISA_MSG_LSC_OTHER;
    bool ok = !known || (same_lengths(&msg, comment) && (lsc ? same_lsc(in, &msg, text) : same_hdc(&msg, text)) &&
                         same_built(m, in, &msg, sum));
    if (ok || sum->different++ >= MAX_REPORTS)
        return;
    char ours[200];
    isa_msg_print(m, &msg, ours, sizeof ours);
    printf("%s 0x%08x: %s\n    iga64 says: %s", m->name, in->desc, ours, comment);
}

// Random sends

// Typed quads and atomics on surfaces: dwords at 32-bit coordinates.
static uint32_t random_typed(void) {
    uint32_t op = pick(2) ? 2u + 4 * pick(2) : 8 + pick(19);
    uint32_t desc = op | 2u << 25 | 2u << 9 | 2u << 7 | pick(8) << 17 | (1 + pick(3)) << 29;
    if (op < 8)
        desc |= (1 + pick(15)) << 12;
    return desc | (op == 6 ? 0u : 1u << 20);
}

static uint32_t random_lsc(uint8_t sfid) {
    if (sfid == ISA_SFID_CRE)
        return random_typed();
    static const uint8_t ops[] = {0, 0, 0, 2, 3, 4, 4, 6, 7, 8, 0x1f};
    uint32_t op = ops[pick(11)];
    if (op == 8)
        op = 8 + pick(19);
    uint32_t desc = op | 2u << 25 | (op == 4 || op >= 6 ? 0 : 1u << 20);
    if (op == 0x1f)
        return desc | pick(6) << 12 | pick(7) << 9;
    bool block2d = op == 3 || op == 7, quad = op == 2 || op == 6;
    desc |= pick(block2d ? 4 : 7) << 9 | pick(8) << 17;
    desc |= block2d ? pick(2) << 7 | pick(2) << 15 : (1 + pick(3)) << 7;
    if (quad)
        desc |= (1 + pick(15)) << 12;
    else if (!block2d)
        desc |= pick(8) << 12 | pick(2) << 15;
    return desc | (sfid == ISA_SFID_SLM || block2d || pick(2) ? 0u : (1 + pick(3)) << 29);
}

// Surfaces by register or number, immediate offsets where there are some.
static void random_base(const isa_model *m, isa_inst *in) {
    uint32_t off = m->has_lsc_imm_off && pick(2) ? pick(1u << 20) << 12 : 0;
    switch (in->desc >> 29) {
    case ISA_ADDR_FLAT:
        in->exdesc = (in->desc & 0x3f) == 0x1f ? 0 : off;
        break;
    case ISA_ADDR_BTI:
        in->exdesc = pick(256) << 24 | (off & 0xfff000u);
        break;
    default:
        in->exdesc_is_reg = true;
        in->exdesc_sub = 2;
        in->exbso = true;
        // Bits 18:16 are the register's, bit 15 is that of ExBSO outside ugm.
        in->exdesc = off & (in->sfid == ISA_SFID_UGM ? 0xfff8f000u : 0xfff87000u);
        break;
    }
}

static isa_inst random_send(const isa_model *m) {
    static const uint8_t hdc[] = {ISA_SFID_DC0, ISA_SFID_DC1, ISA_SFID_DC1, ISA_SFID_DCRO},
                         lsc[] = {ISA_SFID_UGM, ISA_SFID_SLM, ISA_SFID_UGML, ISA_SFID_CRE};
    isa_inst in = {.op = ISA_SEND, .exec_size = 8, .no_mask = true};
    in.dst = isa_grf(10, 0, ISA_TYPE_NONE, (isa_region){0, 0, 1});
    in.src[0] = isa_grf(20, 0, ISA_TYPE_NONE, (isa_region){0, 0, 1});
    in.src[1] = isa_null(ISA_TYPE_NONE);
    if (m->has_lsc && pick(2)) {
        in.sfid = lsc[pick(4)];
        in.desc = random_lsc(in.sfid);
        random_base(m, &in);
    } else {
        in.sfid = hdc[pick(4)];
        in.desc = 1u << 25 | pick(9) << 20 | pick(1u << 20);
    }
    if (m->sfid_in_exdesc)
        in.exdesc |= in.sfid;
    return in;
}

int main(int argc, char **argv) {
    const isa_model *m = argc == 3 ? isa_model_find(argv[1]) : NULL;
    if (m == NULL) {
        fprintf(stderr, "usage: msg_iga target count\n");
        return 2;
    }
    long count = strtol(argv[2], NULL, 10), n = 0;
    isa_inst *sends = calloc((size_t)count + 1, sizeof *sends);
    uint8_t *bytes = calloc((size_t)count + 1, 16);
    char path[] = "/tmp/msg_igaXXXXXX", cmd[128];
    int fd = mkstemp(path);
    if (sends == NULL || bytes == NULL || fd < 0)
        return 1;
    for (long i = 0; i < count; i++) {
        sends[n] = random_send(m);
        n += isa_encode(m, &sends[n], bytes + 16 * n, NULL) == CMC_OK;
    }
    bool ok = write(fd, bytes, (size_t)n * 16) == (ssize_t)n * 16 && close(fd) == 0;
    snprintf(cmd, sizeof cmd, "iga64 -p %s -d '%s' 2>/dev/null", m->iga_platform, path);
    FILE *p = popen(cmd, "r");
    char *line = NULL;
    size_t cap = 0;
    totals sum = {0};
    for (long i = 0; p != NULL && getline(&line, &cap, p) > 0;)
        if (strstr(line, "send") != NULL && i < n)
            compare(m, &sends[i++], line, &sum);
    ok = ok && p != NULL && pclose(p) == 0;
    unlink(path);
    free(line);
    free(sends);
    free(bytes);
    printf("%s: %ld messages compared, %ld understood, %ld built again, %ld differ\n", m->name, sum.compared,
           sum.understood, sum.built, sum.different);
    bool enough = sum.understood * 4 > sum.compared && sum.built * 2 > sum.understood;
    return ok && enough && sum.different == 0 ? 0 : 1;
}
