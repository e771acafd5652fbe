// SPDX-License-Identifier: MIT
// fe_sycl_pch: SYCL's header and the parts of the standard library that it includes, parsed once when the compiler is
// built, for the device and for the host.
//
//   #include <sycl/sycl.hpp>  ->  rows that say what the result depends on, then Clang's own format
//
// Parsing the headers takes most of the time of a small program. As with the kernel language (fe_pch.cpp), the result
// precedes the whole file, and is used only where this makes no difference: the file begins with the header, with the
// dialect's or with standard ones; no other option or macro affects them; the system's headers have not changed.

#include "fe_pch.h"
#include "fe_prologue.h"

#include <clang/Basic/SourceManager.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Lex/HeaderSearchOptions.h>
#include <clang/Lex/Lexer.h>
#include <clang/Lex/PPCallbacks.h>
#include <clang/Lex/Preprocessor.h>
#include <clang/Lex/PreprocessorOptions.h>
#include <clang/Parse/ParseAST.h>
#include <clang/Sema/Sema.h>
#include <clang/Serialization/ASTReader.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/ADT/StringSet.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/Path.h>
#include <set>

using namespace clang;

namespace {

// The kinds of rows.
enum : char {
    ROW_MACRO = 'm',     // a definition from the start: "__linux__ 1"
    ROW_CONSULTED = 'c', // a macro that the headers use, or whose definition they ask for
    ROW_INCLUDE = 'i',   // a header's name, as an include says it
    ROW_FOLDER = 'd',    // where headers are searched
    ROW_FILE = 'f',      // a file on disk: size, time of its last change, path
};

// Writing

// "size time path" of a file, or "" where no file is.
std::string file_stamp(llvm::StringRef path) {
    llvm::sys::fs::file_status status;
    if (llvm::sys::fs::status(path, status))
        return "";
    return llvm::utostr(status.getSize()) + " " +
           llvm::itostr(status.getLastModificationTime().time_since_epoch().count()) + " " + path.str();
}

// The definitions in the text that Clang puts before a file: name -> "(x) value" or " value".
llvm::StringMap<std::string> definitions(llvm::StringRef text) {
    llvm::StringMap<std::string> found;
    llvm::SmallVector<llvm::StringRef, 0> lines;
    text.split(lines, '\n');
    for (llvm::StringRef line : lines) {
        bool define = line.consume_front("#define ");
        if (!define && !line.consume_front("#undef "))
            continue;
        llvm::StringRef name = line.take_while([](char c) { return isAsciiIdentifierContinue((unsigned char)c); });
        if (define)
            found[name] = line.substr(name.size()).str();
        else
            found.erase(name);
    }
    return found;
}

// The identifiers in the conditions of a header.
void add_consulted(llvm::StringRef text, const LangOptions &lang, std::set<std::string> &names) {
    Lexer lexer(SourceLocation(), lang, text.begin(), text.begin(), text.end());
    Token t;
    llvm::StringRef before[2];
    bool condition = false;
    for (lexer.LexFromRawLexer(t); t.isNot(tok::eof); lexer.LexFromRawLexer(t)) {
        llvm::StringRef word = text.substr(t.getLocation().getRawEncoding()).take_front(t.getLength());
        if (t.isAtStartOfLine())
            condition = false;
        if (condition && t.is(tok::raw_identifier))
            names.insert(word.str());
        condition |= before[0] == "#" && (word.starts_with("if") || word.starts_with("elif"));
        before[0] = word;
    }
}

class sycl_pch_action : public fe_pch_action {
  public:
    sycl_pch_action(std::string &out, fe_side of) : fe_pch_action(out), bytes(out), side(of), stream(rows) {}
    bool BeginSourceFileAction(CompilerInstance &ci) override {
        if (side == FE_DEVICE)
            fe_use_cm_spaces(ci);
        for (const auto &m : definitions(ci.getPreprocessor().getPredefines()))
            stream << ROW_MACRO << m.first() << m.second << "\n";
        for (const auto &e : ci.getHeaderSearchOpts().UserEntries)
            stream << ROW_FOLDER << e.Path << "\n";
        ci.getLangOpts().PCHInstantiateTemplates = true;
        return fe_pch_action::BeginSourceFileAction(ci);
    }
    void ExecuteAction() override {
        getCompilerInstance().getPreprocessor().addPPCallbacks(std::make_unique<name_watch>(includes, consulted));
        fe_pch_action::ExecuteAction();
        add_files();
        for (const std::string &name : includes)
            stream << ROW_INCLUDE << name << "\n";
        rows += '\0';
        rows.resize(llvm::alignTo(rows.size(), FE_PCH_ALIGN_B), '\0');
        bytes = rows + bytes;
    }

  protected:
    void parse(Sema &sema) override {
        side == FE_DEVICE ? fe_parse_sycl(sema) : ParseAST(sema);
    }

  private:
    class name_watch : public PPCallbacks {
      public:
        name_watch(std::set<std::string> &headers, std::set<std::string> &macros) : names(headers), used(macros) {}
        void MacroExpands(const Token &name, const MacroDefinition &, SourceRange, const MacroArgs *) override {
            used.insert(name.getIdentifierInfo()->getName().str());
        }
        void InclusionDirective(SourceLocation, const Token &, llvm::StringRef name, bool, CharSourceRange,
                                OptionalFileEntryRef, llvm::StringRef, llvm::StringRef, const Module *, bool,
                                SrcMgr::CharacteristicKind) override {
            names.insert(name.str());
        }

      private:
        std::set<std::string> &names, &used;
    };
    void add_files() {
        SourceManager &sm = getCompilerInstance().getSourceManager();
        std::set<std::string> stamps;
        for (auto at = sm.fileinfo_begin(); at != sm.fileinfo_end(); ++at) {
            llvm::StringRef path = at->first.getName();
            if (auto text = sm.getMemoryBufferForFileOrNone(at->first))
                add_consulted(text->getBuffer(), getCompilerInstance().getLangOpts(), consulted);
            if (!path.starts_with(FE_ROOT "/"))
                stamps.insert(file_stamp(path));
        }
        for (const std::string &name : consulted)
            stream << ROW_CONSULTED << name << "\n";
        for (const std::string &stamp : stamps)
            stream << ROW_FILE << stamp << "\n";
    }

    std::string &bytes;
    fe_side side;
    std::string rows;
    llvm::raw_string_ostream stream;
    std::set<std::string> includes, consulted;
};

// Reading

// Macros that tell about code generation: the C library's headers ask for them, to declare functions inline. NDEBUG:
// sycl.hpp includes <cassert> each time anew.
bool is_harmless(llvm::StringRef macro) {
    return llvm::is_contained({"__OPTIMIZE__", "__NO_INLINE__", "__pic__", "__PIC__", "__pie__", "__PIE__", "NDEBUG"},
                              macro);
}

// Macros that cmc defines, and that no header of the library asks for.
bool is_ours(llvm::StringRef macro) {
    return macro == "__CMC_UNIT__" || macro == "__INTEL_LLVM_COMPILER";
}

bool is_reserved(llvm::StringRef macro) {
    return macro.starts_with("_");
}

// The options of the language, with those about code generation as cmc_make_pch has them.
LangOptions without_code(const CompilerInstance &ci) {
    LangOptions lang = ci.getLangOpts();
    lang.Optimize = lang.OptimizeSize = 0;
    if (!lang.SYCLIsDevice) {
        lang.NoInlineDefine = 1;
        lang.PICLevel = 2;
        lang.PIE = 1;
    }
    return lang;
}

bool is_main_header(llvm::StringRef name) {
    return llvm::is_contained(
        {"sycl/sycl.hpp", "CL/sycl.hpp", "sycl/ext/intel/esimd.hpp", "sycl/ext/intel/experimental/esimd.hpp"}, name);
}

} // namespace

fe_sycl_pch::fe_sycl_pch(llvm::StringRef sealed) {
    const std::string seal = fe_pch_seal_text();
    if (!sealed.consume_front(seal))
        return;
    llvm::StringRef text = sealed.take_front(sealed.find('\0'));
    bytes = sealed.drop_front(llvm::alignTo(text.size() + 1, FE_PCH_ALIGN_B));
    llvm::SmallVector<llvm::StringRef, 0> lines;
    text.split(lines, '\n', -1, /*KeepEmpty=*/false);
    for (llvm::StringRef line : lines)
        rows.push_back({line[0], line.drop_front()});
}

bool fe_sycl_pch::is_consulted(llvm::StringRef macro) const {
    return llvm::any_of(rows, [&](const row &r) { return r.kind == ROW_CONSULTED && r.text == macro; });
}

// Whether one of the user's folders has a header of this name.
bool fe_sycl_pch::is_elsewhere(llvm::StringRef header) const {
    return llvm::any_of(extra_folders, [&](const std::string &dir) {
        llvm::SmallString<256> path(dir);
        llvm::sys::path::append(path, header);
        return llvm::sys::fs::exists(path);
    });
}

// The macros from the start, here and when the headers were compiled: those that differ do not affect the headers.
bool fe_sycl_pch::macros_fit(CompilerInstance &ci) {
    macros = definitions(ci.getPreprocessor().getPredefines());
    std::string text;
    for (const row &r : rows)
        if (r.kind == ROW_MACRO)
            text += "#define " + r.text.str() + "\n";
    const llvm::StringMap<std::string> then = definitions(text);
    std::vector<std::string> changed;
    for (const auto &m : macros) {
        auto other = then.find(m.first());
        if (other != then.end() && other->second == m.second)
            continue;
        changed.push_back(m.first().str());
        if (other != then.end())
            changes += "#undef " + m.first().str() + "\n";
        changes += "#define " + m.first().str() + m.second + "\n";
    }
    for (const auto &m : then)
        if (!macros.count(m.first())) {
            changed.push_back(m.first().str());
            changes += "#undef " + m.first().str() + "\n";
        }
    auto is_user = [&](llvm::StringRef name) {
        return llvm::any_of(ci.getPreprocessorOpts().Macros,
                            [&](const auto &m) { return llvm::StringRef(m.first).split('=').first == name; });
    };
    return llvm::none_of(changed, [&](const std::string &m) {
        return !is_harmless(m) && !is_ours(m) && (is_consulted(m) || (is_reserved(m) && is_user(m)));
    });
}

// The folders of headers: as when the headers were compiled, and others without headers of their names.
bool fe_sycl_pch::folders_fit(const CompilerInstance &ci) {
    std::vector<llvm::StringRef> expected;
    for (const row &r : rows)
        if (r.kind == ROW_FOLDER)
            expected.push_back(r.text);
    size_t n = 0;
    for (const auto &e : ci.getHeaderSearchOpts().UserEntries)
        if (n < expected.size() && e.Path == expected[n])
            n++;
        else
            extra_folders.push_back(e.Path);
    return n == expected.size() && (extra_folders.empty() || llvm::none_of(rows, [&](const row &r) {
                                        return r.kind == ROW_INCLUDE && is_elsewhere(r.text);
                                    }));
}

bool fe_sycl_pch::files_fit() const {
    return llvm::all_of(rows, [](const row &r) {
        return r.kind != ROW_FILE || file_stamp(r.text.split(' ').second.split(' ').second) == r.text;
    });
}

bool fe_sycl_pch::is_usable(CompilerInstance &ci) {
    const PreprocessorOptions &pp = ci.getPreprocessorOpts();
    if (!pp.Includes.empty() || !pp.MacroIncludes.empty() || !pp.ImplicitPCHInclude.empty() || !macros_fit(ci) ||
        !folders_fit(ci))
        return false;
    auto headers = [&](llvm::StringRef name) {
        return llvm::any_of(rows, [&](const row &r) { return r.kind == ROW_INCLUDE && r.text == name; });
    };
    fe_prologue before;
    before.include = [&](llvm::StringRef what, llvm::StringRef dir) {
        llvm::StringRef name = what.drop_front().drop_back();
        if (what.starts_with("\"")) {
            llvm::SmallString<256> path(dir);
            llvm::sys::path::append(path, name);
            return is_main_header(name) && !llvm::sys::fs::exists(path) ? FE_HEADERS : FE_UNKNOWN;
        }
        bool standard = name.find_first_of("./") == llvm::StringRef::npos && !is_elsewhere(name);
        return is_main_header(name) ? FE_HEADERS : standard || headers(name) ? FE_NEUTRAL : FE_UNKNOWN;
    };
    before.may_define = [&](llvm::StringRef name) { return !is_reserved(name) && !is_consulted(name); };
    before.may_ask = [](llvm::StringRef name) { return !name.starts_with("__has_"); };
    for (const auto &m : macros)
        before.macros.insert(m.first());
    SourceManager &sm = ci.getSourceManager();
    auto main = sm.getFileEntryRefForID(sm.getMainFileID());
    return main && fe_begins_with_headers(before, sm.getBufferData(sm.getMainFileID()), main->getName()) &&
           ASTReader::isAcceptableASTFile(FE_SYCL_PCH_FILE, ci.getFileManager(), ci.getModuleCache(),
                                          ci.getPCHContainerReader(), without_code(ci), ci.getTargetOpts(), pp, "") &&
           files_fit();
}

void fe_sycl_pch::start(CompilerInstance &ci) {
    used = !bytes.empty() && is_usable(ci);
    if (!used)
        return;
    ci.getPreprocessorOpts().ImplicitPCHInclude = FE_SYCL_PCH_FILE;
    // Judged here; Clang's own check takes only the same level of optimisation.
    ci.getPreprocessorOpts().DisablePCHOrModuleValidation = DisableValidationForModuleKind::PCH;
}

void fe_sycl_pch::set_macros(CompilerInstance &ci) const {
    if (used)
        ci.getPreprocessor().setPredefines(changes);
}

std::unique_ptr<FrontendAction> fe_make_sycl_pch_action(std::string &bytes, fe_side side) {
    return std::make_unique<sycl_pch_action>(bytes, side);
}
