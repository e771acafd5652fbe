// SPDX-License-Identifier: MIT
// Included before everything else in C++ under a sanitizer (CMakeLists.txt). LLVM's headers poison the memory of their
// allocators where AddressSanitizer is on. What of them is inlined into our code would do so, and Debian's libraries,
// built without it, would write to such memory: a false report, whenever a slab happens to begin in our code.

#ifndef CMC_FE_NO_POISON_H
#define CMC_FE_NO_POISON_H

#include <llvm/Support/Compiler.h>

#undef __asan_poison_memory_region
#undef __asan_unpoison_memory_region
#define __asan_poison_memory_region(p, size)   ((void)(p), (void)(size))
#define __asan_unpoison_memory_region(p, size) ((void)(p), (void)(size))

#endif
