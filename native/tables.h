// Columns to the lines of a file: numbers and marked errors as texts, fields in quotes, and the cells of rows joined.
#pragma once

#include <array>

#include "ratings.h"

namespace assay {

inline byte* put(byte* out, Text text) { return std::copy_n(text.data, text.size, out); }

// Bytes that are known when the program is built.
template <std::size_t size>
byte* put(byte* out, const char (&text)[size]) {
    return std::copy_n(text, size - 1, out);
}

// A finite or infinite number as Python's repr has it, in at most `longest_number` bytes; without `point` a whole number
// has no ".0".
constexpr std::size_t longest_number = 24;
inline byte* put_number(byte* out, double value, bool point) {
    const auto format = needs_exponent(value) ? std::chars_format::scientific : std::chars_format::fixed;
    char* const start = reinterpret_cast<char*>(out);
    byte* const end = reinterpret_cast<byte*>(std::to_chars(start, start + longest_number, value, format).ptr);
    const bool whole = format == std::chars_format::fixed && std::find(out, end, '.') == end;
    return point && whole ? put(end, ".0") : end;
}

// Numbers as texts, one after the other; `missing` stands for NaN.
inline void number_texts(Span<double> values, bool point, Text missing, byte* out, std::int64_t* offsets) {
    const byte* const start = out;
    *offsets++ = 0;
    for (const double value : values) {
        out = std::isnan(value) ? put(out, missing) : put_number(out, value, point);
        *offsets++ = out - start;
    }
}

// How errors are written as JSON objects: what stands before each place, and between two errors.
struct ErrorForm {
    Text start, end, between;
};

// Errors of rows. An error has the tail of its kind; where a kind has no places (`placed`), the tail is the whole object.
struct ErrorColumns {
    const std::int64_t* offsets;  // of rows
    const std::int32_t *start, *end, *kind;
    Column<byte> tails;
    const byte* placed;  // one entry a kind
};

inline byte* put_place(byte* out, std::int32_t place) {
    constexpr std::size_t longest = 11;
    if (place == -1) return put(out, "null");
    char* const start = reinterpret_cast<char*>(out);
    return reinterpret_cast<byte*>(std::to_chars(start, start + longest, place).ptr);
}

// The errors of each row as a JSON list.
inline void error_texts(const ErrorColumns& errors, std::size_t rows, const ErrorForm& form, byte* out, std::int64_t* ends) {
    const byte* const start = out;
    *ends++ = 0;
    for (std::size_t row = 0; row < rows; ++row) {
        out = put(out, "[");
        for (std::int64_t at = errors.offsets[row]; at < errors.offsets[row + 1]; ++at) {
            if (at > errors.offsets[row]) out = put(out, form.between);
            const auto kind = static_cast<std::size_t>(errors.kind[at]);
            if (errors.placed[kind]) {
                out = put_place(put(out, form.start), errors.start[at]);
                out = put_place(put(out, form.end), errors.end[at]);
            }
            out = put(out, errors.tails[kind]);
        }
        out = put(out, "]");
        *ends++ = out - start;
    }
}

// Fields as CSV has them: in quotes, and quotes doubled, where there is a separator, a quote or a line end. Returns the
// number of those in quotes.
inline std::size_t quote_fields(const Column<byte>& fields, byte separator, byte* out, std::int64_t* offsets) {
    std::array<bool, 256> special{};
    for (const byte c : {separator, byte{'"'}, byte{'\r'}, byte{'\n'}}) special[c] = true;
    const byte* const start = out;
    std::size_t quoted = 0;
    *offsets++ = 0;
    for (std::size_t row = 0; row < fields.rows; ++row) {
        const Text field = fields[row];
        if (std::none_of(field.begin(), field.end(), [&](byte c) { return special[c]; })) {
            out = put(out, field);
        } else {
            ++quoted;
            *out++ = '"';
            for (const byte c : field) {
                *out++ = c;
                if (c == '"') *out++ = c;
            }
            *out++ = '"';
        }
        *offsets++ = out - start;
    }
    return quoted;
}

// A column of a table: one text a row, or where there is an index, the text of that number.
struct CellColumn {
    Column<byte> texts;
    const std::int32_t* index;
    Text key;  // what stands before every cell

    Text operator[](std::size_t row) const { return texts[index ? static_cast<std::size_t>(index[row]) : row]; }
};

// What rows are made of: what stands before the first cell, between two, and behind the last, which may be something else in
// the last row; with `skips`, an empty cell is left out with its key.
struct RowForm {
    Text opening, between, closing, last;
    bool skips;
};

struct Table {
    std::vector<CellColumn> columns;
    RowForm form;
    std::size_t rows;

    // Calls part(text) for all that a row is made of.
    template <class Part>
    void for_parts(std::size_t row, Part part) const {
        bool first = true;
        part(form.opening);
        for (const CellColumn& column : columns) {
            const Text cell = column[row];
            if (form.skips && cell.empty()) continue;
            if (!first) part(form.between);
            part(column.key);
            part(cell);
            first = false;
        }
        part(row + 1 < rows ? form.closing : form.last);
    }
};

// Where each row ends; the first begins at offsets[0].
inline void measure_rows(const Table& table, std::int64_t* offsets) {
    for (std::size_t row = 0; row < table.rows; ++row) {
        std::size_t size = 0;
        table.for_parts(row, [&](Text part) { size += part.size; });
        offsets[row + 1] = offsets[row] + static_cast<std::int64_t>(size);
    }
}

inline void join_rows(const Table& table, byte* out) {
    for (std::size_t row = 0; row < table.rows; ++row) table.for_parts(row, [&](Text part) { out = put(out, part); });
}

}  // namespace assay
