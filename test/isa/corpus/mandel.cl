kernel void mandel(global uchar *out, float x0, float y0, float step, int limit) {
    int x = get_global_id(0), y = get_global_id(1), n = 0;
    float cr = x0 + x * step, ci = y0 + y * step, zr = 0, zi = 0;
    while (n < limit && zr * zr + zi * zi < 4.0f) {
        float t = zr * zr - zi * zi + cr;
        zi = 2 * zr * zi + ci;
        zr = t;
        n++;
    }
    out[y * get_global_size(0) + x] = (uchar)n;
}
