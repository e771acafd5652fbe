kernel void matrix_int(global const char4 *a, global const char4 *b, global int *c, int k) {
    int x = get_global_id(0), y = get_global_id(1), sum = 0;
    for (int i = 0; i < k; i++) {
        int4 u = convert_int4(a[y * k + i]), v = convert_int4(b[x * k + i]);
        sum += u.x * v.x + u.y * v.y + u.z * v.z + u.w * v.w;
    }
    c[y * get_global_size(0) + x] = sum;
}
