// SPDX-License-Identifier: MIT
// A step of k-means: a work-item has a point, and adds it to the sums of its cluster in global memory, in fixed point. Then
// a work-item for each cluster makes the new centre.

#define CLUSTERS 16
#define SCALE    64.0f

kernel void assign(global const float2 *points, global uint *labels, global const float2 *centres, global int *sums) {
    const uint i = get_global_id(0);
    float least = MAXFLOAT;
    uint label = 0;
    for (uint c = 0; c < CLUSTERS; c++) {
        const float2 d = points[i] - centres[c];
        const float far = d.x * d.x + d.y * d.y;
        if (far < least) {
            least = far;
            label = c;
        }
    }
    atomic_add(&sums[4 * label], convert_int_rte(points[i].x * SCALE));
    atomic_add(&sums[4 * label + 1], convert_int_rte(points[i].y * SCALE));
    atomic_inc(&sums[4 * label + 2]);
    if (labels[i] != label)
        atomic_inc(&sums[4 * label + 3]);
    labels[i] = label;
}

kernel void update(global int *sums, global float2 *centres, global uint *changed) {
    const uint c = get_global_id(0);
    const int count = sums[4 * c + 2];
    if (count > 0)
        centres[c] = (float2)(sums[4 * c], sums[4 * c + 1]) / SCALE / count;
    atomic_add(changed, sums[4 * c + 3]);
    for (uint i = 0; i < 4; i++)
        sums[4 * c + i] = 0;
}
