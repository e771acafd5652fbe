// SPDX-License-Identifier: MIT
// The device side of a SYCL file: what differs from a file of the CM language.
//
//   #include <sycl/sycl.hpp>                             the host's standard library is parsed, with the host's macros
//   int main() { q.parallel_for(..., [=](id<1> i) SYCL_ESIMD_KERNEL { ... }); }
//   ->  a module with the kernel and the functions that it calls, without main and without the library's variables
//
// Clang parses the file in its SYCL device mode for spir64, with the host as the auxiliary target. That mode has one
// address space for everything; here a pointer without a word is one to global memory or to a variable of the kernel,
// as in the CM language. Every function of the file is made inline, so that code is generated only for those that a
// kernel reaches.

#include "fe_priv.h"

#include <clang/AST/Attr.h>
#include <clang/AST/DeclCXX.h>
#include <clang/Basic/TargetInfo.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/MultiplexConsumer.h>
#include <clang/Lex/Lexer.h>
#include <clang/Lex/PreprocessorOptions.h>
#include <llvm/IR/Module.h>
#include <llvm/TargetParser/Host.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

#include <algorithm>

using namespace clang;

namespace {

constexpr char OWN_HEADERS[] = FE_ROOT "/clang"; // Clang's, which we embed

// The driver's options for the directories of the host's headers, as cc1 takes them. Clang's own headers come after
// those of C++ and before those of C, as usual. The driver does not place them: Debian's takes a folder of LLVM's
// packages instead of one that is not on the disk.
std::vector<std::string> host_includes(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> disk) {
    IgnoringDiagConsumer ignored;
    DiagnosticsEngine diags(new DiagnosticIDs, new DiagnosticOptions, &ignored, false);
    const char *const line[] = {"clang", "-x", "c++", "-nobuiltininc", "-fsyntax-only", "file.cpp"};
    std::vector<fe_job> jobs = fe_driver_jobs(line, FE_ROOT "/clang-resource", disk, diags);
    std::vector<std::string> found;
    if (jobs.empty())
        return found;
    const fe_job &args = jobs[0];
    bool placed = false;
    for (size_t i = 0; i + 1 < args.size(); i++)
        if (args[i] == "-internal-isystem" || args[i] == "-internal-externc-isystem") {
            if (!placed && args[i + 1].find("/c++/") == std::string::npos) {
                found.insert(found.end(), {"-internal-isystem", OWN_HEADERS});
                placed = true;
            }
            found.push_back(args[i]);
            found.push_back(args[++i]);
        }
    return found;
}

// A variable whose value is known without running code.
bool is_constant(const VarDecl *v) {
    return !v->getType()->isDependentType() &&
           (v->isConstexpr() || (v->getType().isConstQualified() && v->hasInit() && !v->getInit()->isValueDependent() &&
                                 v->hasConstantInitialization()));
}

// The declarations of a file for the code generator: kernels are code, other functions are code if one is reached.
class device_consumers : public MultiplexConsumer {
  public:
    device_consumers(fe_kernel_finder *f, ASTConsumer *g, std::vector<std::unique_ptr<ASTConsumer>> owned)
        : MultiplexConsumer(std::move(owned)), finder(f), generator(g) {}
    bool HandleTopLevelDecl(DeclGroupRef group) override {
        bool ok = finder->HandleTopLevelDecl(group);
        if (!giving)
            delayed.push_back(group);
        else // read from the precompiled headers because code needs it
            for (Decl *d : group)
                give(d);
        return ok;
    }
    void HandleVTable(CXXRecordDecl *) override {}
    void HandleCXXStaticMemberVarInstantiation(VarDecl *v) override {
        if (is_constant(v))
            members.push_back(v);
    }
    void CompleteTentativeDefinition(VarDecl *) override {}
    void HandleTranslationUnit(ASTContext &context) override {
        if (!context.getDiagnostics().hasErrorOccurred()) {
            finder->keep_kernels();
            giving = true;
            for (DeclGroupRef group : delayed)
                for (Decl *d : group)
                    give(d);
            for (VarDecl *v : members)
                generator->HandleCXXStaticMemberVarInstantiation(v);
        }
        MultiplexConsumer::HandleTranslationUnit(context);
    }

  private:
    void give(Decl *d) {
        if (isa<NamespaceDecl>(d) || isa<LinkageSpecDecl>(d) || isa<ExportDecl>(d)) {
            for (Decl *inner : cast<DeclContext>(d)->decls())
                give(inner);
        } else if (auto *f = dyn_cast<FunctionDecl>(d)) {
            if (!finder->is_found(f))
                f->setImplicitlyInline();
            generator->HandleTopLevelDecl(DeclGroupRef(f));
        } else if (auto *v = dyn_cast<VarDecl>(d)) {
            if (is_constant(v) || fe_is_volatile(v))
                generator->HandleTopLevelDecl(DeclGroupRef(v));
        }
    }
    fe_kernel_finder *finder;
    ASTConsumer *generator;
    std::vector<DeclGroupRef> delayed;
    std::vector<VarDecl *> members;
    bool giving = false; // everything is parsed, and code is being made
};

} // namespace

cmc_status fe_sycl_args(cmc_arena *a, llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> disk, cmc_words *args) {
    static const char *const fixed[] = {
        "-fsycl-is-device",  "-sycl-std=2020", "-fcxx-exceptions",  "-fgnuc-version=4.2.1", "-std=c++17",
        "-internal-isystem", FE_ROOT,          "-internal-isystem", FE_ROOT "/sycl/compat", "-aux-triple"};
    for (const char *arg : fixed)
        if (!cmc_vec_push(a, args, arg))
            return CMC_ERR_OOM;
    const char *host = cmc_arena_printf(a, "%s", llvm::sys::getDefaultTargetTriple().c_str());
    if (!host || !cmc_vec_push(a, args, host))
        return CMC_ERR_OOM;
    for (const std::string &arg : host_includes(disk)) {
        const char *copy = cmc_arena_printf(a, "%s", arg.c_str());
        if (!copy || !cmc_vec_push(a, args, copy))
            return CMC_ERR_OOM;
    }
    return CMC_OK;
}

std::unique_ptr<ASTConsumer> fe_device_consumers(fe_kernel_finder *finder, ASTConsumer *generator,
                                                 std::vector<std::unique_ptr<ASTConsumer>> owned) {
    return std::make_unique<device_consumers>(finder, generator, std::move(owned));
}

// CM's address spaces: a pointer without a word is to global memory or to a variable of the kernel, number 0. SYCL's
// word for local memory means CM's number; Clang casts such a pointer to one without a word.
void fe_use_cm_spaces(CompilerInstance &ci) {
    struct space_map {
        LangASMap map;
        explicit space_map(const LangASMap &cm) {
            std::copy(std::begin(cm), std::end(cm), map);
            map[(unsigned)LangAS::sycl_local] = FE_LOCAL_SPACE;
        }
    };
    struct target : TargetInfo { // has access to the map
        static const LangASMap *&map_of(TargetInfo &t) {
            return t.*&target::AddrSpaceMap;
        }
        static void take_float128(TargetInfo &t) {
            t.*&target::HasFloat128 = true;
        }
    };
    LangOptions plain = ci.getLangOpts();
    plain.SYCLIsDevice = false;
    ci.getTarget().adjust(ci.getDiagnostics(), plain);
    static const space_map spaces(ci.getTarget().getAddressSpaceMap());
    target::map_of(ci.getTarget()) = &spaces.map;
    // The C library's headers (glibc 2.42) declare the type by its mode wherever Clang is the compiler.
    target::take_float128(ci.getTarget());
}

void fe_drop_host_code(llvm::Module &mod) {
    for (const char *name :
         {"llvm.used", "llvm.compiler.used", "llvm.global_ctors", "llvm.global_dtors", "llvm.global.annotations"})
        if (llvm::GlobalVariable *g = mod.getGlobalVariable(name))
            g->eraseFromParent();
    mod.getOrInsertNamedMetadata(FE_DIALECT_ESIMD);
}

std::string fe_unit_mark(const CompilerInstance &ci) {
    for (const auto &m : ci.getPreprocessorOpts().Macros) {
        llvm::StringRef text = m.first;
        if (!m.second && text.consume_front("__CMC_UNIT__=\"") && text.consume_back("\""))
            return text.str();
    }
    return "";
}

bool fe_is_sycl(const char *text, size_t len) {
    LangOptions lang;
    lang.CPlusPlus = lang.LineComment = true;
    Lexer lexer(SourceLocation(), lang, text, text, text + len);
    Token t;
    llvm::StringRef before[2];
    for (lexer.LexFromRawLexer(t); t.isNot(tok::eof); lexer.LexFromRawLexer(t)) {
        llvm::StringRef word(text + t.getLocation().getRawEncoding(), t.getLength());
        bool include = before[0] == "#" && before[1] == "include";
        llvm::StringRef rest(word.begin(), (size_t)(text + len - word.begin()));
        if (include && (rest.consume_front("<") || rest.consume_front("\"")) &&
            (rest.starts_with("sycl/") || rest.starts_with("CL/sycl.hpp")))
            return true;
        before[0] = before[1];
        before[1] = word;
    }
    return false;
}
