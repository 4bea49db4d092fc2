// Edits and shifts of blocks.
#include "bind.h"
#include "definition.h"
#include "shifts.h"

namespace {

void ter_stats(const Int32& hyp, const Int64& hyp_offsets, const Int32& ref, const Int64& ref_offsets,
               const Int64& groups, bool definition, int beam, int shift_size, int shift_distance, int candidates,
               int threads, const Matrix& out) {
    const auto stats = definition ? &assay::ter_stats<assay::DefinitionSearch> : &assay::ter_stats<assay::TerSearch>;
    stats(column<std::int32_t>(hyp, hyp_offsets), column<std::int32_t>(ref, ref_offsets), groups.data(),
          {beam, shift_size, shift_distance, candidates}, threads, out.data());
}

void ter_alignments(const Int32& hyp, const Int64& hyp_offsets, const Int32& ref, const Int64& ref_offsets,
                    const Int64& groups, bool definition, int beam, int shift_size, int shift_distance, int candidates,
                    int threads, const Array<std::uint8_t>& ops, const Int64& op_offsets,
                    const Array<std::int64_t>& op_counts, const Array<std::int64_t>& chosen,
                    const Array<std::int64_t>& shifts, const Int64& shift_offsets,
                    const Array<std::int64_t>& shift_counts) {
    const auto align =
        definition ? &assay::ter_alignments<assay::DefinitionSearch> : &assay::ter_alignments<assay::TerSearch>;
    align(column<std::int32_t>(hyp, hyp_offsets), column<std::int32_t>(ref, ref_offsets), groups.data(),
          {beam, shift_size, shift_distance, candidates}, threads,
          {ops.data(), op_offsets.data(), op_counts.data(), chosen.data()},
          {shifts.data(), shift_offsets.data(), shift_counts.data()});
}

}  // namespace

void bind_shifts(nb::module_& m) {
    m.def("ter_stats", &ter_stats, "hyp"_a.noconvert(), "hyp_offsets"_a.noconvert(), "ref"_a.noconvert(),
          "ref_offsets"_a.noconvert(), "groups"_a.noconvert(), "definition"_a, "beam"_a, "shift_size"_a,
          "shift_distance"_a, "candidates"_a, "threads"_a, "out"_a.noconvert(), Free());
    m.def("ter_alignments", &ter_alignments, "hyp"_a.noconvert(), "hyp_offsets"_a.noconvert(), "ref"_a.noconvert(),
          "ref_offsets"_a.noconvert(), "groups"_a.noconvert(), "definition"_a, "beam"_a, "shift_size"_a,
          "shift_distance"_a, "candidates"_a, "threads"_a, "ops"_a.noconvert(), "op_offsets"_a.noconvert(),
          "op_counts"_a.noconvert(), "chosen"_a.noconvert(), "shifts"_a.noconvert(), "shift_offsets"_a.noconvert(),
          "shift_counts"_a.noconvert(), Free());
}
