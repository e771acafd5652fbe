// SPDX-License-Identifier: MIT
// Clang's diagnostics -> cmc_diag.
//
// An error is held back until the next one, because the notes after it say where the user's code used a template of
// the headers. A message that Clang places inside an embedded header is moved to the first user position among its
// notes ("in instantiation of ... requested here"). Notes inside the headers are dropped. The final message then names
// only the user's files.

#include "fe_arms.h"
#include "fe_priv.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/ASTDiagnostic.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/Basic/DiagnosticIDs.h>
#include <clang/Basic/DiagnosticSema.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Lex/Lexer.h>
#include <clang/Sema/Sema.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallString.h>
#include <set>
#include <string>
#include <vector>

using namespace clang;

namespace {

#define FE_SILENT "errors have been reported"

struct message {
    cmc_severity severity;
    std::string file; // empty: no location
    unsigned line = 0, col = 0;
    bool in_header = false;
    std::string text;
    std::string group; // "-Wunused-variable"
    unsigned len = 0;  // columns that it marks
    std::string fix;   // replacement for fix_len columns at fix_col
    unsigned fix_col = 0, fix_len = 0;
};

using messages = std::vector<message>; // an error or warning, and the notes after it

// One message

// Replaces messages about break and continue that come from macros of the headers.
void name_macro(message &m, const Diagnostic &info) {
    if (!info.getLocation().isMacroID() || m.text.find("statement not in") == std::string::npos)
        return;
    llvm::StringRef macro = Lexer::getImmediateMacroName(info.getLocation(), info.getSourceManager(), LangOptions());
    if (macro.starts_with("SIMD_"))
        m.text = macro.str() + " is not directly inside SIMD_DO_WHILE_BEGIN ... SIMD_DO_WHILE_END";
}

// The columns of a character range; false when the range is not on the message's line.
bool columns(const message &m, const Diagnostic &info, const CharSourceRange &range, unsigned (&at)[2]) {
    unsigned &first = at[0], &end = at[1];
    const SourceManager &sm = info.getSourceManager();
    if (range.isInvalid() || range.getBegin().isMacroID() || range.getEnd().isMacroID())
        return false;
    PresumedLoc a = sm.getPresumedLoc(range.getBegin()), b = sm.getPresumedLoc(range.getEnd());
    if (a.isInvalid() || b.isInvalid() || a.getLine() != m.line || b.getLine() != m.line || m.file != a.getFilename())
        return false;
    first = a.getColumn();
    end = b.getColumn();
    if (range.isTokenRange())
        end += Lexer::MeasureTokenLength(range.getEnd(), sm, LangOptions());
    return end >= first;
}

// Marks the range that begins at the caret. Clang draws other ranges too, but one line of tildes fits a single caret.
void add_range(message &m, const Diagnostic &info) {
    for (const CharSourceRange &range : info.getRanges()) {
        unsigned at[2];
        if (columns(m, info, range, at) && at[0] <= m.col && at[1] > m.col)
            m.len = at[1] - m.col;
    }
}

void add_fix(message &m, const Diagnostic &info) {
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

// Clang reports the headers' conditions on a call's arguments at the closing parenthesis. Returns the position of the
// function's name instead.
SourceLocation call_of(const SourceManager &sm, SourceLocation paren) {
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

void locate(message &m, const SourceManager &sm, SourceLocation loc) {
    PresumedLoc p = sm.getPresumedLoc(sm.getExpansionLoc(loc));
    if (p.isInvalid())
        return;
    m.file = p.getFilename();
    m.line = p.getLine();
    m.col = p.getColumn();
    m.in_header = m.file.compare(0, sizeof(FE_ROOT) - 1, FE_ROOT) == 0;
}

cmc_severity severity_of(DiagnosticsEngine::Level level) {
    return level == DiagnosticsEngine::Note ? CMC_NOTE : level == DiagnosticsEngine::Warning ? CMC_WARNING : CMC_ERROR;
}

// Sets a message's position, marked range and fix.
void place(message &m, const Diagnostic &info) {
    if (info.getLocation().isInvalid() || !info.hasSourceManager())
        return;
    bool of_call = info.getID() == diag::err_diagnose_if_succeeded || info.getID() == diag::warn_diagnose_if_succeeded;
    locate(m, info.getSourceManager(),
           of_call ? call_of(info.getSourceManager(), info.getLocation()) : info.getLocation());
    name_macro(m, info);
    add_range(m, info);
    add_fix(m, info);
}

void add_name(message &m, const Diagnostic &info, const std::string &name) {
    m.fix = name;
    m.fix_col = m.col;
    m.fix_len = Lexer::MeasureTokenLength(info.getLocation(), info.getSourceManager(), LangOptions());
}

// name: what an unknown name may mean, or "".
message make_message(DiagnosticsEngine::Level level, const Diagnostic &info, const std::string &name, bool sycl) {
    message m;
    m.severity = severity_of(level);
    llvm::SmallString<256> text;
    info.FormatDiagnostic(text);
    m.text = text.str().str();
    bool named = fe_rewrite_message(m.text, name, sycl);
    place(m, info);
    if (named)
        add_name(m, info, name);
    if (level == DiagnosticsEngine::Warning) {
        llvm::StringRef flag = info.getDiags()->getDiagnosticIDs()->getWarningOptionForDiag(info.getID());
        m.group = flag.empty() ? "" : "-W" + flag.str();
    }
    return m;
}

// The headers put a warning's group before its text, "[cm-iselect] ...", also in the middle of Clang's sentence about
// a deprecated entity. The driver later decides how to treat the group.
void apply_group(message &m) {
    size_t at = m.text.find("[cm-"), end = m.text.find("] ", at);
    if (at == std::string::npos || end == std::string::npos)
        return;
    std::string group = m.text.substr(at + 1, end - at - 1);
    m.text.erase(at, end + 2 - at);
    if (m.severity == CMC_WARNING)
        m.group = "-W" + group;
}

// A message and its notes

// "expression evaluates to '16 == 8'" is the part of a static assertion's message that gives the values. A remainder,
// '2 == 0', tells the user nothing.
void add_values(message &head, const messages &held) {
    static const char prefix[] = "expression evaluates to '";
    for (const message &m : held)
        if (m.in_header && m.text.compare(0, sizeof(prefix) - 1, prefix) == 0 &&
            !llvm::StringRef(m.text).ends_with(" == 0'"))
            head.text += " (" + m.text.substr(sizeof(prefix) - 1, m.text.size() - sizeof(prefix)) + " is false)";
}

bool a_note_says(const messages &held, const char *text) {
    for (const message &m : held)
        if (m.text.find(text) != std::string::npos)
            return true;
    return false;
}

// Explains the headers' failed assignments: to a value or a const object, or from an operand that is not a value of
// the language.
void explain_value(message &head, const messages &held, bool sycl) {
    llvm::StringRef text = head.text;
    bool assigns = text.starts_with("no viable overloaded '") && text.ends_with("='");
    if (sycl) {
        if (assigns)
            head.text +=
                "; an assignment takes a number, or a simd or a view of the same number of elements, and writes "
                "an object that is not const";
        return;
    }
    if (assigns && a_note_says(held, "expects an lvalue for object argument"))
        head.text += fe_value_advice;
    else if ((assigns && a_note_says(held, "has type 'const ")) ||
             (text.starts_with("no matching member function for call to 'merge'") &&
              a_note_says(held, "conversion from 'const ")))
        head.text = (text.take_until([](char c) { return c == ';'; }) + "; the object is const").str();
    else if (assigns)
        head.text += "; the right-hand side must be a vector, a matrix or a number";
}

// The headers' conditions: static_assert and diagnose_if.
constexpr unsigned error_conditions[] = {diag::err_static_assert_failed, diag::err_static_assert_requirement_failed,
                                         diag::err_diagnose_if_succeeded};
bool is_condition(const Diagnostic &info) {
    return llvm::is_contained(error_conditions, info.getID()) || info.getID() == diag::warn_diagnose_if_succeeded;
}

// The front end writes overloads of a user's template (fe_tokens.cpp), and Clang emits a note for each.
bool said_before(const messages &held, size_t note) {
    for (size_t i = 1; i < note; i++)
        if (held[i].line == held[note].line && held[i].file == held[note].file && held[i].text == held[note].text)
            return true;
    return false;
}

// The user's calls that lead to a message in an instance of a template, without the one that the error takes over.
// Another call makes another mistake.
std::string calls_of(const messages &held, size_t used) {
    std::string all;
    for (size_t i = 1; i < held.size(); i++)
        if (i != used && !held[i].in_header && llvm::StringRef(held[i].text).ends_with(" requested here"))
            all += "|" + held[i].file + ":" + std::to_string(held[i].line);
    return all;
}

// The first note at a user position, which the error takes over; 0 when there is no such note.
size_t user_note(const messages &held) {
    for (size_t i = 1; i < held.size(); i++)
        if (!held[i].in_header && !held[i].file.empty())
            return i;
    return 0;
}

// Whether the message refuses a conditional operator with a bfloat16 and another number.
bool mixes_bfloat16(const Diagnostic &info) {
    if (info.getID() != diag::err_conditional_ambiguous)
        return false;
    bool numbers[2] = {false, false}, bfloats[2] = {false, false};
    for (unsigned i = 0; i < 2; i++) {
        QualType t = QualType::getFromOpaquePtr((void *)info.getRawArg(i));
        const auto *c = t->getAsCXXRecordDecl();
        numbers[i] = t->isArithmeticType() || t->isUnscopedEnumerationType();
        bfloats[i] = c && c->getIdentifier() && c->getName() == "bfloat16";
    }
    return (bfloats[0] && numbers[1]) || (numbers[0] && bfloats[1]);
}

class diag_consumer : public fe_diag_consumer {
  public:
    explicit diag_consumer(cmc_diag *d) : out(d) {}
    fe_arms *arms = nullptr;
    void BeginSourceFile(const LangOptions &lang, const Preprocessor *) override {
        sycl = lang.SYCLIsDevice || lang.SYCLIsHost;
    }
    ~diag_consumer() override {
        flush();
    }
    void HandleDiagnostic(DiagnosticsEngine::Level level, const Diagnostic &info) override {
        DiagnosticConsumer::HandleDiagnostic(level, info); // which counts Clang's errors
        if (is_condition(info) && level == DiagnosticsEngine::Remark)
            level = DiagnosticsEngine::Error;
        if (level == DiagnosticsEngine::Ignored || level == DiagnosticsEngine::Remark)
            return;
        if (level != DiagnosticsEngine::Note) {
            flush();
            place_held = place_of(info);
            // Clang's own error, mostly a consequence of a condition: there will be no code in any case.
            if (level >= DiagnosticsEngine::Error && !is_condition(info))
                release();
        }
        if (arms && mixes_bfloat16(info))
            arms->grown |= arms->places.insert(info.getLocation().getRawEncoding()).second;
        message m = make_message(level, info, suggest ? suggest(info) : "", sycl);
        if (m.text == FE_SILENT)
            return;
        all_notes = info.getDiags()->getTemplateBacktraceLimit() == 0;
        // Intel's headers, and kernels that copy from them, make this group an error; Intel's compiler has the group.
        if (m.text.find("unknown warning group '-Wgen-target'") == std::string::npos)
            held.push_back(m);
    }
    void finish() override {
        flush();
        if (arms && !arms->grown)
            for (const message &m : ready)
                write(m);
        ready.clear();
    }
    void begin_conditions(Sema &s) {
        sema = &s;
    }
    // Reports all deferred messages, and defers no more.
    void release() {
        auto all = std::move(deferred);
        deferred.clear();
        sema = nullptr;
        for (auto &d : all) {
            held = std::move(d.second);
            if (!follows(held.front()))
                report(held.front());
        }
        held.clear();
    }
    // Reports the deferred messages about code that can be called. Whether an error has been reported.
    bool report_conditions() {
        flush();
        if (deferred.empty())
            return reported;
        fe_reach reach(sema->getASTContext());
        for (auto &[at, messages_there] : deferred)
            if (at.call.isValid() ? reach.has_call(at.call) : reach.has(at.in) || (at.made && reach.uses(at.made))) {
                held = std::move(messages_there);
                if (at.in)
                    name_call(reach.user_call(at.in));
                report(held.front());
            }
        held.clear();
        if (reach.is_broken() && !reported) {
            release(); // one of them is why
            return reported;
        }
        deferred.clear();
        sema = nullptr;
        return reported;
    }

  private:
    static constexpr size_t max_notes = 6;

    // Whether an error results from an earlier unknown name. Clang parses v.selct<4, 1>(0) = 1 as comparisons and
    // reports the name again; it parses std::array<int, 4> a as a cast of another unknown name.
    bool follows(const message &head) {
        if (head.severity != CMC_ERROR || head.file.empty())
            return false;
        llvm::StringRef text = head.text;
        if (text.starts_with("long double is not supported") && lines.count(line_of(head)))
            return true; // after: elements must be integers, half, float or double
        if (after_unknown(head, text))
            return true;
        bool names = text.starts_with("no member named ") || text.starts_with("no template named ");
        bool said = misnamed == line_of(head);
        bool template_of_none = text.starts_with("expected '(' for function-style cast") ||
                                text.starts_with("use of undeclared identifier") ||
                                text.starts_with("too few template arguments");
        if (said && (text.starts_with("expression is not assignable") || template_of_none ||
                     (names && misnamed_col == head.col)))
            return true;
        if (names) {
            misnamed = line_of(head);
            misnamed_col = head.col;
        }
        return false;
    }

    using file_line = std::pair<std::string, unsigned>;
    static file_line line_of(const message &m) {
        return {m.file, m.line};
    }
    // The same for a name that is no member: the tokens have a 'template' before select<4, 1> (fe_tokens.cpp), and
    // sycl::vec<int, 4> a is parsed as a cast.
    bool after_unknown(const message &head, llvm::StringRef text) {
        bool same = unknown == line_of(head);
        if (same && text.starts_with("expected '(' for function-style cast")) {
            misnamed = line_of(head); // and what it declares is unknown, too
            return true;
        }
        if (text.starts_with("use of undeclared identifier"))
            unknown = line_of(head);
        return same && text.starts_with("'template' keyword not permitted here");
    }

    // Reports at most one error of the headers per line; further ones are consequences of it.
    bool move_to(message &head, size_t used) {
        const message &note = held[used];
        head.file = note.file;
        head.line = note.line;
        head.col = note.col;
        head.len = note.len;
        head.fix.clear();
        return head.severity != CMC_ERROR || lines.insert({head.file + calls_of(held, used), head.line}).second;
    }

    // Instances of a template repeat the template's messages: errors are reported once for each call that leads there.
    bool is_new(const message &m, size_t used) {
        std::string calls = m.severity == CMC_ERROR ? calls_of(held, used) : "";
        return shown.insert(m.file + ":" + std::to_string(m.line) + ":" + std::to_string(m.col) + ":" + m.text + calls)
            .second;
    }

    void add(const message &m) {
        if (arms)
            ready.push_back(m);
        else
            write(m);
    }

    void write(const message &m) {
        cmc_loc loc = {m.file.empty() ? nullptr : m.file.c_str(), m.line, m.col};
        cmc_diag_add(out, m.severity, m.group.c_str(), loc, "%s", m.text.c_str());
        cmc_diag_mark(out, m.len, m.fix.empty() ? nullptr : m.fix.c_str(), m.fix_col, m.fix_len);
    }

    void add_notes(size_t used) {
        size_t n = 0;
        for (size_t i = 1; i < held.size() && (all_notes || n < max_notes); i++)
            if (i != used && !held[i].in_header && !said_before(held, i) &&
                held[i].text.find("cm_class") == std::string::npos) {
                add(held[i]);
                n++;
            }
    }

    void report(message &head) {
        explain_value(head, held, sycl);
        apply_group(head);
        bool first = !reported && head.severity == CMC_ERROR;
        size_t used = head.in_header ? user_note(held) : 0;
        // Clang gives the position of an instantiation once; a further error in it is a consequence of the first.
        if (head.in_header && !used && head.severity == CMC_ERROR && !first)
            return;
        reported |= head.severity == CMC_ERROR;
        if (used && !move_to(head, used))
            return;
        add_values(head, held);
        if (!is_new(head, used))
            return;
        add(head);
        add_notes(used);
        if (head.severity == CMC_ERROR && !head.in_header) // of which the headers' errors in the line are consequences
            lines.insert({head.file + calls_of(held, 0), head.line});
    }

    // What has to be part of the generated code for a message to count: an instance, or a call. Neither is set where
    // this is known at once.
    struct place {
        const FunctionDecl *in = nullptr;
        const ClassTemplateSpecializationDecl *made = nullptr; // within in, a class of the headers
        SourceLocation call;
    };
    static place instance_of(llvm::ArrayRef<Sema::CodeSynthesisContext> stack) {
        place p;
        for (const Sema::CodeSynthesisContext &c : llvm::reverse(stack)) {
            if (c.Kind != Sema::CodeSynthesisContext::TemplateInstantiation || !c.Entity)
                continue;
            p.in = dyn_cast<FunctionDecl>(c.Entity);
            if (p.in)
                return p;
            if (!p.made)
                p.made = dyn_cast<ClassTemplateSpecializationDecl>(c.Entity);
        }
        return {};
    }
    place place_of(const Diagnostic &info) const {
        if (!sema || !is_condition(info) || !info.hasSourceManager())
            return {};
        if (!sema->CodeSynthesisContexts.empty())
            return instance_of(sema->CodeSynthesisContexts);
        bool in_template = sema->CurContext && sema->CurContext->isDependentContext();
        bool discarded = sema->ExprEvalContexts.back().isDiscardedStatementContext();
        return {nullptr, nullptr, in_template || discarded ? info.getLocation() : SourceLocation()};
    }
    // The instance may have been made for code that is never generated; the message names a call that is.
    void name_call(SourceLocation user) {
        message note;
        note.severity = CMC_NOTE;
        locate(note, sema->getSourceManager(), user);
        size_t used = user_note(held);
        if (!held.front().in_header || note.file.empty() || (used && held[used].line == note.line))
            return;
        for (size_t i = held.size(); i-- > 1;)
            if (!held[i].in_header)
                held.erase(held.begin() + (ptrdiff_t)i);
        held.push_back(note);
    }

    void flush() {
        if (!held.empty() && (place_held.in || place_held.call.isValid()))
            deferred.push_back({place_held, held});
        else if (!held.empty() && !follows(held.front()))
            report(held.front());
        held.clear();
    }

    cmc_diag *out;
    bool sycl = false;
    messages ready;              // until it is known whether the compilation is repeated
    std::set<file_line> lines;   // those with an error from our headers
    bool reported = false;       // an error has been reported
    file_line misnamed, unknown; // the last unknown name, and the last undeclared identifier
    unsigned misnamed_col = 0;
    std::set<std::string> shown;
    messages held;
    place place_held; // of the first of them
    std::vector<std::pair<place, messages>> deferred;
    Sema *sema = nullptr;
    bool all_notes = false; // -ftemplate-backtrace-limit=0
};

// The types of the headers' results are written as they are computed, 'detail::result<E, two_operands<...>>' or
// 'vector<int, 2 * 8>'. Returns the resolved type, such as 'vector<int, 16>'.
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

// As remarks, they do not stop Clang's code generator, and no option suppresses them.
void fe_defer_conditions(DiagnosticsEngine &diags) {
    for (unsigned id : error_conditions)
        diags.setSeverity(id, diag::Severity::Remark, SourceLocation());
}

void fe_begin_conditions(Sema &sema) {
    static_cast<diag_consumer *>(sema.getDiagnostics().getClient())->begin_conditions(sema);
}

void fe_report_conditions(Sema &sema) {
    DiagnosticsEngine &diags = sema.getDiagnostics();
    // From now on Clang, too, knows that there are errors, and generates no code.
    if (static_cast<diag_consumer *>(diags.getClient())->report_conditions() && !diags.hasErrorOccurred())
        diags.Report(diags.getCustomDiagID(DiagnosticsEngine::Error, FE_SILENT));
}

void fe_set_arms(fe_diag_consumer &consumer, fe_arms *arms) {
    static_cast<diag_consumer &>(consumer).arms = arms;
}

fe_arms *fe_arms_of(DiagnosticsEngine &diags) {
    return static_cast<diag_consumer *>(diags.getClient())->arms;
}

std::unique_ptr<fe_diag_consumer> fe_make_diag_consumer(cmc_diag *d) {
    return std::make_unique<diag_consumer>(d);
}
