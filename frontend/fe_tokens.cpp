// SPDX-License-Identifier: MIT
// The language's extensions of C++, implemented as edits of the token stream before parsing.
//
//   v.select<4, 2>(0)                     ->  v.template select<4, 2>(0)
//   m.template row(1)                     ->  m.row(1)
//   template <class T, uint N> void f(vector<T, N> v)  ->  template <class T, int N> ...
//   template <int N> void f(vector_ref<int, N> r) {..}  ->  the same, and an overload that takes vector<int, N> &
//   SurfaceIndex s(24 + i);               ->  SurfaceIndex s(SurfaceIndex(24 + i));
//   reinterpret_cast<vector<int *, 4>>(v) ->  cm::detail::same_bits<vector<int *, 4>>(v)
//   __local int table[64];                ->  __local __attribute__((cm_local_variable)) int table[64];
//
// C++ requires the word template before a member template of a dependent class. It deduces a number only for a
// parameter of exactly its type (the library's sizes are int). It does not convert an argument to a class that has to
// be deduced, nor a number to an enumeration. It refuses the word template before a member without template arguments.
// It knows no casts of the bytes of a class, and no variables in local memory (fe_attrs.cpp). Kernels rely on all
// seven. Tokens keep their positions, so columns in messages stay right.

#include "fe_priv.h"
#include "fe_tokens.h"

#include <clang/Basic/SourceManager.h>
#include <clang/Lex/Preprocessor.h>
#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <tuple>

using namespace clang;

llvm::StringRef fe_name_of(const Token &t) {
    return t.is(tok::identifier) ? t.getIdentifierInfo()->getName() : llvm::StringRef();
}

namespace {

using tokens = std::vector<Token>;

// .template

bool is_member_template(const Token &t) {
    llvm::StringRef name = fe_name_of(t);
    return name == "select" || name == "replicate" || name == "format";
}

// Whether "< ... > (" begins at in[i]: a call with template arguments rather than a comparison.
bool is_call(const tokens &in, size_t i) {
    int angles = 0, parens = 0;
    for (; i + 1 < in.size(); i++) {
        const Token &t = in[i];
        if (t.isOneOf(tok::semi, tok::l_brace, tok::r_brace, tok::eof, tok::pipepipe, tok::ampamp))
            return false;
        parens += t.is(tok::l_paren) - t.is(tok::r_paren);
        if (parens < 0)
            return false;
        if (parens == 0)
            angles += t.is(tok::less) - t.is(tok::greater) - 2 * t.is(tok::greatergreater);
        if (angles <= 0)
            return angles == 0 && in[i + 1].is(tok::l_paren);
    }
    return false;
}

// The word "template" before a member that is called without template arguments.
bool is_needless_template(const tokens &in, size_t i) {
    return i > 0 && in[i].is(tok::kw_template) && in[i - 1].isOneOf(tok::period, tok::arrow) &&
           in[i + 1].is(tok::identifier) && in[i + 2].is(tok::l_paren);
}

Token make(tok::TokenKind kind, const Token &at) {
    Token t;
    t.startToken();
    t.setKind(kind);
    t.setLocation(at.getLocation());
    t.setLength(at.getLength());
    return t;
}

Token word(Preprocessor &pp, tok::TokenKind kind, const char *text, const Token &at) {
    Token t = make(kind, at);
    t.setIdentifierInfo(pp.getIdentifierInfo(text));
    return t;
}

// Surfaces with fixed numbers

// For a declaration with "(" or "=" at i whose value begins with a number: the index after that value, otherwise 0. A
// parameter list cannot begin with a number.
size_t surface_number_end(const tokens &in, size_t i) {
    if (i < 2 || !in[i].isOneOf(tok::l_paren, tok::equal) || in[i - 1].isNot(tok::identifier) ||
        fe_name_of(in[i - 2]) != "SurfaceIndex")
        return 0;
    size_t first = i + 1;
    while (in[first].is(tok::l_paren))
        first++;
    if (in[first].isNot(tok::numeric_constant))
        return 0;
    int depth = 0;
    for (size_t k = i + 1; k < in.size() && !in[k].isOneOf(tok::eof, tok::l_brace, tok::r_brace); k++) {
        if (depth == 0 && in[k].isOneOf(tok::r_paren, tok::comma, tok::semi))
            return in[k].is(tok::r_paren) == in[i].is(tok::l_paren) ? k : 0;
        depth += in[k].is(tok::l_paren) - in[k].is(tok::r_paren);
    }
    return 0;
}

// Variables in local memory

enum { N_ATTRIBUTE = 6 }; // __attribute__ ( ( opencl_local ) )

// Whether the attribute for which __local is the word begins at i, and a declaration with it.
bool begins_local(const tokens &in, size_t i) {
    if (in[i].isNot(tok::kw___attribute) || i + N_ATTRIBUTE >= in.size() || fe_name_of(in[i + 3]) != "opencl_local" ||
        in[i + 4].isNot(tok::r_paren))
        return false;
    while (i > 0 && in[i - 1].isOneOf(tok::kw_const, tok::kw_volatile))
        i--;
    return i > 0 && in[i - 1].isOneOf(tok::semi, tok::l_brace, tok::r_brace, tok::colon);
}

void put_local(Preprocessor &pp, const tokens &in, size_t i, tokens &out) {
    for (size_t k = 0; k < N_ATTRIBUTE; k++)
        out.push_back(in[i + k]);
    out[out.size() - 3] = word(pp, tok::identifier, FE_LOCAL_VARIABLE, in[i + 3]);
}

// Templates

struct range {
    size_t first = 0, end = 0;
    bool empty() const {
        return first >= end;
    }
};

// The index after the bracket that closes the one at i, or 0.
size_t index_after(const tokens &in, size_t i, tok::TokenKind open, tok::TokenKind close) {
    int depth = 0;
    for (; i < in.size() && in[i].isNot(tok::eof); i++) {
        depth += in[i].is(open) - in[i].is(close);
        if (open == tok::less) {
            depth -= 2 * in[i].is(tok::greatergreater);
            if (in[i].isOneOf(tok::semi, tok::l_brace))
                return 0;
            if (in[i].is(tok::l_paren)) {
                i = index_after(in, i, tok::l_paren, tok::r_paren) - 1;
                if (i + 1 == 0)
                    return 0;
            }
        }
        if (depth <= 0)
            return depth == 0 ? i + 1 : 0;
    }
    return 0;
}

// Casts of the bytes of objects

bool is_object_name(llvm::StringRef n) {
    return n == "vector" || n == "matrix" || n == "vector_ref" || n == "matrix_ref";
}

// Whether the last thing before the '>' that precedes in[end] is a pointer or a reference.
bool points(const tokens &in, size_t end) {
    return end < 2 || (in[end - 1].is(tok::greater) && in[end - 2].isOneOf(tok::star, tok::amp, tok::kw_const));
}

// reinterpret_cast<vector<...>>, reinterpret_cast<matrix<...>>
bool casts_object(const tokens &in, size_t i) {
    return in[i].is(tok::kw_reinterpret_cast) && i + 3 < in.size() && in[i + 1].is(tok::less) &&
           is_object_name(fe_name_of(in[i + 2])) && in[i + 3].is(tok::less) &&
           !points(in, index_after(in, i + 1, tok::less, tok::greater));
}

void put_same_bits(Preprocessor &pp, const Token &at, tokens &out) {
    for (const char *space : {"cm", "detail"}) {
        out.push_back(word(pp, tok::identifier, space, at));
        out.push_back(make(tok::coloncolon, at));
    }
    out.push_back(word(pp, tok::identifier, "same_bits", at));
}

// The parts of r between commas outside of any bracket.
std::vector<range> split(const tokens &in, range r) {
    std::vector<range> out;
    int depth = 0;
    size_t from = r.first;
    for (size_t i = r.first; i < r.end; i++) {
        const Token &t = in[i];
        depth += t.isOneOf(tok::less, tok::l_paren, tok::l_square, tok::l_brace);
        depth -= t.isOneOf(tok::greater, tok::r_paren, tok::r_square, tok::r_brace);
        depth -= 2 * t.is(tok::greatergreater);
        if (t.is(tok::comma) && depth == 0) {
            out.push_back({from, i});
            from = i + 1;
        }
    }
    if (from < r.end)
        out.push_back({from, r.end});
    return out;
}

range without_default(const tokens &in, range r) {
    for (size_t i = r.first; i < r.end; i++)
        if (in[i].is(tok::equal))
            r.end = i;
    return r;
}

// Does the name form a whole argument of a vector or matrix in r?
bool sizes_an_object(const tokens &in, range r, llvm::StringRef name) {
    for (size_t i = r.first; i + 1 < r.end; i++) {
        if (!is_object_name(fe_name_of(in[i])) || in[i + 1].isNot(tok::less))
            continue;
        size_t end = index_after(in, i + 1, tok::less, tok::greater);
        if (!end)
            continue;
        for (range arg : split(in, {i + 2, end - 1}))
            if (arg.end == arg.first + 1 && fe_name_of(in[arg.first]) == name)
                return true;
    }
    return false;
}

bool is_integer_word(const Token &t) {
    llvm::StringRef n = fe_name_of(t);
    return t.isOneOf(tok::kw_unsigned, tok::kw_signed, tok::kw_short, tok::kw_long, tok::kw_char) || n == "uint" ||
           n == "ushort" || n == "uchar" || n == "size_t" || n == "uint32_t" || n == "uint16_t" || n == "uint8_t" ||
           n == "int16_t" || n == "int8_t";
}

struct template_decl {
    size_t first = 0; // the word "template"
    range params;     // between < and >
    range head;       // from after > to { or ;
    size_t body = 0;  // of a function or class: the index of {
    size_t end = 0;   // after its last token
    bool member = false;
};

// namespace a::b {, extern "C" {
bool opens_namespace(const tokens &in, size_t brace) {
    for (size_t i = brace; i-- > 0 && !in[i].isOneOf(tok::semi, tok::l_brace, tok::r_brace, tok::r_paren);)
        if (in[i].isOneOf(tok::kw_namespace, tok::kw_extern))
            return true;
    return false;
}

// Reads the declaration that begins with the word "template" at i.
bool read_template(const tokens &in, size_t i, template_decl *d) {
    if (i + 1 >= in.size() || in[i + 1].isNot(tok::less))
        return false;
    size_t close = index_after(in, i + 1, tok::less, tok::greater);
    if (!close)
        return false;
    d->first = i;
    d->params = {i + 2, close - 1};
    d->head.first = close;
    size_t k = close;
    while (k && k < in.size() && !in[k].isOneOf(tok::semi, tok::l_brace, tok::eof))
        k = in[k].is(tok::l_paren) ? index_after(in, k, tok::l_paren, tok::r_paren) : k + 1;
    if (!k || k >= in.size()) // a parenthesis that is never closed, or no body
        return false;
    d->head.end = k;
    d->body = in[k].is(tok::l_brace) ? k : 0;
    d->end = d->body ? index_after(in, k, tok::l_brace, tok::r_brace) : k + 1;
    return d->end != 0;
}

// template <class T, uint N> followed by vector<T, N>: N becomes an int.
void make_sizes_int(Preprocessor &pp, tokens &in, const template_decl &d) {
    for (range p : split(in, d.params)) {
        range r = without_default(in, p);
        size_t types = r.first;
        while (types < r.end && (is_integer_word(in[types]) || in[types].is(tok::kw_int)))
            types++;
        bool named = types > r.first && types + 1 == r.end && !fe_name_of(in[types]).empty();
        if (!named || !sizes_an_object(in, d.head, fe_name_of(in[types])))
            continue;
        in[r.first] = word(pp, tok::kw_int, "int", in[r.first]);
        for (size_t k = r.first + 1; k < types; k++) // the rest of "unsigned int"
            in[k] = word(pp, tok::kw_const, "const", in[k]);
    }
}

// Overloads

struct parameter {
    range whole;       // with the default argument
    range all;         // without the default argument
    range type;        // for objects: name<...> without const and &
    std::string other; // the class that an overload takes instead, or ""
    bool other_by_ref = false;
    Token name;
};

struct function_template {
    template_decl decl;
    std::vector<Token> args; // names of the template's parameters
    range specs;             // static, return type, ...
    Token name;
    std::vector<parameter> params;
    range after_params;        // const
    bool calls_itself = false; // recursive, and at a place where the overload may be declared first
};

bool read_template_names(const tokens &in, function_template *f) {
    for (range p : split(in, f->decl.params)) {
        range r = without_default(in, p);
        if (r.end - r.first < 2 || fe_name_of(in[r.end - 1]).empty())
            return false;
        for (size_t i = r.first; i < r.end; i++)
            if (in[i].isOneOf(tok::ellipsis, tok::less))
                return false;
        f->args.push_back(in[r.end - 1]);
    }
    return !f->args.empty();
}

bool mentions(const tokens &in, range r, const std::vector<Token> &names) {
    for (size_t i = r.first; i < r.end; i++)
        for (const Token &n : names)
            if (!fe_name_of(in[i]).empty() && fe_name_of(in[i]) == fe_name_of(n))
                return true;
    return false;
}

bool read_parameter(const tokens &in, range whole, const function_template &f, parameter *p) {
    p->whole = whole;
    p->all = without_default(in, whole);
    if (p->all.end - p->all.first < 2 || fe_name_of(in[p->all.end - 1]).empty())
        return false;
    p->name = in[p->all.end - 1];
    bool is_const = false, by_ref = false;
    for (size_t i = p->all.first; i < p->all.end; i++) {
        if (in[i].is(tok::ellipsis))
            return false;
        is_const |= in[i].is(tok::kw_const);
        by_ref |= in[i].is(tok::amp);
    }
    for (size_t i = p->all.first; i + 1 < p->all.end; i++) {
        llvm::StringRef n = fe_name_of(in[i]);
        if (n.empty())
            continue;
        if (!is_object_name(n) || in[i + 1].isNot(tok::less))
            return true;
        size_t end = index_after(in, i + 1, tok::less, tok::greater);
        if (!end || !mentions(in, {i + 2, end - 1}, f.args))
            return true;
        p->type = {i, end};
        bool ref = n.ends_with("_ref");
        if (!ref && by_ref && !is_const)
            return true; // the parameter is written, so a reference class cannot replace it
        p->other = ref ? n.drop_back(4).str() : n.str() + "_ref";
        p->other_by_ref = ref;
        return true;
    }
    return true;
}

// Reads a function template with parameters that are vectors of deduced size.
bool read_function(const tokens &in, const template_decl &d, function_template *f) {
    f->decl = d;
    if (!d.body || !read_template_names(in, f))
        return false;
    size_t i = d.head.first;
    for (; i + 1 < d.head.end; i++) {
        if (in[i].isOneOf(tok::kw_struct, tok::kw_class, tok::kw_union, tok::kw_operator, tok::kw_friend, tok::equal,
                          tok::kw_template))
            return false;
        if (in[i].isOneOf(tok::kw___declspec, tok::kw___attribute, tok::kw_decltype)) {
            i = index_after(in, i + 1, tok::l_paren, tok::r_paren) - 1;
            continue;
        }
        if (in[i].is(tok::less)) {
            size_t end = index_after(in, i, tok::less, tok::greater);
            if (!end)
                return false;
            i = end - 1;
            continue;
        }
        if (!fe_name_of(in[i]).empty() && in[i + 1].is(tok::l_paren))
            break;
    }
    if (i + 1 >= d.head.end || i == d.head.first || in[i - 1].is(tok::coloncolon))
        return false;
    f->specs = {d.head.first, i};
    f->name = in[i];
    size_t close = index_after(in, i + 1, tok::l_paren, tok::r_paren);
    if (!close)
        return false;
    f->after_params = {close, d.head.end};
    f->calls_itself = !d.member && mentions(in, {d.body, d.end}, {f->name});
    for (range p : split(in, {i + 2, close - 1})) {
        f->params.emplace_back();
        if (!read_parameter(in, p, *f, &f->params.back()))
            return false;
    }
    return true;
}

class overload_writer {
  public:
    overload_writer(Preprocessor &p, const tokens &i, const function_template &t, tokens &o)
        : pp(p), in(i), f(t), out(o) {}

    // Writes the overload in which the parameters in mask take the other class.
    void write(unsigned mask) {
        head(mask, !f.calls_itself);
        put(tok::l_brace);
        call(mask);
        put(tok::r_brace);
    }
    void declare(unsigned mask) {
        head(mask, true);
        put(tok::semi);
    }

  private:
    // Only one of declaration and definition may have the default arguments.
    void head(unsigned mask, bool defaults) {
        put(tok::kw_template, "template");
        put(tok::less);
        list(split(in, f.decl.params), defaults);
        unsigned candidate = 0;
        for (const parameter &p : f.params) {
            if (swapped(mask, candidate, p))
                class_of(p, candidate, defaults);
            candidate += !p.other.empty();
        }
        put(tok::greater);
        for (size_t i = f.specs.first; i < f.specs.end; i++)
            if (in[i].is(tok::kw___attribute))
                i = index_after(in, i + 1, tok::l_paren, tok::r_paren) - 1;
            else
                out.push_back(in[i]);
        out.push_back(f.name);
        put(tok::l_paren);
        parameters(mask, defaults);
        put(tok::r_paren);
        copy(f.after_params);
    }
    // The class of a swapped parameter is deduced and must match exactly. An argument that needs a conversion goes to
    // the user's function, also where that function's template arguments are explicit.
    //   , template <class, int> class cm_class0, class = cm::detail::if_vector_ref<cm_class0>
    void class_of(const parameter &p, unsigned candidate, bool defaults) {
        bool matrix = llvm::StringRef(p.other).starts_with("matrix");
        put(tok::comma);
        put(tok::kw_template, "template");
        put(tok::less);
        put(tok::kw_class, "class");
        for (int sizes = matrix ? 2 : 1; sizes; sizes--) {
            put(tok::comma);
            put(tok::kw_int, "int");
        }
        put(tok::greater);
        put(tok::kw_class, "class");
        put_class(candidate);
        put(tok::comma);
        put(tok::kw_class, "class");
        if (!defaults)
            return;
        put(tok::equal);
        for (const char *space : {"cm", "detail"}) {
            put(tok::identifier, space);
            put(tok::coloncolon);
        }
        put(tok::identifier, ("if_" + p.other).c_str());
        put(tok::less);
        put_class(candidate);
        put(tok::greater);
    }
    void put_class(unsigned candidate) {
        put(tok::identifier, ("cm_class" + std::to_string(candidate)).c_str());
    }
    void put(tok::TokenKind kind) {
        out.push_back(make(kind, f.name));
    }
    void put(tok::TokenKind kind, const char *text) {
        out.push_back(word(pp, kind, text, f.name));
    }
    void copy(range r) {
        out.insert(out.end(), in.begin() + (long)r.first, in.begin() + (long)r.end);
    }
    void list(const std::vector<range> &parts, bool defaults) {
        for (size_t i = 0; i < parts.size(); i++) {
            if (i)
                put(tok::comma);
            copy(defaults ? parts[i] : without_default(in, parts[i]));
        }
    }
    static bool swapped(unsigned mask, unsigned candidate, const parameter &p) {
        return !p.other.empty() && (mask >> candidate & 1);
    }
    void parameters(unsigned mask, bool defaults) {
        unsigned candidate = 0;
        for (size_t i = 0; i < f.params.size(); i++) {
            const parameter &p = f.params[i];
            if (i)
                put(tok::comma);
            if (swapped(mask, candidate, p)) {
                put_class(candidate);
                copy({p.type.first + 1, p.type.end});
                if (p.other_by_ref)
                    put(tok::amp);
                out.push_back(p.name);
            } else {
                copy(defaults ? p.whole : p.all);
            }
            candidate += !p.other.empty();
        }
    }
    void call(unsigned mask) {
        put(tok::kw_return, "return");
        out.push_back(f.name);
        put(tok::less);
        for (size_t i = 0; i < f.args.size(); i++) {
            if (i)
                put(tok::comma);
            out.push_back(f.args[i]);
        }
        put(tok::greater);
        put(tok::l_paren);
        unsigned candidate = 0;
        for (size_t i = 0; i < f.params.size(); i++) {
            const parameter &p = f.params[i];
            if (i)
                put(tok::comma);
            if (swapped(mask, candidate, p)) {
                copy(p.type);
                put(tok::l_paren);
                out.push_back(p.name);
                put(tok::r_paren);
            } else {
                out.push_back(p.name);
            }
            candidate += !p.other.empty();
        }
        put(tok::r_paren);
        put(tok::semi);
    }

    Preprocessor &pp;
    const tokens &in;
    const function_template &f;
    tokens &out;
};

constexpr unsigned max_swapped = 4; // parameters of one function that get overloads

bool of_user(Preprocessor &pp, const Token &t) {
    SourceManager &sm = pp.getSourceManager();
    return t.is(tok::kw_template) && !sm.isInSystemHeader(t.getLocation());
}

// The classes that template parameters take: function name, position, class.
using taken_classes = std::set<std::tuple<std::string, size_t, std::string>>;

// Whether templates of f's name take both a class and its reference at the same position: their author already
// distinguishes them.
bool distinguished(const function_template &f, const taken_classes &taken) {
    std::string name = fe_name_of(f.name).str();
    for (size_t i = 0; i < f.params.size(); i++)
        for (std::string c : {"vector", "matrix"})
            if (taken.count({name, i, c}) && taken.count({name, i, c + "_ref"}))
                return true;
    return false;
}

// Builds overloads for the user's function templates, to be inserted into the stream.
std::map<size_t, tokens> make_overloads(Preprocessor &pp, const tokens &in, const std::vector<template_decl> &all) {
    std::vector<function_template> functions;
    taken_classes taken;
    for (const template_decl &d : all) {
        function_template f;
        if (!read_function(in, d, &f))
            continue;
        for (size_t i = 0; i < f.params.size(); i++)
            if (!f.params[i].type.empty())
                taken.insert({fe_name_of(f.name).str(), i, fe_name_of(in[f.params[i].type.first]).str()});
        functions.push_back(std::move(f));
    }
    std::map<size_t, tokens> out; // by the index before which they are inserted
    for (const function_template &f : functions) {
        unsigned n = 0;
        for (const parameter &p : f.params)
            n += !p.other.empty();
        if (n == 0 || n > max_swapped || distinguished(f, taken))
            continue;
        overload_writer before(pp, in, f, out[f.decl.first]), w(pp, in, f, out[f.decl.end]);
        for (unsigned mask = 1; mask < 1u << n; mask++) {
            if (f.calls_itself)
                before.declare(mask);
            w.write(mask);
        }
    }
    return out;
}

} // namespace

std::vector<Token> fe_edit_tokens(Preprocessor &pp, std::vector<Token> in) {
    std::vector<template_decl> templates;
    std::vector<bool> closed; // for each open brace: whether it is not a namespace's
    for (size_t i = 0; i < in.size(); i++) {
        template_decl d;
        if (in[i].is(tok::l_brace))
            closed.push_back(!opens_namespace(in, i));
        if (in[i].is(tok::r_brace) && !closed.empty())
            closed.pop_back();
        if (!of_user(pp, in[i]) || !read_template(in, i, &d))
            continue;
        d.member = std::find(closed.begin(), closed.end(), true) != closed.end();
        make_sizes_int(pp, in, d);
        templates.push_back(d);
    }
    std::map<size_t, tokens> overloads = make_overloads(pp, in, templates);
    tokens out;
    out.reserve(in.size());
    size_t number_end = 0;
    for (size_t i = 0; i < in.size(); i++) {
        auto more = overloads.find(i);
        if (more != overloads.end())
            out.insert(out.end(), more->second.begin(), more->second.end());
        if (i > 0 && in[i - 1].isOneOf(tok::period, tok::arrow) && is_member_template(in[i]) &&
            in[i + 1].is(tok::less) && is_call(in, i + 1))
            out.push_back(word(pp, tok::kw_template, "template", in[i]));
        if (number_end == i && i > 0)
            out.push_back(make(tok::r_paren, in[i]));
        if (is_needless_template(in, i))
            continue;
        if (begins_local(in, i))
            put_local(pp, in, i, out);
        if (casts_object(in, i))
            put_same_bits(pp, in[i], out);
        else
            out.push_back(in[i]);
        if (size_t end = surface_number_end(in, i)) {
            number_end = end;
            out.push_back(in[i - 2]);
            out.push_back(make(tok::l_paren, in[i + 1]));
        }
    }
    return out;
}
