// SPDX-License-Identifier: MIT
// The interface to LLVM's pass manager. It registers the passes of passes.def under their names and runs a pipeline
// text that mixes them with LLVM's own passes (LLVMRunPasses of LLVM-C 19 supports neither plugins nor
// instrumentation). It is also the entry point of the opt plugin. In opt, the target is given in angle brackets:
// legalize<pvc>.

#include "llvm_shim.h"
#include "passes_priv.h"

#include <llvm/Analysis/CGSCCPassManager.h>
#include <llvm/Analysis/LoopAnalysisManager.h>
#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PassTimingInfo.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Passes/PassPlugin.h>
#include <llvm/Support/raw_ostream.h>

#include <memory>
#include <string>

using namespace llvm;

namespace {

const Function *functionOf(const Any &ir) {
    if (const auto *f = any_cast<const Function *>(&ir))
        return *f;
    if (const auto *l = any_cast<const Loop *>(&ir))
        return (*l)->getHeader()->getParent();
    return nullptr;
}

// Which function passes had nothing to do, and whether the IR has changed since. The pipeline repeats LLVM's passes
// after steps of ours that many kernels have no use for; on the same IR a pass has nothing to do again.
class Repeats {
    using Version = std::pair<unsigned, unsigned>; // changes of the module, of the function
    unsigned module = 0;
    DenseMap<const Function *, unsigned> function;
    StringMap<DenseMap<const Function *, Version>> idle;

    // early-cse without MemorySSA finds no more than with it. simplifycfg runs with options of which neither includes
    // the other.
    static bool isComparable(StringRef className) {
        return className != "SimplifyCFGPass";
    }

  public:
    void changedUnknown() {
        module++;
    }
    void ran(StringRef className, const Any &ir, bool changed) {
        const Function *f = functionOf(ir);
        if (changed)
            ++(f ? function[f] : module);
        else if (any_cast<const Function *>(&ir))
            idle[className][f] = Version(module, function.lookup(f));
    }
    bool useless(StringRef className, const Any &ir) const {
        const auto *f = any_cast<const Function *>(&ir);
        auto found = f && isComparable(className) ? idle.find(className) : idle.end();
        if (found == idle.end() || !found->second.contains(*f))
            return false;
        return found->second.lookup(*f) == Version(module, function.lookup(*f));
    }
};

// The shared state of one run. In the plugin, each pass creates its own.
struct RunState {
    gx_ctx *cx = nullptr;
    const gx_opts *opts = nullptr;
    size_t errorsBefore = 0;
    bool stopped = false;
    bool broken = false; // the verifier found an error
    std::string last;    // module text after the last pass, for dump_changed
    Repeats repeats;
    bool failed() const {
        return cmc_diag_error_count(cx->diag) > errorsBefore;
    }
};

// Whether the module that the plugin works on is valid input. It is checked before the first of our passes, which trust
// it.
struct Guard {
    const Module *checked = nullptr;
    bool ok = false;
};

void report(LLVMContext &c, const cmc_diag *d) {
    cmc_str text = CMC_STR_INIT;
    cmc_diag_format(d, &text);
    if (cmc_diag_error_count(d))
        c.emitError(cmc_str_text(&text));
    cmc_str_free(&text);
}

bool isValid(Guard &g, Module &m) {
    if (g.checked == &m)
        return g.ok;
    cmc_diag *d = cmc_diag_create();
    g.checked = &m;
    g.ok = gx_check_input(wrap(&m), m.getModuleIdentifier().c_str(), d) == CMC_OK;
    report(m.getContext(), d);
    cmc_diag_destroy(d);
    return g.ok;
}

Module &moduleOf(Module &m) {
    return m;
}

Module &moduleOf(Function &f) {
    return *f.getParent();
}

// Runs a pass outside cmc with its own context; messages go to LLVM's handler, prints to standard error (opt is a
// tool).
template <typename Fn> bool runAlone(const isa_model *model, LLVMContext &c, Fn fn) {
    cmc_str print = CMC_STR_INIT;
    gx_ctx cx{cmc_arena_create(), cmc_diag_create(), model, &print, 0};
    bool changed = fn(&cx);
    if (print.len)
        errs() << cmc_str_text(&print);
    report(c, cx.diag);
    cmc_str_free(&print);
    cmc_diag_destroy(cx.diag);
    cmc_arena_destroy(cx.arena);
    return changed;
}

template <typename Fn>
PreservedAnalyses runOne(RunState *st, const std::shared_ptr<Guard> &guard, const isa_model *model, Module &m, Fn fn) {
    bool changed;
    if (st) {
        if (st->stopped || st->failed())
            return PreservedAnalyses::all();
        cmc_arena_reset(st->cx->arena);
        changed = fn(st->cx);
    } else {
        changed = isValid(*guard, m) && runAlone(model, m.getContext(), fn);
    }
    return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

// UNIT: what the pass runs on, an LLVM class; REF: the same for LLVM-C.
#define GX_CLASS(NAME, NEED, UNIT, REF)                                                                                \
    struct Gx_##NAME : PassInfoMixin<Gx_##NAME> {                                                                      \
        RunState *st;                                                                                                  \
        std::shared_ptr<Guard> guard;                                                                                  \
        const isa_model *model;                                                                                        \
        Gx_##NAME(RunState *s, std::shared_ptr<Guard> g, const isa_model *m) : st(s), guard(std::move(g)), model(m) {} \
        static StringRef name() {                                                                                      \
            return #NAME;                                                                                              \
        }                                                                                                              \
        static bool isRequired() {                                                                                     \
            return NEED_##NEED;                                                                                        \
        }                                                                                                              \
        PreservedAnalyses run(UNIT &unit, UNIT##AnalysisManager &) {                                                   \
            return runOne(st, guard, model, moduleOf(unit), [&](gx_ctx *cx) {                                          \
                genx_fix_names(UNIT_KEEPS_##UNIT);                                                                     \
                bool changed = gx_##NAME(cx, REF);                                                                     \
                genx_fix_names(false);                                                                                 \
                return changed;                                                                                        \
            });                                                                                                        \
        }                                                                                                              \
    };
#define GX_CLASS_MODULE(NAME, NEED)   GX_CLASS(NAME, NEED, Module, wrap(&unit))
#define GX_CLASS_FUNCTION(NAME, NEED) GX_CLASS(NAME, NEED, Function, wrap(static_cast<Value *>(&unit)))
enum { NEED_OPTIONAL = false, NEED_REQUIRED = true };
enum { UNIT_KEEPS_Module = false, UNIT_KEEPS_Function = true }; // a function pass deletes and renames no function
#define GX_PASS(NAME, STAGE, KIND, NEED, TEXT) GX_CLASS_##KIND(NAME, NEED)
#include "passes.def"
#undef GX_PASS

// "legalize" or "legalize<pvc>".
bool matches(StringRef name, StringRef pass, const isa_model *&model) {
    if (name == pass)
        return true;
    if (!name.consume_front(pass) || !name.consume_front("<") || !name.consume_back(">"))
        return false;
    const isa_model *m = isa_model_find(name.str().c_str());
    if (m)
        model = m;
    return m != nullptr;
}

template <typename PM, typename Pass>
bool add(PM &pm, RunState *st, const std::shared_ptr<Guard> &guard, const isa_model *m) {
    pm.addPass(Pass(st, guard, m));
    return true;
}

void registerPasses(PassBuilder &pb, RunState *st, const std::shared_ptr<Guard> &guard, const isa_model *model);

// "cmc" or "cmc<pvc>": the whole default pipeline, for front ends that use the plugin.
bool addPipeline(StringRef name, ModulePassManager &pm, RunState *st, const std::shared_ptr<Guard> &guard,
                 const isa_model *model) {
    enum { OPTIMISED = 2 };
    if (!matches(name, "cmc", model))
        return false;
    PassBuilder inner;
    registerPasses(inner, st, guard, model);
    cmc_str text = CMC_STR_INIT;
    gx_default_pipeline(OPTIMISED, false, &text);
    Error e = inner.parsePassPipeline(pm, cmc_str_text(&text));
    cmc_str_free(&text);
    return !errorToBool(std::move(e));
}

void registerPasses(PassBuilder &pb, RunState *st, const std::shared_ptr<Guard> &guard, const isa_model *model) {
    pb.registerPipelineParsingCallback(
        [st, guard, model](StringRef name, ModulePassManager &pm, ArrayRef<PassBuilder::PipelineElement>) {
            const isa_model *m = model;
            if (addPipeline(name, pm, st, guard, m))
                return true;
#define GX_ADD_MODULE(NAME)                                                                                            \
    if (matches(name, #NAME, m))                                                                                       \
        return add<ModulePassManager, Gx_##NAME>(pm, st, guard, m);
#define GX_ADD_FUNCTION(NAME)
#define GX_PASS(NAME, STAGE, KIND, NEED, TEXT) GX_ADD_##KIND(NAME)
#include "passes.def"
#undef GX_PASS
#undef GX_ADD_MODULE
#undef GX_ADD_FUNCTION
            return false;
        });
    pb.registerPipelineParsingCallback(
        [st, guard, model](StringRef name, FunctionPassManager &pm, ArrayRef<PassBuilder::PipelineElement>) {
            const isa_model *m = model;
#define GX_ADD_MODULE(NAME)
#define GX_ADD_FUNCTION(NAME)                                                                                          \
    if (matches(name, #NAME, m))                                                                                       \
        return add<FunctionPassManager, Gx_##NAME>(pm, st, guard, m);
#define GX_PASS(NAME, STAGE, KIND, NEED, TEXT) GX_ADD_##KIND(NAME)
#include "passes.def"
#undef GX_PASS
            return false;
        });
}

bool listed(const char *list, StringRef name) {
    if (!list)
        return false;
    SmallVector<StringRef, 8> parts;
    StringRef(list).split(parts, ',');
    for (StringRef p : parts)
        if (p.trim() == name)
            return true;
    return false;
}

const Module *moduleOf(const Any &ir) {
    if (const auto *m = any_cast<const Module *>(&ir))
        return *m;
    if (const auto *f = any_cast<const Function *>(&ir))
        return (*f)->getParent();
    if (const auto *l = any_cast<const Loop *>(&ir))
        return (*l)->getHeader()->getModule();
    if (const auto *s = any_cast<const LazyCallGraph::SCC *>(&ir))
        return (*s)->size() == 0 ? nullptr : (*s)->begin()->getFunction().getParent();
    return nullptr;
}

std::string textOf(const Module &m) {
    std::string s;
    raw_string_ostream os(s);
    m.print(os, nullptr);
    return s;
}

bool isManager(StringRef className) {
    return className.contains("PassManager") || className.contains("PassAdaptor") ||
           className.contains("AnalysisManagerProxy");
}

void afterPass(RunState &st, PassInstrumentationCallbacks &pic, StringRef className, const Any &ir, bool changed) {
    if (isManager(className))
        return;
    StringRef name = pic.getPassNameForClassName(className);
    if (name.empty())
        name = className;
    const gx_opts &o = *st.opts;
    const Module *m = moduleOf(ir);
    st.repeats.ran(className, ir, changed);
    if (m && o.dump_out) {
        bool all = o.dump && StringRef(o.dump) == "all";
        bool want = all || listed(o.dump, name);
        if (want || o.dump_changed) {
            std::string text = textOf(*m);
            if (want || text != st.last) {
                cmc_str_printf(o.dump_out, "; *** after %s ***\n", name.str().c_str());
                cmc_str_append_n(o.dump_out, text.data(), text.size());
            }
            st.last = std::move(text);
        }
    }
    if (m && o.verify_each && !st.broken) {
        std::string why;
        raw_string_ostream os(why);
        if (verifyModule(*m, &os)) {
            st.broken = true;
            st.stopped = true;
            cmc_diag_error(st.cx->diag, "CM0901", "internal: pass %s left invalid IR: %s", name.str().c_str(),
                           why.c_str());
        }
    }
    if (o.stop_after && listed(o.stop_after, name))
        st.stopped = true;
    if (m && o.after)
        o.after(o.after_user, name.str().c_str(), wrap(m), changed);
}

void registerInstrumentation(PassInstrumentationCallbacks &pic, RunState &st) {
    pic.registerShouldRunOptionalPassCallback([&st, &pic](StringRef className, Any ir) {
        if (isManager(className))
            return true;
        StringRef name = pic.getPassNameForClassName(className);
        if (st.stopped || st.failed() || listed(st.opts->skip, name.empty() ? className : name))
            return false;
        return st.opts->dump || !st.repeats.useless(className, ir);
    });
    pic.registerAfterPassInvalidatedCallback(
        [&st](StringRef, const PreservedAnalyses &) { st.repeats.changedUnknown(); });
    pic.registerAfterPassCallback([&st, &pic](StringRef className, Any ir, const PreservedAnalyses &kept) {
        afterPass(st, pic, className, ir, !kept.areAllPreserved());
    });
}

cmc_status finish(RunState &st, Module &m) {
    if (st.broken)
        return CMC_ERR_INTERNAL;
    if (st.failed())
        return CMC_ERR_USER;
    std::string why;
    raw_string_ostream os(why);
    if (verifyModule(m, &os)) {
        cmc_diag_error(st.cx->diag, "CM0901", "internal: the passes left invalid IR: %s", why.c_str());
        return CMC_ERR_INTERNAL;
    }
    return CMC_OK;
}

} // namespace

extern "C" cmc_status gx_pipeline_run(LLVMModuleRef mod, const char *text, gx_ctx *cx, const gx_opts *opts) {
    Module &m = *unwrap(mod);
    RunState st;
    st.cx = cx;
    st.opts = opts;
    st.errorsBefore = cmc_diag_error_count(cx->diag);
    PassInstrumentationCallbacks pic;
    TimePassesHandler timer(opts->time_passes);
    std::string timing;
    raw_string_ostream timingOut(timing);
    timer.setOutStream(timingOut);
    timer.registerCallbacks(pic);
    registerInstrumentation(pic, st);

    LoopAnalysisManager lam;
    FunctionAnalysisManager fam;
    CGSCCAnalysisManager cgam;
    ModuleAnalysisManager mam;
    PipelineTuningOptions tune;
    tune.LoopVectorization = tune.SLPVectorization = false;
    PassBuilder pb(nullptr, tune, std::nullopt, &pic);
    const isa_model *model = cx->model;
    fam.registerPass(
        [model] { return TargetIRAnalysis([model](const Function &f) { return gxCosts(f.getDataLayout(), model); }); });
    pb.registerModuleAnalyses(mam);
    pb.registerCGSCCAnalyses(cgam);
    pb.registerFunctionAnalyses(fam);
    pb.registerLoopAnalyses(lam);
    pb.crossRegisterProxies(lam, fam, cgam, mam);
    registerPasses(pb, &st, nullptr, model);

    ModulePassManager pm;
    if (Error e = pb.parsePassPipeline(pm, text)) {
        cmc_diag_error(cx->diag, "CM0902", "pass pipeline: %s", toString(std::move(e)).c_str());
        return CMC_ERR_USER;
    }
    pm.run(m, mam);
    if (opts->time_passes && opts->dump_out) {
        timer.print();
        timingOut.flush();
        cmc_str_append_n(opts->dump_out, timing.data(), timing.size());
    }
    return finish(st, m);
}

extern "C" LLVM_ATTRIBUTE_WEAK __attribute__((visibility("default"))) PassPluginLibraryInfo llvmGetPassPluginInfo() {
    return {LLVM_PLUGIN_API_VERSION, "CMCPasses", "0.1", [](PassBuilder &pb) {
                registerPasses(pb, nullptr, std::make_shared<Guard>(), isa_model_get(ISA_TARGET_TGL));
            }};
}
