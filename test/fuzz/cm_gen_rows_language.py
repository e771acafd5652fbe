# SPDX-License-Identifier: MIT
"""Snippets of the language itself: types, shapes, members, control flow, functions, variables of the file, C++."""
from cm_gen_snippets import E, S

SNIPPETS = [
    # 1 and 2: how kernels run, types.
    S("1.a_cm_kernel_instance_is_one", "int $1 = 0;\nfor (int $2 = 0; $2 < ($i & 3); $2++)\n    $1 += $2;\n@num $1"),
    S("1.vector_lengths_are_arbitrary_any_n", "@new $t $n $e(t,n)\n@new $t $c(n+1) $e(t,n+1)", n="6|9|12|21|29|33|45|61"),
    S("1.all_operands_of_a_vector_statement",
      "vector<$t, $n> $1 = $e(t,n);\n$1.select<$c(n-1), 1>(1) = $1.select<$c(n-1), 1>(0);\n"
      "$1 = $1.replicate<$n, 1, 1, 0>(0) + $1;\n@var $1 $t 0 $n", n="4|8|16|17|32", t="int|short|uchar|uint"),
    S("1.matrices_are_row_major_in",
      "matrix<$t, 3, $n> $1 = vector<$t, $c(3*n)>($e(t,3*n)).format<$t, 3, $n>();\n"
      "@new $t $c(3*n) $1.format<$t>()\n@var $1 $t 3 $n", n="4|5|8|16"),
    S("1.under_opencl_level_zero_one_work", "int $1 = cm_linear_global_id() * 3 + cm_linear_global_size();\n@num $1"),
    S("1.execution_order_between_threads_is",
      "vector<uint, $n> $1, $2 = fuzz_iota<$n>(600, 1);\nwrite_atomic<ATOMIC_INC>(buf, $2, $1);\ncm_fence();\n@new int $n $1 * 0",
      n="1|8|16|5"),
    # What the file is like; where a part ends.
    S("4.past_the_end", "vector<$t, $n> $1 = $e(t,n);\n@new $t 4 $1.select<4, 1>($c(n-2))\n@new $t 8 $1.replicate<2, 4, 4, 1>($c(n-3))", n="8|12|16|24"),
    S("4.past_the_end", "vector<$t, $n> $1 = $e(t,n);\n$1.select<4, 2>($c(n-3)) = ($t)$i(0,9);\n@var $1 $t 0 $n", n="8|12|16|24"),
    S("4.format_remainder", "vector<ushort, $n> $1 = $e(ushort,n);\n@new uint $c(n//2) $1.format<uint>()", n="3|5|7|13|17"),
    S("4.template_before_members", "matrix<$t, 2, $n> $1 = vector<$t, $c(2*n)>($e(t,2*n)).format<$t, 2, $n>();\n"
      "@new $t $n $1.template row(1)\n@new $t 2 $1.template column($x(n-1))", n="4|8|16"),
    S("7.static_variables", "static int $1() {\n    static int $1_count = $i(0,9);\n    return $1_count++;\n}\n@file\n"
      "int $2 = $1() * 3;\n$2 += $1();\n@num $2", flags="v"),
    S("7.cm_spec_constant", "int $1 = cm_spec_constant<int, $i(0,99), $i(1,50)>() + $i;\n@num $1"),
    S("7.cm_spec_constant", "short $1 = cm_spec_constant<short, $i(0,99)>();\n@new $t $n $e(t,n) + (($t)$1)"),
    S("2.1.long", "long $1 = $i;\nvector<long, $n> $2 = $e(int,n);\n$2 = $2 * 3 - $1;\n@new longlong $n $2"),
    S("2.1.bf16", "vector<bfloat16, $n> $1 = $e(float,n);\n$1($x(n-1)) = 1.5f;\n@new float $n $1\n@new ushort $n $1.format<ushort>()"),
    S("2.1.bf16", "__bf16 $1 = (float)$i(-9,9);\nfloat $2 = $1 + 1.0f;\n@new float $n vector<float, $n>($2)"),
    S("2.1.bool", "bool $1 = $i > $i(-5,500);\nif ($1 && !($i == 3)) {\n$B\n}\nint $2 = $1;\n@num $2"),
    S("2.2.c_arrays_of_scalars",
      "$t $1[8] = {1, 2, 3};\nfor (int $2 = 0; $2 < 8; $2++)\n    $1[$2] += ($t)$2;\n$1[$i & 7] = ($t)$i;\n"
      "int $3 = $1[$i & 7];\n@num $3", t="int|short|uchar|uint"),
    S("2.2.c_arrays_of_scalars", "int $1[2][3] = {{1, 2, 3}, {4}};\n$1[$i & 1][$x(2)] = $i;\nint $2 = $1[1][$x(2)];\n@num $2", flags="v"),
    S("2.2.surfaceindex", "SurfaceIndex $1 = buf;\nvector<int, 8> $2;\nread($1, $i(0,9) * 16, $2);\n@var $2 int 0 8"),
    S("2.2.enums",
      "enum $1 { $1_a, $1_b = 7, $1_c };\nenum class $2 : ushort { off, on = 5 };\n@file\nvector<$1, $n> $3 = $1_b;\n$3(0) = $1_c;\n"
      "$2 $4 = $2::on;\nint $5 = $4 == $2::on ? (int)$3(0) : 0;\n@num $5\n@new int $n $3 + 1"),

    # 3: construction, conversion, saturation.
    S("3.1.uninitialised", "vector<$t, $n> $1;\n$1.select_all() = $e(t,n);\n@var $1 $t 0 $n"),
    S("3.1.from_array", "const $t $1[$n] = {1, 2, 3};\n@file\nvector<$t, $n> $2($1);\n$2 = $2 + ($t)1;\n@var $2 $t 0 $n", n="3|8|16|11",
      t="int|short|uchar|float|half"),
    S("3.1.ref_of_object", "vector<$t, $n> $1 = $e(t,n);\nvector_ref<$t, $n> $2($1);\n$2 = $2.select<$n, 1>(0);\n@var $2 $t 0 $n"),
    S("3.1.ref_of_object",
      "matrix<$t, 2, $n> $1 = ($t)3;\nmatrix_ref<$t, 2, $n> $2($1);\nmatrix_ref<$t, 1, $n> $3 = $2.select<1, 1, $n, 1>(1, 0);\n"
      "vector_ref<$t, $n> $4 = $3.row(0);\n$4 = $e(t,n);\n@var $1 $t 2 $n", n="4|8|7|16"),
    S("3.2.result_shape",
      "matrix<int, 2, $n> $1 = $i(0,9);\nvector<int, $c(2*n)> $2 = $1 + vector<int, $c(2*n)>($e(int,2*n));\n$1 = $1 * 2 + $2.format<int, 2, $n>();\n"
      "@var $1 int 2 $n\n@var $2 int 0 $c(2*n)", n="4|8|5"),
    S("3.2.narrowing_happens_only_on_assignment",
      "vector<uchar, $n> $1 = $e(uchar,n), $2 = $1;\nvector<ushort, $n> $3 = $1 + $2;\n$2 = ($1 + $2) >> 1;\n@var $3 ushort 0 $n\n@var $2 uchar 0 $n"),
    E("3.2.float_int", "int", "vector<int, $n>($e(float,n) * 0.5f, SAT)"),
    E("3.2.float_int", "short", "vector<short, $n>(cm_min(cm_max($e(half,n), (half)-900), (half)900))"),
    E("3.2.int_float_double_float_float_half", "half", "vector<half, $n>(vector<float, $n>($e(int,n) & 1023))"),
    E("3.2.int_float_double_float_float_half", "float", "vector<float, $n>(vector<real, $n>($e(uint,n)))"),
    E("3.3.float_half_double_destination", "float", "vector<float, $n>($e(float,n), SAT)"),
    E("3.3.float_half_double_destination", "half", "vector<half, $n>($e(half,n), SAT)"),
    E("3.3.ir", "uchar", "vector<uchar, $n>($e(short,n), _GENX_SAT)"),
    E("3.3.ir", "short", "vector<short, $n>($e(float,n), $o(SAT|_GENX_SAT))"),

    S("3.2.pragma_cm_nonstrict 23.pragma_cm_nonstrict", "#pragma cm_nonstrict\nstatic int $1(int a) {\n    return a + 1;\n}\n@file\nint $2 = $1($i);\n@num $2"),

    # 4: members.
    S("4.m_iselect_idx",
      "matrix<$t, 3, 5> $1 = $e(t,15).format<$t, 3, 5>();\nvector<ushort, $n> $2 = $e(ushort,n) % (ushort)15;\n@new $t $n $1.iselect($2)"),
    S("4.m_iselect_idx",  # a selection by places of a part of other bytes of a reference
      "vector<uint, 16> $1 = $e(uint,16);\nvector_ref<uint, 8> $2 = $1.select<8, 1>($i(0,8));\n"
      "vector<ushort, $n> $3 = $e(ushort,n) & 15;\n@new ushort $n $1.format<ushort, 4, 8>().iselect($3)\n"
      "$2.select<4, 1>($x(4)).format<ushort>().select<4, 2>(1) = 7;\n@var $1 uint 0 16"),
    E("4.v_replicate_rep", "$t", "vector<$t, $c(n//4)>($e(t,n//4)).replicate<4>()", n="4|8|16|32|64"),
    E("4.v_replicate_rep_w_i_0", "$t", "vector<$t, $n>($e(t,n)).replicate<2, $c(n//2)>($x(n//2))", n="2|4|8|16|32|64"),
    E("4.v_replicate_rep_vs_w_i", "$t", "vector<$t, $n>($e(t,n)).replicate<$c(n//2), 1, 2>($x(n//2-1))", n="4|8|16|32"),

    # 5: operators.
    E("5.conditional", "$t", "($i > 3 ? $e(t,n) : $e(t,n))"),
    S("5.conditional", "int $1 = $e(int,n).any() ? $i : cm_sum<int>($e(short,n));\n@num $1", n="4|8|13"),
    S("5.comma_sizeof_casts_to_vector",
      "vector<$t, $n> $1 = $e(t,n);\nint $2 = ($1 = $1 + ($t)1, (int)sizeof($1) + (int)sizeof(vector<float, $n>));\n"
      "@num $2\n@new int $n (vector<int, $n>)$1 * 2", t="int|short|uchar|uint"),
    S("5.one_element_results_used_as_scalars",
      "vector<int, 1> $1 = $e(int,1);\nint $2 = $1 + $e(int,1);\nif ((int)$1 > 5) {\n$B\n}\n@num $2"),
    S("5.float_comparisons_with_nan",
      "vector<float, $n> $1 = $e(float,n);\n$1($x(n-1)) = __builtin_nanf(\"\");\n"
      "@new ushort $n ($1 $o(<|<=|>|>=|==|!=) $e(float,n))\n@new ushort $n ($1 $o(!=|==) $1)", flags=""),

    # 6: masks and SIMD control flow.
    E("6.1.cm_unpack_mask_uint_vector", "ushort", "cm_unpack_mask<ushort, $n>((uint)$i)", n="1|2|4|8|16|32|7|11|31"),
    S("3.1.assignment_inside_simd_control_flow 6.2.assignments",
      "vector<$t, $n> $1 = $e(t,n);\nSIMD_IF_BEGIN($m(n)) {\n    $1 = ($t)5;\n} SIMD_ELSE {\n    $1 = $1 + ($t)1;\n} SIMD_IF_END;\n@var $1 $t 0 $n",
      n="2|4|8|16|32"),
    S("6.2.cm_unmask_begin_uint_cm_unmask_end",
      "vector<int, $n> $1 = 0, $2 = 0;\nSIMD_IF_BEGIN($m(n)) {\n    uint $3 = cm_unmask_begin();\n    $1 = $e(int,n) + 1;\n"
      "    cm_unmask_end($3);\n    $2 = $1;\n} SIMD_IF_END;\n@var $1 int 0 $n\n@var $2 int 0 $n", n="4|8|16|32"),
    S("6.2.partial_writes",
      "matrix<int, 4, $n> $1 = $i(0,9);\nint $2 = 0;\nvector<ushort, $n> $3 = $m(n);\nSIMD_IF_BEGIN($3) {\n    $1.row($i(0,3)) = 1;\n"
      "    $1.select<2, 2, $c(n//2), 2>(0, 1) = 5;\n    $1($i(0,3), 0) = 9;\n    $2 = 5;\n} SIMD_ELSE {\n    $2 += 3;\n} SIMD_IF_END;\n"
      "@var $1 int 4 $n\n@num $2", n="4|8|16"),
    S("6.2.constructors_initialised",
      "vector<$t, $n> $1 = $e(t,n);\nSIMD_IF_BEGIN($m(n)) {\n    vector<$t, $n> $2 = $1, $3($2);\n    vector<int, 5> $4 = 3;\n    $3 = $3 + ($t)1;\n"
      "    $1 = $3 + ($t)$4(2);\n} SIMD_IF_END;\n@var $1 $t 0 $n", n="2|4|8|16|32", t="int|short|uchar|float"),
    S("6.2.simd_break_simd_continue",
      "vector<short, $n> $1 = $e(short,n) & 7, $2 = 0;\nSIMD_DO_WHILE_BEGIN {\n    $1 = $1 - 1;\n    SIMD_IF_BEGIN($1 == 3) {\n        SIMD_BREAK;\n"
      "    } SIMD_IF_END;\n    SIMD_IF_BEGIN(($1 & 1) == 0) {\n        SIMD_CONTINUE;\n    } SIMD_IF_END;\n    $2 = $2 + 1;\n} SIMD_DO_WHILE_END($1 > 0);\n"
      "@var $1 short 0 $n\n@var $2 short 0 $n", n="2|4|8|16|32"),
    S("6.2.calls",
      "static void $1(vector_ref<int, $n> v, matrix_ref<int, 2, $n> m, int limit) {\n    SIMD_IF_BEGIN(v > limit) {\n        v = limit;\n"
      "        m.row(1) = v;\n    } SIMD_ELSEIF(v < -limit) {\n        v = -limit;\n    } SIMD_IF_END;\n}\n@file\n"
      "vector<int, $n> $2 = $e(int,n);\nmatrix<int, 3, $n> $3 = 1;\nfor (int $4 = 0; $4 < 2; $4++) {\n    SIMD_IF_BEGIN($m(n)) {\n"
      "        $1($2, $3.select<2, 1, $n, 1>($i(0,1), 0), 50);\n    } SIMD_IF_END;\n}\n@var $2 int 0 $n\n@var $3 int 3 $n", n="4|8|16|32"),
    S("6.2.calls 7.cm_inline_cm_noinline",
      "CM_NOINLINE vector<$t, $n> $1(vector<$t, $n> v) {\n    SIMD_IF_BEGIN(v > ($t)4) {\n        v = ($t)2;\n    } SIMD_ELSE {\n        v += ($t)1;\n"
      "    } SIMD_IF_END;\n    return v;\n}\n@file\n@new $t $n $1($1($e(t,n)))", n="4|8|16|32", t="int|short|uint|float"),
    S("6.2.scatter_gather 6.2.intrinsics_with_an_i1_predicate",
      "{\n    vector<int, $n> $1 = 0;\n    read(buf, 4, fuzz_iota<$n>($i(0,9), $i(1,3)), $1);\n    write(buf, 600, fuzz_iota<$n>(0, 1), $1);\n}",
      n="2|4|8|16|32", flags="s"),
    S("6.2.calls 3.1.assignment_inside_simd_control_flow",
      "static int $1(vector_ref<$t, $n> v, int x) {\n    v = v + ($t)x;\n    return x * 2;\n}\n@file\n"
      "{\n    vector<$t, $n> $2 = ($t)$i(0,9);\n    $2 = ($t)$1($2, $1($2, $i(0,9)));\n}", n="2|4|8|16|32", flags="s", t="int|short|uchar"),
    S("6.2.scalar_control_flow", "for (int $1 = 0; $1 < $i(1,3); $1++) {\n    if ($1 == 1) {\n$B\n    }\n}", flags="s"),
    S("6.2.reductions_cm_sum_cm_prod_cm",
      "{\n    vector<int, $n> $1 = $e(int,n);\n    int $2 = cm_sum<int>($1) + cm_reduced_max<int>($1);\n    $1 = $2;\n}", n="2|4|8|16|32", flags="s"),
    S("6.2.scatter_gather 6.2.intrinsics_with_an_i1_predicate",
      "vector<int, $n> $1 = $e(int,n), $2 = -1;\nvector<uint, $n> $3 = fuzz_iota<$n>($i(0,99), $i(1,4));\nSIMD_IF_BEGIN($1 > $i(0,99)) {\n"
      "    read(buf, 4, $3, $2);\n    write(buf, 600, $3, $1 + $2);\n} SIMD_ELSE {\n    write(buf, 600, $3, $1);\n"
      "    write_atomic<ATOMIC_ADD>(buf, $3 * 0 + 580, vector<uint, $n>(1u));\n} SIMD_IF_END;\n@var $2 int 0 $n", n="2|4|8|16|32"),
    S("6.2.reductions_cm_sum_cm_prod_cm",
      "vector<int, $n> $1 = $e(int,n);\nint $2 = 0, $3 = 1;\nSIMD_IF_BEGIN($m(n)) {\n    $2 = cm_sum<int>($1) + ($1 > 100).any();\n"
      "    $3 = cm_reduced_max<int>($1) - cm_reduced_min<int>($1) + ($1 > 2).all();\n} SIMD_IF_END;\n@num $2\n@num $3", n="2|4|8|16|32"),
    S("6.2.return_switch_goto_out",  # a scalar switch and goto around SIMD control flow
      "vector<int, $n> $1 = $e(int,n);\nswitch ($i & 3) {\ncase 0:\n    SIMD_IF_BEGIN($1 > 3) {\n        $1 = 3;\n    } SIMD_IF_END;\n"
      "    break;\ncase 1: {\n$B\n} break;\ndefault:\n    goto $2;\n}\n$1 = $1 + 1;\n$2:\n;\n@var $1 int 0 $n", n="4|8|16|32", flags="o"),

    # 7: functions and variables of the file.
    S("7.cm_builtin", "_CM_BUILTIN_ static int $1(int x) {\n    return x + 1;\n}\n@file\nint $2 = $1($i);\n@num $2"),
    S("7.cm_nodebug_cm_deprecated_msg_cm",
      "template <int N> static int $1(vector<int, N> v) {\n    CM_STATIC_ERROR(N > 0, \"positive\");\n    CM_STATIC_WARNING(N < 99, \"long\");\n"
      "    return v(N - 1);\n}\nCM_DEPRECATED(\"call the other\") CM_NODEBUG static int $2(int x) {\n    return (int)((uint)x * 3);\n}\n@file\n"
      "int $3 = $1($e(int,n)) + $2($i);\n@num $3"),
    S("7.genx_float_control_x_genx_rounding",
      "extern \"C\" $o(_GENX_FLOAT_CONTROL_|_GENX_ROUNDING_MODE_)($o(CM_RTP|CM_RTN|CM_RTZ|CM_RTE|CM_DENORM_ALLOW)) void $k($P);\n@file\n"
      "@new float $n $e(float,n) + 0.25f", flags="iv1"),
    S("7.cm_optimizations_fence", "CM_OPTIMIZATIONS_FENCE;\n{\n$B\n}\nCM_OPTIMIZATIONS_FENCE;"),
    S("7.private_global_constant_local", "__private vector<$t, $n> $1 = $e(t,n);\n__global int *$2 = (__global int *)(in + 64);\n"
      "vector<int, 4> $3;\ncm_ptr_block_read($2, $3);\n@var $1 $t 0 $n\n@var $3 int 0 4"),
    S("7.semantics_of_a_by_ref_argument",
      "static void $1(vector_ref<$t, $n> a, vector_ref<$t, $n> b) {\n    vector<$t, $n> t = a;\n    a = b + ($t)1;\n    b = t;\n}\n@file\n"
      "vector<$t, $c(2*n)> $2 = $e(t,2*n);\n$1($2.select<$n, 2>(0), $2.select<$n, 1>($x(n)));\n$1($2.select<$n, 2>(1), $2.select<$n, 2>(0));\n"
      "@var $2 $t 0 $c(2*n)", n="2|4|8|16|5|11"),
    S("7.semantics_of_a_by_ref_argument 7.by_reference",
      "$o(|_GENX_|CM_NOINLINE|_GENX_STACKCALL_) static void $1(matrix_ref<$t, 2, $n> m, vector_ref<$t, $n> r, int &count) {\n    m.row(1) += r;\n"
      "    r.select<$c(n//2), 1>(0) = m.row(0).select<$c(n//2), 1>($c(n//2));\n    count += 3;\n}\n@file\nmatrix<$t, 4, $n> $2 = ($t)$i(0,9);\n"
      "int $3 = $i;\n$1($2.select<2, $o(1|2|3), $n, 1>(0, 0), $2.row($x(3)), $3);\n@var $2 $t 4 $n\n@num $3", n="4|8|16|32|10",
      t="int|short|uchar|float"),
    S("7.vector_arguments_of_different_exact",
      "static int $1(vector<float, 8> v) {\n    return (int)v(3);\n}\n@file\nint $2 = $1(vector<half, 8>($e(half,8), SAT)) + $1(vector<int, 8>($e(int,8) & 255));\n@num $2"),
    S("7.templates 8.templates_overloads_default",
      "namespace $1 {\ntemplate <class T, int N> static vector<T, N> twice(vector<T, N> v, int by = 2) {\n    return v + (T)by;\n}\n"
      "static vector<int, 4> twice(vector<int, 4> v) {\n    return v;\n}\nconstexpr int half_of(int n) {\n    return n / 2;\n}\n"
      "template <int N> struct fixed {\n    static_assert(N > 0, \"positive\");\n    vector<$t, N> data;\n    auto first() const {\n        return data(0);\n    }\n};\n}\n@file\n"
      "auto $2 = $1::twice(vector<$t, $n>($e(t,n)), $i(0,9));\n$1::fixed<$1::half_of($c(2*n))> $3 = {$2};\n@new $t $n $1::twice(vector<$t, $n>($3.data))\n"
      "int $4 = (int)$3.first();\n@num $4", t="int|short|uchar|uint"),
    S("7.templates", "template <class F> static int $1(F f) {\n    return f(1) + f(2);\n}\n@file\nint $2 = $i;\n"
      "$2 = $1([&](int x) { $2 += x; return $1([=](int y) { return y * $2; }); });\n@num $2"),
    S("7.vector_int_16_g_at_file_scope 1.file_scope_variables_live_in",
      "vector<$t, $n> $1 = $i(0,9);\nmatrix<uchar, 2, 8> $2;\nstatic int $3 = 4;\nstatic void $4(int x) {\n    $1 += ($t)x;\n    $3++;\n}\n@file\n"
      "$4($i);\n$2 = 5;\n$2.row(1) = $e(uchar,8);\n@var $1 $t 0 $n\n@var $2 uchar 2 8\n@num $3"),
    S("7.const_t_table_n", "static const $t $1[2][4] = {{1, 2, 3}, {4, 5, 6, 7}};\nconst int $2[8] = {1, 3, 9, 27, 81, 243};\n@file\n"
      "vector<$t, 8> $3($1);\nint $4 = $2[$i & 7] + $1[$i & 1][$i & 3];\n@num $4\n@var $3 $t 0 8", t="int|short|uchar|float", flags="v"),
    S("7.genx_volatile_vector_g 1.file_scope_variables_live_in",
      "_GENX_VOLATILE_ vector<$t, $n> $1 = 1;\nstatic void $2(int x) {\n    $1.select<1, 1>(0) += ($t)x;\n}\n@file\n$1 = $e(t,n);\n$2($i);\n"
      "for (int $3 = 0; $3 < 3; $3++)\n    $2($3);\n@new $t $n $1 + ($t)1", t="int|short|float", n="8|16|32|5"),
    S("7.genx_volatile_binding_byteoffset",
      "_GENX_VOLATILE_BINDING_(2048) vector<int, $n> $1;\n@file\n$1 = $e(int,n);\n{\n$B\n}\n@new int $n $1 * 2", n="8|16|7", flags="1"),
    S("7.return", "static vector<$t, $n> $1(vector<$t, $n> v, int k) {\n    if (k > 5)\n        return v + ($t)k;\n    for (int i = 0; i < 3; i++)\n"
      "        if (v(i) > ($t)i)\n            return v - ($t)i;\n    return v;\n}\n@file\n@new $t $n $1($e(t,n), $i)", n="4|8|16|19",
      t="int|short|uint"),

    # 8: C++.
    S("8.c_references_to_scalars",
      "static void $1(int &a, int &b, bool first) {\n    int &x = first ? a : b;\n    x += 100;\n    int *p = &a;\n    *p += b;\n}\n@file\n"
      "int $2 = $i, $3[2] = {$i, 5};\n$1($2, $3[0], $2 > $3[1]);\n$1($3[0], $3[1], false);\n@num $2\n@num $3[0]"),
    S("8.classes_with_inheritance_virtual",
      "struct $1_base {\n    vector<$t, $n> v;\n    int n = 3;\n    void bump() {\n        v += ($t)n++;\n    }\n};\nstruct $1 : $1_base {\n    int m;\n    $1(int x) : m(x) {\n        v = ($t)x;\n    }\n"
      "    $1 operator+(const $1 &o) const {\n        $1 r(m + o.m);\n        r.v = v + o.v;\n        return r;\n    }\n};\n@file\n$1 $2($i), $3(4);\n$2.v = $e(t,n);\n$2.bump();\n"
      "$1 $4 = $2 + $3;\n$4.bump();\n@var $4.v $t 0 $n\n@num $4.m", t="int|short|uchar|float"),
    S("8.goto", "if ($i > $i(0,500))\n    goto $1;\n{\n$B\n}\n$1:\n;", flags="o"),
    S("8.goto 6.2.scalar_control_flow",
      "int $1 = 0;\n$2:\n{\n$B\n}\nif ($1++ < 2)\n    goto $2;\n@num $1", flags="o"),
    S("2.2.struct_of_scalars_vectors_matrices 2.2.arrays_of_vectors",
      "struct $1 {\n    vector<$t, $n> v[2];\n    matrix<short, 2, 4> m;\n    int count;\n    struct {\n        uchar a;\n        vector<half, 3> h;\n    } inner;\n};\n@file\n"
      "$1 $2[2];\n$2[0].v[0] = $e(t,n);\n$2[0].v[1] = $2[0].v[0] + ($t)1;\n$2[0].m = $i(0,9);\n$2[0].count = $i;\n$2[0].inner.a = 7;\n$2[0].inner.h = (half)3;\n"
      "$2[1] = $2[0];\n$2[$i & 1].count += 5;\n$2[1].v[$i & 1].select<1, 1>($x(n-1)) = ($t)2;\n@var $2[1].v[0] $t 0 $n\n@var $2[0].m short 2 4\n@num $2[1].count",
      t="int|short|uchar|float"),
    S("23.pragma_unroll_pragma_unroll_n",
      "$o(#pragma unroll|#pragma unroll 4|#pragma unroll 1)\nfor (int $1 = 0; $1 < 4; $1++) {\n$B\n}"),
    # Deep references: selects of formats of references of selects.
    S("4.x_format_t2 3.1.ref_of_select",
      "matrix<uint, 4, 8> $1 = $e(uint,32).format<uint, 4, 8>();\nmatrix_ref<uint, 2, 4> $2 = $1.select<2, 2, 4, 2>(0, $i(0,1));\n"
      "vector_ref<ushort, 16> $3 = $1.row($x(3)).format<ushort>();\nvector_ref<ushort, 4> $4 = $3.select<8, 2>(1).select<4, 2>($i(0,1));\n"
      "$4.merge($e(ushort,4), $m(4));\n$2.row(1).select<2, 2>(0) = $4.select<2, 1>(1);\n$3.format<uchar, 4, 8>().column($i(0,7)) = $3.format<uchar>().iselect(vector<ushort, 4>($e(ushort,4) & 31));\n@var $1 uint 4 8"),
]
