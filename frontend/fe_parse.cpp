// SPDX-License-Identifier: MIT
// fe_parse: parses a translation unit; what clang::ParseAST does, with one liberty that the
// language takes.
//
//   template <int N> void f(vector<int, N> v) { v.select<4, 2>(0) = 1; }
//
// C++ demands v.template select<4, 2>(0) there, because the class is not known yet; kernels never
// write it. So the whole file is lexed first, and the word is put between "." and select, replicate
// or format where "<...>(" follows. It is allowed wherever a member template is meant, so one rule
// does for templates and everything else. Tokens keep their places: columns in messages stay right.

#include "fe_priv.h"

#include <clang/Lex/Preprocessor.h>
#include <clang/Parse/Parser.h>
#include <clang/Sema/EnterExpressionEvaluationContext.h>
#include <clang/Sema/Sema.h>

using namespace clang;

namespace {

bool is_member_template(const Token &t) {
    if (!t.is(tok::identifier))
        return false;
    llvm::StringRef name = t.getIdentifierInfo()->getName();
    return name == "select" || name == "replicate" || name == "format";
}

// "< ... > (" from tokens[i] on: a call with template arguments rather than a comparison.
bool is_call(const std::vector<Token> &tokens, size_t i) {
    int angles = 0, parens = 0;
    for (; i + 1 < tokens.size(); i++) {
        const Token &t = tokens[i];
        if (t.isOneOf(tok::semi, tok::l_brace, tok::r_brace, tok::eof, tok::pipepipe, tok::ampamp))
            return false;
        parens += t.is(tok::l_paren) - t.is(tok::r_paren);
        if (parens < 0)
            return false;
        if (parens == 0)
            angles += t.is(tok::less) - t.is(tok::greater);
        if (angles == 0)
            return tokens[i + 1].is(tok::l_paren);
    }
    return false;
}

Token template_word(Preprocessor &pp, const Token &before) {
    Token word;
    word.startToken();
    word.setKind(tok::kw_template);
    word.setIdentifierInfo(pp.getIdentifierInfo("template"));
    word.setLocation(before.getLocation());
    word.setLength(before.getLength());
    return word;
}

std::vector<Token> lex_all(Preprocessor &pp) {
    std::vector<Token> in, out;
    do {
        in.emplace_back();
        pp.Lex(in.back());
    } while (in.back().isNot(tok::eof));
    out.reserve(in.size());
    for (size_t i = 0; i < in.size(); i++) {
        if (i > 0 && in[i - 1].isOneOf(tok::period, tok::arrow) && is_member_template(in[i]) &&
            in[i + 1].is(tok::less) && is_call(in, i + 1))
            out.push_back(template_word(pp, in[i]));
        out.push_back(in[i]);
    }
    return out;
}

} // namespace

void fe_parse(Sema &sema) {
    Preprocessor &pp = sema.getPreprocessor();
    ASTConsumer &consumer = sema.getASTConsumer();
    Parser parser(pp, sema, false); // registers the pragmas that lexing handles
    pp.EnterMainSourceFile();
    std::vector<Token> tokens = lex_all(pp);
    pp.EnterTokenStream(tokens, true, false);

    parser.Initialize();
    Parser::DeclGroupPtrTy decls;
    Sema::ModuleImportState imports;
    EnterExpressionEvaluationContext evaluated(
        sema, Sema::ExpressionEvaluationContext::PotentiallyEvaluated);
    for (bool end = parser.ParseFirstTopLevelDecl(decls, imports); !end;
         end = parser.ParseTopLevelDecl(decls, imports))
        if (decls && !consumer.HandleTopLevelDecl(decls.get()))
            return;
    for (Decl *d : sema.WeakTopLevelDecls())
        consumer.HandleTopLevelDecl(DeclGroupRef(d));
    consumer.HandleTranslationUnit(sema.getASTContext());
}
