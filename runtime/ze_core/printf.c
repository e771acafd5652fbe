// SPDX-License-Identifier: MIT
// Kernels' printf: turns the contents of a launch's buffer into text on the sink.
//
// The buffer begins with a dword that counts the bytes in use, itself included. A record is the address of the format
// text (8 bytes) and, for each conversion in it, a dword for the value's type and the value. A value takes 4 bytes, or
// 8 if it is wider. A vector is a count, its elements packed, and 4 - size bytes for each element that is narrower
// than four (observed in the output of Intel's OpenCL compiler for all families). Strings are addresses of text in the
// module.

#include "ze_core.h"

#include <stdio.h>
#include <string.h>

enum { BUFFER_B = 4 << 20, HEADER_B = 4, MAX_VECTOR = 16 };

typedef enum value_type {
    VALUE_NONE = 0,
    VALUE_BYTE,
    VALUE_SHORT,
    VALUE_INT,
    VALUE_FLOAT,
    VALUE_STRING,
    VALUE_LONG,
    VALUE_POINTER,
    VALUE_DOUBLE,
    VALUE_VECTOR_BYTE,
    VALUE_VECTOR_SHORT,
    VALUE_VECTOR_INT,
    VALUE_VECTOR_LONG,
    VALUE_VECTOR_FLOAT,
    VALUE_VECTOR_DOUBLE,
    VALUE_TYPE_COUNT
} value_type;

static const struct {
    uint8_t size_b, element; // of one element; type of an element
    bool is_float, is_vector;
} types[VALUE_TYPE_COUNT] = {
    [VALUE_BYTE] = {1, VALUE_BYTE, false, false},        [VALUE_SHORT] = {2, VALUE_SHORT, false, false},
    [VALUE_INT] = {4, VALUE_INT, false, false},          [VALUE_FLOAT] = {4, VALUE_FLOAT, true, false},
    [VALUE_STRING] = {8, VALUE_STRING, false, false},    [VALUE_LONG] = {8, VALUE_LONG, false, false},
    [VALUE_POINTER] = {8, VALUE_POINTER, false, false},  [VALUE_DOUBLE] = {8, VALUE_DOUBLE, true, false},
    [VALUE_VECTOR_BYTE] = {1, VALUE_BYTE, false, true},  [VALUE_VECTOR_SHORT] = {2, VALUE_SHORT, false, true},
    [VALUE_VECTOR_INT] = {4, VALUE_INT, false, true},    [VALUE_VECTOR_LONG] = {8, VALUE_LONG, false, true},
    [VALUE_VECTOR_FLOAT] = {4, VALUE_FLOAT, true, true}, [VALUE_VECTOR_DOUBLE] = {8, VALUE_DOUBLE, true, true},
};

typedef struct drain {
    const zx_module *m;
    const uint8_t *data;
    size_t at, end;
    bool bad; // the rest of the buffer is malformed
    cmc_str out;
} drain;

uint8_t *zx_printf_buffer(zx_context *c) {
    uint8_t *b = zx_memory_internal(c, BUFFER_B);
    if (b)
        b[0] = HEADER_B;
    return b;
}

static uint64_t take(drain *d, unsigned size_b) {
    uint64_t v = 0;
    if (d->end - d->at < size_b) {
        d->bad = true;
        d->at = d->end;
        return 0;
    }
    memcpy(&v, d->data + d->at, size_b);
    d->at += size_b;
    return v;
}

// Text at an address inside the module's data; NULL when it is not there or not terminated.
static const char *module_text(const zx_module *m, uint64_t address) {
    for (uint32_t i = 0; i < m->n_data; i++) {
        const uint64_t base = (uint64_t)(uintptr_t)m->data[i].base, size = m->data[i].size_b;
        if (address < base || address - base >= size)
            continue;
        const char *text = (const char *)m->data[i].base + (address - base);
        return memchr(text, 0, size - (address - base)) ? text : NULL;
    }
    return NULL;
}

typedef struct conversion {
    char flags[40]; // '%', flags, width, precision
    char letter;
    unsigned length_b; // of h modifiers: 1, 2; 0 = the value's own
    const char *next;  // the text after it
} conversion;

// *p is '%'. False: an unknown conversion.
static bool parse(const char *p, conversion *c) {
    size_t n = 1 + strspn(p + 1, "-+ #0123456789.");
    if (n + 1 > sizeof c->flags)
        return false;
    memcpy(c->flags, p, n);
    c->flags[n] = 0;
    p += n;
    if (*p == 'v')
        p += 1 + strspn(p + 1, "0123456789");
    c->length_b = 0;
    if (p[0] == 'h' && p[1] == 'h') {
        c->length_b = 1;
        p += 2;
    } else if (p[0] == 'h' && p[1] == 'l') { // four bytes, of vectors
        p += 2;
    } else if (p[0] == 'h') {
        c->length_b = 2;
        p++;
    } else {
        p += strspn(p, "lzjtL");
    }
    c->letter = *p;
    c->next = p + 1;
    return *p && strchr("diouxXcspfFeEgGaA", *p);
}

static double as_double(value_type type, uint64_t bits) {
    if (type == VALUE_FLOAT) {
        const uint32_t low = (uint32_t)bits;
        float f;
        memcpy(&f, &low, sizeof f);
        return (double)f;
    }
    if (type == VALUE_DOUBLE) {
        double v;
        memcpy(&v, &bits, sizeof v);
        return v;
    }
    return (double)(int64_t)bits;
}

static uint64_t as_integer(const conversion *c, value_type type, uint64_t bits) {
    if (types[type].is_float)
        return (uint64_t)(int64_t)as_double(type, bits);
    const unsigned size_b = c->length_b ? c->length_b : types[type].size_b;
    const unsigned shift = 64 - 8 * (size_b < 8 ? size_b : 8);
    const bool is_signed = c->letter == 'd' || c->letter == 'i';
    return is_signed ? (uint64_t)((int64_t)(bits << shift) >> shift) : bits << shift >> shift;
}

#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral" // made from parts that parse has checked
#endif
static void put_value(drain *d, const conversion *c, value_type type, uint64_t bits) {
    char spec[48];
    const bool is_float = strchr("fFeEgGaA", c->letter) != NULL;
    const bool is_text = c->letter == 's' || c->letter == 'c' || c->letter == 'p';
    snprintf(spec, sizeof spec, "%s%s%c", c->flags, is_float || is_text ? "" : "ll", c->letter);
    if (is_float) {
        cmc_str_printf(&d->out, spec, as_double(type, bits));
    } else if (c->letter == 's') {
        const char *text = module_text(d->m, bits);
        cmc_str_printf(&d->out, spec, text ? text : "(null)");
    } else if (c->letter == 'c') {
        cmc_str_printf(&d->out, spec, (int)(uint8_t)bits);
    } else if (c->letter == 'p') {
        cmc_str_printf(&d->out, spec, (void *)(uintptr_t)bits);
    } else {
        cmc_str_printf(&d->out, spec, (unsigned long long)as_integer(c, type, bits));
    }
}
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

static void put_conversion(drain *d, const conversion *c) {
    const uint64_t type = take(d, 4);
    if (type == VALUE_NONE || type >= VALUE_TYPE_COUNT) {
        d->bad = true;
        return;
    }
    const unsigned size_b = types[type].size_b;
    const value_type element = (value_type)types[type].element;
    if (!types[type].is_vector) {
        put_value(d, c, element, take(d, size_b < 4 ? 4 : size_b));
        return;
    }
    const uint64_t n = take(d, 4);
    for (uint64_t i = 0; i < n && i < MAX_VECTOR && !d->bad; i++) {
        if (i)
            cmc_str_append(&d->out, ",");
        put_value(d, c, element, take(d, size_b));
    }
    if (n > MAX_VECTOR)
        d->bad = true;
    else if (size_b < 4 && d->end - d->at >= (4 - size_b) * n)
        d->at += (size_t)((4 - size_b) * n);
}

static void put_record(drain *d, const char *format) {
    for (const char *p = format; *p && !d->bad;) {
        conversion c;
        const size_t plain = strcspn(p, "%");
        cmc_str_append_n(&d->out, p, plain);
        p += plain;
        if (!*p)
            break;
        if (p[1] == '%' || !parse(p, &c)) {
            cmc_str_append(&d->out, "%");
            p += p[1] == '%' ? 2 : 1;
            continue;
        }
        put_conversion(d, &c);
        p = c.next;
    }
}

void zx_printf_drain(const zx_module *m, const uint8_t *buffer) {
    uint32_t used;
    memcpy(&used, buffer, sizeof used);
    drain d = {.m = m, .data = buffer, .at = HEADER_B, .end = used < BUFFER_B ? used : BUFFER_B};
    while (d.at + 8 <= d.end && !d.bad) {
        const char *format = module_text(m, take(&d, 8));
        if (!format)
            break; // a record that no longer fitted
        put_record(&d, format);
    }
    if (d.out.len)
        m->device->driver->engine->print(cmc_str_text(&d.out));
    cmc_str_free(&d.out);
}
