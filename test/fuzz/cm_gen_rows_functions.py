# SPDX-License-Identifier: MIT
"""Snippets of the intrinsics that compute: arithmetic, mathematics, conversions, systolic products, text, assembly, cmtl."""
from cm_gen_snippets import E, S

MACROS = {
    "21.cm_cmc": ["__CM", "__CMC"], "21.cm_genx": ["CM_GENX >= 1200"], "21.cm_genx_revid": ["CM_GENX_REVID"],
    "21.cm_gen7_5_cm_gen8_cm_gen8_5_cm_gen9": ["CM_GEN9", "CM_GEN11", "CM_GEN12", "CM_XEHPG", "CM_XEHPC", "CM_XE2_HPG"],
    "21.intel_cm_intel_mdf": ["__INTEL_CM", "__INTEL_MDF"], "21.cm_grf_width": ["CM_GRF_WIDTH > 256"], "21.cm_ptrsize": ["CM_PTRSIZE == 64"],
    "21.cm_has_long_long": ["CM_HAS_LONG_LONG"], "21.cm_has_double": ["CM_HAS_DOUBLE"], "21.cm_has_ieee_div_sqrt": ["CM_HAS_IEEE_DIV_SQRT"],
    "21.cm_has_va_cm_has_va_plus": ["CM_HAS_VA", "CM_HAS_VA_PLUS"], "21.cm_has_bit_rotate_64bit": ["CM_HAS_BIT_ROTATE", "CM_HAS_BIT_ROTATE_64BIT"],
    "21.cm_has_dp4a": ["CM_HAS_DP4A"], "21.cm_has_bfn": ["CM_HAS_BFN"], "21.cm_has_bf16_cm_has_tf32": ["CM_HAS_BF16", "CM_HAS_TF32"],
    "21.cm_has_dpas_cm_has_dpasw_cm_has": ["CM_HAS_DPAS", "CM_HAS_DPASW", "CM_HAS_DPAS_INT8", "CM_HAS_DPAS_ACC_HALF"],
    "21.cm_has_lsc_cm_has_lsc_untyped_2d_cm": ["CM_HAS_LSC", "CM_HAS_LSC_UNTYPED_2D", "CM_HAS_LSC_SYS_FENCE"],
    "21.cm_has_typed_atomic": ["CM_HAS_TYPED_ATOMIC"],
    "21.cm_has_slm_cas_int64_cm_has_sample": ["CM_HAS_SLM_CAS_INT64", "CM_HAS_SAMPLE_UNORM", "CM_HAS_GATEWAY_EVENT"]}


def condition(macro):
    return "#if " + macro if " " in macro else "#ifdef " + macro


# A number, and statements, that depend on what the target says of itself.
PREDEFINED = [S(row, condition(m) + "\nint $1 = $i;\n{\n$B\n}\n#else\nint $1 = $i;\n#endif\n@num $1") for row, ms in MACROS.items()
              for m in ms]

ONE_TARGET = [  # twice, for one target of seven has it
    S("11.cm_dpasw", "vector<int, 32> $1 = cm_dpasw<CM_PRECISION_S8, CM_PRECISION_S8, int, 8, 4>($e(int,32), vector<int, 64>($i), $e(int,16));\n@var $1 int 0 32",
      needs="CM_HAS_DPASW", flags="iv"),
] * 2

SNIPPETS = PREDEFINED + ONE_TARGET + [
    E("9.1.cm_dp2_3_4_dph_cm_line", "float", "$o(cm_dp2|cm_dp3|cm_dp4|cm_dph)($e(float,n), $e(float,n))", flags="ib", n="4|8|16|32|64"),
    E("9.1.cm_dp2_3_4_dph_cm_line", "float", "cm_line($e(float,4), $e(float,n))", flags="ib", n="4|8|16|32"),
    E("9.1.cm_lrp", "float", "cm_lrp($e(float,n), $e(float,n), $e(float,n))", flags="i"),
    E("9.1.mad", "float", "($e(float,n) * $e(float,n) + $e(float,n))", flags="i"),
    E("9.1.mad", "int", "vector<int, $n>($e(short,n) * $e(short,n) + $e(int,n))"),
    E("9.1.cm_sad2", "ushort", "cm_sada2<ushort>($e(uchar,n), $e(uchar,n), $e(ushort,n)$o(|, SAT))", n="2|8|16|32|34", flags="b"),
    E("9.1.cm_mul", "longlong", "cm_mul<longlong>($e(int,n), $e(int,n))"),
    E("9.2.cm_rol", "ushort", "cm_$o(rol|ror)<ushort>($e(ushort,n), $i(0,15))", needs="CM_HAS_BIT_ROTATE"),
    E("9.3.cm_pow", "float", "cm_pow(cm_abs($e(float,n)) + 1.0f, 1.5f)", flags="i"),
    S("9.3.cm_sincos_cos_ref_x_sin", "vector<float, $n> $1;\nvector<float, $n> $2 = cm_sincos($1, $e(float,n));\n@var $1 float 0 $n\n@var $2 float 0 $n",
      flags="i"),
    E("9.3.cm_asin_cm_acos_cm_atan", "float", "$o(cm_asin|cm_acos|cm_atan)(vector<float, $n>($e(float,n), SAT))", flags="i"),
    E("9.3.cm_sqrt_ieee_cm_div_ieee_a_b", "float", "cm_div_ieee($e(float,n), cm_abs($e(float,n)) + 1.0f)", needs="CM_HAS_IEEE_DIV_SQRT", flags="i"),
    E("9.3.cm_sqrt_ieee_cm_div_ieee_a_b", "float", "cm_sqrt_ieee(cm_abs($e(float,n)))", needs="CM_HAS_IEEE_DIV_SQRT", flags="i"),
    E("9.3.cm_f16tof32_cm_f32tof16", "float", "cm_f16tof32($e(ushort,n) & 0x3fff)", flags="i"),
    E("9.3.cm_f16tof32_cm_f32tof16", "ushort", "vector<ushort, $n>(cm_f32tof16(vector<float, $n>($e(int,n) & 1023)))"),
    E("9.3.c_names", "float", "$o(fabsf|floorf|ceilf|truncf|rintf)($e(float,n))"),
    E("9.3.c_names", "float", "$o(fminf|fmaxf)($e(float,n), $e(float,n))"),
    E("9.3.c_names", "float", "$o(sqrtf|logf|log10f)(fabsf($e(float,n)) + 1.0f)", flags="i"),
    E("9.3.c_names", "float", "$o(sinf|expf|exp2f)($e(float,n))", flags="i"),
    E("9.3.c_names", "float", "fmaf($e(float,n), $e(float,n), 1.0f)", flags="i"),
    E("9.3.c_names", "float", "powf(fabsf($e(float,n)) + 1.0f, 0.5f)", flags="i"),
    S("9.3.c_names", "float $1 = fmaxf((float)$i, 2.0f) + fabs(-1.5f);\n@new float $n $1"),

    E("10.cm_bf_cvt", "float", "cm_bf_cvt<float>(cm_bf_cvt<half>($e(float,n)))", needs="CM_HAS_BF16"),
    S("10.cm_tf32_cvt", "vector<int, $n> $1 = cm_tf32_cvt<int>($e(float,n));\n@var $1 int 0 $n", needs="CM_HAS_TF32"),
    S("10.details_cm_intrinsic_impl_rdregion",
      "vector<int, 8> $1 = $e(int,8);\ncm::detail::raw<int, 8> $2 = $1.get();\nauto $3 = details::__cm_intrinsic_impl_rdregion<int, 8, 4, 0, 4, 2>($2, $o(0|4));\n"
      "$2 = details::__cm_intrinsic_impl_wrregion<int, 8, 4, 0, 4, $o(1|2)>($2, $3, $o(0|4));\n@new int 8 vector<int, 8>(cm::detail::from_raw(), $2)"),
    S("10.cm_rdtsc_vector", "vector<uint, 4> $1 = cm_rdtsc<uint>();\n@new uint 4 $1 * 0u", flags="v"),
    S("10.cm_get_r0_cm_get_sr0", "auto $1 = cm_get_r0<uint>();\nauto $2 = cm_get_sr0<uint>();\nint $3 = ($1(1) == cm_group_id(0)) + $2(0) * 0;\n@num $3", flags="v"),
    S("10.cm_get_value_surfaceindex_uint", "int $1 = cm_get_value(buf) * 0;\n@num $1", flags="v"),
    S("10.cm_get_hwid_cm_get_tileid", "int $1 = cm_get_hwid() * 0;\n@num $1", flags="v"),
    S("10.cm_pause_n", "cm_pause($i(1,9));"),
    S("10.cm_label_x", "cm_label(\"$1\");"),
    S("10.cm_print 19.printf_fmt_cm_printf_old_cmprint 19.lowering",
      "int $1 = $o(printf|cm_printf|cmprint)(\"$2 %d %u %g\\n\", $i, (uint)$i, (float)$i);\n@num $1", flags="vi"),
    S("19.lowering 10.cm_print", "vector<float, $n> $1 = $e(float,n);\nprintf(\"%f %s %lld\\n\", $1($x(n-1)), $i > 3 ? \"a\" : \"b\", 5LL);", flags="vi"),

    S("11.cm_dpas", "vector<int, CM_GRF_WIDTH / 32> $1 = cm_dpas<CM_PRECISION_$o(S8|U8), CM_PRECISION_$o(S8|U8), int, 8, 1>("
      "vector<int, CM_GRF_WIDTH / 32>($i), vector<int, CM_GRF_WIDTH / 4>($i), $e(int,8)$o(|, SAT));\n@new int 8 $1.select<8, 1>(0)", needs="CM_HAS_DPAS"),
    S("11.cm_dpas", "vector<int, CM_GRF_WIDTH / 32 * 4> $1 = cm_dpas<CM_PRECISION_S8, CM_PRECISION_U8, int, 8, 4>(0, vector<int, CM_GRF_WIDTH / 4>($i), "
      "$e(int,32));\n@new int 32 $1.select<32, 1>(0)", needs="CM_HAS_DPAS"),
    S("11.cm_dpas", "vector<half, 32> $1 = $e(half,32);\nvector<float, CM_GRF_WIDTH / 32 * 2> $2 = cm_dpas<CM_PRECISION_HF, CM_PRECISION_HF, float, 8, 2>("
      "vector<float, CM_GRF_WIDTH / 32 * 2>((float)$i), vector<half, CM_GRF_WIDTH / 2>((half)2).format<int>(), $1.format<int>());\n"
      "@new float 16 $2.select<16, 1>(0)", needs="CM_HAS_DPAS", flags="i"),

    # 17 and 19: messages bit by bit, assembly.
    S("17.cm_send_cm_sends", "vector<uint, 8> $1 = 0u;\n$1(0) = (uint)in;\n$1(1) = (uint)(in >> 32);\nvector<uint, 16> $2;\ncm_send($2, $1, 0xC, 0x022D03FF, 0);\n"
      "$1(0) = (uint)tmp;\n$1(1) = (uint)(tmp >> 32);\ncm_sends(NULL, $1, $2, 0x8C, 0x020D43FF, 0);\n@var $2 uint 0 16", needs="CM_GENX==1200", flags="v"),
    S("17.cm_raw_send", "vector<uint, 16> $1 = 0u, $2;\n$1(0) = (uint)in;\n$1(1) = (uint)(in >> 32);\nvector<ushort, 1> $3 = 1;\n"
      "cm_raw_send($2, $1, 0, 0xF, 0x0210D580, 1, 0xF, 1, 0, 1, 0, 0, $3);\n@var $2 uint 0 16", needs="CM_GENX==1280", flags="v"),
    S("17.cm_send_cm_sends 17.cm_raw_send", "vector<uint, 16> $1 = 0u, $2;\n$1(0) = (uint)in;\n$1(1) = (uint)(in >> 32);\ncm_send($2, $1, 0xC, 0x021D03FF, 0);\n"
      "vector<ushort, 1> $3 = 1;\n$1(0) = (uint)tmp;\n$1(1) = (uint)(tmp >> 32);\ncm_raw_send(NULL, $1, $2, 0xF, 0x0200D584, 1, 0xF, 1, 1, 0, 0, 0, $3);\n@var $2 uint 0 16",
      needs="CM_GENX==1280", flags="v"),
    S("6.2.cm_raw_send", "vector<uint, 16> $1 = $e(uint,16);\nvector<svmptr_t, 16> $2 = tmp + fuzz_iota<16>(0, 4);\nSIMD_IF_BEGIN($m(16)) {\n"
      "    cm_raw_send(NULL, $2, $1, 0x8C, 0x080691FF, 16, 0xC, 4, 2, 0, 0, 0);\n} SIMD_IF_END;", needs="CM_GENX==1200", flags="v"),
    S("6.2.cm_raw_send", "vector<uint, 16> $1 = $e(uint,16);\nvector<svmptr_t, 16> $2 = tmp + fuzz_iota<16>(0, 4);\nSIMD_IF_BEGIN($m(16)) {\n"
      "    cm_raw_send(NULL, $2, $1, 0x4F, 0x04000584, 16, 0xF, 2, 1, 0, 0, 0);\n} SIMD_IF_END;", needs="CM_GENX==1280", flags="v"),
    S("8.asm 19.inline_assembly 19.operands",
      "vector<int, $n> $1 = $e(int,n), $2 = $e(int,n), $3;\nasm(\"add ($n|M0) %0 %1 %2\" : \"=r\"($3) : \"r\"($1), \"r\"($2));\n@var $3 int 0 $n", n="8|16", flags="v"),
    S("8.asm 19.operands",
      "vector<short, 16> $1 = $e(short,16);\nint $2 = $i;\nasm(\"add (8|M0) %0 %0 %2\\n\\tadd (1|M0) %1 %1 %3:w\" : \"+r\"($1.select<8, 1>($i(0,8))), "
      "\"+r\"($2) : \"i\"((short)7), \"n\"(3));\n@var $1 short 0 16\n@num $2", flags="v"),
    S("19.inline_assembly 19.operands",
      "vector<int, 16> $1 = $e(int,16), $2 = $e(int,16);\nvector<ushort, 16> $3 = $m(16), $4;\nasm(\"(%2) mov (16|M0) %0 %1\" : \"+r\"($1) : \"r\"($2), \"cr\"($3));\n"
      "asm(\"cmp (16|M0) (lt)%0 null:d %1 %2\" : \"=cr\"($4) : \"r\"($1), \"r\"($2));\n@var $1 int 0 16\n@var $4 ushort 0 16", flags="v"),

    # 20: the template library.
    S("20.packing", "vector<short, $n> $1 = $e(short,n), $2 = $e(short,n), $3, $4;\nvector<int, $n> $5 = 0;\ncmtl::Pack<short, int, $n>($1.select_all(), $2.select_all(), $5.select_all());\n"
      "cmtl::Unpack<short, int, $n>($3.select_all(), $4.select_all(), $5.select_all());\n@var $5 int 0 $n\n@var $3 short 0 $n", n="4|8|13|16"),
    S("20.initialisation", "cm_vector($1, short, $n, $i(0,9), $i(-3,3));\ncm_matrix($2, uint, 2, 5, 0, 4);\ncmtl::cm_vector_assign($2.row(1), $i, 2);\n@var $1 short 0 $n\n@var $2 uint 2 5"),
    S("20.math", "vector<float, $n> $1 = cmtl::cm_fmod($e(float,n), vector<float, $n>(3.0f)) + cmtl::$o(cm_floor<float>|cm_ceil<float>)($e(float,n));\n@var $1 float 0 $n", flags="i"),
    S("20.math", "vector<float, $n> $1 = cmtl::cm_$o(atan2|atan2_fast)($e(float,n), $e(float,n)) + cmtl::cm_tanh($e(float,n));\n@var $1 float 0 $n", flags="i", n="1|4|8|13"),
    S("20.math", "int $1 = cmtl::cm_floor<int>((float)($i & 255)) + (int)cmtl::cm_ceil<float>(1.5f);\n@num $1"),
    S("20.geometry_on_16x16_and_8x8_blocks",
      "matrix<int, 8, 8> $1 = $e(int,64).format<int, 8, 8>(), $2;\ncmtl::Transpose_8x8($1, $2);\n@var $2 int 8 8"),
    S("20.geometry_on_16x16_and_8x8_blocks",
      "matrix<uchar, 16, 16> $1 = (uchar)$i, $2;\n$1.row($x(15)) = $e(uchar,16);\ncmtl::$o(Rotate90_16x16|Rotate180_16x16|Transpose_16x16|ReverseTranspose_16x16)($1, $2);\n@new uchar 16 $2.row($x(15))"),
    S("20.geometry_on_16x16_and_8x8_blocks",
      "matrix<short, 5, 3> $1 = $e(short,15).format<short, 5, 3>(), $2;\ncmtl::MirrorVertical<short, 5, 3>($1.select_all(), $2.select_all());\n@var $2 short 5 3"),
]
