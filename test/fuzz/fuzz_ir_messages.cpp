// SPDX-License-Identifier: MIT
// What makes the messages of a mutant defined: genx_lanes.def says where each has its address and its surface. What is
// read lies anywhere in a buffer; what is written has places that do not meet, in a part of a buffer that is compared
// by the byte.

#include "fuzz_ir.h"

#include <cmc/isa_msg.h>

#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/PatternMatch.h>

using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

enum place { FLAT, TABLE, BINDLESS, LOCAL, PIXELS, BLOCK, OWORDS };
enum access { READ, WRITE, ATOMIC };
constexpr unsigned local_b = 256; // of local memory that the kernel fills

struct message {
    uint8_t where, how;
    int8_t address, surface, zeros; // operands; surface -1: there is no such operand; zeros: coordinates that are 0
    bool is_float;                  // an atomic of floats, which has a zone of its own
    bool whole;                     // lanes that are off have no value
    uint8_t shift;                  // offsets are counted in units of 1 << shift bytes
    int8_t mask;
};

// Messages without an address for each lane.
struct block_message {
    genx_id id;
    uint8_t where, how, address, surface;
} const blocks[] = {
    {GENX_MEDIA_LD, BLOCK, READ, 4, 1},   {GENX_MEDIA_ST, BLOCK, WRITE, 4, 1},
    {GENX_OWORD_LD, OWORDS, READ, 2, 1},  {GENX_OWORD_LD_UNALIGNED, OWORDS, READ, 2, 1},
    {GENX_OWORD_ST, OWORDS, WRITE, 1, 0},
};

uint64_t constant_of(const Instruction &i, int operand) {
    auto *c = operand < 0 ? nullptr : dyn_cast<ConstantInt>(i.getOperand((unsigned)operand));
    return c ? c->getZExtValue() : 0;
}

bool is_atomic(unsigned kind) {
    return kind == ISA_MSG_UNTYPED_ATOMIC || kind == ISA_MSG_UNTYPED_ATOMIC_FLOAT || kind == ISA_MSG_A64_ATOMIC ||
           kind == ISA_MSG_A64_ATOMIC_FLOAT || kind == ISA_MSG_TYPED_ATOMIC || kind == ISA_MSG_LSC_ATOMIC;
}

uint8_t place_of(const mem_desc &d) {
    switch (d.place) {
    case MEM_A64:
    case MEM_LSC_FLAT:
        return FLAT;
    case MEM_LSC_SLM:
        return LOCAL;
    case MEM_LSC_BINDLESS:
        return BINDLESS;
    case MEM_TYPED:
        return PIXELS;
    default:
        return TABLE;
    }
}

// What genx_lanes.def says of the message.
bool describe_lanes(const Instruction &i, message &m) {
    mem_desc d;
    if (!mem_describe(wrap(&i), &d))
        return false;
    const bool atomic = is_atomic(d.kind);
    m = {place_of(d),
         uint8_t(atomic        ? ATOMIC
                 : d.data >= 0 ? WRITE
                               : READ),
         d.addr,
         d.surface,
         int8_t(d.n_addr - 2),
         i.getType()->isFPOrFPVectorTy(),
         !d.store && d.old < 0,
         d.addr_shift,
         d.pred};
    return true;
}

bool describe(const Instruction &i, message &m) {
    if (describe_lanes(i, m))
        return true;
    const genx_id id = genx_call_id(wrap(&i));
    for (const block_message &b : blocks)
        if (id && b.id == id) {
            m = {b.where, b.how, (int8_t)b.address, (int8_t)b.surface, 0, false, false, 0, -1};
            return true;
        }
    return false;
}

unsigned lanes(const Value *v) {
    auto *t = dyn_cast<FixedVectorType>(v->getType());
    return t ? t->getNumElements() : 1;
}

// Bytes that a lane reads or writes.
unsigned step_of(const CallInst &call) {
    mem_desc d;
    if (!mem_describe(wrap(&call), &d))
        return 4;
    Type *t = d.data >= 0 ? call.getArgOperand((unsigned)d.data)->getType() : call.getType();
    const bool wide = mem_is_lsc(&d) && constant_of(call, LSC_OP_SIZE) == 4; // prefetches have no data
    const unsigned elt_b = wide ? 8 : t->isVoidTy() ? 4 : t->getScalarSizeInBits() / 8;
    if (is_atomic(d.kind) || d.place == MEM_TYPED)
        return elt_b;
    if (d.channels >= 0 && (!mem_is_lsc(&d) || d.kind == ISA_MSG_LSC_LOAD_QUAD || d.kind == ISA_MSG_LSC_STORE_QUAD))
        return 16;
    if (!mem_is_lsc(&d))
        return d.place == MEM_A64 ? std::max(elt_b << constant_of(call, d.blocks), 4u) : 4;
    static const unsigned vectors[] = {1, 1, 2, 3, 4, 8, 16, 32, 64};
    const uint64_t code = constant_of(call, LSC_OP_VECTOR);
    return elt_b * vectors[code < 9 ? code : 0];
}

// What places are multiples of.
unsigned unit_of(unsigned step) {
    return step % 8 ? 4 : 8;
}

struct zone {
    uint64_t first_b, size_b;
};

zone zone_of(const message &m) {
    if (m.where == LOCAL)
        return {0, local_b};
    if (m.how == ATOMIC && m.is_float)
        return m.where == FLAT ? zone{RN_OUT_FLOATS, RN_OUT_SCATTER - RN_OUT_FLOATS}
                               : zone{RN_SB_FLOATS, RN_SURFACE_B - RN_SB_FLOATS};
    if (m.where == FLAT)
        return m.how == ATOMIC ? zone{RN_OUT_ATOMICS, RN_OUT_FLOATS - RN_OUT_ATOMICS}
                               : zone{RN_OUT_SCATTER, FI_BLOCKS_B - RN_OUT_SCATTER};
    return m.how == ATOMIC ? zone{RN_SB_ATOMICS, RN_SB_FLOATS - RN_SB_ATOMICS} : zone{0, RN_SB_ATOMICS};
}

// Constant places of lanes, of step bytes each, that do not meet.
bool are_apart(const Value *v, const zone &z, unsigned step, unsigned shift) {
    auto *c = dyn_cast<Constant>(v);
    if (!c)
        return false;
    SmallVector<uint64_t, 32> seen;
    for (unsigned l = 0; l < lanes(v); l++) {
        auto *e = dyn_cast_or_null<ConstantInt>(isa<VectorType>(c->getType()) ? c->getAggregateElement(l) : c);
        const uint64_t at = e ? e->getZExtValue() << shift : UINT64_MAX;
        if (!e || at % unit_of(step) || at < z.first_b || at > z.first_b + z.size_b - step)
            return false;
        for (uint64_t other : seen)
            if (at < other + step && other < at + step)
                return false;
        seen.push_back(at);
    }
    return true;
}

Constant *apart(FixedVectorType *t, const zone &z, unsigned step, unsigned shift) {
    const unsigned n = t->getNumElements(), unit = unit_of(step);
    const uint64_t room = (z.size_b - uint64_t(n) * step) / unit + 1, first = z.first_b + fi_draw() % room * unit;
    const unsigned by = fi_draw() % 2 ? n - 1 : 1; // in both orders
    SmallVector<Constant *, 32> all;
    for (unsigned l = 0; l < n; l++)
        all.push_back(ConstantInt::get(t->getElementType(), (first + uint64_t(l * by % n) * step) >> shift));
    return ConstantVector::get(all);
}

Value *splat_of(Value *base, unsigned n, Instruction *at) {
    IRBuilder<> b(at);
    return b.CreateInsertElement(Constant::getNullValue(FixedVectorType::get(b.getInt64Ty(), n)), base, uint64_t(0));
}

auto is_splat(const Value *base) {
    return m_Shuffle(m_InsertElt(m_Value(), m_Specific(base), m_ZeroInt()), m_Value(), m_ZeroMask());
}

Value *splatted(Value *base, unsigned n, Instruction *at) {
    Value *one = splat_of(base, n, at);
    return IRBuilder<>(at).CreateShuffleVector(one, SmallVector<int, 32>(n, 0));
}

Value *some_lanes(Value *v, unsigned n, Type *element, Instruction *at) {
    IRBuilder<> b(at);
    return b.CreateZExtOrTrunc(fi_resized(v, n, at), FixedVectorType::get(element, n));
}

// in + (x & mask), a lane each.
Value *read_addresses(Value *v, Function &k, uint64_t mask, Instruction *at) {
    Value *x;
    if (match(v, m_Add(is_splat(k.getArg(FI_IN)), m_ZExt(m_And(m_Value(x), m_SpecificInt(mask))))))
        return v;
    IRBuilder<> b(at);
    auto *t = cast<FixedVectorType>(v->getType());
    Value *seed = some_lanes(ConstantInt::get(t, fi_draw()), t->getNumElements(), b.getInt32Ty(), at);
    if (match(v, m_Add(m_Value(), m_ZExt(m_Value(x)))) && x->getType() == seed->getType())
        seed = x;
    Value *off = b.CreateZExt(fi_in_range(seed, mask, at), t);
    return b.Insert(BinaryOperator::CreateAdd(splatted(k.getArg(FI_IN), t->getNumElements(), at), off));
}

// out + constants.
Value *write_addresses(Value *v, Function &k, const zone &z, unsigned step, Instruction *at) {
    Value *places;
    if (match(v, m_Add(is_splat(k.getArg(FI_OUT)), m_Value(places))) && are_apart(places, z, step, 0))
        return v;
    auto *t = cast<FixedVectorType>(v->getType());
    return IRBuilder<>(at).Insert(
        BinaryOperator::CreateAdd(splatted(k.getArg(FI_OUT), t->getNumElements(), at), apart(t, z, step, 0)));
}

void define_places(CallInst &call, const message &m) {
    Function &k = *call.getFunction();
    const unsigned operand = (unsigned)m.address, step = step_of(call);
    Value *v = call.getArgOperand(operand);
    const zone z = zone_of(m);
    const uint64_t unit = unit_of(step);
    if (m.where == FLAT)
        v = m.how == READ ? read_addresses(v, k, 0x2000 - unit, &call) : write_addresses(v, k, z, step, &call);
    else if (m.how == READ)
        v = fi_in_range(v, (m.where == LOCAL ? local_b / 2 : RN_SURFACE_B / 2) - unit, &call);
    else if (!are_apart(v, z, step, m.shift))
        v = apart(cast<FixedVectorType>(v->getType()), z, step, m.shift);
    call.setArgOperand(operand, v);
}

// The surface states are those of the table, 64 bytes each.
void define_handle(CallInst &call, const message &m) {
    const uint64_t handle = constant_of(call, m.surface), sb = (FI_SB - FI_SA + 1) * 64;
    if (handle != sb && (handle != 64 || m.how != READ))
        call.setArgOperand((unsigned)m.surface, ConstantInt::get(Type::getInt32Ty(call.getContext()), sb));
}

void define_surface(CallInst &call, unsigned operand, unsigned read, unsigned write, unsigned how) {
    auto *s = dyn_cast<Argument>(call.getArgOperand(operand));
    if (!s || (s->getArgNo() != read && s->getArgNo() != write) || (how != READ && s->getArgNo() != write))
        call.setArgOperand(operand, call.getFunction()->getArg(write));
}

// Images are read and written in different ones; pixels are written below the rows of media blocks. Floats have the
// last rows.
void define_pixels(CallInst &call, const message &m) {
    const unsigned u = (unsigned)m.address, image = m.how == READ ? FI_IA : FI_IB, width = RN_IMAGE_W / 4;
    Value *x = call.getArgOperand(u), *y = call.getArgOperand(u + 1);
    call.setArgOperand((unsigned)m.surface, call.getFunction()->getArg(image));
    for (unsigned i = 0; i < (unsigned)m.zeros; i++) // r, and the level of some messages
        call.setArgOperand(u + 2 + i, Constant::getNullValue(x->getType()));
    if (m.how == READ) {
        call.setArgOperand(u, fi_in_range(x, width - 1, &call));
        call.setArgOperand(u + 1, fi_in_range(y, RN_IMAGE_H - 1, &call));
        return;
    }
    SmallVector<Constant *, 32> all;
    auto *t = cast<FixedVectorType>(x->getType());
    for (unsigned l = 0; l < t->getNumElements(); l++)
        all.push_back(ConstantInt::get(t->getElementType(), (l * 5 + 2) % width));
    call.setArgOperand(u, ConstantVector::get(all));
    const unsigned first = m.is_float ? RN_IMAGE_FLOAT_ROWS : RN_MEDIA_ROWS,
                   end = m.is_float ? RN_IMAGE_H : RN_IMAGE_FLOAT_ROWS;
    auto *row = dyn_cast<Constant>(y);
    auto *same = row ? dyn_cast_or_null<ConstantInt>(row->getSplatValue()) : nullptr;
    if (!same || same->getZExtValue() < first || same->getZExtValue() >= end)
        call.setArgOperand(u + 1, ConstantInt::get(t, first + fi_draw() % (end - first)));
}

void define_block(CallInst &call, const message &m) {
    call.setArgOperand((unsigned)m.surface, call.getFunction()->getArg(m.how == READ ? FI_IA : FI_IB));
    const uint64_t most[] = {0x1c, 15};
    for (unsigned i = 0; i < 2; i++) {
        const unsigned operand = (unsigned)m.address + i;
        Value *v = call.getArgOperand(operand);
        if (m.how == READ || !isa<ConstantInt>(v))
            v = m.how == READ ? fi_in_range(v, most[i], &call) : ConstantInt::get(v->getType(), fi_draw() & most[i]);
        call.setArgOperand(operand, v);
    }
}

void define_owords(CallInst &call, const message &m) {
    const bool whole = genx_call_id(wrap(&call)) == GENX_OWORD_LD;
    Value *at = call.getArgOperand((unsigned)m.address);
    if (m.how == READ)
        at = fi_in_range(at, whole ? 255 : 0xffc, &call);
    else if (auto *c = dyn_cast<ConstantInt>(at); !c || c->getZExtValue() > RN_SB_ATOMICS / 16 - 8)
        at = ConstantInt::get(at->getType(), fi_draw() % (RN_SB_ATOMICS / 16 - 8));
    define_surface(call, (unsigned)m.surface, FI_SA, FI_SB, m.how);
    call.setArgOperand((unsigned)m.address, at);
}

bool is_local_surface(const Value *v) {
    auto *c = dyn_cast<ConstantInt>(v);
    return c && c->equalsInt(RN_SLM_BTI);
}

bool is_local(const Instruction &i) {
    message m;
    return describe(i, m) && (m.where == LOCAL || (m.where == TABLE && m.surface >= 0 &&
                                                   is_local_surface(i.getOperand((unsigned)m.surface))));
}

// The constant places of the store that fills bytes [at, at + 64) of local memory.
Constant *filled_places(LLVMContext &context, unsigned at) {
    SmallVector<uint32_t, 16> all;
    for (unsigned l = 0; l < 16; l++)
        all.push_back(at + 4 * l);
    return ConstantDataVector::get(context, all);
}

bool fills_local(const Instruction &i, unsigned at) {
    return genx_call_id(wrap(&i)) == GENX_SCATTER_SCALED && is_local(i) &&
           i.getOperand(5) == filled_places(i.getContext(), at) && match(i.getOperand(0), m_AllOnes());
}

void fill_local(Instruction *at) {
    IRBuilder<> b(at);
    Type *none = b.getVoidTy();
    fi_build(GENX_SLM_INIT, none, {b.getInt32(RN_SLM_B)}, at);
    for (unsigned first = 0; first < local_b; first += 64)
        fi_build(GENX_SCATTER_SCALED, none,
                 {ConstantInt::getTrue(FixedVectorType::get(b.getInt1Ty(), 16)), b.getInt32(2), b.getInt16(0),
                  b.getInt32(RN_SLM_BTI), b.getInt32(0), filled_places(b.getContext(), first),
                  filled_places(b.getContext(), first * 3 + 0x1234)},
                 at);
    fi_build(GENX_FENCE, none, {b.getInt8(33)}, at);
}

} // namespace

void fi_define_local_memory(Module &m) {
    bool used = false, requested = false;
    unsigned filled = 0;
    for (Function &f : m)
        for (BasicBlock &block : f)
            for (Instruction &i : block)
                used |= is_local(i);
    Function &k = *m.getFunction("k");
    for (Instruction &i : k.getEntryBlock()) {
        requested |= genx_call_id(wrap(&i)) == GENX_SLM_INIT;
        for (unsigned first = 0; first < local_b; first += 64)
            filled |= fills_local(i, first) ? 1u << first / 64 : 0;
    }
    if (used && (!requested || filled != (1u << local_b / 64) - 1))
        fill_local(&*k.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
}

// What genx_lanes.def leaves open: lanes that are off have no value, floats are exact.
static void define_rest(CallInst &call, const message &m) {
    if (m.whole && m.mask >= 0)
        call.setArgOperand((unsigned)m.mask,
                           Constant::getAllOnesValue(call.getArgOperand((unsigned)m.mask)->getType()));
    if (m.how != ATOMIC || !m.is_float)
        return;
    mem_desc d;
    mem_describe(wrap(&call), &d);
    for (int operand : {(int)d.data, (int)d.data2})
        if (operand >= 0)
            call.setArgOperand((unsigned)operand, fi_exact(call.getArgOperand((unsigned)operand), &call));
}

void fi_define_message(CallInst &call) {
    message m;
    if (!describe(call, m))
        return;
    if (is_local(call))
        m.where = LOCAL;
    switch (m.where) {
    case PIXELS:
        define_pixels(call, m);
        break;
    case BLOCK:
        define_block(call, m);
        break;
    case OWORDS:
        define_owords(call, m);
        break;
    case TABLE:
        define_surface(call, (unsigned)m.surface, FI_SA, FI_SB, m.how);
        define_places(call, m);
        break;
    case BINDLESS:
        define_handle(call, m);
        define_places(call, m);
        break;
    default:
        define_places(call, m);
    }
    define_rest(call, m);
}

bool fi_takes_address(const Instruction &i, unsigned operand) {
    message m;
    switch (genx_call_id(wrap(&i))) {
    case GENX_SVM_BLOCK_LD:
    case GENX_SVM_BLOCK_LD_UNALIGNED:
    case GENX_SVM_BLOCK_ST:
        return operand == 0;
    default:
        if (fi_takes_block(i, operand))
            return true;
        return describe(i, m) &&
               (m.where == FLAT ? m.address == (int)operand
                                : m.where != LOCAL && m.where != BINDLESS && m.surface == (int)operand);
    }
}
