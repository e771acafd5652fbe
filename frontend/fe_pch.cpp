// SPDX-License-Identifier: MIT
// fe_pch: the kernel language's headers, parsed once when the compiler is built.
//
//   #include <cm/cm.h>  ->  syntax tree in Clang's own format, one per target  ->  fe_opts.pch
//
// Parsing the headers takes 80 ms, reading the precompiled form takes 3 ms. The precompiled headers precede the whole
// file, so they are used only where this makes no difference. The file, or a header that it includes first, must begin
// by including cm/cm.h, or rely on the compiler to include it (fe_implicit.cpp). That name must resolve to our file,
// and no earlier macro or option may affect the headers. In all other cases the headers are parsed.
//
// The seal at the start holds Clang's version, because the format changes with every build of Clang.

#include "fe_pch.h"
#include "fe_prologue.h"

#include <clang/Basic/Version.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendAction.h>
#include <clang/Sema/Sema.h>
#include <clang/Serialization/ASTWriter.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/Path.h>

using namespace clang;

namespace {

// Whether word occurs in one of our headers and is not followed by further identifier characters.
bool is_in_headers(const std::string &word) {
    for (size_t i = 0; i < fe_header_count; i++) {
        llvm::StringRef text(fe_headers[i].text, fe_headers[i].len);
        for (size_t at = text.find(word); at != llvm::StringRef::npos; at = text.find(word, at + 1)) {
            size_t end = at + word.size();
            if (end == text.size() || !isAsciiIdentifierContinue((unsigned char)text[end]))
                return true;
        }
    }
    return false;
}

// Whether dir has its own cm/cm.h. A directory of that name also rules out precompiled headers.
bool has_own_header(llvm::StringRef dir) {
    llvm::SmallString<256> path(dir);
    llvm::sys::path::append(path, "cm", "cm.h");
    return llvm::sys::fs::exists(path);
}

fe_prologue cm_prologue() {
    fe_prologue p;
    p.include = [](llvm::StringRef what, llvm::StringRef dir) {
        return what == "<cm/cm.h>" || (what == "\"cm/cm.h\"" && !has_own_header(dir)) ? FE_HEADERS : FE_UNKNOWN;
    };
    p.may_define = p.may_ask = [](llvm::StringRef name) { return !fe_is_switch(name); };
    return p;
}

// False when option i rules out precompiled headers.
bool option_fits(const fe_opts &o, size_t &i, fe_prologue &before) {
    llvm::StringRef arg = o.args[i];
    auto value = [&](llvm::StringRef name) -> llvm::StringRef {
        if (arg.size() > name.size())
            return arg.substr(name.size());
        return ++i < o.n_args ? llvm::StringRef(o.args[i]) : llvm::StringRef();
    };
    for (const char *name : {"-isystem", "-iquote", "-I"})
        if (arg.starts_with(name))
            return !has_own_header(value(name));
    if (arg.starts_with("-D")) {
        llvm::StringRef name = value("-D").split('=').first;
        before.macros.insert(name);
        return before.may_define(name);
    }
    for (const char *name : {"-dependency-file", "-MT", "-source-date-epoch"})
        if (arg == name)
            return ++i < o.n_args;
    return arg == "-MP" || arg.starts_with("-fmacro-prefix-map=") || arg == "-w" || arg.starts_with("-W");
}

} // namespace

fe_pch_action::fe_pch_action(std::string &out) : bytes(out), buffer(std::make_shared<PCHBuffer>()) {}

bool fe_pch_action::BeginSourceFileAction(CompilerInstance &ci) {
    ci.getLangOpts().CompilingPCH = true;
    return true;
}

std::unique_ptr<ASTConsumer> fe_pch_action::CreateASTConsumer(CompilerInstance &ci, llvm::StringRef) {
    return std::make_unique<PCHGenerator>(ci.getPreprocessor(), ci.getModuleCache(), FE_PCH_FILE, "", buffer,
                                          llvm::ArrayRef<std::shared_ptr<ModuleFileExtension>>(),
                                          /*AllowASTWithErrors=*/false, /*IncludeTimestamps=*/false);
}

void fe_pch_action::ExecuteAction() {
    CompilerInstance &ci = getCompilerInstance();
    ci.createSema(getTranslationUnitKind(), nullptr);
    parse(ci.getSema());
    bytes.assign(buffer->Data.begin(), buffer->Data.end());
}

void fe_pch_action::parse(Sema &sema) {
    fe_parse(sema, false);
}

// Clang's version and a NUL, padded to a multiple of FE_PCH_ALIGN_B.
std::string fe_pch_seal_text() {
    std::string text = getClangFullRepositoryVersion();
    text.resize(llvm::alignTo(text.size() + 1, FE_PCH_ALIGN_B), '\0');
    return text;
}

bool fe_is_switch(llvm::StringRef name) {
    if (name.empty() || name.starts_with("__") || name.starts_with("CM_"))
        return true;
    return is_in_headers(name.starts_with("_") ? name.str() : "#define " + name.str());
}

llvm::StringRef fe_pch_if_it_fits(const fe_opts &o, bool implicit) {
    const std::string expected = fe_pch_seal_text();
    llvm::StringRef all((const char *)o.pch, o.pch ? o.pch_len : 0);
    if (!o.text || !all.starts_with(expected) || fe_is_product(o.product))
        return "";
    fe_prologue before = cm_prologue();
    for (size_t i = 0; i < o.n_args; i++)
        if (!option_fits(o, i, before))
            return "";
    if (!implicit && !fe_begins_with_headers(before, llvm::StringRef(o.text, o.text_len), o.file))
        return "";
    return all.drop_front(expected.size());
}

std::unique_ptr<FrontendAction> fe_make_pch_action(std::string &bytes) {
    return std::make_unique<fe_pch_action>(bytes);
}

void fe_pch_seal(const std::string &bytes, cmc_str *out) {
    const std::string head = fe_pch_seal_text();
    cmc_str_append_n(out, head.data(), head.size());
    cmc_str_append_n(out, bytes.data(), bytes.size());
}
