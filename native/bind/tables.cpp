// Columns to the lines of a file.
#include "tables.h"

#include <nanobind/stl/vector.h>

#include "bind.h"

namespace {

template <class T>
using Arrays = std::vector<Array<const T>>;

assay::Text text(const Bytes& bytes) { return {bytes.data(), bytes.shape(0)}; }

void number_texts(const Array<const double>& values, bool point, const Bytes& missing, const Array<std::uint8_t>& out,
                  const Array<std::int64_t>& offsets) {
    assay::number_texts({values.data(), values.shape(0)}, point, text(missing), out.data(), offsets.data());
}

void error_texts(const Int64& offsets, const Int32& start, const Int32& end, const Int32& kind, const Bytes& tails,
                 const Int64& tail_offsets, const Bytes& placed, const Bytes& before_start, const Bytes& before_end,
                 const Bytes& between, const Array<std::uint8_t>& out, const Array<std::int64_t>& out_offsets) {
    const assay::ErrorColumns errors{offsets.data(), start.data(), end.data(), kind.data(),
                                     column<assay::byte>(tails, tail_offsets), placed.data()};
    assay::error_texts(errors, offsets.shape(0) - 1, {text(before_start), text(before_end), text(between)}, out.data(),
                       out_offsets.data());
}

std::size_t quote_fields(const Bytes& data, const Int64& offsets, std::uint8_t separator, const Array<std::uint8_t>& out,
                         const Array<std::int64_t>& out_offsets) {
    return assay::quote_fields(column<assay::byte>(data, offsets), separator, out.data(), out_offsets.data());
}

// `parts` are `before`, which stands before all rows, and those of a RowForm. Python's bytes cannot be filled once they are
// there, and to copy a large file into them takes as long as to join it: so they are made here.
nb::bytes join_rows(const Arrays<std::uint8_t>& data, const Arrays<std::int64_t>& offsets, const Arrays<std::int32_t>& indices,
                    const Arrays<std::uint8_t>& keys, const Arrays<std::uint8_t>& parts, bool skips,
                    const Array<std::int64_t>& out_offsets) {
    const assay::Text before = text(parts.at(0));
    assay::Table table{{}, {text(parts.at(1)), text(parts.at(2)), text(parts.at(3)), text(parts.at(4)), skips},
                       out_offsets.shape(0) - 1};
    for (std::size_t i = 0; i < data.size(); ++i)
        table.columns.push_back({column<assay::byte>(data[i], offsets.at(i)),
                                 indices.at(i).shape(0) > 0 ? indices[i].data() : nullptr, text(keys.at(i))});
    out_offsets.data()[0] = static_cast<std::int64_t>(before.size);
    {
        const nb::gil_scoped_release free;
        assay::measure_rows(table, out_offsets.data());
    }
    const auto size = static_cast<Py_ssize_t>(out_offsets.data()[table.rows]);
    nb::bytes joined = nb::steal<nb::bytes>(PyBytes_FromStringAndSize(nullptr, size));
    if (!joined.is_valid()) throw nb::python_error();
    auto* const out = reinterpret_cast<assay::byte*>(PyBytes_AsString(joined.ptr()));
    const nb::gil_scoped_release free;
    assay::join_rows(table, assay::put(out, before));
    return joined;
}

}  // namespace

void bind_tables(nb::module_& m) {
    m.def("number_texts", &number_texts, "values"_a.noconvert(), "point"_a, "missing"_a.noconvert(), "out"_a.noconvert(),
          "offsets"_a.noconvert(), Free());
    m.def("error_texts", &error_texts, "offsets"_a.noconvert(), "start"_a.noconvert(), "end"_a.noconvert(),
          "kind"_a.noconvert(), "tails"_a.noconvert(), "tail_offsets"_a.noconvert(), "placed"_a.noconvert(),
          "before_start"_a.noconvert(), "before_end"_a.noconvert(), "between"_a.noconvert(), "out"_a.noconvert(),
          "out_offsets"_a.noconvert(), Free());
    m.def("quote_fields", &quote_fields, "data"_a.noconvert(), "offsets"_a.noconvert(), "separator"_a, "out"_a.noconvert(),
          "out_offsets"_a.noconvert(), Free());
    m.def("join_rows", &join_rows, "data"_a.noconvert(), "offsets"_a.noconvert(), "indices"_a.noconvert(),
          "keys"_a.noconvert(), "parts"_a.noconvert(), "skips"_a, "out_offsets"_a.noconvert());
}
