// Stored answers to columns.
#include "responses.h"

#include "bind.h"

namespace {

using Numbers = nb::ndarray<std::int32_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Places = nb::ndarray<std::int64_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

void bound_responses(const Bytes& data, const Array<std::int64_t>& counts) {
    const auto most = assay::bound_responses({data.data(), data.shape(0)});
    counts.data()[0] = static_cast<std::int64_t>(most.cells), counts.data()[1] = static_cast<std::int64_t>(most.marks);
}

// Each row of a table is a column of what is filled.
void read_responses(const Bytes& data, const Int64& offsets, const Numbers& cells, const Array<double>& numbers,
                    const Places& places, const Numbers& marks, const Places& notes, const Places& name_starts,
                    const Places& name_lengths, const Array<std::int64_t>& name_counts, const Array<std::int64_t>& counts) {
    const auto row = [](const auto& table, std::size_t i) { return table.data() + i * table.shape(1); };
    const assay::ResponseColumns out{row(cells, 0), row(cells, 1), row(cells, 2), numbers.data(),
                                     row(places, 0), row(places, 1),
                                     row(marks, 0), row(marks, 1), row(marks, 2), row(marks, 3), row(marks, 4), row(marks, 5),
                                     row(notes, 0), row(notes, 1),
                                     name_starts.data(), name_lengths.data(), name_counts.data(), name_starts.shape(1)};
    const auto read = assay::read_responses(column<assay::byte>(data, offsets), out);
    counts.data()[0] = static_cast<std::int64_t>(read.cells), counts.data()[1] = static_cast<std::int64_t>(read.marks);
    counts.data()[2] = read.bad;
}

}  // namespace

void bind_responses(nb::module_& m) {
    m.def("bound_responses", &bound_responses, "data"_a.noconvert(), "counts"_a.noconvert(), Free());
    m.def("read_responses", &read_responses, "data"_a.noconvert(), "offsets"_a.noconvert(), "cells"_a.noconvert(),
          "numbers"_a.noconvert(), "places"_a.noconvert(), "marks"_a.noconvert(), "notes"_a.noconvert(),
          "name_starts"_a.noconvert(), "name_lengths"_a.noconvert(), "name_counts"_a.noconvert(),
          "counts"_a.noconvert(), Free());
}
