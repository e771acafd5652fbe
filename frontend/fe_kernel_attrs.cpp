// SPDX-License-Identifier: MIT
// Attributes of SYCL kernels that Clang does not know, implemented as edits of the token stream before parsing.
//
//   [=](nd_item<1> it) [[sycl::reqd_sub_group_size(N)]] {}
//   ->  [=](nd_item<1> it) __attribute__((annotate("cmc.sub_group_size", N))) {}
//   [[intel::sycl_explicit_simd]]   ->  __attribute__((cmc_esimd))
//   [[intel::kernel_args_restrict]] ->  nothing: a promise that cmc does not use
//
// After a parameter list, [[...]] belongs to the type of the function, where Clang drops what it does not know; GNU's
// spelling belongs to the function. Clang computes the numbers of an annotation in each instance of a template, which
// it does not do for attributes that are added to it.

#include "fe_simt.h"
#include "fe_tokens.h"

#include <clang/Lex/Preprocessor.h>

using namespace clang;

namespace {

using tokens = std::vector<Token>;

// One attribute of a list: its tokens, its name, the namespace of the name.
struct attribute {
    size_t first, end;
    llvm::StringRef space, name;
    size_t args; // the index of its parenthesis; 0 for none

    bool is_size() const {
        return (space == "sycl" || space == "intel" || space == "cl") &&
               (name == "reqd_sub_group_size" || name == "intel_reqd_sub_group_size") && args;
    }
    bool is_esimd() const {
        return space == "intel" && name == "sycl_explicit_simd";
    }
    bool is_ours() const {
        return is_size() || is_esimd() || (space == "intel" && name == "kernel_args_restrict");
    }
};

attribute read_attribute(const tokens &in, size_t first, size_t end, llvm::StringRef space) {
    attribute a = {first, end, space, {}, 0};
    size_t at = first;
    if (end - first >= 3 && in[first + 1].is(tok::coloncolon)) {
        a.space = fe_name_of(in[first]);
        at += 2;
    }
    a.name = fe_name_of(in[at]);
    if (at + 1 < end && in[at + 1].is(tok::l_paren))
        a.args = at + 1;
    return a;
}

// The attributes between in[first] and in[end], the inside of a list.
std::vector<attribute> read_list(const tokens &in, size_t first, size_t end) {
    std::vector<attribute> all;
    llvm::StringRef space;
    if (end - first > 3 && in[first].is(tok::kw_using)) {
        space = fe_name_of(in[first + 1]);
        first += 3; // using, the namespace, the colon
    }
    int depth = 0;
    for (size_t i = first; i <= end; i++) {
        if (i < end)
            depth += in[i].is(tok::l_paren) - in[i].is(tok::r_paren);
        if (i < end && (depth > 0 || in[i].isNot(tok::comma)))
            continue;
        if (i > first)
            all.push_back(read_attribute(in, first, i, space));
        first = i + 1;
    }
    return all;
}

// The index after the list [[...]] that begins at in[i]; 0 when none does.
size_t list_end(const tokens &in, size_t i) {
    if (in[i].isNot(tok::l_square) || in[i + 1].isNot(tok::l_square))
        return 0;
    for (int depth = 0; in[i].isNot(tok::eof); i++) {
        depth += in[i].is(tok::l_square) - in[i].is(tok::r_square);
        if (depth == 0)
            return in[i - 1].is(tok::r_square) ? i + 1 : 0;
    }
    return 0;
}

class attr_writer {
  public:
    attr_writer(Preprocessor &p, const tokens &from, tokens &to) : pp(p), in(from), out(to) {}
    void write(const std::vector<attribute> &all, bool after_captures) {
        for (const attribute &a : all) {
            at = &in[a.first];
            if (!a.is_ours())
                put_other(a);
            else if (a.is_size())
                put_size(a, after_captures);
            else if (a.is_esimd())
                put_esimd();
        }
    }

  private:
    void put(tok::TokenKind kind, IdentifierInfo *id = nullptr) {
        Token t;
        t.startToken();
        t.setKind(kind);
        t.setLocation(at->getLocation());
        t.setLength(at->getLength());
        if (id)
            t.setIdentifierInfo(id);
        out.push_back(t);
    }
    void put_word(llvm::StringRef text) {
        IdentifierInfo *id = pp.getIdentifierInfo(text);
        put(id->getTokenID(), id);
    }
    void put_pair(tok::TokenKind kind) {
        put(kind);
        put(kind);
    }
    void put_other(const attribute &a) {
        put_pair(tok::l_square);
        if (!a.space.empty() && in[a.first + 1].isNot(tok::coloncolon)) { // using a: b
            put_word(a.space);
            put(tok::coloncolon);
        }
        out.insert(out.end(), in.begin() + (long)a.first, in.begin() + (long)a.end);
        put_pair(tok::r_square);
    }
    void put_esimd() {
        put_word("__attribute__");
        put_pair(tok::l_paren);
        put_word("cmc_esimd");
        put_pair(tok::r_paren);
    }
    // Between a lambda's captures and its parameters, [[...]] belongs to the function, and GNU's spelling is not
    // allowed.
    void put_size(const attribute &a, bool after_captures) {
        if (after_captures) {
            put_pair(tok::l_square);
            put_word("clang");
            put(tok::coloncolon);
        } else {
            put_word("__attribute__");
            put_pair(tok::l_paren);
        }
        put_word("annotate");
        put(tok::l_paren);
        Token text;
        text.startToken();
        text.setKind(tok::string_literal);
        pp.CreateString("\"" FE_ANNOTATION_SUB_GROUP "\"", text, at->getLocation(), at->getLocation());
        out.push_back(text);
        put(tok::comma);
        out.insert(out.end(), in.begin() + (long)a.args + 1, in.begin() + (long)a.end);
        put_pair(after_captures ? tok::r_square : tok::r_paren);
    }
    Preprocessor &pp;
    const tokens &in;
    tokens &out;
    const Token *at = nullptr; // gives new tokens their place
};

} // namespace

tokens fe_edit_kernel_attrs(Preprocessor &pp, const tokens &in) {
    tokens out;
    out.reserve(in.size());
    size_t list_before = 0; // where the last list ended
    for (size_t i = 0; i < in.size();) {
        size_t end = list_end(in, i);
        if (!end) {
            out.push_back(in[i++]);
            continue;
        }
        std::vector<attribute> all = read_list(in, i + 2, end - 2);
        if (llvm::any_of(all, [](const attribute &a) { return a.is_ours(); }))
            attr_writer(pp, in, out).write(all, i > 0 && i != list_before && in[i - 1].is(tok::r_square));
        else
            out.insert(out.end(), in.begin() + (long)i, in.begin() + (long)end);
        list_before = i = end;
    }
    return out;
}
