// Where a thread may have eight lanes.
kernel __attribute__((intel_reqd_sub_group_size(8))) void pay8(global int *b, int n) {
    b[get_global_id(0) + get_local_id(1) * 7 + get_local_id(2)] = n;
}
