// SPDX-License-Identifier: MIT
// isa_disassemble: bytes to text with labels, as iga64 -d prints it, or to JSON.
//
// There is a label at the start, after every branch and end of thread, and at every branch target.

#include "isa_priv.h"
#include "out.h"
#include <assert.h>
#include <stdio.h>
#include <string.h>

typedef struct disassembler {
    const isa_model *m;
    const uint8_t *bytes;
    size_t len;       // without padding, once find_labels has run
    size_t padding_b; // offset of the zeros at the end
    uint64_t *marks;  // bit i: a label at byte 8 * i
    uint64_t *starts; // bit i: an instruction starts at byte 8 * i
    const isa_disasm_opts *o;
    cmc_str *out;
    cmc_diag *d;
    char name[32];
    const char *file; // source line of the last printed instruction; NULL: nothing printed yet
    uint32_t line;
} disassembler;

static bool bit_get(const uint64_t *bits, size_t at_b) {
    return bits[at_b / 8 / 64] >> (at_b / 8 % 64) & 1;
}

static void bit_set(uint64_t *bits, size_t at_b) {
    bits[at_b / 8 / 64] |= (uint64_t)1 << (at_b / 8 % 64);
}

// The offset after the last nonzero byte.
static size_t find_padding(const uint8_t *p, size_t n) {
    while (n > 0 && p[n - 1] == 0)
        n--;
    return n;
}

static cmc_status decode_at(disassembler *x, size_t pc, isa_inst *in, unsigned *size_b, cmc_diag *d) {
    return isa_decode(x->m, x->bytes + pc, x->len - pc, in, size_b, d);
}

static cmc_status fail_at(disassembler *x, size_t pc, const char *why) {
    cmc_diag_error(x->d, "ISA", "byte offset 0x%zx: %s", pc, why);
    return CMC_ERR_FORMAT;
}

// Reports the decoder's message, prefixed with the byte offset.
static cmc_status bad_instruction(disassembler *x, size_t pc) {
    isa_inst in;
    unsigned size_b = 0;
    cmc_diag *local = cmc_diag_create();
    decode_at(x, pc, &in, &size_b, local);
    fail_at(x, pc, cmc_diag_count(local) ? cmc_diag_get(local, 0)->text : "bad instruction");
    cmc_diag_destroy(local);
    return CMC_ERR_FORMAT;
}

static bool ends_block(const isa_inst *in) {
    return (isa_op_get((isa_op)in->op)->attrs & ISA_ATTR_BRANCH) || in->eot;
}

static bool has_label_targets(const isa_inst *in) {
    return (isa_op_get((isa_op)in->op)->attrs & ISA_ATTR_BRANCH) && in->src[0].file == ISA_FILE_NONE;
}

static cmc_status mark_target(disassembler *x, size_t pc, int64_t target) {
    char text[96];
    if (target >= 0 && target <= (int64_t)x->len && target % 8 == 0) {
        bit_set(x->marks, (size_t)target);
        return CMC_OK;
    }
    snprintf(text, sizeof text, "branch target %lld lies outside the kernel or inside an instruction",
             (long long)target);
    return fail_at(x, pc, text);
}

static cmc_status mark_inst(disassembler *x, size_t pc, unsigned size_b, const isa_inst *in) {
    if (ends_block(in))
        bit_set(x->marks, pc + size_b);
    if (!has_label_targets(in))
        return CMC_OK;
    CMC_TRY(mark_target(x, pc, (in->op == ISA_CALLA ? 0 : (int64_t)pc) + in->jip));
    if (isa_op_get((isa_op)in->op)->format == ISA_FMT_BRANCH2)
        CMC_TRY(mark_target(x, pc, (int64_t)pc + in->uip));
    return CMC_OK;
}

// Finds the labels. *stop is the offset of the first bad instruction, or the length if all are valid.
static cmc_status find_labels(disassembler *x, size_t *stop) {
    isa_inst in;
    unsigned size_b = 0;
    size_t pc = 0;
    cmc_status st = CMC_OK;
    for (; pc < x->len && st == CMC_OK; pc += size_b) {
        if (pc >= x->padding_b) { // zeros decode as illegal instructions
            x->len = pc;
            break;
        }
        if (decode_at(x, pc, &in, &size_b, NULL) != CMC_OK) {
            *stop = pc;
            return bad_instruction(x, pc);
        }
        bit_set(x->starts, pc);
        cmc_status mark_st = mark_inst(x, pc, size_b, &in);
        if (mark_st != CMC_OK) {
            *stop = pc;
            return mark_st;
        }
    }
    *stop = x->len;
    bit_set(x->starts, x->len);
    return st;
}

static const char *label_name(void *user, int64_t target) {
    disassembler *x = user;
    isa_out o = isa_out_start(x->name, sizeof x->name);
    isa_out_char(&o, 'L');
    isa_out_dec(&o, target);
    isa_out_end(&o, sizeof x->name);
    return x->name;
}

// JSON

// The instruction's source line; *changed: it differs from the line of the previously printed instruction.
static bool source_line(disassembler *x, size_t pc, const char **file, uint32_t *line, bool *changed) {
    if (!x->o->line_of || !x->o->line_of(x->o->line_user, (uint32_t)pc, file, line))
        return false;
    *changed = !x->file || x->line != *line || strcmp(x->file, *file) != 0;
    x->file = *file;
    x->line = *line;
    return true;
}

static void json_line(disassembler *x, size_t pc) {
    const char *file;
    uint32_t line;
    bool changed;
    if (!source_line(x, pc, &file, &line, &changed))
        return;
    cmc_str_append(x->out, ", \"file\": ");
    cmc_str_append_json(x->out, file);
    cmc_str_printf(x->out, ", \"line\": %u", line);
}

static void json_inst(disassembler *x, size_t pc, unsigned size_b, const isa_inst *in, const char *text,
                      const char *comment) {
    cmc_str_append(x->out, pc == 0 ? "[\n  " : ",\n  ");
    cmc_str_printf(x->out, "{\"pc\": %zu, \"size\": %u, ", pc, size_b);
    if (bit_get(x->marks, pc))
        cmc_str_printf(x->out, "\"label\": \"L%zu\", ", pc);
    cmc_str_printf(x->out, "\"op\": \"%s\", \"exec_size\": %u, \"text\": ", isa_op_get((isa_op)in->op)->mnemonic,
                   in->exec_size);
    cmc_str_append_json(x->out, text);
    if (*comment) {
        cmc_str_append(x->out, ", \"message\": ");
        cmc_str_append_json(x->out, comment);
    }
    cmc_str_append(x->out, ", \"bytes\": \"");
    for (unsigned i = 0; i < size_b; i++)
        cmc_str_printf(x->out, "%02x", x->bytes[pc + i]);
    cmc_str_append(x->out, "\"");
    json_line(x, pc);
    cmc_str_append(x->out, "}");
}

// Text

static void print_comment(disassembler *x, const isa_inst *in, char *text, size_t cap) {
    isa_msg msg;
    text[0] = '\0';
    if (x->o->message_comment && isa_op_get((isa_op)in->op)->format == ISA_FMT_SEND &&
        isa_send_describe(x->m, in, &msg) == CMC_OK)
        isa_msg_print(x->m, &msg, text, cap);
}

static void print_line(disassembler *x, size_t pc) {
    const char *file;
    uint32_t line;
    bool changed;
    if (!source_line(x, pc, &file, &line, &changed) || !changed)
        return;
    cmc_str_append(x->out, "// ");
    cmc_str_append_line(x->out, file);
    cmc_str_printf(x->out, ":%u\n", line);
}

static void print_inst(disassembler *x, size_t pc, unsigned size_b, const isa_inst *in) {
    char text[512], comment[128];
    isa_print_opts opts = {.label = label_name, .user = x, .pc_b = (int64_t)pc};
    size_t len = isa_print(x->m, in, &opts, text, sizeof text - 1);
    len = len < sizeof text - 2 ? len : sizeof text - 2;
    print_comment(x, in, comment, sizeof comment);
    if (x->o->json) {
        json_inst(x, pc, size_b, in, text, comment);
        return;
    }
    if (bit_get(x->marks, pc)) {
        cmc_str_append(x->out, label_name(x, (int64_t)pc));
        cmc_str_append(x->out, ":\n");
    }
    print_line(x, pc);
    if (x->o->offsets)
        cmc_str_printf(x->out, "/* [%06zx] */ ", pc);
    if (*comment) {
        cmc_str_append_n(x->out, text, len);
        cmc_str_append(x->out, " // ");
        cmc_str_append(x->out, comment);
        cmc_str_append(x->out, "\n");
    } else {
        text[len++] = '\n';
        cmc_str_append_n(x->out, text, len);
    }
}

static void print_all(disassembler *x, size_t stop) {
    isa_inst in;
    unsigned size_b = 0;
    for (size_t pc = 0; pc < stop; pc += size_b) {
        decode_at(x, pc, &in, &size_b, NULL);
        print_inst(x, pc, size_b, &in);
    }
    if (x->o->json)
        cmc_str_append(x->out, stop == 0 ? "[]\n" : "\n]\n");
    else if (stop > 0 && stop == x->len && bit_get(x->marks, stop))
        cmc_str_printf(x->out, "L%zu:\n", stop);
}

// Every label must be at the start of an instruction.
static cmc_status check_targets(disassembler *x) {
    for (size_t at = 0; at <= x->len; at += 8)
        if (bit_get(x->marks, at) && !bit_get(x->starts, at))
            return fail_at(x, at, "a branch targets the middle of this instruction");
    return CMC_OK;
}

cmc_status isa_disassemble(const isa_model *m, const uint8_t *bytes, size_t len, const isa_disasm_opts *o, cmc_str *out,
                           cmc_diag *d) {
    assert(m && out && (bytes || len == 0));
    static const isa_disasm_opts none = {0};
    disassembler x = {.m = m,
                      .bytes = bytes,
                      .len = len,
                      .padding_b = find_padding(bytes, len),
                      .o = o ? o : &none,
                      .out = out,
                      .d = d};
    cmc_arena *arena = cmc_arena_create();
    if (!arena)
        return CMC_ERR_OOM;
    size_t words = (len / 8 + 1) / 64 + 1;
    x.marks = CMC_NEW_N(arena, uint64_t, words);
    x.starts = CMC_NEW_N(arena, uint64_t, words);
    cmc_status st = CMC_ERR_OOM;
    if (x.marks && x.starts) {
        size_t stop = 0;
        bit_set(x.marks, 0);
        st = find_labels(&x, &stop);
        if (st == CMC_OK)
            st = check_targets(&x);
        print_all(&x, stop);
        if (out->oom)
            st = CMC_ERR_OOM;
    }
    cmc_arena_destroy(arena);
    return st;
}
