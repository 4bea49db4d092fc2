// Edits that are counted straight from text.
#include "bind.h"
#include "char_edits.h"

namespace {

void char_edit_stats(const Bytes& hyp, const Int64& hyp_offsets, const Bytes& ref, const Int64& ref_offsets,
                     const Int64& groups, bool whitespace, double substitution, double insertion, double deletion,
                     int threads, const Matrix& out) {
    assay::char_edit_stats(column<assay::byte>(hyp, hyp_offsets), column<assay::byte>(ref, ref_offsets), groups.data(),
                           whitespace, {substitution, insertion, deletion}, threads, out.data());
}

}  // namespace

void bind_text_edits(nb::module_& m) {
    m.def("char_edit_stats", &char_edit_stats, "hyp"_a.noconvert(), "hyp_offsets"_a.noconvert(), "ref"_a.noconvert(),
          "ref_offsets"_a.noconvert(), "groups"_a.noconvert(), "whitespace"_a, "substitution"_a, "insertion"_a,
          "deletion"_a, "threads"_a, "out"_a.noconvert(), Free());
}
