// The order of words.
#include "order.h"

#include "bind.h"

namespace {

void ribes_stats(const Int32& hyp, const Int64& hyp_offsets, const Int32& ref, const Int64& ref_offsets,
                 const Int64& groups, double alpha, double beta, int threads, const Matrix& out) {
    assay::ribes_stats(column<std::int32_t>(hyp, hyp_offsets), column<std::int32_t>(ref, ref_offsets), groups.data(),
                       alpha, beta, threads, out.data());
}

}  // namespace

void bind_order(nb::module_& m) {
    m.def("ribes_stats", &ribes_stats, "hyp"_a.noconvert(), "hyp_offsets"_a.noconvert(), "ref"_a.noconvert(),
          "ref_offsets"_a.noconvert(), "groups"_a.noconvert(), "alpha"_a, "beta"_a, "threads"_a, "out"_a.noconvert(),
          Free());
}
