// SPDX-License-Identifier: MIT
// Included first in every C++ file of a sanitizer build (CMakeLists.txt). LLVM's headers poison the memory of their
// allocators when AddressSanitizer is on. Code inlined from them into our objects would poison memory that Debian's
// libraries, built without AddressSanitizer, then write to. That causes a false report whenever our code starts a
// slab.

#ifndef CMC_FE_NO_POISON_H
#define CMC_FE_NO_POISON_H

#include <llvm/Support/Compiler.h>

#undef __asan_poison_memory_region
#undef __asan_unpoison_memory_region
#define __asan_poison_memory_region(p, size)   ((void)(p), (void)(size))
#define __asan_unpoison_memory_region(p, size) ((void)(p), (void)(size))

#endif
