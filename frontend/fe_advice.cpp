// SPDX-License-Identifier: MIT
// Rewrites Clang's messages for users of the language. Types get the names that the user wrote, the headers' own
// messages replace Clang's text around them, and a remedy is added (fe_diag_*.def).

#include "fe_priv.h"

#include <llvm/ADT/StringRef.h>

#include <cctype>
#include <cstring>

const char fe_value_advice[] = "; the result of iselect, replicate or an operator cannot be written to, nor can part "
                               "of a const object; use select, row or column of another object";

namespace {

// Advice that several rows share.
constexpr const char *standard = "; a kernel cannot include standard headers; cm/cm.h declares what is available";
constexpr const char *bound = "; a reference must be bound where it is declared, to an object of its type and size, as "
                              "in vector_ref<int, 4> r = v.select<4, 1>(0)";
constexpr const char *sizes = "; sizes must match; select or replicate the part you need";
constexpr const char *surface = "; a SurfaceIndex names a surface and is not a number";
constexpr const char *one_type =
    "; '?:' chooses between objects of the same type; use merge to choose element by element";
constexpr const char *operands = "; the other operand of a vector must be a vector, a matrix or a number";
constexpr const char *members = "; call a function as in cm_abs(v), and access an element as in v(i)";
constexpr const char *made_of = "; initialize it with a number, a list of numbers, an array, a vector or a matrix";
constexpr const char *binds = "; a reference binds to an object of its type and size, or to part of one";
constexpr const char *fixed = "; the object is const";
constexpr const char *element = "; use an element, as in v(0), or add up all elements with cm_sum";
constexpr const char *value = fe_value_advice;

void give(std::string &text, const char *advice, bool instead) {
    text = instead ? advice : text + advice;
}

// Adds a remedy to messages of Clang that have none, or replaces a remedy that does not apply.
bool advise_by_end(std::string &text) {
    static const struct {
        const char *end, *advice;
        bool instead;
    } table[] = {
#define FE_ADD(end, advice)   {end, advice, false},
#define FE_INSTEAD(end, text) {end, text, true},
#include "fe_diag_endings.def"
#undef FE_INSTEAD
#undef FE_ADD
    };
    for (const auto &row : table)
        if (llvm::StringRef(text).ends_with(row.end)) {
            give(text, row.advice, row.instead);
            return true;
        }
    return false;
}

// Handles messages that name types or many kinds of names, matched by their beginning and a later part.
bool advise_by_types(std::string &text, bool has_name) {
    static const struct {
        const char *begin, *part, *advice;
        bool instead;
    } table[] = {
#define FE_ADD(begin, part, advice)   {begin, part, advice, false},
#define FE_INSTEAD(begin, part, text) {begin, part, text, true},
#include "fe_diag_types.def"
#undef FE_INSTEAD
#undef FE_ADD
    };
    for (const auto &row : table) {
        size_t part = text.find(row.part, strlen(row.begin));
        if (text.compare(0, strlen(row.begin), row.begin) == 0 && part != std::string::npos) {
            if (has_name && row.advice == members)
                return false; // a similar name says more
            give(text, row.advice, row.instead);
            return true;
        }
    }
    return false;
}

const char *const cm_forms[] = {
#define FE_FORM(text) text,
#include "fe_forms.def"
#undef FE_FORM
};
const char *const esimd_forms[] = {
#define FE_FORM(text) text,
#include "fe_forms_esimd.def"
#undef FE_FORM
};
// Shows how to call a function, because Clang's message names no candidate from our headers.
void show_form(std::string &text, llvm::ArrayRef<const char *> forms) {
    llvm::StringRef name = text;
    bool call = name.consume_front("no matching function for call to '") ||
                name.consume_front("no matching member function for call to '");
    if (call && name.consume_back("'"))
        for (const char *form : forms)
            if (name == llvm::StringRef(form).take_until([](char c) { return c == '<' || c == '('; })) {
                text += std::string("; the form is ") + form;
                return;
            }
}

// Rewrites errors about dependency files.
void name_output(std::string &text) {
    static constexpr const char *opening = "error opening '";
    if (text.compare(0, strlen(opening), opening) == 0)
        text = "cannot write '" + text.substr(strlen(opening));
}

// Advice of our own precedes the similar name. Returns whether the name was added.
bool advise(std::string &text, const std::string &name) {
    if (advise_by_end(text))
        return false;
    bool advised = advise_by_types(text, !name.empty()), named = !advised && !name.empty();
    if (named)
        text += "; did you mean '" + name + "'?";
    show_form(text, cm_forms);
    name_output(text);
    return named;
}

// Shortens 'vector<int, 8 aka 8>', Clang's form of a template argument that another template names.
void say_once(std::string &text) {
    for (size_t at = text.find(" aka "); at != std::string::npos; at = text.find(" aka ", at + 1)) {
        size_t first = at;
        while (first > 0 && isdigit((unsigned char)text[first - 1]))
            first--;
        size_t n = at - first;
        if (n > 0 && text.compare(at + 5, n, text, first, n) == 0 && !isdigit((unsigned char)text[at + 5 + n]))
            text.erase(at, 5 + n);
    }
}

// Removes spelling corrections to the headers' internal names, which a kernel must not use.
void hide_own_names(std::string &text) {
    size_t at = text.find("; did you mean 'detail::");
    if (at != std::string::npos)
        text.erase(at);
}

// Removes Clang's prefix of a static_assert message; the headers' text is a whole sentence.
void take_assertion(std::string &text) {
    static const char prefix[] = "static assertion failed due to requirement ";
    if (text.compare(0, sizeof(prefix) - 1, prefix) != 0)
        return;
    size_t colon = text.find("': ");
    if (colon != std::string::npos)
        text = text.substr(colon + 3);
}

void name_addresses(std::string &text) {
    static constexpr const char *address = "'detail::address' (aka 'unsigned long')"; // the headers' name for it
    if (size_t at = text.find(address); at != std::string::npos)
        text.replace(at, strlen(address), "'svmptr_t'");
}

// = delete("reason"): shows only the reason.
void take_reason(std::string &text) {
    static const char *const leads[] = {"overload resolution selected deleted operator", "call to deleted"};
    for (const char *lead : leads)
        if (text.compare(0, strlen(lead), lead) == 0 && text.find("': ") != std::string::npos)
            text = text.substr(text.find("': ") + 3);
}

// Of a SYCL file: its user knows C++'s words and ESIMD's types. Returns whether the name was added.
bool advise_sycl(std::string &text, const std::string &name) {
    static constexpr const char *pytorch = "'c10/xpu/";
    if (text.compare(0, strlen(pytorch), pytorch) == 0 && llvm::StringRef(text).ends_with("' file not found"))
        text += "; the queue of PyTorch is an object of oneAPI's libsycl, which no other library can use; compile the "
                "kernels with cmc kernel.cpp -o kernel.bin and launch them through libcmrt or Level Zero";
    if (!name.empty())
        text += "; did you mean '" + name + "'?";
    show_form(text, esimd_forms);
    name_output(text);
    return !name.empty();
}

} // namespace

bool fe_rewrite_message(std::string &text, const std::string &name, bool sycl) {
    take_assertion(text);
    say_once(text);
    if (!sycl)
        name_addresses(text);
    hide_own_names(text);
    bool named = sycl ? advise_sycl(text, name) : advise(text, name);
    take_reason(text);
    return named;
}
