// SPDX-License-Identifier: MIT
// Messages with an address for each lane for the mutants of fuzz_ir: all rows of genx_lanes.def, by the roles of their
// operands. fi_define_message gives them addresses.

#include "fuzz_ir.h"

#include <cmc/isa_msg.h>

#include <llvm/FuzzMutate/Operations.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/IRBuilder.h>

#include <functional>

using namespace llvm;
using namespace llvm::fuzzerop;

namespace {

constexpr unsigned weight = 120;

struct row {
    genx_id id;
    uint8_t kind, place, op;
    const char *roles;
};

const row rows[] = {
#define LANES(id, message, place, op, shift, roles) {GENX_##id, ISA_MSG_##message, MEM_##place, op, roles},
#include <cmc/genx_lanes.def>
#undef LANES
};

bool has_role(const row &r, char role) {
    return strchr(r.roles, role) != nullptr;
}

bool is_lsc(const row &r) {
    return r.place >= MEM_LSC_BTI && r.place <= MEM_LSC_BINDLESS;
}

bool is_quad(const row &r) {
    return r.kind == ISA_MSG_LSC_LOAD_QUAD || r.kind == ISA_MSG_LSC_STORE_QUAD;
}

bool is_atomic(const row &r) {
    return r.op || r.kind == ISA_MSG_LSC_ATOMIC;
}

bool is_float_atomic(const row &r) {
    return r.kind == ISA_MSG_UNTYPED_ATOMIC_FLOAT || r.kind == ISA_MSG_A64_ATOMIC_FLOAT ||
           (r.place == MEM_TYPED && r.op & MEM_FLOAT_OP);
}

// What a message of a row is like: drawn first.
struct shape {
    const row *r;
    unsigned lanes, elements, channels, blocks, op; // op: of an LSC atomic
    Type *element;
};

const struct {
    uint8_t code;
    bool is_float;
} lsc_ops[] = {{0x0c, false}, {0x0d, false}, {0x08, false}, {0x09, false}, {0x10, false}, {0x11, false},
               {0x0e, false}, {0x0f, false}, {0x0b, false}, {0x18, false}, {0x19, false}, {0x1a, false},
               {0x12, false}, {0x13, true},  {0x14, true},  {0x15, true},  {0x16, true},  {0x17, true}};

void draw_atomic(shape &s, LLVMContext &c) {
    const bool wide = fi_draw() % 3 == 0 && (is_lsc(*s.r) || s.r->place == MEM_A64);
    bool is_float = is_float_atomic(*s.r);
    if (is_lsc(*s.r)) {
        const unsigned k = fi_draw() % (sizeof lsc_ops / sizeof *lsc_ops);
        s.op = lsc_ops[k].code;
        is_float = lsc_ops[k].is_float && s.r->place != MEM_LSC_SLM;
        s.op = lsc_ops[k].is_float && !is_float ? 0x0c : s.op;
    }
    s.element = is_float ? Type::getFloatTy(c) : IntegerType::get(c, wide ? 64 : 32);
}

void draw_blocks(shape &s, LLVMContext &c) {
    static const unsigned bits[] = {32, 64, 8};
    s.blocks = s.r->place == MEM_A64 ? fi_draw() % 3 : 2 - fi_draw() % 3 * (fi_draw() % 2);
    if (s.r->place != MEM_A64)
        return;
    s.element = IntegerType::get(c, bits[fi_draw() % 3]);
    s.elements = s.element->isIntegerTy(8) ? 4 : 1u << s.blocks;
}

shape draw(const row &r, unsigned lanes, LLVMContext &c) {
    shape s = {&r, lanes, 1, 0, 2, 0, Type::getInt32Ty(c)};
    if (is_atomic(r)) {
        draw_atomic(s, c);
    } else if (has_role(r, 'c') && (!is_lsc(r) || is_quad(r))) {
        s.channels = 1 + fi_draw() % 15;
        s.elements = (unsigned)llvm::popcount(s.channels);
    } else if (is_lsc(r)) {
        const bool wide = fi_draw() % 2;
        s.element = IntegerType::get(c, wide ? 64 : 32);
        s.elements = 1 + fi_draw() % (r.place == MEM_LSC_SLM ? 256 / lanes / (wide ? 8 : 4) : 4);
        s.elements = s.elements > 4 ? 4 : s.elements;
    } else if (has_role(r, 'b')) {
        draw_blocks(s, c);
    }
    return s;
}

// An integer of LSC messages that is not a role of its own.
unsigned lsc_number(const shape &s, unsigned operand) {
    const bool wide = s.element->getScalarSizeInBits() == 64;
    const bool earlier = s.r->roles[LSC_OP_ADDR] == 's'; // lsc.atomic: order and vector size are swapped
    switch (operand) {
    case LSC_OP_SUB:
        return s.op;
    case LSC_OP_SCALE:
    case LSC_OP_ORDER:
        return 1;
    case LSC_OP_SIZE:
        return wide ? 4 : is_atomic(*s.r) || is_quad(*s.r) || fi_draw() % 3 ? 3 : 5 + fi_draw() % 2;
    case LSC_OP_VECTOR:
        return is_quad(*s.r) || earlier ? 1 : s.elements;
    default:
        return 0;
    }
}

Value *surface(const row &r, Instruction *at) {
    IRBuilder<> b(at);
    switch (r.place) {
    case MEM_LSC_BINDLESS:
        return b.getInt32(64u << fi_draw() % 2);
    case MEM_LSC_SLM:
    case MEM_LSC_FLAT:
        return b.getInt32(0);
    default:
        return at->getFunction()->getArg(r.place == MEM_TYPED ? (fi_draw() % 2 ? FI_IA : FI_IB)
                                         : fi_draw() % 2      ? FI_SA
                                                              : FI_SB);
    }
}

// x as data of the shape.
Value *data_of(const shape &s, Value *x, Instruction *at) {
    IRBuilder<> b(at);
    auto *t = FixedVectorType::get(s.element, s.lanes * s.elements);
    x = fi_resized(x, t->getNumElements(), at);
    return s.element->isFloatTy() ? b.CreateSIToFP(x, t) : b.CreateSExtOrTrunc(x, t);
}

Value *address_of(const shape &s, Value *x, Instruction *at) {
    IRBuilder<> b(at);
    if (s.r->place != MEM_A64 && s.r->place != MEM_LSC_FLAT)
        return x;
    auto *wide = FixedVectorType::get(b.getInt64Ty(), s.lanes);
    return b.Insert(BinaryOperator::CreateAdd(Constant::getNullValue(wide), b.CreateZExt(x, wide)));
}

Type *kind_type(char kind, LLVMContext &c) {
    return IntegerType::get(c, kind == 'b' ? 8 : kind == 'h' ? 16 : kind == 'q' ? 64 : 32);
}

Value *operand_of(const shape &s, char role, char kind, unsigned operand, Value *x, Value *y, Instruction *at) {
    Type *t = kind_type(kind, at->getContext());
    switch (role) {
    case 'p':
        return fi_some_mask(x, y, at);
    case 's':
        return surface(*s.r, at);
    case 'a':
        return address_of(s, operand % 2 ? x : y, at);
    case 'c':
        return ConstantInt::get(t, s.channels);
    case 'b':
        return ConstantInt::get(t, s.blocks);
    case 'd':
    case 'o':
        return data_of(s, y, at);
    case 'e':
        return data_of(s, x, at);
    default:
        return ConstantInt::get(t, is_lsc(*s.r) ? lsc_number(s, operand) : 0);
    }
}

// As many lanes of 32-bit numbers as the message has.
Value *as_words(Value *v, unsigned n, Instruction *at) {
    IRBuilder<> b(at);
    if (!v || v->getType()->isFPOrFPVectorTy())
        return v;
    Value *first = fi_resized(v, n, at);
    return v->getType()->getScalarSizeInBits() == 64 ? first
                                                     : b.CreateZExt(first, FixedVectorType::get(b.getInt32Ty(), n));
}

fi_group group_of(const shape &s) {
    const bool wide = s.element->getScalarSizeInBits() == 64;
    if (s.r->place == MEM_LSC_BINDLESS)
        return FI_BINDLESS;
    if (s.r->place == MEM_TYPED)
        return is_atomic(*s.r) ? FI_TYPED_ATOMIC : FI_TYPED;
    if (is_atomic(*s.r))
        return s.element->isFloatTy() ? FI_FLOAT_ATOMIC
               : wide                 ? FI_WIDE_ATOMIC
               : is_lsc(*s.r)         ? FI_LSC_ATOMIC
                                      : FI_ATOMIC;
    return !is_lsc(*s.r) ? FI_SCALED : wide ? FI_WIDE_LSC : FI_LSC;
}

bool is_allowed(const shape &s, const Module &m) {
    return fi_allows(m, group_of(s)) && (s.r->place != MEM_LSC_SLM || fi_allows(m, FI_LOCAL));
}

Value *build(const shape &s, Value *x, Value *y, Instruction *at) {
    const genx_info *info = genx_info_get(s.r->id);
    SmallVector<Value *, 16> operands;
    const char *kind = info->operands;
    for (unsigned i = 0; s.r->roles[i]; i++, kind = genx_next_kind(kind))
        operands.push_back(operand_of(s, s.r->roles[i], *kind, i, x, y, at));
    Type *result = *info->result == '-' ? Type::getVoidTy(at->getContext())
                                        : (Type *)FixedVectorType::get(s.element, s.lanes * s.elements);
    return as_words(fi_message(s.r->id, result, operands, at), s.lanes, at);
}

// Rows of one kind have one chance together.
OpDescriptor some_row(const std::function<bool(const row &)> &fits) {
    std::vector<const row *> all;
    for (const row &r : rows)
        if (fits(r))
            all.push_back(&r);
    auto builder = [all](ArrayRef<Value *> s, Instruction *at) -> Value * {
        const unsigned lanes = cast<FixedVectorType>(s[0]->getType())->getNumElements();
        for (unsigned tries = 0; tries < 20; tries++) { // one of an allowed group
            const shape drawn = draw(*all[fi_draw() % all.size()], lanes, at->getContext());
            if (is_allowed(drawn, *at->getModule()))
                return build(drawn, s[0], s[1], at);
        }
        return nullptr;
    };
    return {weight, {fi_lanes_of_32(), matchFirstType()}, builder};
}

} // namespace

std::vector<fi_operation> fi_lane_operations() {
    auto lsc = [](const row &r) { return is_lsc(r) && r.place != MEM_LSC_BINDLESS; };
    auto port = [](const row &r) { return !is_lsc(r) && r.place != MEM_TYPED; };
    const uint64_t atomics = fi_bit(FI_FLOAT_ATOMIC) | fi_bit(FI_WIDE_ATOMIC);
    return {{fi_bit(FI_LSC) | fi_bit(FI_WIDE_LSC), some_row([lsc](const row &r) { return lsc(r) && !is_atomic(r); })},
            {atomics | fi_bit(FI_LSC_ATOMIC), some_row([lsc](const row &r) { return lsc(r) && is_atomic(r); })},
            {fi_bit(FI_BINDLESS), some_row([](const row &r) { return r.place == MEM_LSC_BINDLESS; })},
            {fi_bit(FI_TYPED) | fi_bit(FI_TYPED_ATOMIC), some_row([](const row &r) { return r.place == MEM_TYPED; })},
            {atomics | fi_bit(FI_ATOMIC), some_row([port](const row &r) { return port(r) && is_atomic(r); })},
            {fi_bit(FI_SCALED), some_row([port](const row &r) { return port(r) && !is_atomic(r); })}};
}
