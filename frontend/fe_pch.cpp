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

#include "fe_priv.h"

#include <clang/Basic/Version.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendAction.h>
#include <clang/Lex/Lexer.h>
#include <clang/Sema/Sema.h>
#include <clang/Serialization/ASTWriter.h>
#include <llvm/ADT/StringSet.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/Path.h>

using namespace clang;

namespace {

constexpr size_t align_b = 16;

// The version and a NUL, padded to a multiple of align_b.
std::string seal() {
    std::string text = getClangFullRepositoryVersion();
    text.resize((text.size() + align_b) / align_b * align_b, '\0');
    return text;
}

class make_pch_action : public ASTFrontendAction {
  public:
    explicit make_pch_action(std::string &out) : bytes(out), buffer(std::make_shared<PCHBuffer>()) {}
    TranslationUnitKind getTranslationUnitKind() override {
        return TU_Prefix;
    }
    bool hasASTFileSupport() const override {
        return false;
    }
    bool BeginSourceFileAction(CompilerInstance &ci) override {
        ci.getLangOpts().CompilingPCH = true;
        return true;
    }
    std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &ci, llvm::StringRef) override {
        return std::make_unique<PCHGenerator>(ci.getPreprocessor(), ci.getModuleCache(), FE_PCH_FILE, "", buffer,
                                              llvm::ArrayRef<std::shared_ptr<ModuleFileExtension>>(),
                                              /*AllowASTWithErrors=*/false,
                                              /*IncludeTimestamps=*/false);
    }
    void ExecuteAction() override {
        CompilerInstance &ci = getCompilerInstance();
        ci.createSema(getTranslationUnitKind(), nullptr);
        fe_parse(ci.getSema());
        bytes.assign(buffer->Data.begin(), buffer->Data.end());
    }

  private:
    std::string &bytes;
    std::shared_ptr<PCHBuffer> buffer;
};

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

// Follows the preprocessor to the first include of cm/cm.h, in simple cases only.
class prologue {
  public:
    prologue() {
        lang.CPlusPlus = lang.LineComment = true;
    }
    // False when the option rules out precompiled headers.
    bool option_fits(const fe_opts &o, size_t &i) {
        llvm::StringRef arg = o.args[i];
        auto value = [&](llvm::StringRef name) -> llvm::StringRef {
            if (arg.size() > name.size())
                return arg.substr(name.size());
            return ++i < o.n_args ? llvm::StringRef(o.args[i]) : llvm::StringRef();
        };
        for (const char *name : {"-isystem", "-iquote", "-I"})
            if (arg.starts_with(name))
                return !has_own_header(value(name));
        if (arg.starts_with("-D"))
            return define(value("-D").split('=').first);
        for (const char *name : {"-dependency-file", "-MT"})
            if (arg == name)
                return ++i < o.n_args;
        return arg == "-MP" || arg == "-w" || arg.starts_with("-W");
    }
    // True when only comments, macros unrelated to cm/cm.h, and skipped text precede the include of cm/cm.h.
    bool fits(llvm::StringRef text, llvm::StringRef file, unsigned depth) {
        Lexer lexer(SourceLocation(), lang, text.begin(), text.begin(), text.end());
        Token t;
        lexer.LexFromRawLexer(t);
        for (unsigned skipped = 0; t.isNot(tok::eof);) {
            bool hash = t.is(tok::hash) && t.isAtStartOfLine();
            std::vector<llvm::StringRef> line;
            do {
                line.push_back(text.substr(t.getLocation().getRawEncoding()).take_front(t.getLength()));
                lexer.LexFromRawLexer(t);
            } while (!t.isAtStartOfLine() && t.isNot(tok::eof));
            if (!hash && skipped == 0)
                return false;
            if (!hash || line.size() < 2)
                continue;
            llvm::StringRef rest(line[1].end(), (size_t)(line.back().end() - line[1].end()));
            if (line[1] == "include" && skipped == 0)
                return include_fits(rest.trim(), file, depth);
            if (!step(line[1], line.size() > 2 ? line[2] : "", skipped))
                return false;
        }
        return false;
    }

  private:
    enum { max_depth = 8 };

    bool define(llvm::StringRef name) {
        if (fe_is_switch(name))
            return false;
        macros.insert(name);
        return true;
    }
    bool include_fits(llvm::StringRef what, llvm::StringRef file, unsigned depth) {
        llvm::StringRef dir = llvm::sys::path::parent_path(file);
        if (what == "<cm/cm.h>" || (what == "\"cm/cm.h\"" && !has_own_header(dir.empty() ? "." : dir)))
            return true;
        if (depth == max_depth || !what.consume_front("\"") || !what.consume_back("\""))
            return false;
        llvm::SmallString<256> path(dir);
        llvm::sys::path::append(path, what);
        auto text = llvm::MemoryBuffer::getFile(path);
        return text && fits((*text)->getBuffer(), path, depth + 1);
    }
    // Handles a directive other than include. skipped: the nesting depth in false conditions.
    bool step(llvm::StringRef what, llvm::StringRef name, unsigned &skipped) {
        bool opens = what == "if" || what == "ifdef" || what == "ifndef";
        if (skipped > 0) {
            skipped += opens;
            skipped -= what == "endif" || (skipped == 1 && what == "else");
            return skipped != 1 || what != "elif";
        }
        if (what == "ifdef" || what == "ifndef") {
            bool ask = fe_is_switch(name);
            skipped = (macros.count(name) != 0) != (what == "ifdef");
            return !ask;
        }
        if (what == "else")
            skipped = 1;
        if (what == "define")
            return define(name);
        return what == "else" || what == "endif" || (what == "pragma" && name == "once");
    }

    LangOptions lang;
    llvm::StringSet<> macros;
};

} // namespace

bool fe_is_switch(llvm::StringRef name) {
    if (name.empty() || name.starts_with("__") || name.starts_with("CM_"))
        return true;
    return is_in_headers(name.starts_with("_") ? name.str() : "#define " + name.str());
}

llvm::StringRef fe_pch_if_it_fits(const fe_opts &o, bool implicit) {
    const std::string expected = seal();
    llvm::StringRef all((const char *)o.pch, o.pch ? o.pch_len : 0);
    if (!o.text || !all.starts_with(expected) || fe_is_product(o.product))
        return "";
    prologue before;
    for (size_t i = 0; i < o.n_args; i++)
        if (!before.option_fits(o, i))
            return "";
    if (!implicit && !before.fits(llvm::StringRef(o.text, o.text_len), o.file, 0))
        return "";
    return all.drop_front(expected.size());
}

std::unique_ptr<FrontendAction> fe_make_pch_action(std::string &bytes) {
    return std::make_unique<make_pch_action>(bytes);
}

void fe_pch_seal(const std::string &bytes, cmc_str *out) {
    const std::string head = seal();
    cmc_str_append_n(out, head.data(), head.size());
    cmc_str_append_n(out, bytes.data(), bytes.size());
}
