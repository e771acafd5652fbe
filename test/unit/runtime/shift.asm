// shift(image in, image out, vector<int,2> by): group (x, y) reads the 16x4 bytes at (16x + by[0], 4y + by[1]) of in
// and writes them to (16x, 4y) of out. by = r2.0:d, r2.1:d; in is BTI 1, out BTI 2. Dependencies by -Xauto-deps.
(W)     mov (8|M0)               r127.0<1>:ud  r0.0<8;8,1>:ud
(W)     mov (8|M0)               r6.0<1>:ud    r0.0<8;8,1>:ud
(W)     shl (1|M0)               r6.0<1>:d     r0.1<0;1,0>:d     0x4:uw
(W)     shl (1|M0)               r6.1<1>:d     r0.6<0;1,0>:d     0x2:uw
(W)     mov (1|M0)               r6.2<1>:ud    0x0003000F:ud
(W)     mov (1|M0)               r6.3<1>:ud    0x0:ud
(W)     mov (8|M0)               r7.0<1>:ud    r6.0<8;8,1>:ud
(W)     add (1|M0)               r6.0<1>:d     r6.0<0;1,0>:d     r2.0<0;1,0>:d
(W)     add (1|M0)               r6.1<1>:d     r6.1<0;1,0>:d     r2.1<0;1,0>:d
(W)     send.dc1 (8|M0)          r10      r6      null    0x0            0x02290001
(W)     send.dc1 (8|M0)          null     r7      r10     0x80           0x020A8002
(W)     send.ts (8|M0)           null     r127    null    0x0            0x02000010           {EOT}
