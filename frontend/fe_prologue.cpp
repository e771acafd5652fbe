// SPDX-License-Identifier: MIT
// fe_begins_with_headers: follows the preprocessor to the first include of our headers.

#include "fe_prologue.h"

#include <clang/Lex/Lexer.h>
#include <llvm/ADT/SmallString.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/Path.h>
#include <vector>

using namespace clang;

namespace {

enum { max_depth = 8 };

// How a text ends: at an include of our headers, at its end with nothing but directives, at something else.
enum fit { FITS, ENDED, OTHER };

class walk {
  public:
    explicit walk(fe_prologue &rules) : before(rules) {
        lang.CPlusPlus = lang.LineComment = true;
    }
    fit text_fits(llvm::StringRef text, llvm::StringRef file, unsigned depth) {
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
                return OTHER;
            if (!hash || line.size() < 2)
                continue;
            llvm::StringRef rest(line[1].end(), (size_t)(line.back().end() - line[1].end()));
            if (line[1] == "include" && skipped == 0) {
                fe_include kind = before.include(rest.trim(), folder(file));
                if (kind == FE_HEADERS)
                    return FITS;
                const fit inner = kind == FE_NEUTRAL ? ENDED : include_fits(rest.trim(), file, depth);
                if (inner != ENDED)
                    return inner;
            } else if (!step(line[1], line.size() > 2 ? line[2] : "", skipped)) {
                return OTHER;
            }
        }
        return ENDED;
    }

  private:
    static llvm::StringRef folder(llvm::StringRef file) {
        llvm::StringRef dir = llvm::sys::path::parent_path(file);
        return dir.empty() ? "." : dir;
    }
    fit include_fits(llvm::StringRef what, llvm::StringRef file, unsigned depth) {
        if (depth == max_depth || !what.consume_front("\"") || !what.consume_back("\""))
            return OTHER;
        llvm::SmallString<256> path(llvm::sys::path::parent_path(file));
        llvm::sys::path::append(path, what);
        auto text = llvm::MemoryBuffer::getFile(path);
        return text ? text_fits((*text)->getBuffer(), path, depth + 1) : OTHER;
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
            skipped = (before.macros.count(name) != 0) != (what == "ifdef");
            return before.may_ask(name);
        }
        if (what == "else")
            skipped = 1;
        if (what == "define") {
            before.macros.insert(name);
            return before.may_define(name);
        }
        return what == "else" || what == "endif" || (what == "pragma" && name == "once");
    }

    fe_prologue &before;
    LangOptions lang;
};

} // namespace

bool fe_begins_with_headers(fe_prologue &before, llvm::StringRef text, llvm::StringRef file) {
    return walk(before).text_fits(text, file, 0) == FITS;
}
