// Common subsequences, skip-bigrams and runs of words.
#include "subsequences.h"

#include "bind.h"
#include "runs.h"

namespace {

void rouge_counts(const Int32& hyp, const Int64& hyp_offsets, const Int32& ref, const Int64& ref_offsets,
                  const Int64& groups, int kind, int order, int gap, double weight, bool script, int threads,
                  const Matrix& out) {
    assay::rouge_counts(column<std::int32_t>(hyp, hyp_offsets), column<std::int32_t>(ref, ref_offsets), groups.data(),
                        {static_cast<assay::RougeKind>(kind), order, gap, weight, script}, threads, out.data());
}

void gtm_stats(const Int32& hyp, const Int64& hyp_offsets, const Int32& ref, const Int64& ref_offsets,
               const Int64& groups, double exponent, int threads, const Matrix& out) {
    assay::gtm_stats(column<std::int32_t>(hyp, hyp_offsets), column<std::int32_t>(ref, ref_offsets), groups.data(),
                     exponent, threads, out.data());
}

void impact_sums(const Int32& hyp, const Int64& hyp_offsets, const Int32& ref, const Int64& ref_offsets,
                 const Int64& groups, double alpha, double beta, int repeats, int threads,
                 const Array<double>& out) {
    assay::impact_sums(column<std::int32_t>(hyp, hyp_offsets), column<std::int32_t>(ref, ref_offsets), groups.data(),
                       {alpha, beta, repeats}, threads, out.data());
}

}  // namespace

void bind_subsequences(nb::module_& m) {
    m.def("rouge_counts", &rouge_counts, "hyp"_a.noconvert(), "hyp_offsets"_a.noconvert(), "ref"_a.noconvert(),
          "ref_offsets"_a.noconvert(), "groups"_a.noconvert(), "kind"_a, "order"_a, "gap"_a, "weight"_a, "script"_a,
          "threads"_a, "out"_a.noconvert(), Free());
    m.def("gtm_stats", &gtm_stats, "hyp"_a.noconvert(), "hyp_offsets"_a.noconvert(), "ref"_a.noconvert(),
          "ref_offsets"_a.noconvert(), "groups"_a.noconvert(), "exponent"_a, "threads"_a, "out"_a.noconvert(), Free());
    m.def("impact_sums", &impact_sums, "hyp"_a.noconvert(), "hyp_offsets"_a.noconvert(), "ref"_a.noconvert(),
          "ref_offsets"_a.noconvert(), "groups"_a.noconvert(), "alpha"_a, "beta"_a, "repeats"_a, "threads"_a,
          "out"_a.noconvert(), Free());
}
