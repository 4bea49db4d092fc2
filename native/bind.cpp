// The nanobind module: names and array types, no algorithms. Arrays are the caller's; the GIL is released.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include "chrf.h"
#include "ids.h"
#include "ngrams.h"
#include "shifts.h"
#include "tokenize.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace {

template <class T>
using Array = nb::ndarray<T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Matrix = nb::ndarray<double, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Bytes = Array<const std::uint8_t>;
using Int32 = Array<const std::int32_t>;
using Int64 = Array<const std::int64_t>;

template <class T, class A>
assay::Column<T> column(const A& data, const Int64& offsets) {
    return {data.data(), offsets.data(), offsets.shape(0) - 1};
}

void byte_offsets(const Bytes& data, const Int64& lengths, const Array<std::int64_t>& offsets) {
    const std::uint8_t *start = data.data(), *end = start + data.shape(0), *p = start;
    for (std::size_t i = 0; i < lengths.shape(0); ++i) {
        offsets.data()[i] = p - start;
        for (std::int64_t left = lengths.data()[i]; left > 0; --left) assay::next_char(p, end);
    }
    offsets.data()[lengths.shape(0)] = p - start;
}

void tokenize(const Bytes& data, const Int64& offsets, int rule, bool normalize, bool punctuation, bool cjk, int threads,
              const Array<std::uint8_t>& out, const Array<std::int64_t>& out_offsets) {
    assay::tokenize_column(column<assay::byte>(data, offsets), static_cast<assay::Rule>(rule),
                           {normalize, punctuation, cjk}, threads, out.data(), out_offsets.data());
}

void count_tokens(const Bytes& data, const Int64& offsets, const Array<std::int64_t>& counts) {
    assay::count_tokens(column<assay::byte>(data, offsets), counts.data());
}

void number_tokens(const Bytes& hyp, const Int64& hyp_rows, const Bytes& ref, const Int64& ref_rows, const Int64& groups,
                   int threads, const Int64& hyp_offsets, const Int64& ref_offsets, const Array<std::int32_t>& hyp_ids,
                   const Array<std::int32_t>& ref_ids) {
    assay::number_tokens(column<assay::byte>(hyp, hyp_rows), column<assay::byte>(ref, ref_rows), groups.data(), threads,
                         hyp_offsets.data(), ref_offsets.data(), hyp_ids.data(), ref_ids.data());
}

void ngram_stats(const Int32& hyp, const Int64& hyp_offsets, const Int32& ref, const Int64& ref_offsets,
                 const Int64& groups, int order, int threads, const Matrix& out) {
    assay::ngram_stats(column<std::int32_t>(hyp, hyp_offsets), column<std::int32_t>(ref, ref_offsets), groups.data(),
                       order, threads, out.data());
}

void chrf_stats(const Bytes& hyp, const Int64& hyp_offsets, const Bytes& ref, const Int64& ref_offsets,
                const Int64& groups, int char_order, int word_order, double beta, bool whitespace, bool mean_f,
                int threads, const Matrix& out) {
    assay::chrf_stats(column<assay::byte>(hyp, hyp_offsets), column<assay::byte>(ref, ref_offsets), groups.data(),
                      {char_order, word_order, beta, whitespace, mean_f}, threads, out.data());
}

void ter_stats(const Int32& hyp, const Int64& hyp_offsets, const Int32& ref, const Int64& ref_offsets,
               const Int64& groups, int beam, int shift_size, int shift_distance, int candidates, int threads,
               const Matrix& out) {
    assay::ter_stats(column<std::int32_t>(hyp, hyp_offsets), column<std::int32_t>(ref, ref_offsets), groups.data(),
                     {beam, shift_size, shift_distance, candidates}, threads, out.data());
}

}  // namespace

NB_MODULE(_native, m) {
    using Free = nb::call_guard<nb::gil_scoped_release>;
    m.def("byte_offsets", &byte_offsets, "data"_a.noconvert(), "lengths"_a.noconvert(), "offsets"_a.noconvert(), Free());
    m.def("tokenize", &tokenize, "data"_a.noconvert(), "offsets"_a.noconvert(), "rule"_a, "normalize"_a, "punctuation"_a,
          "cjk"_a, "threads"_a, "out"_a.noconvert(), "out_offsets"_a.noconvert(), Free());
    m.def("count_tokens", &count_tokens, "data"_a.noconvert(), "offsets"_a.noconvert(), "counts"_a.noconvert(), Free());
    m.def("number_tokens", &number_tokens, "hyp"_a.noconvert(), "hyp_rows"_a.noconvert(), "ref"_a.noconvert(),
          "ref_rows"_a.noconvert(), "groups"_a.noconvert(), "threads"_a, "hyp_offsets"_a.noconvert(),
          "ref_offsets"_a.noconvert(), "hyp_ids"_a.noconvert(), "ref_ids"_a.noconvert(), Free());
    m.def("ngram_stats", &ngram_stats, "hyp"_a.noconvert(), "hyp_offsets"_a.noconvert(), "ref"_a.noconvert(),
          "ref_offsets"_a.noconvert(), "groups"_a.noconvert(), "order"_a, "threads"_a, "out"_a.noconvert(), Free());
    m.def("chrf_stats", &chrf_stats, "hyp"_a.noconvert(), "hyp_offsets"_a.noconvert(), "ref"_a.noconvert(),
          "ref_offsets"_a.noconvert(), "groups"_a.noconvert(), "char_order"_a, "word_order"_a, "beta"_a, "whitespace"_a,
          "mean_f"_a, "threads"_a, "out"_a.noconvert(), Free());
    m.def("ter_stats", &ter_stats, "hyp"_a.noconvert(), "hyp_offsets"_a.noconvert(), "ref"_a.noconvert(),
          "ref_offsets"_a.noconvert(), "groups"_a.noconvert(), "beam"_a, "shift_size"_a, "shift_distance"_a,
          "candidates"_a, "threads"_a, "out"_a.noconvert(), Free());
}
