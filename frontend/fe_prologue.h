// SPDX-License-Identifier: MIT
// What precedes the first include of our headers in a file: whether the headers may as well precede the whole file.

#ifndef CMC_FE_PROLOGUE_H
#define CMC_FE_PROLOGUE_H

#include <functional>
#include <llvm/ADT/StringRef.h>
#include <llvm/ADT/StringSet.h>

// An include: of our headers; of one whose order beside ours does not matter; of another one, which is searched if its
// name is in quotes.
enum fe_include { FE_HEADERS, FE_NEUTRAL, FE_UNKNOWN };

struct fe_prologue {
    // what: with its quotes or brackets. dir: the folder of the file that includes it.
    std::function<fe_include(llvm::StringRef what, llvm::StringRef dir)> include;
    std::function<bool(llvm::StringRef macro)> may_define; // false: the macro affects the headers
    std::function<bool(llvm::StringRef macro)> may_ask;    // false: macros does not tell whether it is defined
    llvm::StringSet<> macros;                              // those that are defined
};

// Whether only comments, macros that do not affect the headers, neutral includes and skipped text precede the include
// of our headers. Follows simple cases only; adds macros to before.
bool fe_begins_with_headers(fe_prologue &before, llvm::StringRef text, llvm::StringRef file);

#endif
