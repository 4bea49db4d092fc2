// Structure: what outputs and references share beyond single words.
#include "beer.h"
#include "bind.h"
#include "permutations.h"

namespace {

void beer_counts(const Bytes& hyp, const Int64& hyp_offsets, const Bytes& ref, const Int64& ref_offsets,
                 const Int64& groups, int threads, const Matrix& out) {
    assay::beer_counts(column<assay::byte>(hyp, hyp_offsets), column<assay::byte>(ref, ref_offsets), groups.data(),
                       threads, out.data());
}

void order_stats(const Int32& hyp, const Int64& hyp_offsets, const Int32& ref, const Int64& ref_offsets,
                 const Int64& groups, int kind, double beta, int threads, const Matrix& out) {
    assay::order_stats(column<std::int32_t>(hyp, hyp_offsets), column<std::int32_t>(ref, ref_offsets), groups.data(),
                       static_cast<assay::OrderKind>(kind), beta, threads, out.data());
}

void permutation_scores(const Int32& values, const Int64& offsets, int kind, double beta, int threads,
                        const Array<double>& out) {
    assay::permutation_scores(column<std::int32_t>(values, offsets), static_cast<assay::OrderKind>(kind), beta, threads,
                              out.data());
}

}  // namespace

void bind_structure(nb::module_& m) {
    m.def("beer_counts", &beer_counts, "hyp"_a.noconvert(), "hyp_offsets"_a.noconvert(), "ref"_a.noconvert(),
          "ref_offsets"_a.noconvert(), "groups"_a.noconvert(), "threads"_a, "out"_a.noconvert(), Free());
    m.def("order_stats", &order_stats, "hyp"_a.noconvert(), "hyp_offsets"_a.noconvert(), "ref"_a.noconvert(),
          "ref_offsets"_a.noconvert(), "groups"_a.noconvert(), "kind"_a, "beta"_a, "threads"_a, "out"_a.noconvert(),
          Free());
    m.def("permutation_scores", &permutation_scores, "values"_a.noconvert(), "offsets"_a.noconvert(), "kind"_a, "beta"_a,
          "threads"_a, "out"_a.noconvert(), Free());
}
