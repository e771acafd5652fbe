// SPDX-License-Identifier: MIT
// Selects predicates. A predicate of up to 16 lanes is a 16-bit word of a flag register; one of 32 lanes is a whole
// flag register. Inversion is recorded, not computed. Logic on predicates reads one operand from a flag register and
// the other from a general register.

#include "sel_priv.h"

#include <assert.h>

static isa_operand flag_operand(const mir_var *f, uint32_t word) {
    assert(f->kind == MIR_VAR_FLAG && word * 2 < f->size_b);
    return mir_src(f, (int32_t)word * 2, ISA_UW, (isa_region){0, 1, 0});
}

static isa_type bits_type(uint32_t lanes) {
    return lanes > 16 ? ISA_UD : ISA_UW;
}

// A compare of fewer than 16 lanes writes part of the word. Without `undef` the word would be live before the compare.
static mir_var *flag_var(sel *S, LLVMValueRef v) {
    size_t len = 0;
    const char *hint = LLVMGetValueName2(v, &len);
    isa_type t = bits_type(genx_lanes(LLVMTypeOf(v)));
    mir_var *f = sel_var(S, MIR_VAR_FLAG, t, isa_type_size_b(t), len ? hint : "p");
    sel_inst(S, MIR_UNDEF, 1)->i.dst = mir_dst(f, 0, t, 1);
    return f;
}

static void bind_flag(sel *S, LLVMValueRef v, mir_var *f, bool inv) {
    sel_bind(S, v, f, 0);
    sel_val *x = ptrmap_get(&S->vals, v);
    if (x)
        x->inv = inv;
}

// A general register for the bits of that many lanes: a word or a dword.
static mir_var *bits_temp(sel *S, uint32_t lanes) {
    return sel_var(S, MIR_VAR_GRF, bits_type(lanes), lanes > 16 ? 4 : 2, "w");
}

static mir_var *word_temp(sel *S) {
    return bits_temp(S, 16);
}

static isa_operand word_dst(const mir_var *v) {
    return sel_dst(v, 0, (isa_type)v->type, 1);
}

static isa_operand word_src(const mir_var *v) {
    return sel_scalar(v, 0, (isa_type)v->type);
}

typedef struct cond {
    uint8_t cmod;
    bool is_signed;
    bool inv;
} cond;

static cond int_cond(LLVMIntPredicate p) {
    switch (p) {
    case LLVMIntEQ:
        return (cond){ISA_CMOD_EQ, true, false};
    case LLVMIntNE:
        return (cond){ISA_CMOD_NE, true, false};
    case LLVMIntUGT:
        return (cond){ISA_CMOD_GT, false, false};
    case LLVMIntUGE:
        return (cond){ISA_CMOD_GE, false, false};
    case LLVMIntULT:
        return (cond){ISA_CMOD_LT, false, false};
    case LLVMIntULE:
        return (cond){ISA_CMOD_LE, false, false};
    case LLVMIntSGT:
        return (cond){ISA_CMOD_GT, true, false};
    case LLVMIntSGE:
        return (cond){ISA_CMOD_GE, true, false};
    case LLVMIntSLT:
        return (cond){ISA_CMOD_LT, true, false};
    case LLVMIntSLE:
        return (cond){ISA_CMOD_LE, true, false};
    }
    return (cond){ISA_CMOD_NONE, true, false};
}

// All hardware conditions except "not equal" are false for unordered operands. LLVM's unordered predicates are the
// inverses of ordered ones. gx_lower splits one, ueq, ord and uno into two compares.
static cond real_cond(LLVMRealPredicate p) {
    switch (p) {
    case LLVMRealOEQ:
        return (cond){ISA_CMOD_EQ, true, false};
    case LLVMRealOGT:
        return (cond){ISA_CMOD_GT, true, false};
    case LLVMRealOGE:
        return (cond){ISA_CMOD_GE, true, false};
    case LLVMRealOLT:
        return (cond){ISA_CMOD_LT, true, false};
    case LLVMRealOLE:
        return (cond){ISA_CMOD_LE, true, false};
    case LLVMRealUNE:
        return (cond){ISA_CMOD_NE, true, false};
    case LLVMRealUGT:
        return (cond){ISA_CMOD_LE, true, true};
    case LLVMRealUGE:
        return (cond){ISA_CMOD_LT, true, true};
    case LLVMRealULT:
        return (cond){ISA_CMOD_GE, true, true};
    case LLVMRealULE:
        return (cond){ISA_CMOD_GT, true, true};
    default:
        return (cond){ISA_CMOD_NONE, true, false};
    }
}

// Emits the compare, which writes f.
static void compare(sel *S, mir_var *f, cond c, isa_operand s0, isa_operand s1, uint32_t lanes, const sel_ctl *ctl) {
    bool byte1 = s1.file == ISA_FILE_VREG && isa_type_size_b((isa_type)s1.type) == 1;
    if ((s0.file == ISA_FILE_IMM && s1.file != ISA_FILE_IMM) || byte1) {
        isa_operand x = s0;
        s0 = s1;
        s1 = x;
        c.cmod = mir_swapped_cmod(c.cmod);
    }
    isa_type t = isa_type_size_b((isa_type)s0.type) >= isa_type_size_b((isa_type)s1.type) ? (isa_type)s0.type
                                                                                          : (isa_type)s1.type;
    if (t == ISA_B)
        t = ISA_W;
    if (t == ISA_UB)
        t = ISA_UW;
    mir_inst *i = sel_emit2(S, ISA_CMP, lanes, isa_null(t), s0, s1, false, ctl);
    i->i.cmod = c.cmod;
    i->i.vflag = f->id;
}

// The and/or whose second operand is this compare, if it is the compare's only user and is in the same block. Both can
// then be one instruction. NULL: there is no such instruction.
static LLVMValueRef logic_of(const sel *S, LLVMValueRef v) {
    LLVMValueRef user = genx_single_user(v);
    LLVMOpcode o = user && LLVMIsAInstruction(user) ? LLVMGetInstructionOpcode(user) : LLVMRet;
    if ((o != LLVMAnd && o != LLVMOr) || LLVMGetInstructionParent(user) != LLVMGetInstructionParent(v))
        return NULL;
    LLVMValueRef other = LLVMGetOperand(user, LLVMGetOperand(user, 0) == v);
    uint64_t bits;
    if (genx_is_flow(other, "on")) // under_mask needs the compare's own flag
        return NULL;
    if (LLVMIsConstant(other))
        return genx_const_splat(other, &bits) ? NULL : user;
    const bale_node *n = LLVMIsAInstruction(other) ? bale_get(S->bales, other) : NULL, *me = bale_get(S->bales, v);
    return n && me && other != v && n->order < me->order ? user : NULL;
}

static cond cond_of(LLVMValueRef cmp) {
    return LLVMIsAICmpInst(cmp) ? int_cond(LLVMGetICmpPredicate(cmp)) : real_cond(LLVMGetFCmpPredicate(cmp));
}

// An and/or whose result is compared with zero: the operation itself sets the condition.
static void emit_test(sel *S, LLVMValueRef x, const mir_var *f, cond c, const sel_ctl *ctl) {
    uint32_t lanes = genx_lanes(LLVMTypeOf(x));
    unsigned allow = SEL_IMM | SEL_BYTE | SEL_INDIRECT_ONE;
    isa_operand s0 = sel_source(S, x, 0, lanes, true, allow), s1 = sel_source(S, x, 1, lanes, true, allow);
    uint16_t op = LLVMGetInstructionOpcode(x) == LLVMAnd ? ISA_AND : ISA_OR;
    mir_inst *i = sel_emit2(S, op, lanes, isa_null(sel_type(LLVMTypeOf(x), true)), s0, s1, true, ctl);
    i->i.cmod = c.cmod;
    i->i.vflag = f->id;
}

static void emit_cmp(sel *S, LLVMValueRef v, mir_var *f, cond c, const sel_ctl *ctl) {
    uint32_t lanes = genx_lanes(LLVMTypeOf(v));
    if (bale_folds(S->bales, v, 0) && bale_is_test(v, LLVMGetOperand(v, 0))) {
        emit_test(S, LLVMGetOperand(v, 0), f, c, ctl);
        return;
    }
    unsigned allow = SEL_IMM | SEL_BYTE | SEL_INDIRECT_ONE | (LLVMIsAICmpInst(v) ? 0 : SEL_MODS);
    isa_operand s0 = sel_source(S, v, 0, lanes, c.is_signed, allow);
    isa_operand s1 = sel_source(S, v, 1, lanes, c.is_signed, allow);
    compare(S, f, c, s0, s1, lanes, ctl);
}

void sel_cmp(sel *S, LLVMValueRef v) {
    uint32_t lanes = genx_lanes(LLVMTypeOf(v));
    cond c = cond_of(v);
    if (!sel_knows_types(S, v)) {
        bind_flag(S, v, flag_var(S, v), false);
        return;
    }
    if (LLVMIsAICmpInst(v) && genx_elt_bits(LLVMTypeOf(LLVMGetOperand(v, 0))) == 64 && !S->m->has_int64_add) {
        sel_error(S, "CM0931", "internal: a 64-bit compare was not split");
        return;
    }
    if (lanes > 32 || (lanes & (lanes - 1)) || c.cmod == ISA_CMOD_NONE) {
        sel_error(S, "CM0931", "a compare of %u lanes whose mask is used as a whole is not supported", (unsigned)lanes);
        return;
    }
    if (!c.inv && logic_of(S, v))
        return; // sel_mask_op emits the compare
    mir_var *f = flag_var(S, v);
    bind_flag(S, v, f, c.inv);
    emit_cmp(S, v, f, c, NULL);
}

static uint32_t constant_bits(LLVMValueRef c) {
    uint64_t b;
    bool undef;
    uint32_t bits = 0;
    for (uint32_t k = 0; k < genx_lanes(LLVMTypeOf(c)) && k < 32; k++)
        if (genx_const_lane(c, k, &b, &undef))
            bits |= (uint32_t)(b & 1) << k;
    return bits;
}

// A flag of its own for a constant predicate.
static mir_var *new_constant(sel *S, LLVMValueRef c) {
    isa_type t = bits_type(genx_lanes(LLVMTypeOf(c)));
    mir_var *f = sel_var(S, MIR_VAR_FLAG, t, isa_type_size_b(t), "p");
    sel_mov(S, 1, mir_dst(f, 0, t, 1), isa_imm(constant_bits(c), t), NULL);
    return f;
}

// The flag for a constant predicate. A recently made flag is reused, as it is or inverted. An older flag is not reused:
// its live range would occupy one of the few flag registers for too long.
static mir_var *constant_flag(sel *S, LLVMValueRef c, bool *inv) {
    enum { NEAR = 32 };
    uint32_t lanes = genx_lanes(LLVMTypeOf(c)), now = S->bb->last ? S->bb->last->id : 0, word = constant_bits(c);
    if (lanes > 16)
        return new_constant(S, c);
    uint32_t seen = lanes >= 16 ? 0xffff : (1u << lanes) - 1;
    sel_const_flag *oldest = &S->const_flags[0];
    for (unsigned k = 0; k < S->m->flag_count / 2u; k++) { // one of four words, two of eight
        sel_const_flag *f = &S->const_flags[k];
        oldest = f->last_use < oldest->last_use ? f : oldest;
        bool same = ((f->word ^ word) & seen) == 0, opposite = ((f->word ^ word) & seen) == seen;
        if (!f->flag || f->block != S->bb || now - f->last_use > NEAR || (!same && !opposite))
            continue;
        f->last_use = now;
        *inv ^= opposite;
        return f->flag;
    }
    *oldest = (sel_const_flag){new_constant(S, c), S->bb, now, (uint16_t)word};
    return oldest->flag;
}

// Moves a predicate that starts at another lane down into its own flag: instructions start at channels 0, 4, 8, ...
static sel_ctl moved_down(sel *S, sel_ctl c) {
    mir_var *w = word_temp(S), *f = sel_var(S, MIR_VAR_FLAG, ISA_UW, 2, "p");
    sel_mov(S, 1, word_dst(w), flag_operand(c.flag, c.flag_sub), NULL);
    sel_emit2(S, ISA_SHR, 1, word_dst(w), word_src(w), isa_imm(c.chan_off, ISA_UW), false, NULL);
    sel_mov(S, 1, word_dst(f), word_src(w), NULL);
    c.flag = f;
    c.flag_sub = 0;
    c.chan_off = 0;
    return c;
}

// The active channels, from `word` on, as a predicate of 16 or of all 32 lanes.
static mir_var *on_flag(sel *S, uint32_t word, bool wide) {
    isa_type t = wide ? ISA_UD : ISA_UW;
    uint32_t size_b = wide ? 4 : 2;
    mir_var *w = sel_var(S, MIR_VAR_GRF, t, size_b, "w"), *f = sel_var(S, MIR_VAR_FLAG, t, size_b, "on");
    sel_mov(S, 1, sel_dst(w, 0, t, 1), isa_arf_reg(ISA_ARF_CE, 0, (int32_t)word * 2, t, (isa_region){0, 1, 0}), NULL);
    sel_mov(S, 1, sel_dst(f, 0, t, 1), sel_scalar(w, 0, t), NULL);
    return f;
}

// If the mask is (active channels & p): the predicate p, executed under the channel mask.
static bool under_mask(sel *S, LLVMValueRef mask, uint32_t lanes, sel_ctl *c) {
    if (!LLVMIsAInstruction(mask) || LLVMGetInstructionOpcode(mask) != LLVMAnd)
        return false;
    for (unsigned k = 0; k < 2; k++) {
        if (!genx_is_flow(LLVMGetOperand(mask, k), "on"))
            continue;
        sel_ctl p = sel_pred(S, LLVMGetOperand(mask, 1 - k), lanes);
        if (!p.flag || p.chan_off)
            return false;
        *c = p;
        c->on = true;
        return true;
    }
    return false;
}

sel_ctl sel_pred_on(sel *S, LLVMValueRef mask, uint32_t lanes) {
    sel_ctl c = {0};
    uint64_t off = 0;
    LLVMValueRef m = mask;
    if (genx_call_id(m) == GENX_RDPREDREGION && genx_const_u64(LLVMGetOperand(m, 1), &off))
        m = LLVMGetOperand(m, 0);
    if (genx_is_flow(m, "on") && off % S->m->chan_off_unit == 0) {
        c.on = true;
        c.chan_off = (uint8_t)off;
        return c;
    }
    return under_mask(S, mask, lanes, &c) ? c : sel_pred(S, mask, lanes);
}

sel_ctl sel_pred(sel *S, LLVMValueRef mask, uint32_t lanes) {
    assert(lanes >= 1);
    sel_ctl c = {0};
    LLVMValueRef x;
    uint64_t bits;
    uint32_t off = 0;
    for (;;) {
        if ((x = genx_not_of(mask))) {
            c.inv = !c.inv;
        } else if (genx_call_id(mask) == GENX_RDPREDREGION && genx_const_u64(LLVMGetOperand(mask, 1), &bits)) {
            off += (uint32_t)bits;
            x = LLVMGetOperand(mask, 0);
        } else if (LLVMIsABitCastInst(mask) && genx_is_bool(LLVMTypeOf(LLVMGetOperand(mask, 0))) &&
                   genx_is_bool(LLVMTypeOf(mask))) {
            x = LLVMGetOperand(mask, 0); // between <1 x i1> and i1
        } else {
            break;
        }
        mask = x;
    }
    if (LLVMIsConstant(mask) && genx_const_splat(mask, &bits)) {
        c.inv = c.inv != !(bits & 1);
        if (c.inv)
            c.flag = NULL;
        return c;
    }
    if (LLVMIsConstant(mask)) {
        c.flag = constant_flag(S, mask, &c.inv);
    } else if (genx_is_flow(mask, "on")) {
        c.flag = on_flag(S, off / 16, lanes > 16);
        off %= 16;
    } else {
        sel_val *v = ptrmap_get(&S->vals, mask);
        if (!v || v->var->kind != MIR_VAR_FLAG) {
            sel_error(S, "CM0932", "a mask of %u lanes made this way is not supported here", (unsigned)lanes);
            return c;
        }
        c.flag = v->var;
        c.inv = c.inv != v->inv;
    }
    c.flag_sub = (uint8_t)(off / 16);
    c.chan_off = (uint8_t)(off % 16);
    return c.chan_off % S->m->chan_off_unit ? moved_down(S, c) : c;
}

// The raw bits of a flag as an operand: that many lanes, from word flag_sub on.
static isa_operand flag_bits(const sel_ctl *p, uint32_t lanes) {
    return mir_src(p->flag, p->flag_sub * 2, bits_type(lanes), (isa_region){0, 1, 0});
}

// The general register from which a predicate was moved to its flag and which still holds the bits; NULL if there is no
// such register.
static mir_var *known_bits(sel *S, LLVMValueRef m) {
    const sel_val *v = ptrmap_get(&S->vals, m);
    return v && !v->inv ? v->bits : NULL;
}

// The predicate's bits, not inverted, in a general register.
static mir_var *mask_word(sel *S, LLVMValueRef m) {
    mir_var *known = known_bits(S, m);
    if (known)
        return known;
    uint32_t lanes = genx_lanes(LLVMTypeOf(m));
    isa_type t = bits_type(lanes);
    uint64_t all = t == ISA_UD ? UINT32_MAX : UINT16_MAX;
    mir_var *w = bits_temp(S, lanes);
    sel_ctl p = sel_pred(S, m, lanes);
    if (!p.flag) {
        sel_mov(S, 1, word_dst(w), isa_imm(p.inv ? 0 : all, t), NULL);
        return w;
    }
    sel_mov(S, 1, word_dst(w), flag_bits(&p, lanes), NULL);
    if (p.chan_off)
        sel_emit2(S, ISA_SHR, 1, word_dst(w), word_src(w), isa_imm(p.chan_off, ISA_UW), false, NULL);
    if (p.inv)
        sel_emit2(S, ISA_XOR, 1, word_dst(w), word_src(w), isa_imm(all, t), false, NULL);
    return w;
}

static void bind_word(sel *S, LLVMValueRef v, mir_var *w) {
    mir_var *f = flag_var(S, v);
    bind_flag(S, v, f, false);
    sel_val *x = ptrmap_get(&S->vals, v);
    if (x)
        x->bits = w;
    sel_mov(S, 1, mir_dst(f, 0, (isa_type)w->type, 1), word_src(w), NULL);
}

static mir_var *combine(sel *S, uint16_t op, const mir_var *a, isa_operand b) {
    mir_var *w = sel_var(S, MIR_VAR_GRF, (isa_type)a->type, a->size_b, "w");
    sel_emit2(S, op, 1, word_dst(w), word_src(a), b, false, NULL);
    return w;
}

// The first source of logic on predicates; only a first source may be a flag register.
static isa_operand flag_or_word(sel *S, LLVMValueRef m) {
    uint32_t lanes = genx_lanes(LLVMTypeOf(m));
    sel_ctl p = known_bits(S, m) ? (sel_ctl){0} : sel_pred(S, m, lanes);
    return p.flag && !p.inv && !p.chan_off ? flag_bits(&p, lanes) : word_src(mask_word(S, m));
}

static bool wanted_as_number(LLVMValueRef m) {
    genx_foreach_use(m, u)
        if (LLVMIsABitCastInst(LLVMGetUser(u)))
            return true;
    return false;
}

static bool negate(cond *c, bool is_int) {
    static const uint8_t opposite[][2] = {{ISA_CMOD_EQ, ISA_CMOD_NE}, {ISA_CMOD_NE, ISA_CMOD_EQ},
                                          {ISA_CMOD_GT, ISA_CMOD_LE}, {ISA_CMOD_LE, ISA_CMOD_GT},
                                          {ISA_CMOD_LT, ISA_CMOD_GE}, {ISA_CMOD_GE, ISA_CMOD_LT}};
    for (size_t k = 0; is_int && k < sizeof(opposite) / sizeof(*opposite); k++)
        if (c->cmod == opposite[k][0]) {
            c->cmod = opposite[k][1];
            return true;
        }
    return false; // the inverse of an ordered condition is true for NaN, and no condition is
}

// a & (b < c) is a compare predicated by a, which writes the flag that holds a; a | (b < c) is predicated by not a.
// If a is inverted, so is the result: ~f & x = ~(f | ~x).
static bool predicated_compare(sel *S, LLVMValueRef v) {
    unsigned second = 2;
    for (unsigned k = 0; k < 2; k++) {
        LLVMValueRef x = LLVMGetOperand(v, k);
        if (LLVMIsACmpInst(x) && logic_of(S, x) == v && !cond_of(x).inv)
            second = k;
    }
    if (second == 2)
        return false;
    LLVMValueRef cmp = LLVMGetOperand(v, second), first = LLVMGetOperand(v, 1 - second);
    uint32_t lanes = genx_lanes(LLVMTypeOf(v));
    cond c = cond_of(cmp);
    sel_ctl p = LLVMIsConstant(first) ? (sel_ctl){.flag = new_constant(S, first)} : sel_pred(S, first, lanes);
    bool is_and = LLVMGetInstructionOpcode(v) == LLVMAnd, inv = p.inv;
    if (!p.flag || p.flag_sub || p.chan_off || (inv && !negate(&c, LLVMIsAICmpInst(cmp) != NULL))) {
        mir_var *f = flag_var(S, cmp);
        bind_flag(S, cmp, f, c.inv);
        emit_cmp(S, cmp, f, c, NULL);
        return false;
    }
    isa_type t = bits_type(lanes);
    if (!LLVMIsConstant(first)) {
        mir_var *f = sel_var(S, MIR_VAR_FLAG, t, isa_type_size_b(t), "p"); // coalesced if the first has no other use
        sel_val whole = {.var = p.flag};
        sel_copy(S, f, 0, &whole, isa_type_size_b(t));
        p.flag = f;
    }
    bind_flag(S, v, p.flag, inv);
    p.inv = is_and == inv;
    emit_cmp(S, cmp, p.flag, c, &p);
    return true;
}

void sel_mask_op(sel *S, LLVMValueRef v) {
    if (genx_not_of(v) || genx_call_id(v) == GENX_RDPREDREGION)
        return; // folded into the users
    if (genx_lanes(LLVMTypeOf(v)) > 16 && genx_lanes(LLVMTypeOf(v)) != 32) {
        sel_error(S, "CM0932", "a mask of %u lanes is not supported here", (unsigned)genx_lanes(LLVMTypeOf(v)));
        return;
    }
    LLVMOpcode o = LLVMGetInstructionOpcode(v);
    if (o == LLVMSelect) { // c ? a : b = b ^ (c & (a ^ b))
        const mir_var *c = mask_word(S, LLVMGetOperand(v, 0)), *b = mask_word(S, LLVMGetOperand(v, 2));
        const mir_var *d = combine(S, ISA_XOR, mask_word(S, LLVMGetOperand(v, 1)), word_src(b));
        d = combine(S, ISA_AND, d, word_src(c));
        bind_word(S, v, combine(S, ISA_XOR, d, word_src(b)));
        return;
    }
    uint16_t op = o == LLVMAnd ? ISA_AND : o == LLVMOr ? ISA_OR : o == LLVMXor ? ISA_XOR : ISA_OP_NONE;
    if (op == ISA_OP_NONE) {
        sel_error(S, "CM0932", "this operation on masks is not supported");
        return;
    }
    if (op != ISA_XOR && predicated_compare(S, v))
        return;
    unsigned first = known_bits(S, LLVMGetOperand(v, 0)) ? 1 : 0;
    isa_operand a = flag_or_word(S, LLVMGetOperand(v, first)), b = word_src(mask_word(S, LLVMGetOperand(v, 1 - first)));
    if (wanted_as_number(v)) {
        mir_var *w = bits_temp(S, genx_lanes(LLVMTypeOf(v)));
        sel_emit2(S, op, 1, word_dst(w), a, b, false, NULL);
        bind_word(S, v, w);
        return;
    }
    mir_var *f = flag_var(S, v);
    bind_flag(S, v, f, false);
    sel_emit2(S, op, 1, word_dst(f), a, b, false, NULL);
}

bool sel_pred_group(sel *S, LLVMValueRef v, sel_ctl *c, uint8_t *how) {
    assert(c && how);
    static const uint8_t any[] = {0, ISA_PRED_ANY2H, ISA_PRED_ANY4H, ISA_PRED_ANY8H, ISA_PRED_ANY16H};
    static const uint8_t all[] = {0, ISA_PRED_ALL2H, ISA_PRED_ALL4H, ISA_PRED_ALL8H, ISA_PRED_ALL16H};
    LLVMValueRef x;
    bool inv = false;
    for (; (x = genx_not_of(v)); v = x)
        inv = !inv;
    genx_id id = genx_call_id(v);
    if (!S->m->has_pred_groups || (id != GENX_ANY && id != GENX_ALL) || LLVMGetInstructionParent(v) != S->at_block)
        return false;
    LLVMValueRef m = LLVMGetOperand(v, 0);
    uint32_t lanes = genx_lanes(LLVMTypeOf(m)), k = 0;
    while ((1u << k) < lanes)
        k++;
    if (lanes < 2 || lanes > 16 || (1u << k) != lanes || LLVMIsConstant(m))
        return false;
    *c = sel_pred(S, m, lanes);
    if (!c->flag || c->chan_off)
        return false;
    // An any of an inverted flag is the inverse of an all of the flag.
    bool is_any = (id == GENX_ANY) != c->inv;
    *how = is_any ? any[k] : all[k];
    c->inv = inv != c->inv;
    return true;
}

// Selects any and all of up to 16 lanes or of 32: the bits are compared with zero or with all ones.
void sel_reduce(sel *S, LLVMValueRef v) {
    LLVMValueRef m = LLVMGetOperand(v, 0);
    uint32_t lanes = genx_lanes(LLVMTypeOf(m));
    if (lanes > 16 && lanes != 32) {
        sel_error(S, "CM0932", "a mask of %u lanes is not supported here", (unsigned)lanes);
        return;
    }
    bool all = genx_call_id(v) == GENX_ALL;
    uint64_t bits = (1ull << lanes) - 1;
    sel_ctl p = lanes >= 16 ? sel_pred(S, m, lanes) : (sel_ctl){0};
    isa_type t = bits_type(lanes);
    bool inv = lanes == 32 && p.inv; // none of the inverted flag = all of the flag
    all = all != inv;
    if (p.flag && p.inv == inv && !p.chan_off) { // compare the flag in place
        mir_var *r = flag_var(S, v);
        bind_flag(S, v, r, inv);
        compare(S, r, (cond){all ? ISA_CMOD_EQ : ISA_CMOD_NE, false, false},
                mir_src(p.flag, p.flag_sub * 2, t, (isa_region){0, 1, 0}), isa_imm(all ? bits : 0, t), 1, NULL);
        return;
    }
    const mir_var *w = mask_word(S, m);
    if (lanes < 16)
        w = combine(S, ISA_AND, w, isa_imm(bits, ISA_UW));
    mir_var *f = flag_var(S, v);
    bind_flag(S, v, f, false);
    compare(S, f, (cond){all ? ISA_CMOD_EQ : ISA_CMOD_NE, false, false}, word_src(w), isa_imm(all ? bits : 0, t), 1,
            NULL);
}

// True if the only user of the bits comes soon after and is an instruction of one source, which can read a flag
// register directly.
static bool only_counted(const sel *S, LLVMValueRef v) {
    enum { NEAR = 4 };
    LLVMValueRef user = genx_single_user(v), next = v;
    if (user && LLVMIsABitCastInst(user)) { // to a vector of one element
        v = user;
        user = genx_single_user(v);
    }
    genx_id id = user ? genx_call_id(user) : GENX_NONE;
    if (!user ||
        (id != GENX_CBIT && id != GENX_FBL && id != GENX_LZD && id != GENX_BFREV && !bale_is_llvm(user, "ctpop")))
        return false;
    for (uint32_t k = 0; k < NEAR && next && next != user; k++)
        next = LLVMGetNextInstruction(next);
    return next == user && !bale_folds(S->bales, user, 0);
}

// Selects bitcasts between predicates and integers.
void sel_mask_cast(sel *S, LLVMValueRef v) {
    LLVMValueRef x = LLVMGetOperand(v, 0);
    bool to_mask = genx_is_bool(LLVMTypeOf(v)), from_mask = genx_is_bool(LLVMTypeOf(x));
    if (to_mask && from_mask)
        return; // sel_pred looks through it
    uint32_t bits = to_mask ? genx_lanes(LLVMTypeOf(v)) : genx_lanes(LLVMTypeOf(x));
    if (bits != 8 && bits != 16 && bits != 32) {
        sel_error(S, "CM0932", "a mask of %u lanes as an integer is not supported", (unsigned)bits);
        return;
    }
    if (from_mask && only_counted(S, v)) {
        sel_ctl p = known_bits(S, x) ? (sel_ctl){0} : sel_pred(S, x, bits);
        if (p.flag && !p.inv && !p.chan_off) {
            sel_bind(S, v, p.flag, p.flag_sub * 2);
            return;
        }
    }
    if (from_mask) {
        sel_bind(S, v, mask_word(S, x), 0);
        return;
    }
    isa_operand src = sel_one(S, x, false);
    mir_var *w = bits_temp(S, bits);
    sel_mov(S, 1, word_dst(w), src, NULL);
    bind_word(S, v, w);
}
