// Structure: what outputs and references share beyond single words.
#include "beer.h"
#include "bind.h"

namespace {

void beer_counts(const Bytes& hyp, const Int64& hyp_offsets, const Bytes& ref, const Int64& ref_offsets,
                 const Int64& groups, int threads, const Matrix& out) {
    assay::beer_counts(column<assay::byte>(hyp, hyp_offsets), column<assay::byte>(ref, ref_offsets), groups.data(),
                       threads, out.data());
}

}  // namespace

void bind_structure(nb::module_& m) {
    m.def("beer_counts", &beer_counts, "hyp"_a.noconvert(), "hyp_offsets"_a.noconvert(), "ref"_a.noconvert(),
          "ref_offsets"_a.noconvert(), "groups"_a.noconvert(), "threads"_a, "out"_a.noconvert(), Free());
}
