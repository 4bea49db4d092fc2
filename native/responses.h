// Answers as campaigns store them to columns: JSON of the form {unit: {field: what was said}}.
//
// What was said is a number, true or false, a text, an object, or a list; null is as good as nothing. Of a list every object
// is a mark, with a place and names, and so is every text, which is a mark that has a category alone.
#pragma once

#include <array>
#include <string_view>

#include "ratings.h"

namespace assay {

// The names that are numbered, each kind by itself.
enum ResponseName : std::size_t { unit_name, field_name, side_name, severity_name, category_name, response_names };

// What read_responses fills. Places are those of the data. Name j of kind k begins at name_starts[k, j] and has
// name_lengths[k, j] bytes; there are name_counts[k] of them, of which those from most_names on are counted only.
struct ResponseColumns {
    std::int32_t *row, *unit, *field;  // one entry a field of a unit
    double* number;                    // NaN where it is none
    std::int64_t *start, *end;         // of what was said, as JSON
    std::int32_t *cell, *first, *last, *side, *severity, *category;  // one entry a mark; -1 where nothing was said
    std::int64_t *note_start, *note_end;                             // without quotes; -1 where there is none
    std::int64_t *name_starts, *name_lengths, *name_counts;
    std::size_t most_names;
};

struct ResponseCounts {
    std::size_t cells = 0, marks = 0;
    std::int64_t bad = -1;  // the first row that is no such JSON
};

// How many cells and marks there can be at most.
inline ResponseCounts bound_responses(Text data) {
    ResponseCounts most;
    for (const byte c : data) {
        most.cells += c == ':';
        most.marks += (c == '{') + (c == ',') + (c == '[');
    }
    return most;
}

class ResponseReader {
  public:
    ResponseReader(const byte* data, const ResponseColumns& out) : data_(data), out_(out) {}

    // Whether a text has that form; of one that has not, some cells may be filled.
    bool read(Text text, std::size_t row) {
        p_ = text.begin(), stop_ = text.end();
        const bool good = object([&](Text unit) { return take_unit(name(unit_name, unit), static_cast<std::int32_t>(row)); });
        skip_blanks();
        return good && p_ == stop_;
    }

    ResponseCounts counts{};

  private:
    std::int32_t name(ResponseName kind, Text text) {
        const std::int32_t id = names_[kind].add(text);
        if (id == out_.name_counts[kind] && static_cast<std::size_t>(out_.name_counts[kind]++) < out_.most_names) {
            const std::size_t at = kind * out_.most_names + static_cast<std::size_t>(id);
            out_.name_starts[at] = text.data - data_;
            out_.name_lengths[at] = static_cast<std::int64_t>(text.size);
        }
        return id;
    }

    bool take_unit(std::int32_t unit, std::int32_t row) {
        if (take_word("null")) return true;
        return object([&](Text field) { return take_cell(row, unit, name(field_name, field)); });
    }

    bool take_cell(std::int32_t row, std::int32_t unit, std::int32_t field) {
        if (take_word("null")) return true;
        skip_blanks();
        const std::int64_t start = p_ - data_;
        double number = std::numeric_limits<double>::quiet_NaN();
        if (p_ < stop_ && *p_ == '[') {
            if (!list([&] { return take_mark(); })) return false;
        } else if (p_ < stop_ && (*p_ == '"' || *p_ == '{')) {
            if (!skip_value()) return false;
        } else if (!take_number(number)) {
            return false;
        }
        const std::size_t at = counts.cells++;
        out_.row[at] = row, out_.unit[at] = unit, out_.field[at] = field, out_.number[at] = number;
        out_.start[at] = start, out_.end[at] = p_ - data_;
        return true;
    }

    // An element of a list; what is neither an object nor a text is passed over.
    bool take_mark() {
        skip_blanks();
        if (p_ == stop_ || (*p_ != '{' && *p_ != '"')) return skip_value();
        const std::size_t at = counts.marks++;
        out_.cell[at] = static_cast<std::int32_t>(counts.cells);
        out_.first[at] = out_.last[at] = out_.side[at] = out_.severity[at] = out_.category[at] = -1;
        out_.note_start[at] = out_.note_end[at] = -1;
        if (*p_ == '"') return take_name(category_name, out_.category[at]);
        return object([&](Text key) { return take_part(key, at); });
    }

    bool take_part(Text key, std::size_t at) {
        const std::string_view part(reinterpret_cast<const char*>(key.data), key.size);
        if (take_word("null")) return true;
        if (part == "start") return take_place(out_.first[at]);
        if (part == "end") return take_place(out_.last[at]);
        if (part == "side") return take_name(side_name, out_.side[at]);
        if (part == "severity") return take_name(severity_name, out_.severity[at]);
        if (part == "category") return take_name(category_name, out_.category[at]);
        if (part != "note") return skip_value();
        Text note{};
        if (!take_string(note)) return false;
        out_.note_start[at] = note.data - data_, out_.note_end[at] = note.end() - data_;
        return true;
    }

    bool take_name(ResponseName kind, std::int32_t& id) {
        Text text{};
        if (!take_string(text)) return false;
        id = name(kind, text);
        return true;
    }

    bool take_place(std::int32_t& place) {
        double number = 0;
        if (!take_number(number) || !(std::fabs(number) < 2147483648.0) || number != std::trunc(number)) return false;
        place = static_cast<std::int32_t>(number);
        return true;
    }

    bool take_number(double& number) {
        if (take_word("true")) return number = 1, true;
        if (take_word("false")) return number = 0, true;
        const byte* const start = p_;
        while (p_ < stop_ && !is_end(*p_)) ++p_;
        return p_ > start && read_number({start, static_cast<std::size_t>(p_ - start)}, number) != Written::word;
    }

    template <class Member>
    bool object(Member member) {
        if (!take('{')) return false;
        if (take('}')) return true;
        do {
            Text key{};
            if (!take_string(key) || !take(':') || !member(key)) return false;
        } while (take(','));
        return take('}');
    }

    template <class Element>
    bool list(Element element) {
        if (!take('[')) return false;
        if (take(']')) return true;
        do {
            if (!element()) return false;
        } while (take(','));
        return take(']');
    }

    // What stands between the quotes, as it is written.
    bool take_string(Text& text) {
        if (!take('"')) return false;
        for (const byte* const start = p_; p_ < stop_; ++p_) {
            if (*p_ == '"') return text = {start, static_cast<std::size_t>(p_++ - start)}, true;
            if (*p_ < 0x20 || (*p_ == '\\' && !take_escape())) return false;
        }
        return false;
    }

    // What follows a backslash, up to its last byte.
    bool take_escape() {
        if (++p_ == stop_) return false;
        if (*p_ != 'u') return std::memchr("\"\\/bfnrt", *p_, 8) != nullptr;
        for (int digit = 0; digit < 4; ++digit)
            if (++p_ == stop_ || !is_hex(*p_)) return false;
        return true;
    }

    // Any value, whatever it holds; no call within a call, however deep it is.
    bool skip_value() {
        std::size_t depth = 0;
        do {
            skip_blanks();
            if (p_ == stop_) return false;
            Text passed{};
            if (*p_ == '"') {
                if (!take_string(passed)) return false;
            } else if (*p_ == '{' || *p_ == '[') {
                ++depth, ++p_;
            } else if (*p_ == '}' || *p_ == ']') {
                if (depth == 0) return false;
                --depth, ++p_;
            } else if (*p_ == ',' || *p_ == ':') {
                if (depth == 0) return false;
                ++p_;
            } else {
                while (p_ < stop_ && !is_end(*p_)) ++p_;
            }
        } while (depth > 0);
        return true;
    }

    bool take_word(std::string_view word) {
        skip_blanks();
        const auto left = static_cast<std::size_t>(stop_ - p_);
        if (left < word.size() || std::memcmp(p_, word.data(), word.size()) != 0) return false;
        if (left > word.size() && !is_end(p_[word.size()])) return false;
        p_ += word.size();
        return true;
    }

    bool take(byte c) {
        skip_blanks();
        return p_ < stop_ && *p_ == c ? ++p_, true : false;
    }

    void skip_blanks() {
        while (p_ < stop_ && is_blank(*p_)) ++p_;
    }

    static bool is_hex(byte c) { return (c >= '0' && c <= '9') || ((c | 0x20) >= 'a' && (c | 0x20) <= 'f'); }
    static bool is_blank(byte c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; }
    static bool is_end(byte c) { return is_blank(c) || c == ',' || c == ':' || c == '}' || c == ']' || c == '"'; }

    const byte* data_;
    const ResponseColumns& out_;
    std::array<Names, response_names> names_{};
    const byte *p_ = nullptr, *stop_ = nullptr;
};

// Fills the columns, row after row, up to the first that has another form.
inline ResponseCounts read_responses(const Column<byte>& texts, const ResponseColumns& out) {
    ResponseReader reader(texts.data, out);
    std::fill(out.name_counts, out.name_counts + response_names, 0);
    for (std::size_t row = 0; row < texts.rows; ++row)
        if (!reader.read(texts[row], row)) {
            reader.counts.bad = static_cast<std::int64_t>(row);
            break;
        }
    return reader.counts;
}

}  // namespace assay
