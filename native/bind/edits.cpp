// Edit distances and their alignments.
#include "bind.h"
#include "edits.h"

namespace {

void edit_stats(const Int32& hyp, const Int64& hyp_offsets, const Int32& ref, const Int64& ref_offsets,
                const Int64& groups, double substitution, double insertion, double deletion, int threads,
                const Matrix& out) {
    assay::edit_stats(column<std::int32_t>(hyp, hyp_offsets), column<std::int32_t>(ref, ref_offsets), groups.data(),
                      {substitution, insertion, deletion}, threads, out.data());
}

void edit_alignments(const Int32& hyp, const Int64& hyp_offsets, const Int32& ref, const Int64& ref_offsets,
                     const Int64& groups, double substitution, double insertion, double deletion, int threads,
                     const Array<std::uint8_t>& ops, const Int64& op_offsets, const Array<std::int64_t>& op_counts,
                     const Array<std::int64_t>& chosen) {
    assay::edit_alignments(column<std::int32_t>(hyp, hyp_offsets), column<std::int32_t>(ref, ref_offsets),
                           groups.data(), {substitution, insertion, deletion}, threads,
                           {ops.data(), op_offsets.data(), op_counts.data(), chosen.data()});
}

}  // namespace

void bind_edits(nb::module_& m) {
    m.def("edit_stats", &edit_stats, "hyp"_a.noconvert(), "hyp_offsets"_a.noconvert(), "ref"_a.noconvert(),
          "ref_offsets"_a.noconvert(), "groups"_a.noconvert(), "substitution"_a, "insertion"_a, "deletion"_a,
          "threads"_a, "out"_a.noconvert(), Free());
    m.def("edit_alignments", &edit_alignments, "hyp"_a.noconvert(), "hyp_offsets"_a.noconvert(), "ref"_a.noconvert(),
          "ref_offsets"_a.noconvert(), "groups"_a.noconvert(), "substitution"_a, "insertion"_a, "deletion"_a,
          "threads"_a, "ops"_a.noconvert(), "op_offsets"_a.noconvert(), "op_counts"_a.noconvert(),
          "chosen"_a.noconvert(), Free());
}
