// SPDX-License-Identifier: MIT
// Moves embedded headers that the user includes inside a namespace or an extern "C" block.
//
//   namespace tile { <tokens of cm/cm.h> kernel ... }  ->  <tokens of cm/cm.h> namespace tile { kernel ... }
//
// Older compilers had the language's classes built in, so some kernels wrap their whole file, includes and all, in a
// namespace. Our headers are ordinary C++ and must be outside it. The tokens are moved after preprocessing, so macros
// and include guards are not affected.

#include "fe_priv.h"
#include "fe_tokens.h"

#include <clang/Basic/SourceManager.h>
#include <clang/Lex/Preprocessor.h>

using namespace clang;

namespace {

// Determines for successive tokens whether they come from our headers.
class origin {
  public:
    explicit origin(Preprocessor &pp) : sm(pp.getSourceManager()) {}
    bool is_ours(const Token &t) {
        FileID f = sm.getFileID(sm.getExpansionLoc(t.getLocation()));
        if (f != last) {
            last = f;
            ours = sm.getFilename(sm.getLocForStartOfFile(f)).starts_with(FE_ROOT "/");
        }
        return ours;
    }

  private:
    SourceManager &sm;
    FileID last;
    bool ours = false;
};

} // namespace

std::vector<Token> fe_hoist_headers(Preprocessor &pp, const std::vector<Token> &in) {
    std::vector<Token> out;
    out.reserve(in.size());
    origin from(pp);
    size_t outside = 0; // index in out of the start of the user's current top-level declaration
    int depth = 0;      // nesting of the user's braces
    for (size_t i = 0; i < in.size(); i++) {
        size_t end = i;
        while (depth > 0 && in[end].isNot(tok::eof) && from.is_ours(in[end]))
            end++;
        if (end > i) {
            out.insert(out.begin() + (ptrdiff_t)outside, in.begin() + (ptrdiff_t)i, in.begin() + (ptrdiff_t)end);
            outside += end - i;
            i = end;
        }
        const Token &t = in[i];
        bool brace = t.isOneOf(tok::l_brace, tok::r_brace);
        out.push_back(t);
        if (brace && !from.is_ours(t))
            depth += t.is(tok::l_brace) ? 1 : -1;
        if (depth == 0 && (t.is(tok::semi) || brace))
            outside = out.size();
    }
    return out;
}
