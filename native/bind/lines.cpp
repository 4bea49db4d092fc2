// Lines as sets of words, and which are equal.
#include "bind.h"
#include "lines.h"

namespace {

using Counts = Array<std::int64_t>;

void line_words(const Bytes& data, const Int64& offsets, const Counts& sizes, const Counts& characters, const Counts& ends,
                const Counts& keys) {
    assay::line_words(column<assay::byte>(data, offsets), {sizes.data(), characters.data(), ends.data(), keys.data()});
}

void shared_words(const Int64& keys, const Int64& ends, const Int64& other_keys, const Int64& other_ends,
                  const Int64& shifts, const Counts& shared) {
    assay::shared_words(column<std::int64_t>(keys, ends), column<std::int64_t>(other_keys, other_ends),
                        {shifts.data(), shifts.shape(0)}, shared.data());
}

void equal_lines(const Bytes& data, const Int64& offsets, const Bytes& other_data, const Int64& other_offsets,
                 const Array<std::uint8_t>& equality) {
    assay::equal_lines(column<assay::byte>(data, offsets), column<assay::byte>(other_data, other_offsets),
                       equality.data());
}

}  // namespace

void bind_lines(nb::module_& m) {
    m.def("line_words", &line_words, "data"_a.noconvert(), "offsets"_a.noconvert(), "sizes"_a.noconvert(),
          "characters"_a.noconvert(), "ends"_a.noconvert(), "keys"_a.noconvert(), Free());
    m.def("shared_words", &shared_words, "keys"_a.noconvert(), "ends"_a.noconvert(), "other_keys"_a.noconvert(),
          "other_ends"_a.noconvert(), "shifts"_a.noconvert(), "shared"_a.noconvert(), Free());
    m.def("equal_lines", &equal_lines, "data"_a.noconvert(), "offsets"_a.noconvert(), "other_data"_a.noconvert(),
          "other_offsets"_a.noconvert(), "equality"_a.noconvert(), Free());
}
