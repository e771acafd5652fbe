// SPDX-License-Identifier: MIT
// Kernels of a SYCL file that are not explicit SIMD: how many work-items one thread runs.
//
//   q.parallel_for(nd_range<1>(64, 32), [=](nd_item<1> it) [[sycl::reqd_sub_group_size(16)]] { ... });
//   ->  the loop in the headers' entry runs the 16 work-items of a sub-group one after another; the kernel's name ends
//       in ".simt16", by which the host side knows how many threads to start
//
// A work-item that waits at a barrier needs a thread of its own, so the calls that the kernel reaches decide too. The
// headers ask with functions that have no body; the answers are constants. They give an error to functions that need
// work-items which run at the same time; a call that a kernel reaches is reported.

#include "fe_simt.h"

#include <clang/AST/Attr.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/DeclTemplate.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

using namespace clang;

namespace {

bool is_size(uint64_t n) {
    return n == 8 || n == 16 || n == 32;
}

void report(DiagnosticsEngine &diags, SourceLocation at, const std::string &text) {
    diags.Report(at, diags.getCustomDiagID(DiagnosticsEngine::Error, "%0")) << text;
}

// The number of an annotation; false where it depends on the arguments of a template.
bool size_of(const AnnotateAttr *a, const ASTContext &context, uint64_t &n) {
    if (a->getAnnotation() != FE_ANNOTATION_SUB_GROUP || a->args_size() != 1)
        return false;
    const Expr *e = *a->args_begin();
    Expr::EvalResult value;
    if (e->isValueDependent() || !e->EvaluateAsInt(value, context))
        return false;
    n = value.Val.getInt().getLimitedValue();
    return true;
}

// The size that a function demands for the sub-groups, and where.
const AnnotateAttr *demand_of(const FunctionDecl *f, uint64_t &n) {
    for (const auto *a : f->specific_attrs<AnnotateAttr>())
        if (size_of(a, f->getASTContext(), n))
            return a;
    return nullptr;
}

// The same for a function object: its operator (), in a generic lambda an instance of it.
const AnnotateAttr *demand_of(const CXXRecordDecl *object, uint64_t &n) {
    for (const CXXMethodDecl *m : fe_call_operators(object)) {
        if (const AnnotateAttr *a = demand_of(m, n))
            return a;
        if (const FunctionTemplateDecl *t = m->getDescribedFunctionTemplate())
            for (const FunctionDecl *f : t->specializations())
                if (const AnnotateAttr *a = demand_of(f, n))
                    return a;
    }
    return nullptr;
}

// What the functions that a kernel reaches do: whether they wait at a barrier, whether they ask for many registers, and
// their calls of functions that the headers mark with error or warning.
struct waits {
    struct refused {
        SourceLocation at;
        std::string text;
        bool always; // else only where a sub-group has several work-items
    };
    bool barrier = false;
    bool large_grf = false;
    std::vector<refused> calls;
};

void look_at_call(const llvm::CallInst &call, waits &w) {
    const llvm::Function *f = call.getCalledFunction();
    if (!f)
        return;
    const llvm::StringRef name = f->getName();
    w.barrier |= name == "__cm_barrier" || name == "__cm_sbarrier" || name == "__cm_nbarrier_wait";
    w.large_grf |= name == "__cmc_use_large_grf";
    const bool always = f->hasFnAttribute("dontcall-error");
    const llvm::Attribute text = f->getFnAttribute(always ? "dontcall-error" : "dontcall-warn");
    const llvm::MDNode *at = call.getMetadata("srcloc");
    if (!text.isValid() || !at)
        return;
    const auto *raw = llvm::mdconst::dyn_extract<llvm::ConstantInt>(at->getOperand(0));
    w.calls.push_back({SourceLocation::getFromRawEncoding(raw ? (unsigned)raw->getZExtValue() : 0),
                       text.getValueAsString().str(), always});
}

waits waits_of(llvm::Function *kernel) {
    waits w;
    llvm::SetVector<const llvm::Function *> reached;
    reached.insert(kernel);
    for (size_t i = 0; i < reached.size(); i++)
        for (const llvm::BasicBlock &b : *reached[i])
            for (const llvm::Instruction &inst : b) {
                if (const auto *call = llvm::dyn_cast<llvm::CallInst>(&inst))
                    look_at_call(*call, w);
                for (const llvm::Value *v : inst.operands())
                    if (const auto *f = llvm::dyn_cast<llvm::Function>(v->stripPointerCasts()))
                        reached.insert(f);
            }
    return w;
}

// The calls of a question in the body of an entry.
std::vector<llvm::CallInst *> calls_in(llvm::Function *f, const char *question) {
    std::vector<llvm::CallInst *> all;
    if (llvm::Function *q = f->getParent()->getFunction(question))
        for (llvm::User *u : q->users())
            if (auto *call = llvm::dyn_cast<llvm::CallInst>(u); call && call->getFunction() == f)
                all.push_back(call);
    return all;
}

// The property sub_group_size of an entry: the last argument of its questions; 0 for none.
uint64_t wish_of(llvm::Function *f) {
    for (const llvm::CallInst *call : calls_in(f, "__cmc_items_a_thread"))
        return llvm::cast<llvm::ConstantInt>(call->getArgOperand(1))->getZExtValue();
    return 0;
}

void answer(llvm::CallInst *call, uint64_t value) {
    call->replaceAllUsesWith(llvm::ConstantInt::get(call->getType(), value));
    call->eraseFromParent();
}

} // namespace

llvm::SmallVector<const CXXMethodDecl *, 1> fe_call_operators(const CXXRecordDecl *object) {
    llvm::SmallVector<const CXXMethodDecl *, 1> all;
    for (const Decl *d : object->decls()) {
        const auto *t = dyn_cast<FunctionTemplateDecl>(d);
        const auto *m = dyn_cast<CXXMethodDecl>(t ? t->getTemplatedDecl() : d);
        if (m && m->getOverloadedOperator() == OO_Call)
            all.push_back(m);
    }
    return all;
}

void fe_check_sub_groups(const CXXRecordDecl *object, bool is_esimd, DiagnosticsEngine &diags) {
    uint64_t n;
    const AnnotateAttr *a = demand_of(object, n);
    if (a && is_esimd && n != 1)
        report(diags, a->getLocation(),
               "the sub-group size of an explicit SIMD kernel is 1, not " + std::to_string(n) +
                   "; remove reqd_sub_group_size");
    else if (a && !is_esimd && !is_size(n))
        report(diags, a->getLocation(),
               "sub-group size " + std::to_string(n) + " is not supported; reqd_sub_group_size takes 8, 16 or 32");
}

fe_threads fe_place_items(const CXXRecordDecl *object, bool is_esimd, llvm::Function *f, DiagnosticsEngine &diags) {
    uint64_t size = 1;
    const uint64_t wish = wish_of(f);
    if (is_esimd && wish > 1)
        report(diags, object->getLocation(),
               "the sub-group size of an explicit SIMD kernel is 1, not " + std::to_string(wish) +
                   "; remove the property sub_group_size");
    const bool demands = !is_esimd && (demand_of(object, size) || wish > 0);
    if (size == 1 && wish > 0)
        size = wish;
    const waits w = waits_of(f);
    for (const waits::refused &c : w.calls)
        if (c.always || demands)
            report(diags, c.at, c.text);
    unsigned items = is_esimd ? 0 : 1;
    for (llvm::CallInst *call : calls_in(f, "__cmc_items_a_thread")) {
        const auto *usual = llvm::cast<llvm::ConstantInt>(call->getArgOperand(0));
        if (!is_esimd)
            items = (unsigned)(!demands ? usual->getZExtValue() : w.barrier ? 1 : size);
        answer(call, items);
    }
    for (llvm::CallInst *call : calls_in(f, "__cmc_sub_group_size"))
        answer(call, demands ? size : 1);
    return {items, w.large_grf};
}
