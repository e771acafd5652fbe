// SPDX-License-Identifier: MIT
// fe_needs_header: whether a file relies on the compiler to include cm/cm.h.
//
//   extern "C" _GENX_MAIN_ void k() ...          -> as if #include <cm/cm.h> preceded the first line
//   vector<int, 8> v; ... #include <cm/cm.h>     -> the same; the later include does nothing
//   #include <cm/cm.h> ...                       -> unchanged
//
// Intel's compiler includes the header before every file. Here the user's own include counts if it comes first, because
// a macro before it may be a switch of the headers, and because the directory of another cm/cm.h may be on the path.
// The preprocessor runs up to that include, with all diagnostics ignored; the compilation reports them.

#include "fe_priv.h"

#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendAction.h>
#include <clang/Lex/PPCallbacks.h>
#include <clang/Lex/Preprocessor.h>
#include <clang/Lex/PreprocessorOptions.h>

using namespace clang;

namespace {

bool is_embedded(llvm::StringRef file) {
    return file.starts_with(FE_ROOT "/");
}

struct findings {
    bool decided = false, needs = true; // what the file's includes say; undecided without any
    bool has_switch = false;            // a macro that affects the headers precedes
    bool has_tokens = false;            // text precedes that is not a directive
};

class include_watch : public PPCallbacks {
  public:
    include_watch(Preprocessor &preprocessor, findings &result) : pp(preprocessor), found(result) {}

    void InclusionDirective(SourceLocation, const Token &, llvm::StringRef, bool, CharSourceRange,
                            OptionalFileEntryRef file, llvm::StringRef, llvm::StringRef, const Module *, bool,
                            SrcMgr::CharacteristicKind) override {
        llvm::StringRef path = file ? file->getName() : "";
        if (path == FE_ROOT "/cm/cm.h")
            decide(found.has_tokens && !found.has_switch);
        else if (is_embedded(path) && path.contains("/cm/"))
            decide(!found.has_switch);
        else if (path.ends_with("/cm/cm.h") || path == "cm/cm.h")
            decide(false);
    }
    // A line marker of text that was preprocessed with the headers.
    void FileChanged(SourceLocation loc, FileChangeReason, SrcMgr::CharacteristicKind, FileID) override {
        PresumedLoc p = pp.getSourceManager().getPresumedLoc(loc);
        if (p.isValid() && is_embedded(p.getFilename()))
            decide(false);
    }
    void MacroDefined(const Token &name, const MacroDirective *m) override {
        if (!pp.getSourceManager().isWrittenInBuiltinFile(m->getLocation()) &&
            !pp.getSourceManager().isWrittenInCommandLineFile(m->getLocation()))
            found.has_switch |= fe_is_switch(name.getIdentifierInfo()->getName());
    }

  private:
    void decide(bool needs) {
        if (!found.decided)
            found.needs = needs;
        found.decided = true;
    }
    Preprocessor &pp;
    findings &found;
};

class scan_action : public PreprocessorFrontendAction {
  public:
    explicit scan_action(findings &result) : found(result) {}
    void ExecuteAction() override {
        Preprocessor &pp = getCompilerInstance().getPreprocessor();
        pp.addPPCallbacks(std::make_unique<include_watch>(pp, found));
        pp.EnterMainSourceFile();
        Token t;
        for (pp.Lex(t); t.isNot(tok::eof) && !found.decided; pp.Lex(t))
            found.has_tokens = true;
    }

  private:
    findings &found;
};

} // namespace

bool fe_needs_header(CompilerInstance &ci) {
    IgnoringDiagConsumer ignored;
    DiagnosticsEngine &diags = ci.getDiagnostics();
    diags.setClient(&ignored, false);
    ci.getDependencyOutputOpts() = DependencyOutputOptions();
    findings found;
    scan_action action(found);
    (void)ci.ExecuteAction(action);
    return found.needs;
}
