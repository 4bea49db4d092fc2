// Rows of separated fields to columns: names as numbers in the order of their first appearance, and scores.
#pragma once

#include <charconv>
#include <cmath>
#include <limits>

#include "ids.h"

namespace assay {

// How a field of a number column is written; only `word` is no number.
enum class Written : byte { plain, otherwise, word };

// Names as they come, without knowing how many there will be. A name is kept as a place in the text.
class Names {
  public:
    std::int32_t add(Text name) {
        if (2 * size_ >= slots_.size()) grow();
        const std::uint64_t hash = hash_bytes(name);
        Slot& slot = find(name, hash);
        if (slot.id < 0) slot = {name, hash, static_cast<std::int32_t>(size_++)};
        return slot.id;
    }

    std::size_t size() const { return size_; }

  private:
    struct Slot {
        Text name{};
        std::uint64_t hash = 0;
        std::int32_t id = -1;
    };

    Slot& find(Text name, std::uint64_t hash) {
        const std::size_t mask = slots_.size() - 1;
        std::size_t at = hash & mask;
        while (slots_[at].id >= 0 && !(slots_[at].hash == hash && SameBytes{}(slots_[at].name, name)))
            at = (at + 1) & mask;
        return slots_[at];
    }

    void grow() {
        std::vector<Slot> old(slots_.empty() ? 64 : 2 * slots_.size());
        old.swap(slots_);
        for (const Slot& slot : old)
            if (slot.id >= 0) find(slot.name, slot.hash) = slot;
    }

    std::vector<Slot> slots_;
    std::size_t size_ = 0;
};

// Whether Python writes a number with an exponent.
inline bool needs_exponent(double value) {
    const double size = std::fabs(value);
    return size != 0 && !(size >= 1e-4 && size < 1e16);
}

// Whether a number is written with the fewest digits that mean it, and without an exponent.
inline bool is_plain(Text text, double value) {
    if (needs_exponent(value)) return false;
    char digits[64];
    const auto end = std::to_chars(digits, digits + sizeof digits, value, std::chars_format::fixed).ptr;
    return static_cast<std::size_t>(end - digits) == text.size && std::memcmp(digits, text.data, text.size) == 0;
}

// Up to fifteen digits and nothing else: the common case, and exact.
inline bool is_whole_number(Text text) {
    if (text.size > 15 || (text[0] == '0' && text.size > 1)) return false;
    return std::all_of(text.begin(), text.end(), [](byte c) { return c >= '0' && c <= '9'; });
}

// An empty field is plain, and no number is known of it.
inline Written read_number(Text text, double& value) {
    value = std::numeric_limits<double>::quiet_NaN();
    if (text.empty()) return Written::plain;
    if (is_whole_number(text)) {
        std::int64_t whole = 0;
        for (const byte c : text) whole = 10 * whole + (c - '0');
        value = static_cast<double>(whole);
        return Written::plain;
    }
    const byte first = text[text[0] == '-' && text.size > 1];
    const bool digits = (first >= '0' && first <= '9') || first == '.';
    const char* const start = reinterpret_cast<const char*>(text.data);
    if (double number = 0; digits && read_double(start, start + text.size, number)) value = number;
    else return Written::word;
    return is_plain(text, value) ? Written::plain : Written::otherwise;
}

// What split_ratings fills: a row of each table is a column of the file. Name j of column c begins at
// starts[c, j] and has lengths[c, j] bytes; there are counts[c] of them.
struct RatingCells {
    std::int32_t* codes;
    std::int64_t* starts;
    std::int64_t* lengths;
    std::int64_t* counts;
    double* numbers;
    byte* written;
    std::size_t rows;
};

// The field at p, which ends before `stop`; moves p behind it and to `stop` at the end of the line. With `quote`, a field
// may stand in quotes. Returns false for quotes that a row alone cannot explain: doubled, left open, or text behind them.
inline bool take_field(const byte*& p, const byte* stop, byte separator, byte quote, Text& field, bool& last) {
    const bool quoted = quote != 0 && p < stop && *p == quote;
    const byte* const start = p + quoted;
    const auto left = static_cast<std::size_t>(stop - start);
    const byte* end = static_cast<const byte*>(std::memchr(start, quoted ? quote : separator, left));
    if (quoted && (end == nullptr || (end + 1 < stop && end[1] != separator))) return false;
    if (end == nullptr) end = stop;
    field = {start, static_cast<std::size_t>(end - start)};
    end += quoted;
    last = end >= stop;
    p = last ? stop : end + 1;
    return true;
}

// Splits lines at the separator; a carriage return before the line feed belongs to the line end. `quote` is 0 where
// there is no quoting. Returns the number of rows that have one field a column, up to the first that has not or whose
// quotes go beyond its line.
inline std::size_t split_ratings(Text text, byte separator, byte quote, Span<byte> is_number, const RatingCells& out) {
    const std::size_t names = std::count(is_number.begin(), is_number.end(), byte{0});
    std::vector<Names> known(names);
    std::fill(out.counts, out.counts + names, 0);
    const byte *p = text.begin(), *const end = text.end();
    for (std::size_t row = 0; row < out.rows; ++row) {
        const byte* stop = static_cast<const byte*>(std::memchr(p, '\n', static_cast<std::size_t>(end - p)));
        const byte* const next = stop ? stop + 1 : end;
        if (!stop) stop = end;
        if (stop != end && stop > p && stop[-1] == '\r') --stop;
        std::size_t name = 0, number = 0;
        for (std::size_t column = 0; column < is_number.size; ++column) {
            Text field{};
            bool last = false;
            if (!take_field(p, stop, separator, quote, field, last)) return row;
            if (last != (column + 1 == is_number.size)) return row;
            if (is_number[column]) {
                const std::size_t at = number++ * out.rows + row;
                out.written[at] = static_cast<byte>(read_number(field, out.numbers[at]));
            } else {
                const std::int32_t id = known[name].add(field);
                out.codes[name * out.rows + row] = id;
                if (id == out.counts[name]) {
                    const std::size_t at = name * out.rows + static_cast<std::size_t>(out.counts[name]++);
                    out.starts[at] = field.data - text.data;
                    out.lengths[at] = static_cast<std::int64_t>(field.size);
                }
                ++name;
            }
        }
        p = next;
    }
    return out.rows;
}

}  // namespace assay
