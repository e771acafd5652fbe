; A function that takes structures where paths meet: not a kernel, but split all the same.
; RUN: %opt -passes='function(split_results)' -S %s | %FileCheck %s
; RUN: not %cmc -march=tgl %s -o %t.bin 2>&1 | %FileCheck %s --check-prefix=NONE
; CHECK: phi <4 x i32>
; CHECK-NOT: phi %s
; NONE: error: no kernel found
target triple = "spir64-unknown-unknown"
%s = type { i32, <4 x i32> }
define void @f(%s %a, %s %b, i1 %c, ptr %out) {
entry:
  br i1 %c, label %end, label %other
other:
  br label %end
end:
  %p = phi %s [ %a, %entry ], [ %b, %other ]
  %v = extractvalue %s %p, 1
  store <4 x i32> %v, ptr %out
  ret void
}
