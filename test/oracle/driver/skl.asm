// A number to find the kernel by, and the end of the thread.
(W)     mov (8|M0)              r20.0<1>:ud   0xC0DE0001:ud
(W)     mov (8|M0)              r127.0<1>:ud  r0.0<8;8,1>:ud
(W)     send (8|M0)              null     r127    0x27            0x02000010           {EOT}
