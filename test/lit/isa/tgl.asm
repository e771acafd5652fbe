// One of each format: xeas gives iga64's bytes, xedis gives iga64's text, and that text assembles to the same bytes.
// RUN: %xeas -march=tgl %s -o %t.krn
// RUN: %iga64 -q -Wnone -p 12p1 -a %s -o %t.iga.krn
// RUN: cmp %t.krn %t.iga.krn
// RUN: %xedis --raw -march=tgl %t.krn | sed -e 's://.*::' -e 's/  */ /g' -e 's/^ //' -e 's/ $//' > %t.asm
// RUN: %iga64 -q -Wnone -p 12p1 -d %t.krn | sed -e 's://.*::' -e 's/  */ /g' -e 's/^ //' -e 's/ $//' > %t.iga.asm
// RUN: diff %t.asm %t.iga.asm
// RUN: %xeas -march=tgl %t.asm -o %t.again.krn
// RUN: cmp %t.krn %t.again.krn
(W&~f0.1) mov (1|M0) r127.3<1>:ud r2.5<0;1,0>:ud {@1}
mov (8|M0) r1.0<1>:w 0x76543210:v
mov (16|M0) r10.0<1>:f r20.0<8;8,1>:ub
add (8|M0) (sat)r1.0<1>:d -r2.0<8;8,1>:d (abs)r3.0<8;8,1>:d {Compacted}
add (16|M0) r1.0<1>:f r3.0<8;8,1>:f 0.25:f {$3.dst}
mad (8|M0) (lt)f0.1 r1.0<1>:f -r2.0<8;1>:f r3.0<8;1>:f r4.0<1>:f {@2,$1.dst}
cmp (16|M0) (eq)f1.0 null<1>:f r2.0<8;8,1>:f r4.0<0;1,0>:f
and (8|M8) r1.0<2>:uw ~r2.0<16;8,2>:uw 0xFF:uw {Atomic}
math.sqt (8|M0) r1.0<1>:f r2.0<8;8,1>:f {$4}
mov (8|M0) r[a0.3,-64]<2>:d r[a0.0,32]<1,0>:d
send.dc0 (8|M0) r10 r20 r30 0x40 0x02184200 {@1,$2}
(W) send.dc1 (16|M0) null r10 r20 a0.2 a0.0 {$2}
sync.allwr ($1,$5)
sync.nop null {Compacted,$3.src}
top:
(f0.0.any16h) if (16|M0) other done
nop
other:
else (16|M0) done done
done:
endif (16|M0) next
next:
(f0.0) while (16|M0) top
(W) jmpi end
call (8|M0) r10.0 top
ret (8|M0) r10.0
end:
(W) send.ts (8|M0) null r127 null 0x0 0x02000010 {EOT}
