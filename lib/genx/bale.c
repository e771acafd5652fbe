// SPDX-License-Identifier: MIT
// Baling decides for every operand if its computation becomes part of the user's instruction.
//
//   %z = zext <16 x i8> (rdregion %m ...)        rdregion and zext fold into the add; the add folds into the
//   %s = add <16 x i16> %z, %b                   wrregion: one `add (16) m'<2>:w m<..>:ub b:w`
//   %w = wrregion %old, %s ...
//
// Walks uses before definitions. A late region read is always correct, since SSA values do not change. But if a
// wrregion overwrites the value in between, both the old and the new value are live, and the whole value must be
// copied. The read then stays in place, as a copy of its region alone. If late reads of the value would need more such
// copies than the value itself, the value is copied instead.

#include <cmc/genx_bale.h>

typedef struct written { // a value that wrregions update, also through bitcasts
    CMC_VEC(const bale_node *) by;
    uint32_t late_insts, late_b; // copies of regions that are read after a write, and their bytes
    bool whole;                  // copy the whole value instead
} written;

struct bale_info {
    cmc_arena *arena;
    const isa_model *model;
    ptrmap map;
    ptrmap writes; // value -> written
};

const bale_node *bale_get(const bale_info *b, LLVMValueRef inst) {
    return ptrmap_get(&b->map, inst);
}

static bale_node *node_of(const bale_info *b, LLVMValueRef v) {
    return ptrmap_get(&b->map, v);
}

bool bale_is_root(const bale_info *b, LLVMValueRef inst) {
    const bale_node *n = bale_get(b, inst);
    return n && n->root;
}

bool bale_folds(const bale_info *b, LLVMValueRef user, unsigned op) {
    const bale_node *n = bale_get(b, user);
    return n && op < 32 && (n->fold >> op & 1);
}

// Follows bitcasts to the value that defines the bytes.
static LLVMValueRef base_of(const isa_model *m, LLVMValueRef v) {
    while (LLVMIsAInstruction(v) && bale_describe(m, v).kind == BALE_ALIAS)
        v = LLVMGetOperand(v, 0);
    return v;
}

// True if a wrregion that updates v lies between the two instructions, so a read of v at `to` would extend v's live
// range.
static bool overwritten_between(const bale_info *b, LLVMValueRef v, const bale_node *from, const bale_node *to) {
    const written *w = ptrmap_get(&b->writes, v);
    for (uint32_t k = 0; w && k < w->by.len; k++) {
        const bale_node *n = w->by.data[k];
        if (n == to)
            continue;
        if (from->block == to->block ? n->order > from->order && n->order < to->order : n->order < to->order)
            return true;
        if (from->block != to->block && n->block == to->block)
            return true;
    }
    return false;
}

static bool note_write(bale_info *b, const bale_node *n) {
    LLVMValueRef v = base_of(b->model, LLVMGetOperand(n->inst, 0));
    written *w = ptrmap_get(&b->writes, v);
    if (!w) {
        w = CMC_NEW(b->arena, written);
        if (!w || !ptrmap_put(&b->writes, v, w))
            return false;
    }
    return cmc_vec_push(b->arena, &w->by, n);
}

static bool may_move_read(const bale_info *b, LLVMValueRef rd, const bale_node *root) {
    const bale_node *n = node_of(b, rd);
    LLVMValueRef base = base_of(b->model, LLVMGetOperand(rd, 0));
    if (LLVMIsConstant(base))
        return true;
    if (n->block != root->block && LLVMIsAPHINode(base))
        return false;
    const written *w = ptrmap_get(&b->writes, base);
    return (w && w->whole && n->block == root->block) || !overwritten_between(b, base, n, root);
}

static bool is_ext(LLVMValueRef v) {
    LLVMOpcode o = LLVMGetInstructionOpcode(v);
    return o == LLVMZExt || o == LLVMSExt;
}

static unsigned ext_from_bits(LLVMValueRef ext) {
    return genx_elt_bits(LLVMTypeOf(LLVMGetOperand(ext, 0)));
}

static bool has_folding_width(const isa_model *m, LLVMValueRef ext) {
    return m->has_byte_alu || ext_from_bits(ext) > 8;
}

// A compare reads its sources with the predicate's signedness. Both read a zero-extended value correctly; a
// sign-extended value needs a signed compare.
static bool ext_fits_cmp(LLVMValueRef user, LLVMValueRef ext) {
    if (LLVMGetInstructionOpcode(user) != LLVMICmp)
        return true;
    LLVMIntPredicate p = LLVMGetICmpPredicate(user);
    bool uns = p == LLVMIntUGT || p == LLVMIntUGE || p == LLVMIntULT || p == LLVMIntULE;
    return !uns || LLVMGetInstructionOpcode(ext) == LLVMZExt;
}

// A right shift reads its source with its own signedness.
static bool ext_fits_shift(LLVMValueRef user, LLVMValueRef ext) {
    LLVMOpcode o = LLVMGetInstructionOpcode(user), e = LLVMGetInstructionOpcode(ext);
    return o == LLVMLShr ? e == LLVMZExt : o != LLVMAShr || e == LLVMSExt;
}

static bool ext_folds(const bale_info *b, LLVMValueRef user, unsigned op, const bale_desc *d, LLVMValueRef ext) {
    unsigned from = ext_from_bits(ext), to = genx_elt_bits(LLVMTypeOf(ext));
    if (from < 8 || (to > 32 && from == 8) || !ext_fits_cmp(user, ext) || !ext_fits_shift(user, ext))
        return false;
    if (LLVMGetInstructionOpcode(user) == LLVMMul && from == 8 && to == 16)
        return false; // a product must keep the type of its sources
    if (from > 8)
        return true;
    if (!has_folding_width(b->model, ext) || (d->cls[0] & BALE_SRC_TERNARY))
        return false;
    // Rule 14: only one byte operand, which selection moves to the first source.
    for (unsigned i = 0; i < d->n_src; i++) {
        LLVMValueRef o = LLVMGetOperand(user, d->src[i]);
        if (d->src[i] != op && bale_folds(b, user, d->src[i]) && is_ext(o) && ext_from_bits(o) == 8)
            return false;
    }
    return d->commutes || op == d->src[0];
}

// True if rd reads whole consecutive registers of a value that starts on a register boundary.
static bool raw_folds(const bale_info *b, LLVMValueRef rd, const bale_node *root) {
    genx_region r;
    uint32_t grf = b->model->grf_b;
    return genx_region_of(rd, &r) && r.off_const && r.lanes > 1 && r.stride == 1 &&
           (r.width == r.lanes || r.vstride == r.width) && r.off_b % grf == 0 &&
           genx_size_b(LLVMTypeOf(LLVMGetOperand(rd, 0))) >= grf && may_move_read(b, rd, root);
}

typedef bool fits_fn(const isa_model *, const int32_t *, unsigned, unsigned, isa_region *);

// Counts the instructions on elements of elt_b bytes that can read a region, each a slice of it, and returns their pipe
// cycles.
static uint32_t slots_of(const isa_model *m, const genx_region *r, uint32_t elt_b, fits_fn *fits, uint32_t *pieces) {
    uint32_t n = 0;
    *pieces = 0;
    for (uint32_t at = 0, w; at < r->lanes; at += w) {
        int32_t off[RGN_MAX_LANES];
        isa_region hw;
        for (w = RGN_MAX_LANES; w > 1; w /= 2) {
            if (w > r->lanes - at || w * elt_b > 2u * m->grf_b)
                continue;
            rgn_lanes(r, at, w, off);
            if (fits(m, off, w, r->elt_b, &hw))
                break;
        }
        n += (w * elt_b + m->grf_b - 1) / m->grf_b;
        ++*pieces;
    }
    return n;
}

// The same for as many contiguous elements at the start of a register.
static uint32_t wide_slots(const isa_model *m, const genx_region *r, uint32_t elt_b, uint32_t *pieces) {
    genx_region c = genx_row_region(r->lanes, 0, elt_b);
    return slots_of(m, &c, elt_b, rgn_source, pieces);
}

static bool takes(const isa_model *m, LLVMValueRef user, LLVMValueRef v, uint8_t cls) {
    bale_desc d = bale_describe(m, user);
    for (unsigned k = 0; k < d.n_src; k++)
        if (LLVMGetOperand(user, d.src[k]) == v && (d.cls[k] & cls))
            return true;
    return false;
}

// A limit above the number of slices of any region: more uses cannot change the result, and each query walks the uses.
enum { ENOUGH_USES = 64 };

// Counts the instructions that a region read, or an extension of one, would be folded into; *elt_b becomes their widest
// element. A compare counts twice, since it is itself repeated for its users.
static uint32_t repeated(const isa_model *m, LLVMValueRef v, uint8_t cls, uint32_t *elt_b) {
    uint32_t n = 0, own_b = genx_elt_b(LLVMTypeOf(v));
    bool alone = false;
    *elt_b = own_b > *elt_b ? own_b : *elt_b;
    for (LLVMUseRef u = LLVMGetFirstUse(v); u && n < ENOUGH_USES; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (!LLVMIsAInstruction(user) || !takes(m, user, v, cls))
            alone = true;
        else
            n += is_ext(user) && has_folding_width(m, user) ? repeated(m, user, BALE_SRC_EXT, elt_b)
                 : LLVMIsACmpInst(user)                     ? 2
                                                            : 1;
    }
    return n + alone;
}

// True if slicing every user by the region costs no more than one copy of the region plus wide users. Slices of
// three-source instructions cost more than their cycles.
static bool slices_pay(const isa_model *m, LLVMValueRef rd, const genx_region *r, fits_fn *fits) {
    uint32_t elt_b = 0, uses = repeated(m, rd, BALE_SRC_REGION, &elt_b), cut, copies, pieces;
    if (uses <= 1 && fits == rgn_source)
        return true;
    uint32_t wide = wide_slots(m, r, elt_b, &pieces);
    uint32_t slots = slots_of(m, r, elt_b, fits, &cut), copied = slots_of(m, r, elt_b, rgn_source, &copies);
    bool fewer = fits == rgn_source || uses * cut <= copies + uses * pieces;
    return fewer && uses * slots <= copied + uses * wide;
}

// A three-source instruction reads contiguous elements, or one element for all lanes. Rows are sliced if the slices are
// no more than the copies would be.
static bool ternary_folds(const isa_model *m, LLVMValueRef rd, const genx_region *r) {
    if (r->lanes == 1 || (r->stride == 0 && (r->width == r->lanes || r->vstride == 0)))
        return true;
    if (r->stride != 1 || r->width == r->lanes)
        return r->stride == 1;
    bool anywhere = !m->fp_region_aligned && !m->ternary_align16; // rows may start at any element
    return anywhere && r->off_const && slices_pay(m, rd, r, rgn_ternary);
}

// True if the region itself can be an operand; may_move_read decides if the late read is worth it.
static bool region_folds(const bale_info *b, LLVMValueRef rd, uint8_t cls, const bale_node *root) {
    genx_region r;
    if (!(cls & BALE_SRC_REGION) || !genx_region_of(rd, &r))
        return false;
    if (!r.off_const) {
        bool one = genx_region_is_element(&r);
        bool fits = r.elt_b < 8 && (r.elt_b > 1 || b->model->has_byte_alu);
        bool takes = (cls & BALE_SRC_INDIRECT) || (one && fits && !(cls & BALE_SRC_TERNARY));
        if (!takes || node_of(b, rd)->block != root->block)
            return false;
        if (r.off_vector && genx_is_float(LLVMTypeOf(rd)) && !genx_is_wrregion(root->inst))
            return false; // arithmetic on floats allows only one address
        LLVMUseRef u = LLVMGetFirstUse(rd);
        if (LLVMGetNextUse(u))
            return false;
    }
    if (cls & BALE_SRC_TERNARY)
        return ternary_folds(b->model, rd, &r);
    return !r.off_const || slices_pay(b->model, rd, &r, rgn_source);
}

// True for the sum of an address and a constant that only messages use, where messages have a field for the constant:
// the address is a value of its own then, which all of them share, and there is no addition.
static bool is_offset_of_messages(const isa_model *m, LLVMValueRef sum) {
    if (!m->has_lsc_imm_off || LLVMGetInstructionOpcode(sum) != LLVMAdd ||
        !LLVMIsAConstantInt(LLVMGetOperand(sum, 1)) || genx_elt_bits(LLVMTypeOf(sum)) != 64 || !LLVMGetFirstUse(sum))
        return false;
    genx_foreach_use(sum, u) {
        LLVMValueRef user = LLVMGetUser(u);
        if (genx_call_id(user) == GENX_NONE || bale_describe(m, user).kind != BALE_OTHER)
            return false;
    }
    return true;
}

static bool rd_folds(const bale_info *b, LLVMValueRef rd, uint8_t cls, const bale_node *root) {
    if (cls & BALE_SRC_RAW)
        return raw_folds(b, rd, root);
    if (is_offset_of_messages(b->model, root->inst))
        return false;
    return region_folds(b, rd, cls, root) && may_move_read(b, rd, root);
}

// True for a use in the same block, after a write to the region's base, that could take the read as an operand.
static bool is_late_use(const bale_info *b, LLVMValueRef rd, LLVMValueRef base, LLVMValueRef user) {
    const bale_node *from = node_of(b, rd), *to = LLVMIsAInstruction(user) ? node_of(b, user) : NULL;
    if (!to || to->block != from->block || !overwritten_between(b, base, from, to))
        return false;
    bale_desc d = bale_describe(b->model, user);
    for (unsigned k = 0; k < d.n_src; k++)
        if (LLVMGetOperand(user, d.src[k]) == rd)
            return !(d.cls[k] & BALE_SRC_RAW) && region_folds(b, rd, d.cls[k], to);
    return false;
}

// Counts the late uses of a read. PHIs are excluded: their value is copied once more on the incoming edge.
static void note_late(const bale_info *b, LLVMValueRef rd) {
    LLVMValueRef base = base_of(b->model, LLVMGetOperand(rd, 0));
    written *w = ptrmap_get(&b->writes, base);
    if (!w || LLVMIsAPHINode(base))
        return;
    genx_foreach_use(rd, u) {
        if (!is_late_use(b, rd, base, LLVMGetUser(u)))
            continue;
        uint32_t size_b = genx_size_b(LLVMTypeOf(rd)), most_b = 2 * b->model->grf_b;
        w->late_insts += (size_b + most_b - 1) / most_b;
        w->late_b += size_b;
        uint32_t all_b = genx_size_b(LLVMTypeOf(base));
        w->whole = w->late_insts > (all_b + most_b - 1) / most_b && 4 * w->late_b >= all_b;
        return;
    }
}

static bool float_result(LLVMValueRef v) {
    return genx_is_float(LLVMTypeOf(v));
}

static bool has_mask(const bale_desc *d, LLVMValueRef v) {
    return d->mask_op >= 0 && LLVMGetInstructionOpcode(v) == LLVMSelect;
}

// The number of reads that would need a copy if the operation is computed at the root instead of in place.
static unsigned reads_lost(const bale_info *b, LLVMValueRef v, const bale_desc *d, const bale_node *root) {
    unsigned n = 0;
    for (unsigned i = 0; i < d->n_src; i++) {
        LLVMValueRef x = LLVMGetOperand(v, d->src[i]);
        if (LLVMIsAInstruction(x) && is_ext(x) && node_of(b, x))
            x = LLVMGetOperand(x, 0);
        n += genx_is_rdregion(x) && node_of(b, x) && (d->cls[i] & BALE_SRC_REGION) && !may_move_read(b, x, root) &&
             may_move_read(b, x, node_of(b, v));
    }
    return n;
}

// True for 64-bit operations that become one instruction or pseudo instruction; they can write in place.
static bool one_of_64(LLVMValueRef v) {
    LLVMOpcode o = LLVMGetInstructionOpcode(v);
    if (float_result(v))
        return o == LLVMFAdd || o == LLVMFSub || o == LLVMFMul || bale_is_llvm(v, "fma") || bale_is_llvm(v, "fmuladd");
    return o == LLVMAdd || o == LLVMSub;
}

// True if the operation v folds into a wrregion or a saturation.
static bool main_folds(const bale_info *b, LLVMValueRef user, LLVMValueRef v, const bale_node *root) {
    bale_desc d = bale_describe(b->model, v);
    if (d.kind != BALE_ELEMENTWISE || !genx_single_use(v) || node_of(b, v)->block != root->block)
        return false;
    if (!genx_is_wrregion(user)) // saturation: only floating-point results that the operation itself can clamp
        return float_result(v) && genx_call_id(v) != GENX_SAT && genx_call_id(v) != GENX_FRC && !has_mask(&d, v);
    if (genx_elt_bits(LLVMTypeOf(v)) == 64 && !one_of_64(v))
        return false;
    if (d.no_pred && !genx_mask_is_true(user))
        return false;
    if (reads_lost(b, v, &d, root) > 1)
        return false; // one mov of the result costs less
    genx_region r;
    if (!genx_region_of(user, &r) || (d.unit_dst && (r.stride != 1 && r.lanes > 1)))
        return false;
    return r.off_const || !(d.unit_dst || genx_elt_bits(LLVMTypeOf(v)) == 64);
}

// True if the operation whose bits are compared with zero folds into the compare. Its operands must still be live
// there, and its regions as wide as the predicate's users need.
static bool test_folds(const bale_info *b, LLVMValueRef v, const bale_node *root) {
    genx_region r;
    uint32_t pieces;
    if (!genx_single_use(v) || node_of(b, v)->block != root->block)
        return false;
    for (unsigned k = 0; k < 2; k++) {
        LLVMValueRef x = LLVMGetOperand(v, k);
        bool rd = genx_is_rdregion(x);
        if (rd && genx_region_of(x, &r) && r.off_const &&
            slots_of(b->model, &r, r.elt_b, rgn_source, &pieces) > wide_slots(b->model, &r, r.elt_b, &pieces))
            return false;
        x = base_of(b->model, rd ? LLVMGetOperand(x, 0) : x);
        if (!LLVMIsConstant(x) && overwritten_between(b, x, node_of(b, v), root))
            return false;
    }
    return true;
}

// A sum may fold an abs: the hardware has one more bit for the absolute value of the smallest integer.
static bool abs_folds(LLVMValueRef user) {
    LLVMValueRef x;
    unsigned op;
    LLVMOpcode o = LLVMGetInstructionOpcode(user);
    return (o == LLVMAdd || o == LLVMSub) && !bale_is_neg(user, &x, &op);
}

static bool operand_folds(const bale_info *b, LLVMValueRef user, unsigned op, uint8_t cls, const bale_desc *d,
                          const bale_node *root) {
    LLVMValueRef v = LLVMGetOperand(user, op), x;
    unsigned xop;
    if (!LLVMIsAInstruction(v) || !node_of(b, v))
        return false;
    if (genx_is_rdregion(v))
        return rd_folds(b, v, cls, root);
    if (genx_is_wrregion(user) || genx_call_id(user) == GENX_SAT)
        if (main_folds(b, user, v, root))
            return true;
    if ((cls & BALE_SRC_EXT) && is_ext(v))
        return ext_folds(b, user, op, d, v);
    if (cls & BALE_SRC_SHIFT && bale_is_shift_of_sat(user, v))
        return genx_single_use(v) && node_of(b, v)->block == root->block && // rule 15
               (b->model->has_byte_alu || genx_elt_bits(LLVMTypeOf(user)) > 8);
    if (cls & BALE_SRC_LOGIC && bale_is_test(user, v))
        return test_folds(b, v, root);
    if (!(cls & BALE_SRC_MOD) || (genx_elt_bits(LLVMTypeOf(v)) > 32 && !genx_is_float(LLVMTypeOf(v))))
        return false;
    if (bale_is_fabs(v))
        return !bale_is_fabs(user);
    if (bale_is_abs_int(v))
        return abs_folds(user);
    LLVMValueRef y;
    return bale_is_neg(v, &x, &xop) && !bale_is_neg(user, &y, &xop) && !bale_is_fabs(user);
}

bool bale_message_in_place(const bale_info *b, LLVMValueRef msg, LLVMValueRef *wr) {
    genx_region r;
    const bale_node *m = node_of(b, msg), *w;
    genx_id id = genx_call_id(msg);
    bool block = id == GENX_OWORD_LD || id == GENX_OWORD_LD_UNALIGNED || id == GENX_MEDIA_LD ||
                 id == GENX_SVM_BLOCK_LD || id == GENX_SVM_BLOCK_LD_UNALIGNED;
    if (!m || !block || !genx_single_use(msg))
        return false;
    LLVMValueRef user = LLVMGetUser(LLVMGetFirstUse(msg)), old;
    uint32_t grf = b->model->grf_b;
    if (!genx_is_wrregion(user) || LLVMGetOperand(user, 1) != msg || !(w = node_of(b, user)) || w->block != m->block ||
        !genx_mask_is_true(user) || !genx_region_of(user, &r))
        return false;
    if (!r.off_const || r.stride != 1 || (r.width != r.lanes && r.vstride != r.width) || r.off_b % grf ||
        genx_size_b(LLVMTypeOf(msg)) % grf)
        return false;
    old = base_of(b->model, LLVMGetOperand(user, 0));
    const bale_node *o = LLVMIsAInstruction(old) ? node_of(b, old) : NULL;
    if (o && !LLVMIsAPHINode(old) && o->block == m->block && o->order > m->order)
        return false; // the old value is defined later
    *wr = user;
    return true;
}

// The forms that a source of an inner node can take: those of its own class that its user also allows.
static uint8_t inner_class(LLVMValueRef v, uint8_t cls) {
    if (is_ext(v))
        return cls & (BALE_SRC_REGION | BALE_SRC_INDIRECT | BALE_SRC_TERNARY);
    LLVMOpcode o = LLVMGetInstructionOpcode(v);
    if (o == LLVMAShr || o == LLVMLShr || genx_is_logic(v))
        return BALE_SRC_REGION;
    if (bale_is_fabs(v) || bale_is_abs_int(v)) // a modifier can encode -|x| but not |-x|
        return (uint8_t)(cls & (BALE_SRC_REGION | BALE_SRC_TERNARY));
    return cls;
}

static void plan(bale_info *b, LLVMValueRef v, const bale_node *root, uint8_t limit) {
    bale_desc d = bale_describe(b->model, v);
    if (d.kind != BALE_ELEMENTWISE && d.kind != BALE_CMP && d.kind != BALE_WR && d.kind != BALE_OTHER)
        return;
    bale_node *n = node_of(b, v);
    for (unsigned i = 0; i < d.n_src; i++) {
        unsigned op = d.src[i];
        uint8_t cls = d.cls[i];
        if (limit)
            cls &= limit;
        LLVMValueRef x = LLVMGetOperand(v, op);
        if (!operand_folds(b, v, op, cls, &d, root))
            continue;
        n->fold |= 1u << op;
        bale_desc xd = bale_describe(b->model, x);
        bool is_main = (xd.kind == BALE_ELEMENTWISE) && (genx_is_wrregion(v) || genx_call_id(v) == GENX_SAT);
        plan(b, x, root, is_main ? 0 : inner_class(x, cls));
    }
}

static bool needs_root(const bale_info *b, LLVMValueRef v) {
    bale_desc d = bale_describe(b->model, v);
    if (d.kind != BALE_ELEMENTWISE && d.kind != BALE_RD)
        return true;
    genx_foreach_use(v, u) {
        LLVMValueRef user = LLVMGetUser(u);
        const bale_node *n = LLVMIsAInstruction(user) ? node_of(b, user) : NULL;
        if (!n)
            return true;
        unsigned ops = (unsigned)LLVMGetNumOperands(user);
        for (unsigned k = 0; k < ops; k++)
            if (LLVMGetOperand(user, k) == v && (k >= 32 || !(n->fold >> k & 1)))
                return true;
    }
    return false;
}

static bool number(bale_info *b, LLVMValueRef fn) {
    uint32_t order = 0, block = 0;
    for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn); bb; bb = LLVMGetNextBasicBlock(bb), block++)
        genx_foreach_inst(bb, i) {
            bale_node *n = CMC_NEW(b->arena, bale_node);
            if (!n || !ptrmap_put(&b->map, i, n))
                return false;
            *n = (bale_node){.inst = i, .order = order++, .block = block};
            if (genx_is_wrregion(i) && !LLVMIsConstant(LLVMGetOperand(i, 0)) && !note_write(b, n))
                return false;
        }
    return true;
}

bale_info *bale_analyse(cmc_arena *a, const isa_model *m, LLVMValueRef fn) {
    bale_info *b = CMC_NEW(a, bale_info);
    if (!b)
        return NULL;
    b->arena = a;
    b->model = m;
    b->map.arena = a;
    b->writes.arena = a;
    if (!number(b, fn))
        return NULL;
    genx_foreach_block(fn, bb)
        genx_foreach_inst(bb, i)
            if (genx_is_rdregion(i))
                note_late(b, i);
    genx_foreach_block_reverse(fn, bb)
        genx_foreach_inst_reverse(bb, i) {
            bale_node *n = node_of(b, i);
            if (n->root || !needs_root(b, i))
                continue;
            n->root = true;
            plan(b, i, n, 0);
        }
    return b;
}

void bale_unfold(bale_info *b, LLVMValueRef user, unsigned op) {
    bale_node *n = node_of(b, user), *x = node_of(b, LLVMGetOperand(user, op));
    if (n)
        n->fold &= ~(1u << op);
    if (x && !x->root) {
        x->root = true;
        plan(b, x->inst, x, 0);
    }
}
