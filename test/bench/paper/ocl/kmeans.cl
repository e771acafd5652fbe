// SPDX-License-Identifier: MIT
// A step of k-means. A work-item has POINTS points; a work-group adds them to the sums of their clusters in local memory,
// with atomic operations in fixed point, in COPIES tables, whose sums are neighbours, so that work-items use different
// banks. One work-group adds the tables of all and makes the new centres.

#define CLUSTERS 16
#define ROW      4 // of a table: x, y, number, changed
#define TABLE    (CLUSTERS * ROW)
#define SCALE    256.0f
#define UPDATERS 4 // parts of the tables in the update

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
assign(global const float2 *restrict points, global uint *restrict labels, global const float2 *restrict centres,
       global float *restrict tables) {
    local int sums[TABLE * COPIES];
    const uint me = get_local_id(0), first = get_group_id(0) * GROUP * POINTS;
    for (uint i = me; i < TABLE * COPIES; i += GROUP)
        sums[i] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    float2 p[POINTS];
    float least[POINTS];
    uint label[POINTS];
#pragma unroll
    for (uint k = 0; k < POINTS; k++) {
        p[k] = points[first + k * GROUP + me];
        least[k] = MAXFLOAT;
        label[k] = 0;
    }
#pragma unroll
    for (uint c = 0; c < CLUSTERS; c++) {
        const float2 centre = centres[c];
#pragma unroll
        for (uint k = 0; k < POINTS; k++) {
            const float2 d = p[k] - centre;
            const float far = d.x * d.x + d.y * d.y;
            label[k] = far < least[k] ? c : label[k];
            least[k] = min(far, least[k]);
        }
    }
    local int *mine = sums + me % COPIES;
#pragma unroll
    for (uint k = 0; k < POINTS; k++) {
        global uint *old = &labels[first + k * GROUP + me];
        local int *row = mine + label[k] * ROW * COPIES;
        atomic_add(row, convert_int_rte(p[k].x * SCALE));
        atomic_add(row + COPIES, convert_int_rte(p[k].y * SCALE));
        atomic_inc(row + 2 * COPIES);
        if (*old != label[k])
            atomic_inc(row + 3 * COPIES);
        *old = label[k];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint i = me; i < TABLE; i += GROUP) {
        int sum = 0;
#pragma unroll
        for (uint c = 0; c < COPIES; c++)
            sum += sums[i * COPIES + (c + me) % COPIES]; // work-items start in different banks
        tables[get_group_id(0) * TABLE + i] = i % ROW < 2 ? sum / SCALE : sum;
    }
}

kernel __attribute__((reqd_work_group_size(TABLE, UPDATERS, 1))) void
update(global const float *restrict tables, global float2 *restrict centres, global uint *restrict changed, uint n) {
    local float part[UPDATERS][TABLE];
    const uint i = get_local_id(0), me = get_local_id(1);
    float sum = 0;
    for (uint t = me; t < n; t += UPDATERS)
        sum += tables[t * TABLE + i];
    part[me][i] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint u = 1; me == 0 && u < UPDATERS; u++)
        sum += part[u][i];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (me == 0)
        part[0][i] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (me > 0)
        return;
    if (i < CLUSTERS && part[0][i * ROW + 2] > 0)
        centres[i] = (float2)(part[0][i * ROW], part[0][i * ROW + 1]) / part[0][i * ROW + 2];
    if (i == 0) {
        float total = 0;
        for (uint c = 0; c < CLUSTERS; c++)
            total += part[0][c * ROW + 3];
        *changed = total;
    }
}
