// SPDX-License-Identifier: MIT
// What LLVM-C 19 lacks; contracts in llvm_shim.h.

#include "llvm_shim.h"

#include <cmc/passes.h>

#include <llvm/ADT/SCCIterator.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/CallGraph.h>
#include <llvm/Analysis/ConstantFolding.h>
#include <llvm/Analysis/InlineAdvisor.h>
#include <llvm/Analysis/InlineCost.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/OptimizationRemarkEmitter.h>
#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/DIBuilder.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/DiagnosticHandler.h>
#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Metadata.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Transforms/Scalar/InstSimplifyPass.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/Local.h>
#include <llvm/Transforms/Utils/LoopRotationUtils.h>
#include <llvm/Transforms/Utils/PromoteMemToReg.h>
#include <llvm/Transforms/Utils/SSAUpdater.h>

#include <map>

using namespace llvm;

static MemoryEffects effectsOf(unsigned mem) {
    switch (mem) {
    case 0:
        return MemoryEffects::none();
    case 1:
        return MemoryEffects::readOnly();
    case 2:
        return MemoryEffects::writeOnly();
    default:
        return MemoryEffects::unknown();
    }
}

extern "C" bool gx_shim_set_effects(LLVMValueRef fn, unsigned mem, bool convergent) {
    auto *f = unwrap<Function>(fn);
    AttributeList before = f->getAttributes();
    LLVMContext &c = f->getContext();
    AttrBuilder b(c);
    b.addMemoryAttr(effectsOf(mem));
    b.addAttribute(Attribute::NoUnwind);
    b.addAttribute(Attribute::WillReturn);
    if (convergent)
        b.addAttribute(Attribute::Convergent);
    f->setAttributes(AttributeList::get(c, AttributeList::FunctionIndex, b));
    bool changed = before != f->getAttributes();
    for (User *u : f->users()) {
        auto *call = dyn_cast<CallBase>(u);
        if (!call || call->getCalledOperand() != f || call->getAttributes().isEmpty())
            continue;
        call->setAttributes(AttributeList());
        changed = true;
    }
    return changed;
}

extern "C" bool gx_shim_delete_dead(LLVMValueRef fn) {
    auto *f = unwrap<Function>(fn);
    SmallVector<WeakTrackingVH, 32> dead;
    for (Instruction &i : instructions(*f))
        if (isInstructionTriviallyDead(&i))
            dead.push_back(&i);
    bool any = !dead.empty();
    RecursivelyDeleteTriviallyDeadInstructionsPermissive(dead);
    return any;
}

static bool crossesBlocks(const Instruction &i) {
    for (const User *u : i.users()) {
        const auto *user = cast<Instruction>(u);
        if (user->getParent() != i.getParent() || isa<PHINode>(user))
            return true;
    }
    return false;
}

extern "C" void gx_shim_demote(LLVMValueRef fn) {
    auto *f = unwrap<Function>(fn);
    BasicBlock &entry = f->getEntryBlock();
    SmallVector<Instruction *, 32> values;
    SmallVector<PHINode *, 16> phis;
    for (Instruction &i : instructions(*f)) {
        if (auto *p = dyn_cast<PHINode>(&i))
            phis.push_back(p);
        if (!(isa<AllocaInst>(i) && i.getParent() == &entry) && !i.isTerminator() && crossesBlocks(i))
            values.push_back(&i); // a PHI too: it becomes a load, which its users in other blocks would share
    }
    for (Instruction *i : values)
        DemoteRegToStack(*i, false, entry.begin());
    for (PHINode *p : phis)
        DemotePHIToStack(p, entry.begin());
}

extern "C" LLVMBasicBlockRef gx_shim_split_edge(LLVMBasicBlockRef from, LLVMBasicBlockRef to) {
    BasicBlock *a = unwrap(from), *b = unwrap(to);
    BasicBlock *mid = BasicBlock::Create(a->getContext(), "edge", a->getParent(), b);
    BranchInst::Create(b, mid);
    a->getTerminator()->replaceSuccessorWith(b, mid);
    b->replacePhiUsesWith(a, mid);
    return wrap(mid);
}

extern "C" void gx_shim_split_before(LLVMValueRef inst) {
    auto *i = unwrap<Instruction>(inst);
    SplitBlock(i->getParent(), i->getIterator());
}

extern "C" void gx_shim_move_before(LLVMValueRef inst, LLVMValueRef at) {
    unwrap<Instruction>(inst)->moveBefore(unwrap<Instruction>(at));
}

extern "C" bool gx_shim_no_effects(LLVMValueRef inst) {
    auto *i = unwrap<Instruction>(inst);
    auto *call = dyn_cast<CallBase>(i);
    return !i->mayHaveSideEffects() && !i->mayReadFromMemory() && !(call && call->isConvergent());
}

extern "C" uint64_t gx_shim_max_value(LLVMValueRef v, bool is_signed) {
    Value *x = unwrap(v);
    const Function *f = nullptr;
    if (auto *i = dyn_cast<Instruction>(x))
        f = i->getFunction();
    else if (auto *a = dyn_cast<Argument>(x))
        f = a->getParent();
    unsigned bits = x->getType()->getScalarSizeInBits();
    if (!f)
        return is_signed ? 1ull << (bits - 1) : ~0ull >> (64 - bits);
    const DataLayout &dl = f->getParent()->getDataLayout();
    if (is_signed)
        return 1ull << (bits - ComputeNumSignBits(x, dl));
    return computeKnownBits(x, dl).getMaxValue().getZExtValue();
}

extern "C" const char *gx_shim_global_attribute(LLVMValueRef global, const char *key, size_t *len) {
    auto *g = dyn_cast<GlobalVariable>(unwrap(global));
    if (!g || !g->hasAttribute(key))
        return nullptr;
    StringRef s = g->getAttribute(key).getValueAsString();
    *len = s.size();
    return s.empty() ? "" : s.data();
}

// The inlined functions of a call graph cycle, in module order.
static SmallVector<Function *, 4> inlinedOf(ArrayRef<CallGraphNode *> cycle, Module &m) {
    SmallVector<Function *, 4> found;
    for (CallGraphNode *n : cycle)
        if (Function *f = n->getFunction(); f && !f->isDeclaration() && f->hasFnAttribute(Attribute::AlwaysInline))
            found.push_back(f);
    if (found.size() < 2)
        return found;
    SmallPtrSet<Function *, 4> set(found.begin(), found.end());
    found.clear();
    for (Function &f : m)
        if (set.count(&f))
            found.push_back(&f);
    return found;
}

extern "C" bool gx_shim_order_callees(LLVMModuleRef m) {
    CallGraph graph(*unwrap(m));
    auto &all = unwrap(m)->getFunctionList();
    auto front = all.begin();
    bool moved = false;
    for (auto scc = scc_begin(&graph); !scc.isAtEnd(); ++scc)
        for (Function *f : inlinedOf(*scc, *unwrap(m))) {
            if (front == f->getIterator()) {
                ++front;
                continue;
            }
            all.splice(front, all, f->getIterator());
            moved = true;
        }
    return moved;
}

extern "C" bool gx_shim_inline(LLVMValueRef call) {
    InlineFunctionInfo info;
    return InlineFunction(*unwrap<CallBase>(call), info).isSuccess();
}

static bool holdsAddress(Type *t) {
    if (t->isPointerTy())
        return true;
    return any_of(t->subtypes(), [](Type *e) { return holdsAddress(e); });
}

// A call that takes the addresses of all objects that hold no addresses themselves, so that they stay in memory; NULL
// when there are no such objects.
static CallInst *holdObjects(Function &f) {
    SmallVector<Value *, 16> keep;
    for (Instruction &i : f.getEntryBlock())
        if (auto *a = dyn_cast<AllocaInst>(&i); a && !holdsAddress(a->getAllocatedType()))
            keep.push_back(a);
    Instruction *at = f.getEntryBlock().getTerminator();
    if (keep.empty())
        return nullptr;
    auto *type = FunctionType::get(Type::getVoidTy(f.getContext()), true);
    auto *hold = Function::Create(type, GlobalValue::ExternalLinkage, "", f.getParent());
    return CallInst::Create(hold, keep, "", at->getIterator());
}

namespace {

// The analyses that an LLVM pass needs when it runs on its own.
struct Analyses {
    LoopAnalysisManager lam;
    FunctionAnalysisManager fam;
    CGSCCAnalysisManager cgam;
    ModuleAnalysisManager mam;
    Analyses() {
        PassBuilder pb;
        pb.registerModuleAnalyses(mam);
        pb.registerCGSCCAnalyses(cgam);
        pb.registerFunctionAnalyses(fam);
        pb.registerLoopAnalyses(lam);
        pb.crossRegisterProxies(lam, fam, cgam, mam);
    }
};

} // namespace

extern "C" void gx_shim_promote(LLVMValueRef fn, bool addressesOnly) {
    CallInst *hold = addressesOnly ? holdObjects(*unwrap<Function>(fn)) : nullptr;
    Analyses a;
    FunctionPassManager fpm;
    fpm.addPass(SROAPass(SROAOptions::PreserveCFG));
    fpm.addPass(InstSimplifyPass());
    fpm.run(*unwrap<Function>(fn), a.fam);
    if (hold) {
        auto *f = cast<Function>(hold->getCalledOperand());
        hold->eraseFromParent();
        f->eraseFromParent();
    }
}

extern "C" void gx_shim_sroa(LLVMValueRef fn) {
    Analyses a;
    SROAPass(SROAOptions::ModifyCFG).run(*unwrap<Function>(fn), a.fam);
}

namespace {

std::vector<WeakVH> variablesOf(Function &f) {
    std::vector<WeakVH> all;
    for (Instruction &i : f.getEntryBlock())
        if (auto *v = dyn_cast<AllocaInst>(&i); v && v->isStaticAlloca())
            all.emplace_back(v);
    return all;
}

// Replaces the loads of one variable, searching from each load back to its reaching stores.
class BackwardPromoter : public LoadAndStorePromoter {
  public:
    BackwardPromoter(AllocaInst &v, ArrayRef<const Instruction *> uses, SSAUpdater &updater)
        : LoadAndStorePromoter(uses, updater, v.getName()), var(v), dib(*v.getModule(), false),
          declares(findDVRDeclares(&v)) {}
    // LLVM's version searches the whole list.
    bool isInstInList(Instruction *i, const SmallVectorImpl<Instruction *> &) const override {
        return getLoadStorePointerOperand(i) == &var;
    }
    void describe(ArrayRef<PHINode *> phis) {
        for (DbgVariableRecord *d : declares) {
            for (PHINode *p : phis)
                ConvertDebugDeclareToDebugValue(d, p, dib);
            d->eraseFromParent();
        }
    }
    void updateDebugInfo(Instruction *i) const override {
        for (DbgVariableRecord *d : declares)
            if (auto *st = dyn_cast<StoreInst>(i))
                ConvertDebugDeclareToDebugValue(d, st, dib);
    }

  private:
    AllocaInst &var;
    mutable DIBuilder dib;
    TinyPtrVector<DbgVariableRecord *> declares;
};

// The variable's loads and stores, if it has several stores in several blocks. Lifetime markers go to `others`.
bool writtenInManyBlocks(AllocaInst &v, SmallVectorImpl<Instruction *> &uses, SmallVectorImpl<Instruction *> &others) {
    unsigned stores = 0;
    bool many = false;
    for (User *u : v.users()) {
        auto *i = cast<Instruction>(u);
        bool access = isa<LoadInst>(i) || isa<StoreInst>(i);
        (access ? uses : others).push_back(i);
        stores += isa<StoreInst>(i);
        many |= access && i->getParent() != uses.front()->getParent();
    }
    return many && stores > 1;
}

// The single type of all loads and stores of a variable, or null.
Type *onlyTypeOf(AllocaInst &v) {
    Type *only = nullptr;
    for (User *u : v.users()) {
        if (const auto *call = dyn_cast<IntrinsicInst>(u); call && call->isLifetimeStartOrEnd())
            continue;
        Type *t = getLoadStorePointerOperand(u) == &v ? getLoadStoreType(u) : nullptr;
        if (!t || (only && t != only))
            return nullptr;
        only = t;
    }
    return only;
}

// Gives an object that is only read and written as one value that value's type.
void simplifyTypes(Function &f) {
    const DataLayout &dl = f.getDataLayout();
    for (WeakVH &h : variablesOf(f)) {
        auto &v = *cast<AllocaInst>(h);
        Type *t = v.isArrayAllocation() ? nullptr : onlyTypeOf(v);
        if (t && dl.getTypeAllocSize(t) <= dl.getTypeAllocSize(v.getAllocatedType()))
            v.setAllocatedType(t);
    }
}

bool promoteBackwards(AllocaInst &v) {
    SmallVector<Instruction *, 16> uses, others;
    if (!isAllocaPromotable(&v) || !writtenInManyBlocks(v, uses, others))
        return false;
    for (Instruction *i : others)
        if (!isa<IntrinsicInst>(i))
            return false;
    for (Instruction *i : others)
        i->eraseFromParent();
    SmallVector<PHINode *, 8> phis;
    SSAUpdater updater(&phis);
    BackwardPromoter p(v, ArrayRef<const Instruction *>(uses.begin(), uses.end()), updater);
    p.run(uses);
    p.describe(phis);
    v.eraseFromParent();
    return true;
}

// The search from each load visits the PHIs of all blocks on its way. With many stores, and so many PHIs, sroa is
// faster.
bool writtenVeryOften(const AllocaInst &v) {
    constexpr ptrdiff_t often = 64;
    return count_if(v.users(), [](const User *u) { return isa<StoreInst>(u); }) > often && isAllocaPromotable(&v);
}

template <class Wanted> bool promoteAtOnce(Function &f, Wanted wanted) {
    SmallVector<AllocaInst *, 0> some;
    for (WeakVH &v : variablesOf(f))
        if (wanted(*cast<AllocaInst>(v)))
            some.push_back(cast<AllocaInst>(v));
    if (some.empty())
        return false;
    DominatorTree tree(f);
    PromoteMemToReg(some, tree);
    return true;
}

} // namespace

extern "C" bool gx_shim_promote_backwards(LLVMValueRef fn) {
    Function &f = *unwrap<Function>(fn);
    simplifyTypes(f);
    bool changed = promoteAtOnce(f, writtenVeryOften);
    for (WeakVH &v : variablesOf(f))
        changed |= promoteBackwards(*cast<AllocaInst>(v));
    return changed;
}

extern "C" bool gx_shim_promote_plain(LLVMValueRef fn) {
    Function &f = *unwrap<Function>(fn);
    simplifyTypes(f);
    return promoteAtOnce(f, [](const AllocaInst &v) { return isAllocaPromotable(&v); });
}

namespace {

// One part of an object: its byte offset, the type of all its loads and stores, and the value last stored.
struct Part {
    uint64_t bytes;
    Type *type;
    Value *now;
    bool stored;
};

// The accesses of an object that is read and written in one block only, each part always with the same type.
class BlockObject {
  public:
    explicit BlockObject(AllocaInst &v) : var(v), dl(v.getModule()->getDataLayout()), declares(findDVRDeclares(&v)) {}

    // Whether the object qualifies and each of its loads is preceded in the block by a store, or has no store at all.
    bool fits() {
        if (!collect(&var, 0) || overlap())
            return false;
        sort(accesses, [](const auto &a, const auto &b) { return a.first->comesBefore(b.first); });
        for (auto &[i, at] : accesses) {
            Part &p = parts.find(at)->second;
            if (isa<StoreInst>(i))
                p.stored = true;
            else if (!p.stored && writes(at))
                return false;
        }
        return true;
    }

    void replace() {
        for (auto &[i, at] : accesses) {
            Part &p = parts.find(at)->second;
            if (auto *st = dyn_cast<StoreInst>(i)) {
                p.now = st->getValueOperand();
                if (at == 0)
                    describe(st);
            } else {
                i->replaceAllUsesWith(p.now ? p.now : UndefValue::get(p.type));
            }
            i->eraseFromParent();
        }
        for (DbgVariableRecord *d : declares)
            d->eraseFromParent();
        for (Instruction *i : reverse(others))
            i->eraseFromParent();
        var.eraseFromParent();
    }

  private:
    bool collect(Value *address, uint64_t at) {
        for (User *u : address->users()) {
            auto *i = cast<Instruction>(u);
            if (const auto *call = dyn_cast<IntrinsicInst>(i); call && call->isLifetimeStartOrEnd()) {
                others.push_back(i);
                continue;
            }
            if (auto *gep = dyn_cast<GetElementPtrInst>(i)) {
                APInt offset(dl.getIndexTypeSizeInBits(gep->getType()), at);
                if (gep->getType()->isVectorTy() || !gep->accumulateConstantOffset(dl, offset))
                    return false;
                others.push_back(i);
                if (!collect(i, offset.getZExtValue()))
                    return false;
            } else if (!access(i, address, at)) {
                return false;
            }
        }
        return true;
    }

    bool access(Instruction *i, const Value *address, uint64_t at) {
        const auto *ld = dyn_cast<LoadInst>(i);
        const auto *st = dyn_cast<StoreInst>(i);
        if (!(ld ? ld->isSimple() : st && st->isSimple() && st->getValueOperand() != address))
            return false;
        if (!accesses.empty() && i->getParent() != accesses.front().first->getParent())
            return false;
        accesses.emplace_back(i, at);
        Type *t = getLoadStoreType(i);
        return parts.try_emplace(at, Part{dl.getTypeStoreSize(t), t, nullptr, false}).first->second.type == t;
    }

    bool overlap() const {
        uint64_t end = 0;
        for (const auto &[at, p] : parts) {
            if (at < end)
                return true;
            end = at + p.bytes;
        }
        return false;
    }

    // Describes variables that are stored as a whole to the debugger.
    void describe(StoreInst *st) {
        if (declares.empty())
            return;
        DIBuilder dib(*var.getModule(), false);
        for (DbgVariableRecord *d : declares)
            ConvertDebugDeclareToDebugValue(d, st, dib);
    }

    bool writes(uint64_t at) const {
        return any_of(accesses, [&](const auto &a) { return a.second == at && isa<StoreInst>(a.first); });
    }

    AllocaInst &var;
    const DataLayout &dl;
    TinyPtrVector<DbgVariableRecord *> declares;
    std::map<uint64_t, Part> parts;
    SmallVector<std::pair<Instruction *, uint64_t>, 16> accesses;
    SmallVector<Instruction *, 16> others;
};

} // namespace

extern "C" bool gx_shim_promote_in_blocks(LLVMValueRef fn) {
    bool changed = false;
    for (WeakVH &h : variablesOf(*unwrap<Function>(fn))) {
        BlockObject o(*cast<AllocaInst>(h));
        if (!o.fits())
            continue;
        o.replace();
        changed = true;
    }
    return changed;
}

extern "C" bool gx_shim_rotate_loops(LLVMValueRef fn, const isa_model *m) {
    constexpr unsigned headerCost = 16; // LLVM's pass copies at most this much
    Function &f = *unwrap<Function>(fn);
    DominatorTree tree(f);
    LoopInfo loops(tree);
    AssumptionCache assumptions(f);
    TargetTransformInfo costs = gxCosts(f.getParent()->getDataLayout(), m);
    SimplifyQuery query(f.getParent()->getDataLayout());
    const auto order = loops.getLoopsInPreorder();
    bool changed = false;
    for (Loop *l : reverse(order)) // inner loops first
        changed |=
            LoopRotation(l, &loops, &costs, &assumptions, nullptr, nullptr, nullptr, query, false, headerCost, false);
    return changed;
}

extern "C" bool gx_shim_promote_in_parts(LLVMValueRef fn, size_t atOnce) {
    Function &f = *unwrap<Function>(fn);
    std::vector<WeakVH> all = variablesOf(f);
    if (all.size() <= atOnce)
        return false;
    BasicBlock *old = &f.getEntryBlock(), *entry = BasicBlock::Create(f.getContext(), "", &f, old);
    Instruction *end = BranchInst::Create(old, entry);
    Analyses a;
    SROAPass sroa(SROAOptions::ModifyCFG);
    for (size_t first = 0; first < all.size(); first += atOnce) {
        for (size_t i = first; i < all.size() && i < first + atOnce; i++)
            if (all[i])
                cast<AllocaInst>(all[i])->moveBefore(end);
        a.fam.invalidate(f, sroa.run(f, a.fam));
        while (&entry->front() != end)
            entry->front().moveBefore(*old, old->getFirstInsertionPt());
    }
    entry->eraseFromParent();
    return true;
}

namespace {

// The calls to replace by f's body. LLVM's use list has the last call first; inlining a body of several blocks moves
// the code after the call into a new block.
SmallVector<CallBase *, 16> callsToInline(Function &f) {
    SmallVector<CallBase *, 16> calls;
    for (User *u : f.users())
        if (auto *c = dyn_cast<CallBase>(u); c && c->getCalledFunction() == &f &&
                                             c->hasFnAttr(Attribute::AlwaysInline) &&
                                             !c->getAttributes().hasFnAttr(Attribute::NoInline))
            calls.push_back(c);
    return calls;
}

bool inlineCall(CallBase &call, Function &f, function_ref<AssumptionCache &(Function &)> assumptions) {
    InlineFunctionInfo info(assumptions);
    OptimizationRemarkEmitter remarks(call.getCaller());
    DebugLoc where = call.getDebugLoc();
    BasicBlock *block = call.getParent();
    if (!InlineFunction(call, info, true).isSuccess())
        return false;
    emitInlinedInto(remarks, where, block, f, *block->getParent(), true);
    return true;
}

} // namespace

extern "C" bool gx_shim_inline_marked(LLVMModuleRef m, bool simplify) {
    Analyses a;
    auto assumptions = [&](Function &f) -> AssumptionCache & { return a.fam.getResult<AssumptionAnalysis>(f); };
    SmallPtrSet<Function *, 32> changed;
    for (Function &f : make_early_inc_range(*unwrap(m))) {
        if (f.isDeclaration() || !f.hasFnAttribute(Attribute::AlwaysInline) || !isInlineViable(f).isSuccess())
            continue;
        if (simplify && changed.count(&f))
            a.fam.invalidate(f, SROAPass(SROAOptions::ModifyCFG).run(f, a.fam));
        for (CallBase *call : callsToInline(f)) {
            Function *caller = call->getCaller();
            if (inlineCall(*call, f, assumptions) && changed.insert(caller).second)
                a.fam.invalidate(*caller, PreservedAnalyses::none());
        }
        f.removeDeadConstantUsers();
        if (f.isDefTriviallyDead()) {
            a.fam.clear(f, f.getName());
            f.eraseFromParent();
        }
    }
    return !changed.empty();
}

extern "C" void gx_shim_take_body(LLVMValueRef to, LLVMValueRef from) {
    auto *t = unwrap<Function>(to), *f = unwrap<Function>(from);
    t->setLinkage(f->getLinkage());
    t->setCallingConv(f->getCallingConv());
    t->setAttributes(AttributeList::get(f->getContext(), AttributeList::FunctionIndex,
                                        AttrBuilder(f->getContext(), f->getAttributes().getFnAttrs())));
    t->setSubprogram(f->getSubprogram());
    f->setSubprogram(nullptr);
    t->splice(t->end(), f);
}

static bool is_surface(const Type *t) {
    const auto *x = dyn_cast<TargetExtType>(t);
    return x && (x->getName() == "spirv.BufferSurfaceINTEL" || x->getName() == "spirv.Image" ||
                 x->getName() == "spirv.Sampler");
}

static FunctionType *with_numbers(FunctionType *t) {
    Type *number = Type::getInt32Ty(t->getContext());
    SmallVector<Type *, 8> params;
    for (Type *p : t->params())
        params.push_back(is_surface(p) ? number : p);
    return FunctionType::get(is_surface(t->getReturnType()) ? number : t->getReturnType(), params, t->isVarArg());
}

// Gives f another type: a new function takes its body, name, attributes and calls.
static void retype(Function *f, FunctionType *type) {
    Function *to = Function::Create(type, f->getLinkage(), f->getAddressSpace());
    f->getParent()->getFunctionList().insert(f->getIterator(), to);
    to->copyAttributesFrom(f);
    to->copyMetadata(f, 0);
    f->clearMetadata();
    to->splice(to->end(), f);
    for (auto pair : zip(f->args(), to->args())) {
        Argument &from = std::get<0>(pair), &arg = std::get<1>(pair);
        Value *value = &arg;
        if (arg.getType() != from.getType() && from.getType()->isIntegerTy()) {
            to->removeParamAttr(arg.getArgNo(), Attribute::Range);
            value = IRBuilder<>(&to->getEntryBlock(), to->getEntryBlock().begin()).CreateTrunc(&arg, from.getType());
        } else {
            from.mutateType(arg.getType());
        }
        from.replaceAllUsesWith(value);
        arg.takeName(&from);
    }
    for (User *u : f->users())
        if (auto *call = dyn_cast<CallBase>(u); call && call->getCalledOperand() == f)
            call->mutateFunctionType(type);
    f->replaceAllUsesWith(to);
    to->takeName(f);
    f->eraseFromParent();
}

// An integer of a width that the host cannot pass takes the next larger one.
static Type *whole_bytes(Type *t) {
    auto *i = dyn_cast<IntegerType>(t);
    if (!i || i->getBitWidth() > 64)
        return t;
    return IntegerType::get(t->getContext(), std::max(8u, (unsigned)PowerOf2Ceil(i->getBitWidth())));
}

extern "C" bool gx_shim_widen_arguments(LLVMModuleRef m) {
    bool changed = false;
    for (Function &f : make_early_inc_range(*unwrap(m))) {
        if (f.isDeclaration() || !f.hasFnAttribute("CMGenxMain") || !f.use_empty())
            continue;
        SmallVector<Type *, 8> params;
        for (Type *p : f.getFunctionType()->params())
            params.push_back(whole_bytes(p));
        FunctionType *type = FunctionType::get(f.getReturnType(), params, f.isVarArg());
        if (type == f.getFunctionType())
            continue;
        retype(&f, type);
        changed = true;
    }
    return changed;
}

static void number_surfaces(Instruction &i) {
    Type *number = Type::getInt32Ty(i.getContext());
    for (Use &u : i.operands())
        if (auto *c = dyn_cast<Constant>(u.get()); c && is_surface(c->getType()))
            u.set(isa<UndefValue>(c) ? UndefValue::get(number) : Constant::getNullValue(number));
    if (is_surface(i.getType()))
        i.mutateType(number);
    if (auto *a = dyn_cast<AllocaInst>(&i); a && is_surface(a->getAllocatedType()))
        a->setAllocatedType(number);
}

extern "C" bool gx_shim_number_surfaces(LLVMModuleRef m) {
    SmallVector<Function *, 8> functions;
    for (Function &f : *unwrap(m))
        if (with_numbers(f.getFunctionType()) != f.getFunctionType())
            functions.push_back(&f);
    for (Function *f : functions)
        retype(f, with_numbers(f->getFunctionType()));
    if (!functions.empty())
        for (Function &f : *unwrap(m))
            for (Instruction &i : instructions(f))
                number_surfaces(i);
    return !functions.empty();
}

extern "C" LLVMValueRef gx_shim_strip_offset(LLVMValueRef ptr, int64_t *off_b) {
    Value *p = unwrap(ptr);
    const auto *i = dyn_cast<Instruction>(p);
    const auto *g = isa<ConstantExpr>(p) ? dyn_cast<GlobalVariable>(getUnderlyingObject(p)) : nullptr;
    if (!i && !g)
        return ptr;
    const DataLayout &dl = i ? i->getDataLayout() : g->getDataLayout();
    APInt off(dl.getIndexTypeSizeInBits(p->getType()), 0);
    Value *base = p->stripAndAccumulateConstantOffsets(dl, off, true);
    *off_b += off.getSExtValue();
    return wrap(base);
}

extern "C" LLVMValueRef gx_shim_fold_load(LLVMModuleRef mod, LLVMValueRef ptr, LLVMTypeRef t, uint64_t off_b) {
    const DataLayout &dl = unwrap(mod)->getDataLayout();
    APInt off(dl.getIndexTypeSizeInBits(unwrap(ptr)->getType()), off_b);
    const auto *g = dyn_cast<GlobalVariable>(unwrap(ptr)->stripAndAccumulateConstantOffsets(dl, off, true));
    if (!g || !g->isConstant() || !g->hasInitializer() || off.getSExtValue() < 0 ||
        off.getZExtValue() + dl.getTypeStoreSize(unwrap(t)) > dl.getTypeAllocSize(g->getValueType()))
        return nullptr;
    return wrap(ConstantFoldLoadFromConst(const_cast<Constant *>(g->getInitializer()), unwrap(t), off, dl));
}

namespace {

gx_remark_kind kindOf(const DiagnosticInfoIROptimization &d) {
    switch (d.getKind()) {
    case DK_OptimizationRemark:
        return GX_REMARK_PASSED;
    case DK_OptimizationRemarkMissed:
        return GX_REMARK_MISSED;
    default:
        return GX_REMARK_ANALYSIS;
    }
}

// Clang splits absolute names into a directory and the rest; relative names are as the user wrote them.
std::string fileOf(const DiagnosticInfoIROptimization &d) {
    const DiagnosticLocation loc = d.getLocation();
    const DISubprogram *sp = d.getFunction().getSubprogram();
    const StringRef start = sp && sp->getUnit() ? sp->getUnit()->getDirectory() : "";
    const std::string name = loc.getRelativePath().str(), all = loc.getAbsolutePath();
    return name.empty() || name[0] == '/' || all == (start + "/" + name).str() ? name : all;
}

class RemarkHandler : public DiagnosticHandler {
  public:
    RemarkHandler(gx_remark_fn f, void *u) : fn(f), user(u) {}
    bool isAnalysisRemarkEnabled(StringRef) const override {
        return true;
    }
    bool isMissedOptRemarkEnabled(StringRef) const override {
        return true;
    }
    bool isPassedOptRemarkEnabled(StringRef) const override {
        return true;
    }
    bool isAnyRemarkEnabled() const override {
        return true;
    }
    bool handleDiagnostics(const DiagnosticInfo &info) override {
        const auto *d = dyn_cast<DiagnosticInfoIROptimization>(&info);
        if (!d)
            return false;
        SmallVector<gx_remark_arg, 8> args;
        for (const auto &a : d->getArgs())
            args.push_back({a.Key.c_str(), a.Val.c_str()});
        const std::string pass = d->getPassName().str(), name = d->getRemarkName().str();
        const std::string function = d->getFunction().getName().str();
        std::string file;
        gx_remark r = {};
        r.kind = kindOf(*d);
        r.pass = pass.c_str();
        r.name = name.c_str();
        r.function = function.c_str();
        if (d->isLocationAvailable()) {
            file = fileOf(*d);
            r.loc.line = d->getLocation().getLine();
            r.loc.col = d->getLocation().getColumn();
        }
        r.loc.file = file.c_str();
        r.args = args.data();
        r.n_args = args.size();
        fn(user, &r);
        return true;
    }

  private:
    gx_remark_fn fn;
    void *user;
};

} // namespace

// Gap: LLVM-C's diagnostic handler receives only a remark's text, and cannot tell passes whether remarks are enabled.
extern "C" void gx_listen(LLVMContextRef ctx, gx_remark_fn fn, void *user) {
    unwrap(ctx)->setDiagnosticHandler(std::make_unique<RemarkHandler>(fn, user));
}

namespace {

// vector<T, N> and matrix<T, R, C> of the kernel language.
bool isLanguageType(const DICompositeType *c) {
    const auto *space = dyn_cast_or_null<DINamespace>(c->getScope());
    return space && space->getName() == "cm" &&
           (c->getName().starts_with("vector<") || c->getName().starts_with("matrix<"));
}

void addDim(gx_type &out, uint64_t n) {
    if (out.n_dims < GX_TYPE_DIMS)
        out.dims[out.n_dims++] = (uint32_t)n;
}

void describe(const DIType *t, gx_type &out, std::string &name);

void describeLanguageType(const DICompositeType *c, gx_type &out, std::string &name) {
    out.vector = true;
    const DIType *element = nullptr;
    for (const DITemplateParameter *p : c->getTemplateParams()) {
        if (isa<DITemplateTypeParameter>(p))
            element = p->getType();
        else if (const auto *v = dyn_cast<DITemplateValueParameter>(p))
            if (const auto *n = dyn_cast_or_null<ConstantAsMetadata>(v->getValue()))
                addDim(out, cast<ConstantInt>(n->getValue())->getZExtValue());
    }
    describe(element, out, name);
}

void describeComposite(const DICompositeType *c, gx_type &out, std::string &name) {
    if (isLanguageType(c))
        return describeLanguageType(c, out, name);
    if (c->getTag() == dwarf::DW_TAG_array_type) {
        out.vector |= c->isVector();
        for (const DINode *e : c->getElements())
            if (const auto *range = dyn_cast<DISubrange>(e))
                if (const auto *n = dyn_cast_if_present<ConstantInt *>(range->getCount()))
                    addDim(out, n->getZExtValue());
        return describe(c->getBaseType(), out, name);
    }
    name = c->getName().str();
    out.size_b = (uint32_t)(c->getSizeInBits() / 8);
    if (c->getTag() == dwarf::DW_TAG_enumeration_type) {
        out.kind = GX_TYPE_NUMBER;
        out.encoding = dwarf::DW_ATE_signed;
    }
}

void describe(const DIType *t, gx_type &out, std::string &name) {
    const auto *d = dyn_cast_or_null<DIDerivedType>(t);
    while (d && d->getTag() != dwarf::DW_TAG_pointer_type && d->getTag() != dwarf::DW_TAG_reference_type) {
        t = d->getBaseType();
        d = dyn_cast_or_null<DIDerivedType>(t);
    }
    if (d) {
        out.kind = GX_TYPE_POINTER;
        out.size_b = (uint32_t)(d->getSizeInBits() / 8);
    } else if (const auto *b = dyn_cast_or_null<DIBasicType>(t)) {
        out.kind = GX_TYPE_NUMBER;
        out.size_b = (uint32_t)(b->getSizeInBits() / 8);
        out.encoding = b->getEncoding();
        name = b->getName().str();
    } else if (const auto *c = dyn_cast_or_null<DICompositeType>(t)) {
        describeComposite(c, out, name);
    }
}

} // namespace

// Where a module has debug information, LLVM's own reader verifies it and ends the process when the module is broken;
// gx_check_input instead reports the error. The reader's switch is a command-line option. Like the reader, this
// function drops debug information that is damaged or of another version. Gap: LLVM-C has neither.
extern "C" LLVMModuleRef gx_read_ir(LLVMContextRef context, LLVMMemoryBufferRef text, char **message) {
    auto found = cl::getRegisteredOptions().find("disable-auto-upgrade-debug-info");
    if (found != cl::getRegisteredOptions().end())
        static_cast<cl::opt<bool> *>(found->second)->setValue(true);
    std::unique_ptr<MemoryBuffer> owned(unwrap(text));
    SMDiagnostic why;
    std::unique_ptr<Module> m = parseIR(*owned, why, *unwrap(context));
    if (!m) {
        std::string said;
        raw_string_ostream out(said);
        why.print(nullptr, out, false);
        *message = strdup(said.c_str());
        return nullptr;
    }
    bool damaged = false;
    bool broken = verifyModule(*m, nullptr, &damaged);
    if (!broken && (damaged || getDebugMetadataVersionFromModule(*m) != DEBUG_METADATA_VERSION))
        StripDebugInfo(*m);
    return wrap(m.release());
}

extern "C" char *gx_shim_plain_name(const char *mangled) {
    if (StringRef(mangled).contains("$_") &&
        StringRef(mangled).contains("cl")) // a lambda's operator(), in Clang's own numbering
        return strdup("lambda");
    ItaniumPartialDemangler d;
    if (!StringRef(mangled).starts_with("_Z") || d.partialDemangle(mangled)) // "g" would be a type
        return nullptr;
    size_t n = 0;
    char *name = d.isFunction() ? d.getFunctionBaseName(nullptr, &n) : d.finishDemangle(nullptr, &n);
    size_t last = name && !d.isFunction() ? StringRef(name).rfind(':') : StringRef::npos; // the name of a variable
    if (last != StringRef::npos)
        memmove(name, name + last + 1, strlen(name + last + 1) + 1);
    return name;
}

// Gap: LLVM-C 19 exposes neither debug records nor the debug information of variables and types.
extern "C" void gx_variables(LLVMValueRef function, gx_variable_fn fn, void *user) {
    const auto &f = *cast<Function>(unwrap(function));
    SetVector<const DILocalVariable *> all;
    for (const Instruction &i : instructions(f))
        for (const DbgVariableRecord &r : filterDbgVars(i.getDbgRecordRange()))
            if (!r.getDebugLoc()->getInlinedAt() && r.getVariable()->getScope()->getSubprogram() == f.getSubprogram())
                all.insert(r.getVariable());
    std::multimap<unsigned, const DILocalVariable *> order; // equal keys keep their order of insertion
    for (const DILocalVariable *v : all)
        order.emplace(v->getArg() ? v->getArg() : UINT_MAX, v);
    for (const auto &[key, v] : order) {
        gx_variable x = {};
        const std::string name = v->getName().str();
        std::string type;
        x.type.kind = GX_TYPE_OBJECT;
        describe(v->getType(), x.type, type);
        x.name = name.c_str();
        x.line = v->getLine();
        x.arg = v->getArg();
        x.type.name = type.c_str();
        if (!name.empty())
            fn(user, &x);
    }
}
