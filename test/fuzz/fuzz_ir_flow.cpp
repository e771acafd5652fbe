// SPDX-License-Identifier: MIT
// Calls, SIMD control flow, regions at computed places and doubles for the mutants of fuzz_ir.

#include "fuzz_ir.h"

#include <llvm/FuzzMutate/Operations.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>

using namespace llvm;
using namespace llvm::fuzzerop;

namespace {

constexpr unsigned weight = 24, most_functions = 5;

unsigned lanes(const Value *v) {
    return cast<FixedVectorType>(v->getType())->getNumElements();
}

// Calls

// A subroutine, a function with a stack, or one that is inlined. Mutations change its body.
Function *new_function(Module &m, Type *t) {
    Function &k = *m.getFunction("k");
    SmallVector<Type *, FI_ARGUMENTS + 2> params(k.getFunctionType()->params());
    params.append({t, t});
    auto *f = Function::Create(FunctionType::get(t, params, false), GlobalValue::InternalLinkage, "f", m);
    const unsigned kind = fi_draw() % 3;
    f->addFnAttr(Attribute::NoUnwind);
    f->addFnAttr(kind == 2 ? Attribute::AlwaysInline : Attribute::NoInline);
    if (kind == 1)
        f->addFnAttr("CMStackCall");
    IRBuilder<> b(BasicBlock::Create(m.getContext(), "entry", f));
    Value *x = f->getArg(FI_ARGUMENTS), *y = f->getArg(FI_ARGUMENTS + 1);
    b.CreateRet(t->isFPOrFPVectorTy() ? b.CreateFSub(x, y) : b.CreateSub(x, y));
    return f;
}

// One that follows the caller, so that no function calls itself.
Function *some_function(Function &caller, Type *t) {
    Module &m = *caller.getParent();
    std::vector<Function *> all;
    unsigned n = 0;
    bool follows = false;
    for (Function &f : m) {
        n += !f.isDeclaration();
        if (follows && !f.isDeclaration() && f.getReturnType() == t)
            all.push_back(&f);
        follows |= &f == &caller;
    }
    if (n < most_functions && (all.empty() || fi_draw() % 4 == 0))
        return new_function(m, t);
    return all.empty() ? nullptr : all[fi_draw() % all.size()];
}

SourcePred vector_of_16() {
    auto fits = [](ArrayRef<Value *>, const Value *v) {
        auto *t = dyn_cast<FixedVectorType>(v->getType());
        return t && t->getNumElements() == 16 && t->getScalarSizeInBits() >= 16 && t->getScalarSizeInBits() <= 32;
    };
    return {fits, std::nullopt};
}

OpDescriptor call() {
    auto builder = [](ArrayRef<Value *> s, Instruction *at) -> Value * {
        Function &from = *at->getFunction();
        Function *f = fi_allows(*from.getParent(), FI_CALL) ? some_function(from, s[0]->getType()) : nullptr;
        if (!f)
            return nullptr;
        SmallVector<Value *, FI_ARGUMENTS + 2> args;
        for (unsigned i = 0; i < FI_ARGUMENTS; i++)
            args.push_back(from.getArg(i));
        args.append({s[0], s[1]});
        return IRBuilder<>(at).CreateCall(f, args);
    };
    return {weight, {vector_of_16(), matchFirstType()}, builder};
}

// SIMD control flow

constexpr unsigned channels = 32; // of the execution mask

CallInst *flow(const char *what, Type *result, ArrayRef<Value *> operands, IRBuilder<> &b) {
    SmallVector<Type *, 3> types;
    for (Value *v : operands)
        types.push_back(v->getType());
    const std::string name =
        "llvm.genx.simdcf." + std::string(what) + ".v32i1.v" + std::to_string(lanes(operands[1])) + "i1";
    FunctionCallee f =
        b.GetInsertBlock()->getModule()->getOrInsertFunction(name, FunctionType::get(result, types, false));
    return b.CreateCall(f, operands);
}

bool is_flow(const Instruction &i) {
    const genx_id id = genx_call_id(wrap(&i));
    return id == GENX_SIMDCF_GOTO || id == GENX_SIMDCF_JOIN || id == GENX_SIMDCF_REMASK;
}

// The channels that are on at an instruction: what the last goto or join says.
Value *mask_at(Instruction *at) {
    DominatorTree tree(*at->getFunction());
    Instruction *last = at->getPrevNode();
    for (auto *node = tree.getNode(at->getParent()); node; node = node->getIDom()) {
        for (Instruction *i = node->getBlock() == at->getParent() ? last : &node->getBlock()->back(); i;
             i = i->getPrevNode())
            if (is_flow(*i) && i->getType()->isStructTy())
                return ExtractValueInst::Create(i, 0, "", std::next(i->getIterator()));
            else if (is_flow(*i))
                return i;
    }
    return ConstantInt::getTrue(FixedVectorType::get(Type::getInt1Ty(at->getContext()), channels));
}

struct way {
    Value *on, *waiting, *nobody; // channels that are on then, those that wait, whether nobody is left
};

way go(Value *on, Value *waiting, Value *stay, IRBuilder<> &b) {
    auto *t = StructType::get(on->getType(), stay->getType(), b.getInt1Ty());
    Value *all = flow("goto", t, {on, waiting, stay}, b);
    return {b.CreateExtractValue(all, 0), b.CreateExtractValue(all, 1), b.CreateExtractValue(all, 2)};
}

void join(Value *on, Value *waiting, IRBuilder<> &b) {
    flow("join", StructType::get(on->getType(), b.getInt1Ty()), {on, waiting}, b);
}

// v where a channel is off, something of x where it is on.
Value *changed(Value *v, Value *x, Value *on, IRBuilder<> &b) {
    SmallVector<int, 32> first;
    for (unsigned i = 0; i < lanes(v); i++)
        first.push_back((int)i);
    Value *mask = b.CreateShuffleVector(on, first);
    Value *now = v->getType()->isFPOrFPVectorTy() ? b.CreateFAdd(v, x) : fi_draw() % 2 ? b.CreateSub(v, x) : x;
    if (fi_draw() % 3 == 0)
        return b.CreateSelect(mask, now, v);
    genx_region r = {};
    r.width = r.lanes = lanes(v);
    r.stride = 1;
    r.elt_b = v->getType()->getScalarSizeInBits() / 8;
    r.off_const = true;
    return unwrap(genx_build_wr(wrap(&b), wrap(b.GetInsertBlock()->getModule()), wrap(v), wrap(now), &r, wrap(mask)));
}

// The value after the flow takes the place of the one before it; at least it is stored.
void use_after(Value *old, PHINode *now, Instruction *at) {
    const BasicBlock *after = at->getParent();
    bool used = false;
    auto follows = [&](const Use &u) {
        auto *i = dyn_cast<Instruction>(u.getUser());
        const bool there = i && i->getParent() == after && !isa<PHINode>(i);
        used |= there;
        return there;
    };
    if (isa<Instruction>(old))
        old->replaceUsesWithIf(now, follows);
    if (!used)
        fi_store(now, fi_draw() % 14, at);
}

PHINode *phi(Value *a, BasicBlock *from_a, Value *b, BasicBlock *from_b, BasicBlock *in) {
    auto *p = PHINode::Create(a->getType(), 2, "", in->begin());
    p->addIncoming(a, from_a);
    p->addIncoming(b, from_b);
    return p;
}

// The block of at is divided before it, and ends without a terminator.
BasicBlock *divide(Instruction *at) {
    BasicBlock *start = at->getParent(), *rest = start->splitBasicBlock(at);
    start->getTerminator()->eraseFromParent();
    return rest;
}

void simd_if(Value *stay, Value *v, Value *x, Instruction *at) {
    Value *on = mask_at(at);
    BasicBlock *start = at->getParent(), *rest = divide(at),
               *then = BasicBlock::Create(at->getContext(), "", at->getFunction(), rest);
    IRBuilder<> b(start);
    const way w = go(on, Constant::getNullValue(stay->getType()), stay, b);
    b.CreateCondBr(w.nobody, rest, then);
    b.SetInsertPoint(then);
    Value *now = changed(v, x, w.on, b);
    b.CreateBr(rest);
    PHINode *end = phi(v, start, now, then, rest), *there = phi(w.on, start, w.on, then, rest);
    b.SetInsertPoint(at);
    join(there, w.waiting, b);
    use_after(v, end, at);
}

// Each channel goes round as often as a constant says.
void simd_loop(Value *v, Value *x, Instruction *at) {
    Value *on = mask_at(at);
    const unsigned n = lanes(v);
    BasicBlock *start = at->getParent(), *done = divide(at);
    auto *head = BasicBlock::Create(at->getContext(), "", at->getFunction(), done),
         *latch = BasicBlock::Create(at->getContext(), "", at->getFunction(), done);
    IRBuilder<> b(start);
    auto *bits = FixedVectorType::get(b.getInt1Ty(), n), *counts = FixedVectorType::get(b.getInt32Ty(), n);
    b.CreateBr(head);
    b.SetInsertPoint(head);
    PHINode *value = b.CreatePHI(v->getType(), 2), *mask = b.CreatePHI(on->getType(), 2), *wait = b.CreatePHI(bits, 2),
            *trip = b.CreatePHI(counts, 2);
    Value *now = changed(value, x, mask, b);
    b.CreateBr(latch);
    b.SetInsertPoint(latch);
    SmallVector<Constant *, 32> most;
    for (unsigned i = 0; i < n; i++)
        most.push_back(b.getInt32(fi_draw() % 5));
    Value *next = b.CreateAdd(trip, ConstantInt::get(counts, 1));
    const way w = go(mask, wait, b.CreateICmpULT(next, ConstantVector::get(most)), b);
    b.CreateCondBr(w.nobody, done, head);
    Value *first[] = {v, on, Constant::getNullValue(bits), Constant::getNullValue(counts)},
          *later[] = {now, w.on, w.waiting, next};
    PHINode *all[] = {value, mask, wait, trip};
    for (unsigned i = 0; i < 4; i++) {
        all[i]->addIncoming(first[i], start);
        all[i]->addIncoming(later[i], latch);
    }
    b.SetInsertPoint(at);
    join(w.on, w.waiting, b);
    auto *end = PHINode::Create(v->getType(), 1, "", done->begin());
    end->addIncoming(now, latch);
    use_after(v, end, at);
}

SourcePred predicate() {
    auto fits = [](ArrayRef<Value *>, const Value *v) {
        auto *t = dyn_cast<FixedVectorType>(v->getType());
        return t && t->getElementType()->isIntegerTy(1) && t->getNumElements() >= 8 && t->getNumElements() <= channels;
    };
    return {fits, std::nullopt};
}

SourcePred of_as_many() {
    auto fits = [](ArrayRef<Value *> s, const Value *v) {
        auto *t = dyn_cast<FixedVectorType>(v->getType());
        return t && t->getNumElements() == lanes(s[0]) && t->getScalarSizeInBits() >= 8;
    };
    return {fits, std::nullopt};
}

SourcePred as_second() {
    auto fits = [](ArrayRef<Value *> s, const Value *v) { return s[1]->getType() == v->getType(); };
    auto make = [](ArrayRef<Value *> s, ArrayRef<Type *>) { return makeConstantsWithType(s[1]->getType()); };
    return {fits, make};
}

OpDescriptor simd_flow() {
    auto builder = [](ArrayRef<Value *> s, Instruction *at) -> Value * {
        if (!fi_allows(*at->getModule(), FI_SIMD_FLOW))
            return nullptr;
        if (fi_draw() % 3)
            simd_if(s[0], s[1], s[2], at);
        else
            simd_loop(s[1], s[2], at);
        return nullptr;
    };
    return {weight, {predicate(), of_as_many(), as_second()}, builder};
}

// Any of the channels that are on; rarely, since the compiler refuses it in an expression.
OpDescriptor simd_any() {
    auto builder = [](ArrayRef<Value *> s, Instruction *at) -> Value * {
        if (!fi_allows(*at->getModule(), FI_SIMD_FLOW) || fi_draw() % 8)
            return nullptr;
        return fi_build(GENX_SIMDCF_ANY, Type::getInt1Ty(at->getContext()), s, at);
    };
    return {1, {predicate()}, builder};
}

// v changed in all channels, on or off, as by code that ignores the flow around it.
OpDescriptor simd_unmasked() {
    auto builder = [](ArrayRef<Value *> s, Instruction *at) -> Value * {
        if (!fi_allows(*at->getModule(), FI_SIMD_FLOW) || fi_draw() % 4)
            return nullptr;
        IRBuilder<> b(at);
        Value *on = mask_at(at);
        if (fi_draw() % 4 == 0)
            on = fi_build(GENX_SIMDCF_GET_EM, on->getType(), {on}, at);
        Value *old = fi_build(GENX_SIMDCF_SAVEMASK, b.getInt32Ty(), {on}, at);
        Value *all = fi_build(GENX_SIMDCF_UNMASK, on->getType(), {old, b.getInt32(~0u)}, at);
        Value *v = changed(s[1], s[2], all, b);
        fi_build(GENX_SIMDCF_REMASK, on->getType(), {all, old}, at);
        return v;
    };
    return {weight, {predicate(), of_as_many(), as_second()}, builder};
}

// Regions at computed places

SourcePred source_of_region() {
    auto fits = [](ArrayRef<Value *>, const Value *v) {
        auto *t = dyn_cast<FixedVectorType>(v->getType());
        return t && t->getNumElements() >= 8 && t->getScalarSizeInBits() >= 8;
    };
    return {fits, std::nullopt};
}

// Of lanes elements; at the place x, which fi_make_defined limits, or one for each lane.
genx_region region_at(Value *v, Value *x, unsigned n, bool each, IRBuilder<> &b) {
    genx_region r = {};
    r.stride = each ? 0 : 1;
    r.width = each ? 1 : n;
    r.lanes = n;
    r.elt_b = v->getType()->getScalarSizeInBits() / 8;
    r.off_vector = each;
    r.vstride = each ? 0 : n;
    Value *off = each ? b.CreateTrunc(fi_resized(x, n, &*b.GetInsertPoint()), FixedVectorType::get(b.getInt16Ty(), n))
                      : b.CreateTrunc(b.CreateExtractElement(x, uint64_t(fi_draw() % lanes(x))), b.getInt16Ty());
    r.offset = wrap(off);
    return r;
}

OpDescriptor read_region_at() {
    auto builder = [](ArrayRef<Value *> s, Instruction *at) -> Value * {
        if (!fi_allows(*at->getModule(), FI_VARIABLE_REGION) || isa<Constant>(s[1]))
            return nullptr;
        IRBuilder<> b(at);
        const bool each = fi_draw() % 2;
        const unsigned n = each ? (fi_draw() % 2 ? 8 : 16) : 1u << fi_draw() % 4;
        const genx_region r = region_at(s[0], s[1], n, each, b);
        return fi_resized(unwrap(genx_build_rd(wrap(&b), wrap(at->getModule()), wrap(s[0]), &r, false)), lanes(s[0]),
                          at);
    };
    return {weight, {source_of_region(), fi_lanes_of_32()}, builder};
}

OpDescriptor write_region_at() {
    auto builder = [](ArrayRef<Value *> s, Instruction *at) -> Value * {
        if (!fi_allows(*at->getModule(), FI_VARIABLE_REGION) || isa<Constant>(s[1]))
            return nullptr;
        IRBuilder<> b(at);
        const unsigned n = 1u << fi_draw() % 4;
        const genx_region r = region_at(s[0], s[1], n, false, b);
        Value *part = fi_resized(s[2], n, at);
        return unwrap(genx_build_wr(wrap(&b), wrap(at->getModule()), wrap(s[0]), wrap(part), &r, nullptr));
    };
    return {weight, {source_of_region(), fi_lanes_of_32(), matchFirstType()}, builder};
}

// Doubles

SourcePred doubles() {
    auto fits = [](ArrayRef<Value *>, const Value *v) {
        return isa<FixedVectorType>(v->getType()) && v->getType()->getScalarType()->isDoubleTy();
    };
    auto make = [](ArrayRef<Value *>, ArrayRef<Type *> types) {
        return makeConstantsWithType(FixedVectorType::get(Type::getDoubleTy(types[0]->getContext()), 8));
    };
    return {fits, make};
}

SourcePred eight_or_sixteen() {
    auto fits = [](ArrayRef<Value *>, const Value *v) {
        auto *t = dyn_cast<FixedVectorType>(v->getType());
        return t && (t->getNumElements() == 8 || t->getNumElements() == 16) &&
               (t->getElementType()->isIntegerTy(16) || t->getElementType()->isIntegerTy(32) ||
                t->getElementType()->isFloatTy());
    };
    return {fits, std::nullopt};
}

// From numbers to doubles, some arithmetic on the way.
OpDescriptor double_of() {
    auto builder = [](ArrayRef<Value *> s, Instruction *at) -> Value * {
        if (!fi_allows(*at->getModule(), FI_DOUBLE))
            return nullptr;
        IRBuilder<> b(at);
        auto *t = FixedVectorType::get(b.getDoubleTy(), 8);
        Value *v[2];
        for (unsigned i = 0; i < 2; i++) {
            Value *x = fi_resized(s[i], 8, at);
            v[i] = x->getType()->isFPOrFPVectorTy() ? b.CreateFPExt(x, t)
                   : fi_draw() % 2                  ? b.CreateSIToFP(x, t)
                                                    : b.CreateUIToFP(x, t);
        }
        return b.CreateFSub(v[0], v[1]);
    };
    return {weight / 2, {eight_or_sixteen(), matchFirstType()}, builder};
}

OpDescriptor double_arithmetic() {
    auto builder = [](ArrayRef<Value *> s, Instruction *at) -> Value * {
        IRBuilder<> b(at);
        const unsigned k = fi_draw() % 5;
        if (k < 3)
            return b.CreateBinOp(k == 0   ? Instruction::FAdd
                                 : k == 1 ? Instruction::FSub
                                          : Instruction::FMul,
                                 s[0], s[1]);
        if (k == 3)
            return b.CreateFPTrunc(fi_resized(s[0], 16, at), FixedVectorType::get(b.getFloatTy(), 16));
        return b.CreateSelect(b.CreateFCmpOLT(s[0], s[1]), s[1], s[0]);
    };
    return {weight * 2, {doubles(), matchFirstType()}, builder};
}

} // namespace

// A branch on simdcf.any is one of single channels to the compiler, which runs both sides, and a branch of all to the
// evaluator: the condition becomes a plain value.
void fi_define_branches(Function &f) {
    for (BasicBlock &block : f) {
        auto *branch = dyn_cast<BranchInst>(block.getTerminator());
        if (branch && branch->isConditional() && genx_call_id(wrap(branch->getCondition())) == GENX_SIMDCF_ANY)
            branch->setCondition(IRBuilder<>(branch).CreateFreeze(branch->getCondition()));
    }
}

std::vector<fi_operation> fi_flow_operations() {
    return {{fi_bit(FI_CALL), call()},
            {fi_bit(FI_SIMD_FLOW), simd_flow()},
            {fi_bit(FI_SIMD_FLOW), simd_any()},
            {fi_bit(FI_SIMD_FLOW), simd_unmasked()},
            {fi_bit(FI_VARIABLE_REGION), read_region_at()},
            {fi_bit(FI_VARIABLE_REGION), write_region_at()},
            {fi_bit(FI_DOUBLE), double_of()},
            {fi_bit(FI_DOUBLE), double_arithmetic()}};
}
