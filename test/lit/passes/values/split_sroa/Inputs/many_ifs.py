# SPDX-License-Identifier: MIT
"""A function of 400 ifs, each with a variable of its own."""
print("define i32 @k(i32 %x) {")
for i in range(400):
    print("  %%v%d = alloca i32" % i)
print("  br label %b0")
for i in range(400):
    print("b%d:\n  store i32 1, ptr %%v%d\n  %%c%d = icmp sgt i32 %%x, %d\n  br i1 %%c%d, label %%t%d, label %%e%d" % (i, i, i, i, i, i, i))
    print("t%d:\n  store i32 %d, ptr %%v%d\n  br label %%e%d" % (i, i + 2, i, i))
    print("e%d:\n  %%l%d = load i32, ptr %%v%d\n  call void @use(i32 %%l%d)\n  br label %%b%d" % (i, i, i, i, i + 1))
print("b400:\n  ret i32 0\n}\ndeclare void @use(i32)")
