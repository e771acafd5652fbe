target triple = "genx64-unknown-unknown"

define dllexport spir_kernel void @k(i32 "VCArgumentKind"="KIND" %x) #0 {
  ret void
}

attributes #0 = { "VCFunction" }
