// Edit distances with jumps, and their alignments: CDER, extended edit distance.
#include "jumps.h"

#include "bind.h"

namespace {

void cder_stats(const Bytes& hyp, const Int64& hyp_offsets, const Bytes& ref, const Int64& ref_offsets,
                const Int64& groups, bool cicada, bool characters, int threads, const Matrix& out) {
    assay::cder_stats(column<assay::byte>(hyp, hyp_offsets), column<assay::byte>(ref, ref_offsets), groups.data(),
                      {cicada, characters}, threads, out.data());
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

}  // namespace

void bind_jumps(nb::module_& m) {
    m.def("cder_stats", &cder_stats, "hyp"_a.noconvert(), "hyp_offsets"_a.noconvert(), "ref"_a.noconvert(),
          "ref_offsets"_a.noconvert(), "groups"_a.noconvert(), "cicada"_a, "characters"_a, "threads"_a,
          "out"_a.noconvert(), Free());
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
}
