// SPDX-License-Identifier: MIT
// fe_compile: compiles one source file to an LLVM module with Clang, in this process.
//
//   arguments of cc1  ->  CompilerInstance over a virtual file system (embedded headers under
//   FE_ROOT, the real disk below)  ->  parser feeding two consumers: the kernel finder and Clang's
//   own code generator  ->  module
//
// With fe_opts.pch, the headers need not be parsed: fe_pch.cpp creates the precompiled headers and decides when they
// apply.
//
// No optimisation happens here, so passes/ alone decides how a kernel is transformed. Line tables are always
// generated, because later passes report the user's lines. A crash inside Clang becomes CMC_ERR_INTERNAL.

#include "fe_arms.h"
#include "fe_pch.h"

#include <cmc/targets.h>

#include <clang/Basic/TargetInfo.h>
#include <clang/CodeGen/ModuleBuilder.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendAction.h>
#include <clang/Frontend/MultiplexConsumer.h>
#include <clang/Frontend/Utils.h>
#include <clang/Lex/PreprocessorOptions.h>
#include <clang/Sema/Sema.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/CrashRecoveryContext.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/Path.h>
#include <llvm/Support/VirtualFileSystem.h>

using namespace clang;

namespace {

// Defined on the command line, as "NAME=VALUE".
bool has_macro(const CompilerInstance &ci, llvm::StringRef text) {
    for (const auto &m : ci.getPreprocessorOpts().Macros)
        if (m.first == text && !m.second)
            return true;
    return false;
}

// Passes everything to the code generator once the whole file is parsed and judged: until then it is not known which of
// the instances will be code. Clang reports a template's constant member at each mention; one is enough.
class fe_consumers : public MultiplexConsumer {
  public:
    // owned: f and g.
    fe_consumers(fe_kernel_finder *f, ASTConsumer *g, std::vector<std::unique_ptr<ASTConsumer>> owned)
        : MultiplexConsumer(std::move(owned)), finder(f), generator(g) {}
    bool HandleTopLevelDecl(DeclGroupRef group) override {
        // Namespaces of the headers later contain instances, which are not the generator's business.
        if (!group.isNull() && is_ours(*group.begin()))
            return MultiplexConsumer::HandleTopLevelDecl(group);
        delayed.push_back({group, nullptr});
        return finder->HandleTopLevelDecl(group);
    }
    bool shouldSkipFunctionBody(Decl *d) override {
        return finder->leaves_out(d);
    }
    void HandleCXXStaticMemberVarInstantiation(VarDecl *v) override {
        if (!v->hasInit() || seen.insert(v).second)
            delayed.push_back({DeclGroupRef(), v});
    }
    void HandleTranslationUnit(ASTContext &context) override {
        for (auto &[group, variable] : delayed) {
            if (context.getDiagnostics().hasErrorOccurred())
                break;
            if (!variable)
                generator->HandleTopLevelDecl(group);
            else if (!is_broken(variable))
                generator->HandleCXXStaticMemberVarInstantiation(variable);
        }
        MultiplexConsumer::HandleTranslationUnit(context);
    }

  private:
    static bool is_ours(const Decl *d) {
        return d->getASTContext().getSourceManager().isInSystemHeader(d->getLocation());
    }
    // Part of an instance that the headers refuse, and that no code calls.
    static bool is_broken(const VarDecl *v) {
        return v->isInvalidDecl() || v->getType()->isUndeducedType() ||
               (v->hasInit() && v->getInit()->containsErrors());
    }
    fe_kernel_finder *finder;
    ASTConsumer *generator;
    std::vector<std::pair<DeclGroupRef, VarDecl *>> delayed;
    llvm::SmallPtrSet<const VarDecl *, 32> seen;
};

// Parses a file; keeps the code generator, to take the module from it.
class fe_action : public ASTFrontendAction {
  public:
    // sycl_headers: of a SYCL file; else NULL.
    fe_action(llvm::LLVMContext &context, const fe_opts &options, fe_sycl_pch *sycl_headers)
        : ctx(context), opts(options), sycl(sycl_headers != nullptr), pch(sycl_headers) {}
    bool BeginSourceFileAction(CompilerInstance &ci) override {
        if (sycl) {
            fe_use_cm_spaces(ci);
            pch->start(ci);
        }
        return true;
    }
    std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &ci, llvm::StringRef file) override {
        auto gen = std::unique_ptr<CodeGenerator>(
            CreateLLVMCodeGen(ci.getDiagnostics(), file, &ci.getVirtualFileSystem(), ci.getHeaderSearchOpts(),
                              ci.getPreprocessorOpts(), ci.getCodeGenOpts(), ctx));
        generator = gen.get();
        fe_dialect dialect = {has_macro(ci, "__CM_POINTER__=1"),
                              has_macro(ci, "__CM_PLAIN_2D_IMAGES__=1"),
                              has_macro(ci, "__CM_VOLATILE_GLOBAL__=1"),
                              has_macro(ci, "__CM_INIT_GLOBAL__=1"),
                              has_macro(ci, "CM_HAS_DOUBLE=1"),
                              sycl,
                              fe_unit_mark(ci)};
        auto found = std::make_unique<fe_kernel_finder>(ci.getDiagnostics(), dialect);
        finder = found.get();
        finder->set_lists(opts);
        std::vector<std::unique_ptr<ASTConsumer>> owned;
        owned.push_back(std::move(found));
        owned.push_back(std::move(gen));
        if (sycl)
            return fe_device_consumers(finder, generator, std::move(owned));
        return std::make_unique<fe_consumers>(finder, generator, std::move(owned));
    }
    void ExecuteAction() override {
        CompilerInstance &ci = getCompilerInstance();
        if (!ci.hasSema())
            ci.createSema(getTranslationUnitKind(), nullptr);
        if (sycl)
            pch->set_macros(ci);
        sycl ? fe_parse_sycl(ci.getSema()) : fe_parse(ci.getSema(), opts.leave_out != nullptr);
    }
    void EndSourceFileAction() override {
        DiagnosticsEngine &diags = getCompilerInstance().getDiagnostics();
        if (diags.hasErrorOccurred() || !generator->GetModule())
            return;
        if (finder->kernel_count() == 0 && !sycl) // a SYCL program has files of host code alone
            warn_no_kernel();
        finder->finish_module(*generator, *generator->GetModule());
        if (sycl)
            fe_drop_host_code(*generator->GetModule());
        module.reset(generator->ReleaseModule());
    }
    std::unique_ptr<llvm::Module> module;

  private:
    void warn_no_kernel() {
        DiagnosticsEngine &diags = getCompilerInstance().getDiagnostics();
        SourceManager &sm = getCompilerInstance().getSourceManager();
        auto warning = [&](auto &text) { return diags.getCustomDiagID(DiagnosticsEngine::Warning, text); };
        const FunctionDecl *k = finder->declared();
        if (k && k->getDescribedFunctionTemplate())
            diags.Report(k->getLocation(),
                         warning("[cm-no-kernel] no kernel found; kernel template %0 has no instance, "
                                 "as 'template void %0<...>(...);' requests one"))
                << k->getName();
        else if (k)
            diags.Report(k->getLocation(), warning("[cm-no-kernel] no kernel found; kernel %0 has no body")) << k;
        else
            diags.Report(sm.getLocForStartOfFile(sm.getMainFileID()),
                         warning("[cm-no-kernel] no kernel found; mark one with _GENX_MAIN_"));
    }

    llvm::LLVMContext &ctx;
    const fe_opts &opts;
    bool sycl;
    fe_sycl_pch *pch;
    CodeGenerator *generator = nullptr;
    fe_kernel_finder *finder = nullptr;
};

// Runs only the preprocessor and writes its output to a string.
class fe_source_action : public PreprocessorFrontendAction {
  public:
    fe_source_action(std::string &out, bool macros) : text(out), only_macros(macros) {}
    void ExecuteAction() override {
        CompilerInstance &ci = getCompilerInstance();
        PreprocessorOutputOptions opts = ci.getPreprocessorOutputOpts();
        opts.ShowCPP = !only_macros;
        // Without line markers, the text of the headers, where other rules apply, could no longer be recognised.
        opts.KeepSystemIncludes = !only_macros && !opts.ShowLineMarkers;
        llvm::raw_string_ostream stream(text);
        DoPrintPreprocessedInput(ci.getPreprocessor(), &stream, opts);
    }

  private:
    std::string &text;
    bool only_macros; // -dM
};

// One compilation, with all data that the crash-recovery thread needs.
struct job {
    llvm::LLVMContext *ctx = nullptr;
    const fe_opts *opts;
    cmc_diag *diag;
    cmc_arena *arena;
    std::unique_ptr<llvm::Module> module;
    std::string *source = nullptr; // output of the preprocessor, in preprocess-only mode
    std::string *pch = nullptr;    // output of the precompiled headers, in that mode
    cmc_status status = CMC_ERR_INTERNAL;
};

using fs_ptr = llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>;

// pch, sycl_pch: precompiled headers, added as files; may be empty.
fs_ptr make_file_system(llvm::StringRef pch, llvm::StringRef sycl_pch = "") {
    llvm::IntrusiveRefCntPtr<llvm::vfs::InMemoryFileSystem> mem(new llvm::vfs::InMemoryFileSystem);
    auto add = [&](const char *name, llvm::StringRef text) {
        mem->addFile(name, 0, llvm::MemoryBuffer::getMemBuffer(text, name, false));
    };
    add(FE_PCH_SOURCE, FE_PCH_TEXT);
    add(FE_SYCL_PCH_SOURCE, FE_SYCL_PCH_TEXT);
    if (!pch.empty())
        add(FE_PCH_FILE, pch);
    if (!sycl_pch.empty())
        add(FE_SYCL_PCH_FILE, sycl_pch);
    for (size_t i = 0; i < fe_header_count; i++) {
        llvm::StringRef text(fe_headers[i].text, fe_headers[i].len);
        mem->addFile(llvm::Twine(FE_ROOT "/") + fe_headers[i].name, 0,
                     llvm::MemoryBuffer::getMemBuffer(text, fe_headers[i].name));
    }
    llvm::IntrusiveRefCntPtr<llvm::vfs::OverlayFileSystem> all(
        new llvm::vfs::OverlayFileSystem(llvm::vfs::getRealFileSystem()));
    all->pushOverlay(mem);
    return all;
}

// -Wcm-..., -Wno-cm-..., -Werror=cm-...: handled by the driver, unknown to Clang.
bool is_group_option(llvm::StringRef rest) {
    if (!rest.consume_front("-W"))
        return false;
    rest.consume_front("no-");
    rest.consume_front("error=");
    return rest == "cm" || rest.starts_with("cm-");
}

bool has_arg(const job &j, llvm::StringRef arg) {
    for (size_t i = 0; i < j.opts->n_args; i++)
        if (j.opts->args[i] == arg)
            return true;
    return false;
}

// -m32, as passed on the command line.
bool short_pointers(const job &j) {
    return has_arg(j, "-DCM_PTRSIZE=32");
}

cmc_status make_args(const job &j, cmc_words *args) {
    static const char *const fixed[] = {
        "-triple", "spir64-unknown-unknown", "-x", "c++", "-fdeclspec", "-ffp-contract=fast", "-disable-O0-optnone",
        "-fpreserve-vec3-type", "-disable-lifetime-markers", "-debug-info-kind=line-tables-only", "-dwarf-version=4",
        "-ferror-limit", "100", "-fno-caret-diagnostics",
        "-fno-strict-float-cast-overflow", // as the pass clamp_casts: Clang folds constants before it
        // Disables warnings that our templates over arrays of a vector's size cause; Clang's other defaults stay.
        "-Wno-undefined-internal", "-Wno-undefined-inline", "-Wno-return-type-c-linkage"};
    static const char *const cm[] = {
        "-std=c++17",
        "-ffreestanding",
        "-fno-rtti",
        "-nostdsysteminc",
        "-fno-builtin",
        "-fno-threadsafe-statics",
        "-fgnuc-version=4.2.1",
        "-Wno-vla-cxx-extension", // already an error
        "-Wuninitialized",
        "-Wno-sometimes-uninitialized",
        "-Wno-uninitialized-const-reference",
        "-Wno-atomic-alignment", // spir64 does not guarantee atomics; here they are messages
        "-internal-isystem",
        FE_ROOT,
        "-internal-isystem",
        FE_ROOT "/clang"};
    for (const char *a : fixed)
        if (!cmc_vec_push(j.arena, args, a))
            return CMC_ERR_OOM;
    if (j.opts->sycl)
        CMC_TRY(fe_sycl_args(j.arena, make_file_system(""), args));
    else
        for (const char *a : cm)
            if (!cmc_vec_push(j.arena, args, a))
                return CMC_ERR_OOM;
    cmc_words macros = {nullptr, 0, 0};
    CMC_TRY(fe_target_macros(j.arena, j.opts->target ? j.opts->target : CMC_TARGET_DEFAULT, j.opts->product, &macros,
                             j.diag));
    for (uint32_t i = 0; i < macros.len; i++)
        if (!(short_pointers(j) && llvm::StringRef(macros.data[i]).starts_with("CM_PTRSIZE=")))
            (void)cmc_vec_push(j.arena, args, cmc_arena_printf(j.arena, "-D%s", macros.data[i]));
    for (size_t i = 0; i < j.opts->n_args; i++)
        if (!is_group_option(j.opts->args[i]))
            (void)cmc_vec_push(j.arena, args, j.opts->args[i]);
    return CMC_OK;
}

// Takes the file's text from opts->text, or from disk.
cmc_status set_input(const job &j, CompilerInstance &ci) {
    const char *name = j.opts->file;
    if (j.opts->text) {
        auto buf = llvm::MemoryBuffer::getMemBufferCopy(llvm::StringRef(j.opts->text, j.opts->text_len), name);
        ci.getPreprocessorOpts().addRemappedFile(name, buf.release());
        ci.getPreprocessorOpts().RetainRemappedFileBuffers = false;
    } else if (!ci.getVirtualFileSystem().exists(name)) {
        cmc_diag_error(j.diag, "CM0102", "cannot read '%s': no such file", name);
        return CMC_ERR_IO;
    }
    ci.getFrontendOpts().Inputs.clear();
    ci.getFrontendOpts().Inputs.emplace_back(name, InputKind(Language::CXX), /*IsSystem=*/j.pch != nullptr);
    ci.getFrontendOpts().ProgramAction = frontend::EmitLLVMOnly;
    ci.getFrontendOpts().DisableFree = false;
    return CMC_OK;
}

void set_code_gen_options(const fe_opts &o, CompilerInstance &ci) {
    CodeGenOptions &cg = ci.getCodeGenOpts();
    cg.DisableLLVMPasses = true;
    cg.DisableO0ImplyOptNone = true;
    cg.PreserveVec3Type = true;
    cg.MainFileName = llvm::sys::path::filename(o.file).str();
    cg.OptimizationLevel = 0;
    if (o.debug_info)
        cg.setDebugInfo(llvm::codegenoptions::FullDebugInfo);
    const SanitizerMask numbers = SanitizerKind::SignedIntegerOverflow | SanitizerKind::ShiftExponent |
                                  SanitizerKind::ShiftBase | SanitizerKind::IntegerDivideByZero |
                                  SanitizerKind::Unreachable | SanitizerKind::Return;
    LangOptions &lang = ci.getLangOpts();
    lang.Sanitize.Mask |= o.traps_numbers ? numbers : SanitizerMask();
    lang.Sanitize.Mask |= o.traps_arrays ? SanitizerKind::ArrayBounds : SanitizerMask();
    cg.SanitizeTrap.Mask |= lang.Sanitize.Mask;
}

// Whether cm/cm.h has to be included before the file. Errors in the options are left to the compilation.
bool needs_header(const job &j, const cmc_words &args) {
    IgnoringDiagConsumer ignored;
    CompilerInstance ci;
    ci.createDiagnostics(&ignored, false);
    ci.createFileManager(make_file_system(""));
    return CompilerInvocation::CreateFromArgs(ci.getInvocation(), llvm::ArrayRef(args.data, args.len),
                                              ci.getDiagnostics()) &&
           (j.opts->text || ci.getVirtualFileSystem().exists(j.opts->file)) && set_input(j, ci) == CMC_OK &&
           fe_needs_header(ci);
}

// Chooses the precompiled headers, or adds an option to args that includes cm/cm.h.
llvm::StringRef choose_headers(const job &j, cmc_words *args) {
    if (j.pch || j.opts->sycl)
        return "";
    llvm::StringRef pch = j.source ? "" : fe_pch_if_it_fits(*j.opts, false);
    if (!pch.empty() || !needs_header(j, *args))
        return pch;
    if (!j.source)
        pch = fe_pch_if_it_fits(*j.opts, true);
    if (pch.empty())
        for (const char *a : {"-include", FE_PCH_SOURCE})
            (void)cmc_vec_push(j.arena, args, a);
    return pch;
}

cmc_status compile_once(job &j, fe_arms *arms) {
    cmc_words args = {nullptr, 0, 0};
    CMC_TRY(make_args(j, &args));
    llvm::StringRef pch = choose_headers(j, &args);
    fe_sycl_pch sycl_pch(j.opts->sycl ? llvm::StringRef((const char *)j.opts->pch, j.opts->pch_len) : "");
    auto disk = make_file_system(pch, sycl_pch.file());

    auto consumer = fe_make_diag_consumer(j.diag);
    fe_set_arms(*consumer, arms);
    CompilerInstance ci;
    ci.createDiagnostics(consumer.get(), false);
    ci.createFileManager(disk);
    if (!CompilerInvocation::CreateFromArgs(ci.getInvocation(), llvm::ArrayRef(args.data, args.len),
                                            ci.getDiagnostics())) {
        consumer->finish();
        return CMC_ERR_USER;
    }
    CMC_TRY(set_input(j, ci));
    set_code_gen_options(*j.opts, ci);
    // The diagnostics engine exists before the options. The warnings of our headers have groups that the driver
    // handles.
    for (const char *ours : {"no-error=user-defined-warnings", "no-error=deprecated-declarations"})
        ci.getDiagnosticOpts().Warnings.push_back(ours);
    ProcessWarningOptions(ci.getDiagnostics(), ci.getDiagnosticOpts());
    ci.getDiagnostics().setTemplateBacktraceLimit(ci.getDiagnosticOpts().TemplateBacktraceLimit); // 0: no limit
    if (!j.opts->sycl)
        fe_defer_conditions(ci.getDiagnostics());
    if (!pch.empty())
        ci.getPreprocessorOpts().ImplicitPCHInclude = FE_PCH_FILE;

    fe_write_deps(ci);
    fe_list_files(ci, *j.opts);
    if (j.pch) {
        auto action = j.opts->sycl ? fe_make_sycl_pch_action(*j.pch, FE_DEVICE) : fe_make_pch_action(*j.pch);
        bool ok = ci.ExecuteAction(*action);
        consumer->finish();
        return ok && !ci.getDiagnostics().hasErrorOccurred() ? CMC_OK : CMC_ERR_INTERNAL;
    }
    if (j.source) {
        fe_source_action action(*j.source, has_arg(j, "-dM"));
        bool ok = ci.ExecuteAction(action);
        consumer->finish();
        return ci.getDiagnostics().hasErrorOccurred() ? CMC_ERR_USER : ok ? CMC_OK : CMC_ERR_INTERNAL;
    }
    if (j.opts->kernels)
        j.opts->kernels->len = 0; // of an earlier round
    fe_action action(*j.ctx, *j.opts, j.opts->sycl ? &sycl_pch : nullptr);
    bool ok = ci.ExecuteAction(action);
    consumer->finish();
    bool errors = ci.getDiagnostics().hasErrorOccurred() || cmc_diag_error_count(j.diag) > 0;
    j.module = std::move(action.module);
    if (errors)
        return CMC_ERR_USER;
    return ok && j.module ? CMC_OK : CMC_ERR_INTERNAL;
}

cmc_status compile(job &j) {
    enum { MAX_ROUNDS = 16 }; // each finds the operators around those of the last
    fe_arms arms;
    cmc_status s = compile_once(j, &arms);
    for (int i = 0; arms.grown && i < MAX_ROUNDS; i++) {
        arms.grown = false;
        s = compile_once(j, i + 1 < MAX_ROUNDS ? &arms : nullptr);
    }
    return s;
}

// Turns a crash in Clang into an error.
cmc_status run_safely(job &j) {
    fe_register_attributes();
    j.arena = cmc_arena_create();
    if (!j.arena)
        return CMC_ERR_OOM;
    llvm::CrashRecoveryContext::Enable();
    llvm::CrashRecoveryContext crash;
    bool alive = crash.RunSafely([&] { j.status = compile(j); });
    llvm::CrashRecoveryContext::Disable();
    cmc_arena_destroy(j.arena);
    if (!alive) {
        cmc_diag_error(j.diag, "CM0103", "the C++ front end crashed on '%s'", j.opts->file);
        return CMC_ERR_INTERNAL;
    }
    if (j.status == CMC_ERR_INTERNAL && cmc_diag_error_count(j.diag) == 0)
        cmc_diag_error(j.diag, "CM0103", "the C++ front end produced no module for '%s'", j.opts->file);
    return j.status;
}

} // namespace

llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> fe_file_system(llvm::StringRef sycl_pch) {
    return make_file_system("", sycl_pch);
}

cmc_status fe_compile(LLVMContextRef ctx, const fe_opts *opts, LLVMModuleRef *out, cmc_diag *d) {
    job j;
    j.ctx = llvm::unwrap(ctx);
    j.opts = opts;
    j.diag = d;
    cmc_status s = run_safely(j);
    *out = s == CMC_OK ? llvm::wrap(j.module.release()) : nullptr;
    return s;
}

cmc_status fe_preprocess(const fe_opts *opts, cmc_str *out, cmc_diag *d) {
    std::string text;
    job j;
    j.opts = opts;
    j.diag = d;
    j.source = &text;
    cmc_status s = run_safely(j);
    if (s == CMC_OK)
        cmc_str_append_n(out, text.data(), text.size());
    return s;
}

static cmc_status make_pch(const fe_opts *opts, cmc_str *out, cmc_diag *d) {
    std::string bytes;
    job j;
    j.opts = opts;
    j.diag = d;
    j.pch = &bytes;
    cmc_status s = run_safely(j);
    if (s == CMC_OK)
        fe_pch_seal(bytes, out);
    return s;
}

cmc_status fe_make_pch(const char *target, cmc_str *out, cmc_diag *d) {
    fe_opts opts = {};
    opts.size = sizeof(opts);
    opts.file = FE_PCH_SOURCE;
    opts.target = target;
    return make_pch(&opts, out, d);
}

cmc_status fe_make_sycl_pch(bool host, cmc_str *out, cmc_diag *d) {
    if (host)
        return fe_make_host_pch(out, d);
    fe_opts opts = {};
    opts.size = sizeof(opts);
    opts.file = FE_SYCL_PCH_SOURCE;
    opts.target = "bmg"; // of the targets, the headers only ask whether they have the load/store cache
    opts.sycl = true;
    return make_pch(&opts, out, d);
}
