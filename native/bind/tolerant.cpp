// Matching that tolerates small differences of spelling.
#include "affixes.h"
#include "bind.h"
#include "tolerant.h"

namespace {

void lebleu_stats(const Bytes& hyp, const Int64& hyp_offsets, const Bytes& ref, const Int64& ref_offsets,
                  const Int64& groups, int max_n, double threshold, int ngram_limit, int threads, const Matrix& out) {
    assay::lebleu_stats(column<assay::byte>(hyp, hyp_offsets), column<assay::byte>(ref, ref_offsets), groups.data(),
                        {max_n, threshold, ngram_limit}, threads, out.data());
}

void tolerant_stats(const Bytes& hyp, const Int64& hyp_offsets, const Bytes& ref, const Int64& ref_offsets,
                    const Int64& groups, int order, double epsilon, int weighting, int largest,
                    int threads, const Matrix& out) {
    assay::tolerant_stats(column<assay::byte>(hyp, hyp_offsets), column<assay::byte>(ref, ref_offsets), groups.data(),
                          {order, epsilon, static_cast<assay::Weighting>(weighting), largest}, threads, out.data());
}

}  // namespace

void bind_tolerant(nb::module_& m) {
    m.def("lebleu_stats", &lebleu_stats, "hyp"_a.noconvert(), "hyp_offsets"_a.noconvert(), "ref"_a.noconvert(),
          "ref_offsets"_a.noconvert(), "groups"_a.noconvert(), "max_n"_a, "threshold"_a, "ngram_limit"_a, "threads"_a,
          "out"_a.noconvert(), Free());
    m.def("tolerant_stats", &tolerant_stats, "hyp"_a.noconvert(), "hyp_offsets"_a.noconvert(), "ref"_a.noconvert(),
          "ref_offsets"_a.noconvert(), "groups"_a.noconvert(), "order"_a, "epsilon"_a, "weighting"_a, "largest"_a, "threads"_a,
          "out"_a.noconvert(), Free());
}
