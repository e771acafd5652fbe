// add(SurfaceIndex out, svmptr in, int n), group g: out[8g .. 8g+7] = in[8g .. 8g+7] + n.
// Cross-thread data from r2 on: in = r2.4:ud, r2.5:ud; n = r2.6:d. Surface out is BTI 1. Dependencies by -Xauto-deps.
(W)     mov (8|M0)               r127.0<1>:ud  r0.0<8;8,1>:ud
(W)     shl (1|M0)               r10.0<1>:ud   r0.1<0;1,0>:ud    0x5:uw
(W)     mov (8|M0)               r6.0<1>:ud    0x0:ud
(W)     addc (1|M0)              r6.0<1>:ud    r2.4<0;1,0>:ud    r10.0<0;1,0>:ud   {AccWrEn}
(W)     add (1|M0)               r6.1<1>:ud    r2.5<0;1,0>:ud    acc0.0<0;1,0>:ud
(W)     send.dc1 (8|M0)          r4       r6      null    0x0            0x021D0AFF
(W)     add (8|M0)               r5.0<1>:d     r4.0<8;8,1>:d     r2.6<0;1,0>:d
(W)     mov (8|M0)               r7.0<1>:ud    0x0:ud
(W)     shl (1|M0)               r7.2<1>:ud    r0.1<0;1,0>:ud    0x1:uw
(W)     send.dc0 (8|M0)          null     r7      r5      0x40           0x020A0201
(W)     send.ts (8|M0)           null     r127    null    0x0            0x02000010           {EOT}
