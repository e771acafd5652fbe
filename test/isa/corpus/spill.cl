kernel void spill(global float *p, int n) {
    float v[96];
    int i = get_global_id(0);
    for (int k = 0; k < 96; k++)
        v[k] = p[i * 96 + k];
    for (int r = 0; r < n; r++)
        for (int k = 0; k < 96; k++)
            v[k] = v[k] * v[(k * 7 + 13) % 96] + v[(k + 31) % 96];
    for (int k = 0; k < 96; k++)
        p[i * 96 + k] = v[k];
}
