// SPDX-License-Identifier: MIT
// Loads a program for the CPU. After all checks it goes into a file in memory, which the dynamic loader opens under
// /proc: debuggers find the file there too.

#define _GNU_SOURCE // memfd_create, dlinfo, dladdr1, O_TMPFILE
#include "hx_priv.h"

#include <dlfcn.h>
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

typedef struct program {
    void *handle; // of the dynamic loader
    int fd;
} program;

static ze_result_t result_of(cmc_status s) {
    switch (s) {
    case CMC_OK:
        return ZE_RESULT_SUCCESS;
    case CMC_ERR_OOM:
        return ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY;
    case CMC_ERR_UNSUPPORTED:
        return ZE_RESULT_ERROR_UNSUPPORTED_FEATURE;
    default:
        return ZE_RESULT_ERROR_INVALID_NATIVE_BINARY;
    }
}

static bool write_all(int fd, const uint8_t *data, size_t size_b) {
    while (size_b) {
        const ssize_t n = write(fd, data, size_b);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        data += n;
        size_b -= (size_t)n;
    }
    return true;
}

// A file without a name that holds the bytes; -1 when there is no room for it.
static int private_file(const uint8_t *data, size_t size_b) {
    int fd = memfd_create("cmc-host-program", MFD_CLOEXEC);
    if (fd < 0)
        fd = open(P_tmpdir, O_TMPFILE | O_RDWR | O_CLOEXEC, S_IRUSR | S_IWUSR | S_IXUSR);
    if (fd >= 0 && !write_all(fd, data, size_b)) {
        close(fd);
        return -1;
    }
    return fd;
}

static ze_result_t open_program(program *p, const zeb_entry *image, cmc_diag *d) {
    char path[64];
    p->fd = private_file(image->data, image->size_b);
    if (p->fd < 0) {
        cmc_diag_error(d, "CM0712", "no room for a file of %zu bytes in memory or in " P_tmpdir ": %s", image->size_b,
                       strerror(errno));
        return ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY;
    }
    snprintf(path, sizeof path, "/proc/%ld/fd/%d", (long)getpid(), p->fd);
    p->handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!p->handle) {
        const char *why = dlerror();
        cmc_diag_error(d, "CM0713", "the dynamic loader refuses the program: %s", why ? why : "unknown reason");
        return ZE_RESULT_ERROR_INVALID_NATIVE_BINARY;
    }
    return ZE_RESULT_SUCCESS;
}

// The loaded segments: texts of printf are there.
static ze_result_t list_segments(zx_module *m, const program *p, const uint8_t *image) {
    struct link_map *map = NULL;
    Elf64_Ehdr h;
    if (dlinfo(p->handle, RTLD_DI_LINKMAP, &map) != 0)
        return ZE_RESULT_ERROR_UNKNOWN;
    memcpy(&h, image, sizeof h);
    m->data = CMC_NEW_N(m->arena, zx_module_data, h.e_phnum);
    if (!m->data)
        return ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY;
    for (unsigned i = 0; i < h.e_phnum; i++) {
        Elf64_Phdr s;
        memcpy(&s, image + h.e_phoff + i * sizeof s, sizeof s);
        if (s.p_type == PT_LOAD && (s.p_flags & PF_R))
            m->data[m->n_data++] = (zx_module_data){
                .name = "", .base = (uint8_t *)(uintptr_t)(map->l_addr + s.p_vaddr), .size_b = s.p_memsz};
    }
    return ZE_RESULT_SUCCESS;
}

static ffi_type *type_of(char letter) {
    switch ((cmc_host_letter)letter) {
    case CMC_HOST_I8:
        return &ffi_type_uint8;
    case CMC_HOST_I16:
        return &ffi_type_uint16;
    case CMC_HOST_I32:
        return &ffi_type_uint32;
    case CMC_HOST_I64:
        return &ffi_type_uint64;
    case CMC_HOST_F32:
        return &ffi_type_float;
    case CMC_HOST_F64:
        return &ffi_type_double;
    case CMC_HOST_BYTES:
        break;
    }
    return &ffi_type_pointer;
}

static bool in_program(const zx_module *m, const void *address) {
    for (uint32_t i = 0; i < m->n_data; i++)
        if ((uintptr_t)address - (uintptr_t)m->data[i].base < m->data[i].size_b)
            return true;
    return false;
}

static ze_result_t find_kernel(zx_module *m, const program *p, const zeb_host_kernel *k, cmc_diag *d) {
    hx_code *code = CMC_NEW(m->arena, hx_code);
    const uint32_t n = (uint32_t)strlen(k->signature);
    ffi_type **types = CMC_NEW_N(m->arena, ffi_type *, n + 1);
    if (!code || !types)
        return ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY;
    void *address = dlsym(p->handle, k->name);
    if (!address || !in_program(m, address)) {
        cmc_diag_error(d, "CM0714", "the program exports no function for kernel '%s'", k->name);
        return ZE_RESULT_ERROR_INVALID_NATIVE_BINARY;
    }
    types[0] = &ffi_type_pointer;
    for (uint32_t i = 0; i < n; i++)
        types[i + 1] = type_of(k->signature[i]);
    code->fn = (void (*)(void))(uintptr_t)address;
    code->signature = k->signature;
    code->n_args = n;
    code->types = types;
    if (ffi_prep_cif(&code->cif, FFI_DEFAULT_ABI, n + 1, &ffi_type_void, types) != FFI_OK)
        return ZE_RESULT_ERROR_UNSUPPORTED_FEATURE;
    m->kernels[m->n_kernels++] = (zx_module_kernel){.zeb = k->zeb, .code = code};
    return ZE_RESULT_SUCCESS;
}

ze_result_t hx_load(zx_module *m, cmc_diag *d, cmc_str *log) {
    zeb_host *h;
    (void)log;
    program *p = CMC_NEW(m->arena, program);
    if (!p)
        return ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY;
    p->fd = -1;
    m->loaded = p;
    ZX_TRY(result_of(zeb_select(m->image, m->image_b, m->device->facts.target, &m->native, m->arena, d)));
    ZX_TRY(result_of(zeb_host_read(m->arena, m->native.data, m->native.size_b, &h, d)));
    ZX_TRY(result_of(hx_check_target(h, d)));
    m->file = h->file;
    m->kernels = CMC_NEW_N(m->arena, zx_module_kernel, h->n_kernels + 1);
    if (!m->kernels)
        return ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY;
    ZX_TRY(open_program(p, &m->native, d));
    ZX_TRY(list_segments(m, p, m->native.data));
    for (uint32_t i = 0; i < h->n_kernels; i++)
        ZX_TRY(find_kernel(m, p, &h->kernels[i], d));
    return ZE_RESULT_SUCCESS;
}

void hx_unload(zx_module *m) {
    program *p = m->loaded;
    if (p && p->handle)
        dlclose(p->handle);
    if (p && p->fd >= 0)
        close(p->fd);
}

uint64_t hx_symbol(const zx_module *m, const char *name, uint64_t *size_b) {
    const program *p = m->loaded;
    Dl_info info;
    Elf64_Sym *symbol = NULL;
    void *address = dlsym(p->handle, name);
    if (!address || !in_program(m, address) || !dladdr1(address, &info, (void **)&symbol, RTLD_DL_SYMENT) || !symbol ||
        ELF64_ST_TYPE(symbol->st_info) != STT_OBJECT)
        return 0;
    if (size_b)
        *size_b = symbol->st_size;
    return (uint64_t)(uintptr_t)address;
}
