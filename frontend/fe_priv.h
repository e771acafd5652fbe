// SPDX-License-Identifier: MIT
// Internals of frontend/: embedded headers, the macros of a target, and the parts of one compilation.

#ifndef CMC_FE_PRIV_H
#define CMC_FE_PRIV_H

#include <cmc/frontend.h>

#ifdef __cplusplus
extern "C" {
#endif

// The root of the embedded headers in the virtual file system. Nothing on disk may have this name.
#define FE_ROOT "/cmc-builtin"

// Replaces Clang's message, which appears where a letter is not a constraint on any target.
#define FE_UNKNOWN_CONSTRAINT                                                                                          \
    "unknown constraint in inline assembly; expected r, rw, a, cr, i, n, F or the number of an output"

// The precompiled file; the result has the same path.
#define FE_PCH_SOURCE FE_ROOT "/pch.h"
#define FE_PCH_TEXT   "#include <cm/cm.h>\n"
#define FE_PCH_FILE   FE_ROOT "/cm.pch"

typedef struct fe_header {
    const char *name; // below FE_ROOT
    const char *text; // NUL after len bytes
    size_t len;
} fe_header;
extern const fe_header fe_headers[];
extern const size_t fe_header_count;

// Adds the predefined macros of a target (cm-language.md section 21) as "NAME=VALUE" strings to out, an arena vector
// of strings. product: as in fe_opts. CMC_ERR_USER when the target is unknown.
cmc_status fe_target_macros(cmc_arena *a, const char *target, const char *product, cmc_words *out, cmc_diag *d);
// Whether a product has macros of its own, so that the precompiled headers of its target do not fit.
bool fe_is_product(const char *name);

#ifdef __cplusplus
}

#include <clang/AST/ASTConsumer.h>
#include <clang/Basic/Diagnostic.h>
#include <clang/CodeGen/ModuleBuilder.h>
#include <functional>
#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <llvm/Support/VirtualFileSystem.h>

namespace clang {
class ClassTemplateSpecializationDecl;
class CompilerInstance;
class FrontendAction;
class Sema;
} // namespace clang
namespace llvm {
class DataLayout;
class Function;
class IRBuilderBase;
class Type;
class Value;
} // namespace llvm

// Clang's messages on their way to a cmc_diag.
class fe_diag_consumer : public clang::DiagnosticConsumer {
  public:
    // The name that an error's unknown name may mean, or "".
    std::function<std::string(const clang::Diagnostic &)> suggest;
};

// Forwards Clang's messages to d. An error inside an embedded header is moved to the user's line that led there.
std::unique_ptr<fe_diag_consumer> fe_make_diag_consumer(cmc_diag *d);
// Rewrites a message of Clang for users of the language (fe_advice.cpp). name is what an unknown name may mean, or "";
// returns whether the message now suggests it. sycl: of a SYCL file.
bool fe_rewrite_message(std::string &text, const std::string &name, bool sycl);
extern const char fe_value_advice[]; // for assignments to a value
// From here on, messages show the types of the headers' results in resolved form.
void fe_name_types(clang::DiagnosticsEngine &diags, clang::ASTContext &context);

// The headers' conditions are errors only in code that can be called. Call fe_defer_conditions before parsing, the two
// others with the parser's sema: before the first token, and once everything is parsed. The last reports what was
// deferred.
void fe_defer_conditions(clang::DiagnosticsEngine &diags);
void fe_begin_conditions(clang::Sema &sema);
void fe_report_conditions(clang::Sema &sema);

// The functions that a translation unit's code can call, with the user's place of the first call found.
class fe_reach {
  public:
    explicit fe_reach(clang::ASTContext &ctx);
    bool has(const clang::FunctionDecl *f) const;
    // Whether the code has a call whose closing parenthesis is at end.
    bool has_call(clang::SourceLocation end) const;
    // Whether a function in the code is about all classes that c is about. Such a function may use c, which Clang
    // instantiates only once.
    bool uses(const clang::ClassTemplateSpecializationDecl *c) const;
    clang::SourceLocation user_call(const clang::FunctionDecl *f) const;
    // Whether the code has a part that Clang gave up, as a call that returns a class it refuses.
    bool is_broken() const {
        return broken;
    }

  private:
    class walk;
    bool broken = false;
    llvm::DenseMap<const clang::FunctionDecl *, clang::SourceLocation> functions;
    llvm::DenseSet<clang::SourceLocation> calls;
};

// Reports statements that are not allowed inside SIMD control flow.
void fe_check_simdcf(clang::Decl *d, clang::DiagnosticsEngine &diags);

// Settings changed by options of older compilers, which the command line passes as macros.
struct fe_dialect {
    bool pointers;     // -fcm-pointer: kernels may take pointers
    bool plain_images; // -vc-use-plain-2d-images: image2d_t has no media blocks
    bool bind_globals; // -fvolatile-global: file-scope variables are kept in registers
    bool init_globals; // -mCM_init_global: these are initialised to zero
    bool doubles;      // the target supports double
    bool sycl;         // not the CM language, but the device side of a SYCL file
    std::string unit;  // the end of the kernels' names: distinguishes files
};

// A line and a column: of a loop, or of the pragma before it.
using fe_place = std::pair<unsigned, unsigned>;
using fe_unroll_places = std::map<fe_place, fe_place>;
void fe_find_unroll(clang::Decl *d, const clang::SourceManager &sm, fe_unroll_places &places);
void fe_place_unroll(llvm::Module &mod, const fe_unroll_places &places);

// Finds the kernels of a translation unit and checks their signatures as it is parsed.
class fe_kernel_finder : public clang::ASTConsumer {
  public:
    fe_kernel_finder(clang::DiagnosticsEngine &engine, const fe_dialect &d) : diags(engine), dialect(d) {}
    bool HandleTopLevelDecl(clang::DeclGroupRef group) override;
    // After code generation: marks kernels, makes everything else internal and requests inlining. Errors go to the
    // diagnostics engine.
    void finish_module(clang::CodeGenerator &gen, llvm::Module &mod);
    size_t kernel_count() const {
        return kernels.size();
    }
    // A kernel that was declared but not defined, or NULL.
    const clang::FunctionDecl *declared() const {
        return without_body;
    }
    // Lists the kernels in opts.kernels, and passes over those of opts.leave_out.
    void set_lists(const fe_opts &opts) {
        lists = &opts;
    }
    bool leaves_out(const clang::Decl *d) const;
    // In a SYCL file: whether f is a kernel so far.
    bool is_found(const clang::FunctionDecl *f) const;
    // In a SYCL file, once it is parsed: decides which functions are kernels, and has code generated for them.
    void keep_kernels();

  private:
    void visit(clang::Decl *d);
    void visit_device(clang::Decl *d);
    void check(const clang::FunctionDecl *f);
    clang::DiagnosticsEngine &diags;
    fe_dialect dialect;
    const fe_opts *lists = nullptr;
    llvm::SmallVector<const clang::FunctionDecl *, 8> kernels;
    llvm::SmallVector<const clang::FunctionDecl *, 8> marked;  // of a SYCL file: functions marked as kernels
    llvm::SmallVector<const clang::FunctionDecl *, 8> entries; // of a SYCL file: those of the headers
    const clang::FunctionDecl *without_body = nullptr;
    fe_unroll_places unrolled;
    llvm::SmallVector<const clang::VarDecl *, 8> volatiles;
    llvm::SmallVector<const clang::VarDecl *, 8> surfaces; // file-scope variables that have no initial surface
};

// The device side of a SYCL file (fe_sycl.cpp): options of cc1; the consumers, given finder and generator, which owned
// owns; address spaces as in the CM language, before the AST exists; removal of what only a host uses.
cmc_status fe_sycl_args(cmc_arena *a, llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> disk, cmc_words *args);
std::unique_ptr<clang::ASTConsumer> fe_device_consumers(fe_kernel_finder *finder, clang::ASTConsumer *generator,
                                                        std::vector<std::unique_ptr<clang::ASTConsumer>> owned);
// A program and its arguments. The jobs of Clang's driver for a command line; none after an error.
using fe_job = std::vector<std::string>;
std::vector<fe_job> fe_driver_jobs(llvm::ArrayRef<const char *> line, const char *resource_dir,
                                   llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> disk,
                                   clang::DiagnosticsEngine &diags);
// The disk, with the embedded headers under FE_ROOT. pch: precompiled headers of SYCL, or empty.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> fe_file_system(llvm::StringRef sycl_pch);
// The mark of a SYCL file in the names of its kernels, which drv_sycl_compile chooses.
std::string fe_unit_mark(const clang::CompilerInstance &ci);
enum { FE_LOCAL_SPACE = 3 }; // of LLVM's pointers to shared local memory
void fe_use_cm_spaces(clang::CompilerInstance &ci);
void fe_drop_host_code(llvm::Module &mod);
// Whether a variable is kept in its register.
bool fe_is_volatile(const clang::VarDecl *v);

// A structure as a kernel argument: the vector of its bytes, and the stores to an object's members.
llvm::Type *fe_struct_value(llvm::Type *t, const llvm::DataLayout &dl);
void fe_store_struct(llvm::IRBuilderBase &b, llvm::Value *bytes, llvm::Value *slot, llvm::Type *t,
                     const llvm::DataLayout &dl);

// Whether f is not inlined because of its declaration. If so, marks f and describes its parameters: byref(T) for a
// reference to a T, "cmc_in" for a constant one, "cmc_copy" for an object by value, "cmc_ref"="i32 16 0" for a
// reference to 16 int's (the last number is the length of a matrix's row).
bool fe_keep_function(clang::CodeGenerator &gen, llvm::Function &f);

// Reports C++ features that kernels do not support, in one top-level declaration of the user.
void fe_check_subset(clang::DiagnosticsEngine &diags, clang::Decl *d, const fe_dialect &dialect);

// Gives an integer variable whose initial value overflows, as in (1 << 31) - 1, the value that wraps around. Clang has
// warned. False where the value is not constant.
bool fe_fold_overflow(const clang::VarDecl *v);

// Folds calls of constexpr functions with constant arguments in one top-level declaration.
void fe_fold_calls(clang::Decl *d);

// Writes dependency files without our headers. Call before ci creates its preprocessor.
void fe_write_deps(clang::CompilerInstance &ci);
void fe_list_files(clang::CompilerInstance &ci, const fe_opts &opts); // into opts.files

// Warns where printf conversions do not match their arguments. Call once everything is parsed.
void fe_check_printf(clang::Sema &sema);

// From here on, errors about unknown names suggest a similar one (fe_typos.cpp).
void fe_suggest_names(clang::Sema &sema);

// Checks calls of the members of vector and matrix. Call once everything is parsed.
void fe_check_members(clang::Sema &sema);
// Warns where a vector or matrix is read before it has a value. Call once everything is parsed.
void fe_check_values(clang::ASTContext &context, clang::DiagnosticsEngine &diags);

// Parses the main file of sema's preprocessor and passes everything to sema's consumer. skips: the consumer may pass
// over bodies of functions (shouldSkipFunctionBody).
void fe_parse(clang::Sema &sema, bool skips);
// The same for the device side of a SYCL file, which has no extensions of C++.
void fe_parse_sycl(clang::Sema &sema);

// The precompiled headers of opts without their seal; empty where using them could make a difference. implicit: they
// precede the file in any case.
llvm::StringRef fe_pch_if_it_fits(const fe_opts &opts, bool implicit);
// Whether a macro affects our headers: a macro or a switch of theirs, or one of Clang or of the target. All others are
// hidden from them (fe_macros.cpp).
bool fe_is_switch(llvm::StringRef macro);
// Whether the main file of ci relies on the compiler to include cm/cm.h. Uses up ci, and reports nothing.
bool fe_needs_header(clang::CompilerInstance &ci);
// Parses the main file and writes its precompiled form to bytes.
std::unique_ptr<clang::FrontendAction> fe_make_pch_action(std::string &bytes);
// Appends bytes to out in the form that fe_opts.pch takes.
void fe_pch_seal(const std::string &bytes, cmc_str *out);
// fe_make_sycl_pch for the host.
cmc_status fe_make_host_pch(cmc_str *out, cmc_diag *d);

// The text with which fe_attrs.cpp records each attribute of the language.
#define FE_ATTR_KERNEL   "cm.kernel"
#define FE_DIALECT_ESIMD "cmc.esimd"    // named metadata of a module from a SYCL file, for the words of messages
#define FE_ATTR_ESIMD    "cm.esimd"     // __attribute__((cmc_esimd)) of a function object
#define FE_ATTR_ENTRY    "cm.entry"     // __attribute__((cmc_entry)): a template of the SYCL headers
#define FE_ATTR_FLOAT    "cm.float:"    // followed by the number of __declspec(cm_float_control(n))
#define FE_ATTR_STACK    "cm.stackcall" // __declspec(genx_stackcall)
#define FE_ATTR_GRF      "cm.grf:"      // followed by the number of __declspec(genx_grf_count(n))
#define FE_ATTR_VOLATILE "cm.volatile:" // followed by the byte of __declspec(genx_volatile(n)), or nothing
#define FE_ATTR_TYPE     "cm.type:"     // followed by the text of [[type("...")]]

// The attribute that fe_tokens.cpp adds to declarations that begin with __local.
#define FE_LOCAL_VARIABLE "cm_local_variable"

// References fe_attrs.cpp, whose registrations would otherwise not be linked.
void fe_register_attributes();
#endif
#endif
