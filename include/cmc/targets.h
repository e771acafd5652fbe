// SPDX-License-Identifier: MIT
// The targets, one row each. Every list of targets and every table with a row for each of them comes from here; a table
// that lacks a row does not compile. Plain tokens only, so that each room may include this file.
//
// X(ID, name, family, facts, platform)
//   ID        of ISA_TARGET_<ID>
//   name      what -march takes and messages print
//   family    of ISA_<family>: how instructions are encoded, the column of most tables in lib/isa/tables
//   facts     the column of lib/isa/tables/model.def
//   platform  iga64's -p value

#ifndef CMC_TARGETS_H
#define CMC_TARGETS_H

// clang-format off
#define CMC_TARGETS_WITH(X, ...) \
    X(SKL, skl, GEN9,   GEN9,   "9",     __VA_ARGS__) \
    X(ICL, icl, GEN11,  GEN11,  "11",    __VA_ARGS__) \
    X(TGL, tgl, XE_LP,  XE_LP,  "12p1",  __VA_ARGS__) \
    X(DG2, dg2, XE_HPG, XE_HPG, "12p71", __VA_ARGS__) \
    X(PVC, pvc, XE_HPC, XE_HPC, "12p72", __VA_ARGS__) \
    X(MTL, mtl, XE_HPG, XE_LPG, "12p71", __VA_ARGS__) \
    X(ARLH, arlh, XE_HPG, XE_LPG_PLUS, "12p71", __VA_ARGS__) \
    X(LNL, lnl, XE2,    XE2,    "2",     __VA_ARGS__) \
    X(BMG, bmg, XE2,    XE2,    "2",     __VA_ARGS__) \
    X(PTL, ptl, XE2,    XE3,    "3",     __VA_ARGS__)
// clang-format on
// CMC_TARGETS_WITH passes its further arguments to every row. X accepts "..." after the columns in both cases.
#define CMC_TARGETS(X) CMC_TARGETS_WITH(X, )

// The default target.
#define CMC_TARGET_DEFAULT "tgl"

// ", skl, icl, ...": a string literal; skip the first CMC_TARGET_NAMES_SKIP characters.
#define CMC_TARGET_COMMA_NAME(id, name, ...) ", " #name
#define CMC_TARGET_NAMES                     CMC_TARGETS(CMC_TARGET_COMMA_NAME)
#define CMC_TARGET_NAMES_SKIP                2

// For a .def file whose rows begin with the target's name: first expand its row macro to "CMC_TARGET_ROW(prefix,
// name)", then use CMC_TARGETS_WITH(CMC_TARGET_NEEDS_ROW, prefix). A missing row is an unknown type: a build error.
#define CMC_TARGET_ROW(prefix, name) typedef char prefix##_##name;
#define CMC_TARGET_NEEDS_ROW(id, name, family, facts, platform, prefix, ...)                                           \
    _Static_assert(sizeof(prefix##_##name) == 1, #name " has no row");

#endif
