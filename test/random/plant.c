// SPDX-License-Identifier: MIT
// See plant.h. Each plant waits for its pass and changes every place that fits.

#include "plant.h"

#include <cmc/genx_bale.h>
#include <cmc/genx.h>

#include <stdio.h>
#include <string.h>

// IR

typedef bool (*ir_change)(LLVMValueRef inst);

// Applies change to the instructions.
static bool each(LLVMModuleRef mod, ir_change change) {
    bool changed = false;
    LLVMValueRef fn = LLVMGetNamedFunction(mod, "k");
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b), next; i; i = next) {
            next = LLVMGetNextInstruction(i);
            changed |= change(i);
        }
    return changed;
}

static bool is_read(LLVMValueRef i) {
    const genx_id id = genx_call_id(i);
    return id == GENX_RDREGIONI || id == GENX_RDREGIONF;
}

static bool is_write(LLVMValueRef i) {
    const genx_id id = genx_call_id(i);
    return id == GENX_WRREGIONI || id == GENX_WRREGIONF;
}

static uint64_t constant(LLVMValueRef i, unsigned operand) {
    LLVMValueRef v = LLVMGetOperand(i, operand);
    return LLVMIsAConstantInt(v) ? LLVMConstIntGetZExtValue(v) : UINT64_MAX;
}

// A stride of 2 becomes 1.
static bool wrong_stride(LLVMValueRef i) {
    if (!is_read(i) || constant(i, 2) < 2 || constant(i, 3) != 2)
        return false;
    LLVMSetOperand(
        i, 3,
        LLVMConstInt(LLVMInt32TypeInContext(LLVMGetModuleContext(LLVMGetGlobalParent(LLVMGetCalledValue(i)))), 1, 0));
    return true;
}

// A saturating addition becomes a plain one.
static bool no_saturation(LLVMValueRef i) {
    const genx_id id = genx_call_id(i);
    if (id != GENX_SSADD_SAT && id != GENX_UUADD_SAT && !bale_is_llvm(i, "sadd.sat") && !bale_is_llvm(i, "uadd.sat"))
        return false;
    LLVMValueRef a = LLVMGetOperand(i, 0), c = LLVMGetOperand(i, 1);
    if (LLVMTypeOf(a) != LLVMTypeOf(i))
        return false;
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetTypeContext(LLVMTypeOf(i)));
    LLVMPositionBuilderBefore(b, i);
    LLVMReplaceAllUsesWith(i, LLVMBuildAdd(b, a, c, ""));
    LLVMInstructionEraseFromParent(i);
    LLVMDisposeBuilder(b);
    return true;
}

// Element 31 of a folded constant is off by one.
static bool wrong_constant(LLVMValueRef i) {
    for (unsigned o = 0; o < (unsigned)LLVMGetNumOperands(i); o++) {
        LLVMValueRef c = LLVMGetOperand(i, o), e[256];
        if (!LLVMIsAConstantDataVector(c) || LLVMGetTypeKind(LLVMGetElementType(LLVMTypeOf(c))) != LLVMIntegerTypeKind)
            continue;
        const unsigned n = LLVMGetVectorSize(LLVMTypeOf(c));
        if (n < 32 || n > 256 || LLVMIsAShuffleVectorInst(i))
            continue;
        for (unsigned k = 0; k < n; k++)
            e[k] = LLVMGetAggregateElement(c, k);
        e[31] = LLVMConstInt(LLVMTypeOf(e[31]), LLVMConstIntGetZExtValue(e[31]) + 1, 0);
        LLVMSetOperand(i, o, LLVMConstVector(e, n));
        return true;
    }
    return false;
}

// Bytes are widened with the other signedness.
static bool wrong_sign(LLVMValueRef i) {
    if (!LLVMIsAZExtInst(i) || genx_elt_bits(LLVMTypeOf(LLVMGetOperand(i, 0))) != 8)
        return false;
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetTypeContext(LLVMTypeOf(i)));
    LLVMPositionBuilderBefore(b, i);
    LLVMReplaceAllUsesWith(i, LLVMBuildSExt(b, LLVMGetOperand(i, 0), LLVMTypeOf(i), ""));
    LLVMInstructionEraseFromParent(i);
    LLVMDisposeBuilder(b);
    return true;
}

// The last slice of a length that is no power of two is not written.
static bool no_tail(LLVMValueRef i) {
    if (!is_write(i) || LLVMIsUndef(LLVMGetOperand(i, 0)) || constant(i, 5) == UINT64_MAX)
        return false;
    const uint32_t n = genx_lanes(LLVMTypeOf(LLVMGetOperand(i, 1))), all = genx_lanes(LLVMTypeOf(i));
    if (n > 4 || all < 8 || (all & (all - 1)) == 0 || constant(i, 5) != (all - n) * genx_elt_b(LLVMTypeOf(i)))
        return false;
    LLVMReplaceAllUsesWith(i, LLVMGetOperand(i, 0));
    LLVMInstructionEraseFromParent(i);
    return true;
}

// A masked write writes all lanes.
static bool no_mask(LLVMValueRef i) {
    if (!is_write(i) || LLVMIsConstant(LLVMGetOperand(i, GENX_WR_MASK)))
        return false;
    LLVMSetOperand(i, GENX_WR_MASK, LLVMConstAllOnes(LLVMTypeOf(LLVMGetOperand(i, GENX_WR_MASK))));
    return true;
}

// The constant part of a computed place is lost.
static bool no_address_constant(LLVMValueRef i) {
    if (!is_read(i) || !LLVMIsABinaryOperator(LLVMGetOperand(i, GENX_RD_OFFSET)))
        return false;
    LLVMValueRef at = LLVMGetOperand(i, GENX_RD_OFFSET);
    if (LLVMGetInstructionOpcode(at) != LLVMAdd || !LLVMIsAConstantInt(LLVMGetOperand(at, 1)))
        return false;
    LLVMSetOperand(i, 4, LLVMGetOperand(at, 0));
    return true;
}

// Machine IR

typedef bool (*machine_change)(mir_fn *fn, mir_inst *i);

static bool each_machine(mir_fn *fn, machine_change change) {
    bool changed = false;
    for (uint32_t b = 0; b < fn->blocks.len; b++)
        for (mir_inst *i = fn->blocks.data[b]->first; i; i = i->next)
            changed |= change(fn, i);
    return changed;
}

// The operands of a comparison change places, its condition does not.
static bool swapped_compare(mir_fn *fn, mir_inst *i) {
    (void)fn;
    if (i->i.op != ISA_CMP || i->i.cmod < ISA_CMOD_GT || i->i.cmod > ISA_CMOD_LE ||
        i->i.src[1].file != i->i.src[0].file)
        return false;
    const isa_operand a = i->i.src[0];
    i->i.src[0] = i->i.src[1];
    i->i.src[1] = a;
    return true;
}

// Nobody waits for the result of a message.
static bool no_wait(mir_fn *fn, mir_inst *i) {
    (void)fn;
    if (i->i.swsb.token_mode != ISA_TOKEN_DST)
        return false;
    i->i.swsb.token_mode = ISA_TOKEN_NONE;
    return true;
}

// What is filled comes from the place next to where it was spilled.
static bool wrong_slot(mir_fn *fn, mir_inst *i) {
    isa_msg m;
    if (i->i.op != ISA_SEND || isa_send_describe(fn->model, &i->i, &m) != CMC_OK || m.kind != ISA_MSG_SCRATCH_READ)
        return false;
    m.imm_off += 32;
    return isa_send_build(fn->model, &m, &i->i, NULL) == CMC_OK;
}

// All flags in the place of the first.
static bool one_flag(mir_fn *fn, mir_inst *i) {
    (void)fn;
    const bool uses = i->i.pred != ISA_PRED_NONE || i->i.cmod != ISA_CMOD_NONE;
    if (!uses || (i->i.flag_reg == 0 && i->i.flag_sub == 0) || i->i.exec_size + i->i.chan_off > 16)
        return false;
    i->i.flag_reg = i->i.flag_sub = 0;
    return true;
}

// What executes for the upper channels forgets that it is predicated.
static bool no_upper_predicate(mir_fn *fn, mir_inst *i) {
    (void)fn;
    if (i->i.pred == ISA_PRED_NONE || i->i.chan_off == 0 || mir_inst_is_branch(i))
        return false;
    i->i.pred = ISA_PRED_NONE;
    return true;
}

static bool no_sign(mir_fn *fn, mir_inst *i) {
    (void)fn;
    bool changed = false;
    for (unsigned k = 0; k < 3; k++)
        if (i->i.op < ISA_OP_COUNT && i->i.src[k].mod & ISA_MOD_NEG) {
            i->i.src[k].mod &= ISA_MOD_ABS;
            changed = true;
        }
    return changed;
}

static bool no_saturation_left(mir_fn *fn, mir_inst *i) {
    (void)fn;
    const bool changed = i->i.sat;
    i->i.sat = false;
    return changed;
}

// An instruction moves before the one whose result it reads.
static bool too_early(mir_fn *fn, mir_inst *i) {
    mir_inst *n = i->next;
    const isa_operand *d = &i->i.dst;
    if (!n || i->i.op == ISA_SEND || n->i.op == ISA_SEND || mir_inst_is_branch(n) || d->file != ISA_FILE_GRF ||
        d->indirect || n->i.src[0].file != ISA_FILE_GRF || n->i.src[0].reg != d->reg || n->i.src[0].off_b != d->off_b ||
        n->i.dst.reg == d->reg)
        return false;
    for (uint32_t b = 0; b < fn->blocks.len; b++)
        if (fn->blocks.data[b]->last == n) // its place in the block stays
            return false;
    const isa_inst first = i->i;
    i->i = n->i;
    n->i = first;
    return true;
}

static bool no_distance(mir_fn *fn, mir_inst *i) {
    (void)fn;
    const bool changed = i->i.swsb.dist != 0;
    i->i.swsb.dist = 0;
    return changed;
}

static bool wrong_scalar(mir_fn *fn, mir_inst *i) {
    (void)fn;
    if (i->i.op != ISA_MOV || i->i.exec_size != 1 || i->i.src[0].file != ISA_FILE_IMM || i->i.dst.file != ISA_FILE_VREG)
        return false;
    i->i.src[0].imm++;
    return true;
}

// A part of a variable is written to the place of the part before it.
static bool wrong_part(mir_fn *fn, mir_inst *i) {
    (void)fn;
    if (i->i.dst.file != ISA_FILE_VREG || i->i.dst.indirect || i->i.dst.off_b < 32 || i->i.op >= ISA_OP_COUNT)
        return false;
    i->i.dst.off_b -= 32;
    return true;
}

static bool wrong_way(mir_fn *fn, mir_inst *i) {
    (void)fn;
    if (i->i.op != (uint16_t)MIR_CBR)
        return false;
    i->i.pred_inv = !i->i.pred_inv;
    return true;
}

static bool no_address_offset(mir_fn *fn, mir_inst *i) {
    (void)fn;
    bool changed = false;
    for (unsigned k = 0; k < 3; k++)
        if (i->i.src[k].indirect && i->i.src[k].addr_imm) {
            i->i.src[k].addr_imm = 0;
            changed = true;
        }
    return changed;
}

static bool no_message_mask(mir_fn *fn, mir_inst *i) {
    (void)fn;
    if (i->i.op != ISA_SEND || i->i.pred == ISA_PRED_NONE)
        return false;
    i->i.pred = ISA_PRED_NONE;
    return true;
}

// The second of two moves to one place, which is no repeat of the first, is dropped: it becomes the first one.
static bool no_second_move(mir_fn *fn, mir_inst *i) {
    (void)fn;
    for (mir_inst *n = i->next; n && i->i.op == ISA_MOV && i->i.dst.file == ISA_FILE_VREG; n = n->next)
        if (n->i.op == ISA_MOV && n->i.pred == ISA_PRED_NONE && n->i.dst.file == ISA_FILE_VREG &&
            n->i.dst.reg == i->i.dst.reg && n->i.dst.off_b == i->i.dst.off_b && n->i.dst.type == i->i.dst.type &&
            n->i.exec_size == i->i.exec_size && n->i.exec_size <= 16) {
            n->i.src[0] = n->i.dst;
            n->i.src[0].rgn = (isa_region){n->i.exec_size, n->i.exec_size, n->i.exec_size > 1};
            return true;
        }
    return false;
}

typedef struct plant {
    const char *name, *pass;
    ir_change ir;
    machine_change machine;
} plant;
static const plant plants[RN_PLANTS] = {
    {"a region's stride is lost in collapse_regions", "collapse_regions", wrong_stride, NULL},
    {"lower drops a saturation", "lower", no_saturation, NULL},
    {"fold_regions gets element 31 of a constant wrong", "fold_regions", wrong_constant, NULL},
    {"lower widens bytes with the wrong sign", "lower", wrong_sign, NULL},
    {"legalize forgets the last slice", "legalize", no_tail, NULL},
    {"legalize forgets the mask of a write", "legalize", no_mask, NULL},
    {"lower loses the constant part of an address", "lower", no_address_constant, NULL},
    {"selection swaps a comparison's operands alone", "lower_msg", NULL, swapped_compare},
    {"the scoreboard forgets to wait for a token", "swsb", NULL, no_wait},
    {"allocation puts a flag over a live one", "regalloc", NULL, one_flag},
    {"a fill reads the neighbouring slot", "regalloc", NULL, wrong_slot},
    {"conformity forgets the predicate of upper channels", "conformity", NULL, no_upper_predicate},
    {"conformity forgets the sign of a source", "conformity", NULL, no_sign},
    {"conformity forgets a saturation", "conformity", NULL, no_saturation_left},
    {"the scheduler breaks a dependency", "sched_post", NULL, too_early},
    {"the scoreboard forgets a distance", "swsb", NULL, no_distance},
    {"a shared constant is off by one", "share_consts", NULL, wrong_scalar},
    {"coalescing puts a part of a variable a register too low", "coalesce", NULL, wrong_part},
    {"layout turns a branch round", "layout", NULL, wrong_way},
    {"the constant of an indirect operand is lost", "address", NULL, no_address_offset},
    {"a message forgets its mask", "lower_msg", NULL, no_message_mask},
    {"drop_repeats drops what is no repeat", "drop_repeats", NULL, no_second_move}};

const char *rn_plant_name(unsigned p) {
    return p >= 1 && p <= RN_PLANTS ? plants[p - 1].name : "none";
}

bool rn_plant_ir(unsigned p, const char *pass, LLVMModuleRef mod) {
    return p >= 1 && p <= RN_PLANTS && plants[p - 1].ir && strcmp(plants[p - 1].pass, pass) == 0 &&
           each(mod, plants[p - 1].ir);
}

bool rn_plant_machine(unsigned p, const char *pass, mir_fn *fn) {
    return p >= 1 && p <= RN_PLANTS && plants[p - 1].machine && strcmp(plants[p - 1].pass, pass) == 0 &&
           each_machine(fn, plants[p - 1].machine);
}
