// SPDX-License-Identifier: MIT
// Kernels of a SYCL file that are not explicit SIMD: their attributes and how many work-items a thread runs.

#ifndef CMC_FE_SIMT_H
#define CMC_FE_SIMT_H

#include <clang/Basic/Diagnostic.h>
#include <clang/Lex/Token.h>
#include <llvm/ADT/SmallVector.h>
#include <vector>

namespace clang {
class CXXMethodDecl;
class CXXRecordDecl;
class Preprocessor;
} // namespace clang
namespace llvm {
class Function;
}

// The annotation that fe_edit_kernel_attrs makes of reqd_sub_group_size.
#define FE_ANNOTATION_SUB_GROUP "cmc.sub_group_size"

// Rewrites the attributes of SYCL kernels that Clang does not know (fe_kernel_attrs.cpp).
std::vector<clang::Token> fe_edit_kernel_attrs(clang::Preprocessor &pp, const std::vector<clang::Token> &in);

// The declarations of a function object's operator (); of a generic lambda, that of the template.
llvm::SmallVector<const clang::CXXMethodDecl *, 1> fe_call_operators(const clang::CXXRecordDecl *object);

// Reports a size that is not supported for the sub-groups of a kernel with this function object.
void fe_check_sub_groups(const clang::CXXRecordDecl *object, bool is_esimd, clang::DiagnosticsEngine &diags);
// What the code of an entry says of its threads.
struct fe_threads {
    unsigned items; // work-items of a thread; 0 for explicit SIMD
    bool large_grf; // a function that the kernel reaches asks for 256 registers
};
// Answers the headers' questions in the entry's code f. Reports calls of functions that need work-items which run at
// the same time.
fe_threads fe_place_items(const clang::CXXRecordDecl *object, bool is_esimd, llvm::Function *f,
                          clang::DiagnosticsEngine &diags);

#endif
