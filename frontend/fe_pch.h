// SPDX-License-Identifier: MIT
// Precompiled headers: writing them, and those of SYCL.

#ifndef CMC_FE_PCH_H
#define CMC_FE_PCH_H

#include "fe_priv.h"

#include <clang/Frontend/FrontendAction.h>
#include <llvm/ADT/StringMap.h>

namespace clang {
struct PCHBuffer;
}

#define FE_SYCL_PCH_SOURCE FE_ROOT "/pch_sycl.h"
#define FE_SYCL_PCH_TEXT   "#include <sycl/sycl.hpp>\n"
#define FE_SYCL_PCH_FILE   FE_ROOT "/sycl.pch"

// Parses the main file and writes its precompiled form to a string.
class fe_pch_action : public clang::ASTFrontendAction {
  public:
    explicit fe_pch_action(std::string &out);
    clang::TranslationUnitKind getTranslationUnitKind() override {
        return clang::TU_Prefix;
    }
    bool hasASTFileSupport() const override {
        return false;
    }
    bool BeginSourceFileAction(clang::CompilerInstance &ci) override;
    std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance &ci, llvm::StringRef) override;
    void ExecuteAction() override;

  protected:
    virtual void parse(clang::Sema &sema);

  private:
    std::string &bytes;
    std::shared_ptr<clang::PCHBuffer> buffer;
};

enum : size_t { FE_PCH_ALIGN_B = 16 }; // of what Clang reads
// Clang's version and a NUL, padded to this: the start of all precompiled headers.
std::string fe_pch_seal_text();

enum fe_side { FE_DEVICE, FE_HOST };

// Writes the precompiled form of sycl/sycl.hpp, with what fe_sycl_pch needs to judge whether it fits.
std::unique_ptr<clang::FrontendAction> fe_make_sycl_pch_action(std::string &bytes, fe_side side);

// The precompiled sycl/sycl.hpp in one compilation. Used where the file includes it, or the header of the dialect,
// first.
class fe_sycl_pch {
  public:
    // sealed: from fe_make_sycl_pch_action, or empty; lives as long as the compilation.
    explicit fe_sycl_pch(llvm::StringRef sealed);
    // For the virtual file system as FE_SYCL_PCH_FILE, or empty.
    llvm::StringRef file() const {
        return bytes;
    }
    // At the begin of a source file: has the headers read if they fit.
    void start(clang::CompilerInstance &ci);
    // Before the file is parsed: defines the macros of this compilation.
    void set_macros(clang::CompilerInstance &ci) const;

  private:
    bool is_usable(clang::CompilerInstance &ci);
    bool macros_fit(clang::CompilerInstance &ci);
    bool folders_fit(const clang::CompilerInstance &ci);
    bool files_fit() const;
    bool is_consulted(llvm::StringRef macro) const;
    bool is_elsewhere(llvm::StringRef header) const;

    struct row {
        char kind;
        llvm::StringRef text;
    };
    llvm::StringRef bytes;
    std::vector<row> rows;
    std::vector<std::string> extra_folders; // those that options add
    llvm::StringMap<std::string> macros;    // of this compilation: name -> the rest of the definition
    std::string changes;                    // directives that turn the macros of the headers' compilation into these
    bool used = false;
};

#endif
