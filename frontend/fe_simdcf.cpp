// SPDX-License-Identifier: MIT
// Reports statements that are not allowed inside SIMD control flow, found in the AST through the macros of
// cm/simdcf.h. Such a statement would end the control flow for single channels, which is not its meaning in C++.
// Errors are at the statement.

#include "fe_priv.h"
#include "fe_tokens.h"
#include "fe_visitor.h"

#include <clang/Basic/SourceManager.h>
#include <clang/Lex/Lexer.h>
#include <clang/Lex/Preprocessor.h>
#include <set>

using namespace clang;

namespace {

enum class frame { simd_if, simd_loop, loop, choice };

class simdcf_checker : public fe_visitor {
  public:
    simdcf_checker(DiagnosticsEngine &d, const SourceManager &s, const LangOptions &l) : diags(d), sm(s), lang(l) {}

    bool TraverseIfStmt(IfStmt *s) override {
        bool simd = from_macro(s->getIfLoc(), "SIMD_IF_BEGIN") || from_macro(s->getIfLoc(), "SIMD_ELSEIF");
        if (!simd)
            return fe_visitor::TraverseIfStmt(s);
        return inside(frame::simd_if, [&] { return fe_visitor::TraverseIfStmt(s); });
    }
    bool TraverseDoStmt(DoStmt *s) override {
        bool simd = from_macro(s->getDoLoc(), "SIMD_DO_WHILE_BEGIN");
        return inside(simd ? frame::simd_loop : frame::loop, [&] { return fe_visitor::TraverseDoStmt(s); });
    }
    bool TraverseForStmt(ForStmt *s) override {
        return inside(frame::loop, [&] { return fe_visitor::TraverseForStmt(s); });
    }
    bool TraverseCXXForRangeStmt(CXXForRangeStmt *s) override {
        return inside(frame::loop, [&] { return fe_visitor::TraverseCXXForRangeStmt(s); });
    }
    bool TraverseWhileStmt(WhileStmt *s) override {
        return inside(frame::loop, [&] { return fe_visitor::TraverseWhileStmt(s); });
    }
    bool TraverseSwitchStmt(SwitchStmt *s) override {
        if (in_simd(0))
            report(s->getSwitchLoc(),
                   "switch is not allowed inside SIMD control flow; use SIMD_IF_BEGIN and SIMD_ELSEIF");
        return inside(frame::choice, [&] { return fe_visitor::TraverseSwitchStmt(s); });
    }
    bool TraverseLambdaExpr(LambdaExpr *e) override { // a separate function
        std::vector<frame> outer;
        outer.swap(frames);
        bool ok = fe_visitor::TraverseLambdaExpr(e);
        outer.swap(frames);
        return ok;
    }
    bool VisitReturnStmt(ReturnStmt *s) override {
        if (in_simd(0))
            report(s->getReturnLoc(), "return is not allowed inside SIMD control flow because other channels continue; "
                                      "return after SIMD_IF_END");
        return true;
    }
    bool VisitGotoStmt(GotoStmt *s) override {
        if (in_simd(0))
            report(s->getGotoLoc(), "goto is not allowed inside SIMD control flow");
        return true;
    }
    bool VisitLabelStmt(LabelStmt *s) override {
        if (in_simd(0))
            report(s->getIdentLoc(), "a label is not allowed inside SIMD control flow because goto cannot enter it");
        return true;
    }
    bool VisitBreakStmt(BreakStmt *s) override {
        check_leave(s->getBreakLoc(), "SIMD_BREAK", "break", true);
        return true;
    }
    bool VisitContinueStmt(ContinueStmt *s) override {
        check_leave(s->getContinueLoc(), "SIMD_CONTINUE", "continue", false);
        return true;
    }

  private:
    DiagnosticsEngine &diags;
    const SourceManager &sm;
    const LangOptions &lang;
    std::vector<frame> frames;

    template <class F> bool inside(frame f, F body) {
        frames.push_back(f);
        bool ok = body();
        frames.pop_back();
        return ok;
    }
    // Is there SIMD control flow among the frames from `from` on?
    bool in_simd(size_t from) const {
        for (size_t i = from; i < frames.size(); i++)
            if (frames[i] == frame::simd_if || frames[i] == frame::simd_loop)
                return true;
        return false;
    }
    bool from_macro(SourceLocation loc, llvm::StringRef name) const {
        for (; loc.isMacroID(); loc = sm.getImmediateMacroCallerLoc(loc))
            if (Lexer::getImmediateMacroName(loc, sm, lang) == name)
                return true;
        return false;
    }
    // break and continue leave the innermost loop (break: or switch).
    void check_leave(SourceLocation loc, llvm::StringRef macro, llvm::StringRef word, bool ends_choice) {
        size_t i = frames.size();
        while (i > 0 && (frames[i - 1] == frame::simd_if || (frames[i - 1] == frame::choice && !ends_choice)))
            i--;
        bool simd_loop = i > 0 && frames[i - 1] == frame::simd_loop;
        if (from_macro(loc, macro) && !simd_loop)
            report(loc, macro + " is not directly inside SIMD_DO_WHILE_BEGIN ... SIMD_DO_WHILE_END");
        else if (!simd_loop && i > 0 && in_simd(i))
            report(loc, word + " would leave SIMD control flow for some channels only; use SIMD_DO_WHILE_BEGIN and " +
                            macro);
    }
    void report(SourceLocation loc, const llvm::Twine &text) {
        unsigned id = diags.getCustomDiagID(DiagnosticsEngine::Error, "%0");
        diags.Report(sm.getExpansionLoc(loc), id) << text.str();
    }
};

// Checks that the macros, which open and close scopes, are paired. Runs before the parser can report the missing
// braces.
class pair_checker {
  public:
    explicit pair_checker(Preprocessor &p) : pp(p), sm(p.getSourceManager()) {}

    bool check(const std::vector<Token> &in) {
        std::set<unsigned> seen; // an expansion has several tokens
        for (const Token &t : in) {
            SourceLocation loc = t.getLocation();
            while (loc.isMacroID() && sm.isMacroArgExpansion(loc))
                loc = sm.getImmediateSpellingLoc(loc);
            if (!loc.isMacroID())
                continue;
            llvm::StringRef name = Lexer::getImmediateMacroName(loc, sm, pp.getLangOpts());
            if (name.starts_with("SIMD_") &&
                seen.insert(sm.getImmediateExpansionRange(loc).getBegin().getRawEncoding()).second)
                see(name, sm.getExpansionLoc(loc));
        }
        for (const opened &o : open)
            if (!o.missing)
                report(o.at, begin_of(o.loop) + " has no " + end_of(o.loop));
        return ok;
    }

  private:
    struct opened {
        bool loop, has_else;
        SourceLocation at;
        bool missing = false; // an SIMD_ELSE or SIMD_ELSEIF without it was reported
    };
    Preprocessor &pp;
    const SourceManager &sm;
    std::vector<opened> open;
    bool ok = true;

    static std::string begin_of(bool loop) {
        return loop ? "SIMD_DO_WHILE_BEGIN" : "SIMD_IF_BEGIN";
    }
    static std::string end_of(bool loop) {
        return loop ? "SIMD_DO_WHILE_END" : "SIMD_IF_END";
    }
    void see(llvm::StringRef name, SourceLocation at) {
        bool ends = name == "SIMD_IF_END" || name == "SIMD_DO_WHILE_END";
        if (name == "SIMD_IF_BEGIN" || name == "SIMD_DO_WHILE_BEGIN")
            open.push_back({name != "SIMD_IF_BEGIN", false, at});
        else if (ends || name == "SIMD_ELSE" || name == "SIMD_ELSEIF")
            follow(name, ends, at);
    }
    void follow(llvm::StringRef name, bool ends, SourceLocation at) {
        bool loop = name == "SIMD_DO_WHILE_END";
        while (!open.empty() && open.back().missing && (loop || (!ends && open.back().has_else)))
            open.pop_back(); // nothing follows it
        if (open.empty() || open.back().loop != loop) {
            report(at, (name + " without " + begin_of(loop) +
                        (open.empty() ? "" : "; " + begin_of(!loop) + " is open here"))
                           .str());
            if (!ends) // what follows belongs to it
                open.push_back({false, name == "SIMD_ELSE", at, true});
        } else if (!ends && open.back().has_else)
            report(at, (name + " after SIMD_ELSE").str());
        if (ends && !open.empty())
            open.pop_back();
        else if (!ends && !open.empty())
            open.back().has_else |= name == "SIMD_ELSE";
    }
    void report(SourceLocation at, const std::string &text) {
        ok = false;
        pp.getDiagnostics().Report(at, pp.getDiagnostics().getCustomDiagID(DiagnosticsEngine::Error, "%0")) << text;
    }
};

} // namespace

bool fe_check_simdcf_pairs(Preprocessor &pp, const std::vector<Token> &in) {
    return pair_checker(pp).check(in);
}

void fe_check_simdcf(Decl *d, DiagnosticsEngine &diags) {
    const SourceManager &sm = diags.getSourceManager();
    const auto *f = dyn_cast<FunctionDecl>(d);
    if (f && f->isTemplateInstantiation()) // the template itself was checked
        return;
    if (!sm.isInSystemHeader(sm.getExpansionLoc(d->getLocation())))
        simdcf_checker(diags, sm, d->getLangOpts()).TraverseDecl(d);
}
