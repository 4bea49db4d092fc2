// Python's objects to columns, strings from a list or cells of a database's rows: the one place where they cross the
// boundary, and the GIL is held.
#include <limits>

#include "bind.h"
#include "utf8.h"

namespace {

// The UTF-8 of a string, which Python keeps beside it: pure ASCII is not even copied. Half of a surrogate pair has none;
// it is written as if it were a character, in bytes that `spare` keeps.
assay::Text utf8(PyObject* string, nb::object& spare) {
    Py_ssize_t size = 0;
    const char* data = PyUnicode_AsUTF8AndSize(string, &size);
    if (data == nullptr) {
        PyErr_Clear();
        spare = nb::steal(PyUnicode_AsEncodedString(string, "utf-8", "surrogatepass"));
        if (!spare.is_valid()) throw nb::python_error();
        data = PyBytes_AsString(spare.ptr());
        size = PyBytes_Size(spare.ptr());
    }
    return {reinterpret_cast<const assay::byte*>(data), static_cast<std::size_t>(size)};
}

// The bytes of all strings; fills their offsets, of which there is one more. One call, so that strings stay the same.
template <class At>
nb::bytes encode(std::size_t count, const Array<std::int64_t>& offsets, At at) {
    if (offsets.shape(0) != count + 1) throw nb::value_error("one offset more than strings is needed");
    std::int64_t* const ends = offsets.data();
    ends[0] = 0;
    nb::object spare;
    for (std::size_t i = 0; i < count; ++i) {
        PyObject* const string = at(i);
        if (!PyUnicode_Check(string)) throw nb::type_error("a column holds strings and nothing else");
        ends[i + 1] = ends[i] + static_cast<std::int64_t>(utf8(string, spare).size);
    }
    nb::bytes encoded = nb::steal<nb::bytes>(PyBytes_FromStringAndSize(nullptr, static_cast<Py_ssize_t>(ends[count])));
    if (!encoded.is_valid()) throw nb::python_error();
    auto* out = reinterpret_cast<assay::byte*>(PyBytes_AsString(encoded.ptr()));
    for (std::size_t i = 0; i < count; ++i) {
        const assay::Text text = utf8(at(i), spare);
        out = std::copy_n(text.data, text.size, out);
    }
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
    if (!PyTuple_Check(row) || static_cast<std::size_t>(PyTuple_Size(row)) <= column)
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
        if (!PyUnicode_CheckExact(name)) throw nb::type_error("a column holds strings and nothing else");
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
