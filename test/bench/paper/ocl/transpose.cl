// SPDX-License-Identifier: MIT
// The transpose of a matrix of 32-bit numbers. With BLOCK, a work-item reads BLOCK rows of BLOCK numbers as vectors and
// writes its columns as vectors. Without, a work-group turns a tile of TILE x TILE numbers in local memory, so that
// reads and writes are contiguous; the column that no number uses keeps the words of a column in different banks.

#if BLOCK
#define VECTOR__(n) uint##n
#define VECTOR_(n)  VECTOR__(n)
#define LOAD__(n)   vload##n
#define LOAD_(n)    LOAD__(n)
#define STORE__(n)  vstore##n
#define STORE_(n)   STORE__(n)

kernel __attribute__((reqd_work_group_size(TILE, ROWS, 1))) void
transpose(global const uint *restrict in, global uint *restrict out, uint rows, uint columns) {
    const uint x = get_global_id(0) * BLOCK, y = get_global_id(1) * BLOCK;
    uint block[BLOCK][BLOCK];
#pragma unroll
    for (uint r = 0; r < BLOCK; r++) {
        const VECTOR_(BLOCK) row = LOAD_(BLOCK)(0, in + (y + r) * columns + x);
#pragma unroll
        for (uint c = 0; c < BLOCK; c++)
            block[c][r] = ((const uint *)&row)[c];
    }
#pragma unroll
    for (uint c = 0; c < BLOCK; c++)
        STORE_(BLOCK)(LOAD_(BLOCK)(0, block[c]), 0, out + (x + c) * rows + y);
}
#else
kernel __attribute__((reqd_work_group_size(TILE, ROWS, 1))) void
transpose(global const uint *restrict in, global uint *restrict out, uint rows, uint columns) {
    local uint tile[TILE][TILE + 1];
    const uint lx = get_local_id(0), ly = get_local_id(1);
    const uint x = get_group_id(0) * TILE, y = get_group_id(1) * TILE;
#pragma unroll
    for (uint r = ly; r < TILE; r += ROWS)
        tile[r][lx] = in[(y + r) * columns + x + lx];
    barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
    for (uint r = ly; r < TILE; r += ROWS)
        out[(x + r) * rows + y + lx] = tile[lx][r];
}
#endif
