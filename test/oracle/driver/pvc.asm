// A number to find the kernel by, and the end of the thread.
(W)     mov (16|M0)              r20.0<1>:ud   0xC0DE0005:ud
(W)     mov (16|M0)              r127.0<1>:ud  r0.0<1;1,0>:ud
(W)     send.gtwy (8|M0)         null     r127    null:0  0x0     0x02000010           {EOT,A@1}
