// SPDX-License-Identifier: MIT
// 2-D blocks of memory and of images, and matrix products, for the mutants of fuzz_ir: what builds them, and what makes
// them defined.

#include "fuzz_ir.h"

#include <llvm/FuzzMutate/Operations.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/PatternMatch.h>

using namespace llvm;
using namespace llvm::fuzzerop;
using namespace llvm::PatternMatch;

namespace {

constexpr unsigned weight = 100;

// Blocks

enum form { BY_OPERANDS, BY_DESCRIPTOR, OF_IMAGE };
enum how { LOAD, STORE, PREFETCH };

struct row {
    genx_id id;
    uint8_t form, how;
    bool transposed, vnni; // by the name
} const rows[] = {
    {GENX_LSC_LOAD2D_STATELESS, BY_OPERANDS, LOAD, false, false},
    {GENX_LSC_STORE2D_STATELESS, BY_OPERANDS, STORE, false, false},
    {GENX_LSC_PREFETCH2D_STATELESS, BY_OPERANDS, PREFETCH, false, false},
    {GENX_LSC_LOAD_2D_UGM_DESC, BY_DESCRIPTOR, LOAD, false, false},
    {GENX_LSC_LOAD_2D_UGM_DESC_TRANSPOSE, BY_DESCRIPTOR, LOAD, true, false},
    {GENX_LSC_LOAD_2D_UGM_DESC_VNNI, BY_DESCRIPTOR, LOAD, false, true},
    {GENX_LSC_STORE_2D_UGM_DESC, BY_DESCRIPTOR, STORE, false, false},
    {GENX_LSC_PREFETCH_2D_UGM_DESC, BY_DESCRIPTOR, PREFETCH, false, false},
    {GENX_LSC_LOAD2D_TYPED_BTI, OF_IMAGE, LOAD, false, false},
    {GENX_LSC_STORE2D_TYPED_BTI, OF_IMAGE, STORE, false, false},
    {GENX_LSC_PREFETCH2D_TYPED_BTI, OF_IMAGE, PREFETCH, false, false},
};

const row *row_of(const Instruction &i) {
    const genx_id id = genx_call_id(wrap(&i));
    for (const row &r : rows)
        if (id && r.id == id)
            return &r;
    return nullptr;
}

enum { IMAGE_SURFACE = 2, IMAGE_WIDTH, IMAGE_HEIGHT, IMAGE_X, IMAGE_Y };

// The surface that blocks of memory are parts of; the sides of blocks cross its edges.
struct area {
    unsigned width, height, pitch, columns, rows_y; // columns, rows_y: of the first element, as masks
};
const area read_area = {128, 20, 192, 60, 15}, write_area = {64, 8, 64, 28, 7};

const area &area_of(const row &r) {
    return r.how == STORE ? write_area : read_area;
}

// v & mask, and base less.
Value *near(Value *v, uint64_t mask, int64_t base, Instruction *at) {
    if (base == 0)
        return fi_in_range(v, mask, at);
    if (match(v, m_Add(m_And(m_Value(), m_SpecificInt(mask)), m_SpecificInt(APInt(32, (uint64_t)-base, true)))))
        return v;
    IRBuilder<> b(at);
    return b.CreateAdd(b.CreateAnd(v, mask), ConstantInt::getSigned(v->getType(), -base));
}

// An address in the buffer in, or where blocks are written.
bool is_base(Value *v, const row &r, Function &k) {
    ConstantInt *c;
    if (!match(v, m_Add(m_Specific(k.getArg(r.how == STORE ? FI_OUT : FI_IN)), m_ConstantInt(c))))
        return false;
    const uint64_t at = c->getZExtValue();
    return r.how == STORE ? at % 64 == 0 && at >= FI_BLOCKS_B && at <= RN_OUT_B - 512 : at == RN_IN_INTS;
}

Value *new_base(const row &r, Instruction *at) {
    Function &k = *at->getFunction();
    const uint64_t off = r.how == STORE ? FI_BLOCKS_B + fi_draw() % 7 * 512 : (uint64_t)RN_IN_INTS;
    return BinaryOperator::CreateAdd(k.getArg(r.how == STORE ? FI_OUT : FI_IN),
                                     ConstantInt::get(Type::getInt64Ty(at->getContext()), off), "", at->getIterator());
}

uint64_t number(const CallInst &call, unsigned operand) {
    auto *c = dyn_cast<ConstantInt>(call.getArgOperand(operand));
    return c ? c->getZExtValue() : 1;
}

// The constants of the message's register.
Constant *descriptor_constants(const CallInst &call, const row &r) {
    const area &a = area_of(r);
    const uint64_t dims = (number(call, LSC2D_DESC_WIDTH) - 1) | (number(call, LSC2D_DESC_HEIGHT) - 1) << 8 |
                          (number(call, LSC2D_DESC_BLOCKS) - 1) << 16;
    uint32_t all[16] = {0, 0, a.width - 1, a.height - 1, a.pitch - 1, 0, 0, (uint32_t)dims};
    return ConstantDataVector::get(call.getContext(), ArrayRef<uint32_t>(all));
}

struct register_parts {
    Value *base, *x, *y;
};

bool is_descriptor(Value *v, const CallInst &call, const row &r, register_parts &p) {
    Constant *c;
    auto one = m_InsertElt(m_Constant(c), m_Trunc(m_Value(p.base)), m_SpecificInt(0));
    auto both = m_InsertElt(one, m_Trunc(m_LShr(m_Deferred(p.base), m_SpecificInt(32))), m_SpecificInt(1));
    return match(v, m_InsertElt(m_InsertElt(both, m_Value(p.x), m_SpecificInt(5)), m_Value(p.y), m_SpecificInt(6))) &&
           c == descriptor_constants(call, r);
}

Value *new_descriptor(const CallInst &call, const row &r, const register_parts &p, Instruction *at) {
    IRBuilder<> b(at);
    Type *word = b.getInt32Ty();
    Value *parts[] = {b.CreateTrunc(p.base, word), b.CreateTrunc(b.CreateLShr(p.base, 32), word), p.x, p.y};
    static const unsigned places[] = {0, 1, 5, 6};
    Value *v = descriptor_constants(call, r);
    for (unsigned i = 0; i < 4; i++)
        v = b.CreateInsertElement(v, parts[i], b.getInt32(places[i]));
    return v;
}

void define_descriptor(CallInst &call, const row &r) {
    register_parts p = {};
    const area &a = area_of(r);
    Value *old = call.getArgOperand(LSC2D_DESC_DESCRIPTOR);
    const bool fits = is_descriptor(old, call, r, p) && is_base(p.base, r, *call.getFunction());
    Type *word = Type::getInt32Ty(call.getContext());
    Value *x = near(p.x && fits ? p.x : ConstantInt::get(word, fi_draw()), a.columns, 8, &call),
          *y = near(p.y && fits ? p.y : ConstantInt::get(word, fi_draw()), a.rows_y, 2, &call);
    if (!fits)
        p.base = new_base(r, &call);
    if (!fits || x != p.x || y != p.y)
        call.setArgOperand(LSC2D_DESC_DESCRIPTOR, new_descriptor(call, r, {p.base, x, y}, &call));
}

void define_by_operands(CallInst &call, const row &r) {
    const area &a = area_of(r);
    const unsigned x = LSC2D_SURFACE + 3, y = x + 1;
    if (!is_base(call.getArgOperand(LSC2D_BASE), r, *call.getFunction()))
        call.setArgOperand(LSC2D_BASE, new_base(r, &call));
    call.setArgOperand(x, near(call.getArgOperand(x), a.columns, 8, &call));
    call.setArgOperand(y, near(call.getArgOperand(y), a.rows_y, 2, &call));
}

// Inside the image, of which the rows of media blocks are written: the simulator reports what crosses the edge.
void define_image(CallInst &call, const row &r) {
    const bool store = r.how == STORE;
    Type *t = store ? call.getArgOperand(call.arg_size() - 1)->getType() : call.getType();
    const uint64_t elt_b = t->isVoidTy() ? 1 : t->getScalarSizeInBits() / 8,
                   rows_y = store ? RN_MEDIA_ROWS : RN_IMAGE_H,
                   columns = RN_IMAGE_W - number(call, IMAGE_WIDTH) * elt_b,
                   below = rows_y - number(call, IMAGE_HEIGHT);
    call.setArgOperand(IMAGE_SURFACE, call.getFunction()->getArg(store ? FI_IB : FI_IA));
    call.setArgOperand(IMAGE_X,
                       fi_in_range(call.getArgOperand(IMAGE_X), (PowerOf2Ceil(columns + 2) / 2 - 1) & 60, &call));
    call.setArgOperand(IMAGE_Y, fi_in_range(call.getArgOperand(IMAGE_Y), PowerOf2Ceil(below + 2) / 2 - 1, &call));
}

// What a block is like.
struct block {
    unsigned bits, w, h, n;
    bool transposed, vnni;
};

unsigned lanes_of(const block &b) {
    const unsigned elt_b = b.bits / 8, group = b.vnni ? 4 / elt_b : 1, high = alignTo(b.h, group);
    const unsigned n = b.transposed ? b.w * PowerOf2Ceil(b.h) : PowerOf2Ceil(b.w) * high;
    return alignTo(n, 64 / elt_b);
}

bool is_possible(const block &b, const row &r) {
    const unsigned elt_b = b.bits / 8, most = r.how == STORE ? 1 : elt_b <= 2 ? 4 : elt_b == 4 ? 2 : 1;
    if (b.vnni && (elt_b > 2 || b.w < 4 / elt_b || b.h < 4 / elt_b))
        return false;
    if (b.n > most || b.w * b.n * elt_b > 64 || b.w * elt_b < 4 || lanes_of(b) * b.n * elt_b > 512)
        return false;
    if (!b.transposed)
        return true;
    return b.n == 1 && (elt_b == 4 ? b.w <= 8 : elt_b == 8 && b.h == 8 && (b.w == 1 || b.w == 2 || b.w == 4));
}

// Mostly without padding of rows, whose elements have no value.
block some_block(const row &r) {
    static const unsigned bits[] = {8, 16, 32, 32, 64};
    for (;;) {
        const bool even = fi_draw() % 4, load = r.form == BY_OPERANDS && r.how == LOAD;
        block b = {bits[fi_draw() % (r.form == OF_IMAGE ? 4 : 5)], 0, 0, 1, r.transposed, r.vnni};
        b.w = even ? 1u << fi_draw() % 5 : 1 + fi_draw() % 16;
        b.h = even ? 1u << fi_draw() % 4 : 1 + fi_draw() % 8;
        b.n = r.form == OF_IMAGE ? 1 : 1u << fi_draw() % 3;
        b.transposed |= load && b.bits >= 32 && fi_draw() % 2;
        b.vnni |= load && b.bits <= 16 && fi_draw() % 2;
        if (is_possible(b, r) && (!even || b.w * b.h * b.bits % 512 == 0))
            return b;
    }
}

// Zeros where rows are padded.
Constant *padding(const block &b, FixedVectorType *t) {
    const unsigned each = t->getNumElements() / b.n, group = b.vnni ? 32 / b.bits : 1;
    SmallVector<Constant *, 512> all(t->getNumElements(), Constant::getNullValue(t->getElementType()));
    for (unsigned k = 0; k < b.n; k++)
        for (unsigned y = 0; y < b.h; y++)
            for (unsigned x = 0; x < b.w; x++)
                all[k * each + (b.transposed ? x * PowerOf2Ceil(b.h) + y
                                             : y / group * group * PowerOf2Ceil(b.w) + x * group + y % group)] =
                    Constant::getAllOnesValue(t->getElementType());
    return ConstantVector::get(all);
}

SmallVector<Value *, 17> operands_of(const row &r, const block &k, Value *x, Value *y, Instruction *at) {
    IRBuilder<> b(at);
    const area &a = area_of(r);
    auto byte = [&](unsigned n) { return b.getInt8((uint8_t)n); };
    if (r.form == OF_IMAGE)
        return {byte(0), byte(0), at->getFunction()->getArg(FI_IB), b.getInt32(k.w), b.getInt32(k.h), x, y};
    if (r.form == BY_DESCRIPTOR)
        return {b.getTrue(),
                ConstantInt::get(FixedVectorType::get(b.getInt8Ty(), 2), 0),
                byte(k.n),
                b.getInt16((uint16_t)k.w),
                b.getInt16((uint16_t)k.h),
                ConstantInt::get(FixedVectorType::get(b.getInt32Ty(), 16), 0),
                b.getInt32(fi_draw() % 2 * 4),
                b.getInt32(fi_draw() % 2)};
    return {ConstantInt::getTrue(FixedVectorType::get(b.getInt1Ty(), 1)),
            byte(0),
            byte(0),
            byte(k.bits == 64   ? 4
                 : k.bits == 32 ? 3
                                : k.bits / 8),
            byte(k.transposed ? 2 : 1),
            byte(k.n),
            b.getInt16((uint16_t)k.w),
            b.getInt16((uint16_t)k.h),
            byte(k.vnni),
            b.getInt64(0),
            b.getInt32(a.width - 1),
            b.getInt32(a.height - 1),
            b.getInt32(a.pitch - 1),
            x,
            y};
}

Value *build(const row &r, Value *v, Instruction *at) {
    const block k = some_block(r);
    IRBuilder<> b(at);
    auto *t = FixedVectorType::get(b.getIntNTy(k.bits), lanes_of(k) * k.n);
    Value *x = b.CreateExtractElement(v, uint64_t(0)), *y = b.CreateExtractElement(v, uint64_t(1));
    auto operands = operands_of(r, k, x, y, at);
    if (r.how == STORE)
        operands.push_back(b.CreateSExtOrTrunc(fi_resized(v, t->getNumElements(), at), t));
    else if (r.form == BY_DESCRIPTOR)
        operands.push_back(Constant::getNullValue(t));
    Value *all = fi_message(r.id, r.how == LOAD ? t : b.getVoidTy(), operands, at);
    if (!all)
        return nullptr;
    if (Constant *mask = padding(k, t); !mask->isAllOnesValue())
        all = b.CreateAnd(all, mask);
    return b.CreateSExtOrTrunc(fi_resized(all, 16, at), FixedVectorType::get(b.getInt32Ty(), 16));
}

OpDescriptor block_2d() {
    auto builder = [](ArrayRef<Value *> s, Instruction *at) -> Value * {
        const row &r = rows[fi_draw() % (sizeof rows / sizeof *rows)];
        return fi_allows(*at->getModule(), r.form == OF_IMAGE ? FI_IMAGE_2D : FI_BLOCK_2D) ? build(r, s[0], at)
                                                                                           : nullptr;
    };
    return {weight, {fi_lanes_of_32()}, builder};
}

// Matrix products

enum { BF = 9, HF = 10, TF32 = 12 };

struct precision {
    unsigned code, bits;
    uint64_t mask, base; // of floats, in a dword: +-0.5 or +-1
} const precisions[] = {
    {3, 2, 0, 0},
    {4, 2, 0, 0},
    {5, 4, 0, 0},
    {6, 4, 0, 0},
    {7, 8, 0, 0},
    {8, 8, 0, 0},
    {BF, 16, 0x80808080, 0x3f003f00},
    {HF, 16, 0x84008400, 0x38003800},
    {TF32, 32, 0x80800000, 0x3f000000},
};
constexpr unsigned integers = 6;

const precision *precision_of(uint64_t code) {
    for (const precision &p : precisions)
        if (p.code == code)
            return &p;
    return nullptr;
}

Value *exact_source(Value *v, const precision &p, Instruction *at) {
    if (match(v, m_Or(m_And(m_Value(), m_SpecificInt(p.mask)), m_SpecificInt(p.base))))
        return v;
    IRBuilder<> b(at);
    return b.CreateOr(b.CreateAnd(v, p.mask), p.base);
}

Value *dpas(Value *acc, Value *right, Value *left, unsigned pb, unsigned pa, unsigned repeat, unsigned form,
            Instruction *at) {
    IRBuilder<> b(at);
    Value *info = b.getInt32(pb | pa << 8 | 8u << 16 | repeat << 24);
    if (form == 0)
        return fi_message(GENX_DPAS2, acc->getType(),
                          {acc, right, left, b.getInt32(pb), b.getInt32(pa), b.getInt32(8), b.getInt32(repeat),
                           b.getInt32(1), b.getInt32(1)},
                          at);
    if (form == 1)
        return fi_message(GENX_DPAS, acc->getType(), {acc, right, left, info}, at);
    return fi_message(GENX_DPAS_NOSRC0, acc->getType(), {right, left, info}, at);
}

// Sources of integers of any width, and of floats.
OpDescriptor products() {
    auto builder = [](ArrayRef<Value *> s, Instruction *at) -> Value * {
        const Module &m = *at->getModule();
        const bool floats = fi_allows(m, FI_FLOAT_DPAS) && (!fi_allows(m, FI_DPAS) || fi_draw() % 2);
        const unsigned k = floats ? integers + fi_draw() % 3 : fi_draw() % integers;
        if (!floats && !fi_allows(m, FI_DPAS))
            return nullptr;
        IRBuilder<> b(at);
        const precision &pb = precisions[k], &pa = k < integers ? precisions[fi_draw() % integers] : pb;
        const unsigned columns = pb.code != TF32 && m.getSourceFileName().size() % 2 ? 8 : 16,
                       repeat = 1 + fi_draw() % 8, wide = std::max(pa.bits, pb.bits), ops = wide <= 4 ? 8 : 32 / wide;
        Value *right = fi_resized(s[0], 8 * ops * columns * pb.bits / 32, at),
              *left = fi_resized(s[1], 8 * ops * repeat * pa.bits / 32, at),
              *acc = fi_resized(s[2], columns * repeat, at);
        if (k >= integers)
            acc = b.CreateSIToFP(acc, FixedVectorType::get(k > integers && pb.code == HF && fi_draw() % 3 == 0
                                                               ? b.getHalfTy()
                                                               : b.getFloatTy(),
                                                           columns * repeat));
        return fi_resized(dpas(acc, right, left, pb.code, pa.code, repeat, fi_draw() % 3, at), 16, at);
    };
    return {weight, {fi_lanes_of_32(), matchFirstType(), matchFirstType()}, builder};
}

// Half of the second source is the other thread's: there is no answer.
OpDescriptor halved_product() {
    auto builder = [](ArrayRef<Value *> s, Instruction *at) -> Value * {
        if (!fi_allows(*at->getModule(), FI_UNJUDGED))
            return nullptr;
        const unsigned repeat = 1u << fi_draw() % 4, left = 8 * ((repeat + 1) / 2);
        Value *info = IRBuilder<>(at).getInt32(8 | 8 << 8 | 8u << 16 | repeat << 24);
        Value *acc = fi_resized(s[0], 8 * repeat, at), *b = fi_resized(s[1], 64, at), *a = fi_resized(s[0], left, at);
        Value *v = fi_draw() % 2 ? fi_message(GENX_DPASW, acc->getType(), {acc, b, a, info}, at)
                                 : fi_message(GENX_DPASW_NOSRC0, acc->getType(), {b, a, info}, at);
        return fi_resized(v, 16, at);
    };
    return {2, {fi_lanes_of_32(), matchFirstType()}, builder};
}

} // namespace

void fi_define_block(CallInst &call) {
    const row *r = row_of(call);
    if (!r)
        return;
    if (r->form == OF_IMAGE)
        define_image(call, *r);
    else if (r->form == BY_DESCRIPTOR)
        define_descriptor(call, *r);
    else
        define_by_operands(call, *r);
}

void fi_define_dpas(CallInst &call) {
    const genx_id id = genx_call_id(wrap(&call));
    if (id != GENX_DPAS && id != GENX_DPAS2 && id != GENX_DPAS_NOSRC0)
        return;
    const unsigned right = id == GENX_DPAS_NOSRC0 ? 0 : 1;
    const precision *p = precision_of(number(call, right + 2) & 255);
    if (!p || !p->base)
        return;
    for (unsigned i = 0; i < 2; i++)
        call.setArgOperand(right + i, exact_source(call.getArgOperand(right + i), *p, &call));
    if (right)
        call.setArgOperand(0, fi_exact(call.getArgOperand(0), &call));
}

bool fi_takes_block(const Instruction &i, unsigned operand) {
    static const unsigned places[] = {LSC2D_BASE, LSC2D_DESC_DESCRIPTOR, IMAGE_SURFACE};
    const row *r = row_of(i);
    return r && places[r->form] == operand;
}

std::vector<fi_operation> fi_block_operations() {
    return {{fi_bit(FI_BLOCK_2D) | fi_bit(FI_IMAGE_2D), block_2d()},
            {fi_bit(FI_DPAS) | fi_bit(FI_FLOAT_DPAS), products()},
            {fi_bit(FI_UNJUDGED), halved_product()}};
}
