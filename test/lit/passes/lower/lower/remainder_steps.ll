; The steps of an exact remainder: 2 of a half, of 41 bits at most; 15 of a float, of 277; 44 of a double, of 2098.
; Each has one product that is rounded to an integer.
; RUN: %opt -passes="lower<pvc>" -S %s -o %t.ll
; RUN: sed -n '/@half/,/^}/p' %t.ll | grep -c 'call.*genx.rnde' | %FileCheck %s --check-prefix=HALF
; RUN: sed -n '/@single/,/^}/p' %t.ll | grep -c 'call.*genx.rnde' | %FileCheck %s --check-prefix=SINGLE
; RUN: sed -n '/@long/,/^}/p' %t.ll | grep -c 'fsub.*0x4338000000000000' | %FileCheck %s --check-prefix=LONG
; HALF: {{^}}2{{$}}
; SINGLE: {{^}}15{{$}}
; LONG: {{^}}44{{$}}
define <8 x half> @half(<8 x half> %a, <8 x half> %b) {
  %r = frem <8 x half> %a, %b
  ret <8 x half> %r
}
define <8 x float> @single(<8 x float> %a, <8 x float> %b) {
  %r = frem <8 x float> %a, %b
  ret <8 x float> %r
}
define <4 x double> @long(<4 x double> %a, <4 x double> %b) {
  %r = frem <4 x double> %a, %b
  ret <4 x double> %r
}
