// SPDX-License-Identifier: MIT
// Embedded headers that the user includes inside a namespace or a block of extern "C".
//
//   namespace tile { <tokens of cm/cm.h> kernel ... }  ->  <tokens of cm/cm.h> namespace tile { kernel ... }
//
// Older compilers knew the language's classes by themselves, so kernels wrap their whole file, includes and all, in a
// namespace of their own. Our headers are ordinary C++ that has to stand outside. Their macros and include guards are
// done with when the tokens are moved.

#include "fe_priv.h"
#include "fe_tokens.h"

#include <clang/Basic/SourceManager.h>
#include <clang/Lex/Preprocessor.h>

using namespace clang;

namespace {

// Knows of the file of one token after the other whether it is ours.
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
    size_t outside = 0; // where in out the user's newest declaration outside of all braces begins
    int depth = 0;      // of the user's braces
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
