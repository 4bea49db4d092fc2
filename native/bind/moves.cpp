// Edit distances with moves of words: CharacTER. Alone, because beside other users of the same loops the compiler does
// not build them into the search, which costs a fifth of its speed.
#include "character.h"

#include "bind.h"

namespace {

void character_stats(const Bytes& hyp, const Int64& hyp_offsets, const Bytes& ref, const Int64& ref_offsets,
                     const Int64& groups, int threads, const Matrix& out) {
    assay::character_stats(column<assay::byte>(hyp, hyp_offsets), column<assay::byte>(ref, ref_offsets), groups.data(),
                           threads, out.data());
}

void character_alignments(const Bytes& hyp, const Int64& hyp_offsets, const Bytes& ref, const Int64& ref_offsets,
                          const Int64& groups, int threads, const Array<std::uint8_t>& ops, const Int64& op_offsets,
                          const Array<std::int64_t>& op_counts, const Array<std::int64_t>& chosen,
                          const Array<std::int64_t>& shifts, const Array<std::int64_t>& shift_counts) {
    assay::character_alignments(column<assay::byte>(hyp, hyp_offsets), column<assay::byte>(ref, ref_offsets),
                                groups.data(), threads,
                                {ops.data(), op_offsets.data(), op_counts.data(), chosen.data()}, shifts.data(),
                                shift_counts.data());
}

}  // namespace

void bind_moves(nb::module_& m) {
    m.def("character_stats", &character_stats, "hyp"_a.noconvert(), "hyp_offsets"_a.noconvert(), "ref"_a.noconvert(),
          "ref_offsets"_a.noconvert(), "groups"_a.noconvert(), "threads"_a, "out"_a.noconvert(), Free());
    m.def("character_alignments", &character_alignments, "hyp"_a.noconvert(), "hyp_offsets"_a.noconvert(),
          "ref"_a.noconvert(), "ref_offsets"_a.noconvert(), "groups"_a.noconvert(), "threads"_a, "ops"_a.noconvert(),
          "op_offsets"_a.noconvert(), "op_counts"_a.noconvert(), "chosen"_a.noconvert(), "shifts"_a.noconvert(),
          "shift_counts"_a.noconvert(), Free());
}
