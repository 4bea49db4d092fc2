// Python's objects to columns, strings from a list or cells of a database's rows: the one place where they cross the
// boundary, and the GIL is held.
#include <limits>

#include "bind.h"
#include "utf8.h"

namespace {

template <class Unit>
std::size_t utf8_size(const Unit* units, std::size_t length) {
    std::size_t size = length;
    for (std::size_t i = 0; i < length; ++i) {
        size += units[i] >= 0x80;
        if constexpr (sizeof(Unit) > 1) size += units[i] >= 0x800;
        if constexpr (sizeof(Unit) > 2) size += units[i] >= 0x10000;
    }
    return size;
}

template <class Unit>
assay::byte* put_units(const Unit* units, std::size_t length, assay::byte* out) {
    for (std::size_t i = 0; i < length; ++i) out = assay::put_char(out, units[i]);
    return out;
}

std::size_t utf8_size(PyObject* string) {
    const auto length = static_cast<std::size_t>(PyUnicode_GET_LENGTH(string));
    if (PyUnicode_IS_ASCII(string)) return length;
    switch (PyUnicode_KIND(string)) {
        case PyUnicode_1BYTE_KIND: return utf8_size(PyUnicode_1BYTE_DATA(string), length);
        case PyUnicode_2BYTE_KIND: return utf8_size(PyUnicode_2BYTE_DATA(string), length);
        default: return utf8_size(PyUnicode_4BYTE_DATA(string), length);
    }
}

assay::byte* put_utf8(PyObject* string, assay::byte* out) {
    const auto length = static_cast<std::size_t>(PyUnicode_GET_LENGTH(string));
    if (PyUnicode_IS_ASCII(string)) return std::copy_n(PyUnicode_1BYTE_DATA(string), length, out);
    switch (PyUnicode_KIND(string)) {
        case PyUnicode_1BYTE_KIND: return put_units(PyUnicode_1BYTE_DATA(string), length, out);
        case PyUnicode_2BYTE_KIND: return put_units(PyUnicode_2BYTE_DATA(string), length, out);
        default: return put_units(PyUnicode_4BYTE_DATA(string), length, out);
    }
}

bool is_ready(PyObject* object) {
#if PY_VERSION_HEX < 0x030C0000
    return PyUnicode_Check(object) && PyUnicode_READY(object) == 0;
#else
    return PyUnicode_Check(object);
#endif
}

// The bytes of all strings; fills their offsets, of which there is one more. One call, so that strings stay the same.
template <class At>
nb::bytes encode(std::size_t count, const Array<std::int64_t>& offsets, At at) {
    if (offsets.shape(0) != count + 1) throw nb::value_error("one offset more than strings is needed");
    std::int64_t* const ends = offsets.data();
    ends[0] = 0;
    for (std::size_t i = 0; i < count; ++i) {
        PyObject* const string = at(i);
        if (!is_ready(string)) throw nb::type_error("a column holds strings and nothing else");
        ends[i + 1] = ends[i] + static_cast<std::int64_t>(utf8_size(string));
    }
    nb::bytes encoded = nb::steal<nb::bytes>(PyBytes_FromStringAndSize(nullptr, static_cast<Py_ssize_t>(ends[count])));
    if (!encoded.is_valid()) throw nb::python_error();
    auto* out = reinterpret_cast<assay::byte*>(PyBytes_AS_STRING(encoded.ptr()));
    for (std::size_t i = 0; i < count; ++i) out = put_utf8(at(i), out);
    return encoded;
}

nb::bytes encode_strings(const nb::list& strings, const Array<std::int64_t>& offsets) {
    return encode(nb::len(strings), offsets, [&strings](std::size_t i) {
        return NB_LIST_GET_ITEM(strings.ptr(), static_cast<Py_ssize_t>(i));
    });
}

// A cell of a row, which is a tuple.
PyObject* cell(const nb::list& rows, std::size_t i, std::size_t column) {
    PyObject* const row = NB_LIST_GET_ITEM(rows.ptr(), static_cast<Py_ssize_t>(i));
    if (!PyTuple_Check(row) || static_cast<std::size_t>(PyTuple_GET_SIZE(row)) <= column)
        throw nb::type_error("rows are tuples that have this column");
    return NB_TUPLE_GET_ITEM(row, static_cast<Py_ssize_t>(column));
}

nb::bytes encode_cells(const nb::list& rows, std::size_t column, const Array<std::int64_t>& offsets) {
    return encode(nb::len(rows), offsets, [&rows, column](std::size_t i) { return cell(rows, i, column); });
}

// Numbers as they are; None is not a number. A class of somebody's own, which could change the rows meanwhile, is none.
void cell_numbers(const nb::list& rows, std::size_t column, const Array<double>& numbers) {
    if (numbers.shape(0) != nb::len(rows)) throw nb::value_error("as many numbers as rows are needed");
    for (std::size_t i = 0; i < numbers.shape(0); ++i) {
        PyObject* const object = cell(rows, i, column);
        if (object != Py_None && !PyFloat_Check(object) && !PyLong_CheckExact(object))
            throw nb::type_error("a cell of this column is neither a number nor None");
        const double number = object == Py_None ? std::numeric_limits<double>::quiet_NaN() : PyFloat_AsDouble(object);
        if (number == -1.0 && PyErr_Occurred()) throw nb::python_error();
        numbers.data()[i] = number;
    }
}

// Names as numbers, in the order in which they first appear; those of earlier rows are known, and new ones are added.
// Strings alone, as above.
void cell_names(const nb::list& rows, std::size_t column, const nb::dict& known, const Array<std::int32_t>& index) {
    if (index.shape(0) != nb::len(rows)) throw nb::value_error("as many numbers as rows are needed");
    for (std::size_t i = 0; i < index.shape(0); ++i) {
        PyObject* const name = cell(rows, i, column);
        if (!PyUnicode_CheckExact(name) || !is_ready(name)) throw nb::type_error("a column holds strings and nothing else");
        PyObject* number = PyDict_GetItemWithError(known.ptr(), name);
        if (number == nullptr) {
            if (PyErr_Occurred()) throw nb::python_error();
            known[nb::handle(name)] = nb::len(known);
            number = PyDict_GetItemWithError(known.ptr(), name);
        }
        index.data()[i] = static_cast<std::int32_t>(PyLong_AsLong(number));
    }
}

}  // namespace

void bind_strings(nb::module_& m) {
    m.def("encode_strings", &encode_strings, "strings"_a.noconvert(), "offsets"_a.noconvert(),
          nb::sig("def encode_strings(strings: list[str], offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), "
                  "order='C', device='cpu')]) -> bytes"));
    m.def("encode_cells", &encode_cells, "rows"_a.noconvert(), "column"_a, "offsets"_a.noconvert(),
          nb::sig("def encode_cells(rows: list[tuple[object, ...]], column: int, offsets: "
                  "Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu')]) -> bytes"));
    m.def("cell_numbers", &cell_numbers, "rows"_a.noconvert(), "column"_a, "numbers"_a.noconvert(),
          nb::sig("def cell_numbers(rows: list[tuple[object, ...]], column: int, numbers: "
                  "Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu')]) -> None"));
    m.def("cell_names", &cell_names, "rows"_a.noconvert(), "column"_a, "known"_a.noconvert(), "index"_a.noconvert(),
          nb::sig("def cell_names(rows: list[tuple[object, ...]], column: int, known: dict[str, int], index: "
                  "Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu')]) -> None"));
}
