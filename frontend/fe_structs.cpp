// SPDX-License-Identifier: MIT
// Structures as kernel arguments. The payload holds their bytes, but the body expects an object:
//
//   struct { float f; short n[2]; vector<int, 4> v; }
//   ->  an argument <8 x i32>, whose parts are stored to the object's members one by one, so that
//       nothing of the object is left in memory
//
// The elements are dwords when every member begins and ends at a dword boundary, otherwise bytes.

#include "fe_priv.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

using namespace llvm;

namespace {

struct leaf {
    Type *type;
    uint64_t off_b;
};

void collect(Type *t, uint64_t off_b, const DataLayout &dl, SmallVectorImpl<leaf> &out) {
    if (auto *s = dyn_cast<StructType>(t)) {
        const StructLayout *layout = dl.getStructLayout(s);
        for (unsigned i = 0; i < s->getNumElements(); i++)
            collect(s->getElementType(i), off_b + layout->getElementOffset(i), dl, out);
    } else if (auto *a = dyn_cast<ArrayType>(t)) {
        uint64_t step = dl.getTypeAllocSize(a->getElementType());
        for (uint64_t i = 0; i < a->getNumElements(); i++)
            collect(a->getElementType(), off_b + i * step, dl, out);
    } else {
        out.push_back({t, off_b});
    }
}

} // namespace

Type *fe_struct_value(Type *t, const DataLayout &dl) {
    SmallVector<leaf, 16> leaves;
    collect(t, 0, dl, leaves);
    uint64_t size = dl.getTypeAllocSize(t);
    bool dwords = size % 4 == 0;
    for (const leaf &l : leaves)
        dwords = dwords && l.off_b % 4 == 0 && dl.getTypeStoreSize(l.type) % 4 == 0;
    LLVMContext &c = t->getContext();
    return dwords ? FixedVectorType::get(Type::getInt32Ty(c), (unsigned)(size / 4))
                  : FixedVectorType::get(Type::getInt8Ty(c), (unsigned)size);
}

void fe_store_struct(IRBuilderBase &b, Value *bytes, Value *slot, Type *t, const DataLayout &dl) {
    SmallVector<leaf, 16> leaves;
    collect(t, 0, dl, leaves);
    auto *vec = cast<FixedVectorType>(bytes->getType());
    unsigned elt_b = vec->getScalarSizeInBits() / 8;
    for (const leaf &l : leaves) {
        unsigned first = (unsigned)l.off_b / elt_b;
        unsigned n = (unsigned)dl.getTypeStoreSize(l.type) / elt_b;
        Value *part;
        if (n == 1) {
            part = b.CreateExtractElement(bytes, first);
        } else {
            SmallVector<int, 64> lanes;
            for (unsigned i = 0; i < n; i++)
                lanes.push_back((int)(first + i));
            part = b.CreateShuffleVector(bytes, lanes);
        }
        if (l.type->isPointerTy())
            part = b.CreateIntToPtr(b.CreateBitCast(part, b.getInt64Ty()), l.type);
        else if (part->getType() != l.type)
            part = b.CreateBitCast(part, l.type);
        Value *at = b.CreateConstInBoundsGEP1_64(b.getInt8Ty(), slot, l.off_b);
        b.CreateAlignedStore(part, at, commonAlignment(dl.getABITypeAlign(t), l.off_b));
    }
}
