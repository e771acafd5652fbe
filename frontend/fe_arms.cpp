// SPDX-License-Identifier: MIT
// Conditional operators with a bfloat16 and another number. For C++, the two convert to each other, so neither is the
// type of the result. Clang refuses them, and only Clang knows the types of the operands; therefore the compilation is
// repeated with these operators rewritten.

#include "fe_arms.h"

#include <clang/Lex/Preprocessor.h>

using namespace clang;

namespace {

using tokens = std::vector<Token>;

// The index after "< ... > (" at i; 0 where that is a comparison.
size_t skip_arguments(const tokens &in, size_t i) {
    int angles = 0, parens = 0;
    for (; i + 1 < in.size() && !in[i].isOneOf(tok::semi, tok::l_brace, tok::r_brace, tok::eof, tok::question); i++) {
        parens += in[i].is(tok::l_paren) - in[i].is(tok::r_paren);
        if (parens < 0)
            return 0;
        if (parens == 0)
            angles += in[i].is(tok::less) - in[i].is(tok::greater) - 2 * in[i].is(tok::greatergreater);
        if (angles <= 0)
            return angles == 0 && in[i + 1].is(tok::l_paren) ? i + 1 : 0;
    }
    return 0;
}

// The index of the token after the operand that begins at i: the ':' that belongs to it, or the end of the expression.
size_t operand_end(const tokens &in, size_t i, bool second) {
    int depth = 0, questions = 0;
    while (i < in.size() && in[i].isNot(tok::eof)) {
        const Token &t = in[i];
        depth += t.isOneOf(tok::l_paren, tok::l_square, tok::l_brace);
        depth -= t.isOneOf(tok::r_paren, tok::r_square, tok::r_brace);
        bool colon = depth == 0 && t.is(tok::colon);
        if (depth < 0 || (depth == 0 && t.is(tok::semi)) || (colon && questions == 0) ||
            (second && depth == 0 && t.is(tok::comma)))
            return i;
        questions += depth == 0 && t.is(tok::question);
        questions -= colon;
        size_t after = depth == 0 && t.is(tok::less) ? skip_arguments(in, i) : 0;
        i = after ? after : i + 1;
    }
    return i;
}

class arm_writer {
  public:
    arm_writer(Preprocessor &p, tokens &o) : pp(p), out(o) {}
    void open(const Token &at) {
        for (const char *space : {"cm", "detail"}) {
            put(tok::identifier, at, space);
            put(tok::coloncolon, at);
        }
        put(tok::identifier, at, "arm");
        put(tok::l_paren, at);
    }
    void close(const Token &at) {
        put(tok::r_paren, at);
    }

  private:
    void put(tok::TokenKind kind, const Token &at, const char *text = nullptr) {
        Token t;
        t.startToken();
        t.setKind(kind);
        t.setLocation(at.getLocation());
        t.setLength(at.getLength());
        if (text)
            t.setIdentifierInfo(pp.getIdentifierInfo(text));
        out.push_back(t);
    }
    Preprocessor &pp;
    tokens &out;
};

} // namespace

std::vector<Token> fe_edit_arms(Preprocessor &pp, std::vector<Token> in, const fe_arms &arms) {
    if (arms.places.empty())
        return in;
    std::vector<unsigned> opened(in.size() + 1), closed(in.size() + 1); // before each token
    for (size_t i = 0; i < in.size(); i++) {
        if (in[i].isNot(tok::question) || !arms.places.count(in[i].getLocation().getRawEncoding()))
            continue;
        size_t colon = operand_end(in, i + 1, false);
        if (colon >= in.size() || in[colon].isNot(tok::colon))
            continue;
        opened[i + 1]++;
        closed[colon]++;
        opened[colon + 1]++;
        closed[operand_end(in, colon + 1, true)]++;
    }
    tokens out;
    out.reserve(in.size());
    arm_writer w(pp, out);
    for (size_t i = 0; i < in.size(); i++) {
        for (unsigned k = 0; k < closed[i]; k++)
            w.close(in[i]);
        for (unsigned k = 0; k < opened[i]; k++)
            w.open(in[i]);
        out.push_back(in[i]);
    }
    return out;
}
