kernel void copy(global int *a, global const int *b) {
    a[get_global_id(0)] = b[get_global_id(0)];
}
