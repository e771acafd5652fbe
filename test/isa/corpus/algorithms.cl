// What people run: hashes, random numbers, sorting, transforms, filters, simulation.
constant uint sha_k[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01,
    0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc,
    0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147,
    0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08,
    0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208,
    0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};
#define ROR(x, n) rotate((x), (uint)(32 - (n)))
kernel void sha256(global const uint *data, global uint *digest) {
    size_t id = get_global_id(0);
    uint w[64], s[8];
    for (int i = 0; i < 16; i++)
        w[i] = data[id * 16 + i];
    for (int i = 16; i < 64; i++)
        w[i] = w[i - 16] + w[i - 7] + (ROR(w[i - 15], 7) ^ ROR(w[i - 15], 18) ^ (w[i - 15] >> 3)) +
               (ROR(w[i - 2], 17) ^ ROR(w[i - 2], 19) ^ (w[i - 2] >> 10));
    for (int i = 0; i < 8; i++)
        s[i] = digest[id * 8 + i];
#pragma unroll
    for (int i = 0; i < 64; i++) {
        uint t1 = s[7] + (ROR(s[4], 6) ^ ROR(s[4], 11) ^ ROR(s[4], 25)) + bitselect(s[6], s[5], s[4]) + sha_k[i] + w[i];
        uint t2 = (ROR(s[0], 2) ^ ROR(s[0], 13) ^ ROR(s[0], 22)) + bitselect(s[0], s[1], s[2] ^ s[0]);
        s[7] = s[6]; s[6] = s[5]; s[5] = s[4]; s[4] = s[3] + t1;
        s[3] = s[2]; s[2] = s[1]; s[1] = s[0]; s[0] = t1 + t2;
    }
    for (int i = 0; i < 8; i++)
        digest[id * 8 + i] += s[i];
}
kernel void philox(global uint4 *out, uint k0, uint k1) {
    uint4 c = (uint4)(get_global_id(0), get_global_id(1), 7, 9);
#pragma unroll
    for (int r = 0; r < 10; r++) {
        uint h0 = mul_hi(0xd2511f53u, c.x), h1 = mul_hi(0xcd9e8d57u, c.z);
        c = (uint4)(h1 ^ c.y ^ k0, 0xcd9e8d57u * c.z, h0 ^ c.w ^ k1, 0xd2511f53u * c.x);
        k0 += 0x9e3779b9u;
        k1 += 0xbb67ae85u;
    }
    out[get_global_id(0)] = c;
}
kernel void xorshift(global ulong *state, int n) {
    ulong s0 = state[2 * get_global_id(0)], s1 = state[2 * get_global_id(0) + 1];
    for (int i = 0; i < n; i++) {
        ulong t = s0;
        s0 = s1;
        t ^= t << 23;
        t ^= t >> 17;
        s1 = t ^ s0 ^ (s0 >> 26);
    }
    state[2 * get_global_id(0)] = s0 + s1;
}
kernel void crc(global const uchar *p, global uint *out, int n) {
    uint c = ~0u;
    for (int i = 0; i < n; i++) {
        c ^= p[get_global_id(0) * n + i];
        for (int k = 0; k < 8; k++)
            c = c & 1 ? c >> 1 ^ 0xedb88320u : c >> 1;
    }
    out[get_global_id(0)] = ~c;
}
kernel void bitonic(global int *p, int stage, int pass) {
    size_t i = get_global_id(0), gap = 1u << (stage - pass), left = (i / gap) * 2 * gap + i % gap;
    int a = p[left], b = p[left + gap];
    bool up = (i >> stage & 1) == 0;
    p[left] = up ? min(a, b) : max(a, b);
    p[left + gap] = up ? max(a, b) : min(a, b);
}
kernel void bitonic_local(global int *p, local int *l) {
    int i = get_local_id(0), n = get_local_size(0);
    l[i] = p[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int size = 2; size <= n; size <<= 1)
        for (int gap = size >> 1; gap > 0; gap >>= 1) {
            int j = i ^ gap;
            if (j > i && (l[i] > l[j]) == ((i & size) == 0)) {
                int t = l[i];
                l[i] = l[j];
                l[j] = t;
            }
            barrier(CLK_LOCAL_MEM_FENCE);
        }
    p[get_global_id(0)] = l[i];
}
float2 times(float2 a, float2 b) { return (float2)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); }
kernel void fft16(global float2 *p) {
    float2 v[16];
    size_t id = get_global_id(0);
    for (int i = 0; i < 16; i++)
        v[i] = p[id * 16 + i];
#pragma unroll
    for (int half_n = 8; half_n >= 1; half_n >>= 1)
#pragma unroll
        for (int base = 0; base < 16; base += 2 * half_n)
#pragma unroll
            for (int k = 0; k < half_n; k++) {
                float2 a = v[base + k], b = v[base + k + half_n];
                v[base + k] = a + b;
                v[base + k + half_n] = times(a - b, (float2)(native_cos(k * 3.14159265f / half_n), -native_sin(k * 3.14159265f / half_n)));
            }
    for (int i = 0; i < 16; i++)
        p[id * 16 + i] = v[i];
}
kernel void dct8x8(global float *p, constant float *c) {
    float m[8][8];
    size_t id = get_global_id(0) * 64;
    for (int y = 0; y < 8; y++)
        for (int x = 0; x < 8; x++) {
            float s = 0;
            for (int k = 0; k < 8; k++)
                s = fma(p[id + y * 8 + k], c[x * 8 + k], s);
            m[y][x] = s;
        }
    for (int y = 0; y < 8; y++)
        for (int x = 0; x < 8; x++) {
            float s = 0;
            for (int k = 0; k < 8; k++)
                s = fma(m[k][x], c[y * 8 + k], s);
            p[id + y * 8 + x] = s;
        }
}
kernel void sobel(global const uchar4 *in, global uchar4 *out, int w) {
    int x = get_global_id(0) + 1, y = get_global_id(1) + 1;
    int4 g[3][3];
    for (int j = 0; j < 3; j++)
        for (int i = 0; i < 3; i++)
            g[j][i] = convert_int4(in[(y + j - 1) * w + x + i - 1]);
    int4 gx = g[0][2] + 2 * g[1][2] + g[2][2] - g[0][0] - 2 * g[1][0] - g[2][0];
    int4 gy = g[2][0] + 2 * g[2][1] + g[2][2] - g[0][0] - 2 * g[0][1] - g[0][2];
    out[y * w + x] = convert_uchar4_sat(sqrt(convert_float4(gx * gx + gy * gy)));
}
kernel void life(global const uchar *in, global uchar *out, int w, int h) {
    int x = get_global_id(0), y = get_global_id(1), n = 0;
    for (int j = -1; j <= 1; j++)
        for (int i = -1; i <= 1; i++)
            n += (i | j) ? in[((y + j + h) % h) * w + (x + i + w) % w] : 0;
    out[y * w + x] = n == 3 || (n == 2 && in[y * w + x]);
}
kernel void black_scholes(global const float *s, global const float *k, global float *call, global float *put, float r, float v) {
    size_t i = get_global_id(0);
    float d1 = (log(s[i] / k[i]) + (r + v * v / 2)) / v, d2 = d1 - v;
    float n1 = 0.5f * erfc(-d1 * 0.70710678f), n2 = 0.5f * erfc(-d2 * 0.70710678f), e = k[i] * exp(-r);
    call[i] = s[i] * n1 - e * n2;
    put[i] = e * (1 - n2) - s[i] * (1 - n1);
}
kernel void lu(global float *a, int n) {
    for (int k = 0; k < n; k++) {
        for (int i = k + 1 + get_local_id(0); i < n; i += get_local_size(0)) {
            float f = a[i * n + k] /= a[k * n + k];
            for (int j = k + 1; j < n; j++)
                a[i * n + j] -= f * a[k * n + j];
        }
        barrier(CLK_GLOBAL_MEM_FENCE);
    }
}
kernel void inverse4(global float16 *p) {
    float4 m[4], inv[4];
    float16 v = p[get_global_id(0)];
    m[0] = v.s0123, m[1] = v.s4567, m[2] = v.s89ab, m[3] = v.scdef;
    inv[0] = (float4)(1, 0, 0, 0), inv[1] = (float4)(0, 1, 0, 0), inv[2] = (float4)(0, 0, 1, 0), inv[3] = (float4)(0, 0, 0, 1);
#pragma unroll
    for (int c = 0; c < 4; c++) {
        float f = 1.0f / (c == 0 ? m[0].x : c == 1 ? m[1].y : c == 2 ? m[2].z : m[3].w);
        m[c] *= f;
        inv[c] *= f;
        for (int r = 0; r < 4; r++) {
            float g = c == 0 ? m[r].x : c == 1 ? m[r].y : c == 2 ? m[r].z : m[r].w;
            if (r != c) {
                m[r] -= g * m[c];
                inv[r] -= g * inv[c];
            }
        }
    }
    p[get_global_id(0)] = (float16)(inv[0], inv[1], inv[2], inv[3]);
}
kernel void kmeans(global const float4 *p, global const float4 *centre, global int *owner, int n) {
    size_t i = get_global_id(0);
    float best = INFINITY;
    int at = -1;
    for (int k = 0; k < n; k++) {
        float4 d = p[i] - centre[k];
        float l = dot(d, d);
        if (l < best) {
            best = l;
            at = k;
        }
    }
    owner[i] = at;
}
kernel void raymarch(global float4 *out, int w, int h) {
    float2 uv = (float2)(get_global_id(0) * 2.0f / w - 1, get_global_id(1) * 2.0f / h - 1);
    float3 from = (float3)(0, 0, -3), dir = normalize((float3)(uv, 1.5f));
    float t = 0;
    int i;
    for (i = 0; i < 64; i++) {
        float3 at = from + t * dir;
        float d = min(length(at) - 1, min(length(at - (float3)(1, sin(t), 0)) - 0.5f, at.y + 1));
        if (d < 0.001f || t > 20)
            break;
        t += d;
    }
    out[get_global_id(1) * w + get_global_id(0)] = (float4)(t, i, pow(1 / (1 + t), 2.2f), 1);
}
