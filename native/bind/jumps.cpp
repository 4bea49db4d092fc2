// Edit distances with jumps or moves: CDER, CharacTER, extended edit distance.
#include "bind.h"
#include "cder.h"
#include "character.h"
#include "eed.h"

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
}
