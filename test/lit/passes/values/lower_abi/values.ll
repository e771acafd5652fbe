; Functions that stay functions take and give values: what a reference names goes in and comes out, a structure as its members,
; a variable of the file as one more argument and result, predicates as words. The evaluator runs both forms.
; RUN: %opt -passes=lower_abi -S %s -o %t.ll
; RUN: %FileCheck %s --input-file=%t.ll
; RUN: %genx_eval --compare %s %t.ll --kernel references
; RUN: %genx_eval --compare %s %t.ll --kernel structures
; RUN: %genx_eval --compare %s %t.ll --kernel variables
; RUN: %genx_eval --compare %s %t.ll --kernel nested
target triple = "spir64-unknown-unknown"
%pair = type { <8 x i32>, i32 }
@total = internal global <8 x i32> zeroinitializer
@step = internal global i32 3

; A reference that is only read does not come out.
; CHECK-LABEL: @references(
; CHECK: [[A:%.*]] = load <16 x i32>, ptr %v
; CHECK: [[X:%.*]] = load i32, ptr %x
; CHECK: [[R:%.*]] = call <16 x i32> @set_first(<16 x i32> [[A]], i32 [[X]])
; CHECK-NEXT: store <16 x i32> [[R]], ptr %v
define <16 x i32> @references(<16 x i32> %in, i32 %n) {
  %v = alloca <16 x i32>
  %x = alloca i32
  store <16 x i32> %in, ptr %v
  store i32 %n, ptr %x
  call void @set_first(ptr %v, ptr %x)
  %r = load <16 x i32>, ptr %v
  ret <16 x i32> %r
}

; The object of sret only comes out, one by value only goes in; the caller's copy stays as it is.
; CHECK-LABEL: @structures(
; CHECK: [[NEG:%.*]] = zext i1 %neg to i16
; CHECK: [[M:%.*]] = call { <8 x i32>, i32 } @make(i32 %n, i16 [[NEG]])
; CHECK-DAG: extractvalue { <8 x i32>, i32 } [[M]], 0
; CHECK-DAG: extractvalue { <8 x i32>, i32 } [[M]], 1
; CHECK: [[V:%.*]] = load <8 x i32>, ptr %p
; CHECK: [[N:%.*]] = load i32, ptr
; CHECK-NEXT: [[C:%.*]] = call i32 @change_copy(<8 x i32> [[V]], i32 [[N]])
; CHECK-NOT: store
; CHECK: ret <8 x i32>
define <8 x i32> @structures(i32 %n) {
  %p = alloca %pair
  %neg = icmp slt i32 %n, 0
  call void @make(ptr %p, i32 %n, i1 %neg)
  %c = call i32 @change_copy(ptr %p)
  %v = load <8 x i32>, ptr %p
  %r = insertelement <8 x i32> %v, i32 %c, i32 0
  ret <8 x i32> %r
}

; CHECK-LABEL: @variables(
; CHECK: [[T:%.*]] = load <8 x i32>, ptr @total
; CHECK: [[S:%.*]] = load i32, ptr @step
; CHECK: [[C:%.*]] = call <8 x i32> @count(<8 x i32> %v, <8 x i32> [[T]], i32 [[S]])
; CHECK-NEXT: store <8 x i32> [[C]], ptr @total
define <8 x i32> @variables(<8 x i32> %v) {
  store <8 x i32> zeroinitializer, ptr @total
  call void @count(<8 x i32> %v)
  call void @count(<8 x i32> %v)
  %r = load <8 x i32>, ptr @total
  ret <8 x i32> %r
}

; What a callee takes, its caller has to have.
; CHECK-LABEL: @nested(
; CHECK: call <8 x i32> @count_twice(<8 x i32> %v, <8 x i32> {{%.*}}, i32 {{%.*}})
define <8 x i32> @nested(<8 x i32> %v) {
  store <8 x i32> %v, ptr @total
  call void @count_twice(<8 x i32> %v)
  %r = load <8 x i32>, ptr @total
  ret <8 x i32> %r
}

; Unused functions stay as they are; the others follow without pointers.
; CHECK-NOT: define {{.*}}ptr
; CHECK-DAG: define internal <16 x i32> @set_first(<16 x i32> %a, i32 %n) [[SUB:#[0-9]+]]
; CHECK-DAG: define internal { <8 x i32>, i32 } @make(i32 %n, i16 %neg) [[SUB]]
; CHECK-DAG: define internal i32 @change_copy(<8 x i32> %p, i32 %{{.*}}) [[SUB]]
; CHECK-DAG: define internal <8 x i32> @count(<8 x i32> %v, <8 x i32> %total, i32 %step) [[SUB]]
; CHECK: attributes [[SUB]] = { noinline "CMSubroutine" }
define internal void @set_first(ptr byref(<16 x i32>) %a, ptr byref(i32) "cmc_in" %n) noinline {
  %v = load <16 x i32>, ptr %a
  %x = load i32, ptr %n
  %w = insertelement <16 x i32> %v, i32 %x, i32 0
  store <16 x i32> %w, ptr %a
  ret void
}
define internal void @make(ptr sret(%pair) %r, i32 %n, i1 %neg) noinline {
  %s = select i1 %neg, i32 -1, i32 1
  %m = mul i32 %n, %s
  %v = insertelement <8 x i32> zeroinitializer, i32 %m, i32 3
  store <8 x i32> %v, ptr %r
  %q = getelementptr i8, ptr %r, i64 32
  store i32 %n, ptr %q
  ret void
}
define internal i32 @change_copy(ptr byval(%pair) %p) noinline {
  %q = getelementptr i8, ptr %p, i64 32
  %n = load i32, ptr %q
  %m = add i32 %n, 5
  store i32 %m, ptr %q
  %o = load i32, ptr %q
  ret i32 %o
}
define internal void @count(<8 x i32> %v) noinline {
  %t = load <8 x i32>, ptr @total
  %s = load i32, ptr @step
  %w = insertelement <8 x i32> %v, i32 %s, i32 2
  %u = add <8 x i32> %t, %w
  store <8 x i32> %u, ptr @total
  ret void
}
define internal void @count_twice(<8 x i32> %v) noinline {
  call void @count(<8 x i32> %v)
  call void @count(<8 x i32> %v)
  ret void
}
