// SPDX-License-Identifier: MIT
// What makes the messages of a mutant defined: a row says where each has its address and its surface. What is read lies
// anywhere in a buffer; what is written has places that do not meet, in a part of a buffer that is compared by the
// byte.

#include "fuzz_ir.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/PatternMatch.h>

using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

enum place { FLAT, TABLE, LOCAL, PIXELS, BLOCK, OWORDS };
enum access { READ, WRITE, ATOMIC };
constexpr unsigned local_b = 256; // of local memory that the kernel fills

struct message {
    genx_id id;
    uint8_t where, how, address, surface; // operands; surface 0: there is no such operand
};

#define LSC_ROWS(what, how, surface)                                                                                   \
    {GENX_LSC_##what##_STATELESS, FLAT, how, 10, 0}, {GENX_LSC_##what##_BTI, TABLE, how, 10, surface}, {               \
        GENX_LSC_##what##_SLM, LOCAL, how, 10, 0                                                                       \
    }
const message messages[] = {
    {GENX_SVM_GATHER, FLAT, READ, 2, 0},
    {GENX_GATHER_SCALED, TABLE, READ, 5, 3},
    {GENX_SCATTER_SCALED, TABLE, WRITE, 5, 3},
    {GENX_DWORD_ATOMIC_ADD, TABLE, ATOMIC, 2, 1},
    {GENX_DWORD_ATOMIC_AND, TABLE, ATOMIC, 2, 1},
    {GENX_DWORD_ATOMIC_IMAX, TABLE, ATOMIC, 2, 1},
    {GENX_DWORD_ATOMIC_MAX, TABLE, ATOMIC, 2, 1},
    {GENX_DWORD_ATOMIC_IMIN, TABLE, ATOMIC, 2, 1},
    {GENX_DWORD_ATOMIC_MIN, TABLE, ATOMIC, 2, 1},
    LSC_ROWS(LOAD, READ, 11),
    LSC_ROWS(LOAD_MERGE, READ, 11),
    LSC_ROWS(LOAD_MERGE_QUAD, READ, 11),
    LSC_ROWS(STORE, WRITE, 12),
    LSC_ROWS(STORE_QUAD, WRITE, 12),
    LSC_ROWS(XATOMIC, ATOMIC, 13),
    {GENX_GATHER4_TYPED, PIXELS, READ, 3, 2},
    {GENX_SCATTER4_TYPED, PIXELS, WRITE, 3, 2},
    {GENX_LSC_LOAD_MERGE_QUAD_TYPED_BTI, PIXELS, READ, 5, 4},
    {GENX_LSC_STORE_QUAD_TYPED_BTI, PIXELS, WRITE, 5, 4},
    {GENX_MEDIA_LD, BLOCK, READ, 4, 1},
    {GENX_MEDIA_ST, BLOCK, WRITE, 4, 1},
    {GENX_OWORD_LD, OWORDS, READ, 2, 1},
    {GENX_OWORD_LD_UNALIGNED, OWORDS, READ, 2, 1},
    {GENX_OWORD_ST, OWORDS, WRITE, 1, 0},
};

const message *find(const Instruction &i) {
    const genx_id id = genx_call_id(wrap(&i));
    for (const message &m : messages)
        if (id && m.id == id)
            return &m;
    return nullptr;
}

unsigned lanes(const Value *v) {
    auto *t = dyn_cast<FixedVectorType>(v->getType());
    return t ? t->getNumElements() : 1;
}

// Bytes that a lane reads or writes.
unsigned step_of(const CallInst &call) {
    StringRef name = genx_info_get(genx_call_id(wrap(&call)))->name;
    if (!name.starts_with("lsc.") || name.contains("typed"))
        return 4;
    if (name.contains("quad"))
        return 16;
    static const unsigned vectors[] = {1, 1, 2, 3, 4, 8, 16, 32, 64};
    auto *code = dyn_cast<ConstantInt>(call.getArgOperand(7));
    return 4 * vectors[code && code->getZExtValue() < 9 ? code->getZExtValue() : 0];
}

struct zone {
    uint64_t first_b, size_b;
};

zone zone_of(unsigned where, unsigned how) {
    if (where == LOCAL)
        return {0, local_b};
    if (where == FLAT)
        return how == ATOMIC ? zone{RN_OUT_ATOMICS, RN_OUT_FLOATS - RN_OUT_ATOMICS}
                             : zone{RN_OUT_SCATTER, RN_OUT_B - RN_OUT_SCATTER};
    return how == ATOMIC ? zone{RN_SB_ATOMICS, RN_SB_FLOATS - RN_SB_ATOMICS} : zone{0, RN_SB_ATOMICS};
}

// Constant places of lanes, of step bytes each, that do not meet.
bool are_apart(const Value *v, const zone &z, unsigned step) {
    auto *c = dyn_cast<Constant>(v);
    if (!c)
        return false;
    SmallVector<uint64_t, 32> seen;
    for (unsigned l = 0; l < lanes(v); l++) {
        auto *e = dyn_cast_or_null<ConstantInt>(isa<VectorType>(c->getType()) ? c->getAggregateElement(l) : c);
        const uint64_t at = e ? e->getZExtValue() : UINT64_MAX;
        if (!e || at % 4 || at < z.first_b || at > z.first_b + z.size_b - step)
            return false;
        for (uint64_t other : seen)
            if (at < other + step && other < at + step)
                return false;
        seen.push_back(at);
    }
    return true;
}

Constant *apart(FixedVectorType *t, const zone &z, unsigned step) {
    const unsigned n = t->getNumElements();
    const uint64_t room = (z.size_b - uint64_t(n) * step) / 4 + 1, first = z.first_b + fi_draw() % room * 4;
    const unsigned by = fi_draw() % 2 ? n - 1 : 1; // in both orders
    SmallVector<Constant *, 32> all;
    for (unsigned l = 0; l < n; l++)
        all.push_back(ConstantInt::get(t->getElementType(), first + uint64_t(l * by % n) * step));
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
    if (match(v, m_Add(is_splat(k.getArg(FI_OUT)), m_Value(places))) && are_apart(places, z, step))
        return v;
    auto *t = cast<FixedVectorType>(v->getType());
    return IRBuilder<>(at).Insert(
        BinaryOperator::CreateAdd(splatted(k.getArg(FI_OUT), t->getNumElements(), at), apart(t, z, step)));
}

void define_places(CallInst &call, const message &m, unsigned where) {
    Function &k = *call.getFunction();
    Value *v = call.getArgOperand(m.address);
    const unsigned step = step_of(call);
    const zone z = zone_of(where, m.how);
    if (where == FLAT)
        v = m.how == READ ? read_addresses(v, k, 0x1ffc, &call) : write_addresses(v, k, z, step, &call);
    else if (m.how == READ)
        v = fi_in_range(v, where == LOCAL ? local_b / 2 - 4 : RN_SURFACE_B / 2 - 4, &call);
    else if (!are_apart(v, z, step))
        v = apart(cast<FixedVectorType>(v->getType()), z, step);
    call.setArgOperand(m.address, v);
}

void define_surface(CallInst &call, unsigned operand, unsigned read, unsigned write, unsigned how) {
    auto *s = dyn_cast<Argument>(call.getArgOperand(operand));
    if (!s || (s->getArgNo() != read && s->getArgNo() != write) || (how != READ && s->getArgNo() != write))
        call.setArgOperand(operand, call.getFunction()->getArg(write));
}

// Images are read and written in different ones; pixels are written below the rows of media blocks.
void define_pixels(CallInst &call, const message &m) {
    Value *u = call.getArgOperand(m.address), *v = call.getArgOperand(m.address + 1);
    const unsigned image = m.how == READ ? FI_IA : FI_IB, width = RN_IMAGE_W / 4;
    call.setArgOperand(m.surface, call.getFunction()->getArg(image));
    const unsigned zeros = m.surface == 4 ? 2 : 1; // r, and the level of LSC messages
    for (unsigned i = 0; i < zeros; i++)
        call.setArgOperand(m.address + 2 + i, Constant::getNullValue(u->getType()));
    if (m.how == READ) {
        call.setArgOperand(m.address, fi_in_range(u, width - 1, &call));
        call.setArgOperand(m.address + 1, fi_in_range(v, RN_IMAGE_H - 1, &call));
        return;
    }
    SmallVector<Constant *, 32> all;
    auto *t = cast<FixedVectorType>(u->getType());
    for (unsigned l = 0; l < t->getNumElements(); l++)
        all.push_back(ConstantInt::get(t->getElementType(), (l * 5 + 2) % width));
    call.setArgOperand(m.address, ConstantVector::get(all));
    auto *row = dyn_cast<Constant>(v);
    auto *same = row ? dyn_cast_or_null<ConstantInt>(row->getSplatValue()) : nullptr;
    if (!same || same->getZExtValue() < RN_MEDIA_ROWS || same->getZExtValue() >= RN_IMAGE_H)
        call.setArgOperand(m.address + 1,
                           ConstantInt::get(t, RN_MEDIA_ROWS + fi_draw() % (RN_IMAGE_H - RN_MEDIA_ROWS)));
}

void define_block(CallInst &call, const message &m) {
    call.setArgOperand(m.surface, call.getFunction()->getArg(m.how == READ ? FI_IA : FI_IB));
    const uint64_t most[] = {0x1c, 15};
    for (unsigned i = 0; i < 2; i++) {
        Value *v = call.getArgOperand(m.address + i);
        if (m.how == READ || !isa<ConstantInt>(v))
            v = m.how == READ ? fi_in_range(v, most[i], &call) : ConstantInt::get(v->getType(), fi_draw() & most[i]);
        call.setArgOperand(m.address + i, v);
    }
}

void define_owords(CallInst &call, const message &m) {
    Value *at = call.getArgOperand(m.address);
    if (m.how == READ)
        at = fi_in_range(at, m.id == GENX_OWORD_LD ? 255 : 0xffc, &call);
    else if (auto *c = dyn_cast<ConstantInt>(at); !c || c->getZExtValue() > RN_SB_ATOMICS / 16 - 8)
        at = ConstantInt::get(at->getType(), fi_draw() % (RN_SB_ATOMICS / 16 - 8));
    define_surface(call, m.surface, FI_SA, FI_SB, m.how);
    call.setArgOperand(m.address, at);
}

bool is_local_surface(const Value *v) {
    auto *c = dyn_cast<ConstantInt>(v);
    return c && c->equalsInt(RN_SLM_BTI);
}

bool is_local(const Instruction &i) {
    const message *m = find(i);
    return m && (m->where == LOCAL || (m->surface && is_local_surface(i.getOperand(m->surface))));
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

void fi_define_message(CallInst &call) {
    const message *m = find(call);
    if (!m)
        return;
    switch (m->where) {
    case PIXELS:
        define_pixels(call, *m);
        break;
    case BLOCK:
        define_block(call, *m);
        break;
    case OWORDS:
        define_owords(call, *m);
        break;
    default:
        const bool local = is_local(call);
        if (m->surface && !local)
            define_surface(call, m->surface, FI_SA, FI_SB, m->how);
        define_places(call, *m, local ? (unsigned)LOCAL : m->where);
    }
}

bool fi_takes_address(const Instruction &i, unsigned operand) {
    const message *m = find(i);
    switch (genx_call_id(wrap(&i))) {
    case GENX_SVM_BLOCK_LD:
    case GENX_SVM_BLOCK_ST:
        return operand == 0;
    default:
        return m && ((m->where == FLAT && m->address == operand) ||
                     (m->where != FLAT && m->where != LOCAL && m->surface == operand));
    }
}
