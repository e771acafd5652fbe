// SPDX-License-Identifier: MIT
// The member functions of vector, matrix and their references. D is the class that derives from api, and has
//   get()          its elements as a raw vector
//   set(raw)       replaces them
//   where()        their place in memory
// A member of a const object returns values; a member of any other object returns references into it. Return types are
// deduced: a kernel uses few of these members, but each class has all of them.

#ifndef CM_DETAIL_API_H
#define CM_DETAIL_API_H

#include <cm/detail/ops.h>

inline namespace cm {
namespace detail {

// A mask for N elements: a vector, of which each element's lowest bit counts, or the bits of a number.
template <int N, class M> CM_API auto mask_of(const M &mask) {
    if constexpr (is_object<M>) {
        static_assert(is_integer<elem_t<M>>, "a mask must have integer elements; compare first");
        return to<ushort, N>(mask);
    } else {
        static_assert(N <= 32, "a packed mask holds at most 32 elements; use a vector<ushort, N>");
        static_assert(is_integer<elem_t<M>> || __is_same(elem_t<M>, bool), "a packed mask must be an integer");
        return __cm_unpack_mask<raw<ushort, N>>((unsigned)number<int>(mask));
    }
}

// One element of an object, v(i): a variable of its type. The pass lower_elements turns its uses into reads and writes
// of the object.
template <class T> CM_API T &element_at(const place &p) {
    return *static_cast<T *>(__cm_element(p.base, p.base_b, p.off_b, (int)sizeof(T)));
}

// View type returned by a member of a const object of class D: a reference for a reference, a value for an owner.
template <class D, class T, int N> using vec_view = choose_t<is_reference<D>, vector_ref<T, N>, vector<T, N>>;
template <class D, class T, int R, int C>
using mat_view = choose_t<is_reference<D>, matrix_ref<T, R, C>, matrix<T, R, C>>;
template <class T, int N> struct vec_of { using type = vector_ref<T, N>; };
template <class T, int R, int C> struct rows_of { using type = rows_ref<T, R, C>; };
template <class D, class T> using elem_view = choose_t<is_reference<D>, T &, T>;

#define CM_CHECK_MERGE(T)                                                                                              \
    static_assert(!__is_same(T, SurfaceIndex), "surfaces cannot be merged; choose between them with '?:' or an index")

#define CM_FORMAT_PART    "[cm-format] format: the last bytes of the object do not form a whole element; they are left out"
#define CM_FORMAT_SMALLER "[cm-format] format: the new shape does not cover the end of the object"

// Members that do not depend on the number of dimensions.
template <class D, class T, int R, int C> class api {
    static_assert(is_float<T> || is_integer<T> || __is_enum(T) || __is_pointer(T),
                  "elements must be integers, half, float or double");
    static_assert(R > 0 && C > 0, "a vector or matrix must have at least one element");
    static_assert(sizeof(T) * R * C <= register_file_b, "a vector or matrix cannot be larger than all registers of a "
                                                        "thread; keep the data in memory and process it in parts");
    static constexpr int N = bounded((long)R * C);
    static constexpr int bytes = N * (int)sizeof(T);

    // Rows of whole elements of type U stay rows.
    template <class U> static constexpr bool keeps_rows = is_reference<D> &&C *(int)sizeof(T) % (int)sizeof(U) == 0;
    template <class U> static constexpr int cols_of = C *(int)sizeof(T) / (int)sizeof(U);
    template <class U>
    using flat_ref =
        typename choose_t<keeps_rows<U> && (R > 1), rows_of<U, R, cols_of<U>>, vec_of<U, bytes / (int)sizeof(U)>>::type;

  public:
    using element_type = T;
    static constexpr int n_elems() {
        return N;
    }
    static constexpr int SZ = N; // the old name

    // if (v), v ? a : b, while (v): refused; the message names the alternatives.
    template <int M = N, class = typename enable_if<M != 1>::type> CM_API explicit operator bool() const {
        static_assert(
            never<D>,
            "a vector is not a condition; use mask.any() or mask.all(), or choose element by element with merge");
        return false;
    }
#ifndef __CM_POINTER__
    void operator&() const = delete ("vectors live in registers and have no address; pass a "
                                     "vector_ref, or compile with -fcm-pointer");
#endif

    // The same bytes as another element type. The rows of a selection keep their places.
    template <class U> CM_API auto format() CM_WARN_IF(bytes % (int)sizeof(U) != 0, CM_FORMAT_PART) {
        return flat<U>();
    }
    template <class U> CM_API auto format() const CM_WARN_IF(bytes % (int)sizeof(U) != 0, CM_FORMAT_PART) {
        return choose_t<is_reference<D>, flat_ref<U>, vector<U, bytes / (int)sizeof(U)>>(flat<U>());
    }
    template <class U, int R2, int C2>
    CM_API auto format() CM_WARN_IF(R2 *C2 *(int)sizeof(U) < bytes, CM_FORMAT_SMALLER) {
        return matrix_ref<U, R2, C2>(packed<C2, U, R2>());
    }
    template <class U, int R2, int C2>
    CM_API auto format() const CM_WARN_IF(R2 *C2 *(int)sizeof(U) < bytes, CM_FORMAT_SMALLER) {
        return mat_view<D, U, R2, C2>(matrix_ref<U, R2, C2>(packed<C2, U, R2>()));
    }

    template <class X>
    CM_API auto iselect(const X &index) const
        CM_WARN_IF(is_integer<elem_t<X>> &&is_signed<elem_t<X>>,
                   "[cm-iselect] indices of iselect should be unsigned; use vector<ushort, N>") {
        static_assert(is_object<X>, "iselect takes a vector of indices");
        static_assert(is_integer<elem_t<X>>, "iselect takes integer indices");
        constexpr int W = info<X>::n;
        using raw_t = raw<T, W>;
        return vector<T, info<X>::n>(from_raw(), __cm_iselect<raw_t>(self().get(), to<ushort, W>(index)));
    }

    // x.merge(y, mask): elements of y where the mask's lowest bit is set.
    template <class X, class M, class = if_operand<M>> CM_API void merge(const X &x, const M &mask) {
        CM_CHECK_MERGE(T);
        place p = self().where();
        __cm_wr_mask(p.base, p.base_b, p.vs, C, p.hs, p.off_b, to<T, N>(x), mask_of(mask));
    }
    template <class X, class Y, class M> CM_API void merge(const X &x, const Y &y, const M &mask) {
        CM_CHECK_MERGE(T);
        self().set(__cm_merge(to<T, N>(x), to<T, N>(y), mask_of(mask)));
    }

    CM_API ushort any() const {
        static_assert(is_integer<T>, "any() tests a mask; compare first, as in (v != 0).any()");
        return __cm_any(self().get());
    }
    CM_API ushort all() const {
        static_assert(is_integer<T>, "all() tests a mask; compare first, as in (v != 0).all()");
        return __cm_all(self().get());
    }

  protected:
    CM_API D &self() {
        return static_cast<D &>(*this);
    }
    CM_API const D &self() const {
        return static_cast<const D &>(*this);
    }

    template <int Cols, class U, int Rows = 0> CM_API auto packed() const {
        static_assert(Cols > 0, "format: the object is smaller than one new element");
        static_assert(Rows * Cols * (int)sizeof(U) <= bytes, "format: the new shape cannot be larger than the object");
        place p = self().where();
        if constexpr (!is_reference<D>)
            return place{p.base, p.base_b, p.off_b, Cols, 1};
        else if constexpr (keeps_rows<U> && (Rows == R || (R == 1 && Rows == 0)) &&
                           Cols * (int)sizeof(U) == C * (int)sizeof(T))
            return rows<U>();
        else
            return place{p.base, p.base_b, p.off_b, Cols, __cm_packed_stride(p.hs, p.vs, R, C)};
    }
    // The object's rows, as elements of type U. The element size can change only for contiguous elements.
    template <class U> CM_API place rows() const {
        place p = self().where();
        constexpr int size = (int)sizeof(T), new_size = (int)sizeof(U);
        if constexpr (size == new_size)
            return p;
        bool whole = R == 1 || p.vs * size % new_size == 0;
        return {p.base, p.base_b, p.off_b, p.vs * size / new_size, __cm_packed_stride(whole ? p.hs : 0, 0, 1, C)};
    }
    template <class U> CM_API auto flat() const {
        place all = packed<bytes / (int)sizeof(U), U>();
        if constexpr (keeps_rows<U> && (R > 1))
            return flat_ref<U>(all, rows<U>());
        else
            return flat_ref<U>(all);
    }
    template <class M> CM_API static auto mask_of(const M &mask) {
        return detail::mask_of<N>(mask);
    }
    template <int Rep, int VS, int W, int HS> CM_API auto repeat(int i) const {
        constexpr int span = (Rep - 1) * VS + (W - 1) * HS + 1;
        static_assert(Rep > 0 && W > 0 && VS >= 0 && HS >= 0,
                      "replicate: counts must be at least 1, and strides at least 0");
        __cm_check_replicate(i, span, N);
        using raw_t = raw<T, Rep * W>;
        if constexpr (is_reference<D> && R > 1) {
            constexpr int vs = Rep == 1 ? 1 : VS; // 0 reads a short table
            return vector<T, Rep * W>(from_raw(), __cm_rd_value<raw_t>(self().get(), vs, W, HS, i * (int)sizeof(T)));
        } else {
            place p = self().where();
            return vector<T, Rep * W>(from_raw(), __cm_rd<raw_t>(p.base, p.base_b, VS * p.hs, W, HS * p.hs,
                                                                 p.off_b + i * p.hs * (int)sizeof(T)));
        }
    }
};

// vector and vector_ref.
template <class D, class T, int N> class vec_api : public api<D, T, 1, N> {
    template <int S, int ST> CM_API auto part(int i) const {
        static_assert(S > 0 && ST > 0, "select: size and stride must be at least 1");
        static_assert(S > 1 || ST == 1, "select: the stride of one element must be 1");
        __cm_check_select(i, S, ST, N);
        place p = this->self().where();
        return place{p.base, p.base_b, p.off_b + i * p.hs * (int)sizeof(T), 0, p.hs * ST};
    }
    CM_API place at(int i) const {
        __cm_check_index(i, N);
        place p = this->self().where();
        return {p.base, p.base_b, p.off_b + i * p.hs * (int)sizeof(T), 0, 1};
    }

  public:
    template <int S, int ST> CM_API auto select(int i = 0) {
        return vector_ref<T, S>(part<S, ST>(i));
    }
    template <int S, int ST> CM_API auto select(int i = 0) const {
        return vec_view<D, T, S>(vector_ref<T, S>(part<S, ST>(i)));
    }
    CM_API auto select_all() {
        return vector_ref<T, N>(this->self().where());
    }
    CM_API auto select_all() const {
        return vec_view<D, T, N>(vector_ref<T, N>(this->self().where()));
    }
    CM_API T &operator()(int i) & {
        return element_at<T>(at(i));
    }
    CM_API elem_view<D, T> operator()(int i) const & {
        return element_at<T>(at(i));
    }
    CM_API elem_view<D, T> operator()(int i) && { // on a temporary object
        return element_at<T>(at(i));
    }
    CM_API T &operator[](int i) & {
        return element_at<T>(at(i));
    }
    CM_API elem_view<D, T> operator[](int i) const & {
        return element_at<T>(at(i));
    }
    CM_API elem_view<D, T> operator[](int i) && { // on a temporary object
        return element_at<T>(at(i));
    }
    template <class X, class = if_object<X>> CM_API auto operator()(const X &index) const & {
        return this->iselect(index);
    }
    template <class X, class = if_object<X>> CM_API auto operator[](const X &index) const & {
        return this->iselect(index);
    }
    template <int Rep> CM_API auto replicate() const {
        return this->template repeat<Rep, 0, N, 1>(0);
    }
    template <int Rep, int W> CM_API auto replicate(int i = 0) const {
        return this->template repeat<Rep, 0, W, 1>(i);
    }
    template <int Rep, int VS, int W> CM_API auto replicate(int i = 0) const {
        return this->template repeat<Rep, VS, W, 1>(i);
    }
    template <int Rep, int VS, int W, int HS> CM_API auto replicate(int i = 0) const {
        return this->template repeat<Rep, VS, W, HS>(i);
    }
};

// matrix and matrix_ref.
template <class D, class T, int R, int C> class mat_api : public api<D, T, R, C> {
    template <int VS, int VST, int HS, int HST> CM_API auto part(int i, int j) const {
        static_assert(VS > 0 && VST > 0 && HS > 0 && HST > 0, "select: sizes and strides must be at least 1");
        static_assert(HS > 1 || HST == 1, "select: the stride of one column must be 1");
        static_assert(VS > 1 || VST == 1, "select: the stride of one row must be 1");
        __cm_check_select_2d(i, VS, VST, R, j, HS, HST, C);
        place p = this->self().where();
        return place{p.base, p.base_b, offset(p, i, j), p.vs * VST, p.hs * HST};
    }
    CM_API static int offset(const place &p, int i, int j) {
        return p.off_b + (i * p.vs + j * p.hs) * (int)sizeof(T);
    }
    CM_API place at(int i, int j) const {
        __cm_check_index_2d(i, R, j, C);
        place p = this->self().where();
        return {p.base, p.base_b, offset(p, i, j), 0, 1};
    }
    CM_API place row_at(int i) const {
        __cm_check_row(i, R);
        place p = this->self().where();
        return {p.base, p.base_b, offset(p, i, 0), 0, p.hs};
    }
    CM_API place column_at(int j) const {
        __cm_check_column(j, C);
        place p = this->self().where();
        return {p.base, p.base_b, offset(p, 0, j), p.vs, 1};
    }

  public:
    static constexpr int n_rows() {
        return R;
    }
    static constexpr int n_cols() {
        return C;
    }
    static constexpr int ROWS = R, COLS = C, ELEMS = R * C; // the old names
    template <int VS, int VST, int HS, int HST> CM_API auto select(int i = 0, int j = 0) {
        return matrix_ref<T, VS, HS>(part<VS, VST, HS, HST>(i, j));
    }
    template <int VS, int VST, int HS, int HST> CM_API auto select(int i = 0, int j = 0) const {
        return mat_view<D, T, VS, HS>(matrix_ref<T, VS, HS>(part<VS, VST, HS, HST>(i, j)));
    }
    CM_API auto select_all() {
        return matrix_ref<T, R, C>(this->self().where());
    }
    CM_API auto select_all() const {
        return mat_view<D, T, R, C>(matrix_ref<T, R, C>(this->self().where()));
    }
    CM_API auto row(int i) {
        return vector_ref<T, C>(row_at(i));
    }
    CM_API auto row(int i) const {
        return vec_view<D, T, C>(vector_ref<T, C>(row_at(i)));
    }
    CM_API auto column(int j) {
        return matrix_ref<T, R, 1>(column_at(j));
    }
    CM_API auto column(int j) const {
        return mat_view<D, T, R, 1>(matrix_ref<T, R, 1>(column_at(j)));
    }
    CM_API T &operator()(int i, int j) & {
        return element_at<T>(at(i, j));
    }
    CM_API elem_view<D, T> operator()(int i, int j) const & {
        return element_at<T>(at(i, j));
    }
    CM_API elem_view<D, T> operator()(int i, int j) && {
        return element_at<T>(at(i, j));
    }
    CM_API auto operator[](int i) {
        return row(i);
    }
    CM_API auto operator[](int i) const {
        return row(i);
    }
    using api<D, T, R, C>::iselect;
    template <class X, class Y> CM_API auto iselect(const X &rows, const Y &cols) const {
        static_assert(info<X>::n == info<Y>::n, "iselect takes as many row indices as column indices");
        return this->iselect(vector<ushort, info<X>::n>(rows * (ushort)C + cols));
    }
    template <int Rep> CM_API auto replicate() const {
        return this->template repeat<Rep, 0, R * C, 1>(0);
    }
    template <int Rep, int W> CM_API auto replicate(int i = 0, int j = 0) const {
        return this->template repeat<Rep, 0, W, 1>(i * C + j);
    }
    template <int Rep, int VS, int W> CM_API auto replicate(int i = 0, int j = 0) const {
        return this->template repeat<Rep, VS, W, 1>(i * C + j);
    }
    template <int Rep, int VS, int W, int HS> CM_API auto replicate(int i = 0, int j = 0) const {
        return this->template repeat<Rep, VS, W, HS>(i * C + j);
    }
};

} // namespace detail
} // namespace cm

#endif
