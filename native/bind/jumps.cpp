// Edit distances with jumps or moves, and their alignments: CDER, CharacTER, extended edit distance.
#include "jumps.h"

#include "bind.h"
#include "character.h"

namespace {

void cder_stats(const Bytes& hyp, const Int64& hyp_offsets, const Bytes& ref, const Int64& ref_offsets,
                const Int64& groups, bool cicada, bool characters, int threads, const Matrix& out) {
    assay::cder_stats(column<assay::byte>(hyp, hyp_offsets), column<assay::byte>(ref, ref_offsets), groups.data(),
                      {cicada, characters}, threads, out.data());
}

void character_stats(const Bytes& hyp, const Int64& hyp_offsets, const Bytes& ref, const Int64& ref_offsets,
                     const Int64& groups, int threads, const Matrix& out) {
    assay::character_stats(column<assay::byte>(hyp, hyp_offsets), column<assay::byte>(ref, ref_offsets), groups.data(),
                           threads, out.data());
}

void eed_stats(const Bytes& hyp, const Int64& hyp_offsets, const Bytes& ref, const Int64& ref_offsets,
               const Int64& groups, bool python, double alpha, double rho, double deletion, double insertion,
               double substitution, int threads, const Matrix& out) {
    const auto stats = python ? assay::eed_stats<double> : assay::eed_stats<float>;
    stats(column<assay::byte>(hyp, hyp_offsets), column<assay::byte>(ref, ref_offsets), groups.data(),
          {alpha, rho, deletion, insertion, substitution}, threads, out.data());
}

assay::JumpsOut steps_out(const Array<std::int64_t>& steps, const Int64& offsets, const Array<std::int64_t>& counts,
                          const Array<std::int64_t>& chosen) {
    return {reinterpret_cast<assay::JumpStep*>(steps.data()), offsets.data(), counts.data(), chosen.data()};
}

void cder_alignments(const Bytes& hyp, const Int64& hyp_offsets, const Bytes& ref, const Int64& ref_offsets,
                     const Int64& groups, bool cicada, bool characters, int threads, const Array<std::int64_t>& steps,
                     const Int64& step_offsets, const Array<std::int64_t>& step_counts,
                     const Array<std::int64_t>& chosen) {
    assay::cder_alignments(column<assay::byte>(hyp, hyp_offsets), column<assay::byte>(ref, ref_offsets), groups.data(),
                           {cicada, characters}, threads, steps_out(steps, step_offsets, step_counts, chosen));
}

void eed_alignments(const Bytes& hyp, const Int64& hyp_offsets, const Bytes& ref, const Int64& ref_offsets,
                    const Int64& groups, bool python, double alpha, double rho, double deletion, double insertion,
                    double substitution, int threads, const Array<std::int64_t>& steps, const Int64& step_offsets,
                    const Array<std::int64_t>& step_counts, const Array<std::int64_t>& chosen) {
    const auto align = python ? assay::eed_alignments<double> : assay::eed_alignments<float>;
    align(column<assay::byte>(hyp, hyp_offsets), column<assay::byte>(ref, ref_offsets), groups.data(),
          {alpha, rho, deletion, insertion, substitution}, threads, steps_out(steps, step_offsets, step_counts, chosen));
}

void eed_texts(const Bytes& data, const Int64& offsets, bool python, const Int64& room,
               const Array<std::uint8_t>& out, const Array<std::int64_t>& counts) {
    assay::eed_texts(column<assay::byte>(data, offsets), python, room.data(), out.data(), counts.data());
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

void bind_jumps(nb::module_& m) {
    m.def("cder_stats", &cder_stats, "hyp"_a.noconvert(), "hyp_offsets"_a.noconvert(), "ref"_a.noconvert(),
          "ref_offsets"_a.noconvert(), "groups"_a.noconvert(), "cicada"_a, "characters"_a, "threads"_a,
          "out"_a.noconvert(), Free());
    m.def("character_stats", &character_stats, "hyp"_a.noconvert(), "hyp_offsets"_a.noconvert(), "ref"_a.noconvert(),
          "ref_offsets"_a.noconvert(), "groups"_a.noconvert(), "threads"_a, "out"_a.noconvert(), Free());
    m.def("eed_stats", &eed_stats, "hyp"_a.noconvert(), "hyp_offsets"_a.noconvert(), "ref"_a.noconvert(),
          "ref_offsets"_a.noconvert(), "groups"_a.noconvert(), "python"_a, "alpha"_a, "rho"_a, "deletion"_a,
          "insertion"_a, "substitution"_a, "threads"_a, "out"_a.noconvert(), Free());
    m.def("cder_alignments", &cder_alignments, "hyp"_a.noconvert(), "hyp_offsets"_a.noconvert(), "ref"_a.noconvert(),
          "ref_offsets"_a.noconvert(), "groups"_a.noconvert(), "cicada"_a, "characters"_a, "threads"_a,
          "steps"_a.noconvert(), "step_offsets"_a.noconvert(), "step_counts"_a.noconvert(), "chosen"_a.noconvert(), Free());
    m.def("eed_alignments", &eed_alignments, "hyp"_a.noconvert(), "hyp_offsets"_a.noconvert(), "ref"_a.noconvert(),
          "ref_offsets"_a.noconvert(), "groups"_a.noconvert(), "python"_a, "alpha"_a, "rho"_a, "deletion"_a,
          "insertion"_a, "substitution"_a, "threads"_a, "steps"_a.noconvert(), "step_offsets"_a.noconvert(),
          "step_counts"_a.noconvert(), "chosen"_a.noconvert(), Free());
    m.def("eed_texts", &eed_texts, "data"_a.noconvert(), "offsets"_a.noconvert(), "python"_a, "room"_a.noconvert(),
          "out"_a.noconvert(), "counts"_a.noconvert(), Free());
    m.def("character_alignments", &character_alignments, "hyp"_a.noconvert(), "hyp_offsets"_a.noconvert(),
          "ref"_a.noconvert(), "ref_offsets"_a.noconvert(), "groups"_a.noconvert(), "threads"_a, "ops"_a.noconvert(),
          "op_offsets"_a.noconvert(), "op_counts"_a.noconvert(), "chosen"_a.noconvert(), "shifts"_a.noconvert(),
          "shift_counts"_a.noconvert(), Free());
}
