// SPDX-License-Identifier: MIT
// Reference results: every case of cases.def on PoCL, through the system's OpenCL loader, or in
// plain C.
//
//   ocl_reference CORPUS-DIRECTORY CACHE-DIRECTORY
//
// A result is kept in the cache under a hash of all that can change it, and not made again.

#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include "case.h"

#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct pocl {
    const char *corpus, *cache;
    cl_device_id device;
    cl_context context;
    cl_command_queue queue;
    char file[256]; // of program
    bool doubles;
    cl_program program;
} pocl;

static bool failed(const char *what, cl_int e) {
    if (e != CL_SUCCESS)
        fprintf(stderr, "ocl_reference: %s: OpenCL error %d\n", what, (int)e);
    return e != CL_SUCCESS;
}

static bool open_pocl(pocl *p) {
    cl_platform_id platforms[16];
    cl_uint n = 0;
    cl_int e = clGetPlatformIDs(16, platforms, &n);
    for (cl_uint i = 0; e == CL_SUCCESS && i < n; i++) {
        char name[256] = "";
        clGetPlatformInfo(platforms[i], CL_PLATFORM_NAME, sizeof name, name, NULL);
        if (strstr(name, "Portable Computing Language") == NULL)
            continue;
        if (clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_CPU, 1, &p->device, NULL) != CL_SUCCESS)
            continue;
        p->context = clCreateContext(NULL, 1, &p->device, NULL, NULL, &e);
        if (e == CL_SUCCESS)
            p->queue = clCreateCommandQueueWithProperties(p->context, p->device, NULL, &e);
        return !failed("opening PoCL", e);
    }
    fprintf(stderr, "ocl_reference: found no platform of PoCL among %u; expected package pocl-opencl-icd\n", n);
    return false;
}

static bool build(pocl *p, const oc_case *c) {
    if (p->program != NULL && strcmp(p->file, c->row->file) == 0 && p->doubles == c->doubles)
        return true;
    char path[1024];
    size_t len;
    cl_int e;
    if (p->program != NULL)
        clReleaseProgram(p->program);
    p->program = NULL;
    snprintf(p->file, sizeof p->file, "%s", c->row->file);
    snprintf(path, sizeof path, "%s/%s", p->corpus, c->row->file);
    p->doubles = c->doubles;
    char *text = (char *)oc_read(path, &len);
    if (text == NULL)
        return false;
    p->program = clCreateProgramWithSource(p->context, 1, (const char **)&text, &len, &e);
    free(text);
    if (failed(path, e))
        return false;
    // PoCL has no pointers without an address space.
    char options[64];
    snprintf(options, sizeof options, "-cl-std=CL3.0 -DNO_GENERIC%s", c->doubles ? " -DHAS_DOUBLES" : "");
    e = clBuildProgram(p->program, 1, &p->device, options, NULL, NULL);
    if (e == CL_SUCCESS)
        return true;
    static char log[65536];
    clGetProgramBuildInfo(p->program, p->device, CL_PROGRAM_BUILD_LOG, sizeof log, log, NULL);
    fprintf(stderr, "%s: %s\n", path, log);
    clReleaseProgram(p->program);
    p->program = NULL;
    return !failed("build", e);
}

static cl_mem make_image(pocl *p, const oc_arg *a, cl_int *e) {
    static const cl_mem_object_type kinds[] = {
        [OC_IMAGE_1D] = CL_MEM_OBJECT_IMAGE1D,
        [OC_IMAGE_2D] = CL_MEM_OBJECT_IMAGE2D,
        [OC_IMAGE_3D] = CL_MEM_OBJECT_IMAGE3D,
        [OC_IMAGE_2D_ARRAY] = CL_MEM_OBJECT_IMAGE2D_ARRAY,
        [OC_IMAGE_1D_BUFFER] = CL_MEM_OBJECT_IMAGE1D_BUFFER,
    };
    static const cl_channel_order orders[] = {0, CL_R, CL_RG, 0, CL_RGBA};
    cl_channel_type type = 0;
    switch (a->channel) {
    case OC_UNORM:
        type = a->type == OC_U8 ? CL_UNORM_INT8 : CL_UNORM_INT16;
        break;
    case OC_SNORM:
        type = a->type == OC_I8 ? CL_SNORM_INT8 : CL_SNORM_INT16;
        break;
    case OC_UINT:
        type = a->type == OC_U8 ? CL_UNSIGNED_INT8 : a->type == OC_U16 ? CL_UNSIGNED_INT16 : CL_UNSIGNED_INT32;
        break;
    case OC_SINT:
        type = a->type == OC_I8 ? CL_SIGNED_INT8 : a->type == OC_I16 ? CL_SIGNED_INT16 : CL_SIGNED_INT32;
        break;
    case OC_FLOAT:
        type = a->type == OC_F16 ? CL_HALF_FLOAT : CL_FLOAT;
        break;
    }
    const cl_image_format format = {orders[a->n_channels], type};
    cl_image_desc d = {.image_type = kinds[a->image], .image_width = a->width};
    if (a->image != OC_IMAGE_1D && a->image != OC_IMAGE_1D_BUFFER)
        d.image_height = a->height;
    if (a->image == OC_IMAGE_3D)
        d.image_depth = a->depth;
    if (a->image == OC_IMAGE_2D_ARRAY)
        d.image_array_size = a->depth;
    if (a->image == OC_IMAGE_1D_BUFFER) {
        d.buffer = clCreateBuffer(p->context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, a->size_b, a->data, e);
        return *e == CL_SUCCESS ? clCreateImage(p->context, CL_MEM_READ_WRITE, &format, &d, NULL, e) : NULL;
    }
    return clCreateImage(p->context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, &format, &d, a->data, e);
}

static cl_int set_arg(pocl *p, cl_kernel k, const oc_arg *a, cl_uint i, cl_mem *mem) {
    cl_int e = CL_SUCCESS;
    switch (a->kind) {
    case OC_LOCAL:
        return clSetKernelArg(k, i, a->size_b, NULL);
    case OC_VALUE:
        return clSetKernelArg(k, i, a->size_b, a->data);
    case OC_BUFFER:
        *mem = clCreateBuffer(p->context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, a->size_b, a->data, &e);
        break;
    case OC_IMAGE:
        *mem = make_image(p, a, &e);
        break;
    }
    return e == CL_SUCCESS ? clSetKernelArg(k, i, sizeof *mem, mem) : e;
}

static cl_int read_back(pocl *p, const oc_arg *a, cl_mem mem, uint8_t *out) {
    const size_t origin[3] = {0}, region[3] = {a->width, a->height, a->depth};
    if (a->kind == OC_BUFFER)
        return clEnqueueReadBuffer(p->queue, mem, CL_TRUE, 0, a->size_b, out, 0, NULL, NULL);
    if (!a->writable) {
        memcpy(out, a->data, a->size_b);
        return CL_SUCCESS;
    }
    return clEnqueueReadImage(p->queue, mem, CL_TRUE, origin, region, 0, 0, out, 0, NULL, NULL);
}

static bool run_pocl(pocl *p, const oc_case *c, uint8_t *out) {
    cl_mem mem[OC_MAX_ARGS] = {NULL};
    cl_int e;
    if (!build(p, c))
        return false;
    cl_kernel k = clCreateKernel(p->program, c->row->kernel, &e);
    if (failed(c->row->kernel, e))
        return false;
    for (cl_uint i = 0; e == CL_SUCCESS && i < c->n_args; i++)
        e = set_arg(p, k, &c->args[i], i, &mem[i]);
    size_t offset[3], global[3], local[3];
    for (unsigned i = 0; i < 3; i++) {
        offset[i] = c->offset[i];
        global[i] = c->global[i];
        local[i] = c->local[i];
    }
    if (e == CL_SUCCESS)
        e = clEnqueueNDRangeKernel(p->queue, k, c->dims, offset, global, local, 0, NULL, NULL);
    if (e == CL_SUCCESS)
        e = clFinish(p->queue);
    for (unsigned i = 0; i < c->n_args; i++) {
        if (mem[i] == NULL)
            continue;
        if (e == CL_SUCCESS)
            e = read_back(p, &c->args[i], mem[i], out);
        out += c->args[i].size_b;
        clReleaseMemObject(mem[i]);
    }
    clReleaseKernel(k);
    return !failed(c->row->kernel, e);
}

static void run_c(const oc_case *c, uint8_t *out) {
    void *at[OC_MAX_ARGS] = {NULL};
    for (unsigned i = 0; i < c->n_args; i++) {
        const oc_arg *a = &c->args[i];
        if (a->kind != OC_BUFFER && a->kind != OC_IMAGE)
            continue;
        at[i] = out;
        memcpy(out, a->data, a->size_b);
        out += a->size_b;
    }
    c->row->reference(c, at);
}

static bool make(pocl *p, const oc_row *row, bool doubles) {
    oc_case c;
    char path[1024], part[1100];
    if (!oc_case_make(row, doubles, &c))
        return false;
    oc_reference_path(&c, p->corpus, p->cache, path);
    bool ok = true;
    if (access(path, R_OK) != 0 || row->reference != NULL) {
        const size_t size = oc_case_data_size(&c);
        uint8_t *out = aligned_alloc(64, size / 64 * 64 + 64);
        if (row->reference != NULL)
            run_c(&c, out);
        else
            ok = run_pocl(p, &c, out);
        snprintf(part, sizeof part, "%s.part%d", path, (int)getpid());
        FILE *f = ok ? fopen(part, "wb") : NULL;
        ok = f != NULL && fwrite(out, 1, size, f) == size;
        ok = f != NULL && fclose(f) == 0 && ok && rename(part, path) == 0;
        free(out);
    }
    oc_case_free(&c);
    if (!ok)
        fprintf(stderr, "ocl_reference: no result for %s of %s\n", row->kernel, row->file);
    return ok;
}

int main(int argc, char **argv) {
    unsigned bad = 0;
    if (argc != 3) {
        fprintf(stderr, "usage: ocl_reference CORPUS-DIRECTORY CACHE-DIRECTORY\n");
        return 2;
    }
    pocl p = {.corpus = argv[1], .cache = argv[2]};
    mkdir(p.cache, 0777);
    if (!open_pocl(&p))
        return 1;
    for (int doubles = 0; doubles < 2; doubles++)
        for (unsigned i = 0; i < oc_n_rows; i++) {
            const oc_row *row = &oc_rows[i];
            if (oc_case_applies(row, doubles))
                bad += !make(&p, row, doubles);
        }
    printf("%u cases, %u without a result\n", oc_n_rows, bad);
    return bad != 0;
}
