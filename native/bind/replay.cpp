// Editing replayed.
#include "replay.h"

#include "bind.h"

namespace {

using Points = Array<const std::uint32_t>;

void replay(const Points& texts, const Int64& text_offsets, const Int64& at, const Int64& removed, const Points& inserted,
            const Int64& inserted_offsets, const Int64& offsets, const Int64& ends, int threads,
            const Array<std::uint32_t>& out, const Array<std::int64_t>& counts) {
    const assay::Changes changes{at.data(), removed.data(), column<assay::Point>(inserted, inserted_offsets),
                                 offsets.data()};
    assay::replay(column<assay::Point>(texts, text_offsets), changes, ends.data(), threads, out.data(), counts.data());
}

}  // namespace

void bind_replay(nb::module_& m) {
    m.def("replay", &replay, "texts"_a.noconvert(), "text_offsets"_a.noconvert(), "at"_a.noconvert(),
          "removed"_a.noconvert(), "inserted"_a.noconvert(), "inserted_offsets"_a.noconvert(), "offsets"_a.noconvert(),
          "ends"_a.noconvert(), "threads"_a, "out"_a.noconvert(), "counts"_a.noconvert(), Free());
}
