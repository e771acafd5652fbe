; A kernel with 256 registers has room for values that exceed 128: nothing is moved or rematerialised.
; RUN: sed 's/^define \(.*\) {$/define \1 "num-grf-per-thread"="256" {/' %S/relieve_pressure.ll > %t.ll
; RUN: %opt -passes=set_genx_attrs -S %t.ll -o %t.before
; RUN: %opt -passes='set_genx_attrs,function(relieve_pressure<tgl>)' -S %t.ll -o %t.after
; RUN: cmp %t.before %t.after
; RUN: %opt -passes='set_genx_attrs,function(relieve_pressure<tgl>)' -S %S/relieve_pressure.ll -o %t.128
; RUN: not cmp %t.before %t.128
