// Private arrays and tiles that do not fit the register file.
#define SPILL(T, N, name)                                                                           \
    kernel void name(global T *p, int n) {                                                          \
        T v[N];                                                                                     \
        size_t i = get_global_id(0);                                                                \
        for (int k = 0; k < N; k++)                                                                 \
            v[k] = p[i * N + k];                                                                    \
        for (int r = 0; r < n; r++)                                                                 \
            for (int k = 0; k < N; k++)                                                             \
                v[k] = v[k] * v[(k * 7 + 13) % N] + v[(k + 31) % N];                                \
        for (int k = 0; k < N; k++)                                                                 \
            p[i * N + k] = v[k];                                                                    \
    }
SPILL(float, 160, spill_float)
SPILL(int, 128, spill_int)
SPILL(long, 64, spill_long)
SPILL(float4, 48, spill_float4)
SPILL(short, 200, spill_short)
kernel void tile(global float *c, global const float *a, global const float *b, int n) {
    float acc[8][12] = {{0}};
    size_t x = get_global_id(0) * 12, y = get_global_id(1) * 8;
    for (int k = 0; k < n; k++) {
        float row[12], col[8];
        for (int j = 0; j < 12; j++)
            row[j] = b[k * n + x + j];
        for (int i = 0; i < 8; i++)
            col[i] = a[(y + i) * n + k];
        for (int i = 0; i < 8; i++)
            for (int j = 0; j < 12; j++)
                acc[i][j] = fma(col[i], row[j], acc[i][j]);
    }
    for (int i = 0; i < 8; i++)
        for (int j = 0; j < 12; j++)
            c[(y + i) * n + x + j] = acc[i][j];
}
