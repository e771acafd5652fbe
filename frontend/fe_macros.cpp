// SPDX-License-Identifier: MIT
// fe_hide_macros: hides the user's macros from embedded headers.
//
// Kernels are compiled with options like -DN=47 -DT=float, and such a name may be a parameter or a variable in our
// headers. On entry to a file below FE_ROOT, all macros that the user defined are undefined; on exit they are defined
// again. Names that begin with CM_ or an underscore stay defined: they are switches of the headers. A macro that the
// header itself defined keeps the header's definition.

#include "fe_priv.h"
#include "fe_tokens.h"

#include <clang/Lex/PPCallbacks.h>
#include <clang/Lex/Pragma.h>
#include <clang/Lex/Preprocessor.h>

using namespace clang;

namespace {

class macro_hider : public PPCallbacks {
  public:
    explicit macro_hider(Preprocessor &preprocessor) : pp(preprocessor) {}

    void FileChanged(SourceLocation loc, FileChangeReason reason, SrcMgr::CharacteristicKind, FileID) override {
        if (reason != EnterFile && reason != ExitFile)
            return;
        bool now = embedded(loc);
        if (now == inside)
            return;
        inside = now;
        if (now)
            hide(loc);
        else
            show(loc);
    }

  private:
    bool embedded(SourceLocation loc) const {
        PresumedLoc p = pp.getSourceManager().getPresumedLoc(loc);
        return p.isValid() && llvm::StringRef(p.getFilename()).starts_with(FE_ROOT "/");
    }
    void hide(SourceLocation loc) {
        for (const auto &m : pp.macros()) {
            IdentifierInfo *id = const_cast<IdentifierInfo *>(m.first);
            if (id->getName().starts_with("_") || id->getName().starts_with("CM_"))
                continue;
            MacroInfo *info = pp.getMacroInfo(id);
            if (info && !info->isBuiltinMacro() && !embedded(info->getDefinitionLoc()))
                hidden.emplace_back(id, info);
        }
        for (auto &[id, info] : hidden)
            pp.appendMacroDirective(id, new (pp.getPreprocessorAllocator()) UndefMacroDirective(loc));
    }
    void show(SourceLocation loc) {
        for (auto &[id, info] : hidden)
            if (!pp.getMacroInfo(id))
                pp.appendDefMacroDirective(id, info, loc);
        hidden.clear();
    }

    Preprocessor &pp;
    bool inside = false;
    llvm::SmallVector<std::pair<IdentifierInfo *, MacroInfo *>, 16> hidden;
};

// #pragma cm_nonstrict: the loose promotion rules of old compilers.
class nonstrict_pragma : public PragmaHandler {
  public:
    nonstrict_pragma() : PragmaHandler("cm_nonstrict") {}
    void HandlePragma(Preprocessor &pp, PragmaIntroducer, Token &first) override {
        pp.Diag(first.getLocation(), pp.getDiagnostics().getCustomDiagID(
                                         DiagnosticsEngine::Warning,
                                         "[cm-deprecated] '#pragma cm_nonstrict' has no effect: element types are "
                                         "promoted as in C++; assign to a vector of the type that you want"));
    }
};

} // namespace

void fe_hide_macros(Preprocessor &pp) {
    pp.addPPCallbacks(std::make_unique<macro_hider>(pp));
    pp.AddPragmaHandler(new nonstrict_pragma); // owned by the preprocessor
}
