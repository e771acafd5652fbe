// SPDX-License-Identifier: MIT
// Suggests names for unknown ones, in bounded time.
//
// Clang delays the correction of a name in an expression: it collects candidates, and builds the whole expression again
// for each of them. Several such names multiply their candidates, each attempt resolves the overloads of our headers,
// and some expressions with invalid objects are built again forever. Here, Clang never delays a correction. An unknown
// name is an error at once, and its suggestion is the one best candidate among the names visible there.

#include "fe_priv.h"

#include <clang/Basic/DiagnosticSema.h>
#include <clang/Sema/ExternalSemaSource.h>
#include <clang/Sema/Sema.h>
#include <clang/Sema/SemaInternal.h>

using namespace clang;

namespace {

class any_name : public CorrectionCandidateCallback {
  public:
    std::unique_ptr<CorrectionCandidateCallback> clone() override {
        return std::make_unique<any_name>(*this);
    }
};

// Sema asks it before it corrects a name at once, even with corrections disabled; delayed ones then never begin.
class typo_source : public ExternalSemaSource {
  public:
    explicit typo_source(Sema &s) : sema(s) {
        sema.DisableTypoCorrection = true;
    }
    TypoCorrection CorrectTypo(const DeclarationNameInfo &name, int kind, Scope *scope, CXXScopeSpec *qualifier,
                               CorrectionCandidateCallback &valid, DeclContext *members, bool entering,
                               const ObjCObjectPointerType *) override {
        if (!sema.DisableTypoCorrection)
            return TypoCorrection(); // Sema asks again for the call below
        sema.DisableTypoCorrection = false;
        TypoCorrection found = sema.CorrectTypo(name, (Sema::LookupNameKind)kind, scope, qualifier, valid,
                                                Sema::CTK_NonError, members, entering);
        sema.DisableTypoCorrection = true;
        return found;
    }

  private:
    Sema &sema;
};

// The best candidate for the name that an error says is unknown, or "".
std::string suggest(Sema &sema, const Diagnostic &info) {
    bool member = info.getID() == diag::err_no_member;
    if ((!member && info.getID() != diag::err_undeclared_var_use) || sema.isSFINAEContext() ||
        info.getArgKind(0) != DiagnosticsEngine::ak_declarationname ||
        (member && info.getArgKind(1) != DiagnosticsEngine::ak_declcontext))
        return "";
    DeclarationNameInfo name(DeclarationName::getFromOpaqueInteger(info.getRawArg(0)), info.getLocation());
    auto *members = member ? reinterpret_cast<DeclContext *>(info.getRawArg(1)) : nullptr;
    any_name valid;
    TypoCorrection found = sema.CorrectTypo(name, member ? Sema::LookupMemberName : Sema::LookupOrdinaryName,
                                            sema.getCurScope(), nullptr, valid, Sema::CTK_NonError, members);
    std::string text = found ? found.getAsString(sema.getLangOpts()) : "";
    return llvm::StringRef(text).starts_with("detail::") ? "" : text; // the headers' own
}

} // namespace

void fe_suggest_names(Sema &sema) {
    llvm::IntrusiveRefCntPtr<typo_source> source(new typo_source(sema));
    sema.addExternalSource(source.get());
    auto *client = static_cast<fe_diag_consumer *>(sema.getDiagnostics().getClient());
    client->suggest = [&sema](const Diagnostic &info) { return suggest(sema, info); };
}
