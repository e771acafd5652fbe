kernel void bytes(global uchar *d, global const uchar *s, global short *w, int pitch) {
    int x = get_global_id(0), y = get_global_id(1);
    int at = y * pitch + x;
    uint sum = 0;
    for (int j = -1; j <= 1; j++)
        for (int i = -1; i <= 1; i++)
            sum += s[at + j * pitch + i];
    d[at] = (uchar)(sum / 9);
    w[at] = convert_short_sat((int)sum - 300);
}
