// Matching n-grams.
#include "bind.h"
#include "chrf.h"
#include "chrf_matrix.h"
#include "ngrams.h"

namespace {

void ngram_stats(const Int32& hyp, const Int64& hyp_offsets, const Int32& ref, const Int64& ref_offsets,
                 const Int64& groups, int order, int threads, const Matrix& out) {
    assay::ngram_stats(column<std::int32_t>(hyp, hyp_offsets), column<std::int32_t>(ref, ref_offsets), groups.data(),
                       order, threads, out.data());
}

void chrf_stats(const Bytes& hyp, const Int64& hyp_offsets, const Bytes& ref, const Int64& ref_offsets,
                const Int64& groups, const Bytes& hyp_words, const Int64& hyp_word_offsets, const Bytes& ref_words,
                const Int64& ref_word_offsets, int char_order, int word_order, double beta, bool whitespace, bool mean_f,
                int threads, const Matrix& out) {
    using assay::byte;
    assay::chrf_stats({column<byte>(hyp, hyp_offsets), column<byte>(hyp_words, hyp_word_offsets)},
                      {column<byte>(ref, ref_offsets), column<byte>(ref_words, ref_word_offsets)}, groups.data(),
                      {char_order, word_order, beta, whitespace, mean_f}, threads, out.data());
}

bool chrf_matrix(const Bytes& hyp, const Int64& hyp_offsets, const Bytes& ref, const Int64& ref_offsets,
                 const Bytes& hyp_words, const Int64& hyp_word_offsets, const Bytes& ref_words,
                 const Int64& ref_word_offsets, int char_order, int word_order, bool whitespace, int threads,
                 const Matrix& out) {
    using assay::byte;
    return assay::chrf_matrix({column<byte>(hyp, hyp_offsets), column<byte>(hyp_words, hyp_word_offsets)},
                              {column<byte>(ref, ref_offsets), column<byte>(ref_words, ref_word_offsets)},
                              {char_order, word_order, 1.0, whitespace, false}, threads, out.data());
}

}  // namespace

void bind_ngrams(nb::module_& m) {
    m.def("ngram_stats", &ngram_stats, "hyp"_a.noconvert(), "hyp_offsets"_a.noconvert(), "ref"_a.noconvert(),
          "ref_offsets"_a.noconvert(), "groups"_a.noconvert(), "order"_a, "threads"_a, "out"_a.noconvert(), Free());
    m.def("chrf_stats", &chrf_stats, "hyp"_a.noconvert(), "hyp_offsets"_a.noconvert(), "ref"_a.noconvert(),
          "ref_offsets"_a.noconvert(), "groups"_a.noconvert(), "hyp_words"_a.noconvert(),
          "hyp_word_offsets"_a.noconvert(), "ref_words"_a.noconvert(), "ref_word_offsets"_a.noconvert(), "char_order"_a,
          "word_order"_a, "beta"_a, "whitespace"_a, "mean_f"_a, "threads"_a, "out"_a.noconvert(), Free());
    m.def("chrf_matrix", &chrf_matrix, "hyp"_a.noconvert(), "hyp_offsets"_a.noconvert(), "ref"_a.noconvert(),
          "ref_offsets"_a.noconvert(), "hyp_words"_a.noconvert(), "hyp_word_offsets"_a.noconvert(),
          "ref_words"_a.noconvert(), "ref_word_offsets"_a.noconvert(), "char_order"_a, "word_order"_a, "whitespace"_a,
          "threads"_a, "out"_a.noconvert(), Free());
}
