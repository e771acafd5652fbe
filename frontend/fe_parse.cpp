// SPDX-License-Identifier: MIT
// fe_parse: parses a translation unit like clang::ParseAST, but first lexes the whole file and rewrites its tokens for
// the language's extensions (fe_tokens.cpp).

#include "fe_arms.h"
#include "fe_priv.h"
#include "fe_simt.h"
#include "fe_tokens.h"

#include <clang/AST/ExternalASTSource.h>
#include <clang/Lex/Preprocessor.h>
#include <clang/Parse/Parser.h>
#include <clang/Sema/EnterExpressionEvaluationContext.h>
#include <clang/Sema/Sema.h>

using namespace clang;

namespace {

std::vector<Token> lex_all(Preprocessor &pp) {
    std::vector<Token> in;
    do {
        in.emplace_back();
        pp.Lex(in.back());
    } while (in.back().isNot(tok::eof));
    return in;
}

} // namespace

static void parse_declarations(Sema &sema, Parser &parser) {
    ASTConsumer &consumer = sema.getASTConsumer();
    Parser::DeclGroupPtrTy decls;
    Sema::ModuleImportState imports;
    EnterExpressionEvaluationContext evaluated(sema, Sema::ExpressionEvaluationContext::PotentiallyEvaluated);
    for (bool end = parser.ParseFirstTopLevelDecl(decls, imports); !end; end = parser.ParseTopLevelDecl(decls, imports))
        if (decls && !consumer.HandleTopLevelDecl(decls.get()))
            return;
    for (Decl *d : sema.WeakTopLevelDecls())
        consumer.HandleTopLevelDecl(DeclGroupRef(d));
}

static void start_precompiled(Sema &sema) {
    if (ExternalASTSource *precompiled = sema.getASTContext().getExternalSource())
        precompiled->StartTranslationUnit(&sema.getASTConsumer());
}

void fe_parse_sycl(Sema &sema) {
    Preprocessor &pp = sema.getPreprocessor();
    fe_suggest_names(sema);
    fe_name_types(sema.getDiagnostics(), sema.getASTContext());
    Parser parser(pp, sema, false); // registers the pragmas that the lexer handles
    pp.EnterMainSourceFile();
    std::vector<Token> tokens = fe_edit_kernel_attrs(pp, lex_all(pp));
    pp.EnterTokenStream(tokens, true, false);
    parser.Initialize();
    start_precompiled(sema);
    parse_declarations(sema, parser);
    sema.getASTConsumer().HandleTranslationUnit(sema.getASTContext());
}

void fe_parse(Sema &sema, bool skips) {
    Preprocessor &pp = sema.getPreprocessor();
    ASTConsumer &consumer = sema.getASTConsumer();
    fe_suggest_names(sema);
    fe_name_types(sema.getDiagnostics(), sema.getASTContext());
    fe_begin_conditions(sema);
    Parser parser(pp, sema, skips); // registers the pragmas that the lexer handles
    fe_hide_macros(pp);
    pp.EnterMainSourceFile();
    std::vector<Token> tokens = fe_hoist_headers(pp, lex_all(pp));
    if (!fe_check_simdcf_pairs(pp, tokens))
        return;
    if (const fe_arms *arms = fe_arms_of(sema.getDiagnostics()))
        tokens = fe_edit_arms(pp, std::move(tokens), *arms);
    tokens = fe_edit_asm(pp, fe_edit_tokens(pp, std::move(tokens)));
    pp.EnterTokenStream(tokens, true, false);

    parser.Initialize();
    start_precompiled(sema);
    parse_declarations(sema, parser);
    fe_check_members(sema);
    fe_check_values(sema.getASTContext(), sema.getDiagnostics());
    if (fe_calls_printf(pp, tokens))
        fe_check_printf(sema);
    fe_report_conditions(sema);
    consumer.HandleTranslationUnit(sema.getASTContext());
}
