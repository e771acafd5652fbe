// SPDX-License-Identifier: MIT
// The host side of a SYCL file: an object file of the host, with the kernels' binary inside.
//
//   int main() { q.parallel_for(...); }  ->  main, as Clang compiles it, and in the section cmc_images an entry that
//                                            leads to the bytes of the kernels
//
// Clang's driver library makes the options for the host's toolchain, and the command that links.

#include "fe_pch.h"

#include <clang/CodeGen/BackendUtil.h>
#include <clang/CodeGen/CodeGenAction.h>
#include <clang/Driver/Compilation.h>
#include <clang/Driver/Driver.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/CompilerInvocation.h>
#include <clang/Frontend/TextDiagnosticPrinter.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/TargetParser/Host.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

using namespace clang;

namespace {

// The host's code, with its standard optimisations.
class host_action : public EmitLLVMOnlyAction {
  public:
    host_action(llvm::LLVMContext *ctx, fe_sycl_pch &headers) : EmitLLVMOnlyAction(ctx), pch(headers) {}
    bool BeginSourceFileAction(CompilerInstance &ci) override {
        pch.start(ci);
        return EmitLLVMOnlyAction::BeginSourceFileAction(ci);
    }
    void ExecuteAction() override {
        pch.set_macros(getCompilerInstance());
        EmitLLVMOnlyAction::ExecuteAction();
    }

  private:
    fe_sycl_pch &pch;
};

} // namespace

struct fe_host {
    explicit fe_host(llvm::StringRef sealed_pch) : pch(sealed_pch) {}
    llvm::LLVMContext ctx;
    fe_sycl_pch pch;
    CompilerInstance ci;
    std::unique_ptr<CodeGenAction> action;
    std::unique_ptr<llvm::Module> module;
    std::unique_ptr<fe_diag_consumer> consumer;
};

std::vector<fe_job> fe_driver_jobs(llvm::ArrayRef<const char *> line, const char *resource_dir,
                                   llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> disk, DiagnosticsEngine &diags) {
    driver::Driver drv(line[0], llvm::sys::getDefaultTargetTriple(), diags, "cmc", disk);
    drv.ResourceDir = resource_dir;
    drv.setCheckInputsExist(false);
    std::unique_ptr<driver::Compilation> c(drv.BuildCompilation(line));
    std::vector<fe_job> jobs;
    if (!c || diags.hasErrorOccurred())
        return jobs;
    for (const driver::Command &j : c->getJobs()) {
        fe_job words = {j.getExecutable()};
        words.insert(words.end(), j.getArguments().begin(), j.getArguments().end());
        jobs.push_back(words);
    }
    return jobs;
}

namespace {

std::vector<fe_job> host_jobs(llvm::ArrayRef<const char *> line, DiagnosticsEngine &diags) {
    return fe_driver_jobs(line, FE_RESOURCE_DIR, llvm::vfs::getRealFileSystem(), diags);
}

// cc1's options for the file.
fe_job host_line(const fe_host_opts &o, DiagnosticsEngine &diags) {
    // The device side judges attributes: only that side knows those of kernels.
    std::vector<const char *> line = {"clang++", "-c", "-x", "c++", "-Wno-unknown-attributes"};
    line.insert(line.end(), o.args, o.args + o.n_args);
    for (const char *more : {"-Xclang", "-fsycl-is-host", "-Xclang", "-sycl-std=2020", "-isystem", FE_ROOT, "-isystem",
                             FE_ROOT "/sycl/compat"})
        line.push_back(more);
    line.push_back(o.file);
    std::vector<fe_job> jobs = host_jobs(line, diags);
    return jobs.empty() ? fe_job() : jobs[0];
}

void init_host_target() {
    static const bool done = [] {
        llvm::InitializeNativeTarget();
        llvm::InitializeNativeTargetAsmPrinter();
        llvm::InitializeNativeTargetAsmParser();
        return true;
    }();
    (void)done;
}

// An entry of the section cmc_images: struct cmc_image of the SYCL headers.
void add_image(llvm::Module &mod, llvm::StringRef bytes, llvm::StringRef target) {
    llvm::LLVMContext &c = mod.getContext();
    auto constant = [&](llvm::Constant *value, const char *name) {
        auto *g = new llvm::GlobalVariable(mod, value->getType(), true, llvm::GlobalValue::PrivateLinkage, value, name);
        return g;
    };
    llvm::GlobalVariable *data = constant(llvm::ConstantDataArray::getString(c, bytes, false), "cmc.kernels");
    data->setAlignment(llvm::Align(64));
    llvm::GlobalVariable *name = constant(llvm::ConstantDataArray::getString(c, target, true), "cmc.target");
    auto *size = llvm::ConstantInt::get(mod.getDataLayout().getIntPtrType(c), bytes.size());
    llvm::GlobalVariable *entry = constant(llvm::ConstantStruct::getAnon({data, size, name}), "cmc.image");
    entry->setSection("cmc_images");
    entry->setAlignment(llvm::Align(8));
    llvm::appendToUsed(mod, {entry});
}

// A name of a builtin, plain or mangled. Few names are worth demangling.
bool is_builtin(llvm::StringRef name) {
    return name.starts_with("__cm_") ||
           (name.contains("__cm_") && llvm::StringRef(llvm::demangle(name)).contains(" __cm_"));
}

// The headers' name of the file's mark, which the kernels' names end in.
void define_unit(llvm::Module &mod, const std::string &mark) {
    llvm::GlobalVariable *unit = mod.getNamedGlobal("__cmc_unit");
    if (!unit)
        return;
    llvm::Constant *text = llvm::ConstantDataArray::getString(mod.getContext(), mark, true);
    unit->replaceAllUsesWith(
        new llvm::GlobalVariable(mod, text->getType(), true, llvm::GlobalValue::PrivateLinkage, text, "cmc.unit"));
    unit->eraseFromParent();
}

// The builtins of the headers have code on a target only. A function of the host that reaches one says so and ends the
// program; most such functions are parts of kernels, and nobody calls them.
void define_builtins(llvm::Module &mod) {
    llvm::LLVMContext &c = mod.getContext();
    llvm::IRBuilder<> b(c);
    for (llvm::Function &f : mod) {
        if (!f.isDeclaration() || !is_builtin(f.getName()))
            continue;
        f.setLinkage(llvm::GlobalValue::InternalLinkage);
        f.setDSOLocal(true);
        b.SetInsertPoint(llvm::BasicBlock::Create(c, "", &f));
        llvm::FunctionCallee print = mod.getOrInsertFunction(
            "dprintf", llvm::FunctionType::get(b.getInt32Ty(), {b.getInt32Ty(), b.getPtrTy()}, true));
        b.CreateCall(print, {b.getInt32(2), b.CreateGlobalString("a function of explicit SIMD was called on the host; "
                                                                 "call it from a kernel\n")});
        b.CreateCall(mod.getOrInsertFunction("abort", b.getVoidTy()));
        b.CreateUnreachable();
    }
}

// Makes ready to compile the file; false after an error, which is in the diagnostics.
bool prepare(fe_host &h, const fe_host_opts &o, cmc_diag *d) {
    init_host_target();
    h.consumer = fe_make_diag_consumer(d);
    h.ci.createDiagnostics(h.consumer.get(), false);
    fe_job line = host_line(o, h.ci.getDiagnostics());
    std::vector<const char *> words;
    for (size_t i = 2; i < line.size(); i++) // after the program and -cc1
        words.push_back(line[i].c_str());
    if (line.empty() || !CompilerInvocation::CreateFromArgs(h.ci.getInvocation(), words, h.ci.getDiagnostics()))
        return false;
    h.ci.createFileManager(fe_file_system(h.pch.file()));
    fe_write_deps(h.ci);
    ProcessWarningOptions(h.ci.getDiagnostics(), h.ci.getDiagnosticOpts());
    h.ci.getDiagnosticOpts().ShowCarets = false; // and no count of errors: cmc prints the messages
    h.ci.getFrontendOpts().DisableFree = false;
    h.ci.getCodeGenOpts().DisableFree = false;
    return true;
}

} // namespace

cmc_status fe_make_host_pch(cmc_str *out, cmc_diag *d) {
    fe_host h("");
    fe_host_opts o = {};
    o.size = sizeof(o);
    o.file = FE_SYCL_PCH_SOURCE;
    std::string bytes;
    auto action = fe_make_sycl_pch_action(bytes, FE_HOST);
    bool ok = prepare(h, o, d) && h.ci.ExecuteAction(*action);
    h.consumer->finish();
    if (!ok || h.ci.getDiagnostics().hasErrorOccurred())
        return CMC_ERR_INTERNAL;
    fe_pch_seal(bytes, out);
    return CMC_OK;
}

fe_host *fe_host_compile(const fe_host_opts *o, cmc_diag *d) {
    auto h = std::make_unique<fe_host>(llvm::StringRef(static_cast<const char *>(o->pch), o->pch_len));
    bool ok = prepare(*h, *o, d);
    if (ok) {
        h->action = std::make_unique<host_action>(&h->ctx, h->pch);
        ok = h->ci.ExecuteAction(*h->action);
    }
    h->consumer->finish();
    if (!ok || h->ci.getDiagnostics().hasErrorOccurred())
        return nullptr;
    h->module = h->action->takeModule();
    return h->module ? h.release() : nullptr;
}

cmc_status fe_host_emit(fe_host *h, const fe_image *images, size_t n_images, cmc_str *out) {
    define_unit(*h->module, fe_unit_mark(h->ci));
    define_builtins(*h->module);
    for (size_t i = 0; i < n_images; i++)
        add_image(*h->module, llvm::StringRef(static_cast<const char *>(images[i].bytes), images[i].size_b),
                  images[i].target);
    llvm::SmallVector<char, 0> object;
    auto stream = std::make_unique<llvm::raw_svector_ostream>(object);
    CodeGenOptions &cg = h->ci.getCodeGenOpts();
    cg.DisableLLVMPasses = true; // they ran with the action
    EmitBackendOutput(h->ci.getDiagnostics(), h->ci.getHeaderSearchOpts(), cg, h->ci.getTargetOpts(),
                      h->ci.getLangOpts(), h->ci.getTarget().getDataLayoutString(), h->module.get(), Backend_EmitObj,
                      h->ci.getFileManager().getVirtualFileSystemPtr(), std::move(stream));
    cmc_str_append_n(out, object.data(), object.size());
    return h->ci.getDiagnostics().hasErrorOccurred() ? CMC_ERR_USER : CMC_OK;
}

void fe_host_destroy(fe_host *h) {
    delete h;
}

cmc_status fe_host_link_line(const char *const *args, size_t n_args, cmc_arena *a, cmc_words *out, cmc_diag *d) {
    std::unique_ptr<fe_diag_consumer> consumer = fe_make_diag_consumer(d);
    DiagnosticsEngine diags(new DiagnosticIDs, new DiagnosticOptions, consumer.get(), false);
    std::vector<const char *> line = {"clang++"};
    line.insert(line.end(), args, args + n_args);
    std::vector<fe_job> jobs = host_jobs(line, diags);
    consumer->finish();
    if (jobs.size() != 1)
        return CMC_ERR_USER;
    for (const std::string &word : jobs[0])
        if (!cmc_vec_push(a, out, cmc_arena_printf(a, "%s", word.c_str())))
            return CMC_ERR_OOM;
    return CMC_OK;
}
