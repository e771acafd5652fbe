// SPDX-License-Identifier: MIT
// Selects inline assembly.
//
//   %r = call <16 x float> asm "add (16|M0) $0 $1 $2", "=r,r,r"(<16 x float> %a, float %b)
//   ->  (W) add (16|M0) %asm.7<1>:f %a.1<1;1,0>:f %b.2<0;1,0>:f
//
// Every operand is a variable that starts on a register boundary; each output has a variable of its own. lib/isa parses
// each line of text with a physical placeholder register for each operand and validates it. Then the registers are
// replaced by the variables. A validated line is therefore legal wherever allocation places the variables. The
// instructions run for all channels; inside SIMD control flow, the assignment of the result writes only the active
// channels.

#include "sel_asm.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_STAND_IN = 1, MOST_LANES = 32 };

static const char trailer[] =
    "\n//@"; // the front end appends it, the number of its own operands and the line positions

// Statement

static LLVMTypeRef result_type(const asm_stmt *s, LLVMValueRef call, uint32_t k) {
    LLVMTypeRef t = LLVMTypeOf(call);
    return s->n_out > 1 ? LLVMStructGetTypeAtIndex(t, k) : t;
}

static bool refuse(asm_stmt *s, const char *text, const char *c, size_t len) {
    sel_error(s->S, "CM0971", "invalid constraint \"%.*s\" of inline assembly: %s", (int)len, c, text);
    return false;
}

// Reads one constraint without its prefixes ('=', '&').
static bool read_constraint(asm_stmt *s, const char *c, size_t len, asm_operand *o) {
    static const struct {
        const char *name;
        uint8_t kind;
    } known[] = {{"r", ASM_REGISTER},  {"rw", ASM_REGISTER}, {"a", ASM_REGISTER}, {"cr", ASM_FLAG},
                 {"i", ASM_IMMEDIATE}, {"F", ASM_IMMEDIATE}, {"n", ASM_NUMBER}};
    if (len && isdigit((unsigned char)c[0])) {
        o->tied = atoi(c);
        if (o->out || (uint32_t)o->tied >= s->n_out)
            return refuse(s, "no such output", c, len);
        return true;
    }
    for (size_t i = 0; i < sizeof(known) / sizeof(*known); i++)
        if (strlen(known[i].name) == len && memcmp(known[i].name, c, len) == 0) {
            o->kind = known[i].kind;
            return !o->out || o->kind < ASM_IMMEDIATE || refuse(s, "an immediate cannot be an output", c, len);
        }
    return refuse(s, "expected r, rw, a, cr, i, n, F or the number of an output", c, len);
}

static uint32_t count_outputs(const char *c, size_t len) {
    uint32_t n = 0;
    for (size_t i = 0; i < len; i++)
        n += c[i] == '=' && (i == 0 || c[i - 1] == ',');
    return n;
}

static bool read_constraints(asm_stmt *s, LLVMValueRef call, LLVMValueRef callee) {
    size_t len = 0, at = 0;
    const char *c = LLVMGetInlineAsmConstraintString(callee, &len);
    uint32_t n_args = (uint32_t)LLVMGetNumArgOperands(call), arg = 0;
    s->n_out = count_outputs(c, len);
    s->ops = CMC_NEW_N(s->S->a, asm_operand, s->n_out + n_args + 1);
    if (!s->ops)
        return false;
    while (at < len) {
        size_t n = 0;
        while (at + n < len && c[at + n] != ',')
            n++;
        asm_operand *o = &s->ops[s->n];
        const char *one = c + at;
        size_t k = 0;
        o->tied = -1;
        o->out = n && one[0] == '=';
        while (k < n && (one[k] == '=' || one[k] == '&'))
            k++;
        at += n + 1;
        if (n && one[0] == '~')
            return refuse(s, "clobber lists are not supported; declare what is written as an output", one, n);
        if (k < n && one[k] == '*')
            return refuse(s, "operands must be registers, not memory", one, n);
        if (!read_constraint(s, one + k, n - k, o) || (!o->out && arg >= n_args))
            return false;
        if (!o->out)
            o->v = LLVMGetOperand(call, arg++);
        o->t = o->out ? result_type(s, call, s->n) : LLVMTypeOf(o->v);
        s->n++;
    }
    return true;
}

// Removes the front end's trailer from the text. The front end's operand is a mask of the unsigned operands.
static void read_trailer(asm_stmt *s) {
    size_t n = sizeof(trailer) - 1, at = s->len;
    while (at >= n && memcmp(s->text + at - n, trailer, n) != 0)
        at--;
    s->n_shown = s->n;
    if (at < n)
        return;
    char *rest;
    s->n_extra = (uint32_t)strtoul(s->text + at, &rest, 10);
    s->n_shown = (uint32_t)strtoul(rest, &rest, 10);
    s->places = rest;
    s->len = at - n;
    uint64_t mask = 0;
    if (s->n_extra == 1 && s->n_shown < s->n && genx_const_u64(s->ops[s->n_shown].v, &mask))
        for (uint32_t k = 0; k < s->n_shown && k < 64; k++)
            s->ops[k].is_unsigned = mask >> k & 1;
}

// Operands

static bool flag_operand(asm_stmt *s, asm_operand *o, uint32_t *next) {
    bool ok = o->lanes <= MOST_LANES && (o->lanes & (o->lanes - 1)) == 0 && !genx_is_float(o->t) &&
              genx_elt_bits(o->t) >= 8 && genx_elt_bits(o->t) <= 32;
    if (!ok) {
        sel_error(s->S, "CM0971",
                  "operand of constraint \"cr\": expected an integer or a vector of 1, 2, 4, 8, 16 or 32 of them");
        return false;
    }
    if (*next >= s->S->m->flag_count) {
        sel_error(s->S, "CM0971", "inline assembly uses more than the %u flags that %s has",
                  (unsigned)s->S->m->flag_count, s->S->m->name);
        return false;
    }
    o->reg = (*next)++;
    o->var = sel_var(s->S, MIR_VAR_FLAG, ISA_UW, o->lanes > 16 ? 4 : 2, "asm");
    return true;
}

static bool register_operand(asm_stmt *s, asm_operand *o, uint32_t *next) {
    uint32_t grf_b = s->S->m->grf_b, n = (o->size_b + grf_b - 1) / grf_b;
    if (!o->size_b || o->type == ISA_TYPE_NONE || *next + n > s->S->fn->grf_count) {
        sel_error(s->S, "CM0971",
                  o->size_b ? "the operands of inline assembly take more than the %u registers of a thread"
                            : "operands of inline assembly must be numbers or vectors",
                  (unsigned)s->S->fn->grf_count);
        return false;
    }
    o->reg = *next;
    *next += n;
    if (!o->out)
        return true;
    o->var = sel_var(s->S, MIR_VAR_GRF, o->type, o->size_b, "asm");
    o->var->align_b = (uint16_t)grf_b;
    return true;
}

static bool place_operands(asm_stmt *s) {
    uint32_t next = FIRST_STAND_IN, next_flag = 0;
    for (uint32_t k = 0; k < s->n; k++) {
        asm_operand *o = &s->ops[k];
        o->lanes = genx_lanes(o->t);
        o->size_b = genx_size_b(o->t);
        o->type = sel_type(o->t, !o->is_unsigned);
        if (o->tied >= 0) {
            if (genx_size_b(s->ops[o->tied].t) != o->size_b) {
                sel_error(s->S, "CM0971",
                          "an input of inline assembly is tied to output %d but differs from it in size", (int)o->tied);
                return false;
            }
            continue;
        }
        if (o->kind == ASM_REGISTER && !register_operand(s, o, &next))
            return false;
        if (o->kind == ASM_FLAG && !flag_operand(s, o, &next_flag))
            return false;
        if (o->out && o->kind == ASM_REGISTER)
            o->written = CMC_NEW_N(s->S->a, bool, o->size_b);
    }
    return true;
}

static isa_operand lanes_of(sel *S, const mir_var *v, int32_t off_b, uint32_t at, uint32_t lanes, isa_type t) {
    int32_t off = off_b + (int32_t)(at * isa_type_size_b(t));
    return lanes == 1 ? sel_scalar(v, off, t) : sel_lanes(S, v, off, lanes, t);
}

// Sets a flag from a mask: one bit for each nonzero lane.
static void set_flag(sel *S, const asm_operand *in, const mir_var *flag) {
    isa_operand w = sel_whole(S, in->v);
    const mir_var *v = S->fn->vars.data[w.reg];
    uint32_t lanes = in->lanes < 16 ? in->lanes : 16;
    for (uint32_t at = 0; at < in->lanes; at += lanes) {
        isa_type t = isa_type_size_b(in->type) == 1 ? ISA_UW : in->type;
        mir_inst *i = sel_emit2(S, ISA_CMP, lanes, isa_null(t), lanes_of(S, v, w.off_b, at, lanes, in->type),
                                isa_imm(0, t == ISA_UW || t == ISA_W ? ISA_W : ISA_D), false, NULL);
        i->i.cmod = ISA_CMOD_NE;
        i->i.vflag = flag->id;
        i->i.flag_sub = (uint8_t)(at / 16);
        i->i.chan_off = 0;
    }
}

// Makes a mask from a flag: 1 where the bit is set, 0 elsewhere.
static void read_flag(sel *S, const asm_operand *o, const mir_var *to) {
    uint32_t lanes = o->lanes < 16 ? o->lanes : 16, e = isa_type_size_b(o->type);
    for (uint32_t at = 0; at < o->lanes; at += lanes)
        for (int set = 0; set < 2; set++) {
            sel_ctl c = {.flag = set ? o->var : NULL, .flag_sub = (uint8_t)(at / 16)};
            isa_type t = e == 1 ? ISA_UB : o->type;
            sel_mov(S, lanes, sel_dst(to, (int32_t)(at * e), t, 1), isa_imm((uint64_t)set, e == 4 ? ISA_UD : ISA_UW),
                    &c);
        }
}

// The assembly never writes an input, so an input can use the registers of its value.
static void read_in_place(sel *S, asm_operand *o) {
    isa_operand w = sel_whole(S, o->v);
    o->var = S->fn->vars.data[w.reg];
    o->off_b = w.off_b;
}

static void load_inputs(asm_stmt *s) {
    sel *S = s->S;
    for (uint32_t k = 0; k < s->n; k++) {
        const asm_operand *o = &s->ops[k], *place = o->tied >= 0 ? &s->ops[o->tied] : o;
        if (o->out && o->var)
            sel_inst(S, MIR_UNDEF, 1)->i.dst = mir_dst(o->var, 0, (isa_type)o->var->type, 1);
        if (o->out || place->kind >= ASM_IMMEDIATE)
            continue;
        if (place->kind == ASM_FLAG)
            set_flag(S, o, place->var);
        else if (o->tied < 0)
            read_in_place(S, &s->ops[k]);
        else if (LLVMIsAConstant(o->v))
            sel_constant(S, o->v, place->var, 0);
        else
            sel_copy(S, place->var, 0, sel_value(S, o->v), o->size_b);
    }
}

// Instructions

static asm_operand *operand_at(asm_stmt *s, uint32_t reg) {
    for (uint32_t k = 0; k < s->n; k++) {
        asm_operand *o = &s->ops[k];
        if (o->kind == ASM_REGISTER && o->tied < 0 && o->var && reg >= o->reg &&
            (reg - o->reg) * s->S->m->grf_b < (o->size_b + s->S->m->grf_b - 1) / s->S->m->grf_b * s->S->m->grf_b)
            return o;
    }
    return NULL;
}

typedef struct reach { // the accesses of one instruction, checked against the operands
    asm_stmt *s;
    const isa_inst *i;
    bool bad;
} reach;

static void check_access(void *user, const isa_access *a) {
    reach *r = user;
    asm_stmt *s = r->s;
    if (r->bad || a->file != ISA_FILE_GRF || a->who > ISA_WHO_SRC2)
        return;
    const isa_operand *from = a->who == ISA_WHO_DST ? &r->i->dst : &r->i->src[a->who - ISA_WHO_SRC0];
    asm_operand *o = operand_at(s, from->reg);
    int32_t first = (int32_t)(a->reg - (o ? o->reg : 0)) * (int32_t)s->S->m->grf_b + a->off_b, end = first + a->len_b;
    if (!o && from->reg == 0 && !a->write && end <= (int32_t)s->S->m->grf_b)
        return;
    if (!o || first < 0 || end > (int32_t)o->size_b) {
        asm_error(s, 0, "%s bytes %d to %d of an operand that has %u", a->write ? "writes" : "reads", (int)first,
                  (int)end - 1, o ? (unsigned)o->size_b : (unsigned)s->S->m->grf_b);
        r->bad = true;
        return;
    }
    if (a->write && !o->out) {
        asm_error(s, 0, "writes an operand that is an input; make it an output, \"=r\" or \"+r\"");
        r->bad = true;
    }
    for (int32_t b = first; a->write && a->dense && !r->i->pred && o->written && b < end; b++)
        o->written[b] = true;
}

static bool check_kind(asm_stmt *s, const isa_inst *i) {
    const char *name = isa_op_get((isa_op)i->op)->mnemonic;
    switch ((isa_format)isa_op_get((isa_op)i->op)->format) {
    case ISA_FMT_SEND:
        asm_error(s, 0, "%s: messages are not allowed in inline assembly; use cm_raw_send", name);
        return false;
    case ISA_FMT_BRANCH1:
    case ISA_FMT_BRANCH2:
        asm_error(s, 0, "%s: branches are not allowed in inline assembly; the compiler must see the control flow",
                  name);
        return false;
    case ISA_FMT_SYNC:
    case ISA_FMT_WAIT:
        asm_error(s, 0, "%s: the compiler manages the scoreboard; remove it", name);
        return false;
    case ISA_FMT_NULLARY:
        asm_error(s, 0, "%s: not allowed in inline assembly", name);
        return false;
    default:
        break;
    }
    if (i->swsb.dist || i->swsb.token_mode || i->swsb.no_acc_set) {
        asm_error(s, 0, "the compiler manages the scoreboard; remove the annotation");
        return false;
    }
    return true;
}

// Among architecture registers, only the accumulator and null may be written.
static bool check_registers(asm_stmt *s, const isa_inst *i) {
    const isa_operand *d = &i->dst;
    if (d->file == ISA_FILE_ARF && (d->reg & 0xf0u) != ISA_ARF_NULL && (d->reg & 0xf0u) != ISA_ARF_ACC) {
        asm_error(s, 0, "writes an architecture register; only operands, acc and null can be written");
        return false;
    }
    for (unsigned k = 0; k < 3; k++)
        if (i->src[k].indirect || d->indirect) {
            asm_error(s, 0,
                      "the compiler allocates address registers; use an element as an operand, as in \"a\"(v(i))");
            return false;
        }
    return true;
}

// Reports lib/isa's errors for a line at their positions in the user's source.
static void forward(asm_stmt *s, const cmc_diag *from, const asm_line *line) {
    for (size_t k = 0; k < cmc_diag_count(from); k++) {
        const cmc_message *m = cmc_diag_get(from, k);
        uint32_t col = m->loc.col ? m->loc.col - 1 : 0;
        uint32_t at = col < line->from.len ? line->from.data[col]
                      : line->from.len     ? line->from.data[line->from.len - 1]
                                           : 0;
        if (m->severity == CMC_ERROR)
            asm_error(s, at, "%s", m->text);
    }
}

static void bind(asm_stmt *s, isa_operand *o) {
    if (o->file != ISA_FILE_GRF)
        return;
    const asm_operand *op = operand_at(s, o->reg);
    const mir_var *v = op ? op->var : sel_header(s->S);
    o->off_b += (int32_t)(o->reg - (op ? op->reg : 0)) * (int32_t)s->S->m->grf_b + (op ? op->off_b : 0);
    o->file = ISA_FILE_VREG;
    o->reg = v->id;
}

static void bind_flag(asm_stmt *s, isa_inst *i) {
    for (uint32_t k = 0; k < s->n && (i->pred || i->cmod); k++)
        if (s->ops[k].kind == ASM_FLAG && s->ops[k].tied < 0 && s->ops[k].reg == i->flag_reg) {
            i->vflag = s->ops[k].var->id;
            i->flag_reg = 0;
            return;
        }
}

static void select_line(asm_stmt *s, const char *text, size_t len) {
    asm_line line = {.text = CMC_STR_INIT};
    isa_parse_result r;
    cmc_diag *d = cmc_diag_create();
    bool ok = d && asm_expand(s, text, len, &line);
    if (ok && isa_parse(s->S->m, cmc_str_text(&line.text), line.text.len, 1, &r, d) != CMC_OK) {
        forward(s, d, &line);
    } else if (ok && r.is_label) {
        asm_error(s, 0, "labels are not allowed in inline assembly");
    } else if (ok && !r.is_empty && check_kind(s, &r.inst) && check_registers(s, &r.inst)) {
        r.inst.no_mask = true;
        r.inst.compacted = false;
        reach x = {.s = s, .i = &r.inst};
        uint8_t bytes[16];
        if (isa_validate(s->S->m, &r.inst, d) != CMC_OK || isa_encode(s->S->m, &r.inst, bytes, d) != CMC_OK)
            forward(s, d, &line);
        else
            isa_inst_effects(s->S->m, &r.inst, check_access, &x);
        if (!cmc_diag_error_count(d) && !x.bad) {
            mir_inst *i = sel_inst(s->S, r.inst.op, r.inst.exec_size);
            i->loc = s->at;
            i->i = r.inst;
            bind_flag(s, &i->i);
            bind(s, &i->i.dst);
            for (unsigned k = 0; k < 3; k++)
                bind(s, &i->i.src[k]);
        }
    }
    cmc_str_free(&line.text);
    cmc_diag_destroy(d);
}

// The length up to a semicolon that is not part of a region.
static size_t instruction_end(const char *text, size_t n) {
    bool region = false;
    size_t k = 0;
    for (; k < n && (region || text[k] != ';'); k++)
        region = text[k] == '<' || (region && text[k] != '>');
    return k;
}

// A line ends at a newline. Semicolons separate the instructions of a line.
static void select_text(asm_stmt *s) {
    const char *place = s->places;
    for (size_t at = 0; at < s->len;) {
        const char *line = s->text + at, *end = memchr(line, '\n', s->len - at);
        size_t n = end ? (size_t)(end - line) : s->len - at;
        s->at = s->S->loc;
        if (place) {
            char *rest;
            s->at.line = (uint32_t)strtoul(place, &rest, 10);
            s->at.col = *rest == ':' ? (uint32_t)strtoul(rest + 1, &rest, 10) : 0;
            place = rest;
        }
        for (size_t from = 0, len; from < n; from += len + 1) {
            size_t blanks = 0;
            len = instruction_end(line + from, n - from);
            while (blanks < len && isspace((unsigned char)line[from + blanks]))
                blanks++;
            s->at.col += s->places ? (uint32_t)blanks : 0;
            select_line(s, line + from + blanks, len - blanks);
            s->at.col += s->places ? (uint32_t)(len - blanks) + 1 : 0;
        }
        at += n + 1;
    }
}

// Results

static bool covered(const asm_operand *o) {
    for (uint32_t b = 0; o->written && b < o->size_b; b++)
        if (!o->written[b])
            return false;
    return true;
}

static bool is_tied(const asm_stmt *s, uint32_t out) {
    for (uint32_t k = s->n_out; k < s->n; k++)
        if (s->ops[k].tied == (int32_t)out)
            return true;
    return false;
}

static mir_var *result(asm_stmt *s, uint32_t k) {
    const asm_operand *o = &s->ops[k];
    if (o->kind == ASM_FLAG) {
        mir_var *v = sel_var_for(s->S, o->t, NULL);
        read_flag(s->S, o, v);
        return v;
    }
    if (!covered(o) && !is_tied(s, k))
        cmc_diag_add(
            s->S->d, CMC_WARNING, "-Wcm-asm", s->S->loc,
            "inline assembly leaves parts of output %u unwritten and thus undefined; \"+r\" keeps the old value",
            (unsigned)k);
    return o->var;
}

static void bind_results(asm_stmt *s, LLVMValueRef call) {
    if (s->n_out == 1)
        sel_bind(s->S, call, result(s, 0), 0);
    for (uint32_t k = 0; s->n_out > 1 && k < s->n_out; k++) {
        mir_var *v = result(s, k);
        genx_foreach_use(call, u) {
            LLVMValueRef x = LLVMGetUser(u);
            if (LLVMIsAExtractValueInst(x) && LLVMGetIndices(x)[0] == k)
                sel_bind(s->S, x, v, 0);
        }
    }
}

bool sel_asm(sel *S, LLVMValueRef call) {
    LLVMValueRef callee = LLVMIsACallInst(call) ? LLVMGetCalledValue(call) : NULL;
    if (LLVMIsAExtractValueInst(call)) { // already bound by its statement
        LLVMValueRef from = LLVMGetOperand(call, 0);
        return LLVMIsACallInst(from) && LLVMIsAInlineAsm(LLVMGetCalledValue(from));
    }
    if (!callee || !LLVMIsAInlineAsm(callee))
        return false;
    asm_stmt s = {.S = S, .at = S->loc};
    size_t errors = cmc_diag_error_count(S->d);
    s.text = LLVMGetInlineAsmAsmString(callee, &s.len);
    if (read_constraints(&s, call, callee)) {
        read_trailer(&s);
        if (place_operands(&s)) {
            load_inputs(&s);
            select_text(&s);
            if (cmc_diag_error_count(S->d) == errors)
                bind_results(&s, call);
        }
    }
    if (cmc_diag_error_count(S->d) > errors) // bind the results, so that their users do not report again
        genx_foreach_use(call, u)
            if (LLVMIsAExtractValueInst(LLVMGetUser(u)))
                sel_bind(S, LLVMGetUser(u), sel_var_for(S, LLVMTypeOf(LLVMGetUser(u)), NULL), 0);
    return true;
}
