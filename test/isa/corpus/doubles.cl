// Only where the device has doubles: skl, pvc.
#ifdef HAS_DOUBLES
kernel void doubles(global double *p, global const float *f) {
    int i = get_global_id(0);
    double v = p[i];
    v = fma(v, 1.5, (double)f[i]) + (double)i - v * v;
    p[i] = v > 3.0 ? v / 7.0 : sqrt(v);
}
#else
kernel void doubles(global float *p) {
    p[get_global_id(0)] *= 2.0f;
}
#endif
