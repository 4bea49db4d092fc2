// Lines as sets of words, and which are equal.
#include "bind.h"
#include "lines.h"

namespace {

using Counts = Array<std::int64_t>;
using Doubles = Array<const double>;
using Keys = Array<const std::uint32_t>;

void line_words(const Bytes& data, const Int64& offsets, const Counts& sizes, const Counts& characters, const Counts& ends,
                const Array<std::uint32_t>& keys) {
    assay::line_words(column<assay::byte>(data, offsets), {sizes.data(), characters.data(), ends.data(), keys.data()});
}

void shared_words(const Keys& keys, const Int64& ends, const Keys& other_keys, const Int64& other_ends,
                  const Int64& shifts, const Counts& shared) {
    assay::shared_words(column<std::uint32_t>(keys, ends), column<std::uint32_t>(other_keys, other_ends),
                        {shifts.data(), shifts.shape(0)}, shared.data());
}

void line_likeness(const Keys& keys, const Int64& ends, const Doubles& lengths, const Keys& other_keys,
                   const Int64& other_ends, const Doubles& other_lengths, const Int64& shifts, double penalty,
                   double widest, const Array<double>& likeness, const Array<bool>& known) {
    assay::line_likeness(column<std::uint32_t>(keys, ends), lengths.data(), column<std::uint32_t>(other_keys, other_ends),
                         other_lengths.data(), {shifts.data(), shifts.shape(0)}, {penalty, widest}, likeness.data(),
                         known.data());
}

std::size_t split_lines(const Bytes& text, const Array<std::uint8_t>& data, const Counts& offsets) {
    return assay::split_lines({text.data(), text.shape(0)}, data.data(), offsets.data());
}

bool is_utf8(const Bytes& text) { return assay::is_utf8({text.data(), text.shape(0)}); }

void take_lines(const Bytes& data, const Int64& offsets, const Int64& rows, const Array<std::uint8_t>& out,
                const Counts& out_offsets) {
    assay::take_lines(column<assay::byte>(data, offsets), {rows.data(), rows.shape(0)}, out.data(), out_offsets.data());
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
    m.def("line_likeness", &line_likeness, "keys"_a.noconvert(), "ends"_a.noconvert(), "lengths"_a.noconvert(),
          "other_keys"_a.noconvert(), "other_ends"_a.noconvert(), "other_lengths"_a.noconvert(),
          "shifts"_a.noconvert(), "penalty"_a, "widest"_a, "likeness"_a.noconvert(), "known"_a.noconvert(), Free());
    m.def("split_lines", &split_lines, "text"_a.noconvert(), "data"_a.noconvert(), "offsets"_a.noconvert(), Free());
    m.def("is_utf8", &is_utf8, "text"_a.noconvert(), Free());
    m.def("take_lines", &take_lines, "data"_a.noconvert(), "offsets"_a.noconvert(), "rows"_a.noconvert(),
          "out"_a.noconvert(), "out_offsets"_a.noconvert(), Free());
    m.def("equal_lines", &equal_lines, "data"_a.noconvert(), "offsets"_a.noconvert(), "other_data"_a.noconvert(),
          "other_offsets"_a.noconvert(), "equality"_a.noconvert(), Free());
}
