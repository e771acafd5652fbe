// SPDX-License-Identifier: MIT
// Clang's diagnostics -> cmc_diag.
//
// An error is held back until the next one, because the notes behind it say where a template of our
// headers was used: a message that Clang places inside an embedded header is moved to the first
// place of the user's among its notes ("in instantiation of ... requested here"), and the notes
// inside our headers are dropped. What a user reads then names only the user's files.

#include "fe_priv.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/ASTDiagnostic.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/Basic/DiagnosticIDs.h>
#include <clang/Basic/DiagnosticSema.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Lex/Lexer.h>
#include <llvm/ADT/SmallString.h>
#include <cstring>
#include <set>
#include <string>
#include <vector>

using namespace clang;

namespace {

struct message {
    cmc_severity severity;
    std::string file; // empty: no location
    unsigned line = 0, col = 0;
    bool in_header = false;
    std::string text;
    std::string group; // "-Wunused-variable"
    unsigned len = 0;  // columns that it is about
    std::string fix;   // proposal at fix_col, instead of fix_len columns
    unsigned fix_col = 0, fix_len = 0;
};

class diag_consumer : public DiagnosticConsumer {
  public:
    explicit diag_consumer(cmc_diag *d) : out(d) {}
    ~diag_consumer() override {
        flush();
    }
    void HandleDiagnostic(DiagnosticsEngine::Level level, const Diagnostic &info) override {
        DiagnosticConsumer::HandleDiagnostic(level, info);
        if (level == DiagnosticsEngine::Ignored || level == DiagnosticsEngine::Remark)
            return;
        if (level != DiagnosticsEngine::Note)
            flush();
        message m = make_message(level, info);
        // Intel's headers, and kernels that copy from them, make errors of that group, which their compiler has.
        if (m.text.find("unknown warning group '-Wgen-target'") == std::string::npos)
            held.push_back(m);
    }
    void finish() override {
        flush();
    }

  private:
    static constexpr size_t max_notes = 6;
    static constexpr const char *value = "; what iselect, replicate and operators make is a value, and so is a part of "
                                         "a const object; select, row and column of "
                                         "others can be written to";

    // What to do instead, behind messages of Clang that do not say it; in place of those that say something else to do.
    static void advise(message &m) {
        static constexpr const char *standard = "; a kernel includes no standard header, cm/cm.h has what there is";
        static const struct {
            const char *end, *advice;
        } table[] = {
            {"'cm.h' file not found", "; it is cm/cm.h"},
            {"'cm_rt.h' file not found", "; that is the host's, a kernel includes cm/cm.h"},
            {"'stdio.h' file not found", standard},
            {"'stdlib.h' file not found", standard},
            {"'string.h' file not found", standard},
            {"'math.h' file not found", standard},
            {"'assert.h' file not found", standard},
            {".h' file not found", ""},
            {"' file not found", standard},
            {"with exceptions disabled", "; nothing could catch it on the GPU, return a code"},
            {"storage is not supported for the current target", "; variables of the file belong to the thread already"},
            {"arrays are not supported for the current target",
             "; the length is a constant, for arrays live in registers"},
            {"before using the 'typeid' operator",
             "=a kernel has no run-time type information; use overloads or a template parameter"},
            {"requires -frtti", "; use overloads or a template parameter"},
            {"placement new expression; include <new>", "=a kernel has no heap; declare a vector or an array"},
            {"undeclared identifier 'malloc'", "; a kernel has no heap: declare a vector or an array"},
            {"undeclared identifier 'memcpy'",
             "; assign vectors, or read and write memory by cm_ptr_load, cm_svm_block_read, ..."},
            {"undeclared identifier 'memset'", "; assign a number to a vector"},
            {"undeclared identifier 'assert'", "; a kernel cannot stop: use static_assert or printf"},
            {"member function for call to 'select'", "; a vector has select<size, stride>(i), a matrix select<rows, "
                                                     "row stride, columns, column stride>(i, j), all of "
                                                     "them constants but i and j"},
            {"function for call to 'read'", "; there are read(surface, byte offset, v), read(surface, x, y, m) and "
                                            "read(surface, element, element offsets, v), and v "
                                            "is something to write to"},
            {"function for call to 'write'", "; there are write(surface, byte offset, v), write(surface, x, y, m) and "
                                             "write(surface, element, element offsets, v)"},
            {"expression is not assignable", "; a value, or an element of a const object, is not written to"},
            {"undeclared identifier 'cmtl'", "; #include <cm/cmtl.h>"},
            {"reference to non-static member function must be called; did you mean to call it with no arguments?",
             "=a member function is called: behind its name stand parentheses"},
            {"excess elements in vector initializer", "=more values than elements"},
            {"member function for call to 'format'", "; there are format<type>() and format<type, rows, columns>()"},
            {"member function for call to 'replicate'", "; there are replicate<n>(), replicate<n, width>(i), <n, "
                                                        "vstride, width>(i) and <n, vstride, width, stride>(i), "
                                                        "all of them constants but i"},
            {"member function for call to 'row'", "; there is row(i)"},
            {"member function for call to 'column'", "; there is column(j)"},
            {"member function for call to 'select_all'", "; there is select_all()"},
            {"member function for call to 'iselect'",
             "; there are iselect(indices), and iselect(rows, columns) of a matrix"},
            {"undeclared identifier 'select'", "; it is a member: v.select<size, stride>(i)"},
            {"undeclared identifier 'replicate'", "; it is a member: v.replicate<n, width>(i)"},
            {"undeclared identifier 'iselect'", "; it is a member: v.iselect(indices)"},
            {"undeclared identifier 'format'", "; it is a member: v.format<type>()"},
            {"undeclared identifier 'any'", "; it is a member: mask.any()"},
            {"undeclared identifier 'all'", "; it is a member: mask.all()"},
            {"unknown type name '_GENX_MAIN'", "; did you mean '_GENX_MAIN_'?"},
            {"unknown type name '__GENX_MAIN__'", "; did you mean '_GENX_MAIN_'?"},
            {"unknown type name 'GENX_MAIN'", "; did you mean '_GENX_MAIN_'?"},
            {"unknown type name '__kernel'", "; a kernel is marked by _GENX_MAIN_"},
            {"unknown type name '__global__'", "; a kernel is marked by _GENX_MAIN_"},
            {"undeclared identifier 'clamp'", "; write cm_min(cm_max(v, low), high)"},
            {"no viable 'begin' function available", "; count an index, and take v(i)"},
            {"member function for call to 'merge'",
             "; there are merge(values, mask) and merge(if set, if clear, mask)"},
            {"unknown type name '_GENX_MAIN_'", "; #include <cm/cm.h>"},
            {"unknown type name 'SurfaceIndex'", "; #include <cm/cm.h>"},
            {"no template named 'vector'", "; #include <cm/cm.h>"},
            {"no template named 'matrix'", "; #include <cm/cm.h>"},
            {"no template named 'simd'", "; it is vector<type, elements> here"},
        };
        for (const auto &row : table)
            if (llvm::StringRef(m.text).ends_with(row.end)) {
                m.text = row.advice[0] == '=' ? row.advice + 1 : m.text + row.advice;
                return;
            }
        explain_types(m);
        show_form(m);
        name_output(m);
    }

    // Of dependency files.
    static void name_output(message &m) {
        static constexpr const char *opening = "error opening '";
        if (m.text.compare(0, strlen(opening), opening) == 0)
            m.text = "cannot write '" + m.text.substr(strlen(opening));
    }

    // How a function is called, for Clang names no function of ours that could have been meant.
    static void show_form(message &m) {
        static const char *const forms[] = {
#define FE_FORM(text) text,
#include "fe_forms.def"
#undef FE_FORM
        };
        llvm::StringRef name = m.text;
        if (name.consume_front("no matching function for call to '") && name.consume_back("'"))
            for (const char *form : forms)
                if (name == llvm::StringRef(form).take_until([](char c) { return c == '<' || c == '('; })) {
                    m.text += std::string("; the form is ") + form;
                    return;
                }
    }

    // Messages that name types or names of many kinds, by how they begin and a part behind that.
    static void explain_types(message &m) {
        static constexpr const char *bound = "; a reference is bound where it is declared, to an object of its type "
                                             "and size, as in vector_ref<int, 4> r = "
                                             "v.select<4, 1>(0)";
        static constexpr const char *sizes = "; sizes must agree: select or replicate the part that you mean";
        static constexpr const char *surface = "; a SurfaceIndex names a surface and is no number";
        static constexpr const char *one_type =
            "; a condition chooses between objects of one type; choose element by element with merge";
        static constexpr const char *operands = "; vectors are computed with vectors, matrices and numbers";
        static constexpr const char *members =
            "; functions stand before their operands, as in cm_abs(v), and an element is v(i)";
        static constexpr const char *made_of = "; it is made of a number, of numbers, or of an array, vector or matrix";
        static constexpr const char *binds =
            "; a reference is bound to an object or a part of one, of its type and size";
        static constexpr const char *constraint = "=" FE_UNKNOWN_CONSTRAINT; // which fe_subset.cpp says too
        static constexpr const char *fixed = "; the object is const";
        static constexpr const char *element = "; take an element, as in v(0), or a sum of all by cm_sum";
        static const struct {
            const char *begin, *part, *advice;
        } table[] = {
            {"invalid output constraint '", "' in asm", constraint},
            {"invalid input constraint '", "' in asm", constraint},
            {"unknown type name 'LSC_SCOPE_", "", "; write LSC_SCOPE:: in front of it"},
            {"use of undeclared identifier 'LSC_SCOPE_", "", "; write LSC_SCOPE:: in front of it"},
            {"use of undeclared identifier 'LSC_FENCE_OP_", "", "; write LSC_FENCE_OP:: in front of it"},
            {"use of undeclared identifier 'LSC_UG", "", "; write LSC_SFID:: in front of it"},
            {"use of undeclared identifier 'LSC_TGM'", "", "; write LSC_SFID:: in front of it"},
            {"use of undeclared identifier 'LSC_SLM'", "", "; write LSC_SFID:: in front of it"},
            {"cannot initialize a variable of type 'SurfaceIndex'", "",
             "; a surface is an argument of the kernel, one of a fixed number is (SurfaceIndex)3"},
            {"no matching constructor for initialization of 'SamplerIndex'", "",
             "; samplers are not supported; read pixels with read_typed or a media block"},
            {"unknown type name 'VME", "", "; the video motion engine is not supported; compare blocks with cm_sad2"},
            {"use of undeclared identifier 'VME_", "",
             "; the video motion engine is not supported; compare blocks with cm_sad2"},
            {"no matching constructor for initialization of 'vector_ref<", "", bound},
            {"no matching constructor for initialization of 'matrix_ref<", "", bound},
            {"no viable conversion from ", " to 'vector_ref<", bound},
            {"no viable conversion from ", " to 'matrix_ref<", bound},
            {"cannot increment value of type 'const ", "", fixed},
            {"cannot decrement value of type 'const ", "", fixed},
            {"cannot increment value of type 'vector<", "", value},
            {"cannot decrement value of type 'vector<", "", value},
            {"cannot increment value of type 'matrix<", "", value},
            {"cannot decrement value of type 'matrix<", "", value},
            {"no viable conversion from 'vector", " to 'vector<", sizes},
            {"no viable conversion from 'vector", " to 'matrix<", sizes},
            {"no viable conversion from 'matrix", " to 'vector<", sizes},
            {"no viable conversion from 'matrix", " to 'matrix<", sizes},
            {"no viable conversion from 'vector", " to 'int'", element},
            {"no viable conversion from 'vector", " to 'uint'", element},
            {"no viable conversion from 'vector", " to 'short'", element},
            {"no viable conversion from 'vector", " to 'ushort'", element},
            {"no viable conversion from 'vector", " to 'half'", element},
            {"no viable conversion from 'vector", " to 'float'", element},
            {"no viable conversion from 'vector", " to 'double'", element},
            {"assigning to ", " from incompatible type 'vector", element},
            {"no viable conversion from 'vector", " to 'bool'",
             "; ask mask.any() or mask.all(), or take an element, as in v(0)"},
            {"no matching conversion for ", " from 'vector", element},
            {"no matching conversion for ", " from 'matrix", element},
            {"invalid operands to binary expression ('computed_t<", "SurfaceIndex'",
             "=invalid operands to binary expression; a SurfaceIndex names a surface and is no number"},
            {"invalid operands to binary expression ('SurfaceIndex", "", surface},
            {"invalid operands to binary expression (", " and 'SurfaceIndex')", surface},
            {"invalid operands to binary expression ('vector", "", operands},
            {"invalid operands to binary expression ('matrix", "", operands},
            {"invalid operands to binary expression (", " and 'vector", element},
            {"invalid operands to binary expression (", " and 'matrix", element},
            {"no viable conversion from 'SurfaceIndex'", "", surface},
            {"cannot initialize a variable of type ", " of type 'SurfaceIndex'", surface},
            {"cannot initialize a parameter of type ", " of type 'SurfaceIndex'", surface},
            {"assigning to ", " from incompatible type 'SurfaceIndex'", surface},
            {"no member named 'row' in 'vector", "", "; rows and columns are a matrix's"},
            {"no member named 'n_rows' in 'vector", "", "; rows and columns are a matrix's"},
            {"no member named 'n_cols' in 'vector", "", "; rows and columns are a matrix's"},
            {"no member named 'size' in 'vector", "", "; the number of elements is n_elems()"},
            {"no member named 'size' in 'matrix", "", "; the number of elements is n_elems()"},
            {"no member named 'length' in 'vector", "", "; the number of elements is n_elems()"},
            {"no member named 'length' in 'matrix", "", "; the number of elements is n_elems()"},
            {"no member named 'column' in 'vector", "", "; rows and columns are a matrix's"},
            {"no member named 'genx_select' in 'vector", "", "; it is replicate<repeat, vstride, width, hstride>(i)"},
            {"no member named 'genx_select' in 'matrix", "", "; it is replicate<repeat, vstride, width, hstride>(i)"},
            {"no member named ", " in 'vector", members},
            {"no member named ", " in 'matrix", members},
            {"no member named 'min' in namespace 'std'", "", "=no member named 'min' in namespace 'std'; it is cm_min"},
            {"no member named 'max' in namespace 'std'", "", "=no member named 'max' in namespace 'std'; it is cm_max"},
            {"no member named 'abs' in namespace 'std'", "", "=no member named 'abs' in namespace 'std'; it is cm_abs"},
            {"no member named ", " in namespace 'std'", "; cm/cm.h has what there is of the standard library"},
            {"no matching constructor for initialization of 'vector<", "", made_of},
            {"no matching constructor for initialization of 'matrix<", "", made_of},
            {"no matching constructor for initialization of 'block_2d_desc<", "",
             "; it takes (pointer, height - 1, width - 1, pitch - 1, x, y)"},
            {"candidate function not viable: no known conversion from ", " to 'vector_ref<", binds},
            {"candidate function not viable: no known conversion from ", " to 'matrix_ref<", binds},
            {"statement requires expression of integer type ('vector", "", element},
            {"no matching function for call to object of type 'matrix", "",
             "; an element of a matrix is m(i, j), a row m.row(i)"},
            {"no matching function for call to object of type 'vector", "", "; an element of a vector is v(i)"},
            {"cannot pass object of ", " through variadic function",
             "=a vector is no argument behind '...'; pass its elements, or write a template"},
            {"conditional expression is ambiguous; 'vector<", "", one_type},
            {"incompatible operand types ('vector", "", one_type},
            {"incompatible operand types ('matrix", "", one_type},
            {"use of undeclared identifier 'abs'", "", "=use of undeclared identifier 'abs'; it is cm_abs"},
            {"use of undeclared identifier 'min'", "", "=use of undeclared identifier 'min'; it is cm_min"},
            {"use of undeclared identifier 'max'", "", "=use of undeclared identifier 'max'; it is cm_max"},
            {"use of undeclared identifier 'popcount'", "", "; it is cm_cbit"},
            {"use of undeclared identifier 'clz'", "", "; it is cm_lzd"},
            {"use of undeclared identifier 'mad'", "", "=use of undeclared identifier 'mad'; write a * b + c"},
            {"use of undeclared identifier 'barrier'", "",
             "=use of undeclared identifier 'barrier'; it is cm_barrier()"},
        };
        for (const auto &row : table) {
            size_t part = m.text.find(row.part, strlen(row.begin));
            if (m.text.compare(0, strlen(row.begin), row.begin) == 0 && part != std::string::npos) {
                m.text = row.advice[0] == '=' ? row.advice + 1 : m.text + row.advice;
                return;
            }
        }
    }

    // 'vector<int, 8 aka 8>', as Clang writes a template's argument that another template names.
    static void say_once(std::string &text) {
        for (size_t at = text.find(" aka "); at != std::string::npos; at = text.find(" aka ", at + 1)) {
            size_t first = at;
            while (first > 0 && isdigit((unsigned char)text[first - 1]))
                first--;
            size_t n = at - first;
            if (n > 0 && text.compare(at + 5, n, text, first, n) == 0 && !isdigit((unsigned char)text[at + 5 + n]))
                text.erase(at, 5 + n);
        }
    }

    // Clang corrects spelling to names of the headers too, which are nothing to write in a kernel.
    static void hide_own_names(std::string &text) {
        size_t at = text.find("; did you mean 'detail::");
        if (at != std::string::npos)
            text.erase(at);
    }

    // break and continue are what macros of ours stand for.
    static void name_macro(message &m, const Diagnostic &info) {
        if (!info.getLocation().isMacroID() || m.text.find("statement not in") == std::string::npos)
            return;
        llvm::StringRef macro =
            Lexer::getImmediateMacroName(info.getLocation(), info.getSourceManager(), LangOptions());
        if (macro.starts_with("SIMD_"))
            m.text = macro.str() + " is not directly inside SIMD_DO_WHILE_BEGIN ... SIMD_DO_WHILE_END";
    }

    static message make_message(DiagnosticsEngine::Level level, const Diagnostic &info) {
        message m;
        m.severity = level == DiagnosticsEngine::Note      ? CMC_NOTE
                     : level == DiagnosticsEngine::Warning ? CMC_WARNING
                                                           : CMC_ERROR;
        llvm::SmallString<256> text;
        info.FormatDiagnostic(text);
        m.text = text.str().str();
        // Clang prefixes the text of static_assert; what our headers say there is a whole sentence.
        static const char prefix[] = "static assertion failed due to requirement ";
        if (m.text.compare(0, sizeof(prefix) - 1, prefix) == 0) {
            size_t colon = m.text.find("': ");
            if (colon != std::string::npos)
                m.text = m.text.substr(colon + 3);
        }
        say_once(m.text);
        static constexpr const char *address = "'detail::address' (aka 'unsigned long')"; // what our headers call it
        if (size_t at = m.text.find(address); at != std::string::npos)
            m.text.replace(at, strlen(address), "'svmptr_t'");
        hide_own_names(m.text);
        advise(m);
        // = delete("reason"): the reason is what the user should read.
        static const char *const leads[] = {"overload resolution selected deleted operator", "call to deleted"};
        for (const char *lead : leads)
            if (m.text.compare(0, strlen(lead), lead) == 0 && m.text.find("': ") != std::string::npos)
                m.text = m.text.substr(m.text.find("': ") + 3);

        if (info.getLocation().isValid() && info.hasSourceManager()) {
            bool of_call =
                info.getID() == diag::err_diagnose_if_succeeded || info.getID() == diag::warn_diagnose_if_succeeded;
            locate(m, info.getSourceManager(),
                   of_call ? call_of(info.getSourceManager(), info.getLocation()) : info.getLocation());
            name_macro(m, info);
            add_range(m, info);
            add_fix(m, info);
        }
        if (level == DiagnosticsEngine::Warning) {
            llvm::StringRef flag = info.getDiags()->getDiagnosticIDs()->getWarningOptionForDiag(info.getID());
            m.group = flag.empty() ? "" : "-W" + flag.str();
        }
        return m;
    }

    // Columns of a character range that lies in the message's line; false when it does not.
    static bool columns(const message &m, const Diagnostic &info, const CharSourceRange &range, unsigned (&at)[2]) {
        unsigned &first = at[0], &end = at[1];
        const SourceManager &sm = info.getSourceManager();
        if (range.isInvalid() || range.getBegin().isMacroID() || range.getEnd().isMacroID())
            return false;
        PresumedLoc a = sm.getPresumedLoc(range.getBegin()), b = sm.getPresumedLoc(range.getEnd());
        if (a.isInvalid() || b.isInvalid() || a.getLine() != m.line || b.getLine() != m.line ||
            m.file != a.getFilename())
            return false;
        first = a.getColumn();
        end = b.getColumn();
        if (range.isTokenRange())
            end += Lexer::MeasureTokenLength(range.getEnd(), sm, LangOptions());
        return end >= first;
    }

    // The range that begins at the caret. Clang draws others too; one line of tildes is what fits a single caret.
    static void add_range(message &m, const Diagnostic &info) {
        for (const CharSourceRange &range : info.getRanges()) {
            unsigned at[2];
            if (columns(m, info, range, at) && at[0] <= m.col && at[1] > m.col)
                m.len = at[1] - m.col;
        }
    }

    static void add_fix(message &m, const Diagnostic &info) {
        if (info.getNumFixItHints() != 1)
            return;
        const FixItHint &hint = info.getFixItHints()[0];
        unsigned at[2];
        if (hint.CodeToInsert.empty() || hint.CodeToInsert.find('\n') != std::string::npos ||
            hint.CodeToInsert.compare(0, 8, "detail::") == 0 || !columns(m, info, hint.RemoveRange, at))
            return;
        m.fix = hint.CodeToInsert;
        m.fix_col = at[0];
        m.fix_len = at[1] - at[0];
    }

    // Conditions of our headers on a call's arguments are reported at its closing parenthesis: the place of the
    // function's name.
    static SourceLocation call_of(const SourceManager &sm, SourceLocation paren) {
        bool bad = false;
        auto [file, at] = sm.getDecomposedLoc(paren);
        llvm::StringRef text = sm.getBufferData(file, &bad);
        size_t i = at + 1, open = 0;
        if (bad || paren.isMacroID() || at >= text.size() || text[at] != ')')
            return paren;
        do {
            i--;
            open += text[i] == ')';
            open -= text[i] == '(';
        } while (open && i);
        size_t end = text.take_front(i).rtrim().size();
        size_t name =
            text.take_front(end).find_last_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_");
        name = name == llvm::StringRef::npos ? 0 : name + 1;
        return open || name == end ? paren : paren.getLocWithOffset((int)name - (int)at);
    }

    static void locate(message &m, const SourceManager &sm, SourceLocation loc) {
        PresumedLoc p = sm.getPresumedLoc(sm.getExpansionLoc(loc));
        if (p.isInvalid())
            return;
        m.file = p.getFilename();
        m.line = p.getLine();
        m.col = p.getColumn();
        m.in_header = m.file.compare(0, sizeof(FE_ROOT) - 1, FE_ROOT) == 0;
    }

    void add(const message &m) {
        cmc_loc loc = {m.file.empty() ? nullptr : m.file.c_str(), m.line, m.col};
        cmc_diag_add(out, m.severity, m.group.c_str(), loc, "%s", m.text.c_str());
        cmc_diag_mark(out, m.len, m.fix.empty() ? nullptr : m.fix.c_str(), m.fix_col, m.fix_len);
    }

    // Our headers name a warning's group in front of its text, "[cm-iselect] ...", also in the
    // middle of Clang's sentence about something deprecated. What happens to the group is not decided here.
    void apply_group(message &m) {
        size_t at = m.text.find("[cm-"), end = m.text.find("] ", at);
        if (at == std::string::npos || end == std::string::npos)
            return;
        std::string group = m.text.substr(at + 1, end - at - 1);
        m.text.erase(at, end + 2 - at);
        if (m.severity == CMC_WARNING)
            m.group = "-W" + group;
    }

    // "expression evaluates to '16 == 8'" is the half of a static assertion that says what was
    // found.
    void add_values(message &head) {
        static const char prefix[] = "expression evaluates to '";
        for (const message &m : held)
            if (m.in_header && m.text.compare(0, sizeof(prefix) - 1, prefix) == 0)
                head.text += " (" + m.text.substr(sizeof(prefix) - 1, m.text.size() - sizeof(prefix)) + " is false)";
    }

    bool a_note_says(const char *text) const {
        for (const message &m : held)
            if (m.text.find(text) != std::string::npos)
                return true;
        return false;
    }

    // What the members of our headers say when a value or a const object stands on the left, or on the right what is
    // none of the language's values.
    void explain_value(message &head) const {
        llvm::StringRef text = head.text;
        bool assigns = text.starts_with("no viable overloaded '") && text.ends_with("='");
        if (assigns && a_note_says("expects an lvalue for object argument"))
            head.text += value;
        else if ((assigns && a_note_says("has type 'const ")) ||
                 (text.starts_with("no matching member function for call to 'merge'") &&
                  a_note_says("conversion from 'const ")))
            head.text = (text.take_until([](char c) { return c == ';'; }) + "; the object is const").str();
        else if (assigns)
            head.text += "; on the right stands a vector, a matrix or a number";
    }

    // The front end writes overloads of a user's template (fe_tokens.cpp), and Clang a note for each.
    bool said_before(size_t note) const {
        for (size_t i = 1; i < note; i++)
            if (held[i].line == held[note].line && held[i].file == held[note].file && held[i].text == held[note].text)
                return true;
        return false;
    }

    // What follows from a name that is none: Clang reads v.selct<4, 1>(0) = 1 as comparisons, and the name once more;
    // and std::array<int, 4> a as a cast of a name that it does not know either.
    bool follows(const message &head) {
        if (head.severity != CMC_ERROR || head.file.empty())
            return false;
        llvm::StringRef text = head.text;
        bool names = text.starts_with("no member named ") || text.starts_with("no template named ");
        bool said = misnamed_file == head.file && misnamed_line == head.line;
        bool template_of_none = text.starts_with("expected '(' for function-style cast") ||
                                text.starts_with("use of undeclared identifier");
        if (said && (text.starts_with("expression is not assignable") || template_of_none ||
                     (names && misnamed_col == head.col)))
            return true;
        if (names) {
            misnamed_file = head.file;
            misnamed_line = head.line;
            misnamed_col = head.col;
        }
        return false;
    }

    void flush() {
        if (held.empty())
            return;
        message &head = held.front();
        if (follows(head)) {
            held.clear();
            return;
        }
        explain_value(head);
        apply_group(head);
        bool first = !reported && head.severity == CMC_ERROR;
        size_t used = 0; // the note whose place the head took
        if (head.in_header)
            for (size_t i = 1; i < held.size() && !used; i++)
                if (!held[i].in_header && !held[i].file.empty())
                    used = i;
        // Clang names the place of an instantiation once; a further error in it follows from the
        // first.
        if (head.in_header && !used && head.severity == CMC_ERROR && !first) {
            held.clear();
            return;
        }
        reported |= head.severity == CMC_ERROR;
        if (used) {
            head.file = held[used].file;
            head.line = held[used].line;
            head.col = held[used].col;
            head.len = held[used].len;
            head.fix.clear();
            // One sentence of ours for a line: what else our headers say there follows from it.
            if (head.severity == CMC_ERROR && !lines.insert({head.file, head.line}).second) {
                held.clear();
                return;
            }
        }
        add_values(head);
        // A template's instances say what the template said.
        if (!shown
                 .insert(head.file + ":" + std::to_string(head.line) + ":" + std::to_string(head.col) + ":" + head.text)
                 .second) {
            held.clear();
            return;
        }
        add(head);
        size_t n = 0;
        for (size_t i = 1; i < held.size() && n < max_notes; i++)
            if (i != used && !held[i].in_header && !said_before(i) &&
                held[i].text.find("cm_class") == std::string::npos) {
                add(held[i]);
                n++;
            }
        held.clear();
    }

    cmc_diag *out;
    std::set<std::pair<std::string, unsigned>> lines; // those with an error from our headers
    bool reported = false;                            // an error was passed on
    std::string misnamed_file;                        // the last name that is none
    unsigned misnamed_line = 0, misnamed_col = 0;
    std::set<std::string> shown;
    std::vector<message> held;
};

// The types of our headers' results are written there as they are computed, 'detail::result<E, two_operands<...>>' or
// 'vector<int, 2 * 8>': such a one as 'vector<int, 16>'.
QualType named(ASTContext &context, QualType t) {
    const auto *c = t.isNull() ? nullptr : dyn_cast_or_null<ClassTemplateSpecializationDecl>(t->getAsCXXRecordDecl());
    if (!c || !context.getSourceManager().isInSystemHeader(c->getLocation()) ||
        t.getAsString(context.getPrintingPolicy()).find_first_of("*:(") == std::string::npos)
        return t;
    QualType plain =
        context.getTemplateSpecializationType(TemplateName(c->getSpecializedTemplate()), c->getTemplateArgs().asArray(),
                                              context.getCanonicalType(t.getUnqualifiedType()));
    return context.getQualifiedType(plain, t.getQualifiers());
}

void argument_text(DiagnosticsEngine::ArgumentKind kind, intptr_t value, llvm::StringRef modifier,
                   llvm::StringRef argument, llvm::ArrayRef<DiagnosticsEngine::ArgumentValue> before,
                   llvm::SmallVectorImpl<char> &out, void *cookie, llvm::ArrayRef<intptr_t> types) {
    ASTContext &context = *static_cast<ASTContext *>(cookie);
    auto plain = [&](intptr_t &t) {
        t = (intptr_t)named(context, QualType::getFromOpaquePtr((void *)t)).getAsOpaquePtr();
    };
    if (kind == DiagnosticsEngine::ak_qualtype) {
        plain(value);
    } else if (kind == DiagnosticsEngine::ak_qualtype_pair) {
        auto *pair = (TemplateDiffTypes *)value;
        plain(pair->FromType);
        plain(pair->ToType);
    }
    FormatASTNodeDiagnosticArgument(kind, value, modifier, argument, before, out, cookie, types);
}

} // namespace

void fe_name_types(DiagnosticsEngine &diags, ASTContext &context) {
    diags.SetArgToStringFn(argument_text, &context);
}

std::unique_ptr<DiagnosticConsumer> fe_make_diag_consumer(cmc_diag *d) {
    return std::make_unique<diag_consumer>(d);
}
