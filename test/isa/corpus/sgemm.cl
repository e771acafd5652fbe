#define T 16
kernel void sgemm(global const float *a, global const float *b, global float *c, int n) {
    local float ta[T][T], tb[T][T];
    int col = get_global_id(0), row = get_global_id(1), lx = get_local_id(0), ly = get_local_id(1);
    float sum = 0;
    for (int k = 0; k < n; k += T) {
        ta[ly][lx] = a[row * n + k + lx];
        tb[ly][lx] = b[(k + ly) * n + col];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int j = 0; j < T; j++)
            sum = mad(ta[ly][j], tb[j][lx], sum);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    c[row * n + col] = sum;
}
