// Edits and shifts of blocks.
#include "bind.h"
#include "shifts.h"

namespace {

void ter_stats(const Int32& hyp, const Int64& hyp_offsets, const Int32& ref, const Int64& ref_offsets,
               const Int64& groups, int beam, int shift_size, int shift_distance, int candidates, int threads,
               const Matrix& out) {
    assay::ter_stats(column<std::int32_t>(hyp, hyp_offsets), column<std::int32_t>(ref, ref_offsets), groups.data(),
                     {beam, shift_size, shift_distance, candidates}, threads, out.data());
}

}  // namespace

void bind_shifts(nb::module_& m) {
    m.def("ter_stats", &ter_stats, "hyp"_a.noconvert(), "hyp_offsets"_a.noconvert(), "ref"_a.noconvert(),
          "ref_offsets"_a.noconvert(), "groups"_a.noconvert(), "beam"_a, "shift_size"_a, "shift_distance"_a,
          "candidates"_a, "threads"_a, "out"_a.noconvert(), Free());
}
