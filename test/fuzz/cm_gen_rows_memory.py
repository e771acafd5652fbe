# SPDX-License-Identifier: MIT
"""Snippets of memory: surfaces, images, local memory, addresses, the load/store cache, atomics, barriers. A kernel reads the
first half of the surface `buf` and the memory `in`, and writes the second half of `buf` and the memory `tmp`."""
from cm_gen_snippets import S

MEDIA = "CM_GENX<1285"  # images and media blocks; Xe2 has only typed messages of the load/store cache
LOAD = "CacheHint::%s, CacheHint::%s" % ("$o(Uncached|Cached|Streaming)", "$o(Uncached|Cached)")
STORE = "CacheHint::$o(Uncached|WriteThrough|Streaming), CacheHint::$o(Uncached|WriteBack)"

SURFACES = [
    S("7.images 12.1.read", "matrix<$o(uchar|char), $i(1,9), $n> $1;\nread(img, $i(0,5) * 4, $x(8), $1);\n@new int 1 (int)$1(0, 0)", needs=MEDIA, flags="g",
      n="1|3|4|7|8|16|31|32"),
    S("12.1.read_write_with_a_vector 12.1.write", "vector<uchar, $n> $1 = $e(uchar,n);\nwrite(img, $i(0,3) * 4, $i(0,30), $1);\n"
      "read(img, $i(0,5) * 4, $x(8), $1);\n@var $1 uchar 0 $n", needs=MEDIA, flags="giv", n="4|8|16|32"),
    S("12.1.write 12.1.cmbufferattrib_argument", "matrix<short, 4, 8> $1 = $e(short,32).format<short, 4, 8>();\nread(img, GENX_NONE, 4, 2, $1.select<2, 2, 4, 1>(0, $i(0,4)));\n"
      "write(img, GENX_NONE, $i(0,3) * 4, $i(0,9), $1);\n@var $1 short 4 8", needs=MEDIA, flags="giv"),
    S("12.1.top_field_idx_bottom_field_idx", "matrix<uchar, 4, 16> $1, $2;\nread(TOP_FIELD(img), 4, 1, $1);\nread(img, GENX_BOTTOM_FIELD, 4, 1, $2);\n"
      "write($o(TOP_FIELD|BOTTOM_FIELD)(img), 0, 0, $1);\n@var $1 uchar 4 16\n@var $2 uchar 4 16", needs=MEDIA, flags="giv"),
    S("12.1.read_plane_write_plane", "matrix<uchar, 4, 16> $1;\nread_plane(img, GENX_SURFACE_$o(Y|UV|V)_PLANE, 4, 2, $1);\n"
      "write_plane(img, GENX_SURFACE_V_PLANE, 4, 0, $1);\n@var $1 uchar 4 16", needs=MEDIA, flags="giv"),
    S("12.3.read_typed_write_typed", "vector<uint, $n> $1 = $e(uint,n) & 7, $2;\nread_typed(img, CM_R_ENABLE, $2, $1, vector<uint, $n>($e(uint,n) & 7));\n"
      "matrix<uint, 2, $n> $3 = 3;\nwrite_typed(img, CM_$o(GR|BR)_ENABLE, $3, $1, $1 + 8);\n@var $2 uint 0 $n", needs=MEDIA, flags="giv", n="8|16|11|5"),
    S("12.3.read_transpose", "matrix<int, 4, 8> $1;\nread_transpose(img, CM_READ_8, CM_READ_4, $i(0,3), $i(0,9), $1);\n@var $1 int 4 8", needs=MEDIA, flags="giv"),
    S("12.4.write_typed_atomic_op", "vector<uint, 8> $1 = $e(uint,8) & 7, $2;\nwrite_typed_atomic<ATOMIC_$o(ADD|MAX|XOR)>(img, $2, $1, 0, $1, $1 + 8);\n"
      "vector<ushort, 8> $3 = $1 & 1;\nwrite_typed_atomic<ATOMIC_INC>($3, img, $2, 0, 0, $1, $1);\n@var $2 uint 0 8", needs=MEDIA, flags="giv"),
    S("20.block_i_o_of_any_size", "matrix<uchar, 3, $n> $1;\ncmtl::ReadBlock(img, $i(0,3) * 4, 2, $1.select_all());\ncmtl::WriteBlock(img, 0, 14, $1.select_all());\n@var $1 uchar 3 $n",
      needs=MEDIA, flags="giv", n="4|5|8|31"),
    S("20.block_i_o_of_any_size", "vector<short, $n> $1;\ncmtl::ReadLinear(buf, $x(4) * 2, $1);\ncmtl::WriteLinear(buf, $c(1200), $1.select_all());\n@var $1 short 0 $n",
      n="3|8|16|43", flags="v"),
    S("12.2.write 12.2.read", "vector<$t, $n> $1 = $e(t,n);\nwrite(buf, 2048 + $i(0,9) * 128, $1);\nread(buf, $x(9) * 16, $1);\n@var $1 $t 0 $n", n="8|16|32|24", t="int|uint|float"),
    S("12.2.read_dwaligned_idx_off_v", "vector<$t, $n> $1;\nread(DWALIGNED(buf), $x(9) * 4, $1);\n@var $1 $t 0 $n", t="int|uint|short|uchar"),
    S("12.2.read_dwaligned_idx_off_v", "matrix<int, 3, 5> $1;\nread(buf, GENX_DWALIGNED, $x(9) * 4, $1);\n@var $1 int 3 5"),
    S("12.2.modified_modified_dwaligned", "vector<int, $n> $1, $2;\nread($o(MODIFIED|CONSTANT)(buf), $x(9) * 16, $1);\nread($o(MODIFIED_DWALIGNED|CONSTANT_DWALIGNED)(buf), $x(9) * 4, $2);\n"
      "@var $1 int 0 $n\n@var $2 int 0 $n"),
    S("12.3.write 12.3.read", "vector<$t, $n> $1 = $e(t,n);\nvector<uint, $n> $2 = fuzz_iota<$n>($i(0,9), $i(1,4));\nread(buf, $i(0,9), $2, $1);\nwrite(buf, 2048 / sizeof($t), $2, $1);\n@var $1 $t 0 $n",
      t="int|uint|short|uchar|half", flags="i"),
    S("12.3.write_scalar", "write(buf, $c(520) + $i(0,99), $i);\nwrite(buf, 3000, $i(0,15), (uchar)$i);\nint $1 = read<int>(buf, $i(0,99)) + read<uchar>(buf, $i(0,99));\n@num $1"),
    S("12.3.read_scaled_write_scaled", "vector<$t, $n> $1;\nvector<uint, $n> $2 = fuzz_iota<$n>($i(0,9), 1) * (uint)sizeof($t);\nread_scaled(buf, 64, $2, $1);\n"
      "write_scaled(buf, 2048, $2, $1);\n@var $1 $t 0 $n", t="int|uint|short|uchar"),
    S("12.3.read_untyped_write_untyped",
      "matrix<$t, 4, $n> $1 = ($t)0;\nvector<uint, $n> $2 = fuzz_iota<$n>($i(0,9), 4);\nread_untyped(buf, CM_ABGR_ENABLE, $1, $2);\nwrite_untyped(buf, CM_ABGR_ENABLE, "
      "$1, $2 + 512);\n@var $1 $t 4 $n", t="int|uint", n="1|8|16|11"),
    S("12.3.read_untyped_write_untyped", "vector<uint, $n> $1 = fuzz_iota<$n>($i(0,9), 2), $2;\nread_untyped(buf, CM_$o(R|G|B|A)_ENABLE, $2, $1);\n"
      "write_untyped(buf, CM_$o(R|G)_ENABLE, $2, $1 + 512);\n@var $2 uint 0 $n"),
    S("12.4.write_atomic_op_t", "vector<uint, $n> $1 = fuzz_iota<$n>(512, 1) + ($i(0,9) * 8), $2;\nwrite_atomic<ATOMIC_$o(ADD|SUB|MIN|MAX|XCHG|AND|OR|XOR|MINSINT|MAXSINT)>(buf, $1, $e(uint,n), $2);\n"
      "write_atomic<ATOMIC_CMPXCHG>(buf, $1, $e(uint,n), $2);\nwrite_atomic<ATOMIC_$o(INC|DEC)>($m(n), buf, $1);\n@var $2 uint 0 $n", n="1|8|16|19|32"),
    S("12.4.write_idx_atomic", "vector<uint, 8> $1 = fuzz_iota<8>(512, 1) + ($i(0,9) * 8), $2;\nwrite(buf, ATOMIC_$o(ADD|SUB|MIN|MAX|XCHG|AND|OR|XOR|MINSINT|MAXSINT), $i(0,9), $1, $e(uint,8), $2);\n"
      "write(buf, ATOMIC_$o(INC|DEC), 0, $1, NULL, NULL);\n@var $2 uint 0 8"),
    S("12.4.write_atomic_op_t", "vector<uint, 8> $1 = fuzz_iota<8>(700, 1);\nvector<float, 8> $2;\nwrite_atomic<ATOMIC_$o(FMAX|FMIN)>(buf, $1, $e(float,8), $2);\n@new int 8 1", flags="i"),
]

LOCAL = [
    S("13.cm_slm_block_read_write", "vector<$t, 16> $1 = $e(t,16);\ncm_slm_block_write(slm, $x(9) * 16, $1);\ncm_slm_fence();\ncm_slm_block_read(slm, $x(9) * 16, $1);\n@var $1 $t 0 16", flags="m", t="int|uint|short|uchar"),
    S("13.cm_slm_read_scaled_write_scaled", "vector<$t, $n> $1 = $e(t,n);\nvector<uint, $n> $2 = fuzz_iota<$n>($i(0,9), 1) * (uint)sizeof($t);\ncm_slm_write_scaled(slm, $2, $1);\n"
      "cm_slm_fence();\ncm_slm_read_scaled(slm, $2, $1);\n@var $1 $t 0 $n", flags="m", n="8|16|11|1", t="int|uint|short|uchar"),
    S("13.cm_slm_read4_write4_scaled_variants", "vector<int, $c(4*n)> $1 = 3;\nvector<uint, $n> $2 = fuzz_iota<$n>(0, 4);\ncm_slm_write4(slm, $2, $1, SLM_ABGR_ENABLE);\n"
      "vector<int, $c(2*n)> $3;\ncm_slm_fence();\ncm_slm_read4_scaled(slm, $2 * 4, $3, SLM_AG_ENABLE);\n@var $3 int 0 $c(2*n)", flags="m", n="8|16"),
    S("13.cm_slm_load", "cm_slm_load(slm, $o(in|buf), 64, 512);\nvector<int, 16> $1;\ncm_slm_block_read(slm, $x(9) * 16, $1);\n@var $1 int 0 16", flags="mo"),
    S("13.cm_slm_atomic", "vector<uint, $n> $1, $2 = $e(uint,n);\nvector<ushort, $n> $3 = fuzz_iota<$n>($i(0,9), 1);\ncm_slm_atomic(slm, ATOMIC_$o(ADD|MAX|XCHG), $3, $1, $2);\n"
      "cm_slm_atomic(slm, ATOMIC_INC, $3, $1);\n@var $1 uint 0 $n", flags="m", n="8|16|7"),
    S("13.cm_slm_free_buf", "cm_slm_free(cm_slm_alloc(64));", flags="mo"),
    S("20.slm_helpers", "vector<uint, 64> $1, $2 = $i(0,99);\ncmtl::TransposeFromSLM<16>($1.select_all(), $2.select_all());\ncmtl::DumpSLM(slm, buf, 512);\n@new uint 16 $1.select<16, 1>($x(48))",
      flags="miv"),
    S("16.cm_barrier 16.cm_slm_fence_mask 16.cm_fence_mask", "cm_slm_fence(CM_GLOBAL_COHERENT_FENCE);\ncm_barrier();\ncm_fence($o(|CM_GLOBAL_COHERENT_FENCE|CM_L3_FLUSH_RW_DATA));", flags="m"),
    S("16.cm_sbarrier_1_or_0", "cm_sbarrier(1);\n{\n$B\n}\ncm_sbarrier(0);", flags="mo1"),
    S("16.cm_nbarrier_signal_id_mode 16.cm_nbarrier_wait_id_cm_nbarrier", "cm_nbarrier_init(2);\ncm_nbarrier_signal(1, 0, 1, 1);\ncm_nbarrier_wait(1);", needs="CM_GENX>=1280", flags="mov1"),
    S("16.cm_fence", "cm_fence<LSC_SFID::LSC_$o(UGM|SLM|TGM), LSC_FENCE_OP::LSC_FENCE_OP_$o(NONE|EVICT), LSC_SCOPE::LSC_SCOPE_$o(GROUP|LOCAL|GPU)>();", needs="CM_HAS_LSC", flags="v"),
    S("15.1.cm_fence 16.cm_fence", "cm_fence<LSC_SFID::LSC_$o(UGM|SLM)>();", needs="CM_HAS_LSC", flags="v"),
    S("16.cm_local_id_d_cm_local_size_d_cm", "int $1 = cm_local_id($i(0,2)) + cm_local_size($i & 1) * 3 + cm_group_id($i(0,2)) + cm_group_count($i(0,2));\n@num $1"),
    S("16.cm_linear_local_id_cm_linear_local", "int $1 = cm_linear_local_id() + cm_linear_local_size() + cm_linear_group_id() + cm_linear_group_count();\n@num $1"),
    S("16.get_thread_origin_x_get_thread", "int $1 = get_thread_origin_x() * 2 + get_thread_origin_y();\n@num $1"),
]

ADDRESSES = [
    S("14.cm_svm_scatter_write", "vector<$t, $n> $1 = $e(t,n);\nvector<svmptr_t, $n> $2 = tmp + vector<svmptr_t, $n>(fuzz_iota<$n>($i(0,9), $i(1,3))) * sizeof($t);\ncm_svm_scatter_write($2, $1);\n"
      "cm_svm_scatter_read($2, $1);\n@var $1 $t 0 $n", t="int|uint|short|uchar|longlong"),
    S("14.cm_svm_atomic", "vector<$t, $n> $1;\nvector<svmptr_t, $n> $2 = tmp + vector<svmptr_t, $n>(fuzz_iota<$n>($i(0,9), 1)) * sizeof($t);\ncm_svm_atomic(ATOMIC_$o(ADD|MAX|XOR|XCHG), $2, $1, $e(t,n));\n"
      "cm_svm_atomic(ATOMIC_$o(INC|DEC), $2, $1);\ncm_svm_atomic(ATOMIC_CMPXCHG, $2, NULL, $1, $e(t,n));\n@var $1 $t 0 $n", t="uint|ulonglong", n="1|8|16|11"),
    S("14.cm_svm_gather4_scaled_cm_svm", "vector<$t, $c(4*n)> $1;\nvector<svmptr_t, $n> $2 = in + vector<svmptr_t, $n>(fuzz_iota<$n>($i(0,9), 1)) * 16;\ncm_svm_gather4_scaled($2, $1, CM_ABGR_ENABLE);\n"
      "cm_svm_scatter4_scaled($2 - in + tmp, $1, CM_ABGR_ENABLE);\n@var $1 $t 0 $c(4*n)", t="int|uint", n="8|16"),
    S("14.cm_ptr_read4_write4_cm_ptr_atomic", "vector<long, $n> $1 = vector<long, $n>(fuzz_iota<$n>($i(0,9), 4)) * 4;\nvector<int, $n> $2, $3;\ncm_ptr_read4((const int *)in, $1, $2, CM_$o(R|G|B)_ENABLE);\n"
      "cm_ptr_write4((int *)tmp, $1, $2, CM_G_ENABLE);\ncm_ptr_atomic<ATOMIC_$o(ADD|MAXSINT)>((int *)(tmp + 1024), $1, $3, $2);\n@var $2 int 0 $n\n@var $3 int 0 $n", n="8|16|5"),
    S("14.load_store_gather_scatter_newest", "vector<$t *, $n> $1 = ($t *)$o(in|tmp);\n$1 = $1 + fuzz_iota<$n>($i(0,9), 1);\n"
      "vector<$t, $n> $2 = gather<$t, $n>($1, $m(n), $e(t,n));\nscatter<$t, $n>($2, vector<$t *, $n>(($t *)tmp) + fuzz_iota<$n>($i(0,9), 1));\n"
      "store($2(0), ($t *)tmp + $x(9));\n$2(0) = load<$t>($1($c(n-1)));\n@var $2 $t 0 $n", t="int|uint|short|uchar", n="1|4|8|16|11"),
    S("14.raw_pointers_under_fcm_pointer_cm", "const $t *$1 = (const $t *)in + $x(15);\n$t $2 = $1[$x(9)] + *($1 + 3);\n(($t *)tmp)[$x(9)] = $2;\nint $3 = $2;\n@num $3", t="int|uint"),
    S("14.raw_pointers_under_fcm_pointer_cm", "const $t *$1 = (const $t *)in + $x(15);\nint $2 = $1[$x(9)];\n@num $2", flags="v", t="short|uchar"),
    S("14.raw_pointers_under_fcm_pointer_cm", "vector<int, $n> *$1 = (vector<int, $n> *)(in + 128);\nvector<int, $n> $2 = $1[$x(3)] + *$1;\n*(vector<int, $n> *)(tmp + 64) = $2;\n@var $2 int 0 $n",
      n="4|8|16|5"),
    S("14.cm_svm_block_read_unaligned", "vector<$t, $n> $1;\ncm_svm_block_read_unaligned(in + $x(9) * 4, $1);\n@var $1 $t 0 $n", t="int|uint|short|uchar"),
]

LSC = [
    S("15.1.cm_load", "vector<uint, $n> $1 = fuzz_iota<$n>($i(0,9), $i(1,4)) * (uint)sizeof($t);\nvector<$t, $n> $2 = cm_load<$t, VectorSize::N1, DataSize::Default, %s>(buf, $1);\n@var $2 $t 0 $n" % LOAD,
      t="int|uint|short|uchar|longlong"),
    S("15.1.cm_load 15.1.cm_store_cm_ptr_store_cm_store_slm", "vector<uint, $n> $1 = fuzz_iota<$n>($i(0,9), 1) * 16;\nauto $2 = cm_load<int, VectorSize::$o(N2|N2)>(buf, $1);\ncm_store<int, VectorSize::N2>(buf, $1 + 2048, $2);\n"
      "vector<int, $c(2*n)> $3 = $2;\n@var $3 int 0 $c(2*n)"),
    S("15.1.cm_load", "vector<uint, $n> $1 = fuzz_iota<$n>($i(0,9), 3);\nvector<uint, $n> $2 = $i(0,9);\nvector<ushort, $n> $3 = $m(n);\n"
      "$2.merge(cm_load<uint, VectorSize::N1, DataSize::U8U32>(buf, $1, $3), $3);\n@var $2 uint 0 $n"),
    S("15.1.cm_load_2 15.1.cm_store_cm_ptr_store_cm_store_slm", "auto $1 = cm_load<$t, $n>(buf, $i(0,9) * 8);\ncm_store<$t, $n>(buf, 2048 + $i(0,9) * 8, $1);\nvector<$t, $n> $2 = $1;\n@var $2 $t 0 $n",
      t="int|uint|longlong", n="1|2|3|8|16|17|47"),
    S("15.1.cm_ptr_load", "vector<$t, $n> $1 = cm_ptr_load<$t, $n, DataSize::Default, %s>((const $t *)in, $x(9) * 8);\n@var $1 $t 0 $n" % LOAD, t="int|uint|longlong", n="1|3|8|16|33"),
    S("15.1.cm_ptr_load 15.1.cm_store_cm_ptr_store_cm_store_slm", "vector<uint, $n> $1 = fuzz_iota<$n>($i(0,9), $i(1,4)) * 8;\nvector<ushort, $n> $2 = $m(n);\nvector<$t, $n> $3 = ($t)7;\n"
      "$3.merge(cm_ptr_load<$t>((const $t *)in, $1, $2), $2);\ncm_ptr_store<$t, VectorSize::N1, DataSize::Default, %s>(($t *)tmp, $1, $3, $2);\n@var $3 $t 0 $n" % STORE,
      t="int|uint|short|uchar|longlong"),
    S("15.1.cm_load_slm 15.1.cm_store_cm_ptr_store_cm_store_slm", "vector<uint, $n> $1 = fuzz_iota<$n>($i(0,9), 1) * (uint)sizeof($t);\ncm_store_slm<$t>($1, $e(t,n));\ncm_slm_fence();\nvector<$t, $n> $2 = cm_load_slm<$t>($1);\n"
      "cm_store_slm<int, 8>($i(0,9) * 8, $e(int,8));\nvector<int, 8> $3 = cm_load_slm<int, 8>($x(9) * 8);\n@var $2 $t 0 $n\n@var $3 int 0 8", flags="m", t="int|uint|short|uchar"),
    S("15.1.cm_load4_cm_ptr_load4_cm_load4_slm 15.1.cm_store4", "vector<uint, $n> $1 = fuzz_iota<$n>($i(0,9), 1) * 16;\nauto $2 = cm_load4<int, CM_$o(ABGR|ABGR)_ENABLE>(buf, $1);\ncm_store4<int, CM_ABGR_ENABLE>(buf, $1 + 2048, $2);\n"
      "auto $3 = cm_ptr_load4<int, CM_$o(R|G|A)_ENABLE>((const int *)in, $1);\ncm_ptr_store4<int, CM_A_ENABLE>((int *)tmp, $1, $3);\nvector<int, $n> $4 = $3;\n@var $4 int 0 $n"),
    S("15.1.cm_load4_cm_ptr_load4_cm_load4_slm 15.1.cm_store4", "vector<uint, $n> $1 = fuzz_iota<$n>(0, 1) * 16;\ncm_store4_slm<int, CM_GR_ENABLE>($1, $e(int,2*n));\ncm_slm_fence();\nvector<int, $c(2*n)> $2 = cm_load4_slm<int, CM_GR_ENABLE>($1);\n"
      "@var $2 int 0 $c(2*n)", flags="m", n="8|16|5"),
    S("15.1.cm_prefetch_cm_ptr_prefetch", "vector<uint, $n> $1 = fuzz_iota<$n>($i(0,9), 4);\ncm_prefetch<VectorSize::N1, DataSize::U32, CacheHint::Cached, CacheHint::$o(Uncached|Cached)>(buf, $1 * 4);\n"
      "cm_prefetch<16>(buf, 64);\ncm_ptr_prefetch((const unsigned *)in, $1 * 4);\ncm_ptr_prefetch<16, DataSize::U32, CacheHint::$o(Uncached|Streaming), CacheHint::Cached>((const unsigned *)in, 0);"),
    S("15.1.cm_atomic", "vector<uint, $n> $1 = fuzz_iota<$n>($i(0,9), 1) * 4 + 2048;\nvector<uint, $n> $2 = cm_atomic<AtomicOp::$o(IADD|ISUB|UMIN|UMAX|AND|OR|XOR), uint>(buf, $1, $e(uint,n));\n"
      "$2 = $2 + cm_atomic<AtomicOp::$o(IINC|IDEC|LOAD), uint>(buf, $1);\ncm_atomic<AtomicOp::ICAS, uint>(buf, $1, $e(uint,n), $2);\ncm_atomic<AtomicOp::SMIN, int, VectorSize::N1, DataSize::Default, CacheHint::Uncached, "
      "CacheHint::$o(WriteBack|Uncached)>(buf, $1, $e(int,n), $m(n));\n@var $2 uint 0 $n", n="1|8|16|11|32", flags="v"),
    S("15.1.cm_ptr_atomic_cm_atomic_slm", "vector<uint, $n> $1 = fuzz_iota<$n>($i(0,9), 1) * sizeof($t);\nvector<$t, $n> $2 = cm_ptr_atomic<AtomicOp::$o(IADD|XOR|UMAX), $t>(($t *)tmp, $1, $e(t,n));\n@var $2 $t 0 $n",
      t="uint|ulonglong", n="1|8|16|11"),
    S("15.1.cm_ptr_atomic_cm_atomic_slm", "vector<uint, $n> $1 = fuzz_iota<$n>($i(0,9), 1) * 4;\ncm_atomic_slm<AtomicOp::IADD, uint>($1, $e(uint,n));\nvector<uint, $n> $2 = cm_atomic_slm<AtomicOp::IDEC, uint>($1);\n@var $2 uint 0 $n",
      flags="m", n="1|8|16|11"),
]

LSC_2D = [
    S("15.4.cm_ptr_load_older_cm_load_spelling 15.4.cm_ptr_store 15.4.cm_ptr_prefetch",
      "vector<int, 15> $1 = cm_ptr_load<int, 5, 3>((int *)in, 63, 15, 63, $i(0,9), $i(0,9));\ncm_ptr_store<int, 5, 3>((int *)tmp, 63, 15, 63, $i(0,9), $i(0,9), $1);\n"
      "cm_ptr_prefetch<int, 8, 8>((int *)in, 63, 15, 63, $x(7), $x(7));\n@var $1 int 0 15"),
    S("15.4.cm_ptr_load_older_cm_load_spelling", "auto $1 = cm_ptr_load<$o(int, 3, 7, 1, true|short, 8, 6, 1, false, true|uchar, 12, 8, 1, false, true|uchar, 16, 7, 2)>(in, 63, 15, 63, $i(0,3) * 4, $x(7));\n"
      "int $2 = (int)$1(3);\n@num $2"),
    S("15.4.lsc_block_2d_desc_t_nblocks_h_w 15.4.cm_load 15.4.cm_prefetch_with_a_descriptor",
      "lsc::block_2d_desc<int, 1, 4, 8> $1((int *)in, 15, 63, 63, $i(0,7), $x(7));\nvector<int, 32> $2;\ncm_prefetch($1);\ncm_load<lsc::LoadOp::$o(Normal|Transpose)>($2, $1);\n"
      "$1.set_block_x($x(7)).set_block_y(2);\ncm_load<lsc::LoadOp::Normal, CacheHint::Default, CacheHint::Default, 2, 1>($2, $1);\n"
      "lsc::block_2d_desc<int, 1, 4, 8> $3((int *)tmp, 15, 63, 63, 1, $x(7));\ncm_store($3, $2);\n@var $2 int 0 32"),
]

SNIPPETS = (SURFACES + LOCAL + ADDRESSES + [s._replace(needs=(s.needs + " CM_HAS_LSC").strip()) for s in LSC] +
            [s._replace(needs="CM_HAS_LSC_UNTYPED_2D", flags=s.flags + "v") for s in LSC_2D])
