// SPDX-License-Identifier: MIT
// HDC, gateway, sampler and end-of-thread rows of test_msg.c.

#include "msg_rows.h"

#define OWR(t, s, d)                                                                                                   \
    {                                                                                                                  \
        t, ISA_SFID_DC0, 8, d, 0, 0, {                                                                                 \
            .kind = ISA_MSG_OWORD_READ, .size_b = s, .bti = 1                                                          \
        }                                                                                                              \
    }
#define OWU(t, s, d)                                                                                                   \
    {                                                                                                                  \
        t, ISA_SFID_DC0, 8, d, 0, 0, {                                                                                 \
            .kind = ISA_MSG_OWORD_READ_UNALIGNED, .size_b = s, .bti = 1                                                \
        }                                                                                                              \
    }
#define OWW(t, s, d, x)                                                                                                \
    {                                                                                                                  \
        t, ISA_SFID_DC0, 8, d, 0, x, {                                                                                 \
            .kind = ISA_MSG_OWORD_WRITE, .size_b = s, .bti = 1                                                         \
        }                                                                                                              \
    }
#define BYTE(t, rw, l, b, s, d, x)                                                                                     \
    {                                                                                                                  \
        t, ISA_SFID_DC0, l, d, 0, x, {                                                                                 \
            .kind = ISA_MSG_BYTE_##rw, .simd = l, .elt_b = b, .bti = s                                                 \
        }                                                                                                              \
    }
#define UNT(t, rw, l, mask, s, d, x)                                                                                   \
    {                                                                                                                  \
        t, ISA_SFID_DC1, l, d, 0, x, {                                                                                 \
            .kind = ISA_MSG_UNTYPED_##rw, .simd = l, .chan_mask = mask, .bti = s                                       \
        }                                                                                                              \
    }
#define SCAT(t, rw, l, b, n, d, x)                                                                                     \
    {                                                                                                                  \
        t, ISA_SFID_DC1, l, d, 0, x, {                                                                                 \
            .kind = ISA_MSG_A64_SCATTERED_##rw, .simd = l, .elt_b = b, .n_elt = n, .bti = 255                          \
        }                                                                                                              \
    }
#define BLK(t, rw, s, a, d, x)                                                                                         \
    {                                                                                                                  \
        t, ISA_SFID_DC1, 8, d, 0, x, {                                                                                 \
            .kind = ISA_MSG_A64_BLOCK_##rw, .size_b = s, .align_b = a, .bti = 255                                      \
        }                                                                                                              \
    }
#define ATOM(t, k, l, b, o, r, s, d, x)                                                                                \
    {                                                                                                                  \
        t, ISA_SFID_DC1, l, d, 0, x, {                                                                                 \
            .kind = ISA_MSG_##k, .simd = l, .elt_b = b, .op = o, .returns = r, .bti = s                                \
        }                                                                                                              \
    }
#define MEDIA(t, rw, s, d, x)                                                                                          \
    {                                                                                                                  \
        t, ISA_SFID_DC1, 8, d, 0, x, {                                                                                 \
            .kind = ISA_MSG_MEDIA_##rw, .size_b = s, .bti = 2                                                          \
        }                                                                                                              \
    }
#define TYPED(t, rw, l, mask, g, d, x)                                                                                 \
    {                                                                                                                  \
        t, ISA_SFID_DC1, l, d, 0, x, {                                                                                 \
            .kind = ISA_MSG_TYPED_##rw, .simd = l, .chan_mask = mask, .slot_group = g, .bti = 2                        \
        }                                                                                                              \
    }
#define SCR(t, rw, s, off, d, x)                                                                                       \
    {                                                                                                                  \
        t, ISA_SFID_DC0, 8, d, 0, x, {                                                                                 \
            .kind = ISA_MSG_SCRATCH_##rw, .size_b = s, .imm_off = off                                                  \
        }                                                                                                              \
    }
#define FENCE(t, s, o, r, d)                                                                                           \
    {                                                                                                                  \
        t, ISA_SFID_DC0, 8, d, 0, 0, {                                                                                 \
            .kind = ISA_MSG_HDC_FENCE, .bti = s, .op = o, .returns = r                                                 \
        }                                                                                                              \
    }

const msg_row hdc_rows[] = {
    // Oword blocks
    OWR(T_32, 16, 0x02180001),
    OWR(T_32, 32, 0x02180201),
    OWR(T_32, 64, 0x02280301),
    OWR(T_32, 128, 0x02480401),
    OWU(T_32, 16, 0x02184001),
    OWU(T_32, 32, 0x02184201),
    OWU(T_32, 64, 0x02284301),
    OWU(T_32, 128, 0x02484401),
    OWW(T_32, 16, 0x020a0001, 1),
    OWW(T_32, 32, 0x020a0201, 1),
    OWW(T_32, 64, 0x020a0301, 2),
    OWW(T_32, 128, 0x020a0401, 4),
    OWR(T_PVC, 64, 0x02180301),
    OWR(T_PVC, 128, 0x02280401),
    {T_ICL | T_TGL | T_DG2, ISA_SFID_DC0, 8, 0x021802fe, 0, 0, {.kind = ISA_MSG_OWORD_READ, .size_b = 32, .bti = 254}},
    {T_DG2, ISA_SFID_DC0, 8, 0x021842fd, 0, 0, {.kind = ISA_MSG_OWORD_READ_UNALIGNED, .size_b = 32, .bti = 253}},
    {T_DG2, ISA_SFID_DC0, 8, 0x022843fd, 0, 0, {.kind = ISA_MSG_OWORD_READ_UNALIGNED, .size_b = 64, .bti = 253}},
    {T_32, ISA_SFID_DC0, 8, 0x02180101, 0, 0, {.kind = ISA_MSG_OWORD_READ, .size_b = 16, .oword_high = true, .bti = 1}},
    // Byte scattered
    BYTE(T_32, READ, 8, 1, 1, 0x02110001, 0),
    BYTE(T_32, READ, 8, 2, 1, 0x02110401, 0),
    BYTE(T_32, READ, 8, 4, 1, 0x02110801, 0),
    BYTE(T_32, WRITE, 8, 1, 1, 0x02030001, 1),
    BYTE(T_32, WRITE, 8, 2, 1, 0x02030401, 1),
    BYTE(T_32, WRITE, 8, 4, 1, 0x02030801, 1),
    BYTE(T_32, READ, 16, 1, 1, 0x04210101, 0),
    BYTE(T_32, READ, 16, 2, 1, 0x04210501, 0),
    BYTE(T_32, READ, 16, 4, 1, 0x04210901, 0),
    BYTE(T_32, WRITE, 16, 1, 1, 0x04030101, 2),
    BYTE(T_32, WRITE, 16, 2, 1, 0x04030501, 2),
    BYTE(T_32, WRITE, 16, 4, 1, 0x04030901, 2),
    BYTE(T_32, READ, 16, 4, 254, 0x042109fe, 0),
    BYTE(T_32, WRITE, 16, 4, 254, 0x040309fe, 2),
    BYTE(T_PVC, READ, 16, 4, 1, 0x02110901, 0),
    BYTE(T_SKL, READ, 8, 4, 254, 0x021108fe, 0),
    BYTE(T_SKL, WRITE, 8, 4, 254, 0x020308fe, 1),
    // Dword scattered
    {T_32, ISA_SFID_DC0, 8, 0x0210ca01, 0, 0, {.kind = ISA_MSG_DWORD_READ, .simd = 8, .elt_b = 4, .bti = 1}},
    {T_32, ISA_SFID_DC0, 16, 0x0420cb01, 0, 0, {.kind = ISA_MSG_DWORD_READ, .simd = 16, .elt_b = 4, .bti = 1}},
    // Untyped
    UNT(T_32, READ, 16, 1, 0, 0x04205e00, 0),
    UNT(T_32, READ, 16, 3, 3, 0x04405c03, 0),
    UNT(T_32, READ, 16, 7, 3, 0x04605803, 0),
    UNT(T_32, READ, 16, 15, 4, 0x04805004, 0),
    UNT(T_32, READ, 8, 1, 1, 0x02106e01, 0),
    UNT(T_32, READ, 8, 15, 1, 0x02406001, 0),
    UNT(T_32, READ, 8, 12, 1, 0x02206301, 0),
    UNT(T_32, WRITE, 16, 1, 2, 0x04025e02, 2),
    UNT(T_32, WRITE, 16, 15, 4, 0x04025004, 8),
    UNT(T_PVC, READ, 16, 14, 1, 0x02305101, 0),
    {T_32,
     ISA_SFID_DC1,
     16,
     0x082457ff,
     0,
     0,
     {.kind = ISA_MSG_A64_UNTYPED_READ, .simd = 16, .chan_mask = 8, .bti = 255}},
    // A64 scattered
    SCAT(T_32, READ, 8, 1, 1, 0x041400ff, 0),
    SCAT(T_32, WRITE, 8, 1, 1, 0x040680ff, 1),
    SCAT(T_32, READ, 8, 2, 1, 0x041404ff, 0),
    SCAT(T_32, WRITE, 8, 2, 1, 0x040684ff, 1),
    SCAT(T_32, READ, 8, 4, 1, 0x041401ff, 0),
    SCAT(T_32, WRITE, 8, 4, 1, 0x040681ff, 1),
    {T_32,
     ISA_SFID_DC1,
     8,
     0x041408ff,
     0,
     0,
     {.kind = ISA_MSG_A64_SCATTERED_READ, .simd = 8, .elt_b = 4, .as_bytes = true, .bti = 255}},
    {T_32,
     ISA_SFID_DC1,
     8,
     0x040688ff,
     0,
     1,
     {.kind = ISA_MSG_A64_SCATTERED_WRITE, .simd = 8, .elt_b = 4, .as_bytes = true, .bti = 255}},
    SCAT(T_32, READ, 8, 4, 2, 0x042405ff, 0),
    SCAT(T_32, WRITE, 8, 4, 2, 0x040685ff, 2),
    SCAT(T_32, READ, 8, 4, 4, 0x044409ff, 0),
    SCAT(T_32, WRITE, 8, 4, 4, 0x040689ff, 4),
    SCAT(T_32, READ, 8, 4, 8, 0x04840dff, 0),
    SCAT(T_32, WRITE, 8, 4, 8, 0x04068dff, 8),
    SCAT(T_32, READ, 8, 8, 1, 0x042402ff, 0),
    SCAT(T_32, WRITE, 8, 8, 1, 0x040682ff, 2),
    SCAT(T_32, READ, 8, 8, 2, 0x044406ff, 0),
    SCAT(T_32, WRITE, 8, 8, 2, 0x040686ff, 4),
    SCAT(T_32, READ, 16, 4, 1, 0x082411ff, 0),
    SCAT(T_32, WRITE, 16, 4, 1, 0x080691ff, 2),
    SCAT(T_PVC, READ, 16, 4, 1, 0x041411ff, 0),
    SCAT(T_PVC, WRITE, 16, 4, 1, 0x040691ff, 1),
    SCAT(T_PVC, WRITE, 16, 1, 1, 0x040690ff, 1),
    SCAT(T_PVC, WRITE, 16, 2, 1, 0x040694ff, 1),
    SCAT(T_PVC, WRITE, 16, 8, 1, 0x040692ff, 2),
    // A64 blocks
    BLK(T_32, READ, 16, 16, 0x021d00ff, 0),
    BLK(T_32, READ, 32, 16, 0x021d02ff, 0),
    BLK(T_32, READ, 64, 16, 0x022d03ff, 0),
    BLK(T_32, READ, 128, 16, 0x024d04ff, 0),
    BLK(T_32, READ, 16, 4, 0x021d08ff, 0),
    BLK(T_32, READ, 32, 4, 0x021d0aff, 0),
    BLK(T_32, READ, 64, 4, 0x022d0bff, 0),
    BLK(T_32, READ, 128, 4, 0x024d0cff, 0),
    BLK(T_32, WRITE, 16, 16, 0x020d40ff, 1),
    BLK(T_32, WRITE, 32, 16, 0x020d42ff, 1),
    BLK(T_32, WRITE, 64, 16, 0x020d43ff, 2),
    BLK(T_32, WRITE, 128, 16, 0x020d44ff, 4),
    BLK(T_PVC, WRITE, 64, 16, 0x020d43ff, 1),
    BLK(T_PVC, WRITE, 128, 16, 0x020d44ff, 2),
    // Atomics
    ATOM(T_32, UNTYPED_ATOMIC, 8, 4, 7, true, 1, 0x0210b701, 1),
    ATOM(T_32, UNTYPED_ATOMIC, 8, 4, 5, true, 1, 0x0210b501, 0),
    ATOM(T_32, UNTYPED_ATOMIC, 8, 4, 14, true, 1, 0x0210be01, 2),
    ATOM(T_32, UNTYPED_ATOMIC, 8, 4, 7, false, 1, 0x02009701, 1),
    ATOM(T_32, UNTYPED_ATOMIC, 16, 4, 7, true, 1, 0x0420a701, 2),
    ATOM(T_32, UNTYPED_ATOMIC, 16, 4, 7, false, 1, 0x04008701, 2),
    ATOM(T_32, UNTYPED_ATOMIC, 16, 4, 7, true, 254, 0x0420a7fe, 2),
    ATOM(T_PVC, UNTYPED_ATOMIC, 16, 4, 7, true, 1, 0x0210a701, 1),
    ATOM(T_PVC, UNTYPED_ATOMIC, 16, 4, 7, false, 1, 0x02008701, 1),
    ATOM(T_32, UNTYPED_ATOMIC_FLOAT, 8, 4, 2, true, 1, 0x0216f201, 1),
    ATOM(T_32, UNTYPED_ATOMIC_FLOAT, 8, 4, 2, false, 1, 0x0206d201, 1),
    ATOM(T_32, A64_ATOMIC, 8, 4, 7, true, 255, 0x0414a7ff, 1),
    ATOM(T_32, A64_ATOMIC, 8, 8, 7, true, 255, 0x0424b7ff, 2),
    ATOM(T_32, A64_ATOMIC, 8, 4, 5, true, 255, 0x0414a5ff, 0),
    ATOM(T_32, A64_ATOMIC, 8, 4, 14, true, 255, 0x0414aeff, 2),
    ATOM(T_32, A64_ATOMIC, 8, 4, 7, false, 255, 0x040487ff, 1),
    // Media blocks
    MEDIA(T_32, READ, 64, 0x02290002, 0),
    MEDIA(T_32, READ, 256, 0x02890002, 0),
    MEDIA(T_32, WRITE, 64, 0x020a8002, 2),
    MEDIA(T_32, WRITE, 256, 0x020a8002, 8),
    MEDIA(T_PVC, READ, 256, 0x02490002, 0),
    MEDIA(T_PVC, READ, 64, 0x02190002, 0),
    MEDIA(T_PVC, WRITE, 256, 0x020a8002, 4),
    MEDIA(T_PVC, WRITE, 64, 0x020a8002, 1),
    // Typed surfaces: U in src0, V and data in src1
    TYPED(T_32, READ, 8, 1, 1, 0x02115e02, 1),
    TYPED(T_32, READ, 8, 15, 1, 0x02415002, 1),
    TYPED(T_32, READ, 8, 3, 1, 0x02215c02, 1),
    TYPED(T_32, WRITE, 8, 1, 1, 0x02035e02, 2),
    TYPED(T_32, WRITE, 8, 3, 1, 0x02035c02, 3),
    TYPED(T_32, WRITE, 8, 15, 1, 0x02035002, 5),
    TYPED(T_PVC, READ, 16, 3, 1, 0x02215c02, 1),
    TYPED(T_32, READ, 8, 3, 2, 0x02216c02, 1),
    // Scratch
    SCR(T_32, WRITE, 128, 0, 0x020f2000, 4),
    SCR(T_32, WRITE, 32, 512, 0x020f0010, 1),
    SCR(T_32, WRITE, 256, 32, 0x020f3001, 8),
    SCR(T_32, READ, 64, 32, 0x022c1001, 0),
    SCR(T_32, WRITE, 64, 0, 0x020f1000, 2),
    SCR(T_32, WRITE, 64, 64, 0x020f1002, 2),
    SCR(T_PVC, READ, 256, 0xdc * 32, 0x024c30dc, 0),
    SCR(T_PVC, WRITE, 256, 0x14c * 32, 0x020f314c, 4),
    // Fences
    FENCE(T_HDC, 0, 0, true, 0x0219e000),
    FENCE(T_HDC, 0, 1, true, 0x0219e100),
    FENCE(T_HDC, 0, 0x1e, true, 0x0219fe00),
    FENCE(T_HDC, 0, 0, false, 0x0209c000),
    FENCE(T_HDC, 254, 0, false, 0x0209c0fe),
    FENCE(T_HDC, 254, 0, true, 0x0219e0fe),
    FENCE(T_HDC, 254, 0x1e, true, 0x0219fefe),
    // Sampler, gateway, end of thread
    {T_32, ISA_SFID_SMPL, 8, 0x021ff000, 0, 0, {.kind = ISA_MSG_SAMPLER, .op = ISA_SAMPLER_FLUSH}},
    {T_32,
     ISA_SFID_SMPL,
     8,
     0x0443a102,
     0,
     0,
     {.kind = ISA_MSG_SAMPLER, .op = ISA_SAMPLER_LD_LZ, .simd = 8, .sampler = 1, .bti = 2, .mlen_grf = 2}},
    {T_32,
     ISA_SFID_SMPL,
     8,
     0x04438003,
     0,
     0,
     {.kind = ISA_MSG_SAMPLER, .op = ISA_SAMPLER_SAMPLE_LZ, .simd = 8, .bti = 3}},
    {T_32,
     ISA_SFID_SMPL,
     16,
     0x0c842003,
     0,
     0,
     {.kind = ISA_MSG_SAMPLER, .op = ISA_SAMPLER_SAMPLE_L, .simd = 16, .bti = 3}},
    {T_HDC | T_BMG, ISA_SFID_GTWY, 1, 0x02000004, 0, 0, {.kind = ISA_MSG_BARRIER}},
    {T_OLD, ISA_SFID_TS, 8, 0x02000010, 0, 0, {.kind = ISA_MSG_EOT, .end_of_thread = true}},
    {T_DG2 | T_PVC | T_BMG, ISA_SFID_GTWY, 8, 0x02000010, 0, 0, {.kind = ISA_MSG_EOT, .end_of_thread = true}},
};
const unsigned n_hdc_rows = sizeof hdc_rows / sizeof hdc_rows[0];
