// n-grams that are worth different amounts, and n-grams of all orders together.
#include "nist.h"

#include "bind.h"

namespace {

void count_ngrams(const Int32& ids, const Int64& offsets, int order, const Array<std::int32_t>& nodes,
                  const Array<std::int32_t>& heads, const Array<std::int32_t>& lasts,
                  const Array<std::int64_t>& counts, const Array<std::int64_t>& ends) {
    assay::count_ngrams(column<std::int32_t>(ids, offsets), order, nodes.data(), heads.data(), lasts.data(),
                        counts.data(), ends.data());
}

void nist_stats(const Int32& hyp, const Int64& hyp_offsets, const Int32& ref, const Int64& ref_offsets,
                const Int64& groups, const Array<const double>& weights, int order, int threads, const Matrix& out) {
    assay::nist_stats(column<std::int32_t>(hyp, hyp_offsets), column<std::int32_t>(ref, ref_offsets), groups.data(),
                      weights.data(), order, threads, out.data());
}

void gleu_stats(const Int32& hyp, const Int64& hyp_offsets, const Int32& ref, const Int64& ref_offsets,
                const Int64& groups, int low, int high, int threads, const Matrix& out) {
    assay::gleu_stats(column<std::int32_t>(hyp, hyp_offsets), column<std::int32_t>(ref, ref_offsets), groups.data(), low,
                      high, threads, out.data());
}

}  // namespace

void bind_nist(nb::module_& m) {
    m.def("count_ngrams", &count_ngrams, "ids"_a.noconvert(), "offsets"_a.noconvert(), "order"_a, "nodes"_a.noconvert(),
          "heads"_a.noconvert(), "lasts"_a.noconvert(), "counts"_a.noconvert(), "ends"_a.noconvert(), Free());
    m.def("nist_stats", &nist_stats, "hyp"_a.noconvert(), "hyp_offsets"_a.noconvert(), "ref"_a.noconvert(),
          "ref_offsets"_a.noconvert(), "groups"_a.noconvert(), "weights"_a.noconvert(), "order"_a, "threads"_a,
          "out"_a.noconvert(), Free());
    m.def("gleu_stats", &gleu_stats, "hyp"_a.noconvert(), "hyp_offsets"_a.noconvert(), "ref"_a.noconvert(),
          "ref_offsets"_a.noconvert(), "groups"_a.noconvert(), "low"_a, "high"_a, "threads"_a, "out"_a.noconvert(),
          Free());
}
