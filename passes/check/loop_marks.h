// SPDX-License-Identifier: MIT
// Shared by mark_unroll and check_unroll: the metadata node of a loop, !{self, property...}, and the mark, which is
// one of its properties.

#ifndef CMC_PASSES_LOOP_MARKS_H
#define CMC_PASSES_LOOP_MARKS_H

#include "passes_priv.h"

// The mark: the user wants this loop unrolled.
#define LOOP_MARK "cmc.unroll.wanted"

// The node of the loop that a block's terminator closes, or NULL.
LLVMValueRef loop_node(LLVMValueRef fn, LLVMBasicBlockRef bb);
void loop_set_node(LLVMValueRef fn, LLVMBasicBlockRef bb, LLVMValueRef node);
// The operands of a metadata node, in the pass's arena. *n is 0 when out of memory.
LLVMValueRef *loop_operands(gx_ctx *cx, LLVMValueRef node, unsigned *n);
bool loop_is_node(LLVMValueRef v);
// Does the loop's node have a property of this name?
bool loop_has(gx_ctx *cx, LLVMValueRef node, const char *name);

#endif
