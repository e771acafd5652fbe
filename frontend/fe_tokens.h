// SPDX-License-Identifier: MIT
// Edits of a translation unit's tokens between lexing and parsing.

#ifndef CMC_FE_TOKENS_H
#define CMC_FE_TOKENS_H

#include <clang/Lex/Token.h>
#include <vector>

namespace clang {
class Preprocessor;
}

// The tokens as C++ wants them; in ends with eof.
std::vector<clang::Token> fe_edit_tokens(clang::Preprocessor &pp, std::vector<clang::Token> in);

// The embedded headers' tokens outside of the user's namespaces.
std::vector<clang::Token> fe_hoist_headers(clang::Preprocessor &pp, const std::vector<clang::Token> &in);

// Inline assembly with operands that are the language's own objects.
std::vector<clang::Token> fe_edit_asm(clang::Preprocessor &pp, std::vector<clang::Token> in);

// Whether the user's text names printf.
bool fe_calls_printf(clang::Preprocessor &pp, const std::vector<clang::Token> &in);

// From now on hides the user's macros while an embedded header is read: -DN=47 means the user's N.
void fe_hide_macros(clang::Preprocessor &pp);

// Whether each macro that begins SIMD control flow has its end; else errors.
bool fe_check_simdcf_pairs(clang::Preprocessor &pp, const std::vector<clang::Token> &in);

#endif
