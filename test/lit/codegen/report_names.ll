; Names in a report for programs: a quote is escaped, a space is not.
; RUN: %cmc -march=tgl --report=json %s -o %t.bin | %FileCheck %s
; RUN: %cmc -march=tgl --report=json %s -o %t.bin | %python -c "import json, sys; print([k['kernel'] for k in json.load(sys.stdin)])" | %FileCheck %s --check-prefix=READ
; CHECK: "kernel": "a b"
; CHECK: "kernel": "c\"d\\e~"
; READ: ['a b', 'c"d\\e~']
target triple = "genx64-unknown-unknown"

define dllexport spir_kernel void @"a b"() #0 {
  ret void
}

define dllexport spir_kernel void @"c\22d\5Ce~"() #0 {
  ret void
}

attributes #0 = { "CMGenxMain" }
!genx.kernels = !{!0, !1}
!0 = !{ptr @"a b", !"a b", !2, i32 0, !2, !2, !2, i32 0, i32 0}
!1 = !{ptr @"c\22d\5Ce~", !"c\22d\5Ce~", !2, i32 0, !2, !2, !2, i32 0, i32 0}
!2 = !{}
