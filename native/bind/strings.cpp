// Python's strings to a column: the one place where objects of Python cross the boundary, and the GIL is held.
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

// The bytes of all strings; fills their offsets, of which there is one more. One call, so that the list stays the same.
nb::bytes encode_strings(const nb::list& strings, const Array<std::int64_t>& offsets) {
    const std::size_t count = nb::len(strings);
    if (offsets.shape(0) != count + 1) throw nb::value_error("one offset more than strings is needed");
    std::int64_t* const ends = offsets.data();
    ends[0] = 0;
    for (std::size_t i = 0; i < count; ++i) {
        PyObject* const string = NB_LIST_GET_ITEM(strings.ptr(), static_cast<Py_ssize_t>(i));
        if (!is_ready(string)) throw nb::type_error("a column holds strings and nothing else");
        ends[i + 1] = ends[i] + static_cast<std::int64_t>(utf8_size(string));
    }
    nb::bytes encoded = nb::steal<nb::bytes>(PyBytes_FromStringAndSize(nullptr, static_cast<Py_ssize_t>(ends[count])));
    if (!encoded.is_valid()) throw nb::python_error();
    auto* out = reinterpret_cast<assay::byte*>(PyBytes_AS_STRING(encoded.ptr()));
    for (std::size_t i = 0; i < count; ++i)
        out = put_utf8(NB_LIST_GET_ITEM(strings.ptr(), static_cast<Py_ssize_t>(i)), out);
    return encoded;
}

}  // namespace

void bind_strings(nb::module_& m) {
    m.def("encode_strings", &encode_strings, "strings"_a.noconvert(), "offsets"_a.noconvert(),
          nb::sig("def encode_strings(strings: list[str], offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), "
                  "order='C', device='cpu')]) -> bytes"));
}
