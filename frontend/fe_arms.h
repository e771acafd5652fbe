// SPDX-License-Identifier: MIT
// Conditional operators with a bfloat16 and another number.

#ifndef CMC_FE_ARMS_H
#define CMC_FE_ARMS_H

#include "fe_priv.h"

#include <clang/Lex/Token.h>
#include <set>
#include <vector>

namespace clang {
class Preprocessor;
}

// The operators that Clang refused because a bfloat16 and the other number convert to each other. Each is the raw
// encoding of the location of a '?', which is the same in each compilation of the same text.
struct fe_arms {
    std::set<clang::SourceLocation::UIntTy> places;
    bool grown = false; // the last compilation found new ones; its messages are not shown
};

// consumer: of fe_make_diag_consumer; it adds places, and keeps its messages until finish().
void fe_set_arms(fe_diag_consumer &consumer, fe_arms *arms);
fe_arms *fe_arms_of(clang::DiagnosticsEngine &diags);

//   b ? x : 1.0f    ->  b ? cm::detail::arm(x) : cm::detail::arm(1.0f)      at the places of arms; arm makes a bfloat16 a float
std::vector<clang::Token> fe_edit_arms(clang::Preprocessor &pp, std::vector<clang::Token> in, const fe_arms &arms);

#endif
