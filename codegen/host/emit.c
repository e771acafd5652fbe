// SPDX-License-Identifier: MIT
// Optimises a lowered module for a processor and emits it: assembly, or a shared object with the sections that
// host_abi.h describes.

#include "host_priv.h"

#include <cmc/hash.h>

#include <assert.h>
#include <elf.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include <llvm-c/Target.h>
#include <llvm-c/Transforms/PassBuilder.h>

// Other machines than this one, which -mcpu may name or name a processor of. The runtime builds for these.
static const struct {
    const char *arch, *triple;
} others[] = {{"x86_64", "x86_64-unknown-linux-gnu"}, {"aarch64", "aarch64-unknown-linux-gnu"}};

static void start_llvm(void) {
    LLVMInitializeNativeTarget();
    LLVMInitializeNativeAsmPrinter();
    LLVMInitializeNativeAsmParser();
#define START(machine)                                                                                                 \
    LLVMInitialize##machine##TargetInfo();                                                                             \
    LLVMInitialize##machine##Target();                                                                                 \
    LLVMInitialize##machine##TargetMC();                                                                               \
    LLVMInitialize##machine##AsmPrinter()
    START(X86);
    START(AArch64);
#undef START
}

// The triple of the machine that has the processor; NULL: none has. *cpu becomes LLVM's name of it.
static char *triple_of(const char **cpu) {
    char *native = LLVMGetDefaultTargetTriple();
    if (!*cpu || host_cpu_known(native, *cpu))
        return native;
    LLVMDisposeMessage(native);
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        const bool is_machine = strcmp(others[i].arch, *cpu) == 0;
        if (is_machine || host_cpu_known(others[i].triple, *cpu)) {
            *cpu = is_machine ? "generic" : *cpu;
            return LLVMCreateMessage(others[i].triple);
        }
    }
    return NULL;
}

// The extensions that code may use beyond a machine's baseline. The runtime asks the processor for each that a file
// names.
static const struct {
    const char *arch, *feature;
} extensions[] = {
    {"x86_64", "sse3"},     {"x86_64", "ssse3"},      {"x86_64", "sse4.1"},      {"x86_64", "sse4.2"},
    {"x86_64", "popcnt"},   {"x86_64", "avx"},        {"x86_64", "avx2"},        {"x86_64", "fma"},
    {"x86_64", "f16c"},     {"x86_64", "bmi"},        {"x86_64", "bmi2"},        {"x86_64", "lzcnt"},
    {"x86_64", "avx512f"},  {"x86_64", "avx512bw"},   {"x86_64", "avx512cd"},    {"x86_64", "avx512dq"},
    {"x86_64", "avx512vl"}, {"x86_64", "avx512vbmi"}, {"x86_64", "avx512vbmi2"}, {"x86_64", "avx512bitalg"},
    {"x86_64", "gfni"},     {"aarch64", "dotprod"},   {"aarch64", "fullfp16"},   {"x86_64", "avx512vpopcntdq"},
};

// Chooses the extensions that the processor has: as LLVM's features and as the file records them.
static void choose_extensions(host_machine *m, const char *cpu) {
    cmc_str features = CMC_STR_INIT, recorded = CMC_STR_INIT;
    size_t arch = strcspn(m->triple, "-");
    for (size_t i = 0; i < sizeof extensions / sizeof extensions[0]; i++) {
        const char *name = extensions[i].feature;
        if (strlen(extensions[i].arch) != arch || memcmp(extensions[i].arch, m->triple, arch) != 0)
            continue;
        bool has = host_cpu_has(m->triple, cpu, m->native, name);
        cmc_str_printf(&features, "%s%c%s", features.len ? "," : "", has ? '+' : '-', name);
        if (has)
            cmc_str_printf(&recorded, "%s%s", recorded.len ? "," : "", name);
    }
    m->features = LLVMCreateMessage(cmc_str_text(&features));
    assert(recorded.len < sizeof m->recorded && "the table of extensions is short");
    memcpy(m->recorded, cmc_str_text(&recorded), recorded.len + 1);
    cmc_str_free(&features);
    cmc_str_free(&recorded);
}

cmc_status host_machine_open(const host_opts *o, host_machine *m, cmc_diag *d) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, start_llvm);
    LLVMTargetRef target = NULL;
    char *message = NULL;
    const char *cpu = o->cpu;
    m->triple = triple_of(&cpu);
    if (!m->triple) {
        cmc_diag_error(d, "CM0977", "unknown processor '%s' for -mcpu; LLVM's names are valid, such as x86-64-v3", cpu);
        return CMC_ERR_USER;
    }
    if (LLVMGetTargetFromTriple(m->triple, &target, &message)) {
        cmc_diag_error(d, "CM0976", "LLVM has no code generator for this machine: %s", message);
        LLVMDisposeMessage(message);
        return CMC_ERR_UNSUPPORTED;
    }
    m->native = LLVMGetHostCPUFeatures();
    choose_extensions(m, cpu);
    LLVMCodeGenOptLevel level = o->opt_level ? LLVMCodeGenLevelDefault : LLVMCodeGenLevelNone;
    m->tm = LLVMCreateTargetMachine(target, m->triple, "", m->features, level, LLVMRelocPIC, LLVMCodeModelDefault);
    return m->tm ? CMC_OK : CMC_ERR_OOM;
}

void host_machine_close(host_machine *m) {
    if (m->tm)
        LLVMDisposeTargetMachine(m->tm);
    LLVMDisposeMessage(m->native);
    LLVMDisposeMessage(m->features);
    LLVMDisposeMessage(m->triple);
}

static cmc_status optimise(LLVMModuleRef mod, host_machine *m, const host_opts *o, cmc_diag *d) {
    LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
    LLVMErrorRef e = LLVMRunPasses(mod, o->opt_level ? "default<O2>" : "default<O0>", m->tm, options);
    LLVMDisposePassBuilderOptions(options);
    if (!e)
        return CMC_OK;
    char *message = LLVMGetErrorMessage(e);
    cmc_diag_error(d, "CM0979", "internal: LLVM's passes: %s", message);
    LLVMDisposeErrorMessage(message);
    return CMC_ERR_INTERNAL;
}

// Sections

static void add_section(LLVMModuleRef mod, const char *section, const void *bytes, size_t len) {
    LLVMContextRef c = LLVMGetModuleContext(mod);
    LLVMValueRef init = LLVMConstStringInContext2(c, bytes, len, 1);
    LLVMValueRef g = LLVMAddGlobal(mod, LLVMTypeOf(init), "cmc.section");
    LLVMSetInitializer(g, init);
    LLVMSetLinkage(g, LLVMExternalLinkage);
    LLVMSetVisibility(g, LLVMHiddenVisibility);
    LLVMSetGlobalConstant(g, 1);
    LLVMSetSection(g, section);
    LLVMSetAlignment(g, 8);
}

static void add_header(LLVMModuleRef mod, const host_machine *m, const host_kernels *k) {
    cmc_host_header head = {.magic = CMC_HOST_MAGIC, .abi = CMC_HOST_ABI, .n_kernels = k->list.len};
    cmc_str all = CMC_STR_INIT;
    size_t arch = strcspn(m->triple, "-");
    memcpy(head.machine, m->triple, arch < sizeof head.machine ? arch : sizeof head.machine - 1);
    memcpy(head.features, m->recorded, sizeof head.features);
    cmc_str_append_n(&all, &head, sizeof head);
    for (uint32_t i = 0; i < k->list.len; i++) {
        const host_kernel *one = &k->list.data[i];
        cmc_str_printf(&all, "%s %s\n", one->name, *one->signature ? one->signature : "-");
    }
    add_section(mod, CMC_HOST_SECTION, cmc_str_text(&all), all.len);
    cmc_str_free(&all);
}

// The bytes of the file's section ".cmc.host"; NULL: it has none.
static cmc_host_header *find_header(cmc_str *file) {
    Elf64_Ehdr *head = (Elf64_Ehdr *)(void *)file->data;
    Elf64_Shdr *sections = (Elf64_Shdr *)(void *)(file->data + head->e_shoff);
    const char *names = file->data + sections[head->e_shstrndx].sh_offset;
    for (unsigned i = 0; i < head->e_shnum; i++)
        if (strcmp(names + sections[i].sh_name, CMC_HOST_SECTION) == 0)
            return (cmc_host_header *)(void *)(file->data + sections[i].sh_offset);
    return NULL;
}

static cmc_status link_object(LLVMMemoryBufferRef object, cmc_str *out, cmc_diag *d) {
    cmc_str file = CMC_STR_INIT, message = CMC_STR_INIT;
    bool linked = host_link(LLVMGetBufferStart(object), LLVMGetBufferSize(object), &file, &message);
    cmc_host_header *head = linked && !file.oom ? find_header(&file) : NULL;
    if (head) {
        head->checksum = cmc_hash(CMC_HASH_BASIS, file.data, file.len); // its place is zero until now
        cmc_str_append_n(out, file.data, file.len);
    } else {
        cmc_diag_error(d, "CM0979", "internal: linking the shared object: %s", cmc_str_text(&message));
    }
    cmc_str_free(&file);
    cmc_str_free(&message);
    return head ? CMC_OK : CMC_ERR_INTERNAL;
}

cmc_status host_emit(LLVMModuleRef mod, host_machine *m, const host_kernels *k, const host_opts *o, cmc_str *out,
                     cmc_diag *d) {
    LLVMMemoryBufferRef code = NULL;
    char *message = NULL;
    if (!o->text) {
        add_header(mod, m, k);
        add_section(mod, ".ze_info", o->ze_info, strlen(o->ze_info));
    }
    CMC_TRY(optimise(mod, m, o, d));
    host_avoid_faults(mod);
    host_keep_order(mod);
    LLVMCodeGenFileType type = o->text ? LLVMAssemblyFile : LLVMObjectFile;
    if (LLVMTargetMachineEmitToMemoryBuffer(m->tm, mod, type, &message, &code)) {
        cmc_diag_error(d, "CM0979", "internal: LLVM's code generator: %s", message);
        LLVMDisposeMessage(message);
        return CMC_ERR_INTERNAL;
    }
    cmc_status s = CMC_OK;
    if (o->text)
        cmc_str_append_n(out, LLVMGetBufferStart(code), LLVMGetBufferSize(code));
    else
        s = link_object(code, out, d);
    LLVMDisposeMemoryBuffer(code);
    return s;
}
