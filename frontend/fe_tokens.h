// SPDX-License-Identifier: MIT
// Edits of a translation unit's tokens between lexing and parsing.

#ifndef CMC_FE_TOKENS_H
#define CMC_FE_TOKENS_H

#include <clang/Lex/Token.h>
#include <llvm/ADT/StringRef.h>
#include <vector>

namespace clang {
class Preprocessor;
}

// The identifier's name; "" for other tokens.
llvm::StringRef fe_name_of(const clang::Token &t);

// Rewrites the tokens as C++ requires; in ends with eof.
std::vector<clang::Token> fe_edit_tokens(clang::Preprocessor &pp, std::vector<clang::Token> in);

// Moves the embedded headers' tokens out of the user's namespaces.
std::vector<clang::Token> fe_hoist_headers(clang::Preprocessor &pp, const std::vector<clang::Token> &in);

// Rewrites inline assembly whose operands are objects of the language.
std::vector<clang::Token> fe_edit_asm(clang::Preprocessor &pp, std::vector<clang::Token> in);

// Whether the user's text mentions printf.
bool fe_calls_printf(clang::Preprocessor &pp, const std::vector<clang::Token> &in);

// From now on hides the user's macros while an embedded header is read: -DN=47 applies only to the user's N.
void fe_hide_macros(clang::Preprocessor &pp);

// Whether each macro that begins SIMD control flow has its end; reports errors otherwise.
bool fe_check_simdcf_pairs(clang::Preprocessor &pp, const std::vector<clang::Token> &in);

#endif
