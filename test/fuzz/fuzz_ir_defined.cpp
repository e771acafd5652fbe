// SPDX-License-Identifier: MIT
// Makes a mutant defined: what LLVM or the intrinsics leave open gets one meaning, and addresses stay in their buffers.
// What is right already stays as it is, so that a mutant of a mutant does not grow.

#include "fuzz_ir.h"

#include <llvm-c/Core.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Operator.h>
#include <llvm/IR/PatternMatch.h>

using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

bool is_open(const Constant *c) {
    auto *f = dyn_cast<ConstantFP>(c);
    return isa<UndefValue>(c) || (f && f->getValueAPF().isDenormal());
}

// Undefined lanes become zero. So do denormal numbers: the hardware may take them for zero, LLVM's folding does not.
Constant *defined(Constant *c) {
    if (is_open(c))
        return Constant::getNullValue(c->getType());
    auto *type = dyn_cast<FixedVectorType>(c->getType());
    if (!type || isa<ConstantExpr>(c))
        return c;
    SmallVector<Constant *, 32> lanes;
    bool open = false;
    for (unsigned i = 0; i < type->getNumElements(); i++) {
        Constant *lane = c->getAggregateElement(i);
        if (!lane)
            return c;
        open |= is_open(lane);
        lanes.push_back(is_open(lane) ? Constant::getNullValue(lane->getType()) : lane);
    }
    return open ? ConstantVector::get(lanes) : c;
}

void define_operands(Instruction &i) {
    for (Use &u : i.operands())
        if (auto *c = dyn_cast<Constant>(u.get());
            c && !isa<GlobalValue>(c) && c->getType()->isFirstClassType() && !c->getType()->isMetadataTy())
            u.set(defined(c));
    if (auto *shuffle = dyn_cast<ShuffleVectorInst>(&i)) {
        SmallVector<int, 32> mask(shuffle->getShuffleMask());
        for (int &lane : mask)
            lane = lane < 0 ? 0 : lane;
        shuffle->setShuffleMask(mask);
    }
    i.dropPoisonGeneratingFlags();
    i.dropPoisonGeneratingMetadata();
}

// An odd number from 1 to 127.
Value *divisor(Value *v, Instruction *at) {
    if (match(v, m_And(m_Or(m_Value(), m_One()), m_SpecificInt(127))))
        return v;
    if (v->getType()->isIntOrIntVectorTy(1)) { // -1 divided by -1 does not fit
        at->setOperand(0, Constant::getNullValue(v->getType()));
        return Constant::getAllOnesValue(v->getType());
    }
    Value *odd = BinaryOperator::CreateOr(v, ConstantInt::get(v->getType(), 1), "", at->getIterator());
    return BinaryOperator::CreateAnd(odd, ConstantInt::get(v->getType(), 127), "", at->getIterator());
}

void define_operation(Instruction &i) {
    unsigned bits = i.getType()->getScalarSizeInBits();
    if (i.isShift())
        i.setOperand(1, fi_in_range(i.getOperand(1), bits - 1, &i));
    if (i.isIntDivRem())
        i.setOperand(1, divisor(i.getOperand(1), &i));
    unsigned index = isa<ExtractElementInst>(i) ? 1 : isa<InsertElementInst>(i) ? 2 : 0;
    if (index && !isa<ConstantInt>(i.getOperand(index))) {
        uint64_t n = cast<FixedVectorType>(i.getOperand(0)->getType())->getNumElements();
        i.setOperand(index, fi_in_range(i.getOperand(index), PowerOf2Ceil(n + 1) / 2 - 1, &i));
    } else if (index) {
        uint64_t n = cast<FixedVectorType>(i.getOperand(0)->getType())->getNumElements();
        auto *c = cast<ConstantInt>(i.getOperand(index));
        i.setOperand(index, ConstantInt::get(c->getType(), c->getValue().urem(n)));
    }
}

// in + (x & mask), or in + a number of that range.
Value *input_address(Value *v, Argument *in, Instruction *at) {
    constexpr uint64_t mask = 0x1fc0;
    ConstantInt *c;
    if (match(v, m_Add(m_Specific(in), m_And(m_Value(), m_SpecificInt(mask)))) ||
        (match(v, m_Add(m_Specific(in), m_ConstantInt(c))) && c->getValue().ult(RN_IN_B - 512) &&
         c->getZExtValue() % 64 == 0))
        return v;
    Value *off = BinaryOperator::CreateAnd(v, ConstantInt::get(v->getType(), mask), "", at->getIterator());
    return BinaryOperator::CreateAdd(in, off, "", at->getIterator());
}

// out + a number of the part of the buffer for the type.
Value *output_address(Value *v, Argument *out, Type *stored, unsigned slot, Instruction *at) {
    Type *e = stored->getScalarType();
    uint64_t first = e->isHalfTy() ? FI_HALFS_B : e->isDoubleTy() ? FI_DOUBLES_B : e->isFloatTy() ? FI_FLOATS_B : 0;
    ConstantInt *c;
    if (match(v, m_Add(m_Specific(out), m_ConstantInt(c))) && c->getZExtValue() >= first &&
        c->getZExtValue() < first + 4096 - 512 && c->getZExtValue() % 64 == 0)
        return v;
    return BinaryOperator::CreateAdd(out, ConstantInt::get(v->getType(), first + slot % 14 * 256), "",
                                     at->getIterator());
}

void make_constant(CallInst &call, unsigned operand, uint64_t value) {
    auto *c = dyn_cast<ConstantInt>(call.getArgOperand(operand));
    if (!c || c->getZExtValue() != value)
        call.setArgOperand(operand, ConstantInt::get(call.getArgOperand(operand)->getType(), value));
}

// A region at a computed place: the place becomes one in the vector. A vector of places: one for each element.
bool define_place(CallInst &call, unsigned place, uint64_t room, uint64_t elt_b) {
    Value *off = call.getArgOperand(place);
    if (isa<Constant>(off) || !room)
        return false;
    call.setArgOperand(place, fi_in_range(off, (PowerOf2Ceil(room + 1) / 2 - 1) * elt_b, &call));
    return true;
}

// A vector of places: one for each element, whatever a mutation made of the shape. Constants become the first element.
void define_places(CallInst &call, unsigned shape, uint64_t all, uint64_t elt_b) {
    const uint64_t each[] = {0, 1, 0};
    for (unsigned i = 0; i < 3; i++)
        make_constant(call, shape + i, each[i]);
    if (!define_place(call, shape + 3, all, elt_b))
        call.setArgOperand(shape + 3, Constant::getNullValue(call.getArgOperand(shape + 3)->getType()));
}

// A region whose shape or place a mutation changed becomes the first elements.
void define_region(CallInst &call, unsigned shape, Type *whole, Type *part) {
    const unsigned n = genx_lanes(wrap(part)), elt_b = part->getScalarSizeInBits() / 8;
    uint64_t v[3], off = 0, all = genx_lanes(wrap(whole));
    bool fits = true;
    for (unsigned i = 0; i < 3; i++)
        fits &= genx_const_u64(wrap(call.getArgOperand(shape + i)), &v[i]);
    make_constant(call, shape + 4, 0);
    if (call.getArgOperand(shape + 3)->getType()->isVectorTy()) {
        define_places(call, shape, all, elt_b);
        return;
    }
    fits = fits && v[1] == n && v[2] >= 1 && v[2] <= 4 && (n - 1) * v[2] + 1 <= all;
    if (fits && define_place(call, shape + 3, all - (n - 1) * v[2], elt_b))
        return;
    fits = fits && genx_const_u64(wrap(call.getArgOperand(shape + 3)), &off) && off % elt_b == 0 &&
           off / elt_b + (n - 1) * v[2] + 1 <= all;
    const uint64_t first[] = {n, n, 1, 0};
    for (unsigned i = 0; i < 4 && !fits; i++)
        make_constant(call, shape + i, first[i]);
}

bool is_object(const Value *v, const Type *type) {
    auto *slot = dyn_cast<AllocaInst>(v);
    return slot && slot->getAllocatedType() == type && !slot->isArrayAllocation();
}

void define_object_operand(CallInst &call, unsigned operand, Type *type) {
    if (!is_object(call.getArgOperand(operand), type))
        call.setArgOperand(operand, fi_object(type, *call.getFunction()));
}

void define_call(CallInst &call, unsigned slot) {
    Function &k = *call.getFunction();
    switch (genx_call_id(wrap(&call))) {
    case GENX_SVM_BLOCK_LD:
    case GENX_SVM_BLOCK_LD_UNALIGNED:
        call.setArgOperand(0, input_address(call.getArgOperand(0), k.getArg(0), &call));
        break;
    case GENX_SVM_BLOCK_ST:
        call.setArgOperand(
            0, output_address(call.getArgOperand(0), k.getArg(1), call.getArgOperand(1)->getType(), slot, &call));
        break;
    case GENX_VLOAD:
        define_object_operand(call, 0, call.getType());
        break;
    case GENX_VSTORE:
        define_object_operand(call, 1, call.getArgOperand(0)->getType());
        break;
    case GENX_RDREGIONI:
    case GENX_RDREGIONF:
        define_region(call, 1, call.getArgOperand(0)->getType(), call.getType());
        break;
    case GENX_WRREGIONI:
    case GENX_WRREGIONF:
    case GENX_WRCONSTREGION:
        define_region(call, 2, call.getType(), call.getArgOperand(1)->getType());
        break;
    case GENX_SIMDCF_UNMASK: // any other number has no meaning
        make_constant(call, 1, UINT32_MAX);
        break;
    default:
        break;
    }
    fi_define_message(call);
    fi_define_block(call);
    fi_define_dpas(call);
    fi_define_arithmetic(call);
}

// Calls hand on the arguments that all functions have, in their places.
bool is_own_argument(const CallInst &call, unsigned operand) {
    const Function *f = call.getCalledFunction();
    return f && !f->isDeclaration() && operand < FI_ARGUMENTS;
}

// The evaluator has other addresses than the simulator: they may only be computed and used as addresses.
bool confine_addresses(Instruction &i, SmallPtrSetImpl<const Value *> &addresses) {
    const bool computes = i.getOpcode() == Instruction::Add || isa<InsertElementInst>(i) || isa<ShuffleVectorInst>(i) ||
                          isa<TruncInst>(i) || i.getOpcode() == Instruction::LShr;
    bool more = false;
    for (Use &u : i.operands()) {
        auto *call = dyn_cast<CallInst>(&i);
        if (call && is_own_argument(*call, u.getOperandNo()))
            u.set(i.getFunction()->getArg(u.getOperandNo()));
        else if (addresses.count(u.get()) && computes)
            more |= addresses.insert(&i).second;
        else if (addresses.count(u.get()) && !fi_takes_address(i, u.getOperandNo()))
            u.set(Constant::getNullValue(u->getType()));
    }
    return more;
}

void confine_addresses(Function &f) {
    SmallPtrSet<const Value *, 32> addresses;
    for (unsigned i = 0; i < FI_ARGUMENTS; i++)
        addresses.insert(f.getArg(i));
    for (bool more = true; more;) {
        more = false;
        for (BasicBlock &block : f)
            for (Instruction &i : block)
                more |= confine_addresses(i, addresses);
    }
}

} // namespace

AllocaInst *fi_object(Type *type, Function &k) {
    for (Instruction &i : k.getEntryBlock())
        if (auto *slot = dyn_cast<AllocaInst>(&i);
            slot && slot->getAllocatedType() == type && slot->getName().starts_with("slot"))
            return slot;
    Instruction *first = &*k.getEntryBlock().begin();
    auto *slot = new AllocaInst(type, 0, "slot", first->getIterator());
    new StoreInst(Constant::getNullValue(type), slot, first->getIterator());
    return slot;
}

namespace {

// A load or store of an object that is not the value's own goes to one that is.
void define_access(Instruction &i) {
    Type *type = getLoadStoreType(&i);
    if (!type || is_object(getLoadStorePointerOperand(&i), type))
        return;
    unsigned at = isa<LoadInst>(i) ? LoadInst::getPointerOperandIndex() : StoreInst::getPointerOperandIndex();
    i.setOperand(at, fi_object(type, *i.getFunction()));
}

void define_object(AllocaInst &slot) {
    slot.setOperand(0, ConstantInt::get(slot.getArraySize()->getType(), 1));
    auto *store = dyn_cast_or_null<StoreInst>(slot.getNextNode());
    if (!store || store->getPointerOperand() != &slot || store->getValueOperand()->getType() != slot.getAllocatedType())
        new StoreInst(Constant::getNullValue(slot.getAllocatedType()), &slot, std::next(slot.getIterator()));
}

// Bits that are read as numbers: zero where the number would be denormal, infinite or not a number.
Value *usual_bits(Value *v, Type *number, IRBuilder<> &b) {
    const unsigned size = number->getScalarSizeInBits();
    const unsigned mantissa = APFloat::semanticsPrecision(number->getScalarType()->getFltSemantics()) - 1;
    Type *bits = VectorType::getInteger(cast<VectorType>(number));
    Constant *exponent = ConstantInt::get(bits, APInt::getBitsSet(size, mantissa, size - 1));
    Value *i = b.CreateBitCast(v, bits), *e = b.CreateAnd(i, exponent);
    Value *usual = b.CreateAnd(b.CreateICmpNE(e, Constant::getNullValue(bits)), b.CreateICmpNE(e, exponent));
    return b.CreateSelect(usual, i, Constant::getNullValue(bits));
}

// Numbers whose bits are read: the same.
Value *usual_number(Value *v, IRBuilder<> &b) {
    Type *type = v->getType();
    const fltSemantics &kind = type->getScalarType()->getFltSemantics();
    Value *size = b.CreateUnaryIntrinsic(Intrinsic::fabs, v);
    Value *low = b.CreateFCmpOGE(size, ConstantFP::get(type, APFloat::getSmallestNormalized(kind)));
    Value *high = b.CreateFCmpOLE(size, ConstantFP::get(type, APFloat::getLargest(kind)));
    return b.CreateSelect(b.CreateAnd(low, high), v, Constant::getNullValue(type));
}

// LLVM folds operations on unusual numbers in other ways than the hardware computes; as numbers both are right.
void define_cast(BitCastInst &cast) {
    static const char mark[] = "fi.usual";
    auto *from = dyn_cast<FixedVectorType>(cast.getSrcTy()), *to = dyn_cast<FixedVectorType>(cast.getDestTy());
    auto *operand = dyn_cast<Instruction>(cast.getOperand(0));
    if (!from || !to || from->isFPOrFPVectorTy() == to->isFPOrFPVectorTy() || (operand && operand->hasMetadata(mark)))
        return;
    IRBuilder<> b(&cast);
    Value *v = cast.getOperand(0);
    Value *usual = from->isFPOrFPVectorTy() ? usual_number(v, b) : usual_bits(v, to, b);
    if (auto *choice = dyn_cast<SelectInst>(usual))
        choice->setMetadata(mark, MDNode::get(cast.getContext(), {}));
    cast.setOperand(0, usual);
}

// A block that may follow itself need not end: another one follows it instead.
void define_branch(Instruction &end) {
    BasicBlock *block = end.getParent(), *other = nullptr;
    for (BasicBlock *next : successors(block))
        other = next == block ? other : next;
    for (unsigned i = 0; other && i < end.getNumSuccessors(); i++) {
        if (end.getSuccessor(i) != block)
            continue;
        block->removePredecessor(block, true);
        end.setSuccessor(i, other);
        for (PHINode &phi : other->phis())
            phi.addIncoming(phi.getIncomingValueForBlock(block), block);
    }
}

void define_instruction(Instruction &i, unsigned slot) {
    define_operands(i);
    define_operation(i);
    if (auto *call = dyn_cast<CallInst>(&i))
        define_call(*call, slot);
    if (isa<LoadInst>(i) || isa<StoreInst>(i))
        define_access(i);
    if (auto *object = dyn_cast<AllocaInst>(&i))
        define_object(*object);
    if (i.isTerminator())
        define_branch(i);
}

// A mutation may replace the function of a call. A function calls only those that follow it.
bool may_call(const Function &from, const Function *to) {
    if (!to || to->isDeclaration())
        return to != nullptr;
    bool follows = false;
    for (const Function &f : *from.getParent()) {
        if (&f == to)
            return follows;
        follows |= &f == &from;
    }
    return false;
}

void drop_calls(Function &from) {
    for (BasicBlock &block : from)
        for (Instruction &i : make_early_inc_range(block))
            if (auto *call = dyn_cast<CallInst>(&i); call && !may_call(from, call->getCalledFunction())) {
                if (!call->getType()->isVoidTy())
                    call->replaceAllUsesWith(Constant::getNullValue(call->getType()));
                call->eraseFromParent();
            }
}

bool can_be_stored(const Value &i) {
    auto *t = dyn_cast<FixedVectorType>(i.getType());
    const unsigned bits = t ? t->getNumElements() * t->getScalarSizeInBits() : 0;
    return t && t->getScalarSizeInBits() >= 8 && (bits == 256 || bits == 512 || bits == 1024);
}

// Mutations drop stores; the last values of a block that returns, and of the first block, are stored in their place.
void store_results(BasicBlock &block, Instruction *at, unsigned &left) {
    for (Instruction &i : make_early_inc_range(reverse(block)))
        if (left && can_be_stored(i))
            fi_store(&i, left--, at);
}

void store_some(Function &k) {
    unsigned n = 0, left;
    for (BasicBlock &block : k)
        for (Instruction &i : block)
            n += genx_call_id(wrap(&i)) == GENX_SVM_BLOCK_ST;
    for (BasicBlock &block : k)
        if (auto *end = dyn_cast<ReturnInst>(block.getTerminator()); end && n < 7) {
            left = 7;
            store_results(block, end, left);
            if (&block != &k.getEntryBlock())
                store_results(k.getEntryBlock(), end, left);
        }
}

} // namespace

Value *fi_in_range(Value *v, uint64_t mask, Instruction *at) {
    if (match(v, m_And(m_Value(), m_SpecificInt(mask))))
        return v;
    return BinaryOperator::CreateAnd(v, ConstantInt::get(v->getType(), mask), "", at->getIterator());
}

void fi_store(Value *v, unsigned slot, Instruction *at) {
    if (!can_be_stored(*v))
        return;
    IRBuilder<> b(at);
    Value *to = output_address(b.getInt64(0), at->getFunction()->getArg(FI_OUT), v->getType(), slot, at);
    fi_build(GENX_SVM_BLOCK_ST, b.getVoidTy(), {to, v}, at);
}

// Mutations shuffle the entry; objects begin it, so that all code can use them.
static void move_objects(BasicBlock &entry) {
    std::vector<AllocaInst *> all;
    for (Instruction &i : entry)
        if (auto *object = dyn_cast<AllocaInst>(&i))
            all.push_back(object);
    for (AllocaInst *object : all) {
        auto *store = dyn_cast_or_null<StoreInst>(object->getNextNode());
        object->moveBefore(entry, entry.begin());
        if (store && store->getPointerOperand() == object && isa<Constant>(store->getValueOperand()))
            store->moveAfter(object);
    }
}

static std::vector<Instruction *> instructions_of(Function &f) {
    std::vector<Instruction *> all;
    for (BasicBlock &block : f)
        for (Instruction &i : block)
            all.push_back(&i);
    return all;
}

static void define_function(Function &f, unsigned &slot) {
    drop_calls(f);
    fi_define_barriers(f);
    fi_define_branches(f);
    move_objects(f.getEntryBlock());
    for (Instruction *i : instructions_of(f))
        define_instruction(*i, slot++);
    for (Instruction *i : instructions_of(f)) // with those that confine the operands of functions
        if (auto *cast = dyn_cast<BitCastInst>(i))
            define_cast(*cast);
    confine_addresses(f);
}

void fi_make_defined(Module &m) {
    for (GlobalVariable &g : m.globals()) {
        g.setLinkage(GlobalValue::InternalLinkage);
        g.setInitializer(Constant::getNullValue(g.getValueType()));
    }
    unsigned slot = 0;
    store_some(*m.getFunction("k"));
    for (Function &f : m)
        if (!f.isDeclaration() && f.arg_size() >= FI_ARGUMENTS)
            define_function(f, slot);
    fi_define_local_memory(m);
}
