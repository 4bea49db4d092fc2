// Classes of words in error.
#include "bind.h"
#include "classes.h"

namespace {

using Codes = Array<std::uint8_t>;

void word_classes(const Int32& hyp, const Int32& hyp_bases, const Int64& hyp_offsets, const Int32& ref,
                  const Int32& ref_bases, const Int64& ref_offsets, int threads, const Codes& hyp_marks,
                  const Codes& hyp_wrong, const Codes& hyp_classes, const Codes& ref_marks, const Codes& ref_wrong,
                  const Codes& ref_classes) {
    assay::word_classes({column<std::int32_t>(hyp, hyp_offsets), column<std::int32_t>(hyp_bases, hyp_offsets),
                         hyp_marks.data(), hyp_wrong.data(), hyp_classes.data()},
                        {column<std::int32_t>(ref, ref_offsets), column<std::int32_t>(ref_bases, ref_offsets),
                         ref_marks.data(), ref_wrong.data(), ref_classes.data()},
                        threads);
}

}  // namespace

void bind_classes(nb::module_& m) {
    m.def("word_classes", &word_classes, "hyp"_a.noconvert(), "hyp_bases"_a.noconvert(), "hyp_offsets"_a.noconvert(),
          "ref"_a.noconvert(), "ref_bases"_a.noconvert(), "ref_offsets"_a.noconvert(), "threads"_a,
          "hyp_marks"_a.noconvert(), "hyp_wrong"_a.noconvert(), "hyp_classes"_a.noconvert(),
          "ref_marks"_a.noconvert(), "ref_wrong"_a.noconvert(), "ref_classes"_a.noconvert(), Free());
}
