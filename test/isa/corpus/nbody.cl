kernel void nbody(global float4 *pos, global float4 *vel, int n, float dt) {
    int i = get_global_id(0);
    float4 me = pos[i], acc = 0;
    for (int j = 0; j < n; j++) {
        float4 d = pos[j] - me;
        float r = rsqrt(d.x * d.x + d.y * d.y + d.z * d.z + 1e-6f);
        acc += d * (pos[j].w * r * r * r);
    }
    vel[i] += acc * dt;
    vel[i + n] = me + vel[i] * dt;
}
