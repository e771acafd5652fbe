// SPDX-License-Identifier: MIT
// Mutates kernels in LLVM IR with LLVM's FuzzMutate, compiles them, runs them on the simulator and compares the memory
// with what the evaluator says.
//
// An input is the bitcode of a module with a kernel k as test/random makes it: two addresses, two surfaces, two images.
// A mutant gets operations of LLVM and calls of llvm.genx.* intrinsics, one descriptor a group. Afterwards it is made
// defined: no undefined constants, amounts of shifts, divisors, indices and addresses in range, so that the evaluator
// has an answer. Inputs without an answer are compiled only. The target and the level come from the input's bytes. A
// wrong value, a crash, a failed check of the compiler and a compilation of more than two seconds are failures. At the
// end it prints how many inputs were compared, in all and of each group; half must be.

#include "fuzz_ir.h"

extern "C" {
#include "../random/reduce.h"
#include "../random/run.h"
}

#include <llvm/FuzzMutate/IRMutator.h>
#include <llvm/FuzzMutate/RandomIRBuilder.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>

#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <random>

using namespace llvm;
using namespace llvm::fuzzerop;

namespace {

#if defined(__has_feature) && __has_feature(address_sanitizer)
constexpr double slower = 10; // what the sanitizers cost
#else
constexpr double slower = 1;
#endif
constexpr double limit_s = 2 * slower;
constexpr size_t max_objects = 700;
constexpr unsigned most_changes =
    200; // of one mutation: the compiler of some builds gives no feedback, and most groups are not allowed

struct counts {
    unsigned long inputs, invalid, open, refused, compared; // open: the evaluator has no answer
} seen, of_group[FI_GROUPS];

void print_counts(const char *what, const counts &c) {
    fprintf(stderr, "fuzz_ir: %-18s %7lu inputs: %lu invalid, %lu undefined, %lu refused, %lu compiled, %lu compared\n",
            what, c.inputs, c.invalid, c.open, c.refused, c.inputs - c.invalid - c.refused, c.compared);
}

void print_all() {
    for (unsigned g = 0; g < FI_GROUPS; g++)
        print_counts(fi_group_name((fi_group)g), of_group[g]);
    print_counts("all", seen);
    if (seen.inputs >= 100 && seen.compared * 2 < seen.inputs) {
        fprintf(stderr, "fuzz_ir: fewer than half of the inputs were compared\n");
        _Exit(1);
    }
}

std::unique_ptr<Module> base_module(LLVMContext &context) {
    SMDiagnostic error;
    return parseIR(MemoryBufferRef(fi_base, "base"), error, context);
}

// One that has all that the module needs; sometimes any.
const isa_model *target_of(const Module &m, size_t hash) {
    static const char *const names[] = {"skl", "icl", "tgl", "dg2", "pvc", "lnl", "bmg"};
    std::vector<const isa_model *> all, fit;
    for (const char *name : names) {
        all.push_back(isa_model_find(name));
        if (fi_has_all(all.back(), m))
            fit.push_back(all.back());
    }
    const auto &some = fit.empty() || hash % 61 == 0 ? all : fit;
    return some[hash / 61 % some.size()];
}

bool blames_itself(const char *text) {
    return strstr(text, "internal") || strstr(text, "invalid IR");
}

// libFuzzer keeps inputs that raise a counter: pairs of operations, one the other's operand, a target each.
__attribute__((section("__libfuzzer_extra_counters"))) uint8_t pairs[1 << 15];

unsigned kind_of(const Value *v) {
    const auto *i = dyn_cast<Instruction>(v);
    if (!i)
        return isa<Constant>(v) ? 1 : 2;
    const unsigned id = genx_call_id(wrap(v));
    return (id ? 128 + id : 3 + i->getOpcode()) * 64 + i->getType()->getScalarSizeInBits() / 8 +
           i->getType()->isVectorTy();
}

void count_pairs(const Function &k, size_t target) {
    for (const BasicBlock &block : k)
        for (const Instruction &i : block)
            for (const Value *operand : i.operand_values())
                if (uint8_t &n = pairs[(kind_of(&i) * 0x9e3779b1u + kind_of(operand) * 7919 + target * 31) >> 9 &
                                       (sizeof pairs - 1)];
                    n < 1)
                    n++;
}

// What the kernel stores, by type: the comparison of floats knows NaNs.
const rn_result stored[] = {{0, FI_FLOATS_B, RN_I8, 0, 0, RN_NO_SCALE},
                            {FI_FLOATS_B, (FI_DOUBLES_B - FI_FLOATS_B) / 4, RN_FLOAT, 0, 0, RN_NO_SCALE},
                            {FI_DOUBLES_B, (FI_HALFS_B - FI_DOUBLES_B) / 8, RN_DOUBLE, 0, 0, RN_NO_SCALE},
                            {FI_HALFS_B, (RN_OUT_ATOMICS - FI_HALFS_B) / 2, RN_HALF, 0, 0, RN_NO_SCALE}};

struct job {
    const isa_model *model;
    rn_how how;
    rn_memory memory;
    std::string message; // what went wrong; empty: nothing
    rn_verdict verdict;
};

void try_module(job &j, Module &m, const ge_ctx *want) {
    cmc_str text = CMC_STR_INIT;
    const clock_t start = clock();
    j.verdict = rn_compile_and_run(wrap(&m), j.model, &j.how, &j.memory, want, stored, 4, nullptr, &text);
    j.message.clear();
    if (double(clock() - start) / CLOCKS_PER_SEC > limit_s)
        j.message = "takes too long";
    else if (j.verdict == RN_DIFFERS || (j.verdict == RN_REFUSED && blames_itself(cmc_str_text(&text))))
        j.message = cmc_str_text(&text);
    else if (j.verdict == RN_REFUSED && getenv("FUZZ_IR_VERBOSE"))
        fprintf(stderr, "refused for %s: %s\n", j.model->name, cmc_str_text(&text));
    cmc_str_free(&text);
}

// The evaluator's answer; NULL where the module is undefined, or stores what is.
ge_ctx *evaluate(Module &m, const rn_memory &memory) {
    cmc_str text = CMC_STR_INIT;
    ge_ctx *want = rn_evaluate(wrap(&m), &memory, &text);
    uint64_t undefined = 0;
    for (size_t i = 0; want && i < ge_buffer_count(want); i++)
        undefined += ge_buffer_at(want, i)->undef_stores;
    if (undefined) {
        ge_destroy(want);
        want = nullptr;
    }
    if (!want && getenv("FUZZ_IR_VERBOSE"))
        fprintf(stderr, "undefined: %s\n", undefined ? "stored" : cmc_str_text(&text));
    cmc_str_free(&text);
    return want;
}

// Whether a smaller module goes wrong in the same way, wherever in memory. One that is undefined does not give other
// results.
bool still_fails(void *user, LLVMModuleRef m) {
    job &j = *(job *)user;
    const std::string said = j.message;
    const rn_verdict verdict = j.verdict;
    ge_ctx *want = evaluate(*unwrap(m), j.memory);
    j.message.clear();
    if (want || verdict != RN_DIFFERS)
        try_module(j, *unwrap(m), want);
    const bool fails = !j.message.empty() && j.message.substr(0, 4) == said.substr(0, 4);
    j.message = said;
    j.verdict = verdict;
    ge_destroy(want);
    return fails;
}

[[noreturn]] void fail(job &j, Module &m) {
    fprintf(stderr, "fuzz_ir: -march=%s -O%u%s: %s\n", j.model->name, j.how.level,
            j.how.spill_all ? " --spill-all" : "", j.message.c_str());
    rn_reduce(wrap(&m), still_fails, &j);
    m.print(errs(), nullptr);
    print_all();
    abort();
}

void count(counts &c, rn_verdict verdict) {
    c.inputs++;
    c.open += verdict == RN_OPEN;
    c.refused += verdict == RN_REFUSED;
    c.compared += verdict == RN_SAME;
}

// Whether the input is worth keeping.
bool judge(Module &m, size_t hash) {
    static job j;
    static const bool ready = rn_memory_create(&j.memory);
    if (!ready)
        return false;
    j.model = target_of(m, hash);
    j.how = {(unsigned)(hash / 7 % 2 * 2), false, 0, hash / 14 % 8 == 0};
    rn_memory_fill(&j.memory, hash);
    ge_ctx *want = evaluate(m, j.memory);
    try_module(j, m, want);
    ge_destroy(want);
    if (!j.message.empty())
        fail(j, m);
    count(seen, j.verdict);
    const uint64_t groups = fi_groups(m);
    for (unsigned g = 0; g < FI_GROUPS; g++)
        if (groups >> g & 1)
            count(of_group[g], j.verdict);
    const size_t number = std::hash<std::string_view>()(j.model->name) % 64;
    for (const Function &f : m)
        if (j.verdict == RN_SAME)
            count_pairs(f, number);
    return j.verdict == RN_SAME || j.verdict == RN_OPEN;
}

// Adds an operation of a group. LLVM's strategy takes any value first and then one of the operations that fit it, so
// that those of few types are rare.
class group_strategy : public IRMutationStrategy {
    std::vector<OpDescriptor> operations;

  public:
    explicit group_strategy(std::vector<OpDescriptor> &&all) : operations(std::move(all)) {}
    uint64_t getWeight(size_t, size_t, uint64_t all) override {
        return operations.empty() ? 0 : all;
    }
    using IRMutationStrategy::mutate;
    void mutate(BasicBlock &block, RandomIRBuilder &builder) override {
        BasicBlock &entry = block.getParent()->getEntryBlock();
        std::vector<Instruction *> places = fi_instructions(block, nullptr), values;
        const size_t first = (size_t)std::distance(block.begin(), block.getFirstInsertionPt());
        if (first >= places.size())
            return;
        const size_t at = first + fi_draw() % (places.size() - first);
        values.assign(places.begin(), places.begin() + (ptrdiff_t)at);
        if (&entry != &block)
            for (Instruction &i : entry)
                values.push_back(&i);
        if (Value *v = fi_apply(operations[fi_draw() % operations.size()], values, places[at]))
            builder.connectToSink(block, ArrayRef(places).slice(at), v);
    }
};

// One that adds what the module may have.
std::unique_ptr<IRMutator> make_mutator(const Module &m) {
    static const std::vector<fi_operation> all = fi_operations();
    std::vector<std::unique_ptr<IRMutationStrategy>> strategies;
    std::vector<OpDescriptor> plain, of_groups;
    for (const fi_operation &one : all)
        if (!one.groups || one.groups & fi_allowed(m))
            (one.groups ? of_groups : plain).push_back(one.op);
    strategies.push_back(std::make_unique<InjectorIRStrategy>(std::move(plain)));
    strategies.push_back(std::make_unique<group_strategy>(std::move(of_groups)));
    strategies.push_back(std::make_unique<InstDeleterIRStrategy>());
    strategies.push_back(std::make_unique<InstModificationIRStrategy>());
    strategies.push_back(std::make_unique<InsertCFGStrategy>());
    strategies.push_back(std::make_unique<InsertPHIStrategy>());
    strategies.push_back(std::make_unique<SinkInstructionStrategy>());
    strategies.push_back(std::make_unique<ShuffleBlockStrategy>());
    return std::make_unique<IRMutator>(fi_types(), std::move(strategies));
}

} // namespace

extern "C" int LLVMFuzzerInitialize(int *, char ***) {
    atexit(print_all);
    if (!fi_check_intrinsics())
        _Exit(1);
    return 0;
}

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed) {
    LLVMContext context;
    std::unique_ptr<Module> m = size > 1 ? parseModule(data, size, context) : nullptr;
    std::mt19937 random(seed);
    fi_seed(seed);
    if (!m || !m->getFunction("k") || verifyModule(*m) || random() % 4 == 0) {
        m = base_module(context);
        fi_allow(*m);
    }
    const std::unique_ptr<IRMutator> mutator = make_mutator(*m);
    for (unsigned n = 1 + random() % most_changes; n; n--)
        mutator->mutateModule(*m, (int)random(), max_objects);
    fi_make_defined(*m);
    return verifyModule(*m) ? size : writeModule(*m, data, max_size);
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    LLVMContext context;
    if (size <= 1)
        return 0;
    std::unique_ptr<Module> m = parseModule(data, size, context);
    if (!m || !m->getFunction("k") || verifyModule(*m)) {
        seen.inputs++;
        seen.invalid++;
        return -1;
    }
    return judge(*m, std::hash<std::string_view>()(std::string_view((const char *)data, size))) ? 0 : -1;
}
