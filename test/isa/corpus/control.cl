int step(int v, int k) {
    switch (k & 7) {
    case 0: return v + 1;
    case 1: return v * 3;
    case 2: return v - 9;
    case 5: return v ^ 77;
    default: return v >> 1;
    }
}
kernel void control(global int *p, int n) {
    int i = get_global_id(0), v = p[i];
    for (int k = 0; k < n; k++) {
        if (v % 3 == 0)
            continue;
        if (v > 1000000)
            break;
        do
            v = step(v, k);
        while (v & 1);
    }
    p[i] = v;
}
