// SPDX-License-Identifier: MIT
// Prints machine IR as text (docs/mir.md). Fields with a zero value are omitted, so that print, parse, print is the
// identity and small tests stay small.

#include "mir_priv.h"

#include <assert.h>
#include <inttypes.h>

typedef struct printer {
    const mir_fn *fn;
    cmc_str *out;
} printer;

// A name that every valid machine IR has.
static const char *known(const char *name) {
    return name ? name : "";
}

static const char *var_name(const printer *p, uint32_t id) {
    return id && id < p->fn->vars.len ? p->fn->vars.data[id]->name : "?";
}

// Registers

static void print_arf(printer *p, const isa_operand *o) {
    uint32_t size_b = isa_type_size_b((isa_type)o->type);
    uint32_t kind = o->reg >> 4, index = o->reg & 15;
    cmc_str_append(p->out, known(isa_arf_name(o->reg)));
    if (kind == ISA_ARF_NULL >> 4 || kind == ISA_ARF_IP >> 4)
        return;
    cmc_str_printf(p->out, "%u", (unsigned)index);
    cmc_str_printf(p->out, ".%d", (int)(o->off_b / (int32_t)(size_b ? size_b : 1)));
}

static void print_var_at(printer *p, uint32_t id, int32_t off_b) {
    cmc_str_printf(p->out, "%%%s", var_name(p, id));
    if (off_b)
        cmc_str_printf(p->out, "%+d", (int)off_b);
}

static void print_indirect(printer *p, const isa_operand *o) {
    if (o->file == ISA_FILE_VREG)
        cmc_str_printf(p->out, "%%%s", var_name(p, o->reg));
    else
        cmc_str_append(p->out, "r");
    if (o->vaddr)
        cmc_str_printf(p->out, "[%%%s.%u,%d]", var_name(p, o->vaddr), (unsigned)o->addr_sub, (int)o->addr_imm);
    else
        cmc_str_printf(p->out, "[a0.%u,%d", (unsigned)o->addr_sub, (int)o->addr_imm);
    if (!o->vaddr && o->file == ISA_FILE_GRF && o->imm >> 32)
        cmc_str_printf(p->out, ",%u:%u", (unsigned)o->imm, (unsigned)(o->imm >> 32));
    if (!o->vaddr)
        cmc_str_append(p->out, "]");
}

static void print_place(printer *p, const isa_operand *o) {
    int32_t size_b = isa_type_size_b((isa_type)o->type);
    if (o->indirect) {
        print_indirect(p, o);
    } else if (o->file == ISA_FILE_VREG) {
        print_var_at(p, o->reg, o->off_b);
    } else if (o->file == ISA_FILE_ARF) {
        print_arf(p, o);
    } else if (size_b) {
        cmc_str_printf(p->out, "r%u.%d", (unsigned)o->reg, (int)(o->off_b / size_b));
    } else {
        cmc_str_printf(p->out, "r%u", (unsigned)o->reg);
    }
}

static void print_type(printer *p, const isa_operand *o) {
    if (o->type)
        cmc_str_printf(p->out, ":%s", isa_type_name((isa_type)o->type));
    if (o->mme)
        cmc_str_printf(p->out, ".mme%u", (unsigned)(o->mme - 1));
}

static void print_src_region(printer *p, isa_region r) {
    if (r.v == ISA_VXH)
        cmc_str_printf(p->out, "<%u,%u>", r.w, r.h);
    else if (r.w)
        cmc_str_printf(p->out, "<%u;%u,%u>", r.v, r.w, r.h);
    else
        cmc_str_printf(p->out, "<%u;%u>", r.v, r.h);
}

static void print_imm(printer *p, const isa_operand *o) {
    cmc_str_printf(p->out, "0x%" PRIX64, o->imm);
    print_type(p, o);
}

static void print_dst(printer *p, const isa_operand *o) {
    print_place(p, o);
    if (o->type)
        cmc_str_printf(p->out, "<%u>", o->rgn.h);
    print_type(p, o);
}

// last_ternary: the third source of a three-source instruction has a horizontal stride only.
static void print_src(printer *p, const isa_operand *o, bool logic, bool last_ternary) {
    static const char *const mods[] = {"", "(abs)", "-", "-(abs)"};
    if (o->file == ISA_FILE_IMM) {
        print_imm(p, o);
        return;
    }
    cmc_str_append(p->out, logic && o->mod == ISA_MOD_NEG ? "~" : mods[o->mod & 3]);
    if (o->file == ISA_FILE_VADDR) {
        cmc_str_append(p->out, "&");
        print_var_at(p, o->reg, o->off_b);
        print_type(p, o);
        return;
    }
    print_place(p, o);
    if (o->type && last_ternary && !o->rgn.v && !o->rgn.w)
        cmc_str_printf(p->out, "<%u>", o->rgn.h);
    else if (o->type)
        print_src_region(p, o->rgn);
    print_type(p, o);
}

// Instructions

static void print_flag(printer *p, const isa_inst *i) {
    if (i->vflag)
        cmc_str_printf(p->out, "%%%s.%u", var_name(p, i->vflag), (unsigned)i->flag_sub);
    else
        cmc_str_printf(p->out, "f%u.%u", (unsigned)i->flag_reg, (unsigned)i->flag_sub);
}

static void print_predicate(printer *p, const isa_inst *i) {
    if (!i->no_mask && !i->pred)
        return;
    cmc_str_append(p->out, i->no_mask ? i->pred ? "(W&" : "(W" : "(");
    if (i->pred) {
        cmc_str_append(p->out, i->pred_inv ? "~" : "");
        print_flag(p, i);
        if (i->pred != ISA_PRED_NORMAL)
            cmc_str_printf(p->out, ".%s", known(isa_name_of(ISA_NAMES_PRED, i->pred)));
    }
    cmc_str_append(p->out, ") ");
}

static void print_function(printer *p, const mir_inst *m) {
    const isa_inst *i = &m->i;
    isa_format fmt = mir_op_is_pseudo(i->op) ? ISA_FMT_NONE : (isa_format)isa_op_get((isa_op)i->op)->format;
    if (i->op == MIR_MSG)
        cmc_str_printf(p->out, ".%s", mir_name_of(&mir_msg_kind_names, m->msg ? m->msg->kind : 0));
    else if (fmt == ISA_FMT_MATH)
        cmc_str_printf(p->out, ".%s", known(isa_name_of(ISA_NAMES_MATH, i->fc)));
    else if (fmt == ISA_FMT_SYNC)
        cmc_str_printf(p->out, ".%s", known(isa_name_of(ISA_NAMES_SYNC, i->fc)));
    else if (fmt == ISA_FMT_SEND)
        cmc_str_printf(p->out, ".%s", known(isa_sfid_name(p->fn->model, i->sfid)));
    else if (fmt == ISA_FMT_DPAS)
        cmc_str_printf(p->out, ".%ux%u", i->dpas_depth, i->dpas_count);
    else if (i->op == ISA_BFN)
        cmc_str_printf(p->out, ".0x%X", i->fc);
    if (i->branch_ctrl)
        cmc_str_append(p->out, ".b");
}

static void print_swsb(printer *p, const isa_swsb *s, const char **sep) {
    if (s->dist) {
        cmc_str_printf(p->out, "%s%s@%u", *sep, known(isa_name_of(ISA_NAMES_PIPE, s->pipe)), s->dist);
        *sep = ",";
    }
    if (s->token_mode) {
        const char *mode = isa_name_of(ISA_NAMES_TOKEN, s->token_mode);
        cmc_str_printf(p->out, "%s$%u%s%s", *sep, s->token, mode ? "." : "", known(mode));
        *sep = ",";
    }
}

static void print_options(printer *p, const mir_inst *m) {
    const isa_inst *i = &m->i;
    const char *sep = " {";
    for (unsigned option = 0; isa_option_name(option); option++)
        if (isa_option_get(i, option)) {
            cmc_str_printf(p->out, "%s%s", sep, isa_option_name(option));
            sep = ",";
        }
    print_swsb(p, &i->swsb, &sep);
    if (m->symbol) {
        cmc_str_printf(p->out, "%s%s=%s", sep, m->symbol_high ? "high" : "low", m->symbol);
        sep = ",";
    }
    if (*sep == ',')
        cmc_str_append(p->out, "}");
}

static uint64_t field_value(const mir_msg *m, const mir_msg_field *f) {
    const uint8_t *b = (const uint8_t *)m + f->offset;
    uint64_t v = 0;
    for (uint32_t i = 0; i < f->size_b; i++)
        v |= (uint64_t)b[i] << (8 * i);
    return v;
}

static void print_message(printer *p, const mir_msg *m) {
    for (uint32_t i = 0; i < mir_msg_operand_count; i++) {
        const isa_operand *o = (const isa_operand *)(const void *)((const char *)m + mir_msg_operands[i].offset);
        if (o->file == ISA_FILE_NONE)
            continue;
        cmc_str_printf(p->out, " %s=", mir_msg_operands[i].name);
        print_src(p, o, false, false);
    }
    for (uint32_t i = 0; i < mir_msg_field_count; i++) {
        uint64_t v = field_value(m, &mir_msg_fields[i]);
        if (v)
            cmc_str_printf(p->out, " %s=%" PRIu64, mir_msg_fields[i].name, v);
    }
}

static void print_send_tail(printer *p, const isa_inst *i) {
    if (i->src1_len)
        cmc_str_printf(p->out, ":%u", (unsigned)i->src1_len);
    if (i->exdesc_is_reg)
        cmc_str_printf(p->out, " a0.%u", (unsigned)i->exdesc_sub);
    else
        cmc_str_printf(p->out, " 0x%X", (unsigned)i->exdesc);
    if (i->desc_is_reg)
        cmc_str_append(p->out, " a0.0");
    // The known bits of a register descriptor stay with the instruction: they hold the payload lengths.
    cmc_str_printf(p->out, i->desc_is_reg ? ":0x%08X" : " 0x%08X", (unsigned)i->desc);
}

static void print_target(printer *p, uint32_t id) {
    const mir_block *b = id < p->fn->blocks.len ? p->fn->blocks.data[id] : NULL;
    if (b && b->name)
        cmc_str_printf(p->out, " %s", b->name);
    else
        cmc_str_printf(p->out, " bb%u", (unsigned)id);
}

static void print_branch_tail(printer *p, const mir_inst *m, isa_format fmt) {
    if (m->target[0] != MIR_NO_TARGET) {
        print_target(p, m->target[0]);
        if (m->target[1] != MIR_NO_TARGET)
            print_target(p, m->target[1]);
    } else if (fmt == ISA_FMT_BRANCH1 || fmt == ISA_FMT_BRANCH2) {
        if (m->i.src[0].file != ISA_FILE_NONE)
            return;
        cmc_str_printf(p->out, " %d", (int)m->i.jip);
        if (fmt == ISA_FMT_BRANCH2)
            cmc_str_printf(p->out, " %d", (int)m->i.uip);
    }
}

static void print_operands(printer *p, const mir_inst *m) {
    const isa_inst *i = &m->i;
    bool pseudo = mir_op_is_pseudo(i->op);
    const isa_op_info *info = isa_op_get(pseudo ? ISA_OP_NONE : (isa_op)i->op);
    if (i->cmod) {
        cmc_str_printf(p->out, " (%s)", known(isa_name_of(ISA_NAMES_CMOD, i->cmod)));
        print_flag(p, i);
    }
    if (i->sat)
        cmc_str_append(p->out, " (sat)");
    if (mir_op_has_dst(i->op) && i->dst.file != ISA_FILE_NONE) {
        cmc_str_append(p->out, " ");
        print_dst(p, &i->dst);
    }
    for (uint32_t s = 0; s < 3; s++) {
        if (i->src[s].file == ISA_FILE_NONE)
            continue;
        cmc_str_append(p->out, " ");
        print_src(p, &i->src[s], (info->attrs & ISA_ATTR_LOGIC) != 0, s == 2 && info->format == ISA_FMT_TERNARY);
    }
    if (!pseudo && info->format == ISA_FMT_SEND)
        print_send_tail(p, i);
    print_branch_tail(p, m, pseudo ? ISA_FMT_NONE : (isa_format)info->format);
    if (m->len_b)
        cmc_str_printf(p->out, " %u", (unsigned)m->len_b);
    if (i->op == MIR_MSG && m->msg)
        print_message(p, m->msg);
}

static void print_string(cmc_str *out, const char *s) {
    cmc_str_append(out, "\"");
    for (; *s; s++)
        if (*s == '"' || *s == '\\')
            cmc_str_printf(out, "\\%c", *s);
        else if ((unsigned char)*s < 32)
            cmc_str_printf(out, "\\x%02x", (unsigned char)*s);
        else
            cmc_str_append_n(out, s, 1);
    cmc_str_append(out, "\"");
}

void mir_inst_print(const mir_fn *fn, const mir_inst *m, cmc_str *out) {
    assert(fn && m && out);
    printer p = {fn, out};
    print_predicate(&p, &m->i);
    cmc_str_append(out, mir_op_name(m->i.op));
    print_function(&p, m);
    if (m->i.op != MIR_UNDEF && m->i.op != MIR_COPY && m->i.op != MIR_EOT && m->i.op != MIR_BR && m->i.op != MIR_SKIP)
        cmc_str_printf(out, " (%u|M%u)", (unsigned)m->i.exec_size, (unsigned)m->i.chan_off);
    print_operands(&p, m);
    print_options(&p, m);
    if (m->loc.line) {
        cmc_str_append(out, " !");
        print_string(out, m->loc.file ? m->loc.file : "");
        cmc_str_printf(out, ":%u:%u", (unsigned)m->loc.line, (unsigned)m->loc.col);
    }
}

// Functions

static void print_file_address(printer *p, const mir_var *v, const char *key, uint32_t addr_b) {
    uint32_t grf_b = p->fn->model->grf_b;
    if (v->kind == MIR_VAR_GRF)
        cmc_str_printf(p->out, " %s=r%u+%u", key, (unsigned)(addr_b / grf_b), (unsigned)(addr_b % grf_b));
    else if (v->kind == MIR_VAR_FLAG)
        cmc_str_printf(p->out, " %s=f%u.%u", key, (unsigned)(addr_b / 4), (unsigned)(addr_b % 4 / 2));
    else
        cmc_str_printf(p->out, " %s=a0.%u", key, (unsigned)(addr_b / 2));
}

static void print_var(printer *p, const mir_var *v) {
    cmc_str_printf(p->out, "  var %s %%%s %u", mir_name_of(&mir_var_kind_names, v->kind), v->name, (unsigned)v->size_b);
    if (v->type)
        cmc_str_printf(p->out, " :%s", isa_type_name((isa_type)v->type));
    if (v->align_b != 1)
        cmc_str_printf(p->out, " align=%u", (unsigned)v->align_b);
    if (v->same_sub_as)
        cmc_str_printf(p->out, " same_sub=%%%s", var_name(p, v->same_sub_as));
    cmc_str_append(p->out, v->even_grf ? " even" : "");
    cmc_str_append(p->out, v->no_spill ? " no_spill" : "");
    cmc_str_append(p->out, v->bound ? " bound" : "");
    cmc_str_append(p->out, v->live_in ? " live_in" : "");
    if (v->fixed)
        print_file_address(p, v, "fixed", v->fixed_b);
    if (v->allocated)
        print_file_address(p, v, "at", v->alloc_b);
    cmc_str_append(p->out, "\n");
}

static void print_arg(printer *p, const mir_arg *a) {
    cmc_str_printf(p->out, "  arg %s", mir_name_of(&mir_arg_kind_names, a->kind));
    if (a->index != UINT32_MAX)
        cmc_str_printf(p->out, " index=%u", (unsigned)a->index);
    cmc_str_printf(p->out, " off=%u size=%u bti=%u", (unsigned)a->off_b, (unsigned)a->size_b, (unsigned)a->bti);
    cmc_str_append(p->out, a->readonly ? " readonly" : "");
    cmc_str_append(p->out, a->writeonly ? " writeonly" : "");
    if (a->name) {
        cmc_str_append(p->out, " name=");
        print_string(p->out, a->name);
    }
    if (a->type_name) {
        cmc_str_append(p->out, " type=");
        print_string(p->out, a->type_name);
    }
    cmc_str_append(p->out, "\n");
}

static void print_attributes(printer *p) {
    const mir_fn *fn = p->fn;
    cmc_str_printf(p->out, "  phase %s\n", mir_name_of(&mir_phase_names, fn->phase));
    if (fn->grf_count != fn->model->grf_count || (fn->grf_chosen && !fn->grf_auto))
        cmc_str_printf(p->out, "  grf_count %u\n", (unsigned)fn->grf_count);
    if (fn->grf_auto)
        cmc_str_append(p->out, "  grf_auto\n");
    if (fn->slm_b)
        cmc_str_printf(p->out, "  slm %u\n", (unsigned)fn->slm_b);
    if (fn->barrier_count)
        cmc_str_printf(p->out, "  barriers %u\n", (unsigned)fn->barrier_count);
    if (fn->private_b)
        cmc_str_printf(p->out, "  private %u\n", (unsigned)fn->private_b);
    if (fn->scratch_b)
        cmc_str_printf(p->out, "  scratch %u\n", (unsigned)fn->scratch_b);
    if (fn->uses_local_ids)
        cmc_str_append(p->out, "  local_ids\n");
    if (fn->keeps_undef)
        cmc_str_append(p->out, "  keeps_undef\n");
}

void mir_print(const mir_fn *fn, cmc_str *out) {
    assert(fn && out);
    printer p = {fn, out};
    cmc_str_append(out, "kernel ");
    print_string(out, fn->name);
    cmc_str_append(out, " {\n");
    print_attributes(&p);
    for (uint32_t i = 0; i < fn->args.len; i++)
        print_arg(&p, &fn->args.data[i]);
    for (uint32_t i = 1; i < fn->vars.len; i++)
        print_var(&p, fn->vars.data[i]);
    for (uint32_t i = 0; i < fn->blocks.len; i++) {
        const mir_block *b = fn->blocks.data[i];
        if (b->name)
            cmc_str_printf(out, "%s:\n", b->name);
        else
            cmc_str_printf(out, "bb%u:\n", (unsigned)b->id);
        for (const mir_inst *m = b->first; m; m = m->next) {
            cmc_str_append(out, "  ");
            mir_inst_print(fn, m, out);
            cmc_str_append(out, "\n");
        }
    }
    cmc_str_append(out, "}\n");
}

void mir_module_print(const mir_module *mod, cmc_str *out) {
    assert(mod && out);
    cmc_str_printf(out, "target %s\n", mod->model->name);
    for (uint32_t i = 0; i < mod->texts.len; i++) {
        cmc_str_printf(out, "text %s ", mod->texts.data[i].symbol);
        print_string(out, mod->texts.data[i].bytes);
        cmc_str_append(out, "\n");
    }
    for (uint32_t i = 0; i < mod->fns.len; i++) {
        cmc_str_append(out, "\n");
        mir_print(mod->fns.data[i], out);
    }
}
