// SPDX-License-Identifier: MIT
// Inline assembly with operands that are vectors, matrices, references or elements, which Clang does not accept.
//
//   asm("add (16|M0) %0 %1 2:w" : "=r"(v) : "r"(w.select<16, 2>(0)));
//   ->
//   { auto &&e0 = (v); ::cm::detail::asm_out o0(e0, false);
//     ::cm::detail::asm_in o1((w.select<16, 2>(0)));
//     asm("add (16|M0) %0 %1 2:w" "\n//@1 2 12:9" : "=r"(o0.v) : "r"(o1.v), "i"(::cm::detail::asm_signs(o0, o1))); }
//
// The text's last line is for selection: the number of operands added after the user's, the number of the user's
// operands, and the source position of each line. Statements of another shape are unchanged; Clang or fe_subset.cpp
// reports their errors.

#include "fe_priv.h"
#include "fe_tokens.h"

#include <clang/Basic/SourceManager.h>
#include <clang/Lex/Preprocessor.h>
#include <cctype>

using namespace clang;

namespace {

using tokens = std::vector<Token>;

struct operand {
    size_t name = 0; // of "["; 0 = absent
    std::string constraint;
    size_t literal;    // of the constraint
    size_t first, end; // of the expression
    bool output;
};

struct statement {
    size_t end;  // after the semicolon
    size_t open; // the parenthesis
    size_t text, text_end;
    std::vector<operand> operands;
    size_t clobbers = 0, clobbers_end = 0;
};

size_t after_bracket(const tokens &in, size_t i, tok::TokenKind open, tok::TokenKind close) {
    int depth = 0;
    for (; i < in.size() && in[i].isNot(tok::eof); i++) {
        depth += in[i].is(open) - in[i].is(close);
        if (depth == 0)
            return i + 1;
    }
    return 0;
}

class asm_editor {
  public:
    asm_editor(Preprocessor &p, const tokens &i, tokens &o) : pp(p), in(i), out(o) {}

    // in[i] is "asm". Returns the index after the statement if the statement was rewritten to out, otherwise 0.
    size_t edit(size_t i) {
        statement s;
        if (!read(i, &s))
            return 0;
        at = in[i];
        put("{");
        for (size_t k = 0; k < s.operands.size(); k++)
            declare(s.operands[k], k);
        for (size_t k = i; k < s.text_end; k++)
            out.push_back(in[k]);
        string("\\n//@1 " + std::to_string(s.operands.size()) + places(s), at);
        size_t n = 0;
        section(s, true, &n);
        section(s, false, &n);
        put(n > outputs(s) ? ", " : "");
        string("i", at);
        put("( :: cm :: detail :: asm_signs (");
        for (size_t k = 0; k < s.operands.size(); k++)
            put((k ? ", __cm_asm_" : "__cm_asm_") + std::to_string(k));
        put(") )");
        if (s.clobbers) {
            put(":");
            for (size_t k = s.clobbers; k < s.clobbers_end; k++)
                out.push_back(in[k]);
        }
        put(") ; }");
        return s.end;
    }

  private:
    Preprocessor &pp;
    const tokens &in;
    tokens &out;
    Token at;

    static size_t outputs(const statement &s) {
        size_t n = 0;
        for (const operand &o : s.operands)
            n += o.output;
        return n;
    }

    bool read(size_t i, statement *s) {
        for (i++; in[i].isOneOf(tok::kw_volatile, tok::kw_inline); i++) {
        }
        s->open = i;
        if (in[i].isNot(tok::l_paren))
            return false;
        s->text = ++i;
        while (in[i].is(tok::string_literal))
            i++;
        s->text_end = i;
        int sections = 0;
        while (in[i].isOneOf(tok::colon, tok::coloncolon)) {
            sections += in[i].is(tok::coloncolon) ? 2 : 1;
            i++;
            if (sections < 3 && !read_operands(&i, sections == 1, s))
                return false;
            if (sections == 3) {
                s->clobbers = i;
                while (in[i].isOneOf(tok::string_literal, tok::comma))
                    i++;
                s->clobbers_end = i;
                if (s->clobbers == i)
                    s->clobbers = 0;
            }
        }
        if (s->text == s->text_end || sections == 0 || sections > 3 || in[i].isNot(tok::r_paren) ||
            in[i + 1].isNot(tok::semi))
            return false;
        s->end = i + 2;
        return true;
    }

    bool read_operands(size_t *i, bool output, statement *s) {
        while (in[*i].isOneOf(tok::l_square, tok::string_literal)) {
            operand o;
            o.output = output;
            if (in[*i].is(tok::l_square)) {
                o.name = *i;
                *i += 3;
            }
            o.literal = *i;
            for (; in[*i].is(tok::string_literal); ++*i) {
                std::string text = pp.getSpelling(in[*i]);
                if (text.size() < 2 || text[0] != '"')
                    return false;
                o.constraint += text.substr(1, text.size() - 2);
            }
            o.first = *i;
            o.end = in[*i].is(tok::l_paren) ? after_bracket(in, *i, tok::l_paren, tok::r_paren) : 0;
            if (!o.end)
                return false;
            *i = o.end;
            s->operands.push_back(o);
            if (in[*i].isNot(tok::comma))
                return true;
            ++*i;
        }
        return true;
    }

    // Declares the operand's object. For an output, the object holds the register value and stores it at the block's
    // end.
    void declare(const operand &o, size_t k) {
        std::string n = std::to_string(k);
        if (!o.output) {
            put(":: cm :: detail :: asm_in __cm_asm_" + n + " (");
            expression(o);
            put(") ;");
            return;
        }
        put("auto && __cm_asm_target_" + n + " = :: cm :: detail :: asm_target");
        expression(o);
        put("; :: cm :: detail :: asm_out __cm_asm_" + n + " ( __cm_asm_target_" + n + " ,");
        put(o.constraint[0] == '+' ? "true ) ;" : "false ) ;");
    }

    void expression(const operand &o) {
        out.insert(out.end(), in.begin() + (long)o.first, in.begin() + (long)o.end);
    }

    void section(const statement &s, bool output, size_t *n) {
        put(":");
        bool more = false;
        for (size_t k = 0; k < s.operands.size(); k++) {
            const operand &o = s.operands[k];
            if (o.output != output)
                continue;
            if (more)
                put(",");
            more = true;
            if (o.name)
                out.insert(out.end(), in.begin() + (long)o.name, in.begin() + (long)o.name + 3);
            std::string c = o.constraint;
            if (output && c.size() == 2 && c[1] == 'a') // an element is read and written back
                c[1] = 'r';
            string(c, in[o.literal]);
            if (c == "n") // Clang requires a constant expression
                expression(o);
            else
                put("( __cm_asm_" + std::to_string(k) + " . v )");
            ++*n;
        }
    }

    // " LINE:COLUMN" for each line of the text.
    std::string places(const statement &s) {
        std::string all;
        bool start = true;
        for (size_t k = s.text; k < s.text_end; k++) {
            std::string text = pp.getSpelling(in[k]);
            PresumedLoc loc = pp.getSourceManager().getPresumedLoc(in[k].getLocation());
            if (loc.isInvalid() || text.empty() || text[0] != '"')
                continue;
            for (size_t c = 1; c + 1 < text.size(); c++) {
                bool escape = text[c] == '\\';
                size_t col = loc.getColumn() + c + (escape ? 1 : 0);
                if (start)
                    all += " " + std::to_string(loc.getLine()) + ":" + std::to_string(col);
                c += escape;
                start = escape && text[c] == 'n';
            }
        }
        return all;
    }

    void string(const std::string &text, const Token &like) {
        Token t = like;
        t.setKind(tok::string_literal);
        t.setFlagValue(Token::StartOfLine, false);
        pp.CreateString("\"" + text + "\"", t, like.getLocation(), like.getLocation());
        out.push_back(t);
    }

    // Appends tokens from words and punctuation, separated by blanks.
    void put(llvm::StringRef text) {
        llvm::SmallVector<llvm::StringRef, 16> words;
        text.split(words, ' ', -1, false);
        for (llvm::StringRef w : words) {
            Token t;
            t.startToken();
            t.setLocation(at.getLocation());
            if (isalpha((unsigned char)w[0]) || w[0] == '_') { // the table is read in Clang, where its memory is known
                t.setKind(tok::raw_identifier);
                t.setRawIdentifierData(w.data());
                t.setLength((unsigned)w.size());
                pp.LookUpIdentifierInfo(t);
            } else {
                t.setKind(punctuation(w));
            }
            t.setLength(at.getLength());
            out.push_back(t);
        }
    }
    static tok::TokenKind punctuation(llvm::StringRef w) {
        static const struct {
            const char *text;
            tok::TokenKind kind;
        } table[] = {{"{", tok::l_brace}, {"}", tok::r_brace}, {"(", tok::l_paren}, {")", tok::r_paren},
                     {";", tok::semi},    {",", tok::comma},   {":", tok::colon},   {"::", tok::coloncolon},
                     {"=", tok::equal},   {"&&", tok::ampamp}, {".", tok::period}};
        for (const auto &row : table)
            if (w == row.text)
                return row.kind;
        return tok::unknown;
    }
};

} // namespace

std::vector<Token> fe_edit_asm(Preprocessor &pp, std::vector<Token> in) {
    SourceManager &sm = pp.getSourceManager();
    bool any = false;
    for (const Token &t : in)
        any |= t.is(tok::kw_asm);
    if (!any)
        return in;
    tokens out;
    asm_editor e(pp, in, out);
    for (size_t i = 0; i < in.size();) {
        size_t end = in[i].is(tok::kw_asm) && !sm.isInSystemHeader(in[i].getLocation()) ? e.edit(i) : 0;
        if (!end)
            out.push_back(in[i++]);
        else
            i = end;
    }
    return out;
}
